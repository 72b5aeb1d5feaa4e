//! Tests of `fastgas confidences` against a local server that answers like a language model.

use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::support::language_model::{Request, Server, asked};
use crate::support::{Folder, pool};
use serde_json::{Value, json};

/// The simulated model is less confident about longer texts.
fn model() -> Server {
    Server::start(|_, body| (200, "", reply(body)))
}

fn sureness(body: &Value) -> f64 {
    -(asked(body).rsplit("\n\n").next().expect("a text").len() as f64) / 64.0
}

fn reply(body: &Value) -> String {
    let logprob = sureness(body);
    match body.get("prompt") {
        None => {
            let tokens = json!([{ "token": "card", "logprob": logprob }, { "token": "s", "logprob": logprob }]);
            let message = json!({ "role": "assistant", "content": "cards" });
            json!({ "choices": [{ "message": message, "logprobs": { "content": tokens } }] }).to_string()
        }
        Some(_) => {
            let logprobs = json!({ "tokens": [" cards", "\n"], "token_logprobs": [logprob, -9.0] });
            json!({ "choices": [{ "text": " cards\n", "logprobs": logprobs }] }).to_string()
        }
    }
}

fn prepared(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("pool.csv", &pool());
    folder.write("labeled.csv", "rank,row,label\n1,4,cards\n2,9,soups\n");
    folder
}

fn arguments(server: &Server, more: &str) -> String {
    let address = &server.address;
    format!(
        "confidences pool.csv --text text --labeled labeled.csv --endpoint {address} --llm tiny --out sure.csv --quiet {more}"
    )
}

fn confidence(line: &str) -> f32 {
    line.split(',')
        .nth(1)
        .and_then(|cell| cell.parse().ok())
        .expect("a number")
}

#[test]
fn each_text_is_sent_once_and_vote_k_uses_the_answers() {
    let (folder, server) = (prepared("confidences"), model());
    folder.succeed(&arguments(&server, ""));
    let table = folder.read("sure.csv");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!((lines[0], lines.len()), ("row,confidence,asked", 41));
    let requests = server.take();
    assert_eq!(requests.len(), 40);
    for (row, text) in pool()
        .lines()
        .skip(1)
        .map(|line| line.split('"').nth(1).expect("a text"))
        .enumerate()
    {
        assert!(
            lines[row + 1].starts_with(&format!("{row},")),
            "the rows are in order: {}",
            lines[row + 1]
        );
        let is_asked = |(_, body): &&Request| asked(body) == format!("{text}\nanswer:");
        let (head, body) = requests.iter().find(is_asked).expect("there is a question for each");
        assert_eq!(f64::from(confidence(lines[row + 1])), sureness(body));
        assert!(
            head.starts_with("post /v1/chat/completions ") && !head.contains("authorization"),
            "{head}"
        );
        let n_examples = (body["messages"].as_array().expect("messages").len() - 1) / 2;
        assert_eq!(n_examples, if [4, 9].contains(&row) { 1 } else { 2 });
        assert_eq!((&body["model"], &body["logprobs"]), (&json!("tiny"), &json!(true)));
    }
    let select = "select pool.csv --text text --method vote-k --budget 14 --neighbors 5 --cache cache --out picks.csv";
    folder.succeed(&format!("{select} --confidences sure.csv --quiet"));
    assert_eq!(folder.read("picks.csv").lines().count(), 15);

    // A second run sends no requests. Answers from another model cannot be added to the same journal file.
    folder.succeed(&arguments(&server, ""));
    assert_eq!((server.take().len(), folder.read("sure.csv")), (0, table));
    let refused = folder.refuse(&arguments(&server, "--label rank"));
    assert!(
        refused.contains("sure.csv: row 0 was answered by another model"),
        "{refused}"
    );
    assert_eq!(server.take().len(), 0);
}

#[test]
fn interrupted_run_resumes_where_it_stopped() {
    let (folder, server) = (prepared("confidences-resume"), model());
    folder.succeed(&arguments(&server, "--requests 1"));
    let whole = folder.read("sure.csv");
    server.take();
    let cut = whole.match_indices('\n').nth(25).expect("26 lines").0 + 7;
    folder.write("sure.csv", &whole[..cut]);
    folder.succeed(&arguments(&server, "--requests 7"));
    assert_eq!((server.take().len(), folder.read("sure.csv")), (15, whole));
}

