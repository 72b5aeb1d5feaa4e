use super::*;
use crate::{Format, Import, Loaded, Pool, Ragged, load_with};
use proptest::prelude::*;

fn read(file: &str) -> Result<Pool, LoadError> {
    load_with(file.as_bytes(), &Import::named("a.jsonl")).map(|loaded| loaded.pool)
}

fn rows(file: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let pool = read(file).expect("objects");
    let cells = |instance: crate::Instance<'_>| instance.cells().map(str::to_owned).collect();
    (pool.columns().to_vec(), pool.instances().map(cells).collect())
}

#[test]
fn values_are_kept_as_written() {
    let file = "{\"text\": \"a \\\"b\\\"\\n\\u00e9\", \"id\": 12345678901234567890123, \"x\": 1.50}\r\n\
                {\"id\":\"007\",\"text\":\"c\",\"x\":[1, {\"y\": null}]}\n\n\
                {\"text\":\"\",\"id\":true,\"x\":null}";
    let (columns, rows) = rows(file);
    assert_eq!(columns, ["text", "id", "x"]);
    assert_eq!(
        rows,
        [
            ["a \"b\"\né", "12345678901234567890123", "1.50"],
            ["c", "007", "[1, {\"y\": null}]"],
            ["", "true", ""]
        ]
    );
}

#[test]
fn a_list_of_objects_is_read_like_lines() {
    let list = "\u{feff} [ {\"text\": \"a ]}, \\\"{\", \"n\": [1, {\"x\": 2}]},\r\n\n  {\n    \"text\": \"é\",\n    \"n\": 1.50\n  }\n]\n";
    let (columns, cells) = rows(list);
    assert_eq!(columns, ["text", "n"]);
    assert_eq!(cells, [["a ]}, \"{", "[1, {\"x\": 2}]"], ["é", "1.50"]]);
    for (file, words) in [
        (
            "[{\"a\":1}\n{\"a\":2}]",
            "line 2: a `,` or `]` is missing after an object",
        ),
        (
            "[{\"a\":1},\n\"b\"]",
            "line 2: it is not a JSON object: it does not begin with `{` (letter 1)",
        ),
        (
            "[{\"a\":1},\n]",
            "line 2: the list contains something that is not an object",
        ),
        ("[{\"a\":1}]\n{\"a\":2}", "line 2: something follows the list"),
        ("[{\"a\":1},\n{\"a\":2}", "line 2: the list is not closed by `]`"),
        ("[{\"a\":1},\n{\"a\":", "line 2: the list is not closed by `]`"),
        (
            "[{\"a\":1},\r\n{\"a\" 2}]",
            "line 2: a `:` is missing after a key (letter 6)",
        ),
    ] {
        assert_eq!(read(file).expect_err(file).to_string(), words);
    }
    assert_eq!(read("[]"), Err(LoadError::NoRows));
}

#[test]
fn a_list_of_texts_is_a_column() {
    let (columns, cells) = rows("[\"a, \\\"b\\\" ]\",\n \"\",\r\n\"{\\u00e9\\\\\" ]\n");
    assert_eq!(columns, ["text"]);
    assert_eq!(cells, [["a, \"b\" ]"], [""], ["{é\\"]]);
    let texts = load_with(b"[\"1\", \"2\"]", &Import::named("a.json")).expect("texts");
    assert!(texts.found.values.is_empty() && texts.found.format == Format::Jsonl);
    for (file, words) in [
        (
            "[\"a\",\n1]",
            "line 2: the list contains something that is not an object",
        ),
        (
            "[\"a\",\n{\"a\": 1}]",
            "line 2: it is not a text in quotes like the rows before it (letter 1)",
        ),
        ("[\"a\"\n\"b\"]", "line 2: a `,` or `]` is missing after an object"),
        ("[\"a\",\n\"b", "line 2: the list is not closed by `]`"),
    ] {
        assert_eq!(read(file).expect_err(file).to_string(), words);
    }
}

