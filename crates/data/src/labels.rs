//! Reads labels that a file already contains.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::pool::{Instance, Pool};
use super::separator::{MAX_LABELS, Separator};
use super::work::{CELL_WORK, KEY_WORK, free};
use crate::LoadError;
use fastgas_progress::{Pause, Slices, Stopped, at_once};

/// Whether a cell contains one label or several, and how the labels are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LabelCell {
    /// The whole cell is one label.
    #[default]
    One,
    /// A cell contains several labels with the given separator.
    /// The serialized name is the name from earlier versions, so that stored settings remain readable.
    #[serde(rename = "Between")]
    Separated(Separator),
    /// A cell contains labels as JSON: a list `["a", "b"]`, or the JSON of an annotation tool ([`labels_in`]).
    /// A cell that is neither a list nor an object is one label.
    /// Annotation tools write a single label without a list.
    List,
}

/// The rows with labels in `column`, in ascending order. The labels of each row are in cell order.
/// Repeated labels and spaces around labels are dropped.
///
/// # Errors
/// Returns [`LoadError::NotAList`] if `per_cell` specifies lists and a cell holds JSON that is not a list of labels.
pub fn existing_labels(
    pool: &Pool,
    column: usize,
    per_cell: LabelCell,
) -> impl Iterator<Item = Result<(u32, Vec<String>), LoadError>> {
    let of_row = move |instance: Instance| {
        let row = instance.row() as u32;
        let labels = per_cell
            .labels(instance.cell(column))
            .ok_or_else(|| LoadError::NotAList {
                row,
                column: pool.columns()[column].clone(),
            });
        labels.map(|labels| (row, labels))
    };
    let has_labels = |row: &Result<(u32, Vec<String>), LoadError>| !matches!(row, Ok((_, labels)) if labels.is_empty());
    pool.instances().map(of_row).filter(has_labels)
}

/// Number of rows that several annotators answered differently.
/// Rows with different answers are not among the [`existing_labels`]. O(size of the column).
pub fn differing_answers(pool: &Pool, column: usize, per_cell: LabelCell) -> usize {
    let differ = |cell: &str| list(cell).is_some_and(|(_, differ)| differ);
    match per_cell {
        LabelCell::List => pool.instances().filter(|row| differ(row.cell(column))).count(),
        LabelCell::One | LabelCell::Separated(_) => 0,
    }
}

impl LabelCell {
    /// Infers the format of labels from the first `cells` of a column: JSON lists, a separator, or one label per cell.
    /// JSON lists may be mixed with single labels without brackets.
    /// The separator is a semicolon, as in this program's exports, or another separator that the cells suggest.
    pub fn likely<'a>(cells: impl Iterator<Item = &'a str>) -> LabelCell {
        at_once(LabelCell::likely_of(cells, &mut Slices::whole()))
    }

    pub(super) async fn likely_in_slices<P: Pause>(
        pool: &Pool,
        column: usize,
        slices: &mut Slices<P>,
    ) -> Result<LabelCell, Stopped> {
        LabelCell::likely_of(pool.instances().map(|row| row.cell(column)), slices).await
    }

    async fn likely_of<'a, P: Pause>(
        cells: impl Iterator<Item = &'a str>,
        slices: &mut Slices<P>,
    ) -> Result<LabelCell, Stopped> {
        // Maps each distinct cell value to the number of cells with this value.
        let mut values: BTreeMap<&str, usize> = BTreeMap::new();
        for cell in cells {
            if !is_nothing(cell) {
                *values.entry(cell).or_default() += 1;
            }
            slices.count(KEY_WORK + cell.len()).await?;
        }
        let likely = if are_lists(&values, slices).await? {
            LabelCell::List
        } else if parts_come_again(&values, slices).await? {
            LabelCell::between(";")
        } else {
            let likely = Separator::likely(values.keys().copied());
            likely.map_or(LabelCell::One, LabelCell::Separated)
        };
        free(values, slices).await?;
        Ok(likely)
    }

    /// Returns the format of cells that contain several labels with the given separator between them.
    pub const fn between(separator: &str) -> LabelCell {
        LabelCell::Separated(Separator::literal(separator))
    }

    /// Counts the labels in `cells`, the most frequent label first. Each cell is paired with its number of rows.
    /// `None` if a cell should be a list but is not, or if there are more distinct labels than a column may have.
    pub fn count<'a>(self, cells: impl Iterator<Item = (&'a str, u32)>) -> Option<Vec<(String, u32)>> {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for (cell, n) in cells {
            for label in self.labels(cell)? {
                *counts.entry(label).or_default() += n;
            }
            if counts.len() > MAX_LABELS {
                return None;
            }
        }
        let mut counts: Vec<(String, u32)> = counts.into_iter().collect();
        counts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        Some(counts)
    }

    /// Splits `cell` into its labels. `None` if the cell should be a list but is not.
    pub(super) fn labels(self, cell: &str) -> Option<Vec<String>> {
        let parts: Vec<String> = match self {
            _ if is_nothing(cell) => Vec::new(),
            LabelCell::List if is_json(cell) => list(cell)?.0,
            LabelCell::One | LabelCell::List => vec![cell.to_owned()],
            LabelCell::Separated(separator) => cell.split(separator.as_str()).map(str::to_owned).collect(),
        };
        let mut seen = BTreeSet::new();
        let labels = parts.iter().map(|part| part.trim());
        let labels = labels.filter(|label| !label.is_empty() && seen.insert(*label));
        Some(labels.map(str::to_owned).collect())
    }
}

