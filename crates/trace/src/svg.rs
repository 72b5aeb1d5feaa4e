//! Converts shapes to SVG. On the page, elements have classes, and the style sheet defines the colors of both themes.
//! A file has presentation attributes instead of classes, because presentation programs do not support style sheets.

use std::fmt::Write;

use super::scene::{LineKind, Mark};
use super::shape_style::{FONT, PAPER, ShapeStyle, color_of};
use super::shapes::Shape;
use super::text_placement::SIDE;
use fastgas_data::xml;
use fastgas_partition::PartForm;

/// An SVG element. A file contains the element as markup.
/// The page creates the element through the DOM, where a text never becomes markup.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Element {
    /// The tag name of the element.
    pub tag: &'static str,
    /// Names and values of the element's attributes.
    pub attributes: Vec<(&'static str, String)>,
    /// The text content of the element.
    pub text: String,
}

/// Returns the elements that the page puts into its `svg` element.
pub fn elements(shapes: &[Shape]) -> Vec<Element> {
    let dress = |shape: &Shape| {
        [Some(("class", class(shape))), width(shape)]
            .into_iter()
            .flatten()
            .collect()
    };
    shapes.iter().map(|shape| element(shape, dress(shape))).collect()
}

/// Returns a standalone SVG file, for example for slides. Screen readers read the text `title`.
pub fn to_svg(shapes: &[Shape], title: &str) -> String {
    let title = xml::shown(title);
    let elements: String = shapes
        .iter()
        .map(|shape| written(&element(shape, attributes(shape))))
        .collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\" width=\"{SIDE}\" height=\"{SIDE}\" \
         role=\"img\" font-family=\"{FONT}\">\n<title>{title}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{PAPER}\"/>\n{elements}</svg>\n"
    )
}

fn written(Element { tag, attributes, text }: &Element) -> String {
    let mut markup = format!("<{tag}");
    for (name, value) in attributes {
        let _ = write!(markup, " {name}=\"{}\"", xml::shown(value));
    }
    match *tag {
        "text" => {
            let _ = writeln!(markup, ">{}</text>", xml::shown(text));
        }
        _ => markup.push_str("/>\n"),
    }
    markup
}