#[test]
fn a_text_on_each_line_is_a_column() {
    let (columns, cells) = rows("\"a, \\\"b\\\"\"\n\n \"\\u00e9\" \r\n\"\"");
    assert_eq!(columns, ["text"]);
    assert_eq!(cells, [["a, \"b\""], ["é"], [""]]);
    for (line, words) in [
        (
            "{\"text\": \"b\"}",
            "line 2: it is not a text in quotes like the rows before it (letter 1)",
        ),
        ("\"b", "line 2: EOF while parsing a string (from letter 1 on)"),
        ("\"b\", \"c\"", "line 2: something follows the text, at letter 4"),
    ] {
        assert_eq!(read(&format!("\"a\"\n{line}\n")).expect_err(line).to_string(), words);
    }
    let mixed = read("{\"text\": \"a\"}\n\"b\"\n").expect_err("mixed");
    assert_eq!(
        mixed.to_string(),
        "line 2: it is not a JSON object: it does not begin with `{` (letter 1)"
    );
    let leaving = Import {
        ragged: Ragged::LeaveOut,
        ..Import::named("a.jsonl")
    };
    let loaded = load_with(b"\"a\"\n{\"a\": 1}\n\"b\"\n", &leaving).expect("texts");
    assert_eq!((loaded.pool.len(), loaded.found.left_out[0].line), (2, 2));
}

#[test]
fn records_in_an_envelope_and_in_pages_are_rows() {
    let found = |file: &str, records: Option<&str>| {
        let import = Import {
            records: records.map(str::to_owned),
            ..Import::default()
        };
        let loaded = load_with(file.as_bytes(), &import).unwrap_or_else(|error| panic!("{file}: {error}"));
        let texts = loaded
            .pool
            .instances()
            .map(|row| row.cells().collect::<Vec<_>>().join("|"));
        (loaded.found.records.clone(), texts.collect::<Vec<_>>())
    };
    let tweets = r#"{"data":[{"id":"1","text":"The kettle leaks"},{"id":"2","text":"No bulbs"}],"meta":{"n":2}}"#;
    let expected = (
        "data".to_owned(),
        vec!["1|The kettle leaks".to_owned(), "2|No bulbs".into()],
    );
    assert_eq!(found(tweets, None), expected);
    let pages = "{\"data\":[{\"id\":\"1\",\"text\":\"The kettle leaks\"}],\"meta\":{\"n\":1}}\n{\"data\":[{\"id\":\"2\",\"text\":\"No bulbs\"}]}\n";
    assert_eq!(found(pages, None), expected);
    assert_eq!(found(pages, Some("")).1.len(), 2);
    let reddit = r#"{"kind":"Listing","data":{"after":null,"children":[{"kind":"t1","data":{"id":"k0","body":"The kettle leaks"}}]}}"#;
    let (path, texts) = found(reddit, None);
    assert_eq!((&*path, texts.len()), ("data.children", 1));
    let pretty = "{\n \"name\": \"Garden club\",\n \"messages\": [\n  {\n   \"id\": 1,\n   \"text\": \"The kettle leaks from its base\"\n  },\n  {\n   \"id\": 2,\n   \"text\": [\"My \", {\"type\": \"bold\", \"text\": \"order\"}, \" came late\"]\n  }\n ]\n}";
    let expected = ["1|The kettle leaks from its base", "2|My order came late"].map(str::to_owned);
    assert_eq!(found(pretty, None), ("messages".into(), expected.to_vec()));
    let missing = Import {
        records: Some("items".into()),
        ..Import::default()
    };
    let error = load_with(tweets.as_bytes(), &missing).expect_err("no such list");
    assert_eq!(error.to_string(), "line 1: there is no list of records at `items`");
}

