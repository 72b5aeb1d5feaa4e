//! Creates the catalog for translators: the English text of each message of the core.
//!
//! The English messages of the page are in `en.ftl`. The core's English texts are in its sources, as values that format
//! themselves, because the terminal prints them as well. `core.en.ftl` lists them by key, in the format of a translation. This
//! test generates the file from the core by formatting each value with placeholders in its fields. Nothing else reads the file.
//! With `FASTGAS_WRITE_WORDS=1` the test writes the file, otherwise the test compares it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::i18n::core_messages::{kebab, spell};
use crate::i18n::tests::{ERRORS, OTHERS, german, is_of_core, reads_like_words, sources_in, strings};
use crate::i18n::*;
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::label::Pass;
use fastgas_annotation::retrieve::BUILT_IN;
use fastgas_data::Format;
use fastgas_data::LoadError;
use fastgas_graph::{CpuReason, SearchBackend};
use fastgas_progress::Stage;
use fastgas_protocol::Error;
use fastgas_protocol::WorkerError;
use fastgas_protocol::transport::NO_ANSWER;
use fastgas_select::Method;
use fastgas_trace::Sentence;

const OF_CORE_IN_ENGLISH: &str = include_str!("../../../../www/words/core.en.ftl");

const HEAD: &str = "\
# What the core says, in English. Made from its sources by a test of crates/page/src/i18n, which says how; not to be edited.
#
# The page does not read this file: here is what to translate, in the order of the keys. Numbers are given as for several; where
# a language says it otherwise for one, it chooses, as de.ftl does. “−” is what the core subtracts before it says the number.
# Other variables may be used than those that the English sentence has, but none that no other language uses.
";

/// Errors of serde_json for malformed JSON, except for those whose beginnings [`core_messages`](crate::i18n::core_messages)
/// lists.
const OF_SERDE: [&str; 21] = [
    "EOF while parsing a list",
    "EOF while parsing an object",
    "EOF while parsing a string",
    "EOF while parsing a value",
    "expected `:`",
    "expected `,` or `]`",
    "expected ident",
    "expected value",
    "invalid escape",
    "invalid number",
    "number out of range",
    "invalid unicode code point",
    "control character (\\u0000-\\u001F) found while parsing a string",
    "key must be a string",
    "lone leading surrogate in hex escape",
    "unexpected end of hex escape",
    "trailing comma",
    "trailing characters",
    "recursion limit exceeded",
    "missing field `{field}`",
    "duplicate field `{field}`",
];

/// Errors that also occur as the reason of another error.
const WITHIN: [&str; 1] = ["the table is too large"];

/// Messages that are composed at run time, so that no literal of the core matches them.
const PUT_TOGETHER: [(&str, &str); 8] = [
    ("said-letter", "letter { $letter }"),
    ("said-from-letter", "from letter { $letter } on"),
    ("said-at-line-column", "line { $line }, letter { $letter }"),
    (
        "said-invalid-type",
        "a value is of another kind than expected: { $said }",
    ),
    ("said-invalid-value", "a value is not allowed: { $said }"),
    (
        "said-invalid-length",
        "a list is of another length than expected: { $said }",
    ),
    ("said-unknown-field", "a key is not known: { $said }"),
    ("said-unknown-variant", "a value is not known: { $said }"),
];

