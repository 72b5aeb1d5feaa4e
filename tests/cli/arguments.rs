//! Tests of the command-line arguments. Arguments without an effect are refused.
//! Errors in arguments are reported before any text is embedded.

use std::collections::BTreeMap;

use crate::support::{Folder, names, pool};
use ndarray::Array2;
use ndarray_npy::write_npy;

const SELECT: &str = "select pool.csv --text text --neighbors 5 --embeddings emb.npy --out p.csv";
const COMPARE: &str = "compare pool.csv --text text --neighbors 5 --embeddings emb.npy --budgets 4 --json";
const EVALUATE: &str = "evaluate pool.csv --text text --neighbors 5 --embeddings emb.npy --picks three.csv";
const PROMPT: &str = "prompt pool.csv --text text --labeled labeled.csv";

fn prepared(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("pool.csv", &pool());
    folder.write("three.csv", "row\n3\n9\n14\n");
    folder.write("twice.csv", "row\n3\n9\n3\n");
    folder.write("labeled.csv", "row,label\n0,bank\n1,kitchen\n4,bank\n");
    folder.write("numbered.txt", "{topic} {text}: {label}");
    folder.write_vectors("emb.npy", 40);
    folder.write_vectors("few.npy", 4);
    folder
}

/// Long options under each heading of a command's help, in help order.
fn options_by_heading(help: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut by_heading: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut heading = "";
    for line in help.lines() {
        if let Some(name) = line.strip_suffix(':').filter(|name| !name.starts_with(' ')) {
            heading = name;
        }
        let words: Vec<&str> = line.split_whitespace().take(2).collect();
        let option = match words.as_slice() {
            [short, long, ..] if short.len() == 3 && short.ends_with(',') => long,
            [long, ..] => long,
            [] => continue,
        };
        // The help text indents explanations more than options.
        let is_option = line.starts_with("      --") || line.starts_with("  -");
        if is_option && option.starts_with("--") {
            by_heading.entry(heading).or_default().push(*option);
        }
    }
    by_heading
}

#[test]
fn heading_in_the_help_applies_to_its_own_options() {
    const FILE_FORMAT: [&str; 19] = [
        "--format",
        "--encoding",
        "--delimiter",
        "--lines-above",
        "--header",
        "--records-below",
        "--no-quotes",
        "--single-quotes",
        "--backslash-quotes",
        "--skip-blanks",
        "--comment-prefix",
        "--lines-not-rows",
        "--records",
        "--repair-json",
        "--sheet",
        "--header-row",
        "--zip-entry",
        "--pad-rows",
        "--leave-out",
    ];
    let folder = Folder::new("arguments-help");
    let headings = [
        ("embed", "", &[] as &[&str]),
        ("select", "", &[]),
        ("prompt", "", &[]),
        ("confidences", "", &[]),
        ("answer", "", &[]),
        (
            "evaluate",
            "Answers of a language model",
            &["--answers", "--reference", "--task", "--stem", "--json"],
        ),
        (
            "compare",
            "Accuracy of a language model",
            &[
                "--endpoint",
                "--llm",
                "--api-key-env",
                "--shots",
                "--template",
                "--constrain",
                "--context",
                "--concurrency",
                "--timeout",
                "--yes",
            ],
        ),
    ];
    for (command, heading, of_heading) in headings {
        let help = folder.succeed(&format!("{command} --help"));
        let mut options = options_by_heading(&help);
        assert_eq!(options.remove("File format"), Some(FILE_FORMAT.to_vec()), "{command}");
        assert_eq!(options.remove(heading).unwrap_or_default(), of_heading, "{command}");
        let others = options.remove("Options").unwrap_or_default();
        assert!(
            others.contains(&"--text") && others.contains(&"--quiet"),
            "{command}: {others:?}"
        );
        assert!(options.is_empty(), "{command}: {options:?}");
    }
}

