//! Tests of features for distributed engines such as Spark: JSON lines from stdin to stdout, and externally computed neighbors.
//! Also tests that the results do not depend on the number of threads.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use crate::support::{Folder, pool};
use ndarray::{Array2, s};
use ndarray_npy::{read_npy, write_npy};
use serde_json::{Value, json};

fn pipe(folder: &Folder, arguments: &str, stdin: &[u8]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_fastgas"))
        .args(arguments.split_whitespace())
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = program.stdin.take().expect("it is a pipe");
    thread::scope(|scope| {
        // The program may end before it has read all of stdin.
        scope.spawn(move || drop(input.write_all(stdin)));
        program.wait_with_output().expect("the program ends")
    })
}

/// The pool as JSON lines, with fields before and after the text of each object.
fn json_lines() -> String {
    let texts = pool();
    let row = |(n, line): (usize, &str)| {
        let text = line.split('"').nth(1).expect("a quoted text");
        format!(
            "{{\"n\": {n}.50, \"text\": {}, \"tags\": [1,  \"\\u00e9\"]}}\n",
            json!(text)
        )
    };
    texts.lines().skip(1).enumerate().map(row).collect()
}

#[test]
fn embed_of_json_lines_writes_the_vectors_of_embed_of_a_file() {
    let folder = Folder::new("lines");
    // The last line repeats the first line and does not end with a newline.
    let lines = json_lines();
    let lines = lines.clone() + lines.lines().next().expect("a line");
    folder.write("texts.jsonl", &lines);
    folder.succeed("embed texts.jsonl --text text --out emb.npy");
    let expected: Array2<f32> = read_npy(folder.0.join("emb.npy")).expect("float32");
    for threads in [1, 3] {
        let output = pipe(&folder, &format!("embed - --threads {threads}"), lines.as_bytes());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(printed.lines().count(), 41);
        for ((line, printed), vector) in lines.lines().zip(printed.lines()).zip(expected.rows()) {
            let fields = line.strip_suffix('}').expect("an object");
            let added = printed.strip_prefix(fields).expect("the fields are unchanged");
            let numbers = added
                .strip_prefix(",\"embedding\":")
                .and_then(|list| list.strip_suffix('}'));
            let numbers: Vec<f32> = serde_json::from_str(numbers.expect("one more field")).expect("numbers");
            let bits = |x: &f32| x.to_bits();
            assert!(numbers.iter().map(bits).eq(vector.iter().map(bits)), "{line}");
        }
    }
}

#[test]
fn mapped_lines_give_the_picks_of_the_file_command() {
    let folder = Folder::new("lines-select");
    folder.write("texts.jsonl", &json_lines());
    // Two workers embed the texts. Each worker gets half of the lines.
    let lines = json_lines();
    let all: Vec<&str> = lines.lines().collect();
    let mut embedded = String::new();
    for half in all.chunks(20) {
        let output = pipe(&folder, "embed -", half.join("\n").as_bytes());
        embedded += &String::from_utf8(output.stdout).expect("UTF-8");
    }
    folder.write("embedded.jsonl", &embedded);
    let select = "--text text --neighbors 5 --budget 6";
    folder.succeed(&format!("select texts.jsonl {select} --out one.csv"));
    folder.succeed(&format!(
        "select embedded.jsonl {select} --embeddings-column embedding --out mapped.csv"
    ));
    let rows = |name: &str| -> Vec<String> {
        let picks = folder.read(name);
        let first_cells = |line: &str| line.split(',').take(4).collect::<Vec<_>>().join(",");
        picks.lines().map(first_cells).collect()
    };
    assert_eq!(rows("one.csv"), rows("mapped.csv"));
}

#[test]
fn malformed_json_line_is_refused_with_its_number() {
    let folder = Folder::new("lines-refused");
    let refused = |stdin: &[u8], arguments: &str, expected: &str| {
        let output = pipe(&folder, arguments, stdin);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && output.stdout.is_empty(), "{message}");
        assert!(message.contains(expected), "{message}");
    };
    let no_text = b"{\"text\": \"a\"}\n\n{\"t\": \"b\"}\n";
    refused(
        no_text,
        "embed -",
        "line 3 of stdin: it has no field `text`. Name the field",
    );
    let twice = b"{\"t\": \"a\", \"embedding\": [1]}\n";
    refused(
        twice,
        "embed - --text t",
        "line 1 of stdin: it already has a field `embedding`",
    );
    refused(b"text\na\n", "embed -", "line 1 of stdin: it is not a JSON object");
    refused(
        b"",
        "embed - --cache c",
        "--cache has no effect if JSON lines are read from stdin",
    );
    refused(
        b"",
        "embed - --device gpu",
        "--device has no effect if JSON lines are read from stdin",
    );
    refused(b"", "embed - --pad-rows", "an option for the file format has no effect");
    folder.write("pool.csv", &pool());
    let message = folder.refuse("embed pool.csv --text text");
    assert!(message.contains("Give --out emb.npy"), "{message}");
}

