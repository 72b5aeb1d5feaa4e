//! Tests of the command-line program with hostile or unusual files, arguments and environments.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

use crate::support::{Folder, is_soak, names, pool};

const SELECT: &str = "--text text --neighbors 5 --embeddings emb.npy --budget";

fn prepared(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("pool.csv", &pool());
    folder.write("labeled.csv", "row,label\n0,bank\n1,kitchen\n4,bank\n");
    folder.write_vectors("emb.npy", 40);
    folder
}

fn message(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The list of this pool's picks exceeds the capacity of a pipe.
fn long_pool() -> String {
    let row = |n: usize| format!("{n},text {n} {}\n", "and so on ".repeat(1_000));
    format!("id,text\n{}", (0..40).map(row).collect::<String>())
}

#[test]
fn closed_pipe_after_first_line_is_not_an_error() {
    let folder = prepared("attacks-head");
    folder.write("long.csv", &long_pool());
    let mut child = Command::new(env!("CARGO_BIN_EXE_fastgas"))
        .args(format!("select long.csv {SELECT} 30 --out -").split_whitespace())
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut line).expect("a line");
    drop(out);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(line, "rank,row,part,degree,id,text\n");
    assert_eq!((output.status.code(), message(&output).as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_reported_for_stdout_and_files() {
    let folder = prepared("attacks-full");
    folder.write("long.csv", &long_pool());
    for script in [
        format!("fastgas select long.csv {SELECT} 30 --out - > /dev/full"),
        format!("fastgas select long.csv {SELECT} 30 --out /dev/full"),
    ] {
        let output = folder.shell(&script);
        assert_eq!(output.status.code(), Some(1), "{script}");
        assert!(
            message(&output).contains("Free some space there"),
            "{script}: {}",
            message(&output)
        );
    }
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
#[test]
fn closed_stdout_is_an_error_if_something_is_printed() {
    let folder = prepared("attacks-closed");
    for command in [
        format!("select pool.csv {SELECT} 4 --out -"),
        format!("select pool.csv {SELECT} 4 --out picks.csv --json"),
        "trace karate".into(),
    ] {
        let output = folder.shell(&format!("exec fastgas {command} >&-"));
        assert_eq!(output.status.code(), Some(1), "{command}");
        assert_eq!(message(&output), "fastgas: stdout: it is closed\n", "{command}");
        let output = folder.shell(&format!("exec fastgas {command} > /dev/null"));
        assert_eq!(
            (output.status.code(), message(&output).as_str()),
            (Some(0), ""),
            "{command}"
        );
        let mut program = Command::new(env!("CARGO_BIN_EXE_fastgas"));
        let program = program.args(command.split_whitespace()).current_dir(&folder.0);
        assert!(
            program.stdout(Stdio::null()).status().expect("it ends").success(),
            "{command}"
        );
    }
    // A closed stdout does not matter if the program prints nothing.
    let output = folder.shell(&format!("exec fastgas select pool.csv {SELECT} 4 --out picks.csv >&-"));
    assert!(output.status.success(), "{}", message(&output));
}

#[cfg(unix)]
#[test]
fn control_characters_in_messages_are_escaped() {
    let folder = prepared("attacks-escapes");
    let hostile = "te\u{1b}]0;X\u{7}xt\u{9b}2J\u{202e}";
    let shown = "te\\u{1b}]0;X\\u{7}xt\\u{9b}2J\\u{202e}";
    let is_harmless = |text: &str| !text.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}', '\r']);
    let table = format!("id,{hostile},other {hostile}\n1,a,b\n2,c,d\n");
    folder.write("pool2.csv", &table);
    folder.write(&format!("{hostile}.csv"), "id,text\n1\n");
    folder.write("labeled2.csv", &format!("row,id,label\n0,{hostile},x\n"));
    let file = format!("{hostile}.csv");
    let flag = format!("--{hostile}");
    let cases: [&[&str]; 7] = [
        &["select", "pool2.csv", "--budget", "1", "--out", "p.csv"],
        &[
            "select",
            "pool2.csv",
            "--text",
            hostile,
            "--id",
            "none",
            "--budget",
            "1",
            "--out",
            "p.csv",
        ],
        &["select", &file, "--text", "text", "--budget", "1", "--out", "p.csv"],
        &[
            "select", "pool.csv", "--text", hostile, "--budget", "1", "--out", "p.csv",
        ],
        &["select", "pool.csv", &flag],
        &[
            "select", "pool.csv", "--text", "text", "--budget", hostile, "--out", "p.csv",
        ],
        &[
            "prompt",
            "pool.csv",
            "--text",
            "text",
            "--labeled",
            "labeled2.csv",
            "--query",
            "a",
        ],
    ];
    for arguments in cases {
        let output = folder.run_with(arguments);
        let message = message(&output);
        assert!(
            !output.status.success() && is_harmless(&message),
            "{arguments:?}: {message:?}"
        );
        // The argument parser removes complete terminal escape sequences from its error message.
        let is_shown = message.contains(shown) || message.contains("xt\\u{9b}2J\\u{202e}");
        assert!(is_shown, "{arguments:?}: {message:?}");
    }
    // If another program reads stdout, the output contains every byte unchanged.
    let query = format!("my {hostile} query");
    let prompt = [
        "prompt",
        "pool.csv",
        "--text",
        "text",
        "--labeled",
        "labeled.csv",
        "--retrieval",
        "random",
        "--quiet",
        "--query",
    ];
    let output = folder.run_with(&[&prompt[..], &[query.as_str()]].concat());
    assert!(
        String::from_utf8_lossy(&output.stdout).contains(&query),
        "{}",
        message(&output)
    );
    folder.write("pool3.csv", &pool().replace("soup", hostile));
    folder.succeed(&format!("select pool3.csv {SELECT} 20 --out picks.csv"));
    assert!(folder.read("picks.csv").contains(hostile));
    assert_eq!(
        folder.succeed(&format!("select pool3.csv {SELECT} 20 --out -")),
        folder.read("picks.csv")
    );
}

/// The test uses the tool `script`, which runs a program in a terminal.
#[cfg(target_os = "linux")]
#[test]
fn output_is_escaped_in_a_terminal_but_not_in_a_pipe() {
    let folder = prepared("attacks-terminal");
    folder.write("pool3.csv", &pool().replace("soup", "so\u{1b}]0;X\u{7}up"));
    let program = env!("CARGO_BIN_EXE_fastgas");
    let command = format!("{program} select pool3.csv {SELECT} 20 --out - --quiet");
    let output = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .output()
        .expect("there is script (util-linux)");
    let seen = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{seen}");
    assert!(seen.contains("so\\u{1b}]0;X\\u{7}up"), "{seen}");
    assert!(!seen.contains("\u{1b}]0;X"), "{seen:?}");
}

#[test]
fn excessive_thread_count_is_reduced_with_a_message() {
    let folder = prepared("attacks-threads");
    let knn = |threads: &str| {
        let output = folder.run(&format!(
            "knn emb.npy --neighbors 5 --out i.npy --similarities s.npy --threads {threads}"
        ));
        assert!(output.status.success(), "{threads}: {}", message(&output));
        let found = ["i.npy", "s.npy"].map(|name| fs::read(folder.0.join(name)).expect("written"));
        (found, message(&output))
    };
    let (expected, nothing) = knn("2");
    assert_eq!(nothing, "");
    for threads in ["100000", "1000000000000000000", "18446744073709551615"] {
        let (found, message) = knn(threads);
        assert!(found == expected, "{threads}");
        assert!(message.starts_with("fastgas: --threads is reduced to "), "{message}");
    }
    for threads in ["0", "1e18", "100000000000000000000000"] {
        let message = folder.refuse(&format!("graph emb.npy --out g.graph --threads {threads}"));
        assert!(message.contains("--threads <N>"), "{message}");
    }
    let ask =
        "confidences pool.csv --text text --labeled labeled.csv --endpoint http://127.0.0.1:9 --llm tiny --out c.csv";
    let message = folder.refuse(&format!("{ask} --requests 100000"));
    assert!(message.contains("at most 1000 requests"), "{message}");
}

#[test]
fn warnings_about_a_file_are_shown_in_spite_of_quiet() {
    let folder = prepared("attacks-quiet");
    let rows = |n: usize| format!("{n}\ttext number {n}\n");
    let all: String = (0..40).map(rows).collect();
    folder.write(
        "loose.tsv",
        &format!("id\ttext\n{all}").replace("text number 7", "\"big\" text"),
    );
    folder.write(
        "doubtful.tsv",
        &format!("lost card\tcard\n{}", "pin change\tpin\n".repeat(40)),
    );
    folder.write(
        "blank.csv",
        &pool().replace("\"a soup of lentils number 1, please\"", ""),
    );
    let select = |file: &str, text: &[&str], quiet: bool| {
        let arguments = "--neighbors 5 --embeddings emb.npy --budget 4 --out p.csv";
        let mut arguments: Vec<&str> = ["select", file].into_iter().chain(arguments.split(' ')).collect();
        arguments.extend(text);
        arguments.extend(quiet.then_some("--quiet"));
        let output = folder.run_with(&arguments);
        assert!(output.status.success(), "{}", message(&output));
        message(&output)
    };
    for (file, text, expected) in [
        (
            "loose.tsv",
            &["--text", "text"][..],
            "quotes removed around the beginning of a cell",
        ),
        (
            "doubtful.tsv",
            &["--text", "lost card"],
            "the first line is read as column names",
        ),
        ("blank.csv", &["--text", "text"], "empty texts, which are not picked: 1"),
    ] {
        let loud = select(file, text, false);
        assert!(loud.contains(expected), "{file}: {loud}");
        assert_eq!(select(file, text, true), loud, "{file}");
    }
    assert_eq!(select("pool.csv", &["--text", "text"], true), "");
}

#[test]
fn similar_column_name_is_suggested() {
    let folder = Folder::new("attacks-columns");
    let choose = |columns: &str, name: &str| {
        folder.write("pool.csv", &format!("id,{columns}\n1,a,b\n2,c,d\n"));
        let output = folder.run_with(&["select", "pool.csv", "--text", name, "--budget", "1", "--out", "p.csv"]);
        assert!(!output.status.success());
        message(&output)
    };
    for (columns, name, shown) in [
        ("text , label", "text", "text "),
        ("Text,label", "text", "Text"),
        ("text\u{a0},label", "text", "text\\u{a0}"),
        ("te\u{200b}xt,label", "text", "te\\u{200b}xt"),
        ("my text,label", "mytext", "my text"),
    ] {
        let message = choose(columns, name);
        let expected = format!("there is no column `{name}` (did you mean `{shown}`?). Give the name exactly");
        assert!(message.contains(&expected), "{message}");
        assert!(
            message.contains("with the same blanks and capital letters"),
            "{message}"
        );
    }
    let message = choose("text,label", "answer");
    assert!(
        message.contains("there is no column `answer`; the columns are `id`, `text`, `label`. Choose"),
        "{message}"
    );
}

#[test]
fn spreadsheet_labels_are_read_or_refused_with_reason() {
    let folder = Folder::new("attacks-labels");
    let rows = |n: usize| format!("00{n},text number {n}\n");
    folder.write(
        "pool.csv",
        &format!("code,text\n{}", (10..50).map(rows).collect::<String>()),
    );
    let prompt = "prompt pool.csv --text text --query soup --retrieval random --shots 2 --labeled";
    folder.write("right.csv", "row,label\n14,fees\n3,card\n");
    let right = folder.succeed(&format!("{prompt} right.csv --quiet"));
    folder.write("pandas.csv", "row,label\n14.0,fees\n3.0,card\n");
    let output = folder.run(&format!("{prompt} pandas.csv --quiet"));
    assert_eq!(String::from_utf8_lossy(&output.stdout), right);
    assert!(message(&output).contains("pandas.csv: row numbers that are written with a decimal point, such as `14.0`"));
    let text = "\u{feff}row\tlabel\r\n14\tfees\r\n3\tcard\r\n";
    let sixteen: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(folder.0.join("utf16.txt"), sixteen).expect("a file under target");
    assert_eq!(folder.succeed(&format!("{prompt} utf16.txt --quiet")), right);
    folder.write("excel.csv", "row,code,label\n14,24,fees\n");
    let message = folder.refuse(&format!("{prompt} excel.csv"));
    assert!(
        message.contains("excel.csv: row 14 has `24` in column `code`, and the pool has `0024`. Give the pool"),
        "{message}"
    );
    assert!(message.contains("only the columns `row` and `label`"), "{message}");
}

#[cfg(unix)]
#[test]
fn cache_writes_only_to_its_own_files() {
    let folder = prepared("attacks-cache");
    let embed = "embed pool.csv --text text --out e.npy --cache cc";
    folder.succeed(embed);
    let cache = Folder(folder.0.join("cc"));
    let name = names(&cache).remove(0);
    let whole = fs::read(cache.0.join(&name)).expect("a cache");
    folder.write("victim", "precious");
    fs::remove_file(cache.0.join(&name)).expect("removed");
    std::os::unix::fs::symlink("../victim", cache.0.join(&name)).expect("linked");
    let message = folder.refuse(embed);
    assert!(
        message.contains("this is a symbolic link, but the cache writes only to its own files. Move it"),
        "{message}"
    );
    assert_eq!(folder.read("victim"), "precious");
    fs::remove_file(cache.0.join(&name)).expect("removed");
    for (content, expected) in [
        (
            "my notes",
            "this is not a cache of embeddings, so it is not overwritten. Move it",
        ),
        (
            "FastGAS9 of another year",
            "a newer version of this program wrote this cache",
        ),
    ] {
        cache.write(&name, content);
        let message = folder.refuse(embed);
        assert!(message.contains(expected), "{message}");
        assert_eq!(cache.read(&name), content);
    }
    // If a cache file is damaged after its header, the texts are embedded again, which results in the same vectors.
    let vectors = fs::read(folder.0.join("e.npy")).expect("vectors");
    fs::write(cache.0.join(&name), &whole[..whole.len() / 2]).expect("written");
    folder.succeed(embed);
    assert!(fs::read(folder.0.join("e.npy")).expect("vectors") == vectors);
}

/// A soak run reads a file of 300 MB and a table of 5 million rows. Other runs use a fifth of these sizes.
#[test]
fn large_files_are_read_completely() {
    let folder = Folder::new("attacks-large");
    let share = if is_soak() { 1 } else { 5 };
    let (n_long, n_short) = (300_000 / share, 5_000_000 / share);
    let long = format!("{}\n", "x".repeat(999));
    let short: String = (0..10_000).map(|n| format!("{n},text {n}\n")).collect();
    for (content, n) in [
        (format!("text\n{}", long.repeat(n_long)), n_long),
        (format!("id,text\n{}", short.repeat(n_short / 10_000)), n_short),
    ] {
        folder.write("large.csv", &content);
        let output = folder.run("check large.csv --json");
        assert!(output.status.success(), "{}", message(&output));
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(found["rows"], n);
    }
    fs::remove_file(folder.0.join("large.csv")).expect("removed");
}

#[test]
fn cell_of_megabytes_is_cut_before_tokenizing() {
    let folder = Folder::new("attacks-cells");
    let text = "the bank blocked my card again ";
    let short = text.repeat(100);
    folder.write("short.csv", &format!("text\n{short}\nb\n"));
    folder.write("long.csv", &format!("text\n{}\nb\n", text.repeat(200_000)));
    for file in ["short", "long"] {
        let output = folder.run(&format!("embed {file}.csv --out {file}.npy --threads 1"));
        assert!(output.status.success(), "{}", message(&output));
        assert!(
            message(&output).contains("only its beginning was embedded; of row 0, the first "),
            "{}",
            message(&output)
        );
    }
    let vectors = |file: &str| fs::read(folder.0.join(file)).expect("vectors");
    assert!(vectors("short.npy") == vectors("long.npy"));
    // A very long word cannot be cut at a token boundary, so the program refuses the text.
    folder.write("word.csv", &format!("text\na\nb\n{}\n", "x".repeat(9_000_000)));
    let message = folder.refuse("embed word.csv --out w.npy --threads 1");
    assert!(
        message.contains("row 2: 9000000 bytes of this text would have to be tokenized at once; the limit is 8388608"),
        "{message}"
    );
}
