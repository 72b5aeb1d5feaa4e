//! Selects the instances that are most worth labeling. Contains FastGAS and all methods that FastGAS is compared with.
//!
//! Input: an [`Input`] value. Output: a [`Selection`]. Each method is a [`Selector`] in its own file.
//! A method returns the rows of its picks, in order, and its parts if the method makes parts.
//! For all methods, [`select`] adds the degrees of the picks, and the parts if the method makes no parts.
//! Invariant: the picks are exactly min(M, N) distinct instances.
//!
//! * `fastgas` partitions the kNN graph (`fastgas_partition`). Each part proposes vertices by residual degree (`greedy`).
//!   Facility location then selects among the proposals of all parts (`propose`).
//! * `louvain` finds communities of the graph, and selects vertices by residual degree in each community (`greedy`).
//! * `top-degree`, `pagerank` and `graph-cover` select from all vertices of the graph.
//! * `fast-vote-k`, `vote-k` and `ideal` select instances by the directed neighbor lists.
//! * `k-means`, `typical` and `subclustering` select from clusters of the embeddings (`clusters`).
//! * `facility-location` and `k-center` select by the cosines of all instances.
//!
//! [`Config`] contains all settings and is validated once. [`pipeline`] runs graph construction, partitioning and selection.
//! [`evaluate`] measures picks. This crate must never depend on the user's labels, on the map or on the trace of a run.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod choose_k;
mod clusters;
mod config;
mod error;
pub mod evaluate;
mod facility_location;
mod fast_vote_k;
mod fastgas;
mod few_to_all;
mod graph_cover;
mod greedy;
mod ideal;
mod k_center;
mod k_means;
mod louvain;
mod medoids;
mod nearest_pick;
mod pagerank;
pub mod pipeline;
mod prior_selection;
mod proposal_greedy;
mod propose;
mod quantized_cosines;
mod quota;
mod random;
mod subclustering;
mod top_degree;
mod typical;
mod vote_k;
mod votes;
mod work;

pub use config::{Config, Method, Parts, ValidConfig};
pub use error::{ConfigError, EvaluateError, SelectError};
pub use greedy::greedy;
#[doc(hidden)]
pub use greedy::greedy_recorded;
pub use nearest_pick::{Nearest, nearest_pick};
pub use prior_selection::{EarlyPicks, PriorSelection};
pub use quota::{proportional_quotas, quotas, quotas_given};
pub use vote_k::N_FIRST as VOTE_K_FIRST;

pub use fastgas_progress::{OneWorker, Workers};

use serde::{Deserialize, Serialize};

use fastgas_embedding::Embeddings;
use fastgas_graph::{CsrGraph, Neighbors};
use fastgas_partition::Partition;
use fastgas_partition::Preset;
use fastgas_partition::Recorder;
use fastgas_progress::Report;

/// A selected instance of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pick {
    /// 0-based row in the pool.
    pub row: u32,
    /// The part that contains the pick.
    pub part: u32,
    /// The residual degree d(v) at the time of the pick: the number of edges from v to unpicked vertices of v's part.
    pub degree: u32,
}

/// The picks in labeling order.
/// If there are parts, the first pick of each part precedes the second pick of each part, and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// The picks: exactly min(M, N) distinct instances.
    pub picks: Vec<Pick>,
}

/// The data that a selection method may use. All fields describe the same n instances.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// Embeddings of the instances, n×d. The embeddings are centered if the settings require centering.
    pub embeddings: &'a Embeddings,
    /// The nearest neighbors of each instance, k or more per instance.
    pub neighbors: &'a Neighbors,
    /// The symmetric kNN graph, built from the k nearest neighbors.
    pub graph: &'a CsrGraph,
    /// The confidence of a language model in its answer to each instance, if available.
    pub confidences: Option<&'a [f32]>,
    /// Budget M, from 1 to n, including earlier picks.
    pub budget: u32,
    /// Earlier picks and skipped rows. Empty for methods that do not [extend](crate::Method::extends) earlier picks.
    pub earlier: &'a PriorSelection,
    /// The seed of all random choices.
    pub seed: u64,
    /// The workers that run the method. The output does not depend on the number of workers.
    pub workers: &'a dyn Workers,
}