fn random_vectors(n: usize) -> Array2<f32> {
    let mut state = 1u32;
    Array2::from_shape_simple_fn((n, 8), || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 8_388_608.0 - 0.999
    })
}

fn prepared(name: &str, n: usize) -> Folder {
    let folder = Folder::new(name);
    let rows: String = (0..n).map(|row| format!("text {row}\n")).collect();
    folder.write("pool.csv", &format!("text\n{rows}"));
    write_npy(folder.0.join("emb.npy"), &random_vectors(n)).expect("a file under target");
    folder
}

#[test]
fn picks_do_not_depend_on_the_number_of_threads() {
    // The pool is split into tasks of 2,048 texts.
    // For facility location, the pool has more cosines than the program keeps in memory.
    let folder = prepared("threads", 4_500);
    for method in ["fastgas", "fastgas --preset paper", "facility-location", "k-center"] {
        let select = |threads: u32| {
            let summary = folder.succeed(&format!(
                "select pool.csv --embeddings emb.npy --method {method} --budget 30 --threads {threads} --json --out picks.csv"
            ));
            let summary: Value = serde_json::from_str(&summary).expect("JSON");
            (folder.read("picks.csv"), summary["parts_tried"].clone())
        };
        let one = select(1);
        for threads in [2, 5] {
            assert!(select(threads) == one, "{method}, {threads} threads");
        }
    }
}

#[test]
fn given_neighbors_give_the_same_graph_and_picks() {
    let folder = prepared("lists", 300);
    folder.succeed("knn emb.npy --neighbors 7 --out ids.npy --similarities sims.npy");
    folder.succeed("graph emb.npy --neighbors 6 --out own.graph");
    let select = "select pool.csv --embeddings emb.npy --neighbors 6 --budget 9 --json";
    folder.succeed(&format!("{select} --out own.csv"));

    // As in faiss: 64-bit ids, each text as its own first neighbor, and −1 for missing neighbors at the end.
    let ids: Array2<u32> = read_npy(folder.0.join("ids.npy")).expect("uint32");
    let similarities: Array2<f32> = read_npy(folder.0.join("sims.npy")).expect("float32");
    let mut faiss_ids = Array2::from_elem((300, 9), -1i64);
    let mut faiss_similarities = Array2::from_elem((300, 9), f32::MIN);
    for row in 0..300 {
        faiss_ids[[row, 0]] = row as i64;
        faiss_similarities[[row, 0]] = 1.0;
    }
    faiss_ids.slice_mut(s![.., 1..8]).assign(&ids.mapv(i64::from));
    faiss_similarities.slice_mut(s![.., 1..8]).assign(&similarities);
    write_npy(folder.0.join("faiss-ids.npy"), &faiss_ids).expect("a file under target");
    write_npy(folder.0.join("faiss-sims.npy"), &faiss_similarities).expect("a file under target");

    for lists in ["ids.npy sims.npy", "faiss-ids.npy faiss-sims.npy"] {
        folder.succeed(&format!(
            "graph --neighbor-lists {lists} --neighbors 6 --out given.graph"
        ));
        assert_eq!(folder.read("own.graph"), folder.read("given.graph"), "{lists}");
        let summary = folder.succeed(&format!("{select} --neighbor-lists {lists} --out given.csv"));
        assert_eq!(folder.read("own.csv"), folder.read("given.csv"), "{lists}");
        let summary: Value = serde_json::from_str(&summary).expect("JSON");
        assert_eq!(summary["neighbors_found"], "in the given lists");
        let files: Vec<&str> = lists.split(' ').collect();
        assert_eq!(summary["settings"]["neighbor_lists"], json!(files));
        assert!(summary["seconds"]["neighbors"].is_null(), "nothing was searched");
    }
}

