//! The labels of the label set, and the keys and colors that views and the map show for the labels.

use crate::project::Project;
use fastgas_annotation::label::{N_COLORS, NEUTRAL_COLOR};
use fastgas_map::N_CATEGORIES;

#[derive(Clone, Debug, PartialEq)]
pub struct ShownLabel {
    pub name: String,
    pub description: String,
    pub key: Option<char>,
    pub color: usize,
}

impl ShownLabel {
    /// The text that distinguishes a gray label from other gray labels: its key, or its initials if it has no key.
    /// Returns `None` if the label is not gray.
    pub fn letters(&self) -> Option<String> {
        let is_gray = self.color >= N_COLORS as usize;
        is_gray.then(|| self.key.map_or_else(|| initials(&self.name), String::from))
    }
}

fn initials(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    let first = words.filter_map(|word| word.chars().next()).take(2);
    first.flat_map(char::to_uppercase).collect()
}

/// Returns the color gray for a name that is not in the label set.
pub fn color_of(labels: &[ShownLabel], name: &str) -> usize {
    let label = labels.iter().find(|label| label.name == name);
    label.map_or(NEUTRAL_COLOR as usize, |label| label.color)
}

pub fn shown_labels(project: &Project) -> Vec<ShownLabel> {
    let (names, specs) = (&project.labels.names, &project.labels.specs);
    let shown = names.iter().zip(specs.keys(names)).zip(specs.colors(names));
    let label = |((name, key), color): ((&String, Option<char>), u32)| ShownLabel {
        name: name.clone(),
        description: specs.of(name).description,
        key,
        color: color as usize,
    };
    shown.map(label).collect()
}

/// The number of colors that the annotation crate assigns must equal the number of colors on the map.
const _: () = assert!(N_COLORS == N_CATEGORIES);
