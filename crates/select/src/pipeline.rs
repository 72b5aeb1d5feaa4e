//! All stages after embedding, in order; where the neighbors are found elsewhere, those after them.

use crate::ConfigError;
use crate::SelectError;
use crate::evaluate::{Reason, explain};
use crate::{Config, ValidConfig};
use crate::{Earlier, Input, Pick, Selected, Selection, Tried, select_recorded};
use fastgas_embedding::Embeddings;
use fastgas_graph::{CsrGraph, Duplicates, Neighbors, approximate, complete};
use fastgas_partition::Recorder;
use fastgas_partition::{Partition, Quality, quality};
use fastgas_progress::{Counter, Report, Stage};

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

/// What the pipeline begins with: one of each instance.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// n×d.
    pub embeddings: &'a Embeddings,
    /// How sure a language model was of each, which only [`Method::VoteK`](crate::Method::VoteK) asks for. Any
    /// numbers will do; only their order counts.
    pub confidences: Option<&'a [f32]>,
    /// What an earlier selection has settled.
    pub earlier: &'a Earlier,
}

impl<'a> From<&'a Embeddings> for Given<'a> {
    fn from(embeddings: &'a Embeddings) -> Given<'a> {
        Given {
            embeddings,
            confidences: None,
            earlier: Earlier::NONE,
        }
    }
}

impl Given<'_> {
    /// Whether this is of the pool that the settings were checked against.
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

/// Neighbors, graph, partition, selection.
///
/// The same embeddings and settings give the same outcome on every machine. O(n²·d) time, for the neighbors,
/// or O(n·√n·d) where they are searched approximately.
///
/// # Errors
/// As [`run_with`].
pub fn run<'a>(given: impl Into<Given<'a>>, config: &ValidConfig, report: Report<'_>) -> Result<Outcome, SelectError> {
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
/// [`EmbeddingsError::RowsDiffer`](fastgas_embedding::EmbeddingsError::RowsDiffer) when the settings were checked against a pool of
/// another size, [`ConfigError`] when duplicates are folded and what is left is too small, and what is told of
/// [`Embeddings::centered`] and of [`select`].
pub fn run_with(
    given: Given<'_>,
    search: Search<'_>,
    config: &ValidConfig,
    report: Report<'_>,
) -> Result<(Outcome, Duplicates), SelectError> {
    run_recorded(given, search, config, report, &mut ())
}

/// As [`run_with`]; tells `recorder` what partition and selection do, in the vertices of the outcome's graph.
///
/// # Errors
/// As [`run_with`].
pub fn run_recorded(
    given: Given<'_>,
    search: Search<'_>,
    config: &ValidConfig,
    report: Report<'_>,
    recorder: &mut impl Recorder,
) -> Result<(Outcome, Duplicates), SelectError> {
    given.check(config)?;
    let settings = config.config();
    let centered = settings.centered.then(|| given.embeddings.centered()).transpose()?;
    let embeddings = centered.as_ref().unwrap_or(given.embeddings);
    let given = Given { embeddings, ..given };
    let none = Neighbors::none(embeddings.len(), config.n_searched() as usize);
    let neighbors = search(embeddings, none, report);
    let duplicates = Duplicates::among(&neighbors, embeddings);
    let Some(folded) = to_fold(&duplicates, settings, given.earlier)? else {
        return Ok((
            run_from_recorded(given, neighbors, config, report, recorder)?,
            duplicates,
        ));
    };
    let originals = duplicates.originals();
    let neighbors = duplicates.fold(&search(embeddings, folded.among_originals, report));
    let confidences = given.confidences.map(|all| gather(all, &originals));
    let of_originals = Given {
        embeddings: &embeddings.gather(&originals),
        confidences: confidences.as_deref(),
        earlier: &folded.earlier,
    };
    let mut outcome = run_from_recorded(of_originals, neighbors, &folded.config, report, recorder)?;
    unfold(
        &duplicates,
        given.earlier,
        &mut outcome.partition,
        &mut outcome.selection,
    );
    Ok((outcome, duplicates))
}

/// The confidences of some rows.
pub fn gather(confidences: &[f32], rows: &[u32]) -> Vec<f32> {
    rows.iter().map(|&row| confidences[row as usize]).collect()
}

/// What there is where duplicates are folded: of each instance only the original, numbered from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Folded {
    /// The settings; earlier picks that are duplicates of each other count once in the budget.
    pub config: ValidConfig,
    /// What the search among the originals begins with; ids are those of all instances.
    pub among_originals: Neighbors,
    /// What was settled earlier.
    pub earlier: Earlier,
}

