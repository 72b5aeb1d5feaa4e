//! All stages after embedding, in order; where the neighbors are found elsewhere, those after them.

use crate::config::{Config, ValidConfig};
use crate::embed::Embeddings;
use crate::error::{ConfigError, Error};
use crate::evaluate::{Reason, explain};
use crate::graph::{CsrGraph, Duplicates, Neighbors, complete};
use crate::partition::{Partition, Quality, partition, quality};
use crate::progress::{Progress, Report, Stage};
use crate::select::{Selection, greedy};

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
}

impl Outcome {
    /// Why each pick was taken, in the words of [`explain`]: ids are rows of the pool. Where duplicates are folded, only
    /// the parts' sizes count them.
    pub fn reasons(&self, duplicates: &Duplicates) -> Vec<Reason> {
        let (graph, neighbors) = (&self.graph, &self.neighbors);
        if graph.n_vertices() == self.partition.part_of.len() {
            return explain(graph, &self.partition, neighbors, &self.selection);
        }
        let originals = duplicates.originals();
        let part_of = originals.iter().map(|&row| self.partition.part_of[row as usize]);
        let folded = Partition {
            part_of: part_of.collect(),
            n_parts: self.partition.n_parts,
        };
        let mut selection = self.selection.clone();
        for pick in &mut selection.picks {
            pick.row = originals.binary_search(&pick.row).expect("originals are picked") as u32;
        }
        let mut reasons = explain(graph, &folded, neighbors, &selection);
        unfold_reasons(duplicates, &self.partition, &mut reasons);
        reasons
    }
}

/// Neighbors, graph, partition, selection.
///
/// The same embeddings and settings give the same outcome on every machine. O(n²·d) time, for the neighbors.
///
/// # Errors
/// As [`run_with`].
pub fn run(embeddings: &Embeddings, config: &ValidConfig, report: Report<'_>) -> Result<Outcome, Error> {
    config.fits(embeddings.len())?;
    let mut search = |neighbors, report: Report<'_>| complete(neighbors, embeddings, report);
    run_with(&mut search, config, report).map(|(outcome, _)| outcome)
}

/// As [`run`]; tells also which instances are duplicates. `search` does what [`complete`] does, wherever.
///
/// # Errors
/// [`GraphError::RowsDiffer`](crate::error::GraphError::RowsDiffer) when the settings were checked against a pool of
/// another size, [`ConfigError`](crate::error::ConfigError) when duplicates are folded and what is left is too small.
pub fn run_with(
    search: &mut dyn FnMut(Neighbors, Report<'_>) -> Neighbors,
    config: &ValidConfig,
    report: Report<'_>,
) -> Result<(Outcome, Duplicates), Error> {
    let settings = config.config();
    let (n, n_neighbors) = (config.n_instances() as usize, settings.n_neighbors as usize);
    let neighbors = search(Neighbors::none(n, n_neighbors), report);
    let duplicates = Duplicates::of(&neighbors);
    let Some((of_originals, among_originals)) = to_fold(&duplicates, settings)? else {
        return Ok((run_from(neighbors, config, report)?, duplicates));
    };
    let neighbors = search(among_originals, report);
    let mut outcome = run_from(duplicates.fold(&neighbors), &of_originals, report)?;
    unfold(&duplicates, &mut outcome.partition, &mut outcome.selection);
    Ok((outcome, duplicates))
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
    let among_originals = duplicates.among_originals(config.n_neighbors as usize);
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

/// Graph, partition, selection.
///
/// # Errors
/// [`GraphError::RowsDiffer`](crate::error::GraphError::RowsDiffer) when the settings were checked against a pool of another size.
pub fn run_from(neighbors: Neighbors, config: &ValidConfig, report: Report<'_>) -> Result<Outcome, Error> {
    config.fits(neighbors.ids.nrows())?;
    let settings = config.config();
    report(Progress {
        stage: Stage::Graph,
        done: 0,
        total: 1,
    });
    let graph = CsrGraph::from_neighbors(&neighbors, settings.edge_weights);
    report(Progress {
        stage: Stage::Graph,
        done: 1,
        total: 1,
    });
    let partition = partition(
        &graph,
        config.n_parts(),
        settings.preset,
        settings.imbalance,
        settings.seed,
        report,
    )?;
    let quality = quality(&graph, &partition);
    let selection = greedy(&graph, &partition, settings.budget, report);
    Ok(Outcome {
        neighbors,
        graph,
        partition,
        quality,
        selection,
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
