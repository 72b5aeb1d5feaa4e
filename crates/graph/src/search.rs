//! Settings of the graph: edge weights and the neighbor search.

use serde::{Deserialize, Serialize};

/// Edge weights of the kNN graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EdgeWeights {
    /// Every edge weighs 1, as in the paper.
    #[default]
    Unit,
    /// max(1, round(1000 × cosine)).
    Similarity,
}

/// How the neighbors are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Search {
    /// Exactly, unless that takes long.
    #[default]
    Auto,
    /// The nearest and no others.
    Exact,
    /// Nearly always the nearest, in a fraction of the time.
    Approximate,
}

impl Search {
    /// Whether the `k` neighbors of `n` rows of `d` numbers are searched approximately. That depends neither on the
    /// machine nor on how many workers it has, so that the neighbors do not.
    pub fn is_approximate(self, n: usize, d: usize, k: usize) -> bool {
        /// n²·d from which on the exact search takes more than patience: at d = 384 some 51,000 rows, for which the
        /// workers of a page have to compute for a quarter of a minute.
        const LARGE: f64 = 1e12;
        /// Of more neighbors, fewer are found.
        const FEW: usize = 20;
        match self {
            Search::Auto => (n as f64).powi(2) * d as f64 > LARGE && k <= FEW,
            Search::Exact => false,
            Search::Approximate => true,
        }
    }

    /// How many pairs of rows an exact search multiplies in the time that this one takes, for an estimate of it.
    pub fn pairs(self, n: usize, d: usize, k: usize) -> f64 {
        let n_rows = n as f64;
        let all = n_rows * n_rows / 2.0;
        if self.is_approximate(n, d, k) {
            // Cells and what is in them; what is done with each row besides takes as long as some thousands of pairs.
            all.min(13.0 * n_rows * n_rows.sqrt() + 6_500.0 * n_rows)
        } else {
            all
        }
    }
}