#[test]
fn duplicate_texts_are_sent_once() {
    let (folder, server) = (prepared("confidences-same"), model());
    folder.write("pool.csv", "text,n\nsame,1\nother,2\nsame,3\nthird,4\nsame,5\n");
    folder.write("labeled.csv", "row,label\n3,x\n");
    let output = folder.run(&arguments(&server, "").replace(" --quiet", ""));
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}");
    let host = server.address.trim_start_matches("http://");
    let expected = format!("3 texts to send to {host}, each with the examples\n");
    assert!(printed.contains(&expected), "{printed}");
    assert_eq!(server.take().len(), 3);
    let table = folder.read("sure.csv");
    let values: Vec<f32> = table.lines().skip(1).map(confidence).collect();
    assert_eq!((values.len(), values[0], values[0]), (5, values[2], values[4]));
}

#[test]
fn completions_server_and_server_with_api_key_work() {
    let (folder, server) = (prepared("confidences-key"), model());
    let address = server.address.clone();
    let to = format!("{address}/v1/completions");
    let command = arguments(&server, "--api-key-env FASTGAS_TEST_KEY").replace(&address, &to);
    let refused = folder.refuse(&command);
    assert!(
        refused.contains("the environment variable `FASTGAS_TEST_KEY` is not set"),
        "{refused}"
    );
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_fastgas"))
        .args(command.split_whitespace())
        .env("FASTGAS_TEST_KEY", "sk-TOP")
        .current_dir(&folder.0)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let requests = server.take();
    assert_eq!(requests.len(), 40);
    for (head, body) in &requests {
        assert!(
            head.starts_with("post /v1/completions ") && head.contains("authorization: bearer sk-top"),
            "{head}"
        );
        assert!(
            asked(body).ends_with("\nanswer:") && body.get("messages").is_none(),
            "{body}"
        );
    }
    assert!(!folder.read("sure.csv").contains("sk-TOP"));
}

#[test]
fn temporary_errors_are_retried() {
    let busy = Server::start(|number, body| match number {
        0 => (429, "Retry-After: 1\r\n", String::new()),
        5 => (503, "", "{\"error\":\"loading\"}".into()),
        _ => (200, "", reply(body)),
    });
    let folder = prepared("confidences-busy");
    folder.succeed(&arguments(&busy, ""));
    assert_eq!((busy.take().len(), folder.read("sure.csv").lines().count()), (42, 41));
}

