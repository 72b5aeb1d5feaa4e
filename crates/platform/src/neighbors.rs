//! Searches for the nearest neighbors: approximately, on the GPU, or exactly in all workers.

use std::cell::RefCell;
use std::mem::take;
use std::rc::Rc;

use futures::future::ready;

use crate::approximate;
use crate::control::RunControl;
use crate::embedding_rows::Rows;
use crate::gpu;
use crate::schedule::JobClass;
use crate::workers::{Workers, exactly, unexpected};
use fastgas_graph::{Device, Lists, Neighbors, Search, SearchBackend};
use fastgas_progress::Progress;
use fastgas_protocol::transport::f32_to_buffer;
use fastgas_protocol::{Envelope, Event, Request, WorkerError, f32_of_bytes, u32_of_bytes};

/// Minimum number of instances per additional worker.
/// With fewer instances, the search would end before another worker has started.
const MIN_INSTANCES_PER_WORKER: usize = 1_000;

impl Workers {
    /// Completes the neighbor lists in `start`, approximately or like [`fill_exact`](fastgas_graph::fill_exact).
    /// If the GPU has completed only some lists of an exact search, the workers search the other lists.
    /// A worker never holds more than two blocks of embeddings.
    /// Returns [`WorkerError::Pipeline`] for a row that cannot be normalized.
    pub async fn neighbors(
        &self,
        embeddings: &Rows,
        start: Neighbors,
        (search, device): (Search, Device),
        report: impl FnMut(Progress) + 'static,
        control: &RunControl,
    ) -> Result<(Neighbors, SearchBackend), WorkerError> {
        let n = embeddings.n as u32;
        let n_neighbors = start.ids.ncols() as u32;
        let worth = self.count().min(n as usize / MIN_INSTANCES_PER_WORKER);
        let report = Rc::new(RefCell::new(report));
        let on_event = {
            let report = report.clone();
            move |progress| (*report.borrow_mut())(progress)
        };
        if search.is_approximate(embeddings.n, embeddings.dimensions, start.ids.ncols()) {
            let found = approximate::search(self, embeddings, start.clone(), on_event.clone(), control).await?;
            if let Some(found) = found {
                let large = search == Search::Auto;
                return Ok((found, SearchBackend::Approximately { large }));
            }
        }
        let (neighbors, rest, searched) =
            gpu::begin(embeddings, start, device, worth, on_event.clone(), control).await?;
        if rest.chunks.is_empty() {
            return Ok((neighbors, searched));
        }
        let rest = Rc::new(rest);
        let neighbors = Rc::new(RefCell::new(neighbors));
        on_event(rest.progress(0));
        let mut pairs_done = 0;
        let watch = {
            let (rest, neighbors) = (rest.clone(), neighbors.clone());
            move |message: &mut Envelope<Event>| {
                if let Event::NeighborsFound { chunk } = message.body {
                    let pairs = rest.chunks.get(chunk as usize).ok_or_else(unexpected)?;
                    let [ids, similarities] = exactly(take(&mut message.buffers))?;
                    let lists = Lists {
                        ids: u32_of_bytes(&ids).ok_or_else(unexpected)?,
                        similarities: f32_of_bytes(&similarities).ok_or_else(unexpected)?,
                    };
                    neighbors.borrow_mut().merge(pairs, &lists);
                    pairs_done += pairs.n_pairs();
                    on_event(rest.progress(pairs_done));
                }
                Ok(())
            }
        };
        let buffers = {
            let (rest, neighbors, rows) = (rest.clone(), neighbors.clone(), embeddings.clone());
            move |chunk: u32| {
                let pairs = &rest.chunks[chunk as usize];
                let columns = if pairs.is_one_block() {
                    0..0
                } else {
                    pairs.columns.clone()
                };
                let lower_bounds = rest.lower_bounds(pairs, &neighbors.borrow());
                ready(vec![
                    rows.slice(&pairs.rows),
                    rows.slice(&columns),
                    f32_to_buffer(&lower_bounds),
                ])
            }
        };
        let n_chunks = rest.chunks.len();
        let request = move |chunk: u32| Request::Neighbors {
            chunk,
            pairs: rest.chunks[chunk as usize].clone(),
            n_neighbors,
        };
        let job = self.new_job(JobClass::Long);
        self.run(job, n_chunks, request, buffers, watch, control).await?;
        // The lists are moved out of the `RefCell`, because the finished job may keep its `Rc` for a moment.
        Ok((neighbors.take(), searched))
    }
}