/// Whether some of `values` are JSON, and every JSON value is a list of labels.
async fn are_lists<P: Pause>(values: &BTreeMap<&str, usize>, slices: &mut Slices<P>) -> Result<bool, Stopped> {
    let mut has_lists = false;
    for value in values.keys() {
        if is_json(value) {
            if list(value).is_none() {
                return Ok(false);
            }
            has_lists = true;
        }
        slices.count(CELL_WORK + value.len()).await?;
    }
    Ok(has_lists)
}

/// Whether some of the cells likely contain several labels separated by `; ` rather than sentences.
/// `values` maps each distinct cell value to its number of cells.
/// At least one label must occur in another cell, and no label may end like a sentence.
/// If there is only one cell, its labels need not occur in another cell. O(n log n).
async fn parts_come_again<P: Pause>(values: &BTreeMap<&str, usize>, slices: &mut Slices<P>) -> Result<bool, Stopped> {
    let is_sentence = |part: &str| part.ends_with(['.', '!', '?', '…', '。']);
    let mut has_several = false;
    for value in values.keys().filter(|value| value.contains("; ")) {
        if parts(value).any(is_sentence) {
            return Ok(false);
        }
        has_several = true;
        slices.count(CELL_WORK + value.len()).await?;
    }
    let is_one_cell = values.len() == 1 && values.values().all(|&n_cells| n_cells == 1);
    if !has_several || is_one_cell {
        return Ok(has_several);
    }
    // For each part of a cell, whether the part occurs in another cell.
    let mut is_again: BTreeMap<&str, bool> = BTreeMap::new();
    for (value, &n_cells) in values {
        let parts: BTreeSet<&str> = parts(value).collect();
        for part in parts {
            is_again
                .entry(part)
                .and_modify(|is_again| *is_again = true)
                .or_insert(n_cells > 1);
        }
        slices.count(KEY_WORK + value.len()).await?;
    }
    let mut come_again = false;
    for value in values.keys().filter(|value| value.contains("; ")) {
        if parts(value).any(|part| is_again[part]) {
            come_again = true;
            break;
        }
        slices.count(KEY_WORK + value.len()).await?;
    }
    free(is_again, slices).await?;
    Ok(come_again)
}

/// Non-empty parts of a cell between the semicolons.
fn parts(cell: &str) -> impl Iterator<Item = &str> {
    cell.split(';').map(str::trim).filter(|part| !part.is_empty())
}

