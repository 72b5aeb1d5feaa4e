//! Computes the map: positions of texts and names of parts.

use std::cell::RefCell;

use crate::answer::{Answer, SendEvent};
use crate::decode::protocol;
use crate::progress_throttle::ProgressThrottle;
use fastgas_data::Pool;
use fastgas_graph::Adjacency;
use fastgas_graph::Neighbors;
use fastgas_map::Layout;
use fastgas_partition::Partition;
use fastgas_protocol::Error;
use fastgas_protocol::{Event, WorkerError, bytes_of_f32, bytes_of_u32, u32_of_bytes};

/// Minimum interval between two intermediate layouts, in milliseconds.
const LAYOUT_INTERVAL_MS: f64 = 100.0;

/// Sends the edges of the map and intermediate layouts, and returns the final layout.
/// The edges are sent first, because they do not depend on the layout.
pub(crate) fn draw(neighbors: &Neighbors, seed: u64, now_ms: &dyn Fn() -> f64, send: &mut SendEvent<'_>) -> Answer {
    let stopwatch = RefCell::new(ProgressThrottle::new(now_ms, send));
    let edges = Adjacency::of(neighbors).parts().map(bytes_of_u32).to_vec();
    stopwatch.borrow_mut().send(Event::Joined, edges);
    let mut shown_at = f64::NEG_INFINITY;
    let mut watch = |layout: &dyn Fn() -> Layout| {
        if now_ms() - shown_at >= LAYOUT_INTERVAL_MS {
            let positions = bytes_of_f32(layout().positions.as_flattened());
            stopwatch.borrow_mut().send(Event::Settling, vec![positions]);
            shown_at = now_ms();
        }
    };
    let mut report = |progress| stopwatch.borrow_mut().report(progress);
    let layout = fastgas_tsne::layout(neighbors, seed, &mut report, &mut watch);
    (Event::Mapped, vec![bytes_of_f32(layout.positions.as_flattened())])
}

pub(crate) fn name([cells, ends, part_of]: [Vec<u8>; 3], n_parts: u32) -> Result<Vec<Vec<String>>, WorkerError> {
    let cells = String::from_utf8(cells).map_err(|error| protocol(&error.to_string()))?;
    let (Some(ends), Some(part_of)) = (u32_of_bytes(&ends), u32_of_bytes(&part_of)) else {
        return Err(protocol("a buffer's length is no multiple of 4"));
    };
    let texts = Pool::from_parts(vec!["text".into()], cells, ends).map_err(Error::from)?;
    let partition = Partition::from_parts(part_of, n_parts, texts.len());
    let Partition { part_of, n_parts } = partition.map_err(|error| protocol(&error.to_string()))?;
    let texts = texts.instances().map(|instance| instance.cell(0));
    Ok(fastgas_map::extract_keywords(texts, &part_of, n_parts))
}
