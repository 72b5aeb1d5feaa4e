//! Settings of the graph: edge weights and the neighbor search.

use serde::{Deserialize, Serialize};

/// Edge weights of the kNN graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EdgeWeights {
    /// Every edge has weight 1, as in the paper.
    #[default]
    Unit,
    /// max(1, round(1000 × cosine)). Nearly equal for an encoder whose cosines are all close to 1, unless the embeddings are
    /// centered.
    Similarity,
}

/// How neighbors are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Search {
    /// Exact, unless the exact search would take too long.
    #[default]
    Auto,
    /// Exact: returns the true nearest neighbors.
    Exact,
    /// Approximate: nearly always the nearest neighbors, in a fraction of the time.
    Approximate,
}

impl Search {
    /// Whether the `k` neighbors of `n` rows of `d` numbers are searched approximately. The decision, and therefore the
    /// result, depends neither on the machine nor on the number of workers.
    pub fn is_approximate(self, n: usize, d: usize, k: usize) -> bool {
        /// n²·d above which the exact search takes too long. At d = 384 this is about 51,000 rows, for which the
        /// workers of a page compute for a quarter of a minute.
        const MAX_EXACT_WORK: f64 = 1e12;
        /// Largest k for which `Auto` uses the approximate search. Its recall is lower for more neighbors.
        const MAX_APPROXIMATE_K: usize = 20;
        match self {
            Search::Auto => (n as f64).powi(2) * d as f64 > MAX_EXACT_WORK && k <= MAX_APPROXIMATE_K,
            Search::Exact => false,
            Search::Approximate => true,
        }
    }

    /// The number of row pairs that an exact search multiplies in the time that this search takes. Used to estimate the
    /// run time.
    pub fn pairs(self, n: usize, d: usize, k: usize) -> f64 {
        let n_rows = n as f64;
        let all = n_rows * n_rows / 2.0;
        if self.is_approximate(n, d, k) {
            // Cells and their members. The remaining work per row takes as long as several thousand pairs.
            all.min(13.0 * n_rows * n_rows.sqrt() + 6_500.0 * n_rows)
        } else {
            all
        }
    }
}
