//! ROUGE scores of answers that are summaries.

use serde::Serialize;

use super::rouge::{RougeScore, has_tokens, rouge_l, rouge_lsum};
use super::{Answered, Answers};
use crate::evaluate::Estimate;

/// The quality of answers that are summaries, as means over the texts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summarization {
    /// Number of answers to texts with a reference text.
    pub n: u32,
    /// Number of answers without a token, such as empty answers. An answer without a token has the score 0.
    pub n_empty: u32,
    /// Number of reference texts without a token, such as texts in a non-Latin script.
    /// Answers to texts whose reference has no token have the score 0.
    pub n_unreadable: u32,
    /// Whether words were compared by their stems.
    pub stemmed: bool,
    /// Mean ROUGE-L scores; see [`rouge_l`].
    pub rouge_l: RougeEstimates,
    /// Mean ROUGE-Lsum scores; see [`rouge_lsum`].
    pub rouge_lsum: RougeEstimates,
}

/// Means of [`RougeScore`] over the texts, with standard errors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RougeEstimates {
    /// Mean precision over the texts.
    pub precision: Estimate,
    /// Mean recall over the texts.
    pub recall: Estimate,
    /// Mean of the F1 scores, which is the value that papers report.
    pub f1: Estimate,
}

impl Answered<'_> {
    /// ROUGE-L score of the answer against its reference text.
    pub fn rouge_l(&self, stem: bool) -> RougeScore {
        rouge_l(self.truth, self.given, stem)
    }
}

impl RougeEstimates {
    fn of(scores: &[RougeScore]) -> RougeEstimates {
        let estimate = |value: fn(&RougeScore) -> f64| Estimate::of(&scores.iter().map(value).collect::<Vec<_>>());
        RougeEstimates {
            precision: estimate(|score| score.precision),
            recall: estimate(|score| score.recall),
            f1: estimate(|score| score.f1),
        }
    }
}

/// Measures answers that are summaries. `stem` determines whether words are compared by their stems.
/// The means include empty answers.
/// O(n·k²) time for n answers and texts of k tokens.
pub fn summarization(answers: &Answers<'_>, stem: bool) -> Summarization {
    let answered = &answers.answered;
    let scores = |score: fn(&str, &str, bool) -> RougeScore| {
        let scores = answered
            .iter()
            .map(|answered| score(answered.truth, answered.given, stem));
        RougeEstimates::of(&scores.collect::<Vec<_>>())
    };
    let n_without_tokens =
        |text: fn(&Answered<'_>) -> bool| answered.iter().filter(|answered| text(answered)).count() as u32;
    Summarization {
        n: answered.len() as u32,
        n_empty: n_without_tokens(|answered| !has_tokens(answered.given)),
        n_unreadable: n_without_tokens(|answered| !has_tokens(answered.truth)),
        stemmed: stem,
        rouge_l: scores(rouge_l),
        rouge_lsum: scores(rouge_lsum),
    }
}

#[cfg(test)]
mod tests {
    use super::super::classification::tests::answers;
    use super::*;

    #[test]
    fn summarization_of_three_summaries_equals_hand_computed_values() {
        // The third summary has the precision 1/2 and the recall 1/4, so its F1 is 2·(1/2)·(1/4)/(1/2 + 1/4) = 1/3.
        // The F1 scores are 1, 0 and 1/3. Their mean is 4/9, and their deviations from the mean are 5/9, −4/9 and −1/9.
        // The variance of the three F1 scores is ((5/9)² + (4/9)² + (1/9)²)/(3 − 1) = 21/81.
        let pairs = [("a b", "A b!"), ("", "a b"), ("a c", "a b b b")];
        let found = summarization(&answers(&pairs), false);
        assert_eq!((found.n, found.n_empty, found.n_unreadable), (3, 1, 0));
        let f1 = found.rouge_l.f1;
        assert!((f1.mean - 4.0 / 9.0).abs() < 1e-15, "{f1:?}");
        let standard_error = f1.standard_error.expect("three texts");
        assert!((standard_error - (21.0f64 / 81.0 / 3.0).sqrt()).abs() < 1e-15, "{f1:?}");
        assert!((found.rouge_l.precision.mean - 0.5).abs() < 1e-15);
        assert!((found.rouge_l.recall.mean - 1.25 / 3.0).abs() < 1e-15);
        assert_eq!(
            found.rouge_l, found.rouge_lsum,
            "both measures are equal for single lines"
        );
        let lines = summarization(&answers(&[("b\na", "a\nb")]), false);
        assert_eq!((lines.rouge_l.f1.mean, lines.rouge_lsum.f1.mean), (0.5, 1.0));
        assert_eq!(lines.rouge_l.f1.standard_error, None);
    }

    #[test]
    fn references_without_tokens_are_counted() {
        let pairs = [("Кошка", "Кошка"), ("cats", "cat")];
        let found = summarization(&answers(&pairs), true);
        assert_eq!((found.n_empty, found.n_unreadable), (1, 1));
        assert_eq!(found.rouge_l.f1.mean, 0.5, "cats and cat have the same stem");
        assert_eq!(summarization(&answers(&pairs), false).rouge_l.f1.mean, 0.0);
    }
}
