//! Tests of `fastgas compare --endpoint` against a local server that answers with the label of the last example.
//! The last example in a prompt is the pick that is most similar to the test text.
//! Therefore the accuracy of the answers equals the accuracy of the nearest pick's labels.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::language_model::Server;
use crate::support::{Folder, names, pool};

const N_TESTS: usize = 8;

/// Creates a folder with a pool, test texts, and vectors that make texts on the same subject most similar.
fn prepared(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("pool.csv", &pool());
    let row = |n: usize| format!("a new text number {n},{}\n", n % 4);
    let rows: String = (0..N_TESTS).map(row).collect();
    folder.write("test.csv", &format!("text,topic\n{rows}"));
    folder.write_subject_vectors("emb.npy", 40);
    folder.write_subject_vectors("test.npy", N_TESTS);
    folder
}

fn arguments(server: &Server, more: &str) -> String {
    let address = &server.address;
    format!(
        "compare pool.csv --text text --embeddings emb.npy --neighbors 5 --label topic --test test.csv \
         --test-embeddings test.npy --endpoint {address} --llm tiny --constrain none --out methods.csv --quiet {more}"
    )
}

fn model() -> Server {
    Server::start(|_, body: &Value| {
        let messages = body["messages"].as_array().expect("a chat");
        let label = &messages[messages.len() - 2]["content"];
        let message = json!({ "role": "assistant", "content": label });
        (200, "", json!({ "choices": [{ "message": message }] }).to_string())
    })
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn mean(row: &Value, measure: &str) -> f64 {
    row[measure]["mean"].as_f64().expect("a mean")
}

/// Bodies of the requests since the previous call. Fails if two bodies are equal.
fn distinct(server: &Server) -> BTreeSet<String> {
    let requests = server.take();
    let bodies: BTreeSet<String> = requests.iter().map(|(_, body)| body.to_string()).collect();
    assert_eq!(bodies.len(), requests.len(), "no prompt is sent twice");
    bodies
}

#[test]
fn answers_have_the_accuracy_of_the_last_example() {
    let (folder, server) = (prepared("compare-answers"), model());
    let command = arguments(&server, "--methods random,fastgas --budgets 1,8 --seeds 0,1,2 --json");
    let compared = json(&folder.succeed(&command));
    let sent = distinct(&server);
    assert!(sent.len() <= 12 * N_TESTS, "{}", sent.len());

    let expected = json!({ "llm": "tiny", "shots": 8, "texts": N_TESTS, "compared_with": "random" });
    assert_eq!(compared["answers"], expected);
    let runs = compared["runs"].as_array().expect("runs");
    assert_eq!(runs.len(), 12);
    for run in runs {
        let share = run["right_answers"].as_f64().expect("a number") / N_TESTS as f64;
        let nearest = run["quality"]["accuracy_1nn"].as_f64().expect("a number");
        assert!((share - nearest).abs() < 1e-9, "{run}");
    }
    let rows = compared["rows"].as_array().expect("rows");
    let keys: Vec<_> = rows
        .iter()
        .map(|row| (row["method"].as_str(), row["budget"].as_u64()))
        .collect();
    let (random, fastgas) = (Some("random"), Some("fastgas"));
    assert_eq!(
        keys,
        [
            (random, Some(1)),
            (random, Some(8)),
            (fastgas, Some(1)),
            (fastgas, Some(8))
        ]
    );
    for (index, row) in rows.iter().enumerate() {
        assert!(
            (mean(row, "accuracy_icl") - mean(row, "accuracy_1nn")).abs() < 1e-9,
            "{row}"
        );
        match index {
            0 | 1 => assert_eq!(row["difference_icl"], Value::Null, "{row}"),
            _ => {
                let difference = mean(&rows[index - 2], "accuracy_icl") - mean(row, "accuracy_icl");
                assert!((mean(row, "difference_icl") - difference).abs() < 1e-9, "{row}");
                assert!(row["difference_icl"]["standard_error"].is_number(), "{row}");
            }
        }
    }
    // The single pick is the only example, so only the two answers on the pick's subject are right: two of eight.
    for row in [&rows[0], &rows[2]] {
        let expected = json!({ "mean": 0.25, "standard_error": 0.0 });
        assert_eq!(row["accuracy_icl"], expected, "{row}");
        // Expected values computed with statsmodels: proportion_confint(2, 8, method='wilson').
        let bound = |name: &str| row["accuracy_icl_interval"][name].as_f64().expect("a number");
        assert!(
            (bound("low") - 0.0715).abs() < 1e-3 && (bound("high") - 0.5907).abs() < 1e-3,
            "{row}"
        );
    }

    let csv = folder.read("methods.csv");
    let head = csv.lines().next().expect("a header");
    assert!(
        head.ends_with(
            ",seconds_se,accuracy_icl,accuracy_icl_se,difference_icl,difference_icl_se,accuracy_icl_low,accuracy_icl_high"
        ),
        "{head}"
    );
    let first = csv.lines().nth(1).expect("a row");
    assert!(
        first.starts_with("random,1,3,") && first.contains(",0.25,0,,,0.0"),
        "{first}"
    );

    // The journal has all answers of the first run. Only the prompts of the added method are new.
    let again = json(&folder.succeed(&command));
    assert_eq!(server.n_requests(), 0);
    for (row, again) in rows.iter().zip(again["rows"].as_array().expect("rows")) {
        for measure in ["accuracy_icl", "difference_icl"] {
            assert_eq!(row[measure], again[measure]);
        }
    }
    let more = arguments(
        &server,
        "--methods random,fastgas,k-center --budgets 1,8 --seeds 0,1,2 --json",
    );
    let compared = json(&folder.succeed(&more));
    assert_eq!(compared["rows"].as_array().expect("rows").len(), 6);
    assert!(distinct(&server).is_disjoint(&sent));
}

#[test]
fn table_has_measures_of_answers_in_last_columns() {
    let (folder, server) = (prepared("compare-answers-table"), model());
    let table = folder.succeed(&arguments(&server, "--methods fastgas,random --budgets 1 --seeds 0"));
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines.len(), 3, "{table}");
    assert!(lines[0].ends_with(&["accuracy_icl", "difference_icl"]), "{table}");
    for line in &lines[1..] {
        match line[1] {
            "fastgas" => assert!(line.ends_with(&["0.250", "–"]), "{table}"),
            // The last column contains the mean difference, `±` and the standard error over the test texts.
            _ => assert_eq!((line[line.len() - 4], line[line.len() - 2]), ("0.250", "±"), "{table}"),
        }
    }
    // Without an endpoint, the table has no columns for answers.
    let plain =
        "compare pool.csv --text text --embeddings emb.npy --neighbors 5 --budgets 4 --methods random --seeds 0";
    assert!(!folder.succeed(plain).contains("icl"));
}