fn is_nothing(cell: &str) -> bool {
    matches!(cell.trim(), "" | "[]" | "{}")
}

/// Whether a cell is a JSON array or object, or begins with brackets or braces followed by a double quote.
/// In invalid JSON, a bracket without a quote is not sufficient, because a label may also begin with a bracket.
fn is_json(cell: &str) -> bool {
    let cell = cell.trim();
    let inside = cell.trim_start_matches(|letter: char| matches!(letter, '[' | '{') || letter.is_whitespace());
    cell.starts_with(['[', '{']) && (inside.starts_with('"') || serde_json::from_str::<IgnoredAny>(cell).is_ok())
}

/// Reads the labels in a cell that contains JSON, and states whether several annotators disagree.
/// `None` if the cell is not valid JSON or contains no labels in a known form.
fn list(cell: &str) -> Option<(Vec<String>, bool)> {
    let value: Value = serde_json::from_str(cell).ok()?;
    let mut differ = false;
    let labels = labels_in(&value, &mut differ)?;
    Some((labels, differ))
}

/// Reads the labels in the JSON that an annotation tool wrote for one text.
/// A label is a string, and several labels are a list of strings.
/// Label Studio writes choices as `{"choices": [..]}`, also inside the results of annotations.
/// Argilla writes responses as `{"value": ..}`, and Potato writes check boxes as `{"label": "true"}`.
/// Labels may also be under any single key, as in text answers of Label Studio, `{"text": [..]}`.
/// Canceled, discarded and draft answers are ignored.
/// If several responses differ in more than the order of their labels, no label is returned and `differ` becomes true.
/// No rule can decide which of several annotators is right.
/// Returns `None` for JSON in any other format.
fn labels_in(value: &Value, differ: &mut bool) -> Option<Vec<String>> {
    match value {
        Value::String(label) => Some(vec![label.clone()]),
        Value::Array(items) if items.iter().any(is_response) => {
            let responses = items.iter().filter(|item| !is_void(item));
            let responses = responses.map(|response| labels_in(response, differ));
            let mut responses = responses.collect::<Option<Vec<_>>>()?.into_iter();
            let first = responses.next().unwrap_or_default();
            let sorted = |labels: &[String]| -> BTreeSet<String> { labels.iter().cloned().collect() };
            Some(if responses.all(|other| sorted(&other) == sorted(&first)) {
                first
            } else {
                *differ = true;
                Vec::new()
            })
        }
        Value::Array(items) => {
            let labels = items.iter().map(|item| labels_in(item, differ));
            Some(labels.collect::<Option<Vec<_>>>()?.concat())
        }
        _ if is_void(value) => Some(Vec::new()),
        Value::Object(members) => {
            let named = ["choices", "value", "result"].iter().find_map(|key| members.get(*key));
            if let Some(value) = named {
                return labels_in(value, differ);
            }
            let ticked = |value: &Value| match value {
                Value::Bool(is_ticked) => Some(*is_ticked),
                Value::String(word) => word.parse().ok(),
                _ => None,
            };
            let boxes: Option<Vec<_>> = members
                .iter()
                .map(|(name, value)| Some((name, ticked(value)?)))
                .collect();
            if let Some(boxes) = boxes {
                let given = boxes.into_iter().filter(|&(_, is_ticked)| is_ticked);
                return Some(given.map(|(name, _)| name.clone()).collect());
            }
            match members.values().next() {
                Some(only @ (Value::Array(_) | Value::Object(_))) if members.len() == 1 => labels_in(only, differ),
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_response(value: &Value) -> bool {
    let has = |key| value.get(key).is_some();
    has("result") || (has("value") && !has("type"))
}

/// Whether the annotator canceled the answer or has not finished it.
fn is_void(value: &Value) -> bool {
    let is_cancelled = value.get("was_cancelled").and_then(Value::as_bool) == Some(true);
    is_cancelled
        || matches!(
            value.get("status").and_then(Value::as_str),
            Some("discarded" | "draft" | "pending")
        )
}

#[cfg(test)]
mod tests;
