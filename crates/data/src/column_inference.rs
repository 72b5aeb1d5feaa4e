//! Infers which columns hold the texts and the labels.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::labels::{LabelCell, differing_answers, existing_labels};
use super::separator::MAX_LABELS;
use super::text::TextSource;
use super::work::CELL_WORK;
use super::{Instance, Pool, json_path};
use fastgas_progress::{Pause, Slices, Stopped, at_once};

/// Common names of text columns, the most specific name first.
pub(super) const NAMES: [&str; 20] = [
    "text",
    "sentence",
    "question",
    "utterance",
    "query",
    "content",
    "message",
    "body",
    "review",
    "comment",
    "tweet",
    "post",
    "description",
    "abstract",
    "summary",
    "document",
    "prompt",
    "input",
    "headline",
    "title",
];

/// Common names of label columns, the most specific name first.
pub(super) const LABEL_NAMES: [&str; 14] = [
    "label",
    "labels",
    "annotations",
    "responses",
    "category",
    "categories",
    "class",
    "intent",
    "sentiment",
    "topic",
    "code",
    "codes",
    "tag",
    "tags",
];

const ID_NAMES: [&str; 8] = ["id", "ids", "uid", "uuid", "guid", "idx", "index", "key"];

/// The columns that this program adds to every export, next to each other in the given order.
/// If the input has a column of the same name, the name of the exported column ends in `_fastgas`.
/// If the name with `_fastgas` is also taken, a number is appended.
const OWN_NAMES: [&str; 5] = ["rank", "row", "part", "degree", "label"];

/// A column with existing labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LikelyLabels {
    /// Index of the label column.
    pub column: usize,
    /// Whether a cell holds one label or several.
    pub per_cell: LabelCell,
    /// Number of rows with labels.
    pub n_rows: usize,
    /// Number of distinct labels.
    pub n_labels: usize,
    /// Number of rows without labels because several annotators disagree.
    pub n_differing: usize,
}

/// The column that most likely holds labels, if any. O(size of the pool).
/// The most likely column is the label column of an export by this program.
/// The next candidates have a common name for label columns, and at least two rows per distinct label.
/// A candidate column whose annotators disagree in every row is chosen only if no other candidate has labels.
pub fn likely_labels(pool: &Pool, text_column: usize) -> Option<LikelyLabels> {
    let names: Vec<String> = pool.columns().iter().map(|name| name.trim().to_lowercase()).collect();
    let named = LABEL_NAMES.iter().flat_map(|known| {
        let columns = names.iter().enumerate().filter(move |(_, name)| name == known);
        columns.map(|(column, _)| column)
    });
    let own = own_labels(pool);
    let of = |column: usize| {
        let per_cell = LabelCell::likely(pool.instances().map(|row| row.cell(column)));
        let rows: Vec<_> = existing_labels(pool, column, per_cell).collect::<Result<_, _>>().ok()?;
        let labels: BTreeSet<&String> = rows.iter().flat_map(|(_, labels)| labels).collect();
        let n_differing = differing_answers(pool, column, per_cell);
        let is_any = !labels.is_empty() || n_differing > 0;
        let come_again = 2 * labels.len() <= (rows.len() + n_differing).max(2);
        let is_likely = is_any && labels.len() <= MAX_LABELS && (come_again || own == Some(column));
        is_likely.then_some(LikelyLabels {
            column,
            per_cell,
            n_rows: rows.len(),
            n_labels: labels.len(),
            n_differing,
        })
    };
    let columns = own.into_iter().chain(named).filter(|&column| column != text_column);
    let mut only_differing = None;
    for likely in columns.filter_map(of) {
        if likely.n_rows > 0 {
            return Some(likely);
        }
        only_differing = only_differing.or(Some(likely));
    }
    only_differing
}

/// Returns the label column of an export by this program. `None` if the pool is not such an export.
/// The label column is the `labels` column with lists or, if the export has no lists, the `label` column.
fn own_labels(pool: &Pool) -> Option<usize> {
    at_once(own_labels_in_slices(pool, &mut Slices::whole()))
}

