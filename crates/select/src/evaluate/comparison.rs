//! Runs the planned selections of a comparison. All plans share the input and the graph used to measure the picks.
//!
//! ```text
//!  embeddings, centered or not ──neighbors──▶ graph ──plan──▶ picks ──▶ Run
//!  original embeddings ──────────neighbors──▶ graph, weighted ──measure──┘
//! ```

use std::borrow::Cow;

use super::{KnownLabels, Plan, Run, coverage};
use crate::ConfigError;
use crate::SelectError;
use crate::{Config, ValidConfig};
use crate::{Input, PriorSelection, choose};
use fastgas_embedding::Embeddings;
use fastgas_graph::EdgeWeights;
use fastgas_graph::{CsrGraph, Neighbors};
use fastgas_progress::{OneWorker, Report, Workers};

/// The data that all plans of a comparison share. The data are computed only once.
pub struct Comparison<'a> {
    settings: &'a Config,
    embeddings: &'a Embeddings,
    /// The embeddings that instances are selected from, centered if the settings require centering.
    selected_from: Cow<'a, Embeddings>,
    neighbors: Neighbors,
    graph: CsrGraph,
    measured_on: CsrGraph,
    /// The rows of empty texts, in ascending order. The list is empty by default.
    /// Methods that can [extend](crate::Method::extends) a selection do not pick these rows, as in a selection for labeling.
    pub blank: &'a [u32],
    /// The confidence of a language model in its answer to each text, if available.
    pub confidences: Option<&'a [f32]>,
    /// The labels for measuring picks. Selection methods never see the labels.
    pub labels: Option<&'a KnownLabels>,
    /// The workers that run the methods; the default is [`OneWorker`].
    pub workers: &'a dyn Workers,
}

impl Plan {
    /// Validates the settings of the plan: `settings` with the budget, method, seed and optional preset of the plan.
    ///
    /// # Errors
    /// Returns any error from [`Config::check`].
    pub fn check(&self, settings: &Config, n_instances: u32) -> Result<ValidConfig, ConfigError> {
        let config = Config {
            budget: self.budget,
            method: self.method,
            seed: self.seed,
            preset: self.preset.unwrap_or(settings.preset),
            ..settings.clone()
        };
        config.check(n_instances)
    }

    /// Like [`Plan::check`], but also checks that the budget fits if the pool has `n_blank` empty texts.
    /// Only methods that can [extend](crate::Method::extends) a selection leave out empty texts.
    ///
    /// # Errors
    /// Returns any error from [`Plan::check`] or [`ValidConfig::check_excluded`].
    pub fn check_with_blank(
        &self,
        settings: &Config,
        n_instances: u32,
        n_blank: u32,
    ) -> Result<ValidConfig, ConfigError> {
        let config = self.check(settings, n_instances)?;
        if self.method.extends() {
            config.check_excluded(n_blank)?;
        }
        Ok(config)
    }

    /// Number of neighbors per instance that suffices for all `plans`: the maximum over the plans.
    ///
    /// # Errors
    /// Returns the error from the first plan whose settings are invalid; see [`Plan::check`].
    pub fn n_searched(plans: &[Plan], settings: &Config, n_instances: u32) -> Result<u32, ConfigError> {
        plans.iter().try_fold(settings.n_neighbors, |most, plan| {
            Ok(most.max(plan.check(settings, n_instances)?.n_searched()))
        })
    }
}

