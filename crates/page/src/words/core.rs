//! What the core says in English, in the language in use.
//!
//! The core knows no languages: its errors are values with a sentence in English, which the terminal prints, and cross
//! the worker's border as values. Here the variant is the message's key and its fields are the message's variables:
//! `LoadError::NoRows` within [`Error`](fastgas_protocol::Error) is `error-load-no-rows`, what to do about it is
//! `advice-load-no-rows`. A reason within an error is a sentence; its words are the message's key: “its order cannot be read” is
//! `said-its-order-cannot-be-read`. What others have said there, such as a browser or a driver, and what has no message, follows in
//! quotes and is marked as English ([`tongues`](super::tongues)). What the algorithm has just done is a value too:
//! [`Sentence::Goes`] is `step-goes`. In English the core itself speaks; so there are no such messages in `en.ftl`. What it
//! says is listed for translators in `core.en.ftl`, which a test makes from the core.

use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;

use super::{BEGIN_FOREIGN, END_FOREIGN, Language, language, own};
use crate::isolate::isolated;
use fastgas_annotation::label::Pass;
use fastgas_graph::{Searched, WhyCpu};
use fastgas_progress::Stage;
use fastgas_select::Method;
use fastgas_trace::Sentence;

/// A value of the core in words; `group` is the beginning of its key.
pub fn of_core<T: Serialize + Display>(group: &str, value: &T) -> String {
    translated(group, value).unwrap_or_else(|| quoted(&value.to_string()))
}

/// An error in words.
pub fn problem<E: Serialize + Display>(error: &E) -> String {
    of_core("error", error)
}

/// What to do about an error, which the core says as `english`.
pub fn advice<E: Serialize>(error: &E, english: &str) -> String {
    translated("advice", error).unwrap_or_else(|| quoted(english))
}

/// A reason that stands alone, as what knows the browser gives it.
pub fn reason(english: &str) -> String {
    match language() {
        Language::English => quoted(english),
        _ => in_words(english, &foreign),
    }
}

/// The same as it was said, where the messages of the core are not at hand yet: none of them is in the first piece of the page.
pub fn as_said(english: &str) -> String {
    match language() {
        Language::English => quoted(english),
        _ => foreign(english),
    }
}

/// A stage of the pipeline.
pub fn stage(stage: Stage) -> String {
    named("stage", &format!("{stage:?}"), stage.name())
}

/// Why a text was passed over.
pub fn passed(why: Pass) -> String {
    named("pass", &format!("{why:?}"), why.words())
}

/// What a method does.
pub fn about(method: Method) -> String {
    named("method", method.name(), method.about())
}

