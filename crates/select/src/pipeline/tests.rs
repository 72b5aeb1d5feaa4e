use super::*;
use crate::{Method, Parts};
use fastgas_graph::nearest_neighbors;
use fastgas_partition::Preset;

#[test]
fn folded_duplicates_share_a_part_and_are_picked_once() {
    // The pool has thirty points on a quarter circle, and nine copies of the first point at the end.
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
        "only thirty originals are left"
    );
}

#[test]
fn default_neighbors_are_reduced_after_duplicates_are_merged() {
    // The pool has six points on a quarter circle, each twice.
    let point = |i: usize| (i % 6) as f32 * 0.2;
    let rows: Vec<[f32; 2]> = (0..12).map(point).map(|x| [x.cos(), x.sin()]).collect();
    let embeddings = Embeddings::normalized(rows.into()).expect("no row is zero");
    let picked = |n_neighbors, has_default_neighbors| {
        let config = Config {
            budget: 3,
            n_neighbors,
            fold_duplicates: true,
            ..Config::default()
        };
        let config = config.check(12).expect("it fits");
        let given = PipelineInput {
            has_default_neighbors,
            ..PipelineInput::from(&embeddings)
        };
        let mut search = |embeddings: &Embeddings, start, report: Report<'_>| fill_exact(start, embeddings, report);
        run_with(given, &mut search, &config, &mut |_| ())
    };
    let (outcome, _) = picked(Config::default_neighbors(12), true).expect("the default fits six originals");
    assert_eq!(
        (outcome.neighbors.ids.dim(), outcome.selection.picks.len()),
        ((6, 5), 3)
    );
    let refused = ConfigError::NeighborsAbovePool {
        n_neighbors: 10,
        n_instances: 6,
    };
    assert_eq!(picked(10, false), Err(refused.into()), "the user gave this number");
    let (outcome, _) = picked(3, false).expect("three neighbors fit");
    assert_eq!(outcome.neighbors.ids.dim(), (6, 3));
}

#[test]
fn owned_embeddings_give_the_same_outcome() {
    // The pool has sixty points on a spiral, and nine copies of the first point at the end.
    let point = |i: usize| {
        let angle = if i < 60 { i as f32 * 0.1 } else { 0.0 };
        [angle.cos(), angle.sin(), angle * 0.2]
    };
    let rows: Vec<[f32; 3]> = (0..69).map(point).collect();
    let embeddings = Embeddings::normalized(rows.into()).expect("no row is zero");
    let earlier = PriorSelection {
        picks: vec![7],
        skipped: vec![3],
    };
    let presets = [Preset::Paper, Preset::Fast, Preset::Best];
    let flags = [(false, false), (true, false), (false, true)];
    let settings = presets
        .into_iter()
        .flat_map(|preset| flags.map(|flags| (preset, flags)));
    for (preset, (centered, fold_duplicates)) in settings {
        for method in [Method::Fastgas, Method::KCenter] {
            let config = Config {
                budget: 8,
                n_neighbors: 4,
                method,
                preset,
                centered,
                fold_duplicates,
                ..Config::default()
            };
            let config = config.check(69).expect("it fits");
            let outcome = |given: PipelineInput<'_>| {
                let given = PipelineInput {
                    earlier: &earlier,
                    ..given
                };
                let mut events = Vec::new();
                let mut search =
                    |embeddings: &Embeddings, start, report: Report<'_>| fill_exact(start, embeddings, report);
                let found = run_recorded(given, &mut search, &config, &mut |_| (), &mut events);
                (found.expect("it fits"), events)
            };
            let owned = outcome(embeddings.clone().into());
            let borrowed = outcome((&embeddings).into());
            assert!(
                owned == borrowed,
                "{method:?}, {preset:?}, {centered}, {fold_duplicates}"
            );
            assert_eq!(owned.1.is_empty(), method != Method::Fastgas);
        }
    }
}

#[test]
fn folding_duplicates_keeps_all_earlier_picks() {
    // The pool has ten copies of one point on a quarter circle, then twenty-nine distinct points.
    // Rows 0 and 3 are duplicates; row 20 is not a duplicate.
    let once: Vec<[f32; 2]> = (0..30).map(|i| i as f32 * 0.05).map(|x| [x.cos(), x.sin()]).collect();
    let embeddings = Embeddings::normalized([&[once[0]; 9], &once[..]].concat().into()).expect("no row is zero");
    let config = Config {
        budget: 8,
        n_neighbors: 12,
        fold_duplicates: true,
        ..Config::default()
    };
    let config = config.check(39).expect("it fits");
    let earlier = PriorSelection {
        picks: vec![3, 20, 0],
        skipped: vec![1, 25],
    };
    let given = PipelineInput {
        earlier: &earlier,
        ..PipelineInput::from(&embeddings)
    };
    let mut search = |embeddings: &Embeddings, start, report: Report<'_>| fill_exact(start, embeddings, report);
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
fn folding_duplicates_reports_reasons_in_rows_of_the_pool() {
    // The first pool has ten copies of one point on a quarter circle, then twenty-nine distinct points.
    // The second pool contains the copied point only once.
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
