//! Tests with files that reproduce problem reports about other tools. `tests/cases` has one folder for each report.
//! The name of a folder contains the repository and the number of the report. The texts of the files are invented.

use std::fs;
use std::path::Path;

use crate::support::Folder;

/// The texts that most files in `tests/cases` contain.
const TEXTS: [&str; 24] = [
    "The kettle leaks from its base after a week",
    "My order of lamps came without bulbs",
    "Where can I change the color of my bicycle",
    "The gate at the north garden squeaks",
    "Please send the invoice for the blue tent",
    "The soup was cold and the bread was stale",
    "Delivery took nine days instead of two",
    "I like the quiet mode of the fan",
    "How do I wash the wool blanket",
    "The manual for the drill is missing",
    "Our parrot chewed through the cable",
    "Is there a discount for schools",
    "The mirror arrived with a scratch",
    "Great shoes but the laces are short",
    "Can the desk be set to standing height",
    "The app forgets my language every morning",
    "The train was late and nobody told us",
    "Thank you for the fast repair of my watch",
    "The paint smells even after two weeks",
    "I want to cancel my vegetable box",
    "Does the lamp work in Norway",
    "The chair is too low for my son",
    "The printer prints only half a page",
    "Nice staff at the counter on Monday",
];

struct Read {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    messages: String,
}

impl Read {
    fn cells(&self, column: &str) -> Vec<&str> {
        let column = self.columns.iter().position(|name| name == column).expect(column);
        self.rows.iter().map(|row| row[column].as_str()).collect()
    }

    fn assert_messages(&self, expected: &[&str]) {
        for words in expected {
            assert!(self.messages.contains(words), "{words}: {}", self.messages);
        }
    }
}

fn case(name: &str) -> Folder {
    let folder = Folder::new(&format!("case-{name}"));
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(name);
    for file in fs::read_dir(files).expect("a folder of this name") {
        let file = file.expect("a file");
        fs::copy(file.path(), folder.0.join(file.file_name())).expect("a file under target");
    }
    folder
}

/// Arguments that select all `n` texts. The program rejects the arguments unless the pool has `n` rows.
fn arguments_of_all(folder: &Folder, file: &str, n: usize, more: &[&str]) -> Vec<String> {
    folder.write_vectors("emb.npy", n);
    let budget = n.to_string();
    let usual = [
        "select",
        file,
        "--method",
        "random",
        "--neighbors",
        "1",
        "--embeddings",
        "emb.npy",
    ];
    let usual = usual.iter().chain(&["--out", "picks.csv", "--budget"]).copied();
    let arguments = usual.chain([budget.as_str()]).chain(more.iter().copied());
    arguments.map(str::to_owned).collect()
}

fn read_n(folder: &Folder, file: &str, n: usize, more: &[&str]) -> Read {
    let arguments = arguments_of_all(folder, file, n, more);
    let output = folder.run_with(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let messages = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{file} {more:?}: {messages}");
    let mut reader = csv::Reader::from_path(folder.0.join("picks.csv")).expect("the picks");
    let columns = reader
        .headers()
        .expect("column names")
        .iter()
        .skip(4)
        .map(str::to_owned)
        .collect();
    let records = reader.records().map(|record| record.expect("a record"));
    let mut rows: Vec<(usize, Vec<String>)> = records
        .map(|record| {
            let row = record[1].parse().expect("a row");
            (row, record.iter().skip(4).map(str::to_owned).collect())
        })
        .collect();
    rows.sort();
    Read {
        columns,
        rows: rows.into_iter().map(|(_, row)| row).collect(),
        messages,
    }
}

fn read(folder: &Folder, file: &str, more: &[&str]) -> Read {
    read_n(folder, file, TEXTS.len(), more)
}

fn refusal(folder: &Folder, file: &str, more: &[&str]) -> String {
    let arguments = arguments_of_all(folder, file, TEXTS.len(), more);
    let output = folder.run_with(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(!output.status.success(), "{file} {more:?}");
    String::from_utf8(output.stderr).expect("text")
}

fn assert_contains(text: &str, expected: &[&str]) {
    for words in expected {
        assert!(text.contains(words), "{words}: {text}");
    }
}

fn texts_with<'a>(others: &[(usize, &'a str)]) -> Vec<&'a str> {
    let mut texts = TEXTS.to_vec();
    for &(row, text) in others {
        texts[row] = text;
    }
    texts
}

