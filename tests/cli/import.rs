//! Tests of importing files of every kind with the command-line program.

use std::fs;

use crate::support::{Folder, pool};

const SELECT: &str = "--budget 4 --neighbors 5 --out";

fn rows(folder: &Folder, picks: &str) -> Vec<String> {
    let picks = folder.read(picks);
    let row = |line: &str| line.split(',').nth(1).expect("a row").to_owned();
    picks.lines().skip(1).map(row).collect()
}

#[test]
fn same_texts_in_any_format_give_the_same_picks() {
    let folder = Folder::new("formats");
    let table = pool();
    folder.write("pool.csv", &table);
    let records: Vec<Vec<String>> = csv::Reader::from_reader(table.as_bytes())
        .records()
        .map(|record| record.expect("a record").iter().map(str::to_owned).collect())
        .collect();
    let lines =
        |line: &dyn Fn(&[String]) -> String| records.iter().map(|record| line(record) + "\n").collect::<String>();
    folder.write(
        "pool.tsv",
        &format!("id\ttext\ttopic\n{}", lines(&|record| record.join("\t"))),
    );
    folder.write(
        "pool.jsonl",
        &lines(&|record| serde_json::json!({ "text": record[1], "id": 7 }).to_string()),
    );
    folder.write("pool.txt", &lines(&|record| record[1].clone()));
    folder.write("odd.dat", &lines(&|record| format!("{}~{}", record[0], record[1])));
    let utf16: Vec<u8> = format!("\u{feff}{table}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    fs::write(folder.0.join("utf16.csv"), utf16).expect("a file under target");

    folder.succeed(&format!("select pool.csv --text text --id id {SELECT} picks.csv"));
    let wanted = rows(&folder, "picks.csv");
    for file in [
        "pool.tsv --text text",
        "pool.jsonl --text text",
        "pool.txt",
        "pool.txt --format lines --text text",
        "odd.dat --format csv --delimiter ~ --header no --text=column\u{a0}2",
        "utf16.csv --text text",
        "pool.csv --text-template {text}",
    ] {
        let arguments = format!("select {file} {SELECT} other.csv");
        let arguments: Vec<String> = arguments
            .split(' ')
            .map(|argument| argument.replace('\u{a0}', " "))
            .collect();
        let output = folder.run_with(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(
            output.status.success(),
            "{file}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(
            output.stderr.is_empty(),
            "{file}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert_eq!(rows(&folder, "other.csv"), wanted, "{file}");
    }
    let picks = folder.read("other.csv");
    assert!(
        picks.starts_with("rank,row,part,degree,id,text,topic,{text}\n"),
        "{picks}"
    );
    folder.succeed("evaluate pool.csv --text text --picks other.csv --neighbors 5");
}

#[test]
fn guess_is_reported_and_can_be_corrected() {
    let folder = Folder::new("encodings");
    let latin: Vec<u8> = pool()
        .replace("please", "gr\u{fc}\u{df} Gott")
        .chars()
        .map(|letter| letter as u8)
        .collect();
    fs::write(folder.0.join("latin.csv"), latin).expect("a file under target");
    let message = |more: &str| {
        let output = folder.run(&format!("select latin.csv --text text {SELECT} picks.csv {more}"));
        assert!(output.status.success());
        String::from_utf8(output.stderr).expect("text")
    };
    let guess = message("");
    assert!(
        guess.contains("latin.csv: read as windows-1252, which is a guess; use --encoding to give another encoding"),
        "{guess}"
    );
    assert!(folder.read("picks.csv").contains("gr\u{fc}\u{df} Gott"));
    assert_eq!(message("--encoding latin1"), "");
    assert_eq!(message("--encoding windows-1251"), "");
    assert!(
        folder.read("picks.csv").contains("gr\u{44c}\u{42f} Gott"),
        "the encoding is the one that the user chose"
    );
    let refused = folder.refuse(&format!("select latin.csv --text text {SELECT} p.csv --encoding utf-8"));
    assert!(
        refused.contains("latin.csv: line 2: byte") && refused.contains("is not UTF-8 text"),
        "{refused}"
    );
    let refused = folder.refuse(&format!(
        "select latin.csv --text text {SELECT} p.csv --encoding klingon"
    ));
    assert!(refused.contains("there is no encoding `klingon`"), "{refused}");
}

#[test]
fn few_invalid_bytes_do_not_prevent_import() {
    let folder = Folder::new("broken");
    let mut bytes = pool().replace("please", "gr\u{fc}\u{df}e").into_bytes();
    bytes.extend_from_slice(b"40,caf\xe9 au lait,1\n");
    fs::write(folder.0.join("broken.csv"), bytes).expect("a file under target");
    let select = format!("select broken.csv --text text {SELECT} picks.csv");
    let output = folder.run(&select);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    assert!(message.contains("read as UTF-8-lossy, which is a guess"), "{message}");
    assert!(
        message.contains("read as � in the texts: 1, the first on line 42"),
        "{message}"
    );
    assert!(folder.read("picks.csv").contains("gr\u{fc}\u{df}e"));
    assert!(folder.run(&format!("{select} --encoding utf-8-lossy")).status.success());
    let refused = folder.refuse(&format!("{select} --encoding utf-8"));
    assert!(refused.contains("broken.csv: line 42: byte"), "{refused}");
    let utf16: Vec<u8> = pool().encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(folder.0.join("broken.csv"), [&utf16[..], b"x"].concat()).expect("a file under target");
    let output = folder.run(&format!("{select} --leave-out left.csv"));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("read as UTF-16LE-lossy, which is a guess"),
        "{message}"
    );
    assert!(output.status.success(), "{message}");
}

#[test]
fn first_line_with_text_is_not_a_header() {
    let folder = Folder::new("headless");
    let table = pool();
    let rows = table.lines().skip(1).map(|line| line.split_once(',').expect("an id").1);
    let rows: String = rows.map(|row| row.replace(",0", ",card_arrival") + "\n").collect();
    folder.write("headless.csv", &rows);
    let select = format!("select headless.csv {SELECT} picks.csv");
    let refused = folder.refuse(&select);
    assert!(
        refused.contains("headless.csv: line 1 should name the columns, but column"),
        "{refused}"
    );
    let arguments: Vec<&str> = select
        .split(' ')
        .chain(["--header", "no", "--text", "column 1"])
        .collect();
    let output = folder.run_with(&arguments);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && message.is_empty(), "{message}");
    // If the first line contains plausible column names, the program warns the user and uses the line as the header.
    folder.write("doubt.csv", "lost card,card\npin change,pin\nnew card,cards\n");
    let select = "select doubt.csv --budget 1 --parts 1 --neighbors 1 --out picks.csv --text";
    let output = folder.run_with(&select.split(' ').chain(["lost card"]).collect::<Vec<_>>());
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("read as column names, and column 1 is named `lost card`"),
        "{message}"
    );
    assert!(output.status.success(), "{message}");
    // In a list of words, the first line is also an entry of the list.
    folder.write("words.txt", "refund\nlost card\npin change\nexchange rate\n");
    folder.write(
        "list.json",
        "[\"refund\", \"lost card\", \"pin change\", \"exchange rate\"]",
    );
    for file in ["words.txt", "list.json"] {
        folder.succeed(&format!(
            "select {file} --budget 4 --parts 1 --neighbors 1 --out picks.csv"
        ));
        let mut picked = self::rows(&folder, "picks.csv");
        picked.sort();
        assert_eq!(picked, ["0", "1", "2", "3"], "{file}");
    }
}

