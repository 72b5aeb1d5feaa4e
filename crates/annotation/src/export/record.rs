//! The data of an export: the pool, the picks, the labels, and the user's settings. All formats use this data.

use std::collections::{BTreeMap, BTreeSet};
#[cfg(test)]
use std::sync::LazyLock;

use crate::label::{AnswerType, Labels, ResolvedLabels};
use fastgas_data::Pool;
use fastgas_partition::Partition;
use fastgas_select::Method;

/// The data that the user exports.
#[derive(Clone, Debug)]
pub struct Labeled<'a> {
    /// The pool that was read from the input.
    pub pool: &'a Pool,
    /// For each pick, in order of rank: its row and, if known, its degree.
    pub picks: Vec<(u32, Option<u32>)>,
    /// Partition of the texts into parts, if there is one.
    pub partition: Option<&'a Partition>,
    /// The current labels of the pool.
    pub labels: &'a Labels,
    /// Index of the column with the texts.
    pub text_column: usize,
    /// Names of the columns whose cells are JSON values instead of texts.
    pub values: &'a [String],
    /// The kind of answers that the annotators give.
    pub answers: AnswerType,
    /// The labels of the label set, in order; empty for free-text answers.
    pub names: &'a [String],
    /// The selection method of the picks, if known.
    pub method: Option<Method>,
    /// The rows whose label was renamed after the label was assigned.
    pub renamed: BTreeSet<u32>,
    /// The labels of each annotator; `None` if there is only one annotator in the project.
    pub resolved: Option<&'a ResolvedLabels>,
    /// Time spent on each row in milliseconds, where known.
    pub times: BTreeMap<u32, u64>,
    /// Whether the export contains the time spent on each row, and the time of each answer.
    pub tells_times: bool,
    /// The order of the columns in tables and JSON Lines. Hugging Face and Label Studio exports have a fixed order.
    pub order: ColumnOrder,
}

/// Whether the export columns precede or follow the input columns. The order within each group of columns is fixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColumnOrder {
    /// Input columns first. Programs that read the input file find its columns at unchanged positions in the export.
    #[default]
    InputFirst,
    /// Export columns first, as in versions before 2026-11-28.
    OwnFirst,
}

impl ColumnOrder {
    /// Arranges the values of the export columns and of the input columns in the chosen order.
    pub(super) fn arrange<T>(self, own: impl IntoIterator<Item = T>, input: impl IntoIterator<Item = T>) -> Vec<T> {
        match self {
            ColumnOrder::InputFirst => input.into_iter().chain(own).collect(),
            ColumnOrder::OwnFirst => own.into_iter().chain(input).collect(),
        }
    }
}

#[cfg(test)]
impl<'a> Labeled<'a> {
    /// Export data of a pool without picks and labels, in the column order that earlier versions used.
    pub(super) fn of(pool: &'a Pool) -> Labeled<'a> {
        static NO_LABELS: LazyLock<Labels> = LazyLock::new(Labels::default);
        Labeled {
            pool,
            picks: Vec::new(),
            partition: None,
            labels: &NO_LABELS,
            text_column: 0,
            values: &[],
            answers: AnswerType::One,
            names: &[],
            method: None,
            renamed: BTreeSet::new(),
            resolved: None,
            times: BTreeMap::new(),
            tells_times: false,
            order: ColumnOrder::OwnFirst,
        }
    }
}

/// The rows that an export contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportRows {
    /// The labeled picks, sorted by rank, then the other labeled rows, sorted by row.
    Labeled,
    /// Every pick, labeled or not, sorted by rank.
    Picks,
    /// Every row of the input, in file order.
    All,
}

/// Returns `name`, with a suffix if `columns` already contains `name`.
pub(crate) fn free_name(name: &str, columns: &[String]) -> String {
    let taken = |name: &str| columns.iter().any(|column| column == name);
    if !taken(name) {
        return name.to_owned();
    }
    let suffixed = format!("{name}_fastgas");
    if !taken(&suffixed) {
        return suffixed;
    }
    (2..)
        .map(|count| format!("{suffixed}_{count}"))
        .find(|name| !taken(name))
        .expect("columns are finite")
}
