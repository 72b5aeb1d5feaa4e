use proptest::prelude::*;

use super::*;
use crate::test_support;
use fastgas_annotation::label::History;
use fastgas_select::Config;

const PICKS: [u32; 5] = [7, 2, 9, 0, 4];
const N: u32 = 12;
const BLANK: [u32; 3] = [3, 5, 9];
const OFFSETS: [i32; 5] = [-20, -1, 0, 1, 20];

#[derive(Debug, PartialEq)]
struct Facts {
    ranks: Vec<Option<usize>>,
    former: Vec<u32>,
    listed: [Vec<u32>; 2],
    neighbors: [Option<u32>; OFFSETS.len()],
    next: [Option<u32>; 2],
    first: Option<u32>,
    n_shown: [usize; ListFilter::ALL.len()],
    counts: [usize; 7],
    labeled: Vec<bool>,
    is_all_done: bool,
    is_in_order: bool,
}

fn read(project: &Project) -> Facts {
    Facts {
        ranks: (0..N).map(|row| project.rank_of(row)).collect(),
        former: project.former_picks(),
        listed: [project.listed_picks(), project.listed_former_picks()].map(|rows| rows.to_vec()),
        neighbors: OFFSETS.map(|offset| project.shown_neighbor(offset)),
        next: [project.next_open(), project.next_shown()],
        first: project.first_to_label(),
        n_shown: project.n_shown(),
        counts: [
            project.n_passed(PassReason::Skipped),
            project.n_passed(PassReason::CannotTell),
            project.n_open(),
            project.n_settled(),
            project.n_left(),
            project.n_labeled_shown(),
            project.n_effective_answers(),
        ],
        labeled: project.labeled_picks(),
        is_all_done: project.is_all_done(),
        is_in_order: project.is_labeled_in_order(),
    }
}

/// Computes the expected values without the index, by iterating over all texts.
fn computed(project: &Project) -> Facts {
    let (history, current, filter) = (&project.annotations.history, project.view.current, project.view.listing);
    let labels = history.labels();
    let picked: Vec<u32> = project.picked().collect();
    let by_hand = labels.last().filter(|entry| is_by_hand(&entry.annotation));
    let former: Vec<u32> = by_hand
        .map(|entry| entry.row)
        .filter(|row| !picked.contains(row))
        .collect();
    let mut all: Vec<u32> = picked.iter().chain(&former).copied().collect();
    all.extend(current.filter(|row| !all.contains(row)));
    let shows = |row: u32| filter.shows(labels.annotation(row));
    let listed: Vec<u32> = all
        .iter()
        .copied()
        .filter(|&row| shows(row) || Some(row) == current)
        .collect();
    let listed_in = |rows: &[u32]| {
        listed
            .iter()
            .copied()
            .filter(|row| rows.contains(row))
            .collect::<Vec<_>>()
    };
    let place = |rows: &[u32]| rows.iter().position(|&row| Some(row) == current);
    let neighbor = |offset: i32| {
        let to = (place(&listed)? as i64 + i64::from(offset)).clamp(0, listed.len() as i64 - 1);
        Some(listed[to as usize])
    };
    let after = place(&all).map_or(0, |place| place + 1);
    let around = all[after..].iter().chain(&all[..after]).copied();
    let around: Vec<u32> = around.filter(|&row| Some(row) != current).collect();
    let first_open = |rows: &[u32]| {
        let with = |passed| {
            let is_one = |&row: &u32| labels.get(row).is_none() && labels.passed(row) == passed;
            rows.iter().copied().find(is_one)
        };
        with(None).or_else(|| with(Some(PassReason::Skipped)))
    };
    let next_shown = around.iter().copied().find(|&row| shows(row));
    let next_open = match filter {
        ListFilter::All | ListFilter::Left => first_open(&around),
        _ => next_shown,
    };
    let n_picks = |is_one: &dyn Fn(u32) -> bool| picked.iter().filter(|&&row| is_one(row)).count();
    let is_labeled = |row: u32| labels.get(row).is_some();
    let n_settled = n_picks(&|row| labels.passed(row).is_none());
    let labeled: Vec<bool> = picked.iter().map(|&row| is_labeled(row)).collect();
    Facts {
        ranks: (0..N)
            .map(|row| picked.iter().position(|&pick| pick == row).map(|rank| rank + 1))
            .collect(),
        listed: [listed_in(&picked), listed_in(&former)],
        neighbors: OFFSETS.map(neighbor),
        next: [next_open, next_shown],
        first: first_open(&picked).or(picked.first().copied()),
        n_shown: ListFilter::ALL.map(|filter| {
            let shown = all.iter().filter(|&&row| filter.shows(labels.annotation(row)));
            shown.count()
        }),
        counts: [
            n_picks(&|row| labels.passed(row) == Some(PassReason::Skipped)),
            n_picks(&|row| labels.passed(row) == Some(PassReason::CannotTell)),
            n_picks(&|row| !is_labeled(row) && labels.passed(row).is_none()),
            n_settled,
            (0..N)
                .filter(|&row| !picked.contains(&row) && labels.passed(row).is_none() && !BLANK.contains(&row))
                .count(),
            n_picks(&|row| is_labeled(row) && history.is_saved(row)),
            n_picks(&|row| labels.annotation(row).is_answer()),
        ],
        is_all_done: picked.iter().all(|&row| labels.annotation(row).is_answer()),
        is_in_order: labeled.is_sorted_by(|before, after| before >= after),
        labeled,
        former,
    }
}

