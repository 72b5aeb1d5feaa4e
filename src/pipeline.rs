//! All stages after embedding, in order; where the neighbors are found elsewhere, those after them.

use crate::config::{Config, ValidConfig};
use crate::embed::Embeddings;
use crate::error::{ConfigError, Error};
use crate::evaluate::{Reason, explain};
use crate::graph::{CsrGraph, Duplicates, Neighbors, approximate, complete};
use crate::partition::{Partition, Quality, quality};
use crate::progress::{Counter, Report, Stage};
use crate::select::{Input, Selected, Selection, Tried, select};

/// What every stage gave. Where duplicates are folded, neighbors and graph are those of the originals, numbered from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// n×k.
    pub neighbors: Neighbors,
    /// The kNN graph.
    pub graph: CsrGraph,
    /// A part for every instance.
    pub partition: Partition,
    /// Cut and imbalance.
    pub quality: Quality,
    /// The picks.
    pub selection: Selection,
    /// The numbers of parts that were tried, where K was to be found, and why the one was chosen: its coverage is the
    /// highest.
    pub tried: Vec<Tried>,
}

impl Outcome {
    /// Why each pick was taken, in the words of [`explain`]: ids are rows of the pool. Where duplicates are folded, only
    /// the parts' sizes count them.
    pub fn reasons(&self, duplicates: &Duplicates) -> Vec<Reason> {
        let (graph, neighbors) = (&self.graph, &self.neighbors);
        let mut rows: Vec<u32> = self.selection.picks.iter().map(|pick| pick.row).collect();
        if graph.n_vertices() == self.partition.part_of.len() {
            return explain(graph, &self.partition, neighbors, &rows);
        }
        let originals = duplicates.originals();
        let part_of = originals.iter().map(|&row| self.partition.part_of[row as usize]);
        let folded = Partition {
            part_of: part_of.collect(),
            n_parts: self.partition.n_parts,
        };
        for row in &mut rows {
            *row = originals.binary_search(row).expect("originals are picked") as u32;
        }
        let mut reasons = explain(graph, &folded, neighbors, &rows);
        unfold_reasons(duplicates, &self.partition, &mut reasons);
        reasons
    }
}

/// What the pipeline begins with: one of each instance.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// n×d.
    pub embeddings: &'a Embeddings,
    /// How sure a language model was of each, which only [`Method::VoteK`](crate::config::Method::VoteK) asks for. Any
    /// numbers will do; only their order counts.
    pub confidences: Option<&'a [f32]>,
}

impl<'a> From<&'a Embeddings> for Given<'a> {
    fn from(embeddings: &'a Embeddings) -> Given<'a> {
        Given {
            embeddings,
            confidences: None,
        }
    }
}

impl Given<'_> {
    /// Whether this is of the pool that the settings were checked against.
    fn check(&self, config: &ValidConfig) -> Result<(), Error> {
        config.fits(self.embeddings.len())?;
        let Some(confidences) = self.confidences else {
            return Ok(());
        };
        if confidences.len() != self.embeddings.len() {
            return Err(Error::from(ConfigError::ConfidencesDiffer {
                confidences: confidences.len() as u64,
                n_instances: self.embeddings.len() as u64,
            }));
        }
        match confidences.iter().position(|confidence| !confidence.is_finite()) {
            Some(row) => Err(Error::from(ConfigError::BadConfidence { row: row as u64 })),
            None => Ok(()),
        }
    }
}

/// Neighbors, graph, partition, selection.
///
/// The same embeddings and settings give the same outcome on every machine. O(n²·d) time, for the neighbors,
/// or O(n·√n·d) where they are searched approximately.
///
/// # Errors
/// As [`run_with`].
pub fn run<'a>(given: impl Into<Given<'a>>, config: &ValidConfig, report: Report<'_>) -> Result<Outcome, Error> {
    let (search, k) = (config.config().search, config.n_searched() as usize);
    let mut search = |embeddings: &Embeddings, start: Neighbors, report: Report<'_>| {
        let approximately = search.is_approximate(embeddings.len(), embeddings.dimensions(), k);
        let found = approximately.then(|| approximate(start.clone(), embeddings, report));
        found.flatten().unwrap_or_else(|| complete(start, embeddings, report))
    };
    run_with(given.into(), &mut search, config, report).map(|(outcome, _)| outcome)
}

