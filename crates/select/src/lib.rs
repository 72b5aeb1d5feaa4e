//! The most telling instances: FastGAS, and every method that it is compared with.
//!
//! Input: an [`Input`]; output: a [`Selection`]. Each method is a [`Selector`] in a file of its own and gives the rows
//! of its picks, in order, and parts where it has any; [`select`] does the rest, alike for all. Invariant: exactly
//! min(M, N) distinct picks.
//!
//! ```text
//! fastgas            parts of the graph (fastgas_partition), in each the largest residual degrees (greedy), of which is
//!                    taken what covers the pool together (propose)
//! louvain            communities of the graph, in each the largest residual degrees (greedy)
//! top-degree, pagerank, graph-cover                                            the graph as a whole
//! fast-vote-k, vote-k, ideal                                                   the directed lists of neighbors
//! k-means, typical, subclustering                                              clusters of the embeddings (clusters)
//! facility-location, k-center                                                  all cosines of the embeddings
//! ```
//!
//! [`Config`] holds every setting and is checked once. [`pipeline`] runs graph, partition and selection; [`evaluate`] measures
//! picks. This crate must never depend on labels that a person gives, on the map or on a trace of a run.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod clusters;
mod config;
mod cosines;
mod earlier;
mod error;
pub mod evaluate;
mod facility_location;
mod fast_vote_k;
mod fastgas;
mod graph_cover;
mod greedy;
mod ideal;
mod k_center;
mod k_means;
mod louvain;
mod middles;
mod nearest;
mod pagerank;
pub mod pipeline;
mod propose;
mod quota;
mod random;
mod similarities;
mod subclustering;
mod top_degree;
mod typical;
mod vote_k;
mod votes;

pub use config::{Config, Method, Parts, ValidConfig};
pub use earlier::{Earlier, EarlyPicks};
pub use error::{ConfigError, EvaluateError, SelectError};
pub use greedy::greedy;
#[doc(hidden)]
pub use greedy::greedy_recorded;
pub use nearest::{Nearest, nearest_pick};
pub use quota::{proportional_quotas, quotas, quotas_beside};
pub use vote_k::N_FIRST as VOTE_K_FIRST;

use serde::{Deserialize, Serialize};

use fastgas_embedding::Embeddings;
use fastgas_graph::{CsrGraph, Neighbors};
use fastgas_partition::Partition;
use fastgas_partition::Recorder;
use fastgas_progress::Report;

/// One chosen instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pick {
    /// Its row in the pool, from 0.
    pub row: u32,
    /// Its part.
    pub part: u32,
    /// d(v) when it was picked: its edges inside its part that touch no earlier pick.
    pub degree: u32,
}

/// The picks, in the order in which to label them: where there are parts, the first of each part, then the second of
/// each, and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// Exactly min(M, N) distinct instances.
    pub picks: Vec<Pick>,
}

/// What a method may look at; all of the same n instances.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// n×d, centered where the settings say so.
    pub embeddings: &'a Embeddings,
    /// The nearest of each, k or more.
    pub neighbors: &'a Neighbors,
    /// Their k nearest, both ways.
    pub graph: &'a CsrGraph,
    /// How sure a language model was of each, if any was asked.
    pub confidences: Option<&'a [f32]>,
    /// M, 1 to n, earlier picks included.
    pub budget: u32,
    /// What is settled already: nothing, for methods that do not [extend](crate::Method::extends).
    pub earlier: &'a Earlier,
    /// Where all randomness comes from.
    pub seed: u64,
}

/// What a method gives.
pub struct Choice {
    /// Distinct instances in the order in which to label them, none of them picked or skipped earlier: as many as are
    /// missing to M.
    pub rows: Vec<u32>,
    /// The parts that the method made, if it makes any.
    pub partition: Option<Partition>,
    /// How K was found, where it was.
    pub tried: Vec<Tried>,
}

impl Choice {
    /// Of a method that makes no parts.
    fn of(rows: Vec<u32>) -> Choice {
        Choice {
            rows,
            partition: None,
            tried: Vec::new(),
        }
    }

    /// Of a method that makes these parts.
    fn in_parts(rows: Vec<u32>, partition: Partition) -> Choice {
        Choice {
            partition: Some(partition),
            ..Choice::of(rows)
        }
    }
}

/// A number of parts that was tried, and how well the picks of these parts cover the pool.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    /// K.
    pub n_parts: u32,
    /// The mean, over the pool, of the best cosine to a pick, before picks move to the middle. Of which embeddings,
    /// [`is_tried_centered`] says.
    pub coverage: f64,
}

/// Whether the coverage of a number of parts that was tried is of the embeddings less their mean (the *centered coverage*).
/// Else it is the facility coverage, of the embeddings as they are.
pub fn is_tried_centered(config: &Config) -> bool {
    config.centered || !config.as_published
}

/// What was selected.
#[derive(Clone, Debug, PartialEq)]
pub struct Selected {
    /// The picks.
    pub selection: Selection,
    /// The parts that they are of.
    pub partition: Partition,
    /// The numbers of parts that were tried, where K was to be found.
    pub tried: Vec<Tried>,
}

/// A way to select.
pub trait Selector {
    /// Selects; the same input gives the same choice on every machine.
    ///
    /// # Errors
    /// [`ConfigError::NoConfidences`](crate::ConfigError::NoConfidences) where the method needs them and has none.
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<Choice, SelectError>;
}

/// The method of the settings, with what it needs to know of them.
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

/// Chooses by the method of the settings, and tells no more of the picks than the method knows.
///
/// # Errors
/// As [`Earlier::check`] and [`Selector::choose`].
pub fn choose(input: &Input<'_>, config: &ValidConfig, report: Report<'_>) -> Result<Choice, SelectError> {
    let n = input.embeddings.len() as u32;
    input.earlier.check(config.config().method, input.budget, n)?;
    selector(config).choose(input, report)
}

/// Selects by the method of the settings. The picks begin with the earlier ones.
///
/// A method that makes no parts leaves each instance in the part of its most similar pick, see [`nearest_pick`]; part 0
/// is that of the first pick.
///
/// # Errors
/// As [`choose`].
pub fn select(input: &Input<'_>, config: &ValidConfig, report: Report<'_>) -> Result<Selected, SelectError> {
    Ok(selected(input, choose(input, config, report)?))
}

/// [`select`], which tells `recorder` what it does; only [`Method::Fastgas`] tells of anything.
///
/// # Errors
/// As [`choose`].
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

fn selected(input: &Input<'_>, choice: Choice) -> Selected {
    let Choice { rows, partition, tried } = choice;
    let rows = [&input.earlier.picks[..], &rows].concat();
    let partition = partition.unwrap_or_else(|| nearest_pick(input.embeddings, &rows).partition(&rows));
    Selected {
        selection: describe(input.graph, &partition, &rows),
        partition,
        tried,
    }
}

/// The picks with their parts and degrees. O(their edges + n).
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

/// The first of each part, then the second of each, and so on.
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
