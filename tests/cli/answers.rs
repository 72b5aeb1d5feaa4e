//! Tests of `fastgas answer` against a local server that computes its answer from the examples in the prompt.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::language_model::{Plain, Response, Server, asked};
use crate::support::{Folder, names, pool};

const LABELED: &str = "row,label\n0,bank\n1,kitchen\n2,\n3,garden\n4,bank\n5,kitchen\n7,garden\n";

/// Possible answers of the simulated model. The last word is not a label.
const WORDS: [&str; 4] = ["bank", "kitchen", "garden", "space"];

/// Number of texts that the program sends to the model. Of the 40 texts, 6 have a label.
const N_ASKED: usize = 34;

/// Creates a folder with the pool, the labeled texts, and vectors.
/// A text is most similar to texts on the same subject. Among texts on other subjects, later texts are more similar.
fn prepared(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("pool.csv", &pool());
    folder.write("labeled.csv", LABELED);
    folder.write_subject_vectors("emb.npy", 40);
    folder
}

/// Expected answer for the text in `row`: the label of the most similar labeled text.
/// No text on subject 2 has a label, so texts on subject 2 get the label of a text on subject 3.
fn expected(row: usize) -> &'static str {
    ["bank", "kitchen", "garden", "garden"][row % 4]
}

fn arguments(server: &Server, more: &str) -> String {
    let address = &server.address;
    format!(
        "answer pool.csv --text text --labeled labeled.csv --embeddings emb.npy --endpoint {address} --llm tiny \
         --out answers.csv --quiet {more}"
    )
}

fn in_context(body: &Value) -> String {
    let label = match (body["messages"].as_array(), body["prompt"].as_str()) {
        (Some(messages), _) => messages
            .iter()
            .rev()
            .nth(1)
            .and_then(|message| message["content"].as_str()),
        (None, prompt) => prompt.and_then(|prompt| prompt.rsplit("\n\n").nth(1)?.rsplit("answer: ").next()),
    };
    let label = label.unwrap_or("nothing");
    let in_json: Option<Value> = serde_json::from_str(label).ok();
    let in_json = in_json.and_then(|json| json["label"].as_str().map(str::to_owned));
    in_json.unwrap_or_else(|| label.to_owned())
}

/// Returns the labels that a request lets the model choose from.
/// The simulated server supports only the constraint in the JSON member `obeyed`.
fn allowed(body: &Value, obeyed: &str) -> Option<Vec<String>> {
    let strings = |list: &Value| -> Option<Vec<String>> {
        let strings = list.as_array()?.iter().filter_map(Value::as_str);
        Some(strings.map(|string| string.trim().to_owned()).collect())
    };
    match (obeyed, body.get(obeyed)?) {
        ("grammar", grammar) => {
            let literals = grammar.as_str()?.split('"').skip(1).step_by(2);
            Some(literals.filter(|literal| *literal != " ").map(str::to_owned).collect())
        }
        ("response_format", format) => strings(&format["json_schema"]["schema"]["properties"]["label"]["enum"]),
        (_, choices) => strings(choices),
    }
}

fn reply_under(body: &Value, obeyed: &str) -> String {
    let answer = in_context(body);
    let answer = match allowed(body, obeyed) {
        Some(allowed) if !allowed.contains(&answer) => allowed[0].clone(),
        _ => answer,
    };
    reply_with(
        body,
        |word| match obeyed {
            "response_format" if body.get(obeyed).is_some() => json!({ "label": word }).to_string(),
            _ => word.to_owned(),
        },
        &answer,
    )
}

fn reply_with(body: &Value, spelled: impl Fn(&str) -> String, answer: &str) -> String {
    let others = WORDS.iter().filter(|word| **word != answer);
    let all: Vec<(String, f64)> = [(spelled(answer), 0.6)]
        .into_iter()
        .chain(others.map(|word| (spelled(word), 0.1)))
        .collect();
    let text = &all[0].0;
    let words = |text: &str| text.split_whitespace().count();
    match body["messages"].as_array() {
        Some(messages) => {
            let n: usize = messages.iter().map(|message| words(message["content"].as_str().expect("text"))).sum();
            let mut token = json!({ "token": text, "logprob": 0.6f64.ln() });
            if body.get("top_logprobs").is_some() {
                let listed = all.iter().map(|(token, p)| json!({ "token": token, "logprob": p.ln() }));
                token["top_logprobs"] = listed.collect();
            }
            let logprobs = match body["logprobs"].as_bool() {
                Some(true) => json!({ "content": [token] }),
                _ => Value::Null,
            };
            let message = json!({ "role": "assistant", "content": text });
            json!({ "choices": [{ "message": message, "logprobs": logprobs }], "usage": { "prompt_tokens": n } })
        }
        None => {
            let listed: BTreeMap<String, f64> = all.iter().map(|(token, p)| (format!(" {token}"), p.ln())).collect();
            let logprobs =
                json!({ "tokens": [format!(" {text}")], "token_logprobs": [0.6f64.ln()], "top_logprobs": [listed] });
            let n = words(body["prompt"].as_str().expect("a prompt"));
            json!({ "choices": [{ "text": format!(" {text}"), "logprobs": logprobs }], "usage": { "prompt_tokens": n } })
        }
    }
    .to_string()
}

