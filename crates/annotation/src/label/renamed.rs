//! Labels that others still call as they were called before.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{LabelAction, Labels, Said};

/// What labels are called now, by what they were called before. What others said stays stored as they said it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Renamed(BTreeMap<String, String>);

impl Renamed {
    /// `old` is called `new` from now on, and so is what was called `old` after a renaming.
    pub fn rename(&mut self, old: &str, new: &str) {
        let called = self.0.values_mut().filter(|name| *name == old);
        called.for_each(|name| new.clone_into(name));
        self.0.insert(old.to_owned(), new.to_owned());
        self.is_new(new);
    }

    /// A label of that name is another one than that which was called so before.
    pub fn is_new(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// What the label of that name is called now.
    pub fn name<'a>(&'a self, label: &'a str) -> &'a str {
        self.0.get(label).map_or(label, String::as_str)
    }

    /// What is said, in the names of now.
    pub fn said(&self, said: &Said) -> Said {
        let mut labels: Vec<String> = Vec::new();
        for label in &said.labels {
            let name = self.name(label);
            if !labels.iter().any(|other| other == name) {
                labels.push(name.to_owned());
            }
        }
        Said { labels, ..said.clone() }
    }

    /// What somebody said, in the names of now. O(n log n).
    pub fn labels(&self, labels: &Labels) -> Labels {
        if self.0.is_empty() {
            return labels.clone();
        }
        let mut renamed = Labels::default();
        for entry in labels.last() {
            renamed.apply(&LabelAction {
                said: self.said(&entry.said),
                ..entry.clone()
            });
        }
        renamed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(renamed: &Renamed, names: &[&str]) -> Vec<String> {
        let said = Said {
            labels: names.iter().map(|&name| name.into()).collect(),
            ..Said::default()
        };
        renamed.said(&said).labels
    }

    #[test]
    fn a_label_is_called_as_it_was_called_last() {
        let mut renamed = Renamed::default();
        assert_eq!(labels(&renamed, &["a", "b"]), ["a", "b"]);
        renamed.rename("a", "b");
        renamed.rename("b", "c");
        assert_eq!(labels(&renamed, &["a"]), ["c"]);
        assert_eq!(labels(&renamed, &["x", "b", "a"]), ["x", "c"], "each once");
        // And back again.
        renamed.rename("c", "a");
        for name in ["a", "b", "c"] {
            assert_eq!(labels(&renamed, &[name]), ["a"]);
        }
    }

    #[test]
    fn a_new_label_is_not_the_old_one_of_that_name() {
        let mut renamed = Renamed::default();
        renamed.rename("a", "b");
        renamed.is_new("a");
        assert_eq!(labels(&renamed, &["a", "b"]), ["a", "b"]);
    }

    #[test]
    fn all_but_the_names_stays() {
        let entry = |row, label: &str| LabelAction {
            row,
            said: Said {
                labels: vec![label.into()],
                note: "hm".into(),
                ..Said::default()
            },
            at_ms: 7,
            by: Some("Bob".into()),
            ..LabelAction::default()
        };
        let before = Labels::replay(&[entry(1, "a"), entry(2, "x")]);
        let mut renamed = Renamed::default();
        assert_eq!(renamed.labels(&before), before);
        renamed.rename("a", "b");
        assert_eq!(renamed.labels(&before), Labels::replay(&[entry(1, "b"), entry(2, "x")]));
    }
}
