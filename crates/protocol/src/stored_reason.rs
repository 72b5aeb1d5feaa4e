//! The reasons for errors from the browser's storage.

use fastgas_data::{JsonReason, PlacesReason, SealReason, Verbatim};
use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use crate::Refusal;

#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum StoredReason {
    #[error(transparent)]
    Refused(Refusal),
    #[error(transparent)]
    Unreadable(UnreadableReason),
    /// The stored value is encrypted and this tab has no key, or the value is not encrypted and this tab has a key.
    #[error("the project is protected by a passphrase, which you must first enter in this tab")]
    Locked,
}

#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum UnreadableReason {
    #[error("it has version {version}, this page reads only versions up to {known}")]
    NewerVersion { version: u64, known: u64 },
    #[error("it has version {version}, this page reads version {known}")]
    OtherVersion { version: u64, known: u64 },
    #[error("`{key}` is not a buffer")]
    NotBuffer { key: String },
    #[error("`{key}` is missing")]
    Missing { key: String },
    #[error("a chunk is missing")]
    NoChunk,
    #[error("the names of the columns are missing")]
    NoColumns,
    #[error("the rows of `{file}` no longer exist")]
    NoRows { file: String },
    #[error("the rows of `{file}` are incomplete")]
    IncompleteRows { file: String },
    /// The browser cannot allocate a buffer for the embeddings.
    #[error("the browser has no room for its {megabytes} MB")]
    NoMemory { megabytes: u64 },
    #[error("an entry of the log of labels is damaged")]
    LogEntry,
    #[error("some of its labels are damaged")]
    Labels,
    /// Another tab has written the label log.
    #[error("the log of labels on the disk is a different one")]
    OtherLog,
    #[error("a label that was read back differs from the one that was stored")]
    OtherLabel,
    #[error("an answer of a language model is not a number")]
    NoNumber,
    #[error("it is not encrypted")]
    NotEncrypted,
    #[error(transparent)]
    Sealed(SealReason),
    #[error(transparent)]
    Places(PlacesReason),
    #[error(transparent)]
    Json(JsonReason),
    #[error("{}", message.quoted())]
    NotConverted { message: Verbatim },
    /// A problem that the page found and describes in the user's language.
    #[error("{0}")]
    Page(String),
}
