//! Translates the texts of the core crates.
//!
//! The core has no translations. Its errors are values with an English sentence, which the command-line program prints.
//! Workers send errors to the page as values. The variant of an error determines the message key.
//! The fields of the variant are the variables of the message.
//! For example, `LoadError::NoRows` within [`Error`](fastgas_protocol::Error) has the key `error-load-no-rows`.
//! The advice for [`LoadError::NoRows`](fastgas_data::LoadError::NoRows) has the key `advice-load-no-rows`.
//!
//! A field of an error may contain a reason, which is a value of another enum.
//! The enum determines the prefix of the key: `NpyReason::Order` has the key `why-npy-order`.
//! A variant that only wraps another value has no separate message.
//! Text from third parties such as a browser or a driver ([`Verbatim`](fastgas_data::Verbatim)) is quoted.
//! The quoted text is marked as English (see [`split_by_language`](crate::i18n::split_by_language)).
//! A step of the algorithm is also a value: [`Sentence::Goes`] has the key `step-goes`.
//!
//! In English, the page shows the core's own texts. Therefore `en.ftl` contains no messages of the core.
//! For translators, a test lists the core's messages in `core.en.ftl`.

use std::fmt::Display;

use serde::Serialize;

use crate::i18n::bidi::isolated;
use crate::i18n::inspect::{Inspected, inspect};
use crate::i18n::{BEGIN_FOREIGN, END_FOREIGN, Language, language, t, translation};
use fastgas_annotation::label::PassReason;
use fastgas_graph::{CpuReason, SearchBackend};
use fastgas_progress::Stage;
use fastgas_select::Method;
use fastgas_trace::Sentence;

pub(crate) const ERROR: &str = "error";
pub(crate) const ADVICE: &str = "advice";

/// Translates an enum value of the core crates, such as an error.
/// If the current language has no translation, the result is the English text.
/// The message key is `group`, a hyphen and the name of the variant, for example `storage-locked`.
pub fn translate_core<T: Serialize + Display>(group: &str, value: &T) -> String {
    translated(ERROR, Some(group), value).unwrap_or_else(|| quoted(&value.to_string()))
}

pub fn problem<E: Serialize + Display>(error: &E) -> String {
    translated(ERROR, None, error).unwrap_or_else(|| quoted(&error.to_string()))
}

pub fn advice<E: Serialize>(error: &E, english: &str) -> String {
    translated(ADVICE, None, error).unwrap_or_else(|| quoted(english))
}

/// Translates a reason that is not part of an error, for example the reason why the browser refused a request.
pub fn reason<R: Serialize + Display>(reason: &R) -> String {
    problem(reason)
}

/// Quotes an English reason without a translation, for use before the messages of the core are available.
/// The first WebAssembly file contains no messages of the core.
pub fn quote_untranslated(english: &str) -> String {
    match language() {
        Language::English => quoted(english),
        _ => foreign(english),
    }
}

pub fn stage(stage: Stage) -> String {
    named("stage", &format!("{stage:?}"), stage.name())
}

pub fn passed(why: PassReason) -> String {
    named("pass", &format!("{why:?}"), why.words())
}

pub fn about(method: Method) -> String {
    named("method", method.name(), method.about())
}

pub fn step(sentence: &Sentence) -> String {
    let translation = match sentence {
        Sentence::Covers { coverage, better } => {
            let coverage = crate::i18n::decimal(*coverage, 3);
            translation("step-covers", &[("coverage", &coverage), ("better", better)])
        }
        Sentence::CoversCentered { coverage, better } => {
            let coverage = crate::i18n::decimal(*coverage, 3);
            translation("step-covers-centered", &[("coverage", &coverage), ("better", better)])
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
            translation("step-taken", &values)
        }
        sentence => translated(ERROR, Some("step"), sentence),
    };
    translation.unwrap_or_else(|| sentence.to_string())
}

/// `name` is the name of a stage or a method in the core, and `english` is the English text.
pub fn named(group: &str, name: &str, english: &str) -> String {
    let key = format!("{group}-{}", kebab(name));
    translation(&key, &[]).unwrap_or_else(|| english.to_owned())
}

pub fn searched(searched: &SearchBackend) -> String {
    let why = |why: &CpuReason| reason(why);
    // The name of the GPU in parentheses. Empty if the browser or the driver does not report a name.
    let named = |name: &str| {
        if name.is_empty() {
            String::new()
        } else {
            format!(" ({name})")
        }
    };
    let translation = match searched {
        SearchBackend::Cpu { why: cpu } => translation("searched-cpu", &[("why", &why(cpu))]),
        SearchBackend::Gpu { name } => translation("searched-gpu", &[("name", &named(name))]),
        SearchBackend::Both { name, n_rows, why: cpu } => translation(
            "searched-both",
            &[
                ("name", &named(name)),
                ("n_rows", &crate::i18n::grouped(u64::from(*n_rows))),
                ("why", &why(cpu)),
            ],
        ),
        SearchBackend::Approximately { large } => translation("searched-approximately", &[("large", large)]),
    };
    translation.unwrap_or_else(|| searched.to_string())
}

