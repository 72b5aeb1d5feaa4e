//! Converts a scene to shapes in pixel coordinates, from bottom to top. The SVG file, the page and a canvas all draw
//! these.

use std::collections::BTreeMap;

use super::scene::{LineKind, Mark, Node, Scene};

/// Width and height of the picture in pixels.
pub const SIDE: f64 = 1000.0;

/// Maximum number of vertices of the current graph for which numbers and texts are drawn.
const MAX_NUMBERED_VERTICES: usize = 64;

/// Maximum number of characters of a text that are drawn.
const MAX_CHARS: usize = 18;

/// The visible region of the plane: [left, top, right, bottom].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View(pub [f64; 4]);

impl View {
    /// The whole square of positions.
    pub const ALL: View = View([-1.0, -1.0, 1.0, 1.0]);

    /// The bounding box of these instances.
    pub fn around(positions: &[[f32; 2]], instances: &[u32]) -> View {
        let far = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        View(instances.iter().fold(far, |[left, top, right, bottom], &instance| {
            let [x, y] = positions[instance as usize].map(f64::from);
            [left.min(x), top.min(y), right.max(x), bottom.max(y)]
        }))
    }

    /// Converts a position to pixels.
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

/// A shape to draw. All lines of one style form a single shape, and so do all dots of one style, because thousands of
/// SVG elements would be slow.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Straight lines.
    Lines {
        /// The meaning of the lines.
        kind: LineKind,
        /// Stroke width.
        width: f64,
        /// Start and end points.
        ends: Vec<[[f64; 2]; 2]>,
    },
    /// Filled dots in the [form](Form) of their part.
    Dots {
        /// Whether they are outside of the group that is being bisected.
        aside: bool,
        /// The part or side; `None` before there are any.
        color: Option<u32>,
        /// Diameter of a circle. The other forms have the same area.
        diameter: f64,
        /// Centers.
        at: Vec<[f64; 2]>,
    },
    /// A circle around a dot.
    Ring {
        /// The reason for the highlight.
        mark: Mark,
        /// Center.
        at: [f64; 2],
        /// Radius.
        radius: f64,
    },
    /// A number centered on a dot.
    Number {
        /// Center.
        at: [f64; 2],
        /// Font size.
        size: f64,
        /// The text that is drawn.
        words: String,
    },
    /// The text of a dot, next to it.
    Says {
        /// The position at which the text starts or, with `to_left`, ends.
        at: [f64; 2],
        /// Whether the text is to the left of its dot.
        to_left: bool,
        /// The text that is drawn.
        words: String,
    },
}

/// The form of a dot. Parts next to each other in number differ in form, so that nobody needs to tell hues apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// A circle. Also the form of dots without a part.
    Circle,
    /// An upright square.
    Square,
    /// A square on its corner.
    Diamond,
    /// A triangle with its tip up.
    Triangle,
}

impl Form {
    /// The form of a part or side. Forms repeat after the fourth.
    pub fn of(part: Option<u32>) -> Form {
        match part.map_or(0, |part| part % 4) {
            0 => Form::Circle,
            1 => Form::Square,
            2 => Form::Diamond,
            _ => Form::Triangle,
        }
    }

    /// The corners around `center`, with the area of a circle of this `radius`. Empty for a circle.
    pub fn corners(self, [x, y]: [f64; 2], radius: f64) -> Vec<[f64; 2]> {
        let directions: &[[f64; 2]] = match self {
            Form::Circle => &[],
            Form::Square => &[[-0.886, -0.886], [0.886, -0.886], [0.886, 0.886], [-0.886, 0.886]],
            Form::Diamond => &[[0.0, -1.253], [1.253, 0.0], [0.0, 1.253], [-1.253, 0.0]],
            Form::Triangle => &[[0.0, -1.555], [1.347, 0.778], [-1.347, 0.778]],
        };
        let corner = |[dx, dy]: &[f64; 2]| [x + dx * radius, y + dy * radius];
        directions.iter().map(corner).collect()
    }

