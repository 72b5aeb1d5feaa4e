//! Tests that special characters in labels, notes and names cannot change the structure of an export file.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::formats::tests::{dataset, folder, pool, write};
use super::{EscapeFormulas, ExportFormat, ExportRows, Exported, Labeled};
use crate::label::{AnswerType, History};
use fastgas_data::{ESCAPED_COLUMN, is_formula};

const HOSTILE: [&str; 24] = [
    "---\n- a: b\n---\n",
    "...",
    "\"\n  - name: x",
    "'\n    dtype: y",
    "&a *b !!c %d @e",
    ": # ",
    "| x | 9 |\n# H",
    "<script>alert(1)</script>",
    "\"/><Choice value=\"x",
    "]]><!--",
    "&amp;&#10;",
    "$text",
    "a,b;c\td",
    "\r\n=1+1",
    "=cmd|' /C calc'!A0",
    "+1",
    "-1",
    "@SUM(1)",
    "\"\"",
    "\\n\\u0022",
    "\u{202e}gpj\u{2066}",
    "\u{85}\u{2028}\u{feff}",
    "\u{0}\u{1b}[31m",
    "__proto__",
];

fn hostile() -> impl Strategy<Value = String> {
    vec(select(&HOSTILE[..]), 1..3).prop_map(|parts| parts.concat())
}

fn names(n: usize) -> impl Strategy<Value = Vec<String>> {
    vec(hostile(), n).prop_map(|names| {
        (0..)
            .zip(names)
            .map(|(index, name): (u32, _)| format!("{name}{index}"))
            .collect()
    })
}

fn history(labels: &[String], note: &str) -> History {
    let mut history = History::default();
    history.set_annotator(Some(note.to_owned()));
    history.give(2, Some(&labels[0]), 1);
    history.give(0, Some(&labels[1]), 2);
    history.note(2, note, 3);
    history
}

fn file(exported: Exported) -> String {
    match exported {
        Exported::File(text) => text,
        other => panic!("{other:?}"),
    }
}

fn attributes(xml: &str, name: &str) -> Vec<String> {
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#9;", "\t"),
        ("&#10;", "\n"),
        ("&#13;", "\r"),
        ("&amp;", "&"),
    ];
    let begin = format!("{name}=\"");
    let values = xml.split(&begin[..]).skip(1).filter_map(|rest| rest.split('"').next());
    values
        .map(|value| {
            entities.iter().fold(value.to_owned(), |value, (entity, letter)| {
                value.replace(entity, letter)
            })
        })
        .collect()
}