fn ids(first: usize) -> Vec<String> {
    (first..first + TEXTS.len()).map(|id| id.to_string()).collect()
}

const TEXT: [&str; 2] = ["--text", "text"];

#[test]
fn case_01_quotes_in_tsv_that_join_rows_are_reported() {
    let folder = case("01-miller1533-tsv-quotes");
    let joined = read_n(&folder, "paired.tsv", 22, &TEXT);
    joined.assert_messages(&[
        "paired.tsv: quotes may have joined several rows into one: lines 5-7; 22 rows, 24 if quotes are part of the text \
         (--no-quotes)",
    ]);
    assert_eq!(
        joined.cells("text")[3],
        "The gate squeaks\n5\tPlease send the invoice for the blue tent\n6\tthe bread was stale"
    );
    let literal = |file: &str| read(&folder, file, &["--text", "text", "--no-quotes"]);
    let rows = literal("paired.tsv");
    assert_eq!(
        (&rows.columns[..], rows.messages.as_str()),
        (&["id", "text"].map(String::from)[..], "")
    );
    assert_eq!(
        rows.cells("text"),
        texts_with(&[(3, "\"The gate squeaks"), (5, "the bread was stale\"")])
    );
    assert_eq!(rows.cells("id"), ids(1));

    for more in [&["--text", "text"][..], &["--text", "text", "--quiet"]] {
        read_n(&folder, "uneven.tsv", 21, more).assert_messages(&[
            "uneven.tsv: quotes may have joined several rows into one: lines 5-8; 21 rows, 24 if quotes are part of the text",
            "quotes removed around the beginning of a cell (--no-quotes keeps them): 1, line 5",
        ]);
    }
    let rows = literal("uneven.tsv");
    let others = [
        (3, "\"Squeaks like a mouse, the gate"),
        (6, "\"Nine days\""),
        (9, "The manual\" is missing"),
    ];
    assert_eq!((rows.cells("text"), rows.messages.as_str()), (texts_with(&others), ""));
    assert_eq!(rows.cells("place"), ["shop"; 24]);
}

#[test]
fn case_03_backslashes_before_quotes_are_named_and_read_on_request() {
    let folder = case("03-duckdb14304-backslash");
    assert_contains(
        &refusal(&folder, "backslash.csv", &TEXT),
        &[
            "backslash.csv: line 5: a backslash precedes a quote, and the cell continues after it; therefore, line 5 has 3 cells",
            "5 more such rows: lines 9, 13, 17, 21, 25",
            "--backslash-quotes",
        ],
    );
    read(&folder, "backslash-nocomma.csv", &TEXT).assert_messages(&[
        "(--no-quotes keeps them): 6, lines 5, 9, 13, 17, 21, 25; if backslashes escape some of them, use --backslash-quotes",
    ]);
    let ending = |row: usize, ending: &str| match row % 4 {
        3 => format!("{}{ending}", TEXTS[row]),
        _ => TEXTS[row].to_owned(),
    };
    for (file, end) in [
        ("backslash.csv", ", he said \"never again\", and left"),
        ("backslash-nocomma.csv", ": \"never again\""),
    ] {
        let rows = read(&folder, file, &["--text", "text", "--backslash-quotes"]);
        let expected: Vec<String> = (0..TEXTS.len()).map(|row| ending(row, end)).collect();
        assert_eq!(rows.cells("text"), expected);
        assert_eq!(rows.messages, "", "{file}");
    }
}

