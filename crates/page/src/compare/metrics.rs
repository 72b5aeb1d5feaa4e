//! The names, units and display formats of selection measures.

use crate::i18n::{Key, decimal, grouped, key, t};
use crate::run::settings::title;
use fastgas_partition::Preset;
use fastgas_select::Method;
use fastgas_select::evaluate::{Estimate, Row};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metric {
    pub name: &'static str,
    pub title: Key,
    pub hint: Key,
    pub unit: Unit,
    pub more_is_better: bool,
    pub has_plot: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share from 0 to 1, shown in percent.
    Share,
    Count,
    Seconds,
}

/// The measures must be in the same order as in [`evaluate::MEASURES`](fastgas_select::evaluate::MEASURES).
pub const MEASURES: [Metric; 9] = [
    Metric {
        name: "accuracy_1nn",
        title: key!("compare-accuracy-nearest-title"),
        hint: key!("compare-accuracy-nearest-hint"),
        unit: Unit::Share,
        more_is_better: true,
        has_plot: false,
    },
    Metric {
        name: "accuracy_3nn",
        title: key!("compare-accuracy-vote-title"),
        hint: key!("compare-accuracy-vote-hint"),
        unit: Unit::Share,
        more_is_better: true,
        has_plot: true,
    },
    Metric {
        name: "majority_baseline",
        title: key!("compare-baseline-title"),
        hint: key!("compare-baseline-hint"),
        unit: Unit::Share,
        more_is_better: true,
        has_plot: false,
    },
    Metric {
        name: "class_coverage",
        title: key!("compare-labels-found-title"),
        hint: key!("compare-labels-found-hint"),
        unit: Unit::Share,
        more_is_better: true,
        has_plot: true,
    },
    Metric {
        name: "propagation_accuracy",
        title: key!("compare-accuracy-spread-title"),
        hint: key!("compare-accuracy-spread-hint"),
        unit: Unit::Share,
        more_is_better: true,
        has_plot: true,
    },
    Metric {
        name: "facility_coverage",
        title: key!("common-facility-coverage"),
        hint: key!("compare-facility-coverage-hint"),
        unit: Unit::Share,
        more_is_better: true,
        has_plot: true,
    },
    Metric {
        name: "covered_vertices",
        title: key!("common-covered-texts"),
        hint: key!("compare-covered-texts-hint"),
        unit: Unit::Count,
        more_is_better: true,
        has_plot: true,
    },
    Metric {
        name: "redundant_pairs",
        title: key!("compare-redundant-pairs-title"),
        hint: key!("compare-redundant-pairs-hint"),
        unit: Unit::Count,
        more_is_better: false,
        has_plot: false,
    },
    Metric {
        name: "seconds",
        title: key!("compare-time-title"),
        hint: key!("compare-time-hint"),
        unit: Unit::Seconds,
        more_is_better: false,
        has_plot: true,
    },
];

/// Returns an empty text if there is no standard error or if the standard error rounds to zero.
/// The text "± 0.0" would wrongly suggest a measured error of a method without random choices.
fn plus_minus(standard_error: Option<f64>, digits: usize) -> String {
    let error = standard_error.map(|error| decimal(error, digits));
    let error = error.filter(|error| *error != decimal(0.0, digits));
    error.map_or_else(String::new, |error| format!(" ± {error}"))
}

impl Unit {
    /// Formats an estimate, for example "41.2 ± 0.8 %".
    /// If the standard error rounds to zero, the result is only "41.2 %".
    pub fn words(self, estimate: Estimate) -> String {
        let Estimate { mean, standard_error } = estimate;
        let (factor, digits, unit) = match self {
            Unit::Share => (100.0, 1, "%"),
            Unit::Count => return self.count(mean, standard_error),
            Unit::Seconds if mean < 0.01 => (1e3, 1, "ms"),
            Unit::Seconds if mean < 1.0 => (1e3, 0, "ms"),
            Unit::Seconds => (1.0, 1, "s"),
        };
        let error = plus_minus(standard_error.map(|error| factor * error), digits);
        format!("{}{error} {unit}", decimal(factor * mean, digits))
    }

    fn count(self, mean: f64, standard_error: Option<f64>) -> String {
        let whole = |number: f64| match number.fract() == 0.0 {
            true => grouped(number as u64),
            false => {
                let tenths = (number * 10.0).round() as u64;
                grouped(tenths / 10) + &decimal((tenths % 10) as f64 / 10.0, 1)[1..]
            }
        };
        whole(mean) + &plus_minus(standard_error, 1)
    }