/// Sources with reasons given as sentences. Reasons that report a bug of the program need no translation.
const WITH_REASONS: [&str; 10] = [
    "crates/annotation/src/bundle",
    "crates/annotation/src/confidence",
    "crates/annotation/src/retrieve",
    "crates/cipher/src",
    "crates/data/src",
    "crates/embedding/src",
    "crates/encoder/src",
    "crates/gpu/src",
    "crates/platform/src",
    "crates/protocol/src/transport.rs",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A placeholder for a field: its name between two private-use characters.
fn mark(name: &str) -> String {
    format!("\u{f000}{name}\u{f001}")
}

/// An enum variant in the sources: its name, its `#[error]` text, and the names and types of its fields.
struct Variant {
    name: String,
    english: Option<String>,
    fields: Vec<(String, String)>,
}

/// The variants of an enum, except for those that wrap another error.
fn variants(source: &str, name: &str) -> Vec<Variant> {
    let begin = format!("pub enum {name} {{");
    let lines = source.lines().skip_while(|line| **line != begin).skip(1);
    let (mut variants, mut english) = (Vec::<Variant>::new(), None);
    for line in lines.take_while(|line| *line != "}") {
        if let Some(said) = line.strip_prefix("    #[error(\"") {
            let end = said.rfind('"').unwrap_or(said.len());
            english = Some(said[..end].to_owned());
        } else if line.starts_with("    ") && line[4..].starts_with(char::is_uppercase) && !line.contains('(') {
            // The line is `Name,`, `Name {` with the fields on the next lines, or `Name { a: A, b: B },`.
            let line = line.trim().trim_end_matches(',');
            let (name, fields) = line.split_once(" {").unwrap_or((line, ""));
            let fields = fields.trim_matches([' ', '}']).split(", ");
            variants.push(Variant {
                name: name.to_owned(),
                english: english.take(),
                fields: fields
                    .filter_map(|field| field.split_once(": "))
                    .map(|(name, kind)| (name.to_owned(), kind.to_owned()))
                    .collect(),
            });
        } else if let Some(field) = line
            .strip_prefix("        ")
            .filter(|field| !field.starts_with(['/', '#', ' ']))
        {
            let (name, kind) = field.trim_end_matches(',').split_once(": ").expect("a field");
            let last = variants.last_mut().expect("a variant");
            last.fields.push((name.to_owned(), kind.to_owned()));
        }
    }
    assert!(!variants.is_empty(), "no {name}");
    variants
}

/// A value with placeholders, and the texts in its sentence that the placeholders replace.
struct Marked {
    value: Value,
    stands_for: Vec<(String, String)>,
}

/// Numbers that occur in no sentence, and whose differences do not occur either.
const NUMBERS: [u64; 6] = [6101, 6203, 6307, 6421, 6547, 6689];

fn marked(variant: &Variant, flag: bool, in_kebab: bool) -> Marked {
    let mut stands_for = Vec::new();
    let mut numbers: Vec<(u64, String)> = Vec::new();
    let mut fields = serde_json::Map::new();
    for (name, kind) in &variant.fields {
        let mut number = |name: String| {
            let number = NUMBERS[numbers.len()];
            numbers.push((number, name));
            number
        };
        let value = match kind.as_str() {
            "String" => mark(name).into(),
            "Vec<String>" => json!([mark(name)]),
            "char" => {
                stands_for.push(("\\u{e000}".to_owned(), mark(name)));
                "\u{e000}".into()
            }
            "bool" => flag.into(),
            "f64" => {
                stands_for.extend(["0.610", "0.61"].map(|text| (text.to_owned(), mark(name))));
                0.61.into()
            }
            "Method" => {
                stands_for.push((Method::Louvain.name().to_owned(), mark(name)));
                json!(Method::Louvain)
            }
            "CpuReason" => {
                stands_for.push((CpuReason::Software.to_string(), mark(name)));
                json!(CpuReason::Software)
            }
            "Box<ConfidenceError>" => {
                stands_for.push((ConfidenceError::NoModel.to_string(), mark(name)));
                json!(ConfidenceError::NoModel)
            }
            "Box<LoadError>" => {
                stands_for.push((LoadError::Empty.to_string(), mark(name)));
                json!(LoadError::Empty)
            }
            "[u64; 2]" => json!([number(format!("{name}_0")), number(format!("{name}_1"))]),
            kind if kind.starts_with("Vec<") => json!([number(name.clone()), number(name.clone())]),
            // The core formats this field in millions.
            "u64" if variant.name == "TooLarge" => json!(number(name.clone()) * 1_000_000),
            _ => number(name.clone()).into(),
        };
        fields.insert(name.clone(), value);
    }
    for (number, name) in &numbers {
        stands_for.push((number.to_string(), mark(name)));
        stands_for.push(((number - 1).to_string(), format!("{} − 1", mark(name))));
        let less = numbers.iter().filter(|(less, _)| less < number);
        stands_for.extend(
            less.map(|(less, other)| ((number - less).to_string(), format!("{} − {}", mark(name), mark(other)))),
        );
    }
    let name = if in_kebab {
        kebab(&variant.name)
    } else {
        variant.name.clone()
    };
    let value = match fields.is_empty() {
        true => name.into(),
        false => json!({ name: fields }),
    };
    Marked { value, stands_for }
}

/// Converts a sentence of the core to a message: backticks become quotes, and placeholders become variables.
fn message(english: &str, stands_for: &[(String, String)]) -> String {
    let mut text = english.to_owned();
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    for (said, mark) in stands_for.iter().filter(|(said, _)| !is_number(said)) {
        text = text.replace(said, mark);
    }
    // Replaces whole numbers only, not digits within a longer number.
    let mut whole = String::new();
    let mut digits = String::new();
    for letter in text.chars().map(Some).chain([None]) {
        if let Some(digit) = letter.filter(char::is_ascii_digit) {
            digits.push(digit);
            continue;
        }
        let known = stands_for
            .iter()
            .find(|(said, _)| *said == digits && !digits.is_empty());
        whole.push_str(known.map_or(&digits, |(_, mark)| mark));
        digits.clear();
        whole.extend(letter);
    }
    let quotes = Language::English.quotes();
    let mut in_quotes = String::new();
    for (place, piece) in whole.split('`').enumerate() {
        if place > 0 {
            in_quotes.push(quotes[(place + 1) % 2]);
        }
        in_quotes.push_str(piece);
    }
    let mut text = String::new();
    for letter in in_quotes.chars() {
        match letter {
            '{' => text.push_str("{\"{\"}"),
            '}' => text.push_str("{\"}\"}"),
            '\u{f000}' => text.push_str("{ $"),
            '\u{f001}' => text.push_str(" }"),
            letter => text.push(letter),
        }
    }
    // Lists were filled with two items of the same name; merge them into one variable.
    let twice = |between: &str, text: &str| {
        text.match_indices(between).find_map(|(at, _)| {
            let (begin, end) = (&text[..at], &text[at + between.len()..]);
            let variable = begin.rsplit_once("{ $")?.1.strip_suffix(" }")?;
            let other = end.strip_prefix("{ $")?.strip_prefix(variable)?;
            other.strip_prefix(" }").map(|rest| format!("{begin}{rest}"))
        })
    };
    [" and ", ", "]
        .iter()
        .find_map(|between| twice(between, &text))
        .unwrap_or(text)
}

/// The messages by key, and the variables that a translation of each may use.
#[derive(Default)]
struct Listed {
    messages: BTreeMap<String, String>,
    variables: BTreeMap<String, BTreeSet<String>>,
}

impl Listed {
    fn add(&mut self, key: String, english: String, variables: impl IntoIterator<Item = String>) {
        let parsed = Messages::read(&format!("{key} = {english}\n")).unwrap_or_else(|error| panic!("{error}"));
        let own = parsed.get(&key).expect("it was read").variables();
        let own = own.into_iter().map(str::to_owned);
        let all = own.chain(variables).collect();
        self.variables.insert(key.clone(), all);
        self.messages.insert(key, english);
    }

    /// Adds all variants of an enum. `told` formats a value whose fields are placeholders.
    fn enumeration(&mut self, group: &str, variants: &[Variant], in_kebab: bool, told: impl Fn(&Value) -> String) {
        for variant in variants {
            let fields = variant.fields.iter().flat_map(|(name, kind)| match kind.as_str() {
                "[u64; 2]" => vec![format!("{name}_0"), format!("{name}_1")],
                _ => vec![name.clone()],
            });
            let fields: Vec<String> = fields.collect();
            let key = format!("{group}-{}", kebab(&variant.name));
            let said = |flag| {
                let Marked { value, stands_for } = marked(variant, flag, in_kebab);
                message(&told(&value), &stands_for)
            };
            let flag = variant.fields.iter().find(|(_, kind)| kind == "bool");
            let english = match flag {
                Some((name, _)) => format!(
                    "{{ ${name} ->\n    [true] {}\n   *[other] {}\n}}",
                    said(true),
                    said(false)
                ),
                None => said(true),
            };
            self.add(key, english, fields);
        }
    }

    /// Adds the variants of an enum whose `#[error]` texts contain only words and field names.
    fn declared(&mut self, group: &str, variants: &[Variant]) {
        for variant in variants {
            let mut english = variant.english.clone().expect("a sentence");
            for (name, _) in &variant.fields {
                english = english.replace(&format!("{{{name}}}"), &mark(name));
            }
            let key = format!("{group}-{}", kebab(&variant.name));
            self.add(
                key,
                message(&english, &[]),
                variant.fields.iter().map(|(name, _)| name.clone()),
            );
        }
    }
}

fn read<T: DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{value}: {error}"))
}