/// All fields of [`Input`] except the embeddings, for the selection among the parts of the graph.
#[derive(Clone, Copy)]
struct GraphInput<'a> {
    graph: &'a CsrGraph,
    budget: u32,
    earlier: &'a PriorSelection,
    seed: u64,
}

impl<'a> Input<'a> {
    fn on_graph(&self) -> GraphInput<'a> {
        GraphInput {
            graph: self.graph,
            budget: self.budget,
            earlier: self.earlier,
            seed: self.seed,
        }
    }
}

/// The output of a selection method.
pub struct MethodOutput {
    /// The new picks in labeling order: distinct instances that were neither picked nor skipped before.
    /// The number of new picks is M minus the number of earlier picks.
    pub rows: Vec<u32>,
    /// The parts that the method made; `None` if the method makes no parts.
    pub partition: Option<Partition>,
    /// The values of K that were evaluated; empty if K was given or if the method does not choose K.
    pub tried: Vec<EvaluatedK>,
}

impl MethodOutput {
    fn of(rows: Vec<u32>) -> MethodOutput {
        MethodOutput {
            rows,
            partition: None,
            tried: Vec::new(),
        }
    }

    fn in_parts(rows: Vec<u32>, partition: Partition) -> MethodOutput {
        MethodOutput {
            partition: Some(partition),
            ..MethodOutput::of(rows)
        }
    }
}

/// A value of K that was evaluated, and how well the picks from K parts cover the pool.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EvaluatedK {
    /// The number of parts, K.
    pub n_parts: u32,
    /// Mean over the pool of the best cosine to a pick, before the picks move to medoids.
    /// [`is_tried_centered`] determines whether the mean refers to centered embeddings.
    pub coverage: f64,
}

/// Whether [`EvaluatedK::coverage`] refers to embeddings minus their mean (*centered coverage*).
/// If false, the value is the facility coverage of the unmodified embeddings.
pub fn is_tried_centered(config: &Config) -> bool {
    config.centered || config.preset != Preset::Paper
}

/// The result of a selection: the picks and the parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Selected {
    /// The picks with their parts and degrees.
    pub selection: Selection,
    /// The partition into parts that contains the picks.
    pub partition: Partition,
    /// The values of K that were evaluated, if the method chose K.
    pub tried: Vec<EvaluatedK>,
}

/// A selection method.
pub trait Selector {
    /// Selects the picks. Equal inputs give equal picks on every machine.
    ///
    /// # Errors
    /// Returns [`ConfigError::NoConfidences`](crate::ConfigError::NoConfidences) if required confidences are missing.
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<MethodOutput, SelectError>;
}

fn selector(config: &ValidConfig) -> Box<dyn Selector> {
    match config.config().method {
        Method::Fastgas => Box::new(fastgas::Fastgas::of(config)),
        Method::Random => Box::new(random::Random),
        Method::FastVoteK => Box::new(fast_vote_k::FastVoteK::of(config)),
        Method::VoteK => Box::new(vote_k::VoteK::of(config)),
        Method::Ideal => Box::new(ideal::Ideal::of(config)),
        Method::TopDegree => Box::new(top_degree::TopDegree),
        Method::Pagerank => Box::new(pagerank::Pagerank),
        Method::Subclustering => Box::new(subclustering::Subclustering::of(config)),
        Method::Louvain => Box::new(louvain::Louvain),
        Method::FacilityLocation => Box::new(facility_location::FacilityLocation),
        Method::KCenter => Box::new(k_center::KCenter),
        Method::KMeans => Box::new(k_means::KMeans),
        Method::Typical => Box::new(typical::Typical),
        Method::GraphCover => Box::new(graph_cover::GraphCover),
    }
}

/// Selects with the configured method and returns the method's own output, which may have no parts.
///
/// # Errors
/// Returns any error from [`PriorSelection::check`] or [`Selector::choose`].
pub fn choose(input: &Input<'_>, config: &ValidConfig, report: Report<'_>) -> Result<MethodOutput, SelectError> {
    let n = input.embeddings.len() as u32;
    input.earlier.check(config.config().method, input.budget, n)?;
    selector(config).choose(input, report)
}