fn reply(body: &Value) -> String {
    reply_under(body, "none")
}

fn model() -> Server {
    Server::start(|_, body| (200, "", reply(body)))
}

type Row = BTreeMap<String, String>;

fn table(folder: &Folder, name: &str) -> Vec<Row> {
    let text = folder.read(name);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let row = |record: csv::StringRecord| {
        let cells = header.iter().zip(&record);
        cells.map(|(name, cell)| (name.to_owned(), cell.to_owned())).collect()
    };
    reader.records().map(|record| row(record.expect("a record"))).collect()
}

/// Removes the column of durations, because durations differ between runs.
fn without_seconds(folder: &Folder, name: &str) -> Vec<Row> {
    let mut rows = table(folder, name);
    rows.iter_mut().for_each(|row| {
        let seconds = row.remove("seconds").expect("a column");
        assert!(seconds.parse::<f64>().is_ok_and(|seconds| seconds >= 0.0), "{seconds}");
    });
    rows
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().expect("a number")
}

fn printed(folder: &Folder, arguments: &str) -> (String, bool) {
    let output = folder.run(arguments);
    assert!(output.stdout.is_empty());
    (String::from_utf8(output.stderr).expect("text"), output.status.success())
}

#[test]
fn answers_are_written_as_parquet_with_types() {
    let (folder, server) = (prepared("answers-parquet"), model());
    let csv = arguments(&server, "--constrain none");
    folder.succeed(&csv);
    folder.succeed(&csv.replace("answers.csv", "answers.parquet"));
    let file = fs::read(folder.0.join("answers.parquet")).expect("the program wrote it");
    let lines = fastgas::tables::open(file, "answers.parquet", &Default::default(), 1 << 30).expect("a table");
    let lines = String::from_utf8(lines.bytes).expect("UTF-8");
    let rows: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let expected = table(&folder, "answers.csv");
    assert_eq!(rows.len(), expected.len());
    for (row, expected) in rows.iter().zip(&expected) {
        assert_eq!(row["label"], json!(expected["label"]));
        assert_eq!(row["row"], json!(number(expected, "row") as u64));
        assert_eq!(row["prompt_tokens"], json!(number(expected, "prompt_tokens") as u64));
        assert!(row["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0), "{row}");
        assert_eq!(row["id"], json!(expected["id"]));
    }
}

#[test]
fn each_text_gets_the_label_of_its_most_similar_example() {
    let (folder, server) = (prepared("answers"), model());
    folder.succeed(&arguments(&server, "--constrain none"));
    let text = folder.read("answers.csv");
    assert!(
        text.starts_with("row,answer,label,confidence,confidence_kind,prompt_tokens,seconds,id,text,topic\n"),
        "{text}"
    );
    let rows = table(&folder, "answers.csv");
    let asked_rows: Vec<usize> = rows.iter().map(|row| row["row"].parse().expect("a row")).collect();
    let unlabeled: Vec<usize> = (0..40).filter(|row| ![0, 1, 3, 4, 5, 7].contains(row)).collect();
    assert_eq!((asked_rows, rows.len()), (unlabeled, N_ASKED));
    let requests = server.take();
    assert_eq!(requests.len(), N_ASKED);
    for row in &rows {
        let label = expected(row["row"].parse().expect("a row"));
        assert_eq!((row["label"].as_str(), row["answer"].as_str()), (label, label));
        assert_eq!(row["id"], row["row"], "the columns of the pool follow");
        // The word `space` is not a label, so the confidence excludes the probability of `space`.
        assert!((number(row, "confidence") - 0.6 / 0.8).abs() < 1e-6, "{row:?}");
        assert_eq!(row["confidence_kind"], "label-probability");
        let question = format!("{}\nanswer:", row["text"]);
        let (head, body) = requests
            .iter()
            .find(|(_, body)| asked(body) == question)
            .expect("a request");
        assert!(
            head.starts_with("post /v1/chat/completions ") && !head.contains("authorization"),
            "{head}"
        );
        let messages = body["messages"].as_array().expect("messages");
        assert_eq!(messages.len(), 13, "the prompt has six examples and the text");
        let words = messages
            .iter()
            .map(|message| message["content"].as_str().expect("text").split_whitespace().count());
        assert_eq!(number(row, "prompt_tokens"), words.sum::<usize>() as f64);
    }
    let of_row_8 = requests
        .iter()
        .find(|(_, body)| asked(body).contains("number 8,"))
        .expect("a request");
    let last: Vec<&str> = of_row_8.1["messages"].as_array().expect("messages")[8..]
        .iter()
        .filter_map(|message| message["content"].as_str())
        .collect();
    let expected = [
        "the bank blocked my card number 0, please\nanswer:",
        "bank",
        "the bank blocked my card number 4, please\nanswer:",
        "bank",
        "the bank blocked my card number 8, please\nanswer:",
    ];
    assert_eq!(last, expected);
    let mut members: Vec<&String> = of_row_8.1.as_object().expect("an object").keys().collect();
    members.sort_unstable();
    assert_eq!(
        members,
        [
            "logprobs",
            "max_tokens",
            "messages",
            "model",
            "temperature",
            "top_logprobs"
        ]
    );

    // A second run sends no prompts, and writes the same table, byte for byte.
    folder.succeed(&arguments(&server, "--constrain none"));
    assert_eq!((server.n_requests(), folder.read("answers.csv")), (0, text));
    // With another number of examples, the prompts differ, so all prompts are sent.
    folder.succeed(&arguments(&server, "--constrain none --shots 1"));
    let requests = server.take();
    assert_eq!(requests.len(), N_ASKED);
    assert!(
        requests
            .iter()
            .all(|(_, body)| body["messages"].as_array().map(Vec::len) == Some(3))
    );
}

#[test]
fn completions_server_receives_one_prompt() {
    let (folder, server) = (prepared("answers-completions"), model());
    let address = server.address.clone();
    let command =
        arguments(&server, "--constrain none --shots 2").replace(&address, &format!("{address}/v1/completions"));
    folder.succeed(&command);
    for row in table(&folder, "answers.csv") {
        assert_eq!(row["label"], expected(row["row"].parse().expect("a row")));
        assert!((number(&row, "confidence") - 0.75).abs() < 1e-6, "{row:?}");
    }
    let requests = server.take();
    let (head, body) = requests
        .iter()
        .find(|(_, body)| asked(body).contains("number 9,"))
        .expect("a request");
    assert!(head.starts_with("post /v1/completions "), "{head}");
    let expected = "a soup of lentils number 1, please\nanswer: kitchen\n\na soup of lentils number 5, please\nanswer: \
                    kitchen\n\na soup of lentils number 9, please\nanswer:";
    assert_eq!((asked(body), &body["stop"]), (expected, &json!(["\n"])));
}

/// Starts the program. Waits until the server has received `n` requests and the journal has `n` lines.
/// The journal has a header line and the answers to `n` − 1 requests.
fn begin(folder: &Folder, server: &Server, arguments: &str, n: usize) -> Child {
    let child = Command::new(env!("CARGO_BIN_EXE_fastgas"))
        .args(arguments.split_whitespace())
        .current_dir(&folder.0)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let started = Instant::now();
    while server.n_requests() < n || n_kept(folder) < n {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "the program sends its requests in time"
        );
        thread::sleep(Duration::from_millis(10));
    }
    child
}

fn n_kept(folder: &Folder) -> usize {
    fs::read_to_string(folder.0.join("answers.csv.journal")).map_or(0, |text| text.lines().count())
}

#[cfg(unix)]
#[test]
fn interrupted_run_tells_how_to_continue() {
    use std::os::unix::process::ExitStatusExt;

    let folder = prepared("answers-interrupted");
    let server = Server::start(|number, body| match number {
        5 => Response::Silent(Duration::from_secs(60)),
        _ => (200, "", reply(body)).into(),
    });
    let child = begin(
        &folder,
        &server,
        &arguments(&server, "--constrain none --concurrency 1"),
        6,
    );
    // Unlike SIGINT, SIGTERM is not ignored if the tests run in the background.
    let sent = Command::new("kill")
        .args(["-s", "TERM", &child.id().to_string()])
        .status();
    assert!(sent.expect("there is kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.signal(), Some(15));
    assert_eq!(
        String::from_utf8(output.stderr).expect("text"),
        "fastgas: interrupted: the answers so far are in answers.csv.journal; the same command continues\n"
    );
    let healthy = model();
    folder.succeed(&arguments(&healthy, "--constrain none"));
    assert_eq!(healthy.n_requests(), N_ASKED - 5);
}

#[test]
fn killed_run_resumes_and_ends_with_the_same_table() {
    let whole = prepared("answers-whole");
    whole.succeed(&arguments(&model(), "--constrain none"));
    let folder = prepared("answers-killed");
    let server = Server::start(|number, body| match number {
        10 => Response::Silent(Duration::from_secs(60)),
        _ => (200, "", reply(body)).into(),
    });
    let command = arguments(&server, "--constrain none --concurrency 1");
    let mut child = begin(&folder, &server, &command, 11);
    child.kill().expect("it waits for an answer");
    child.wait().expect("it ends");
    assert!(!names(&folder).contains(&"answers.csv".to_owned()));
    assert_eq!(n_kept(&folder), 11, "the first line and ten answers");
    // Simulates an interruption while the program writes a line of the journal.
    let journal = folder.read("answers.csv.journal");
    folder.write("answers.csv.journal", &journal[..journal.len() - 9]);
    let healthy = model();
    let command = arguments(&healthy, "--constrain none --concurrency 7");
    folder.succeed(&command);
    assert_eq!(healthy.n_requests(), N_ASKED - 9);
    assert_eq!(
        without_seconds(&folder, "answers.csv"),
        without_seconds(&whole, "answers.csv")
    );
    // A file that is not a journal is not overwritten, even at the path of the journal.
    folder.write("answers.csv.journal", "my notes\n");
    let refused = folder.refuse(&command);
    assert!(
        refused.contains("answers.csv.journal: line 1 does not belong to a journal of answers"),
        "{refused}"
    );
    assert_eq!(folder.read("answers.csv.journal"), "my notes\n");
}

#[test]
fn supported_constraint_is_found_by_trying() {
    for (obeyed, constraint, is_strict, n_probes) in [
        ("grammar", "grammar", false, 1),
        ("guided_choice", "list of choices", false, 2),
        ("response_format", "JSON schema", false, 3),
        ("response_format", "JSON schema", true, 3),
    ] {
        let server = Server::start(move |_, body: &Value| -> Plain {
            let unknown = ["grammar", "guided_choice", "response_format"]
                .into_iter()
                .find(|&name| name != obeyed && body.get(name).is_some());
            match unknown.filter(|_| is_strict) {
                Some(name) => (
                    400,
                    "",
                    json!({ "error": { "message": format!("unknown argument {name}") } }).to_string(),
                ),
                None => (200, "", reply_under(body, obeyed)),
            }
        });
        let folder = prepared(&format!("answers-constrained-{obeyed}-{is_strict}"));
        let command = arguments(&server, "").replace("--quiet", "");
        let (words, is_success) = printed(&folder, &command);
        let limits = format!("limits answers to the labels with a {constraint}");
        assert!(is_success && words.contains(&limits), "{obeyed}: {words}");
        assert!(
            words.contains("answers: 34; confidences: label probability: 34"),
            "{words}"
        );
        let requests = server.take();
        assert_eq!(requests.len(), N_ASKED + n_probes, "{obeyed}");
        let texts = |(_, body): &(String, Value)| asked(body).contains("please");
        assert!(
            !requests[..n_probes].iter().any(texts),
            "a probe does not contain a text of the user"
        );
        for (_, body) in &requests[n_probes..] {
            let labels = allowed(body, obeyed).expect("a constraint");
            assert_eq!(labels, ["bank", "kitchen", "garden"]);
        }
        for row in table(&folder, "answers.csv") {
            let label = expected(row["row"].parse().expect("a row"));
            let answer = if constraint == "JSON schema" {
                json!({ "label": label }).to_string()
            } else {
                label.into()
            };
            assert_eq!((row["label"].as_str(), &row["answer"]), (label, &answer));
            assert!((number(&row, "confidence") - 0.75).abs() < 1e-6, "{row:?}");
        }
        // A second run knows the constraint that the server supports, reports it again, and sends no request.
        let (words, is_success) = printed(&folder, &command);
        assert!(is_success && words.contains(&limits), "{obeyed}: {words}");
        assert_eq!(server.n_requests(), 0);
    }
}

#[test]
fn server_without_constraints_is_reported() {
    let (folder, server) = (prepared("answers-unconstrained"), model());
    let (words, is_success) = printed(&folder, &arguments(&server, "").replace("--quiet", ""));
    assert!(
        is_success && words.contains("does not limit answers to the labels"),
        "{words}"
    );
    assert_eq!(server.take().len(), N_ASKED + 3);
    let (words, is_success) = printed(&folder, &arguments(&server, "").replace("--quiet", ""));
    assert!(
        is_success && words.contains("does not limit answers to the labels"),
        "{words}"
    );
    assert_eq!(server.take().len(), 0, "an earlier run has found the constraint");
    let refused = folder.refuse(&arguments(&server, "--constrain grammar"));
    assert!(
        refused.contains("does not constrain answers by a grammar. Use `--constrain auto`"),
        "{refused}"
    );
    assert_eq!(server.take().len(), 1);
    let refused = folder.refuse(&arguments(&server, "--constrain choice --free-text"));
    assert!(
        refused.contains("answers in free text cannot be constrained"),
        "{refused}"
    );
    assert_eq!(server.take().len(), 0);
}

#[test]
fn temporary_faults_are_retried() {
    let server = Server::start(|number, body| match number {
        2 => Response::from((429, "Retry-After: 1\r\n", String::new())),
        5 => (500, "", "{\"error\":\"loading\"}".into()).into(),
        8 => Response::Truncated(reply(body)),
        11 => (200, "", reply(body)[..20].to_owned()).into(),
        14 => Response::Silent(Duration::from_secs(30)),
        _ => (200, "", reply(body)).into(),
    });
    let folder = prepared("answers-faults");
    folder.succeed(&arguments(&server, "--constrain none --timeout 3"));
    assert_eq!(server.take().len(), N_ASKED + 5);
    for row in table(&folder, "answers.csv") {
        assert_eq!(row["label"], expected(row["row"].parse().expect("a row")));
    }
}

#[test]
fn permanent_fault_stops_the_run_and_keeps_answers() {
    let folder = prepared("answers-permanent");
    let refused = |status: u16, more: &'static str, body: &'static str| {
        let _ = fs::remove_file(folder.0.join("answers.csv.journal"));
        let server = Server::start(move |number, asked| match number {
            0..6 => (200, "", reply(asked)),
            _ => (status, more, body.into()),
        });
        let printed = folder.refuse(&arguments(&server, "--constrain none --concurrency 2"));
        let requests = server.take().len();
        assert!((7..11).contains(&requests), "{requests} requests: {printed}");
        assert_eq!(folder.read("answers.csv.journal").lines().count(), 7, "{printed}");
        assert!(!names(&folder).contains(&"answers.csv".to_owned()), "{printed}");
        printed
    };
    let printed = refused(403, "", r#"{"error":{"message":"no access"}}"#);
    assert!(
        printed.contains("the server answered 403: no access. Check the key"),
        "{printed}"
    );
    // After an invalid answer, the program sends two more requests if the server has returned a valid answer before.
    let server = Server::start(|_, _: &Value| (200, "", "<html>hello</html>".to_owned()));
    let printed = folder.refuse(&arguments(&server, "--constrain none --shots 3 --concurrency 1"));
    assert!(
        printed.contains("this is not an answer of a language model"),
        "{printed}"
    );
    // The thread that sends the requests may send one more request before the thread is stopped.
    assert!((1..3).contains(&server.take().len()));
    // Without `--constrain`, the first request finds out which constraint the server supports.
    // An invalid answer to the first request stops the program.
    let printed = folder.refuse(&arguments(&server, "--shots 3"));
    assert!(
        printed.contains("this is not an answer of a language model"),
        "{printed}"
    );
    assert_eq!(server.take().len(), 1);
}

#[test]
fn redirect_to_another_host_is_refused() {
    let other = model();
    let location = format!("Location: {}/v1/chat/completions\r\n", other.address);
    let location: &'static str = location.leak();
    for status in [301, 302, 307, 308] {
        let folder = prepared(&format!("answers-redirect-{status}"));
        let server = Server::start(move |_, _: &Value| (status, location, String::new()));
        for constrain in ["none", "auto"] {
            let printed = folder.refuse(&arguments(&server, &format!("--constrain {constrain} --concurrency 1")));
            let expected = format!("the server answered {status}. Give the new address of the server");
            assert!(printed.contains(&expected), "{printed}");
            assert!((1..3).contains(&server.take().len()));
        }
    }
    assert_eq!(other.n_requests(), 0);
}

#[test]
fn one_unanswered_text_does_not_stop_the_others() {
    let server = Server::start(|_, body| match asked(body).contains("number 13,") {
        true => (422, "", r#"{"error":{"message":"odd text"}}"#.to_owned()),
        false => (200, "", reply(body)),
    });
    let folder = prepared("answers-odd");
    let printed = folder.refuse(&arguments(&server, "--constrain none"));
    let expected = "answers.csv: 1 of 34 texts has no answer; row 13: the server answered 422: odd text.";
    assert!(printed.contains(expected), "{printed}");
    let rows = table(&folder, "answers.csv");
    let (odd, others): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row["row"] == "13");
    assert!(others.len() == N_ASKED - 1 && others.iter().all(|row| !row["label"].is_empty()));
    let unknown = [
        "answer",
        "label",
        "confidence",
        "confidence_kind",
        "prompt_tokens",
        "seconds",
    ];
    assert!(unknown.iter().all(|column| odd[0][*column].is_empty()), "{odd:?}");
    server.take();
    folder.refuse(&arguments(&server, "--constrain none"));
    assert_eq!(server.take().len(), 1, "only the text without an answer is asked again");
}

#[test]
fn long_unmatched_and_empty_answers_are_kept_unchanged() {
    let server = Server::start(|_, body| {
        let label = in_context(body);
        let content = match asked(body) {
            // The server answers with 50,000 bytes, although the request limits the number of tokens.
            text if text.contains("number 9,") => {
                format!("\n Label: {}.\n{}", label.to_uppercase(), "so ".repeat(17_000))
            }
            text if text.contains("number 10,") => "It is the garden".into(),
            text if text.contains("number 11,") => " \n".into(),
            _ => label,
        };
        let message = json!({ "role": "assistant", "content": content });
        (
            200,
            "",
            json!({ "choices": [{ "message": message, "logprobs": null, "finish_reason": "length" }] }).to_string(),
        )
    });
    let folder = prepared("answers-long");
    let (words, is_success) = printed(&folder, &arguments(&server, "--constrain none").replace("--quiet", ""));
    assert!(is_success, "{words}");
    for expected in [
        "confidences: none, because the server returned no log-probabilities for the answer: 34",
        "answers that match no label, so that `label` is empty: 2 of 34; leave out `--constrain none`",
    ] {
        assert!(words.contains(expected), "{words}");
    }
    let (words, _) = printed(&folder, &arguments(&server, "").replace("--quiet", ""));
    let expected = "so that `label` is empty: 2 of 34; servers such as llama.cpp, vLLM and Ollama can limit";
    assert!(words.contains(expected), "{words}");
    let rows = table(&folder, "answers.csv");
    let row = |row: &str| rows.iter().find(|other| other["row"] == row).expect("a row");
    assert_eq!(
        (row("9")["answer"].as_str(), row("9")["label"].as_str()),
        ("Label: KITCHEN.", "kitchen")
    );
    assert_eq!(
        (row("10")["answer"].as_str(), row("10")["label"].as_str()),
        ("It is the garden", "")
    );
    assert_eq!((row("11")["answer"].as_str(), row("11")["label"].as_str()), ("", ""));
    assert!(
        rows.iter()
            .all(|row| row["confidence"].is_empty() && row["prompt_tokens"].is_empty())
    );
    server.take();
    folder.succeed(&arguments(&server, "--constrain none"));
    assert_eq!(server.take().len(), 0, "an empty answer is not requested again");
}

#[test]
fn fewer_log_probabilities_are_requested_if_the_server_refuses_them() {
    for (most, confidence, kind) in [
        (5, Some(0.75), "label-probability"),
        (0, Some(0.6), "token-mean"),
        (-1, None, ""),
    ] {
        let server = Server::start(move |_, body: &Value| {
            let asked_for = match (body.get("logprobs"), body.get("top_logprobs")) {
                (None, _) => -1,
                (_, top) => top.and_then(Value::as_i64).unwrap_or(0),
            };
            match asked_for > most {
                true => (400, "", r#"{"error":{"message":"logprobs: too many"}}"#.to_owned()),
                false => (200, "", reply(body)),
            }
        });
        let folder = prepared(&format!("answers-logprobs-{most}"));
        folder.succeed(&arguments(&server, "--constrain none --concurrency 1"));
        let refused = match most {
            5 => 1,
            0 => 2,
            _ => 3,
        };
        assert_eq!(server.take().len(), N_ASKED + refused, "{most}");
        for row in table(&folder, "answers.csv") {
            assert_eq!(row["confidence_kind"], kind);
            match confidence {
                Some(confidence) => assert!((number(&row, "confidence") - confidence).abs() < 1e-6, "{row:?}"),
                None => assert_eq!(row["confidence"], ""),
            }
        }
    }
}

#[test]
fn prompts_that_exceed_the_context_get_fewer_examples_and_are_counted() {
    let server = Server::start(|_, body: &Value| {
        let messages = body["messages"].as_array().expect("messages");
        let n: usize = messages
            .iter()
            .map(|m| m["content"].as_str().expect("text").split_whitespace().count())
            .sum();
        let message = format!("request ({n} tokens) exceeds the available context size (40 tokens), try increasing it");
        match n > 40 {
            true => (
                400,
                "",
                json!({ "error": { "code": 400, "message": message } }).to_string(),
            ),
            false => (200, "", reply(body)),
        }
    });
    let folder = prepared("answers-context");
    let (words, is_success) = printed(&folder, &arguments(&server, "--constrain none"));
    let expected =
        "prompts with fewer than 8 examples, because the context is too small: 34 of 34; the fewest examples: 3";
    assert!(is_success && words.contains(expected), "{words}");
    for row in table(&folder, "answers.csv") {
        assert!(number(&row, "prompt_tokens") <= 40.0);
        assert_eq!(row["label"], self::expected(row["row"].parse().expect("a row")));
    }
    assert!(server.take().len() > 2 * N_ASKED);
    let (again, is_success) = printed(&folder, &arguments(&server, "--constrain none"));
    assert!(is_success && again.contains(expected), "{again}");
    assert_eq!(server.take().len(), 0);

    // With `--context`, the program shortens the prompts in advance, so the server refuses no prompt.
    // Each punctuation mark counts as a token, so none of the prompts has room for all examples.
    let (words, is_success) = printed(&folder, &arguments(&server, "--constrain none --context 72"));
    assert!(
        is_success && words.contains("because the context is too small: 34 of 34"),
        "{words}"
    );
    assert_eq!(server.take().len(), N_ASKED);
}

/// On Linux, connections to 0.0.0.0 reach this machine, but 0.0.0.0 is not a loopback address.
#[cfg(target_os = "linux")]
#[test]
fn prompts_are_sent_to_another_machine_only_with_consent() {
    let (folder, server) = (prepared("answers-consent"), model());
    let host = server.address.replace("http://127.0.0.1", "0.0.0.0");
    let away = |more: &str| folder.run_unattended(&arguments(&server, more).replace("127.0.0.1", "0.0.0.0"));
    let (words, is_success) = away("");
    assert!(!is_success);
    for expected in [
        format!("the texts are sent to {host} without encryption"),
        format!("prompts to send to {host}: 34, with about "),
        " in total; the answers have at most 1088 tokens in total".into(),
        format!(
            "34 prompts would be sent to {host}, but stdin is not a terminal, so the program cannot ask for your consent. Give --yes to agree in \
             advance."
        ),
    ] {
        assert!(words.contains(&expected), "{words}");
    }
    let per_prompt: f64 = words
        .split("with about ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next()?.parse().ok())
        .expect("a number");
    // The expected range covers six examples of about ten tokens, their labels, the text, and the template.
    assert!((80.0..180.0).contains(&per_prompt), "{words}");
    assert!(!names(&folder).iter().any(|name| name.starts_with("answers.csv")));
    assert_eq!(server.n_requests(), 0, "no request is sent, not even a probe");

    // Prompts that already have an answer are not sent, so no consent is necessary.
    folder.succeed(&arguments(&server, "--constrain none"));
    server.take();
    assert_eq!(
        (away("--constrain none"), server.n_requests()),
        ((String::new(), true), 0)
    );
    // If it is unknown which constraint the server supports, every prompt may have to be sent again.
    let (words, is_success) = away("");
    for expected in [
        format!("prompts to send to {host}: at most 34, with about "),
        format!("at most 34 prompts would be sent to {host}"),
    ] {
        assert!(!is_success && words.contains(&expected), "{words}");
    }
    assert_eq!(server.n_requests(), 0);
    let (words, is_success) = away("--yes");
    assert!(is_success, "{words}");
    assert_eq!(
        server.take().len(),
        3,
        "the server supports no constraint, so the answers are known"
    );
}

#[test]
fn api_key_is_in_no_file_and_no_message() {
    let folder = prepared("answers-key");
    let run = |server: &Server, more: &str| {
        let command = arguments(server, &format!("--api-key-env FASTGAS_TEST_KEY {more}")).replace("--quiet", "");
        let output = Command::new(env!("CARGO_BIN_EXE_fastgas"))
            .args(command.split_whitespace())
            .env("FASTGAS_TEST_KEY", "sk-TOP")
            .current_dir(&folder.0)
            .output()
            .expect("the program starts");
        let words = String::from_utf8(output.stderr).expect("text");
        let files = names(&folder)
            .into_iter()
            .map(|name| fs::read(folder.0.join(name)).expect("a file"));
        let texts = files.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        assert!(
            texts.chain([words.clone()]).all(|text| !text.contains("sk-TOP")),
            "{words}"
        );
        (words, output.status.success())
    };
    // The first server repeats the key in an error message, the second server in an answer.
    let refusing = Server::start(|_, _: &Value| {
        (
            401,
            "",
            r#"{"error":{"message":"Incorrect API key provided: sk-TOP"}}"#.to_owned(),
        )
    });
    let (words, is_success) = run(&refusing, "--constrain none --concurrency 1");
    assert!(
        !is_success && words.contains("401: Incorrect API key provided: [API key]"),
        "{words}"
    );
    let telling = Server::start(|number, body| match number % 2 {
        0 => (200, "", reply_with(body, str::to_owned, "sk-TOP")),
        _ => (200, "", reply(body)),
    });
    let (words, is_success) = run(&telling, "--constrain none");
    assert!(is_success, "{words}");
    assert!(
        telling
            .take()
            .iter()
            .all(|(head, _)| head.contains("authorization: bearer sk-top"))
    );
    assert!(
        table(&folder, "answers.csv")
            .iter()
            .any(|row| row["answer"] == "[API key]")
    );
    let refused = folder.refuse(&arguments(&telling, "--api-key-env FASTGAS_TEST_KEY_2"));
    assert!(
        refused.contains("the environment variable `FASTGAS_TEST_KEY_2` is not set"),
        "{refused}"
    );
}

#[test]
fn test_file_is_answered_and_correct_labels_are_counted() {
    let (folder, server) = (prepared("answers-test"), model());
    let subjects = ["the bank", "a soup", "Mars", "roses"];
    let row = |n: usize| {
        format!(
            "{} once more {n},{}\n",
            subjects[n % 4],
            ["bank", "kitchen", "space", ""][n % 4]
        )
    };
    folder.write(
        "test.csv",
        &format!("text,label\n{}", (0..8).map(row).collect::<String>()),
    );
    folder.write_subject_vectors("test.npy", 8);
    let more = "--constrain none --test test.csv --test-embeddings test.npy --label label";
    let (words, is_success) = printed(&folder, &arguments(&server, more).replace("--quiet", ""));
    assert!(
        is_success && words.contains("correct labels: 4 of 6 (0.667)"),
        "{words}"
    );
    let rows = table(&folder, "answers.csv");
    assert_eq!(rows.len(), 8);
    for (n, row) in rows.iter().enumerate() {
        assert_eq!(
            (row["row"].parse(), row["label_fastgas"].as_str()),
            (Ok(n), expected(n))
        );
        assert_eq!(
            row["label"],
            ["bank", "kitchen", "space", ""][n % 4],
            "the column of the file keeps its name"
        );
    }
    for (_, body) in server.take() {
        assert!(
            !body.to_string().contains("space"),
            "the true label is not in the prompt: {body}"
        );
    }
    folder.succeed(&arguments(&server, more).replace("answers.csv", "answers.tsv"));
    assert!(folder.read("answers.tsv").starts_with("row\tanswer\tlabel_fastgas\t"));

    // The annotator has canceled the label of the first text.
    // The model still answers with the canceled label, but the accuracy leaves the first text out.
    let cancelled = |n: usize| row(n).replace('\n', if n == 0 { ",true\n" } else { ",false\n" });
    folder.write(
        "test.csv",
        &format!(
            "text,label,was_cancelled\n{}",
            (0..8).map(cancelled).collect::<String>()
        ),
    );
    let again = arguments(&server, more).replace("answers.csv", "again.csv");
    let (words, is_success) = printed(&folder, &again.replace("--quiet", ""));
    assert!(
        is_success && words.contains("correct labels: 3 of 5 (0.600)"),
        "{words}"
    );
    assert!(
        words.contains("test.csv: labels that are rejected, ignored or canceled according to column was_cancelled"),
        "{words}"
    );
}

#[test]
fn options_of_each_text_are_its_labels() {
    let folder = Folder::new("answers-options");
    folder.write(
        "pool.csv",
        "ctx,activity_label,endings\n\
         She peels,Cooking,\"[\"\"eats it.\"\", \"\"runs.\"\"]\"\n\
         He swims,Sport,\"['dives.', 'it\\'s dry.']\"\n\
         They sing,Music,\"stop.\ngo on.\"\n",
    );
    folder.write("labeled.csv", "row,label\n0,eats it.\n");
    let server = Server::start(|_, body: &Value| {
        let last = allowed(body, "grammar").and_then(|allowed| allowed.last().cloned());
        (
            200,
            "",
            reply_with(body, str::to_owned, &last.unwrap_or_else(|| "Go on".into())),
        )
    });
    let command = arguments(&server, "--template hellaswag --options endings --retrieval random");
    let command = command
        .replace("--text text", "--text ctx")
        .replace("--embeddings emb.npy", "");
    folder.succeed(&command);
    let labels = |folder: &Folder| -> Vec<String> {
        table(folder, "answers.csv")
            .iter()
            .map(|row| row["label"].clone())
            .collect()
    };
    assert_eq!(labels(&folder), ["it's dry.", "go on."]);
    let requests = server.take();
    let allowed: Vec<Vec<String>> = requests[1..]
        .iter()
        .filter_map(|(_, body)| allowed(body, "grammar"))
        .collect();
    assert!(
        allowed.contains(&vec!["dives.".into(), "it's dry.".into()]),
        "{allowed:?}"
    );
    // Without a constraint, the answer to a text is matched to the options of the text.
    folder.succeed(&format!("{command} --constrain none"));
    assert_eq!(labels(&folder), ["", "go on."]);
    folder.write("labeled.csv", "row,label\n0,dives.\n");
    let refused = folder.refuse(&command);
    assert!(
        refused.contains("pool.csv: row 0: the label `dives.` is not one of the options in column `endings`"),
        "{refused}"
    );
    folder.write("labeled.csv", "row,label\n0,eats it.\n");
    let pool = folder.read("pool.csv");
    folder.write("pool.csv", &pool.replace("\"stop.\ngo on.\"", "stop."));
    let refused = folder.refuse(&command);
    assert!(
        refused.contains("row 2: column `endings` has fewer than two options"),
        "{refused}"
    );
}

#[test]
fn summaries_are_free_text_without_labels() {
    let folder = Folder::new("answers-summaries");
    folder.write("pool.csv", "document\nA long story.\nAnother story.\n");
    folder.write("labeled.csv", "row,label\n0,A story.\n");
    let server = Server::start(|_, body: &Value| {
        let message = json!({ "role": "assistant", "content": " It is\nanother story. " });
        assert_eq!(body["max_tokens"], 128);
        (
            200,
            "",
            json!({ "choices": [{ "message": message, "finish_reason": "length" }] }).to_string(),
        )
    });
    let command = arguments(&server, "--template xsum --retrieval random");
    let command = command.replace("--text text", "").replace("--embeddings emb.npy", "");
    let (words, is_success) = printed(&folder, &command);
    let expected = "answers that are cut, because they have the maximum number of tokens (--max-answer-tokens): 1 of 1";
    assert!(is_success && words.contains(expected), "{words}");
    let rows = table(&folder, "answers.csv");
    assert_eq!(
        (rows[0]["answer"].as_str(), rows[0]["label"].as_str()),
        ("It is\nanother story.", "")
    );
    assert_eq!(
        server.take().len(),
        1,
        "the answer is not constrained, so no probe is sent"
    );
}

#[test]
fn random_and_diverse_examples_depend_only_on_the_text_and_the_seed() {
    let folder = prepared("answers-retrieval");
    let prompts = |more: &str| {
        let server = model();
        folder.succeed(&arguments(&server, &format!("--constrain none --shots 3 {more}")));
        let mut bodies: Vec<String> = server
            .take()
            .iter()
            .map(|(_, body)| body["messages"].to_string())
            .collect();
        bodies.sort();
        let _ = fs::remove_file(folder.0.join("answers.csv.journal"));
        bodies
    };
    let similar = prompts("");
    let diverse = prompts("--retrieval diverse");
    let random = prompts("--retrieval random --seed 5");
    assert!(similar != diverse && diverse != random && similar != random);
    assert_eq!(random, prompts("--retrieval random --seed 5 --concurrency 1"));
    assert_ne!(random, prompts("--retrieval random --seed 6"));
    // The number of different labels among the examples shows how diverse the examples are.
    let of_soup = |bodies: &[String]| {
        let body = bodies
            .iter()
            .find(|body| body.contains("soup of lentils number 9,"))
            .expect("a prompt");
        WORDS
            .iter()
            .filter(|word| body.contains(&format!("\"{word}\"")))
            .count()
    };
    assert!(
        of_soup(&diverse) > of_soup(&similar),
        "diverse examples have more labels"
    );
}
