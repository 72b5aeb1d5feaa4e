//! Exports the picture of the map as SVG.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::camera::Camera;
use crate::legend::{Legend, PlacedLegend};
use crate::picture::{DASH, DrawingPass, LINE_WIDTH, Palette, PaletteColor, Picture};
use fastgas_data::xml;
use fastgas_partition::PartForm;

/// Font family of the texts in the SVG file.
pub const FONT: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

/// Returns an SVG file that contains the camera's section of `picture`, and the legend below.
/// `title` becomes the accessible name of the image, and `notes` become its description. O(n) time.
pub fn to_svg(
    picture: &Picture<'_>,
    camera: &Camera,
    palette: &Palette,
    (title, notes, legend): (&str, &[String], &PlacedLegend),
) -> String {
    let [width, map_height] = camera.size;
    let height = map_height + legend.height;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\">\n<title>{}</title>\n{}<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        xml::shown(title),
        described(notes),
        palette.hex(PaletteColor::SURFACE)
    );
    dots(&mut svg, picture, camera, palette);
    lines(&mut svg, picture, camera, palette);
    discs(&mut svg, picture, camera, palette);
    words(&mut svg, picture, camera, palette);
    below(&mut svg, legend, camera, palette);
    svg.push_str("</svg>\n");
    svg
}

fn described(notes: &[String]) -> String {
    match notes {
        [] => String::new(),
        notes => format!("<desc>{}</desc>\n", xml::shown(&notes.join(". "))),
    }
}

fn dots(svg: &mut String, picture: &Picture<'_>, camera: &Camera, palette: &Palette) {
    let [width, height] = camera.size;
    for round in DrawingPass::ALL {
        // Dots with equal appearance share a group. The groups are ordered by color.
        let mut groups: BTreeMap<(PaletteColor, u64, u64), String> = BTreeMap::new();
        for (&place, &paint) in picture.layout.positions.iter().zip(picture.paints) {
            let Some(dot) = round.dot(paint, picture.radius) else {
                continue;
            };
            let [x, y] = camera.to_screen(place.map(f64::from));
            let r = dot.radius;
            if x > -r && y > -r && x < width + r && y < height + r {
                let group = groups.entry((dot.ink, r.to_bits(), dot.opacity.to_bits())).or_default();
                let _ = write!(group, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"/>");
            }
        }
        for ((ink, _, opacity), circles) in groups {
            let (color, opacity) = (palette.hex(ink), f64::from_bits(opacity));
            let _ = writeln!(svg, "<g fill=\"{color}\" fill-opacity=\"{opacity}\">{circles}</g>");
        }
    }
}

fn lines(svg: &mut String, picture: &Picture<'_>, camera: &Camera, palette: &Palette) {
    for line in &picture.lines {
        let ([x1, y1], [x2, y2]) = (camera.to_screen(line.from), camera.to_screen(line.to));
        let dashes = if line.dashed {
            format!(" stroke-dasharray=\"{DASH}\"")
        } else {
            String::new()
        };
        let color = palette.hex(line.ink);
        let _ = writeln!(
            svg,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{color}\" \
             stroke-width=\"{LINE_WIDTH}\"{dashes}/>"
        );
    }
}

fn discs(svg: &mut String, picture: &Picture<'_>, camera: &Camera, palette: &Palette) {
    for disc in &picture.discs {
        let [x, y] = camera.to_screen(disc.at);
        let fill = disc.fill.map_or("none".to_owned(), |ink| palette.hex(ink));
        let outline = match disc.form {
            PartForm::Circle => format!("circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\"", disc.radius),
            form => {
                let corners = form.corners([x, y], disc.radius).into_iter();
                let corners: Vec<String> = corners.map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
                format!("polygon points=\"{}\"", corners.join(" "))
            }
        };
        let _ = writeln!(
            svg,
            "<{outline} fill=\"{fill}\" stroke=\"{}\" stroke-width=\"{}\"/>",
            palette.hex(disc.stroke),
            disc.width
        );
    }
}

fn words(svg: &mut String, picture: &Picture<'_>, camera: &Camera, palette: &Palette) {
    let _ = writeln!(
        svg,
        "<g font-family=\"{FONT}\" font-weight=\"600\" text-anchor=\"middle\" dominant-baseline=\"central\">"
    );
    for word in &picture.words {
        let [x, y] = camera.to_screen(word.at);
        let outline = if word.outlined {
            let paper = palette.hex(PaletteColor::SURFACE);
            format!(" stroke=\"{paper}\" stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\"")
        } else {
            String::new()
        };
        let (size, color, text) = (word.size, palette.hex(word.ink), xml::shown(&word.text));
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" fill=\"{color}\"{outline}>{text}</text>"
        );
    }
    svg.push_str("</g>\n");
}

