//! The log of labels as it grows: undo, and which of it is on disk.

use crate::label::{LabelAction, Labels};

/// What each row of one step had before the step.
type Step = Vec<(u32, Said)>;

/// What is said of a row: a label, that it was skipped, or nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Said {
    label: Option<String>,
    skipped: bool,
}

impl Said {
    fn label(label: Option<&str>) -> Said {
        Said {
            label: label.map(str::to_owned),
            skipped: false,
        }
    }
}

/// The append-only log, the labels that it adds up to, what can be taken back, and how much of it is saved.
///
/// Invariant: `labels()` is always the replay of `log()`. Taking a step back appends to the log too, so that
/// the log tells everything that happened, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    log: Vec<LabelAction>,
    labels: Labels,
    undo: Vec<Step>,
    n_saved: usize,
}

impl History {
    /// A history from a log that was read from disk: all of it is saved, and each entry can be taken back.
    pub fn restore(log: Vec<LabelAction>) -> History {
        let mut history = History {
            n_saved: log.len(),
            ..History::default()
        };
        for action in log {
            history.undo.push(vec![(action.row, history.said(action.row))]);
            history.labels.apply(&action);
            history.log.push(action);
        }
        history
    }

    /// Every action so far, oldest first.
    pub fn log(&self) -> &[LabelAction] {
        &self.log
    }

    /// The labels in force.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// Gives `row` a label, or takes back its label or that it was skipped. Says whether that changed anything.
    pub fn give(&mut self, row: u32, label: Option<&str>, at_ms: u64) -> bool {
        self.say(row, Said::label(label), at_ms)
    }

    /// Passes over `row`, unless it has a label. Says whether that changed anything.
    pub fn skip(&mut self, row: u32, at_ms: u64) -> bool {
        let skipped = Said {
            label: None,
            skipped: true,
        };
        self.labels.get(row).is_none() && self.say(row, skipped, at_ms)
    }

    fn say(&mut self, row: u32, said: Said, at_ms: u64) -> bool {
        if self.said(row) == said {
            return false;
        }
        self.step([(row, said)].into(), at_ms);
        true
    }

    /// Takes `label` back from every row that bears it, as one step.
    pub fn remove(&mut self, label: &str, at_ms: u64) {
        let changes: Step = self.labels.rows_with(label).map(|row| (row, Said::default())).collect();
        if !changes.is_empty() {
            self.step(changes, at_ms);
        }
    }

    /// Gives every row that bears `old` the label `new`. Not a step of its own: steps that would bring `old`
    /// back bring `new` back instead, since the label is the same label under another name.
    pub fn rename(&mut self, old: &str, new: &str, at_ms: u64) {
        let rows: Vec<u32> = self.labels.rows_with(old).collect();
        for row in rows {
            self.append(row, Said::label(Some(new)), at_ms);
        }
        for (_, said) in self.undo.iter_mut().flatten() {
            if said.label.as_deref() == Some(old) {
                said.label = Some(new.to_owned());
            }
        }
    }

    /// Whether there is a step to take back.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Takes the last step back; gives the first row that it touched.
    pub fn undo(&mut self, at_ms: u64) -> Option<u32> {
        let step = self.undo.pop()?;
        let first = step.first().map(|&(row, _)| row);
        for (row, said) in step {
            self.append(row, said, at_ms);
        }
        first
    }

    /// The actions that are not known to be on disk, oldest first.
    pub fn unsaved(&self) -> &[LabelAction] {
        &self.log[self.n_saved..]
    }

    /// Takes note that the `count` oldest unsaved actions are on disk.
    pub fn mark_saved(&mut self, count: usize) {
        self.n_saved = (self.n_saved + count).min(self.log.len());
    }

    /// Whether everything said of `row` is on disk.
    pub fn is_saved(&self, row: u32) -> bool {
        self.unsaved().iter().all(|action| action.row != row)
    }

    fn said(&self, row: u32) -> Said {
        Said {
            skipped: self.labels.is_skipped(row),
            ..Said::label(self.labels.get(row))
        }
    }

    fn step(&mut self, changes: Step, at_ms: u64) {
        let before = changes.iter().map(|&(row, _)| (row, self.said(row))).collect();
        self.undo.push(before);
        for (row, said) in changes {
            self.append(row, said, at_ms);
        }
    }

