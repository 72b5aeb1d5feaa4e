//! Errors of encoders and of embeddings.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

/// A model that cannot be used.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum EmbedError {
    /// The ONNX file could not be read or does not fit.
    #[error("the model file cannot be used: {reason}")]
    Model {
        /// What the runtime said.
        reason: String,
    },
    /// tokenizer.json could not be read.
    #[error("the tokenizer file cannot be used: {reason}")]
    Tokenizer {
        /// What the tokenizer library said.
        reason: String,
    },
    /// A config file beside the model could not be read, or does not fit.
    #[error("the model's config cannot be used: {reason}")]
    ModelConfig {
        /// What is wrong, and in which file.
        reason: String,
    },
    /// The config files tell of something behind the pooling that the ONNX file does not hold.
    #[error("{file}: the model has a module `{module}`, which is not supported")]
    ModelModule {
        /// The config file.
        file: String,
        /// What it is called there.
        module: String,
    },
    /// A vector came out as not a number.
    #[error("row {instance}: the model gave no finite vector for this text")]
    NotFinite {
        /// The row, from 0: among the texts that the encoder was given, or after [`EmbedError::in_rows`] of the pool.
        instance: u32,
    },
    /// A text of which more would have to be tokenized than memory may hold.
    #[error("row {instance}: {bytes} bytes of this text would have to be tokenized at once, the limit is {limit}")]
    TooLong {
        /// As of [`EmbedError::NotFinite`].
        instance: u32,
        /// Bytes of the part that cannot be cut, as the tokenizer takes it in.
        bytes: u64,
        /// How many it may have.
        limit: u64,
    },
}

impl EmbedError {
    /// The same of the rows of a pool, where `rows` has that of each text that the encoder was given.
    #[must_use]
    pub fn in_rows(self, rows: &[u32]) -> EmbedError {
        let row = |instance: u32| rows.get(instance as usize).copied().unwrap_or(instance);
        match self {
            EmbedError::NotFinite { instance } => EmbedError::NotFinite {
                instance: row(instance),
            },
            EmbedError::TooLong { instance, bytes, limit } => EmbedError::TooLong {
                instance: row(instance),
                bytes,
                limit,
            },
            other => other,
        }
    }

    /// What the user can do about the error, as one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            EmbedError::Model { .. } => "Check that the ONNX file is complete and is a sentence encoder.",
            EmbedError::Tokenizer { .. } => "Use the tokenizer.json that belongs to the model.",
            EmbedError::ModelConfig { .. } => {
                "Use the config files that belong to the model, or a config.json of your own."
            }
            EmbedError::ModelModule { .. } => {
                "Use a model of transformer, pooling and normalization only; where the ONNX file holds the module itself, leave that config file out."
            }
            EmbedError::NotFinite { .. } => "The model file is probably damaged; get it again.",
            EmbedError::TooLong { .. } => {
                "Shorten this text, or break it into words: only its beginning is read in any case."
            }
        }
    }
}

/// Embeddings that cannot be used.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum EmbeddingsError {
    /// Vertices and rows of the pool differ in number.
    #[error("the embeddings have {rows} rows, the pool has {n_instances}")]
    RowsDiffer {
        /// Rows of the embeddings.
        rows: u64,
        /// Instances of the pool.
        n_instances: u64,
    },
    /// The same, where rows of the file are not in the pool.
    #[error("the embeddings have {rows} rows, the pool has {n_instances}, and {n_in_file} with the rows left out")]
    RowsDifferFromBoth {
        /// Rows of the embeddings.
        rows: u64,
        /// Instances of the pool.
        n_instances: u64,
        /// Rows of the file, those that were left out of the pool included.
        n_in_file: u64,
    },
    /// A row that cannot be compared by cosine.
    #[error("row {row} of the embeddings {reason}")]
    BadRow {
        /// Row, from 0.
        row: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// An array file of another type or shape.
    #[error("the array file cannot be used: {reason}")]
    Npy {
        /// What the reader said.
        reason: String,
    },
}

impl EmbeddingsError {
    /// What the user can do about the error, as one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            EmbeddingsError::RowsDiffer { .. } | EmbeddingsError::RowsDifferFromBoth { .. } => {
                "Use the embeddings that were made from this very file."
            }
            EmbeddingsError::BadRow { .. } => {
                "Make the embeddings again; every row needs finite numbers that are not all zero."
            }
            EmbeddingsError::Npy { .. } => {
                "Write it with numpy.save(name, array.astype('float32', order='C')), one row for each text."
            }
        }
    }
}