#[test]
fn answer_that_is_no_label_of_the_picks_is_wrong() {
    let folder = prepared("compare-answers-unmatched");
    let server = Server::start(|_, _: &Value| {
        let message = json!({ "role": "assistant", "content": "The topic is 1" });
        (200, "", json!({ "choices": [{ "message": message }] }).to_string())
    });
    let command = arguments(&server, "--methods random --budgets 8 --seeds 0 --json").replace("--quiet", "");
    let output = folder.run(&command);
    let words = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{words}");
    assert!(
        words.contains("answers that match none of the labels and count as wrong: 8 of 8"),
        "{words}"
    );
    let compared = json(&String::from_utf8(output.stdout).expect("text"));
    assert_eq!(mean(&compared["rows"][0], "accuracy_icl"), 0.0);
}

#[test]
fn comparison_asks_other_machine_only_with_consent() {
    let (folder, server) = (prepared("compare-answers-elsewhere"), model());
    // The address reaches the same server, but the program does not recognize the address as the local machine.
    let away = |more: &str| {
        let more = format!("--methods random --budgets 8 --seeds 0 {more}");
        folder.run_unattended(&arguments(&server, &more).replace("127.0.0.1", "0.0.0.0"))
    };
    let (words, is_success) = away("");
    assert!(
        !is_success && words.contains("8 prompts would be sent to 0.0.0.0") && words.contains("Give --yes"),
        "{words}"
    );
    assert_eq!(server.n_requests(), 0);
    assert!(!names(&folder).contains(&"methods.csv".to_owned()));
    let (words, is_success) = away("--yes");
    assert!(is_success, "{words}");
    assert_eq!(distinct(&server).len(), N_TESTS);
}

#[test]
fn unanswered_prompt_is_an_error_and_other_answers_are_kept() {
    let folder = prepared("compare-answers-unanswered");
    let refusing = Server::start(|number, body: &Value| match number {
        3 => (400, "", json!({ "error": { "message": "no" } }).to_string()),
        _ => {
            let label = &body["messages"][1]["content"];
            let message = json!({ "role": "assistant", "content": label });
            (200, "", json!({ "choices": [{ "message": message }] }).to_string())
        }
    });
    let more = "--methods random --budgets 8 --seeds 0 --shots 1";
    let refused = folder.refuse(&arguments(&refusing, &format!("{more} --concurrency 1")));
    assert!(
        refused.contains("methods.csv.journal: 1 of 8 texts has no answer") && refused.contains("400: no"),
        "{refused}"
    );
    assert!(!names(&folder).contains(&"methods.csv".to_owned()));
    let server = model();
    folder.succeed(&arguments(&server, more));
    assert_eq!(distinct(&server).len(), 1);
}

#[test]
fn arguments_of_the_model_require_each_other() {
    let (folder, server) = (prepared("compare-answers-arguments"), model());
    let complete = arguments(&server, "");
    for (left_out, missing) in [
        ("--test test.csv --test-embeddings test.npy", "--test"),
        ("--llm tiny", "--llm"),
        ("--out methods.csv", "--out"),
        ("--label topic", "--label"),
    ] {
        let refused = folder.refuse(&complete.replace(left_out, ""));
        assert!(refused.contains(missing), "{refused}");
    }
    let without = complete.replace(&format!("--endpoint {}", server.address), "");
    assert!(folder.refuse(&without).contains("--endpoint"));
    let refused = folder.refuse(&complete.replace("--llm tiny", "--llm tiny --api-key-env FASTGAS_NO_KEY"));
    assert!(
        refused.contains("the environment variable `FASTGAS_NO_KEY` is not set"),
        "{refused}"
    );
    let journal = complete.replace("--out methods.csv", "--out pool.csv");
    assert!(folder.refuse(&journal).contains("would overwrite"));
    folder.write("methods.csv.journal", "my notes\n");
    let refused = folder.refuse(&complete);
    assert!(
        refused.contains("methods.csv.journal: line 1 does not belong"),
        "{refused}"
    );
    assert_eq!(folder.read("methods.csv.journal"), "my notes\n");
    assert_eq!(server.n_requests(), 0);
}
