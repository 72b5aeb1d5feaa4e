//! Tests of the command-line program with unusual files.
//! The tests cover one file under two names, pipes, full disks, and arrays of every number type.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::support::{Folder, names, pool};

const SELECT: &str = "--text text --neighbors 5 --embeddings emb.npy --budget";

/// The embeddings consist of integers, so that a 16-bit float can represent each number.
fn number(row: usize, column: usize) -> i32 {
    ((row * 37 + column * 101 + row * column) % 61) as i32 - 30
}

/// A .npy file with 40×8 numbers. `kind` is numpy's name for the number type.
fn array(kind: &str, by_columns: bool) -> Vec<u8> {
    let order = if by_columns { "True" } else { "False" };
    let header = format!("{{'descr': '{kind}', 'fortran_order': {order}, 'shape': (40, 8), }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    for place in 0..40 * 8 {
        let (row, column) = if by_columns {
            (place % 40, place / 40)
        } else {
            (place / 8, place % 8)
        };
        let number = number(row, column);
        let mut little = match &kind[1..] {
            "f2" => half(number).to_le_bytes().to_vec(),
            "f4" => (number as f32).to_le_bytes().to_vec(),
            _ => f64::from(number).to_le_bytes().to_vec(),
        };
        if kind.starts_with('>') {
            little.reverse();
        }
        bytes.extend(little);
    }
    bytes
}

/// Bits of `number` as a 16-bit float. `number` must be between −1023 and 1023.
fn half(number: i32) -> u16 {
    let sign = if number < 0 { 0x8000 } else { 0 };
    let size = number.unsigned_abs();
    if size == 0 {
        return 0;
    }
    let exponent = size.ilog2();
    let fraction = (size << (10 - exponent)) & 0x3ff;
    sign | (((exponent + 15) << 10) | fraction) as u16
}

fn prepared(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("pool.csv", &pool());
    fs::write(folder.0.join("emb.npy"), array("<f4", false)).expect("a file under target");
    folder.write("g.graph", "3 2\n2\n1 3\n2\n");
    folder.write("labeled.csv", "row,label\n0,bank\n1,kitchen\n4,bank\n");
    folder
}

fn command(folder: &Folder, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fastgas"));
    command.args(arguments.split_whitespace()).current_dir(&folder.0);
    command
}

