//! What a person said of the picks: a log of actions, and the labels that it adds up to.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One entry of the append-only log. Nothing is ever overwritten: a changed or removed label is a later entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelAction {
    /// The instance's row in the pool, from 0.
    pub row: u32,
    /// Its label from now on; none when the label was taken back.
    pub label: Option<String>,
    /// Milliseconds since 1970, by the annotator's clock. For the record only: order is the log's order.
    pub at_ms: u64,
}

/// The labels in force after some log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels(BTreeMap<u32, String>);

impl Labels {
    /// The labels after every action of `log`, in its order.
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

    /// How many instances have a label.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no instance has a label.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
