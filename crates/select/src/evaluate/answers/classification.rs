//! Accuracy of answers that are labels: in total, per class, and as a confusion matrix.

use std::collections::BTreeMap;

use serde::Serialize;

use super::intervals::{Interval, wilson};
use super::{Answered, Answers};

/// The quality of answers that are labels.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Classification {
    /// Number of answers.
    pub n: u32,
    /// Number of answers whose label is the true label.
    pub n_right: u32,
    /// Number of answers that match no label. Unmatched answers count as wrong.
    pub n_unmatched: u32,
    /// Accuracy of all answers: `n_right` / `n`.
    pub accuracy: f64,
    /// The 95 % confidence interval of the accuracy; see [`wilson`].
    pub accuracy_interval: Interval,
    /// Accuracy of always giving the most frequent true label.
    pub majority_baseline: f64,
    /// Macro-F1: the unweighted mean of the classes' F1.
    pub macro_f1: f64,
    /// The classes, which are the distinct true labels, sorted by label.
    pub classes: Vec<Class>,
    /// The nonzero cells of the confusion matrix, sorted by true label, then by answered label.
    /// For each true label, the cell for answers that match no label comes last.
    pub confusion: Vec<Confusion>,
    /// Labels that occur in answers but are not the true label of any text, each with its count, sorted by label.
    /// An answer with a label that no text has counts as wrong.
    pub other_labels: Vec<OtherLabel>,
}

/// The quality of the answers for one class.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Class {
    /// Label of the class.
    pub label: String,
    /// Number of texts whose true label is the class, at least 1.
    pub support: u32,
    /// Number of answers with the label of the class.
    pub n_answers: u32,
    /// Precision: the share of right answers among the answers with the label. `None` if no answer has the label.
    pub precision: Option<f64>,
    /// Recall: the share of right answers among the answers to texts of the class.
    pub recall: f64,
    /// F1, the harmonic mean of precision and recall. F1 is 0 without a right answer.
    /// F1 = 2 · (number of right answers) / (number of texts in the class + number of answers with the label).
    pub f1: f64,
}

/// A cell of the confusion matrix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Confusion {
    /// True label of the texts in this cell.
    pub label: String,
    /// The label of the answer. `None` if the model's answer matches no label.
    pub answer: Option<String>,
    /// Number of texts in this cell.
    pub n: u32,
}

/// A label that occurs in answers but is not the true label of any text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OtherLabel {
    /// The label that the answers contain.
    pub label: String,
    /// Number of answers that have the label.
    pub n: u32,
}

impl Answered<'_> {
    /// Whether the label of the answer equals the true label. Differences in case and in inner spaces matter.
    pub fn is_right(&self) -> bool {
        self.given == self.truth
    }
}