#[test]
fn case_04_joined_exports_lose_repeated_headers_and_byte_order_marks() {
    let folder = case("04-hledger2189-concat-bom");
    let left_out = "left out (use --lines-not-rows keep to keep them): 1, line";
    for (file, messages) in [
        (
            "joined.csv",
            &[
                format!("lines that repeat the column names, {left_out} 14"),
                format!("byte order marks within the file, {left_out} 14"),
            ][..],
        ),
        (
            "joined-nohead.csv",
            &[format!("byte order marks within the file, {left_out} 14")],
        ),
        (
            "doublebom.csv",
            &[format!("byte order marks within the file, {left_out} 1")],
        ),
    ] {
        let rows = read(&folder, file, &TEXT);
        assert_eq!(rows.columns, ["id", "text"], "{file}");
        assert_eq!(rows.cells("text"), TEXTS);
        assert_eq!(rows.cells("id"), ids(1));
        assert_eq!(
            rows.messages.lines().count(),
            messages.len(),
            "{file}: {}",
            rows.messages
        );
        for words in messages {
            rows.assert_messages(&[words]);
        }
    }
    let keep = ["--text", "text", "--lines-not-rows", "keep", "--header", "yes"];
    let kept = read_n(&folder, "joined.csv", 25, &keep);
    assert_eq!(kept.rows[12], ["\u{feff}id", "text"]);
}

#[test]
fn case_05_telegram_messages_become_rows_with_joined_text_parts() {
    let folder = case("05-tdesktop25000-telegram");
    for file in ["result.json", "result-oneline.json", "messages-only.json"] {
        let rows = read(&folder, file, &TEXT);
        assert_eq!(rows.columns, ["id", "type", "date", "from", "text"], "{file}");
        assert_eq!(
            (rows.cells("text"), rows.cells("type")),
            (TEXTS.to_vec(), vec!["message"; 24]),
            "{file}"
        );
        assert_eq!(
            rows.rows[1][..4],
            ["2", "message", "2031-03-03T10:00:00", "Mara"],
            "{file}"
        );
        rows.assert_messages(&["texts joined from several parts: 12"]);
        let is_in_envelope = rows.messages.contains("the records are the list at `messages`");
        assert_eq!(
            is_in_envelope,
            file != "messages-only.json",
            "{file}: {}",
            rows.messages
        );
    }
}

#[test]
fn case_06_rows_inside_envelopes_pages_and_scripts_are_found() {
    let folder = case("06-duckle27-envelope");
    let rows = read(&folder, "tweets-v2.json", &TEXT);
    assert_eq!(
        (&rows.columns[..], rows.cells("text")),
        (&["id", "text", "author_id"].map(String::from)[..], TEXTS.to_vec())
    );
    assert_eq!(rows.cells("id")[23], "1290000000000000024", "long numbers stay exact");
    rows.assert_messages(&["the records are the list at `data`", "other lists: `includes.users`"]);

    let rows = read(&folder, "reddit.json", &["--text-template", "{data.body}"]);
    assert_eq!((&*rows.columns[0], rows.cells("{data.body}")), ("kind", TEXTS.to_vec()));
    rows.assert_messages(&["the records are the list at `data.children`"]);

    let rows = read(&folder, "pages.jsonl", &TEXT);
    assert_eq!(rows.cells("text"), TEXTS);
    assert_eq!(rows.cells("id"), ids(0));
    rows.assert_messages(&["the records are the list at `data`"]);

    let rows = read(&folder, "tweets.js", &[]);
    assert_eq!(rows.cells("{tweet.full_text}"), TEXTS);
    rows.assert_messages(&[
        "tweets.js: the file is a script; its beginning `window.YTD.tweets.part0 =` is skipped",
        "the texts are joined as {tweet.full_text}",
    ]);
}

#[test]
fn case_08_halves_of_characters_are_replaced_or_left_out() {
    let folder = case("08-codextrace279-surrogate");
    assert_contains(
        &refusal(&folder, "cut.jsonl", &TEXT),
        &[
            r"cut.jsonl: line 6: `\ud83d` is half of a character (letter 38), and there is 1 more such row: line 10",
            "--repair-json",
        ],
    );
    let rows = read(&folder, "cut.jsonl", &["--text", "text", "--repair-json"]);
    assert_eq!(
        rows.cells("text"),
        texts_with(&[(5, "The soup was cold \u{fffd}"), (9, "The manual \u{fffd} is missing")])
    );
    rows.assert_messages(&["half of a character was replaced: 2, lines 6, 10"]);
    let rows = read_n(&folder, "cut.jsonl", 22, &["--text", "text", "--leave-out", "left.csv"]);
    rows.assert_messages(&["left out and written to left.csv: 2, lines 6, 10"]);
}