pub(super) async fn own_labels_in_slices<P: Pause>(
    pool: &Pool,
    slices: &mut Slices<P>,
) -> Result<Option<usize>, Stopped> {
    let columns = pool.columns();
    let Some(first) = first_own_column(columns) else {
        return Ok(None);
    };
    let (label, list) = (first + OWN_NAMES.len() - 1, first + OWN_NAMES.len());
    // A column named `labels` next to the exported columns may also come from the input file.
    let has_equal_labels = |row: Instance<'_>| {
        let labels: Option<Vec<String>> = serde_json::from_str(row.cell(list)).ok();
        labels.is_some_and(|labels| labels.join("; ") == row.cell(label))
    };
    let mut has_lists = columns
        .get(list)
        .is_some_and(|name| number_of(name, "labels").is_some());
    if has_lists {
        for row in pool.instances() {
            if !has_equal_labels(row) {
                has_lists = false;
                break;
            }
            slices.count(CELL_WORK + row.n_bytes(list)).await?;
        }
    }
    Ok(Some(if has_lists { list } else { label }))
}

/// Index of the first column that an export by this program added. `None` if the table is not such an export.
fn first_own_column(columns: &[String]) -> Option<usize> {
    // Exported columns are next to each other, before or after the columns of the input.
    // An export of an export has two groups of exported columns. The column names of the later group end in greater numbers.
    let groups = columns
        .windows(OWN_NAMES.len())
        .enumerate()
        .filter_map(|(first, names)| {
            let numbers: Option<Vec<u64>> = names
                .iter()
                .zip(OWN_NAMES)
                .map(|(name, own)| number_of(name, own))
                .collect();
            Some((numbers?, Reverse(first)))
        });
    let (_, Reverse(first)) = groups.max().filter(|_| columns.len() > OWN_NAMES.len())?;
    Some(first)
}

/// The columns of the input in an export by this program whose labels are in the column `labels`.
/// These columns describe the texts. Words such as “rejected” in these columns are not verdicts on the exported labels.
/// The range is empty if this program did not export the table, or if the input columns follow the exported columns.
/// After the exported columns, input columns cannot be distinguished from columns that were added later.
/// O(number of columns).
pub fn input_columns(pool: &Pool, labels: usize) -> Range<usize> {
    let columns = pool.columns();
    let is_of = |first: &usize| {
        let label = first + OWN_NAMES.len() - 1;
        let is_list = || number_of(&columns[labels], "labels").is_some();
        labels == label || (labels == label + 1 && is_list())
    };
    0..first_own_column(columns).filter(is_of).unwrap_or(0)
}

/// Returns the number that an export has appended to the column name `own`, for example 2 for `label_fastgas_2`.
/// The number is 0 if both names are equal, and 1 if `_fastgas` follows `own`. `None` if `name` is another column.
fn number_of(name: &str, own: &str) -> Option<u64> {
    let behind = name.strip_prefix(own)?;
    if behind.is_empty() {
        return Some(0);
    }
    match behind.strip_prefix("_fastgas")? {
        "" => Some(1),
        number => number.strip_prefix('_')?.parse().ok(),
    }
}

/// Index of the column that most likely holds the texts.
/// A column whose name is common for text columns, such as `text`, is preferred.
/// If no column has such a name, the column with the longest cells on average is chosen.
/// Ties go to the first column. Columns that contain no text or only numbers or JSON are the last choice.
/// O(size of the pool).
pub fn guess_text_column(pool: &Pool) -> usize {
    guess(pool, &lengths_of_texts(pool))
}

