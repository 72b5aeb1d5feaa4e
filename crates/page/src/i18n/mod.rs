//! Localization of the page.
//!
//! All visible texts are in `www/words`, one file per language. The folder also has instructions for adding a language.
//! The files use the syntax of [Fluent](https://projectfluent.org), which translators and translation tools support.
//!
//! `t!("queue-left", n = 3)` formats the message `queue-left` in the current language.
//! A key without an English message, or a wrong set of variables, is a compile error.
//! The compiler also reports messages that the page does not use. `build.rs` generates the macro for these checks.
//! The macro needs no browser, so tests of the state and the components can run natively. The tests run in English.
//! English is linked into the page. The first WebAssembly file contains the messages of the first screen.
//! The second WebAssembly file contains all other messages.
//! `cargo xtask` refuses to build a site if the first WebAssembly file uses a message of the second file.
//! Other languages are files of the site. The file of the initial language is loaded before the page is shown.
//! When the user changes the language, [`Page`](crate::shell::page::Page) rebuilds all components.
//! No component has to subscribe to the language, because all components are rebuilt.
//!
//! The module [`fluent`] implements the subset of Fluent that the message files use.
//! The reference implementation, `fluent-bundle`, would add 54 kB to the compressed page, which has a budget of 193 kB.
//! The size was measured on 2026-11-22 for wasm32 with `opt-level = "z"` and gzip -9.
//! A test compares the results of the parser with the results of `fluent-bundle`, message by message.

pub mod bidi;
#[cfg(test)]
pub mod core_catalog_test;
pub mod core_messages;
pub mod fluent;
mod inspect;
pub mod language_picker;
pub mod numbers;
#[cfg(test)]
pub(crate) mod placeholders;
#[cfg(test)]
pub mod tests;

use std::cell::RefCell;
use std::fmt::Display;

pub use crate::i18n::fluent::{Messages, SyntaxError};
pub use crate::i18n::numbers::{decimal, decimal_mark, grouped};

const FIRST_ENGLISH: &str = include_str!("../../../../www/words/first.en.ftl");
/// Only [`add_deferred_english`] and tests may use this constant.
/// Any other use would link the messages into the first WebAssembly file.
const DEFERRED_ENGLISH: &str = include_str!("../../../../www/words/en.ftl");

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    English,
    German,
}

impl Language {
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// The BCP 47 tag of the language, as used by HTML and browsers.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    pub const fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
        }
    }

    /// The opening and the closing quotation mark of the language, used around names and third-party text.
    pub const fn quotes(self) -> [char; 2] {
        match self {
            Language::English => ['“', '”'],
            Language::German => ['„', '“'],
        }
    }

    /// The language of the page for a language tag of the browser, such as "de-AT".
    pub fn of_tag(tag: &str) -> Option<Language> {
        let primary = tag.split('-').next().unwrap_or(tag);
        let is_it = |language: &Language| language.code().eq_ignore_ascii_case(primary);
        Language::ALL.into_iter().find(is_it)
    }
}

const LANGUAGE_TAG: &str = "lang=";

/// Splits a URL fragment into the language tag, such as `de` in `lang=de`, and the remaining text.
pub fn split_language(fragment: &str) -> (Option<&str>, String) {
    let (tags, others): (Vec<&str>, Vec<&str>) = fragment.split('&').partition(|part| part.starts_with(LANGUAGE_TAG));
    let tag = tags.first().and_then(|part| part.strip_prefix(LANGUAGE_TAG));
    (tag, others.join("&"))
}

/// Invisible characters enclose English third-party text in a sentence of another language.
/// LEFT-TO-RIGHT ISOLATE begins the text, and POP DIRECTIONAL ISOLATE ends the text (Unicode Annex 9).
const BEGIN_FOREIGN: char = '\u{2066}';
const END_FOREIGN: char = '\u{2069}';

/// The boolean states whether a piece is English third-party text within another language.
/// A piece of third-party text gets a `lang` attribute, which speech output and hyphenation use.
pub fn split_by_language(sentence: &str) -> Vec<(&str, bool)> {
    let mut pieces = Vec::new();
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once(BEGIN_FOREIGN) {
        let Some((foreign, behind)) = after.split_once(END_FOREIGN) else {
            break;
        };
        pieces.extend([(before, false), (foreign, true)]);
        rest = behind;
    }
    pieces.push((rest, false));
    pieces.retain(|(piece, _)| !piece.is_empty());
    pieces
}

struct ThreadLanguage {
    language: Language,
    first_english: Messages,
    /// The English messages of the second WebAssembly file. Empty until this file is loaded.
    deferred_english: Messages,
    own: Option<Messages>,
}

thread_local! {
    static THREAD_LANGUAGE: RefCell<ThreadLanguage> = RefCell::new(ThreadLanguage {
        language: Language::English,
        first_english: Messages::read(FIRST_ENGLISH).unwrap_or_default(),
        // Tests have no second WebAssembly file, so all messages are available immediately.
        #[cfg(test)]
        deferred_english: Messages::read(DEFERRED_ENGLISH).unwrap_or_default(),
        #[cfg(not(test))]
        deferred_english: Messages::default(),
        own: None,
    });
}

/// The page must call this function when the second WebAssembly file is loaded.
pub fn add_deferred_english() {
    let messages = Messages::read(DEFERRED_ENGLISH).unwrap_or_default();
    THREAD_LANGUAGE.with_borrow_mut(|thread| thread.deferred_english = messages);
}

pub fn language() -> Language {
    THREAD_LANGUAGE.with_borrow(|thread| thread.language)
}

/// `own` contains the messages of the language, or is `None` for English, which is part of the page.
pub fn set_language(language: Language, own: Option<Messages>) {
    THREAD_LANGUAGE.with_borrow_mut(|thread| (thread.language, thread.own) = (language, own));
}

/// Formats a message. The macro `t!` calls this function and accepts only keys of existing messages.
/// Returns the key if no message has the key.
pub fn translate(key: &str, values: &[(&str, &dyn Display)]) -> String {
    THREAD_LANGUAGE.with_borrow(|thread| {
        let own = thread.own.as_ref().and_then(|own| own.get(key));
        own.or_else(|| thread.first_english.get(key))
            .or_else(|| thread.deferred_english.get(key))
            .map_or_else(|| key.to_owned(), |message| message.with(values))
    })
}

/// Returns `None` if the language is English or lacks the message.
fn translation(key: &str, values: &[(&str, &dyn Display)]) -> Option<String> {
    THREAD_LANGUAGE.with_borrow(|thread| Some(thread.own.as_ref()?.get(key)?.with(values)))
}

/// The key of a message without variables. The macro `key!` creates the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(pub &'static str);

impl Key {
    pub fn text(self) -> String {
        translate(self.0, &[])
    }
}

// The macro `message_id!` accepts the key and the variables of a message, and expands to the key.
include!(concat!(env!("OUT_DIR"), "/message_id.rs"));

/// Formats a message in the current language: `t!("picks", n)`, `t!("queue-left", n = left + 1)`.
macro_rules! t {
    (@ $name:ident) => { &$name };
    (@ $name:ident $value:expr) => { &$value };
    // The key is a `tt` fragment, because a macro cannot compare a `literal` fragment with a literal.
    ($key:tt $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::i18n::translate(
            $crate::i18n::message_id!($key $(, $name)*),
            &[$((stringify!($name), $crate::i18n::t!(@ $name $($value)?))),*],
        )
    };
}
pub(crate) use t;

macro_rules! key {
    ($key:tt) => {
        $crate::i18n::Key($crate::i18n::message_id!($key))
    };
}
pub(crate) use key;