#[test]
fn objects_under_their_ids_are_rows_with_a_column_of_keys() {
    let read = |file: &str, records: Option<&str>| {
        let import = Import {
            records: records.map(str::to_owned),
            ..Import::default()
        };
        load_with(file.as_bytes(), &import)
    };
    let table = |file: &str, records: Option<&str>| {
        let Loaded { pool, found } = read(file, records).unwrap_or_else(|error| panic!("{file}: {error}"));
        let rows = pool.instances().map(|row| row.cells().collect::<Vec<_>>().join("|"));
        (
            found.records,
            found.key_column,
            pool.columns().join("|"),
            rows.collect::<Vec<_>>(),
        )
    };
    let lines = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
    let file = "{\n \"a1\": {\"text\": \"a lamp\", \"n\": 1.50},\n \"\\u00e9\": {\"n\": 2, \"text\": \"a hat\"},\n \
                \"a3\": {\"text\": \"a bag\", \"n\": null}\n}";
    let expected = ("key|text|n", lines(&["a1|a lamp|1.50", "é|a hat|2", "a3|a bag|"]));
    for (file, records, path) in [
        (file, None, "*"),
        (&*format!("{{\"n\": 3, \"data\": {file}}}"), None, "data.*"),
        (
            &*format!("{{\"text\": \"a longer text than these\", \"data\": {file}}}"),
            Some("data.*"),
            "data.*",
        ),
        (&*format!("var x = {file};"), None, "*"),
    ] {
        let (found, key_column, columns, rows) = table(file, records);
        assert_eq!((&*found, &*key_column), (path, "key"), "{file}");
        assert_eq!((&*columns, rows), (expected.0, expected.1.clone()), "{file}");
    }
    // The keys of the records become a column.
    // If a record has a member with the name of the key column, the column gets another name.
    // The column is also renamed if the member first occurs late in the file.
    let late = r#"{"a": {"text": "x", "key": "k"}, "b": {"text": "y", "key 2": "m"}, "c": {"text": "z", "key 3": 1}}"#;
    assert_eq!(
        table(late, Some("*")),
        (
            "*".into(),
            "key 4".into(),
            "key 4|text|key|key 2|key 3".into(),
            lines(&["a|x|k||", "b|y||m|", "c|z|||1"])
        )
    );
    let texts = table(r#"{"a": "one", "b": "two"}"#, Some("*"));
    assert_eq!((&*texts.2, texts.3), ("key|text", lines(&["a|one", "b|two"])));
    let half = r#"{"a\ud83d": {"text": "x"}, "b": {"text": "y"}}"#;
    let error = read(half, Some("*")).expect_err("half of a character");
    assert!(
        matches!(error, LoadError::HalfCharacter { line: 1, letter: 3, .. }),
        "{error}"
    );
    let keeping = Import {
        records: Some("*".into()),
        json_repair: JsonRepair::Keep,
        ..Import::default()
    };
    let kept = load_with(half.as_bytes(), &keeping).expect("two rows");
    assert_eq!(
        (kept.pool.instance(0).cell(0), kept.found.repaired),
        ("a\u{fffd}", vec![1])
    );
    let error = read(r#"{"a": {"text": "x"}, "b": 1}"#, Some("*")).expect_err("a number");
    assert_eq!(
        error.to_string(),
        "line 1: the value of a key is not an object (letter 27)"
    );
}

#[test]
fn texts_in_several_parts_are_joined_and_counted() {
    let file = r#"{"text":["My ",{"type":"bold","text":"order"}],"tags":["a"]}"#;
    let loaded = load_with(file.as_bytes(), &Import::named("a.jsonl")).expect("an object");
    let cells: Vec<&str> = loaded.pool.instance(0).cells().collect();
    assert_eq!(cells, ["My order", "[\"a\"]"]);
    assert_eq!(
        (loaded.found.n_joined_texts, &loaded.found.values[..]),
        (1, &["tags".to_owned()][..])
    );
}

#[test]
fn scripts_and_objects_on_several_lines_are_read() {
    let script =
        "window.YTD.tweets.part0 = [\n  {\n    \"tweet\": {\"id\": \"1\", \"full_text\": \"The kettle leaks\"}\n  }\n]";
    let loaded = load_with(script.as_bytes(), &Import::named("tweets.js")).expect("a script");
    assert_eq!(
        (loaded.found.format, loaded.pool.columns()),
        (Format::Jsonl, &["tweet".to_owned()][..])
    );
    assert_eq!(
        loaded.found.script, "window.YTD.tweets.part0 =",
        "the skipped beginning is reported"
    );
    let loaded = load_with(b"[{\"text\":\"a\"}]", &Import::named("tweets.js")).expect("no script");
    assert_eq!(loaded.found.script, "");
    for file in [
        "{\n  \"text\": \"a\"\n}\n{\n  \"text\": \"b\"\n}\n",
        "{\"text\":\"a\"}{\"text\":\"b\"}\n",
        "{\"text\":\"a\"},\n{\"text\":\"b\"}\n",
        "var x = [{\"text\":\"a\"},{\"text\":\"b\"}];\n",
        "[{\"text\":\"a\"}]\n[{\"text\":\"b\"}]\n",
        "[{\"text\":\"a\"}][]\n[{\"text\":\"b\"}]\n",
    ] {
        assert_eq!(rows(file).1, [["a"], ["b"]], "{file}");
    }
    let error = read("{\n \"text\": \"a\"\n}\n{\n \"text\" 1\n}\n").expect_err("no colon");
    assert!(matches!(error, LoadError::Json { line: 4, .. }), "{error}");
}

#[test]
fn rows_with_nan_or_half_characters_are_kept_if_requested() {
    let file = "{\"text\":\"a\",\"x\":NaN}\n{\"text\":\"b \\ud83d\",\"x\":[-Infinity,1.50]}\n{\"text\":\"c\",\"x\":Infinity}\n{\"text\":}\n";
    let keeping = |ragged| Import {
        json_repair: JsonRepair::Keep,
        ragged,
        ..Import::named("a.jsonl")
    };
    let error = load_with(file.as_bytes(), &keeping(Ragged::Stop)).expect_err("line 4");
    assert!(matches!(error, LoadError::Json { line: 4, .. }), "{error}");
    let loaded = load_with(file.as_bytes(), &keeping(Ragged::LeaveOut)).expect("three rows");
    let cells: Vec<Vec<&str>> = loaded.pool.instances().map(|row| row.cells().collect()).collect();
    assert_eq!(
        cells,
        [["a", ""], ["b \u{fffd}", "[\"-Infinity\",1.50]"], ["c", "Infinity"]]
    );
    assert_eq!((loaded.found.repaired, loaded.found.left_out.len()), (vec![1, 2, 3], 1));
}

#[test]
fn columns_without_strings_are_reported() {
    let file =
        "{\"text\":\"1\",\"n\":1.50,\"x\":null,\"mixed\":1}\n{\"text\":2,\"n\":null,\"mixed\":\"a\",\"late\":[1]}\n";
    let loaded = load_with(file.as_bytes(), &Import::named("a.jsonl")).expect("objects");
    assert_eq!(
        loaded.found.values,
        ["n", "x", "late"],
        "a column that contains only null has no texts"
    );
}

#[test]
fn non_finite_numbers_are_reported() {
    let words = |file: &str| read(file).expect_err(file).to_string();
    assert_eq!(
        words("{\"text\":\"a card\",\"x\":NaN}\n{\"text\":\"b\"}\n"),
        "line 1: `NaN` is not JSON (letter 22)"
    );
    let behind_a_row = |line: &str| words(&format!("{{\"a\":1}}\n{line}\n"));
    for (line, word, letter) in [
        ("{\"a\": -Infinity, \"b\": 1}", "-Infinity", 7),
        ("{\"é\":Infinity}", "Infinity", 6),
        ("{\"a\": [1, {\"b\": [NaN]}]}", "NaN", 18),
        ("{\"a\": {\"b\": -Infinity}}", "-Infinity", 13),
    ] {
        assert_eq!(
            behind_a_row(line),
            format!("line 2: `{word}` is not JSON (letter {letter})")
        );
    }
    let list = "[\n  {\r\n    \"a\": {\"NaN\": \"NaN\"},\r\n    \"b\": [\n      NaN\n    ]\n  }\n]";
    assert_eq!(words(list), "line 5: `NaN` is not JSON (letter 7)");
    assert_eq!(behind_a_row("{\"a\":nan}"), "line 2: expected ident (from letter 6 on)");
}

#[test]
fn lone_surrogate_is_reported() {
    for (line, escape, letter) in [
        (r#"{"text":"lone \ud83d surrogate"}"#, r"\ud83d", 15),
        (r#"{"text":"é \\\" \ud83d\ude00 \uDE00"}"#, r"\uDE00", 30),
        (r#"{"text":"\ud83d\u0041"}"#, r"\ud83d", 10),
        (r#"{"text":"cut\ud83d"}"#, r"\ud83d", 13),
        (r#"{"\ud83d":1}"#, r"\ud83d", 3),
    ] {
        let error = read(&format!("{{\"a\":1}}\n{line}\n")).expect_err(line);
        let words = format!("line 2: `{escape}` is half of a character (letter {letter})");
        assert_eq!(error.to_string(), words);
    }
    assert_eq!(rows(r#"{"text":"\ud83d\ude00"}"#).1, [["😀"]]);
    let other = read(r#"{"text":"\x \\ud83d"}"#).expect_err("no escape");
    assert!(matches!(other, LoadError::Json { .. }), "{other}");
}

#[test]
fn table_in_one_object_is_refused() {
    for file in [
        r#"{"text": {"0": "a", "1": "b"}, "label": {"0": "x", "1": null}}"#,
        r#"{"text": {"3": "a", "17": "b"}}"#,
        r#"{"columns":["text"],"index":[0,1],"data":[["a"],["b"]]}"#,
        r#"{"columns":["text"],"data":[["a"],["b"]]}"#,
        r#"{"text": {"a1": "a", "a2": "b", "a3": "c"}, "label": {"a1": "x", "a2": null, "a3": "y"}}"#,
        r#"{"Text": {"a1": "a", "a2": "b", "a3": "c"}}"#,
        r#"{"range": "A1:B3", "majorDimension": "ROWS", "values": [["id", "text"], ["1", "a"], ["2"]]}"#,
    ] {
        assert_eq!(read(file), Err(LoadError::NotRecords), "{file}");
    }
    // With `orient="table"`, the outer object contains the rows as a list of objects.
    let table = r#"{"schema":{"fields":[{"name":"text"}],"pandas_version":"1.4.0"},"data":[{"text":"a"}]}"#;
    assert_eq!(rows(table).1, [["a"]]);
    let as_written = Import {
        records: Some(String::new()),
        ..Import::named("a.json")
    };
    assert_eq!(load_with(table.as_bytes(), &as_written), Err(LoadError::NotRecords));
    for file in [
        r#"{"text": "a", "scores": {"0": 1}}"#,
        r#"{"data": {"text": "a"}, "meta": {"id": 1}}"#,
        r#"{"en": {"text": "a"}, "de": {"text": "b"}}"#,
        r#"{"columns": "two", "data": [1]}"#,
        r#"{"schema": {"text": "string"}, "data": ["a"]}"#,
        r#"{"empty": {}}"#,
        r#"{"user": {"id": 1}, "repo": {"id": 2, "name": "a"}, "org": {"id": 3}}"#,
        r#"{"en": {"text": "a", "by": "x"}, "de": {"text": "b", "by": "y"}}"#,
        r#"{"data": {"text": "a", "title": "b", "by": "c"}}"#,
        r#"{"text": {"en": "a", "n": 1, "is": true}}"#,
        r#"{"text": "a", "data": [[1, 2], [3, 4]]}"#,
        r#"{"name": "a", "boxes": [[1, 2], [3, 4]]}"#,
        r#"{"name": "a", "values": [[1, 2]]}"#,
        "{\"text\": {\"0\": \"a\"}}\n{\"text\": {\"0\": \"b\"}}\n",
    ] {
        assert!(read(file).is_ok(), "{file}");
    }
}

/// A linear search for each key of a large object would take minutes.
#[test]
fn an_object_may_have_many_keys() {
    let rows: Vec<String> = (0..200_000).map(|row| format!(r#""{row}":{{"text":"a"}}"#)).collect();
    let file = format!("{{{}}}", rows.join(","));
    let pool = read(&file).expect("objects under their ids");
    assert_eq!(
        (pool.len(), pool.columns()),
        (200_000, &["key".to_owned(), "text".into()][..])
    );
    let as_written = Import {
        records: Some(String::new()),
        ..Import::named("a.json")
    };
    assert_eq!(load_with(file.as_bytes(), &as_written), Err(LoadError::NotRecords));
}

#[test]
fn keys_may_come_late_and_be_missing() {
    let (columns, rows) = rows("{\"a\":1}\n{\"b\":2,\"a\":3}\n{\"c\":4}\n");
    assert_eq!(columns, ["a", "b", "c"]);
    assert_eq!(rows, [["1", "", ""], ["3", "2", ""], ["", "", "4"]]);
}

#[test]
fn special_javascript_keys_are_columns_and_nesting_is_unlimited() {
    let (columns, cells) = rows("{\"__proto__\":{\"a\":1},\"constructor\":\"b\",\"toString\":null}\n");
    assert_eq!(columns, ["__proto__", "constructor", "toString"]);
    assert_eq!(cells, [["{\"a\":1}", "b", ""]]);
    let deep = format!("{{\"text\":{}{}}}\n", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(rows(&deep).1[0][0].len(), 200_000);
    assert!(read(&deep.replace(']', "")).is_err());
}

#[test]
fn invalid_objects_are_reported_by_line_and_character() {
    for (line, words) in [
        (
            "[1]",
            "line 2: it is not a JSON object: it does not begin with `{` (letter 1)",
        ),
        ("{}", "line 2: the object has no keys"),
        ("{\"é\" 1}", "line 2: a `:` is missing after a key (letter 6)"),
        (
            "{\"a\":1 \"b\":2}",
            "line 2: a `,` or `}` is missing after a value (letter 8)",
        ),
        ("{\"a\":1} x", "line 2: something follows the object, at letter 9"),
        ("{\"a\":1,\"a\":2}", "line 2: the object has the key `a` twice"),
        ("{\"a\":}", "line 2: expected value (from letter 6 on)"),
        ("{\"a\":\"b", "line 2: EOF while parsing a string (from letter 6 on)"),
    ] {
        let error = read(&format!("{{\"a\":1}}\n{line}\n")).expect_err(line);
        assert_eq!(error.to_string(), words);
    }
}

#[test]
fn invalid_json_is_refused_or_left_out_with_its_line() {
    let file = "{\"text\":\"a\"}\n{\"text\":}\n\n[1]\n{\"text\":\"b\",\"n\":NaN}\n{\"text\":\"c\"}\n{\"late\":1,\"late\":2}\n{\"te";
    let with = |file: &str, ragged| {
        let import = Import {
            ragged,
            ..Import::named("a.jsonl")
        };
        load_with(file.as_bytes(), &import)
    };
    for ragged in [Ragged::Stop, Ragged::Pad] {
        assert_eq!(
            with(file, ragged).expect_err("refused").to_string(),
            "line 2: expected value (from letter 9 on), and there are 4 more such rows: lines 4, 5, 7, 8"
        );
    }
    let left_out = |file| {
        let loaded = with(file, Ragged::LeaveOut).expect("objects");
        let left_out = loaded.found.left_out.into_iter();
        let left_out: Vec<_> = left_out.map(|record| (record.line, record.cells.concat())).collect();
        let texts = loaded.pool.instances().map(|row| row.cell(0).to_owned());
        (loaded.pool.columns().to_vec(), texts.collect::<Vec<_>>(), left_out)
    };
    let (columns, texts, records) = left_out(file);
    assert_eq!((columns, texts), (vec!["text".into()], vec!["a".into(), "c".into()]));
    let expected = [
        (2, "{\"text\":}"),
        (4, "[1]"),
        (5, "{\"text\":\"b\",\"n\":NaN}"),
        (7, "{\"late\":1,\"late\":2}"),
        (8, "{\"te"),
    ];
    assert_eq!(records, expected.map(|(line, text)| (line, text.to_owned())));
    let (_, texts, records) = left_out("[{\"a\":1},\n{\"a\":\nNaN},\n{\"a\":2}]");
    assert_eq!(
        (texts, records),
        (vec!["1".into(), "2".into()], vec![(2, "{\"a\":\nNaN}".into())])
    );
    let none = with("a text\nanother\n", Ragged::LeaveOut);
    assert_eq!(none, Err(LoadError::AllLeftOut { n: 2, line: 1 }));
}

proptest! {
    #[test]
    fn written_json_is_read_back(texts in prop::collection::vec((".{0,12}", any::<i64>()), 1..8)) {
        let line = |(text, id): &(String, i64)| format!("{}\n", serde_json::json!({ "text": text, "id": id }));
        let file: String = texts.iter().map(line).collect();
        prop_assume!(!file.contains('\0'));
        let pool = read(&file).expect("objects");
        let (text, id) = (pool.column("text").expect("it exists"), pool.column("id").expect("it exists"));
        for (instance, (wanted, number)) in pool.instances().zip(&texts) {
            prop_assert_eq!(instance.cell(text), wanted);
            prop_assert_eq!(instance.cell(id), number.to_string());
        }
    }

    #[test]
    fn arbitrary_text_does_not_panic(text in "[{}\\[\\]\":,a1 null\\\\\n]{0,60}|.{0,40}") {
        let _ = read(&text);
        let _ = members(1, &text);
    }
}
