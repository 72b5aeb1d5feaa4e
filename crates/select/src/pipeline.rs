//! Runs all stages after embedding, or all stages after a neighbor search on another device.

use std::borrow::Cow;

use crate::ConfigError;
use crate::SelectError;
use crate::evaluate::{Reason, explain};
use crate::{Config, ValidConfig};
use crate::{EvaluatedK, GraphInput, Input, Pick, PriorSelection, Selected, Selection};
use crate::{needs_only_quantized, select_recorded, select_releasing};
use fastgas_embedding::{Embeddings, EmbeddingsError};
use fastgas_graph::{CsrGraph, Duplicates, Neighbors, approximate, fill_exact};
use fastgas_partition::Recorder;
use fastgas_partition::{Partition, Quality, quality};
use fastgas_progress::{Counter, OneWorker, Report, Stage, Workers};

/// The outputs of all pipeline stages.
/// If duplicates are merged, neighbors and graph contain only deduplicated instances, numbered from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Neighbor lists of the instances, n×k.
    pub neighbors: Neighbors,
    /// The kNN graph.
    pub graph: CsrGraph,
    /// The partition of the instances into parts.
    pub partition: Partition,
    /// Edge cut and imbalance of the partition.
    pub quality: Quality,
    /// The picks with their parts and degrees.
    pub selection: Selection,
    /// The values of K that were evaluated, if the method chose K. The chosen K has the highest coverage.
    pub tried: Vec<EvaluatedK>,
}

impl Outcome {
    /// The explanation of each pick, as returned by [`explain`]; ids are rows of the pool.
    /// If duplicates are merged, part sizes include the duplicates, and all other numbers in an explanation exclude them.
    pub fn reasons(&self, duplicates: &Duplicates) -> Vec<Reason> {
        let (graph, neighbors) = (&self.graph, &self.neighbors);
        let rows: Vec<u32> = self.selection.picks.iter().map(|pick| pick.row).collect();
        if graph.n_vertices() == self.partition.part_of.len() {
            return explain(graph, &self.partition, neighbors, &rows);
        }
        let originals = duplicates.originals();
        let part_of = originals.iter().map(|&row| self.partition.part_of[row as usize]);
        let folded = Partition {
            part_of: part_of.collect(),
            n_parts: self.partition.n_parts,
        };
        let mut reasons = explain(graph, &folded, neighbors, &fold_rows(duplicates, &rows));
        unfold_reasons(duplicates, &self.partition, &rows, &mut reasons);
        reasons
    }
}

/// The input of the pipeline. `embeddings` and `confidences` have one entry per instance.
pub struct PipelineInput<'a> {
    /// Embeddings of the instances, n×d. Owned embeddings are released when no remaining stage needs them.
    /// FastGAS with any preset except `paper` needs only quantized embeddings, which take half the memory.
    pub embeddings: Cow<'a, Embeddings>,
    /// A language model's confidence in its answer to each instance.
    /// Only [`Method::VoteK`](crate::Method::VoteK) uses confidences.
    /// The confidences may be any finite numbers; only their order matters.
    pub confidences: Option<&'a [f32]>,
    /// The picks and skipped rows of an earlier selection.
    pub earlier: &'a PriorSelection,
    /// Whether k is a default and not a choice of the user.
    /// If too few instances remain after duplicates are merged, a default k is reduced, and any other k is an error.
    pub has_default_neighbors: bool,
    /// The workers that run the selection. The output does not depend on the number of workers.
    pub workers: &'a dyn Workers,
}

impl<'a> From<&'a Embeddings> for PipelineInput<'a> {
    fn from(embeddings: &'a Embeddings) -> PipelineInput<'a> {
        PipelineInput::from(Cow::Borrowed(embeddings))
    }
}

impl From<Embeddings> for PipelineInput<'_> {
    fn from(embeddings: Embeddings) -> Self {
        PipelineInput::from(Cow::<Embeddings>::Owned(embeddings))
    }
}

impl<'a> From<Cow<'a, Embeddings>> for PipelineInput<'a> {
    fn from(embeddings: Cow<'a, Embeddings>) -> PipelineInput<'a> {
        PipelineInput {
            embeddings,
            confidences: None,
            earlier: PriorSelection::NONE,
            has_default_neighbors: false,
            workers: &OneWorker,
        }
    }
}

