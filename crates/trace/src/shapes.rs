//! Converts a [`Scene`] to a list of shapes in pixel coordinates. Later shapes are drawn on top of earlier shapes.
//! The SVG file, the page and a canvas all draw the shapes of this module.

use std::collections::BTreeMap;

use super::QueueKind;
use super::scene::{Line, LineKind, Mark, Node, Scene};
use super::text_placement::{DotText, SIDE, SIDE_GAP, TextFrame, TextPlacement, shortened};
use fastgas_partition::PartForm;

/// Maximum number of lines in a scene that is drawn with all its lines. More lines would look like a gray area.
const MAX_LINES: usize = 3000;

/// Maximum number of drawn lines in a scene with more than [`MAX_LINES`] lines.
const MAX_SAMPLED_LINES: usize = 600;

/// Maximum number of characters in a text next to a dot.
const MAX_CHARS: usize = 18;

/// The visible region of the plane: [left, top, right, bottom].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View(pub [f64; 4]);

impl View {
    /// The square from −1 to 1 on both axes, which contains the positions of all instances.
    pub const ALL: View = View([-1.0, -1.0, 1.0, 1.0]);

    /// Returns the smallest view that contains the positions of `instances`.
    pub fn around(positions: &[[f32; 2]], instances: &[u32]) -> View {
        let far = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        View(instances.iter().fold(far, |[left, top, right, bottom], &instance| {
            let [x, y] = positions[instance as usize].map(f64::from);
            [left.min(x), top.min(y), right.max(x), bottom.max(y)]
        }))
    }

    /// Converts a position in the plane to pixels.
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

/// A shape to draw. All lines of one style form a single shape, and all dots of one style form a single shape.
/// A separate SVG element for each of thousands of lines or dots would be slow.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Straight lines of one style.
    Lines {
        /// The role of the lines, which determines their style.
        kind: LineKind,
        /// Stroke width of the lines in pixels.
        width: f64,
        /// Start and end points of the lines in pixels.
        ends: Vec<[[f64; 2]; 2]>,
    },
    /// Filled dots in the [shape](PartForm) of their part.
    Dots {
        /// Whether the dots are outside the group that is being bisected.
        aside: bool,
        /// The part or side of the dots; `None` before there are parts or sides.
        color: Option<u32>,
        /// Diameter in pixels of a circular dot. Dots of other shapes have the same area as a circular dot.
        diameter: f64,
        /// Center of each dot in pixels.
        at: Vec<[f64; 2]>,
    },
    /// A circle around a highlighted dot.
    Ring {
        /// The reason for highlighting the dot.
        mark: Mark,
        /// Center of the circle in pixels.
        at: [f64; 2],
        /// Radius of the circle in pixels.
        radius: f64,
    },
    /// A number centered on a dot.
    Number {
        /// Center of the number in pixels.
        at: [f64; 2],
        /// Font size of the number in pixels.
        size: f64,
        /// The number as text.
        words: String,
    },
    /// The text of an instance, drawn next to its dot.
    Says {
        /// The position, in pixels, where the text starts or, with `to_left`, ends.
        at: [f64; 2],
        /// Whether the text is to the left of its dot.
        to_left: bool,
        /// Font size of the text in pixels.
        size: f64,
        /// The text that is drawn, possibly shortened.
        words: String,
    },
    /// The gain of a vertex, drawn next to its dot.
    Gain {
        /// The position of the text's left end in pixels.
        at: [f64; 2],
        /// Font size of the gain in pixels.
        size: f64,
        /// Whether the gain is greater than 0.
        is_positive: bool,
        /// The gain as text.
        words: String,
    },
}

/// Font size in pixels of the texts next to dots.
pub const LABEL_FONT_SIZE: f64 = 22.0;

/// The settings for drawing a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureStyle {
    /// The displayed number of vertex 0.
    pub first_number: u32,
    /// Font size in pixels of the texts next to dots.
    pub label_size: f64,
    /// Minimum font size, in pixels, for vertex numbers and gains.
    pub number_size: f64,
    /// Minimum radius, in pixels, of a dot that shows a number.
    pub min_radius: f64,
    /// Maximum number of vertices in the current graph at which numbers and texts are drawn.
    pub max_numbered: usize,
    /// Whether a text that would cover a dot or another text is omitted.
    /// If false, the text is drawn at the position where it overlaps least.
    pub hides_overlaps: bool,
    /// Whether the gain of each vertex is drawn, if the gain is known.
    pub shows_gains: bool,
    /// The decimal separator of gains.
    pub decimal_mark: char,
}