/// Deserializes an error wrapped in its stage.
fn within<T: DeserializeOwned>(stage: &str, value: &Value) -> T {
    read(&json!({ stage: value }))
}

/// All string literals of the sources with reasons, and the reasons from elsewhere.
fn literals() -> Vec<String> {
    let root = root();
    let sources = WITH_REASONS.iter().flat_map(|folder| sources_in(&root.join(folder)));
    let mut all: Vec<String> = OF_SERDE.iter().chain(&WITHIN).map(|&text| text.to_owned()).collect();
    for (_, source) in sources {
        for (_, text) in strings(&source) {
            let lines: Vec<&str> = text.split("\\\n").collect();
            let text: String = lines.iter().map(|line| line.trim_start()).collect();
            all.push(text.replace("\\\"", "\""));
        }
    }
    all
}

/// A literal with a number in place of each `{…}`, without a leading file name and without a trailing reason.
fn filled(literal: &str) -> String {
    let literal = literal.replace("{{", "\u{e001}").replace("}}", "\u{e002}");
    let is_one = |text: &str| text.len() > 1 && !text[1..].contains('{') && !text[..text.len() - 1].contains('}');
    let mut rest = literal.as_str();
    if let Some((file, behind)) = rest.split_once(": ")
        && file.starts_with('{')
        && file.ends_with('}')
        && is_one(file)
    {
        rest = behind;
    }
    if let Some((before, reason)) = rest.rsplit_once(": ")
        && reason.starts_with('{')
        && reason.ends_with('}')
        && is_one(reason)
    {
        rest = before;
    }
    let mut text = String::new();
    let mut place = 70_000;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((_, behind)) = after.split_once('}') else {
            break;
        };
        text.push_str(before);
        place += 1;
        let _ = write!(text, "{place}");
        rest = behind;
    }
    (text + rest).replace('\u{e001}', "{").replace('\u{e002}', "}")
}

