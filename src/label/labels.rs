//! The labels in force.

use std::collections::BTreeMap;

use crate::label::{LabelAction, Origin, Pass, Said};

/// What is said of each instance after some log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// Of whom something is said.
    said_of: BTreeMap<u32, Said>,
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

    /// Takes one more action into account.
    pub fn apply(&mut self, action: &LabelAction) {
        if action.said == *Said::NOTHING {
            self.said_of.remove(&action.row);
        } else {
            self.said_of.insert(action.row, action.said.clone());
        }
    }

    /// What is said of the instance in `row`.
    pub fn said(&self, row: u32) -> &Said {
        self.said_of.get(&row).unwrap_or(Said::NOTHING)
    }

    /// Why the instance in `row` has no label, where that was said.
    pub fn passed(&self, row: u32) -> Option<Pass> {
        self.said(row).passed
    }

    /// The rows that were passed over, for either reason, rising.
    pub fn passed_rows(&self) -> impl Iterator<Item = u32> {
        let passed = self.said_of.iter().filter(|(_, said)| said.passed.is_some());
        passed.map(|(&row, _)| row)
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
        let said = self.said_of.iter();
        said.flat_map(|(&row, said)| said.labels.iter().map(move |label| (row, label.as_str())))
    }

    /// The rows that have a label, rising.
    pub fn rows(&self) -> impl Iterator<Item = u32> {
        let labeled = self.said_of.iter().filter(|(_, said)| !said.labels.is_empty());
        labeled.map(|(&row, _)| row)
    }

    /// The rows that bear `label`, rising. O(number of labels).
    pub fn rows_with(&self, label: &str) -> impl Iterator<Item = u32> {
        self.iter()
            .filter(move |&(_, given)| given == label)
            .map(|(row, _)| row)
    }

    /// The rows that a person wants to come back to, rising.
    pub fn flagged(&self) -> impl Iterator<Item = u32> {
        let flagged = self.said_of.iter().filter(|(_, said)| said.flagged);
        flagged.map(|(&row, _)| row)
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