fn below(svg: &mut String, legend: &PlacedLegend, camera: &Camera, palette: &Palette) {
    let [width, top] = camera.size;
    let (paper, ink) = (palette.hex(PaletteColor::SURFACE), palette.hex(PaletteColor::TEXT));
    let _ = writeln!(
        svg,
        "<g transform=\"translate(0 {top})\" font-family=\"{FONT}\" font-size=\"{}\" dominant-baseline=\"central\">\n\
         <rect width=\"{width}\" height=\"{}\" fill=\"{paper}\"/>",
        Legend::FONT_SIZE,
        legend.height,
    );
    for ([x, y], ink, part) in &legend.discs {
        let (r, color) = (Legend::RADIUS, palette.hex(*ink));
        let _ = if PartForm::is_stroke(*part) {
            writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r}\" fill=\"{color}\"/>")
        } else {
            let path = PartForm::path(*part, [*x, *y], r);
            writeln!(svg, "<path d=\"{path}\" fill=\"{color}\"/>")
        };
    }
    for ([x, y], text) in &legend.words {
        let text = xml::shown(text);
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{ink}\">{text}</text>");
    }
    svg.push_str("</g>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Layout;
    use crate::legend::LegendClass;
    use crate::picture::{Disc, Line, MapText, Paint};

    #[test]
    fn file_contains_everything_visible() {
        let layout = Layout {
            positions: vec![[0.0, 0.0], [0.5, 0.0], [9.0, 9.0]],
        };
        let paint = |ink, state| Paint {
            ink: PaletteColor(ink),
            state,
        };
        let mut palette = Palette([[9; 3]; PaletteColor::COUNT]);
        palette.0[0] = [255, 0, 0];
        let picture = Picture {
            layout: &layout,
            paints: &[paint(0, 0), paint(1, Paint::HIT), paint(0, 0)],
            radius: 2.0,
            lines: vec![Line {
                from: [0.0, 0.0],
                to: [0.5, 0.0],
                ink: PaletteColor::CUT,
                dashed: true,
            }],
            discs: [PartForm::Circle, PartForm::Square]
                .map(|form| Disc {
                    at: [0.0, 0.0],
                    form,
                    radius: 10.0,
                    fill: None,
                    stroke: PaletteColor::ACCENT,
                    width: 2.0,
                })
                .to_vec(),
            words: vec![MapText {
                at: [0.0, 0.0],
                text: "a < b & \"c\"\u{7}".into(),
                ink: PaletteColor::TEXT,
                size: 11.0,
                outlined: true,
            }],
        };
        let legend = Legend {
            title: "Color by part".into(),
            classes: [("a & b", None), ("c", Some(3))]
                .map(|(name, part)| LegendClass {
                    name: name.into(),
                    ink: PaletteColor(0),
                    part,
                    count: "2".into(),
                })
                .to_vec(),
            notes: Vec::new(),
        };
        let notes = ["Only topic: <b>".to_owned()];
        let legend = legend.place(256.0, |text| 6.0 * text.len() as f64);
        let about = ("Map of 3 <texts>", &notes[..], &legend);
        let svg = to_svg(&picture, &Camera::fit([256.0, 256.0]), &palette, about);
        assert!(
            svg.contains("height=\"300\" viewBox=\"0 0 256 300\""),
            "the legend is below the map:\n{svg}"
        );
        assert!(svg.contains(">Color by part</text>") && svg.contains(">a &amp; b 2</text>"));
        assert!(svg.contains("<title>Map of 3 &lt;texts&gt;</title>\n<desc>Only topic: &lt;b&gt;</desc>"));
        let whole = to_svg(&picture, &Camera::fit([256.0, 256.0]), &palette, ("Map", &[], &legend));
        assert!(!whole.contains("<desc>"), "no text is hidden");
        assert!(
            svg.contains("<g fill=\"#ff0000\" fill-opacity=\"0.72\"><circle cx=\"128.0\" cy=\"128.0\" r=\"2.0\"/></g>")
        );
        assert_eq!(
            svg.matches("<circle").count(),
            6,
            "two dots, one of them with a halo and a ring, a ring around a text, one disc in the legend; one dot is outside of the view:\n{svg}"
        );
        assert!(
            svg.contains("<polygon points=\"119.1,119.1 136.9,119.1 136.9,136.9 119.1,136.9\" fill=\"none\""),
            "a pick has the form of its part:\n{svg}"
        );
        assert_eq!(svg.matches("<path").count(), 1, "and so has a part in the legend");
        assert!(svg.contains("x2=\"178.0\" y2=\"128.0\"") && svg.contains("stroke-dasharray=\"5\""));
        assert!(svg.contains(">a &lt; b &amp; &quot;c&quot;</text>"));
        for element in ["g", "svg", "text", "title"] {
            let (opened, closed) = (format!("<{element}"), format!("</{element}>"));
            let opened = svg
                .match_indices(&opened)
                .filter(|&(at, _)| !svg[at + element.len() + 1..].starts_with(char::is_alphanumeric));
            assert_eq!(opened.count(), svg.matches(&closed).count(), "{element}");
        }
    }
}
