//! Errors that the browser reports.

use fastgas_data::Verbatim;
use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

/// An error that the browser reported. Browsers report a name and a message.
/// The names are standardized; the messages are in English and differ between browsers.
/// Each error that users may encounter has a separate variant and its own message on the page.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
#[serde(rename = "BrowserReason")]
pub enum Refusal {
    #[error("the disk is full, or this site has used its share of the disk")]
    Full,
    /// The browser stores nothing for this site, because of a setting or a private window.
    #[error("the browser keeps nothing for this site, as in some private windows")]
    KeepsNothing,
    /// The browser rolled back the transaction.
    #[error("the write was undone, for example because the disk is full")]
    Undone,
    #[error("the project is not stored")]
    NoProject,
    #[error("a newer version of this page has stored it in a newer format")]
    Newer,
    #[error("the browser has closed the database, for example because the data of this site was deleted")]
    Closed,
    /// The database or the disk is damaged.
    #[error("the browser’s own storage on the disk fails")]
    Broken,
    #[error("it no longer exists")]
    Gone,
    #[error("it was changed in the meantime, or another program has locked it")]
    Held,
    #[error("another tab or program is writing to it")]
    Busy,
    #[error("it is not allowed here")]
    Forbidden,
    #[error("it was aborted")]
    BrokenOff,
    /// The server does not respond, or the network is down.
    #[error("there was no answer")]
    NoAnswer,
    #[error("there was no answer in time")]
    TooLate,
    /// The browser is too old and has no private file system.
    #[error("this browser has no private file system")]
    NoFiles,
    #[error("there is not enough memory")]
    NoMemory,
    /// The program does not run in a page, or the page was closed.
    #[error("there is no page")]
    NoPage,
    /// The browser provides encryption only to pages with a secure address.
    #[error("the address is not secure")]
    NotSecure,
    #[error("the server answered {status}")]
    Status { status: u16 },
    #[error("it is not text")]
    NotText,
    #[error("the browser says {}", message.quoted())]
    Other { message: Verbatim },
}

/// Prefixes of the messages that browsers use to report that a server does not respond, or that a response ended early.
const NO_ANSWER: [&str; 8] = [
    "Failed to fetch",
    "NetworkError when attempting to fetch",
    "Load failed",
    "network error",
    "Error in body stream",
    "The network connection was lost",
    "error loading dynamically imported module",
    "Importing a module script failed",
];

impl Refusal {
    /// Creates the error from a text of the form “Name: message”.
    pub fn in_words(words: &str) -> Refusal {
        let (name, message) = words.split_once(": ").unwrap_or((words, ""));
        match Refusal::named(name, message) {
            Refusal::Other { .. } => Refusal::Other { message: words.into() },
            known => known,
        }
    }

    pub(crate) fn named(name: &str, message: &str) -> Refusal {
        let has = |parts: &[&str]| {
            let message = message.to_ascii_lowercase();
            parts.iter().any(|part| message.contains(part))
        };
        match name {
            "QuotaExceededError" => Refusal::Full,
            "NotFoundError" => Refusal::Gone,
            "NotReadableError" => Refusal::Held,
            "NoModificationAllowedError" => Refusal::Busy,
            "NotAllowedError" | "SecurityError" => Refusal::Forbidden,
            "AbortError" => Refusal::BrokenOff,
            "TimeoutError" => Refusal::TooLate,
            "NetworkError" => Refusal::NoAnswer,
            "TypeError" if NO_ANSWER.iter().any(|begin| message.starts_with(begin)) => Refusal::NoAnswer,
            "RangeError" | "RuntimeError" | "InternalError"
                if has(&["allocat", "out of memory", "array length", "buffer length"]) =>
            {
                Refusal::NoMemory
            }
            _ => Refusal::Other {
                message: match message {
                    "" => name.into(),
                    message => format!("{name}: {message}").into(),
                },
            },
        }
    }
}
