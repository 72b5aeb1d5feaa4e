//! A dataset folder that `datasets.load_dataset` reads directly and that can be uploaded to a hub unchanged.
//!
//! ```text
//! README.md           the card: the files of each split, and the type of each column
//! data/train.jsonl    one line per row: text, label, rank, row, part, degree, and every column of the input
//! ```
//!
//! A label is a class of the label set (a `class_label`), a list of classes if a text can have several, or a string if
//! answers are free text. Our columns have the same names as in the CSV; an input column of the same name keeps its
//! name.
//!
//! The loader reads JSON with Arrow. Before Arrow considers the types in the card, it infers a timestamp type for a
//! column that contains only dates and times. Therefore our time columns are declared as timestamps, and class names
//! that look like timestamps are written as class indices. The card lists the input columns that the loader will
//! reformat. No other text format that the loader supports is better: CSV has no lists and turns `007` into a number.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::annotator_columns::{SECONDS, is_moment};
use super::lines::{CONFIDENCE, Line, extras_in};
use super::record::{Labeled, free_name};
use crate::label::{AnswerType, LabelOrigin};
use fastgas_data::{escaped, on_a_line};
use fastgas_select::Method;

/// Our numeric columns, present in each line.
const NUMERIC_COLUMNS: [&str; 4] = ["rank", "row", "part", "degree"];

/// The names of our columns in this file.
struct ColumnNames {
    label: String,
    numbers: [String; 4],
    /// The optional columns that have a value in at least one row: (own name, name in the file).
    extras: Vec<(String, String)>,
}

impl ColumnNames {
    fn of(labeled: &Labeled<'_>, lines: &[Line<'_>]) -> ColumnNames {
        let free = |name: &str| free_name(name, labeled.pool.columns());
        ColumnNames {
            label: free(if labeled.answers == AnswerType::Several {
                "labels"
            } else {
                "label"
            }),
            numbers: NUMERIC_COLUMNS.map(free),
            extras: extras_in(lines)
                .into_iter()
                .map(|name| (name.clone(), free(&name)))
                .collect(),
        }
    }
}

/// Path and content of each file.
pub(super) fn files(labeled: &Labeled<'_>, lines: &[Line<'_>]) -> Vec<(&'static str, String)> {
    let names = ColumnNames::of(labeled, lines);
    let is_numbered = are_classes(labeled) && labeled.names.iter().any(|name| looks_like_moment(name));
    let rows = lines.iter().map(|line| {
        let row = Row {
            line,
            names: &names,
            answers: labeled.answers,
            numbered: if is_numbered { labeled.names } else { &[] },
        };
        on_a_line(&row) + "\n"
    });
    vec![
        ("README.md", card(labeled, &names, lines)),
        ("data/train.jsonl", rows.collect()),
    ]
}

/// Returns whether labels are classes of the label set rather than strings.
fn are_classes(labeled: &Labeled<'_>) -> bool {
    labeled.answers != AnswerType::Text && !labeled.names.is_empty()
}

/// One line of the data.
struct Row<'a> {
    line: &'a Line<'a>,
    names: &'a ColumnNames,
    answers: AnswerType,
    /// The label set if labels are written as indices into it; otherwise empty.
    numbered: &'a [String],
}

impl Row<'_> {
    /// The JSON value of a label: its class index or its name.
    fn class(&self, label: &str) -> Value {
        let place = self.numbered.iter().position(|name| name == label);
        place.map_or_else(|| label.into(), Value::from)
    }
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (line, names) = (self.line, self.names);
        let mut map = serializer.serialize_map(None)?;
        for (name, cell) in line.columns.iter().zip(line.instance.cells()) {
            map.serialize_entry(name, cell)?;
        }
        match self.answers {
            AnswerType::Several => {
                let classes: Vec<Value> = line.annotation.labels.iter().map(|label| self.class(label)).collect();
                map.serialize_entry(&names.label, &classes)?;
            }
            AnswerType::One | AnswerType::Text => {
                let class = line.annotation.answer().map(|label| self.class(&label));
                map.serialize_entry(&names.label, &class)?;
            }
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
                SECONDS | CONFIDENCE => map.serialize_entry(name, &cell.and_then(|cell| cell.parse::<f64>().ok()))?,
                _ => map.serialize_entry(name, &cell)?,
            }
        }
        map.end()
    }
}