#[test]
fn case_09_rows_with_nan_are_kept_on_request() {
    let folder = case("09-muutils65-nan");
    for (file, expected) in [
        (
            "somescores.jsonl",
            "there are 7 more such rows: lines 4, 7, 10, 13, 16, 19, 22",
        ),
        ("scores.jsonl", "there are 23 more such rows"),
    ] {
        let refused = refusal(&folder, file, &TEXT);
        assert_contains(
            &refused,
            &["line 1: `NaN` is not JSON (letter 75)", expected, "--repair-json"],
        );
    }
    let repaired = |file: &str| read(&folder, file, &["--text", "text", "--repair-json"]);
    let rows = repaired("somescores.jsonl");
    assert_eq!(rows.cells("text"), TEXTS);
    assert_eq!(rows.cells("score")[..5], ["", "0.1", "0.2", "", "0.4"]);
    rows.assert_messages(&["was replaced: 8, lines 1, 4, 7, 10, 13, 16, 19, 22"]);
    let rows = repaired("scores.jsonl");
    assert_eq!((rows.cells("text"), rows.cells("note")), (TEXTS.to_vec(), vec![""; 24]));
    // If every row is left out, the error message states that no row remains.
    let refused = refusal(&folder, "scores.jsonl", &["--text", "text", "--leave-out", "left.csv"]);
    assert_contains(
        &refused,
        &[
            "scores.jsonl: no row is left; rows left out: 24, the first on line 1",
            "--repair-json",
        ],
    );
}

#[test]
fn case_10_packed_files_are_read_and_other_formats_named() {
    let folder = case("10-pushshift11-archives");
    let of_reddit = ["RC_2031-01.zst", "RC_2031-01.bz2", "RC_2031-01.jsonl.gz"];
    for file in of_reddit {
        let rows = read(&folder, file, &["--text", "body"]);
        assert_eq!(rows.columns, ["id", "body"], "{file}");
        assert_eq!(
            (rows.cells("body"), rows.messages.as_str()),
            (TEXTS.to_vec(), ""),
            "{file}"
        );
    }
    let rows = read(&folder, "survey.csv.zip", &TEXT);
    assert_eq!(
        (&rows.columns[..], rows.cells("text")),
        (&["id", "text"].map(String::from)[..], TEXTS.to_vec())
    );
    folder.write_vectors("big.npy", 4_800);
    let select = "select RC_big.zst --text body --method random --neighbors 1 --embeddings big.npy --budget 4";
    assert!(
        folder.run(&format!("{select} --out picks.csv")).status.success(),
        "the file has 4,800 rows"
    );
    for (file, expected) in [
        ("RC_2031-01.xz", "the file is packed, in the format xz. Unpack it"),
        ("a.7z", "the file is packed, in the format 7z. Unpack it"),
        (
            "survey.sav",
            "data set of a statistics program, in the format SPSS (.sav)",
        ),
        ("texts.pkl", "the objects or arrays of a program, in the format pickle"),
        ("vectors.h5", "the objects or arrays of a program, in the format HDF5"),
        ("notes.rtf", "a document without rows, in the format RTF"),
        ("report.xls", "this is an HTML or XML file"),
        ("report.xls.html", "this is an HTML or XML file"),
    ] {
        let refused = refusal(&folder, file, &TEXT);
        assert_contains(&refused, &[&format!("{file}: "), expected]);
    }
}

#[test]
fn case_11_similar_column_name_is_suggested_with_its_invisible_characters() {
    let folder = case("11-labelsleuth315-header-blank");
    for (file, column, suggested) in [
        ("blank.csv", "text ", "`text `"),
        ("nbsp.csv", "text\u{a0}", r"`text\u{a0}`"),
        ("case.csv", "Text", "`Text`"),
    ] {
        let refused = refusal(&folder, file, &TEXT);
        assert_contains(
            &refused,
            &[&format!(
                "{file}: there is no column `text` (did you mean {suggested}?)"
            )],
        );
        let rows = read(&folder, file, &["--text", column]);
        assert_eq!(rows.cells(column), TEXTS, "{file}");
    }
    let columns = read(&folder, "blank.csv", &["--text", "text "]).columns;
    assert_eq!(
        columns,
        ["id", "text ", "category_name", " label"],
        "the names do not change"
    );
}

