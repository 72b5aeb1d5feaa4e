//! What the GPU has begun, and what is left of it when the lists of the first rows are known.

use std::ops::Range;

use ndarray::s;

use crate::device::{Ended, Searched, WhyCpu};
use crate::knn::{Neighbors, Pairs, all_pairs};
use fastgas_embedding::Embeddings;
use fastgas_progress::{Progress, Report, Stage};

/// A search that may begin on the GPU.
#[derive(Clone, Debug, Default)]
pub struct Begun {
    neighbors: Neighbors,
    settled: usize,
}

impl Begun {
    /// Nothing is found yet. On a GPU only the search of all can begin, with nobody left out of `start`.
    pub fn new(start: Neighbors) -> Begun {
        Begun {
            neighbors: start,
            settled: 0,
        }
    }

    /// Takes in the lists of the rows from `first` on. Returns whether that is where the lists before them end, and they
    /// fit; nothing is taken in if not.
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

    /// The lists so far, what is left of the search, for so many workers, and what it comes to.
    pub fn ended(mut self, ended: Ended, workers: usize) -> (Neighbors, Rest, Searched) {
        let (n, k) = self.neighbors.ids.dim();
        if ended.why == Some(WhyCpu::Wrong) {
            self = Begun::new(Neighbors::none(n, k));
        }
        let searched = Searched::after(ended, self.settled as u32);
        (
            self.neighbors,
            Rest::new(self.settled as u32, n as u32, workers),
            searched,
        )
    }
}

/// The rows after the `settled` first ones, of `n`.
///
/// ```text
///           settled      n
///      ┌──────────┬──────┐
///      │  known   │  ■■  │   the settled rows are held against the others, which look for their neighbors among
///      ├──────────┼──────┤   them, but look for nobody themselves: their floors are too high
///      │          │  ◣■  │
///      └──────────┴──────┘
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rest {
    /// Rows whose lists are known.
    pub settled: u32,
    /// All rows.
    pub n: u32,
    /// The pairs that are left, each once.
    pub portions: Vec<Pairs>,
}

impl Rest {
    /// What is left, for so many workers: all pairs where nothing is settled, none where all is.
    pub fn new(settled: u32, n: u32, workers: usize) -> Rest {
        if settled == n {
            return Rest {
                settled,
                n,
                portions: Vec::new(),
            };
        }
        let shifted = |range: Range<u32>, by: u32| range.start + by..range.end + by;
        let new = all_pairs(n - settled, workers).into_iter().map(|portion| Pairs {
            rows: shifted(portion.rows, settled),
            columns: shifted(portion.columns, settled),
        });
        let mut all: Vec<Pairs> = new.collect();
        if settled > 0 {
            let blocks = |portions: &[Pairs]| -> Vec<Range<u32>> {
                let own = portions.iter().filter(|portion| portion.is_one_block());
                own.map(|portion| portion.rows.clone()).collect()
            };
            let old = blocks(&all_pairs(settled, 1));
            for columns in blocks(&all) {
                all.extend(old.iter().cloned().map(|rows| Pairs {
                    rows,
                    columns: columns.clone(),
                }));
            }
        }
        Rest {
            settled,
            n,
            portions: all,
        }
    }

    /// For each instance of a portion, the least similarity that is of interest.
    pub fn floors(&self, portion: &Pairs, neighbors: &Neighbors) -> Vec<f32> {
        let mut floors = neighbors.floors(portion);
        for (floor, instance) in floors.iter_mut().zip(portion.instances()) {
            if instance < self.settled {
                // Higher than any cosine; +∞ would leave it out for the others too.
                *floor = f32::MAX;
            }
        }
        floors
    }

    /// How far the search is when so many of its pairs are done, in rows.
    pub fn progress(&self, pairs: u64) -> Progress {
        let all: u64 = self.portions.iter().map(Pairs::n_pairs).sum();
        let rows = u64::from(self.n - self.settled);
        Progress {
            stage: Stage::Neighbors,
            done: self.settled + (rows * pairs).checked_div(all).unwrap_or(rows) as u32,
            total: self.n,
        }
    }

    /// Does it, here: `neighbors` holds the lists of the settled rows, and afterwards those of all.
    pub fn search(&self, embeddings: &Embeddings, neighbors: &mut Neighbors, report: Report<'_>) {
        let k = neighbors.ids.ncols();
        let mut before = 0;
        for portion in &self.portions {
            let floors = self.floors(portion, neighbors);
            let mut tell = |pairs| report(self.progress(before + pairs));
            let lists = portion.search(embeddings, k, &floors, &mut tell);
            neighbors.merge(portion, &lists);
            before += portion.n_pairs();
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
        fn settled_lists_stay_and_the_others_come(n in 2usize..60, k in 1usize..8, share in 0f64..1.0, workers in 1usize..4, seed: u32) {
            let k = k.min(n - 1);
            let settled = (n as f64 * share) as usize;
            let mut state = seed;
            // Few distinct coordinates, so that duplicates and ties are common.
            let rows = Array2::from_shape_simple_fn((n, 3), || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 29) as f32 - 3.5
            });
            let embeddings = Embeddings::normalized(rows).expect("no row is zero");
            let expected = nearest_neighbors(&embeddings, k, &mut |_| ());
            let mut neighbors = Neighbors::none(n, k);
            let known = s![..settled, ..];
            neighbors.ids.slice_mut(known).assign(&expected.ids.slice(known));
            neighbors.similarities.slice_mut(known).assign(&expected.similarities.slice(known));
            let mut reports = Vec::new();
            Rest::new(settled as u32, n as u32, workers)
                .search(&embeddings, &mut neighbors, &mut |progress| reports.push(progress.done as usize));
            prop_assert_eq!(neighbors, expected);
            prop_assert!(reports.is_sorted() && reports[0] >= settled && reports[reports.len() - 1] == n);
        }
    }
}