#[test]
fn ragged_rows_are_refused_padded_or_left_out() {
    let folder = Folder::new("ragged");
    let ragged = pool() + "40,one more\n41,and more,0,\"with, more\"\n";
    folder.write("pool.csv", &ragged);
    let select = format!("select pool.csv --text text {SELECT} picks.csv");
    let refused = folder.refuse(&select);
    assert!(
        refused.contains("pool.csv: line 42 has 2 cells, the header has 3, and there is 1 more such row: line 43"),
        "{refused}"
    );
    let run = |more: &str| {
        let output = folder.run(&format!("{select} {more}"));
        assert!(output.status.success());
        String::from_utf8(output.stderr).expect("text")
    };
    assert_eq!(run("--pad-rows"), "fastgas: pool.csv: padded rows: 2, lines 42, 43\n");
    assert!(
        folder
            .read("picks.csv")
            .starts_with("rank,row,part,degree,id,text,topic,column 4\n")
    );
    assert_eq!(
        run("--leave-out left.csv"),
        "fastgas: pool.csv: left out and written to left.csv: 2, lines 42, 43\n"
    );
    assert_eq!(
        folder.read("left.csv"),
        "line,cells\n42,40,one more\n43,41,and more,0,\"with, more\"\n"
    );
}

#[test]
fn embeddings_of_the_whole_file_fit_after_rows_are_left_out() {
    let folder = Folder::new("whole");
    let table = pool();
    folder.write("whole.csv", &table);
    folder.succeed("embed whole.csv --text text --out whole.npy");
    // Numbers of the lines that get an additional cell. Line 1 is the header.
    let ragged = [2, 21];
    let lines = || (1..).zip(table.lines());
    let with_a_cell_more =
        lines().map(|(line, row)| format!("{row}{}\n", if ragged.contains(&line) { ",more" } else { "" }));
    folder.write("ragged.csv", &with_a_cell_more.collect::<String>());
    let others = lines()
        .filter(|(line, _)| !ragged.contains(line))
        .map(|(_, row)| format!("{row}\n"));
    folder.write("others.csv", &others.collect::<String>());
    folder.succeed(&format!("select others.csv --text text {SELECT} expected.csv"));
    let select = format!("select ragged.csv --text text --leave-out left.csv {SELECT} picks.csv --embeddings");
    let output = folder.run(&format!("{select} whole.npy"));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    assert!(
        message.contains("whole.npy: embeddings of left-out records, which are not used: 2"),
        "{message}"
    );
    assert_eq!(rows(&folder, "picks.csv"), rows(&folder, "expected.csv"));
    folder.write("three.csv", THREE);
    folder.succeed("embed three.csv --text text --out three.npy");
    let refused = folder.refuse(&format!("{select} three.npy"));
    let n = table.lines().count() - 1;
    let expected = format!(
        "three.npy: the embeddings have 3 rows, but the pool has {}, or {n} including the rows that were left out",
        n - 2
    );
    assert!(refused.contains(&expected), "{refused}");
}

#[test]
fn invalid_json_lines_are_refused_or_left_out() {
    let folder = Folder::new("broken-json");
    let lines = [
        "{\"text\":\"a first card\"}",
        "{\"text\":}",
        "{\"text\":\"a second pin\"}",
        "[1]",
        "{\"text\":NaN}",
    ];
    folder.write("pool.jsonl", &lines.join("\n"));
    let select = format!("select pool.jsonl {PICK}");
    let refused = folder.refuse(&select);
    assert!(
        refused.contains(
            "pool.jsonl: line 2: expected value (from letter 9 on), and there are 2 more such rows: lines 4, 5. \
             Write one JSON object, or one text in quotes, on each line"
        ),
        "{refused}"
    );
    let output = folder.run(&format!("{select} --leave-out left.csv"));
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{message}");
    assert_eq!(
        message,
        "fastgas: pool.jsonl: left out and written to left.csv: 3, lines 2, 4, 5\n"
    );
    assert_eq!(
        folder.read("left.csv"),
        "line,cells\n2,\"{\"\"text\"\":}\"\n4,[1]\n5,\"{\"\"text\"\":NaN}\"\n"
    );
    let mut picked = rows(&folder, "p.csv");
    picked.sort();
    assert_eq!(picked, ["0", "1"]);
}

