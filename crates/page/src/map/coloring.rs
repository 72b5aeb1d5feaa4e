//! The coloring of the map: assigns every text to a class, and every class to a color.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::i18n::bidi::isolated;
use crate::i18n::t;
use crate::labeling::label_set::{ShownLabel, shown_labels};
use crate::map::PtrEq;
use crate::project::{Outcome, Project};
use fastgas_annotation::label::{AnswerType, ConsensusStatus, ResolvedLabels, Suggestions};
use fastgas_data::Pool;
use fastgas_graph::Adjacency;
use fastgas_map::{N_SHADES, PaletteColor};
use fastgas_partition::PartForm;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ColorBy {
    #[default]
    Part,
    Label,
    Suggestion,
    Degree,
    Marked,
    Column(usize),
}

/// Maximum number of values in a column that get their own color. All less frequent values share one color.
const MAX_CLASSES: usize = 15;

/// A sign in addition to the color, so that users who cannot distinguish the colors can distinguish the classes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ClassSign {
    #[default]
    None,
    /// The number of a part determines the shape of the sign.
    Part(u32),
    /// The letters of a label without a color: its key or its initials.
    Letters(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColorClass {
    pub name: String,
    pub ink: PaletteColor,
    pub sign: ClassSign,
    pub rows: Vec<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coloring {
    /// A class may be empty, for example if no text has a label.
    pub classes: Vec<ColorClass>,
    pub class_of: Vec<u32>,
}

/// The map recomputes a coloring only if its input changes.
/// Comparing the values is cheap, because large values are compared by pointer.
#[derive(Clone, PartialEq)]
pub struct ColoringInput {
    by: ColorBy,
    pool: PtrEq<Pool>,
    outcome: PtrEq<Outcome>,
    adjacency: Option<PtrEq<Adjacency>>,
    names: PtrEq<Vec<Vec<String>>>,
    part_colors: PtrEq<Vec<PaletteColor>>,
    labels: Option<Labels>,
    /// The rows of the texts that annotators label differently, ascending.
    disputed: Option<Vec<u32>>,
    /// One suggested label per text. `None` until the suggestions are computed, or if the coloring needs none.
    suggestions: Option<PtrEq<Suggestions>>,
    marked: Option<PtrEq<Vec<u32>>>,
}

/// The name, color and sign of each label in the label set, and the labels given to texts as pairs (row, label).
type Labels = (Vec<(String, PaletteColor, ClassSign)>, Vec<(u32, String)>);

impl ColorBy {
    pub fn choices(project: &Project) -> Vec<(ColorBy, String)> {
        let mut choices = vec![
            (ColorBy::Part, t!("common-part")),
            (
                ColorBy::Label,
                match project.labels.answers {
                    AnswerType::Several => t!("map-coloring-first-label"),
                    AnswerType::One | AnswerType::Text => t!("map-coloring-label"),
                },
            ),
        ];
        if project.result.adjacency.is_some() && project.labels.answers != AnswerType::Text {
            choices.push((ColorBy::Suggestion, t!("map-coloring-suggestion")));
        }
        if project.result.adjacency.is_some() {
            choices.push((ColorBy::Degree, t!("map-coloring-degree")));
        }
        choices.push((ColorBy::Marked, t!("map-coloring-marked")));
        let columns = project.source.pool.columns().iter().enumerate();
        let others = columns.filter(|&(column, _)| column != project.source.text_column);
        choices.extend(others.map(|(column, name)| {
            (
                ColorBy::Column(column),
                t!("map-coloring-column", name = isolated(name)),
            )
        }));
        choices
    }
}

impl ColorBy {
    pub fn is_there(self, project: &Project) -> bool {
        project.result.outcome.is_some()
            && match self {
                ColorBy::Suggestion => project.result.adjacency.is_some() && project.labels.answers != AnswerType::Text,
                ColorBy::Degree => project.result.adjacency.is_some(),
                ColorBy::Column(column) => column < project.source.pool.columns().len(),
                ColorBy::Part | ColorBy::Label | ColorBy::Marked => true,
            }
    }
}

impl ColoringInput {
    /// Returns `None` before a selection exists, or if the project lacks the data for the coloring.
    pub fn of(
        project: &Project,
        by: ColorBy,
        marked: &PtrEq<Vec<u32>>,
        suggestions: Option<&PtrEq<Suggestions>>,
    ) -> Option<ColoringInput> {
        let given = || {
            let given = project.labels_shown().iter();
            let given = given.map(|(row, label)| (row, label.to_owned())).collect();
            (shown_labels(project).into_iter().map(class_of_label).collect(), given)
        };
        let disputed = |resolved: &Arc<ResolvedLabels>| resolved.rows(ConsensusStatus::Disputed).collect();
        by.is_there(project).then_some(ColoringInput {
            by,
            pool: PtrEq(project.source.pool.clone()),
            outcome: PtrEq(project.result.outcome.clone()?),
            adjacency: project
                .result
                .adjacency
                .clone()
                .filter(|_| by == ColorBy::Degree)
                .map(PtrEq),
            names: PtrEq(project.result.part_names.clone()),
            part_colors: PtrEq(project.result.part_colors.clone()),
            labels: matches!(by, ColorBy::Label | ColorBy::Suggestion).then(given),
            disputed: project
                .resolved()
                .filter(|_| by == ColorBy::Label && project.view.shows_all)
                .map(disputed),
            suggestions: suggestions.filter(|_| by == ColorBy::Suggestion).cloned(),
            marked: (by == ColorBy::Marked).then(|| marked.clone()),
        })
    }

    /// Complexity: O(n log n) for numbers and dates, otherwise O(n).
    pub fn color(&self) -> Coloring {
        let n = self.pool.len();
        match self.by {
            ColorBy::Part => self.parts(),
            ColorBy::Label => self.labels(),
            ColorBy::Suggestion => self.suggestions(),
            ColorBy::Degree => {
                let adjacency = self.adjacency.as_deref();
                let degree = |row| Some(adjacency.map_or(0.0, |adjacency| f64::from(adjacency.degree(row))));
                steps((0..n as u32).map(degree).collect(), "", &in_digits)
            }
            ColorBy::Marked => {
                let marked = self.marked.as_deref().map_or(&[][..], Vec::as_slice);
                let mut class_of = vec![1; n];
                marked.iter().for_each(|&row| class_of[row as usize] = 0);
                let names = [
                    (t!("map-class-marked"), PaletteColor::ACCENT),
                    (t!("map-class-unmarked"), PaletteColor::NONE),
                ];
                Coloring::new(names, class_of)
            }
            ColorBy::Column(column) => {
                let cells: Vec<&str> = self
                    .pool
                    .instances()
                    .map(|instance| instance.cell(column).trim())
                    .collect();
                let empty = t!("map-class-empty");
                if let Some(numbers) = numbers(&cells) {
                    steps(numbers, &empty, &in_digits)
                } else if let Some((places, days)) = dates(&cells) {
                    steps(places, &empty, &|index| days[index as usize].to_owned())
                } else {
                    values(&cells)
                }
            }
        }
    }

    fn parts(&self) -> Coloring {
        let inks = (0..).zip(self.part_colors.iter());
        let classes = inks.map(|(part, &ink)| (part_name(part, &self.names), ink));
        let coloring = Coloring::new(classes, self.outcome.partition.part_of.clone());
        coloring.with_signs((0..).map(ClassSign::Part))
    }

    fn labels(&self) -> Coloring {
        let none_known = (Vec::new(), Vec::new());
        let (labels, given) = self.labels.as_ref().unwrap_or(&none_known);
        let mut class_of = vec![labels.len() as u32; self.pool.len()];
        // If a text has several labels, the first label determines the color of the text.
        // The iteration is reversed, so that the first label overwrites the other labels.
        for (row, label) in given.iter().rev() {
            if let Some(class) = labels.iter().position(|(name, ..)| name == label) {
                class_of[*row as usize] = class as u32;
            }
        }
        let disputed = self.disputed.iter().flatten();
        disputed.for_each(|&row| class_of[row as usize] = labels.len() as u32 + 1);
        let classes = labels.iter().map(|(name, ink, _)| (name.clone(), *ink));
        let disputed = self
            .disputed
            .as_ref()
            .map(|_| (t!("common-disputed-status"), PaletteColor::TEXT));
        let others = [(t!("map-class-unlabeled"), PaletteColor::NONE)]
            .into_iter()
            .chain(disputed);
        let signs = labels.iter().map(|(.., sign)| sign.clone());
        Coloring::new(classes.chain(others), class_of).with_signs(signs)
    }
}

impl ColoringInput {
    /// A text without a label gets the color of its suggested label.
    fn suggestions(&self) -> Coloring {
        let none_known = (Vec::new(), Vec::new());
        let (labels, given) = self.labels.as_ref().unwrap_or(&none_known);
        let [none, labeled] = [labels.len() as u32, labels.len() as u32 + 1];
        let suggested = |row| {
            let suggestions = self.suggestions.as_deref()?;
            suggestions.first_label(row).filter(|&label| label < none)
        };
        let mut class_of: Vec<u32> = (0..self.pool.len() as u32)
            .map(|row| suggested(row).unwrap_or(none))
            .collect();
        given.iter().for_each(|(row, _)| class_of[*row as usize] = labeled);
        let rest = match self.suggestions {
            Some(_) => t!("map-class-no-suggestion"),
            None => t!("map-class-suggestions-pending"),
        };
        let classes = labels
            .iter()
            .map(|(name, ink, _)| (t!("map-class-suggested", name = isolated(name)), *ink));
        let others = [
            (rest, PaletteColor::NONE),
            (t!("map-class-labeled"), PaletteColor::TEXT),
        ];
        let signs = labels.iter().map(|(.., sign)| sign.clone());
        Coloring::new(classes.chain(others), class_of).with_signs(signs)
    }
}

fn class_of_label(label: ShownLabel) -> (String, PaletteColor, ClassSign) {
    let sign = label.letters().map_or(ClassSign::None, ClassSign::Letters);
    (label.name, PaletteColor::category(label.color as u32), sign)
}

impl Coloring {
    fn new(classes: impl IntoIterator<Item = (String, PaletteColor)>, class_of: Vec<u32>) -> Coloring {
        let named = classes.into_iter().map(|(name, ink)| ColorClass {
            name,
            ink,
            sign: ClassSign::None,
            rows: Vec::new(),
        });
        let mut classes: Vec<ColorClass> = named.collect();
        for (row, &class) in class_of.iter().enumerate() {
            classes[class as usize].rows.push(row as u32);
        }
        Coloring { classes, class_of }
    }

    fn with_signs(mut self, signs: impl IntoIterator<Item = ClassSign>) -> Coloring {
        for (class, sign) in self.classes.iter_mut().zip(signs) {
            class.sign = sign;
        }
        self
    }
}

pub fn part_name(part: u32, names: &[Vec<String>]) -> String {
    match names.get(part as usize).filter(|words| !words.is_empty()) {
        Some(words) => format!("{part}: {}", words.join(", ")),
        None => t!("map-part-name", part),
    }
}

/// The name of a part in a menu, which can contain only text.
/// The name begins with a symbol of the shape that the map draws for the part.
pub fn part_choice(part: u32, names: &[Vec<String>]) -> String {
    format!("{} {}", PartForm::symbol(part), part_name(part, names))
}

/// The number in each cell; `None` for an empty cell.
/// Returns `None` if a cell is neither empty nor a finite number.
/// Also returns `None` for at most [`MAX_CLASSES`] distinct numbers, because they are treated as categories.
fn numbers(cells: &[&str]) -> Option<Vec<Option<f64>>> {
    let number = |cell: &&str| match cell.is_empty() {
        true => Some(None),
        false => cell.parse().ok().filter(|number: &f64| number.is_finite()).map(Some),
    };
    let numbers: Vec<Option<f64>> = cells.iter().map(number).collect::<Option<_>>()?;
    let mut distinct: Vec<f64> = numbers.iter().flatten().copied().collect();
    distinct.sort_unstable_by(f64::total_cmp);
    distinct.dedup();
    (distinct.len() > MAX_CLASSES).then_some(numbers)
}

/// The index of the day in each cell, and the distinct days in ascending order.
/// Returns `None` if a cell is neither empty nor an ISO 8601 date with or without a time.
/// Also returns `None` for at most [`MAX_CLASSES`] distinct days, because they are treated as categories.
fn dates<'a>(cells: &[&'a str]) -> Option<(Vec<Option<f64>>, Vec<&'a str>)> {
    let is_day = |day: &str| {
        let like = |(index, byte): (usize, u8)| match index {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        };
        day.bytes().enumerate().all(like)
    };
    let day = |cell: &&'a str| match cell.get(..10) {
        None => cell.is_empty().then_some(None),
        Some(day) => {
            (is_day(day) && !cell[10..].starts_with(|c: char| c.is_alphanumeric() && c != 'T')).then_some(Some(day))
        }
    };
    let days: Vec<Option<&str>> = cells.iter().map(day).collect::<Option<_>>()?;
    let mut distinct: Vec<&str> = days.iter().flatten().copied().collect();
    distinct.sort_unstable();
    distinct.dedup();
    let index = |day: &str| distinct.binary_search(&day).map_or(0.0, |index| index as f64);
    let places = days.iter().map(|day| day.map(index)).collect();
    (distinct.len() > MAX_CLASSES).then_some((places, distinct))
}

