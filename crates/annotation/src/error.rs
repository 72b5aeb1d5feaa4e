//! Errors of prompts and of the language model.

use fastgas_data::LoadError;
use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

/// Templates, labeled texts or queries of which no prompt can be made.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum RetrieveError {
    /// A template that breaks its rules.
    #[error("line {line}, letter {letter} of the template: {reason}")]
    Template {
        /// The line, from 1.
        line: u32,
        /// The letter in it, from 1.
        letter: u32,
        /// Which rule.
        reason: String,
    },
    /// A template without its label.
    #[error("the template has no `{{label}}`")]
    NoPlaceForLabel,
    /// A placeholder that nothing fills.
    #[error("the template asks for `{{{column}}}`, and there is no such column")]
    NoColumn {
        /// The placeholder.
        column: String,
    },
    /// Nothing to show.
    #[error("no text has a label")]
    NoLabels,
    /// A file that is no few-shot pack.
    #[error("this is no few-shot pack: {reason}")]
    Pack {
        /// What is wrong with it.
        reason: String,
    },
    /// An embedding of another encoder, seen by its length.
    #[error("the pack's embeddings have {pack} dimensions, the query's {query}")]
    DimensionsDiffer {
        /// d of the pack.
        pack: u32,
        /// d of the query.
        query: u32,
    },
    /// An embedding of another encoder, seen by its name.
    #[error("the pack was made with the model {pack}, and the query would be embedded with {query}")]
    ModelsDiffer {
        /// The pack's.
        pack: String,
        /// The one at hand.
        query: String,
    },
}

impl RetrieveError {
    /// What the user can do about the error, as one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            RetrieveError::Template { .. } | RetrieveError::NoPlaceForLabel => {
                "Write `{label}` once, after all other placeholders, and braces that are none twice: `{{`."
            }
            RetrieveError::NoColumn { .. } => {
                "Name the columns of your file in the template (`{text}` is the column of the texts), and give the query a value for each."
            }
            RetrieveError::NoLabels => "Label at least one pick.",
            RetrieveError::Pack { .. } => "Make the pack again from the labeled picks.",
            RetrieveError::DimensionsDiffer { .. } | RetrieveError::ModelsDiffer { .. } => {
                "Use the model that the pack was made with, or make the pack again."
            }
        }
    }
}

/// A language model that cannot be asked, or an answer that does not tell how sure it is. Rows count from 0.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum ConfidenceError {
    /// An address that is none.
    #[error("`{address}` is no address of a language model: {reason}")]
    Endpoint {
        /// As it was typed.
        address: String,
        /// What is wrong with it.
        reason: String,
    },
    /// No name of a model.
    #[error("the language model has no name")]
    NoModel,
    /// No key where one should be.
    #[error("the environment variable `{variable}` is not set")]
    NoKey {
        /// The variable.
        variable: String,
    },
    /// A key that no request can carry.
    #[error("the key has a character that no request can carry")]
    BadKey,
    /// Nobody answers.
    #[error("{host} cannot be reached: {reason}")]
    Unreachable {
        /// Host and port.
        host: String,
        /// What the system or the browser said.
        reason: String,
    },
    /// The server refuses.
    #[error("row {row}: the server answered {status}{}", in_words(said))]
    Status {
        /// The text's row.
        row: u32,
        /// The HTTP status.
        status: u16,
        /// What the server said about it, if anything.
        said: String,
    },
    /// Anything but a language model's answer.
    #[error("row {row}: this is no answer of a language model: {reason}")]
    NotAnswer {
        /// The text's row.
        row: u32,
        /// What is wrong with it.
        reason: String,
    },
    /// An answer, and nothing about how sure it is.
    #[error("row {row}: the answer comes without log-probabilities")]
    NoLogprobs {
        /// The text's row.
        row: u32,
    },
    /// No answer in the answer.
    #[error("row {row}: the model answered nothing")]
    Empty {
        /// The text's row.
        row: u32,
    },
    /// Log-probabilities of something else than the answer.
    #[error("row {row}: the tokens whose log-probabilities came do not spell the answer `{answer}`")]
    OtherTokens {
        /// The text's row.
        row: u32,
        /// What the model answered.
        answer: String,
    },
    /// A log-probability that is none.
    #[error("row {row}: the log-probability of token {token} of the answer is not a number")]
    NotNumber {
        /// The text's row.
        row: u32,
        /// Which token, from 1.
        token: u32,
    },
    /// Some texts got no answer.
    #[error("{unanswered} of {texts} texts have no confidence; {first}")]
    Unanswered {
        /// How many.
        unanswered: u32,
        /// Of how many.
        texts: u32,
        /// Why the first of them.
        first: Box<ConfidenceError>,
    },
    /// An answer that is kept, but not to what is asked now.
    #[error("row {row} was answered by another model, or with another text, template or other examples")]
    OtherQuestion {
        /// The text's row.
        row: u32,
    },
}

impl ConfidenceError {
    /// What the user can do about the error, as one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            ConfidenceError::Endpoint { .. } => {
                "Give the address of an OpenAI-compatible server, such as http://localhost:11434/v1."
            }
            ConfidenceError::NoModel => "Give the name that the server knows it by.",
            ConfidenceError::NoKey { .. } => "Put the key into it, or leave `--api-key-env` out where none is needed.",
            ConfidenceError::BadKey => "Copy the key once more, without line breaks.",
            ConfidenceError::Unreachable { .. } => {
                "Check the address and whether the server runs; for a page, the server must also allow requests from the page's address (CORS). What was answered is kept."
            }
            ConfidenceError::Status { status, .. } => match status {
                300..=399 => {
                    "Give the address that it moved to: your texts go nowhere but to the address that you gave."
                }
                401 | 403 => "Check the key, and whether it may use this model.",
                404 | 405 => {
                    "Check the address and the model's name. A server without chat is asked at an address that ends in /v1/completions."
                }
                400 | 413 | 422 => {
                    "Check that the model gives log-probabilities and has room for the examples and this text."
                }
                _ => "Wait a while and start again; what was answered is kept.",
            },
            ConfidenceError::NotAnswer { .. } => "Check that the address is that of an OpenAI-compatible server.",
            ConfidenceError::NoLogprobs { .. } => {
                "Use a server and a model that give them: llama.cpp, vLLM, Ollama from 0.12.11 on, and most models of OpenAI that do not reason."
            }
            ConfidenceError::Empty { .. } | ConfidenceError::OtherTokens { .. } => {
                "Start again to ask once more; where it stays so, turn the model's reasoning off, or use another model."
            }
            ConfidenceError::NotNumber { .. } => "Start again to ask once more; where it stays so, use another server.",
            ConfidenceError::Unanswered { first, .. } => first.advice(),
            ConfidenceError::OtherQuestion { .. } => "Give another file for these confidences, or delete this one.",
        }
    }
}

fn in_words(said: &str) -> String {
    match said {
        "" => String::new(),
        said => format!(": {said}"),
    }
}

/// Errors of preparing questions for a language model, and of reading its answers.
#[derive(Clone, Debug, PartialEq, ThisError)]
pub enum AskError {
    /// In the file of answers.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// In the examples or the template.
    #[error(transparent)]
    Retrieve(#[from] RetrieveError),
    /// In the model, or in an answer.
    #[error(transparent)]
    Confidence(#[from] ConfidenceError),
}