/// The dataset card. Its YAML header contains the configuration for the loader.
fn card(labeled: &Labeled<'_>, names: &ColumnNames, lines: &[Line<'_>]) -> String {
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
    let kind = match (labeled.answers, are_classes(labeled)) {
        (AnswerType::Several, true) => format!("sequence:{of_the_set}"),
        (AnswerType::Several, false) => "sequence: string".to_owned(),
        (AnswerType::One | AnswerType::Text, true) => format!("dtype:{of_the_set}"),
        (AnswerType::One | AnswerType::Text, false) => "dtype: string".to_owned(),
    };
    feature(&names.label, &kind);
    names.numbers.iter().for_each(|name| feature(name, "dtype: int64"));
    for (extra, name) in &names.extras {
        let kind = match &**extra {
            SECONDS | CONFIDENCE => "dtype: float64",
            extra if is_moment(extra) => "dtype: timestamp[s, tz=UTC]",
            _ => "dtype: string",
        };
        feature(name, kind);
    }
    let column = quoted(&labeled.pool.columns()[labeled.text_column]);
    format!(
        "---\nconfigs:\n- config_name: default\n  data_files:\n  - split: train\n    path: data/train.jsonl\n\
         dataset_info:\n  features:\n{features}---\n\n\
         {}. `{}` is the order in which they were picked, from 1; `{}` the row in the pool, from 0; `{}` the \
         part of the graph; `{}` the edges that the pick touched and none before it.\n\n{}{}",
        selected(labeled, &column, lines),
        names.numbers[0],
        names.numbers[1],
        names.numbers[2],
        names.numbers[3],
        OriginCounts::of(labeled, lines).words(),
        on_moments(&of_moments(labeled, names, lines)),
    )
}

/// A sentence with the number of texts and the selection method.
fn selected(labeled: &Labeled<'_>, column: &str, lines: &[Line<'_>]) -> String {
    let by = match labeled.method {
        Some(Method::Fastgas) => "FastGAS (Chen et al., Findings of ACL 2024)".to_owned(),
        Some(method) => format!("the method `{}` of the program FastGAS", method.name()),
        None => "the program FastGAS".to_owned(),
    };
    let (n, n_pool) = (lines.len(), labeled.pool.len());
    match lines.iter().filter(|line| line.rank.is_some()).count() {
        n_picks if n_picks == n => format!("{n} texts (column {column}), selected by {by} from a pool of {n_pool}"),
        n_picks => {
            format!("{n} texts (column {column}) of a pool of {n_pool}; {n_picks} of them were selected by {by}")
        }
    }
}

/// Number of texts by origin of their label.
#[derive(Debug, Default, PartialEq)]
struct OriginCounts {
    by_hand: usize,
    suggested: usize,
    of_models: usize,
    settled: usize,
    imported: usize,
    none: usize,
    /// The labeled texts with a label that was renamed after it was assigned.
    renamed: usize,
}

