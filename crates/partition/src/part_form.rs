//! The shape of a part's dots in pictures and lists, so that parts can be distinguished without colors.
//!
//! ```text
//!  part   0  1  2  3  4  5  6  7  8 …
//!  dot    ●  ■  ◆  ▲  ◉  ▣  ◈  ◬  ●
//! ```
//!
//! The explainer, the map with its legend, and the badges of parts use these dot shapes.

use std::f64::consts::TAU;
use std::fmt::Write;

/// The shape of a dot.
/// Eight consecutive parts have different dots: four shapes, each with or without a [gap](PartForm::has_gap).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartForm {
    /// A circle, which is also the shape of dots without a part.
    Circle,
    /// An upright square.
    Square,
    /// A square that is rotated by 45 degrees.
    Diamond,
    /// A triangle with its tip up.
    Triangle,
}

/// Number of different dots: four shapes, each with or without a gap. Part p + 8 has the same dot as part p.
pub const N_PART_FORMS: u32 = 8;

/// The outer and the inner border of the gap in a dot, as shares of the dot's radius.
const GAP: [f64; 2] = [0.84, 0.7];

const N_CIRCLE_CORNERS: u32 = 32;

impl PartForm {
    /// The dot shape of a part or of a bisection side. Part p + 4 has the same shape as part p.
    pub fn of(part: Option<u32>) -> PartForm {
        match part.map_or(0, |part| part % 4) {
            0 => PartForm::Circle,
            1 => PartForm::Square,
            2 => PartForm::Diamond,
            _ => PartForm::Triangle,
        }
    }

    /// True if the dots of the part (or bisection side) have a gap inside their contour.
    /// The parts 4 to 7, 12 to 15, and so on have a gap. The gap distinguishes part p + 4 from part p.
    pub fn has_gap(part: Option<u32>) -> bool {
        part.is_some_and(|part| part % N_PART_FORMS >= N_PART_FORMS / 2)
    }

    /// The gap in a dot, which is a ring: the mean of its inner and outer radius, and its width.
    /// Both values are relative to the dot's radius.
    /// Returns `None` for a part whose dots have no gap.
    pub fn gap(part: Option<u32>) -> Option<[f64; 2]> {
        let [outer, inner] = GAP;
        PartForm::has_gap(part).then_some([(outer + inner) / 2.0, outer - inner])
    }

    /// A character that looks like the dots of the part, for lists where only characters are possible.
    pub fn symbol(part: u32) -> char {
        match part % N_PART_FORMS {
            0 => '●',
            1 => '■',
            2 => '◆',
            3 => '▲',
            4 => '◉',
            5 => '▣',
            6 => '◈',
            _ => '◬',
        }
    }

    /// Whether the dots of two parts cannot be distinguished without colors.
    pub fn are_alike(part: u32, other: u32) -> bool {
        part % N_PART_FORMS == other % N_PART_FORMS
    }

    /// True if the dots of the part (or bisection side) are circles without a gap.
    /// Dots that are circles without a gap can be drawn as strokes with round ends, which is fast for thousands of dots.
    pub fn is_stroke(part: Option<u32>) -> bool {
        PartForm::of(part) == PartForm::Circle && !PartForm::has_gap(part)
    }

    /// The contours of a dot: the outer contour of the dot and, if the dot has a gap, the two borders of the gap.
    /// Each contour is a list of corners. The center of all contours is `center`.
    /// The outer contour of the dot has the area of a circle with the given `radius`.
    /// The contours are filled by the nonzero rule: a contour in the opposite direction becomes a hole.
    pub fn contours(part: Option<u32>, center: [f64; 2], radius: f64) -> Vec<Vec<[f64; 2]>> {
        let contour = |share: f64| PartForm::of(part).outline(center, share * radius);
        if !PartForm::has_gap(part) {
            return vec![contour(1.0)];
        }
        let [mut gap, inside] = GAP.map(contour);
        // Reversing the direction of the gap's outer contour makes the gap a hole under the nonzero rule.
        // The first corners of all contours lie in the same direction from the center, so `clip_path` can connect them.
        gap[1..].reverse();
        vec![contour(1.0), gap, inside]
    }

    /// The [contours](PartForm::contours) as an SVG path.
    pub fn path(part: Option<u32>, center: [f64; 2], radius: f64) -> String {
        let mut path = String::new();
        for contour in PartForm::contours(part, center, radius) {
            for (index, [x, y]) in contour.into_iter().enumerate() {
                let command = if index == 0 { 'M' } else { 'L' };
                // Writing to a string does not fail.
                let _ = write!(path, "{command}{x:.1} {y:.1}");
            }
            path.push('Z');
        }
        path
    }

    /// The [contours](PartForm::contours) as a value of the CSS `clip-path` property, centered in an element's box.
    /// A single polygon connects the contours. The connecting edges enclose no area.
    pub fn clip_path(part: u32) -> String {
        let contours = PartForm::contours(Some(part), [50.0, 50.0], CLIP_RADIUS);
        let heights = contours[0].iter().map(|corner| corner[1]);
        let (top, bottom) = (
            heights.clone().fold(f64::INFINITY, f64::min),
            heights.fold(0.0, f64::max),
        );
        let shift = 50.0 - (top + bottom) / 2.0;
        let begins: Vec<[f64; 2]> = contours.iter().map(|contour| contour[0]).collect();
        let closed = contours.iter().flat_map(|contour| contour.iter().chain(&contour[..1]));
        // After the innermost contour, the polygon returns to the outermost contour through the same corners.
        let back = begins.iter().rev().skip(1);
        let corners = closed.chain(back).map(|[x, y]| format!("{x:.1}% {:.1}%", y + shift));
        format!("polygon({})", corners.collect::<Vec<_>>().join(", "))
    }

