//! Colors and stroke styles of shapes in exported files and animations. The colors match the page's light theme.

use super::scene::{LineKind, Mark};
use super::shapes::Shape;
use fastgas_partition::PartForm;

/// The background color of pictures.
pub const PAPER: &str = "#fff";

/// The font of all text in pictures.
pub const FONT: &str = "system-ui, sans-serif";

/// The width in em of the outline around the letters of texts and gains. The outline hides the lines behind the letters.
const OUTLINE: f64 = 0.2;

const BLACK: &str = "#1d1f21";
const BLUE: &str = "#1f5fbf";

const PARTS: [&str; 16] = [
    "#232660", "#603c56", "#916f41", "#4179ad", "#2b5e12", "#600b02", "#283a3c", "#872e37", "#7f3e83", "#676228",
    "#004f6a", "#5a569f", "#7a5557", "#474f3e", "#a0607e", "#481d3d",
];

/// The index of a part's color. Colors repeat after the last color.
pub(super) fn color_of(part: u32) -> usize {
    part as usize % PARTS.len()
}

/// The drawing style of a line, an outline or a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeStyle {
    /// Stroke color. For text, the outline color of the letters.
    pub stroke: Option<&'static str>,
    /// Fill color of the shape.
    pub fill: Option<&'static str>,
    /// Opacity of the stroke, from 0 to 1.
    pub opacity: f64,
    /// Width of the stroke in pixels.
    pub width: f64,
    /// Lengths of the dashes and gaps of the stroke in pixels; 0 for a solid line.
    pub dash: [f64; 2],
}

impl Shape {
    /// The style of a shape in an exported file.
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
                let opacity = if aside { 0.22 } else { 1.0 };
                let is_stroke = PartForm::is_stroke(color);
                let color = color.map_or("#5b5f63", |part| PARTS[color_of(part)]);
                match is_stroke {
                    true => line(color, opacity, diameter),
                    false => ShapeStyle {
                        stroke: None,
                        fill: Some(color),
                        ..line(color, opacity, 0.0)
                    },
                }
            }
            Shape::Ring { mark, .. } => match mark {
                Mark::Undone => ShapeStyle {
                    dash: [4.0, 4.0],
                    ..line(BLACK, 0.6, 3.0)
                },
                Mark::Replaced => ShapeStyle {
                    dash: [4.0, 4.0],
                    ..line(BLUE, 1.0, 4.0)
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
            Shape::Gain { is_positive, size, .. } => ShapeStyle {
                fill: Some(if is_positive { BLUE } else { BLACK }),
                ..line(PAPER, 1.0, OUTLINE * size)
            },
            Shape::Says { size, .. } => ShapeStyle {
                fill: Some(BLACK),
                ..line(PAPER, 1.0, OUTLINE * size)
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_the_colors_of_the_light_theme() {
        let css = include_str!("../../../www/style.css");
        for (part, color) in PARTS.iter().enumerate() {
            let light = css
                .find(&format!("--part-{part}: "))
                .expect("a token of the light theme");
            assert!(
                css[light..].starts_with(&format!("--part-{part}: {color};")),
                "part {part}"
            );
        }
    }
}
