//! Errors of encoders and of embeddings.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use crate::{ConfigReason, ModelReason, NpyReason, RowReason, TokenizerReason};

/// A model or a text that cannot be used.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum EmbedError {
    /// The ONNX file cannot be read or is unsuitable.
    #[error("the model file cannot be used: {reason}")]
    Model {
        /// Why.
        reason: ModelReason,
    },
    /// The tokenizer.json cannot be read.
    #[error("the tokenizer file cannot be used: {reason}")]
    Tokenizer {
        /// Why.
        reason: TokenizerReason,
    },
    /// A config file that accompanies the model cannot be read or is inconsistent.
    #[error("the model's config cannot be used: {reason}")]
    ModelConfig {
        /// What is wrong, and in which file.
        reason: ConfigReason,
    },
    /// The config files list a module after pooling that the ONNX file does not contain.
    #[error("{file}: the model has a module `{module}`, which is not supported")]
    ModelModule {
        /// The config file.
        file: String,
        /// The module's name in that file.
        module: String,
    },
    /// A vector has a number that is not finite.
    #[error("row {instance}: the model gave no finite vector for this text")]
    NotFinite {
        /// Row, from 0, among the texts that the encoder was given; after [`EmbedError::in_rows`], row of the pool.
        instance: u32,
    },
    /// Tokenizing this text could exceed the available memory.
    #[error("row {instance}: {bytes} bytes of this text would have to be tokenized at once, the limit is {limit}")]
    TooLong {
        /// See [`EmbedError::NotFinite`].
        instance: u32,
        /// Size in bytes of the part that cannot be split, as passed to the tokenizer.
        bytes: u64,
        /// Maximum size in bytes.
        limit: u64,
    },
}

impl EmbedError {
    /// Converts the rows of the error to rows of a pool. `rows` contains the pool's row of each text that the encoder was
    /// given.
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
    /// The embeddings and the pool have different numbers of rows.
    #[error("the embeddings have {rows} rows, the pool has {n_instances}")]
    RowsDiffer {
        /// Rows of the embeddings.
        rows: u64,
        /// Instances of the pool.
        n_instances: u64,
    },
    /// Like [`EmbeddingsError::RowsDiffer`], if some rows of the file are not in the pool.
    #[error("the embeddings have {rows} rows, the pool has {n_instances}, and {n_in_file} with the rows left out")]
    RowsDifferFromBoth {
        /// Rows of the embeddings.
        rows: u64,
        /// Instances of the pool.
        n_instances: u64,
        /// Rows of the file, including those that are not in the pool.
        n_in_file: u64,
    },
    /// A row for which no cosine is defined.
    #[error("row {row} of the embeddings {reason}")]
    BadRow {
        /// Row, from 0.
        row: u64,
        /// What is wrong with it.
        reason: RowReason,
    },
    /// An array file of an unsupported type or shape.
    #[error("the array file cannot be used: {reason}")]
    Npy {
        /// What is wrong with it.
        reason: NpyReason,
    },
    /// An array file of Python objects, such as lists.
    #[error("the array file cannot be used: its elements are objects of Python, not numbers")]
    ObjectNpy,
    /// An array file of records.
    #[error("the array file cannot be used: its elements are records with named fields, not numbers")]
    StructuredNpy,
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
            EmbeddingsError::ObjectNpy => {
                "If each row is a list of equally many numbers, write numpy.save(name, numpy.stack(list(array)).astype('float32')), one row for each text."
            }
            EmbeddingsError::StructuredNpy => {
                "If one field holds the vectors, write that field: numpy.save(name, array['embedding'].astype('float32')). If each field is one number, write numpy.lib.recfunctions.structured_to_unstructured(array, dtype='float32')."
            }
        }
    }
}
