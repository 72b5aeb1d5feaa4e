//! All settings of the selection pipeline. The settings are validated once.

use fastgas_graph::{EdgeWeights, Search};
use fastgas_partition::Preset;
use serde::{Deserialize, Serialize};

use crate::ConfigError;
use fastgas_embedding::EmbeddingsError;

/// The setting for the number of parts K.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parts {
    /// The method chooses K, depending on the budget M.
    /// FastGAS tries M and ⌈M/2⌉, and uses the K whose picks have the better coverage.
    /// The coverage is the mean, over the pool, of the highest cosine to a pick, and needs no labels.
    /// For subclustering, the automatic K is ⌊√M⌋.
    Auto,
    /// The user gives a fixed number of parts.
    Count(u32),
}

/// The selection method: FastGAS, the methods of the paper's comparison, and other strong methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// FastGAS, the default: the vertices with the largest residual degree in each part of the kNN graph.
    /// With all presets except `paper`, facility location keeps only the vertices that together cover the pool best.
    /// Settings files may contain the name of a removed method, `facility-means`, which barely differed from FastGAS.
    /// The name `facility-means` is read as FastGAS.
    #[default]
    #[serde(alias = "facility-means")]
    Fastgas,
    /// Uniformly random instances.
    Random,
    /// Instances that are among the nearest neighbors of many instances (fast vote-k, Su et al. 2022).
    /// Each instance votes for its nearest neighbors.
    /// The weight of an instance's votes decreases with each pick that the instance has voted for.
    FastVoteK,
    /// Like fast vote-k, but within groups of instances that have similar language-model confidences (Su et al. 2022).
    VoteK,
    /// Instances whose random diffusion along the kNN graph reaches the most other instances (Zhang et al. 2023).
    Ideal,
    /// The vertices with the largest degrees in the kNN graph.
    TopDegree,
    /// The vertices with the highest PageRank in the kNN graph.
    Pagerank,
    /// The medoids of k-means clusters within k-means groups (Chen et al. 2023).
    Subclustering,
    /// The vertices with the largest residual degree in each community of the graph (Blondel et al. 2008).
    Louvain,
    /// Greedy facility location: maximizes the mean cosine of all instances to their nearest pick.
    FacilityLocation,
    /// Repeatedly selects the instance that is farthest from all picks.
    KCenter,
    /// The medoid of each k-means cluster.
    KMeans,
    /// The instance with the densest neighborhood in each k-means cluster (TypiClust, Hacohen et al. 2022).
    Typical,
    /// Repeatedly selects the vertex with the most neighbors that no pick has covered yet.
    GraphCover,
}

impl Method {
    /// All methods: FastGAS, then the methods in the paper's tables, then the remaining methods.
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

    /// The name of the method in settings, files and arguments.
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

    /// A one-line description of the method, shown to users who choose a method.
    pub const fn about(self) -> &'static str {
        match self {
            Method::Fastgas => {
                "Cuts the kNN graph into balanced parts and picks well-connected texts that together cover the pool"
            }
            Method::Random => "Texts chosen at random",
            Method::FastVoteK => {
                "Texts that are among the nearest neighbors of many others; a text near a pick counts less"
            }
            Method::VoteK => "Like fast-vote-k, among texts with similar confidence of a language model",
            Method::Ideal => "Texts from which random spreading along the kNN graph reaches the most others",
            Method::TopDegree => "Texts with the largest degrees in the kNN graph",
            Method::Pagerank => "Texts with the highest PageRank in the kNN graph",
            Method::Subclustering => {
                "k-means into groups, and again within each group; the central text of each cluster"
            }
            Method::Louvain => "Texts with the largest residual degrees in each community of the kNN graph",
            Method::FacilityLocation => "Texts that together have a similar one for every text",
            Method::KCenter => "Repeatedly the text that is farthest from all picks",
            Method::KMeans => "The central text of each cluster",
            Method::Typical => "The text in the densest region of each cluster",
            Method::GraphCover => "Repeatedly the text with the most neighbors that no pick covers yet",
        }
    }

    /// True if the method can add picks to the picks of an earlier run, because it selects picks one after another.
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

    /// Whether instances vote for their nearest neighbors in this selection method.
    pub const fn votes(self) -> bool {
        matches!(self, Method::FastVoteK | Method::VoteK)
    }
}

/// The settings as the user gives them, before validation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// Budget M, the number of instances to pick.
    pub budget: u32,
    /// How many neighbors each instance has (k).
    pub n_neighbors: u32,
    /// K, the number of parts in the graph.
    pub n_parts: Parts,
    /// The preset of the graph partitioner.
    pub preset: Preset,
    /// The edge weights of the graph.
    pub edge_weights: EdgeWeights,
    /// The selection method.
    #[serde(default)]
    pub method: Method,
    /// Whether the pool's mean is subtracted from every embedding before any comparison.
    /// The published programs of vote-k and IDEAL also subtract the mean.
    /// If true, the neighbor search also uses the centered embeddings.
    #[serde(default)]
    pub centered: bool,
    /// Number of nearest neighbors that each instance votes for. Used only by voting methods.
    #[serde(default = "vote_neighbors")]
    pub vote_neighbors: u32,
    /// For [`Method::Ideal`]: whether to reproduce the program that the authors of IDEAL published.
    #[serde(default)]
    pub as_published: bool,
    /// Balance tolerance of the parts, as a fraction of their mean weight.
    /// The maximum weight of a part is max(⌈n/K⌉, ⌊(1 + imbalance)·n/K⌋) for a pool of n instances.
    pub imbalance: f64,
    /// Whether one instance represents all its duplicates. If false, each duplicate is a separate instance.
    #[serde(default)]
    pub fold_duplicates: bool,
    /// The kind of neighbor search: exact or approximate.
    #[serde(default)]
    pub search: Search,
    /// The seed of all random choices.
    pub seed: u64,
}

