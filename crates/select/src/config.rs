//! Every setting of the pipeline, validated once.

use fastgas_graph::{EdgeWeights, Search};
use fastgas_partition::Preset;
use serde::{Deserialize, Serialize};

use crate::ConfigError;
use fastgas_embedding::EmbeddingsError;

/// K, the number of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parts {
    /// M or M/2, whatever gives picks that cover the pool better, which needs no labels: the mean, over the pool, of the
    /// best cosine to a pick.
    Auto,
    /// This many.
    Count(u32),
}

/// How the instances are selected: FastGAS, the methods that the paper compares it with, and strong ones that it lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Parts of the kNN graph, and the largest residual degrees in each; with any preset but `paper`, what of these covers
    /// the pool together. The default. A method of an earlier version that did nearly the same is read as this one.
    #[default]
    #[serde(alias = "facility-means")]
    Fastgas,
    /// Texts chosen at random.
    Random,
    /// Those that many have among their nearest, neighbors of picks counting less and less (Su et al. 2022).
    FastVoteK,
    /// The same among instances of which a language model is equally sure (Su et al. 2022).
    VoteK,
    /// Those from which most others are reached by chance along the kNN graph (Zhang et al. 2023).
    Ideal,
    /// The largest degrees.
    TopDegree,
    /// The highest PageRank.
    Pagerank,
    /// Clusters by k-means, in each of them clusters by k-means again.
    Subclustering,
    /// Communities, and the largest residual degrees in each (Blondel et al. 2008).
    Louvain,
    /// Those that together have something similar for everyone.
    FacilityLocation,
    /// Again and again the one that is farthest from all picks.
    KCenter,
    /// The instance in the middle of each cluster.
    KMeans,
    /// The instance of each cluster whose surroundings are densest (Hacohen et al. 2022).
    Typical,
    /// Again and again the one that has the most neighbors that no pick has.
    GraphCover,
}

impl Method {
    /// Every method: ours, those of the paper's tables, the others.
    pub const ALL: [Method; 14] = [
        Method::Fastgas,
        Method::Random,
        Method::FastVoteK,
        Method::VoteK,
        Method::Ideal,
        Method::TopDegree,
        Method::Pagerank,
        Method::Subclustering,
        Method::Louvain,
        Method::FacilityLocation,
        Method::KCenter,
        Method::KMeans,
        Method::Typical,
        Method::GraphCover,
    ];

    /// Its name in settings, files and arguments.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Fastgas => "fastgas",
            Method::Random => "random",
            Method::FastVoteK => "fast-vote-k",
            Method::VoteK => "vote-k",
            Method::Ideal => "ideal",
            Method::TopDegree => "top-degree",
            Method::Pagerank => "pagerank",
            Method::Subclustering => "subclustering",
            Method::Louvain => "louvain",
            Method::FacilityLocation => "facility-location",
            Method::KCenter => "k-center",
            Method::KMeans => "k-means",
            Method::Typical => "typical",
            Method::GraphCover => "graph-cover",
        }
    }

    /// What it does, in a line for those who choose.
    pub const fn about(self) -> &'static str {
        match self {
            Method::Fastgas => {
                "Cut the kNN graph into parts; what is most connected in each and covers the pool together"
            }
            Method::Random => "Texts chosen at random",
            Method::FastVoteK => "Texts that many have among their nearest; one near a pick counts less",
            Method::VoteK => "As fast-vote-k, among texts of which a language model is equally sure",
            Method::Ideal => "Those from which most others are reached by chance along the kNN graph",
            Method::TopDegree => "The largest degrees in the kNN graph",
            Method::Pagerank => "The highest PageRank in the kNN graph",
            Method::Subclustering => "k-means into groups, and again in each group; the middle of each cluster",
            Method::Louvain => "Communities of the kNN graph; the largest residual degrees of each",
            Method::FacilityLocation => "Those that together have something similar for every text",
            Method::KCenter => "Again and again the text that is farthest from all picks",
            Method::KMeans => "The text in the middle of each cluster",
            Method::Typical => "The text of each cluster whose surroundings are densest",
            Method::GraphCover => "Again and again the text with the most neighbors that no pick has",
        }
    }

    /// Whether it can go on from earlier picks: it takes one after the other, each knowing those before.
    pub const fn extends(self) -> bool {
        match self {
            Method::Fastgas
            | Method::Random
            | Method::FastVoteK
            | Method::TopDegree
            | Method::Pagerank
            | Method::FacilityLocation
            | Method::KCenter
            | Method::GraphCover => true,
            Method::VoteK
            | Method::Ideal
            | Method::Subclustering
            | Method::Louvain
            | Method::KMeans
            | Method::Typical => false,
        }
    }

    /// Whether instances vote for their nearest.
    pub const fn votes(self) -> bool {
        matches!(self, Method::FastVoteK | Method::VoteK)
    }
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
    /// How the instances are selected.
    #[serde(default)]
    pub method: Method,
    /// Whether the pool's mean is subtracted from every embedding before anything is compared, as the programs of
    /// Vote-k and IDEAL have it; then the neighbors are those of the centered embeddings.
    #[serde(default)]
    pub centered: bool,
    /// For the methods that vote: how many of its nearest each instance votes for.
    #[serde(default = "vote_neighbors")]
    pub vote_neighbors: u32,
    /// For [`Method::Ideal`]: as its authors' program does it.
    #[serde(default)]
    pub as_published: bool,
    /// Balance tolerance: no part may weigh more than (1 + imbalance) × the mean, rounded up to whole instances.
    pub imbalance: f64,
    /// Whether one instance stands for all of its duplicates, instead of each for itself.
    #[serde(default)]
    pub fold_duplicates: bool,
    /// How the neighbors are searched.
    #[serde(default)]
    pub search: Search,
    /// All randomness comes from here.
    pub seed: u64,
}