/// Where duplicates shall be folded and there are some: what is left.
///
/// # Errors
/// [`ConfigError`] where the settings do not fit those that are left.
pub fn to_fold(duplicates: &Duplicates, config: &Config, earlier: &Earlier) -> Result<Option<Folded>, ConfigError> {
    if !config.fold_duplicates || duplicates.count().instances == 0 {
        return Ok(None);
    }
    let picks = fold_rows(duplicates, &earlier.picks);
    let mut skipped = fold_rows(duplicates, &earlier.skipped);
    skipped.retain(|row| !picks.contains(row));
    let config = Config {
        budget: config.budget.saturating_sub((earlier.picks.len() - picks.len()) as u32),
        ..config.clone()
    };
    let config = config.check(duplicates.originals().len() as u32)?;
    let among_originals = duplicates.among_originals(config.n_searched() as usize);
    Ok(Some(Folded {
        config,
        among_originals,
        earlier: Earlier { picks, skipped },
    }))
}

/// The originals of these rows, each once, numbered among the originals.
fn fold_rows(duplicates: &Duplicates, rows: &[u32]) -> Vec<u32> {
    let mut folded = Vec::with_capacity(rows.len());
    let mut is_there = vec![false; duplicates.original_of().len()];
    let places = duplicates.places();
    for place in rows.iter().map(|&row| places[row as usize]) {
        if !std::mem::replace(&mut is_there[place as usize], true) {
            folded.push(place);
        }
    }
    folded
}

/// From the originals, numbered from 0, back to all instances: each is in the part of the one that stands for it, and the
/// picks begin with all of the earlier ones.
pub fn unfold(duplicates: &Duplicates, earlier: &Earlier, partition: &mut Partition, selection: &mut Selection) {
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

/// The same for the reasons of the picks, which are now `rows`; `partition` is that of all instances.
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

/// Graph, partition, selection. The embeddings are those among which the neighbors were searched: centered, where the
/// settings say so; of each instance there are [`ValidConfig::n_searched`] neighbors.
///
/// # Errors
/// [`EmbeddingsError::RowsDiffer`](fastgas_embedding::EmbeddingsError::RowsDiffer) when the settings were checked against a pool of
/// another size; as [`select`].
pub fn run_from(
    given: Given<'_>,
    neighbors: Neighbors,
    config: &ValidConfig,
    report: Report<'_>,
) -> Result<Outcome, SelectError> {
    run_from_recorded(given, neighbors, config, report, &mut ())
}

/// As [`run_from`]; tells `recorder` what partition and selection do.
///
/// # Errors
/// As [`run_from`].
pub fn run_from_recorded(
    given: Given<'_>,
    neighbors: Neighbors,
    config: &ValidConfig,
    report: Report<'_>,
    recorder: &mut impl Recorder,
) -> Result<Outcome, SelectError> {
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
        earlier: given.earlier,
        seed: settings.seed,
    };
    let Selected {
        selection,
        partition,
        tried,
    } = select_recorded(&input, config, report, recorder)?;
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
    use crate::Parts;
    use fastgas_graph::nearest_neighbors;

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
    fn earlier_picks_stay_though_duplicates_are_folded() {
        // Ten times the same point of a quarter circle, then twenty-nine others. 0 and 3 are the same, 20 is another.
        let once: Vec<[f32; 2]> = (0..30).map(|i| i as f32 * 0.05).map(|x| [x.cos(), x.sin()]).collect();
        let embeddings = Embeddings::normalized([&[once[0]; 9], &once[..]].concat().into()).expect("no row is zero");
        let config = Config {
            budget: 8,
            n_neighbors: 12,
            fold_duplicates: true,
            ..Config::default()
        };
        let config = config.check(39).expect("it fits");
        let earlier = Earlier {
            picks: vec![3, 20, 0],
            skipped: vec![1, 25],
        };
        let given = Given {
            earlier: &earlier,
            ..Given::from(&embeddings)
        };
        let mut search = |embeddings: &Embeddings, start, report: Report<'_>| complete(start, embeddings, report);
        let (outcome, duplicates) = run_with(given, &mut search, &config, &mut |_| ()).expect("it fits");
        let rows: Vec<u32> = outcome.selection.picks.iter().map(|pick| pick.row).collect();
        assert_eq!((&rows[..3], rows.len()), (&[3, 20, 0][..], 8));
        assert!(
            rows[3..].iter().all(|&row| row > 9 && row != 25 && row != 20),
            "{rows:?}"
        );
        let reasons = outcome.reasons(&duplicates);
        assert_eq!(reasons.len(), 8);
        assert_eq!(reasons[0], reasons[2]);
        assert_eq!(reasons[1].part, outcome.partition.part_of[20]);
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
            let duplicates = Duplicates::among(&nearest_neighbors(&embeddings, 3, &mut |_| ()), &embeddings);
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
