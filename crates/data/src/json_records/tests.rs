use super::*;

fn split(file: &str, path: &str, step: usize) -> Result<Vec<(u64, String)>, LoadError> {
    let mut records = Records::from(1, path, false);
    let mut found = Vec::new();
    let letters: Vec<char> = file.chars().collect();
    for piece in letters.chunks(step) {
        let piece: String = piece.iter().collect();
        records.push(&piece, &mut |record| {
            found.push((record.line, record.key.unwrap_or_default().to_owned() + record.text));
            Ok(())
        })?;
    }
    records.finish()?;
    Ok(found)
}

fn texts(file: &str, path: &str) -> Vec<String> {
    let whole = split(file, path, usize::MAX).unwrap_or_else(|error| panic!("{file}: {error}"));
    for step in [1, 2, 3, 7] {
        assert_eq!(split(file, path, step).as_ref(), Ok(&whole), "{file}");
    }
    whole.into_iter().map(|(_, text)| text).collect()
}

#[test]
fn path_leads_through_objects_and_lists() {
    let file = r#"{"n": -1.5e3, "data": {"a": [1, {"x": "]}"}], "items": [{"t": "a}]"}, {"t": "é\""}], "is": true}}"#;
    assert_eq!(texts(file, "data.items"), [r#"{"t": "a}]"}"#, r#"{"t": "é\""}"#]);
    let pages = "{\"data\":[{\"n\":1},{\"n\":2}],\"meta\":{\"data\":[9]}}\n{\"meta\":{}}\n{\"data\":null}{\"data\":[{\"n\":3}]}";
    assert_eq!(texts(pages, "data"), ["{\"n\":1}", "{\"n\":2}", "{\"n\":3}"]);
    let list = r#"[{"kind": "L", "data": {"children": [{"n": 1}]}}, {"data": {"children": [{"n": 2}]}}]"#;
    assert_eq!(texts(list, "data.children"), [r#"{"n": 1}"#, r#"{"n": 2}"#]);
    let chats = r#"{"chats": {"list": [{"messages": [{"n": 1}, {"n": 2}]}, {"name": "x"}, 3, {"messages": []}]}}"#;
    assert_eq!(texts(chats, "chats.list.messages"), [r#"{"n": 1}"#, r#"{"n": 2}"#]);
    assert_eq!(texts(r#"{"a.b": {"c": {"n": 1}}}"#, "a.b.c"), [r#"{"n": 1}"#]);
    assert_eq!(texts(r#"{"texts": ["a", "b, ]"]}"#, "texts"), [r#""a""#, r#""b, ]""#]);
}

#[test]
fn members_of_an_object_are_records_with_their_keys() {
    let file = "{\"a.1\": {\"t\": \"}\"},\n\"\\u00e9\": {\"*\": {}}, \"a3\": \"c\"}";
    let expected = ["\"a.1\"{\"t\": \"}\"}", "\"\\u00e9\"{\"*\": {}}", "\"a3\"\"c\""];
    assert_eq!(texts(file, "*"), expected);
    let found = split(file, "*", 1).expect("members");
    assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 2]);
    let envelope = format!("{{\"n\": {{\"x\": 1}}, \"data\": {{\"items\": {file}}}, \"end\": [1]}}");
    assert_eq!(texts(&envelope, "data.items.*"), expected);
    let pages = r#"[{"data": {"a": {"n": 1}}}, {"data": {}}, {"data": null}, {"data": {"b": {"n": 2}}}]"#;
    assert_eq!(texts(pages, "data.*"), [r#""a"{"n": 1}"#, r#""b"{"n": 2}"#]);
    let groups = r#"{"a": [{"n": 1}, {"n": 2}], "b": [], "c": {"n": 3}}"#;
    assert_eq!(
        texts(groups, "*"),
        [r#""a"{"n": 1}"#, r#""a"{"n": 2}"#, r#""c"{"n": 3}"#]
    );
    for empty in ["{}", "{\"data\":{}}", "{\"data\":null}"] {
        let path = if empty == "{}" { "*" } else { "data.*" };
        assert_eq!(texts(empty, path), [""; 0], "{empty}");
    }
}

#[test]
fn objects_on_several_lines_are_separate_records() {
    let file = "{\n  \"t\": \"a\"\n}\n{\n  \"t\": \"b\"\n}{\"t\":\"c\"},\n{\"t\":\"d\"}\n";
    let found = split(file, "", 1).expect("objects");
    let lines: Vec<u64> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 4, 6, 7]);
    assert_eq!(texts(file, "")[2], "{\"t\":\"c\"}");
}

#[test]
fn lists_that_follow_each_other_are_pages() {
    for file in [
        "[{\"n\":1},{\"n\":2}][{\"n\":3}]",
        "[{\"n\":1},{\"n\":2}]\n[]\n[{\"n\":3}]\n",
    ] {
        assert_eq!(texts(file, ""), ["{\"n\":1}", "{\"n\":2}", "{\"n\":3}"], "{file}");
    }
    let pages = "[{\"data\":[{\"n\":1}]}]\n[{\"data\":[{\"n\":2}]}]";
    assert_eq!(texts(pages, "data"), ["{\"n\":1}", "{\"n\":2}"]);
    let found = split("[{\"n\":1}]\n[\n{\"n\":2}]", "", 1).expect("two lists");
    assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 3]);
    for (file, words) in [
        ("[{\"n\":1}]\n{\"n\":2}", "line 2: something follows the list"),
        ("[{\"n\":1}],[{\"n\":2}]", "line 1: something follows the list"),
        ("[{\"n\":1}]\n[{\"n\":2}", "line 2: the list is not closed by `]`"),
        (
            "[{\"role\":\"user\",\"content\":\"a\"}]\n[{\"role\":\"user\",\"content\":\"b\"}]",
            "line 2: something follows the list",
        ),
    ] {
        assert_eq!(split(file, "", 1).expect_err(file).to_string(), words, "{file}");
    }
}

#[test]
fn invalid_envelope_is_reported_with_its_position() {
    for (file, path, words) in [
        (
            "{\"a\":1,\n\"b\":2}",
            "data",
            "line 1: there is no list of records at `data`",
        ),
        (
            "{\"data\":\"x\"}",
            "data",
            "line 1: there is no list of records at `data`",
        ),
        ("{\"data\":[{\"n\":1}", "data", "line 1: the list is not closed by `]`"),
        (
            "{\"data\":[{\"n\":1}]\n",
            "data",
            "line 1: the object is not closed by `}`",
        ),
        ("{\"a\":1}\n{\"b\":", "", "line 2: the object is not closed by `}`"),
        ("{\"a\" 1}", "data", "line 1: a `:` is missing after a key (letter 6)"),
        ("{\"a\":}", "data", "line 1: a value is missing after a key (letter 6)"),
        ("{\n é: 1}", "data", "line 2: a key in quotes is missing (letter 2)"),
        (
            "{\"a\":1 \"b\":2}",
            "data",
            "line 1: a `,` or `}` is missing after a value (letter 8)",
        ),
        ("{\"a\":1} x", "", "line 1: something follows the object, at letter 9"),
        (
            "{\"data\":[1]}",
            "data",
            "line 1: the list contains something that is not an object",
        ),
        (
            "{\"a\":{\"n\":1},\n\"b\":null}",
            "*",
            "line 2: the value of a key is not an object (letter 5)",
        ),
        (
            "{\"data\":\"x\"}",
            "data.*",
            "line 1: there is no list of records at `data.*`",
        ),
        ("{\"a\":{\"n\":1}", "*", "line 1: the object is not closed by `}`"),
        (
            "[[{\"a\":1}]]",
            "",
            "line 1: the list contains something that is not an object",
        ),
    ] {
        let error = split(file, path, 1).expect_err(file);
        assert_eq!(error.to_string(), words, "{file}");
    }
}

#[test]
fn semicolon_may_end_a_script_only() {
    for file in ["[{\"a\":1}];\n", "{\"a\":1};"] {
        let mut script = Records::from(1, "", true);
        script.push(file, &mut |_| Ok(())).expect("a script");
        assert_eq!(script.finish(), Ok(()));
        assert!(split(file, "", 1).is_err());
    }
}
