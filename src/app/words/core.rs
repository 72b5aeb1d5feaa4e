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
    translated(group, value).unwrap_or_else(|| value.to_string())
}

/// An error in words.
pub fn problem<E: Serialize + Display>(error: &E) -> String {
    of_core("error", error)
}

/// What to do about an error, which the core says as `english`.
pub fn advice<E: Serialize>(error: &E, english: &str) -> String {
    translated("advice", error).unwrap_or_else(|| english.to_owned())
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
        sentence => return of_core("step", sentence),
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
                    let words = plain(inner, path);
                    let words = match name.as_str() {
                        "reason" | "format" => reason(&words),
                        _ => words,
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

/// A reason that the core gives as a sentence. What stands in it between backticks is `$part_0` and so on, and no part of the
/// message's key; where in a line it is stands behind it. What others have said stays as it was said.
fn reason(english: &str) -> String {
    let placed = english
        .strip_suffix(')')
        .and_then(|words| words.rsplit_once(" (letter "));
    let (sentence, letter) = placed.map_or((english, None), |(sentence, letter)| (sentence, Some(letter)));
    let pieces: Vec<&str> = sentence.split('`').collect();
    let words = pieces
        .iter()
        .step_by(2)
        .flat_map(|words| words.split(|c: char| !c.is_alphanumeric()));
    let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let names: Vec<String> = (0..pieces.len() / 2).map(|place| format!("part_{place}")).collect();
    let parts = pieces.iter().skip(1).step_by(2);
    let values: Vec<(&str, &dyn Display)> = names
        .iter()
        .zip(parts)
        .map(|(name, part)| (name.as_str(), part as &dyn Display))
        .collect();
    let Some(spoken) = own(&format!("said-{}", words.join("-")), &values) else {
        return english.to_owned();
    };
    let place = letter.and_then(|letter| own("said-letter", &[("letter", &letter)]));
    spoken + &place.map_or_else(String::new, |place| format!(" ({place})"))
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
