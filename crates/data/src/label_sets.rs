//! Sets of labels that are joined into one text. The order of the labels does not distinguish two sets.

use std::collections::{BTreeMap, BTreeSet};

/// Separator between the labels of a text in one cell or in a prompt.
pub const LABEL_SEPARATOR: &str = "; ";

/// Whether the order of the labels in a text matters. [`LABEL_SEPARATOR`] separates the labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelOrder {
    /// The labels of a text are a set.
    Ignored,
    /// Texts with the same labels in another order are different, as in the options of a multiple-choice question.
    Significant,
}

impl LabelOrder {
    /// Whether two texts contain the same labels. Texts that are equal always do.
    pub fn has_same_labels(self, a: &str, b: &str) -> bool {
        fn set(text: &str) -> BTreeSet<&str> {
            text.split(LABEL_SEPARATOR).collect()
        }
        a == b || (self == LabelOrder::Ignored && set(a) == set(b))
    }
}

/// Replaces texts that contain the same labels with the first of these texts.
#[derive(Clone, Debug, Default)]
pub struct LabelSpellings<T>(BTreeMap<Vec<String>, T>);

impl<T: AsRef<str> + Clone> LabelSpellings<T> {
    /// Returns the argument of the first call whose set of labels equals that of `joined`.
    /// An argument with one label is returned unchanged.
    pub fn first(&mut self, joined: T) -> T {
        let text = joined.as_ref();
        if !text.contains(LABEL_SEPARATOR) {
            return joined;
        }
        let mut labels: Vec<String> = text.split(LABEL_SEPARATOR).map(str::to_owned).collect();
        labels.sort_unstable();
        labels.dedup();
        self.0.entry(labels).or_insert(joined).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_in_another_order_are_equal_and_have_one_spelling() {
        let order = LabelOrder::Ignored;
        assert!(order.has_same_labels("billing; urgent", "urgent; billing"));
        assert!(!order.has_same_labels("billing; urgent", "billing"));
        assert!(!order.has_same_labels("billing", "Billing"));
        assert!(!LabelOrder::Significant.has_same_labels("billing; urgent", "urgent; billing"));
        let mut spellings = LabelSpellings::default();
        let texts = ["b; a", "a", "a; b", "a; b; c", "c; b; a"];
        assert_eq!(
            texts.map(|text| spellings.first(text)),
            ["b; a", "a", "b; a", "a; b; c", "a; b; c"]
        );
    }
}
