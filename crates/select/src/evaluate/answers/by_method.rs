//! Compares selection methods by the answers of a language model that gets their picks as examples.
//!
//! ```text
//! plans, each with right and wrong answers to the same texts ──▶ one row per method and budget: mean accuracy
//! ```

use serde::Serialize;

use super::{Interval, wilson_of_share};
use crate::Method;
use crate::evaluate::{Estimate, Plan};
use fastgas_partition::Preset;

/// The answers of a language model to the test texts. The examples are the picks of one plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnsweredPlan {
    /// The plan that selected the picks.
    pub plan: Plan,
    /// For each test text (at least one), whether the answer is right.
    /// All plans have the same texts in the same order.
    pub is_right: Vec<bool>,
}

/// The result of one method at one budget: how well a language model answers with the method's picks as examples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerRow {
    /// The selection method.
    pub method: Method,
    /// The preset, if it differs from the preset in the settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<Preset>,
    /// Budget M.
    pub budget: u32,
    /// Mean of the accuracy over the seeds, with the standard error over the seeds.
    pub accuracy: Estimate,
    /// The 95 % Wilson score interval of the accuracy over the texts.
    /// The value of a text is the share of seeds with a right answer to the text.
    pub interval: Interval,
    /// Accuracy of the first method minus accuracy of this method, with the standard error over the texts.
    /// Both methods answer the same texts, and the value of a text is the text's mean over the seeds.
    /// `None` for the first method, and if the first method has no plan with this budget.
    pub difference: Option<Estimate>,
}

/// Compares methods: returns one row for each method and budget of the plans, in order of first appearance.
/// All other methods are compared with the method of the first plan.
/// O(plans · (texts + rows)) time, where rows is the number of returned rows.
///
/// # Panics
/// Panics if the plans have different numbers of texts, or no texts.
pub fn compare_answers(answered: &[AnsweredPlan]) -> Vec<AnswerRow> {
    let mut groups: Vec<Vec<&AnsweredPlan>> = Vec::new();
    for one in answered {
        let key = |answered: &AnsweredPlan| (way(answered.plan), answered.plan.budget);
        match groups.iter_mut().find(|group| key(group[0]) == key(one)) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    let Some(first) = answered.first() else {
        return Vec::new();
    };
    let n_texts = first.is_right.len();
    assert!(n_texts > 0, "there must be a text to answer");
    let scores: Vec<Vec<f64>> = groups.iter().map(|group| scores(group, n_texts)).collect();
    let row = |(index, group): (usize, &Vec<&AnsweredPlan>)| {
        let plan = group[0].plan;
        let accuracies: Vec<f64> = group.iter().map(|answered| accuracy(&answered.is_right)).collect();
        let reference = groups.iter().position(|other| {
            let other = other[0].plan;
            way(plan) != way(first.plan) && (way(other), other.budget) == (way(first.plan), plan.budget)
        });
        let difference = reference.map(|reference| {
            let pairs = scores[reference].iter().zip(&scores[index]);
            Estimate::of(&pairs.map(|(first, own)| first - own).collect::<Vec<_>>())
        });
        let accuracy = Estimate::of(&accuracies);
        AnswerRow {
            method: plan.method,
            preset: plan.preset,
            budget: plan.budget,
            accuracy,
            interval: wilson_of_share(accuracy.mean.clamp(0.0, 1.0), n_texts as u32),
            difference,
        }
    };
    groups.iter().enumerate().map(row).collect()
}

fn way(plan: Plan) -> (Method, Option<Preset>) {
    (plan.method, plan.preset)
}

fn accuracy(is_right: &[bool]) -> f64 {
    is_right.iter().filter(|&&is_right| is_right).count() as f64 / is_right.len() as f64
}

fn scores(group: &[&AnsweredPlan], n_texts: usize) -> Vec<f64> {
    let mut n_right = vec![0u32; n_texts];
    for answered in group {
        assert_eq!(answered.is_right.len(), n_texts, "all plans must have the same texts");
        for (n, &is_right) in n_right.iter_mut().zip(&answered.is_right) {
            *n += u32::from(is_right);
        }
    }
    n_right.into_iter().map(|n| f64::from(n) / group.len() as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(method: Method, budget: u32, seed: u64, is_right: [u8; 4]) -> AnsweredPlan {
        AnsweredPlan {
            plan: Plan {
                method,
                budget,
                seed,
                preset: None,
            },
            is_right: is_right.map(|is_right| is_right == 1).to_vec(),
        }
    }

    #[test]
    fn difference_is_paired_by_text_and_averaged_over_seeds() {
        let rows = compare_answers(&[
            answered(Method::Fastgas, 18, 0, [1, 1, 1, 0]),
            answered(Method::Fastgas, 18, 1, [1, 1, 0, 0]),
            answered(Method::Random, 18, 0, [1, 0, 1, 0]),
            answered(Method::Random, 18, 1, [0, 0, 0, 0]),
        ]);
        let keys: Vec<_> = rows.iter().map(|row| (row.method, row.budget)).collect();
        assert_eq!(keys, [(Method::Fastgas, 18), (Method::Random, 18)]);
        // The two seeds have the accuracies .75 and .5, so the mean is .625 and the standard deviation is s = .25/√2.
        // The standard error of the mean of two accuracies is s/√2 = .125.
        assert!((rows[0].accuracy.mean - 0.625).abs() < 1e-12);
        assert!((rows[0].accuracy.standard_error.expect("two seeds") - 0.125).abs() < 1e-12);
        assert_eq!(rows[0].difference, None);
        // Five of the eight answers are right, a share of .625. The interval is based on four values, one for each text.
        assert_eq!(rows[0].interval, wilson_of_share(0.625, 4));
        assert!((rows[1].accuracy.mean - 0.25).abs() < 1e-12);
        // The texts have the scores 1, 1, ½, 0 with the first method and ½, 0, ½, 0 with the second method.
        // The score differences ½, 1, 0, 0 have the mean .375, and their squared deviations add up to .6875.
        // For n = 4 texts, the variance is .6875/(n − 1), and the standard error is √(variance/n).
        let difference = rows[1].difference.expect("the first method has this budget");
        assert!((difference.mean - 0.375).abs() < 1e-12);
        let standard_error = (0.6875f64 / 12.0).sqrt();
        assert!((difference.standard_error.expect("four texts") - standard_error).abs() < 1e-12);
    }

    #[test]
    fn rows_are_compared_at_their_own_budget() {
        let rows = compare_answers(&[
            answered(Method::Random, 4, 0, [1, 1, 1, 1]),
            answered(Method::Random, 8, 0, [0, 0, 0, 0]),
            answered(Method::Fastgas, 4, 0, [1, 1, 0, 0]),
            answered(Method::Fastgas, 8, 0, [1, 1, 0, 0]),
            answered(Method::Fastgas, 12, 0, [1, 1, 0, 0]),
        ]);
        let differences: Vec<_> = rows
            .iter()
            .map(|row| row.difference.map(|difference| difference.mean))
            .collect();
        assert_eq!(differences, [None, None, Some(0.5), Some(-0.5), None]);
        assert_eq!(rows[0].accuracy.standard_error, None, "one seed has no standard error");
        assert!(compare_answers(&[]).is_empty());
    }
}
