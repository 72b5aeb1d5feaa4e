use super::*;
use crate::export::formats::tests::{folder, pool};
use crate::export::{ExportFormat, ExportRows, Exported};
use crate::label::History;

fn files(history: &History, answers: AnswerType, names: &[&str]) -> [String; 2] {
    let pool = pool(
        &["my \"text\"", "topic"],
        &[&["a", "1"], &["b", "2"], &["c", "3"], &["d", "4"]],
    );
    let files = folder(&pool, history.labels(), (answers, names), ExportFormat::LabelStudio);
    let [tasks, configuration] = <[_; 2]>::try_from(files).expect("two files");
    assert_eq!((tasks.0, configuration.0), ("tasks.json", "labeling-config.xml"));
    [tasks.1, configuration.1]
}

#[test]
fn tasks_match_the_configuration() {
    let mut history = History::default();
    history.toggle(2, "yes & no", 0);
    history.toggle(2, "no", 0);
    history.note(2, "both", 0);
    history.pass(0, PassReason::CannotTell, 0);
    let [tasks, configuration] = files(&history, AnswerType::Several, &["yes & no", "no"]);
    let tasks: Value = serde_json::from_str(&tasks).expect("JSON");
    assert_eq!(
        tasks,
        json!([
            {
                "data": { "my \"text\"": "c", "topic": "3", "fastgas_text": "c" },
                "meta": { "row": 2, "part": 0, "rank": 1, "degree": 7, "note": "both" },
                "annotations": [{ "result": [{
                    "from_name": "label", "to_name": "text", "type": "choices",
                    "value": { "choices": ["yes & no", "no"] }
                }] }]
            },
            {
                "data": { "my \"text\"": "a", "topic": "1", "fastgas_text": "a" },
                "meta": { "row": 0, "part": 1, "rank": 2, "degree": 4, "passed": "cannot tell" },
                "annotations": [{ "result": [], "was_cancelled": true }]
            },
        ])
    );
    assert_eq!(
        configuration,
        "<View>\n  <Text name=\"text\" value=\"$fastgas_text\"/>\n  <Choices name=\"label\" toName=\"text\" \
         choice=\"multiple\">\n    <Choice value=\"yes &amp; no\"/>\n    <Choice value=\"no\"/>\n  </Choices>\n</View>\n"
    );
}

/// Returns the tasks and the configuration for a pool whose first column contains the texts.
fn of_columns(columns: [&str; 2], names: &[&str]) -> (Value, String) {
    let pool = pool(&columns, &[&["a", "1"], &["b", "2"], &["c", "3"], &["d", "4"]]);
    let history = History::default();
    let files = folder(
        &pool,
        history.labels(),
        (AnswerType::One, names),
        ExportFormat::LabelStudio,
    );
    let [tasks, configuration] = <[_; 2]>::try_from(files).expect("two files");
    (serde_json::from_str(&tasks.1).expect("JSON"), configuration.1)
}

#[test]
fn text_is_found_under_any_column_name() {
    for column in [
        "my text",
        "größe",
        "my-text",
        "text[0]",
        "data.text",
        "{premise} … {hypothesis}",
        "",
    ] {
        let (tasks, configuration) = of_columns([column, "topic"], &["yes"]);
        assert_eq!(
            tasks[0]["data"],
            json!({ column: "c", "topic": "3", "fastgas_text": "c" })
        );
        assert!(configuration.contains("value=\"$fastgas_text\""), "{configuration}");
    }
    let (tasks, configuration) = of_columns(["my text", "fastgas_text"], &["yes"]);
    let data = json!({ "my text": "c", "fastgas_text": "3", "fastgas_text_fastgas": "c" });
    assert_eq!(tasks[0]["data"], data);
    assert!(
        configuration.contains("value=\"$fastgas_text_fastgas\""),
        "{configuration}"
    );
    let (tasks, configuration) = of_columns(["Text_2", "topic"], &["yes"]);
    assert_eq!(tasks[0]["data"], json!({ "Text_2": "c", "topic": "3" }));
    assert!(configuration.contains("value=\"$Text_2\""), "{configuration}");
}

#[test]
fn json_value_keeps_every_digit_and_key_order() {
    let pool = pool(
        &["text", "id"],
        &[
            &["a", "12345678901234567890123"],
            &["b", "1e400"],
            &["c", "{\"z\": 1.50, \"a\": 2}"],
            &["d", ""],
        ],
    );
    let values = ["id".to_owned()];
    let labels = History::default();
    let labeled = Labeled {
        picks: Vec::new(),
        labels: labels.labels(),
        values: &values,
        ..Labeled::of(&pool)
    };
    let Exported::Folder(files) = labeled.write(ExportRows::All, ExportFormat::LabelStudio) else {
        panic!("a folder");
    };
    for id in [
        "12345678901234567890123",
        "\"1e400\"",
        "{\"z\": 1.50, \"a\": 2}",
        "null",
    ] {
        assert!(
            files[0].1.contains(&format!("\"id\": {id}\n")),
            "{id} in {}",
            files[0].1
        );
    }
}

#[test]
fn label_is_escaped_in_the_configuration() {
    let (_, configuration) = of_columns(["text", "topic"], &["a\tb \"c\""]);
    assert!(
        configuration.contains("value=\"a&#9;b &quot;c&quot;\""),
        "{configuration}"
    );
}

#[test]
fn configuration_without_labels_has_no_choices() {
    let (_, configuration) = of_columns(["text", "topic"], &[]);
    assert_eq!(
        configuration,
        "<View>\n  <Text name=\"text\" value=\"$text\"/>\n</View>\n"
    );
}

#[test]
fn free_text_answer_is_a_text_area() {
    let mut history = History::default();
    history.give(0, Some("a summary"), 0);
    let [tasks, configuration] = files(&history, AnswerType::Text, &[]);
    let tasks: Value = serde_json::from_str(&tasks).expect("JSON");
    assert_eq!(
        tasks[0]["annotations"],
        json!([]),
        "an unlabeled text has no annotation"
    );
    let result = &tasks[1]["annotations"][0]["result"][0];
    assert_eq!(
        (&result["type"], &result["value"]),
        (&json!("textarea"), &json!({ "text": ["a summary"] }))
    );
    assert!(
        configuration.contains("<TextArea name=\"label\" toName=\"text\""),
        "{configuration}"
    );
}