#[test]
fn case_14_labels_between_number_signs_are_reported() {
    let folder = case("14-doccano1821-hash-labels");
    let rows = read(&folder, "all.csv", &["--text", "data"]);
    assert_eq!(
        (rows.cells("data"), rows.cells("label")[2]),
        (TEXTS.to_vec(), "question#urgent")
    );
    let evaluate = |file: &str, text: &str| {
        folder.write("four.csv", "row\n0\n1\n2\n3\n");
        let output = folder.run(&format!(
            "evaluate {file} --text {text} --label label --picks four.csv --neighbors 1 --embeddings emb.npy"
        ));
        let messages = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.success(), "{messages}");
        messages
    };
    let counts = "there are 5 labels: complaint (13), urgent (8), question (5), praise (4), request (2)";
    assert_contains(
        &evaluate("all.csv", "data"),
        &["`#` seems to separate labels in column `label`", counts],
    );
    // The `prompt` command also treats each whole cell as one label.
    let output = folder.run(
        "prompt all.csv --text data --labeled picks.csv --label label --query broken --retrieval random --shots 2",
    );
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_contains(
        &messages,
        &[
            "picks.csv: `#` seems to separate labels, but each whole cell counts as one label here",
            counts,
        ],
    );
    let rows = read(&folder, "all.jsonl", &TEXT);
    assert_eq!(
        (rows.cells("text"), rows.cells("label")[2]),
        (TEXTS.to_vec(), r#"["question", "urgent"]"#)
    );
    assert_contains(
        &evaluate("all.jsonl", "text"),
        &["column `label` contains labels as JSON", counts],
    );
}

#[test]
fn case_15_rejected_and_ignored_answers_are_no_labels() {
    let folder = case("15-prodigy5036-answer");
    for (file, column, label, counts, n_labels) in [
        (
            "textcat.jsonl",
            "label",
            "COMPLAINT",
            "10 rejected, 1 ignored, canceled or unfinished",
            13,
        ),
        (
            "choice.jsonl",
            "accept",
            "complaint",
            "0 rejected, 4 ignored, canceled or unfinished",
            11,
        ),
    ] {
        assert_eq!(read(&folder, file, &TEXT).cells("text"), TEXTS, "{file}");
        // A prompt with 24 examples contains all rows of the file with their labels and answers.
        let prompt = "--query broken --shots 24";
        let output = folder.run(&format!(
            "prompt {file} --text text --labeled picks.csv --label {column} {prompt}"
        ));
        let messages = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.success(), "{messages}");
        let no_labels = format!("picks.csv: answers that are not labels according to column answer: {counts}");
        assert_contains(&messages, &[&no_labels]);
        let prompt = String::from_utf8(output.stdout).expect("text");
        let labeled = prompt.lines().filter(|line| *line == format!("answer: {label}"));
        assert_eq!(labeled.count(), n_labels, "{file}: {prompt}");
        folder.write("four.csv", "row\n0\n1\n2\n3\n");
        let refused = folder.refuse(&format!(
            "evaluate {file} --text text --label {column} --picks four.csv --neighbors 1 --embeddings emb.npy"
        ));
        let expected = format!("column `answer` says that the answer in column `{column}` is not a label");
        assert_contains(&refused, &[&expected]);
    }
}

#[test]
fn case_18_delimiters_of_several_or_rare_characters_are_detected() {
    let folder = case("18-exceldatareader687-multichar");
    for (file, delimiter) in [
        ("bars.csv", "||"),
        ("bars.txt", "||"),
        ("ctrla.csv", "\\x01"),
        ("section.csv", "§"),
    ] {
        for more in [&["--text", "text"][..], &["--text", "text", "--delimiter", delimiter]] {
            let rows = read(&folder, file, more);
            assert_eq!(
                (&rows.columns[..], rows.messages.as_str()),
                (&["id", "text", "place"].map(String::from)[..], "")
            );
            assert_eq!(
                (rows.cells("text"), rows.cells("place")),
                (TEXTS.to_vec(), vec!["shop"; 24]),
                "{file}"
            );
        }
    }
    // The file colons.dat has no column names.
    assert_contains(
        &refusal(&folder, "colons.dat", &TEXT),
        &["colons.dat: line 1 should name the columns, but column 1 is `0`"],
    );
    let rows = read(&folder, "colons.dat", &["--text", "column 2", "--header", "no"]);
    assert_eq!(
        (rows.cells("column 2"), rows.cells("column 3")),
        (TEXTS.to_vec(), vec!["shop"; 24])
    );
    let lines = read(&folder, "colons.dat", &["--text", "text", "--format", "lines"]);
    assert_eq!(
        lines.cells("text")[0],
        "0::The kettle leaks from its base after a week::shop"
    );
}

