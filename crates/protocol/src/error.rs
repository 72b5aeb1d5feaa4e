//! The union of all error types of the pipeline.

use fastgas_annotation::{AskError, ConfidenceError, RetrieveError};
use fastgas_data::{LoadError, WriteTableError};
use fastgas_embedding::{EmbedError, EmbeddingsError};
use fastgas_graph::GraphError;
use fastgas_select::{ConfigError, EvaluateError, SelectError};
use fastgas_trace::TraceError;
use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

/// A pipeline error, which the page or the command-line program shows to the user.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum Error {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Embed(#[from] EmbedError),
    #[error(transparent)]
    Embeddings(#[from] EmbeddingsError),
    #[error(transparent)]
    Graph(#[from] GraphError),
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
    #[error(transparent)]
    Retrieve(#[from] RetrieveError),
    #[error(transparent)]
    Confidence(#[from] ConfidenceError),
    #[error(transparent)]
    Trace(#[from] TraceError),
    #[error(transparent)]
    WriteTable(#[from] WriteTableError),
}

impl From<SelectError> for Error {
    fn from(error: SelectError) -> Error {
        match error {
            SelectError::Config(error) => Error::Config(error),
            SelectError::Embeddings(error) => Error::Embeddings(error),
            SelectError::Graph(error) => Error::Graph(error),
            SelectError::Evaluate(error) => Error::Evaluate(error),
        }
    }
}

impl From<AskError> for Error {
    fn from(error: AskError) -> Error {
        match error {
            AskError::Load(error) => Error::Load(error),
            AskError::Retrieve(error) => Error::Retrieve(error),
            AskError::Confidence(error) => Error::Confidence(error),
        }
    }
}

impl Error {
    pub fn advice(&self) -> &'static str {
        match self {
            Error::Load(error) => error.advice(),
            Error::Config(error) => error.advice(),
            Error::Embed(error) => error.advice(),
            Error::Embeddings(error) => error.advice(),
            Error::Graph(error) => error.advice(),
            Error::Evaluate(error) => error.advice(),
            Error::Retrieve(error) => error.advice(),
            Error::Confidence(error) => error.advice(),
            Error::Trace(error) => error.advice(),
            Error::WriteTable(error) => error.advice(),
        }
    }
}