fn given(folder: &Folder, arguments: &str, stdin: &str) -> Output {
    let mut child = command(folder, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that rejects its arguments can exit without reading stdin, so the write to stdin may fail.
    let _ = child.stdin.take().expect("a pipe").write_all(stdin.as_bytes());
    child.wait_with_output().expect("it ends")
}

#[test]
fn input_files_are_never_overwritten() {
    let folder = prepared("files-inputs");
    folder.write("ragged.csv", &(pool() + "40,one more\n"));
    folder.succeed("trace karate --out karate.trace");
    folder.succeed("prompt pool.csv --text text --labeled labeled.csv --save-pack pack.json --quiet");
    folder.write("picks.csv", "row\n0\n");
    folder.write("answers.csv.journal", "text\na\n");
    fs::create_dir(folder.0.join("in")).expect("a folder");
    fs::create_dir_all(folder.0.join("own-model/1_Pooling")).expect("folders");
    let configs = ["own-model/sentence_bert_config.json", "own-model/1_Pooling/config.json"];
    configs.iter().for_each(|name| folder.write(name, "{}"));
    let mut same = vec!["pool.csv".to_owned(), "./in/../pool.csv".to_owned()];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("pool.csv", folder.0.join("soft.csv")).expect("a link");
        fs::hard_link(folder.0.join("pool.csv"), folder.0.join("hard.csv")).expect("a link");
        same.extend(["soft.csv".to_owned(), "hard.csv".to_owned()]);
    }
    let before = names(&folder);
    let contents = || {
        let read = |name: &String| fs::read(folder.0.join(name)).unwrap_or_default();
        before.iter().map(read).collect::<Vec<_>>()
    };
    let kept = contents();
    let refused = |arguments: &str, written: &str, read: &str| {
        let message = folder.refuse(arguments);
        let expected =
            format!("{written}: this output would overwrite {read}, which the command reads. Give another name");
        assert!(message.contains(&expected), "{arguments}: {message}");
        assert!(contents() == kept && names(&folder) == before, "{arguments}");
    };
    for name in &same {
        refused(&format!("select pool.csv {SELECT} 4 --out {name}"), name, "pool.csv");
        refused(&format!("embed pool.csv --text text --out {name}"), name, "pool.csv");
    }
    for name in configs {
        let embed = format!("embed pool.csv --text text --model own-model --out {name}");
        refused(&embed, name, name);
    }
    let select = format!("select pool.csv {SELECT} 4");
    let compare = "compare pool.csv --text text --budgets 4 --neighbors 5 --embeddings emb.npy";
    let evaluate = "evaluate ragged.csv --text text --picks picks.csv";
    let prompt = "prompt pool.csv --text text --labeled labeled.csv";
    let ask = "confidences pool.csv --text text --labeled labeled.csv --endpoint http://127.0.0.1:9 --llm tiny";
    let answer = "answer pool.csv --text text --labeled labeled.csv --endpoint http://127.0.0.1:9 --llm tiny";
    for (arguments, file) in [
        (format!("{select} --out emb.npy"), "emb.npy"),
        (format!("{select} --extend picks.csv --out picks.csv"), "picks.csv"),
        (format!("{select} --skip picks.csv --out picks.csv"), "picks.csv"),
        (format!("{select} --out p.csv --trace pool.csv"), "pool.csv"),
        (format!("{select} --out p.csv --leave-out pool.csv"), "pool.csv"),
        ("knn emb.npy --out emb.npy --similarities s.npy".into(), "emb.npy"),
        ("knn emb.npy --out i.npy --similarities emb.npy".into(), "emb.npy"),
        ("graph emb.npy --out emb.npy".into(), "emb.npy"),
        ("partition g.graph --parts 2 --out g.graph".into(), "g.graph"),
        (format!("{compare} --out pool.csv"), "pool.csv"),
        (format!("{evaluate} --leave-out picks.csv"), "picks.csv"),
        (format!("{prompt} --save-pack labeled.csv"), "labeled.csv"),
        ("prompt --pack pack.json --save-pack pack.json".into(), "pack.json"),
        (format!("{ask} --out labeled.csv"), "labeled.csv"),
        (format!("{answer} --out labeled.csv"), "labeled.csv"),
        (
            format!("{answer} --test answers.csv.journal --out answers.csv"),
            "answers.csv.journal",
        ),
        ("trace g.graph --out g.graph".into(), "g.graph"),
        ("trace karate.trace --svg karate.trace".into(), "karate.trace"),
    ] {
        refused(&arguments, file, file);
    }
    for arguments in [
        format!("{select} --out p.csv --trace p.csv"),
        "knn emb.npy --out i.npy --similarities ./i.npy".into(),
        "trace karate --out k.svg --svg k.svg".into(),
    ] {
        let message = folder.refuse(&arguments);
        assert!(
            message.contains("two outputs would be written to this file. Give each"),
            "{message}"
        );
    }
    let message = folder.refuse(&format!("{select} --out none/p.csv"));
    assert!(message.starts_with("fastgas: none/p.csv: "), "{message}");
    assert!(names(&folder) == before);
}

/// The program must not overwrite the file that it reads from stdin. Stdin is the file `pool.csv`, not a pipe.
#[cfg(unix)]
#[test]
fn file_behind_stdin_is_not_overwritten() {
    let folder = prepared("files-stdin");
    let output = command(&folder, &format!("select - {SELECT} 4 --out pool.csv"))
        .stdin(fs::File::open(folder.0.join("pool.csv")).expect("it exists"))
        .output()
        .expect("the program starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && message.contains("overwrite -, which"),
        "{message}"
    );
    assert_eq!(folder.read("pool.csv"), pool());
}

