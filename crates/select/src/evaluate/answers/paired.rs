//! Compares two files of answers on the texts that both files answer.

use std::collections::BTreeMap;

use serde::Serialize;

use super::intervals::mcnemar;
use super::{Answered, Answers, AnswersError};
use crate::evaluate::Estimate;
use fastgas_data::LabelOrder;

/// The difference between two files of answers, on the texts that both files answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Paired {
    /// Number of texts that both files answer, at least 1.
    pub n: u32,
    /// Number of texts with a true label that only the first file answers.
    pub n_only_first: u32,
    /// Number of texts with a true label that only the second file answers.
    pub n_only_second: u32,
    /// Mean score of the first file over the compared texts. The score is the accuracy or ROUGE-L F1.
    pub first: f64,
    /// Mean score of the second file: accuracy or ROUGE-L F1.
    pub second: f64,
    /// Mean of the score differences (first file minus second file), with the standard error over the texts.
    /// Both files answer the same texts, so the standard error is usually smaller than with two independent samples.
    pub difference: Estimate,
    /// Result of McNemar's test. `None` if the answers are not labels.
    pub mcnemar: Option<Mcnemar>,
}

/// McNemar's exact test of whether two models give equally many right answers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mcnemar {
    /// Number of texts that only the first model answers correctly.
    pub n_first_right: u32,
    /// Number of texts that only the second model answers correctly.
    pub n_second_right: u32,
    /// The two-sided p-value; see [`mcnemar`].
    pub p_value: f64,
}

/// Compares the labels in two files on the texts that occur in both files. Rows identify the texts. O(n · log n) time.
///
/// # Errors
/// Returns [`AnswersError::NoCommonRow`] if no text occurs in both files.
/// Returns [`AnswersError::TruthDiffers`] if the files contain different true labels for the same row.
pub fn paired_classification(first: &Answers<'_>, second: &Answers<'_>) -> Result<Paired, AnswersError> {
    let score = |answered: &Answered<'_>| if answered.is_right() { 1.0 } else { 0.0 };
    // Each file has its own spelling of equal sets of labels, because the files can answer different texts.
    // One file with sets of labels is therefore enough to ignore the order of the true labels.
    let order = match (first.label_order, second.label_order) {
        (LabelOrder::Significant, LabelOrder::Significant) => LabelOrder::Significant,
        (LabelOrder::Ignored, _) | (_, LabelOrder::Ignored) => LabelOrder::Ignored,
    };
    let (mut paired, scores) = paired(first, second, score, order)?;
    let count = |scores_of_pair: (f64, f64)| scores.iter().filter(|pair| **pair == scores_of_pair).count() as u32;
    let (n_first_right, n_second_right) = (count((1.0, 0.0)), count((0.0, 1.0)));
    paired.mcnemar = Some(Mcnemar {
        n_first_right,
        n_second_right,
        p_value: mcnemar(n_first_right, n_second_right),
    });
    Ok(paired)
}

/// Compares the ROUGE-L F1 scores of two files on the texts that occur in both files. Rows identify the texts.
///
/// # Errors
/// Returns any error from [`paired_classification`].
pub fn paired_summarization(first: &Answers<'_>, second: &Answers<'_>, stem: bool) -> Result<Paired, AnswersError> {
    let score = |answered: &Answered<'_>| answered.rouge_l(stem).f1;
    Ok(paired(first, second, score, LabelOrder::Significant)?.0)
}

