//! A scene as SVG: with classes for the page, whose style sheet knows the colors of day and night, or as a file that
//! brings its own.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::scene::{Kind, Mark, Node, Scene};
use crate::map::escaped;

/// Width and height of the picture.
pub const SIDE: f64 = 1000.0;

/// Vertices have their numbers written on them up to so many, and their texts beside them.
const NUMBERED: usize = 64;

/// Letters of a text that are shown.
const LETTERS: usize = 20;

/// The colors of a file; those of the page by day.
const STYLE: &str = "\
    svg{background:#fff;font-family:system-ui,sans-serif}\
    .edge{fill:none;stroke:#8c8c84;stroke-opacity:.55}.edge.cut{stroke:#b3261e;stroke-opacity:.9;stroke-dasharray:7 5}\
    .edge.match{stroke:#1d1f21;stroke-opacity:1}.edge.taken{stroke:#1f5fbf;stroke-opacity:1}.edge.aside{stroke-opacity:.16}\
    .dot{fill:none;stroke-linecap:round;stroke:#5b5f63}.dot.aside{stroke-opacity:.22}\
    .ring{fill:none;stroke:#1d1f21;stroke-width:3}.ring.undone{stroke-dasharray:4 4;stroke-opacity:.6}\
    .ring.proposed{stroke-width:1.5}.ring.picked,.ring.latest{stroke-width:4}.ring.latest{stroke:#1f5fbf}\
    .number{fill:#fff;font-weight:600;text-anchor:middle;dominant-baseline:central}\
    .says{fill:#1d1f21;paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round;dominant-baseline:central}";

/// The colors of the parts, as the page has them by day.
const PARTS: [&str; 16] = [
    "#2f63c8", "#c2481d", "#257a4b", "#9146be", "#8a6500", "#0a7688", "#c12f68", "#616f1a", "#7a5a3c", "#5a5fd0",
    "#3b7616", "#8a3f66", "#a34e00", "#4a6780", "#b3363a", "#007860",
];

/// What part of the plane is seen: [left, top, right, bottom].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View(pub [f64; 4]);

impl View {
    /// The plane's square.
    pub const ALL: View = View([-1.0, -1.0, 1.0, 1.0]);

    /// What holds these instances.
    pub fn around(positions: &[[f32; 2]], instances: &[u32]) -> View {
        let far = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        View(instances.iter().fold(far, |[left, top, right, bottom], &instance| {
            let [x, y] = positions[instance as usize].map(f64::from);
            [left.min(x), top.min(y), right.max(x), bottom.max(y)]
        }))
    }

    /// Pixels of a place.
    pub fn pixels(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let View([left, top, right, bottom]) = self;
        let side = (right - left).max(bottom - top).max(1e-3);
        let margin = 0.06 * SIDE;
        let at = |place: f64, low: f64, high: f64| {
            margin + (SIDE - 2.0 * margin) * ((place - (low + high) / 2.0) / side + 0.5)
        };
        [at(x, *left, *right), at(y, *top, *bottom)]
    }
}

/// The elements inside the `svg` element, for the page. `texts`: what each instance says, if they say anything.
pub fn elements(scene: &Scene, view: View, texts: &[String]) -> String {
    let n_instances = scene.node_of.len();
    let n_worked_on = scene.nodes.iter().filter(|node| !node.aside).count();
    let mut drawing = Drawing {
        scene,
        places: scene.nodes.iter().map(|node| view.pixels(node.at)).collect(),
        unit: (200.0 / (n_instances as f64).sqrt()).clamp(3.0, 20.0),
        svg: String::new(),
    };
    let is_numbered = n_worked_on <= NUMBERED && n_instances <= 4 * NUMBERED;
    drawing.lines();
    if is_numbered {
        // Below the dots, which must stay whole.
        drawing.texts(texts);
    }
    drawing.dots();
    drawing.rings();
    if is_numbered {
        drawing.numbers();
    }
    drawing.svg
}

/// A scene on its way to paper. Lines and dots that look alike are one path: thousands of elements would be slow.
struct Drawing<'a> {
    scene: &'a Scene,
    /// Pixels of each node.
    places: Vec<[f64; 2]>,
    /// The radius of an instance.
    unit: f64,
    svg: String,
}

impl<'a> Drawing<'a> {
    fn radius(&self, weight: u32) -> f64 {
        (self.unit * f64::from(weight).sqrt()).clamp(3.0, 60.0)
    }

