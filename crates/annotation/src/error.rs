//! Error types for building few-shot prompts and for querying the language model.

use fastgas_data::{LoadError, TemplateReason, counted, one_or_many};
use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use crate::{AnswerReason, EndpointReason, PackReason, UnreachableReason};

/// The reason why a prompt cannot be built, or why a few-shot pack cannot be used.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum RetrieveError {
    /// The template has a syntax error.
    #[error("line {line}, letter {letter} of the template: {reason}")]
    Template {
        /// 1-based line number of the error in the template.
        line: u32,
        /// 1-based position of the error in the line, in characters.
        letter: u32,
        /// The rule that the template violates.
        reason: TemplateReason,
    },
    /// The template has no `{label}` placeholder.
    #[error("the template has no `{{label}}`")]
    NoPlaceForLabel,
    /// A placeholder names a column that does not exist.
    #[error("the template uses `{{{column}}}`, but there is no such column")]
    NoColumn {
        /// Name of the unknown column in the placeholder.
        column: String,
    },
    /// There are no labeled texts to use as examples.
    #[error("no text has a label")]
    NoLabels,
    /// The file is not a few-shot pack.
    #[error("this is not a few-shot pack: {reason}")]
    Pack {
        /// Why the file is rejected as a few-shot pack.
        reason: PackReason,
    },
    /// The few-shot pack was made with a different encoder: its embeddings have a different dimension.
    #[error(
        "the embeddings of the pack have {}, but the embedding of the query has {query}",
        counted(u64::from(*pack), "dimension")
    )]
    DimensionsDiffer {
        /// Embedding dimension of the few-shot pack.
        pack: u32,
        /// Embedding dimension of the query.
        query: u32,
    },
    /// The few-shot pack was made with a different encoder: the names of the encoders differ.
    #[error("the pack was made with the model {pack}, but the query would be embedded with {query}")]
    ModelsDiffer {
        /// Name of the encoder in the few-shot pack.
        pack: String,
        /// Name of the encoder that would embed the query.
        query: String,
    },
}

impl RetrieveError {
    /// What the user can do about the error, in one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            RetrieveError::Template { .. } | RetrieveError::NoPlaceForLabel => {
                "Write `{label}` once, after all other placeholders, and double all other braces: `{{`."
            }
            RetrieveError::NoColumn { .. } => {
                "Use only columns of your file in the template (`{text}` is the column of the texts), and fill in each of them for the new text (in the terminal: --query, --set)."
            }
            RetrieveError::NoLabels => "Label at least one pick.",
            RetrieveError::Pack { .. } => "Make the pack again from the labeled picks.",
            RetrieveError::DimensionsDiffer { .. } | RetrieveError::ModelsDiffer { .. } => {
                "Use the model that the pack was made with, or make the pack again."
            }
        }
    }
}

