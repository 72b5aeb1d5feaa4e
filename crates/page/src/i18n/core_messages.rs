//! Translates the texts of the core.
//!
//! The core does not know languages. Its errors are values with an English sentence, which the terminal prints, and workers send
//! them to the page as values. Here the variant determines the message key, and the fields are the message's variables:
//! `LoadError::NoRows` within [`Error`](fastgas_protocol::Error) has the key `error-load-no-rows`, and its advice has the key
//! `advice-load-no-rows`.
//!
//! A reason within an error is an English sentence. Its key consists of its words: "its order cannot be read" has the key
//! `said-its-order-cannot-be-read`. Text from third parties such as a browser or a driver, and sentences without a message, are
//! quoted and marked as English (see [`tongues`](crate::i18n::tongues)). A step of the algorithm is a value as well:
//! [`Sentence::Goes`] has the key `step-goes`.
//!
//! In English the core's own text is used, so `en.ftl` does not contain these messages. For translators, a test lists them in
//! `core.en.ftl`.

use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;

use crate::i18n::bidi::isolated;
use crate::i18n::{BEGIN_FOREIGN, END_FOREIGN, Language, language, own};
use fastgas_annotation::label::Pass;
use fastgas_graph::{CpuReason, SearchBackend};
use fastgas_progress::Stage;
use fastgas_select::Method;
use fastgas_trace::Sentence;

/// Translates a value of the core. `group` is the prefix of its key.
pub fn of_core<T: Serialize + Display>(group: &str, value: &T) -> String {
    translated(group, value).unwrap_or_else(|| quoted(&value.to_string()))
}

/// Translates an error.
pub fn problem<E: Serialize + Display>(error: &E) -> String {
    of_core("error", error)
}

/// Translates the advice for an error. `english` is the core's advice.
pub fn advice<E: Serialize>(error: &E, english: &str) -> String {
    translated("advice", error).unwrap_or_else(|| quoted(english))
}

/// Translates a reason without an enclosing error, for example from code that uses the browser.
pub fn reason(english: &str) -> String {
    match language() {
        Language::English => quoted(english),
        _ => in_words(english, &foreign),
    }
}

/// Quotes an English reason without translating it, for use before the messages of the core are available. The first WebAssembly
/// file contains none of them.
pub fn as_said(english: &str) -> String {
    match language() {
        Language::English => quoted(english),
        _ => foreign(english),
    }
}

pub fn stage(stage: Stage) -> String {
    named("stage", &format!("{stage:?}"), stage.name())
}

/// The name of a reason to pass over a text.
pub fn passed(why: Pass) -> String {
    named("pass", &format!("{why:?}"), why.words())
}

/// The description of a method.
pub fn about(method: Method) -> String {
    named("method", method.name(), method.about())
}

/// Translates the description of a step.
pub fn step(sentence: &Sentence) -> String {
    let spoken = match sentence {
        Sentence::Covers { coverage, better } => {
            let coverage = crate::i18n::decimal(*coverage, 3);
            own("step-covers", &[("coverage", &coverage), ("better", better)])
        }
        Sentence::Taken {
            part,
            row,
            has_text,
            text,
            coverage,
        } => {
            let coverage = crate::i18n::decimal(*coverage, 3);
            let values: [(&str, &dyn Display); 5] = [
                ("part", part),
                ("row", row),
                ("has_text", has_text),
                ("text", text),
                ("coverage", &coverage),
            ];
            own("step-taken", &values)
        }
        sentence => translated("step", sentence),
    };
    spoken.unwrap_or_else(|| sentence.to_string())
}

/// Translates an item of one of the core's lists, such as stages or methods, by its name in the core.
pub fn named(group: &str, name: &str, english: &str) -> String {
    let key = format!("{group}-{}", kebab(name));
    own(&key, &[]).unwrap_or_else(|| english.to_owned())
}

/// Describes how the neighbors were found: on the CPU, on the GPU, or approximately.
pub fn searched(searched: &SearchBackend) -> String {
    let why = |why: &CpuReason| of_core("why-cpu", why);
    // Some GPUs do not report a name.
    let named = |name: &str| {
        if name.is_empty() {
            String::new()
        } else {
            format!(" ({name})")
        }
    };
    let spoken = match searched {
        SearchBackend::Cpu { why: reason } => own("searched-cpu", &[("why", &why(reason))]),
        SearchBackend::Gpu { name } => own("searched-gpu", &[("name", &named(name))]),
        SearchBackend::Both {
            name,
            n_rows,
            why: reason,
        } => own(
            "searched-both",
            &[
                ("name", &named(name)),
                ("n_rows", &crate::i18n::grouped(u64::from(*n_rows))),
                ("why", &why(reason)),
            ],
        ),
        SearchBackend::Approximately { large } => own("searched-approximately", &[("large", large)]),
    };
    spoken.unwrap_or_else(|| searched.to_string())
}

fn translated<T: Serialize>(group: &str, value: &T) -> Option<String> {
    if language() == Language::English {
        return None;
    }
    spoken(group, &serde_json::to_value(value).ok()?)
}

