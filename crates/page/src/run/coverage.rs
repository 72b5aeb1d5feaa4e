//! Coverage of the pool by the picks, as text and as a plot.

use crate::compare::metrics::Unit;
use crate::i18n::{decimal, grouped, t};
use crate::labeling::explain::ordinal;
use crate::project::Project;
use crate::ui::axis::{Axis, line, ticks};
use fastgas_select::evaluate::{CoverageCurve, CoveragePoint, Gain};

pub const SIZE: (f64, f64) = (420.0, 126.0);
/// The left, right, top and bottom edges of the area inside the axes, in SVG units.
pub const FRAME: [f64; 4] = [38.0, 412.0, 8.0, 104.0];

#[derive(Clone, Debug, PartialEq)]
pub struct CoveragePlot {
    /// The SVG path of the facility coverage.
    pub facility: String,
    /// The SVG path that shows which share of the texts is covered.
    pub covered: String,
    pub ends: [(f64, f64); 2],
    /// The position and the label count of each mark on the horizontal axis.
    pub across: Vec<(f64, String)>,
    /// The position and the share of each mark on the vertical axis.
    pub up: Vec<(f64, String)>,
    pub x: Axis,
}

/// Returns `None` without picks. Complexity: O(number of picks).
pub fn plot(curve: &CoverageCurve, n_instances: usize) -> Option<CoveragePlot> {
    let last = curve.points.last()?;
    let [left, right, top, bottom] = FRAME;
    let share = |point: &CoveragePoint| f64::from(point.covered_vertices) / n_instances.max(1) as f64;
    let highest = |value: &dyn Fn(&CoveragePoint) -> f64| curve.points.iter().map(value).fold(0.0, f64::max);
    // Facility coverage can be slightly above 1, because the cosine of a text with itself is rounded.
    let top_share = highest(&|point| point.facility_coverage)
        .max(highest(&share))
        .clamp(0.01, 1.0);
    let shares = ticks(0.0, top_share, 4);
    let x = Axis::linear((0.0, f64::from(last.picks)), (left, right));
    let y = Axis::linear((0.0, shares[shares.len() - 1]), (bottom, top));
    let at = |point: &CoveragePoint, value: f64| (x.at(point.picks.into()), y.at(value));
    let facility = |point: &CoveragePoint| at(point, point.facility_coverage);
    let covered = |point: &CoveragePoint| at(point, share(point));
    // Both curves begin at 0, because zero picks cover no texts.
    let origin = (x.at(0.0), y.at(0.0));
    let path =
        |place: &dyn Fn(&CoveragePoint) -> (f64, f64)| line([origin].into_iter().chain(curve.points.iter().map(place)));
    let numbers = ticks(0.0, last.picks.into(), 6)
        .into_iter()
        .filter(|number| *number <= last.picks.into() && number.fract() == 0.0);
    Some(CoveragePlot {
        facility: path(&facility),
        covered: path(&covered),
        ends: [facility(last), covered(last)],
        across: numbers.map(|number| (x.at(number), format!("{number:.0}"))).collect(),
        up: shares
            .iter()
            .map(|&share| (y.at(share), Unit::Share.tick(share)))
            .collect(),
        x,
    })
}

/// The horizontal position of a number of labels. `None` for 0 labels, which have no position in the plot.
pub fn labeled_at(x: Axis, n_labeled: usize) -> Option<f64> {
    (n_labeled > 0).then(|| x.at(n_labeled as f64))
}

pub fn gain(gain: &Gain) -> String {
    let texts = match gain.covered_vertices {
        0 => t!("run-coverage-gain-none"),
        n => t!("run-coverage-gain-texts", n = grouped(n.into())),
    };
    t!(
        "run-coverage-gain-summary",
        label = ordinal(gain.label),
        facility_coverage = percent(gain.facility_coverage),
        texts
    )
}

pub fn in_all(curve: &CoverageCurve, n_instances: usize) -> Option<String> {
    let last = curve.points.last()?;
    Some(t!(
        "run-coverage-total-summary",
        facility_coverage = percent(last.facility_coverage),
        covered_vertices = grouped(last.covered_vertices.into()),
        n_instances = grouped(n_instances as u64)
    ))
}

pub fn covered_in_words(covered: u32, n_instances: usize) -> String {
    t!(
        "run-coverage-labels-status",
        covered = grouped(covered.into()),
        n_instances = grouped(n_instances as u64)
    )
}

/// Formats a share, for example as “41.2 %” with a non-breaking space.
pub fn percent(share: f64) -> String {
    t!("common-percent", n = decimal(100.0 * share, 1))
}

