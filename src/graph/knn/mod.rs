//! Exact k nearest neighbors by cosine.

mod rerank;

use ndarray::Array2;

pub use self::rerank::{Candidates, rerank, rounding_error};

use crate::embed::Embeddings;
use crate::matmul::{Packed, multiply};
use crate::progress::{Progress, Report, Stage};

/// Instances whose similarities to a block of candidates are computed at once.
const QUERIES: usize = 192;
/// Candidates that are packed at once: with d = 384, three quarters of a mebibyte.
const CANDIDATES: usize = 512;

/// The k nearest neighbors of each instance, nearest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbors {
    /// n×k instance ids.
    pub ids: Array2<u32>,
    /// n×k cosines, falling along each row.
    pub similarities: Array2<f32>,
}

/// The k nearest neighbors of every row by cosine, exactly.
///
/// An instance is never its own neighbor, which goes by its index: a duplicate of it may be. Ties: lowest id. The
/// cosine is the strict product of [`crate::matmul`], so the lists are the same on every machine.
///
/// Returns n×k lists. O(n²·d) time; O(n·k) space beside two fixed tiles. Progress counts candidates.
/// Paper, Section 3, "Data Similarity Graph Generation".
///
/// # Panics
/// When k ≥ n, which [`crate::config::Config::check`] refuses.
pub fn nearest_neighbors(embeddings: &Embeddings, n_neighbors: usize, report: Report<'_>) -> Neighbors {
    let (n, d) = (embeddings.len(), embeddings.dimensions());
    assert!(n_neighbors < n, "{n_neighbors} neighbors among {n} instances");
    let mut ids = Array2::zeros((n, n_neighbors));
    let mut similarities = Array2::from_elem((n, n_neighbors), f32::NEG_INFINITY);
    let progress = |done: usize| Progress {
        stage: Stage::Neighbors,
        done: done as u32,
        total: n as u32,
    };
    report(progress(0));
    let mut tile = vec![0.0; QUERIES * CANDIDATES];
    let rows = embeddings.as_slice();
    for first_candidate in (0..n).step_by(CANDIDATES) {
        let n_candidates = CANDIDATES.min(n - first_candidate);
        let candidates = Packed::from_rows(&rows[first_candidate * d..][..n_candidates * d], n_candidates, d);
        for first_query in (0..n).step_by(QUERIES) {
            let n_queries = QUERIES.min(n - first_query);
            let tile = &mut tile[..n_queries * n_candidates];
            multiply(&rows[first_query * d..][..n_queries * d], n_queries, &candidates, tile);
            for (query, row) in (first_query..).zip(tile.chunks_exact(n_candidates)) {
                let mut nearest = Nearest {
                    ids: ids.row_mut(query).into_slice().expect("row-major"),
                    similarities: similarities.row_mut(query).into_slice().expect("row-major"),
                };
                nearest.offer(row, first_candidate, query);
            }
        }
        report(progress(first_candidate + n_candidates));
    }
    Neighbors { ids, similarities }
}

/// The nearest candidates so far of one query, nearest first; empty places hold −∞.
struct Nearest<'a> {
    ids: &'a mut [u32],
    similarities: &'a mut [f32],
}

impl Nearest<'_> {
    /// Takes in `row`, the similarities of the candidates from `first` on, leaving out `query` itself.
    ///
    /// Candidates come in rising order and displace only strictly smaller similarities: ties go to the lowest id.
    fn offer(&mut self, row: &[f32], first: usize, query: usize) {
        // Most blocks hold nothing near enough: looking at eight at once skips them.
        for (block, start) in row.chunks(8).zip((first..).step_by(8)) {
            let worst = self.similarities[self.similarities.len() - 1];
            if !block.iter().fold(false, |any, &similarity| any | (similarity > worst)) {
                continue;
            }
            for (&similarity, candidate) in block.iter().zip(start..) {
                if candidate != query {
                    self.insert(similarity, candidate as u32);
                }
            }
        }
    }

    fn insert(&mut self, similarity: f32, candidate: u32) {
        let mut place = self.similarities.len() - 1;
        if similarity <= self.similarities[place] {
            return;
        }
        while place > 0 && self.similarities[place - 1] < similarity {
            self.similarities[place] = self.similarities[place - 1];
            self.ids[place] = self.ids[place - 1];
            place -= 1;
        }
        self.similarities[place] = similarity;
        self.ids[place] = candidate;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Sorts every similarity of every row: the definition.
    fn nearest_plainly(embeddings: &Embeddings, k: usize) -> Vec<Vec<u32>> {
        (0..embeddings.len())
            .map(|query| {
                let cosine = |other: usize| {
                    let pairs = embeddings.row(query).into_iter().zip(embeddings.row(other));
                    pairs.fold(0.0f32, |sum, (a, b)| sum + a * b)
                };
                let mut others: Vec<usize> = (0..embeddings.len()).filter(|&other| other != query).collect();
                others.sort_by(|&a, &b| cosine(b).total_cmp(&cosine(a)).then(a.cmp(&b)));
                others.into_iter().take(k).map(|id| id as u32).collect()
            })
            .collect()
    }

    fn lists(neighbors: &Neighbors) -> Vec<Vec<u32>> {
        neighbors.ids.rows().into_iter().map(|row| row.to_vec()).collect()
    }

    proptest! {
        #[test]
        fn equals_sorting_everything(n in 2usize..40, d in 1usize..6, k in 1usize..12, seed: u32) {
            let k = k.min(n - 1);
            // Few distinct coordinates, so that duplicates and ties are common.
            let mut state = seed;
            let rows = Array2::from_shape_simple_fn((n, d), || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 30) as f32 + 1.0
            });
            let embeddings = Embeddings::normalized(rows).expect("no row is zero");
            let neighbors = nearest_neighbors(&embeddings, k, &mut |_| ());
            prop_assert_eq!(lists(&neighbors), nearest_plainly(&embeddings, k));
        }
    }

    #[test]
    fn many_tiles_and_a_rest() {
        let (n, d, k) = (1_100, 5, 7);
        let rows = Array2::from_shape_fn((n, d), |(i, j)| ((i * 37 + j * 101) % 211) as f32 - 105.0);
        let embeddings = Embeddings::normalized(rows).expect("no row is zero");
        let mut reports = Vec::new();
        let neighbors = nearest_neighbors(&embeddings, k, &mut |progress| reports.push(progress.done));
        assert_eq!(lists(&neighbors), nearest_plainly(&embeddings, k));
        assert_eq!(reports, [0, 512, 1_024, 1_100]);
    }

    #[test]
    fn a_duplicate_is_a_neighbor_but_oneself_is_not() {
        let rows = Array2::from_shape_vec((3, 2), vec![1.0, 0.0, 1.0, 0.0, 0.0, 1.0]).expect("3×2");
        let embeddings = Embeddings::normalized(rows).expect("no row is zero");
        let neighbors = nearest_neighbors(&embeddings, 2, &mut |_| ());
        assert_eq!(lists(&neighbors), [[1, 2], [0, 2], [0, 1]]);
        assert_eq!(neighbors.similarities[[0, 0]], 1.0);
    }
}