fn act(project: &mut Project, action: usize, row: u32, at_ms: u64) {
    let number = row as usize;
    let history = &mut project.annotations.history;
    match action {
        0 | 1 => {
            history.give(row, Some(["yes", "no"][action]), at_ms);
        }
        2 => {
            history.give(row, None, at_ms);
        }
        3 | 4 => {
            let why = [PassReason::Skipped, PassReason::CannotTell][action - 3];
            history.pass(row, why, at_ms);
        }
        5 => history.flag(row, at_ms),
        6 => {
            history.note(row, ["", "why?"][at_ms as usize % 2], at_ms);
        }
        7 => {
            history.undo(at_ms);
        }
        8 => {
            history.redo(at_ms);
        }
        9 => history.remove("yes", at_ms),
        10 => {
            history.import(vec![(row, vec!["no".to_owned()])], "topic", at_ms);
        }
        11 => {
            history.accept(vec![(row, vec!["no".to_owned()], 80)], at_ms);
        }
        12 => project.view.current = Some(row).filter(|&row| row != 5),
        13 => project.view.listing = ListFilter::ALL[number % ListFilter::ALL.len()],
        14 => {
            let picks = &PICKS[..number % (PICKS.len() + 1)];
            let outcome = test_support::outcome(picks, N as usize, Config::default());
            project.result.outcome = Some(Arc::new(outcome));
        }
        15 => history.mark_saved(1),
        16 => *project = project.clone(),
        _ => *history = History::restore(history.log()[..history.log().len() / 2].to_vec()),
    }
}

const N_ACTIONS: usize = 18;

proptest! {
    #[test]
    fn index_agrees_with_passes_over_all_texts(
        script in proptest::collection::vec((0..N_ACTIONS, 0..N), 1..40),
    ) {
        let mut project = test_support::labeling(&PICKS, N as usize);
        let texts = (0..N).map(|row| [if BLANK.contains(&row) { " " } else { "a" }]);
        project.source.pool = Arc::new(test_support::pool_of(&["text"], texts));
        prop_assert_eq!(read(&project), computed(&project));
        for (at, (action, row)) in script.into_iter().enumerate() {
            act(&mut project, action, row, at as u64);
            prop_assert_eq!(read(&project), computed(&project));
        }
    }
}

#[test]
fn flags_do_not_change_the_number_of_texts_that_are_left() {
    let n = 3_000;
    let mut project = test_support::labeling(&PICKS, N as usize);
    let texts = (0..n).map(|row| [if row == 11 { "" } else { "a" }]);
    project.source.pool = Arc::new(test_support::pool_of(&["text"], texts));
    let labels = (0..n).map(|row| (row, vec!["no".to_owned()]));
    project.annotations.history.import(labels.collect(), "topic", 1);
    for row in 0..n {
        project.annotations.history.flag(row, 2);
        assert_eq!(project.n_left(), n as usize - PICKS.len() - 1);
    }
}
