//! What the picks cover, one after another, in words and as lines.

use crate::measures::Unit;
use crate::plot::{Axis, line, ticks};
use crate::project::Open;
use crate::reason::ordinal;
use crate::words::{decimal, grouped, say};
use fastgas_select::evaluate::{CoverageCurve, CoveragePoint, Gain};

/// Width and height of the picture, in its own pixels.
pub const SIZE: (f64, f64) = (420.0, 126.0);
/// Left, right, top and bottom of what is inside the axes.
pub const FRAME: [f64; 4] = [38.0, 412.0, 8.0, 104.0];

/// The picture of a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct CoveragePlot {
    /// Facility coverage, as SVG's `d`.
    pub facility: String,
    /// The share of covered texts, as SVG's `d`.
    pub covered: String,
    /// Where both lines end.
    pub ends: [(f64, f64); 2],
    /// Numbers of labels and where they stand.
    pub across: Vec<(f64, String)>,
    /// Shares and where they stand.
    pub up: Vec<(f64, String)>,
    /// Where any number of labels stands.
    pub x: Axis,
}

/// The picture of the curve of a pool of `n_instances`. O(picks).
pub fn plot(curve: &CoverageCurve, n_instances: usize) -> Option<CoveragePlot> {
    let last = curve.points.last()?;
    let [left, right, top, bottom] = FRAME;
    let share = |point: &CoveragePoint| f64::from(point.covered_vertices) / n_instances.max(1) as f64;
    let highest = |value: &dyn Fn(&CoveragePoint) -> f64| curve.points.iter().map(value).fold(0.0, f64::max);
    // Cosines of a text with itself are a little above 1, as they are rounded.
    let top_share = highest(&|point| point.facility_coverage)
        .max(highest(&share))
        .clamp(0.01, 1.0);
    let shares = ticks(0.0, top_share, 4);
    let x = Axis::linear((0.0, f64::from(last.picks)), (left, right));
    let y = Axis::linear((0.0, shares[shares.len() - 1]), (bottom, top));
    let at = |point: &CoveragePoint, value: f64| (x.at(point.picks.into()), y.at(value));
    let facility = |point: &CoveragePoint| at(point, point.facility_coverage);
    let covered = |point: &CoveragePoint| at(point, share(point));
    // Nothing covers nothing.
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

/// Where so many labels are on the axis of their numbers, [`CoveragePlot::x`]; none at 0.
pub fn labeled_at(x: Axis, n_labeled: usize) -> Option<f64> {
    (n_labeled > 0).then(|| x.at(n_labeled as f64))
}

/// “The 18th label adds 0.4 % and covers 12 more texts.”
pub fn gain(gain: &Gain) -> String {
    let texts = match gain.covered_vertices {
        0 => say!("coverage-covers-no-other-text"),
        n => say!("coverage-covers-more-texts", n = grouped(n.into())),
    };
    say!(
        "coverage-label-adds",
        label = ordinal(gain.label),
        facility_coverage = percent(gain.facility_coverage),
        texts
    )
}

/// What the picks come to together.
pub fn in_all(curve: &CoverageCurve, n_instances: usize) -> Option<String> {
    let last = curve.points.last()?;
    Some(say!(
        "coverage-together-facility-coverage-which",
        facility_coverage = percent(last.facility_coverage),
        covered_vertices = grouped(last.covered_vertices.into()),
        n_instances = grouped(n_instances as u64)
    ))
}

/// How much stands beside what is labeled so far.
pub fn covered_in_words(covered: u32, n_instances: usize) -> String {
    say!(
        "coverage-of-labeled",
        covered = grouped(covered.into()),
        n_instances = grouped(n_instances as u64)
    )
}

/// “41.2 %”, in one piece.
pub fn percent(share: f64) -> String {
    say!("count-percent", n = decimal(100.0 * share, 1))
}

impl Open {
    /// How many texts have a label or are a neighbor of one that has; none while nothing has, or where no neighbors are known.
    /// O(n + their edges).
    pub fn covered_by_labels(&self) -> Option<u32> {
        let joined = self.joined.as_ref()?;
        let mut covered = vec![false; self.pool.len()];
        for row in self.labels_shown().rows() {
            covered[row as usize] = true;
            for &neighbor in joined.with(row) {
                covered[neighbor as usize] = true;
            }
        }
        let n = covered.into_iter().filter(|covered| *covered).count() as u32;
        (n > 0).then_some(n)
    }

    /// Whether those of the picks that are labeled are the first ones, in their order.
    pub fn is_labeled_in_order(&self) -> bool {
        let is_labeled = |&row: &u32| self.labels_shown().get(row).is_some();
        !self.picked().skip_while(is_labeled).any(|row| is_labeled(&row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::AppState;

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
    fn what_is_labeled_covers_its_neighbors_whatever_the_order() {
        use crate::fixtures;
        use crate::store::Action;
        let mut state = fixtures::state(1);
        state.open = Some(fixtures::labeling(&[4, 1, 0], 6));
        let mut state = fixtures::joined_in_a_row(state);
        let open = |state: &AppState| {
            let open = state.open.as_ref().expect("a project");
            (open.covered_by_labels(), open.is_labeled_in_order())
        };
        assert_eq!(open(&state), (None, true));
        state.apply_now(Action::GoTo(1));
        state.apply(Action::Give { index: 0 }, 1);
        assert_eq!(open(&state), (Some(3), false), "0 to 2, the first pick is left");
        state.apply_now(Action::GoTo(4));
        state.apply(Action::Give { index: 0 }, 2);
        assert_eq!(open(&state), (Some(6), true));
    }

    #[test]
    fn the_last_label_in_words() {
        let curve = curve(&[(0.3, 20), (0.35, 30), (0.354, 42)]);
        let in_words = |label| gain(&curve.gain(label).expect("a pick"));
        assert_eq!(in_words(3), "The 3rd label adds 0.4\u{a0}% and covers 12 more texts.");
        assert_eq!(in_words(1), "The 1st label adds 30.0\u{a0}% and covers 20 more texts.");
        assert!(in_all(&curve, 3_000).expect("picks").contains("35.4\u{a0}%"));
        assert!(in_all(&curve, 3_000).expect("picks").contains("42 of 3,000 texts"));
    }

    #[test]
    fn two_picks_of_ten_texts_by_hand() {
        let curve = curve(&[(0.2, 4), (0.4, 5)]);
        let plot = plot(&curve, 10).expect("picks");
        let [left, right, top, bottom] = FRAME;
        let (middle, height) = ((left + right) / 2.0, bottom - top);
        // Both lines on one axis from 0 to 60 %: the fifth of ten texts is 50 %.
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
    fn no_picks_have_no_picture() {
        assert_eq!(plot(&curve(&[]), 10), None);
        assert_eq!(in_all(&curve(&[]), 10), None);
    }
}
