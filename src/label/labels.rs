//! The labels in force.

use std::collections::BTreeMap;

use crate::label::LabelAction;

/// The labels in force after some log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels(BTreeMap<u32, String>);

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
            Some(label) => self.0.insert(action.row, label.clone()),
            None => self.0.remove(&action.row),
        };
    }

    /// The label of the instance in `row`.
    pub fn get(&self, row: u32) -> Option<&str> {
        self.0.get(&row).map(String::as_str)
    }

    /// Every labeled row and its label, rows rising.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &str)> {
        self.0.iter().map(|(&row, label)| (row, label.as_str()))
    }

    /// The rows that bear `label`, rising. O(number of labels).
    pub fn rows_with(&self, label: &str) -> impl Iterator<Item = u32> {
        self.iter()
            .filter(move |&(_, given)| given == label)
            .map(|(row, _)| row)
    }

    /// How many instances have a label.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no instance has a label.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
