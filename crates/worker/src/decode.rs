//! Decodes the buffers of requests. Invalid input returns a [`WorkerError`] and never panics.

use fastgas_embedding::{Embeddings, EmbeddingsError};
use fastgas_graph::Neighbors;
use fastgas_protocol::{Error, ProtocolReason, WorkerError, f32_of_bytes, u32_of_bytes};
use ndarray::{Array2, ArrayView1};

pub(crate) fn exactly<const N: usize>(buffers: Vec<Vec<u8>>) -> Result<[Vec<u8>; N], WorkerError> {
    let found = buffers.len();
    buffers
        .try_into()
        .map_err(|_| protocol(&format!("{found} buffers came with it, {N} belong to it")))
}

/// Arranges the decoded numbers of a buffer in rows of `columns` numbers.
/// `values` is `None` if the length of the buffer was not a multiple of 4 bytes, which is an error.
pub(crate) fn matrix<T>(values: Option<Vec<T>>, columns: u32) -> Result<Array2<T>, WorkerError> {
    let values = values.ok_or_else(|| protocol("a buffer's length is no multiple of 4"))?;
    let columns = columns as usize;
    let rows = values.len().checked_div(columns).unwrap_or(0);
    let length = values.len();
    Array2::from_shape_vec((rows, columns), values)
        .map_err(|_| protocol(&format!("{length} numbers do not make rows of {columns}")))
}

/// Scales each row to unit length. `in_pool` maps the index of a row to its row in the pool, for error messages.
pub(crate) fn normalized(rows: Array2<f32>, in_pool: impl Fn(u32) -> u32) -> Result<Embeddings, WorkerError> {
    let embeddings = Embeddings::normalized(rows).map_err(|error| match error {
        EmbeddingsError::BadRow { row, reason } => EmbeddingsError::BadRow {
            row: u64::from(in_pool(row as u32)),
            reason,
        },
        other => other,
    });
    Ok(embeddings.map_err(Error::from)?)
}

/// Decodes embeddings that are divided among several buffers (pieces), and scales each row to unit length.
/// Each piece is freed after decoding, so that a large pool is never in memory twice.
pub(crate) fn embeddings(pieces: Vec<Vec<u8>>, dimensions: u32) -> Result<Embeddings, WorkerError> {
    if dimensions == 0 {
        return Err(protocol("embeddings of no dimensions"));
    }
    let bytes: usize = pieces.iter().map(Vec::len).sum();
    let mut numbers = Some(Vec::with_capacity(bytes / size_of::<f32>()));
    for piece in pieces {
        numbers = numbers.zip(f32_of_bytes(&piece)).map(|(mut numbers, piece)| {
            numbers.extend(piece);
            numbers
        });
    }
    normalized(matrix(numbers, dimensions)?, |row| row)
}

pub(crate) fn neighbors(buffers: [Vec<u8>; 2], n_neighbors: u32) -> Result<Neighbors, WorkerError> {
    let [ids, similarities] = buffers;
    let neighbors = Neighbors {
        ids: matrix(u32_of_bytes(&ids), n_neighbors)?,
        similarities: matrix(f32_of_bytes(&similarities), n_neighbors)?,
    };
    if neighbors.ids.dim() != neighbors.similarities.dim() {
        return Err(protocol("ids and similarities differ in shape"));
    }
    let n = neighbors.ids.nrows() as u32;
    if neighbors.ids.iter().any(|&id| id >= n) {
        return Err(protocol("a neighbor is none of the instances"));
    }
    let own = |(row, list): (usize, ArrayView1<u32>)| list.iter().any(|&id| id as usize == row);
    if neighbors.ids.outer_iter().enumerate().any(own) {
        return Err(protocol("an instance is its own neighbor"));
    }
    Ok(neighbors)
}

pub(crate) fn protocol(reason: &str) -> WorkerError {
    WorkerError::Protocol {
        reason: ProtocolReason::Other(reason.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instance_that_is_its_own_neighbor_is_rejected() {
        let bytes = |words: [u32; 3]| words.into_iter().flat_map(u32::to_le_bytes).collect();
        let failed = neighbors([bytes([1, 1, 0]), bytes([0; 3])], 1).expect_err("the second row holds itself");
        assert_eq!(failed, protocol("an instance is its own neighbor"));
        assert!(neighbors([bytes([1, 2, 0]), bytes([0; 3])], 1).is_ok());
    }
}