/// Likely source of the texts: the column of [`guess_text_column`], or a path inside a column of JSON objects.
/// A column of texts with a common name, such as `text`, takes precedence over every path.
/// A path replaces any other column of texts only if the path's strings are longer on average than the column's cells.
/// If the last key of the path is a common name, the strings need to be only more than half as long as the cells.
/// Any path replaces a column without texts. O(size of the pool).
pub fn likely_text(pool: &Pool) -> TextSource {
    let counted = lengths_of_texts(pool);
    let column = guess(pool, &counted);
    let (lengths, has_texts) = counted;
    let name = &pool.columns()[column];
    let lower = name.trim().to_lowercase();
    if has_texts[column] && NAMES.iter().any(|known| is_word_of(&lower, known)) {
        return TextSource::Column(name.clone());
    }
    let mean = |length: usize, n: usize| length as f64 / n.max(1) as f64;
    let column_mean = mean(lengths[column], pool.len());
    let rank = |name: &str| NAMES.iter().position(|known| name == *known);
    let likelihood = |(path, length): (String, usize)| {
        let key = path.rsplit('.').next().unwrap_or_default().to_lowercase();
        let rank = rank(&key);
        let mean = mean(length, pool.len().min(json_path::ROWS_SEARCHED));
        let outdoes = if rank.is_some() { 2.0 * mean } else { mean } > column_mean;
        (rank.unwrap_or(NAMES.len()), mean, path, outdoes)
    };
    let mut likely = json_path::paths(pool)
        .into_iter()
        .map(likelihood)
        .filter(|(.., outdoes)| !has_texts[column] || *outdoes)
        .collect::<Vec<_>>();
    likely.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    match likely.into_iter().next() {
        Some((_, _, path, _)) => TextSource::Joined(format!("{{{path}}}")),
        None => TextSource::Column(name.clone()),
    }
}

/// Whether the name is a typical name of id columns.
pub fn is_named_like_ids(name: &str) -> bool {
    let name = name.to_lowercase();
    ID_NAMES.iter().any(|known| is_word_of(&name, known))
}

fn is_word_of(name: &str, known: &str) -> bool {
    name.split(|c: char| !c.is_alphanumeric()).any(|word| word == known)
}

/// For each column, the total number of bytes in its cells (0 if the column is ignored) and whether it holds texts.
fn lengths_of_texts(pool: &Pool) -> (Vec<usize>, Vec<bool>) {
    let mut lengths = vec![0usize; pool.columns().len()];
    for instance in pool.instances() {
        for (length, cell) in lengths.iter_mut().zip(instance.cells()) {
            *length += cell.trim().len();
        }
    }
    let mut has_texts = vec![false; pool.columns().len()];
    for instance in pool.instances() {
        let cells = has_texts.iter_mut().zip(instance.cells());
        for (has_texts, cell) in cells.filter(|(has_texts, _)| !**has_texts) {
            *has_texts = !cell.trim().is_empty() && !is_no_text(cell);
        }
        if has_texts.iter().all(|has_texts| *has_texts) {
            break;
        }
    }
    // If no column holds texts, columns of numbers are considered.
    if has_texts.contains(&true) {
        let lengths = lengths.iter_mut().zip(&has_texts);
        lengths
            .filter(|(_, has_texts)| !**has_texts)
            .for_each(|(length, _)| *length = 0);
    }
    (lengths, has_texts)
}

fn guess(pool: &Pool, (lengths, _): &(Vec<usize>, Vec<bool>)) -> usize {
    let candidates: Vec<(usize, String)> = pool
        .columns()
        .iter()
        .enumerate()
        .filter(|&(column, _)| lengths[column] > 0)
        .map(|(column, name)| (column, name.trim().to_lowercase()))
        .collect();
    let named = |fits: fn(&str, &str) -> bool| {
        NAMES
            .iter()
            .find_map(|known| candidates.iter().find(|(_, name)| fits(name, known)))
            .map(|&(column, _)| column)
    };
    named(|name, known| name == known)
        .or_else(|| named(is_word_of))
        .unwrap_or_else(|| {
            let longest = lengths.iter().copied().max().unwrap_or(0);
            lengths.iter().position(|&length| length == longest).unwrap_or(0)
        })
}

pub(super) fn is_no_text(cell: &str) -> bool {
    let cell = cell.trim();
    let is_json = || serde_json::from_str::<IgnoredAny>(cell).is_ok();
    let n_of = |is: fn(char) -> bool| cell.chars().filter(|&letter| is(letter)).count();
    let is_date = || {
        cell.starts_with(|c: char| c.is_ascii_digit()) && n_of(|c| c.is_ascii_digit()) > 2 * n_of(char::is_alphabetic)
    };
    cell.parse::<f64>().is_ok() || is_date() || (cell.starts_with(['[', '{']) && is_json())
}

#[cfg(test)]
mod tests;