#[test]
fn list_in_a_json_envelope_is_read_and_reported() {
    let folder = Folder::new("envelope");
    let item = |text: &str| format!(r#"{{"text":"{text}","n":NaN}}"#);
    let items = [item("a first card"), item("a second pin"), item("a third one")].join(",");
    folder.write(
        "pool.json",
        &format!(r#"{{"meta":{{"n":3}},"data":[{items}],"tail":[{{"a":1}}]}}"#),
    );
    let select = format!("select pool.json {PICK}");
    let refused = folder.refuse(&select);
    assert!(refused.contains("`NaN` is not JSON"), "{refused}");
    let output = folder.run(&format!("{select} --repair-json"));
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{message}");
    assert!(message.contains("the records are the list at `data`"), "{message}");
    assert!(message.contains("other lists: `tail`"), "{message}");
    assert!(
        message.contains("rows in which NaN, Infinity or half of a character was replaced: 3, lines 1, 1, 1"),
        "{message}"
    );
    assert_eq!(rows(&folder, "p.csv").len(), 2);
    let refused = folder.refuse(&format!("{select} --records items"));
    assert!(refused.contains("there is no list of records at `items`"), "{refused}");
    let refused = folder.refuse(&format!("{select} --format csv --records data"));
    assert!(refused.contains("--records"), "{refused}");
}

#[test]
fn objects_under_their_ids_are_rows() {
    let folder = Folder::new("under-ids");
    let items = r#"{"b1": {"text": "a first card"}, "b2": {"text": "a second pin"}, "b3": {"text": "a third one"}}"#;
    folder.write("pool.json", items);
    folder.write("envelope.json", &format!(r#"{{"meta":{{"n":3}},"data":{items}}}"#));
    for (file, path) in [("pool.json", "*"), ("envelope.json", "data.*")] {
        let output = folder.run(&format!("select {file} {PICK}"));
        let message = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.success(), "{message}");
        assert!(
            message.contains(&format!(
                "the records are only the values at `{path}`, with their keys in column `key`; use --records"
            )),
            "{message}"
        );
        let picks = folder.read("p.csv");
        assert!(picks.starts_with("rank,row,part,degree,key,text\n"), "{picks}");
        assert_eq!(rows(&folder, "p.csv").len(), 2);
    }
    let output = folder.run(&format!("select pool.json --id key --records * {PICK}"));
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(
        output.status.success() && !message.contains("the records are"),
        "{message}"
    );
    let refused = folder.refuse(&format!("select pool.json {PICK} --records items.*"));
    assert!(
        refused.contains("there is no list of records at `items.*`"),
        "{refused}"
    );
    let two = r#"{"en": {"text": "a first card"}, "de": {"text": "a second pin"}}"#;
    folder.write("two.json", two);
    let output = folder.run("check two.json");
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(
        output.status.success() && !message.contains("the records are"),
        "{message}"
    );
}

#[test]
fn chats_are_joined_into_texts() {
    let folder = Folder::new("chats");
    let chat = |words: &str| {
        format!(r#"{{"messages":[{{"role":"user","content":"{words}"}},{{"role":"assistant","content":"Yes"}}]}}"#)
    };
    let chats = [chat("a first card"), chat("a second pin"), chat("a third one")].join("\n");
    folder.write("pool.jsonl", &chats);
    let output = folder.run("select pool.jsonl --budget 2 --parts 1 --neighbors 1 --out p.csv");
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{message}");
    assert!(message.contains("the texts are joined as {messages.*}"), "{message}");
    assert!(
        folder.read("p.csv").contains("user: a first card\n\nassistant: Yes")
            || folder.read("p.csv").contains("user: a second pin\n\nassistant: Yes")
    );
    // Turns with function calls have no content, so the text of a chat contains the function calls as JSON.
    folder.write(
        "calls.jsonl",
        &chats.replace(r#""content":"Yes""#, r#""tool_calls":[{"id":"c1"}]"#),
    );
    let output = folder.run("select calls.jsonl --budget 2 --parts 1 --neighbors 1 --out p.csv");
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{message}");
    assert!(message.contains("the texts are joined as {messages.*}"), "{message}");
    assert!(folder.read("p.csv").contains("\n\nassistant: [{"));
}

#[test]
fn column_options_are_validated() {
    let folder = Folder::new("columns");
    folder.write("pool.csv", &pool());
    folder.write("list.txt", "First text here.\n\nSecond text.\nA third one.\n");
    for (more, expected) in [
        (
            "pool.csv",
            "pool.csv: the file has several columns: `id`, `text`, `topic`",
        ),
        (
            "pool.csv --text text --id topic",
            "rows 0 and 4 both have `0` in column `topic`",
        ),
        (
            "pool.csv --text-template {text",
            "line 1, letter 1 of the template: a `{` is unpaired",
        ),
        (
            "pool.csv --text-template {no}",
            "there is no column `no`; the columns are `id`, `text`, `topic`",
        ),
        (
            "pool.csv --text text --delimiter '",
            "a delimiter is one to eight characters",
        ),
        (
            "pool.csv --text text --format jsonl",
            "pool.csv: line 1: it is not a JSON object",
        ),
        (
            "pool.csv --text text --pad-rows --leave-out l.csv",
            "cannot be used with",
        ),
    ] {
        let message = folder.refuse(&format!("select {more} {SELECT} p.csv"));
        assert!(message.contains(expected), "{more}: {message}");
    }
    let output = folder.run("select list.txt --budget 1 --neighbors 1 --out p.csv");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("list.txt: blank lines, which are not texts: 1"),
        "{message}"
    );
    assert!(output.status.success());
}

#[test]
fn common_invalid_json_is_named() {
    let folder = Folder::new("no-json");
    for (file, content, expected) in [
        (
            "nan.jsonl",
            r#"{"text":"a card","x":NaN}"#,
            "nan.jsonl: line 1: `NaN` is not JSON (letter 22). Write null instead",
        ),
        (
            "half.jsonl",
            r#"{"text":"lone \ud83d surrogate"}"#,
            r"half.jsonl: line 1: `\ud83d` is half of a character (letter 15). An emoji is written as two such halves",
        ),
        (
            "pandas.json",
            r#"{"text": {"0": "a", "1": "b"}, "label": {"0": "x", "1": "y"}}"#,
            "pandas.json: the file is one JSON object that holds a whole table, where each row should be an object. Write a list",
        ),
    ] {
        folder.write(file, content);
        let refused = folder.refuse(&format!("select {file} --text text {SELECT} picks.csv"));
        assert!(refused.contains(expected), "{refused}");
    }
}

/// The table has three texts. [`PICK`] selects two of them.
const THREE: &str = "text;n\nA first text, here;1\nA second one;2\nA third one;3\n";
const PICK: &str = "--text text --budget 2 --parts 1 --neighbors 1 --out p.csv";

#[test]
fn import_options_take_effect_or_are_refused() {
    let folder = Folder::new("said");
    for file in ["three.tsv", "three.txt", "three.csv", "three.jsonl"] {
        folder.write(file, THREE);
    }
    // The `--delimiter` option takes precedence over the file name.
    for file in ["three.tsv", "three.txt", "three.csv"] {
        folder.succeed(&format!("select {file} --delimiter ; {PICK}"));
        assert!(
            folder.read("p.csv").starts_with("rank,row,part,degree,text,n\n"),
            "{file}"
        );
    }
    folder.write("tabs.tsv", &THREE.replace(';', "\t"));
    folder.write("lines.txt", "A first text.\nA second one.\nA third one.\n");
    let objects = "{\"text\":\"A first text\",\"n\":\"1\"}\n{\"text\":\"A second one\",\"n\":\"2\"}\n";
    folder.write("objects.jsonl", objects);
    folder.write("objects.json", objects);
    for (arguments, format, option) in [
        ("objects.jsonl --delimiter ;", "jsonl", "--delimiter"),
        ("objects.jsonl --header no", "jsonl", "--header"),
        ("objects.jsonl --records-below 3", "jsonl", "--records-below"),
        ("objects.json --delimiter ;", "jsonl", "--delimiter"),
        ("objects.json --no-quotes", "jsonl", "--no-quotes"),
        ("objects.jsonl --pad-rows", "jsonl", "--pad-rows"),
        ("three.jsonl --delimiter ;", "jsonl", "--delimiter"),
        ("three.tsv --format tsv --delimiter ;", "tsv", "--delimiter"),
        ("three.tsv --format lines --single-quotes", "lines", "--single-quotes"),
        ("lines.txt --records-below 1", "lines", "--records-below"),
    ] {
        let refused = folder.refuse(&format!("select {arguments} {PICK}"));
        let file = arguments.split(' ').next().expect("a file");
        let expected =
            format!("{file}: the file is read as {format}, to which `{option}` does not apply. Leave it out");
        assert!(refused.contains(&expected), "{arguments}: {refused}");
    }
    folder.succeed(&format!("select tabs.tsv --format tsv --delimiter tab {PICK}"));
    folder.write("named.txt", "text\nA first text.\nA second one.\nA third one.\n");
    folder.succeed(&format!("select named.txt --format lines --header yes {PICK}"));
    folder.succeed(&format!("select three.csv --delimiter ; {PICK}"));
    // For the test texts, the program ignores import options that do not fit the format of the test file.
    for test in ["objects.jsonl", "tabs.tsv"] {
        folder.succeed(&format!(
            "evaluate three.csv --delimiter ; --header yes --text text --label n --picks p.csv --test {test} --neighbors 1"
        ));
    }
}

#[test]
fn lines_above_the_table_are_reported_and_column_names_kept() {
    let folder = Folder::new("above");
    folder.write("excel.csv", &format!("sep=;\n{THREE}"));
    let message = |more: &str| {
        let output = folder.run(&format!("select excel.csv {more} {PICK}"));
        assert!(output.status.success(), "{more}");
        String::from_utf8(output.stderr).expect("text")
    };
    assert_eq!(
        message(""),
        "fastgas: excel.csv: lines skipped above the table: 1; use --lines-above to give a different number\n"
    );
    assert_eq!(message("--lines-above 1"), "");
    let refused = folder.refuse(&format!("select excel.csv --lines-above 99999999999 {PICK}"));
    assert!(
        refused.contains("excel.csv: the file has a header but no rows"),
        "{refused}"
    );
    folder.write("two.csv", &THREE.replace("text;n", "text2;text"));
    folder.succeed(&format!("select two.csv --header yes {PICK}"));
    assert!(folder.read("p.csv").starts_with("rank,row,part,degree,text2,text\n"));
}

#[test]
fn picks_are_read_back_with_numeric_column_names() {
    let folder = Folder::new("numbers");
    let objects = (0..4).map(|n| format!("{{\"text\":\"The text of number {n}\",\"2023\":{n},\"2024\":{n}}}\n"));
    folder.write("years.jsonl", &objects.collect::<String>());
    folder.succeed(&format!("select years.jsonl {PICK}"));
    folder.succeed(&format!(
        "select years.jsonl --extend p.csv {}",
        PICK.replace("--budget 2", "--budget 3").replace("p.csv", "q.csv")
    ));
    let (earlier, later) = (rows(&folder, "p.csv"), rows(&folder, "q.csv"));
    assert_eq!((earlier.len(), &later[..2]), (2, &earlier[..]));
    assert!(
        folder
            .read("q.csv")
            .starts_with("rank,row,part,degree,text,2023,2024\n")
    );
    folder.succeed("evaluate years.jsonl --text text --picks q.csv --neighbors 1");
}

#[test]
fn quote_that_joins_lines_is_reported_with_both_counts() {
    let folder = Folder::new("swallowed");
    let texts = [
        "The kettle leaks",
        "My order",
        "\"The gate squeaks",
        "Send the invoice",
        "the bread was stale\"",
        "Late",
    ];
    let rows: String = (1..).zip(texts).map(|(id, text)| format!("{id}\t{text}\n")).collect();
    folder.write("paired.tsv", &format!("id\ttext\n{rows}"));
    let message = |more: &str| {
        let output = folder.run(&format!("select paired.tsv {more} {PICK}"));
        assert!(output.status.success(), "{more}");
        String::from_utf8(output.stderr).expect("text")
    };
    assert_eq!(
        message(""),
        "fastgas: paired.tsv: quotes may have joined several rows into one: lines 4-6; 4 rows, 6 if quotes are part of the \
         text (--no-quotes)\n"
    );
    assert_eq!(message("--no-quotes"), "");
    // The column does not show whether its rows are separate texts or pieces of one text.
    folder.write(
        "single.csv",
        "text\n\"Squeaks a lot\nSend the invoice\nstale bread\"\nIt is fine\nLate again\n",
    );
    let of_single = |more: &str| {
        let output = folder.run(&format!("select single.csv {more} {PICK}"));
        assert!(output.status.success(), "{more}");
        String::from_utf8(output.stderr).expect("text")
    };
    assert_eq!(
        of_single(""),
        "fastgas: single.csv: quoted cells contain line breaks; 3 rows, 5 if quotes are part of the text (--no-quotes)\n"
    );
    assert_eq!(of_single("--no-quotes"), "");
    let two = "text;a,text\n1;b,\"c\n2;d,e\"\n3;f,g\n4;h,i\n";
    folder.write("two.csv", two);
    let said_of_two = |more: &str| {
        let output = folder.run(&format!("select two.csv {more} {PICK}"));
        String::from_utf8(output.stderr).expect("text")
    };
    let guess = "the delimiter ';' is a guess: 4 rows, 3 with --delimiter ','";
    assert!(said_of_two("").contains(guess), "{}", said_of_two(""));
    assert!(!said_of_two("--delimiter ;").contains("is a guess"));
    let backslash = "\"id\",\"text\"\n\"1\",\"a, he said \\\"never\\\", and left\"\n\"2\",\"b\"\n\"3\",\"c\"\n";
    folder.write("backslash.csv", backslash);
    let refused = folder.refuse(&format!("select backslash.csv {PICK}"));
    assert!(refused.contains("line 2: a backslash precedes a quote"), "{refused}");
    assert!(refused.contains("--backslash-quotes"), "{refused}");
    folder.succeed(&format!("select backslash.csv --backslash-quotes {PICK}"));
}

#[test]
fn lines_that_are_not_rows_are_reported_and_can_be_kept() {
    let folder = Folder::new("not-rows");
    let table = "# exported\nid,text\n1,a b\nid,text\n2,c d\n# page 2, continued\n3,e f\n\n3 rows,exported\n";
    folder.write("joined.csv", table);
    let select = "select joined.csv --text text --budget 3 --parts 1 --neighbors 1 --out p.csv";
    let output = folder.run(&format!("{select} --leave-out left.csv"));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    for words in [
        "lines skipped above the table: 1;",
        "comment lines, left out (use --lines-not-rows keep to keep them): 1, line 6",
        "lines that repeat the column names, left out (use --lines-not-rows keep to keep them): 1, line 4",
        "lines below the table, left out (use --lines-not-rows keep to keep them): 1, line 9",
        "left out and written to left.csv: 3, lines 4, 6, 9",
    ] {
        assert!(message.contains(words), "{words}: {message}");
    }
    assert_eq!(rows(&folder, "p.csv").len(), 3);
    let kept = format!("{select} --lines-not-rows keep --lines-above 1").replace("--budget 3", "--budget 6");
    let output = folder.run(&kept);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(folder.read("p.csv").contains("# page 2"), "the line is now a row");
    folder.write("labels.csv", "text,label\na,x#y\nb,x\nc,y\nd,z#y\n");
    folder.succeed(&format!("select labels.csv {PICK}"));
    let output = folder.run("evaluate labels.csv --text text --label label --picks p.csv --neighbors 1");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("`#` seems to separate labels in column `label`") && message.contains("y (3), x (2), z (1)"),
        "{message}"
    );
}

#[test]
fn question_lines_of_a_survey_are_not_rows() {
    let folder = Folder::new("survey");
    let answers = "2024-01-01,The people\n2024-01-02,The food\n2024-01-03,The room\n";
    folder.write("plain.csv", &format!("When,Q1\nRecorded,What did you like?\n{answers}"));
    let ids = "\"{\"\"ImportId\"\":\"\"date\"\"}\",\"{\"\"ImportId\"\":\"\"QID1\"\"}\"\n";
    folder.write(
        "qualtrics.csv",
        &format!("When,Q1\nRecorded,What did you like?\n{ids}{answers}"),
    );
    for (arguments, expected) in [
        (
            "qualtrics.csv",
            "survey lines below the column names, left out (use --lines-not-rows keep to keep them): 2, lines 2, 3",
        ),
        (
            "plain.csv --records-below 1 --leave-out questions.csv",
            "left out and written to questions.csv: 1, line 2",
        ),
    ] {
        let output = folder.run(&format!(
            "select {arguments} --text Q1 --budget 3 --parts 1 --neighbors 1 --out p.csv"
        ));
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{message}");
        assert!(message.contains(expected), "{message}");
        let mut picked = rows(&folder, "p.csv");
        picked.sort();
        assert_eq!(picked, ["0", "1", "2"]);
    }
    assert!(folder.read("questions.csv").contains("What did you like?"));
}

#[test]
fn empty_texts_are_not_picked_and_removals_are_reported() {
    let folder = Folder::new("blank");
    let table = pool();
    let (header, records) = table.split_once('\n').expect("a header");
    let blank = (0..20).map(|n| format!("blank{n},  ,{n}\n"));
    let blank: String = blank.collect();
    let loose = "loose,\"Quoted\" said nobody,0\n";
    folder.write("pool.csv", &format!("A title\n\n{header}\n{blank}{records}{loose}"));
    let output = folder.run(&format!(
        "select pool.csv --text text --lines-above 2 {SELECT} picks.csv"
    ));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    assert!(message.contains("empty texts, which are not picked: 20"), "{message}");
    let line = table.lines().count() + 2 + 20 + 1;
    assert!(
        message.contains(&format!("(--no-quotes keeps them): 1, line {line}")),
        "{message}"
    );
    let picked = rows(&folder, "picks.csv");
    assert!(
        picked.iter().all(|row| row.parse::<usize>().expect("a row") >= 20),
        "{picked:?}"
    );
    // Methods that cannot exclude texts report this limitation.
    let output = folder.run(&format!(
        "select pool.csv --text text --lines-above 2 --method k-means {SELECT} picks.csv"
    ));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("empty texts, which this method may pick: 20"),
        "{message}"
    );
}

#[test]
fn small_pool_reduces_default_neighbors_but_not_given_ones() {
    let folder = Folder::new("few");
    folder.write("three.csv", "text\nsmall cat sat\nbig dog ran\nold fox hid\n");
    folder.write_vectors("few.npy", 3);
    let arguments = "three.csv --text text --embeddings few.npy";
    let told = "neighbors of each text: 2 instead of 10, because there are only 3 texts";
    for command in [
        format!("select {arguments} --budget 2 --out p.csv --json"),
        format!("evaluate {arguments} --picks p.csv"),
        format!("compare {arguments} --budgets 1 --methods random --json"),
    ] {
        let output = folder.run(&command);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && message.contains(told),
            "{command}: {message}"
        );
        let summary: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let neighbors = summary.get("settings").unwrap_or(&summary)["neighbors"].clone();
        assert_eq!(neighbors, 2, "{command}");
    }
    assert!(folder.run("graph few.npy --out g.graph").status.success());
    let refused = folder.refuse(&format!("select {arguments} --budget 2 --neighbors 10 --out p.csv"));
    assert!(refused.contains("10 neighbors were requested"), "{refused}");
}

#[test]
fn dialects_of_csv_are_read_with_options() {
    let folder = Folder::new("dialects");
    for (name, file, options) in [
        ("bars.csv", "id||text\n1||small cat sat\n2||big; dog, ran\n", ""),
        (
            "sign.csv",
            "id§text\n1§small cat sat\n2§big; dog, ran\n",
            "--delimiter §",
        ),
        (
            "code.csv",
            "id\u{1}text\n1\u{1}small cat sat\n2\u{1}big; dog, ran\n",
            "--delimiter \\x01",
        ),
        (
            "blanks.csv",
            "id, \"text\"\n1, \"small cat sat\" \n2, \"big; dog, ran\"\n",
            "--skip-blanks",
        ),
        (
            "rem.csv",
            "REM one, two\nid,text\n1,small cat sat\nREM\n2,\"big; dog, ran\"\n",
            "--comment-prefix REM",
        ),
        (
            "escaped.csv",
            "id,text\n1,small cat sat\n2,big; dog\\, ran\n",
            "--backslash-quotes",
        ),
    ] {
        folder.write(name, file);
        let output = folder.run(&format!(
            "select {name} --text text {options} --budget 2 --parts 1 --neighbors 1 --out p.csv"
        ));
        assert!(
            output.status.success(),
            "{name}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let picks = folder.read("p.csv");
        assert!(
            picks.contains("small cat sat") && picks.contains("\"big; dog, ran\""),
            "{name}: {picks}"
        );
    }
    let refused = folder.refuse("select bars.csv --format lines --skip-blanks --budget 1 --out p.csv");
    assert!(refused.contains("to which `--skip-blanks` does not apply"), "{refused}");
}

#[test]
fn encodings_outside_of_the_encoding_standard_are_read() {
    let folder = Folder::new("other-encodings");
    let table = "id,text\n1,Grüße 🦀\n2,plain words\n";
    let utf32: Vec<u8> = table
        .chars()
        .flat_map(|letter| u32::from(letter).to_le_bytes())
        .collect();
    // CESU-8 encodes 🦀 as two three-byte surrogates.
    let cesu8 = b"id,text\n1,Gr\xC3\xBC\xC3\x9Fe \xED\xA0\xBE\xED\xB6\x80\n2,plain words\n";
    let dos = b"id,text\n1,Gr\x81\xE1e \x9E\n2,plain words\n";
    for (file, option, encoding, text) in [
        (&dos[..], "--encoding cp437", "IBM437", "Grüße ₧"),
        (&dos[..], "--encoding cp850", "IBM850", "Grüße ×"),
        (&utf32[..], "", "UTF-32LE", "Grüße 🦀"),
        (&utf32[..], "--encoding UTF-32", "UTF-32LE", "Grüße 🦀"),
        (&cesu8[..], "", "CESU-8", "Grüße 🦀"),
        (&cesu8[..], "--encoding CESU-8", "CESU-8", "Grüße 🦀"),
    ] {
        fs::write(folder.0.join("pool.csv"), file).expect("a file under target");
        let output = folder.run(&format!("check pool.csv {option}"));
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{encoding} {option}: {message}");
        let guess = format!("read as {encoding}, which is a guess");
        assert_eq!(message.contains(&guess), option.is_empty(), "{message}");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            format!("rows: 2\nread as: csv, {encoding}\n\ncolumn  first cell\nid      1\ntext    {text}\n")
        );
    }
}

#[test]
fn blanks_before_quotes_are_reported() {
    let folder = Folder::new("spaced");
    folder.write("spaced.csv", "id,text\n1, \"small cat sat\"\n2, \"big dog ran\"\n");
    let select = |more: &str| {
        let output = folder.run(&format!(
            "select spaced.csv --text text {more} --budget 1 --neighbors 1 --out p.csv"
        ));
        let message = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.success(), "{message}");
        message
    };
    let message = select("");
    assert!(
        message.contains("use --skip-blanks if the quotes enclose cells: 2, lines 2, 3"),
        "{message}"
    );
    assert!(!select("--skip-blanks").contains("--skip-blanks"));
}