    fn nodes(&self) -> impl Iterator<Item = (&'a Node, [f64; 2])> + use<'a> {
        self.scene.nodes.iter().zip(self.places.clone())
    }

    fn lines(&mut self) {
        let mut paths: BTreeMap<(Kind, u32), String> = BTreeMap::new();
        for line in &self.scene.lines {
            let [[x1, y1], [x2, y2]] = line.ends.map(|end| self.places[end as usize]);
            let path = paths.entry((line.kind, line.weight.min(24))).or_default();
            let _ = write!(path, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
        }
        let thin = if self.scene.lines.len() > 3000 { 0.7 } else { 1.6 };
        for ((kind, weight), path) in paths {
            let name = match kind {
                Kind::Aside => " aside",
                Kind::Inner => "",
                Kind::Cut => " cut",
                Kind::Taken => " taken",
                Kind::Match => " match",
            };
            let strong = if kind >= Kind::Taken { 2.5 } else { 1.0 };
            let width = strong * thin * f64::from(weight).sqrt();
            let _ = writeln!(
                self.svg,
                "<path class=\"edge{name}\" stroke-width=\"{width:.1}\" d=\"{path}\"/>"
            );
        }
    }

    fn texts(&mut self, texts: &[String]) {
        for (node, [x, y]) in self.nodes().filter(|(node, _)| !node.aside && node.weight == 1) {
            let Some(text) = texts.get(node.id as usize) else {
                continue;
            };
            let gap = self.radius(1) + 6.0;
            // Towards the middle, so that it stays inside.
            let (x, anchor) = match x < SIDE * 0.7 {
                true => (x + gap, "start"),
                false => (x - gap, "end"),
            };
            let text = escaped(&shortened(text));
            let _ = writeln!(
                self.svg,
                "<text class=\"says\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"22\" text-anchor=\"{anchor}\">{text}</text>"
            );
        }
    }

    fn dots(&mut self) {
        let mut paths: BTreeMap<(bool, u32, Option<u32>), String> = BTreeMap::new();
        for (node, [x, y]) in self.nodes() {
            let path = paths.entry((!node.aside, node.weight, node.color)).or_default();
            let _ = write!(path, "M{x:.1} {y:.1}h0");
        }
        for ((worked_on, weight, color), path) in paths {
            let aside = if worked_on { "" } else { " aside" };
            let color = color.map_or(String::new(), |color| format!(" c{}", color as usize % PARTS.len()));
            let width = 2.0 * self.radius(weight);
            let _ = writeln!(
                self.svg,
                "<path class=\"dot{aside}{color}\" stroke-width=\"{width:.1}\" d=\"{path}\"/>"
            );
        }
    }

    fn rings(&mut self) {
        for (node, [x, y]) in self.nodes() {
            let name = match node.mark {
                Mark::None => continue,
                Mark::Start => "start",
                Mark::Moved => "moved",
                Mark::Undone => "undone",
                Mark::Proposed => "proposed",
                Mark::Picked => "picked",
                Mark::Latest => "latest",
            };
            let r = self.radius(node.weight) + 3.5;
            let _ = writeln!(
                self.svg,
                "<circle class=\"ring {name}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"/>"
            );
        }
    }

    /// The id of who stands for itself, how many instances are in the others.
    fn numbers(&mut self) {
        for (node, [x, y]) in self.nodes().filter(|(node, _)| !node.aside) {
            let size = self.radius(node.weight).min(22.0) * 0.95;
            let words = match node.weight {
                1 => node.id.to_string(),
                weight => format!("×{weight}"),
            };
            let _ = writeln!(
                self.svg,
                "<text class=\"number\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\">{words}</text>"
            );
        }
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// A file for slides. `title` is what a reader hears.
pub fn to_svg(scene: &Scene, view: View, texts: &[String], title: &str) -> String {
    let colors = (0..)
        .zip(PARTS)
        .fold(String::new(), |mut colors, (part, color): (u32, &str)| {
            let _ = write!(colors, ".c{part}{{stroke:{color}}}");
            colors
        });
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\" width=\"{SIDE}\" height=\"{SIDE}\" \
         role=\"img\">\n<title>{title}</title>\n<style>{STYLE}{colors}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{}</svg>\n",
        elements(scene, view, texts)
    )
}
