//! Creates `core.en.ftl`, the catalog of the core crates' messages for translators.
//!
//! The English messages of the page are in `first.en.ftl` and `en.ftl`.
//! The English messages of the core are in its source code, because the command-line program also prints them.
//! The catalog lists the core's messages by key, in the format of a translation.
//! The test formats a value of every enum variant, with placeholders in its fields ([`placeholders`]).
//! Only translators read the catalog. With `FASTGAS_WRITE_WORDS=1`, the test writes the file.
//! By default, the test fails if the file differs from the generated text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::i18n::core_messages::{ADVICE, ERROR, kebab, message_of};
use crate::i18n::inspect::{Inspected, inspect};
use crate::i18n::placeholders::{self, all, mark};
use crate::i18n::tests::{OTHERS, english_keys};
use crate::i18n::*;
use fastgas_annotation::label::{NameError, PassReason, UndefinedAgreement};
use fastgas_annotation::retrieve::BUILT_IN;
use fastgas_annotation::{
    AnswerReason, ConfidenceError, EndpointReason, HeadReason, PackReason, RetrieveError, UnreachableReason,
};
use fastgas_data::{
    Expected, FileKind, Format, JsonProblem, JsonReason, JsonRowReason, LoadError, PlacesReason, ProjectReason,
    SealReason, SizeReason, TemplateReason, UnsupportedReason, WriteTableError, XlsReason,
};
use fastgas_embedding::{
    ConfigReason, EmbedError, EmbeddingsError, ModelReason, NpyReason, RowReason, TokenizerReason,
};
use fastgas_graph::{CpuReason, GraphError, MetisReason, MetisValue, SearchBackend};
use fastgas_platform::{DropReason, StorageError};
use fastgas_progress::Stage;
use fastgas_protocol::{
    AssetReason, EncoderFilesReason, Error, FileReason, LostReason, ProtocolReason, Refusal, StoredReason,
    UnreadableReason, WorkerError,
};
use fastgas_select::{ConfigError, EvaluateError, Method};
use fastgas_trace::{Sentence, TraceError};

const OF_CORE_IN_ENGLISH: &str = include_str!("../../../../www/words/core.en.ftl");

const HEAD: &str = "\
# The texts of the core, in English. A test of crates/page/src/i18n generates this file from the core; do not edit it.
#
# The page does not read this file. It lists the messages to be translated, in the order of their keys. The English texts use the plural;
# if a language needs another text for the number 1, its message uses a selector, as in de.ftl. “−” is a subtraction that the core
# performs before it formats the number. A message may use other variables than its English text, but only those of the value.
";