/// Returns the SVG element of a shape. The style attributes in `dress` precede the geometry attributes.
fn element(shape: &Shape, dress: Vec<(&'static str, String)>) -> Element {
    let pixels = |place: &f64| format!("{place:.1}");
    let mut attributes = dress;
    let (tag, own, text) = match shape {
        Shape::Lines { ends, .. } => {
            let path = ends.iter().fold(String::new(), |mut path, [[x1, y1], [x2, y2]]| {
                let _ = write!(path, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
                path
            });
            ("path", vec![("d", path)], "")
        }
        Shape::Dots {
            at, color, diameter, ..
        } => {
            let path = at.iter().fold(String::new(), |mut path, center| {
                if PartForm::is_stroke(*color) {
                    let _ = write!(path, "M{:.1} {:.1}h0", center[0], center[1]);
                } else {
                    path.push_str(&PartForm::path(*color, *center, diameter / 2.0));
                }
                path
            });
            ("path", vec![("d", path)], "")
        }
        Shape::Ring { at: [x, y], radius, .. } => {
            let own = vec![("cx", pixels(x)), ("cy", pixels(y)), ("r", pixels(radius))];
            ("circle", own, "")
        }
        Shape::Number {
            at: [x, y],
            size,
            words,
        } => {
            let own = vec![("x", pixels(x)), ("y", pixels(y)), ("font-size", pixels(size))];
            ("text", own, words.as_str())
        }
        Shape::Gain {
            at: [x, y],
            size,
            words,
            ..
        } => {
            let own = vec![("x", pixels(x)), ("y", pixels(y)), ("font-size", pixels(size))];
            ("text", own, words.as_str())
        }
        Shape::Says {
            at: [x, y],
            to_left,
            size,
            words,
        } => {
            let anchor = if *to_left { "end" } else { "start" };
            let own = vec![
                ("x", pixels(x)),
                ("y", pixels(y)),
                ("font-size", size.to_string()),
                ("text-anchor", anchor.to_owned()),
            ];
            ("text", own, words.as_str())
        }
    };
    attributes.extend(own);
    Element {
        tag,
        attributes,
        text: text.to_owned(),
    }
}

fn class(shape: &Shape) -> String {
    match shape {
        Shape::Lines { kind, .. } => match kind {
            LineKind::Aside => "edge aside",
            LineKind::Touched => "edge touched",
            LineKind::Inner => "edge",
            LineKind::Cut => "edge cut",
            LineKind::Taken => "edge taken",
            LineKind::Match => "edge match",
        }
        .into(),
        Shape::Dots { aside, color, .. } => {
            let aside = if *aside { " aside" } else { "" };
            let form = if PartForm::is_stroke(*color) { "" } else { " solid" };
            let color = color.map_or(String::new(), |part| format!(" part-{}", color_of(part)));
            format!("dot{aside}{form}{color}")
        }
        Shape::Ring { mark, .. } => match mark {
            Mark::None => "ring",
            Mark::Start => "ring start",
            Mark::Moved => "ring moved",
            Mark::Undone => "ring undone",
            Mark::Replaced => "ring replaced",
            Mark::Proposed => "ring proposed",
            Mark::Picked => "ring picked",
            Mark::Latest => "ring latest",
        }
        .into(),
        Shape::Number { .. } => "number".into(),
        Shape::Gain { is_positive: true, .. } => "gain lowers".into(),
        Shape::Gain { .. } => "gain".into(),
        Shape::Says { .. } => "says".into(),
    }
}

/// The stroke width of a shape, if the width depends on the data. `None` if the style sheet determines the width.
fn width(shape: &Shape) -> Option<(&'static str, String)> {
    match shape {
        Shape::Dots { color, .. } if !PartForm::is_stroke(*color) => None,
        Shape::Lines { width, .. } | Shape::Dots { diameter: width, .. } => {
            Some(("stroke-width", format!("{width:.1}")))
        }
        _ => None,
    }
}

fn attributes(shape: &Shape) -> Vec<(&'static str, String)> {
    let ShapeStyle {
        stroke,
        fill,
        opacity,
        width,
        dash: [on, off],
    } = shape.ink();
    let mut attributes = vec![("fill", fill.unwrap_or("none").to_owned())];
    if let Some(stroke) = stroke {
        attributes.extend([("stroke", stroke.to_owned()), ("stroke-width", format!("{width:.1}"))]);
    }
    if opacity < 1.0 {
        let name = if stroke.is_some() {
            "stroke-opacity"
        } else {
            "fill-opacity"
        };
        attributes.push((name, opacity.to_string()));
    }
    if on > 0.0 {
        attributes.push(("stroke-dasharray", format!("{on} {off}")));
    }
    let of_kind: &[(&str, &str)] = match shape {
        Shape::Dots { color, .. } if PartForm::is_stroke(*color) => &[("stroke-linecap", "round")],
        Shape::Number { .. } => &[
            ("font-weight", "600"),
            ("text-anchor", "middle"),
            ("dominant-baseline", "central"),
        ],
        Shape::Gain { .. } => &[
            ("font-weight", "600"),
            ("paint-order", "stroke"),
            ("stroke-linejoin", "round"),
            ("dominant-baseline", "central"),
        ],
        Shape::Says { .. } => &[
            ("paint-order", "stroke"),
            ("stroke-linejoin", "round"),
            ("dominant-baseline", "central"),
        ],
        _ => &[],
    };
    attributes.extend(of_kind.iter().map(|&(name, value)| (name, value.to_owned())));
    attributes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighboring_parts_differ_in_form_in_the_page_and_in_files() {
        let dots = |color: Option<u32>| Shape::Dots {
            aside: false,
            color,
            diameter: 20.0,
            at: vec![[100.0, 100.0]],
        };
        let path = |color| {
            let [element] = &elements(&[dots(color)])[..] else {
                panic!("one shape is one element")
            };
            let of_name = |name: &str| element.attributes.iter().find(|(known, _)| *known == name);
            let (_, path) = of_name("d").expect("a path");
            assert_eq!(of_name("stroke-width").is_some(), path.ends_with("h0"), "{path}");
            assert!(to_svg(&[dots(color)], "").contains(path), "{path}");
            path.clone()
        };
        let paths: std::collections::BTreeSet<String> = (0..8).map(|part| path(Some(part))).collect();
        assert_eq!(paths.len(), 8, "{paths:?}");
        assert_eq!(path(Some(1)), "M91.1 91.1L108.9 91.1L108.9 108.9L91.1 108.9Z");
        // A dot with a gap has three closed contours: the outer contour, the hole, and the area inside the hole.
        assert_eq!(path(Some(5)).matches('Z').count(), 3);
        assert_eq!([path(None), path(Some(8))], [path(Some(0)), path(Some(0))]);
    }

    #[test]
    fn text_is_data_in_the_page_and_escaped_in_a_file() {
        let text = "<b onset = 3> & style='x' javascript:";
        let says = Shape::Says {
            at: [1.0, 2.0],
            to_left: true,
            size: 22.0,
            words: text.into(),
        };
        let [element] = &elements(std::slice::from_ref(&says))[..] else {
            panic!("one shape is one element")
        };
        assert_eq!((element.tag, element.text.as_str()), ("text", text));
        assert!(element.attributes.iter().all(|(_, value)| !value.contains("onset")));
        let file = to_svg(&[says], text);
        assert!(
            !file.contains("<b") && file.contains("&lt;b onset = 3&gt; &amp;"),
            "{file}"
        );
    }
}