impl PictureStyle {
    /// The style for files: vertices are numbered from 0, as in the output of the command-line program.
    pub const FILE: PictureStyle = PictureStyle {
        first_number: 0,
        ..PictureStyle::SCREEN
    };
    /// The style for the page: vertices are numbered from 1 instead of 0.
    pub const SCREEN: PictureStyle = PictureStyle {
        first_number: 1,
        label_size: LABEL_FONT_SIZE,
        number_size: 0.0,
        min_radius: 0.0,
        max_numbered: 64,
        hides_overlaps: false,
        shows_gains: false,
        decimal_mark: '.',
    };
    /// The style for projectors: all letters are at least 24 pixels high if the picture is at least 445 pixels wide.
    pub const LECTURE: PictureStyle = PictureStyle {
        label_size: 54.0,
        number_size: 54.0,
        min_radius: 37.0,
        max_numbered: 40,
        hides_overlaps: true,
        ..PictureStyle::SCREEN
    };

    fn has_words(self, scene: &Scene) -> bool {
        let n_worked_on = scene.nodes.iter().filter(|node| !node.aside).count();
        n_worked_on <= self.max_numbered && scene.node_of.len() <= 4 * self.max_numbered
    }
}

/// The sample of lines that is drawn if a scene has too many lines. The sample is evenly spaced in the list of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineSample {
    /// Number of lines that are drawn.
    pub n_drawn: usize,
    /// Number of lines that the drawn lines are sampled from.
    pub n_sampled: usize,
    /// Whether the sample is drawn only from prominent lines, and not from all lines.
    /// Prominent lines are edges between sides or parts, and edges that the current step removes or contracts.
    pub is_boundary: bool,
}

impl LineSample {
    /// Returns the sample of a scene's lines, or `None` if all lines are drawn.
    pub fn of(scene: &Scene) -> Option<LineSample> {
        if scene.lines.len() <= MAX_LINES {
            return None;
        }
        let n_boundary = scene.lines.iter().filter(|line| is_prominent(line.kind)).count();
        let (n_sampled, is_boundary) = match n_boundary {
            0 => (scene.lines.len(), false),
            n => (n, true),
        };
        Some(LineSample {
            n_drawn: n_sampled.min(MAX_SAMPLED_LINES),
            n_sampled,
            is_boundary,
        })
    }

    /// The sampled lines, in scene order.
    fn lines(self, scene: &Scene) -> impl Iterator<Item = &Line> {
        let of_sample = move |line: &&Line| !self.is_boundary || is_prominent(line.kind);
        let is_drawn = move |index: usize| {
            let [before, after] = [index, index + 1].map(|index| index * self.n_drawn / self.n_sampled);
            before < after
        };
        let lines = scene.lines.iter().filter(of_sample).enumerate();
        lines.filter(move |&(index, _)| is_drawn(index)).map(|(_, line)| line)
    }
}

fn is_prominent(kind: LineKind) -> bool {
    kind >= LineKind::Cut
}

/// Returns the shapes of a scene. Later shapes are drawn on top of earlier shapes.
/// `texts` contains the text of each instance, or is empty.
pub fn shapes(scene: &Scene, view: View, texts: &[String], style: PictureStyle) -> Vec<Shape> {
    let placed = PlacedScene {
        scene,
        style,
        has_words: style.has_words(scene),
        places: scene.nodes.iter().map(|node| view.pixels(node.at)).collect(),
        unit: (200.0 / (scene.node_of.len() as f64).sqrt()).clamp(3.0, 20.0),
    };
    let mut shapes = placed.lines();
    if placed.has_words {
        // Texts are drawn below the dots, so that no text hides a dot.
        shapes.extend(placed.texts(texts));
    }
    shapes.extend(placed.dots());
    shapes.extend(placed.rings());
    if placed.has_words {
        shapes.extend(placed.numbers());
    }
    if style.shows_gains {
        shapes.extend(placed.gains());
    }
    shapes
}

