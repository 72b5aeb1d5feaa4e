//! Computes the map's data in a worker: layout, edges and the keywords of the parts.

use crate::compare::cells_of;
use crate::control::RunControl;
use crate::workers::{Workers, buffers_of, exactly, unexpected};
use fastgas_data::Pool;
use fastgas_graph::Adjacency;
use fastgas_graph::Neighbors;
use fastgas_map::Layout;
use fastgas_partition::Partition;
use fastgas_progress::Progress;
use fastgas_protocol::transport::u32_to_buffer;
use fastgas_protocol::{Envelope, Event, Request, WorkerError, f32_of_bytes, u32_of_bytes};

#[derive(Clone, Debug, PartialEq)]
pub enum LayoutUpdate {
    Progress(Progress),
    GraphBuilt(Adjacency),
    /// Positions of the texts in the unfinished layout.
    Settling(Layout),
}

impl Workers {
    /// `on_event` first receives the edges of the kNN graph, and then the progress and unfinished layouts.
    pub async fn map(
        &self,
        neighbors: &Neighbors,
        seed: u64,
        mut on_event: impl FnMut(LayoutUpdate) + 'static,
        control: &RunControl,
    ) -> Result<Layout, WorkerError> {
        let (n, n_neighbors) = neighbors.ids.dim();
        let n_neighbors = n_neighbors as u32;
        let request = move || Request::Map { n_neighbors, seed };
        let watch = move |message: &mut Envelope<Event>| {
            match &message.body {
                Event::Progress { progress } => on_event(LayoutUpdate::Progress(*progress)),
                Event::Joined => {
                    let [offsets, adjacency] = exactly(std::mem::take(&mut message.buffers))?;
                    let adjacency = u32_of_bytes(&offsets).zip(u32_of_bytes(&adjacency));
                    let adjacency =
                        adjacency.and_then(|(offsets, adjacency)| Adjacency::from_parts(offsets, adjacency, n));
                    on_event(LayoutUpdate::GraphBuilt(adjacency.ok_or_else(unexpected)?));
                }
                Event::Settling => {
                    let [positions] = exactly(std::mem::take(&mut message.buffers))?;
                    on_event(LayoutUpdate::Settling(layout(&positions, n)?));
                }
                _ => {}
            }
            Ok(())
        };
        let [answer] = self.run_one(request, buffers_of(neighbors), watch, control).await?;
        let [positions] = exactly(answer.buffers)?;
        layout(&positions, n)
    }

    pub async fn name(
        &self,
        pool: &Pool,
        column: usize,
        partition: &Partition,
        control: &RunControl,
    ) -> Result<Vec<Vec<String>>, WorkerError> {
        let [cells, ends] = cells_of(pool, column);
        let parts = u32_to_buffer(&partition.part_of);
        let n_parts = partition.n_parts;
        let buffers = move || [&cells, &ends, &parts].map(|buffer| buffer.slice(0)).to_vec();
        let request = move || Request::Name { n_parts };
        let [answer] = self.run_one(request, buffers, |_| Ok(()), control).await?;
        match answer.body {
            Event::Named { names } => Ok(names),
            _ => Err(unexpected()),
        }
    }
}

fn layout(positions: &[u8], n: usize) -> Result<Layout, WorkerError> {
    let positions = f32_of_bytes(positions).ok_or_else(unexpected)?;
    let (pairs, rest) = positions.as_chunks::<2>();
    if !rest.is_empty() || pairs.len() != n {
        return Err(unexpected());
    }
    Ok(Layout {
        positions: pairs.to_vec(),
    })
}
