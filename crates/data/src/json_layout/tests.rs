use super::*;

fn path(text: &str) -> String {
    Layout::of(text, None).path
}

#[test]
fn list_in_an_envelope_is_found() {
    for (file, expected) in [
        (
            r#"{"data":[{"id":"1","text":"a longer text"},{"id":"2","text":"c"}],"includes":{"users":[{"id":"1","name":"Mara K"}]}}"#,
            "data",
        ),
        (
            r#"{"kind":"Listing","data":{"after":null,"children":[{"kind":"t1","data":{"body":"a b c","score":NaN}}]}}"#,
            "data.children",
        ),
        (
            "{\n \"name\": \"My club\",\n \"messages\": [\n  {\"id\": 1, \"from\": \"Mara\", \"text\": [\"My \", {\"type\": \"bold\", \"text\": \"order\"}, \" came late\"], \"text_entities\": [{\"type\": \"plain\", \"text\": \"My order came late\"}]}\n ]\n}",
            "messages",
        ),
        (
            r#"{"chats":{"list":[{"name":"Anna","messages":[{"text":"a b c d"},{"text":"e f g h"}]}]}}"#,
            "chats.list.messages",
        ),
        (r#"{"count":2,"results":[{"n":1},{"n":2}]}"#, "results"),
        (r#"{"texts":["a b","c d"]}"#, "texts"),
        (
            r#"{"schema":{"fields":[{"name":"text"}]},"data":[{"text":"a b"},{"text":"c"}]}"#,
            "data",
        ),
        // The files are truncated, because only the beginning of a file is inspected.
        (
            r#"{"name":"My club","messages":[{"text":"a long text"},{"text":"a long text"},{"text":"a long te"#,
            "messages",
        ),
        // Each of the following files consists of several pages of results, and each page has a list of records.
        (
            "{\"data\":[{\"text\":\"a b\"}],\"meta\":{\"n\":1}}\n{\"data\":[{\"text\":\"c d\"}]}\n{\"meta\":{\"n\":0}}\n",
            "data",
        ),
        (
            r#"[{"kind":"Listing","data":{"children":[{"data":{"title":"a b"}}]}},{"data":{"children":[{"data":{"body":"c d"}}]}}]"#,
            "data.children",
        ),
    ] {
        assert_eq!(path(file), expected, "{file}");
    }
    let others = Layout::of(r#"{"a":[{"t":"x y"}],"b":{"c":[{"t":"longer than x"}]}}"#, None);
    assert_eq!((&*others.path, &*others.others), ("b.c", &["a".to_owned()][..]));
    let given = Layout::of(r#"{"data":[{"text":"a b"}]}"#, Some(""));
    assert_eq!(
        (&*given.path, &*given.others, given.is_by_line),
        ("", &["data".to_owned()][..], true)
    );
}

#[test]
fn objects_under_their_ids_are_found() {
    for (file, expected) in [
        (
            r#"{"a1":{"text":"a","n":1},"a2":{"n":2,"text":"b"},"a3":{"text":"c","n":null}}"#,
            "*",
        ),
        (r#"{"0":{"text":"a","label":"x"},"1":{"text":"b"}}"#, "*"),
        (
            r#"{"a1":{"name":"Mara","age":1},"a2":{"name":"Ben","age":2},"a3":{"name":"Kim","age":3}}"#,
            "*",
        ),
        (
            r#"{"count":3,"data":{"items":{"a1":{"body":"a b"},"a2":{"body":"c d"},"a3":{"body":"e f"}}},"next":null}"#,
            "data.items.*",
        ),
        // A few of the five records have additional keys.
        (
            r#"{"a":{"text":"a"},"b":{"text":"b","edited":true},"c":{"text":"c"},"d":{"text":"d","to":"a"},"e":{"text":"e"}}"#,
            "*",
        ),
        // The files are truncated, because only the beginning of a file is inspected.
        (
            r#"{"a":{"t":"a b"},"b":{"t":"a b"},"c":{"t":"a b"},"d":{"t":"c d"},"e":{"t":"a"#,
            "*",
        ),
        (
            r#"{"n":1,"data":{"a":{"t":"a b"},"b":{"t":"a b"},"c":{"t":"a b"},"d":{"#,
            "data.*",
        ),
        // If a list has more text than the members of an object, the list contains the records.
        (
            r#"{"users":{"u1":{"bio":"a b"},"u2":{"bio":"c d"},"u3":{"bio":"e f"}},"posts":[{"text":"a longer text than these"}]}"#,
            "posts",
        ),
    ] {
        assert_eq!(path(file), expected, "{file}");
    }
    for file in [
        r#"{"user":{"id":1,"bio":"a b"},"repo":{"id":2,"about":"c d"},"org":{"id":3}}"#,
        r#"{"en":{"text":"a b"},"de":{"text":"c d"}}"#,
        r#"{"text":{"a1":"a","a2":"b","a3":"c"},"label":{"a1":"x","a2":"y","a3":"z"},"n":{"a1":1,"a2":2,"a3":3}}"#,
        r#"{"Q1":{"a1":"a b","a2":"c d"},"Q2":{"a1":"a","a2":"b"},"n":{"a1":1,"a2":2}}"#,
        r#"{"0":{"0":"a b","1":"c d"},"1":{"0":"e f","1":"g h"},"2":{"0":"e f","1":"g h"}}"#,
        r#"{"text":"a longer text","by":{"a":{"name":"A B"},"b":{"name":"C D"},"c":{"name":"E F"}}}"#,
        r#"{"a":{"x":1,"t":"a b"},"b":{"y":1},"c":{"z":1},"d":{"v":1},"e":{"w":1},"f":{"x":2}}"#,
        // If the file has several top-level objects, each object is a record.
        "{\"in\":{\"en\":{\"t\":\"a b\"},\"de\":{\"t\":\"c d\"},\"fr\":{\"t\":\"e f\"}}}\n{\"in\":{\"en\":{\"t\":\"a b\"},\"de\":{\"t\":\"c d\"},\"fr\":{\"t\":\"e f\"}}}\n",
    ] {
        assert_eq!(path(file), "", "{file}");
    }
    let members = Layout::of(
        r#"{"a":[{"t":"x y"}],"b":{"1":{"t":"longer than x","l":[{"t":"a b"}]}}}"#,
        None,
    );
    assert_eq!((&*members.path, &*members.others), ("b.*", &["a".to_owned()][..]));
    // If an object has many records, lists inside the records are parts of the records.
    let documents: Vec<String> = (0..12)
        .map(|row| format!(r#""d{row}":{{"title":"a b","parts":[{{"text":"a longer text of a part"}}]}}"#))
        .collect();
    let documents = Layout::of(&format!("{{{}}}", documents.join(",")), None);
    assert!(documents.path == "*" && documents.others.is_empty());
}

#[test]
fn lists_that_belong_to_a_record_are_not_records() {
    for file in [
        "{\"messages\":[{\"role\":\"user\",\"content\":\"a b\"}]}\n{\"messages\":[{\"role\":\"user\",\"content\":\"c d\"}]}\n",
        r#"{"conversations":[{"from":"human","value":"a b"},{"from":"gpt","value":"c d"}]}"#,
        "{\"messages\":[{\"role\":\"user\",\"content\":\"a b\"},{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"c 1\"}]}]}\n{\"messages\":[{\"role\":\"user\",\"content\":\"c d\"},{\"role\":\"assistant\",\"function_call\":{\"name\":\"x\"}}]}\n",
        "{\"messages\":[{\"role\":\"user\",\"content\":\"a b\"},{\"role\":\"tool\",\"content\":\"c d\"},{\"role\":\"assistant\",\"refusal\":\"e f\"}]}\n",
        r#"{"data":{"text":"a"},"annotations":[{"result":[{"value":{"choices":["yes sir"]}}]},{"result":[]}]}"#,
        "{\"text\":\"hello\",\"options\":[{\"text\":\"a b\"}]}\n{\"text\":\"bye\",\"comments\":[{\"text\":\"a b\"}]}\n",
        "{\"row\":1,\"labels\":[\"very good\"]}\n{\"row\":2,\"labels\":[\"very bad\"]}\n",
        r#"{"columns":["the text"],"index":[0,1],"data":[["a b"],["c d"]]}"#,
        r#"{"text": {"0": "a", "1": "b"}}"#,
        "",
        "{",
        "{\"a\"",
        "[",
    ] {
        assert_eq!(path(file), "", "{file}");
    }
}

#[test]
fn objects_are_read_by_line_unless_they_have_line_ends() {
    let is_by_line = |text: &str| Layout::of(text, None).is_by_line;
    for file in [
        "{\"a\":1}\n{\"a\":2}\n",
        "\n{\"a\":1}\r\n\r\n{\"a\":NaN}",
        "\"a\"\n\"b\"\n",
        "{\"a\":1,\n{\"a\":2}\n",
        "{\"te\n{\"a\":1}\n",
        "{\"a\":}\n{\"a\":1}\n",
        "{\"a\":1}\n{\"a\":\n",
        "{\"a\":1} x\n{\"a\":2}\n",
    ] {
        assert!(is_by_line(file), "{file}");
    }
    for file in [
        "{\n\"a\": 1\n}\n{\n\"a\": 2\n}\n",
        "{\"a\":1}{\"a\":2}\n",
        "{\"a\":1},\n{\"a\":2}\n",
        "{\"a\":1}\n{\"a\":\n2}\n",
        "[{\"a\":1}]",
    ] {
        assert!(!is_by_line(file), "{file}");
    }
}

#[test]
fn script_starts_before_its_value() {
    for (file, value) in [
        ("window.YTD.tweets.part0 = [\n {}]", "[\n {}]"),
        ("\nvar data={\"a\":1};", "{\"a\":1};"),
        ("window[\"x\"] = [1]", "[1]"),
        ("export default [1]", "[1]"),
    ] {
        assert_eq!(script_start(file).map(|start| &file[start..]), Some(value));
    }
    for file in [
        "window.x = 3",
        "a = [1]",
        "[1]",
        "var x",
        "window.open is a text with [brackets]",
    ] {
        assert_eq!(script_start(file), None, "{file}");
    }
}

#[test]
fn deep_nesting_is_inspected_without_recursion() {
    let deep = format!("{{\"text\":{}{}}}\n", "[".repeat(20_000), "]".repeat(20_000));
    assert_eq!(path(&deep), "");
    assert_eq!(path(&deep.replace(']', "")), "");
}
