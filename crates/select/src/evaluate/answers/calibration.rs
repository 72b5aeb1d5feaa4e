//! Measures whether answers with a higher confidence are right more often.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Serialize;

use super::Answers;
use super::intervals::{Interval, wilson};

const GROUPS: usize = 10;

/// The accuracy of a language model's answers, grouped by their confidence. All confidences are of one kind.
///
/// A confidence may be a probability or a mean log-probability, so only the order of the confidences is used.
/// The expected calibration error is not computed, because the error is only defined for probabilities.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// The kind of the confidences, as named in the table. `None` if the table contains no kind.
    pub kind: Option<String>,
    /// Number of answers that have a confidence of the given kind, at least 1.
    pub n: u32,
    /// Groups of about a tenth of the answers each. The first group has the most confident answers.
    pub groups: Vec<ConfidenceGroup>,
}

/// A group of answers with similar confidence.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConfidenceGroup {
    /// The lowest confidence in the group.
    pub lowest: f64,
    /// The highest confidence in the group.
    pub highest: f64,
    /// Number of answers in the group.
    pub n: u32,
    /// Number of right answers in the group.
    pub n_right: u32,
    /// Accuracy in the group: `n_right` / `n`.
    pub accuracy: f64,
    /// The 95 % confidence interval of the accuracy; see [`wilson`].
    pub accuracy_interval: Interval,
    /// Number of answers in this group and in all groups with higher confidences.
    pub n_at_least: u32,
    /// Accuracy of the answers with a confidence of at least `lowest`.
    pub accuracy_at_least: f64,
}

/// Measures the accuracy of answers with labels, by confidence.
/// Each kind of confidence is measured separately, because confidences of different kinds are not comparable.
/// The result is sorted by kind, confidences without a kind first. The result is empty if no answer has a confidence.
///
/// The group of an answer is its decile: ten times the share of strictly more confident answers, rounded down.
/// Answers with equal confidences are therefore in one group, and a group may contain more than a tenth of the answers.
/// Empty groups are omitted. O(n · log n) time.
pub fn calibration(answers: &Answers<'_>) -> Vec<Calibration> {
    let mut of_kinds: BTreeMap<&str, Vec<(f64, bool)>> = BTreeMap::new();
    for answered in &answers.answered {
        if let Some(confidence) = answered.confidence {
            let of_kind = of_kinds.entry(answered.confidence_kind).or_default();
            of_kind.push((confidence, answered.is_right()));
        }
    }
    let of_kind = |(kind, confidences): (&str, Vec<(f64, bool)>)| Calibration {
        kind: (!kind.is_empty()).then(|| kind.to_owned()),
        n: confidences.len() as u32,
        groups: groups(confidences),
    };
    of_kinds.into_iter().map(of_kind).collect()
}

