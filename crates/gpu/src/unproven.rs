//! Searches for the neighbors of unproven rows with strict products, which have a fixed order of operations.
//! A row is unproven if its candidates do not prove that its neighbor list is exact.
//! Few rows are unproven, for example rows with many near-duplicates.

use fastgas_embedding::Embeddings;
use fastgas_graph::Neighbors;
use fastgas_linalg::matmul::{Packed, multiply};

/// Maximum number of rows that are multiplied by a block of candidates at the same time.
const QUERIES: usize = 192;
/// Maximum number of candidates in a block. With d = 384, the packed candidates of a block take 3/4 MiB.
const CANDIDATES: usize = 512;

/// Compares each of the rows in `rows` with all rows, and writes the neighbor lists into `neighbors`.
/// The first list of `neighbors` belongs to row `first_row`. O(rows·n·d) time.
pub fn search_rows(embeddings: &Embeddings, first_row: usize, rows: &[u32], neighbors: &mut Neighbors) {
    if rows.is_empty() {
        return;
    }
    let (n, d) = (embeddings.len(), embeddings.dimensions());
    let numbers = embeddings.as_slice();
    let row = |id: u32| &numbers[id as usize * d..][..d];
    let queries: Vec<f32> = rows.iter().flat_map(|&id| row(id)).copied().collect();
    let mut tile = vec![0.0; QUERIES * CANDIDATES];
    for &id in rows {
        neighbors
            .similarities
            .row_mut(id as usize - first_row)
            .fill(f32::NEG_INFINITY);
    }
    for first in (0..n).step_by(CANDIDATES) {
        let n_candidates = CANDIDATES.min(n - first);
        let candidates = Packed::from_rows(&numbers[first * d..][..n_candidates * d], n_candidates, d);
        for (rows, queries) in rows.chunks(QUERIES).zip(queries.chunks(QUERIES * d)) {
            let tile = &mut tile[..rows.len() * n_candidates];
            multiply(queries, rows.len(), &candidates, tile);
            for (&query, products) in rows.iter().zip(tile.chunks_exact(n_candidates)) {
                for (&product, candidate) in products.iter().zip(first as u32..) {
                    if candidate != query {
                        insert(neighbors, query as usize - first_row, product, candidate);
                    }
                }
            }
        }
    }
}

/// Inserts a candidate into the neighbor list of a row, if its similarity exceeds the lowest similarity of the list.
/// Candidates arrive in ascending order and replace only strictly smaller similarities, so ties go to the lowest id.
fn insert(neighbors: &mut Neighbors, row: usize, similarity: f32, candidate: u32) {
    let mut ids = neighbors.ids.row_mut(row);
    let mut similarities = neighbors.similarities.row_mut(row);
    let mut index = similarities.len() - 1;
    if similarity <= similarities[index] {
        return;
    }
    while index > 0 && similarities[index - 1] < similarity {
        similarities[index] = similarities[index - 1];
        ids[index] = ids[index - 1];
        index -= 1;
    }
    similarities[index] = similarity;
    ids[index] = candidate;
}
