//! Every setting of the pipeline, validated once.

use serde::{Deserialize, Serialize};

use crate::error::{ConfigError, GraphError};

/// K, the number of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parts {
    /// K = M: one pick from each part. Over 21 runs it came closest to the best K that a look at the test
    /// set could have chosen, at both budgets.
    Auto,
    /// This many.
    Count(u32),
}

/// How the graph is cut into parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// As published: random matching, region growing from 10 vertices, refinement by Fiduccia–Mattheyses.
    Paper,
    /// A low cut in the least time.
    Fast,
    /// A lower cut in about three times that time; the default.
    #[default]
    Best,
    /// The lowest cut, in about five times as long again.
    Strong,
}

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

/// The settings as a person gives them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// M: how many instances to pick.
    pub budget: u32,
    /// k: neighbours of each instance.
    pub n_neighbors: u32,
    /// K: parts of the graph.
    pub n_parts: Parts,
    /// How the graph is cut.
    pub preset: Preset,
    /// What the graph's edges weigh.
    pub edge_weights: EdgeWeights,
    /// Balance tolerance: no part may weigh more than (1 + imbalance) × the mean, rounded up to whole instances.
    pub imbalance: f64,
    /// Whether one instance stands for all of its duplicates, instead of each for itself.
    #[serde(default)]
    pub fold_duplicates: bool,
    /// All randomness comes from here.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            budget: 18,
            n_neighbors: 10,
            n_parts: Parts::Auto,
            preset: Preset::default(),
            edge_weights: EdgeWeights::default(),
            imbalance: 0.03,
            fold_duplicates: false,
            seed: 0,
        }
    }
}

/// A [`Config`] that fits a pool of `n_instances`: K is resolved, and every number is in range.
#[derive(Clone, Debug, PartialEq)]
pub struct ValidConfig {
    config: Config,
    n_instances: u32,
    n_parts: u32,
}

impl Config {
    /// Checks the settings against a pool of `n_instances`.
    ///
    /// K above M is lowered to M, since a part without a pick serves nobody.
    ///
    /// # Errors
    /// [`ConfigError`], the first that applies: a pool under two instances, a budget of 0 or above the pool,
    /// k of 0 or not below the pool, K of 0, an imbalance below 0, above 1 or not a number.
    pub fn check(&self, n_instances: u32) -> Result<ValidConfig, ConfigError> {
        if n_instances < 2 {
            return Err(ConfigError::PoolTooSmall { n_instances });
        }
        if self.budget == 0 {
            return Err(ConfigError::BudgetZero);
        }
        if self.budget > n_instances {
            return Err(ConfigError::BudgetAbovePool {
                budget: self.budget,
                n_instances,
            });
        }
        if self.n_neighbors == 0 {
            return Err(ConfigError::NeighborsZero);
        }
        if self.n_neighbors >= n_instances {
            return Err(ConfigError::NeighborsAbovePool {
                n_neighbors: self.n_neighbors,
                n_instances,
            });
        }
        if self.n_parts == Parts::Count(0) {
            return Err(ConfigError::PartsZero);
        }
        if !(0.0..=1.0).contains(&self.imbalance) {
            return Err(ConfigError::Imbalance {
                imbalance: self.imbalance,
            });
        }
        let n_parts = match self.n_parts {
            Parts::Auto => self.budget,
            Parts::Count(count) => count.min(self.budget),
        };
        Ok(ValidConfig {
            config: self.clone(),
            n_instances,
            n_parts,
        })
    }
}

impl ValidConfig {
    /// The settings as they were given.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// N, the size of the pool that these settings were checked against.
    pub fn n_instances(&self) -> u32 {
        self.n_instances
    }

    /// Whether so many rows are those of the pool.
    ///
    /// # Errors
    /// [`GraphError::RowsDiffer`].
    pub fn fits(&self, rows: usize) -> Result<(), GraphError> {
        if rows == self.n_instances as usize {
            return Ok(());
        }
        Err(GraphError::RowsDiffer {
            rows: rows as u64,
            n_instances: u64::from(self.n_instances),
        })
    }

    /// K, resolved: 1 ≤ K ≤ M.
    pub fn n_parts(&self) -> u32 {
        self.n_parts
    }
}