/// Default number of neighbors that an instance votes for, as published (Su et al. 2022).
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

/// A [`Config`] whose numbers are valid for a pool of `n_instances` instances.
#[derive(Clone, Debug, PartialEq)]
pub struct ValidConfig {
    config: Config,
    n_instances: u32,
}

impl Config {
    /// The default k for a pool of `n_instances` instances: min(10, n_instances − 1), but at least 1.
    pub fn default_neighbors(n_instances: u32) -> u32 {
        let others = n_instances.saturating_sub(1);
        Config::default().n_neighbors.min(others).max(1)
    }

    /// Whether k is the default k for a pool of `n_instances` instances.
    /// Callers use this function if they do not know whether the user chose k.
    pub fn has_default_neighbors(&self, n_instances: u32) -> bool {
        self.n_neighbors == Config::default_neighbors(n_instances)
    }

    /// Validates the settings against a pool of `n_instances` instances.
    ///
    /// If K exceeds M, [`ValidConfig::n_parts`] returns M, because parts without picks are useless.
    /// If `vote_neighbors` exceeds the number of other instances, each instance votes for all other instances.
    ///
    /// # Errors
    /// * The pool has fewer than two instances.
    /// * The budget is 0 or above the pool size.
    /// * k is 0, or k is not below the pool size ([`Config::default_neighbors`] returns a valid k).
    /// * K is 0, or `vote_neighbors` is 0.
    /// * The imbalance is below 0, above 1 or not a number.
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
    /// The settings as the user gave them, unchanged.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// N, the pool size against which the settings were validated.
    pub fn n_instances(&self) -> u32 {
        self.n_instances
    }

    /// Checks that the number of embeddings (rows) equals the pool size.
    ///
    /// # Errors
    /// Returns [`EmbeddingsError::RowsDiffer`] if the number of embeddings differs from the pool size.
    pub fn fits(&self, rows: usize) -> Result<(), EmbeddingsError> {
        if rows == self.n_instances as usize {
            return Ok(());
        }
        Err(EmbeddingsError::RowsDiffer {
            rows: rows as u64,
            n_instances: u64::from(self.n_instances),
        })
    }

    /// Checks that the budget M can be reached if `n_excluded` instances must not be picked.
    ///
    /// # Errors
    /// Returns [`ConfigError::TooFewLeft`] if fewer than M instances remain.
    pub fn check_excluded(&self, n_excluded: u32) -> Result<(), ConfigError> {
        let (budget, n_instances) = (self.config.budget, self.n_instances);
        let skipped = n_excluded.min(n_instances);
        if budget <= n_instances - skipped {
            return Ok(());
        }
        Err(ConfigError::TooFewLeft {
            budget,
            skipped,
            n_instances,
        })
    }

    /// Number of neighbors that the search must find for each instance: k, or more if the method needs more.
    pub fn n_searched(&self) -> u32 {
        let voted_for = if self.config.method.votes() {
            self.n_voted_for()
        } else {
            0
        };
        self.config.n_neighbors.max(voted_for)
    }

    /// Number of neighbors that each instance votes for.
    pub fn n_voted_for(&self) -> u32 {
        self.config.vote_neighbors.min(self.n_instances - 1)
    }

    /// The requested K, from 1 to M. `None` if the method chooses K.
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
    fn method_names_match_their_serialized_form() {
        for method in Method::ALL {
            assert_eq!(serde_json::to_value(method).expect("a name"), method.name());
        }
    }

    #[test]
    fn settings_without_method_fields_deserialize_to_defaults() {
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
    fn default_neighbors_fit_every_pool_of_two_or_more() {
        let defaults = [2, 3, 10, 11, 5_000].map(|n| (n, Config::default_neighbors(n)));
        assert_eq!(defaults, [(2, 1), (3, 2), (10, 9), (11, 10), (5_000, 10)]);
        for (n, n_neighbors) in defaults {
            let config = Config {
                budget: 1,
                n_neighbors,
                ..Config::default()
            };
            assert!(config.check(n).is_ok(), "{n}");
            assert!(config.has_default_neighbors(n), "{n}");
        }
        assert!(
            !Config::default().has_default_neighbors(10),
            "10 texts have only 9 neighbors"
        );
    }

    #[test]
    fn budget_must_fit_the_instances_that_may_be_picked() {
        let config = Config {
            budget: 14,
            ..Config::default()
        };
        let valid = config.check(15).expect("it fits");
        assert_eq!(
            [0, 1].map(|n_excluded| valid.check_excluded(n_excluded)),
            [Ok(()), Ok(())]
        );
        let message = |n_excluded| {
            valid
                .check_excluded(n_excluded)
                .expect_err("too few are left")
                .to_string()
        };
        assert_eq!(
            message(2),
            "the budget is 14, but without the 2 skipped or empty texts the pool has only 13 texts"
        );
        assert!(message(u32::MAX).contains("only 0 texts"));
    }

    #[test]
    fn voting_methods_search_more_neighbors() {
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
    fn auto_search_is_approximate_only_for_large_pools() {
        assert!(!Search::Auto.is_approximate(30_000, 384, 10));
        assert!(Search::Auto.is_approximate(63_666, 384, 10));
        assert!(!Search::Auto.is_approximate(63_666, 384, 21));
        // The following pool sizes are thresholds from docs/determinism.md: larger pools use the approximate search.
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