#[test]
fn similar_column_names_are_reported() {
    let folder = Folder::new("similar-columns");
    folder.write("two.csv", "id,text,text \n1,small cat sat,a\n2,big dog ran,b\n");
    let output = folder.run("select two.csv --text text --budget 1 --neighbors 1 --out p.csv");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    assert!(
        message.contains("columns with similar names: `text` and `text `"),
        "{message}"
    );
}

fn fixture(name: &str) -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/tables/fixtures");
    fs::read(folder.join(name)).expect("a fixture")
}

/// Selects all rows of `file`. Returns the records of the picks in row order, and the messages.
fn select_all(folder: &Folder, file: &str, more: &str) -> (Vec<Vec<String>>, String) {
    let output = folder.run(&format!(
        "select {file} --text text --method random --out picks.csv {more}"
    ));
    let messages = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{file}: {messages}");
    let mut reader = csv::Reader::from_path(folder.0.join("picks.csv")).expect("the picks");
    let records = reader.records().map(|record| record.expect("a record"));
    let mut rows: Vec<Vec<String>> = records
        .map(|record| record.iter().skip(1).map(str::to_owned).collect())
        .collect();
    rows.sort();
    (rows, messages)
}

#[test]
fn workbooks_are_read_and_sheets_can_be_chosen() {
    let folder = Folder::new("workbooks");
    for name in ["sheet.xls", "sheet.ods", "formula.xlsx", "password.xlsx"] {
        fs::write(folder.0.join(name), fixture(name)).expect("a file under target");
    }
    let (rows, messages) = select_all(&folder, "sheet.xls", "--budget 3 --neighbors 1");
    assert!(
        messages.contains("sheet.xls: read the sheet `Texts`, not `Notes`; use --sheet to give another"),
        "{messages}"
    );
    assert!(
        messages.contains("merged cells, in which only the first cell has a value: 1, such as A3:A4"),
        "{messages}"
    );
    assert!(
        rows[0].iter().any(|cell| cell == "007") && rows[0].iter().any(|cell| cell == "2024-02-29"),
        "{rows:?}"
    );
    let (rows, messages) = select_all(&folder, "sheet.ods", "--sheet Texts --budget 2 --neighbors 1");
    assert!(!messages.contains("--sheet"), "{messages}");
    assert!(rows[1].iter().any(|cell| cell == "0.25"), "{rows:?}");
    let output = folder.run("check sheet.xls --sheet Texts --header-row 2 --header yes");
    let shown = String::from_utf8(output.stdout).expect("text");
    assert!(
        shown.starts_with("rows: 2\n") && shown.contains("\n007 ") && shown.contains(" 008\n"),
        "{shown}"
    );
    let refused = folder.refuse("check sheet.xls --sheet Texts --header-row 5");
    assert!(
        refused.contains("the sheet `Texts` has no row 5; its last row is 4"),
        "{refused}"
    );
    let refused = folder.refuse("select sheet.xls --text text --sheet Text --budget 1 --out p.csv");
    assert!(
        refused.contains("there is no sheet `Text`; the sheets are `Texts`, `Notes`"),
        "{refused}"
    );
    let refused = folder.refuse("select sheet.xls --text text --delimiter ; --budget 1 --out p.csv");
    assert!(
        refused.contains("the file is read as a workbook, to which `--delimiter` does not apply"),
        "{refused}"
    );
    let refused = folder.refuse("select password.xlsx --text text --budget 1 --out p.csv");
    assert!(
        refused.contains("the Excel file is protected by a password"),
        "{refused}"
    );
}

