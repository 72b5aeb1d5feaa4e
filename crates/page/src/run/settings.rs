//! The selection settings as entered in the form, and their validation.

use serde::{Deserialize, Serialize};

use crate::i18n::core_messages;
use crate::i18n::t;
use fastgas_graph::Device;
use fastgas_graph::{EdgeWeights, Search};
use fastgas_partition::Preset;
use fastgas_protocol::Error;
use fastgas_select::ConfigError;
use fastgas_select::{Config, Method, Parts};

/// The content of the settings form. Numbers stay text until they are checked, so that partial input is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The number of picks (M in the paper).
    pub budget: String,
    /// How many neighbors each text has in the graph (k in the paper).
    pub n_neighbors: String,
    /// The number of parts in the partition (K in the paper). Empty if the page chooses the number of parts.
    pub n_parts: String,
    pub seed: String,
    pub method: Method,
    /// Whether the mean of all embeddings is subtracted from each embedding.
    pub centered: bool,
    /// The number of nearest neighbors that each text votes for. Only methods with votes use the number.
    pub vote_neighbors: String,
    /// Whether the method IDEAL follows the program of its authors exactly. Other methods ignore the setting.
    pub as_published: bool,
    pub preset: Preset,
    pub edge_weights: EdgeWeights,
    /// Whether one text represents all of its duplicates.
    pub fold_duplicates: bool,
    pub search: Search,
    pub workers: String,
    /// The processor (CPU or GPU) that searches for neighbors.
    pub device: Device,
    /// The processor that embeds texts. [`Device::Auto`] means the CPU.
    pub embed_device: Device,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolSize {
    pub n_texts: usize,
    /// Number of empty texts, which incremental methods do not pick.
    pub n_blank: usize,
}

impl PoolSize {
    /// Number of texts that are not empty.
    pub fn n_filled(self) -> usize {
        self.n_texts.saturating_sub(self.n_blank)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Budget,
    Method,
    Neighbors,
    Parts,
    VoteNeighbors,
    Seed,
    Workers,
    /// The error concerns the texts instead of a field.
    Pool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    pub field: Field,
    pub problem: String,
    pub advice: String,
}

/// Maximum number of workers. Each worker needs memory for its own copy of the model.
pub const MAX_WORKERS: u32 = 64;

/// The names of all selection methods, the best methods first.
pub const METHODS: [(Method, &str); 14] = [
    (Method::Fastgas, "FastGAS"),
    (Method::FacilityLocation, "Facility location"),
    (Method::GraphCover, "Graph cover"),
    (Method::KMeans, "k-means"),
    (Method::Typical, "Typical"),
    (Method::Subclustering, "Subclustering"),
    (Method::Louvain, "Louvain"),
    (Method::FastVoteK, "Fast vote-k"),
    (Method::VoteK, "Vote-k"),
    (Method::Ideal, "IDEAL"),
    (Method::KCenter, "k-center"),
    (Method::Pagerank, "PageRank"),
    (Method::TopDegree, "Top-degree"),
    (Method::Random, "Random"),
];

pub fn title(method: Method) -> &'static str {
    let known = METHODS.iter().find(|(other, _)| *other == method);
    known.map_or(method.name(), |(_, title)| title)
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::new(1)
    }
}

impl Settings {
    pub fn new(workers: usize) -> Settings {
        Settings::of(&Config::default(), workers.to_string(), Device::default())
    }

    /// Creates form settings from `config`. `device` searches for neighbors, and the default processor embeds the texts.
    pub fn of(config: &Config, workers: String, device: Device) -> Settings {
        Settings {
            budget: config.budget.to_string(),
            n_neighbors: config.n_neighbors.to_string(),
            n_parts: match config.n_parts {
                Parts::Auto => String::new(),
                Parts::Count(count) => count.to_string(),
            },
            seed: config.seed.to_string(),
            method: config.method,
            centered: config.centered,
            vote_neighbors: config.vote_neighbors.to_string(),
            as_published: config.as_published,
            preset: config.preset,
            edge_weights: config.edge_weights,
            fold_duplicates: config.fold_duplicates,
            search: config.search,
            workers,
            device,
            embed_device: Device::default(),
        }
    }

    /// The number of workers and the processors stay the same.
    pub fn with(&self, config: &Config) -> Settings {
        Settings {
            embed_device: self.embed_device,
            ..Settings::of(config, self.workers.clone(), self.device)
        }
    }

