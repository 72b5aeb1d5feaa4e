//! A folder that `datasets.load_dataset` reads as it stands, and that can be pushed to a hub as it is.
//!
//! ```text
//! README.md           the card: which files are which split, and of which type each column is
//! data/train.jsonl    a line for each row: text, label, rank, row, part, degree, and every column of the input
//! ```
//!
//! A label is a class of the label set (a `class_label`), a list of such where a text can have several, and a string where
//! answers are written. Our columns are named as in the CSV; where the input has a column of that name it keeps it.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::labeled::{Labeled, Line, extras_in, free_name};
use super::who::SECONDS;
use crate::label::Answers;

/// Numbers of ours that each line has.
const NUMBERS: [&str; 4] = ["rank", "row", "part", "degree"];

/// The names of our columns in this file.
struct Names {
    label: String,
    numbers: [String; 4],
    /// What only some rows have, if one of these does.
    extras: Vec<(String, String)>,
}

impl Names {
    fn of(labeled: &Labeled<'_>, lines: &[Line<'_>]) -> Names {
        let free = |name: &str| free_name(name, labeled.pool.columns());
        Names {
            label: free(if labeled.answers == Answers::Several {
                "labels"
            } else {
                "label"
            }),
            numbers: NUMBERS.map(free),
            extras: extras_in(lines)
                .into_iter()
                .map(|name| (name.clone(), free(&name)))
                .collect(),
        }
    }
}

/// Each file's path and text.
pub(super) fn files(labeled: &Labeled<'_>, lines: &[Line<'_>]) -> Vec<(&'static str, String)> {
    let names = Names::of(labeled, lines);
    let rows = lines.iter().map(|line| {
        let row = Row {
            line,
            names: &names,
            answers: labeled.answers,
        };
        serde_json::to_string(&row).expect("strings and numbers always make JSON") + "\n"
    });
    vec![
        ("README.md", card(labeled, &names, lines.len())),
        ("data/train.jsonl", rows.collect()),
    ]
}

/// One line of the data.
struct Row<'a> {
    line: &'a Line<'a>,
    names: &'a Names,
    answers: Answers,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (line, names) = (self.line, self.names);
        let mut map = serializer.serialize_map(None)?;
        for (name, cell) in line.columns.iter().zip(line.instance.cells()) {
            map.serialize_entry(name, cell)?;
        }
        match self.answers {
            Answers::Several => map.serialize_entry(&names.label, &line.said.labels)?,
            Answers::One | Answers::Text => map.serialize_entry(&names.label, &line.said.answer())?,
        }
        let numbers = [
            line.rank.map(|rank| rank as u64),
            Some(line.instance.row() as u64),
            line.part.map(u64::from),
            line.degree.map(u64::from),
        ];
        for (name, number) in names.numbers.iter().zip(numbers) {
            map.serialize_entry(name, &number)?;
        }
        for (extra, name) in &names.extras {
            let cell = Some(line.extra(extra)).filter(|cell| !cell.is_empty());
            match &**extra {
                SECONDS => map.serialize_entry(name, &cell.and_then(|cell| cell.parse::<f64>().ok()))?,
                _ => map.serialize_entry(name, &cell)?,
            }
        }
        map.end()
    }
}

