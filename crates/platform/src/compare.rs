//! Measures in a worker how good the picks of several selection methods are.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use js_sys::ArrayBuffer;

use crate::control::RunControl;
use crate::embedding_rows::Rows;
use crate::workers::{Workers, buffers_of, exactly, unexpected};
use fastgas_data::Pool;
use fastgas_graph::Neighbors;
use fastgas_progress::Progress;
use fastgas_protocol::transport::{f32_to_buffer, to_buffer, u32_to_buffer};
use fastgas_protocol::{Envelope, Event, Request, WorkerError, u32_of_bytes};
use fastgas_select::Config;
use fastgas_select::evaluate::{CoverageCurve, Plan, Run};

pub struct ComparisonInput {
    pub embeddings: Rows,
    /// The [`Plan::n_searched`] nearest neighbors of each text.
    /// If the settings center the embeddings, the neighbors were searched among the centered embeddings.
    pub neighbors: Rc<Neighbors>,
    /// The k nearest neighbors of each text among the embeddings before centering.
    /// `None` if the settings do not center the embeddings.
    pub as_they_are: Option<Neighbors>,
    pub settings: Config,
    pub plans: Vec<Plan>,
    /// The rows of empty texts, which methods that can skip rows do not pick.
    pub blank: Arc<[u32]>,
    pub labels: Option<LabelCells>,
    /// A test set: texts outside the pool that are used to evaluate the picks. Used only if the pool has labels.
    /// If `None`, the picks are evaluated on the pool texts that are not picked.
    pub tests: Option<TestTexts>,
    pub confidences: Option<Arc<Vec<f32>>>,
}

/// A test set of texts outside the pool. Its label column has the same name as the label column of the pool.
pub struct TestTexts {
    /// The embeddings of the test texts, which are not centered.
    pub embeddings: Rows,
    pub labels: LabelCells,
}

pub struct LabelCells {
    column: String,
    cells: ArrayBuffer,
    ends: ArrayBuffer,
}

impl LabelCells {
    pub fn of(pool: &Pool, column: usize) -> LabelCells {
        let [cells, ends] = cells_of(pool, column);
        LabelCells {
            column: pool.columns()[column].clone(),
            cells,
            ends,
        }
    }
}

/// Returns two buffers: the concatenated cells as UTF-8, and the end offset of each cell as u32.
pub(super) fn cells_of(pool: &Pool, column: usize) -> [ArrayBuffer; 2] {
    let mut cells = String::new();
    let mut ends = Vec::with_capacity(pool.len());
    for instance in pool.instances() {
        cells.push_str(instance.cell(column));
        // The conversion cannot overflow, because the total size of a pool's cells fits in 32 bits.
        ends.push(cells.len() as u32);
    }
    [to_buffer(cells.as_bytes()), u32_to_buffer(&ends)]
}

impl Workers {
    /// Executes each [`Plan`], and calls `ran` with each result, in the order of the plans.
    /// If the worker dies, another worker continues with the plan that was not completed.
    pub async fn compare(
        &self,
        what: ComparisonInput,
        mut ran: impl FnMut(Run, Vec<u32>) + 'static,
        mut report: impl FnMut(Progress) + 'static,
        control: &RunControl,
    ) -> Result<(), WorkerError> {
        let ComparisonInput {
            embeddings,
            neighbors,
            as_they_are,
            settings,
            plans,
            blank,
            labels,
            tests,
            confidences,
        } = what;
        let n_tests = tests.as_ref().map_or(0, |tests| tests.embeddings.n as u32);
        let (dimensions, n_searched) = (embeddings.dimensions as u32, neighbors.ids.ncols() as u32);
        let label_column = labels.as_ref().map(|labels| labels.column.clone());
        let lists: Vec<_> = [&*neighbors].into_iter().chain(&as_they_are).map(buffers_of).collect();
        let pieces = embeddings.in_pieces().await;
        let buffers = move || {
            let labels = labels.iter().flat_map(|labels| [&labels.cells, &labels.ends]);
            let labels = labels.map(|buffer| buffer.slice(0));
            let lists = lists.iter().flat_map(|lists| lists());
            let tests = tests.iter().flat_map(|tests| {
                let cells = [&tests.labels.cells, &tests.labels.ends].map(|buffer| buffer.slice(0));
                [tests.embeddings.all()].into_iter().chain(cells)
            });
            let confidences = [f32_to_buffer(
                confidences.as_ref().map_or(&[], |confidences| confidences),
            )];
            pieces()
                .into_iter()
                .chain(lists)
                .chain(labels)
                .chain(tests)
                .chain(confidences)
                .collect()
        };
        let n_ran = Rc::new(Cell::new(0));
        let watch = {
            let (n_ran, plans) = (n_ran.clone(), plans.clone());
            move |message: &mut Envelope<Event>| {
                match &message.body {
                    Event::Progress { progress } => report(*progress),
                    Event::Ran { run } if Some(&run.plan) == plans.get(n_ran.get()) => {
                        let [picks] = exactly(std::mem::take(&mut message.buffers))?;
                        let picks = u32_of_bytes(&picks).ok_or_else(unexpected)?;
                        n_ran.set(n_ran.get() + 1);
                        ran(run.clone(), picks);
                    }
                    Event::Ran { .. } => return Err(unexpected()),
                    _ => {}
                }
                Ok(())
            }
        };
        // The neighbor lists are long enough for every plan, so they can also be used after a worker has died.
        let request = move || Request::Compare {
            dimensions,
            n_searched,
            settings: settings.clone(),
            plans: plans[n_ran.get()..].to_vec(),
            blank: blank.to_vec(),
            label_column: label_column.clone(),
            n_tests,
        };
        self.run_one(request, buffers, watch, control).await?;
        Ok(())
    }

    /// `neighbors` contains the k nearest neighbors of each text among `embeddings`.
    pub async fn cover(
        &self,
        embeddings: &Rows,
        neighbors: &Neighbors,
        picks: &[u32],
        control: &RunControl,
    ) -> Result<CoverageCurve, WorkerError> {
        let (dimensions, n_neighbors) = (embeddings.dimensions as u32, neighbors.ids.ncols() as u32);
        let (lists, picks) = (buffers_of(neighbors), picks.to_vec());
        let pieces = embeddings.in_pieces().await;
        let buffers = move || {
            pieces()
                .into_iter()
                .chain(lists())
                .chain([u32_to_buffer(&picks)])
                .collect()
        };
        let request = move || Request::Cover {
            dimensions,
            n_neighbors,
        };
        let [answer] = self.run_one(request, buffers, |_| Ok(()), control).await?;
        match answer.body {
            Event::Covered { curve } => Ok(curve),
            _ => Err(unexpected()),
        }
    }
}
