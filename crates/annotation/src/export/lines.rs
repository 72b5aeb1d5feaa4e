//! The rows of an export in a form that all formats share.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde_json::value::RawValue;

use super::annotator_columns::{self, SECONDS, is_moment};
use super::json::json_value;
use super::record::{ExportRows, Labeled};
use crate::label::{Annotation, LabelOrigin, PassReason};
use fastgas_data::{Instance, OutputCell, OutputKind};

/// Name of the column with the confidence of an accepted answer of a language model, from 0 to 1.
pub(super) const CONFIDENCE: &str = "confidence";

/// The name of an optional column, and a function that returns its cell.
type Extra = (&'static str, for<'l> fn(&'l Line<'l>) -> &'l str);

/// The columns that are written only if at least one row has a value.
const OPTIONAL_COLUMNS: [Extra; 7] = [
    ("origin", |line| match line.annotation.origin {
        Some(LabelOrigin::Model { .. }) => "model",
        Some(LabelOrigin::Suggestion { .. }) => "suggestion",
        Some(LabelOrigin::Column(_)) => "file",
        None => "",
    }),
    (CONFIDENCE, |line| &line.confidence),
    ("confidence_kind", |line| match &line.annotation.origin {
        Some(LabelOrigin::Model {
            measure: Some(measure), ..
        }) => measure.name(),
        _ => "",
    }),
    ("model", |line| match &line.annotation.origin {
        Some(LabelOrigin::Model { model, .. }) => model,
        _ => "",
    }),
    ("passed", |line| line.annotation.passed.map_or("", PassReason::words)),
    ("flagged", |line| if line.annotation.flagged { "true" } else { "" }),
    ("note", |line| &line.annotation.note),
];

/// The cell of the column [`CONFIDENCE`].
fn confidence(annotation: &Annotation) -> String {
    match &annotation.origin {
        Some(LabelOrigin::Model {
            percent,
            measure: Some(_),
            ..
        }) => (f64::from(*percent) / 100.0).to_string(),
        _ => String::new(),
    }
}

/// Names of the optional columns that have a value in at least one of `lines`.
pub(super) fn extras_in(lines: &[Line<'_>]) -> Vec<String> {
    let names = lines.first().into_iter().flat_map(Line::extras).map(|(name, _)| name);
    let is_there = |name: &&str| lines.iter().any(|line| !line.extra(name).is_empty());
    names.filter(is_there).map(str::to_owned).collect()
}

/// The kind of cells in the optional column `name`.
pub(super) fn extra_kind(name: &str) -> OutputKind {
    match name {
        SECONDS | CONFIDENCE => OutputKind::Float,
        name if is_moment(name) => OutputKind::Moment,
        _ => OutputKind::Text,
    }
}

/// One row of the export.
pub(super) struct Line<'a> {
    pub(super) rank: Option<usize>,
    pub(super) part: Option<u32>,
    pub(super) degree: Option<u32>,
    pub(super) annotation: &'a Annotation,
    confidence: String,
    /// Names and cells of the columns about the annotators.
    pub(super) by_annotators: Vec<(String, String)>,
    pub(super) instance: Instance<'a>,
    pub(super) columns: &'a [String],
}

impl Line<'_> {
    /// Names and cells of the optional columns. A cell without a value is empty.
    pub(super) fn extras(&self) -> impl Iterator<Item = (&str, &str)> {
        let of_text = OPTIONAL_COLUMNS.into_iter().map(|(name, cell)| (name, cell(self)));
        let by_annotators = self.by_annotators.iter();
        of_text.chain(by_annotators.map(|(name, cell)| (name.as_str(), cell.as_str())))
    }

    /// Writes the columns of the input.
    /// A cell of a JSON column is written verbatim if the cell is valid JSON and `takes` accepts it.
    /// Every other cell is written as a string.
    pub(super) fn serialize_columns<M: SerializeMap>(
        &self,
        is_value: &[bool],
        takes: fn(&RawValue) -> bool,
        map: &mut M,
    ) -> Result<(), M::Error> {
        for ((column, cell), &is_value) in self.columns.iter().zip(self.instance.cells()).zip(is_value) {
            match json_value::<Box<RawValue>>(cell, is_value).filter(|value| takes(value)) {
                Some(value) => map.serialize_entry(column, &value)?,
                None => map.serialize_entry(column, cell)?,
            }
        }
        Ok(())
    }

    /// Rank, row, part and degree of the line; `None` for an unknown number.
    pub(super) fn numbers(&self) -> [Option<u64>; 4] {
        [
            self.rank.map(|rank| rank as u64),
            Some(self.instance.row() as u64),
            self.part.map(u64::from),
            self.degree.map(u64::from),
        ]
    }

    /// The optional column `name` as a cell of a table.
    pub(super) fn extra_cell(&self, name: &str) -> OutputCell<'_> {
        Some(Cow::Borrowed(self.extra(name))).filter(|cell| !cell.is_empty())
    }

    /// The input columns as cells of a table. An empty cell is missing if the cells of its column are JSON values.
    pub(super) fn input_cells(&self, is_value: &[bool]) -> impl Iterator<Item = OutputCell<'_>> {
        let cells = self.instance.cells().zip(is_value);
        cells.map(|(cell, &is_value)| Some(Cow::Borrowed(cell)).filter(|cell| !is_value || !cell.is_empty()))
    }

    /// The cell of the optional column `name`; empty if the column does not exist.
    pub(super) fn extra(&self, name: &str) -> &str {
        let extra = self.extras().find(|(other, _)| *other == name);
        extra.map_or("", |(_, cell)| cell)
    }
}

impl<'a> Labeled<'a> {
    /// For each column of the input, whether its cells are JSON values.
    pub(super) fn are_values(&self) -> Vec<bool> {
        let columns = self.pool.columns().iter();
        columns.map(|name| self.values.contains(name)).collect()
    }

    /// The exported rows, in the order in which they are written.
    pub(super) fn lines(&self, rows: ExportRows) -> Vec<Line<'a>> {
        let names = annotator_columns::names(self);
        let by_annotators = |row| {
            let cells = annotator_columns::cells(row, self, &names);
            names.iter().cloned().zip(cells).collect()
        };
        let line = |row: u32, rank, degree| Line {
            rank,
            part: self.partition.map(|partition| partition.part_of[row as usize]),
            degree,
            annotation: self.labels.annotation(row),
            confidence: confidence(self.labels.annotation(row)),
            by_annotators: by_annotators(row),
            instance: self.pool.instance(row as usize),
            columns: self.pool.columns(),
        };
        let ranked = (1..)
            .zip(&self.picks)
            .map(|(rank, &(row, degree))| (row, (Some(rank), degree)));
        let picked: BTreeMap<u32, _> = ranked.clone().collect();
        let ranked = ranked.map(|(row, (rank, degree))| line(row, rank, degree));
        match rows {
            ExportRows::Picks => ranked.collect(),
            ExportRows::Labeled => {
                let former = self.labels.rows().filter(|row| !picked.contains_key(row));
                ranked
                    .filter(|line| !line.annotation.labels.is_empty())
                    .chain(former.map(|row| line(row, None, None)))
                    .collect()
            }
            ExportRows::All => {
                let of_row = |row| {
                    let (rank, degree) = picked.get(&row).copied().unwrap_or_default();
                    line(row, rank, degree)
                };
                (0..self.pool.len() as u32).map(of_row).collect()
            }
        }
    }
}