/// A scene whose nodes all have a position in pixels.
struct PlacedScene<'a> {
    scene: &'a Scene,
    style: PictureStyle,
    /// Whether numbers are drawn on the dots, and texts next to the dots.
    has_words: bool,
    places: Vec<[f64; 2]>,
    /// The radius in pixels of a node with one instance.
    unit: f64,
}

impl PlacedScene<'_> {
    fn radius(&self, weight: u32) -> f64 {
        let least = if self.has_words {
            self.style.min_radius.max(3.0)
        } else {
            3.0
        };
        (self.unit * f64::from(weight).sqrt()).clamp(least, 60.0)
    }

    fn nodes(&self) -> impl Iterator<Item = (&Node, [f64; 2])> {
        self.scene.nodes.iter().zip(self.places.iter().copied())
    }

    fn lines(&self) -> Vec<Shape> {
        let mut lines_of_style: BTreeMap<(LineKind, u32), Vec<[[f64; 2]; 2]>> = BTreeMap::new();
        let mut add = |line: &Line| {
            let ends = line.ends.map(|end| self.places[end as usize]);
            lines_of_style
                .entry((line.kind, line.weight.min(24)))
                .or_default()
                .push(ends);
        };
        match LineSample::of(self.scene) {
            None => self.scene.lines.iter().for_each(&mut add),
            Some(sample) => sample.lines(self.scene).for_each(&mut add),
        }
        let thin = 1.6;
        let shape = |((kind, weight), ends): ((LineKind, u32), Vec<[[f64; 2]; 2]>)| {
            let strong = if kind >= LineKind::Taken { 2.5 } else { 1.0 };
            let width = strong * thin * f64::from(weight).sqrt();
            Shape::Lines { kind, width, ends }
        };
        lines_of_style.into_iter().map(shape).collect()
    }

    fn texts(&self, texts: &[String]) -> Vec<Shape> {
        match self.style.hides_overlaps {
            true => self.texts_with_room(texts),
            false => self.all_texts(texts),
        }
    }

    /// The nodes that a text can be drawn next to, each with its index in the scene and its position in pixels.
    fn dots_with_texts(&self) -> impl Iterator<Item = (usize, &Node, [f64; 2])> {
        let nodes = self.nodes().enumerate().map(|(dot, (node, at))| (dot, node, at));
        nodes.filter(|(_, node, _)| !node.aside && !node.is_merged)
    }

    /// Places each text next to its dot, at the position where it overlaps least with dots and with texts already placed.
    /// The time is O(n²) for n dots. Only small graphs are drawn with texts.
    fn all_texts(&self, texts: &[String]) -> Vec<Shape> {
        let mut taken: Vec<TextFrame> = self
            .nodes()
            .map(|(node, at)| TextFrame::of_dot(at, self.radius(node.weight)))
            .collect();
        let mut alone: Vec<(usize, &Node, [f64; 2])> = self.dots_with_texts().collect();
        alone.sort_by(|(_, _, a), (_, _, b)| a[1].total_cmp(&b[1]));
        let size = self.style.label_size;
        let says = |(_, node, [x, y]): (usize, &Node, [f64; 2])| {
            let words = shortened(texts.get(node.vertex as usize)?, MAX_CHARS);
            let (gap, line) = (self.radius(node.weight) + SIDE_GAP, 0.75 * size);
            let places = [0.0, -line, line]
                .into_iter()
                .flat_map(|down| [false, true].map(|to_left| (to_left, down)));
            let hidden = |frame: &TextFrame| frame.hidden(taken.iter().copied());
            let (frame, at, to_left) = places
                .map(|(to_left, down)| {
                    let at = [if to_left { x - gap } else { x + gap }, y + down];
                    (TextFrame::of_words(at, to_left, &words, size), at, to_left)
                })
                .min_by(|(a, ..), (b, ..)| hidden(a).total_cmp(&hidden(b)))?;
            taken.push(frame);
            Some(Shape::Says {
                at,
                to_left,
                size,
                words,
            })
        };
        alone.into_iter().filter_map(says).collect()
    }

    /// Places the texts that cover no dot, no gain and no other text. The other texts are omitted.
    fn texts_with_room(&self, texts: &[String]) -> Vec<Shape> {
        let size = self.style.label_size;
        let gains = match self.style.shows_gains {
            true => self.gains(),
            false => Vec::new(),
        };
        let gain_frame = |gain: &Shape| match gain {
            Shape::Gain { at, size, words, .. } => Some(TextFrame::of_words(*at, false, words, *size)),
            _ => None,
        };
        let ends = |line: &Line| line.ends.map(|end| self.places[end as usize]);
        let placement = TextPlacement {
            dots: self.nodes().map(|(node, at)| self.dot_frame(node, at)).collect(),
            lines: self.scene.lines.iter().map(ends).collect(),
            taken: gains.iter().filter_map(gain_frame).collect(),
            size,
        };
        let dot_text = |(dot, node, at): (usize, &Node, [f64; 2])| {
            Some(DotText {
                dot,
                at,
                text: texts.get(node.vertex as usize)?,
                is_pick: matches!(node.mark, Mark::Replaced | Mark::Picked | Mark::Latest),
            })
        };
        let placed = placement.place(self.dots_with_texts().filter_map(dot_text).collect());
        let says = placed.into_iter().map(|text| Shape::Says {
            at: text.at,
            to_left: text.to_left,
            size,
            words: text.words,
        });
        says.collect()
    }

    /// The bounding box of a dot in the shape of its part, including the ring around a highlighted dot.
    fn dot_frame(&self, node: &Node, at: [f64; 2]) -> TextFrame {
        match node.mark {
            Mark::None => TextFrame::around(&PartForm::of(node.color).outline(at, self.radius(node.weight))),
            _ => TextFrame::of_dot(at, self.ring_radius(node)),
        }
    }

    fn ring_radius(&self, node: &Node) -> f64 {
        self.radius(node.weight) * PartForm::of(node.color).reach() + 3.5
    }

    fn dots(&self) -> Vec<Shape> {
        let mut dots_of_style: BTreeMap<(bool, u32, Option<u32>), Vec<[f64; 2]>> = BTreeMap::new();
        for (node, place) in self.nodes() {
            dots_of_style
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
        dots_of_style.into_iter().map(shape).collect()
    }

    fn rings(&self) -> Vec<Shape> {
        let marked = self.nodes().filter(|(node, _)| node.mark != Mark::None);
        let ring = |(node, at): (&Node, [f64; 2])| Shape::Ring {
            mark: node.mark,
            at,
            radius: self.ring_radius(node),
        };
        marked.map(ring).collect()
    }

    /// Returns the numbers on the dots: an unmerged node's vertex number, or a merged node's instance count.
    fn numbers(&self) -> Vec<Shape> {
        let number = |(node, at): (&Node, [f64; 2])| Shape::Number {
            at,
            size: (self.radius(node.weight).min(22.0) * 0.95).max(self.style.number_size),
            words: match node.is_merged {
                false => (node.vertex + self.style.first_number).to_string(),
                true => format!("×{}", node.weight),
            },
        };
        self.nodes().filter(|(node, _)| !node.aside).map(number).collect()
    }

    /// Returns the gain of each vertex as text at the upper right of its dot.
    fn gains(&self) -> Vec<Shape> {
        let kind = self.scene.gain_kind.unwrap_or(QueueKind::Pass);
        let words = |gain: i64| match (gain, kind.n_decimals()) {
            (0, 0) => "0".to_owned(),
            (_, digits) => {
                let number = format!("{:+.digits$}", kind.number(gain));
                number.replace('.', &self.style.decimal_mark.to_string())
            }
        };
        let gain = |(node, [x, y]): (&Node, [f64; 2])| {
            let gain = node.gain?;
            let (radius, size) = (self.radius(node.weight), self.style.number_size.max(GAIN_FONT_SIZE));
            Some(Shape::Gain {
                at: [x + 0.75 * radius, y - radius],
                size,
                is_positive: gain > 0,
                words: words(gain),
            })
        };
        self.nodes().filter_map(gain).collect()
    }
}

