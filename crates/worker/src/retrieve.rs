//! Retrieves the labeled texts that are most similar to other texts.

use crate::decode::{embeddings, exactly, protocol};
use fastgas_annotation::retrieve::most_similar;
use fastgas_protocol::WorkerError;

/// Returns the indices of the `shots` most similar labeled texts for each query text, the most similar text last.
/// See [`Request::Retrieve`](fastgas_protocol::Request::Retrieve).
pub(crate) fn retrieve(buffers: Vec<Vec<u8>>, dimensions: u32, shots: u32) -> Result<Vec<u32>, WorkerError> {
    let [labeled, others] = exactly(buffers)?;
    let labeled = embeddings(vec![labeled], dimensions)?;
    let others = embeddings(vec![others], dimensions)?;
    if labeled.is_empty() {
        return Err(protocol("there are no labeled texts"));
    }
    let places = (0..others.len()).flat_map(|other| {
        let places = most_similar(others.row(other), &labeled, |_| false, shots as usize);
        places.into_iter().map(|place| place as u32)
    });
    Ok(places.collect())
}
