//! Tests of all stages together, on clustered vectors.

use std::collections::BTreeSet;

use fastgas::embedding::Embeddings;
use fastgas::graph::EdgeWeights;
use fastgas::partition::Preset;
use fastgas::partition::edge_cut;
use fastgas::progress::{Progress, Stage};
use fastgas::select::pipeline::{Outcome, run};
use fastgas::select::{Config, Parts};
use ndarray::Array2;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// `n` vectors of unit length, around `clusters` random centers.
fn clustered(n: usize, d: usize, clusters: usize) -> Embeddings {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let centers = Array2::from_shape_simple_fn((clusters, d), || rng.random_range(-1.0f32..1.0));
    let rows = Array2::from_shape_fn((n, d), |(row, axis)| {
        centers[[row % clusters, axis]] + 0.6 * rng.random_range(-1.0f32..1.0)
    });
    Embeddings::normalized(rows).expect("no row is zero")
}

fn outcome(embeddings: &Embeddings, config: &Config) -> Outcome {
    let config = config.check(embeddings.len() as u32).expect("valid settings");
    run(embeddings, &config, &mut |_| ()).expect("a pool that fits its settings")
}

#[test]
fn every_setting_selects_exactly_the_budget_of_distinct_rows() {
    let embeddings = clustered(240, 16, 9);
    for preset in [Preset::Paper, Preset::Fast, Preset::Best, Preset::Strong] {
        for edge_weights in [EdgeWeights::Unit, EdgeWeights::Similarity] {
            for (budget, n_parts) in [
                (1, Parts::Auto),
                (18, Parts::Auto),
                (18, Parts::Count(5)),
                (240, Parts::Count(7)),
            ] {
                let config = Config {
                    budget,
                    n_parts,
                    preset,
                    edge_weights,
                    ..Config::default()
                };
                let outcome = outcome(&embeddings, &config);
                let rows: BTreeSet<u32> = outcome.selection.picks.iter().map(|pick| pick.row).collect();
                assert_eq!(rows.len(), budget as usize, "{config:?}");
                assert_eq!(outcome.selection.picks.len(), budget as usize, "{config:?}");
                assert_eq!(
                    outcome.quality.cut,
                    edge_cut(&outcome.graph, &outcome.partition.part_of),
                    "{config:?}"
                );
                for pick in &outcome.selection.picks {
                    assert_eq!(outcome.partition.part_of[pick.row as usize], pick.part, "{config:?}");
                }
            }
        }
    }
}

#[test]
fn first_pick_of_each_cluster_comes_first() {
    let clusters = 9;
    let embeddings = clustered(180, 24, clusters);
    let config = Config {
        budget: 18,
        n_parts: Parts::Count(clusters as u32),
        ..Config::default()
    };
    let picks = outcome(&embeddings, &config).selection.picks;
    let first: BTreeSet<u32> = picks[..clusters]
        .iter()
        .map(|pick| pick.row % clusters as u32)
        .collect();
    assert_eq!(
        first.len(),
        clusters,
        "each cluster has one of the first picks: {picks:?}"
    );
}

#[test]
fn same_seed_gives_same_selection_and_other_seed_may_differ() {
    let embeddings = clustered(300, 16, 4);
    let config = |seed| Config {
        seed,
        preset: Preset::Paper,
        ..Config::default()
    };
    assert_eq!(outcome(&embeddings, &config(3)), outcome(&embeddings, &config(3)));
    assert_ne!(
        outcome(&embeddings, &config(3)).partition,
        outcome(&embeddings, &config(4)).partition
    );
}

#[test]
fn stages_report_progress_in_order_up_to_their_total() {
    let embeddings = clustered(100, 8, 3);
    let config = Config::default().check(100).expect("valid settings");
    let mut reports: Vec<Progress> = Vec::new();
    run(&embeddings, &config, &mut |progress| reports.push(progress)).expect("a pool that fits its settings");
    let stages = [
        Stage::Neighbors,
        Stage::Graph,
        Stage::Parts,
        Stage::Partition,
        Stage::Select,
    ];
    assert!(reports.is_sorted_by_key(|progress| progress.stage));
    for stage in stages {
        let of_stage: Vec<&Progress> = reports.iter().filter(|progress| progress.stage == stage).collect();
        assert_eq!(of_stage.first().map(|progress| progress.done), Some(0), "{stage:?}");
        assert!(
            of_stage.last().is_some_and(|progress| progress.done == progress.total),
            "{stage:?}"
        );
        assert!(of_stage.is_sorted_by_key(|progress| progress.done), "{stage:?}");
    }
}

#[test]
fn settings_that_do_not_fit_the_pool_are_refused() {
    let config = Config::default().check(99).expect("valid settings");
    let error = run(clustered(100, 8, 3), &config, &mut |_| ()).expect_err("99 is not 100");
    assert_eq!(error.to_string(), "the embeddings have 100 rows, but the pool has 99");
}
