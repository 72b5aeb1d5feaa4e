//! Blind checks: comparisons of a hidden suggestion with the user's answer.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::label::{Annotation, LogEntry};

/// Interval between two blind checks, in labeled texts.
/// A blind check compares the user's label with a hidden suggestion for the text.
pub const CHECK_EVERY: usize = 10;

/// The result of one blind check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckResult {
    /// The suggestion equals the user's answer.
    Right,
    /// The suggestion differs from the user's answer.
    Wrong,
    /// No suggestion could be computed for the text.
    Abstained,
}

/// The numbers of right, wrong and missing suggestions in all blind checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckCounts {
    /// Number of suggestions that were right.
    pub right: usize,
    /// Number of suggestions that were wrong.
    pub wrong: usize,
    /// Number of checked texts for which no suggestion could be computed.
    pub abstained: usize,
}

impl CheckResult {
    /// Checks whether the suggestion for a text, if there is one, equals the user's answer.
    pub fn of(suggested: Option<&[String]>, annotation: &Annotation) -> CheckResult {
        let Some(suggested) = suggested else {
            return CheckResult::Abstained;
        };
        let same = suggested.len() == annotation.labels.len()
            && suggested.iter().all(|label| annotation.labels.contains(label));
        if same { CheckResult::Right } else { CheckResult::Wrong }
    }
}

impl CheckCounts {
    /// Counts the results of the blind checks in a log.
    /// If a text was checked several times, only its latest check is used.
    /// The check of a text is not included if the text's labels are removed later. O(|log| log |log|) time.
    pub fn of(log: &[LogEntry]) -> CheckCounts {
        let mut check_of = BTreeMap::new();
        for action in log {
            match action.check {
                Some(check) => drop(check_of.insert(action.row, check)),
                None if action.annotation.labels.is_empty() => drop(check_of.remove(&action.row)),
                None => {}
            }
        }
        let mut checks = CheckCounts::default();
        for check in check_of.into_values() {
            match check {
                CheckResult::Right => checks.right += 1,
                CheckResult::Wrong => checks.wrong += 1,
                CheckResult::Abstained => checks.abstained += 1,
            }
        }
        checks
    }

    /// Number of blind checks.
    pub fn total(self) -> usize {
        self.right + self.wrong + self.abstained
    }

    /// Percentage of right suggestions, rounded to the nearest integer, but at most 99 if any suggestion was wrong.
    /// `None` if no check had a suggestion.
    pub fn percent_right(self) -> Option<u32> {
        let made = self.right + self.wrong;
        let most = if self.wrong > 0 { 99 } else { 100 };
        (made > 0).then(|| ((100 * self.right + made / 2) / made).min(most) as u32)
    }
}

/// Returns whether the next text that the user labels is due for a blind check.
/// A check is due if at least [`CHECK_EVERY`] − 1 texts have been labeled without suggestions since the last check.
/// O(|log| log |log|) time.
pub fn is_check_due(log: &[LogEntry]) -> bool {
    let since = log.iter().rev().take_while(|action| action.check.is_none());
    let by_person = since.filter(|action| !action.annotation.labels.is_empty() && action.annotation.origin.is_none());
    let rows: BTreeSet<u32> = by_person.map(|action| action.row).collect();
    rows.len() + 1 >= CHECK_EVERY
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::History;

    fn annotation(labels: &[&str]) -> Annotation {
        Annotation {
            labels: labels.iter().map(|&label| label.into()).collect(),
            ..Annotation::default()
        }
    }

    #[test]
    fn check_compares_label_sets() {
        let suggested = ["a".to_owned(), "b".to_owned()];
        assert_eq!(
            CheckResult::of(Some(&suggested), &annotation(&["b", "a"])),
            CheckResult::Right
        );
        assert_eq!(
            CheckResult::of(Some(&suggested), &annotation(&["b"])),
            CheckResult::Wrong
        );
        assert_eq!(
            CheckResult::of(Some(&suggested[..1]), &annotation(&["b"])),
            CheckResult::Wrong
        );
        assert_eq!(CheckResult::of(None, &annotation(&["b"])), CheckResult::Abstained);
    }

    #[test]
    fn every_tenth_label_by_hand_is_checked() {
        let mut history = History::default();
        history.import((40..60).map(|row| (row, vec!["a".to_owned()])).collect(), "topic", 0);
        history.accept((60..80).map(|row| (row, vec!["a".to_owned()], 80)).collect(), 0);
        for row in 0..9 {
            assert!(!is_check_due(history.log()), "{row}");
            history.give(row, Some("a"), 1);
            history.give(row, Some("b"), 2);
            history.flag(row, 3);
        }
        assert!(is_check_due(history.log()));
        history.give(9, Some("a"), 3);
        assert!(is_check_due(history.log()), "the suggestion was not compared");
        history.give(10, Some("a"), 3);
        history.check_last(10, CheckResult::Right);
        for row in 11..20 {
            assert!(!is_check_due(history.log()), "{row}");
            history.give(row, Some("a"), 4);
        }
        assert!(is_check_due(history.log()));
    }

    #[test]
    fn last_check_of_a_text_counts_until_its_labels_are_removed() {
        let mut history = History::default();
        let mut give = |row, label: Option<&str>, check: Option<CheckResult>| {
            history.give(row, label, 1);
            check.into_iter().for_each(|check| history.check_last(row, check));
            CheckCounts::of(history.log())
        };
        let one = |right, wrong, abstained| CheckCounts {
            right,
            wrong,
            abstained,
        };
        assert_eq!(give(1, Some("a"), Some(CheckResult::Wrong)), one(0, 1, 0));
        assert_eq!(give(1, Some("b"), Some(CheckResult::Right)), one(1, 0, 0));
        assert_eq!(give(2, Some("b"), Some(CheckResult::Abstained)), one(1, 0, 1));
        assert_eq!(
            give(1, Some("c"), None),
            one(1, 0, 1),
            "the result of the check is unchanged"
        );
        assert_eq!(give(3, Some("c"), Some(CheckResult::Wrong)), one(1, 1, 1));
        assert_eq!(one(1, 1, 1).percent_right(), Some(50));
        assert_eq!(one(2, 1, 0).percent_right(), Some(67));
        assert_eq!(
            (one(999, 1, 0).percent_right(), one(9, 0, 0).percent_right()),
            (Some(99), Some(100))
        );
        assert_eq!((one(0, 0, 3).percent_right(), one(0, 0, 3).total()), (None, 3));
        assert_eq!(give(1, None, None), one(0, 1, 1));
        assert_eq!(give(1, Some("a"), None), one(0, 1, 1));
    }
}