/// A limit on the size of files simulates a full disk.
#[cfg(target_os = "linux")]
#[test]
fn failed_write_keeps_the_previous_file() {
    let folder = prepared("files-whole");
    for (arguments, file) in [
        ("graph emb.npy --neighbors 5 --out", "g.graph"),
        ("knn emb.npy --neighbors 5 --similarities s.npy --out", "i.npy"),
        ("embed pool.csv --text text --out", "e.npy"),
    ] {
        folder.write(file, "what was there");
        let before = names(&folder);
        let output = folder.shell(&format!("trap '' XFSZ; ulimit -f 0; exec fastgas {arguments} {file}"));
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains(&format!("fastgas: {file}: ")), "{message}");
        assert_eq!(folder.read(file), "what was there");
        assert_eq!(names(&folder), before);
    }
}

#[cfg(unix)]
#[test]
fn overwriting_keeps_permissions_and_link_targets() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = prepared("files-links");
    let path = |name: &str| folder.0.join(name);
    folder.write("target.csv", "old");
    fs::set_permissions(path("target.csv"), fs::Permissions::from_mode(0o604)).expect("permitted");
    symlink("target.csv", path("link.csv")).expect("a link");
    symlink("later.csv", path("open.csv")).expect("a link");
    for (link, target) in [("link.csv", "target.csv"), ("open.csv", "later.csv")] {
        folder.succeed(&format!("select pool.csv {SELECT} 4 --out {link}"));
        assert_eq!(folder.read(target).lines().count(), 5);
        assert!(fs::symlink_metadata(path(link)).expect("it exists").is_symlink());
    }
    let mode = fs::metadata(path("target.csv"))
        .expect("it exists")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o604);
}

#[cfg(target_os = "linux")]
#[test]
fn devices_and_pipes_are_written_directly() {
    let folder = prepared("files-devices");
    folder.succeed(&format!("select pool.csv {SELECT} 4 --out picks.csv"));
    let picks = folder.succeed(&format!("select pool.csv {SELECT} 4 --out /dev/stdout"));
    assert_eq!(picks, folder.read("picks.csv"));
    assert_eq!(
        folder.succeed("knn emb.npy --neighbors 5 --out /dev/null --similarities /dev/null"),
        ""
    );
    // If stdout is a file, the program writes into the opened file instead of replacing the file.
    let into = fs::File::create(folder.0.join("all.txt")).expect("a file");
    let status = command(&folder, &format!("select pool.csv {SELECT} 4 --out /dev/stdout"))
        .stdout(into)
        .status();
    assert!(status.expect("it ends").success());
    assert_eq!(folder.read("all.txt"), picks);
    let made = Command::new("mkfifo").arg(folder.0.join("pipe")).status();
    assert!(made.expect("there is mkfifo").success());
    let reader = {
        let path = folder.0.join("pipe");
        std::thread::spawn(move || fs::read_to_string(path).expect("text"))
    };
    folder.succeed(&format!("select pool.csv {SELECT} 4 --out pipe"));
    assert_eq!(reader.join().expect("no panic"), picks);
    assert!(!names(&folder).iter().any(|name| name.ends_with(".new")));
}