#[test]
fn unsuitable_neighbor_lists_are_refused() {
    let folder = prepared("lists-refused", 60);
    folder.succeed("knn emb.npy --neighbors 6 --out ids.npy --similarities sims.npy");
    let select = "select pool.csv --embeddings emb.npy --budget 4 --out p.csv --neighbor-lists";
    let refused = |arguments: &str, expected: &str| {
        let message = folder.refuse(arguments);
        assert!(message.contains(expected), "{arguments}: {message}");
    };
    let few = "ids.npy, sims.npy: row 0 has 6 neighbors other than itself, but 10 are needed; 60 rows have too few. Search more";
    refused(&format!("{select} ids.npy sims.npy"), few);
    let ids = format!("{select} sims.npy ids.npy");
    refused(&ids, "the ids have the type `<f4`; only integers");
    refused(
        &format!("{select} ids.npy emb.npy"),
        "the ids have 60 rows of 6 entries, but the similarities have 60 rows of 8",
    );
    for (flag, name) in [
        ("--fold-duplicates", "--fold-duplicates"),
        ("--search exact", "--search <SEARCH>"),
    ] {
        let conflict = format!("{select} ids.npy sims.npy {flag}");
        refused(&conflict, &format!("cannot be used with '{name}'"));
    }
    refused("graph --out g.graph", "required arguments were not provided");

    let mut ids: Array2<u32> = read_npy(folder.0.join("ids.npy")).expect("uint32");
    ids[[41, 5]] = 60;
    write_npy(folder.0.join("outside.npy"), &ids).expect("a file under target");
    refused(
        "graph --neighbor-lists outside.npy sims.npy --neighbors 5 --out g.graph",
        "row 41, column 5: the id 60 is neither a row from 0 to 59 nor -1",
    );
    let reversed = random_vectors(60).slice(s![..;-1, ..]).to_owned();
    write_npy(folder.0.join("reversed.npy"), &reversed).expect("a file under target");
    refused(
        "select pool.csv --embeddings reversed.npy --neighbors 5 --budget 4 --out p.csv --neighbor-lists ids.npy sims.npy",
        "Give the lists and the embeddings of the same pool in the same order",
    );
}

/// Returns the first code block of `markdown` that is marked with `language`.
#[cfg(unix)]
fn code_block<'m>(markdown: &'m str, language: &str) -> &'m str {
    let (_, behind) = markdown
        .split_once(&format!("```{language}\n"))
        .expect("the block is there");
    behind.split_once("```").expect("the block ends").0
}

/// Runs the example of docs/beyond-one-machine.md in Spark's local mode.
/// FASTGAS_SPARK_PYTHON contains the path of a Python with pyspark; the default is `python3`.
/// Without Java or pyspark, the test reports that it is skipped, or fails if FASTGAS_SPARK is `required`.
#[cfg(unix)]
#[test]
fn spark_example_gives_the_picks_of_one_machine() {
    let succeeds = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output();
        output.is_ok_and(|output| output.status.success())
    };
    let python = std::env::var("FASTGAS_SPARK_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let needed = [
        ("Java", "java", &["-version"][..]),
        ("the Python package pyspark", &*python, &["-c", "import pyspark"]),
    ];
    let missing = needed
        .into_iter()
        .find(|&(_, program, arguments)| !succeeds(program, arguments));
    if let Some((missing, _, _)) = missing {
        let is_required = std::env::var_os("FASTGAS_SPARK").is_some_and(|value| value == "required");
        assert!(!is_required, "{missing} is not installed");
        // `println!` is unsuitable, because the test harness hides the output of passing tests.
        let _ = writeln!(
            std::io::stderr(),
            "spark_example_gives_the_picks_of_one_machine: skipped: {missing} is not installed"
        );
        return;
    }
    let folder = Folder::new("spark");
    folder.write("texts.jsonl", &json_lines());
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/beyond-one-machine.md");
    let guide = fs::read_to_string(guide).expect("the documentation is there");
    folder.write("embed.py", code_block(&guide, "python"));
    let run = |script: &str| {
        let output = folder.shell(&format!(
            "export SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_DIRS=tmp; {script}"
        ));
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{script}: {printed}");
    };
    // The worker processes of Spark must use the same Python as the script.
    run(&format!("PYSPARK_PYTHON='{python}' '{python}' embed.py"));
    for command in code_block(&guide, "sh").lines() {
        run(command);
    }
    folder.succeed("select texts.jsonl --text text --budget 18 --out one.csv");
    let rows = |name: &str| -> Vec<String> {
        let picks = folder.read(name);
        picks
            .lines()
            .map(|line| line.split(',').take(4).collect::<Vec<_>>().join(","))
            .collect()
    };
    assert_eq!(rows("one.csv"), rows("picks.csv"));
}
