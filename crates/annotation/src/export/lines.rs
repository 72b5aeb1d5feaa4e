//! The exported rows in a common representation that each format writer converts to its file.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::ser::SerializeMap;
use serde_json::value::RawValue;

use super::annotator_columns;
use super::columns::{ALWAYS_ADDED, AddedColumn};
use super::json::json_value;
use super::record::{ExportRows, Labeled};
use crate::label::{Annotation, LabelOrigin, PassReason};
use fastgas_data::{Instance, OutputCell};
use fastgas_progress::{Pause, Slices, Stopped};

/// Cost of exporting one label, or the export columns of one row. The unit of work is about one byte of text.
const ENTRY_WORK: usize = 256;
/// Approximate number of bytes in the export columns of a row.
const OWN_BYTES: usize = 32;

pub(super) const FROM_MODEL: &str = "model";
pub(super) const FROM_SUGGESTION: &str = "suggestion";
pub(super) const FROM_FILE: &str = "file";

type Extra = (AddedColumn, for<'l> fn(&'l Line<'l>) -> &'l str);

/// The columns that are written only if at least one row has a value.
static OPTIONAL_COLUMNS: [Extra; 7] = [
    (AddedColumn::Origin, |line| match line.annotation.origin {
        Some(LabelOrigin::Model { .. }) => FROM_MODEL,
        Some(LabelOrigin::Suggestion { .. }) => FROM_SUGGESTION,
        Some(LabelOrigin::Column(_)) => FROM_FILE,
        None => "",
    }),
    (AddedColumn::Confidence, |line| &line.confidence),
    (AddedColumn::ConfidenceKind, |line| match &line.annotation.origin {
        Some(LabelOrigin::Model {
            measure: Some(measure), ..
        }) => measure.name(),
        _ => "",
    }),
    (AddedColumn::Model, |line| match &line.annotation.origin {
        Some(LabelOrigin::Model { model, .. }) => model,
        _ => "",
    }),
    (AddedColumn::Passed, |line| {
        line.annotation.passed.map_or("", PassReason::words)
    }),
    (
        AddedColumn::Flagged,
        |line| {
            if line.annotation.flagged { "true" } else { "" }
        },
    ),
    (AddedColumn::Note, |line| &line.annotation.note),
];

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

pub(super) struct Line<'a> {
    pub(super) rank: Option<usize>,
    pub(super) part: Option<u32>,
    pub(super) degree: Option<u32>,
    pub(super) annotation: &'a Annotation,
    confidence: String,
    annotator_columns: &'a [AddedColumn],
    annotator_cells: Vec<String>,
    pub(super) instance: Instance<'a>,
    pub(super) columns: &'a [String],
}

impl Line<'_> {
    /// The optional columns and their cells. A cell without a value is empty.
    pub(super) fn extras(&self) -> impl Iterator<Item = (&AddedColumn, &str)> {
        let of_text = OPTIONAL_COLUMNS.iter().map(|(column, cell)| (column, cell(self)));
        let by_annotators = self.annotator_columns.iter().zip(&self.annotator_cells);
        of_text.chain(by_annotators.map(|(column, cell)| (column, cell.as_str())))
    }

    /// Writes the input columns of the row as members of a JSON object.
    /// In a column with JSON values, a cell with valid JSON is written as JSON if `takes` returns true for the value.
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

    fn n_bytes(&self) -> usize {
        self.instance.cells().map(str::len).sum()
    }

    /// Rank, row, part and degree of the exported row; `None` for an unknown number.
    pub(super) fn numbers(&self) -> [Option<u64>; 4] {
        [
            self.rank.map(|rank| rank as u64),
            Some(self.instance.row() as u64),
            self.part.map(u64::from),
            self.degree.map(u64::from),
        ]
    }

    pub(super) fn extra_cell(&self, column: &AddedColumn) -> OutputCell<'_> {
        Some(Cow::Borrowed(self.extra(column))).filter(|cell| !cell.is_empty())
    }

    /// The input columns as table cells. In a column with JSON values, an empty cell is a missing cell.
    pub(super) fn input_cells(&self, is_value: &[bool]) -> impl Iterator<Item = OutputCell<'_>> {
        let cells = self.instance.cells().zip(is_value);
        cells.map(|(cell, &is_value)| Some(Cow::Borrowed(cell)).filter(|cell| !is_value || !cell.is_empty()))
    }

    /// The cell of an optional column; empty if the export has no such column.
    pub(super) fn extra(&self, column: &AddedColumn) -> &str {
        let extra = self.extras().find(|(other, _)| *other == column);
        extra.map_or("", |(_, cell)| cell)
    }
}

impl<'a> Labeled<'a> {
    pub(super) fn are_values(&self) -> Vec<bool> {
        let columns = self.pool.columns().iter();
        columns.map(|name| self.values.contains(name)).collect()
    }
}

/// The row number, rank and degree of an exported row. Only a pick has a rank and a degree.
#[derive(Clone, Copy)]
struct Key {
    row: u32,
    rank: Option<usize>,
    degree: Option<u32>,
}

/// The exported rows, in the order in which they are written.
/// Each row is created on demand, because freeing all rows of a large pool in one step would take a long time.
pub(super) struct Lines<'a> {
    labeled: &'a Labeled<'a>,
    annotator_columns: Vec<AddedColumn>,
    /// The rows to export. `None` if all rows are exported.
    keys: Option<Vec<Key>>,
    picked: BTreeMap<u32, Key>,
}