#[test]
fn dash_means_stdin_or_stdout() {
    let folder = prepared("files-dash");
    let succeeded = |arguments: &str, stdin: &str| {
        let output = given(&folder, arguments, stdin);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments}: {message}");
        output.stdout
    };
    folder.succeed(&format!("select pool.csv {SELECT} 4 --out picks.csv"));
    let picks = succeeded(&format!("select - {SELECT} 4 --out -"), &pool());
    assert_eq!(String::from_utf8_lossy(&picks), folder.read("picks.csv"));
    folder.succeed(&format!("select pool.csv {SELECT} 6 --extend picks.csv --out more.csv"));
    let more = format!("select pool.csv {SELECT} 6 --extend - --out -");
    assert_eq!(
        String::from_utf8_lossy(&succeeded(&more, &folder.read("picks.csv"))),
        folder.read("more.csv")
    );
    folder.succeed("embed pool.csv --text text --out texts.npy");
    let texts = fs::read(folder.0.join("texts.npy")).expect("written");
    assert!(succeeded("embed - --text text --out -", &pool()) == texts);
    folder.succeed("graph emb.npy --neighbors 5 --out own.graph");
    let graph = succeeded("graph emb.npy --neighbors 5 --out -", "");
    assert_eq!(String::from_utf8_lossy(&graph), folder.read("own.graph"));
    succeeded("partition - --parts 2 --out own.part", &folder.read("own.graph"));
    let counted = succeeded("quality own.graph -", &folder.read("own.part"));
    assert!(String::from_utf8_lossy(&counted).contains("\"parts\":2"));
    let traced = succeeded("trace - --parts 2", &folder.read("own.graph"));
    assert!(String::from_utf8_lossy(&traced).contains("\"vertices\":40"));
    // A file named `-` can be opened under the path `./-`.
    folder.write("-", &pool());
    folder.succeed(&format!("select ./- {SELECT} 4 --out again.csv"));
    assert_eq!(folder.read("again.csv"), folder.read("picks.csv"));
}

#[test]
fn dash_without_meaning_is_refused_by_name() {
    let folder = prepared("files-no-dash");
    let select = format!("select - {SELECT} 4");
    let ask = "confidences pool.csv --text text --labeled labeled.csv --endpoint http://127.0.0.1:9 --llm tiny";
    for (arguments, expected) in [
        (
            format!("{select} --extend - --out p.csv"),
            "-: two inputs would be read from stdin, which can be read only once. Give file names for all inputs but one",
        ),
        (
            format!("{select} --json --out -"),
            "-: this output cannot be stdout, where the command prints its result. Give a file name",
        ),
        (
            "partition g.graph --parts 2 --out -".into(),
            "-: this output cannot be stdout",
        ),
        (
            "compare pool.csv --text text --embeddings emb.npy --budgets 4 --out -".into(),
            "-: this output cannot be stdout",
        ),
        ("trace karate --out -".into(), "-: this output cannot be stdout"),
        (
            "knn emb.npy --out - --similarities -".into(),
            "-: two outputs would be written to this file",
        ),
        (
            "knn - --out i.npy --similarities s.npy".into(),
            "'-' for '<emb.npy>': stdin and stdout cannot be used here; give a file name",
        ),
        (
            "select pool.csv --text text --budget 4 --embeddings - --out p.csv".into(),
            "'-' for '--embeddings <emb.npy>': stdin and stdout cannot be used here",
        ),
        (
            format!("{ask} --out -"),
            "'-' for '--out <confidences.csv>': stdin and stdout cannot be used here",
        ),
        (
            ask.replace("confidences", "answer") + " --out -",
            "'-' for '--out <answers.csv>': stdin and stdout cannot be used here",
        ),
    ] {
        let output = given(&folder, &arguments, &pool());
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && output.stdout.is_empty(),
            "{arguments}: {message}"
        );
        assert!(message.contains(expected), "{arguments}: {message}");
    }
    assert!(!names(&folder).contains(&"-".to_owned()));
}

/// Commands that print to stdout, for tests where stdout has no reader or is not writable.
fn printing(folder: &Folder) -> [Command; 9] {
    folder.write("queries.csv", "text\na soup of beans\nroses\n");
    folder.write("g.part", "0\n0\n1\n");
    folder.write("row.csv", "row\n0\n");
    let prompt = "prompt pool.csv --text text --labeled labeled.csv";
    [
        format!("select pool.csv {SELECT} 4 --json --out picks.csv"),
        format!("select pool.csv {SELECT} 4 --out -"),
        format!("{prompt} --queries queries.csv"),
        format!("{prompt} --query soup --shots 1"),
        "partition g.graph --parts 2 --out own.part".into(),
        "quality g.graph g.part".into(),
        "trace karate --tell".into(),
        "evaluate pool.csv --text text --embeddings emb.npy --neighbors 5 --picks row.csv".into(),
        "compare pool.csv --text text --embeddings emb.npy --budgets 4 --neighbors 5 --seeds 0 --methods random".into(),
    ]
    .map(|arguments| command(folder, &arguments))
}

