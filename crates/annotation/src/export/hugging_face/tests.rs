use super::*;
use crate::export::formats::tests::{dataset, pool, table_csv};
use crate::export::{ExportFormat, ExportRows, Exported};
use crate::label::{History, PassReason};

fn files(history: &History, answers: AnswerType, names: &[&str]) -> [String; 2] {
    let pool = pool(
        &["text", "label"],
        &[&["a", "1"], &["b", "2"], &["c\nd", "3"], &["d", "4"]],
    );
    let dataset = dataset(&pool, history.labels(), (answers, names));
    assert_eq!(
        (dataset.path, dataset.format),
        ("data/train-00000-of-00001.parquet", TableFormat::Parquet)
    );
    let [card] = <[_; 1]>::try_from(dataset.texts).expect("one file");
    assert_eq!(card.0, "README.md");
    [card.1, table_csv(&dataset.table)]
}

#[test]
fn every_column_has_its_type() {
    let mut history = History::default();
    history.give(2, Some("no: \"never\""), 0);
    history.pass(0, PassReason::CannotTell, 0);
    let [card, rows] = files(&history, AnswerType::One, &["yes", "no: \"never\""]);
    assert_eq!(
        rows,
        "text,label,label_fastgas,rank,row,part,degree,passed\n\
         \"c\nd\",3,1,1,2,0,7,\n\
         a,1,,2,0,1,4,cannot tell\n"
    );
    let head = card.split("---\n").nth(1).expect("a head");
    assert_eq!(
        head,
        r#"configs:
- config_name: default
  data_files:
  - split: train
    path: data/train-00000-of-00001.parquet
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
fn multiple_labels_are_a_list_of_classes() {
    let mut history = History::default();
    history.toggle(2, "yes", 0);
    history.toggle(2, "no", 0);
    let [card, rows] = files(&history, AnswerType::Several, &["yes", "no"]);
    assert_eq!(
        rows,
        "text,label,labels,rank,row,part,degree\n\"c\nd\",3,\"[0,1]\",1,2,0,7\na,1,[],2,0,1,4\n"
    );
    assert!(
        card.contains(
            "  - name: \"labels\"\n    sequence:\n      class_label:\n        names:\n          '0': \"yes\"\n"
        ),
        "{card}"
    );
}

#[test]
fn labels_outside_of_the_set_are_strings() {
    let mut history = History::default();
    history.give(2, Some("maybe"), 0);
    let [card, rows] = files(&history, AnswerType::One, &["yes", "no"]);
    assert!(
        card.contains("  - name: \"label_fastgas\"\n    dtype: string\n") && rows.contains(",3,maybe,1,"),
        "{card}\n{rows}"
    );
    let [card, rows] = files(&history, AnswerType::Several, &[]);
    assert!(
        card.contains("  - name: \"labels\"\n    sequence: string\n") && rows.contains(",\"[\"\"maybe\"\"]\",1,"),
        "{card}\n{rows}"
    );
    let [card, _] = files(&history, AnswerType::Text, &["maybe"]);
    assert!(
        card.contains("  - name: \"label_fastgas\"\n    dtype: string\n"),
        "{card}"
    );
}

fn card_text(labeled: &Labeled<'_>, rows: ExportRows) -> String {
    let Exported::Dataset(dataset) = labeled.write(rows, ExportFormat::HuggingFace) else {
        panic!("a dataset");
    };
    dataset.texts[0].1.split("---\n").nth(2).expect("words").to_owned()
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
            "| given by hand | 3 |\n| suggested by the program, accepted by an annotator | 1 |\n| no label | 1 |\n\n\
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
        card.contains("| adjudicated where annotators disagreed | 1 |"),
        "{card}"
    );
    assert!(!card.contains("given by hand"), "{card}");
}

/// YAML treats U+0085, U+2028 and U+2029 as line breaks. Without escaping, the other tested characters are invalid in YAML.
#[test]
fn characters_that_yaml_rejects_are_escaped_in_the_card() {
    let odd = "a\u{1}\u{7f}\u{80}\u{85}\u{9f}\u{a0}\u{2028}\u{2029}\u{feff}\u{fffe}\u{ffff}\u{10ffff}";
    let pool = pool(&[odd], &[&["a"], &["b"], &["c"], &["d"]]);
    let history = History::default();
    let dataset = dataset(&pool, history.labels(), (AnswerType::One, &[odd]));
    let name = "\"a\\u0001\\u007f\\u0080\\u0085\\u009f\u{a0}\\u2028\\u2029\\ufeff\\ufffe\\uffff\u{10ffff}\"\n";
    let card = &dataset.texts[0].1;
    assert!(card.contains(&format!("  - name: {name}")), "{card}");
    assert!(card.contains(&format!("          '0': {name}")), "{card}");
    assert_eq!(dataset.table.columns[0].name, odd);
}