impl PipelineInput<'_> {
    fn check(&self, config: &ValidConfig) -> Result<(), SelectError> {
        config.fits(self.embeddings.len())?;
        let settings = config.config();
        self.earlier
            .check(settings.method, settings.budget, config.n_instances())?;
        let Some(confidences) = self.confidences else {
            return Ok(());
        };
        if confidences.len() != self.embeddings.len() {
            return Err(SelectError::from(ConfigError::ConfidencesDiffer {
                confidences: confidences.len() as u64,
                n_instances: self.embeddings.len() as u64,
            }));
        }
        match confidences.iter().position(|confidence| !confidence.is_finite()) {
            Some(row) => Err(SelectError::from(ConfigError::BadConfidence { row: row as u64 })),
            None => Ok(()),
        }
    }
}

/// Runs neighbor search, graph construction, partitioning and selection.
///
/// The same embeddings and settings give the same outcome on every machine.
/// O(n²·d) time for an exact neighbor search, O(n·√n·d) time for an approximate neighbor search.
///
/// # Errors
/// Returns any error from [`run_with`].
pub fn run<'a>(
    given: impl Into<PipelineInput<'a>>,
    config: &ValidConfig,
    report: Report<'_>,
) -> Result<Outcome, SelectError> {
    let (search, k) = (config.config().search, config.n_searched() as usize);
    let mut search = |embeddings: &Embeddings, start: Neighbors, report: Report<'_>| {
        let approximately = search.is_approximate(embeddings.len(), embeddings.dimensions(), k);
        let found = approximately.then(|| approximate(start.clone(), embeddings, report));
        found.flatten().unwrap_or_else(|| fill_exact(start, embeddings, report))
    };
    run_with(given.into(), &mut search, config, report).map(|(outcome, _)| outcome)
}