#[test]
fn closed_stdout_pipe_ends_the_program_quietly() {
    let folder = prepared("files-unread");
    for mut command in printing(&folder) {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .expect("the program starts");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {message}");
        assert!(!message.contains("panicked"), "{command:?}: {message}");
    }
    assert_eq!(
        folder.read("picks.csv").lines().count(),
        5,
        "files are written nevertheless"
    );
    // A closed stderr pipe does not change the exit status.
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = command(&folder, "quality g.graph none.part").stderr(writer).output();
    assert_eq!(output.expect("the program starts").status.code(), Some(1));
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_behind_stdout_is_an_error() {
    let folder = prepared("files-full");
    for mut command in printing(&folder) {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("Linux has it");
        let output = command
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .expect("the program starts");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command:?}: {message}");
        assert!(
            message.contains("fastgas: stdout: ")
                && message.contains("Free some space there")
                && !message.contains("panicked"),
            "{command:?}: {message}"
        );
    }
}

#[test]
fn arrays_of_every_type_give_the_same_embeddings() {
    let folder = prepared("files-arrays");
    let neighbors = |file: &str| {
        folder.succeed(&format!("knn {file} --neighbors 5 --out i.npy --similarities s.npy"));
        ["i.npy", "s.npy"].map(|name| fs::read(folder.0.join(name)).expect("written"))
    };
    let expected = neighbors("emb.npy");
    for kind in ["<f2", "<f4", "<f8", ">f2", ">f4", ">f8"] {
        for by_columns in [false, true] {
            fs::write(folder.0.join("other.npy"), array(kind, by_columns)).expect("a file under target");
            assert!(neighbors("other.npy") == expected, "{kind}, by columns: {by_columns}");
        }
    }
    let mut cut = array("<f8", true);
    cut.pop();
    let records = "{'descr': [('embedding', '<f4', (8,))], 'fortran_order': False, 'shape': (40,), }\n";
    let length = (records.len() as u16).to_le_bytes();
    let records = [&b"\x93NUMPY\x01\x00"[..], &length, records.as_bytes()].concat();
    for (bytes, expected) in [
        (
            array("|O", false),
            "its elements are objects of Python, not numbers. If each row is a list of equally many numbers, write \
             numpy.save(name, numpy.stack(list(array))",
        ),
        (
            records,
            "its elements are records with named fields, not numbers. If one field holds the vectors, write that field: \
             numpy.save(name, array['embedding']",
        ),
        (
            cut,
            "x.npy: the array file cannot be used: its header says 40 × 8 numbers, but it has",
        ),
        (
            array("<i8", false),
            "its numbers have the type `<i8`; only floats of 16, 32 or 64 bits",
        ),
        (
            b"PK\x03\x04and so on".to_vec(),
            "it is a `ZIP (.npz, .pt)` file, not a .npy file. Write it with numpy.save",
        ),
        (b"PAR1and so on".to_vec(), "it is a `Parquet` file, not a .npy file"),
    ] {
        fs::write(folder.0.join("x.npy"), bytes).expect("a file under target");
        let message = folder.refuse("knn x.npy --neighbors 5 --out i.npy --similarities s.npy");
        assert!(message.contains(expected), "{message}");
        let select = format!("select pool.csv {SELECT} 4 --out p.csv").replace("emb.npy", "x.npy");
        assert!(folder.refuse(&select).contains(expected));
    }
    let mut infinite = array("<f2", false);
    let end = infinite.len();
    infinite[end - 2..].copy_from_slice(&0x7c00_u16.to_le_bytes());
    fs::write(folder.0.join("x.npy"), infinite).expect("a file under target");
    let message = folder.refuse("knn x.npy --neighbors 5 --out i.npy --similarities s.npy");
    assert!(
        message.contains("row 39 of the embeddings contains a number that is not finite"),
        "{message}"
    );
}

