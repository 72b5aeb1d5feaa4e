//! The reasons within errors of prompts, of the language model and of its answers.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use fastgas_data::{JsonReason, Verbatim};
use fastgas_embedding::EmbeddingsError;

/// Why the head of a file is not the expected one.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum HeadReason {
    /// Another kind of file.
    #[error("its format is `{format}`, not `{known}`")]
    Format {
        /// Name of the format in the file.
        format: String,
        /// Name of the expected format.
        known: String,
    },
    /// Another version.
    #[error("its version is {version}, and this program reads {known}")]
    Version {
        /// The version found.
        version: u64,
        /// The version that this program reads.
        known: u64,
    },
}

/// Why a file is not a few-shot pack.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum PackReason {
    /// Malformed JSON, or other fields than expected.
    #[error(transparent)]
    Json(JsonReason),
    /// Another kind of file, or another version.
    #[error(transparent)]
    Head(HeadReason),
    /// An example without a label.
    #[error("demonstration {place} has no label")]
    NoLabel {
        /// Number of the example, from 1.
        place: u64,
    },
    /// An embedding with another dimension than the first.
    #[error("demonstration {place} has {found} numbers for its embedding, the first has {expected}")]
    Dimensions {
        /// Number of the example, from 1.
        place: u64,
        /// Its dimension.
        found: u64,
        /// The dimension of the first example.
        expected: u64,
    },
    /// An embedding that is no unit vector.
    #[error("demonstration {place} has an embedding of length {length}, not 1")]
    Length {
        /// Number of the example, from 1.
        place: u64,
        /// Length of its embedding.
        length: f64,
    },
    /// The embeddings cannot be used.
    #[error(transparent)]
    Embeddings(EmbeddingsError),
}

/// Why an address is rejected.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum EndpointReason {
    /// Another scheme than HTTP, or none.
    #[error("it begins neither with http:// nor with https://")]
    Scheme,
    /// A character that no address needs.
    #[error("`{letter}` does not belong in it")]
    Letter {
        /// The character.
        letter: String,
    },
    /// Credentials before the host.
    #[error("a name or a key must not stand before the host")]
    Credentials,
    /// The host is missing or malformed.
    #[error("there is no host in it")]
    NoHost,
}

/// Why a server cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum UnreachableReason {
    /// The server does not respond, or the network is down.
    #[error("there was no answer")]
    NoAnswer,
    /// The server responded too late.
    #[error("there was no answer in time")]
    TooLate,
    /// The server did not respond within the time limit of this program.
    #[error("it did not answer for ten minutes")]
    TimedOut,
    /// A content security policy has no syntax for the address.
    #[error("the page’s policy cannot contain an IPv6 address; give the host a name, such as localhost")]
    Ipv6,
    /// The document from which requests are sent could not be loaded.
    #[error("the browser shows no frame")]
    NoFrame,
    /// The document from which requests are sent was removed.
    #[error("the frame was removed")]
    FrameGone,
    /// The page was closed.
    #[error("there is no page")]
    NoPage,
    /// Another error of the browser.
    #[error("the browser says {}", said.quoted())]
    Browser {
        /// Text of the browser.
        said: Verbatim,
    },
    /// An error of the operating system.
    #[error(transparent)]
    Other(Verbatim),
}

/// Why a line does not belong to a journal of answers.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum JournalReason {
    /// Malformed JSON, or other fields than expected.
    #[error(transparent)]
    Json(JsonReason),
    /// Another kind of file, or another version.
    #[error(transparent)]
    Head(HeadReason),
    /// A malformed key of an answer.
    #[error("its key `{key}` is not a number of 16 hexadecimal digits")]
    Key {
        /// The key found.
        key: String,
    },
    /// An unknown API.
    #[error("there is no API `{api}`")]
    Api {
        /// The name found.
        api: String,
    },
    /// An unknown constraint.
    #[error("there is no constraint `{constraint}`")]
    Constraint {
        /// The name found.
        constraint: String,
    },
}

/// Why a response is not an answer of a language model.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum AnswerReason {
    /// Malformed JSON, or other fields than expected.
    #[error(transparent)]
    Json(JsonReason),
    /// A response without an answer.
    #[error("it contains no answer")]
    NoChoice,
    /// Error message of the server.
    #[error(transparent)]
    Server(Verbatim),
}
