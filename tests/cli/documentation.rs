//! Tests that the commands in README.md, docs/tutorial.md and docs/in-context-learning.md succeed.
//! The sample is truncated to its first rows, so that embedding takes only seconds.

use std::fs;
use std::path::Path;

use crate::support::Folder;
use crate::support::language_model::Server;
use serde_json::{Value, json};

const SAMPLE: &str = "www/samples/debian-packages.csv";

const N_ROWS: usize = 300;

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The shell commands in the code blocks of a Markdown file: the lines after `$ `, or all lines of a block marked `sh`.
/// A command that ends with a backslash continues on the next line.
fn commands(markdown: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut fence: Option<&str> = None;
    let mut continues = false;
    for line in markdown.lines() {
        let line = line.trim();
        if let Some(language) = line.strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(language) };
            continue;
        }
        let command = match fence {
            Some(_) if continues => Some(line),
            Some("sh") => Some(line),
            Some(_) => line.strip_prefix("$ "),
            None => None,
        };
        let Some(command) = command.filter(|command| !command.is_empty()) else {
            continue;
        };
        let (part, more) = match command.strip_suffix('\\') {
            Some(part) => (part, true),
            None => (command, false),
        };
        match commands.last_mut().filter(|_| continues) {
            Some(last) => *last += part,
            None => commands.push(part.to_owned()),
        }
        continues = more;
    }
    commands
}

/// Writes `labeled.csv` as the tutorial describes the file: the picks, with their `section` as the label.
fn write_labels(folder: &Folder) {
    let picks = folder.read("picks.csv");
    let mut lines = picks.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().expect("the picks have a header");
    let column = |name: &str| {
        header
            .iter()
            .position(|other| *other == name)
            .expect("the column is there")
    };
    let (row, section) = (column("row"), column("section"));
    let labels: String = lines
        .map(|cells| format!("{},{}\n", cells[row], cells[section]))
        .collect();
    folder.write("labeled.csv", &format!("row,label\n{labels}"));
}

/// Runs the commands of a documentation file in a new folder. `changed` may replace a command before it runs.
fn run_all(name: &str, file: &str, changed: impl Fn(String) -> String) -> Folder {
    let folder = Folder::new(name);
    let sample = fs::read_to_string(repository().join(SAMPLE)).expect("the sample is there");
    let rows: Vec<&str> = sample.lines().take(1 + N_ROWS).collect();
    fs::create_dir_all(folder.0.join(SAMPLE).parent().expect("a path in a folder")).expect("a new folder");
    folder.write(SAMPLE, &(rows.join("\n") + "\n"));
    let markdown = fs::read_to_string(repository().join(file)).expect("the documentation is there");
    let mut n = 0;
    for command in commands(&markdown) {
        if command.starts_with("cargo xtask") {
            continue;
        }
        let command = changed(command.replace("cargo run --features cli --bin fastgas --", "fastgas"));
        if command.contains("labeled.csv") && !folder.0.join("labeled.csv").exists() {
            write_labels(&folder);
        }
        let output = folder.shell(&command);
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{file}: `{command}` fails: {printed}");
        n += usize::from(command.starts_with("fastgas"));
    }
    assert!(n > 0, "{file} contains commands");
    folder
}

#[test]
fn commands_of_a_block_are_found_with_their_continuations() {
    let text = "```sh\na b\n```\n$ no\n```\n$ c \\\n    d\noutput\n$ e\n```\n";
    assert_eq!(commands(text), ["a b", "c d", "e"]);
}

#[cfg(unix)]
#[test]
fn commands_in_the_readme_succeed() {
    run_all("documentation-readme", "README.md", |command| command);
}

#[cfg(unix)]
#[test]
fn commands_in_the_tutorial_succeed() {
    run_all("documentation-tutorial", "docs/tutorial.md", |command| command);
}

/// Commands with a real address use a local server in this test. Commands that only show options are left out.
#[cfg(unix)]
#[test]
fn commands_on_in_context_learning_succeed() {
    let server = Server::start(|_, _: &Value| {
        let message = json!({ "role": "assistant", "content": "Answer: libs" });
        (200, "", json!({ "choices": [{ "message": message }] }).to_string())
    });
    let folder = run_all(
        "documentation-answers",
        "docs/in-context-learning.md",
        |command| match command.starts_with("llama-server") || command.contains("--test test.csv") {
            true => "true".into(),
            false => command.replace("http://localhost:8080", &server.address),
        },
    );
    let answers = folder.read("answers.csv");
    assert!(
        answers.starts_with("row,answer,label,confidence,confidence_kind,prompt_tokens,seconds,package,section,text\n"),
        "{answers}"
    );
    assert_eq!(answers.lines().count(), 1 + N_ROWS - 18);
}