/// A neighbor search that fulfills the contract of [`fill_exact`]. The search may run on any device.
/// The arguments are the embeddings, the empty neighbor lists to fill, and the progress report.
/// The neighbor lists mark instances as excluded if the search must ignore them.
pub type Search<'a> = &'a mut dyn FnMut(&Embeddings, Neighbors, Report<'_>) -> Neighbors;

/// Like [`run`], but with a custom neighbor search. Also returns which instances are duplicates.
///
/// # Errors
/// Returns [`RowsDiffer`](fastgas_embedding::EmbeddingsError::RowsDiffer) if the settings are for a different pool size.
/// Returns [`ConfigError`] if duplicates are merged and too few instances remain, see [`fold_duplicates`].
/// Also returns any error from [`Embeddings::centered`] or [`select`](crate::select).
pub fn run_with(
    given: PipelineInput<'_>,
    search: Search<'_>,
    config: &ValidConfig,
    report: Report<'_>,
) -> Result<(Outcome, Duplicates), SelectError> {
    run_recorded(given, search, config, report, &mut ())
}

/// Like [`run_with`], but also records partitioning and selection in `recorder`.
/// The vertex ids in `recorder` refer to the graph in the returned [`Outcome`].
///
/// # Errors
/// Returns any error from [`run_with`].
pub fn run_recorded(
    given: PipelineInput<'_>,
    search: Search<'_>,
    config: &ValidConfig,
    report: Report<'_>,
    recorder: &mut impl Recorder,
) -> Result<(Outcome, Duplicates), SelectError> {
    given.check(config)?;
    let settings = config.config();
    let PipelineInput {
        embeddings,
        confidences,
        earlier,
        has_default_neighbors,
        workers,
    } = given;
    let embeddings = match settings.centered {
        true => centered(embeddings)?,
        false => embeddings,
    };
    let none = Neighbors::empty(embeddings.len(), config.n_searched() as usize);
    let neighbors = search(&embeddings, none, report);
    let duplicates = Duplicates::among(&neighbors, &embeddings);
    let Some(folded) = fold_duplicates(&duplicates, (settings, has_default_neighbors), earlier)? else {
        let given = PipelineInput {
            embeddings,
            confidences,
            earlier,
            has_default_neighbors,
            workers,
        };
        return Ok((
            run_from_recorded(given, neighbors, config, report, recorder)?,
            duplicates,
        ));
    };
    let originals = duplicates.originals();
    let neighbors = duplicates.fold(&search(&embeddings, folded.empty_lists_of_originals, report));
    let confidences = confidences.map(|all| gather(all, &originals));
    let of_originals = embeddings.gather(&originals);
    drop(embeddings);
    let of_originals = PipelineInput {
        embeddings: Cow::Owned(of_originals),
        confidences: confidences.as_deref(),
        earlier: &folded.earlier,
        has_default_neighbors,
        workers,
    };
    let mut outcome = run_from_recorded(of_originals, neighbors, &folded.config, report, recorder)?;
    unfold(&duplicates, earlier, &mut outcome.partition, &mut outcome.selection);
    Ok((outcome, duplicates))
}

/// The embeddings minus their mean. Owned embeddings are released during the computation.
fn centered(embeddings: Cow<'_, Embeddings>) -> Result<Cow<'_, Embeddings>, EmbeddingsError> {
    Ok(Cow::Owned(embeddings.centered()?))
}

/// The confidences of the instances in `rows`, in the same order as `rows`.
pub fn gather(confidences: &[f32], rows: &[u32]) -> Vec<f32> {
    rows.iter().map(|&row| confidences[row as usize]).collect()
}

/// The input of a run on deduplicated instances, which are numbered from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Folded {
    /// The settings of the run. Earlier picks that are duplicates of each other count only once in the budget.
    /// If k is a default and not a choice of the user, k is at most the number of other deduplicated instances.
    pub config: ValidConfig,
    /// Empty neighbor lists that the neighbor search fills. The lists mark duplicates as excluded.
    /// The ids in the neighbor lists refer to all instances of the pool.
    pub empty_lists_of_originals: Neighbors,
    /// The earlier picks and skipped rows, renumbered as deduplicated instances.
    pub earlier: PriorSelection,
}

/// The input of a run on deduplicated instances.
/// `None` if the settings do not merge duplicates, or if the pool has no duplicates.
/// `has_default_neighbors` is [`PipelineInput::has_default_neighbors`].
///
/// # Errors
/// Returns [`ConfigError`] if the settings do not fit the deduplicated instances.
pub fn fold_duplicates(
    duplicates: &Duplicates,
    (config, has_default_neighbors): (&Config, bool),
    earlier: &PriorSelection,
) -> Result<Option<Folded>, ConfigError> {
    if !config.fold_duplicates || duplicates.count().instances == 0 {
        return Ok(None);
    }
    let picks = fold_rows(duplicates, &earlier.picks);
    let mut skipped = fold_rows(duplicates, &earlier.skipped);
    skipped.retain(|row| !picks.contains(row));
    let n_originals = duplicates.originals().len() as u32;
    let n_neighbors = match has_default_neighbors {
        true => config.n_neighbors.min(Config::default_neighbors(n_originals)),
        false => config.n_neighbors,
    };
    let config = Config {
        budget: config.budget.saturating_sub((earlier.picks.len() - picks.len()) as u32),
        n_neighbors,
        ..config.clone()
    };
    let config = config.check(n_originals)?;
    let empty_lists_of_originals = duplicates.empty_lists_of_originals(config.n_searched() as usize);
    Ok(Some(Folded {
        config,
        empty_lists_of_originals,
        earlier: PriorSelection { picks, skipped },
    }))
}

fn fold_rows(duplicates: &Duplicates, rows: &[u32]) -> Vec<u32> {
    let mut folded = Vec::with_capacity(rows.len());
    let mut is_seen = vec![false; duplicates.original_of().len()];
    let places = duplicates.places();
    for place in rows.iter().map(|&row| places[row as usize]) {
        if !std::mem::replace(&mut is_seen[place as usize], true) {
            folded.push(place);
        }
    }
    folded
}

/// Maps the results from the deduplicated instances back to all instances.
/// Each duplicate gets the part of the instance that represents it. The picks begin with all earlier picks.
pub fn unfold(duplicates: &Duplicates, earlier: &PriorSelection, partition: &mut Partition, selection: &mut Selection) {
    let places = duplicates.places();
    partition.part_of = places.iter().map(|&place| partition.part_of[place as usize]).collect();
    let originals = duplicates.originals();
    let again = |&row: &u32| {
        let mut picks = selection.picks.iter();
        let pick = picks.find(|pick| pick.row == places[row as usize]);
        Pick {
            row,
            ..*pick.expect("earlier picks are picks")
        }
    };
    let n_earlier = fold_rows(duplicates, &earlier.picks).len();
    let new = selection.picks[n_earlier..].iter().map(|pick| Pick {
        row: originals[pick.row as usize],
        ..*pick
    });
    selection.picks = earlier.picks.iter().map(again).chain(new).collect();
}

/// Maps the explanations of picks from the deduplicated instances back to all instances.
/// `rows` are the picks after [`unfold`]; `partition` covers all instances.
/// Part sizes then include the duplicates. All other numbers still count only originals.
pub fn unfold_reasons(duplicates: &Duplicates, partition: &Partition, rows: &[u32], reasons: &mut Vec<Reason>) {
    let originals = duplicates.originals();
    let members = partition.members();
    for reason in reasons.iter_mut() {
        reason.part_size = members[reason.part as usize].len() as u32;
        reason.unfold(&originals);
    }
    let folded = fold_rows(duplicates, rows);
    let places = duplicates.places();
    let reason_of = |&row: &u32| {
        let at = folded.iter().position(|&place| place == places[row as usize]);
        reasons[at.expect("each is of a row")].clone()
    };
    *reasons = rows.iter().map(reason_of).collect();
}

/// Runs graph construction, partitioning and selection.
/// The neighbors must come from a search among the given embeddings, which must already be centered if required.
/// Each instance has [`ValidConfig::n_searched`] neighbors.
///
/// # Errors
/// Returns [`RowsDiffer`](fastgas_embedding::EmbeddingsError::RowsDiffer) if the settings are for a different pool size.
/// Also returns any error from [`select`](crate::select).
pub fn run_from(
    given: PipelineInput<'_>,
    neighbors: Neighbors,
    config: &ValidConfig,
    report: Report<'_>,
) -> Result<Outcome, SelectError> {
    run_from_recorded(given, neighbors, config, report, &mut ())
}

/// Like [`run_from`], but also records partitioning and selection in `recorder`.
///
/// # Errors
/// Returns any error from [`run_from`].
pub fn run_from_recorded(
    given: PipelineInput<'_>,
    neighbors: Neighbors,
    config: &ValidConfig,
    report: Report<'_>,
    recorder: &mut impl Recorder,
) -> Result<Outcome, SelectError> {
    given.check(config)?;
    config.fits(neighbors.ids.nrows())?;
    let settings = config.config();
    let counter = Counter::new(report, Stage::Graph, 1);
    let k = settings.n_neighbors as usize;
    // The first k neighbors of each instance. `None` avoids a copy if the lists have exactly k neighbors.
    let nearest = (neighbors.ids.ncols() != k).then(|| neighbors.first(k));
    let graph = CsrGraph::from_neighbors(nearest.as_ref().unwrap_or(&neighbors), settings.edge_weights);
    counter.finish();
    let PipelineInput {
        embeddings,
        confidences,
        earlier,
        workers,
        ..
    } = given;
    let Selected {
        selection,
        partition,
        tried,
    } = match embeddings {
        Cow::Owned(embeddings) if needs_only_quantized(config) => {
            let input = GraphInput {
                graph: &graph,
                budget: settings.budget,
                earlier,
                seed: settings.seed,
            };
            select_releasing(embeddings, (&input, workers), config, report, recorder)?
        }
        embeddings => {
            let input = Input {
                embeddings: &embeddings,
                neighbors: &neighbors,
                graph: &graph,
                confidences,
                budget: settings.budget,
                earlier,
                seed: settings.seed,
                workers,
            };
            select_recorded(&input, config, report, recorder)?
        }
    };
    let quality = quality(&graph, &partition);
    Ok(Outcome {
        neighbors: nearest.unwrap_or(neighbors),
        graph,
        partition,
        quality,
        selection,
        tried,
    })
}

#[cfg(test)]
mod tests;