#[test]
fn flag_that_no_method_reads_is_refused() {
    let folder = prepared("arguments-methods");
    let before = names(&folder);
    let select = format!("{SELECT} --budget 4");
    for (arguments, expected) in [
        (
            format!("{select} --as-published"),
            "--as-published has no effect on fastgas, only on ideal. Leave it out; for FastGAS as published, use `--preset paper`.",
        ),
        // `--preset` is refused even though `best` is the default preset.
        (
            format!("{select} --method random --preset best"),
            "--preset has no effect on random, only on fastgas. Leave it out",
        ),
        (
            format!("{select} --method random --parts auto"),
            "--parts has no effect on random, only on fastgas, subclustering.",
        ),
        (
            format!("{select} --method top-degree --weighted"),
            "--weighted has no effect on top-degree, only on fastgas, pagerank, louvain.",
        ),
        (
            format!("{select} --method ideal --vote-neighbors 150"),
            "--vote-neighbors has no effect on ideal, only on fast-vote-k, vote-k.",
        ),
        (
            format!("{select} --method fast-vote-k --confidences three.csv"),
            "--confidences has no effect on fast-vote-k, only on vote-k.",
        ),
        (
            format!("{COMPARE} --methods random,k-means --preset best"),
            "--preset has no effect on random, k-means, only on fastgas.",
        ),
    ] {
        let message = folder.refuse(&arguments);
        assert!(message.contains(expected), "{arguments}: {message}");
    }
    assert!(names(&folder) == before);
    for more in [
        "",
        "--preset fast --parts 3 --weighted",
        "--method subclustering --parts 3",
    ] {
        folder.succeed(&format!("{select} {more}"));
    }
    // The `--mode` option is the previous name of `--preset`.
    let message = folder.refuse(&format!("{select} --method random --mode best"));
    assert!(message.contains("--preset has no effect on random"), "{message}");
    // `--preset` is accepted, because one of the two methods uses it.
    folder.succeed(&format!("{COMPARE} --seeds 0 --methods random,fastgas --preset fast"));
}

#[test]
fn encoder_flag_is_refused_if_nothing_is_embedded() {
    let folder = prepared("arguments-encoder");
    let before = names(&folder);
    let select = format!("{SELECT} --budget 4");
    for command in [select.as_str(), COMPARE, EVALUATE] {
        for (flag, value) in [
            ("--cache", "cc"),
            ("--model", "M"),
            ("--pooling", "cls"),
            ("--prefix", "a"),
        ] {
            let message = folder.refuse(&format!("{command} {flag} {value}"));
            let expected = format!("{flag} has no effect, because all embeddings are given. Leave it out");
            assert!(message.contains(&expected), "{command}: {message}");
        }
    }
    assert!(names(&folder) == before);
    // With test texts, `--cache` is accepted, because the test texts have to be embedded.
    folder.write("test.csv", "text,topic\na soup of beans,1\nroses,3\n");
    let message = folder.refuse(&format!("{EVALUATE} --label topic --test test.csv --cache cc"));
    assert!(!message.contains("--cache"), "{message}");
    assert!(folder.0.join("cc").exists());
}

#[test]
fn recording_flags_are_refused_when_a_trace_is_read() {
    let folder = Folder::new("arguments-trace");
    folder.succeed("trace karate --out k.trace");
    for (flag, value) in [
        ("--parts", "7"),
        ("--budget", "5"),
        ("--preset", "paper"),
        ("--seed", "0"),
    ] {
        let message = folder.refuse(&format!("trace k.trace {flag} {value}"));
        let expected = format!("k.trace: {flag} has no effect, because this file is a recorded trace. Leave it out");
        assert!(message.contains(&expected), "{message}");
    }
    let message = folder.refuse("trace karate --step 3");
    assert!(message.contains("--svg <step.svg>"), "{message}");
    let message = folder.refuse("trace karate --step 999999 --svg k.svg --out again.trace");
    assert!(
        message.contains("there is no step 999999; the steps are 0 to "),
        "{message}"
    );
    assert_eq!(names(&folder), ["k.trace"]);
}