/// Backticks become quotes, and placeholders become variables.
fn message(english: &str, placeholder_of: &[(String, String)]) -> String {
    let mut text = english.to_owned();
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    for (said, mark) in placeholder_of.iter().filter(|(said, _)| !is_number(said)) {
        text = text.replace(said, mark);
    }
    // Replace a number only if it is a whole number in the text, not if its digits are part of a longer number.
    let mut whole = String::new();
    let mut digits = String::new();
    for letter in text.chars().map(Some).chain([None]) {
        if let Some(digit) = letter.filter(char::is_ascii_digit) {
            digits.push(digit);
            continue;
        }
        let known = placeholder_of
            .iter()
            .find(|(said, _)| *said == digits && !digits.is_empty());
        whole.push_str(known.map_or(&digits, |(_, mark)| mark));
        digits.clear();
        whole.extend(letter);
    }
    let quotes = Language::English.quotes();
    let mut in_quotes = String::new();
    for (index, piece) in whole.split('`').enumerate() {
        if index > 0 {
            in_quotes.push(quotes[(index + 1) % 2]);
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
    // A list in a value has two items with the same placeholder. Both items become one variable of the message.
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

#[derive(Default)]
struct Listed {
    messages: BTreeMap<String, String>,
    variables: BTreeMap<String, BTreeSet<String>>,
    /// English texts of example values, keyed by type name, for types whose values occur inside other values.
    within: BTreeMap<&'static str, String>,
    types: BTreeSet<&'static str>,
    /// Types whose values occur inside other values. Each type needs its own messages.
    needed: BTreeSet<&'static str>,
}

impl Listed {
    fn add(&mut self, key: String, english: String, variables: impl IntoIterator<Item = String>) {
        let parsed = Messages::read(&format!("{key} = {english}\n")).unwrap_or_else(|error| panic!("{error}"));
        let own = parsed.get(&key).expect("it was read").variables();
        let own = own.into_iter().map(str::to_owned);
        let all = own.chain(variables).collect();
        self.variables.insert(key.clone(), all);
        let before = self.messages.insert(key.clone(), english);
        assert_eq!(before, None, "two messages have the key {key}");
    }

    fn occurs<T: DeserializeOwned>(&mut self, text: impl Fn(&T) -> String) {
        let (value, name) = placeholders::last::<T>();
        self.within.insert(name, text(&value));
    }

    fn add_all<T>(&mut self, kind: &str, group: Option<&str>, text: impl Fn(&T) -> String)
    where
        T: Serialize + DeserializeOwned,
    {
        for position in 0.. {
            let Some((value, found)) = placeholders::variant::<T>(position, true) else {
                break;
            };
            self.types.insert(found.type_name);
            self.needed.extend(found.nested.iter().map(|(_, name)| *name));
            let inspected = inspect(&value).unwrap_or_else(|| panic!("{}", found.type_name));
            // A variant that only wraps another value has no separate message.
            if !matches!(inspected, Inspected::Variant { of, .. } if of == found.type_name) {
                continue;
            }
            let (key, variables) = message_of(kind, group, &inspected).expect("a variant has a key");
            let of_nested = |(field, name): &(String, &'static str)| {
                let text = self
                    .within
                    .get(name)
                    .unwrap_or_else(|| panic!("{key}: the text of {name} is unknown"));
                (text.clone(), mark(field))
            };
            let mut placeholder_of: Vec<_> = found.nested.iter().map(of_nested).collect();
            placeholder_of.extend(found.placeholder_of);
            let english = match &found.flag {
                None => message(&text(&value), &placeholder_of),
                Some(flag) => {
                    let (other, _) = placeholders::variant(position, false).expect("the same variant");
                    format!(
                        "{{ ${flag} ->\n    [true] {}\n   *[other] {}\n}}",
                        message(&text(&value), &placeholder_of),
                        message(&text(&other), &placeholder_of)
                    )
                }
            };
            self.add(key, english, variables.into_iter().map(|(name, _)| name));
        }
    }

    fn reason<T: Serialize + DeserializeOwned + Display>(&mut self) {
        self.add_all(ERROR, None, T::to_string);
    }

    fn error<T: Serialize + DeserializeOwned + Display>(&mut self, advice: impl Fn(&T) -> &'static str) {
        self.add_all(ERROR, None, |error: &T| {
            // Translations contain neither the colon before a server's answer nor the unit of a size.
            // The page adds the colon and the unit to the translated message.
            let text = error
                .to_string()
                .replace(&format!(": {}", mark("message")), &mark("message"));
            match inspect(error) {
                Some(Inspected::Variant { name: "TooLarge", .. }) => text.replace(" MB", ""),
                _ => text,
            }
        });
        self.add_all(ADVICE, None, |error: &T| advice(error).to_owned());
    }

    fn named(&mut self, group: &str, name: &str, english: &str) {
        self.add(format!("{group}-{}", kebab(name)), message(english, &[]), []);
    }
}

macro_rules! for_types {
    ($listed:ident.$method:ident: $($kind:ty),* $(,)?) => {
        $($listed.$method::<$kind>();)*
    };
}

impl Listed {
    fn occurs_in_its_words<T: DeserializeOwned + Display>(&mut self) {
        self.occurs::<T>(T::to_string);
    }
}

fn listed() -> Listed {
    let mut listed = Listed::default();
    for_types!(listed.occurs_in_its_words:
        LoadError, ConfigError, EmbedError, EmbeddingsError, GraphError, EvaluateError, RetrieveError, ConfidenceError,
        TraceError, WriteTableError, Error, WorkerError,
        FileKind, JsonRowReason, JsonReason, JsonProblem, TemplateReason, Expected, SizeReason, ProjectReason,
        PlacesReason, SealReason, ModelReason, TokenizerReason, ConfigReason, RowReason, NpyReason, MetisReason,
        MetisValue, CpuReason, HeadReason, PackReason, EndpointReason, UnreachableReason, AnswerReason, Refusal,
        LostReason, AssetReason, FileReason, EncoderFilesReason, ProtocolReason, StoredReason, UnreadableReason,
        UnsupportedReason, XlsReason,
    );
    listed.occurs::<Method>(|method| method.name().to_owned());

    listed.error(LoadError::advice);
    listed.error(ConfigError::advice);
    listed.error(EmbedError::advice);
    listed.error(EmbeddingsError::advice);
    listed.error(GraphError::advice);
    listed.error(EvaluateError::advice);
    listed.error(RetrieveError::advice);
    listed.error(ConfidenceError::advice);
    listed.error(TraceError::advice);
    listed.error(WriteTableError::advice);
    listed.error(Error::advice);
    listed.error(WorkerError::advice);
    for_types!(listed.reason:
        FileKind, JsonRowReason, JsonReason, JsonProblem, TemplateReason, Expected, SizeReason, ProjectReason,
        PlacesReason, SealReason, ModelReason, TokenizerReason, ConfigReason, RowReason, NpyReason, MetisReason,
        MetisValue, CpuReason, HeadReason, PackReason, EndpointReason, UnreachableReason, AnswerReason, Refusal,
        LostReason, AssetReason, FileReason, EncoderFilesReason, ProtocolReason, StoredReason, UnreadableReason, DropReason,
        UnsupportedReason, XlsReason,
    );
    listed.add_all(ERROR, Some("name"), NameError::to_string);
    listed.add_all(ERROR, Some("undefined"), UndefinedAgreement::to_string);
    listed.add_all(ERROR, Some("storage"), StorageError::to_string);
    listed.add_all(ERROR, Some("searched"), |searched: &SearchBackend| {
        // Leave out the parentheses around a name, because the page adds them.
        let name = mark("name");
        searched.to_string().replace(&format!(" ({name})"), &name)
    });
    listed.add_all(ERROR, Some("step"), Sentence::to_string);
    let nameless: Vec<_> = listed
        .needed
        .difference(&listed.types)
        .filter(|name| **name != "Method")
        .collect();
    assert!(
        nameless.is_empty(),
        "the messages of these types are not listed: {nameless:?}"
    );

    let status = |status: u16| {
        let error = ConfidenceError::Status {
            row: 0,
            status,
            message: String::new(),
        };
        message(error.advice(), &[])
    };
    let mut by_status = "{ $status ->\n".to_owned();
    for known in (300..=308).chain([400, 401, 403, 404, 405, 413, 422]) {
        let _ = writeln!(by_status, "    [{known}] {}", status(known));
    }
    let _ = write!(by_status, "   *[other] {}\n}}", status(500));
    listed.messages.insert("advice-confidence-status".into(), by_status);
    // If there are several failures, the page shows the advice for the first one.
    for key in ["advice-confidence-unanswered", "advice-load-irregular"] {
        listed.messages.insert(key.into(), "{ $first }".into());
    }
    for stage in all::<Stage>() {
        listed.named("stage", &format!("{stage:?}"), stage.name());
    }
    for why in all::<PassReason>() {
        listed.named("pass", &format!("{why:?}"), why.words());
    }
    for method in all::<Method>() {
        listed.named("method", method.name(), method.about());
    }
    for (format, words) in Format::ALL {
        listed.named("format", format.name(), words);
    }
    for built_in in BUILT_IN {
        listed.named("task", built_in.name, built_in.task);
    }
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
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/words/core.en.ftl");
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
        let page = english_keys();
        let keys: BTreeSet<&str> = other
            .iter()
            .map(|(key, _)| key)
            .filter(|key| !page.contains(*key))
            .collect();
        let of_core = listed.messages.keys().map(String::as_str);
        assert_eq!(of_core.collect::<BTreeSet<_>>(), keys, "{language:?}");
        for key in keys {
            let known = &listed.variables[key];
            let used = other.get(key).unwrap().variables();
            assert!(
                used.iter().all(|name| known.contains(*name)),
                "{key}: uses {used:?}, known are {known:?}"
            );
        }
    }
}