impl OriginCounts {
    fn of(labeled: &Labeled<'_>, lines: &[Line<'_>]) -> OriginCounts {
        let mut origins = OriginCounts::default();
        for line in lines {
            let row = line.instance.row() as u32;
            let is_adjudication = labeled.labels.entry(row).is_some_and(|entry| entry.is_adjudication);
            let n = match &line.annotation.origin {
                _ if line.annotation.labels.is_empty() => &mut origins.none,
                Some(LabelOrigin::Model { .. }) => &mut origins.of_models,
                Some(LabelOrigin::Suggestion { .. }) => &mut origins.suggested,
                Some(LabelOrigin::Column(_)) => &mut origins.imported,
                None if is_adjudication => &mut origins.settled,
                None => &mut origins.by_hand,
            };
            *n += 1;
            origins.renamed += usize::from(!line.annotation.labels.is_empty() && labeled.renamed.contains(&row));
        }
        origins
    }

    /// The Markdown table for the card.
    fn words(&self) -> String {
        let rows = [
            ("given by hand", self.by_hand),
            ("suggested by the program, accepted by a person", self.suggested),
            ("answered by a language model, accepted by a person", self.of_models),
            ("settled by a person where annotators disagreed", self.settled),
            ("taken over from the input", self.imported),
            ("no label", self.none),
        ];
        let rows = rows.iter().filter(|(_, n)| *n > 0);
        let rows: String = rows.map(|(words, n)| format!("| {words} | {n} |\n")).collect();
        let renamed = match self.renamed {
            0 => String::new(),
            n => format!("\nOf these texts, {n} have a label that was renamed or merged after it was given.\n"),
        };
        format!("| Origin of the label | Texts |\n| --- | ---: |\n{rows}{renamed}")
    }
}

/// Formats a string as JSON, which is valid YAML, and escapes the characters that YAML treats as line breaks or as not
/// printable.
fn quoted(text: &str) -> String {
    let is_meant = |letter: char| {
        matches!(
            letter,
            '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
        )
    };
    escaped(serde_json::to_string(text).expect("a string is JSON"), is_meant)
}

/// The card's note on columns that the loader reformats.
fn on_moments(columns: &[&str]) -> String {
    if columns.is_empty() {
        return String::new();
    }
    let columns: Vec<String> = columns.iter().map(|name| quoted(name)).collect();
    format!(
        "\nThe loader takes columns of nothing but dates and times for moments and writes them its own way: `2024-01-02` as \
         `2024-01-02 00:00:00`, what has a time zone in UTC and without one. That holds for {}. In `data/train.jsonl` they \
         stand as they were.\n",
        columns.join(", ")
    )
}

/// The string columns that the loader would convert to timestamps, which changes their format.
fn of_moments<'n>(labeled: &Labeled<'n>, names: &'n ColumnNames, lines: &[Line<'_>]) -> Vec<&'n str> {
    let columns = labeled.pool.columns().iter().enumerate();
    let columns = columns.filter(|(column, _)| are_moments(lines.iter().map(|line| line.instance.cell(*column))));
    let labels = lines.iter().flat_map(|line| &line.annotation.labels);
    let is_label = !are_classes(labeled) && are_moments(labels.map(String::as_str));
    let label = is_label.then_some(names.label.as_str());
    let extras = names.extras.iter().filter(|(extra, _)| {
        let cells = lines.iter().map(|line| line.extra(extra));
        !is_moment(extra) && are_moments(cells.filter(|cell| !cell.is_empty()))
    });
    let columns = columns.map(|(_, name)| name.as_str()).chain(label);
    columns.chain(extras.map(|(_, name)| name.as_str())).collect()
}

/// Returns whether all cells look like timestamps and at least one is not in the form in which the loader writes it.
fn are_moments<'c>(cells: impl Iterator<Item = &'c str>) -> bool {
    const MIN_TIME_LENGTH: usize = "2024-01-02 03:04:05".len();
    let mut is_another = false;
    for cell in cells {
        if !looks_like_moment(cell) {
            return false;
        }
        is_another |= cell.len() != MIN_TIME_LENGTH || cell.contains('T');
    }
    is_another
}

