//! What picks are worth, measured in a worker.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use js_sys::ArrayBuffer;

use crate::control::Control;
use crate::embedding_rows::Rows;
use crate::workers::{Workers, buffers_of, unexpected};
use fastgas_data::Pool;
use fastgas_graph::Neighbors;
use fastgas_progress::Progress;
use fastgas_protocol::transport::{f32_to_buffer, to_buffer, u32_to_buffer};
use fastgas_protocol::{Envelope, Event, Request, WorkerError};
use fastgas_select::Config;
use fastgas_select::evaluate::{CoverageCurve, Plan, Run};

/// What runs are made of.
pub struct ToCompare {
    /// Not centered.
    pub embeddings: Rows,
    /// The nearest neighbors of each text, as many as [`Plan::n_searched`] says. If the settings center, they were searched among
    /// the centered embeddings.
    pub neighbors: Rc<Neighbors>,
    /// If the settings center: the k nearest neighbors among the embeddings that are not centered.
    pub as_they_are: Option<Neighbors>,
    /// What all plans have in common.
    pub settings: Config,
    pub plans: Vec<Plan>,
    /// Labels to measure with.
    pub labels: Option<LabelCells>,
    /// How sure a language model is of each, where a plan asks for it.
    pub confidences: Option<Arc<Vec<f32>>>,
}

/// The cells of a column that holds true labels, as a worker is given them.
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

/// The cells of a column as UTF-8, each cell's end as u32.
pub(super) fn cells_of(pool: &Pool, column: usize) -> [ArrayBuffer; 2] {
    let mut cells = String::new();
    let mut ends = Vec::with_capacity(pool.len());
    for instance in pool.instances() {
        cells.push_str(instance.cell(column));
        // A pool's cells together fit.
        ends.push(cells.len() as u32);
    }
    [to_buffer(cells.as_bytes()), u32_to_buffer(&ends)]
}

impl Workers {
    /// Makes a run of every plan, one after another, in one worker. `ran` is given each as it comes, in the order of the
    /// plans; where the worker dies, another goes on from there.
    ///
    /// # Errors
    /// [`WorkerError::Cancelled`], [`WorkerError::Pipeline`] for plans or labels that do not fit, [`WorkerError::Lost`].
    pub async fn compare(
        &self,
        what: ToCompare,
        mut ran: impl FnMut(Run) + 'static,
        mut report: impl FnMut(Progress) + 'static,
        control: &Control,
    ) -> Result<(), WorkerError> {
        let ToCompare {
            embeddings,
            neighbors,
            as_they_are,
            settings,
            plans,
            labels,
            confidences,
        } = what;
        let (dimensions, n_searched) = (embeddings.dimensions as u32, neighbors.ids.ncols() as u32);
        let label_column = labels.as_ref().map(|labels| labels.column.clone());
        let lists: Vec<_> = [&*neighbors].into_iter().chain(&as_they_are).map(buffers_of).collect();
        let pieces = embeddings.in_pieces().await;
        let buffers = move || {
            let labels = labels.iter().flat_map(|labels| [&labels.cells, &labels.ends]);
            let labels = labels.map(|buffer| buffer.slice(0));
            let lists = lists.iter().flat_map(|lists| lists());
            let confidences = [f32_to_buffer(
                confidences.as_ref().map_or(&[], |confidences| confidences),
            )];
            pieces()
                .into_iter()
                .chain(lists)
                .chain(labels)
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
                        n_ran.set(n_ran.get() + 1);
                        ran(run.clone());
                    }
                    Event::Ran { .. } => return Err(unexpected()),
                    _ => {}
                }
                Ok(())
            }
        };
        // All that was asked of the worker that died were these neighbors: the plans that are left ask for no more.
        let request = move || Request::Compare {
            dimensions,
            n_searched,
            settings: settings.clone(),
            plans: plans[n_ran.get()..].to_vec(),
            label_column: label_column.clone(),
        };
        self.run_one(request, buffers, watch, control).await?;
        Ok(())
    }

    /// What the picks cover, one after another, in one worker. `neighbors`: k of each, among these embeddings.
    ///
    /// # Errors
    /// [`WorkerError::Cancelled`], [`WorkerError::Pipeline`] for what are no picks, [`WorkerError::Lost`].
    pub async fn cover(
        &self,
        embeddings: &Rows,
        neighbors: &Neighbors,
        picks: &[u32],
        control: &Control,
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
