//! The legend below an exported picture.

use crate::picture::PaletteColor;

/// Height of a legend line, in pixels.
const LINE: f64 = 20.0;
/// Distance between the text and the edges of the legend, in pixels.
const MARGIN: f64 = 12.0;
/// Distance between the center of a color disc and the text of its class, in pixels.
const INDENT: f64 = 11.0;
/// Horizontal distance between adjacent entries in a line of the legend, in pixels.
const GAP: f64 = 18.0;
/// Radius of the color discs, in pixels.
const RADIUS: f64 = 5.0;

/// The content of a legend: the title, the color classes of the picture, and notes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Legend {
    /// Name of the property that the colors of the dots represent.
    pub title: String,
    /// The classes of texts whose dots have the same color, in legend order.
    pub classes: Vec<LegendClass>,
    /// Information that the picture does not show, such as active filters and the search. One line per note.
    pub notes: Vec<String>,
}

/// A class of texts whose dots have the same color in the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendClass {
    /// Name of the class.
    pub name: String,
    /// Dot color of the class.
    pub ink: PaletteColor,
    /// The part that the class represents, which determines the shape of the disc. If `None`, the disc is a circle.
    pub part: Option<u32>,
    /// Number of texts in the class, as formatted text.
    pub count: String,
}

/// A legend with positions, in pixels from the upper left corner of the legend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlacedLegend {
    /// Height of the legend in pixels.
    pub height: f64,
    /// The disc of each color class: the center, the color, and the part that determines the shape of the disc.
    /// If the part is `None`, the disc is a circle.
    pub discs: Vec<([f64; 2], PaletteColor, Option<u32>)>,
    /// Position of each text: its left end, at half the height of the text. The title is the first text.
    pub words: Vec<([f64; 2], String)>,
}

impl Legend {
    /// Font size of the legend, in pixels.
    pub const FONT_SIZE: f64 = 12.0;
    /// Radius of the color discs, in pixels.
    pub const RADIUS: f64 = RADIUS;

    /// Arranges the legend in lines that are `width` pixels wide. Texts that are wider than a line are shortened.
    /// `measure` returns the width of a text in pixels.
    /// `measure` is called O(log n) times for each class name and each note with n letters.
    pub fn place(&self, width: f64, measure: impl Fn(&str) -> f64) -> PlacedLegend {
        let room = (width - 2.0 * MARGIN).max(1.0);
        let title = cut(&self.title, "", room, &measure);
        let (mut x, mut y) = (MARGIN + measure(&title) + GAP, MARGIN + LINE / 2.0);
        let mut placed = PlacedLegend {
            words: vec![([MARGIN, y], title)],
            ..PlacedLegend::default()
        };
        for LegendClass { name, ink, part, count } in &self.classes {
            let words = cut(name, count, room - RADIUS - INDENT, &measure);
            let wide = RADIUS + INDENT + measure(&words);
            if x > MARGIN && x + wide > width - MARGIN {
                (x, y) = (MARGIN, y + LINE);
            }
            placed.discs.push(([x + RADIUS, y], *ink, *part));
            placed.words.push(([x + RADIUS + INDENT, y], words));
            x += wide + GAP;
        }
        for note in &self.notes {
            y += LINE;
            placed.words.push(([MARGIN, y], cut(note, "", room, &measure)));
        }
        placed.height = y + LINE / 2.0 + MARGIN;
        placed
    }
}

/// Shortens the name until the name, a space and `count` fit into a width of `room` pixels.
fn cut(name: &str, count: &str, room: f64, measure: impl Fn(&str) -> f64) -> String {
    let space = if count.is_empty() { "" } else { " " };
    let whole = format!("{name}{space}{count}");
    if measure(&whole) <= room {
        return whole;
    }
    let ends: Vec<usize> = name.char_indices().map(|(end, _)| end).collect();
    let shortened = |end: usize| format!("{}…{space}{count}", name[..end].trim_end());
    let fitting = ends.partition_point(|&end| measure(&shortened(end)) <= room);
    shortened(ends.get(fitting.saturating_sub(1)).copied().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measure(text: &str) -> f64 {
        6.0 * text.chars().count() as f64
    }

    fn legend(names: &[&str]) -> Legend {
        let class = |(index, &name): (u32, &&str)| LegendClass {
            name: name.to_owned(),
            ink: PaletteColor::part(index),
            part: Some(index),
            count: "12".to_owned(),
        };
        Legend {
            title: "Color by part".into(),
            classes: (0..).zip(names).map(class).collect(),
            notes: Vec::new(),
        }
    }

    #[test]
    fn classes_wrap_to_lines_without_overlap() {
        let placed = legend(&["cards", "soup and lentils", "Saturn", "roses", "Größe"]).place(300.0, measure);
        let texts: Vec<&str> = placed.words.iter().map(|(_, text)| text.as_str()).collect();
        let whole = ["cards 12", "soup and lentils 12", "Saturn 12", "roses 12", "Größe 12"];
        assert_eq!((texts[0], &texts[1..]), ("Color by part", &whole[..]));
        let parts: Vec<Option<u32>> = placed.discs.iter().map(|(_, _, part)| *part).collect();
        assert_eq!(parts, [0, 1, 2, 3, 4].map(Some));
        let lines: Vec<f64> = placed.words.iter().map(|&([_, y], _)| y).collect();
        assert_eq!(lines, [22.0, 22.0, 42.0, 42.0, 62.0, 62.0]);
        assert_eq!(placed.height, 84.0);
        for (([x, y], text), next) in placed.words.iter().zip(&placed.words[1..]) {
            let end = x + measure(text);
            assert!(end <= 300.0 - MARGIN, "{text} ends at {end}");
            assert!(next.0[1] > *y || next.0[0] > end, "{text} overlaps {}", next.1);
        }
    }

    #[test]
    fn long_name_is_shortened_and_keeps_its_number() {
        let long = "größer als das Papier, auf dem sie steht";
        let placed = legend(&[long, "b"]).place(120.0, measure);
        let ([x, _], text) = &placed.words[1];
        assert!(text.starts_with("größ") && text.ends_with("… 12"), "{text}");
        assert!(x + measure(text) <= 108.0, "{text}");
        assert!(
            x + measure(&format!("{text}m")) > 108.0 - 6.0,
            "the name is shortened only as much as necessary: {text}"
        );
        // If no letter of the name fits, only an ellipsis and the number remain.
        let narrow = legend(&[long]).place(10.0, measure);
        assert_eq!(narrow.words[1].1, "… 12");
    }

    #[test]
    fn notes_follow_the_classes_one_per_line() {
        let legend = Legend {
            notes: vec!["Only topic: bank".into(), "n".repeat(90)],
            ..legend(&["cards"])
        };
        let placed = legend.place(300.0, measure);
        let drawn: Vec<(f64, &str)> = placed.words.iter().map(|(at, text)| (at[1], text.as_str())).collect();
        assert_eq!(
            drawn[..3],
            [(22.0, "Color by part"), (22.0, "cards 12"), (42.0, "Only topic: bank")]
        );
        assert!(drawn[3].0 == 62.0 && drawn[3].1.ends_with('…'), "{drawn:?}");
        assert_eq!(placed.height, 84.0);
    }

    #[test]
    fn legend_without_classes_has_only_a_title() {
        let placed = legend(&[]).place(300.0, measure);
        assert_eq!((placed.words.len(), placed.height), (1, 44.0));
    }
}