/// Formats a number with a true minus sign, because a hyphen would look like the dash of a range such as "3-5".
fn in_digits(number: f64) -> String {
    format!("{number}").replace('-', "−")
}

/// Divides the numbers into quantiles of about equal size, in ascending order.
/// Texts without a number form the last class, which has the name `none`.
fn steps(numbers: Vec<Option<f64>>, none: &str, say: &dyn Fn(f64) -> String) -> Coloring {
    let mut sorted: Vec<f64> = numbers.iter().flatten().copied().collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let starts = starts(&sorted);
    let step_of = |number: f64| starts.partition_point(|&start| start <= number) as u32 - 1;
    let mut ends = starts.clone();
    for &number in &sorted {
        let end = &mut ends[step_of(number) as usize];
        *end = end.max(number);
    }
    let n_steps = starts.len() as u32;
    let shade =
        |step: u32| PaletteColor::shade((step * (N_SHADES - 1)).checked_div(n_steps - 1).unwrap_or(N_SHADES - 1));
    let name = |(&start, &end): (&f64, &f64)| match start == end {
        true => say(start),
        false => format!("{} – {}", say(start), say(end)),
    };
    let named = starts.iter().zip(&ends).map(name).zip((0..).map(shade));
    let mut classes: Vec<(String, PaletteColor)> = named.collect();
    let class_of = numbers.iter().map(|number| number.map_or(n_steps, step_of)).collect();
    if numbers.contains(&None) {
        classes.push((none.to_owned(), PaletteColor::NONE));
    }
    Coloring::new(classes, class_of)
}