fn translated<T: Serialize>(kind: &str, group: Option<&str>, value: &T) -> Option<String> {
    if language() == Language::English {
        return None;
    }
    translate_value(kind, group, &inspect(value)?)
}

/// `kind` is the first word of the message key: `error` or `advice`.
/// A given `group` replaces the key prefix of the outer value's type.
fn translate_value(kind: &str, group: Option<&str>, value: &Inspected) -> Option<String> {
    match value {
        Inspected::Text(text) => Some(text.clone()),
        Inspected::Verbatim(text) => Some(foreign(text)),
        Inspected::List(items) => {
            let items: Vec<String> = items
                .iter()
                .filter_map(|item| translate_value(kind, None, item))
                .collect();
            Some(items.join(", "))
        }
        Inspected::Variant { .. } => {
            let (key, fields) = message_of(kind, group, value)?;
            let values: Vec<(&str, &dyn Display)> = fields
                .iter()
                .map(|(name, value)| (name.as_str(), value as &dyn Display))
                .collect();
            translation(&key, &values)
        }
    }
}

pub(crate) fn message_of(
    kind: &str,
    group: Option<&str>,
    value: &Inspected,
) -> Option<(String, Vec<(String, String)>)> {
    let Inspected::Variant { of, name, fields } = value else {
        return None;
    };
    let prefix = group.map_or_else(|| prefix_of(kind, of), str::to_owned);
    let mut variables = Vec::new();
    for (field, value) in fields {
        let words = match (*name, *field, value) {
            ("Status", "message", Inspected::Text(message)) => of_server(message),
            ("TooLarge", "bytes" | "limit", Inspected::Text(bytes)) => in_megabytes(bytes.parse().unwrap_or(0)),
            // A unit variant without a message is shown by its name, for example the name of a method.
            (_, _, Inspected::Variant { name, .. }) => {
                translate_value(kind, None, value).unwrap_or_else(|| (*name).to_owned())
            }
            _ => translate_value(kind, None, value).unwrap_or_default(),
        };
        variables.push(((*field).to_owned(), words));
        if let Inspected::List(items) = value {
            for (index, item) in items.iter().enumerate() {
                let words = translate_value(kind, None, item).unwrap_or_default();
                variables.push((format!("{field}_{index}"), words));
            }
        }
    }
    Some((format!("{prefix}-{}", kebab(name)), variables))
}

/// Key prefix of a type's messages: `error-load` for `LoadError`, `why-npy` for `NpyReason`.
/// For errors of workers, the prefix is only `kind`.
fn prefix_of(kind: &str, type_name: &str) -> String {
    match (type_name, type_name.strip_suffix("Error")) {
        ("WorkerError", _) => kind.to_owned(),
        (_, Some(stage)) => format!("{kind}-{}", kebab(stage)),
        _ => format!("why-{}", kebab(type_name.strip_suffix("Reason").unwrap_or(type_name))),
    }
}

fn in_megabytes(bytes: u64) -> String {
    t!(
        "common-size-megabytes",
        megabytes = crate::i18n::grouped(bytes / 1_000_000)
    )
}

/// Replaces the backticks in a text from the core with the current language's quotation marks.
fn quoted(words: &str) -> String {
    // The core uses backticks in pairs. If the number of backticks is odd, a backtick belongs to the user's text.
    // With an odd number of backticks, it is unknown which backticks form a pair, so the text is not changed.
    if !words.matches('`').count().is_multiple_of(2) {
        return words.to_owned();
    }
    let quotes = language().quotes();
    let mut text = String::new();
    for (index, piece) in words.split('`').enumerate() {
        if index > 0 {
            text.push(quotes[(index + 1) % 2]);
        }
        text.push_str(piece);
    }
    text
}

/// Puts English text from third parties, such as an error message from the browser, in the page language's quotes.
/// Between the quotes, invisible isolate characters keep the text left-to-right and mark it as English.
fn foreign(said: &str) -> String {
    let [open, close] = language().quotes();
    let said = said.replace(['\u{2066}', '\u{2067}', '\u{2068}', END_FOREIGN], "");
    format!("{open}{BEGIN_FOREIGN}{said}{END_FOREIGN}{close}")
}

/// Formats a colon and the quoted answer of a server. Returns an empty text if the answer is empty.
/// The language of the answer is unknown.
fn of_server(message: &str) -> String {
    let [open, close] = language().quotes();
    match message {
        "" => String::new(),
        message => format!(": {open}{}{close}", isolated(message)),
    }
}

/// Converts a Rust name such as `NoRows` to a part of a key such as `no-rows`.
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
