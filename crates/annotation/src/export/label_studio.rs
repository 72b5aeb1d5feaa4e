//! Tasks with annotations in the import format of Label Studio, and a matching labeling configuration.
//!
//! The `data` field of a task contains every input column. `meta` contains rank, row, part, degree and optional columns.
//! An annotation contains one result: type `choices` (`textarea` for free-text answers), name `label`, target `text`.
//! If a configuration cannot reference the name of the text column, `data` contains a copy of the text, `fastgas_text`.
//! A text that is impossible to label has a canceled annotation. Label Studio records a skipped task in this way.
//! A text without an answer has no annotation.
//! An accepted answer of a language model is a prediction instead of an annotation.
//! The prediction contains the name of the model. The score of the prediction is the confidence.
//! `lead_time` is the time spent on the text, if the time is known and the export includes times.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::lines::{Line, Lines};
use super::pieces::{FilePieces, PieceWriter};
use super::record::{Labeled, free_name};
use crate::label::{AnswerType, LabelOrigin, PassReason};
use fastgas_data::xml;
use fastgas_progress::{Pause, Slices, Stopped};

pub(super) async fn files<P: Pause>(
    labeled: &Labeled<'_>,
    lines: &Lines<'_>,
    slices: &mut Slices<P>,
) -> Result<Vec<(&'static str, FilePieces)>, Stopped> {
    let own_key = own_key(labeled);
    let configuration = configuration(labeled, own_key.as_deref());
    Ok(vec![
        ("tasks.json", tasks(labeled, lines, own_key.as_deref(), slices).await?),
        ("labeling-config.xml", vec![configuration.into_bytes()]),
    ])
}

/// Returns the key under which each task stores a copy of its text, or `None` if no copy is needed.
/// No copy is needed if the name of the text column is not empty and has only ASCII letters, digits and `_`.
/// For any other column name, Label Studio rejects the configuration or does not find the text.
fn own_key(labeled: &Labeled<'_>) -> Option<String> {
    let columns = labeled.pool.columns();
    let column = &columns[labeled.text_column];
    let is_found = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_name = !column.is_empty() && column.bytes().all(is_found);
    (!is_name).then(|| free_name("fastgas_text", columns))
}

async fn tasks<P: Pause>(
    labeled: &Labeled<'_>,
    lines: &Lines<'_>,
    own_key: Option<&str>,
    slices: &mut Slices<P>,
) -> Result<FilePieces, Stopped> {
    const WRITTEN: &str = "strings and numbers always make JSON";
    let is_value = labeled.are_values();
    let mut file = PieceWriter::default();
    let mut serializer = serde_json::Serializer::pretty(&mut file);
    let mut list = serializer.serialize_seq(Some(lines.len())).expect(WRITTEN);
    lines
        .for_each(slices, |line| {
            let data = Data {
                line,
                is_value: &is_value,
                copy: own_key.map(|key| (key, line.instance.cell(labeled.text_column))),
            };
            list.serialize_element(&task(labeled, line, data)).expect(WRITTEN);
        })
        .await?;
    SerializeSeq::end(list).expect(WRITTEN);
    Ok(file.into_pieces())
}

#[derive(serde::Serialize)]
struct Task<'a> {
    data: Data<'a>,
    meta: Value,
    annotations: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    predictions: Option<Value>,
}

struct Data<'a> {
    line: &'a Line<'a>,
    is_value: &'a [bool],
    copy: Option<(&'a str, &'a str)>,
}

impl Serialize for Data<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        // A number outside the range of JSON number types, such as `1e400`, is written as a string.
        let can_be_held = |value: &RawValue| serde_json::from_str::<Value>(value.get()).is_ok();
        self.line.serialize_columns(self.is_value, can_be_held, &mut map)?;
        if let Some((key, text)) = self.copy {
            map.serialize_entry(key, text)?;
        }
        map.end()
    }
}

fn task<'a>(labeled: &Labeled<'_>, line: &Line<'_>, data: Data<'a>) -> Task<'a> {
    let mut meta = json!({ "row": line.instance.row(), "part": line.part, "rank": line.rank, "degree": line.degree });
    for (column, cell) in line.extras().filter(|(_, cell)| !cell.is_empty()) {
        meta[&*column.name()] = cell.into();
    }
    let annotation = line.annotation;
    let mut annotations = match (annotation.labels.is_empty(), annotation.passed) {
        (true, Some(PassReason::CannotTell)) => json!([{ "result": [], "was_cancelled": true }]),
        (true, _) => json!([]),
        (false, _) => {
            let (kind, key) = match labeled.answers {
                AnswerType::Text => ("textarea", "text"),
                AnswerType::One | AnswerType::Several => ("choices", "choices"),
            };
            let value = Map::from_iter([(key.to_owned(), json!(annotation.labels))]);
            json!([{ "result": [{ "from_name": "label", "to_name": "text", "type": kind, "value": value }] }])
        }
    };
    let ms = labeled
        .times
        .get(&(line.instance.row() as u32))
        .filter(|_| labeled.tells_times);
    let is_predicted = matches!(annotation.origin, Some(LabelOrigin::Model { .. }));
    if let (Some(own), Some(&ms), false) = (annotations.get_mut(0), ms, is_predicted) {
        // The time spent on the text, in seconds. Label Studio calls this duration `lead_time`.
        own["lead_time"] = json!(ms as f64 / 1000.0);
    }
    let mut predictions = None;
    if let Some(LabelOrigin::Model {
        percent,
        model,
        measure,
    }) = &annotation.origin
    {
        let mut predicted = std::mem::replace(&mut annotations, json!([]));
        if let Some(own) = predicted.get_mut(0) {
            own["model_version"] = model.as_str().into();
            if measure.is_some() {
                own["score"] = json!(f64::from(*percent) / 100.0);
            }
        }
        predictions = Some(predicted);
    }
    Task {
        data,
        meta,
        annotations,
        predictions,
    }
}

/// The labeling configuration. A Label Studio project needs the configuration before the tasks are imported.
fn configuration(labeled: &Labeled<'_>, own_key: Option<&str>) -> String {
    let key = own_key.unwrap_or(&labeled.pool.columns()[labeled.text_column]);
    let control = match labeled.answers {
        AnswerType::Text => "  <TextArea name=\"label\" toName=\"text\" maxSubmissions=\"1\"/>\n".to_owned(),
        AnswerType::One => choices(labeled, "single"),
        AnswerType::Several => choices(labeled, "multiple"),
    };
    format!("<View>\n  <Text name=\"text\" value=\"${key}\"/>\n{control}</View>\n")
}

/// The XML control with the label set. Empty if the label set is empty, because Label Studio rejects an empty list.
fn choices(labeled: &Labeled<'_>, choice: &str) -> String {
    if labeled.names.is_empty() {
        return String::new();
    }
    let names = labeled.names.iter();
    let names = names.map(|name| format!("    <Choice value=\"{}\"/>\n", xml::attribute(name)));
    let names: String = names.collect();
    format!("  <Choices name=\"label\" toName=\"text\" choice=\"{choice}\">\n{names}  </Choices>\n")
}

#[cfg(test)]
mod tests;
