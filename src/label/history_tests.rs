//! The log of labels against a simple reference, whatever a person does and whenever the page ends.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;

use super::{History, Pass, Said};

const ROWS: u32 = 5;
const NAMES: [&str; 4] = ["a", "b", "c", "d"];

#[derive(Clone, Debug)]
enum Act {
    Give(u32, Option<usize>),
    GiveAll(Vec<u32>, usize, bool),
    Accept(Vec<u32>, usize),
    Toggle(u32, usize),
    Pass(u32),
    Flag(u32),
    Note(u32, usize),
    Remove(usize),
    Rename(usize, usize),
    Undo,
    Redo,
    /// So many of the oldest unsaved entries reach the disk.
    Save(usize),
    /// The page ends and is opened again.
    End,
}

fn act() -> impl Strategy<Value = Act> {
    let (row, name) = (0..ROWS, 0..NAMES.len());
    let rows = || proptest::sample::subsequence((0..ROWS).collect::<Vec<_>>(), 0..=ROWS as usize);
    prop_oneof![
        4 => (row.clone(), proptest::option::of(name.clone())).prop_map(|(row, name)| Act::Give(row, name)),
        1 => (rows(), name.clone(), any::<bool>()).prop_map(|(rows, name, beside)| Act::GiveAll(rows, name, beside)),
        1 => (rows(), name.clone()).prop_map(|(rows, name)| Act::Accept(rows, name)),
        2 => (row.clone(), name.clone()).prop_map(|(row, name)| Act::Toggle(row, name)),
        1 => row.clone().prop_map(Act::Pass),
        1 => row.clone().prop_map(Act::Flag),
        1 => (row, name.clone()).prop_map(|(row, name)| Act::Note(row, name)),
        1 => name.clone().prop_map(Act::Remove),
        1 => (name.clone(), name).prop_map(|(old, new)| Act::Rename(old, new)),
        3 => Just(Act::Undo),
        2 => Just(Act::Redo),
        3 => (0usize..4).prop_map(Act::Save),
        1 => Just(Act::End),
    ]
}

/// What is said of each row of which something is.
type State = BTreeMap<u32, Said>;

/// The reference: all that is said now, and all that was said before each step.
#[derive(Default)]
struct Reference {
    now: State,
    undo: Vec<State>,
    redo: Vec<State>,
}

impl Reference {
    fn said(&self, row: u32) -> Said {
        self.now.get(&row).cloned().unwrap_or_default()
    }

    /// One step: what is said of these rows from now on.
    fn step(&mut self, rows: impl IntoIterator<Item = u32>, change: impl Fn(Said) -> Said) {
        let before = self.now.clone();
        for row in rows {
            let said = change(self.said(row));
            self.now.insert(row, said);
        }
        self.now.retain(|_, said| *said != Said::default());
        if self.now != before {
            self.undo.push(before);
            self.redo.clear();
        }
    }

    fn rename(&mut self, old: &str, new: &str) {
        if old == new {
            return;
        }
        let states = self.undo.iter_mut().chain(&mut self.redo).chain([&mut self.now]);
        for said in states.flat_map(BTreeMap::values_mut) {
            match said.labels.iter().position(|label| label == old) {
                Some(_) if said.labels.iter().any(|label| label == new) => said.labels.retain(|label| label != old),
                Some(place) => said.labels[place] = new.to_owned(),
                None => {}
            }
        }
    }
}