/// What does as [`complete`], wherever: from embeddings and lists that are empty but for who is left out.
pub type Search<'a> = &'a mut dyn FnMut(&Embeddings, Neighbors, Report<'_>) -> Neighbors;

/// As [`run`]; tells also which instances are duplicates.
///
/// # Errors
/// [`GraphError::RowsDiffer`](crate::error::GraphError::RowsDiffer) when the settings were checked against a pool of
/// another size, [`ConfigError`] when duplicates are folded and what is left is too small, and what is told of
/// [`Embeddings::centered`] and of [`select`].
pub fn run_with(
    given: Given<'_>,
    search: Search<'_>,
    config: &ValidConfig,
    report: Report<'_>,
) -> Result<(Outcome, Duplicates), Error> {
    given.check(config)?;
    let settings = config.config();
    let centered = settings.centered.then(|| given.embeddings.centered()).transpose()?;
    let embeddings = centered.as_ref().unwrap_or(given.embeddings);
    let given = Given { embeddings, ..given };
    let none = Neighbors::none(embeddings.len(), config.n_searched() as usize);
    let neighbors = search(embeddings, none, report);
    let duplicates = Duplicates::of(&neighbors);
    let Some((of_originals, among_originals)) = to_fold(&duplicates, settings)? else {
        return Ok((run_from(given, neighbors, config, report)?, duplicates));
    };
    let originals = duplicates.originals();
    let neighbors = duplicates.fold(&search(embeddings, among_originals, report));
    let confidences = given.confidences.map(|all| gather(all, &originals));
    let folded = Given {
        embeddings: &embeddings.gather(&originals),
        confidences: confidences.as_deref(),
    };
    let mut outcome = run_from(folded, neighbors, &of_originals, report)?;
    unfold(&duplicates, &mut outcome.partition, &mut outcome.selection);
    Ok((outcome, duplicates))
}

fn gather(confidences: &[f32], rows: &[u32]) -> Vec<f32> {
    rows.iter().map(|&row| confidences[row as usize]).collect()
}

/// Where duplicates shall be folded and there are some: the settings of those that are left, and what the search among
/// them begins with.
///
/// # Errors
/// [`ConfigError`] where the settings do not fit those that are left.
pub fn to_fold(duplicates: &Duplicates, config: &Config) -> Result<Option<(ValidConfig, Neighbors)>, ConfigError> {
    if !config.fold_duplicates || duplicates.count().instances == 0 {
        return Ok(None);
    }
    let of_originals = config.check(duplicates.originals().len() as u32)?;
    let among_originals = duplicates.among_originals(of_originals.n_searched() as usize);
    Ok(Some((of_originals, among_originals)))
}

/// From the originals, numbered from 0, back to all instances: each is in the part of the one that stands for it.
pub fn unfold(duplicates: &Duplicates, partition: &mut Partition, selection: &mut Selection) {
    let originals = duplicates.originals();
    let part_of = |original| originals.binary_search(original).map(|place| partition.part_of[place]);
    let all = duplicates.original_of().iter().map(part_of);
    partition.part_of = all.collect::<Result<_, _>>().expect("originals stand for themselves");
    for pick in &mut selection.picks {
        pick.row = originals[pick.row as usize];
    }
}

/// The same for the reasons of the picks; `partition` is that of all instances.
pub fn unfold_reasons(duplicates: &Duplicates, partition: &Partition, reasons: &mut [Reason]) {
    let originals = duplicates.originals();
    let members = partition.members();
    for reason in reasons {
        reason.part_size = members[reason.part as usize].len() as u32;
        for row in reason.nearest.iter_mut().chain(&mut reason.runner_up) {
            *row = originals[*row as usize];
        }
    }
}

/// Graph, partition, selection. The embeddings are those among which the neighbors were searched: centered, where the
/// settings say so; of each instance there are [`ValidConfig::n_searched`] neighbors.
///
/// # Errors
/// [`GraphError::RowsDiffer`](crate::error::GraphError::RowsDiffer) when the settings were checked against a pool of
/// another size; as [`select`].
pub fn run_from(
    given: Given<'_>,
    neighbors: Neighbors,
    config: &ValidConfig,
    report: Report<'_>,
) -> Result<Outcome, Error> {
    given.check(config)?;
    config.fits(neighbors.ids.nrows())?;
    let settings = config.config();
    let counter = Counter::new(report, Stage::Graph, 1);
    let nearest = neighbors.first(settings.n_neighbors as usize);
    let graph = CsrGraph::from_neighbors(&nearest, settings.edge_weights);
    counter.finish();
    let input = Input {
        embeddings: given.embeddings,
        neighbors: &neighbors,
        graph: &graph,
        confidences: given.confidences,
        budget: settings.budget,
        seed: settings.seed,
    };
    let Selected {
        selection,
        partition,
        tried,
    } = select(&input, config, report)?;
    let quality = quality(&graph, &partition);
    Ok(Outcome {
        neighbors: nearest,
        graph,
        partition,
        quality,
        selection,
        tried,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Parts;
    use crate::graph::nearest_neighbors;

    #[test]
    fn folded_duplicates_share_a_part_and_are_picked_once() {
        // Thirty points of a quarter circle; the first of them nine times more, at the end.
        let angle = |i: usize| if i < 30 { i as f32 * 0.05 } else { 0.0 };
        let rows: Vec<[f32; 2]> = (0..39).map(|i| [angle(i).cos(), angle(i).sin()]).collect();
        let embeddings = Embeddings::normalized(rows.into()).expect("no row is zero");
        let config = |fold_duplicates, budget| {
            let config = Config {
                budget,
                n_neighbors: 3,
                fold_duplicates,
                ..Config::default()
            };
            config.check(39).expect("it fits")
        };
        let picked = |config| {
            let outcome = run(&embeddings, &config, &mut |_| ()).expect("it fits");
            assert_eq!(outcome.partition.part_of.len(), 39);
            outcome
        };
        let folded = picked(config(true, 30));
        assert_eq!(folded.graph.n_vertices(), 30);
        assert!(
            folded.partition.part_of[30..]
                .iter()
                .all(|&part| part == folded.partition.part_of[0])
        );
        let mut rows: Vec<u32> = folded.selection.picks.iter().map(|pick| pick.row).collect();
        rows.sort_unstable();
        assert_eq!(rows, (0..30).collect::<Vec<_>>());
        assert_eq!(picked(config(false, 30)).graph.n_vertices(), 39);
        assert!(
            run(&embeddings, &config(true, 31), &mut |_| ()).is_err(),
            "thirty are left to pick from"
        );
    }

    #[test]
    fn reasons_name_rows_of_the_pool_though_duplicates_are_folded() {
        // Ten times the same point of a quarter circle, then twenty-nine others; and the same with the first point once.
        let once: Vec<[f32; 2]> = (0..30).map(|i| i as f32 * 0.05).map(|x| [x.cos(), x.sin()]).collect();
        let all = [&[once[0]; 9], &once[..]].concat();
        let reasons = |rows: Vec<[f32; 2]>| {
            let embeddings = Embeddings::normalized(rows.into()).expect("no row is zero");
            let config = Config {
                budget: 12,
                n_parts: Parts::Count(3),
                n_neighbors: 3,
                fold_duplicates: true,
                ..Config::default()
            };
            let config = config.check(embeddings.len() as u32).expect("it fits");
            let outcome = run(&embeddings, &config, &mut |_| ()).expect("it fits");
            let duplicates = Duplicates::of(&nearest_neighbors(&embeddings, 3, &mut |_| ()));
            (outcome.reasons(&duplicates), outcome.partition)
        };
        let ((of_all, partition), (of_once, _)) = (reasons(all), reasons(once));
        let row = |id: u32| if id == 0 { 0 } else { id + 9 };
        assert!(of_once.iter().any(|reason| reason.runner_up.is_some_and(|id| id > 0)));
        for (reason, mut expected) in of_all.into_iter().zip(of_once) {
            expected.nearest.iter_mut().for_each(|id| *id = row(*id));
            expected.runner_up = expected.runner_up.map(row);
            expected.part_size += if expected.part == partition.part_of[0] { 9 } else { 0 };
            assert_eq!(reason, expected);
        }
    }
}
