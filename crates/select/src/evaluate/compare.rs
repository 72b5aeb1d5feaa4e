//! Compares all selection methods by the quality of their picks.
//!
//! ```text
//!  methods × budgets × seeds ──▶ plans ──select and measure──▶ runs ──▶ one row per method and budget: means over seeds
//! ```

use std::borrow::Cow;
use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::answers::AnswerRow;
use super::{Coverage, LabelQuality};
use crate::Method;
use fastgas_data::{OutputCell, OutputColumn, OutputKind, OutputTable};
use fastgas_partition::Preset;

/// A planned selection with a method, a budget and a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The selection method.
    pub method: Method,
    /// Budget M.
    pub budget: u32,
    /// The seed of all random choices.
    pub seed: u64,
    /// The preset, if it differs from the preset in the settings.
    /// Plans that differ only in the preset compare the presets of FastGAS.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<Preset>,
}

/// A completed selection and its measurements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The plan that this run carried out.
    pub plan: Plan,
    /// Time in seconds from the neighbor lists to the picks.
    /// The caller measures the time, because this crate has no clock.
    pub seconds: f64,
    /// The coverage of the picks.
    pub coverage: Coverage,
    /// The label quality of the picks, if labels are known.
    pub quality: Option<LabelQuality>,
}

/// A mean over the seeds of a comparison, or over the texts in an evaluation of answers, with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// Mean of the measured values.
    pub mean: f64,
    /// Standard error of the mean: s/√n for n values with the sample standard deviation s. `None` for a single value.
    /// The standard error is 0 for a deterministic method.
    /// In a comparison, the standard error measures variation between seeds, not between pools or test sets.
    pub standard_error: Option<f64>,
}

/// The results of a method at one budget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The selection method.
    pub method: Method,
    /// The preset, if it differs from the preset in the settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<Preset>,
    /// Budget M.
    pub budget: u32,
    /// Number of seeds over which the estimates are averaged.
    pub n_seeds: u32,
    /// One estimate for each measure, in the same order as [`MEASURES`].
    /// `None` if labels are unknown or no texts are left to test.
    pub estimates: Vec<Option<Estimate>>,
}

/// Names of the measures in every export: the fields of [`Run`], [`Coverage`] and [`LabelQuality`].
pub const MEASURES: [&str; 9] = [
    "accuracy_1nn",
    "accuracy_3nn",
    "majority_baseline",
    "class_coverage",
    "propagation_accuracy",
    "facility_coverage",
    "covered_vertices",
    "redundant_pairs",
    "seconds",
];

/// Names of the measures of [`AnswerRow`] in every export: the accuracy and the difference from the first method.
pub const ANSWER_MEASURES: [&str; 2] = ["accuracy_icl", "difference_icl"];

/// Names of the lower and upper bound of an [`AnswerRow`]'s interval in every export.
pub const ANSWER_INTERVAL: [&str; 2] = ["accuracy_icl_low", "accuracy_icl_high"];

impl Plan {
    /// Plans for each method with each budget and each seed, ordered by method, then by budget.
    pub fn all(methods: &[Method], budgets: &[u32], seeds: &[u64]) -> Vec<Plan> {
        let mut plans = Vec::with_capacity(methods.len() * budgets.len() * seeds.len());
        for &method in methods {
            for &budget in budgets {
                plans.extend(seeds.iter().map(|&seed| Plan {
                    method,
                    budget,
                    seed,
                    preset: None,
                }));
            }
        }
        plans
    }

    /// Plans for FastGAS with `preset` instead of the preset in the settings, for each budget and each seed.
    pub fn all_with_preset(preset: Preset, budgets: &[u32], seeds: &[u64]) -> Vec<Plan> {
        let plans = Plan::all(&[Method::Fastgas], budgets, seeds).into_iter();
        let preset = Some(preset);
        plans.map(|plan| Plan { preset, ..plan }).collect()
    }
}

impl Row {
    /// The name of the method in files. A preset that differs from the settings is appended: `fastgas-paper`.
    pub fn name(&self) -> String {
        let name = self.method.name();
        match self.preset {
            None => name.to_owned(),
            Some(preset) => format!("{name}-{}", preset.name()),
        }
    }
}

impl Run {
    /// The measured values of a run, in the same order as [`MEASURES`].
    fn measures(&self) -> [Option<f64>; MEASURES.len()] {
        let Coverage {
            facility_coverage,
            covered_vertices,
            redundant_pairs,
        } = self.coverage;
        let quality = self.quality.as_ref();
        [
            quality.and_then(|quality| quality.accuracy_1nn),
            quality.and_then(|quality| quality.accuracy_3nn),
            quality.and_then(|quality| quality.majority_baseline),
            quality.map(|quality| quality.class_coverage),
            quality.and_then(|quality| quality.propagation_accuracy),
            Some(facility_coverage),
            Some(f64::from(covered_vertices)),
            Some(redundant_pairs as f64),
            Some(self.seconds),
        ]
    }
}

impl AnswerRow {
    /// Whether both rows have the same method and the same budget.
    pub fn is_of(&self, row: &Row) -> bool {
        (self.method, self.preset, self.budget) == (row.method, row.preset, row.budget)
    }