/// Does it to both, at this time by a clock that may jump.
fn both(history: &mut History, reference: &mut Reference, act: Act, at_ms: u64) {
    match act {
        Act::Give(row, name) => {
            let label = name.map(|name| NAMES[name]);
            history.give(row, label, at_ms);
            reference.step([row], |said| said.with(label));
        }
        Act::GiveAll(rows, name, beside) => {
            history.give_all(&rows, NAMES[name], beside, at_ms);
            reference.step(rows, |said| {
                match (beside, said.labels.iter().any(|label| label == NAMES[name])) {
                    (true, true) => said,
                    (true, false) => said.toggled(NAMES[name]),
                    (false, _) => said.with(Some(NAMES[name])),
                }
            });
        }
        Act::Accept(rows, name) => {
            let suggested = rows.iter().map(|&row| (row, vec![NAMES[name].to_owned()], 80));
            history.accept(suggested.collect(), at_ms);
            reference.step(rows, |said| match said.labels.is_empty() {
                true => Said {
                    labels: vec![NAMES[name].to_owned()],
                    origin: Some(super::Origin::Suggestion { percent: 80 }),
                    ..said.with(None)
                },
                false => said,
            });
        }
        Act::Toggle(row, name) => {
            history.toggle(row, NAMES[name], at_ms);
            reference.step([row], |said| said.toggled(NAMES[name]));
        }
        Act::Pass(row) => {
            history.pass(row, Pass::CannotTell, at_ms);
            reference.step([row], |said| match said.labels.is_empty() {
                true => Said {
                    passed: Some(Pass::CannotTell),
                    ..said
                },
                false => said,
            });
        }
        Act::Flag(row) => {
            history.flag(row, at_ms);
            reference.step([row], |said| Said {
                flagged: !said.flagged,
                ..said
            });
        }
        Act::Note(row, name) => {
            history.note(row, NAMES[name], at_ms);
            reference.step([row], |said| Said {
                note: NAMES[name].to_owned(),
                ..said
            });
        }
        Act::Remove(name) => {
            history.remove(NAMES[name], at_ms);
            reference.step(0..ROWS, |said| {
                match said.labels.iter().any(|label| label == NAMES[name]) {
                    true => said.toggled(NAMES[name]),
                    false => said,
                }
            });
        }
        Act::Rename(old, new) => {
            history.rename(NAMES[old], NAMES[new], at_ms);
            reference.rename(NAMES[old], NAMES[new]);
        }
        Act::Undo => {
            // What was before the page ended can be taken back too, but the reference has forgotten it.
            let Some(before) = reference.undo.pop() else { return };
            history.undo(at_ms).expect("a step to take back");
            reference.redo.push(std::mem::replace(&mut reference.now, before));
        }
        Act::Redo => {
            let made = history.redo(at_ms);
            assert_eq!(made.is_some(), !reference.redo.is_empty());
            if let Some(after) = reference.redo.pop() {
                reference.undo.push(std::mem::replace(&mut reference.now, after));
            }
        }
        Act::Save(count) => history.mark_saved(count),
        Act::End => {
            let n_saved = history.log().len() - history.unsaved().len();
            let shown_as_saved = (0..ROWS).filter(|&row| history.is_saved(row));
            let shown_as_saved: Vec<(u32, Said)> = shown_as_saved
                .map(|row| (row, history.labels().said(row).clone()))
                .collect();
            *history = History::restore(history.log()[..n_saved].to_vec());
            for (row, said) in shown_as_saved {
                assert_eq!(history.labels().said(row), &said, "row {row} was shown as saved");
            }
            let on_disk = history.log().iter().map(|action| (action.row, action.said.clone()));
            *reference = Reference {
                now: on_disk.collect(),
                ..Reference::default()
            };
            reference.now.retain(|_, said| *said != Said::default());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn whatever_is_done_and_whenever_the_page_ends_the_log_says_what_the_reference_does(
        acts in vec((act(), 0u64..20), 0..60)
    ) {
        let (mut history, mut reference) = (History::default(), Reference::default());
        for (act, at_ms) in acts {
            let before = (!matches!(act, Act::End)).then(|| history.log().to_vec());
            both(&mut history, &mut reference, act, at_ms);
            for row in 0..ROWS {
                prop_assert_eq!(history.labels().said(row), &reference.said(row));
            }
            prop_assert!(before.is_none_or(|before| history.log().starts_with(&before)), "the log only grows");
            let rising = |row| history.log().iter().filter(move |action| action.row == row).map(|action| action.at_ms);
            prop_assert!((0..ROWS).all(|row| rising(row).is_sorted_by(|a, b| a < b)), "later entries bear later times");
        }
        while history.undo(99).is_some() {}
        prop_assert!((0..ROWS).all(|row| *history.labels().said(row) == Said::default()), "all can be taken back");
    }
}
