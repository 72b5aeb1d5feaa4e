//! Reasons why a file, a server address or a language model's answer is rejected, or why a server cannot be reached.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use fastgas_data::{JsonReason, Verbatim, counted};
use fastgas_embedding::EmbeddingsError;

/// Why the header of a file is rejected. The header states the format of the file and the version of the format.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum HeadReason {
    /// The header names a format that differs from the expected format.
    #[error("its format is `{format}`, not `{known}`")]
    Format {
        /// Name of the format in the header of the file.
        format: String,
        /// Name of the expected format.
        known: String,
    },
    /// The file has the expected format, but a different version of the format.
    #[error("its version is {version}, but this program reads version {known}")]
    Version {
        /// The version of the format that the file states.
        version: u64,
        /// The version of the format that this program reads.
        known: u64,
    },
}

/// Why a file is not a few-shot pack.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum PackReason {
    /// The JSON of the file is malformed, or its fields differ from the fields of a few-shot pack.
    #[error(transparent)]
    Json(JsonReason),
    /// The header of the file does not name the format and version of a few-shot pack.
    #[error(transparent)]
    Head(HeadReason),
    /// An example has no label.
    #[error("demonstration {place} has no label")]
    NoLabel {
        /// 1-based number of the example in the few-shot pack.
        place: u64,
    },
    /// The dimension of an embedding differs from the dimension of the first embedding.
    #[error(
        "the embedding of demonstration {place} has {}, but the first embedding has {expected}",
        counted(*found, "number")
    )]
    Dimensions {
        /// 1-based number of the example in the few-shot pack.
        place: u64,
        /// Dimension of the differing embedding.
        found: u64,
        /// Dimension of the first example's embedding.
        expected: u64,
    },
    /// An embedding is not a unit vector.
    #[error("demonstration {place} has an embedding of length {length}, not 1")]
    Length {
        /// 1-based number of the example in the few-shot pack.
        place: u64,
        /// Euclidean length of the example's embedding.
        length: f64,
    },
    /// The embeddings of the examples cannot be used.
    #[error(transparent)]
    Embeddings(EmbeddingsError),
}

/// Why the address of a server is rejected.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum EndpointReason {
    /// The scheme of the address is missing or is neither HTTP nor HTTPS.
    #[error("it begins neither with http:// nor with https://")]
    Scheme,
    /// The address contains a character that never occurs in valid addresses.
    #[error("it must not contain `{letter}`")]
    Letter {
        /// The character that is not allowed.
        letter: String,
    },
    /// The address contains credentials before the host.
    #[error("it must not contain a user name or a key before the host")]
    Credentials,
    /// The host in the address is missing or malformed.
    #[error("it contains no host")]
    NoHost,
}

/// Why a server cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum UnreachableReason {
    /// The server does not respond, or the network is down.
    #[error("there was no answer")]
    NoAnswer,
    /// The browser reported that the request timed out.
    #[error("there was no answer in time")]
    TooLate,
    /// The server did not respond within this program's time limit.
    #[error("it did not answer for ten minutes")]
    TimedOut,
    /// The host is an IPv6 address, which content security policies have no syntax for.
    #[error("the page’s policy cannot contain an IPv6 address; give the host a name, such as localhost")]
    Ipv6,
    /// The `<iframe>` element that sends the requests could not be set up.
    #[error("the browser shows no frame")]
    NoFrame,
    /// The `<iframe>` element that sends the requests was removed.
    #[error("the frame was removed")]
    FrameGone,
    /// The page was closed, so the browser cannot send the request.
    #[error("there is no page")]
    NoPage,
    /// The browser reported an unexpected error.
    #[error("the browser says {}", message.quoted())]
    Browser {
        /// Error text of the browser.
        message: Verbatim,
    },
    /// The operating system reported an error.
    #[error(transparent)]
    Other(Verbatim),
}

/// Why a line does not belong to an answer journal.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum JournalReason {
    /// The JSON of the journal line is malformed, or its fields differ from the expected fields.
    #[error(transparent)]
    Json(JsonReason),
    /// The header of the file does not name the format and version of an answer journal.
    #[error(transparent)]
    Head(HeadReason),
    /// The journal line contains an answer with a malformed question key.
    /// A question key is a hash of 16 hexadecimal digits.
    #[error("its key `{key}` is not a number of 16 hexadecimal digits")]
    Key {
        /// The malformed question key, as written in the journal.
        key: String,
    },
    /// The journal line names an unknown API.
    #[error("there is no API `{api}`")]
    Api {
        /// Name of the unknown API.
        api: String,
    },
    /// The journal line names an unknown constraint.
    #[error("there is no constraint `{constraint}`")]
    Constraint {
        /// Name of the unknown constraint.
        constraint: String,
    },
}

/// Why a response is not an answer of a language model.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum AnswerReason {
    /// The JSON of the response is malformed, or its fields differ from the expected fields.
    #[error(transparent)]
    Json(JsonReason),
    /// The response contains no answer.
    #[error("it contains no answer")]
    NoChoice,
    /// The server returned an error message.
    #[error(transparent)]
    Server(Verbatim),
}
