//! Tests that the commands in README.md, docs/tutorial.md and docs/in-context-learning.md succeed.
//! Also tests that links in the documentation lead to existing targets, and that docs/architecture.md names existing files.
//! The sample is truncated to its first rows, so that embedding takes only seconds.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::Folder;
use crate::support::language_model::Server;
use serde_json::{Value, json};

const SAMPLE: &str = "www/samples/debian-packages.csv";

const N_ROWS: usize = 300;

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A code block contains commands after `$ `, or is marked `sh` and contains only commands.
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

/// Runs the commands of a documentation file in a new folder. `changed` may replace each command before it runs.
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

fn prose(markdown: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    markdown.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Anchors that GitHub creates for the headings. Repeated headings get a number.
fn anchors(markdown: &str) -> Vec<String> {
    let mut n_of: BTreeMap<String, usize> = BTreeMap::new();
    let headings = prose(markdown).filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let letters = words.chars().filter_map(|letter| match letter {
            ' ' => Some('-'),
            '-' | '_' => Some(letter),
            _ => Some(letter).filter(|letter| letter.is_alphanumeric()),
        });
        let anchor: String = letters.collect();
        let n = n_of.entry(anchor.clone()).or_default();
        *n += 1;
        match *n {
            1 => anchor,
            n => format!("{anchor}-{}", n - 1),
        }
    };
    headings.map(anchor).collect()
}

/// Targets of the links to files and headings of this repository.
fn links(markdown: &str) -> Vec<String> {
    let text: Vec<&str> = prose(markdown).collect();
    let text = text.join("\n");
    let targets = text.split("](").skip(1);
    let targets = targets.filter_map(|rest| rest.split_once(')').map(|(target, _)| target.to_owned()));
    let is_here = |target: &String| !target.contains(':') && !target.contains(char::is_whitespace);
    targets.filter(is_here).collect()
}

#[test]
fn links_are_read_with_their_anchors() {
    let text = "# A `b`, c\n```\n# no\n[x](y.md)\n```\n## a b c\n## A b c\nsee [d](e.md#f), [g](https://h) and [i\nj](#a-b-c)\n";
    assert_eq!(anchors(text), ["a-b-c", "a-b-c-1", "a-b-c-2"]);
    assert_eq!(links(text), ["e.md#f", "#a-b-c"]);
}

#[test]
fn links_in_the_documentation_lead_to_files_and_headings() {
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut files: Vec<_> = [
        "README.md",
        "SECURITY.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "www/words/README.md",
    ]
    .iter()
    .map(|file| repository().join(file))
    .collect();
    let documentation = fs::read_dir(repository().join("docs")).expect("a folder");
    let documentation = documentation.map(|file| file.expect("a file").path());
    files.extend(documentation.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    files.sort();
    let (mut n_anchors, mut dead) = (0, Vec::new());
    for file in &files {
        for link in links(&read(file)) {
            let (path, anchor) = link.split_once('#').unwrap_or((link.as_str(), ""));
            let target = match path {
                "" => file.clone(),
                path => file.parent().expect("a folder").join(path),
            };
            let is_dead = match anchor {
                "" => !target.exists(),
                anchor => {
                    n_anchors += 1;
                    !target.is_file() || !anchors(&read(&target)).iter().any(|known| known == anchor)
                }
            };
            if is_dead {
                dead.push(format!("{}: {link}", file.display()));
            }
        }
        for line in prose(&read(file)).filter(|line| line.contains("***")) {
            dead.push(format!("{}: stray asterisk: {line}", file.display()));
        }
    }
    assert_eq!(dead, Vec::<String>::new());
    assert!(n_anchors > 20, "{n_anchors}");
}

/// Names of files in backticks, with or without a folder. Excludes names with a wildcard.
fn named_files(markdown: &str) -> Vec<String> {
    const ENDINGS: [&str; 8] = ["rs", "js", "mjs", "py", "html", "toml", "ftl", "txt"];
    let text: Vec<&str> = prose(markdown).collect();
    let text = text.join("\n");
    let is_name = |span: &&str| {
        let ending = Path::new(*span).extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| ENDINGS.contains(&ending))
            && !span.contains(|letter: char| letter.is_whitespace() || letter == '*')
    };
    let spans = text.split('`').skip(1).step_by(2);
    spans.filter(is_name).map(str::to_owned).collect()
}

/// All files, except hidden files and files that a build or npm has written.
fn repository_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![repository().to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with('.') || ["target", "dist", "node_modules"].contains(&&*name) {
                continue;
            }
            match entry.file_type().expect("a type").is_dir() {
                true => folders.push(entry.path()),
                false => files.push(entry.path()),
            }
        }
    }
    files
}

#[test]
fn file_names_are_read_from_backticks() {
    let text = "see `a/b.rs`, `c`, `d.mjs` and `e\nf`\n```\n`g.rs`\n```\n`*.mjs`, `h i.rs`, `j.toml`\n";
    assert_eq!(named_files(text), ["a/b.rs", "d.mjs", "j.toml"]);
}

#[test]
fn files_that_the_architecture_names_exist() {
    let text = fs::read_to_string(repository().join("docs/architecture.md")).expect("it exists");
    let (named, files) = (named_files(&text), repository_files());
    let is_missing = |name: &&String| !files.iter().any(|file| file.ends_with(name));
    let missing: Vec<&String> = named.iter().filter(is_missing).collect();
    assert_eq!(missing, Vec::<&String>::new());
    assert!(named.len() > 100, "{}", named.len());
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

/// The commands of docs/in-context-learning.md use a local server instead of the address in the document.
/// Commands that start a model, and commands with the file test.csv, are left out.
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
