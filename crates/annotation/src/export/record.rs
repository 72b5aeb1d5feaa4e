//! The data of an export, common to all formats.

use std::collections::{BTreeMap, BTreeSet};
#[cfg(test)]
use std::sync::LazyLock;

use crate::label::{AnswerType, Labels, ResolvedLabels};
use fastgas_data::Pool;
use fastgas_partition::Partition;
use fastgas_select::Method;

/// The data of an export.
#[derive(Clone, Debug)]
pub struct Labeled<'a> {
    /// The input.
    pub pool: &'a Pool,
    /// Row of each pick, by rank, with its degree if known.
    pub picks: Vec<(u32, Option<u32>)>,
    /// Part of each instance, if there is a partition.
    pub partition: Option<&'a Partition>,
    /// The current labels.
    pub labels: &'a Labels,
    /// The column with the texts.
    pub text_column: usize,
    /// The columns whose cells are JSON values instead of texts.
    pub values: &'a [String],
    /// The kind of answers.
    pub answers: AnswerType,
    /// The label set in its order; empty for free-text answers.
    pub names: &'a [String],
    /// The selection method, if known.
    pub method: Option<Method>,
    /// The rows that have a label that was renamed after it was given.
    pub renamed: BTreeSet<u32>,
    /// The labels of each annotator, if there are several annotators.
    pub resolved: Option<&'a ResolvedLabels>,
    /// Time spent on each row in milliseconds, if known.
    pub times: BTreeMap<u32, u64>,
    /// Whether the export contains these times, and the time at which each text was labeled.
    pub tells_times: bool,
    /// The order of the columns in tables and JSON Lines. The formats of other tools have their own.
    pub order: ColumnOrder,
}

/// The order of our columns and those of the input. Within each of the two groups the order is always the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColumnOrder {
    /// The input first: a program that reads the input finds its columns at the same positions in the export.
    #[default]
    InputFirst,
    /// Ours first, as in versions before 2026-11-28.
    OwnFirst,
}

impl ColumnOrder {
    /// Puts values for our columns and for the columns of the input into this order.
    pub(super) fn arrange<T>(self, own: impl IntoIterator<Item = T>, input: impl IntoIterator<Item = T>) -> Vec<T> {
        match self {
            ColumnOrder::InputFirst => input.into_iter().chain(own).collect(),
            ColumnOrder::OwnFirst => own.into_iter().chain(input).collect(),
        }
    }
}

#[cfg(test)]
impl<'a> Labeled<'a> {
    /// A pool without any further data, and the column order of earlier versions.
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

/// The rows to export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportRows {
    /// The labeled picks by rank, then the other labeled rows by row.
    Labeled,
    /// Every pick by rank, labeled or not.
    Picks,
    /// Every row, in file order.
    All,
}

/// Returns `name`, with a suffix if `columns` already contains it.
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
