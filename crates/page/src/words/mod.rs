//! What the page says, in the language of the person.
//!
//! Every word that is seen stands in `www/words`, a file for each language, and how another is added. They are in the syntax of
//! [Fluent](https://projectfluent.org), which translators and their tools know:
//!
//! ```text
//! queue-left = { $n ->
//!     [one] 1 text is left.
//!    *[other] { $n } texts are left.
//! }
//! ```
//!
//! `say!("queue-left", n = 3)` is that in the language in use. It needs no browser, so that the store speaks as the
//! components do, and the tests of both run natively, in English. English is linked into the page; every other
//! language is a file of the site, fetched before the page is shown in it. When a person chooses another one, the
//! components are made anew ([`Page`](super::components::Page)), so none of them has to watch the language.
//!
//! `fluent-bundle` is Fluent's own reader and would add 54 kB to the page, compressed, of the 250 that it should have
//! (wasm32, `opt-level = "z"`, gzip -9, 2026-11-22). What these files need of Fluent is in [`message`], and a test
//! holds it against `fluent-bundle`, message by message.

pub mod core;
mod message;
mod numbers;
#[cfg(test)]
pub(crate) mod tests;
#[cfg(test)]
mod translating;

use std::cell::RefCell;
use std::fmt::Display;

pub use message::{Messages, SyntaxError};
pub use numbers::{decimal, grouped};

/// English, whole.
const ENGLISH: &str = include_str!("../../../../www/words/en.ftl");

/// A language that the page speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    English,
    German,
}

impl Language {
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// As HTML and browsers name it (BCP 47).
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// Its name in itself.
    pub const fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
        }
    }

    /// The quotes around what is a name, or what others have said: the one that opens, the one that closes.
    pub const fn quotes(self) -> [char; 2] {
        match self {
            Language::English => ['“', '”'],
            Language::German => ['„', '“'],
        }
    }

    /// The language that a browser's `tag`, such as “de-AT”, is a kind of.
    pub fn of_tag(tag: &str) -> Option<Language> {
        let primary = tag.split('-').next().unwrap_or(tag);
        let is_it = |language: &Language| language.code().eq_ignore_ascii_case(primary);
        Language::ALL.into_iter().find(is_it)
    }
}

/// Around what others have said in English within a sentence of another language: LEFT-TO-RIGHT ISOLATE and POP DIRECTIONAL
/// ISOLATE (Unicode Annex 9), which nobody sees.
const BEGIN_FOREIGN: char = '\u{2066}';
const END_FOREIGN: char = '\u{2069}';

/// The pieces of a sentence in turn, and of each whether it is English within another language, which voices and hyphens follow.
pub fn tongues(sentence: &str) -> Vec<(&str, bool)> {
    let mut pieces = Vec::new();
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once(BEGIN_FOREIGN) {
        let Some((said, behind)) = after.split_once(END_FOREIGN) else {
            break;
        };
        pieces.extend([(before, false), (said, true)]);
        rest = behind;
    }
    pieces.push((rest, false));
    pieces.retain(|(piece, _)| !piece.is_empty());
    pieces
}

/// What is spoken on this thread.
struct Spoken {
    language: Language,
    english: Messages,
    /// Those of the language, where it is another one.
    own: Option<Messages>,
}

thread_local! {
    static SPOKEN: RefCell<Spoken> = RefCell::new(Spoken {
        language: Language::English,
        english: Messages::read(ENGLISH).unwrap_or_default(),
        own: None,
    });
}

pub fn language() -> Language {
    SPOKEN.with_borrow(|spoken| spoken.language)
}

/// Speaks `language` from now on; `own` are its messages, none for English.
pub fn speak(language: Language, own: Option<Messages>) {
    SPOKEN.with_borrow_mut(|spoken| (spoken.language, spoken.own) = (language, own));
}

/// The message `key` with the values of its variables; use `say!`. The key itself where there is no such message, which
/// a test rules out.
pub fn said(key: &str, values: &[(&str, &dyn Display)]) -> String {
    SPOKEN.with_borrow(|spoken| {
        let own = spoken.own.as_ref().and_then(|own| own.get(key));
        own.or_else(|| spoken.english.get(key))
            .map_or_else(|| key.to_owned(), |message| message.with(values))
    })
}

/// The message `key` of the language in use where that is not English, which has no such message.
fn own(key: &str, values: &[(&str, &dyn Display)]) -> Option<String> {
    SPOKEN.with_borrow(|spoken| Some(spoken.own.as_ref()?.get(key)?.with(values)))
}

/// A message without variables that is said later; made by `key!`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(pub &'static str);

impl Key {
    /// It, in the language in use.
    pub fn say(self) -> String {
        said(self.0, &[])
    }
}

/// A message in the language in use: `say!("picks", n)`, `say!("queue-left", n = left + 1)`.
macro_rules! say {
    (@ $name:ident) => { &$name };
    (@ $name:ident $value:expr) => { &$value };
    ($key:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::words::said($key, &[$((stringify!($name), $crate::words::say!(@ $name $($value)?))),*])
    };
}
pub(crate) use say;

/// The name of a message that is said later.
macro_rules! key {
    ($key:literal) => {
        $crate::words::Key($key)
    };
}
pub(crate) use key;
