//! The current labels of one annotator.

use std::collections::BTreeMap;

use crate::label::{Annotation, LabelOrigin, LogEntry, PassReason};

/// The state of each text according to one annotator, as the result of replaying a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// Latest entry of each row that has entries. The state in the entry may be empty.
    last: BTreeMap<u32, LogEntry>,
}

impl Labels {
    /// Replays a log in order. O(|log| log |log|).
    pub fn replay<'a>(log: impl IntoIterator<Item = &'a LogEntry>) -> Labels {
        let mut labels = Labels::default();
        for action in log {
            labels.apply(action);
        }
        labels
    }

    /// Applies one entry. An entry without an answer retracts the previous answer of the row.
    pub fn apply(&mut self, action: &LogEntry) {
        let before = self.last.get(&action.row);
        let retracts = !action.annotation.is_answer() && before.is_some_and(LogEntry::concerns_answer);
        let action = LogEntry {
            retracts: action.retracts || retracts,
            ..action.clone()
        };
        self.last.insert(action.row, action);
    }

    /// Applies one entry unless the row has a later entry.
    /// Returns whether the labels changed. The result does not depend on the order of calls or on repetitions.
    pub fn join(&mut self, action: &LogEntry) -> bool {
        let is_news = self.supersedes_last(action);
        if is_news {
            self.apply(action);
        }
        is_news
    }

    /// Returns whether `action` supersedes the latest entry of its row.
    /// An entry without an answer never supersedes an entry with an answer, regardless of time.
    /// For example, the annotator may skip a text in a copy of the project that lacks the annotator's earlier answer.
    /// Otherwise the later entry supersedes the earlier entry.
    /// Only entries of different annotators can have equal times; the remaining fields then define an arbitrary total order.
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

    /// The latest entry of each row, in ascending row order. The state in an entry may be empty.
    pub fn last(&self) -> impl Iterator<Item = &LogEntry> {
        self.last.values()
    }

    /// The latest entry of the text in `row`.
    pub fn entry(&self, row: u32) -> Option<&LogEntry> {
        self.last.get(&row)
    }

    /// The current state of the text in `row`.
    pub fn annotation(&self, row: u32) -> &Annotation {
        self.last
            .get(&row)
            .map_or(Annotation::EMPTY, |action| &action.annotation)
    }

    /// The reason why the text in `row` was passed over; `None` if it was not passed over.
    pub fn passed(&self, row: u32) -> Option<PassReason> {
        self.annotation(row).passed
    }

    /// The rows that were passed over for any reason, in ascending order.
    pub fn passed_rows(&self) -> impl Iterator<Item = u32> {
        self.rows_where(|annotation| annotation.passed.is_some())
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

    /// The rows that have at least one label, ascending.
    pub fn rows(&self) -> impl Iterator<Item = u32> {
        self.rows_where(|annotation| !annotation.labels.is_empty())
    }

    /// The rows that have `label`, ascending. O(number of labels).
    pub fn rows_with(&self, label: &str) -> impl Iterator<Item = u32> {
        self.iter()
            .filter(move |&(_, given)| given == label)
            .map(|(row, _)| row)
    }

    /// The rows with a flag, in ascending order.
    pub fn flagged(&self) -> impl Iterator<Item = u32> {
        self.rows_where(|annotation| annotation.flagged)
    }

    fn rows_where(&self, holds: impl Fn(&Annotation) -> bool) -> impl Iterator<Item = u32> {
        self.last()
            .filter(move |action| holds(&action.annotation))
            .map(|action| action.row)
    }

    /// Number of texts with a label.
    pub fn len(&self) -> usize {
        self.rows().count()
    }

    /// True if no text has a label.
    pub fn is_empty(&self) -> bool {
        self.rows().next().is_none()
    }
}
