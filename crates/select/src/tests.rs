//! Properties that hold for every selection method.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;

use proptest::prelude::*;

use super::fixtures::{Example, few_directions};
use super::*;
use crate::ConfigError;
use crate::{Config, Parts};
use fastgas_partition::Preset;
use fastgas_progress::{Progress, Stage, Task};

fn config(method: Method, budget: u32, n_parts: Parts) -> Config {
    Config {
        method,
        budget,
        n_parts,
        n_neighbors: 3,
        vote_neighbors: 5,
        ..Config::default()
    }
}

/// Runs tasks on the given number of threads. The last task starts first.
pub(crate) struct Threads(pub(crate) usize);

impl Workers for Threads {
    fn count(&self) -> usize {
        self.0
    }

    fn run(&self, tasks: Vec<Task<'_>>) {
        let tasks = Mutex::new(tasks);
        let next = || tasks.lock().expect("no task panics").pop();
        let work = || {
            while let Some(task) = next() {
                task();
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.0 {
                scope.spawn(work);
            }
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn selection_is_the_same_for_any_number_of_workers(embeddings in few_directions(100..150), budget in 1u32..30, seed: u64) {
        let n = embeddings.len() as u32;
        let mut example = Example::of(embeddings, 5);
        example.confidences = Some(vec![0.0; n as usize]);
        let earlier = PriorSelection { picks: vec![5], skipped: vec![70] };
        for method in Method::ALL {
            // The presets are tested only for FastGAS, because no other method has presets.
            let presets = if method == Method::Fastgas { &[Preset::Paper, Preset::Fast, Preset::Best][..] } else { &[Preset::Best] };
            for &preset in presets {
                let config = Config { seed, preset, ..config(method, budget + 1, Parts::Auto) }.check(n).expect("it fits");
                let earlier = if method.extends() { &earlier } else { PriorSelection::NONE };
                let input = Input { seed, budget: budget + 1, earlier, ..example.input() };
                let alone = select(&input, &config, &mut |_| ()).expect("nothing is missing");
                for n_threads in [1, 2, 3, 7] {
                    let input = Input { workers: &Threads(n_threads), ..input };
                    let together = select(&input, &config, &mut |_| ()).expect("nothing is missing");
                    prop_assert_eq!(&together, &alone, "{:?}, {:?}, {} threads", method, preset, n_threads);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn picks_match_budget_parts_are_not_empty_and_progress_ends(
        embeddings in few_directions(6..50), budget in 1u32..50, n_parts in 0u32..6, seed: u64
    ) {
        let n = embeddings.len() as u32;
        let budget = budget.min(n);
        let n_parts = if n_parts == 0 { Parts::Auto } else { Parts::Count(n_parts) };
        let mut example = Example::of(embeddings, 5);
        example.confidences = Some((0..n).map(|row| (row * 7 % 11) as f32).collect());
        for method in Method::ALL {
            let config = Config { seed, ..config(method, budget, n_parts) }.check(n).expect("it fits");
            let input = Input { seed, budget, ..example.input() };
            let mut reported: Vec<Progress> = Vec::new();
            let selected = select(&input, &config, &mut |progress| reported.push(progress)).expect("all inputs exist");
            prop_assert_eq!(&selected, &select(&input, &config, &mut |_| ()).unwrap());
            let Selected { selection, partition, .. } = selected;

            let rows: BTreeSet<u32> = selection.picks.iter().map(|pick| pick.row).collect();
            prop_assert_eq!((rows.len(), selection.picks.len()), (budget as usize, budget as usize), "{:?}", method);
            prop_assert!(rows.iter().all(|&row| row < n), "{:?}", method);
            prop_assert!(partition.sizes().iter().all(|&size| size > 0), "{:?}", method);
            prop_assert_eq!(partition.part_of.len(), n as usize);
            for pick in &selection.picks {
                prop_assert_eq!(pick.part, partition.part_of[pick.row as usize], "{:?}", method);
            }

            prop_assert!(reported.is_sorted_by_key(|progress| (progress.stage, progress.done)), "{:?} {:?}", method, reported);
            let of_selection: Vec<_> = reported.iter().filter(|progress| progress.stage == Stage::Select).collect();
            let ends = of_selection.iter().filter(|progress| progress.done == progress.total);
            prop_assert_eq!((of_selection[0].done, ends.count()), (0, 1), "{:?} {:?}", method, reported);
        }
    }

    #[test]
    fn extending_methods_keep_earlier_picks_and_avoid_skipped_rows(
        embeddings in few_directions(12..50), budget in 2u32..12, n_earlier in 1u32..6, n_skipped in 0usize..3, seed: u64
    ) {
        let n = embeddings.len() as u32;
        let mut example = Example::of(embeddings, 5);
        example.confidences = Some(vec![0.0; n as usize]);
        let select = |method, budget, earlier: &PriorSelection| {
            let config = Config { seed, ..config(method, budget, Parts::Auto) }.check(n).expect("it fits");
            let selected = select(&Input { seed, budget, earlier, ..example.input() }, &config, &mut |_| ())?;
            Ok::<_, SelectError>(selected.selection.picks.iter().map(|pick| pick.row).collect::<Vec<_>>())
        };
        for method in Method::ALL {
            let (first, all) = (n_earlier.min(budget - 1), budget.min(n - n_skipped as u32));
            let mut picks = select(method, first, PriorSelection::NONE).expect("nothing is missing");
            let others = (0..n).filter(|row| !picks.contains(row));
            let skipped: Vec<u32> = others.take(n_skipped).collect();
            let nothing_skipped = PriorSelection { picks: picks.clone(), skipped: Vec::new() };
            let earlier = PriorSelection { picks: picks.clone(), skipped: skipped.clone() };
            let extended = select(method, all, &earlier);
            if !method.extends() {
                prop_assert_eq!(extended, Err(SelectError::from(ConfigError::NotExtendable { method })));
                continue;
            }
            let extended = extended.expect("it extends");
            prop_assert!(extended.starts_with(&picks), "{:?}", method);
            prop_assert!(extended.iter().all(|row| !skipped.contains(row)), "{:?}", method);
            picks = extended.clone();
            picks.sort_unstable();
            picks.dedup();
            prop_assert_eq!(picks.len(), all as usize, "{:?}", method);
            // A deterministic incremental method picks the same rows in two successive runs as in one run with the whole budget.
            // FastGAS is excluded because its parts depend on the budget.
            // `random` is excluded because a second run draws other instances.
            if !matches!(method, Method::Fastgas | Method::Random) {
                let at_once = select(method, all, PriorSelection::NONE);
                prop_assert_eq!(select(method, all, &nothing_skipped), at_once, "{:?}", method);
            }
        }
    }
}

#[test]
fn coverage_of_tried_parts_is_centered_except_with_preset_paper() {
    let is_centered = |preset, centered| {
        is_tried_centered(&Config {
            preset,
            centered,
            ..Config::default()
        })
    };
    for preset in [Preset::Fast, Preset::Best, Preset::Strong] {
        assert!(is_centered(preset, false), "{preset:?}");
    }
    assert!(!is_centered(Preset::Paper, false));
    assert!(
        is_centered(Preset::Paper, true),
        "the neighbor search already uses centered embeddings"
    );
}