#[test]
fn cell_that_the_template_does_not_use_is_refused() {
    let folder = prepared("arguments-set");
    let before = names(&folder);
    for (arguments, expected) in [
        (
            format!("{PROMPT} --query soup --set foo=bar"),
            "--set gives `foo`, but in addition to the text the template uses no column. Give",
        ),
        (
            format!("{PROMPT} --query soup --template numbered.txt --set id=7"),
            "--set gives `id`, but in addition to the text the template uses only `topic`. Give",
        ),
        (
            format!("{PROMPT} --query soup --template numbered.txt --set topic=1 --set topic=2"),
            "--set gives `topic` twice. Give it only once",
        ),
        (
            "prompt --pack pack.json --queries pool.csv --leave-out lo.csv".into(),
            "cannot be used with",
        ),
    ] {
        let message = folder.refuse(&arguments);
        assert!(message.contains(expected), "{arguments}: {message}");
    }
    assert!(names(&folder) == before);
}

#[test]
fn errors_are_reported_before_anything_is_embedded() {
    let folder = prepared("arguments-early");
    let before = names(&folder);
    let select = "select pool.csv --text text --neighbors 5 --cache cc";
    let compare = "compare pool.csv --text text --neighbors 5 --cache cc --budgets 20";
    let evaluate = "evaluate pool.csv --text text --neighbors 5 --cache cc --picks three.csv";
    let prompt = format!("{PROMPT} --cache cc");
    for (arguments, expected) in [
        (
            format!("{select} --out p.csv --budget 4 --method random --trace t.trace"),
            "fastgas: only the method fastgas records",
        ),
        (
            format!("{select} --out p.csv --budget 4 --extend none.csv"),
            "fastgas: none.csv: ",
        ),
        (
            format!("{select} --out p.csv --budget 4 --skip none.csv"),
            "fastgas: none.csv: ",
        ),
        (
            format!("{select} --out p.csv --budget 4 --method vote-k --confidences none.csv"),
            "fastgas: none.csv: ",
        ),
        (
            format!("{select} --out p.csv --budget 11 --method vote-k"),
            "fastgas: vote-k needs",
        ),
        (
            format!("{select} --out p.csv --budget 4 --extend twice.csv"),
            "fastgas: row 3 was picked or skipped twice",
        ),
        (
            format!("{select} --out p.csv --budget 2 --extend three.csv"),
            "fastgas: the budget is 2, and there are 3 picks already",
        ),
        (
            format!("{select} --out p.csv --budget 4 --method k-means --skip three.csv"),
            "fastgas: k-means makes all picks at once",
        ),
        (
            format!("{select} --out p.jsonl --budget 4"),
            "fastgas: p.jsonl: the output is CSV, TSV, a workbook or Parquet, but this name is for JSON.",
        ),
        (
            format!("{select} --out p.JSON --budget 4"),
            "fastgas: p.JSON: the output is CSV",
        ),
        (
            format!("{select} --out /dev/shm/none/p.csv --budget 4"),
            "fastgas: /dev/shm/none/p.csv: ",
        ),
        (
            evaluate.replace("three.csv", "twice.csv"),
            "fastgas: twice.csv: row 3 is picked twice",
        ),
        (
            format!("{evaluate} --label none"),
            "fastgas: pool.csv: there is no column `none`",
        ),
        (
            format!("{evaluate} --label topic --test none.csv"),
            "fastgas: none.csv: ",
        ),
        (
            format!("{evaluate} --label topic --test pool.csv --test-embeddings few.npy"),
            "fastgas: few.npy: ",
        ),
        (
            format!("{compare} --label topic --test pool.csv --test-embeddings few.npy"),
            "fastgas: few.npy: ",
        ),
        (
            format!("{compare} --out methods.json"),
            "fastgas: methods.json: the output is CSV",
        ),
        (
            format!("{compare} --label none"),
            "fastgas: pool.csv: there is no column `none`",
        ),
        (format!("{compare} --methods vote-k,random"), "fastgas: vote-k needs"),
        (
            format!("{compare} --methods vote-k --confidences none.csv"),
            "fastgas: none.csv: ",
        ),
        (
            format!("{prompt} --queries none.csv --save-pack pack.json"),
            "fastgas: none.csv: ",
        ),
        (
            format!("{prompt} --query soup --tokenizer none.json --save-pack pack.json"),
            "fastgas: none.json: ",
        ),
        (
            format!("{prompt} --query soup --template numbered.txt"),
            "fastgas: the template uses `{topic}`",
        ),
    ] {
        let message = folder.refuse(&arguments);
        assert!(message.starts_with(expected), "{arguments}: {message}");
        assert_eq!(names(&folder), before, "{arguments}");
    }
}