#[test]
fn case_28_answers_of_annotators_are_not_mistaken_for_labels() {
    let folder = case("28-labelstudio1052-annotators");
    folder.write("four.csv", "row\n0\n1\n2\n3\n");
    for file in ["export.json", "two-questions.json"] {
        let rows = read(&folder, file, &["--text-template", "{data.text}"]);
        assert_eq!(
            (rows.cells("{data.text}"), rows.messages.as_str()),
            (TEXTS.to_vec(), ""),
            "{file}"
        );
        let output = folder.run(&format!(
            "evaluate {file} --text-template {{data.text}} --label annotations --picks four.csv --neighbors 1 --embeddings \
             emb.npy"
        ));
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_contains(
            &messages,
            &[&format!(
                "{file}: column `annotations` contains labels as JSON, but each whole cell counts as one label"
            )],
        );
        let output = folder.run(&format!(
            "prompt {file} --text-template {{data.text}} --labeled picks.csv --label annotations --query broken"
        ));
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_contains(&messages, &["picks.csv: the labels are JSON of an annotation tool"]);
    }
    let rows = read_n(&folder, "ls.csv", 48, &TEXT);
    let of_first: Vec<&str> = rows.cells("text").into_iter().step_by(2).collect();
    let of_second: Vec<&str> = rows.cells("text").into_iter().skip(1).step_by(2).collect();
    assert_eq!(
        (of_first, of_second),
        (TEXTS.to_vec(), TEXTS.to_vec()),
        "one row for each answer"
    );
    assert_eq!(rows.cells("annotator")[..4], ["1", "2", "1", "2"]);
    // The answers of two annotators to a text become one example, without a label if the answers differ.
    let lines = TEXTS.iter().enumerate().map(|(n, text)| format!("{n},{text}\n"));
    folder.write("texts.csv", &format!("n,text\n{}", lines.collect::<String>()));
    let disputed = "answers that are not used as labels, because the annotators of a text disagree: 12, line";
    for (pool, labeled, matched) in [
        ("ls.csv", "picks.csv", None),
        ("ls.csv", "ls.csv", Some("`annotation_id`: 48")),
        ("texts.csv", "ls.csv", Some("`text`: 48")),
    ] {
        let arguments = format!("prompt {pool} --text text --labeled {labeled} --label sentiment --query broken");
        let output = folder.run(&format!("{arguments} --shots 48 --retrieval random"));
        let messages = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.success(), "{messages}");
        let prompt = String::from_utf8(output.stdout).expect("text");
        assert_contains(&messages, &[&format!("{labeled}: {disputed}")]);
        assert_eq!(messages.contains("matched by column"), matched.is_some(), "{messages}");
        assert_contains(&messages, &[matched.unwrap_or_default()]);
        let n_examples = |text: &str| prompt.matches(&format!("{text}\nanswer: ")).count();
        assert_eq!((n_examples(TEXTS[0]), n_examples(TEXTS[1])), (0, 1), "{prompt}");
        assert_eq!(prompt.matches("\nanswer: ").count(), 18, "{prompt}");
    }
}

