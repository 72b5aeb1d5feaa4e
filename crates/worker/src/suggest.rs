//! Handles requests that use the edges of the kNN graph: suggestions of labels, and similarities of adjacent texts.

use crate::decode::{embeddings, exactly, protocol};
use fastgas_annotation::label::{Explained, Sources};
use fastgas_embedding::CosineScale;
use fastgas_graph::Adjacency;
use fastgas_graph::WeightedGraph;
use fastgas_protocol::{WorkerError, bytes_of_u32, u32_of_bytes};

/// Suggests labels for the text in `row`, or for all texts if `row` is `None`.
/// The returned buffers have the format of [`Event::Suggested`](fastgas_protocol::Event::Suggested).
pub(crate) fn suggest(
    buffers: Vec<Vec<u8>>,
    several: bool,
    row: Option<u32>,
) -> Result<(Option<Explained>, Vec<Vec<u8>>), WorkerError> {
    let [offsets, neighbors, rows, ends, labels] = exactly(buffers)?;
    let adjacency = graph([offsets, neighbors])?;
    let n = adjacency.n_vertices();
    let sources = [numbers(&rows)?, numbers(&ends)?, numbers(&labels)?];
    let sources = Sources::from_parts(several, sources, n).ok_or_else(|| protocol("the labels do not fit together"))?;
    match row {
        Some(row) if row as usize >= n => Err(protocol("there is no such text")),
        Some(row) => Ok((Some(sources.suggest(&adjacency, row)), Vec::new())),
        None => {
            let (ends, labels, percents) = sources.suggest_all(&adjacency).into_parts();
            Ok((None, vec![bytes_of_u32(&ends), bytes_of_u32(&labels), percents]))
        }
    }
}

/// Returns the cosine of the two texts that each edge connects, in the order of the neighbor lists.
/// Also returns a scale that makes the cosines of different encoders comparable.
/// See [`Request::Cosines`](fastgas_protocol::Request::Cosines).
pub(crate) fn cosines(mut buffers: Vec<Vec<u8>>, dimensions: u32) -> Result<(CosineScale, Vec<f32>), WorkerError> {
    let edges = buffers.split_off(buffers.len().saturating_sub(2));
    let adjacency = graph(exactly(edges)?)?;
    let embeddings = embeddings(buffers, dimensions)?;
    if embeddings.len() != adjacency.n_vertices() {
        return Err(protocol("there are not as many embeddings as texts in the graph"));
    }
    Ok((CosineScale::of(&embeddings), adjacency.cosines(&embeddings)))
}

fn numbers(bytes: &[u8]) -> Result<Vec<u32>, WorkerError> {
    u32_of_bytes(bytes).ok_or_else(|| protocol("a buffer's length is no multiple of 4"))
}

fn graph([offsets, neighbors]: [Vec<u8>; 2]) -> Result<Adjacency, WorkerError> {
    let (offsets, neighbors) = (numbers(&offsets)?, numbers(&neighbors)?);
    let n = offsets.len().saturating_sub(1);
    Adjacency::from_parts(offsets, neighbors, n).ok_or_else(|| protocol("the edges are no graph"))
}