/// Measures the accuracy of answers that are labels.
///
/// Macro-F1 is the mean of the F1 scores of all classes, as in scikit-learn.
/// The F1 of mean precision and mean recall is another measure (Opitz & Burst 2019, Macro F1 and Macro F1).
/// Macro-F1 includes only classes that are the true label of at least one text.
/// scikit-learn, in contrast, also averages over labels that occur only in answers, with an F1 of 0.
/// O(n · log n) time for n answers; the confusion matrix is stored sparsely.
pub fn classification(answers: &Answers<'_>) -> Classification {
    let answered = &answers.answered;
    let mut cells: BTreeMap<(&str, bool, &str), u32> = BTreeMap::new();
    let (mut support, mut n_answers, mut n_right) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let count = |counts: &mut BTreeMap<_, u32>, label| *counts.entry(label).or_default() += 1;
    for Answered { given, truth, .. } in answered {
        // The sort key puts unmatched answers last.
        *cells.entry((truth, given.is_empty(), given)).or_default() += 1;
        count(&mut support, *truth);
        count(&mut n_answers, *given);
        if given == truth {
            count(&mut n_right, *truth);
        }
    }
    let of = |counts: &BTreeMap<&str, u32>, label: &str| counts.get(label).copied().unwrap_or(0);
    let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole);
    let class = |(&label, &support): (&&str, &u32)| {
        let (n_answers, n_right) = (of(&n_answers, label), of(&n_right, label));
        Class {
            label: label.into(),
            support,
            n_answers,
            precision: (n_answers > 0).then(|| share(n_right, n_answers)),
            recall: share(n_right, support),
            f1: share(2 * n_right, support + n_answers),
        }
    };
    let classes: Vec<Class> = support.iter().map(class).collect();
    let n = answered.len() as u32;
    let all_right = n_right.values().sum();
    let others = n_answers
        .iter()
        .filter(|(label, _)| !label.is_empty() && !support.contains_key(*label));
    Classification {
        n,
        n_right: all_right,
        n_unmatched: of(&n_answers, ""),
        accuracy: share(all_right, n),
        accuracy_interval: wilson(all_right, n),
        majority_baseline: share(support.values().copied().max().unwrap_or(0), n),
        macro_f1: classes.iter().map(|class| class.f1).sum::<f64>() / classes.len() as f64,
        confusion: cells
            .iter()
            .map(|(&(label, is_unmatched, answer), &n)| Confusion {
                label: label.into(),
                answer: (!is_unmatched).then(|| answer.into()),
                n,
            })
            .collect(),
        other_labels: others
            .map(|(&label, &n)| OtherLabel { label: label.into(), n })
            .collect(),
        classes,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use fastgas_data::LabelOrder;

    /// Creates answers from pairs of answered label and true label, in rows 0, 1, …, without confidences.
    pub fn answers<'a>(pairs: &[(&'a str, &'a str)]) -> Answers<'a> {
        let answered = |(row, &(given, truth)): (u32, &(&'a str, &'a str))| Answered {
            row,
            given,
            truth,
            confidence: None,
            confidence_kind: "",
        };
        Answers {
            answered: (0..).zip(pairs).map(answered).collect(),
            label_order: LabelOrder::Ignored,
            n_without_truth: 0,
            rejected: None,
        }
    }

    #[test]
    fn classification_of_ten_answers_equals_hand_computed_values() {
        let pairs = [
            ("a", "a"),
            ("a", "a"),
            ("a", "a"),
            ("b", "a"),
            ("a", "b"),
            ("b", "b"),
            ("x", "b"),
            ("", "b"),
            ("", "c"),
            ("", "c"),
        ];
        let found = classification(&answers(&pairs));
        assert_eq!((found.n, found.n_right, found.n_unmatched), (10, 4, 3));
        assert_eq!((found.accuracy, found.majority_baseline), (0.4, 0.4));
        assert_eq!(found.accuracy_interval, wilson(4, 10));
        let class = |label: &str, counts: (u32, u32), precision, recall, f1| Class {
            label: label.into(),
            support: counts.0,
            n_answers: counts.1,
            precision,
            recall,
            f1,
        };
        assert_eq!(
            found.classes,
            [
                class("a", (4, 4), Some(0.75), 0.75, 0.75),
                class("b", (4, 2), Some(0.5), 0.25, 1.0 / 3.0),
                class("c", (2, 0), None, 0.0, 0.0),
            ]
        );
        assert!((found.macro_f1 - (0.75 + 1.0 / 3.0) / 3.0).abs() < 1e-15);
        let cell = |label: &str, answer: Option<&str>, n| Confusion {
            label: label.into(),
            answer: answer.map(str::to_owned),
            n,
        };
        assert_eq!(
            found.confusion,
            [
                cell("a", Some("a"), 3),
                cell("a", Some("b"), 1),
                cell("b", Some("a"), 1),
                cell("b", Some("b"), 1),
                cell("b", Some("x"), 1),
                cell("b", None, 1),
                cell("c", None, 2),
            ]
        );
        let other = OtherLabel {
            label: "x".into(),
            n: 1,
        };
        assert_eq!(found.other_labels, [other]);
    }

    #[test]
    fn label_in_another_case_is_wrong() {
        let found = classification(&answers(&[("Ham", "ham"), ("ham", "ham")]));
        assert_eq!((found.n_right, found.other_labels.len()), (1, 1));
    }

    const LABELS: [&str; 6] = ["", "a", "b", "c", "only answered", "d"];

    fn any_pairs() -> impl Strategy<Value = Vec<(&'static str, &'static str)>> {
        let pair = (0..5usize, prop::sample::select(vec![1usize, 2, 3, 5]));
        prop::collection::vec(pair.prop_map(|(given, truth)| (LABELS[given], LABELS[truth])), 1..60)
    }

    proptest! {
        #[test]
        fn matrix_adds_up_to_the_counts(pairs in any_pairs()) {
            let found = classification(&answers(&pairs));
            let sum = |is_counted: &dyn Fn(&Confusion) -> bool| -> u32 {
                found.confusion.iter().filter(|cell| is_counted(cell)).map(|cell| cell.n).sum()
            };
            prop_assert_eq!(sum(&|_| true), found.n);
            prop_assert_eq!(found.n as usize, pairs.len());
            prop_assert_eq!(sum(&|cell| cell.answer.is_none()), found.n_unmatched);
            prop_assert_eq!(sum(&|cell| cell.answer.as_deref() == Some(&cell.label)), found.n_right);
            for class in &found.classes {
                prop_assert_eq!(sum(&|cell| cell.label == class.label), class.support);
                prop_assert_eq!(sum(&|cell| cell.answer.as_deref() == Some(&class.label)), class.n_answers);
            }
            for other in &found.other_labels {
                prop_assert_eq!(sum(&|cell| cell.answer.as_deref() == Some(&other.label)), other.n);
            }
            let others: u32 = found.other_labels.iter().map(|other| other.n).sum();
            let of_classes: u32 = found.classes.iter().map(|class| class.n_answers).sum();
            prop_assert_eq!(of_classes + others + found.n_unmatched, found.n);
            let support: u32 = found.classes.iter().map(|class| class.support).sum();
            prop_assert_eq!(support, found.n);
        }

        #[test]
        fn order_of_the_answers_does_not_matter(pairs in any_pairs(), seed: u64) {
            let key = |n: u64| n.wrapping_mul(seed | 1) % 97;
            let mut keyed: Vec<(u64, _)> = (1..).zip(&pairs).map(|(n, pair)| (key(n), *pair)).collect();
            keyed.sort();
            let shuffled: Vec<_> = keyed.into_iter().map(|(_, pair)| pair).collect();
            prop_assert_eq!(classification(&answers(&pairs)), classification(&answers(&shuffled)));
        }

        #[test]
        fn values_are_bounded_and_f1_is_the_harmonic_mean(pairs in any_pairs()) {
            let found = classification(&answers(&pairs));
            let shares = [found.accuracy, found.macro_f1, found.majority_baseline];
            let of_class = |class: &Class| [class.precision.unwrap_or(0.0), class.recall, class.f1];
            for share in shares.into_iter().chain(found.classes.iter().flat_map(of_class)) {
                prop_assert!((0.0..=1.0).contains(&share), "{share}");
            }
            for class in &found.classes {
                let precision = class.precision.unwrap_or(0.0);
                let sum = precision + class.recall;
                let mean = if sum > 0.0 { 2.0 * precision * class.recall / sum } else { 0.0 };
                prop_assert!((mean - class.f1).abs() < 1e-12, "{class:?}");
            }
            // The mean class recall, weighted by the number of texts in each class, equals the accuracy.
            let weighted: f64 = found.classes.iter().map(|class| class.recall * f64::from(class.support)).sum();
            prop_assert!((weighted / f64::from(found.n) - found.accuracy).abs() < 1e-12);
        }
    }
}
