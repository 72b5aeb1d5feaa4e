//! Computes the texts that are similar to a text, and the duplicates.

use js_sys::Float32Array;
use leptos::task::spawn_local;
use web_time::Instant;

use crate::browser::clock::{milliseconds, sleep};
use crate::runtime::EmbedInput;
use crate::runtime::handle::AppHandle;
use crate::similar::{Cmd, Msg};
use crate::state;
use fastgas_annotation::label::{first_with_same_words, folded};
use fastgas_data::Pool;
use fastgas_graph::Adjacency;
use fastgas_graph::cosine;
use fastgas_platform::{EdgeCosines, RunControl};
use fastgas_protocol::{JobId, WorkerError};

/// Time after which long work lets the browser handle other events, in milliseconds.
const SLICE_MS: f64 = 12.0;
/// Number of texts between two checks of the clock, because each check takes time.
const TEXTS_PER_CHECK: usize = 256;
/// The id of embedding jobs without displayed progress. No run has this id.
const NO_JOB: JobId = JobId(0);

impl AppHandle {
    pub(crate) fn perform_similar(self, cmd: Cmd) {
        let answer = move |msg| self.dispatch(state::Msg::Similar(msg));
        match cmd {
            // A separate task computes the cosines, because the current message is still changing the state.
            Cmd::ComputeCosines { ask, row, rows } => spawn_local(async move {
                let cosines = self.cached_cosines(row, &rows);
                answer(Msg::Cosines { ask, cosines });
            }),
            Cmd::FindDuplicates {
                ask,
                pool,
                column,
                adjacency,
            } => spawn_local(async move {
                let first_of = first_with_same_words(fold_all(&pool, column).await);
                let cosines = self.cosines_of_edges(&adjacency).await;
                answer(Msg::Grounds { ask, first_of, cosines });
            }),
        }
    }

    /// The texts in the column that was embedded last, because the kNN graph belongs to this column.
    fn texts(self) -> Result<EmbedInput, WorkerError> {
        self.texts_to_embed(|project| {
            let outcome = project.result.outcome.as_ref();
            outcome.map_or(project.source.text_column, |outcome| outcome.text_column)
        })
    }

    fn cached_cosines(self, row: u32, rows: &[u32]) -> Option<Vec<f32>> {
        let embeddings = self.cached_embeddings(&self.texts().ok()?)?;
        let wanted: Vec<u32> = [row].iter().chain(rows).copied().collect();
        let numbers = Float32Array::new(&embeddings.gather(&wanted)).to_vec();
        let (first, others) = numbers.split_at_checked(embeddings.dimensions)?;
        let others = others.chunks_exact(embeddings.dimensions);
        Some(others.map(|other| cosine(first, other)).collect())
    }

    /// The embeddings are read from memory or from the browser's storage. Missing embeddings are computed again.
    async fn cosines_of_edges(self, adjacency: &Adjacency) -> Result<EdgeCosines, WorkerError> {
        let texts = self.texts()?;
        let count = self.worker_count();
        let embeddings = self.embeddings(NO_JOB, count, &texts, &RunControl::default()).await?;
        self.workers(count).await?.cosines(adjacency, &embeddings).await
    }
}

/// The texts in lower case with normalized white space. Short steps keep the page responsive.
async fn fold_all(pool: &Pool, column: usize) -> Vec<String> {
    let (mut texts, mut start) = (Vec::with_capacity(pool.len()), Instant::now());
    for row in 0..pool.len() {
        texts.push(folded(pool.instance(row).cell(column)));
        if row % TEXTS_PER_CHECK == TEXTS_PER_CHECK - 1 && milliseconds(start) >= SLICE_MS {
            sleep(0).await;
            start = Instant::now();
        }
    }
    texts
}