impl<'a> Comparison<'a> {
    /// Creates a comparison that measures picks on uncentered `embeddings`, even if the selection uses centered embeddings.
    ///
    /// For each instance, `find` returns the requested number of nearest neighbors.
    /// The first call of `find` requests [`n_searched`](Plan::n_searched) neighbors among the selection's embeddings.
    /// If the selection uses centered embeddings, a second call requests k neighbors among the original embeddings.
    ///
    /// # Errors
    /// Returns any error from [`Embeddings::centered`].
    pub fn new(
        settings: &'a Config,
        n_searched: u32,
        embeddings: &'a Embeddings,
        mut find: impl FnMut(&Embeddings, u32) -> Neighbors,
    ) -> Result<Comparison<'a>, SelectError> {
        let n_neighbors = settings.n_neighbors;
        let selected_from = match settings.centered {
            true => Cow::Owned(embeddings.centered()?),
            false => Cow::Borrowed(embeddings),
        };
        let neighbors = find(&selected_from, n_searched);
        let nearest = neighbors.first(n_neighbors as usize);
        let graph = CsrGraph::from_neighbors(&nearest, settings.edge_weights);
        let measured_on = match settings.centered {
            true => find(embeddings, n_neighbors),
            false => nearest,
        };
        Ok(Comparison {
            settings,
            embeddings,
            selected_from,
            neighbors,
            graph,
            measured_on: CsrGraph::from_neighbors(&measured_on, EdgeWeights::Similarity),
            blank: &[],
            confidences: None,
            labels: None,
            workers: &OneWorker,
        })
    }

    /// Selects instances by `plan` and measures the picks. `clock` returns seconds and must be monotonic.
    ///
    /// # Errors
    /// Returns any error from [`Comparison::select`] or [`Comparison::measure`].
    pub fn run(&self, plan: Plan, clock: impl Fn() -> f64, report: Report<'_>) -> Result<Run, SelectError> {
        let (picks, seconds) = self.select(plan, clock, report)?;
        self.measure(plan, &picks, seconds)
    }

    /// Selects instances by `plan`. Returns the picks and the time in seconds from the neighbor lists to the picks.
    /// `clock` returns the time in seconds and must be monotonic.
    ///
    /// # Errors
    /// Returns [`ConfigError`] if the settings of the plan do not fit the pool.
    /// Also returns any error from [`choose`].
    pub fn select(
        &self,
        plan: Plan,
        clock: impl Fn() -> f64,
        report: Report<'_>,
    ) -> Result<(Vec<u32>, f64), SelectError> {
        let config = plan.check(self.settings, self.embeddings.len() as u32)?;
        let earlier = PriorSelection::default().excluding(self.blank, plan.method);
        let input = Input {
            embeddings: &self.selected_from,
            neighbors: &self.neighbors.first(config.n_searched() as usize),
            graph: &self.graph,
            confidences: self.confidences,
            earlier: &earlier,
            budget: plan.budget,
            seed: plan.seed,
            workers: self.workers,
        };
        let started = clock();
        let picks = choose(&input, &config, report)?.rows;
        Ok((picks, clock() - started))
    }

    /// Measures the picks of `plan`. `seconds` is the duration of the selection in seconds.
    ///
    /// # Errors
    /// Returns [`EvaluateError`](crate::EvaluateError) if the labels are for a different pool, or if a pick appears twice.
    pub fn measure(&self, plan: Plan, picks: &[u32], seconds: f64) -> Result<Run, SelectError> {
        let quality = self
            .labels
            .map(|labels| labels.quality(self.embeddings, &self.measured_on, picks));
        Ok(Run {
            plan,
            seconds,
            coverage: coverage(self.embeddings, &self.measured_on, picks, self.workers)?,
            quality: quality.transpose()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::Method;
    use crate::evaluate::TrueLabels;
    use crate::pipeline;
    use fastgas_graph::nearest_neighbors;
    use fastgas_partition::Preset;

    fn arc() -> Embeddings {
        let points: Vec<[f32; 2]> = (0..30).map(|i| i as f32 * 0.05).map(|x| [x.cos(), x.sin()]).collect();
        Embeddings::normalized(points.into()).expect("no row is zero")
    }

    fn plan(method: Method) -> Plan {
        Plan {
            method,
            budget: 4,
            seed: 3,
            preset: None,
        }
    }

    #[test]
    fn preset_of_a_plan_replaces_that_of_the_settings() {
        let settings = Config::default();
        let preset = |plan: Plan| plan.check(&settings, 30).expect("it fits").config().preset;
        assert_eq!(preset(plan(Method::Fastgas)), settings.preset);
        let of_paper = Plan {
            preset: Some(Preset::Paper),
            ..plan(Method::Fastgas)
        };
        assert_eq!(preset(of_paper), Preset::Paper);
    }

    #[test]
    fn neighbor_count_is_the_maximum_over_plans() {
        let settings = Config::default();
        let searched = |methods: &[Method]| {
            let plans: Vec<Plan> = methods.iter().copied().map(plan).collect();
            Plan::n_searched(&plans, &settings, 1_000)
        };
        assert_eq!(searched(&[]), Ok(10));
        assert_eq!(searched(&[Method::Random]), Ok(10));
        assert_eq!(searched(&[Method::Random, Method::FastVoteK, Method::Typical]), Ok(150));
        assert_eq!(
            Plan::n_searched(&[plan(Method::Random)], &settings, 3),
            Err(ConfigError::BudgetAbovePool {
                budget: 4,
                n_instances: 3
            })
        );
    }

    #[test]
    fn picks_equal_the_pipelines_and_are_measured_on_uncentered_embeddings() {
        let embeddings = arc();
        let labels = KnownLabels {
            of_pool: TrueLabels::of_cells((0..30).map(|row| if row < 10 { "a" } else { "b" }), "label")
                .expect("labels"),
            test: None,
        };
        let time = Cell::new(0.0);
        let clock = || time.replace(time.get() + 0.5);
        for centered in [false, true] {
            let settings = Config {
                n_neighbors: 5,
                centered,
                ..Config::default()
            };
            let mut searches = Vec::new();
            let find = |embeddings: &Embeddings, k: u32| {
                searches.push((embeddings.clone(), k));
                nearest_neighbors(embeddings, k as usize, &mut |_| ())
            };
            let mut comparison = Comparison::new(&settings, 29, &embeddings, find).expect("it fits");
            comparison.labels = Some(&labels);
            let as_they_are = nearest_neighbors(&embeddings, 5, &mut |_| ());
            let graph = CsrGraph::from_neighbors(&as_they_are, EdgeWeights::Similarity);
            for method in [Method::Fastgas, Method::FastVoteK, Method::KMeans] {
                let run = comparison.run(plan(method), clock, &mut |_| ()).expect("it fits");
                let config = plan(method).check(&settings, 30).expect("it fits");
                let outcome = pipeline::run(&embeddings, &config, &mut |_| ()).expect("it fits");
                let picks: Vec<u32> = outcome.selection.picks.iter().map(|pick| pick.row).collect();
                assert_eq!(
                    run.coverage,
                    coverage(&embeddings, &graph, &picks, &OneWorker).expect("picks"),
                    "{method:?}"
                );
                assert_eq!(
                    run.quality,
                    Some(labels.quality(&embeddings, &graph, &picks).expect("picks")),
                    "{method:?}"
                );
                assert_eq!((run.plan, run.seconds), (plan(method), 0.5));
            }
            let centered_ones = embeddings.centered().expect("no row is the mean");
            match centered {
                false => assert_eq!(searches, [(embeddings.clone(), 29)]),
                true => assert_eq!(searches, [(centered_ones, 29), (embeddings.clone(), 5)]),
            }
        }
    }

    #[test]
    fn empty_texts_are_picked_only_by_methods_that_cannot_skip_rows() {
        let (embeddings, settings) = (arc(), Config::default());
        let blank: Vec<u32> = (0..26).collect();
        let find = |embeddings: &Embeddings, k: u32| nearest_neighbors(embeddings, k as usize, &mut |_| ());
        let mut comparison = Comparison::new(&settings, 29, &embeddings, find).expect("it fits");
        comparison.blank = &blank;
        let picked = |method, budget| {
            let plan = Plan { budget, ..plan(method) };
            let selected = comparison.select(plan, || 0.0, &mut |_| ());
            selected.map(|(mut picks, _)| {
                picks.sort_unstable();
                picks
            })
        };
        for method in Method::ALL.into_iter().filter(|method| method.extends()) {
            assert_eq!(picked(method, 4), Ok(vec![26, 27, 28, 29]), "{method:?}");
            let too_few = ConfigError::TooFewLeft {
                budget: 5,
                skipped: 26,
                n_instances: 30,
            };
            let five = Plan {
                budget: 5,
                ..plan(method)
            };
            assert_eq!(five.check_with_blank(&settings, 30, 26), Err(too_few.clone()));
            assert_eq!(picked(method, 5), Err(SelectError::from(too_few)), "{method:?}");
        }
        let of_k_means = picked(Method::KMeans, 5).expect("k-means may pick empty texts");
        assert!(of_k_means.iter().any(|row| blank.contains(row)), "{of_k_means:?}");
        let k_means = plan(Method::KMeans);
        assert!(k_means.check_with_blank(&settings, 30, 30).is_ok());
    }

    #[test]
    fn plan_with_budget_above_the_pool_is_rejected() {
        let (embeddings, settings) = (arc(), Config::default());
        let find = |embeddings: &Embeddings, k: u32| nearest_neighbors(embeddings, k as usize, &mut |_| ());
        let comparison = Comparison::new(&settings, 10, &embeddings, find).expect("it fits");
        let too_many = Plan {
            budget: 31,
            ..plan(Method::Random)
        };
        let refused = comparison.run(too_many, || 0.0, &mut |_| ());
        assert!(matches!(
            refused,
            Err(SelectError::Config(ConfigError::BudgetAbovePool { budget: 31, .. }))
        ));
    }
}
