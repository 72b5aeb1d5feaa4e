//! The current labels of one annotator.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::label::{Annotation, LabelOrigin, LogEntry, PassReason};

const BLOCK_ROWS: u32 = 1024;

/// The labels, the flag and the note of each text according to one annotator: the result of replaying a log.
///
/// A clone is a cheap snapshot, because a clone shares all blocks of rows. A later change copies one block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// Latest log entry of each row that has entries, in blocks of [`BLOCK_ROWS`] rows. No block is empty.
    /// The key of a block is the index of its first row, divided by [`BLOCK_ROWS`].
    /// The latest entry of a row is empty if the user removed the labels, the flag and the note.
    blocks: BTreeMap<u32, Arc<BTreeMap<u32, LogEntry>>>,
    n_labeled: usize,
    n_passed: usize,
}

impl Labels {
    /// Replays a log in order. O(|log| log |log|) time.
    pub fn replay<'a>(log: impl IntoIterator<Item = &'a LogEntry>) -> Labels {
        let mut labels = Labels::default();
        for action in log {
            labels.apply(action);
        }
        labels
    }

    /// Applies one log entry. An entry without an answer retracts the previous answer of its row.
    pub fn apply(&mut self, action: &LogEntry) {
        let before = self.entry(action.row);
        let retracts = !action.annotation.is_answer() && before.is_some_and(LogEntry::concerns_answer);
        let was_labeled = before.is_some_and(|before| !before.annotation.labels.is_empty());
        let was_passed = before.is_some_and(|before| before.annotation.passed.is_some());
        let action = LogEntry {
            retracts: action.retracts || retracts,
            ..action.clone()
        };
        self.n_labeled -= usize::from(was_labeled);
        self.n_labeled += usize::from(!action.annotation.labels.is_empty());
        self.n_passed -= usize::from(was_passed);
        self.n_passed += usize::from(action.annotation.passed.is_some());
        let block = self.blocks.entry(action.row / BLOCK_ROWS).or_default();
        Arc::make_mut(block).insert(action.row, action);
    }

    /// Applies one log entry, unless the row of the entry has a later entry. Returns whether the labels changed.
    /// The final labels do not change if the entries are applied in a different order or repeatedly.
    pub fn join(&mut self, action: &LogEntry) -> bool {
        let is_news = self.supersedes_last(action);
        if is_news {
            self.apply(action);
        }
        is_news
    }

    /// Returns whether the log entry `action` supersedes the latest entry of its row.
    /// An entry without an answer never supersedes an entry with an answer, regardless of time.
    /// For example, the annotator may skip a text in a copy of the project that lacks the annotator's earlier answer.
    /// In all other cases, the later entry supersedes the earlier entry.
    /// Entries can have equal times only if the entries belong to different annotators.
    /// For equal times, the remaining fields define an arbitrary total order.
    pub(super) fn supersedes_last(&self, action: &LogEntry) -> bool {
        fn order(of: &LogEntry) -> impl Ord {
            (
                of.concerns_answer(),
                of.at_ms,
                &of.annotation,
                &of.by,
                of.is_adjudication,
                of.check,
            )
        }
        self.entry(action.row).is_none_or(|last| order(last) < order(action))
    }

    /// The latest log entry of each row that has entries, in ascending row order.
    /// The latest entry of a row is empty if the user removed the labels, the flag and the note.
    pub fn last(&self) -> impl Iterator<Item = &LogEntry> {
        self.blocks.values().flat_map(|block| block.values())
    }

    /// The latest entry of the text in `row`.
    pub fn entry(&self, row: u32) -> Option<&LogEntry> {
        self.blocks.get(&(row / BLOCK_ROWS))?.get(&row)
    }

    /// The current labels, flag and note of the text in `row`.
    pub fn annotation(&self, row: u32) -> &Annotation {
        self.entry(row).map_or(Annotation::EMPTY, |action| &action.annotation)
    }

    /// Whether the text in `row` was skipped or declared impossible to label; `None` if neither is the case.
    pub fn passed(&self, row: u32) -> Option<PassReason> {
        self.annotation(row).passed
    }

    /// The rows that were skipped or declared impossible to label, in ascending order.
    pub fn passed_rows(&self) -> impl Iterator<Item = u32> {
        self.rows_where(|annotation| annotation.passed.is_some())
    }

    /// Number of rows that were skipped or declared impossible to label. O(1).
    pub fn n_passed(&self) -> usize {
        self.n_passed
    }

    /// The first label of the text in `row`.
    pub fn get(&self, row: u32) -> Option<&str> {
        self.annotation(row).labels.first().map(String::as_str)
    }

    /// The origin of the labels of `row`; `None` if an annotator assigned them.
    pub fn origin(&self, row: u32) -> Option<&LabelOrigin> {
        self.annotation(row).origin.as_ref()
    }

    /// All pairs of row and label, in ascending row order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &str)> {
        self.last().flat_map(|action| {
            action
                .annotation
                .labels
                .iter()
                .map(|label| (action.row, label.as_str()))
        })
    }

    /// The rows that have at least one label, in ascending order.
    pub fn rows(&self) -> impl Iterator<Item = u32> {
        self.rows_where(|annotation| !annotation.labels.is_empty())
    }

    /// The rows that have `label`, in ascending order. O(number of labels in all rows).
    pub fn rows_with(&self, label: &str) -> impl Iterator<Item = u32> {
        self.iter()
            .filter(move |&(_, given)| given == label)
            .map(|(row, _)| row)
    }

    /// The flagged rows, in ascending order.
    pub fn flagged(&self) -> impl Iterator<Item = u32> {
        self.rows_where(|annotation| annotation.flagged)
    }

    fn rows_where(&self, holds: impl Fn(&Annotation) -> bool) -> impl Iterator<Item = u32> {
        self.last()
            .filter(move |action| holds(&action.annotation))
            .map(|action| action.row)
    }

    /// Number of texts with a label. O(1).
    pub fn len(&self) -> usize {
        self.n_labeled
    }

    /// True if no text has a label.
    pub fn is_empty(&self) -> bool {
        self.n_labeled == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(row: u32, label: Option<&str>) -> LogEntry {
        LogEntry {
            row,
            annotation: Annotation {
                labels: label.map(str::to_owned).into_iter().collect(),
                ..Annotation::default()
            },
            ..LogEntry::default()
        }
    }

    #[test]
    fn snapshot_does_not_change() {
        let rows = [0, 1, BLOCK_ROWS - 1, BLOCK_ROWS, 7 * BLOCK_ROWS + 3];
        let log: Vec<LogEntry> = rows.iter().map(|&row| entry(row, Some("a"))).collect();
        let mut labels = Labels::replay(&log);
        let snapshot = labels.clone();
        let is_shared = |labels: &Labels, block| Arc::ptr_eq(&labels.blocks[&block], &snapshot.blocks[&block]);
        labels.apply(&entry(1, Some("b")));
        assert_eq!((snapshot.get(1), labels.get(1)), (Some("a"), Some("b")));
        assert!(!is_shared(&labels, 0) && is_shared(&labels, 1) && is_shared(&labels, 7));
        assert!(snapshot.iter().eq(rows.map(|row| (row, "a"))));
        assert_eq!(snapshot, Labels::replay(&log));
    }

    #[test]
    fn labeled_rows_are_counted() {
        let mut labels = Labels::default();
        assert!(labels.is_empty());
        for (row, label, n) in [
            (3, Some("a"), 1),
            (2000, Some("a"), 2),
            (3, Some("b"), 2),
            (3, None, 1),
            (5, None, 1),
            (2000, None, 0),
        ] {
            labels.apply(&entry(row, label));
            assert_eq!((labels.len(), labels.rows().count()), (n, n), "{row} {label:?}");
            assert_eq!(labels.is_empty(), n == 0);
        }
    }

    #[test]
    fn passed_rows_are_counted() {
        let mut labels = Labels::default();
        let passed = |why| Annotation {
            passed: why,
            ..Annotation::default()
        };
        for (row, why, n) in [
            (3, Some(PassReason::Skipped), 1),
            (3, Some(PassReason::CannotTell), 1),
            (2000, Some(PassReason::Skipped), 2),
            (3, None, 1),
            (5, None, 1),
        ] {
            let annotation = passed(why);
            labels.apply(&LogEntry {
                row,
                annotation,
                ..LogEntry::default()
            });
            assert_eq!(
                (labels.n_passed(), labels.passed_rows().count()),
                (n, n),
                "{row} {why:?}"
            );
        }
    }
}
