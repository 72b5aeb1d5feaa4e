//! Errors of encoders and of embeddings.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use fastgas_data::counted;

use crate::{ConfigReason, ModelReason, NpyReason, RowReason, TokenizerReason};

/// The reason why a model or a text cannot be used.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum EmbedError {
    /// The ONNX file cannot be read or is unsuitable.
    #[error("the model file cannot be used: {reason}")]
    Model {
        /// Why the ONNX file cannot be used.
        reason: ModelReason,
    },
    /// The tokenizer.json cannot be read.
    #[error("the tokenizer file cannot be used: {reason}")]
    Tokenizer {
        /// Why the tokenizer.json cannot be used.
        reason: TokenizerReason,
    },
    /// A config file that accompanies the model cannot be read or is inconsistent.
    #[error("the model's config cannot be used: {reason}")]
    ModelConfig {
        /// Why the configuration cannot be used.
        /// If there are several config files, the reason contains the name of the invalid file.
        reason: ConfigReason,
    },
    /// The config files list a module after the pooling, but the ONNX file does not contain this module.
    #[error("{file}: the model has a module `{module}`, which is not supported")]
    ModelModule {
        /// Path of the config file that lists the module.
        file: String,
        /// Name of the module in the config file.
        module: String,
    },
    /// A vector contains a non-finite number.
    #[error("row {instance}: the model gave no finite vector for this text")]
    NotFinite {
        /// 0-based index of the text with the invalid vector in the list of texts that the encoder received.
        /// [`EmbedError::in_rows`] converts this index to the row of the text in the pool.
        instance: u32,
    },
    /// Tokenizing a text could need more memory than is available.
    #[error("row {instance}: {bytes} bytes of this text would have to be tokenized at once; the limit is {limit}")]
    TooLong {
        /// Index of the text that is too long, defined as in [`EmbedError::NotFinite`].
        instance: u32,
        /// Size, in bytes, of the part of the text that the tokenizer cannot split.
        bytes: u64,
        /// Maximum size in bytes of a part that the tokenizer cannot split.
        limit: u64,
    },
}

impl EmbedError {
    /// Converts text indexes in the error to rows of a pool.
    /// `rows` contains the pool row of each text that the encoder received.
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

    /// Advice on what the user can do about the error, in one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            EmbedError::Model { .. } => "Check that the ONNX file is complete and is a sentence encoder.",
            EmbedError::Tokenizer { .. } => "Use the tokenizer.json that belongs to the model.",
            EmbedError::ModelConfig { .. } => {
                "Use the config files that belong to the model, or a config.json of your own."
            }
            EmbedError::ModelModule { .. } => {
                "Use a model that consists only of transformer, pooling and normalization; if the ONNX file contains the module itself, leave that config file out."
            }
            EmbedError::NotFinite { .. } => "The model file is probably damaged; download it again.",
            EmbedError::TooLong { .. } => {
                "Shorten this text, or divide it into words with spaces: the encoder reads only the beginning of a text."
            }
        }
    }
}

/// The reason why embeddings cannot be used.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum EmbeddingsError {
    /// The embeddings and the pool have different numbers of rows.
    #[error("the embeddings have {}, but the pool has {n_instances}", counted(*rows, "row"))]
    RowsDiffer {
        /// Number of rows in the embeddings.
        rows: u64,
        /// Number of instances in the pool.
        n_instances: u64,
    },
    /// The number of embedding rows fits neither the pool nor the text file.
    /// The text file contains rows that were left out of the pool.
    #[error(
        "the embeddings have {}, but the pool has {n_instances}, or {n_in_file} including the rows that were left out",
        counted(*rows, "row")
    )]
    RowsDifferFromBoth {
        /// Number of rows in the embeddings.
        rows: u64,
        /// Number of instances in the pool.
        n_instances: u64,
        /// Number of rows in the text file, including the rows that were left out of the pool.
        n_in_file: u64,
    },
    /// A row of the embeddings has no defined cosine.
    #[error("row {row} of the embeddings {reason}")]
    BadRow {
        /// 0-based index of the row without a defined cosine.
        row: u64,
        /// Why the row has no defined cosine.
        reason: RowReason,
    },
    /// An array file has an unsupported type or shape.
    #[error("the array file cannot be used: {reason}")]
    Npy {
        /// The reason why the array file cannot be used.
        reason: NpyReason,
    },
    /// An array file contains Python objects, such as lists.
    #[error("the array file cannot be used: its elements are objects of Python, not numbers")]
    ObjectNpy,
    /// An array file contains records (a structured type).
    #[error("the array file cannot be used: its elements are records with named fields, not numbers")]
    StructuredNpy,
}

impl EmbeddingsError {
    /// Advice on what the user can do about the error, in one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            EmbeddingsError::RowsDiffer { .. } | EmbeddingsError::RowsDifferFromBoth { .. } => {
                "Use the embeddings that were made from exactly this file."
            }
            EmbeddingsError::BadRow { .. } => {
                "Compute the embeddings again; every row needs finite numbers that are not all zero."
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
