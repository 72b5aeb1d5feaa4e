//! Settings of the kNN graph: edge weights and the neighbor search.

use serde::{Deserialize, Serialize};

/// Edge weights of the kNN graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EdgeWeights {
    /// Every edge has weight 1, as in the paper.
    #[default]
    Unit,
    /// The weight of an edge is max(1, round(1000 × cosine)).
    /// If all cosines of an encoder are close to 1, the weights are nearly equal unless the embeddings are centered.
    Similarity,
}

/// Method of the neighbor search: exact or approximate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Search {
    /// Exact search; approximate search if the exact search would take too long.
    #[default]
    Auto,
    /// Exact search, which returns the true nearest neighbors.
    Exact,
    /// Approximate search, which nearly always finds the nearest neighbors in a fraction of the time.
    Approximate,
}

impl Search {
    /// Whether the search for the `k` nearest neighbors in an n×d matrix is approximate.
    /// The result depends neither on the machine nor on the number of workers.
    /// Therefore the neighbor lists do not depend on them either.
    pub fn is_approximate(self, n: usize, d: usize, k: usize) -> bool {
        /// Number of operations (n²·d) above which the exact search takes too long.
        /// At d = 384 this limit is about 51,000 rows.
        /// For these rows, the workers of a browser page need about 15 seconds.
        const MAX_EXACT_WORK: f64 = 1e12;
        /// Largest k for which `Auto` uses the approximate search.
        /// For larger k, the approximate search has a lower recall.
        const MAX_APPROXIMATE_K: usize = 20;
        match self {
            Search::Auto => (n as f64).powi(2) * d as f64 > MAX_EXACT_WORK && k <= MAX_APPROXIMATE_K,
            Search::Exact => false,
            Search::Approximate => true,
        }
    }

    /// Run time of the search, as the number of row pairs that the exact search multiplies in this time.
    /// Used for estimating the run time in seconds.
    pub fn pairs(self, n: usize, d: usize, k: usize) -> f64 {
        let n_rows = n as f64;
        let all = n_rows * n_rows / 2.0;
        if self.is_approximate(n, d, k) {
            // Each row is multiplied with about 13·√n other rows: cell centers, and members of cells.
            // All other steps take as much time as 6,500 multiplied pairs per row.
            all.min(13.0 * n_rows * n_rows.sqrt() + 6_500.0 * n_rows)
        } else {
            all
        }
    }
}