    /// The corners of the shape, whose center is `center`. A circle is approximated by a polygon.
    /// The shape has the area of a circle with the given `radius`.
    pub fn outline(self, center: [f64; 2], radius: f64) -> Vec<[f64; 2]> {
        match self {
            PartForm::Circle => circle(center, radius),
            form => form.corners(center, radius),
        }
    }

    /// The corners of the shape, whose center is the point (x, y). The list is empty for a circle.
    /// The shape has the area of a circle with the given `radius`.
    pub fn corners(self, [x, y]: [f64; 2], radius: f64) -> Vec<[f64; 2]> {
        let directions: &[[f64; 2]] = match self {
            PartForm::Circle => &[],
            PartForm::Square => &[[-0.886, -0.886], [0.886, -0.886], [0.886, 0.886], [-0.886, 0.886]],
            PartForm::Diamond => &[[0.0, -1.253], [1.253, 0.0], [0.0, 1.253], [-1.253, 0.0]],
            PartForm::Triangle => &[[0.0, -1.555], [1.347, 0.778], [-1.347, 0.778]],
        };
        let corner = |[dx, dy]: &[f64; 2]| [x + dx * radius, y + dy * radius];
        directions.iter().map(corner).collect()
    }

    /// The distance of the shape's edges from its center, as a multiple of the radius.
    pub fn inradius(self) -> f64 {
        match self {
            PartForm::Circle => 1.0,
            PartForm::Square | PartForm::Diamond => 0.886,
            PartForm::Triangle => 0.778,
        }
    }

    /// The distance of the shape's farthest point from its center, as a multiple of the radius.
    pub fn reach(self) -> f64 {
        match self {
            PartForm::Circle => 1.0,
            PartForm::Square | PartForm::Diamond => 1.253,
            PartForm::Triangle => 1.555,
        }
    }
}

/// Radius of the shapes in [`PartForm::clip_path`], in percent of the box, so that the triangle fits into the box.
const CLIP_RADIUS: f64 = 36.0;

fn circle([x, y]: [f64; 2], radius: f64) -> Vec<[f64; 2]> {
    let corner = |index: u32| {
        let (sin, cos) = (TAU * f64::from(index) / f64::from(N_CIRCLE_CORNERS)).sin_cos();
        [x + radius * cos, y + radius * sin]
    };
    (0..N_CIRCLE_CORNERS).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn area(corners: &[[f64; 2]]) -> f64 {
        let next = corners.iter().cycle().skip(1);
        corners
            .iter()
            .zip(next)
            .map(|([ax, ay], [bx, by])| ax * by - bx * ay)
            .sum::<f64>()
            / 2.0
    }

    #[test]
    fn eight_parts_in_a_row_look_different() {
        for first in 0..9 {
            let parts = first..first + N_PART_FORMS;
            let looks: BTreeSet<String> = parts
                .clone()
                .map(|part| PartForm::path(Some(part), [0.0; 2], 10.0))
                .collect();
            assert_eq!(looks.len(), 8, "{looks:?}");
            let symbols: BTreeSet<char> = parts.map(PartForm::symbol).collect();
            assert_eq!(symbols.len(), 8, "{symbols:?}");
        }
        assert!(PartForm::are_alike(1, 9) && !PartForm::are_alike(1, 5));
        assert_eq!(
            PartForm::path(None, [0.0; 2], 1.0),
            PartForm::path(Some(0), [0.0; 2], 1.0)
        );
    }

    #[test]
    fn forms_have_the_area_of_a_circle_and_the_gap_is_a_hole() {
        for part in 0..N_PART_FORMS {
            let contours = PartForm::contours(Some(part), [3.0, 4.0], 10.0);
            let areas: Vec<f64> = contours.iter().map(|contour| area(contour)).collect();
            assert!((areas[0] / (100.0 * TAU / 2.0) - 1.0).abs() < 0.01, "{part}: {areas:?}");
            let has_gap = PartForm::has_gap(Some(part));
            assert_eq!(areas.len(), if has_gap { 3 } else { 1 });
            if has_gap {
                assert!(areas[1] < 0.0 && areas[2] > 0.0, "{part}: {areas:?}");
            }
            assert_eq!(PartForm::gap(Some(part)).is_some(), has_gap);
        }
    }

    #[test]
    fn clip_path_stays_in_its_box_and_has_the_area_of_the_contours() {
        for part in 0..N_PART_FORMS {
            let path = PartForm::clip_path(part);
            let corners = path.trim_start_matches("polygon(").trim_end_matches(')').split(", ");
            let corner = |corner: &str| -> [f64; 2] {
                let (x, y) = corner.split_once(' ').expect("two numbers");
                [x, y].map(|number| number.trim_end_matches('%').parse().expect("a number"))
            };
            let corners: Vec<[f64; 2]> = corners.map(corner).collect();
            assert!(
                corners.iter().flatten().all(|side| (0.0..=100.0).contains(side)),
                "{path}"
            );
            let contours = PartForm::contours(Some(part), [50.0, 50.0], CLIP_RADIUS);
            let expected: f64 = contours.iter().map(|contour| area(contour)).sum();
            assert!(
                (area(&corners) - expected).abs() < 15.0,
                "{path}: {} {expected}",
                area(&corners)
            );
        }
    }
}