/// The program must read the array without knowing how many bytes the pipe will deliver.
#[cfg(target_os = "linux")]
#[test]
fn embeddings_are_read_from_a_pipe() {
    let folder = prepared("files-array-pipe");
    folder.succeed("graph emb.npy --neighbors 5 --out own.graph");
    let made = Command::new("mkfifo").arg(folder.0.join("pipe.npy")).status();
    assert!(made.expect("there is mkfifo").success());
    let writer = {
        let path = folder.0.join("pipe.npy");
        std::thread::spawn(move || fs::write(path, array("<f4", true)).expect("written"))
    };
    folder.succeed("graph pipe.npy --neighbors 5 --out piped.graph");
    writer.join().expect("no panic");
    assert_eq!(folder.read("piped.graph"), folder.read("own.graph"));
}

#[test]
fn labels_and_picks_are_read_from_json_lines() {
    let folder = prepared("files-json");
    let line = |rank: u32, row: u32, label: &str| {
        format!(
            "{{\"rank\":{rank},\"row\":{row},\"part\":0,\"degree\":1,\"label\":{label},\"topic\":\"{}\"}}\n",
            row % 4
        )
    };
    let lines = line(1, 0, "\"bank\"") + &line(2, 1, "\"kitchen\"") + &line(3, 2, "null") + &line(4, 4, "\"bank\"");
    folder.write("labeled.jsonl", &lines);
    folder.write("rows.csv", "row\n0\n1\n2\n4\n");
    let prompt = |labeled: &str| {
        folder.succeed(&format!(
            "prompt pool.csv --text text --labeled {labeled} --query soup --shots 3 --quiet"
        ))
    };
    assert_eq!(prompt("labeled.jsonl"), prompt("labeled.csv"));
    let evaluate = |picks: &str| {
        let arguments = "evaluate pool.csv --text text --embeddings emb.npy --neighbors 5";
        folder.succeed(&format!("{arguments} --picks {picks}"))
    };
    assert_eq!(evaluate("labeled.jsonl"), evaluate("rows.csv"));
    for flag in ["--extend", "--skip"] {
        let select = |rows: &str| {
            folder.succeed(&format!("select pool.csv {SELECT} 8 {flag} {rows} --out p.csv"));
            folder.read("p.csv")
        };
        assert_eq!(select("labeled.jsonl"), select("rows.csv"), "{flag}");
    }
    // In the answers in the format of Prodigy, the second label is rejected, and the fourth text is skipped.
    let verdicts = ["accept", "reject", "accept", "ignore"];
    let judged = lines.lines().zip(verdicts);
    let judged = judged.map(|(line, verdict)| line.replace('}', &format!(",\"answer\":\"{verdict}\"}}\n")));
    folder.write("judged.jsonl", &judged.collect::<String>());
    folder.write("accepted.csv", "row,label\n0,bank\n");
    let output = folder.run("prompt pool.csv --text text --labeled judged.jsonl --query soup --shots 3 --quiet");
    assert_eq!(String::from_utf8_lossy(&output.stdout), prompt("accepted.csv"));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains(
            "judged.jsonl: answers that are not labels according to column answer: 1 rejected, 1 ignored, canceled or unfinished"
        ),
        "{message}"
    );
    folder.write("broken.jsonl", &lines.replace("null", "?"));
    let message = folder.refuse("prompt pool.csv --text text --labeled broken.jsonl --query soup");
    assert!(message.contains("broken.jsonl: line 3: "), "{message}");
    let other = lines.replace("\"topic\":\"1\"", "\"topic\":\"7\"");
    folder.write("other.jsonl", &other);
    let message = folder.refuse("prompt pool.csv --text text --labeled other.jsonl --query soup");
    assert!(
        message.contains("other.jsonl: row 1 has `7` in column `topic`, and the pool has `1`"),
        "{message}"
    );
}
