//! The data of an export, as the formats need it.

use std::collections::{BTreeMap, BTreeSet};
#[cfg(test)]
use std::sync::LazyLock;

use crate::label::{Answers, Labels, Verdicts};
use fastgas_data::Pool;
use fastgas_partition::Partition;
use fastgas_select::Method;

/// The data of an export.
#[derive(Clone, Debug)]
pub struct Labeled<'a> {
    /// The input.
    pub pool: &'a Pool,
    /// The row of each pick, by rank, and its degree if it is known.
    pub picks: Vec<(u32, Option<u32>)>,
    /// A part for every instance, if there are parts.
    pub partition: Option<&'a Partition>,
    /// The current labels.
    pub labels: &'a Labels,
    /// The column with the texts.
    pub text_column: usize,
    /// The columns whose cells are JSON values instead of texts.
    pub values: &'a [String],
    /// The kind of answer that a text gets.
    pub answers: Answers,
    /// The label set, in its order; empty if answers are free text.
    pub names: &'a [String],
    /// The method that selected the picks, if it is known.
    pub method: Option<Method>,
    /// The rows whose labels have been renamed since they were given.
    pub renamed: BTreeSet<u32>,
    /// The labels of each annotator, if there are several annotators.
    pub verdicts: Option<&'a Verdicts>,
    /// How long the user looked at a row, in milliseconds, if that is known.
    pub times: BTreeMap<u32, u64>,
    /// Whether every format contains these times, and the time at which each text was labeled.
    pub tells_times: bool,
}

#[cfg(test)]
impl<'a> Labeled<'a> {
    /// A pool of which nothing else is known.
    pub(super) fn of(pool: &'a Pool) -> Labeled<'a> {
        static NO_LABELS: LazyLock<Labels> = LazyLock::new(Labels::default);
        Labeled {
            pool,
            picks: Vec::new(),
            partition: None,
            labels: &NO_LABELS,
            text_column: 0,
            values: &[],
            answers: Answers::One,
            names: &[],
            method: None,
            renamed: BTreeSet::new(),
            verdicts: None,
            times: BTreeMap::new(),
            tells_times: false,
        }
    }
}

/// Which rows to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportRows {
    /// The labeled picks by rank, then the labeled rows that are no longer picks, by row.
    Labeled,
    /// Every pick by rank, labeled or not.
    Picks,
    /// Every row of the file, in the order of the file.
    All,
}

/// `name`, with a suffix if `columns` already contains it.
pub(super) fn free_name(name: &str, columns: &[String]) -> String {
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