#[test]
fn damaged_workbook_is_refused_without_a_message_for_developers() {
    let folder = Folder::new("damaged");
    let mut damaged = fixture("sheet.xls");
    // Damages the file so that the reader of workbooks panics; see `panicking_workbook` in crates/tables.
    damaged[690] ^= 1;
    fs::write(folder.0.join("sheet.xls"), damaged).expect("a file under target");
    let refused = folder.refuse("check sheet.xls");
    assert!(
        refused.contains("sheet.xls: the file is damaged and cannot be read further: “"),
        "{refused}"
    );
    assert!(refused.contains("save it again"), "{refused}");
    assert!(
        !refused.contains("panicked") && !refused.contains("RUST_BACKTRACE"),
        "{refused}"
    );
}

#[test]
fn check_shows_rows_columns_and_first_cells() {
    let folder = Folder::new("check");
    fs::write(folder.0.join("sheet.xls"), fixture("sheet.xls")).expect("a file under target");
    folder.write(
        "pool.jsonl",
        "{\"text\":\"a b\",\"v\":[1,0]}\n{\"text\":\"c d\",\"v\":[0,1]}\n",
    );
    assert_eq!(
        folder.succeed("check pool.jsonl"),
        "rows: 2\nread as: jsonl, UTF-8\n\ncolumn  first cell\ntext    a b\nv       [1,0]\n"
    );
    let summary: serde_json::Value = serde_json::from_str(&folder.succeed("check pool.jsonl --json")).expect("JSON");
    assert_eq!(
        summary,
        serde_json::json!({
            "rows": 2, "format": "jsonl", "encoding": "UTF-8", "columns": ["text", "v"], "vectors": ["v"],
        })
    );
    let output = folder.run("check sheet.xls --sheet Texts");
    assert!(output.status.success());
    let shown = String::from_utf8(output.stdout).expect("text");
    assert!(
        shown.starts_with("rows: 3\nread as: csv, UTF-8\n\ncolumn  first cell\nid      007\n"),
        "{shown}"
    );
    assert!(folder.refuse("check none.csv").contains("none.csv"));
}