/// Compares the scores of two files on their common texts, without a significance test.
/// `order` states whether two true labels with the same labels in another order differ.
/// Returns the comparison and, sorted by row, the two scores of each common text.
fn paired(
    first: &Answers<'_>,
    second: &Answers<'_>,
    score: impl Fn(&Answered<'_>) -> f64,
    order: LabelOrder,
) -> Result<(Paired, Vec<(f64, f64)>), AnswersError> {
    let of_row: BTreeMap<u32, &Answered<'_>> = second
        .answered
        .iter()
        .map(|answered| (answered.row, answered))
        .collect();
    let mut scores = Vec::new();
    for one in &first.answered {
        let Some(other) = of_row.get(&one.row) else { continue };
        if !order.has_same_labels(one.truth, other.truth) {
            return Err(AnswersError::TruthDiffers { row: one.row });
        }
        scores.push((score(one), score(other)));
    }
    if scores.is_empty() {
        return Err(AnswersError::NoCommonRow);
    }
    let estimate = |value: fn(&(f64, f64)) -> f64| Estimate::of(&scores.iter().map(value).collect::<Vec<_>>());
    let n = scores.len();
    let paired = Paired {
        n: n as u32,
        n_only_first: (first.answered.len() - n) as u32,
        n_only_second: (second.answered.len() - n) as u32,
        first: estimate(|pair| pair.0).mean,
        second: estimate(|pair| pair.1).mean,
        difference: estimate(|pair| pair.0 - pair.1),
        mcnemar: None,
    };
    Ok((paired, scores))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::classification::tests::answers;
    use super::*;

    /// The first file answers rows 0 to 3 correctly, and the second file rows 2 and 4. Row 6 is only in the first file.
    #[test]
    fn paired_difference_of_six_texts_equals_hand_computed_values() {
        let of = |right: &[u32], n: u32| {
            let pairs: Vec<_> = (0..n)
                .map(|row| (if right.contains(&row) { "a" } else { "b" }, "a"))
                .collect();
            answers(&pairs)
        };
        let (first, second) = (of(&[0, 1, 2, 3], 7), of(&[2, 4], 6));
        let found = paired_classification(&first, &second).expect("common rows");
        assert_eq!((found.n, found.n_only_first, found.n_only_second), (6, 1, 0));
        assert_eq!((found.first, found.second), (4.0 / 6.0, 2.0 / 6.0));
        // The n = 6 differences are 1, 1, 0, 1, −1, 0. Their mean is 1/3, and the sum of their squares is 4.
        // The variance of the differences is (sum of squares − n · mean²)/(n − 1) = (4 − 6/9)/5 = 2/3.
        let difference = found.difference;
        assert!((difference.mean - 1.0 / 3.0).abs() < 1e-15);
        let standard_error = difference.standard_error.expect("six texts");
        assert!(
            (standard_error - (2.0f64 / 3.0 / 6.0).sqrt()).abs() < 1e-15,
            "{difference:?}"
        );
        let test = found.mcnemar.expect("labels");
        assert_eq!((test.n_first_right, test.n_second_right, test.p_value), (3, 1, 0.625));
    }

    #[test]
    fn summaries_are_compared_by_rouge_l() {
        let (first, second) = (
            answers(&[("a b", "a b"), ("a", "b")]),
            answers(&[("a c", "a b"), ("b", "b")]),
        );
        let found = paired_summarization(&first, &second, false).expect("common rows");
        assert_eq!((found.first, found.second, found.mcnemar), (0.5, 0.75, None));
        // The ROUGE-L scores of the two texts differ by 1/2 and −1. The mean of the differences is −1/4.
        assert_eq!(found.difference.mean, -0.25);
        assert_eq!(found.difference.standard_error, Some(0.75));
    }

    #[test]
    fn answers_to_other_texts_are_refused() {
        let (first, second) = (answers(&[("a", "a")]), answers(&[("a", "b")]));
        let refused = paired_classification(&first, &second);
        assert_eq!(refused, Err(AnswersError::TruthDiffers { row: 0 }));
        let mut elsewhere = first.clone();
        elsewhere.answered[0].row = 7;
        assert_eq!(
            paired_classification(&first, &elsewhere),
            Err(AnswersError::NoCommonRow)
        );
    }

    #[test]
    fn order_of_true_labels_matters_only_between_options() {
        let mut first = answers(&[("a; b", "a; b")]);
        let mut second = answers(&[("b; a", "b; a")]);
        let compared = paired_classification(&first, &second).expect("equal sets of labels");
        assert_eq!((compared.first, compared.second), (1.0, 1.0));
        first.label_order = LabelOrder::Significant;
        assert!(
            paired_classification(&first, &second).is_ok() && paired_classification(&second, &first).is_ok(),
            "the labels of one file are sets"
        );
        second.label_order = LabelOrder::Significant;
        let refused = paired_classification(&first, &second);
        assert_eq!(refused, Err(AnswersError::TruthDiffers { row: 0 }));
    }

    proptest! {
        #[test]
        fn exchanged_files_change_only_the_sign(pairs in prop::collection::vec((any::<bool>(), any::<bool>()), 1..50)) {
            let right = |is_right: bool| (if is_right { "a" } else { "" }, "a");
            let first = answers(&pairs.iter().map(|pair| right(pair.0)).collect::<Vec<_>>());
            let second = answers(&pairs.iter().map(|pair| right(pair.1)).collect::<Vec<_>>());
            let there = paired_classification(&first, &second).expect("common rows");
            let back = paired_classification(&second, &first).expect("common rows");
            prop_assert!((there.difference.mean + back.difference.mean).abs() < 1e-15);
            prop_assert!((there.difference.mean - (there.first - there.second)).abs() < 1e-12);
            let p = |paired: &Paired| paired.mcnemar.expect("labels").p_value;
            prop_assert_eq!(p(&there), p(&back));
            prop_assert!(p(&there) > 0.0 && p(&there) <= 1.0);
            let same = paired_classification(&first, &first).expect("common rows");
            prop_assert_eq!((same.difference.mean, p(&same)), (0.0, 1.0));
        }
    }
}