    /// The estimates for an [`AnswerRow`], in the same order as [`ANSWER_MEASURES`].
    pub fn measures(&self) -> [Option<Estimate>; ANSWER_MEASURES.len()] {
        [Some(self.accuracy), self.difference]
    }
}

impl Estimate {
    /// The mean of `values` and its standard error. `values` must not be empty. The values are added in order.
    pub(super) fn of(values: &[f64]) -> Estimate {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let standard_error = (values.len() > 1).then(|| (squares / (n - 1.0) / n).sqrt());
        Estimate { mean, standard_error }
    }
}

/// One row for each method and budget of `runs`, in order of first appearance.
pub fn compare(runs: &[Run]) -> Vec<Row> {
    let mut groups: Vec<Vec<&Run>> = Vec::new();
    for run in runs {
        let key = |run: &Run| (run.plan.method, run.plan.preset, run.plan.budget);
        match groups.iter_mut().find(|group| key(group[0]) == key(run)) {
            Some(group) => group.push(run),
            None => groups.push(vec![run]),
        }
    }
    let row = |group: Vec<&Run>| {
        let measured: Vec<_> = group.iter().map(|run| run.measures()).collect();
        let estimate = |measure: usize| {
            let values: Option<Vec<f64>> = measured.iter().map(|values| values[measure]).collect();
            values.map(|values| Estimate::of(&values))
        };
        Row {
            method: group[0].plan.method,
            preset: group[0].plan.preset,
            budget: group[0].plan.budget,
            n_seeds: group.len() as u32,
            estimates: (0..MEASURES.len()).map(estimate).collect(),
        }
    };
    groups.into_iter().map(row).collect()
}

/// Sorts the rows by budget, then by `accuracy_3nn` (by facility coverage if labels are unknown), best row first.
/// The sort is stable: rows with equal values keep their order.
pub fn best_first(rows: &mut [Row]) {
    let index = |name| MEASURES.iter().position(|&measure| measure == name);
    let score = |row: &Row| {
        let of = |name| index(name).and_then(|index| row.estimates[index]);
        let estimate = of("accuracy_3nn").or_else(|| of("facility_coverage"));
        estimate.map(|estimate| estimate.mean)
    };
    rows.sort_by(|a, b| {
        let best_first = score(b).partial_cmp(&score(a)).unwrap_or(Ordering::Equal);
        a.budget.cmp(&b.budget).then(best_first)
    });
}

/// The results of a comparison as a table for export, with one row for each method and budget.
/// The first columns of the table are `method`, `budget` and `seeds`.
/// Each measure of [`MEASURES`] has two columns: the mean, and the standard error with the suffix `_se`.
/// If a language model has answered the test texts, each measure of [`ANSWER_MEASURES`] also has two columns.
/// With answers, the last two columns contain the interval bounds of the accuracy, named in [`ANSWER_INTERVAL`].
/// Unknown values are missing cells, for example the accuracy of a method and budget that `answers` does not contain.
pub fn comparison_table(rows: &[Row], answers: Option<&[AnswerRow]>) -> OutputTable<'static> {
    let (more, bounds): (&[&str], &[&str]) = match answers {
        Some(_) => (&ANSWER_MEASURES, &ANSWER_INTERVAL),
        None => (&[], &[]),
    };
    let names = MEASURES
        .iter()
        .chain(more)
        .flat_map(|name| [name.to_string(), format!("{name}_se")])
        .chain(bounds.iter().map(|name| name.to_string()));
    let mut columns = vec![
        OutputColumn::new("method", OutputKind::Text),
        OutputColumn::new("budget", OutputKind::Integer),
        OutputColumn::new("seeds", OutputKind::Integer),
    ];
    columns.extend(names.map(|name| OutputColumn::new(name, OutputKind::Float)));
    let mut cells: Vec<OutputCell<'static>> = Vec::with_capacity(columns.len() * rows.len());
    let number = |value: Option<f64>| value.map(|value| Cow::Owned(value.to_string()));
    for row in rows {
        cells.push(Some(Cow::Owned(row.name())));
        cells.push(Some(Cow::Owned(row.budget.to_string())));
        cells.push(Some(Cow::Owned(row.n_seeds.to_string())));
        let answered = answers.and_then(|answers| answers.iter().find(|answers| answers.is_of(row)));
        let more = match answers {
            Some(_) => answered
                .map_or([None; ANSWER_MEASURES.len()], AnswerRow::measures)
                .to_vec(),
            None => Vec::new(),
        };
        for estimate in row.estimates.iter().copied().chain(more) {
            cells.push(number(estimate.map(|estimate| estimate.mean)));
            cells.push(number(estimate.and_then(|estimate| estimate.standard_error)));
        }
        if answers.is_some() {
            let interval = answered.map(|answered| answered.interval);
            cells.push(number(interval.map(|interval| interval.low)));
            cells.push(number(interval.map(|interval| interval.high)));
        }
    }
    let n_own = columns.len();
    OutputTable::new(columns, n_own, cells)
}

#[cfg(test)]
mod tests;