/// Properties of an export that depend on all exported rows.
pub(super) struct Survey {
    /// The optional columns that have a value in at least one row.
    pub(super) extras: Vec<AddedColumn>,
    /// Whether at least one row has more than one label.
    pub(super) has_several: bool,
    /// Approximate number of bytes in all cells of the export.
    pub(super) n_bytes: usize,
}

impl Survey {
    /// The columns of a file in file order, without [`AddedColumn::EscapedCells`].
    /// `has_lists` indicates whether the file has the column [`AddedColumn::Labels`].
    pub(super) fn columns(&self, has_lists: bool) -> Vec<AddedColumn> {
        let lists = has_lists.then_some(AddedColumn::Labels);
        let extras = self.extras.iter().cloned();
        ALWAYS_ADDED.into_iter().chain(lists).chain(extras).collect()
    }
}

impl<'a> Lines<'a> {
    pub(super) async fn of<P: Pause>(
        labeled: &'a Labeled<'a>,
        rows: ExportRows,
        slices: &mut Slices<P>,
    ) -> Result<Lines<'a>, Stopped> {
        let mut is_signed = false;
        let mut labeled_rows = Vec::new();
        for entry in labeled.labels.last() {
            is_signed |= entry.by.is_some();
            if rows == ExportRows::Labeled && !entry.annotation.labels.is_empty() {
                labeled_rows.push(entry.row);
            }
            slices.count(ENTRY_WORK).await?;
        }
        let ranked = (1..).zip(&labeled.picks).map(|(rank, &(row, degree))| Key {
            row,
            rank: Some(rank),
            degree,
        });
        let picked: BTreeMap<u32, Key> = ranked.clone().map(|key| (key.row, key)).collect();
        let keys = match rows {
            ExportRows::All => None,
            ExportRows::Picks => Some(ranked.collect()),
            ExportRows::Labeled => {
                let is_labeled = |key: &Key| !labeled.labels.annotation(key.row).labels.is_empty();
                let mut keys: Vec<Key> = ranked.filter(is_labeled).collect();
                for row in labeled_rows {
                    if !picked.contains_key(&row) {
                        keys.push(Key {
                            row,
                            rank: None,
                            degree: None,
                        });
                    }
                    slices.count(ENTRY_WORK).await?;
                }
                Some(keys)
            }
        };
        Ok(Lines {
            labeled,
            annotator_columns: annotator_columns::columns(labeled, is_signed),
            keys,
            picked,
        })
    }

    /// The rows that may have values in the optional columns, in ascending order. Ranks are omitted.
    pub(super) async fn annotated<P: Pause>(
        labeled: &'a Labeled<'a>,
        slices: &mut Slices<P>,
    ) -> Result<Lines<'a>, Stopped> {
        let mut rows: BTreeSet<u32> = labeled.times.keys().copied().collect();
        let annotators = labeled.resolved.map_or(&[][..], |resolved| &resolved.annotators);
        let of_annotators = annotators.iter().map(|(_, labels)| labels);
        for labels in of_annotators.chain([labeled.labels]) {
            for entry in labels.last() {
                rows.insert(entry.row);
                slices.count(ENTRY_WORK).await?;
            }
        }
        let unranked = rows.into_iter().map(|row| Key {
            row,
            rank: None,
            degree: None,
        });
        Ok(Lines {
            keys: Some(unranked.collect()),
            ..Lines::of(labeled, ExportRows::All, slices).await?
        })
    }

    pub(super) fn len(&self) -> usize {
        self.keys.as_ref().map_or(self.labeled.pool.len(), Vec::len)
    }

    fn line(&self, place: usize) -> Line<'_> {
        let labeled = self.labeled;
        let Key { row, rank, degree } = match &self.keys {
            Some(keys) => keys[place],
            None => {
                let row = place as u32;
                let unpicked = Key {
                    row,
                    rank: None,
                    degree: None,
                };
                self.picked.get(&row).copied().unwrap_or(unpicked)
            }
        };
        let annotation = labeled.labels.annotation(row);
        Line {
            rank,
            part: labeled.partition.map(|partition| partition.part_of[row as usize]),
            degree,
            annotation,
            confidence: confidence(annotation),
            annotator_columns: &self.annotator_columns,
            annotator_cells: annotator_columns::cells(row, labeled, &self.annotator_columns),
            instance: labeled.pool.instance(row as usize),
            columns: labeled.pool.columns(),
        }
    }

    pub(super) async fn for_each<P: Pause>(
        &self,
        slices: &mut Slices<P>,
        mut visit: impl FnMut(&Line<'_>),
    ) -> Result<(), Stopped> {
        for place in 0..self.len() {
            let work = {
                let line = self.line(place);
                visit(&line);
                ENTRY_WORK + line.n_bytes()
            };
            slices.count(work).await?;
        }
        Ok(())
    }

    pub(super) async fn survey<P: Pause>(&self, slices: &mut Slices<P>) -> Result<Survey, Stopped> {
        let columns = OPTIONAL_COLUMNS.iter().map(|(column, _)| column);
        let columns = columns.chain(&self.annotator_columns).cloned();
        let mut extras: Vec<(AddedColumn, bool)> = columns.map(|column| (column, false)).collect();
        let (mut has_several, mut n_bytes) = (false, 0);
        self.for_each(slices, |line| {
            for ((_, is_there), (_, cell)) in extras.iter_mut().zip(line.extras()) {
                *is_there |= !cell.is_empty();
            }
            has_several |= line.annotation.labels.len() > 1;
            n_bytes += OWN_BYTES + line.n_bytes();
        })
        .await?;
        let extras = extras.into_iter().filter(|(_, is_there)| *is_there);
        Ok(Survey {
            extras: extras.map(|(column, _)| column).collect(),
            has_several,
            n_bytes,
        })
    }
}
