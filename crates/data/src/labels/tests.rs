use super::*;
use crate::{Columns, load};

#[test]
fn blank_cells_have_no_labels() {
    let file = "premise,hypothesis,label\nIt rains.,It is wet.,yes\nA {b},\"c\nd\", \n";
    let pool = load(file.as_bytes()).expect("a table");
    let labels: Result<Vec<_>, _> = existing_labels(&pool, 2, LabelCell::One).collect();
    assert_eq!(labels, Ok(vec![(0, vec!["yes".to_owned()])]));
}

#[test]
fn cell_has_one_label_or_several() {
    let labels = |per_cell: LabelCell, cell: &str| per_cell.labels(cell);
    let several = |labels: &[&str]| Some(labels.iter().map(|&label| label.to_owned()).collect::<Vec<_>>());
    assert_eq!(labels(LabelCell::One, " a; b "), several(&["a; b"]));
    assert_eq!(labels(LabelCell::between(";"), " b;a ;; b;"), several(&["b", "a"]));
    assert_eq!(labels(LabelCell::between("|"), "a; b"), several(&["a; b"]));
    assert_eq!(labels(LabelCell::List, r#"["b", " a", "b", ""]"#), several(&["b", "a"]));
    for one in ["a; b", "1", "true", "[sic]", "[[a]] or b", "{b", "\"a\""] {
        assert_eq!(
            labels(LabelCell::List, one),
            several(&[one]),
            "a cell that is not a list is one label"
        );
    }
    for blank in ["", "  "] {
        for per_cell in [LabelCell::One, LabelCell::between(","), LabelCell::List] {
            assert_eq!(labels(per_cell, blank), several(&[]));
        }
    }
    for nothing in ["[]", " {} "] {
        for per_cell in [LabelCell::One, LabelCell::between(","), LabelCell::List] {
            assert_eq!(labels(per_cell, nothing), several(&[]), "{nothing}");
        }
    }
    for no_list in ["[1]", r#"{"a": 1}"#, r#"{"a": "b"}"#, r#"["a""#] {
        assert_eq!(labels(LabelCell::List, no_list), None, "{no_list}");
    }
    let likely = |cells: &[&str]| LabelCell::likely(cells.iter().copied());
    assert_eq!(likely(&["", " "]), LabelCell::One);
    assert_eq!(likely(&["a", "", "b"]), LabelCell::One);
    assert_eq!(likely(&["a;b"]), LabelCell::One, "`;` may be part of a label");
    assert_eq!(likely(&["a", "a; b"]), LabelCell::between(";"));
    assert_eq!(likely(&[r#"["a"]"#, "", "[]"]), LabelCell::List);
    assert_eq!(
        likely(&[r#"["a"]"#, "b"]),
        LabelCell::List,
        "a tool may write a single label without a list"
    );
    assert_eq!(likely(&["b; c", r#"{"choices": ["a", "b"]}"#, "b; c"]), LabelCell::List);
    assert_eq!(likely(&[r#"["a"]"#, r#"{"a": 1}"#]), LabelCell::One);
    assert_eq!(likely(&["[]", "a"]), LabelCell::One);
    assert_eq!(
        likely(&["[a]", "[b] c"]),
        LabelCell::One,
        "the cells are not valid JSON"
    );
    assert_eq!(likely(&["{}", r#"{"choices": ["a", "b"]}"#]), LabelCell::List);
    // The cells contain answers in the formats of Label Studio, Argilla and Potato.
    for (cell, expected) in [
        (r#"{"choices": ["a", "b"]}"#, &["a", "b"][..]),
        (r#"{"text": ["a; b", "c."]}"#, &["a; b", "c."]),
        (
            r#"[{"result": [{"type": "choices", "value": {"choices": ["a"]}}], "was_cancelled": false},
                    {"result": [], "was_cancelled": true}]"#,
            &["a"],
        ),
        (
            r#"[{"result": [{"value": {"choices": ["a"]}}]}, {"result": [{"value": {"choices": ["b"]}}]}]"#,
            &[],
        ),
        (
            r#"[{"result": [{"value": {"choices": ["b", "a"]}}]}, {"result": [{"value": {"choices": ["a", "b"]}}]}]"#,
            &["b", "a"],
        ),
        (r#"[{"result": [], "was_cancelled": true}]"#, &[]),
        (r#"[{"user_id": "u1", "value": "a", "status": "submitted"}]"#, &["a"]),
        (r#"[{"user_id": "u1", "value": "a", "status": "discarded"}]"#, &[]),
        (r#"{"intent": [{"user_id": "u1", "value": ["a", "b"]}]}"#, &["a", "b"]),
        (r#"{"intent": {"a": "true", "b": "false"}}"#, &["a"]),
        (r#"{"a": true, "b": false}"#, &["a"]),
    ] {
        assert_eq!(labels(LabelCell::List, cell), several(expected), "{cell}");
    }
    let counts = LabelCell::between("#").count([("a#b", 2), ("b", 3), ("", 1), (" b # c", 1)].into_iter());
    let several = |labels: &[(&str, u32)]| {
        labels
            .iter()
            .map(|&(label, n)| (label.to_owned(), n))
            .collect::<Vec<_>>()
    };
    assert_eq!(counts, Some(several(&[("b", 6), ("a", 2), ("c", 1)])));
    assert_eq!(LabelCell::List.count([("[1]", 1)].into_iter()), None);
    let columns = Columns {
        labels: Some("label".into()),
        per_cell: LabelCell::List,
        ..Columns::default()
    };
    let table = load(b"text,label\na,yes\nb,[1]\n").expect("a table");
    let words = columns.apply(table).expect_err("refused").to_string();
    assert_eq!(words, "row 1 has no list of labels in column `label`");
}

#[test]
fn semicolons_separate_repeated_labels_but_not_sentences() {
    let likely = |cells: &[&str]| LabelCell::likely(cells.iter().copied());
    assert_eq!(likely(&["Block it; then call.", "Bake slowly", "1"]), LabelCell::One);
    assert_eq!(likely(&["Block it; then call.", "Wait; then write."]), LabelCell::One);
    assert_eq!(
        likely(&["Block it; then call.", "Block it; then call.", "Wait."]),
        LabelCell::One
    );
    assert_eq!(likely(&["Block it; then call."]), LabelCell::One);
    assert_eq!(likely(&["a; b", "c", "b"]), LabelCell::between(";"));
    assert_eq!(likely(&["a; b", "c; a", "d"]), LabelCell::between(";"));
    assert_eq!(likely(&["a; b", "b;c"]), LabelCell::between(";"));
    assert_eq!(
        likely(&["a; a", "b"]),
        LabelCell::One,
        "a label that repeats within a cell does not count as repeated"
    );
    assert_eq!(
        likely(&["", "a; b"]),
        LabelCell::between(";"),
        "a single cell is not enough evidence"
    );
}

#[test]
fn differing_answers_are_counted() {
    let answer = |labels: &str| format!("{{\"result\": [{{\"value\": {{\"choices\": [{labels}]}}}}]}}");
    let cell = |answers: &[&str]| {
        let answers: Vec<String> = answers.iter().map(|labels| answer(labels)).collect();
        format!("[{}]", answers.join(", "))
    };
    let cells = [
        cell(&["\"a\"", "\"b\""]),
        cell(&["\"a\"", "\"a\""]),
        cell(&["\"a\", \"b\"", "\"b\", \"a\""]),
        cell(&["\"a\", \"b\"", "\"a\""]),
        "a".into(),
        String::new(),
    ];
    let ends = cells.iter().scan(0, |end, cell| {
        *end += cell.len() as u32;
        Some(*end)
    });
    let pool = Pool::from_parts(vec!["label".into()], cells.concat(), ends.collect()).expect("a table");
    assert_eq!(differing_answers(&pool, 0, LabelCell::List), 2);
    assert_eq!(
        differing_answers(&pool, 0, LabelCell::One),
        0,
        "each whole cell is a label"
    );
    let labels: Vec<u32> = existing_labels(&pool, 0, LabelCell::List)
        .map(|row| row.expect("labels").0)
        .collect();
    assert_eq!(labels, [1, 2, 4]);
}