#[test]
fn parquet_is_read_and_a_column_of_lists_can_be_the_embeddings() {
    let folder = Folder::new("parquet");
    for name in ["zstd.parquet", "types.parquet", "binary.parquet"] {
        fs::write(folder.0.join(name), fixture(name)).expect("a file under target");
    }
    let given = "--embeddings-column vector --budget 1 --neighbors 1";
    select_all(&folder, "zstd.parquet", given);
    let picks = folder.read("picks.csv");
    assert!(
        picks.starts_with("rank,row,part,degree,text,label,vector,price\n"),
        "{picks}"
    );
    folder.write(
        "pool.jsonl",
        "{\"text\":\"a\",\"v\":[1,0]}\n{\"text\":\"b\",\"v\":[0,1]}\n{\"text\":\"c\",\"v\":[1,1]}\n",
    );
    let (rows, messages) = select_all(&folder, "pool.jsonl", "--embeddings-column v --budget 3 --neighbors 1");
    assert_eq!((rows.len(), messages.as_str()), (3, ""));
    let refused = folder.refuse("select pool.jsonl --text text --embeddings-column text --budget 1 --out p.csv");
    assert!(
        refused.contains("row 0: column `text` holds no list of numbers; further such rows: 2, namely 1, 2"),
        "{refused}"
    );
    let output = folder.run("check binary.parquet");
    assert!(output.status.success());
    let messages = String::from_utf8(output.stderr).expect("text");
    assert!(
        messages.contains("columns with bytes that are not text, such as pictures, read as empty: `image`"),
        "{messages}"
    );
    let refused = folder.refuse("select zstd.parquet --text text --sheet a --budget 1 --out p.csv");
    assert!(
        refused.contains("the file is read as Parquet, to which `--sheet` does not apply"),
        "{refused}"
    );
}