#[test]
fn errors_name_the_embeddings_file_only_if_it_is_at_fault() {
    let folder = prepared("arguments-blame");
    let same = Array2::from_shape_fn((40, 8), |(_, column)| if column == 0 { 1.0 } else { 0.0 });
    write_npy(folder.0.join("same.npy"), &same).expect("a file under target");
    let select = SELECT.replace("emb.npy", "same.npy");
    let message = folder.refuse(&format!("{select} --budget 4 --fold-duplicates"));
    assert!(message.starts_with("fastgas: the pool has 1 text"), "{message}");
    let message = folder.refuse(&format!("{select} --budget 4 --centered"));
    assert!(message.starts_with("fastgas: same.npy: row 0 "), "{message}");
}

#[test]
fn value_given_twice_runs_once() {
    let folder = prepared("arguments-twice");
    let compare = COMPARE.replace("--budgets 4", "--budgets 4,4");
    let compared = folder.succeed(&format!("{compare} --methods random,random --seeds 3,0,3"));
    let compared: serde_json::Value = serde_json::from_str(&compared).expect("JSON");
    let runs = compared["runs"].as_array().expect("runs").iter();
    let seeds: Vec<u64> = runs.filter_map(|run| run["plan"]["seed"].as_u64()).collect();
    assert_eq!(seeds, [3, 0]);
    let rows = compared["rows"].as_array().expect("rows");
    assert_eq!((rows.len(), &rows[0]["seeds"]), (1, &2.into()));
}

#[test]
fn evaluate_and_compare_accept_the_search_option() {
    let folder = prepared("arguments-search");
    let evaluated = folder.succeed(EVALUATE);
    assert_eq!(folder.succeed(&format!("{EVALUATE} --search exact")), evaluated);
    folder.succeed(&format!("{COMPARE} --seeds 0 --methods random --search exact"));
}

#[test]
fn file_extension_of_a_table_determines_its_delimiter() {
    let folder = prepared("arguments-tsv");
    folder.succeed(&format!("{SELECT} --budget 4"));
    folder.succeed(&format!("{} --budget 4", SELECT.replace("p.csv", "p.tsv")));
    let header = |name: &str| folder.read(name).lines().next().expect("a header").to_owned();
    assert_eq!(header("p.csv"), "rank,row,part,degree,id,text,topic");
    assert_eq!(header("p.tsv"), "rank\trow\tpart\tdegree\tid\ttext\ttopic");
    let go_on = |picks: &str| {
        let select = SELECT.replace("p.csv", "more.csv");
        folder.succeed(&format!("{select} --budget 6 --extend {picks}"));
        folder.read("more.csv")
    };
    assert_eq!(go_on("p.tsv"), go_on("p.csv"));
    let select = "select p.tsv --text text --embeddings few.npy --neighbors 1 --budget 2 --out of-picks.csv --quiet";
    folder.succeed(select);
    assert!(header("of-picks.csv").ends_with(",rank,row,part,degree,id,text,topic"));
    // Durations differ between runs, so the test compares only the shapes of the tables.
    let shape = |name: &str, delimiter: &str| -> Vec<usize> {
        folder.succeed(&format!("{COMPARE} --methods random --seeds 0 --out {name}"));
        let table = folder.read(name);
        table.lines().map(|line| line.split(delimiter).count()).collect()
    };
    assert_eq!(shape("methods.tsv", "\t"), shape("methods.csv", ","));
    assert!(header("methods.csv").starts_with("method,budget,seeds,"));
    assert_eq!(header("methods.tsv"), header("methods.csv").replace(',', "\t"));
}
