//! The labels in force.

use std::collections::BTreeMap;

use crate::label::{LabelAction, Origin, Pass, Said};

/// What one annotator says of each instance after some log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// The last entry of each row of which there is one; it may take back what was said.
    last: BTreeMap<u32, LabelAction>,
}

impl Labels {
    /// The labels after every action of `log`, in its order. O(|log| log |log|).
    pub fn replay<'a>(log: impl IntoIterator<Item = &'a LabelAction>) -> Labels {
        let mut labels = Labels::default();
        for action in log {
            labels.apply(action);
        }
        labels
    }

    /// Takes one more action into account; without an answer, it retracts the one that there was before.
    pub fn apply(&mut self, action: &LabelAction) {
        let before = self.last.get(&action.row);
        let retracts = !action.said.is_answer() && before.is_some_and(LabelAction::is_about_answer);
        let action = LabelAction {
            retracts: action.retracts || retracts,
            ..action.clone()
        };
        self.last.insert(action.row, action);
    }

    /// Takes one more action into account, unless there is a later one of its row. Says whether that changed anything. The
    /// order in which actions are joined does not matter, nor how often.
    pub fn join(&mut self, action: &LabelAction) -> bool {
        let is_news = self.is_news(action);
        if is_news {
            self.apply(action);
        }
        is_news
    }

    /// Whether `action` is later than the last of its row. What says nothing of an answer, such as a skip or a flag by somebody
    /// who does not see the answer that they gave in another copy, is not, however late it comes. At the same time, which only other
    /// annotators' clocks make, whichever is greater in all it says: any order would do.
    pub(super) fn is_news(&self, action: &LabelAction) -> bool {
        fn order(of: &LabelAction) -> impl Ord {
            (of.is_about_answer(), of.at_ms, &of.said, &of.by, of.settles, of.check)
        }
        self.entry(action.row).is_none_or(|last| order(last) < order(action))
    }

    /// The last entry of each row, rows rising; it may say nothing.
    pub fn last(&self) -> impl Iterator<Item = &LabelAction> {
        self.last.values()
    }

    /// The entry that is in force of the instance in `row`: what is said of it, by whom and when.
    pub fn entry(&self, row: u32) -> Option<&LabelAction> {
        self.last.get(&row)
    }

    /// What is said of the instance in `row`.
    pub fn said(&self, row: u32) -> &Said {
        self.last.get(&row).map_or(Said::NOTHING, |action| &action.said)
    }

    /// Why the instance in `row` has no label, where that was said.
    pub fn passed(&self, row: u32) -> Option<Pass> {
        self.said(row).passed
    }

    /// The rows that were passed over, for either reason, rising.
    pub fn passed_rows(&self) -> impl Iterator<Item = u32> {
        self.rows_where(|said| said.passed.is_some())
    }

    /// The first label of the instance in `row`.
    pub fn get(&self, row: u32) -> Option<&str> {
        self.said(row).labels.first().map(String::as_str)
    }

    /// Where the labels of `row` come from; none where a person gave them.
    pub fn origin(&self, row: u32) -> Option<&Origin> {
        self.said(row).origin.as_ref()
    }

    /// Every labeled row and each of its labels, rows rising.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &str)> {
        self.last()
            .flat_map(|action| action.said.labels.iter().map(|label| (action.row, label.as_str())))
    }

    /// The rows that have a label, rising.
    pub fn rows(&self) -> impl Iterator<Item = u32> {
        self.rows_where(|said| !said.labels.is_empty())
    }

    /// The rows that bear `label`, rising. O(number of labels).
    pub fn rows_with(&self, label: &str) -> impl Iterator<Item = u32> {
        self.iter()
            .filter(move |&(_, given)| given == label)
            .map(|(row, _)| row)
    }

    /// The rows that a person wants to come back to, rising.
    pub fn flagged(&self) -> impl Iterator<Item = u32> {
        self.rows_where(|said| said.flagged)
    }

    fn rows_where(&self, holds: impl Fn(&Said) -> bool) -> impl Iterator<Item = u32> {
        self.last()
            .filter(move |action| holds(&action.said))
            .map(|action| action.row)
    }

    /// How many instances have a label.
    pub fn len(&self) -> usize {
        self.rows().count()
    }

    /// Whether no instance has a label.
    pub fn is_empty(&self) -> bool {
        self.rows().next().is_none()
    }
}