    /// Reduces default values that are too large for a project of the given size.
    /// Values that were reduced for `before`, the previous size of the project, are adapted again.
    /// Values that the user entered do not change.
    pub fn fitting(mut self, before: Option<PoolSize>, size: PoolSize) -> Settings {
        let Config {
            budget, n_neighbors, ..
        } = Config::default();
        let (budget, n_neighbors) = (budget as usize, n_neighbors as usize);
        let fit = |field: &mut String, default: usize, room: &dyn Fn(PoolSize) -> usize| {
            let shrunk = before.map(room).filter(|&room| room < default);
            let is_default = *field == default.to_string() || shrunk.is_some_and(|shrunk| *field == shrunk.to_string());
            if is_default {
                *field = default.min(room(size)).to_string();
            }
        };
        // The default budget leaves out empty texts for all methods, so that it also fits after a change of the method.
        fit(&mut self.budget, budget, &|size| size.n_filled().max(1));
        // A text is not its own neighbor, so the number of neighbors is less than the number of texts.
        fit(&mut self.n_neighbors, n_neighbors, &|size| {
            size.n_texts.saturating_sub(1).max(1)
        });
        self
    }

    /// The values are not compared with the number of texts.
    /// Returns an error with the first field that is not a whole number in its range.
    pub fn config(&self) -> Result<Config, FieldError> {
        let config = Config::default();
        Ok(Config {
            budget: number(Field::Budget, &self.budget)?,
            n_neighbors: number(Field::Neighbors, &self.n_neighbors)?,
            n_parts: match self.n_parts.trim() {
                "" => Parts::Auto,
                text => Parts::Count(number(Field::Parts, text)?),
            },
            seed: number(Field::Seed, &self.seed)?,
            method: self.method,
            centered: self.centered,
            // If the method does not use votes, the field is hidden, and an error in the field is ignored.
            vote_neighbors: match self.method.votes() {
                true => number(Field::VoteNeighbors, &self.vote_neighbors)?,
                false => self.vote_neighbors.trim().parse().unwrap_or(config.vote_neighbors),
            },
            as_published: self.as_published,
            preset: self.preset,
            edge_weights: self.edge_weights,
            fold_duplicates: self.fold_duplicates,
            search: self.search,
            imbalance: config.imbalance,
        })
    }

    pub fn config_or_default(&self) -> Config {
        self.config().unwrap_or_default()
    }

    /// Returns an error if the field is not a whole number from 1 to [`MAX_WORKERS`].
    pub fn worker_count(&self) -> Result<usize, FieldError> {
        let count: u32 = number(Field::Workers, &self.workers)?;
        if (1..=MAX_WORKERS).contains(&count) {
            Ok(count as usize)
        } else {
            Err(FieldError {
                field: Field::Workers,
                problem: t!("run-workers-range-problem", count),
                advice: t!("run-workers-range-advice", max_workers = MAX_WORKERS),
            })
        }
    }

    /// `n_excluded` is the number of texts that must not be picked, such as empty texts.
    pub fn check(&self, n_instances: usize, n_excluded: usize) -> Result<(Config, usize), FieldError> {
        let config = self.config()?;
        let [n_instances, n_excluded] = [n_instances, n_excluded].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        let checked = config
            .check(n_instances)
            .and_then(|valid| valid.check_excluded(n_excluded));
        if let Err(error) = checked {
            let field = field_of(&error);
            let error = Error::from(error);
            return Err(FieldError {
                field,
                problem: core_messages::problem(&error),
                advice: core_messages::advice(&error, error.advice()),
            });
        }
        Ok((config, self.worker_count()?))
    }
}

fn number<N: std::str::FromStr>(field: Field, text: &str) -> Result<N, FieldError> {
    text.trim().parse().map_err(|_| FieldError {
        field,
        problem: match text.trim() {
            "" => t!("common-number-missing-problem"),
            text => t!("common-whole-number-problem", text),
        },
        advice: match field {
            Field::Seed => t!("run-seed-advice"),
            Field::Parts => t!("run-parts-advice"),
            _ => t!("run-number-advice"),
        },
    })
}

