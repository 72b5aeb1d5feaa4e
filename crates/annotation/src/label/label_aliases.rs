//! Label aliases map earlier label names in the answers of other annotators to current names.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Annotation, Labels, LogEntry};

/// Maps earlier label names to current names. Stored answers of other annotators contain the earlier names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LabelAliases(BTreeMap<String, String>);

impl LabelAliases {
    /// Renames `old` to `new`. Labels that were renamed to `old` earlier also become `new`.
    pub fn rename(&mut self, old: &str, new: &str) {
        let called = self.0.values_mut().filter(|name| *name == old);
        called.for_each(|name| new.clone_into(name));
        self.0.insert(old.to_owned(), new.to_owned());
        self.is_new(new);
    }

    /// True if no label has been renamed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Records that `name` is a new label. Answers with `name` no longer refer to a renamed label.
    pub fn is_new(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// The current name of a label; the given name if the label was not renamed.
    pub fn name<'a>(&'a self, label: &'a str) -> &'a str {
        self.0.get(label).map_or(label, String::as_str)
    }

    /// The labels, flag and note of a text. The labels have their current names.
    pub fn annotation(&self, annotation: &Annotation) -> Annotation {
        let mut labels: Vec<String> = Vec::new();
        for label in &annotation.labels {
            let name = self.name(label);
            if !labels.iter().any(|other| other == name) {
                labels.push(name.to_owned());
            }
        }
        Annotation {
            labels,
            ..annotation.clone()
        }
    }

    /// Replaces earlier label names with current names in the labels of another annotator. O(n log n).
    pub fn labels(&self, labels: &Labels) -> Labels {
        if self.0.is_empty() {
            return labels.clone();
        }
        let mut renamed = Labels::default();
        for entry in labels.last() {
            renamed.apply(&LogEntry {
                annotation: self.annotation(&entry.annotation),
                ..entry.clone()
            });
        }
        renamed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(renamed: &LabelAliases, names: &[&str]) -> Vec<String> {
        let annotation = Annotation {
            labels: names.iter().map(|&name| name.into()).collect(),
            ..Annotation::default()
        };
        renamed.annotation(&annotation).labels
    }

    #[test]
    fn renamed_label_resolves_to_its_latest_name() {
        let mut renamed = LabelAliases::default();
        assert_eq!(labels(&renamed, &["a", "b"]), ["a", "b"]);
        renamed.rename("a", "b");
        renamed.rename("b", "c");
        assert_eq!(labels(&renamed, &["a"]), ["c"]);
        assert_eq!(
            labels(&renamed, &["x", "b", "a"]),
            ["x", "c"],
            "each label is listed once"
        );
        // If the label is renamed back to its original name, all earlier names must map to the original name.
        renamed.rename("c", "a");
        for name in ["a", "b", "c"] {
            assert_eq!(labels(&renamed, &[name]), ["a"]);
        }
    }

    #[test]
    fn new_label_is_not_an_alias_of_the_renamed_one() {
        let mut renamed = LabelAliases::default();
        renamed.rename("a", "b");
        renamed.is_new("a");
        assert_eq!(labels(&renamed, &["a", "b"]), ["a", "b"]);
    }

    #[test]
    fn renaming_changes_only_the_labels() {
        let entry = |row, label: &str| LogEntry {
            row,
            annotation: Annotation {
                labels: vec![label.into()],
                note: "hm".into(),
                ..Annotation::default()
            },
            at_ms: 7,
            by: Some("Bob".into()),
            ..LogEntry::default()
        };
        let before = Labels::replay(&[entry(1, "a"), entry(2, "x")]);
        let mut renamed = LabelAliases::default();
        assert_eq!(renamed.labels(&before), before);
        renamed.rename("a", "b");
        assert_eq!(renamed.labels(&before), Labels::replay(&[entry(1, "b"), entry(2, "x")]));
    }
}
