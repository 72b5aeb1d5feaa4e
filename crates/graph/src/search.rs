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
    /// The choice depends only on n, d and k, so every machine and number of workers finds the same neighbor lists.
    pub fn is_approximate(self, n: usize, d: usize, k: usize) -> bool {
        /// Number of operations (n²·d) above which the exact search takes too long.
        /// The limit is about 51,000 rows with d = 384, which the workers of a browser page search in about 15 seconds.
        const MAX_EXACT_WORK: f64 = 1e12;
        /// Largest k for which `Auto` uses the approximate search, whose recall is lower for larger k.
        const MAX_APPROXIMATE_K: usize = 20;
        match self {
            Search::Auto => (n as f64).powi(2) * d as f64 > MAX_EXACT_WORK && k <= MAX_APPROXIMATE_K,
            Search::Exact => false,
            Search::Approximate => true,
        }
    }

    /// Estimated run time of the search, in units of the time that the exact search needs to multiply one pair of rows.
    pub fn pairs(self, n: usize, d: usize, k: usize) -> f64 {
        let n_rows = n as f64;
        let all = n_rows * n_rows / 2.0;
        if self.is_approximate(n, d, k) {
            // In the approximate search, each row is multiplied with about 13·√n cell centers and members of cells.
            // The other steps of the approximate search take as much time as 6,500 multiplied pairs per row.
            all.min(13.0 * n_rows * n_rows.sqrt() + 6_500.0 * n_rows)
        } else {
            all
        }
    }
}