#[test]
fn packed_tables_give_the_picks_of_the_table() {
    // The fixtures were written by gzip, bzip2, zstd and zip.
    // The packed tables contain the column names `id,text` and 12 rows. `two.zip` is an archive with two tables.
    let folder = Folder::new("packed");
    for name in ["pool.csv.gz", "pool.csv.bz2", "pool.csv.zst", "pool.zip", "two.zip"] {
        fs::write(folder.0.join(name), fixture(name)).expect("a file under target");
    }
    let all = "--budget 4 --neighbors 1 --embeddings emb.npy";
    let lines: String = (1..13).map(|row| format!("{row},text {row}\n")).collect();
    folder.write("pool.csv", &format!("id,text\n{lines}"));
    folder.write_subject_vectors("emb.npy", 12);
    let expected = select_all(&folder, "pool.csv", all);
    for name in ["pool.csv.gz", "pool.csv.bz2", "pool.csv.zst", "pool.zip"] {
        assert_eq!(select_all(&folder, name, all), expected, "{name}");
    }
    let refused = folder.refuse("select two.zip --text text --budget 1 --out p.csv");
    assert!(
        refused.contains("the ZIP file contains 2 files that may be the table: `a.csv`, `pool.csv`"),
        "{refused}"
    );
    let (rows, _) = select_all(&folder, "two.zip", &format!("--zip-entry pool.csv {all}"));
    assert_eq!(rows, expected.0);
}