fn in_xml(text: &str) -> String {
    text.chars()
        .filter(|letter| !letter.is_control() || matches!(letter, '\t' | '\n' | '\r'))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn names_cannot_break_out_of_the_yaml_of_a_card(columns in names(2), labels in names(2), note in hostile()) {
        let pool_columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let cells = ["a", "b"];
        let pool = pool(&pool_columns, &[&cells[..]; 4]);
        let set: Vec<&str> = labels.iter().map(String::as_str).collect();
        let history = history(&labels, &note);
        let dataset = dataset(&pool, history.labels(), (AnswerType::One, &set));
        let card = &dataset.texts[0].1;
        let lines: Vec<&str> = card.split('\n').collect();
        let marks: Vec<usize> = (0..lines.len()).filter(|&line| lines[line].trim_end() == "---").collect();
        prop_assert_eq!(marks.len(), 2, "{}", card);
        let head = &lines[1..marks[1]];
        let strings = |prefix: &str| -> Vec<String> {
            let rest = head.iter().filter_map(|line| line.strip_prefix(prefix));
            rest.map(|string| serde_json::from_str(string).expect("a string of JSON")).collect()
        };
        prop_assert_eq!(&strings("  - name: ")[..2], &columns[..]);
        let classes = [strings("          '0': "), strings("          '1': ")].concat();
        prop_assert_eq!(classes, labels.clone());
        let known = ["configs:", "- config_name:", "  data_files:", "  - split:", "    path:", "dataset_info:", "  features:", "  - name: \"",
            "    dtype:", "      class_label:", "        names:", "          '"];
        for line in head {
            prop_assert!(known.iter().any(|known| line.starts_with(known)), "{line:?}");
        }
        prop_assert!(lines[marks[1]..].iter().all(|line| !line.starts_with('#')), "{card}");
        let table = dataset.table.table().expect("a table");
        prop_assert_eq!(&table.columns()[0].name, &columns[0]);
        prop_assert!(table.column(0).all(|cell| cell == Some("a")));
    }

    #[test]
    fn labels_cannot_break_out_of_the_xml_of_a_configuration(labels in names(2), column in hostile(), note in hostile()) {
        let pool = pool(&[&column], &[&["a"], &["b"], &["c"], &["d"]]);
        let set: Vec<&str> = labels.iter().map(String::as_str).collect();
        let history = history(&labels, &note);
        let files = folder(&pool, history.labels(), (AnswerType::One, &set), ExportFormat::LabelStudio);
        let configuration = &files[1].1;
        prop_assert_eq!(configuration.matches('<').count(), 2 + 1 + 2 + 2, "{}", configuration);
        // Label Studio accepts only ASCII letters, digits and `_` in column names.
        // For other column names, the key is `fastgas_text`.
        let key = if column.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
            format!("${column}")
        } else {
            "$fastgas_text".to_owned()
        };
        let values = attributes(configuration, "value");
        let expected: Vec<String> = [key].into_iter().chain(labels.iter().map(|label| in_xml(label))).collect();
        prop_assert_eq!(values, expected);
        let tasks: serde_json::Value = serde_json::from_str(&files[0].1).expect("JSON");
        prop_assert_eq!(&tasks[0]["annotations"][0]["result"][0]["value"]["choices"][0], &labels[0]);
        prop_assert_eq!(&tasks[0]["data"][&column], "c");
    }

    #[test]
    fn cells_round_trip_and_escaped_cells_are_no_formulas(columns in names(2), labels in names(2), note in hostile(), cell in hostile()) {
        let pool_columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let row = ["a", &cell];
        let pool = pool(&pool_columns, &[&row[..]; 4]);
        let history = history(&labels, &note);
        for (format, delimiter) in [
            (ExportFormat::Csv, b','), (ExportFormat::ExcelCsv, b','), (ExportFormat::ExcelSemicolons, b';'), (ExportFormat::Tsv, b'\t'),
        ] {
            let records = |text: &str| -> Vec<csv::StringRecord> {
                let text = text.strip_prefix('\u{feff}').unwrap_or(text);
                let mut reader = csv::ReaderBuilder::new().has_headers(false).delimiter(delimiter).from_reader(text.as_bytes());
                reader.records().collect::<Result<_, _>>().expect("records of one length")
            };
            let plain = records(&file(write(&pool, history.labels(), (AnswerType::One, &[]), ExportRows::Picks, format)));
            prop_assert_eq!(plain.len(), 3);
            prop_assert_eq!(&plain[1][4], &labels[0]);
            let at = |name: &str| plain[0].iter().position(|other| other == name).expect("a column");
            prop_assert_eq!(&plain[1][at("annotator")], &note[..]);
            prop_assert_eq!(&plain[1][at("note")], note.trim());
            prop_assert_eq!(&plain[1][at(&columns[1])], &cell[..]);
            let labeled = Labeled {
                picks: vec![(2, Some(7)), (0, None)],
                labels: history.labels(),
                tells_times: true,
                ..Labeled::of(&pool)
            };
            let guarded = records(&file(labeled.write_with(ExportRows::Picks, format, EscapeFormulas::On)));
            for cell in guarded.iter().flatten() {
                prop_assert!(!is_formula(cell) || cell.starts_with('\'') || cell == ESCAPED_COLUMN, "{cell:?}");
            }
        }
    }
}