fn groups(mut sorted: Vec<(f64, bool)>) -> Vec<ConfidenceGroup> {
    // Confidences are finite, so they can be compared. −0 equals 0.
    sorted.sort_by(|a, b| b.0.partial_cmp(&a.0).unwrap_or(Ordering::Equal));
    let n = sorted.len();
    let mut of_decile = Vec::with_capacity(n);
    for equal in sorted.chunk_by(|a, b| a.0 == b.0) {
        let decile = GROUPS * of_decile.len() / n;
        of_decile.extend(
            equal
                .iter()
                .map(|&(confidence, is_right)| (decile, confidence, is_right)),
        );
    }
    let (mut n_at_least, mut n_right_at_least) = (0, 0);
    let group = |group: &[(usize, f64, bool)]| {
        let (n, n_right) = (
            group.len() as u32,
            group.iter().filter(|answer| answer.2).count() as u32,
        );
        n_at_least += n;
        n_right_at_least += n_right;
        ConfidenceGroup {
            lowest: group[group.len() - 1].1,
            highest: group[0].1,
            n,
            n_right,
            accuracy: f64::from(n_right) / f64::from(n),
            accuracy_interval: wilson(n_right, n),
            n_at_least,
            accuracy_at_least: f64::from(n_right_at_least) / f64::from(n_at_least),
        }
    };
    of_decile.chunk_by(|a, b| a.0 == b.0).map(group).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Answered;
    use super::*;
    use fastgas_data::LabelOrder;

    fn answers(pairs: &[(Option<f64>, bool)]) -> Answers<'static> {
        let answered = |(row, &(confidence, is_right)): (u32, &(Option<f64>, bool))| Answered {
            row,
            given: if is_right { "a" } else { "" },
            truth: "a",
            confidence,
            confidence_kind: "",
        };
        Answers {
            answered: (0..).zip(pairs).map(answered).collect(),
            label_order: LabelOrder::Ignored,
            n_without_truth: 0,
            rejected: None,
        }
    }

    fn only(answers: &Answers<'_>) -> Option<Calibration> {
        let mut found = calibration(answers);
        assert!(found.len() < 2, "{found:?}");
        found.pop()
    }

    fn group(
        highest: f64,
        lowest: f64,
        (n_right, n): (u32, u32),
        (right_at_least, n_at_least): (u32, u32),
    ) -> ConfidenceGroup {
        ConfidenceGroup {
            lowest,
            highest,
            n,
            n_right,
            accuracy: f64::from(n_right) / f64::from(n),
            accuracy_interval: wilson(n_right, n),
            n_at_least,
            accuracy_at_least: f64::from(right_at_least) / f64::from(n_at_least),
        }
    }

    #[test]
    fn calibration_of_six_answers_equals_hand_computed_values() {
        let pairs = [
            (Some(0.8), true),
            (None, true),
            (Some(0.2), false),
            (Some(0.8), false),
            (Some(0.9), true),
            (Some(0.8), true),
        ];
        let found = only(&answers(&pairs)).expect("confidences");
        assert_eq!((found.n, &found.kind), (5, &None));
        assert_eq!(
            found.groups,
            [
                group(0.9, 0.9, (1, 1), (1, 1)),
                group(0.8, 0.8, (2, 3), (3, 4)),
                group(0.2, 0.2, (0, 1), (3, 5)),
            ]
        );
        assert!(calibration(&answers(&[(None, true)])).is_empty());
    }

    #[test]
    fn kinds_of_confidence_are_measured_separately() {
        let pairs = [
            (Some(0.7), true),
            (Some(0.9), true),
            (Some(0.8), false),
            (Some(0.5), true),
            (Some(0.1), false),
        ];
        let kinds = ["token-mean", "label-probability", "token-mean", "", "label-probability"];
        let mut mixed = answers(&pairs);
        for (answered, kind) in mixed.answered.iter_mut().zip(kinds) {
            answered.confidence_kind = kind;
        }
        let of = |kind: Option<&str>, groups: Vec<ConfidenceGroup>| Calibration {
            kind: kind.map(str::to_owned),
            n: groups.len() as u32,
            groups,
        };
        let expected = [
            of(None, vec![group(0.5, 0.5, (1, 1), (1, 1))]),
            of(
                Some("label-probability"),
                vec![group(0.9, 0.9, (1, 1), (1, 1)), group(0.1, 0.1, (0, 1), (1, 2))],
            ),
            of(
                Some("token-mean"),
                vec![group(0.8, 0.8, (0, 1), (0, 1)), group(0.7, 0.7, (1, 1), (1, 2))],
            ),
        ];
        assert_eq!(calibration(&mixed), expected);
    }

    #[test]
    fn twenty_answers_form_ten_groups_of_two() {
        // The confidences are the log-probabilities −1, …, −20. The thirteen most confident answers are right.
        let pairs: Vec<_> = (1..=20).map(|n| (Some(-f64::from(n)), n <= 13)).collect();
        let found = only(&answers(&pairs)).expect("confidences");
        assert_eq!(found.groups.len(), 10);
        assert_eq!(found.groups[0], group(-1.0, -2.0, (2, 2), (2, 2)));
        assert_eq!(found.groups[6], group(-13.0, -14.0, (1, 2), (13, 14)));
        assert_eq!(found.groups[9], group(-19.0, -20.0, (0, 2), (13, 20)));
    }

    proptest! {
        #[test]
        fn groups_partition_the_answers(
            pairs in prop::collection::vec((prop::option::of((-4i32..5).prop_map(f64::from)), any::<bool>()), 1..80),
        ) {
            let found = only(&answers(&pairs));
            let mut reversed = pairs.clone();
            reversed.reverse();
            prop_assert_eq!(&found, &only(&answers(&reversed)), "the order does not matter");
            let known = pairs.iter().filter_map(|&(confidence, is_right)| Some((confidence?, is_right)));
            let known: Vec<(f64, bool)> = known.collect();
            // Number of answers, and number of right answers, with a confidence from `lowest` to `highest`, inclusive.
            let count = |lowest: f64, highest: f64| -> (u32, u32) {
                let within = known.iter().filter(|(confidence, _)| (lowest..=highest).contains(confidence));
                let n_right = within.clone().filter(|(_, is_right)| *is_right).count();
                (within.count() as u32, n_right as u32)
            };
            prop_assert_eq!(found.is_some(), !known.is_empty());
            let groups = found.map_or(Vec::new(), |found| found.groups);
            prop_assert!(groups.len() <= GROUPS);
            for pair in groups.windows(2) {
                prop_assert!(pair[0].lowest > pair[1].highest, "{pair:?}");
            }
            for group in &groups {
                prop_assert_eq!((group.n, group.n_right), count(group.lowest, group.highest));
                let (n, n_right) = count(group.lowest, f64::INFINITY);
                prop_assert_eq!(group.n_at_least, n);
                prop_assert_eq!(group.accuracy_at_least, f64::from(n_right) / f64::from(n));
            }
            prop_assert_eq!(groups.last().map_or(0, |group| group.n_at_least) as usize, known.len());
        }
    }
}
