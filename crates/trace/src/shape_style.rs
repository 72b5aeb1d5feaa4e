//! Colors and stroke styles of shapes in exported files and animations: those of the page's light theme.

use super::scene::{LineKind, Mark};
use super::shapes::Shape;

/// The background color.
pub const PAPER: &str = "#fff";

/// The font of all text.
pub const FONT: &str = "system-ui, sans-serif";

const BLACK: &str = "#1d1f21";
const BLUE: &str = "#1f5fbf";

/// Colors of the parts.
const PARTS: [&str; 16] = [
    "#2f63c8", "#c2481d", "#257a4b", "#9146be", "#8a6500", "#0a7688", "#c12f68", "#616f1a", "#7a5a3c", "#5a5fd0",
    "#3b7616", "#8a3f66", "#a34e00", "#4a6780", "#b3363a", "#007860",
];

/// The index of a part's color. Colors repeat after the last.
pub(super) fn color_of(part: u32) -> usize {
    part as usize % PARTS.len()
}

/// The style of a line, an outline or text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeStyle {
    /// Stroke color. For text, the color of its outline.
    pub stroke: Option<&'static str>,
    /// Fill color.
    pub fill: Option<&'static str>,
    /// Stroke opacity, from 0 to 1.
    pub opacity: f64,
    /// Stroke width.
    pub width: f64,
    /// Lengths of dashes and gaps; 0 for a solid line.
    pub dash: [f64; 2],
}

impl Shape {
    /// The style in which this shape is drawn.
    pub fn ink(&self) -> ShapeStyle {
        let line = |stroke, opacity, width| ShapeStyle {
            stroke: Some(stroke),
            fill: None,
            opacity,
            width,
            dash: [0.0; 2],
        };
        match *self {
            Shape::Lines { kind, width, .. } => match kind {
                LineKind::Aside => line("#8c8c84", 0.16, width),
                LineKind::Touched => line(BLUE, 0.4, width),
                LineKind::Inner => line("#8c8c84", 0.55, width),
                LineKind::Cut => ShapeStyle {
                    dash: [7.0, 5.0],
                    ..line("#b3261e", 0.9, width)
                },
                LineKind::Taken => line(BLUE, 1.0, width),
                LineKind::Match => line(BLACK, 1.0, width),
            },
            Shape::Dots {
                aside, color, diameter, ..
            } => {
                let color = color.map_or("#5b5f63", |part| PARTS[color_of(part)]);
                line(color, if aside { 0.22 } else { 1.0 }, diameter)
            }
            Shape::Ring { mark, .. } => match mark {
                Mark::Undone => ShapeStyle {
                    dash: [4.0, 4.0],
                    ..line(BLACK, 0.6, 3.0)
                },
                Mark::Proposed => line(BLACK, 1.0, 1.5),
                Mark::Picked => line(BLACK, 1.0, 4.0),
                Mark::Latest => line(BLUE, 1.0, 4.0),
                Mark::None | Mark::Start | Mark::Moved => line(BLACK, 1.0, 3.0),
            },
            Shape::Number { .. } => ShapeStyle {
                stroke: None,
                fill: Some(PAPER),
                ..line(PAPER, 1.0, 0.0)
            },
            Shape::Says { .. } => ShapeStyle {
                fill: Some(BLACK),
                ..line(PAPER, 1.0, 4.0)
            },
        }
    }
}