fn spoken(group: &str, value: &Value) -> Option<String> {
    let mut path = vec![group.to_owned()];
    let mut fields = Vec::new();
    walk(value, &mut path, &mut fields);
    let values: Vec<(&str, &dyn Display)> = fields
        .iter()
        .map(|(name, value)| (name.as_str(), value as &dyn Display))
        .collect();
    own(&path.join("-"), &values)
}

/// Appends the variants on the way to the value to `path`, and its fields to `fields`.
fn walk(value: &Value, path: &mut Vec<String>, fields: &mut Vec<(String, String)>) {
    match value {
        // `WorkerError::Pipeline` wraps the pipeline's error and is not part of the key.
        Value::Object(map) if map.contains_key("Pipeline") => walk(&map["Pipeline"], path, fields),
        Value::Object(map) => {
            for (name, inner) in map {
                if is_variant(name, inner) {
                    path.push(kebab(name));
                    walk(inner, path, fields);
                } else {
                    let words = match (name.as_str(), inner) {
                        ("reason", Value::String(english)) => match is_spoken(path) {
                            true => in_words(english, &quoted),
                            false => in_words(english, &foreign),
                        },
                        ("format" | "expected" | "what", Value::String(english)) => in_words(english, &quoted),
                        ("said", Value::String(said)) => of_server(said),
                        ("bytes" | "limit", Value::Number(bytes))
                            if path.last().is_some_and(|last| last == "too-large") =>
                        {
                            in_megabytes(bytes.as_u64().unwrap_or(0))
                        }
                        _ => plain(inner, path),
                    };
                    fields.push((name.clone(), words));
                    for (place, each) in inner.as_array().into_iter().flatten().enumerate() {
                        fields.push((format!("{name}_{place}"), plain(each, path)));
                    }
                }
            }
        }
        Value::String(name) => path.push(kebab(name)),
        _ => {}
    }
}

/// A variant starts with an uppercase letter. A renamed variant is recognized by its object of fields, whereas an error in a
/// field is an object that starts with a variant.
fn is_variant(name: &str, inner: &Value) -> bool {
    let begins_large = |name: &str| name.starts_with(char::is_uppercase);
    let holds_fields = |inner: &Value| {
        inner
            .as_object()
            .is_some_and(|map| !map.keys().any(|name| begins_large(name)))
    };
    begins_large(name) || holds_fields(inner)
}

/// Formats a field. An error nested in an error has the same stage.
fn plain(value: &Value, path: &[String]) -> String {
    match value {
        Value::String(words) => words.clone(),
        Value::Array(all) => {
            let all: Vec<String> = all.iter().map(|each| plain(each, path)).collect();
            all.join(", ")
        }
        Value::Object(_) => spoken(&path[..path.len().min(2)].join("-"), value).unwrap_or_else(|| value.to_string()),
        other => other.to_string(),
    }
}

/// Formats a size as the core does in its errors.
fn in_megabytes(bytes: u64) -> String {
    crate::i18n::said(
        "common-size-megabytes",
        &[("megabytes", &crate::i18n::grouped(bytes / 1_000_000))],
    )
}

/// Replaces backticks, which are meant for terminals, by the quotes of the language.
fn quoted(words: &str) -> String {
    // An odd backtick comes from the user's text, and it is unknown which one.
    if !words.matches('`').count().is_multiple_of(2) {
        return words.to_owned();
    }
    let quotes = language().quotes();
    let mut text = String::new();
    for (place, piece) in words.split('`').enumerate() {
        if place > 0 {
            text.push(quotes[(place + 1) % 2]);
        }
        text.push_str(piece);
    }
    text
}

/// Quotes text from third parties. The isolates around the text keep its order from left to right and mark it as English.
fn foreign(said: &str) -> String {
    let [open, close] = language().quotes();
    let said = said.replace(['\u{2066}', '\u{2067}', '\u{2068}', END_FOREIGN], "");
    format!("{open}{BEGIN_FOREIGN}{said}{END_FOREIGN}{close}")
}

/// Formats a server's answer after a colon, if there is one. Its language is unknown.
fn of_server(said: &str) -> String {
    let [open, close] = language().quotes();
    match said {
        "" => String::new(),
        said => format!(": {open}{}{close}", isolated(said)),
    }
}

/// Whether a reason may come from the page itself and thus be translated already. The page detects errors in projects imported as
/// JSON, and in stored projects.
fn is_spoken(path: &[String]) -> bool {
    path.last()
        .is_some_and(|last| last == "not-project" || last == "unreadable")
}

/// Beginnings of serde's sentences that continue with the value found. Each beginning has one message.
const BEGINNINGS: [(&str, &str); 5] = [
    ("invalid type: ", "said-invalid-type"),
    ("invalid value: ", "said-invalid-value"),
    ("invalid length ", "said-invalid-length"),
    ("unknown field ", "said-unknown-field"),
    ("unknown variant ", "said-unknown-variant"),
];