#[test]
fn table_of_an_archive_in_an_archive_is_chosen_by_its_path() {
    // zip wrote the fixture: `data/two.zip` with `a.csv` and `pool.csv`, `one.zip` with `pool.csv`, and `README.md`.
    let folder = Folder::new("nested");
    fs::write(folder.0.join("nested.zip"), fixture("nested.zip")).expect("a file under target");
    folder.write_subject_vectors("emb.npy", 12);
    let refused = folder.refuse("select nested.zip --text text --budget 1 --out p.csv");
    assert!(
        refused.contains("the ZIP file contains 2 files that may be the table: `data/two.zip`, `one.zip`"),
        "{refused}"
    );
    let refused = folder.refuse("select nested.zip --zip-entry data/two.zip --text text --budget 1 --out p.csv");
    assert!(
        refused.contains("2 files that may be the table: `data/two.zip/a.csv`, `data/two.zip/pool.csv`"),
        "{refused}"
    );
    let all = "--budget 4 --neighbors 1 --embeddings emb.npy";
    let chosen = select_all(
        &folder,
        "nested.zip",
        &format!("--zip-entry data/two.zip/pool.csv {all}"),
    );
    assert!(chosen.0.len() == 4 && !chosen.1.contains("--zip-entry"), "{}", chosen.1);
    // The option names only the inner archive, because the inner archive contains exactly one table.
    assert_eq!(
        select_all(&folder, "nested.zip", &format!("--zip-entry one.zip {all}")),
        chosen
    );
    let refused = folder.refuse("select nested.zip --zip-entry one.zip/a.csv --text text --budget 1 --out p.csv");
    assert!(
        refused.contains("the ZIP file contains no file `one.zip/a.csv`; it contains `one.zip/pool.csv`"),
        "{refused}"
    );
}

#[test]
fn packed_file_that_unpacks_to_too_much_is_refused() {
    let folder = Folder::new("bomb");
    // A Zstandard frame of 600 blocks. Each block has four bytes and repeats one letter 131,072 times.
    let header: [u8; 6] = [0x28, 0xB5, 0x2F, 0xFD, 0, 7 << 3];
    let bomb = [&header[..], &[2, 0, 16, b'a'].repeat(600), &[1, 0, 0]].concat();
    fs::write(folder.0.join("pool.csv.zst"), bomb).expect("a file under target");
    let refused = folder.refuse("check pool.csv.zst");
    assert!(
        refused.contains(
            "pool.csv.zst: the Zstandard file has 2409 bytes; unpacked, it has more than 500 times as many, which is the limit"
        ),
        "{refused}"
    );
}
