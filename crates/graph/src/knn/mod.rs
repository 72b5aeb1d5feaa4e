//! Finds the exact k nearest neighbors by cosine.
//!
//! ```text
//!                  pairs                       coarse               shortlist              rerank
//!  all pairs ──▶ pairs of two blocks ──▶ integer products ──▶ candidates per row ──▶ float products ──▶ neighbor lists
//! ```
//!
//! Nearness is defined by the float product of [`fastgas_linalg::matmul`], which has a fixed order of operations.
//! Ties: the lowest id. Therefore the lists do not depend on the machine or on the number of workers.
//! The integer products have a bounded error and exclude pairs that are certainly not among the nearest pairs.
//! Float products are therefore computed for only a few pairs.

mod approximate;
mod pairs;
mod rerank;
mod shortlist;

use ndarray::Array2;

pub use self::approximate::{Approximate, SearchChunk, Step, answer_alone, approximate};
pub use self::pairs::{Lists, Pairs, all_pairs};
pub use self::rerank::{Candidates, rerank};

use fastgas_embedding::Embeddings;
use fastgas_progress::{Progress, Report, Stage};

/// The k nearest neighbors of each instance, nearest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Neighbors {
    /// n×k instance ids of the neighbors.
    pub ids: Array2<u32>,
    /// n×k cosines of the neighbors, in descending order within each row.
    pub similarities: Array2<f32>,
}

/// Finds the k nearest neighbors of every row by cosine, exactly.
///
/// An instance is never its own neighbor, but a duplicate of the instance can be a neighbor. Ties: the lowest id.
///
/// Returns n×k neighbor lists. O(n²·d) time; O(n·k) space in addition to fixed-size tiles.
/// `report` receives the progress: the finished share of all pairs, multiplied by n.
/// Paper, Section 3, "Data Similarity Graph Generation".
///
/// # Panics
/// Panics if k is 0 or k ≥ n. `fastgas_select::Config::check` rejects such values of k.
pub fn nearest_neighbors(embeddings: &Embeddings, n_neighbors: usize, report: Report<'_>) -> Neighbors {
    let n = embeddings.len();
    assert!(
        (1..n).contains(&n_neighbors),
        "{n_neighbors} neighbors among {n} instances"
    );
    fill_exact(Neighbors::empty(n, n_neighbors), embeddings, report)
}

/// Like [`nearest_neighbors`], but fills the empty lists in `neighbors`.
/// Instances that are marked as excluded in `neighbors` get no neighbors and are not neighbors of other instances.
pub fn fill_exact(mut neighbors: Neighbors, embeddings: &Embeddings, report: Report<'_>) -> Neighbors {
    let n = embeddings.len() as u32;
    let all = Pairs {
        rows: 0..n,
        columns: 0..n,
    };
    let mut report = |pairs| report(progress(pairs, n));
    report(0);
    let lists = all.search(
        embeddings,
        neighbors.ids.ncols(),
        &neighbors.lower_bounds(&all),
        &mut report,
    );
    neighbors.merge(&all, &lists);
    neighbors
}

/// Progress of a search among `n` instances after `pairs` compared pairs: the share of all pairs, multiplied by `n`.
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