impl Listed {
    /// Adds the reasons within errors. Their keys consist of their words.
    fn reasons(&mut self, keys: &BTreeSet<&str>, messages: &Messages) {
        let mut left: BTreeSet<&str> = keys.clone();
        for (key, english) in PUT_TOGETHER {
            self.add(key.to_owned(), english.to_owned(), []);
            left.remove(key);
        }
        for literal in literals() {
            let filled = filled(&literal);
            for numbers in [false, true] {
                let spelled = spell(&filled, numbers);
                let Some(&key) = left.get(spelled.key.as_str()) else {
                    continue;
                };
                let used = messages.get(key).expect("it is a key").variables();
                let (mut english, mut rest) = (String::new(), filled.as_str());
                for (place, part) in spelled.parts.iter().enumerate() {
                    let is_last = place + 1 == spelled.parts.len();
                    let name = match used.contains("said") && is_last {
                        true => "said".to_owned(),
                        false if used.contains("numbers") => "numbers".to_owned(),
                        false => format!("part_{place}"),
                    };
                    let (before, behind) = rest.split_once(part).expect("parts stand one behind another");
                    english.push_str(before);
                    // Other parts, such as a comma in backticks, stay in the sentence unless a translation uses them as a
                    // variable.
                    match part.contains("7000") || used.contains(name.as_str()) {
                        true => english.push_str(&mark(&name)),
                        false => english.push_str(part),
                    }
                    rest = behind;
                }
                english.push_str(rest);
                if used.contains("said") && !english.contains(&mark("said")) {
                    english = format!("{english}: {}", mark("said"));
                }
                let parts = (0..spelled.parts.len()).map(|place| format!("part_{place}"));
                let others = ["said".to_owned(), "numbers".to_owned()];
                self.add(key.to_owned(), message(&english, &[]), parts.chain(others));
                left.remove(key);
                break;
            }
        }
        assert!(left.is_empty(), "the core says none of these: {left:?}");
    }
}