#[test]
fn case_34_small_and_unusual_pools_are_selected_from() {
    let folder = case("34-odd-pools");
    for (file, n, neighbors) in [("three.csv", 3, 2), ("two.csv", 2, 1)] {
        folder.write_vectors("few.npy", n);
        for method in ["fastgas", "random", "vote-k", "subclustering"] {
            let output = folder.run(&format!(
                "select {file} --embeddings few.npy --method {method} --budget 2 --out picks.csv"
            ));
            let messages = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{file}, {method}: {messages}");
            let expected =
                format!("neighbors of each text: {neighbors} instead of 10, because there are only {n} texts");
            assert_contains(&messages, &[&expected]);
            assert_eq!(folder.read("picks.csv").lines().count(), 3, "{file}, {method}");
        }
    }
    folder.write_vectors("one.npy", 1);
    let refused = folder.refuse("select one.csv --embeddings one.npy --budget 1 --out picks.csv");
    assert_contains(&refused, &["the pool has 1 text; there is nothing to choose from"]);

    let numbers: Vec<String> = (0..30).map(|n| (3 * n).to_string()).collect();
    assert_eq!(read_n(&folder, "numbers.csv", 30, &[]).cells("value"), numbers);
    assert_eq!(read_n(&folder, "numbers.txt", 30, &[]).cells("text"), numbers);
    let urls: Vec<String> = (0..30)
        .map(|n| format!("https://example.org/p/{n}?q={}", 7 * n))
        .collect();
    assert_eq!(read_n(&folder, "urls.txt", 30, &[]).cells("text"), urls);
    assert_eq!(
        read_n(&folder, "same.csv", 30, &[]).cells("text"),
        ["the same text"; 30]
    );
    let capitals = TEXTS.map(str::to_uppercase);
    assert_eq!(read(&folder, "caps.csv", &[]).cells("text"), capitals);
    let code = |(row, text): (usize, &&str)| format!("def f{row}(x):\n\treturn x + {row}  # {text}\n");
    let code: Vec<String> = TEXTS.iter().enumerate().map(code).collect();
    assert_eq!(read(&folder, "code.jsonl", &[]).cells("text"), code);

    let names: Vec<String> = (0..299).map(|column| format!("c{column}")).collect();
    let mut wide = format!("text,{}\n", names.join(","));
    for (row, text) in TEXTS.iter().enumerate() {
        let cells: Vec<String> = (0..299).map(|column| (row * column).to_string()).collect();
        wide += &format!("{text},{}\n", cells.join(","));
    }
    folder.write("wide.csv", &wide);
    let rows = read(&folder, "wide.csv", &TEXT);
    assert_eq!((rows.columns.len(), rows.cells("text")), (300, TEXTS.to_vec()));
    assert_eq!(rows.cells("c298")[23], "6854");
}

#[test]
fn case_35_spreadsheet_of_a_colleague_keeps_every_character() {
    let folder = case("35-labelstudio1165-excel-roundtrip");
    let texts = texts_with(&[
        (2, "Where can I change\nthe color of my bicycle"),
        (5, "The café soup was cold – “stale” bread"),
        (9, "  The manual for the drill is missing "),
    ]);
    for (file, messages) in [
        ("pool.csv", &[] as &[&str]),
        ("colleague-utf8.csv", &[]),
        (
            "colleague-excel.csv",
            &["colleague-excel.csv: read as windows-1252, which is a guess"],
        ),
    ] {
        let rows = read(&folder, file, &TEXT);
        assert_eq!(rows.cells("text"), texts, "{file}");
        assert_eq!(
            rows.messages.lines().count(),
            messages.len(),
            "{file}: {}",
            rows.messages
        );
        rows.assert_messages(messages);
    }
    let changed = read(&folder, "colleague-changed.csv", &TEXT);
    let differing = changed
        .cells("text")
        .into_iter()
        .zip(&texts)
        .filter(|(theirs, ours)| theirs != *ours);
    assert_eq!(differing.count(), 5);
    // Labels are matched to the pool by the column `code`. A message reports rows whose text differs from the pool's text.
    let labels_of = |file: &str| {
        let arguments =
            format!("prompt pool.csv --text text --labeled {file} --query broken --shots 24 --retrieval random");
        let output = folder.run(&arguments);
        let messages = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.success(), "{messages}");
        let prompt = String::from_utf8(output.stdout).expect("text");
        (prompt.matches("answer: ").count(), messages)
    };
    let by_code = "there is no column `row`, so labeled rows are matched by column `code`: 24";
    let (n_labels, messages) = labels_of("colleague-utf8.csv");
    assert_eq!(n_labels, 24);
    assert_contains(&messages, &[&format!("colleague-utf8.csv: {by_code}")]);
    assert!(!messages.contains("differs"), "{messages}");
    let (n_labels, messages) = labels_of("colleague-changed.csv");
    assert_eq!(n_labels, 24);
    assert_contains(
        &messages,
        &[
            by_code,
            "labeled rows whose text differs from that of the pool only in blanks, line ends or the form of characters: 5, lines",
        ],
    );
}