/// Translates a reason that the core gives as a sentence. The position within a line is appended in parentheses. A leading file
/// name stays in front, and a leading description of the failed operation is translated separately. Sentences without a message
/// are passed to `others`.
fn in_words(english: &str, others: &dyn Fn(&str) -> String) -> String {
    let (sentence, place) = placed(english);
    if let Some(told) = told(sentence) {
        return told + &place;
    }
    for (at, colon) in sentence.match_indices(": ") {
        let (head, tail) = (&sentence[..at], &sentence[at + colon.len()..]);
        let is_file = head.contains('.') && !head.contains(char::is_whitespace);
        let head = if is_file { Some(head.to_owned()) } else { told(head) };
        if let Some(head) = head {
            return format!("{head}: {}{place}", in_words(tail, &foreign));
        }
    }
    others(sentence) + &place
}

/// Splits off the position at the end of a sentence, and translates the position.
fn placed(english: &str) -> (&str, String) {
    let behind = |begin: &str, end: &str| english.strip_suffix(end)?.rsplit_once(begin);
    let in_brackets = |key: &str, values: &[(&str, &dyn Display)]| own(key, values).map(|place| format!(" ({place})"));
    let letter = |(sentence, letter): (_, &str), key: &str| Some((sentence, in_brackets(key, &[("letter", &letter)])?));
    // The format of serde_json.
    let of_serde = || {
        let (sentence, place) = english.rsplit_once(" at line ")?;
        let (line, letter) = place.split_once(" column ")?;
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let place = in_brackets("said-at-line-column", &[("line", &line), ("letter", &letter)])?;
        (is_number(line) && is_number(letter)).then_some((sentence, place))
    };
    let found = behind(" (letter ", ")").and_then(|placed| letter(placed, "said-letter"));
    let found =
        found.or_else(|| behind(" (from letter ", " on)").and_then(|placed| letter(placed, "said-from-letter")));
    found.or_else(of_serde).unwrap_or((english, String::new()))
}

/// Translates a sentence that has a message, with quoted third-party text at its end.
fn told(sentence: &str) -> Option<String> {
    let of_others = sentence.strip_suffix('”').and_then(|rest| rest.rsplit_once('“'));
    let (sentence, said) = match of_others {
        Some((before, said)) => (before.trim_end().trim_end_matches(':'), foreign(said)),
        None => (sentence, String::new()),
    };
    if sentence.is_empty() {
        return Some(said);
    }
    let message = |numbers| sentence_in_own_words(sentence, numbers, &said);
    let found = BEGINNINGS.iter().find(|(begin, _)| sentence.starts_with(begin));
    let of_serde = || own(found?.1, &[("said", &foreign(sentence))]);
    message(false).or_else(|| message(true)).or_else(of_serde)
}

/// Looks up the message whose key consists of the words of a sentence. Text in backticks and file names are not part of the key;
/// they are the variables `$part_0`, `$part_1`, and so on. If `numbers` is true, the same applies to numbers, and `$numbers`
/// contains all of them.
fn sentence_in_own_words(sentence: &str, numbers: bool, said: &str) -> Option<String> {
    let Spelled { key, parts, numbers } = spell(sentence, numbers);
    let names: Vec<String> = (0..parts.len()).map(|place| format!("part_{place}")).collect();
    let all = numbers.join(", ");
    let parts = names.iter().zip(&parts);
    let mut values: Vec<(&str, &dyn Display)> = parts
        .map(|(name, part)| (name.as_str(), part as &dyn Display))
        .collect();
    values.push(("numbers", &all));
    values.push(("said", &said));
    own(&key, &values)
}

/// The key of a sentence, and the parts of the sentence that the key omits.
pub(crate) struct Spelled<'a> {
    pub key: String,
    pub parts: Vec<&'a str>,
    pub numbers: Vec<&'a str>,
}

pub(crate) fn spell(sentence: &str, takes_numbers: bool) -> Spelled<'_> {
    let (mut key, mut parts, mut numbers) = ("said".to_owned(), Vec::new(), Vec::new());
    for (place, piece) in sentence.split('`').enumerate() {
        if place % 2 == 1 {
            parts.push(piece);
            continue;
        }
        for word in piece.split_whitespace() {
            if is_file(word) {
                parts.push(word);
                continue;
            }
            for word in word.split(|letter: char| !letter.is_alphanumeric()) {
                if takes_numbers && !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) {
                    parts.push(word);
                    numbers.push(word);
                } else if !word.is_empty() {
                    key.push('-');
                    key.push_str(&word.to_lowercase());
                }
            }
        }
    }
    Spelled { key, parts, numbers }
}

/// Whether a word is the name of a file in a project.
fn is_file(word: &str) -> bool {
    let end = word.split_once('.').filter(|(name, _)| !name.is_empty());
    end.is_some_and(|(_, end)| ["json", "csv", "npy"].contains(&end))
}

/// Converts `NoRows` to `no-rows`.
pub(crate) fn kebab(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.extend(letter.to_lowercase());
    }
    text
}