    pub fn tick(self, value: f64) -> String {
        match self {
            Unit::Share => {
                let percent = 100.0 * value;
                let digits = if (percent - percent.round()).abs() < 1e-9 { 0 } else { 1 };
                format!("{} %", decimal(percent, digits))
            }
            Unit::Count => grouped(value.max(0.0).round() as u64),
            Unit::Seconds if value < 0.0005 => format!("{} ms", decimal(1e3 * value, 1)),
            Unit::Seconds if value < 0.5 => format!("{} ms", decimal(1e3 * value, 0)),
            Unit::Seconds => format!("{} s", decimal(value, 0)),
        }
    }
}

pub fn method_title(method: Method, preset: Option<Preset>) -> String {
    match preset {
        None => title(method).to_owned(),
        Some(_) => t!("compare-paper-method", method = title(method)),
    }
}

/// Formats a difference in percentage points, for example "1.2 ± 0.8".
/// If the standard error rounds to zero, the result is only "1.2".
pub fn points(Estimate { mean, standard_error }: Estimate) -> String {
    let error = plus_minus(standard_error.map(|error| 100.0 * error), 1);
    decimal(100.0 * mean, 1) + &error
}

/// Indices in [`MEASURES`] of the measures that have an estimate in at least one row.
pub fn measured(rows: &[Row]) -> Vec<usize> {
    let is_measured = |&index: &usize| rows.iter().any(|row| row.estimates[index].is_some());
    (0..MEASURES.len()).filter(is_measured).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_select::evaluate;

    #[test]
    fn measures_are_in_the_order_of_evaluate() {
        assert_eq!(MEASURES.map(|measure| measure.name), evaluate::MEASURES);
    }

    #[test]
    fn differences_are_in_percentage_points() {
        let words = |mean, standard_error| points(Estimate { mean, standard_error });
        assert_eq!(words(0.0125, Some(0.004)), "1.3 ± 0.4");
        assert_eq!(words(-0.25, None), "-25.0");
        assert_eq!(words(0.0, Some(0.0)), "0.0", "both methods have the same answers");
        assert_eq!(words(0.0125, Some(0.0004)), "1.3", "the error is zero after rounding");
        assert_eq!(words(0.0125, Some(0.0006)), "1.3 ± 0.1");
    }

    #[test]
    fn estimates_and_ticks_are_formatted_with_units() {
        let words = |unit: Unit, mean, standard_error| unit.words(Estimate { mean, standard_error });
        assert_eq!(words(Unit::Share, 0.4123, Some(0.0081)), "41.2 ± 0.8 %");
        assert_eq!(words(Unit::Share, 1.0, None), "100.0 %");
        assert_eq!(words(Unit::Count, 1_312.0, Some(0.5)), "1,312 ± 0.5");
        assert_eq!(
            words(Unit::Count, 1_312.0, Some(0.0)),
            "1,312",
            "the same for every seed"
        );
        assert_eq!(words(Unit::Share, 0.4123, Some(1e-17)), "41.2 %");
        assert_eq!(words(Unit::Share, 0.4123, Some(0.0004)), "41.2 %");
        assert_eq!(words(Unit::Share, 0.4123, Some(0.0006)), "41.2 ± 0.1 %");
        assert_eq!(words(Unit::Seconds, 0.0123, Some(0.0004)), "12 ms");
        assert_eq!(words(Unit::Count, 1_312.4, None), "1,312.4");
        assert_eq!(words(Unit::Seconds, 0.0004, Some(0.0001)), "0.4 ± 0.1 ms");
        assert_eq!(words(Unit::Seconds, 0.0123, Some(0.002)), "12 ± 2 ms");
        assert_eq!(words(Unit::Seconds, 2.34, None), "2.3 s");
        let ticks = [
            (Unit::Share, 0.45),
            (Unit::Share, 0.125),
            (Unit::Count, 1_500.0),
            (Unit::Seconds, 0.0001),
        ];
        assert_eq!(
            ticks.map(|(unit, value)| unit.tick(value)),
            ["45 %", "12.5 %", "1,500", "0.1 ms"]
        );
        assert_eq!([0.01, 1.0].map(|seconds| Unit::Seconds.tick(seconds)), ["10 ms", "1 s"]);
    }
}