/// As published (Su et al. 2022).
fn vote_neighbors() -> u32 {
    150
}

impl Default for Config {
    fn default() -> Self {
        Config {
            budget: 18,
            n_neighbors: 10,
            n_parts: Parts::Auto,
            preset: Preset::default(),
            edge_weights: EdgeWeights::default(),
            method: Method::default(),
            centered: false,
            vote_neighbors: vote_neighbors(),
            as_published: false,
            imbalance: 0.03,
            fold_duplicates: false,
            search: Search::default(),
            seed: 0,
        }
    }
}

/// A [`Config`] that fits a pool of `n_instances`: every number is in range.
#[derive(Clone, Debug, PartialEq)]
pub struct ValidConfig {
    config: Config,
    n_instances: u32,
}

impl Config {
    /// Checks the settings against a pool of `n_instances`.
    ///
    /// K above M is lowered to M, since a part without a pick serves nobody; votes for more than all others are votes
    /// for all others.
    ///
    /// # Errors
    /// [`ConfigError`], the first that applies: a pool under two instances, a budget of 0 or above the pool,
    /// k of 0 or not below the pool, K of 0, votes for nobody, an imbalance below 0, above 1 or not a number.
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
        if self.vote_neighbors == 0 {
            return Err(ConfigError::VoteNeighborsZero);
        }
        if !(0.0..=1.0).contains(&self.imbalance) {
            return Err(ConfigError::Imbalance {
                imbalance: self.imbalance,
            });
        }
        Ok(ValidConfig {
            config: self.clone(),
            n_instances,
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
    /// [`EmbeddingsError::RowsDiffer`].
    pub fn fits(&self, rows: usize) -> Result<(), EmbeddingsError> {
        if rows == self.n_instances as usize {
            return Ok(());
        }
        Err(EmbeddingsError::RowsDiffer {
            rows: rows as u64,
            n_instances: u64::from(self.n_instances),
        })
    }

    /// How many neighbors of each instance are searched: k, or more where the method needs more.
    pub fn n_searched(&self) -> u32 {
        let voted_for = if self.config.method.votes() {
            self.n_voted_for()
        } else {
            0
        };
        self.config.n_neighbors.max(voted_for)
    }

    /// How many instances each one votes for.
    pub fn n_voted_for(&self) -> u32 {
        self.config.vote_neighbors.min(self.n_instances - 1)
    }

    /// K as it was asked for, 1 to M; none where it is to be found.
    pub fn n_parts(&self) -> Option<u32> {
        match self.config.n_parts {
            Parts::Auto => None,
            Parts::Count(count) => Some(count.min(self.config.budget)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_has_one_name_everywhere() {
        for method in Method::ALL {
            assert_eq!(serde_json::to_value(method).expect("a name"), method.name());
        }
    }

    #[test]
    fn settings_of_before_there_were_methods_are_still_read() {
        let mut old = serde_json::to_value(Config::default()).expect("settings");
        let fields = old.as_object_mut().expect("a map");
        for new in ["method", "centered", "vote_neighbors", "as_published"] {
            fields.remove(new).expect(new);
        }
        assert_eq!(
            serde_json::from_value::<Config>(old).expect("settings"),
            Config::default()
        );
    }

    #[test]
    fn who_votes_needs_more_neighbors() {
        let searched = |method, vote_neighbors, n| {
            let config = Config {
                method,
                vote_neighbors,
                ..Config::default()
            };
            config.check(n).expect("it fits").n_searched()
        };
        assert_eq!(searched(Method::Fastgas, 150, 1_000), 10);
        assert_eq!(searched(Method::FastVoteK, 150, 1_000), 150);
        assert_eq!(searched(Method::VoteK, 150, 100), 99);
        assert_eq!(searched(Method::VoteK, 5, 100), 10);
    }

    #[test]
    fn only_large_pools_are_searched_approximately_unasked() {
        assert!(!Search::Auto.is_approximate(30_000, 384, 10));
        assert!(Search::Auto.is_approximate(63_666, 384, 10));
        assert!(!Search::Auto.is_approximate(63_666, 384, 21));
        // As the README has it.
        for (n, d) in [(31_250, 1_024), (51_031, 384), (125_000, 64)] {
            let is_approximate = |n| Search::Auto.is_approximate(n, d, 20);
            assert_eq!([n, n + 1].map(is_approximate), [false, true], "{n} rows of {d}");
        }
        assert!(!Search::Exact.is_approximate(1 << 20, 384, 10));
        assert!(Search::Approximate.is_approximate(2, 1, 1));
        assert!(Search::Auto.pairs(63_666, 384, 10) < Search::Exact.pairs(63_666, 384, 10) / 3.0);
        assert_eq!(Search::Auto.pairs(1_000, 384, 10), 500_000.0);
    }
}
