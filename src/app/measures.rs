//! What is measured of the picks, as a person reads it.

use crate::app::estimate::grouped;
use crate::evaluate::Estimate;

/// One of [`evaluate::MEASURES`](crate::evaluate::MEASURES), in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// Its name in files.
    pub name: &'static str,
    /// At the head of its column.
    pub title: &'static str,
    /// What it is.
    pub hint: &'static str,
    /// What its numbers are.
    pub unit: Unit,
    /// Whether a method with more of it is the better one.
    pub more_is_better: bool,
    /// Whether it has a picture beside its column.
    pub has_plot: bool,
}

/// What numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// From 0 to 1, shown in percent.
    Share,
    /// How many.
    Count,
    /// Seconds.
    Seconds,
}

/// All of them, in their order.
pub const MEASURES: [Measure; 9] = [
    Measure {
        name: "accuracy_1nn",
        title: "Accuracy, 1 nearest",
        hint: "Share of the other texts whose most similar pick has their label",
        unit: Unit::Share,
        more_is_better: true,
        has_plot: false,
    },
    Measure {
        name: "accuracy_3nn",
        title: "Accuracy, 3 nearest",
        hint: "Share of the other texts whose label the three most similar picks elect",
        unit: Unit::Share,
        more_is_better: true,
        has_plot: true,
    },
    Measure {
        name: "majority_baseline",
        title: "Commonest label",
        hint: "Share of the other texts that have the commonest label: the accuracy of always answering this one",
        unit: Unit::Share,
        more_is_better: true,
        has_plot: false,
    },
    Measure {
        name: "class_coverage",
        title: "Labels found",
        hint: "Share of all labels that some pick has",
        unit: Unit::Share,
        more_is_better: true,
        has_plot: true,
    },
    Measure {
        name: "propagation_accuracy",
        title: "Accuracy, spread",
        hint: "Share of the other texts that get their own label when the picks’ labels spread over the graph",
        unit: Unit::Share,
        more_is_better: true,
        has_plot: true,
    },
    Measure {
        name: "facility_coverage",
        title: "Facility coverage",
        hint: "Mean cosine of a text to its nearest pick; needs no labels",
        unit: Unit::Share,
        more_is_better: true,
        has_plot: true,
    },
    Measure {
        name: "covered_vertices",
        title: "Covered texts",
        hint: "Texts that are picks or neighbors of one; needs no labels",
        unit: Unit::Count,
        more_is_better: true,
        has_plot: true,
    },
    Measure {
        name: "redundant_pairs",
        title: "Redundant pairs",
        hint: "Pairs of picks with a cosine above 0.9, which say the same twice",
        unit: Unit::Count,
        more_is_better: false,
        has_plot: false,
    },
    Measure {
        name: "seconds",
        title: "Time",
        hint: "From the neighbors to the picks, in one worker on this machine",
        unit: Unit::Seconds,
        more_is_better: false,
        has_plot: true,
    },
];

impl Unit {
    /// A mean and its standard error: “41.2 ± 0.8 %”.
    pub fn words(self, estimate: Estimate) -> String {
        let Estimate { mean, standard_error } = estimate;
        let (factor, digits, unit) = match self {
            Unit::Share => (100.0, 1, " %"),
            Unit::Count => return self.count(mean, standard_error),
            Unit::Seconds if mean < 0.01 => (1e3, 1, " ms"),
            Unit::Seconds if mean < 1.0 => (1e3, 0, " ms"),
            Unit::Seconds => (1.0, 1, " s"),
        };
        let error = standard_error.map_or_else(String::new, |error| format!(" ± {:.digits$}", factor * error));
        format!("{:.digits$}{error}{unit}", factor * mean)
    }

    fn count(self, mean: f64, standard_error: Option<f64>) -> String {
        let whole = |number: f64| match number.fract() == 0.0 {
            true => grouped(number as u64),
            false => format!("{}.{}", grouped(number as u64), ((number.fract() * 10.0) as u64).min(9)),
        };
        let error = standard_error.map_or_else(String::new, |error| format!(" ± {error:.1}"));
        format!("{}{error}", whole(mean))
    }

    /// A round number on an axis.
    pub fn tick(self, value: f64) -> String {
        match self {
            Unit::Share => {
                let percent = 100.0 * value;
                let digits = if (percent - percent.round()).abs() < 1e-9 { 0 } else { 1 };
                format!("{percent:.digits$} %")
            }
            Unit::Count => grouped(value.max(0.0).round() as u64),
            Unit::Seconds if value < 0.0005 => format!("{:.1} ms", 1e3 * value),
            Unit::Seconds if value < 0.5 => format!("{:.0} ms", 1e3 * value),
            Unit::Seconds => format!("{value:.0} s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;

    #[test]
    fn every_measure_stands_in_its_place() {
        assert_eq!(MEASURES.map(|measure| measure.name), evaluate::MEASURES);
    }

    #[test]
    fn numbers_as_a_person_reads_them() {
        let words = |unit: Unit, mean, standard_error| unit.words(Estimate { mean, standard_error });
        assert_eq!(words(Unit::Share, 0.4123, Some(0.0081)), "41.2 ± 0.8 %");
        assert_eq!(words(Unit::Share, 1.0, None), "100.0 %");
        assert_eq!(words(Unit::Count, 1_312.0, Some(0.0)), "1,312 ± 0.0");
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