#[test]
fn case_36_picks_are_read_back_from_spreadsheets_and_pandas() {
    let folder = case("36-picks-roundtrip");
    let pool = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/35-labelstudio1165-excel-roundtrip/pool.csv");
    fs::copy(pool, folder.0.join("pool.csv")).expect("a file under target");
    folder.write_vectors("emb.npy", TEXTS.len());
    let extended = |picks: &str| {
        let output = folder.run(&format!(
            "select pool.csv --text text --embeddings emb.npy --neighbors 1 --method top-degree --budget 7 --extend {picks} \
             --out all.csv"
        ));
        let messages = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.success(), "{picks}: {messages}");
        let picks = folder.read("all.csv");
        let mut reader = csv::Reader::from_reader(picks.as_bytes());
        let rows = reader.records().map(|record| record.expect("a record")[1].to_owned());
        rows.take(6).collect::<Vec<_>>()
    };
    for file in [
        "picks.csv",
        "row-label.csv",
        "crlf-in-cells.csv",
        "pandas-float.csv",
        "semi-1252-zeros-kept.csv",
        "utf16.txt",
    ] {
        assert_eq!(extended(file), ["14", "18", "1", "3", "16", "2"], "{file}");
    }
    // The prompt is the same for each file with labels, regardless of the file format.
    let prompt = |labeled: &str| {
        let output = folder.run(&format!(
            "prompt pool.csv --text text --labeled {labeled} --query broken"
        ));
        assert!(
            output.status.success(),
            "{labeled}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).expect("text")
    };
    let expected = prompt("row-label.csv");
    assert_contains(
        &expected,
        &[
            "Where can I change\nthe color of my bicycle\nanswer: question",
            "The gate at the north garden squeaks\nanswer: praise",
        ],
    );
    assert_eq!(prompt("utf16.txt"), expected);
    // Excel has removed the leading zeros of the row codes.
    for file in ["excel-utf8.csv", "excel-semi-1252.csv"] {
        let refused = folder.refuse(&format!("prompt pool.csv --text text --labeled {file} --query broken"));
        assert_contains(
            &refused,
            &[
                &format!("{file}: row 14 has `14` in column `code`, and the pool has `0014`"),
                "keep only the columns `row` and `label`",
            ],
        );
    }
    // The table has no `row` column, so its rows are matched by the column of codes.
    assert_eq!(prompt("by-code.csv"), expected);
}

#[test]
fn case_39_comments_and_footers_are_no_rows() {
    let folder = case("39-duckdb12746-comments");
    let left_out = "left out (use --lines-not-rows keep to keep them): 1, line";
    for (file, message) in [
        ("above.csv", "lines skipped above the table: 2".to_owned()),
        ("above.tsv", "lines skipped above the table: 1".to_owned()),
        ("below.csv", format!("comment lines, {left_out} 2")),
        ("middle.csv", format!("comment lines, {left_out} 14")),
        ("footer.csv", format!("lines below the table, {left_out} 27")),
    ] {
        let rows = read(&folder, file, &TEXT);
        assert_eq!(rows.columns, ["id", "text"], "{file}");
        assert_eq!(rows.cells("text"), TEXTS);
        assert_eq!(rows.cells("id"), ids(0));
        assert_eq!(rows.messages.lines().count(), 1, "{file}: {}", rows.messages);
        rows.assert_messages(&[&message]);
    }
    let keep = ["--text", "text", "--lines-not-rows", "keep"];
    let kept = read_n(&folder, "middle.csv", 25, &keep);
    assert_eq!(kept.rows[12], ["# page 2", " continued"]);
    // If the arguments keep the lines above the table as rows, the advice names the setting that removes the lines.
    let refused = refusal(&folder, "above.csv", &["--text", "text", "--lines-above", "0"]);
    assert_contains(
        &refused,
        &["above.csv: line 2 has 2 cells, the header has 1", "--lines-above"],
    );
}