fn listed() -> Listed {
    let mut listed = Listed::default();
    let errors = &ERRORS.concat();
    for stage in [
        "Load",
        "Config",
        "Embed",
        "Embeddings",
        "Graph",
        "Evaluate",
        "Retrieve",
        "Confidence",
        "Trace",
    ] {
        let variants = variants(errors, &format!("{stage}Error"));
        let group = |of: &str| format!("{of}-{}", kebab(stage));
        listed.enumeration(&group("error"), &variants, false, |value| {
            let told = within::<Error>(stage, value).to_string();
            // The page itself adds the colon before a server's answer and the unit of a size.
            let told = told.replace(&format!(": {}", mark("said")), &mark("said"));
            match value.get("TooLarge") {
                Some(_) => told.replace(" MB", ""),
                None => told,
            }
        });
        listed.enumeration(&group("advice"), &variants, false, |value| {
            within::<Error>(stage, value).advice().to_owned()
        });
    }
    // The advice depends on the status that the server returned.
    let status = |status: u16| {
        let status = Error::Confidence(ConfidenceError::Status {
            row: 0,
            status,
            said: String::new(),
        });
        message(status.advice(), &[])
    };
    let mut by_status = "{ $status ->\n".to_owned();
    for known in (300..=308).chain([400, 401, 403, 404, 405, 413, 422]) {
        let _ = writeln!(by_status, "    [{known}] {}", status(known));
    }
    let _ = write!(by_status, "   *[other] {}\n}}", status(500));
    listed.add("advice-confidence-status".into(), by_status, []);
    listed.add("advice-confidence-unanswered".into(), "{ $first }".into(), []);
    let of_worker = variants(include_str!("../../../protocol/src/worker_error.rs"), "WorkerError");
    listed.enumeration("error", &of_worker, false, |value| {
        read::<WorkerError>(value).to_string()
    });
    listed.enumeration("advice", &of_worker, false, |value| {
        read::<WorkerError>(value).advice().to_owned()
    });
    listed.declared(
        "name",
        &variants(include_str!("../../../annotation/src/label/names.rs"), "NameError"),
    );
    listed.declared(
        "undefined",
        &variants(include_str!("../../../annotation/src/label/agreement.rs"), "Undefined"),
    );
    listed.declared(
        "storage",
        &variants(include_str!("../../../platform/src/database.rs"), "StorageError"),
    );
    let device = include_str!("../../../graph/src/device.rs");
    listed.enumeration("why-cpu", &variants(device, "CpuReason"), true, |value| {
        read::<CpuReason>(value).to_string()
    });
    listed.enumeration("searched", &variants(device, "SearchBackend"), true, |value| {
        // The page itself adds the parentheses around a name.
        let said = read::<SearchBackend>(value).to_string();
        said.replace(&format!(" ({})", mark("name")), &mark("name"))
    });
    let steps = variants(include_str!("../../../trace/src/sentence.rs"), "Sentence");
    listed.enumeration("step", &steps, false, |value| read::<Sentence>(value).to_string());
    let mut named = |group: &str, name: &str, english: &str| {
        listed.add(format!("{group}-{}", kebab(name)), message(english, &[]), []);
    };
    for stage in [
        Stage::Load,
        Stage::Embed,
        Stage::Neighbors,
        Stage::Graph,
        Stage::Partition,
        Stage::Select,
        Stage::Map,
    ] {
        named("stage", &format!("{stage:?}"), stage.name());
    }
    for why in [Pass::Skipped, Pass::CannotTell] {
        named("pass", &format!("{why:?}"), why.words());
    }
    Method::ALL
        .iter()
        .for_each(|method| named("method", method.name(), method.about()));
    Format::ALL
        .iter()
        .for_each(|(format, words)| named("format", format.name(), words));
    BUILT_IN
        .iter()
        .for_each(|built_in| named("task", built_in.name, built_in.task));
    let german = german();
    let said = german.iter().map(|(key, _)| key).filter(|key| key.starts_with("said-"));
    listed.reasons(&said.collect(), &german);
    listed
}

#[test]
fn core_catalog_is_up_to_date() {
    let listed = listed();
    let mut file = HEAD.to_owned();
    let mut last = "";
    for (key, english) in &listed.messages {
        let group = key.split('-').next().unwrap_or_default();
        if group != last {
            let _ = writeln!(file, "\n## {group}");
            last = group;
        }
        let _ = writeln!(file, "{key} = {english}");
    }
    if std::env::var_os("FASTGAS_WRITE_WORDS").is_some() {
        let path = root().join("www/words/core.en.ftl");
        std::fs::write(path, &file).unwrap();
        return;
    }
    assert!(
        file == OF_CORE_IN_ENGLISH,
        "core.en.ftl is stale: run this test once with FASTGAS_WRITE_WORDS=1"
    );
}

