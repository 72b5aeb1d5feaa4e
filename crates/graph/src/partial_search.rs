//! Neighbor search that starts on the GPU and continues on the CPU if the GPU found the lists of only some rows.

use std::ops::Range;

use ndarray::s;

use crate::device::{CpuReason, GpuOutcome, SearchBackend};
use crate::knn::{Neighbors, Pairs, all_pairs};
use fastgas_embedding::Embeddings;
use fastgas_progress::{Progress, Report, Stage};

/// The neighbor lists that the GPU has found so far. The CPU later finds the lists that are missing.
#[derive(Clone, Debug, Default)]
pub struct PartialSearch {
    neighbors: Neighbors,
    settled: usize,
}

impl PartialSearch {
    /// Starts without any lists. `start` must not exclude an instance, because the GPU always searches all rows.
    pub fn new(start: Neighbors) -> PartialSearch {
        PartialSearch {
            neighbors: start,
            settled: 0,
        }
    }

    /// Stores the neighbor lists of consecutive rows, of which `first` is the first row.
    /// Returns whether the lists are valid: they must directly follow the stored lists and have the right shape.
    /// Lists that are not valid are not stored.
    pub fn found(&mut self, first: usize, lists: &Neighbors) -> bool {
        let end = first + lists.ids.nrows();
        let fits = first == self.settled
            && end <= self.neighbors.ids.nrows()
            && lists.ids.ncols() == self.neighbors.ids.ncols()
            && lists.ids.dim() == lists.similarities.dim();
        if fits {
            let rows = s![first..end, ..];
            self.neighbors.ids.slice_mut(rows).assign(&lists.ids);
            self.neighbors.similarities.slice_mut(rows).assign(&lists.similarities);
            self.settled = end;
        }
        fits
    }

    /// Returns the lists found so far, the remaining pairs split for `workers` workers, and the backend of the search.
    /// If a result of the GPU is wrong, all lists of the GPU are discarded.
    pub fn ended(mut self, ended: GpuOutcome, workers: usize) -> (Neighbors, RemainingSearch, SearchBackend) {
        let (n, k) = self.neighbors.ids.dim();
        if ended.why == Some(CpuReason::Wrong) {
            self = PartialSearch::new(Neighbors::empty(n, k));
        }
        let searched = SearchBackend::after(ended, self.settled as u32);
        (
            self.neighbors,
            RemainingSearch::new(self.settled as u32, n as u32, workers),
            searched,
        )
    }
}

/// What the CPU still has to search after the GPU has found the lists of the first `settled` of `n` rows.
///
/// ```text
///           settled      n
///      ┌──────────┬──────┐
///      │  known   │  ■■  │   the settled rows are compared with the remaining rows, which need neighbors among all
///      ├──────────┼──────┤   rows; the lists of the settled rows accept no further neighbors
///      │          │  ◣■  │
///      └──────────┴──────┘
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RemainingSearch {
    /// Number of settled rows, which are the rows with known lists.
    pub settled: u32,
    /// Total number of rows in the pool.
    pub n: u32,
    /// The pairs that remain to be searched. Each pair occurs exactly once.
    pub chunks: Vec<Pairs>,
}

impl RemainingSearch {
    /// Splits the remaining pairs into chunks for `workers` workers.
    /// If no row is settled, all pairs remain. If all rows are settled, no pairs remain.
    pub fn new(settled: u32, n: u32, workers: usize) -> RemainingSearch {
        if settled == n {
            return RemainingSearch {
                settled,
                n,
                chunks: Vec::new(),
            };
        }
        let shifted = |range: Range<u32>, by: u32| range.start + by..range.end + by;
        let new = all_pairs(n - settled, workers).into_iter().map(|chunk| Pairs {
            rows: shifted(chunk.rows, settled),
            columns: shifted(chunk.columns, settled),
        });
        let mut all: Vec<Pairs> = new.collect();
        if settled > 0 {
            let blocks = |chunks: &[Pairs]| -> Vec<Range<u32>> {
                let own = chunks.iter().filter(|chunk| chunk.is_one_block());
                own.map(|chunk| chunk.rows.clone()).collect()
            };
            let old = blocks(&all_pairs(settled, 1));
            for columns in blocks(&all) {
                all.extend(old.iter().cloned().map(|rows| Pairs {
                    rows,
                    columns: columns.clone(),
                }));
            }
        }
        RemainingSearch {
            settled,
            n,
            chunks: all,
        }
    }

    /// For each instance of a chunk, the minimum similarity that a candidate needs to enter the instance's list.
    pub fn lower_bounds(&self, chunk: &Pairs, neighbors: &Neighbors) -> Vec<f32> {
        let mut lower_bounds = neighbors.lower_bounds(chunk);
        for (lower_bound, instance) in lower_bounds.iter_mut().zip(chunk.instances()) {
            if instance < self.settled {
                // The minimum `f32::MAX` exceeds every cosine, so the list of a settled row accepts no more neighbors.
                // The minimum ∞ would also exclude the settled row from the lists of other rows.
                *lower_bound = f32::MAX;
            }
        }
        lower_bounds
    }

    /// Progress of the search in rows, after `pairs` of the remaining pairs. Settled rows count as finished.
    pub fn progress(&self, pairs: u64) -> Progress {
        let all: u64 = self.chunks.iter().map(Pairs::n_pairs).sum();
        let rows = u64::from(self.n - self.settled);
        Progress {
            stage: Stage::Neighbors,
            done: self.settled + (rows * pairs).checked_div(all).unwrap_or(rows) as u32,
            total: self.n,
        }
    }

    /// Finds the missing neighbor lists on the current thread and adds them to `neighbors`.
    /// `neighbors` contains the lists of the settled rows. `report` receives the progress.
    pub fn search(&self, embeddings: &Embeddings, neighbors: &mut Neighbors, report: Report<'_>) {
        let k = neighbors.ids.ncols();
        let mut before = 0;
        for chunk in &self.chunks {
            let lower_bounds = self.lower_bounds(chunk, neighbors);
            let mut report_pairs = |pairs| report(self.progress(before + pairs));
            let lists = chunk.search(embeddings, k, &lower_bounds, &mut report_pairs);
            neighbors.merge(chunk, &lists);
            before += chunk.n_pairs();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nearest_neighbors;
    use ndarray::{Array2, s};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn remaining_search_completes_lists_and_keeps_settled_ones(n in 2usize..60, k in 1usize..8, share in 0f64..1.0, workers in 1usize..4, seed: u32) {
            let k = k.min(n - 1);
            let settled = (n as f64 * share) as usize;
            let mut state = seed;
            // The rows have few distinct coordinates, so that duplicates and ties are common.
            let rows = Array2::from_shape_simple_fn((n, 3), || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 29) as f32 - 3.5
            });
            let embeddings = Embeddings::normalized(rows).expect("no row is zero");
            let expected = nearest_neighbors(&embeddings, k, &mut |_| ());
            let mut neighbors = Neighbors::empty(n, k);
            let known = s![..settled, ..];
            neighbors.ids.slice_mut(known).assign(&expected.ids.slice(known));
            neighbors.similarities.slice_mut(known).assign(&expected.similarities.slice(known));
            let mut reports = Vec::new();
            RemainingSearch::new(settled as u32, n as u32, workers)
                .search(&embeddings, &mut neighbors, &mut |progress| reports.push(progress.done as usize));
            prop_assert_eq!(neighbors, expected);
            prop_assert!(reports.is_sorted() && reports[0] >= settled && reports[reports.len() - 1] == n);
        }
    }
}
