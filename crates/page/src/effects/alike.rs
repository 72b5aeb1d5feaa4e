//! Finds out which texts are similar, and which say the same.

use js_sys::Float32Array;
use leptos::prelude::WithUntracked;
use leptos::task::spawn_local;
use web_time::Instant;

use super::Texts;
use crate::alike::{Action, Effect};
use crate::clock::{milliseconds, sleep};
use crate::handle::AppHandle;
use crate::store;
use fastgas_annotation::label::{folded, same_words};
use fastgas_data::Pool;
use fastgas_graph::Joined;
use fastgas_graph::cosine;
use fastgas_platform::Control;
use fastgas_protocol::{JobId, WorkerError};

/// The page answers so often while texts are folded, in milliseconds.
const SLICE_MS: f64 = 12.0;
/// Texts that are folded between two looks at the clock.
const TEXTS: usize = 256;
/// No run has this job: nobody waits for its progress.
const NO_JOB: JobId = JobId(0);

impl AppHandle {
    pub(super) fn perform_alike(self, effect: Effect) {
        let answer = move |action| self.dispatch(store::Action::Alike(action));
        match effect {
            // Not at once: what asked for it is still at work on the state.
            Effect::TakeCosines { ask, row, rows } => spawn_local(async move {
                let cosines = self.cosines_at_hand(row, &rows);
                answer(Action::Cosines { ask, cosines });
            }),
            Effect::FindDuplicates {
                ask,
                pool,
                column,
                joined,
            } => spawn_local(async move {
                let first_of = same_words(fold_all(&pool, column).await);
                let cosines = self.cosines_of_edges(&joined).await;
                answer(Action::Grounds { ask, first_of, cosines });
            }),
        }
    }

    /// The texts of the open project as they were embedded last.
    fn texts(self) -> Option<Texts> {
        let project = self.project()?;
        self.state.with_untracked(|state| {
            let open = state.open.as_ref()?;
            Some(Texts {
                project,
                pool: open.pool.clone(),
                column: open.outcome.as_ref()?.text_column,
                encoder: state.encoder(),
                embeddings: open.embeddings.clone(),
            })
        })
    }

    fn cosines_at_hand(self, row: u32, rows: &[u32]) -> Option<Vec<f32>> {
        let embeddings = self.at_hand(&self.texts()?)?;
        let wanted: Vec<u32> = [row].iter().chain(rows).copied().collect();
        let numbers = Float32Array::new(&embeddings.gather(&wanted)).to_vec();
        let (first, others) = numbers.split_at_checked(embeddings.dimensions)?;
        let others = others.chunks_exact(embeddings.dimensions);
        Some(others.map(|other| cosine(first, other)).collect())
    }

    /// Those at hand, or what the browser keeps; what is not kept is embedded once more.
    async fn cosines_of_edges(self, joined: &Joined) -> Result<Vec<f32>, WorkerError> {
        let texts = self.texts().ok_or(WorkerError::Cancelled)?;
        let count = self.worker_count();
        let embeddings = self.embeddings(NO_JOB, count, &texts, &Control::default()).await?;
        self.workers(count).await?.cosines(joined, &embeddings).await
    }
}

/// All texts, folded a few at a time.
async fn fold_all(pool: &Pool, column: usize) -> Vec<String> {
    let (mut texts, mut start) = (Vec::with_capacity(pool.len()), Instant::now());
    for row in 0..pool.len() {
        texts.push(folded(pool.instance(row).cell(column)));
        if row % TEXTS == TEXTS - 1 && milliseconds(start) >= SLICE_MS {
            sleep(0).await;
            start = Instant::now();
        }
    }
    texts
}