/// Minimum font size of gains in pixels. If the vertex numbers have a larger font size, gains also have this size.
const GAIN_FONT_SIZE: f64 = 22.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::ExampleGraph;
    use crate::text_placement::MAX_HIDDEN;
    use crate::{Replay, Scene};
    use std::sync::Arc;

    fn scene_of(name: &str) -> (Scene, Vec<String>) {
        let example = ExampleGraph::named(name).expect("the example exists");
        let replay = Replay::new(Arc::new(example.graph));
        (Scene::of(&replay, None, None, &example.positions), example.texts)
    }

    #[test]
    fn lecture_letters_are_large_and_texts_do_not_overlap() {
        let (scene, texts) = scene_of("sentences");
        let drawn = shapes(&scene, View::ALL, &texts, PictureStyle::LECTURE);
        let (mut n_numbers, mut frames) = (0, Vec::new());
        for shape in &drawn {
            match shape {
                Shape::Number { size, .. } => {
                    assert!(*size >= 54.0);
                    n_numbers += 1;
                }
                Shape::Says {
                    at,
                    to_left,
                    size,
                    words,
                } => {
                    assert!(*size >= 54.0);
                    frames.push(TextFrame::of_words(*at, *to_left, words, *size));
                }
                _ => {}
            }
        }
        assert_eq!(n_numbers, 20, "each vertex keeps its number");
        assert!(frames.len() >= 8, "{}", frames.len());
        for (index, frame) in frames.iter().enumerate() {
            assert!(frame.hidden(frames[..index].iter().copied()) <= MAX_HIDDEN * frame.area());
        }
        let on_screen = shapes(&scene, View::ALL, &texts, PictureStyle::SCREEN);
        let n_texts = on_screen.iter().filter(|shape| matches!(shape, Shape::Says { .. }));
        assert_eq!(n_texts.count(), 20);
    }

    #[test]
    fn gains_in_coverage_have_decimal_places_in_the_format_of_the_language() {
        let (mut scene, _) = scene_of("sentences");
        scene.nodes[0].gain = Some(12_345_678);
        let words = |kind, decimal_mark| {
            let scene = Scene {
                gain_kind: Some(kind),
                ..scene.clone()
            };
            let style = PictureStyle {
                shows_gains: true,
                decimal_mark,
                ..PictureStyle::SCREEN
            };
            let drawn = shapes(&scene, View::ALL, &[], style).into_iter();
            let mut words = drawn.filter_map(|shape| match shape {
                Shape::Gain { words, .. } => Some(words),
                _ => None,
            });
            words.next().expect("a gain")
        };
        assert_eq!(words(QueueKind::Cover, '.'), "+0.012");
        assert_eq!(words(QueueKind::Cover, ','), "+0,012");
        assert_eq!(words(QueueKind::Pass, ','), "+12345678");
    }

    #[test]
    fn dense_graphs_show_a_sample_of_the_lines_between_parts() {
        let (mut scene, _) = scene_of("grid");
        assert_eq!(LineSample::of(&scene), None);
        let line = scene.lines[0];
        let kind = |index: usize| {
            if index.is_multiple_of(4) {
                LineKind::Cut
            } else {
                LineKind::Inner
            }
        };
        scene.lines = (0..8000)
            .map(|index| Line {
                kind: kind(index),
                ..line
            })
            .collect();
        let sample = LineSample::of(&scene).expect("too many lines to draw");
        assert_eq!(
            (sample.n_drawn, sample.n_sampled, sample.is_boundary),
            (600, 2000, true)
        );
        let drawn = |scene: &Scene| -> usize {
            let of = |shape: &Shape| match shape {
                Shape::Lines { ends, .. } => ends.len(),
                _ => 0,
            };
            shapes(scene, View::ALL, &[], PictureStyle::SCREEN).iter().map(of).sum()
        };
        assert_eq!(drawn(&scene), 600);
        scene.lines.iter_mut().for_each(|line| line.kind = LineKind::Inner);
        let sample = LineSample::of(&scene).expect("too many lines to draw");
        assert_eq!((sample.n_sampled, sample.is_boundary), (8000, false));
        assert_eq!(drawn(&scene), 600, "before a cut, the sample is of all lines");
    }
}
