//! Exact k nearest neighbors by cosine.
//!
//! ```text
//!                  pairs                       coarse               shortlist                  rerank
//!  all pairs ──▶ pairs of two blocks ──▶ integer products ──▶ who may be among k ──▶ strict products ──▶ lists
//! ```
//!
//! What counts as nearest is the strict product of [`fastgas_linalg::matmul`], ties by lowest id, so the lists are the same on
//! every machine, for any number of workers. The integers only rule out, by a bound on their error, who is surely not
//! among the nearest: the strict product is taken of few pairs.

mod approximate;
mod pairs;
mod rerank;
mod shortlist;

use ndarray::Array2;

pub use self::approximate::{Approximate, Portion, Step, answer_alone, approximate};
pub use self::pairs::{Lists, Pairs, all_pairs};
pub use self::rerank::{Candidates, rerank};

use fastgas_embedding::Embeddings;
use fastgas_progress::{Progress, Report, Stage};

/// The k nearest neighbors of each instance, nearest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Neighbors {
    /// n×k instance ids.
    pub ids: Array2<u32>,
    /// n×k cosines, falling along each row.
    pub similarities: Array2<f32>,
}

/// The k nearest neighbors of every row by cosine, exactly.
///
/// An instance is never its own neighbor, which goes by its index: a duplicate of it may be. Ties: lowest id.
///
/// Returns n×k lists. O(n²·d) time; O(n·k) space beside fixed tiles. Progress counts instances' worth of pairs.
/// Paper, Section 3, "Data Similarity Graph Generation".
///
/// # Panics
/// When k is 0 or k ≥ n, which [`fastgas_select::Config::check`] refuses.
pub fn nearest_neighbors(embeddings: &Embeddings, n_neighbors: usize, report: Report<'_>) -> Neighbors {
    let n = embeddings.len();
    assert!(
        (1..n).contains(&n_neighbors),
        "{n_neighbors} neighbors among {n} instances"
    );
    complete(Neighbors::none(n, n_neighbors), embeddings, report)
}

/// As [`nearest_neighbors`], but without the instances that are left out of `neighbors`, which are otherwise empty.
pub fn complete(mut neighbors: Neighbors, embeddings: &Embeddings, report: Report<'_>) -> Neighbors {
    let n = embeddings.len() as u32;
    let all = Pairs {
        rows: 0..n,
        columns: 0..n,
    };
    let mut report = |pairs| report(progress(pairs, n));
    report(0);
    let lists = all.search(embeddings, neighbors.ids.ncols(), &neighbors.floors(&all), &mut report);
    neighbors.merge(&all, &lists);
    neighbors
}

/// How far the neighbors of `n` instances are when so many pairs are done: all of them are n units.
pub fn progress(pairs: u64, n: u32) -> Progress {
    let all = u64::from(n) * u64::from(n - 1) / 2;
    Progress {
        stage: Stage::Neighbors,
        done: (u64::from(n) * pairs / all) as u32,
        total: n,
    }
}

#[cfg(test)]
mod tests;
