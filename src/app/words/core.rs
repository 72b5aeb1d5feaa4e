//! What the core says in English, in the language in use.
//!
//! The core knows no languages: its errors are values with a sentence in English, which the terminal prints, and cross
//! the worker's border as values. Here the variant is the message's key and its fields are the message's variables:
//! `LoadError::NoRows` within [`Error`](crate::error::Error) is `error-load-no-rows`, what to do about it is
//! `advice-load-no-rows`. What is inside of them that others have said, such as a browser, a driver or a reader of
//! JSON, stays as it was said. What the algorithm has just done is a value too: [`Sentence::Goes`] is `step-goes`. In
//! English the core itself speaks; so there are no such messages in `en.ftl`.

use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;

use super::{Language, language, own};
use crate::config::Method;
use crate::graph::{Searched, WhyCpu};
use crate::label::Pass;
use crate::progress::Stage;
use crate::trace::Sentence;

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
                        ("reason" | "format" | "expected" | "what", Value::String(english)) => reason(english),
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
    let quotes = match language() {
        Language::English => ['“', '”'],
        Language::German => ['„', '“'],
    };
    // One too many stands in what a person gave: nobody can tell which.
    if !words.matches('`').count().is_multiple_of(2) {
        return words.to_owned();
    }
    let mut text = String::new();
    for (place, piece) in words.split('`').enumerate() {
        if place > 0 {
            text.push(quotes[(place + 1) % 2]);
        }
        text.push_str(piece);
    }
    text
}

/// A reason that the core gives as a sentence. What stands in it between backticks is `$part_0` and so on, and no part of the
/// message's key; nor are numbers, where there is no message with them in its key: these are `$numbers` together. A file that
/// it begins with stays before it; where in a line it is stands behind it. What others have said stays as it was said.
fn reason(english: &str) -> String {
    let behind = |begin: &str, end: &str| english.strip_suffix(end)?.rsplit_once(begin);
    let placed = behind(" (letter ", ")").map(|placed| (placed, "said-letter"));
    let placed = placed.or_else(|| behind(" (from letter ", " on)").map(|placed| (placed, "said-from-letter")));
    let (sentence, place) = placed.map_or((english, None), |((sentence, letter), key)| {
        (sentence, Some((key, letter)))
    });
    let place = place.and_then(|(key, letter)| own(key, &[("letter", &letter)]));
    let place = place.map_or_else(String::new, |place| format!(" ({place})"));
    let told = |sentence| sentence_in_own_words(sentence, false).or_else(|| sentence_in_own_words(sentence, true));
    if let Some(spoken) = told(sentence) {
        return spoken + &place;
    }
    let file = sentence.split_once(": ").filter(|(file, _)| file.ends_with(".json"));
    if let Some((file, spoken)) = file.and_then(|(file, sentence)| Some((file, told(sentence)?))) {
        return format!("{file}: {spoken}{place}");
    }
    match place.is_empty() {
        true => quoted(english),
        false => quoted(sentence) + &place,
    }
}

/// The message of a sentence, where there is one. `numbers`: whether these are parts, as what stands between backticks is.
fn sentence_in_own_words(sentence: &str, numbers: bool) -> Option<String> {
    let (mut key, mut parts, mut all) = ("said".to_owned(), Vec::new(), Vec::new());
    for (place, piece) in sentence.split('`').enumerate() {
        if place % 2 == 1 {
            parts.push(piece);
            continue;
        }
        for word in piece
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
        {
            if numbers && word.bytes().all(|byte| byte.is_ascii_digit()) {
                parts.push(word);
                all.push(word);
            } else {
                key.push('-');
                key.push_str(&word.to_lowercase());
            }
        }
    }
    let names: Vec<String> = (0..parts.len()).map(|place| format!("part_{place}")).collect();
    let all = all.join(", ");
    let parts = names.iter().zip(&parts);
    let mut values: Vec<(&str, &dyn Display)> = parts
        .map(|(name, part)| (name.as_str(), part as &dyn Display))
        .collect();
    values.push(("numbers", &all));
    own(&key, &values)
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