    /// The distance of the farthest point from the center, as a multiple of the radius.
    fn reach(self) -> f64 {
        match self {
            Form::Circle => 1.0,
            Form::Square | Form::Diamond => 1.253,
            Form::Triangle => 1.555,
        }
    }
}

/// Font size of the texts next to dots.
pub const LABEL_FONT_SIZE: f64 = 22.0;

/// How a scene is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureStyle {
    /// The number of the first vertex.
    pub first_number: u32,
}

impl PictureStyle {
    /// Vertices are numbered from 0, as in files and in the output of the terminal program.
    pub const FILE: PictureStyle = PictureStyle { first_number: 0 };
    /// Vertices are numbered from 1, as people count.
    pub const SCREEN: PictureStyle = PictureStyle { first_number: 1 };
}

/// The shapes of a scene, from bottom to top. `texts` has the text of each instance, or is empty.
pub fn shapes(scene: &Scene, view: View, texts: &[String], style: PictureStyle) -> Vec<Shape> {
    let placed = PlacedScene {
        scene,
        style,
        places: scene.nodes.iter().map(|node| view.pixels(node.at)).collect(),
        unit: (200.0 / (scene.node_of.len() as f64).sqrt()).clamp(3.0, 20.0),
    };
    let mut shapes = placed.lines();
    if has_words(scene) {
        // Texts are below the dots, so that they hide no dot.
        shapes.extend(placed.texts(texts));
    }
    shapes.extend(placed.dots());
    shapes.extend(placed.rings());
    if has_words(scene) {
        shapes.extend(placed.numbers());
    }
    shapes
}

/// Whether there are few enough dots to draw numbers and texts.
fn has_words(scene: &Scene) -> bool {
    let n_worked_on = scene.nodes.iter().filter(|node| !node.aside).count();
    n_worked_on <= MAX_NUMBERED_VERTICES && scene.node_of.len() <= 4 * MAX_NUMBERED_VERTICES
}

/// A scene with pixel positions.
struct PlacedScene<'a> {
    scene: &'a Scene,
    style: PictureStyle,
    /// The position of each node in pixels.
    places: Vec<[f64; 2]>,
    /// The radius of a node with one instance.
    unit: f64,
}