fn field_of(error: &ConfigError) -> Field {
    match error {
        ConfigError::PoolTooSmall { .. } | ConfigError::Imbalance { .. } => Field::Pool,
        ConfigError::BudgetZero
        | ConfigError::BudgetAbovePool { .. }
        | ConfigError::NothingToAdd { .. }
        | ConfigError::TooFewLeft { .. } => Field::Budget,
        ConfigError::NeighborsZero | ConfigError::NeighborsAbovePool { .. } => Field::Neighbors,
        ConfigError::VoteNeighborsZero => Field::VoteNeighbors,
        // The form has no fields for confidences or earlier picks.
        ConfigError::NoConfidences { .. }
        | ConfigError::ConfidencesDiffer { .. }
        | ConfigError::BadConfidence { .. }
        | ConfigError::NotExtendable { .. }
        | ConfigError::EarlierOutside { .. }
        | ConfigError::EarlierTwice { .. } => Field::Pool,
        ConfigError::PartsZero => Field::Parts,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(change: impl FnOnce(&mut Settings), n_instances: usize) -> Field {
        let mut settings = Settings::new(4);
        change(&mut settings);
        settings.check(n_instances, 0).unwrap_err().field
    }

    #[test]
    fn defaults_shrink_for_small_pool_and_return_for_next_one() {
        let fields = |settings: &Settings| (settings.budget.clone(), settings.n_neighbors.clone());
        let of = |budget: &str, n_neighbors: &str| (budget.to_owned(), n_neighbors.to_owned());
        let size = |n_texts| PoolSize { n_texts, n_blank: 0 };
        let small = Settings::default().fitting(None, size(5));
        assert_eq!(fields(&small), of("5", "4"));
        assert_eq!(fields(&small.clone().fitting(Some(size(5)), size(12))), of("12", "10"));
        assert_eq!(
            fields(&small.clone().fitting(Some(size(5)), size(3_000))),
            of("18", "10")
        );
        let chosen = Settings {
            budget: "7".into(),
            ..small
        };
        assert_eq!(
            fields(&chosen.fitting(Some(size(5)), size(3))),
            of("7", "2"),
            "values that the user entered stay"
        );
        assert_eq!(fields(&Settings::default().fitting(None, size(1))), of("1", "1"));
    }

    #[test]
    fn default_budget_leaves_out_empty_texts() {
        let budget = |settings: &Settings| settings.budget.clone();
        let size = |n_texts, n_blank| PoolSize { n_texts, n_blank };
        let small = Settings::default().fitting(None, size(15, 1));
        assert_eq!((budget(&small), small.check(15, 1).map(drop)), ("14".into(), Ok(())));
        assert_eq!(budget(&small.clone().fitting(Some(size(15, 1)), size(15, 3))), "12");
        assert_eq!(budget(&small.fitting(Some(size(15, 1)), size(3_000, 1))), "18");
        let all_blank = Settings::default().fitting(None, size(15, 15));
        assert_eq!(budget(&all_blank), "1");
    }

    #[test]
    fn budget_above_the_texts_that_may_be_picked_is_reported_at_its_field() {
        let settings = Settings {
            budget: "15".into(),
            ..Settings::default()
        };
        assert!(settings.check(15, 0).is_ok());
        let error = settings.check(15, 1).expect_err("only 14 texts may be picked");
        assert_eq!(error.field, Field::Budget);
        assert!(error.problem.contains("empty"), "{}", error.problem);
    }

    #[test]
    fn default_form_yields_default_config() {
        assert_eq!(Settings::new(4).check(100, 0), Ok((Config::default(), 4)));
    }

    #[test]
    fn form_round_trips_config() {
        let config = Config {
            budget: 5,
            n_parts: Parts::Count(3),
            seed: 9,
            method: Method::Typical,
            centered: true,
            vote_neighbors: 30,
            as_published: true,
            preset: Preset::Paper,
            fold_duplicates: true,
            search: Search::Approximate,
            ..Config::default()
        };
        assert_eq!(
            Settings::of(&config, "2".into(), Device::Cpu).check(100, 0),
            Ok((config, 2))
        );
    }

    #[test]
    fn workers_and_devices_are_kept_for_another_configuration() {
        let settings = Settings {
            workers: "3".into(),
            device: Device::Cpu,
            embed_device: Device::Gpu,
            ..Settings::default()
        };
        assert_eq!(settings.with(&Config::default()), settings);
    }

    #[test]
    fn each_error_is_reported_at_its_field() {
        assert_eq!(wrong(|s| s.budget = "101".into(), 100), Field::Budget);
        assert_eq!(wrong(|s| s.budget = "0".into(), 100), Field::Budget);
        assert_eq!(wrong(|s| s.budget = "".into(), 100), Field::Budget);
        assert_eq!(wrong(|s| s.budget = "1e3".into(), 100), Field::Budget);
        assert_eq!(wrong(|s| s.n_neighbors = "100".into(), 100), Field::Neighbors);
        assert_eq!(wrong(|s| s.n_parts = "0".into(), 100), Field::Parts);
        assert_eq!(wrong(|s| s.n_parts = "-1".into(), 100), Field::Parts);
        assert_eq!(wrong(|s| s.seed = "x".into(), 100), Field::Seed);
        for votes in ["0", "", "many"] {
            let change = |s: &mut Settings| (s.method, s.vote_neighbors) = (Method::FastVoteK, votes.into());
            assert_eq!(wrong(change, 100), Field::VoteNeighbors);
        }
        assert_eq!(wrong(|s| s.workers = "0".into(), 100), Field::Workers);
        assert_eq!(wrong(|s| s.workers = "65".into(), 100), Field::Workers);
        assert_eq!(wrong(|_| {}, 1), Field::Pool);
    }
}