/// The language model cannot be queried, or its answer has no usable confidence. Row numbers start at 0.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum ConfidenceError {
    /// The address of the server is not valid.
    #[error("`{address}` is not the address of a language model: {reason}")]
    Endpoint {
        /// The address as the user typed it.
        address: String,
        /// Why the address of the server is rejected.
        reason: EndpointReason,
    },
    /// The name of the model is empty.
    #[error("the language model has no name")]
    NoModel,
    /// The environment variable that should contain the API key is not set.
    #[error("the environment variable `{variable}` is not set")]
    NoKey {
        /// Name of the environment variable.
        variable: String,
    },
    /// The API key contains a character that is not allowed in an HTTP header.
    #[error("the key has a character that no request can carry")]
    BadKey,
    /// The server cannot be reached.
    #[error("{host} cannot be reached: {reason}")]
    Unreachable {
        /// Host and port of the server that cannot be reached.
        host: String,
        /// Why the server cannot be reached.
        reason: UnreachableReason,
    },
    /// The server answered with an error status.
    #[error("row {row}: the server answered {status}{}", in_words(message))]
    Status {
        /// 0-based row of the text in the request.
        row: u32,
        /// HTTP status of the response.
        status: u16,
        /// Error message from the server; empty if the server sent none.
        message: String,
    },
    /// The response is not an answer of a language model.
    #[error("row {row}: this is not an answer of a language model: {reason}")]
    NotAnswer {
        /// 0-based row of the text in the request.
        row: u32,
        /// Why the server's response is rejected.
        reason: AnswerReason,
    },
    /// The answer has no log-probabilities.
    #[error("row {row}: the answer contains no log-probabilities")]
    NoLogprobs {
        /// 0-based row of the text whose answer has no log-probabilities.
        row: u32,
    },
    /// The answer is empty.
    #[error("row {row}: the model gave an empty answer")]
    Empty {
        /// 0-based row of the text whose answer is empty.
        row: u32,
    },
    /// The tokens that have log-probabilities do not spell the answer.
    #[error("row {row}: the tokens with log-probabilities do not spell the answer `{answer}`")]
    OtherTokens {
        /// 0-based row of the text whose answer differs from the tokens with log-probabilities.
        row: u32,
        /// The model's answer.
        answer: String,
    },
    /// A log-probability is missing or not finite.
    #[error("row {row}: the log-probability of token {token} of the answer is not a number")]
    NotNumber {
        /// 0-based row of the text in the request.
        row: u32,
        /// 1-based index of the token in the answer.
        token: u32,
    },
    /// Some texts have no confidence.
    #[error(
        "{unanswered} of {} {} no confidence; {first}",
        counted(u64::from(*texts), "text"),
        one_or_many(u64::from(*unanswered), "has", "have")
    )]
    Unanswered {
        /// Number of texts without a confidence.
        unanswered: u32,
        /// Total number of texts in the run.
        texts: u32,
        /// Error of the first text without a confidence.
        first: Box<ConfidenceError>,
    },
    /// A stored confidence belongs to a question that differs from the current question.
    #[error("row {row} was answered by another model, or with another text, template or other examples")]
    OtherQuestion {
        /// 0-based row of the text whose stored confidence belongs to another question.
        row: u32,
    },
}

impl ConfidenceError {
    /// What the user can do about the error, in one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            ConfidenceError::Endpoint { .. } => {
                "Give the address of an OpenAI-compatible server, such as http://localhost:11434/v1."
            }
            ConfidenceError::NoModel => "Give the name of the model on the server.",
            ConfidenceError::NoKey { .. } => "Set it to the key, or leave `--api-key-env` out if no key is needed.",
            ConfidenceError::BadKey => "Copy the key again, without line breaks.",
            ConfidenceError::Unreachable { .. } => {
                "Check the address and whether the server runs; for a page, the server must also allow requests from the page's address (CORS). The answers so far are kept."
            }
            ConfidenceError::Status { status, .. } => match status {
                300..=399 => {
                    "Give the new address of the server: your texts are sent only to the address that you give."
                }
                401 | 403 => "Check the key, and whether it may use this model.",
                404 | 405 => {
                    "Check the address and the model's name. For a server without chat, give an address that ends in /v1/completions."
                }
                400 | 413 | 422 => {
                    "Check that the model gives log-probabilities, and that its context is large enough for the examples and this text."
                }
                _ => "Wait a while and start again; the answers so far are kept.",
            },
            ConfidenceError::NotAnswer { .. } => "Check that the address is that of an OpenAI-compatible server.",
            ConfidenceError::NoLogprobs { .. } => {
                "Use a server and a model that give log-probabilities: llama.cpp, vLLM, Ollama 0.12.11 or later, and most models of OpenAI without reasoning."
            }
            ConfidenceError::Empty { .. } | ConfidenceError::OtherTokens { .. } => {
                "Start again. If that does not help, turn the model's reasoning off, or use another model."
            }
            ConfidenceError::NotNumber { .. } => "Start again. If that does not help, use another server.",
            ConfidenceError::Unanswered { first, .. } => first.advice(),
            ConfidenceError::OtherQuestion { .. } => "Give another file for these confidences, or delete this one.",
        }
    }
}

fn in_words(message: &str) -> String {
    match message {
        "" => String::new(),
        message => format!(": {message}"),
    }
}

/// The reason why questions for a language model cannot be built, or why its answers cannot be read.
#[derive(Clone, Debug, PartialEq, ThisError)]
pub enum AskError {
    /// The file of known answers cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The examples or the template of the prompts are invalid.
    #[error(transparent)]
    Retrieve(#[from] RetrieveError),
    /// The model settings or an answer are invalid.
    #[error(transparent)]
    Confidence(#[from] ConfidenceError),
}