    fn append(&mut self, row: u32, said: Said, at_ms: u64) {
        let Said { label, skipped } = said;
        let action = LabelAction {
            row,
            label,
            skipped,
            at_ms,
        };
        self.labels.apply(&action);
        self.log.push(action);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn labels(history: &History) -> Vec<(u32, &str)> {
        history.labels().iter().collect()
    }

    #[test]
    fn the_last_label_of_a_row_counts() {
        let mut history = History::default();
        assert!(history.give(3, Some("a"), 1));
        assert!(history.give(3, Some("b"), 2));
        assert!(!history.give(3, Some("b"), 3), "the same label again is no action");
        assert!(history.give(1, Some("a"), 4));
        assert_eq!(labels(&history), [(1, "a"), (3, "b")]);
        assert_eq!(history.log().len(), 3);
    }

    #[test]
    fn undo_goes_all_the_way_back() {
        let mut history = History::default();
        history.give(1, Some("a"), 1);
        history.give(1, Some("b"), 2);
        history.give(1, None, 3);
        assert_eq!(history.undo(4), Some(1));
        assert_eq!(labels(&history), [(1, "b")]);
        assert_eq!(history.undo(5), Some(1));
        assert_eq!(labels(&history), [(1, "a")]);
        assert_eq!(history.undo(6), Some(1));
        assert_eq!(labels(&history), []);
        assert_eq!(history.undo(7), None);
        assert_eq!(history.log().len(), 6, "taking back is on the record too");
    }

    #[test]
    fn who_was_skipped_is_so_until_labeled_or_taken_back() {
        let mut history = History::default();
        assert!(history.skip(1, 1));
        assert!(!history.skip(1, 2), "again is no action");
        history.give(1, Some("a"), 3);
        assert!(!history.labels().is_skipped(1));
        assert!(!history.skip(1, 4), "a label stays");
        assert_eq!(history.undo(5), Some(1));
        assert!(history.labels().is_skipped(1) && history.labels().is_empty());
        assert!(history.give(1, None, 6));
        assert!(!history.labels().is_skipped(1));
        history.undo(7);
        history.undo(8);
        assert_eq!(history.labels().skipped().count(), 0);
        assert!(!history.can_undo());
    }

    #[test]
    fn a_removed_label_comes_back_whole() {
        let mut history = History::default();
        history.give(1, Some("a"), 1);
        history.give(2, Some("b"), 2);
        history.give(3, Some("a"), 3);
        history.remove("a", 4);
        assert_eq!(labels(&history), [(2, "b")]);
        assert_eq!(history.undo(5), Some(1));
        assert_eq!(labels(&history), [(1, "a"), (2, "b"), (3, "a")]);
    }

    #[test]
    fn a_new_name_reaches_the_past() {
        let mut history = History::default();
        history.give(1, Some("old"), 1);
        history.give(1, Some("other"), 2);
        history.give(2, Some("old"), 3);
        history.rename("old", "new", 4);
        assert_eq!(labels(&history), [(1, "other"), (2, "new")]);
        history.undo(5);
        history.undo(6);
        assert_eq!(labels(&history), [(1, "new")]);
    }

    #[test]
    fn saved_means_every_action_of_the_row() {
        let mut history = History::default();
        history.give(1, Some("a"), 1);
        history.give(2, Some("a"), 2);
        history.give(1, Some("b"), 3);
        history.mark_saved(1);
        assert!(!history.is_saved(1) && !history.is_saved(2) && history.is_saved(7));
        history.mark_saved(1);
        assert!(!history.is_saved(1) && history.is_saved(2));
        history.mark_saved(1);
        assert!(history.is_saved(1) && history.unsaved().is_empty());
    }

    proptest! {
        /// However a person labels, takes back, removes and renames: the labels are the replay of the log, and a
        /// restored log gives the same labels.
        #[test]
        fn labels_are_the_replay_of_the_log(script in proptest::collection::vec((0u32..5, 0usize..9), 0..60)) {
            const NAMES: [&str; 4] = ["a", "b", "c", "d"];
            let mut history = History::default();
            for (at, (row, verb)) in script.into_iter().enumerate() {
                let at = at as u64;
                match verb {
                    0..=3 => { history.give(row, Some(NAMES[verb]), at); }
                    4 => { history.give(row, None, at); }
                    5 => { history.undo(at); }
                    8 => { history.skip(row, at); }
                    6 => history.remove(NAMES[row as usize % 4], at),
                    _ => history.rename(NAMES[row as usize % 4], NAMES[(row as usize + 1) % 4], at),
                }
                prop_assert_eq!(history.labels(), &Labels::replay(history.log()));
            }
            let restored = History::restore(history.log().to_vec());
            prop_assert_eq!(restored.labels(), history.labels());
            prop_assert!(restored.unsaved().is_empty());
            while history.undo(99).is_some() {}
            prop_assert!(history.labels().is_empty() && history.labels().skipped().count() == 0);
        }
    }
}