/// The card, whose head says what the loader must know. Strings are written as JSON, which YAML reads.
fn card(labeled: &Labeled<'_>, names: &Names, n_rows: usize) -> String {
    let quoted = |text: &str| serde_json::to_string(text).expect("a string is JSON");
    let mut features = String::new();
    let mut feature = |name: &str, kind: &str| {
        features.push_str(&format!("  - name: {}\n    {kind}\n", quoted(name)));
    };
    for name in labeled.pool.columns() {
        feature(name, "dtype: string");
    }
    let classes = labeled.names.iter().enumerate();
    let classes: String = classes
        .map(|(index, name)| format!("\n          '{index}': {}", quoted(name)))
        .collect();
    let of_the_set = format!("\n      class_label:\n        names:{classes}");
    let kind = match (labeled.answers, labeled.names.is_empty()) {
        (Answers::One, false) => format!("dtype:{of_the_set}"),
        (Answers::Several, false) => format!("sequence:{of_the_set}"),
        (Answers::Several, true) => "sequence: string".to_owned(),
        (Answers::One, true) | (Answers::Text, _) => "dtype: string".to_owned(),
    };
    feature(&names.label, &kind);
    names.numbers.iter().for_each(|name| feature(name, "dtype: int64"));
    for (extra, name) in &names.extras {
        let is_number = extra == SECONDS;
        feature(name, if is_number { "dtype: float64" } else { "dtype: string" });
    }
    let column = quoted(&labeled.pool.columns()[labeled.text_column]);
    format!(
        "---\nconfigs:\n- config_name: default\n  data_files:\n  - split: train\n    path: data/train.jsonl\n\
         dataset_info:\n  features:\n{features}---\n\n\
         {n_rows} texts (column {column}), selected by FastGAS (Chen et al., Findings of ACL 2024) from a pool of {} and \
         labeled by hand. `{}` is the order in which they were picked, from 1; `{}` the row in the pool, from 0; `{}` the \
         part of the graph; `{}` the edges that the pick touched and none before it.\n",
        labeled.pool.len(),
        names.numbers[0],
        names.numbers[1],
        names.numbers[2],
        names.numbers[3],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::ExportFormat;
    use crate::export::labeled::tests::{folder, pool};
    use crate::label::{History, Pass};

    fn files(history: &History, answers: Answers, names: &[&str]) -> [String; 2] {
        let pool = pool(
            &["text", "label"],
            &[&["a", "1"], &["b", "2"], &["c\nd", "3"], &["d", "4"]],
        );
        let files = folder(&pool, history.labels(), (answers, names), ExportFormat::HuggingFace);
        let [card, rows] = <[_; 2]>::try_from(files).expect("two files");
        assert_eq!((card.0, rows.0), ("README.md", "data/train.jsonl"));
        [card.1, rows.1]
    }

    #[test]
    fn every_column_has_its_type() {
        let mut history = History::default();
        history.give(2, Some("no: \"never\""), 0);
        history.pass(0, Pass::CannotTell, 0);
        let [card, rows] = files(&history, Answers::One, &["yes", "no: \"never\""]);
        assert_eq!(
            rows,
            concat!(
                r#"{"text":"c\nd","label":"3","label_fastgas":"no: \"never\"","rank":1,"row":2,"part":0,"degree":7,"passed":null}"#,
                "\n",
                r#"{"text":"a","label":"1","label_fastgas":null,"rank":2,"row":0,"part":1,"degree":4,"passed":"cannot tell"}"#,
                "\n"
            )
        );
        let head = card.split("---\n").nth(1).expect("a head");
        assert_eq!(
            head,
            r#"configs:
- config_name: default
  data_files:
  - split: train
    path: data/train.jsonl
dataset_info:
  features:
  - name: "text"
    dtype: string
  - name: "label"
    dtype: string
  - name: "label_fastgas"
    dtype:
      class_label:
        names:
          '0': "yes"
          '1': "no: \"never\""
  - name: "rank"
    dtype: int64
  - name: "row"
    dtype: int64
  - name: "part"
    dtype: int64
  - name: "degree"
    dtype: int64
  - name: "passed"
    dtype: string
"#
        );
    }

    #[test]
    fn several_labels_are_a_list() {
        let mut history = History::default();
        history.toggle(2, "yes", 0);
        history.toggle(2, "no", 0);
        let [card, rows] = files(&history, Answers::Several, &["yes", "no"]);
        let lines: Vec<serde_json::Value> = rows
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(lines[0]["labels"], serde_json::json!(["yes", "no"]));
        assert_eq!(lines[1]["labels"], serde_json::json!([]));
        assert!(
            card.contains("  - name: \"labels\"\n    sequence:\n      class_label:\n"),
            "{card}"
        );
    }
}