#[test]
fn languages_translate_all_core_messages_with_known_variables() {
    let listed = listed();
    for (language, file) in OTHERS {
        let other = Messages::read(file).unwrap();
        let keys: BTreeSet<&str> = other.iter().map(|(key, _)| key).filter(|key| is_of_core(key)).collect();
        let of_core = listed.messages.keys().map(String::as_str);
        assert_eq!(of_core.collect::<BTreeSet<_>>(), keys, "{language:?}");
        for key in keys {
            let known = &listed.variables[key];
            let used = other.get(key).unwrap().variables();
            assert!(
                used.iter().all(|name| known.contains(*name)),
                "{key}: {used:?} of {known:?}"
            );
        }
    }
}

/// String literals in these folders that are not reasons, or that describe details of an ONNX file for its creator.
const NO_REASONS: [&str; 25] = [
    " at line ",
    "{reason} (from letter {} on)",
    "SQLite format 3",
    "words and their numbers",
    "one text",
    "its output is `{fact:?}`",
    "int8 per channel",
    "dynamic int8 per channel",
    "ZIP (.npz, .pt)",
    "Could not find",
    "Invalid checksum",
    "no key",
    "data key",
    "a data key",
    "a protection",
    "FastGAS sealed",
    "FastGAS sealed 1",
    "it is not an array",
    "a buffer is not an ArrayBuffer",
    "out of memory",
    "array length",
    "buffer length",
    "{url} could not be loaded: {reason}",
    "a tokenizer's model",
    "default-src 'none'; connect-src {origin}",
];

/// Sources without reasons that the page shows, as parts of their paths.
const ELSEWHERE: [&str; 15] = [
    // These errors have a key for each variant.
    "data/src/error.rs",
    "embedding/src/error.rs",
    "encoder/src/onnx",
    "encoder/src/operators",
    "encoder/src/onnx_ops",
    "encoder/src/rewrites",
    "encoder/src/deterministic",
    "embedding/src/cache.rs",
    "encoder/src/encoder/ways.rs",
    "encoder/src/encoder/hostile.rs",
    // The page creates packs but does not read them.
    "src/retrieve",
    "data/src/pool.rs",
    "gpu/src/lib.rs",
    "gpu/src/plan.rs",
    // Messages for the console.
    "platform/src/rescue.rs",
];

#[test]
fn reasons_are_translated_to_every_language() {
    let others = OTHERS.map(|(_, file)| Messages::read(file).unwrap());
    let root = root();
    let mut missing = Vec::new();
    for (path, source) in WITH_REASONS.iter().flat_map(|folder| sources_in(&root.join(folder))) {
        let place = path.to_string_lossy().into_owned();
        if ELSEWHERE.iter().any(|elsewhere| place.contains(elsewhere)) {
            continue;
        }
        for (at, text) in strings(&source) {
            let before = source[..at].trim_end();
            let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
            let is_for_programmers = ["expect(", "panic!(", "unreachable!(", "assert!(", "error!(", "warn!("];
            let is_for_programmers = is_for_programmers.iter().any(|end| before.ends_with(end));
            let is_attribute =
                ["#[", "#![", "reason ="].iter().any(|begin| line.starts_with(begin)) && !line.starts_with("#[error(");
            let is_about = line.trim_start_matches('(').starts_with("Format::");
            // Names of errors, headers and files contain no spaces; sample texts end with a period or question mark.
            let is_reason = reads_like_words(text) && text.trim().contains(' ') && !text.ends_with(['.', '?']);
            if is_for_programmers
                || is_attribute
                || is_about
                || !is_reason
                || NO_REASONS.contains(&text)
                || NO_ANSWER.contains(&text)
            {
                continue;
            }
            let text: String = text.split("\\\n").map(str::trim_start).collect();
            let filled = filled(&text.replace("\\\"", "\""));
            let has_message = |messages: &Messages| {
                let spelled = [false, true].map(|numbers| spell(&filled, numbers).key);
                spelled.iter().any(|key| messages.get(key).is_some())
            };
            let has_message = others.iter().all(has_message);
            if !has_message {
                missing.push(format!("{place}: {text}"));
            }
        }
    }
    assert!(missing.is_empty(), "without a message: {missing:#?}");
}