impl PlacedScene<'_> {
    fn radius(&self, weight: u32) -> f64 {
        (self.unit * f64::from(weight).sqrt()).clamp(3.0, 60.0)
    }

    fn nodes(&self) -> impl Iterator<Item = (&Node, [f64; 2])> {
        self.scene.nodes.iter().zip(self.places.iter().copied())
    }

    fn lines(&self) -> Vec<Shape> {
        let mut alike: BTreeMap<(LineKind, u32), Vec<[[f64; 2]; 2]>> = BTreeMap::new();
        for line in &self.scene.lines {
            let ends = line.ends.map(|end| self.places[end as usize]);
            alike.entry((line.kind, line.weight.min(24))).or_default().push(ends);
        }
        let thin = if self.scene.lines.len() > 3000 { 0.7 } else { 1.6 };
        let shape = |((kind, weight), ends): ((LineKind, u32), Vec<[[f64; 2]; 2]>)| {
            let strong = if kind >= LineKind::Taken { 2.5 } else { 1.0 };
            let width = strong * thin * f64::from(weight).sqrt();
            Shape::Lines { kind, width, ends }
        };
        alike.into_iter().map(shape).collect()
    }

    /// Places each text next to its dot, where it overlaps least with dots and with texts that were placed before.
    /// O(n²) for at most [`MAX_NUMBERED_VERTICES`] dots.
    fn texts(&self, texts: &[String]) -> Vec<Shape> {
        let mut taken: Vec<TextFrame> = self
            .nodes()
            .map(|(node, at)| TextFrame::of_dot(at, self.radius(node.weight)))
            .collect();
        let mut alone: Vec<(&Node, [f64; 2])> = self
            .nodes()
            .filter(|(node, _)| !node.aside && !node.is_merged)
            .collect();
        alone.sort_by(|(_, a), (_, b)| a[1].total_cmp(&b[1]));
        let says = |(node, [x, y]): (&Node, [f64; 2])| {
            let words = shortened(texts.get(node.vertex as usize)?);
            let (gap, line) = (self.radius(node.weight) + 6.0, 0.75 * LABEL_FONT_SIZE);
            let places = [0.0, -line, line]
                .into_iter()
                .flat_map(|down| [false, true].map(|to_left| (to_left, down)));
            let (frame, at, to_left) = places
                .map(|(to_left, down)| {
                    let at = [if to_left { x - gap } else { x + gap }, y + down];
                    (TextFrame::of_words(at, to_left, &words), at, to_left)
                })
                .min_by(|(a, ..), (b, ..)| a.hidden(&taken).total_cmp(&b.hidden(&taken)))?;
            taken.push(frame);
            Some(Shape::Says { at, to_left, words })
        };
        alone.into_iter().filter_map(says).collect()
    }

    fn dots(&self) -> Vec<Shape> {
        let mut alike: BTreeMap<(bool, u32, Option<u32>), Vec<[f64; 2]>> = BTreeMap::new();
        for (node, place) in self.nodes() {
            alike
                .entry((!node.aside, node.weight, node.color))
                .or_default()
                .push(place);
        }
        let shape = |((worked_on, weight, color), at): ((bool, u32, Option<u32>), Vec<[f64; 2]>)| Shape::Dots {
            aside: !worked_on,
            color,
            diameter: 2.0 * self.radius(weight),
            at,
        };
        alike.into_iter().map(shape).collect()
    }

    fn rings(&self) -> Vec<Shape> {
        let marked = self.nodes().filter(|(node, _)| node.mark != Mark::None);
        let ring = |(node, at): (&Node, [f64; 2])| Shape::Ring {
            mark: node.mark,
            at,
            radius: self.radius(node.weight) * Form::of(node.color).reach() + 3.5,
        };
        marked.map(ring).collect()
    }

    /// For an unmerged node its number in the whole graph, for a merged one the number of its instances.
    fn numbers(&self) -> Vec<Shape> {
        let number = |(node, at): (&Node, [f64; 2])| Shape::Number {
            at,
            size: self.radius(node.weight).min(22.0) * 0.95,
            words: match node.is_merged {
                false => (node.vertex + self.style.first_number).to_string(),
                true => format!("×{}", node.weight),
            },
        };
        self.nodes().filter(|(node, _)| !node.aside).map(number).collect()
    }
}

/// A rectangle in the picture: [left, top, right, bottom].
#[derive(Clone, Copy)]
struct TextFrame([f64; 4]);

impl TextFrame {
    fn of_dot([x, y]: [f64; 2], radius: f64) -> TextFrame {
        TextFrame([x - radius, y - radius, x + radius, y + radius])
    }

    /// The bounding box of a text. Assumes 0.55 em per character, which covers the wider screen fonts.
    fn of_words([x, y]: [f64; 2], to_left: bool, words: &str) -> TextFrame {
        let (width, half) = (
            0.55 * LABEL_FONT_SIZE * words.chars().count() as f64,
            0.5 * LABEL_FONT_SIZE,
        );
        let left = if to_left { x - width } else { x };
        TextFrame([left, y - half, left + width, y + half])
    }

    /// The area that overlaps with other frames or lies outside of the picture; the latter counts three times.
    fn hidden(&self, others: &[TextFrame]) -> f64 {
        let TextFrame([left, top, right, bottom]) = *self;
        let common = |&TextFrame([l, t, r, b]): &TextFrame| {
            let (width, height) = (right.min(r) - left.max(l), bottom.min(b) - top.max(t));
            if width > 0.0 && height > 0.0 {
                width * height
            } else {
                0.0
            }
        };
        let outside = (right - left) * (bottom - top) - common(&TextFrame([0.0, 0.0, SIDE, SIDE]));
        // Text outside of the picture is entirely unreadable.
        others.iter().map(common).sum::<f64>() + 3.0 * outside
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}