/// Returns the lower bound of each quantile. A quantile ends only between two different numbers.
/// Equal numbers are therefore in the same quantile, and a quantile may be larger than its share of the numbers.
fn starts(sorted: &[f64]) -> Vec<f64> {
    let mut starts: Vec<f64> = Vec::new();
    let (mut class_start, mut share) = (0, 0);
    for (index, &number) in sorted.iter().enumerate() {
        let is_larger = index == 0 || number > sorted[index - 1];
        let left = N_SHADES as usize - starts.len();
        if is_larger && index - class_start >= share && left > 0 {
            starts.push(number);
            (class_start, share) = (index, (sorted.len() - index).div_ceil(left));
        }
    }
    starts
}

/// Each of the most frequent values gets its own class. All other values share one class.
/// Equally frequent values are in ascending order.
fn values(cells: &[&str]) -> Coloring {
    // The hash map is allocated for all cells up front, because a growing hash map hashes every value several times.
    let mut counts: HashMap<&str, u32> = HashMap::with_capacity(cells.len());
    for &cell in cells {
        *counts.entry(cell).or_default() += 1;
    }
    let n_others = counts.len().saturating_sub(MAX_CLASSES);
    fn order<'a>(&(value, count): &(&'a str, u32)) -> (Reverse<u32>, &'a str) {
        (Reverse(count), value)
    }
    let mut by_count: Vec<(&str, u32)> = Vec::with_capacity(MAX_CLASSES + 1);
    // Only the most frequent values are sorted, because up to 100,000 rarer values share one class and need no order.
    for value in counts {
        if by_count
            .get(MAX_CLASSES - 1)
            .is_some_and(|last| order(last) < order(&value))
        {
            continue;
        }
        let index = by_count.partition_point(|before| order(before) < order(&value));
        by_count.insert(index, value);
        by_count.truncate(MAX_CLASSES);
    }
    // Values that are all numbers, such as grades, are sorted by size instead of frequency.
    let number = |value: &str| value.replace(',', ".").parse::<f64>().ok();
    let is_number = |(value, _): &(&str, u32)| value.is_empty() || number(value).is_some_and(f64::is_finite);
    if n_others == 0 && by_count.iter().all(is_number) {
        let size = |value: &str| number(value).unwrap_or(f64::INFINITY);
        by_count.sort_by(|(a, _), (b, _)| size(a).total_cmp(&size(b)));
    }
    let class: HashMap<&str, u32> = by_count.iter().map(|&(value, _)| value).zip(0..).collect();
    let others = by_count.len() as u32;
    let class_of = cells
        .iter()
        .map(|cell| class.get(cell).copied().unwrap_or(others))
        .collect();
    let name = |(value, _): &(&str, u32)| match *value {
        "" => t!("map-class-empty"),
        value => value.to_owned(),
    };
    let mut classes: Vec<(String, PaletteColor)> = by_count
        .iter()
        .map(name)
        .zip((0..).map(PaletteColor::category))
        .collect();
    if n_others > 0 {
        classes.push((t!("map-class-other-values", n_others), PaletteColor::NONE));
    }
    Coloring::new(classes, class_of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;

    fn names(coloring: &Coloring) -> Vec<(&str, PaletteColor, usize)> {
        let classes = coloring.classes.iter();
        classes
            .map(|class| (class.name.as_str(), class.ink, class.rows.len()))
            .collect()
    }

    #[test]
    fn frequent_values_come_first_and_the_rest_share_a_class() {
        let mut cells = vec!["b", "a", "b", "", "a", "b"];
        let coloring = values(&cells);
        let expected = [
            ("b", PaletteColor(0), 3),
            ("a", PaletteColor(1), 2),
            ("(empty)", PaletteColor(2), 1),
        ];
        assert_eq!(names(&coloring), expected);
        assert_eq!(coloring.class_of, [0, 1, 0, 2, 1, 0]);
        let many: Vec<String> = (0..20).map(|value| format!("value {value:02}")).collect();
        cells.extend(many.iter().map(String::as_str));
        let coloring = values(&cells);
        assert_eq!(coloring.classes.len(), MAX_CLASSES + 1);
        // The column has 23 distinct values: a, b, and 21 values that occur once.
        // The values a, b and 13 others get a class each. The last class contains the remaining 8 values.
        assert_eq!(names(&coloring)[MAX_CLASSES], ("8 other values", PaletteColor::NONE, 8));
    }

    #[test]
    fn few_distinct_numbers_are_sorted_by_size() {
        let coloring = values(&["2,3", "1,0", "2,3", "10,0", ""]);
        let names: Vec<&str> = coloring.classes.iter().map(|class| class.name.as_str()).collect();
        assert_eq!(names, ["1,0", "2,3", "10,0", "(empty)"]);
    }

    #[test]
    fn numbers_are_binned_in_ascending_order() {
        let cells: Vec<String> = (0..80)
            .map(|number| number.to_string())
            .chain([String::new()])
            .collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let coloring = steps(numbers(&cells).expect("numbers"), "(empty)", &in_digits);
        assert_eq!(coloring.classes.len(), 9);
        assert_eq!(names(&coloring)[0], ("0 – 9", PaletteColor::shade(0), 10));
        assert_eq!(names(&coloring)[7], ("70 – 79", PaletteColor::shade(7), 10));
        assert_eq!(names(&coloring)[8], ("(empty)", PaletteColor::NONE, 1));
    }

    #[test]
    fn equal_values_share_one_bin() {
        let coloring = steps([4.0; 50].map(Some).to_vec(), "", &in_digits);
        assert_eq!(names(&coloring), [("4", PaletteColor::shade(7), 50)]);
        let skewed = steps(
            (0..50)
                .map(|row| Some(if row < 45 { 1.0 } else { f64::from(row) }))
                .collect(),
            "",
            &in_digits,
        );
        assert_eq!(skewed.classes[0].rows.len(), 45);
        assert_eq!(skewed.classes.iter().map(|class| class.rows.len()).sum::<usize>(), 50);
        assert!(steps(Vec::new(), "", &in_digits).classes.is_empty());
    }

    #[test]
    fn dates_are_binned_by_day() {
        let day = |day: usize| format!("2026-{:02}-{:02}T08:0{}:00Z", day / 28 + 1, day % 28 + 1, day % 3);
        let cells: Vec<String> = (0..80).map(day).chain([String::new()]).collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        assert_eq!(numbers(&cells), None);
        let (places, days) = dates(&cells).expect("dates");
        assert_eq!((places[79], places[80], days.len()), (Some(79.0), None, 80));
        let coloring = steps(places, "(empty)", &|index| days[index as usize].to_owned());
        assert_eq!(
            names(&coloring)[0],
            ("2026-01-01 – 2026-01-10", PaletteColor::shade(0), 10)
        );
        assert_eq!(names(&coloring)[8].0, "(empty)");
        for other in ["2026-01-01x", "2026-1-1", "20260101", "soon", "2026-01-01äöü"] {
            let mixed: Vec<&str> = cells.iter().copied().chain([other]).collect();
            assert_eq!(dates(&mixed), None, "{other}");
        }
        assert_eq!(dates(&cells[..9]), None, "a few dates are treated as categories");
        assert_eq!(in_digits(-3.8), "−3.8");
    }

    #[test]
    fn few_distinct_or_non_numeric_values_are_categorical() {
        assert_eq!(numbers(&["1", "2", "1"]), None);
        let cells: Vec<String> = (0..40).map(|number| number.to_string()).chain(["n/a".into()]).collect();
        assert_eq!(numbers(&cells.iter().map(String::as_str).collect::<Vec<_>>()), None);
    }

    #[test]
    fn label_beyond_the_palette_is_gray_with_its_key_or_initials() {
        use fastgas_annotation::label::N_COLORS;
        let mut project = test_support::labeling(&[2, 0, 1], 4);
        project.labels.names = (1..=N_COLORS + 12)
            .map(|number| format!("label no. {number}"))
            .collect();
        project.labels.assign_keys_and_colors();
        let last = project.labels.names.len() - 1;
        for (row, label) in [(0, N_COLORS as usize), (1, last), (2, 0)] {
            let name = project.labels.names[label].clone();
            project.annotations.history.give(row, Some(&name), 1);
        }
        let input = ColoringInput::of(&project, ColorBy::Label, &PtrEq::default(), None).expect("labels");
        let classes = input.color().classes;
        let own: Vec<PaletteColor> = classes[..N_COLORS as usize].iter().map(|class| class.ink).collect();
        let different: std::collections::BTreeSet<u8> = own.iter().map(|ink| ink.0).collect();
        assert_eq!(different.len(), N_COLORS as usize);
        assert!(!own.contains(&PaletteColor::NONE));
        let gray = |index: usize| {
            let ColorClass { ink, sign, rows, .. } = &classes[index];
            (*ink, sign.clone(), rows.clone())
        };
        let letters = |letters: &str| ClassSign::Letters(letters.into());
        let key = shown_labels(&project)[N_COLORS as usize].key.expect("a key");
        assert_eq!(
            gray(N_COLORS as usize),
            (PaletteColor::NONE, letters(&key.to_string()), vec![0])
        );
        assert_eq!(
            gray(last),
            (PaletteColor::NONE, letters("LN"), vec![1]),
            "no key is left"
        );
        assert_eq!(
            (classes[0].sign.clone(), classes[0].rows.clone()),
            (ClassSign::None, vec![2])
        );
    }

    #[test]
    fn part_without_words_is_named_by_its_number() {
        assert_eq!(part_name(3, &[]), "part 3");
        assert_eq!([3, 4].map(|part| part_choice(part, &[])), ["▲ part 3", "◉ part 4"]);
        assert_eq!(
            part_name(1, &[vec![], vec!["xml".into(), "perl".into()]]),
            "1: xml, perl"
        );
    }
}
