//! JSON Lines: `{…, "rank":…,"row":…,"part":…,"degree":…,"label":…, …}`, one object per line.
//! The columns have the order and the names of the CSV export.
//! Every line has all keys, because readers derive the keys of the file from the first lines.
//! The optional key `labels` is a list of labels.
//! The key `labels` is written if texts can have several labels, or if one text has several labels.
//! The optional keys are `origin`, `confidence`, `confidence_kind`, `model`, `passed`, `flagged` and `note`.
//! An optional key is written if at least one row has a value. Unknown numbers and missing labels are `null`.
//! Missing values in text columns of the export are empty strings. `flagged` is a boolean.
//! If the input is JSON, its columns of numbers, booleans, lists and objects are written as in the input, on one line.

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::annotator_columns::SECONDS;
use super::lines::{CONFIDENCE, Line, Lines, Survey};
use super::picks::PICK_COLUMNS;
use super::pieces::{FilePieces, PieceWriter};
use super::record::{ColumnOrder, Labeled, free_name};
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
    let own = PICK_COLUMNS.into_iter().chain(["label", "labels"]);
    let own = own.chain(survey.extras.iter().map(String::as_str));
    let form = JsonForm {
        names: own.map(|name| (name, free_name(name, columns))).collect(),
        has_lists: has_lists(labeled, &survey),
        extras: &survey.extras,
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

struct JsonForm<'a> {
    names: BTreeMap<&'a str, String>,
    has_lists: bool,
    extras: &'a [String],
    order: ColumnOrder,
    is_value: Vec<bool>,
}

struct JsonLine<'a> {
    line: &'a Line<'a>,
    form: &'a JsonForm<'a>,
}

impl Serialize for JsonLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let JsonLine { line, form } = self;
        let name = |own: &str| &form.names[own];
        let mut map = serializer.serialize_map(None)?;
        if form.order == ColumnOrder::InputFirst {
            line.serialize_columns(&form.is_value, |_| true, &mut map)?;
        }
        map.serialize_entry(name("rank"), &line.rank)?;
        map.serialize_entry(name("row"), &line.instance.row())?;
        map.serialize_entry(name("part"), &line.part)?;
        map.serialize_entry(name("degree"), &line.degree)?;
        map.serialize_entry(name("label"), &line.annotation.answer())?;
        if form.has_lists {
            map.serialize_entry(name("labels"), &line.annotation.labels)?;
        }
        for own in form.extras.iter().map(String::as_str) {
            let cell = line.extra(own);
            match own {
                "flagged" => map.serialize_entry(name(own), &!cell.is_empty())?,
                SECONDS | CONFIDENCE => map.serialize_entry(name(own), &cell.parse::<f64>().ok())?,
                _ => map.serialize_entry(name(own), cell)?,
            }
        }
        if form.order == ColumnOrder::OwnFirst {
            line.serialize_columns(&form.is_value, |_| true, &mut map)?;
        }
        map.end()
    }
}