/// Selects with the configured method. The picks begin with the earlier picks.
///
/// If the method makes no parts, each instance belongs to the part of its most similar pick; see [`nearest_pick`].
/// For a method without parts, part 0 is the part of the first pick.
///
/// # Errors
/// Returns any error from [`choose`].
pub fn select(input: &Input<'_>, config: &ValidConfig, report: Report<'_>) -> Result<Selected, SelectError> {
    Ok(selected(input, choose(input, config, report)?))
}

/// Like [`select`], but also records the steps in `recorder`. Only [`Method::Fastgas`] records steps.
///
/// # Errors
/// Returns any error from [`choose`].
pub fn select_recorded(
    input: &Input<'_>,
    config: &ValidConfig,
    report: Report<'_>,
    recorder: &mut impl Recorder,
) -> Result<Selected, SelectError> {
    if config.config().method != Method::Fastgas {
        return select(input, config, report);
    }
    input
        .earlier
        .check(Method::Fastgas, input.budget, input.embeddings.len() as u32)?;
    let choice = fastgas::Fastgas::of(config).choose_recorded(input, report, recorder)?;
    Ok(selected(input, choice))
}

/// Whether the method needs only quantized embeddings. If so, [`select_releasing`] can run the method.
fn needs_only_quantized(config: &ValidConfig) -> bool {
    config.config().method == Method::Fastgas && config.config().preset != Preset::Paper
}

/// Like [`select_recorded`], for a method that [`needs_only_quantized`] embeddings.
/// Frees the embeddings piece by piece during quantization.
fn select_releasing(
    embeddings: Embeddings,
    (input, workers): (&GraphInput<'_>, &dyn Workers),
    config: &ValidConfig,
    report: Report<'_>,
    recorder: &mut impl Recorder,
) -> Result<Selected, SelectError> {
    let n = embeddings.len() as u32;
    input.earlier.check(Method::Fastgas, input.budget, n)?;
    let fastgas = fastgas::Fastgas::of(config);
    let MethodOutput { rows, partition, tried } =
        fastgas.choose_releasing(embeddings, (input, workers), report, recorder)?;
    let rows = [&input.earlier.picks[..], &rows].concat();
    let partition = partition.expect("the method makes parts");
    Ok(Selected {
        selection: describe(input.graph, &partition, &rows),
        partition,
        tried,
    })
}

fn selected(input: &Input<'_>, choice: MethodOutput) -> Selected {
    let MethodOutput { rows, partition, tried } = choice;
    let rows = [&input.earlier.picks[..], &rows].concat();
    let nearest = || nearest_pick::nearest_pick_by(input.embeddings, &rows, input.workers);
    let partition = partition.unwrap_or_else(|| nearest().partition(&rows));
    Selected {
        selection: describe(input.graph, &partition, &rows),
        partition,
        tried,
    }
}

/// Adds the part and the degree to each pick in `rows`. O(edges of the picks + n) time.
fn describe(graph: &CsrGraph, partition: &Partition, rows: &[u32]) -> Selection {
    let mut picked = vec![false; graph.n_vertices()];
    let part_of = |row: u32| partition.part_of[row as usize];
    let picks = rows.iter().map(|&row| {
        let untouched = |&&neighbor: &&u32| part_of(neighbor) == part_of(row) && !picked[neighbor as usize];
        let degree = graph.neighbors_of(row).iter().filter(untouched).count() as u32;
        picked[row as usize] = true;
        Pick {
            row,
            part: part_of(row),
            degree,
        }
    });
    Selection { picks: picks.collect() }
}

/// The first row of each part, followed by the second row of each part, and so on.
#[doc(hidden)]
pub fn round_by_round(rows_of: &[Vec<u32>]) -> Vec<u32> {
    let n_rounds = rows_of.iter().map(Vec::len).max().unwrap_or(0);
    let round = |round| rows_of.iter().filter_map(move |rows| rows.get(round).copied());
    (0..n_rounds).flat_map(round).collect()
}

#[cfg(any(test, feature = "test-support"))]
#[doc(hidden)]
pub mod fixtures;
#[cfg(test)]
mod tests;
