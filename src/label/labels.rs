//! The labels in force.

use std::collections::{BTreeMap, BTreeSet};

use crate::label::LabelAction;

/// The labels in force after some log, and who was skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    label_of: BTreeMap<u32, String>,
    skipped: BTreeSet<u32>,
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
        match &action.label {
            Some(label) => self.label_of.insert(action.row, label.clone()),
            None => self.label_of.remove(&action.row),
        };
        if action.skipped {
            self.skipped.insert(action.row);
        } else {
            self.skipped.remove(&action.row);
        }
    }

    /// Whether the instance in `row` was skipped.
    pub fn is_skipped(&self, row: u32) -> bool {
        self.skipped.contains(&row)
    }

    /// The rows that were skipped, rising.
    pub fn skipped(&self) -> impl Iterator<Item = u32> {
        self.skipped.iter().copied()
    }

    /// The label of the instance in `row`.
    pub fn get(&self, row: u32) -> Option<&str> {
        self.label_of.get(&row).map(String::as_str)
    }

    /// Every labeled row and its label, rows rising.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &str)> {
        self.label_of.iter().map(|(&row, label)| (row, label.as_str()))
    }

    /// The rows that bear `label`, rising. O(number of labels).
    pub fn rows_with(&self, label: &str) -> impl Iterator<Item = u32> {
        self.iter()
            .filter(move |&(_, given)| given == label)
            .map(|(row, _)| row)
    }

    /// How many instances have a label.
    pub fn len(&self) -> usize {
        self.label_of.len()
    }

    /// Whether no instance has a label.
    pub fn is_empty(&self) -> bool {
        self.label_of.is_empty()
    }
}
