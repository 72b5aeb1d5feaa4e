//! JSON Lines: `{…, "rank":…,"row":…,"part":…,"degree":…,"label":…, …}`, one object per line.
//! The columns have the order and the names of the CSV export.
//! Every line has all keys, because readers derive the keys of the file from the first lines.
//! The optional key `labels` is a list of labels.
//! The key `labels` is written if texts can have several labels, or if one text has several labels.
//! The optional keys are `origin`, `confidence`, `confidence_kind`, `model`, `passed`, `flagged` and `note`.
//! An optional key is written if at least one row has a value. Unknown numbers and missing labels are `null`.
//! Missing values in text columns of the export are empty strings. `flagged` is a boolean.
//! If the input is JSON, its columns of numbers, booleans, lists and objects are written as in the input, on one line.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::columns::AddedColumn;
use super::lines::{Line, Lines, Survey};
use super::pieces::{FilePieces, PieceWriter};
use super::record::{ColumnOrder, Labeled};
use crate::label::AnswerType;
use fastgas_data::to_json_line;
use fastgas_progress::{Pause, Slices, Stopped};

pub(super) async fn json_lines<P: Pause>(
    labeled: &Labeled<'_>,
    lines: &Lines<'_>,
    slices: &mut Slices<P>,
) -> Result<FilePieces, Stopped> {
    let columns = labeled.pool.columns();
    let survey = lines.survey(slices).await?;
    let own = survey.columns(has_lists(labeled, &survey)).into_iter();
    let named = own.map(|column| {
        let name = column.name_in_file(columns);
        (column, name)
    });
    let form = JsonForm {
        columns: named.collect(),
        order: labeled.order,
        is_value: labeled.are_values(),
    };
    let mut file = PieceWriter::default();
    lines
        .for_each(slices, |line| {
            file.push(to_json_line(&JsonLine { line, form: &form }).as_bytes());
            file.push(b"\n");
        })
        .await?;
    Ok(file.into_pieces())
}

pub(super) fn has_lists(labeled: &Labeled<'_>, survey: &Survey) -> bool {
    labeled.answers == AnswerType::Several || survey.has_several
}

struct JsonForm {
    /// The columns of the export, with their names in the file.
    columns: Vec<(AddedColumn, String)>,
    order: ColumnOrder,
    is_value: Vec<bool>,
}

struct JsonLine<'a> {
    line: &'a Line<'a>,
    form: &'a JsonForm,
}

impl Serialize for JsonLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let JsonLine { line, form } = self;
        let mut map = serializer.serialize_map(None)?;
        if form.order == ColumnOrder::InputFirst {
            line.serialize_columns(&form.is_value, |_| true, &mut map)?;
        }
        for (column, name) in &form.columns {
            match column {
                AddedColumn::Rank => map.serialize_entry(name, &line.rank)?,
                AddedColumn::Row => map.serialize_entry(name, &line.instance.row())?,
                AddedColumn::Part => map.serialize_entry(name, &line.part)?,
                AddedColumn::Degree => map.serialize_entry(name, &line.degree)?,
                AddedColumn::Label => map.serialize_entry(name, &line.annotation.answer())?,
                AddedColumn::Labels => map.serialize_entry(name, &line.annotation.labels)?,
                AddedColumn::Flagged => map.serialize_entry(name, &line.annotation.flagged)?,
                AddedColumn::Seconds | AddedColumn::Confidence => {
                    map.serialize_entry(name, &line.extra(column).parse::<f64>().ok())?;
                }
                AddedColumn::EscapedCells
                | AddedColumn::Origin
                | AddedColumn::ConfidenceKind
                | AddedColumn::Model
                | AddedColumn::Passed
                | AddedColumn::Note
                | AddedColumn::Annotator
                | AddedColumn::LabeledAt
                | AddedColumn::Agreement
                | AddedColumn::LabelBy(_)
                | AddedColumn::LabeledAtBy(_) => map.serialize_entry(name, line.extra(column))?,
            }
        }
        if form.order == ColumnOrder::OwnFirst {
            line.serialize_columns(&form.is_value, |_| true, &mut map)?;
        }
        map.end()
    }
}
