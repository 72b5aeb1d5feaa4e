//! A dot plot of one measure. Each method has a line, and each budget has a dot with a standard error on the line.
//!
//! ```text
//!    FastGAS     ├─●─┤     ├○┤
//!    Random   ├──●──┤   ├─○─┤
//!            20 %    30 %    40 %        ● 18 picks  ○ 100 picks
//! ```

use crate::compare::metrics::{Metric, Unit, method_title};
use crate::i18n::t;
use crate::ui::axis::{Axis, Dot, powers_of_ten, ticks};
use fastgas_partition::Preset;
use fastgas_select::Method;
use fastgas_select::evaluate::{Estimate, Row};

pub const WIDTH: f64 = 320.0;
/// Left and right end of the area with the dots, in user units of the SVG.
/// The method names are to the left of the area.
const FRAME: (f64, f64) = (112.0, 306.0);
const LINE_HEIGHT: f64 = 21.0;
/// Vertical distance between the dots of consecutive budgets on a line.
const BUDGET_DISTANCE: f64 = 6.0;
const AXIS_HEIGHT: f64 = 22.0;
/// Smallest time on the time axis, in seconds. Browser clocks cannot measure shorter times.
const MIN_SHOWN_SECONDS: f64 = 1e-4;

#[derive(Clone, Debug, PartialEq)]
pub struct DotPlot {
    pub height: f64,
    /// Vertical position where the grid lines end, above the axis labels.
    pub foot: f64,
    pub ticks: Vec<(f64, String)>,
    pub lines: Vec<Line>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub title: String,
    pub y: f64,
    pub dots: Vec<BudgetDot>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct BudgetDot {
    pub budget: usize,
    /// Horizontal positions: the dot, and the two ends of its whiskers.
    pub dot: Dot,
    pub y: f64,
    pub words: String,
}

pub fn budgets(rows: &[Row]) -> Vec<u32> {
    let mut budgets: Vec<u32> = rows.iter().map(|row| row.budget).collect();
    budgets.sort_unstable();
    budgets.dedup();
    budgets
}

/// The plot lists the methods in order of their first appearance in `rows`.
pub fn dot_plot(rows: &[Row], index: usize, measure: &Metric) -> Option<DotPlot> {
    let budgets = budgets(rows);
    let mut methods: Vec<(Method, Option<Preset>)> = Vec::new();
    let method_of = |row: &Row| (row.method, row.preset);
    for row in rows {
        if !methods.contains(&method_of(row)) {
            methods.push(method_of(row));
        }
    }
    let estimates: Vec<(&Row, Estimate)> = rows
        .iter()
        .filter_map(|row| Some((row, row.estimates[index]?)))
        .collect();
    let (axis, ticks) = axis(estimates.iter().map(|(_, estimate)| *estimate), measure.unit)?;
    let line = |(number, method): (usize, (Method, Option<Preset>))| {
        let title = method_title(method.0, method.1);
        let y = (number as f64 + 0.5) * LINE_HEIGHT;
        let of_method = estimates.iter().filter(|(row, _)| method_of(row) == method);
        let dots = of_method.filter_map(|(row, estimate)| {
            let budget = budgets.binary_search(&row.budget).ok()?;
            Some(BudgetDot {
                budget,
                dot: axis.dot(estimate.mean, estimate.standard_error),
                y: y + BUDGET_DISTANCE * (budget as f64 - (budgets.len() as f64 - 1.0) / 2.0),
                words: t!(
                    "compare-plot-dot-label",
                    method = title,
                    budget = row.budget,
                    estimate = measure.unit.words(*estimate)
                ),
            })
        });
        let dots = dots.collect();
        Line { title, y, dots }
    };
    let foot = methods.len() as f64 * LINE_HEIGHT;
    Some(DotPlot {
        height: foot + AXIS_HEIGHT,
        foot,
        ticks,
        lines: methods.into_iter().enumerate().map(line).collect(),
    })
}

/// The axis covers all estimates with their standard errors. An axis for times is logarithmic.
fn axis(estimates: impl Iterator<Item = Estimate>, unit: Unit) -> Option<(Axis, Vec<(f64, String)>)> {
    let mut range: Option<(f64, f64)> = None;
    for Estimate { mean, standard_error } in estimates {
        let error = standard_error.unwrap_or(0.0);
        let (low, high) = range.unwrap_or((f64::INFINITY, f64::NEG_INFINITY));
        range = Some((low.min(mean - error), high.max(mean + error)));
    }
    let (low, high) = range?;
    let numbers = match unit {
        Unit::Seconds => powers_of_ten(low.max(MIN_SHOWN_SECONDS), high.max(MIN_SHOWN_SECONDS)),
        Unit::Share | Unit::Count => ticks(low.max(0.0), high, 4),
    };
    let ends = (numbers[0], numbers[numbers.len() - 1]);
    let axis = match unit {
        Unit::Seconds => Axis::logarithmic(ends, FRAME),
        Unit::Share | Unit::Count => Axis::linear(ends, FRAME),
    };
    let ticks = numbers.into_iter().map(|number| (axis.at(number), unit.tick(number)));
    Some((axis, ticks.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::metrics::MEASURES;

    const ACCURACY: usize = 1;
    const SECONDS: usize = 8;

    fn row(method: Method, budget: u32, accuracy: Option<f64>, seconds: f64) -> Row {
        let mut estimates = vec![None; MEASURES.len()];
        let estimate = |mean, standard_error| Some(Estimate { mean, standard_error });
        estimates[ACCURACY] = accuracy.and_then(|accuracy| estimate(accuracy, Some(0.05)));
        estimates[SECONDS] = estimate(seconds, None);
        Row {
            method,
            preset: None,
            budget,
            n_seeds: 3,
            estimates,
        }
    }

    fn plot(rows: &[Row], index: usize) -> Option<DotPlot> {
        dot_plot(rows, index, &MEASURES[index])
    }

    #[test]
    fn plot_of_two_methods_at_two_budgets_matches_hand_computation() {
        let rows = [
            row(Method::KMeans, 18, Some(0.35), 0.1),
            row(Method::Random, 18, Some(0.25), 0.0),
            row(Method::KMeans, 100, Some(0.55), 2.0),
        ];
        let plot = plot(&rows, ACCURACY).expect("labels are known");
        // The axis ranges from 20 % to 60 %, because the whiskers extend to these values.
        let (from, to) = FRAME;
        let x = |share: f64| from + (share - 0.2) / 0.4 * (to - from);
        let words: Vec<&str> = plot.ticks.iter().map(|(_, words)| words.as_str()).collect();
        assert_eq!(words, ["20 %", "30 %", "40 %", "50 %", "60 %"]);
        assert_eq!((plot.ticks[0].0, plot.ticks[4].0), (from, to));
        let titles: Vec<(&str, f64)> = plot.lines.iter().map(|line| (line.title.as_str(), line.y)).collect();
        assert_eq!(titles, [("k-means", LINE_HEIGHT / 2.0), ("Random", LINE_HEIGHT * 1.5)]);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let [small, large] = plot.lines[0].dots.as_slice() else {
            panic!("two budgets")
        };
        assert!(near(small.dot.at, x(0.35)) && near(large.dot.at, x(0.55)));
        let (low, high) = small.dot.whisker.expect("three seeds");
        assert!(near(low, x(0.3)) && near(high, x(0.4)));
        assert_eq!((small.budget, large.budget), (0, 1));
        assert!(near(large.y - small.y, BUDGET_DISTANCE) && near(large.y + small.y, 2.0 * plot.lines[0].y));
        assert_eq!(small.words, "k-means, 18 picks: 35.0 ± 5.0 %");
        assert_eq!(plot.height, 2.0 * LINE_HEIGHT + AXIS_HEIGHT);
    }

    #[test]
    fn presets_of_one_method_have_separate_lines() {
        let own = row(Method::Fastgas, 18, Some(0.5), 0.1);
        let of_paper = Row {
            preset: Some(Preset::Paper),
            ..row(Method::Fastgas, 18, Some(0.25), 0.1)
        };
        let plot = plot(&[own, of_paper], ACCURACY).expect("labels are known");
        let titles: Vec<&str> = plot.lines.iter().map(|line| line.title.as_str()).collect();
        assert_eq!(titles, ["FastGAS", "FastGAS (paper)"]);
        assert!(plot.lines.iter().all(|line| line.dots.len() == 1));
    }

    #[test]
    fn times_use_powers_of_ten_and_missing_estimates_give_no_plot() {
        let rows = [row(Method::Random, 18, None, 0.0), row(Method::Ideal, 18, None, 0.9)];
        let times = plot(&rows, SECONDS).expect("time is always measured");
        let words: Vec<&str> = times.ticks.iter().map(|(_, words)| words.as_str()).collect();
        assert_eq!(words, ["0.1 ms", "1 ms", "10 ms", "100 ms", "1 s"]);
        assert_eq!(times.lines[0].dots[0].dot.at, FRAME.0);
        assert!(times.lines[1].dots[0].dot.at > FRAME.0 + 0.9 * (FRAME.1 - FRAME.0));
        assert_eq!(plot(&rows, ACCURACY), None, "no run has an accuracy");
        assert_eq!(plot(&[], SECONDS), None);
    }
}