/// What the algorithm has just done.
pub fn step(sentence: &Sentence) -> String {
    let spoken = match sentence {
        Sentence::Covers { coverage, better } => {
            let coverage = super::decimal(*coverage, 3);
            own("step-covers", &[("coverage", &coverage), ("better", better)])
        }
        Sentence::Taken {
            part,
            row,
            has_text,
            text,
            coverage,
        } => {
            let coverage = super::decimal(*coverage, 3);
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

/// One of a list of the core, by its name there.
pub fn named(group: &str, name: &str, english: &str) -> String {
    let key = format!("{group}-{}", kebab(name));
    own(&key, &[]).unwrap_or_else(|| english.to_owned())
}

/// Where the neighbors were found.
pub fn searched(searched: &Searched) -> String {
    let why = |why: &WhyCpu| of_core("why-cpu", why);
    // Of some GPUs nobody says what they are.
    let named = |name: &str| {
        if name.is_empty() {
            String::new()
        } else {
            format!(" ({name})")
        }
    };
    let spoken = match searched {
        Searched::Cpu { why: reason } => own("searched-cpu", &[("why", &why(reason))]),
        Searched::Gpu { name } => own("searched-gpu", &[("name", &named(name))]),
        Searched::Both {
            name,
            n_rows,
            why: reason,
        } => own(
            "searched-both",
            &[
                ("name", &named(name)),
                ("n_rows", &super::grouped(u64::from(*n_rows))),
                ("why", &why(reason)),
            ],
        ),
        Searched::Approximately { large } => own("searched-approximately", &[("large", large)]),
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

/// Variants on the way to the value go to `path`, what it holds to `fields`.
fn walk(value: &Value, path: &mut Vec<String>, fields: &mut Vec<(String, String)>) {
    match value {
        // The worker's name for what its pipeline refused.
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

/// A variant begins with a large letter or, where it was renamed, holds fields; an error in a field begins with its own
/// variant.
fn is_variant(name: &str, inner: &Value) -> bool {
    let begins_large = |name: &str| name.starts_with(char::is_uppercase);
    let holds_fields = |inner: &Value| {
        inner
            .as_object()
            .is_some_and(|map| !map.keys().any(|name| begins_large(name)))
    };
    begins_large(name) || holds_fields(inner)
}

/// A field in words. An error in an error is of the same kind.
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

/// As the core writes what is too large.
fn in_megabytes(bytes: u64) -> String {
    super::said("estimate-mb", &[("megabytes", &super::grouped(bytes / 1_000_000))])
}

/// What the core has said, with the language's quotes where it has backticks, as a terminal shows them.
fn quoted(words: &str) -> String {
    // One too many stands in what a person gave: nobody can tell which.
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

/// What others have said, in quotes. The marks around it keep its order from left to right, and tell that it is English.
fn foreign(said: &str) -> String {
    let [open, close] = language().quotes();
    let said = said.replace(['\u{2066}', '\u{2067}', '\u{2068}', END_FOREIGN], "");
    format!("{open}{BEGIN_FOREIGN}{said}{END_FOREIGN}{close}")
}

/// What a server has said, behind a colon, if anything. Nobody knows in which language.
fn of_server(said: &str) -> String {
    let [open, close] = language().quotes();
    match said {
        "" => String::new(),
        said => format!(": {open}{}{close}", isolated(said)),
    }
}

/// Whether a reason may be one of the page's own, which it has said in the language in use: it finds itself what is wrong with a
/// project that came as JSON, and with one that was stored.
fn is_spoken(path: &[String]) -> bool {
    path.last()
        .is_some_and(|last| last == "not-project" || last == "unreadable")
}

/// How sentences of serde begin that go on with what was found: those are one message each.
const BEGINNINGS: [(&str, &str); 5] = [
    ("invalid type: ", "said-invalid-type"),
    ("invalid value: ", "said-invalid-value"),
    ("invalid length ", "said-invalid-length"),
    ("unknown field ", "said-unknown-field"),
    ("unknown variant ", "said-unknown-variant"),
];

/// A reason that the core gives as a sentence, in the language in use. Where in a line something is stands behind it; a file that
/// it begins with stays before it, and what was being done is a sentence of its own. What has no message becomes what `others`
/// makes of it.
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

/// A sentence without the place that it names at its end, and that place in the language in use.
fn placed(english: &str) -> (&str, String) {
    let behind = |begin: &str, end: &str| english.strip_suffix(end)?.rsplit_once(begin);
    let in_brackets = |key: &str, values: &[(&str, &dyn Display)]| own(key, values).map(|place| format!(" ({place})"));
    let letter = |(sentence, letter): (_, &str), key: &str| Some((sentence, in_brackets(key, &[("letter", &letter)])?));
    // As serde_json says it.
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

/// A sentence that has a message, with what others have said at its end.
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

/// The message of a sentence, where there is one: its words are the key. What stands between backticks and the names of files are
/// `$part_0` and so on, and no part of the key. With `numbers`, so are these, which are `$numbers` together.
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

/// The key of a sentence, and what of it is no part of that.
pub(super) struct Spelled<'a> {
    pub key: String,
    pub parts: Vec<&'a str>,
    pub numbers: Vec<&'a str>,
}

pub(super) fn spell(sentence: &str, takes_numbers: bool) -> Spelled<'_> {
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

/// Whether a word is the name of a file that a project has.
fn is_file(word: &str) -> bool {
    let end = word.split_once('.').filter(|(name, _)| !name.is_empty());
    end.is_some_and(|(_, end)| ["json", "csv", "npy"].contains(&end))
}

/// `NoRows` as `no-rows`.
pub(super) fn kebab(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.extend(letter.to_lowercase());
    }
    text
}