#[test]
fn permanent_error_stops_the_run_and_keeps_answers() {
    let folder = prepared("confidences-refused");
    let refused = |status: u16, more: &'static str, body: &'static str| {
        let _ = std::fs::remove_file(folder.0.join("sure.csv"));
        let server = Server::start(move |number, asked| match number {
            0..6 => (200, "", reply(asked)),
            _ => (status, more, body.into()),
        });
        let printed = folder.refuse(&arguments(&server, "--requests 2"));
        let requests = server.take().len();
        assert!((7..11).contains(&requests), "{requests} requests: {printed}");
        assert_eq!(folder.read("sure.csv").lines().count(), 7, "{printed}");
        printed
    };
    let printed = refused(401, "", r#"{"error":{"message":"Incorrect API key"}}"#);
    assert!(
        printed.contains("the server answered 401: Incorrect API key. Check the key"),
        "{printed}"
    );
    let printed = refused(
        401,
        "",
        "{\"error\":{\"message\":\"\\u001b]0;X\\u0007no \u{202e}key\"}}",
    );
    assert!(
        printed.contains("no \\u{202e}key") && !printed.contains(['\u{1b}', '\u{7}', '\u{202e}']),
        "{printed:?}"
    );
    let printed = refused(302, "Location: http://127.0.0.1:1/\r\n", "");
    assert!(
        printed.contains("the server answered 302. Give the new address of the server"),
        "{printed}"
    );
    let printed = refused(
        200,
        "",
        r#"{"choices":[{"message":{"content":"cards"},"logprobs":null}]}"#,
    );
    assert!(
        printed.contains("the answer contains no log-probabilities. Use a server"),
        "{printed}"
    );
    let printed = refused(
        200,
        "",
        r#"{"choices":[{"message":{"content":"cards"},"logprobs":{"content":[{"token":"cards","logprob":NaN}]}}]}"#,
    );
    assert!(
        printed.contains("this is not an answer of a language model: expected value"),
        "{printed}"
    );
    let printed = refused(200, "", "<html>hello</html>");
    assert!(
        printed.contains("this is not an answer of a language model"),
        "{printed}"
    );
}

/// The simulated model answers with an empty text.
fn nothing() -> String {
    r#"{"choices":[{"message":{"content":"\n"},"logprobs":null}]}"#.into()
}

fn is_odd(body: &Value) -> bool {
    asked(body).contains("number 13,")
}

#[test]
fn text_without_an_answer_is_asked_again_and_kept_without_a_confidence() {
    let server = Server::start(move |_, body| match is_odd(body) {
        true => (200, "", nothing()),
        false => (200, "", reply(body)),
    });
    let folder = prepared("confidences-odd");
    let ask = || {
        let (printed, is_complete) = folder.run_unattended(&arguments(&server, ""));
        assert!(is_complete, "{printed}");
        assert!(
            printed.starts_with(
                "fastgas: sure.csv: rows without a confidence: 1, namely 13; the model gave an empty answer"
            ),
            "{printed}"
        );
        assert!(printed.contains("`--missing-confidences least`"), "{printed}");
        let table = folder.read("sure.csv");
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 41);
        assert!(lines[14].starts_with("13,,"), "{}", lines[14]);
    };
    ask();
    assert_eq!(server.take().len(), 42, "the text is sent three times");
    ask();
    assert_eq!(server.take().len(), 3, "a later run sends only this text");

    folder.write_vectors("emb.npy", 40);
    let select = |given: &str, out: &str| {
        let select =
            "select pool.csv --text text --embeddings emb.npy --method vote-k --budget 14 --neighbors 5 --quiet";
        format!("{select} --confidences {given} --out {out}")
    };
    let refused = folder.refuse(&select("sure.csv", "picks.csv"));
    assert!(
        refused.contains("sure.csv: rows without a confidence: 1, namely 13. Run `fastgas confidences` again"),
        "{refused}"
    );
    assert!(refused.contains("--missing-confidences least"), "{refused}");
    let least = format!("{} --missing-confidences least", select("sure.csv", "picks.csv"));
    folder.succeed(&least);
    // Row 13 has no confidence, and is picked as if its confidence were lower than all other confidences.
    let by_hand = folder.read("sure.csv").replace("\n13,,", "\n13,-1000,");
    folder.write("by-hand.csv", &by_hand);
    folder.succeed(&select("by-hand.csv", "by-hand-picks.csv"));
    assert_eq!(folder.read("picks.csv"), folder.read("by-hand-picks.csv"));
    let unused = folder.refuse(&least.replace("--confidences sure.csv", ""));
    assert!(unused.contains("--confidences <confidences.csv>"), "{unused}");
}

#[test]
fn answer_to_a_repeated_question_is_used() {
    let (folder, asked_before) = (prepared("confidences-again"), AtomicBool::new(false));
    let server = Server::start(
        move |_, body| match is_odd(body) && !asked_before.swap(true, Ordering::Relaxed) {
            true => (200, "", nothing()),
            false => (200, "", reply(body)),
        },
    );
    folder.succeed(&arguments(&server, ""));
    assert_eq!(server.take().len(), 41);
    let table = folder.read("sure.csv");
    assert!(table.lines().skip(1).all(|line| confidence(line) < 0.0), "{table}");
}

#[test]
fn failed_run_keeps_rows_without_a_confidence() {
    let folder = prepared("confidences-odd-refused");
    let server = Server::start(move |number, body| match (is_odd(body), number) {
        (true, 42..) => (401, "", "{}".into()),
        (true, _) => (200, "", nothing()),
        (false, _) => (200, "", reply(body)),
    });
    folder.run_unattended(&arguments(&server, ""));
    let table = folder.read("sure.csv");
    let printed = folder.refuse(&arguments(&server, ""));
    assert!(printed.contains("the server answered 401"), "{printed}");
    assert_eq!(folder.read("sure.csv"), table);
}

#[test]
fn unusable_endpoints_and_labels_are_refused() {
    let folder = prepared("confidences-nobody");
    let closed = TcpListener::bind("127.0.0.1:0")
        .expect("a port")
        .local_addr()
        .expect("an address");
    let refused = |address: &str| {
        let command = "confidences pool.csv --text text --labeled labeled.csv --llm tiny --out sure.csv --quiet";
        folder.refuse(&format!("{command} --endpoint {address}"))
    };
    let printed = refused(&format!("http://{closed}"));
    assert!(printed.contains(&format!("{closed} cannot be reached")), "{printed}");
    let printed = refused("localhost:80");
    assert!(
        printed.contains("`localhost:80` is not the address of a language model"),
        "{printed}"
    );
    folder.write("labeled.csv", "row,label\n4,\n");
    let printed = refused("http://127.0.0.1:9");
    assert!(printed.contains("no text has a label"), "{printed}");
}
