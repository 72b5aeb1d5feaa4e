//! Shapes as SVG: with classes for the page, whose style sheet knows the colors of day and night, or as a file that
//! brings its own; as attributes, since programs for slides know no style sheets.

use std::fmt::Write;

use super::ink::{FONT, Ink, PAPER, color_of};
use super::scene::{Kind, Mark};
use super::shapes::{SAYS_SIZE, SIDE, Shape};
use fastgas_data::xml;

/// The elements inside the page's `svg` element.
pub fn elements(shapes: &[Shape]) -> String {
    written(shapes, |shape| format!("class=\"{}\"{}", class(shape), width(shape)))
}

/// A file for slides. `title` is what a reader hears.
pub fn to_svg(shapes: &[Shape], title: &str) -> String {
    let title = xml::shown(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\" width=\"{SIDE}\" height=\"{SIDE}\" \
         role=\"img\" font-family=\"{FONT}\">\n<title>{title}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{PAPER}\"/>\n{}</svg>\n",
        written(shapes, attributes)
    )
}

/// An element for each shape, dressed by `dress`.
fn written(shapes: &[Shape], dress: impl Fn(&Shape) -> String) -> String {
    let mut svg = String::new();
    for shape in shapes {
        let dress = dress(shape);
        let _ = match shape {
            Shape::Lines { ends, .. } => {
                let path = ends.iter().fold(String::new(), |mut path, [[x1, y1], [x2, y2]]| {
                    let _ = write!(path, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
                    path
                });
                writeln!(svg, "<path {dress} d=\"{path}\"/>")
            }
            Shape::Dots { at, .. } => {
                let path = at.iter().fold(String::new(), |mut path, [x, y]| {
                    let _ = write!(path, "M{x:.1} {y:.1}h0");
                    path
                });
                writeln!(svg, "<path {dress} d=\"{path}\"/>")
            }
            Shape::Ring { at: [x, y], radius, .. } => {
                writeln!(svg, "<circle {dress} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>")
            }
            Shape::Number {
                at: [x, y],
                size,
                words,
            } => writeln!(
                svg,
                "<text {dress} x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\">{}</text>",
                xml::shown(words)
            ),
            Shape::Says {
                at: [x, y],
                to_left,
                words,
            } => {
                let anchor = if *to_left { "end" } else { "start" };
                writeln!(
                    svg,
                    "<text {dress} x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{SAYS_SIZE}\" text-anchor=\"{anchor}\">{}</text>",
                    xml::shown(words)
                )
            }
        };
    }
    svg
}

/// What the page's style sheet calls it.
fn class(shape: &Shape) -> String {
    match shape {
        Shape::Lines { kind, .. } => match kind {
            Kind::Aside => "edge aside",
            Kind::Touched => "edge touched",
            Kind::Inner => "edge",
            Kind::Cut => "edge cut",
            Kind::Taken => "edge taken",
            Kind::Match => "edge match",
        }
        .into(),
        Shape::Dots { aside, color, .. } => {
            let aside = if *aside { " aside" } else { "" };
            let color = color.map_or(String::new(), |part| format!(" c{}", color_of(part)));
            format!("dot{aside}{color}")
        }
        Shape::Ring { mark, .. } => match mark {
            Mark::None => "ring",
            Mark::Start => "ring start",
            Mark::Moved => "ring moved",
            Mark::Undone => "ring undone",
            Mark::Proposed => "ring proposed",
            Mark::Picked => "ring picked",
            Mark::Latest => "ring latest",
        }
        .into(),
        Shape::Number { .. } => "number".into(),
        Shape::Says { .. } => "says".into(),
    }
}

/// Of what the style sheet cannot know the width of.
fn width(shape: &Shape) -> String {
    match shape {
        Shape::Lines { width, .. } | Shape::Dots { diameter: width, .. } => format!(" stroke-width=\"{width:.1}\""),
        _ => String::new(),
    }
}

fn attributes(shape: &Shape) -> String {
    let Ink {
        stroke,
        fill,
        opacity,
        width,
        dash: [on, off],
    } = shape.ink();
    let mut attributes = format!("fill=\"{}\"", fill.unwrap_or("none"));
    if let Some(stroke) = stroke {
        let _ = write!(attributes, " stroke=\"{stroke}\" stroke-width=\"{width:.1}\"");
    }
    if opacity < 1.0 {
        let _ = write!(attributes, " stroke-opacity=\"{opacity}\"");
    }
    if on > 0.0 {
        let _ = write!(attributes, " stroke-dasharray=\"{on} {off}\"");
    }
    attributes += match shape {
        Shape::Dots { .. } => " stroke-linecap=\"round\"",
        Shape::Number { .. } => " font-weight=\"600\" text-anchor=\"middle\" dominant-baseline=\"central\"",
        Shape::Says { .. } => " paint-order=\"stroke\" stroke-linejoin=\"round\" dominant-baseline=\"central\"",
        _ => "",
    };
    attributes
}