/// Returns whether Arrow may parse the cell as a date, with or without time and zone (`ParseTimestampISO8601`, to the
/// second). There are no false negatives; dates that do not exist also match.
fn looks_like_moment(cell: &str) -> bool {
    const MAX_TIME_LENGTH: usize = "2024-01-02T03:04:05+06:00".len();
    if cell.len() > MAX_TIME_LENGTH {
        return false;
    }
    let zeros = cell
        .chars()
        .map(|letter| if letter.is_ascii_digit() { '0' } else { letter });
    let shape: String = zeros.collect();
    let Some(behind) = shape.strip_prefix("0000-00-00") else {
        return false;
    };
    let Some(time) = behind.strip_prefix([' ', 'T']) else {
        return behind.is_empty();
    };
    let (time, zone) = time.split_at(time.find(['Z', '+', '-']).unwrap_or(time.len()));
    let is_zone = match zone.strip_prefix(['+', '-']) {
        Some(offset) => matches!(offset, "00" | "0000" | "00:00"),
        None => matches!(zone, "" | "Z"),
    };
    is_zone && matches!(time, "00" | "00:00" | "00:00:00")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::formats::tests::{folder, pool};
    use crate::export::{ExportFormat, ExportRows, Exported};
    use crate::label::{History, PassReason};

    fn files(history: &History, answers: AnswerType, names: &[&str]) -> [String; 2] {
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
        history.pass(0, PassReason::CannotTell, 0);
        let [card, rows] = files(&history, AnswerType::One, &["yes", "no: \"never\""]);
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
    fn multiple_labels_are_a_list() {
        let mut history = History::default();
        history.toggle(2, "yes", 0);
        history.toggle(2, "no", 0);
        let [card, rows] = files(&history, AnswerType::Several, &["yes", "no"]);
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

    #[test]
    fn timestamp_like_cells_are_recognized() {
        for cell in [
            "2024-01-02",
            "2024-01-02 03",
            "2024-01-02T03:04",
            "2024-01-02T03:04:05",
            "2024-01-02T03:04:05Z",
            "2024-01-02 03:04:05-0600",
            "2024-01-02T03:04:05+06:00",
        ] {
            assert!(looks_like_moment(cell), "{cell}");
        }
        for cell in [
            "",
            "2024",
            "20240102",
            "2024-1-2",
            "2024-01-02Z",
            "2024-01-02T",
            " 2024-01-02",
            "2024-01-02t03:04",
            "2024-01-02T03:04:05.123Z",
            "2024-01-02T03:04:05+06:00 ",
            "２０２４-01-02",
        ] {
            assert!(!looks_like_moment(cell), "{cell}");
        }
    }

    #[test]
    fn card_lists_columns_that_the_loader_reformats() {
        let columns = ["text", "day", "some days", "at", "as written"];
        let same = "2024-01-02 03:04:05";
        let rows: [&[&str]; 4] = [
            &["a", "2024-01-02", "2024-01-02", "2024-01-02T03:04:05+02:00", same],
            &["b", "none", "none", "none", "none"],
            &["c", "2024-01-03", "", "2024-01-02 03:04", same],
            &["d", "none", "none", "none", "none"],
        ];
        let pool = pool(&columns, &rows);
        let mut history = History::default();
        let card_of = |history: &History, answers| {
            let files = folder(&pool, history.labels(), (answers, &[]), ExportFormat::HuggingFace);
            files.into_iter().next().expect("a card").1
        };
        let card = card_of(&history, AnswerType::One);
        assert!(card.contains("That holds for \"day\", \"at\". In"), "{card}");
        history.give(2, Some("2024-05-06"), 0);
        history.note(0, "2024-05-06", 0);
        let card = card_of(&history, AnswerType::Text);
        assert!(
            card.contains("That holds for \"day\", \"at\", \"label\", \"note\". In"),
            "{card}"
        );
        let [card, _] = files(&History::default(), AnswerType::One, &["yes"]);
        assert!(!card.contains("dates"), "{card}");
    }

    #[test]
    fn timestamp_like_class_names_are_written_as_indices() {
        let mut history = History::default();
        history.give(2, Some("2024-01-02"), 0);
        let [_, rows] = files(&history, AnswerType::One, &["never", "2024-01-02"]);
        assert!(
            rows.contains(r#""label_fastgas":1,"#) && rows.contains(r#""label_fastgas":null,"#),
            "{rows}"
        );
        let [_, rows] = files(&history, AnswerType::Several, &["never", "2024-01-02"]);
        assert!(
            rows.contains(r#""labels":[1],"#) && rows.contains(r#""labels":[],"#),
            "{rows}"
        );
    }

    /// The text of the card after its YAML header.
    fn card_text(labeled: &Labeled<'_>, rows: ExportRows) -> String {
        let Exported::Folder(files) = labeled.write(rows, ExportFormat::HuggingFace) else {
            panic!("a folder");
        };
        files[0].1.split("---\n").nth(2).expect("words").to_owned()
    }

    #[test]
    fn card_counts_origins_of_labels() {
        let pool = pool(&["text"], &[&["a"], &["b"], &["c"], &["d"], &["e"], &["f"]]);
        let mut history = History::default();
        history.import(vec![(5, vec!["old".into()])], "topic", 1);
        history.give(0, Some("yes"), 2);
        history.give(1, Some("no"), 3);
        history.accept(vec![(2, vec!["no".into()], 90), (3, vec!["no".into()], 80)], 4);
        history.rename("no", "never");
        history.note(1, "sure?", 5);
        history.give(3, Some("yes"), 6);
        history.pass(4, PassReason::CannotTell, 7);
        let labeled = |method| Labeled {
            picks: (0..5).map(|row| (row, Some(1))).collect(),
            labels: history.labels(),
            method,
            renamed: history.renamed_rows(),
            ..Labeled::of(&pool)
        };
        let card = card_text(&labeled(Some(Method::Fastgas)), ExportRows::Picks);
        assert!(
            card.contains("5 texts (column \"text\"), selected by FastGAS (Chen et al.,"),
            "{card}"
        );
        assert!(
            card.contains(
                "| given by hand | 3 |\n| suggested by the program, accepted by a person | 1 |\n| no label | 1 |\n\n\
                 Of these texts, 2 have a label that was renamed"
            ),
            "{card}"
        );
        let card = card_text(&labeled(Some(Method::Random)), ExportRows::All);
        assert!(
            card.contains("6 texts (column \"text\") of a pool of 6; 5 of them were selected by the method `random`"),
            "{card}"
        );
        assert!(card.contains("| taken over from the input | 1 |"), "{card}");
        let card = card_text(&labeled(None), ExportRows::Labeled);
        assert!(
            !card.contains("no label") && card.contains("selected by the program FastGAS"),
            "{card}"
        );
    }

    #[test]
    fn adjudicated_labels_are_counted_separately() {
        let pool = pool(&["text"], &[&["a"], &["b"]]);
        let mut decisions = History::of_decisions(Vec::new());
        decisions.adjudicate(
            0,
            crate::label::Annotation {
                labels: vec!["yes".into()],
                ..Default::default()
            },
            1,
        );
        let labeled = Labeled {
            picks: vec![(0, None)],
            labels: decisions.labels(),
            ..Labeled::of(&pool)
        };
        let card = card_text(&labeled, ExportRows::Picks);
        assert!(
            card.contains("| settled by a person where annotators disagreed | 1 |"),
            "{card}"
        );
        assert!(!card.contains("given by hand"), "{card}");
    }

    /// YAML treats U+0085, U+2028 and U+2029 as line breaks and rejects the others unless they are escaped.
    #[test]
    fn characters_that_yaml_rejects_are_escaped_in_the_card() {
        let odd = "a\u{1}\u{7f}\u{80}\u{85}\u{9f}\u{a0}\u{2028}\u{2029}\u{feff}\u{fffe}\u{ffff}\u{10ffff}";
        let pool = pool(&[odd], &[&["a"], &["b"], &["c"], &["d"]]);
        let history = History::default();
        let files = folder(
            &pool,
            history.labels(),
            (AnswerType::One, &[odd]),
            ExportFormat::HuggingFace,
        );
        let name = "\"a\\u0001\\u007f\\u0080\\u0085\\u009f\u{a0}\\u2028\\u2029\\ufeff\\ufffe\\uffff\u{10ffff}\"\n";
        let card = &files[0].1;
        assert!(card.contains(&format!("  - name: {name}")), "{card}");
        assert!(card.contains(&format!("          '0': {name}")), "{card}");
        assert_eq!(files[1].1.lines().count(), 2);
        assert!(
            !files[1].1.contains(['\u{85}', '\u{2028}', '\u{2029}']),
            "{}",
            files[1].1
        );
    }
}