impl Project {
    /// Number of texts that have a label or have a labeled neighbor in the kNN graph.
    /// Returns `None` if no text is labeled or the graph is not stored.
    /// Complexity: O(n + number of edges at labeled texts) for n texts in the pool.
    pub fn covered_by_labels(&self) -> Option<u32> {
        let adjacency = self.result.adjacency.as_ref()?;
        let mut covered = vec![false; self.source.pool.len()];
        for row in self.labels_shown().rows() {
            covered[row as usize] = true;
            for &neighbor in adjacency.neighbors_of(row) {
                covered[neighbor as usize] = true;
            }
        }
        let n = covered.into_iter().filter(|covered| *covered).count() as u32;
        (n > 0).then_some(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::AppState;

    fn curve(points: &[(f64, u32)]) -> CoverageCurve {
        let point = |(&(facility_coverage, covered_vertices), picks): (&(f64, u32), u32)| CoveragePoint {
            picks,
            facility_coverage,
            covered_vertices,
        };
        CoverageCurve {
            points: points.iter().zip(1..).map(point).collect(),
        }
    }

    #[test]
    fn labels_cover_their_neighbors_in_any_order() {
        use crate::labeling;
        use crate::state::Msg;
        use crate::test_support;
        let mut state = test_support::state(1);
        *state.project = Some(test_support::labeling(&[4, 1, 0], 6));
        let mut state = test_support::connected_in_a_row(state);
        let open = |state: &AppState| {
            let open = test_support::open_project(state);
            (open.covered_by_labels(), open.is_labeled_in_order())
        };
        assert_eq!(open(&state), (None, true));
        state.apply_now(Msg::Labeling(labeling::Msg::GoTo(1)));
        state.apply(Msg::Labeling(labeling::Msg::Give { index: 0 }), 1);
        assert_eq!(open(&state), (Some(3), false), "only the first pick is left");
        state.apply_now(Msg::Labeling(labeling::Msg::GoTo(4)));
        state.apply(Msg::Labeling(labeling::Msg::Give { index: 0 }), 2);
        assert_eq!(open(&state), (Some(6), true));
    }

    #[test]
    fn gain_of_a_label_is_described() {
        let curve = curve(&[(0.3, 20), (0.35, 30), (0.354, 42)]);
        let in_words = |label| gain(&curve.gain(label).expect("a pick"));
        assert_eq!(
            in_words(3),
            "The 3rd pick adds 0.4\u{a0}% average similarity and covers 12 more texts."
        );
        assert_eq!(
            in_words(1),
            "The 1st pick adds 30.0\u{a0}% average similarity and covers 20 more texts."
        );
        assert!(in_all(&curve, 3_000).expect("picks").contains("35.4\u{a0}%"));
        assert!(in_all(&curve, 3_000).expect("picks").contains("42 of 3,000 texts"));
    }

    #[test]
    fn plot_of_two_picks_matches_hand_computed_values() {
        let curve = curve(&[(0.2, 4), (0.4, 5)]);
        let plot = plot(&curve, 10).expect("picks");
        let [left, right, top, bottom] = FRAME;
        let (middle, height) = ((left + right) / 2.0, bottom - top);
        // Both curves share one axis. The highest share is 50 % (five of ten texts), so the axis ends at the 60 % mark.
        assert_eq!(
            plot.up.iter().map(|(_, words)| words.as_str()).collect::<Vec<_>>(),
            ["0 %", "20 %", "40 %", "60 %"]
        );
        assert_eq!(plot.up[3].0, top);
        let all = super::plot(&self::curve(&[(1.000_000_2, 10)]), 10).expect("picks");
        assert_eq!(all.up.last().map(|(_, words)| words.as_str()), Some("100 %"));
        assert_eq!(
            plot.across,
            [(left, "0".into()), (middle, "1".into()), (right, "2".into())]
        );
        let y = |share: f64| bottom - share / 0.6 * height;
        assert_eq!(plot.facility, line([(left, bottom), (middle, y(0.2)), (right, y(0.4))]));
        assert_eq!(plot.covered, line([(left, bottom), (middle, y(0.4)), (right, y(0.5))]));
        assert_eq!(labeled_at(plot.x, 1), Some(middle));
        assert_eq!(labeled_at(plot.x, 0), None);
    }

    #[test]
    fn curve_without_picks_has_no_plot() {
        assert_eq!(plot(&curve(&[]), 10), None);
        assert_eq!(in_all(&curve(&[]), 10), None);
    }
}
