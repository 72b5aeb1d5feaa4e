//! Unit vectors of texts. The encoder that computes the vectors is in the `fastgas-encoder` crate.
//!
//! [`Embeddings`] is a matrix of n unit vectors with d dimensions.
//! [`ModelConfig`] is the configuration of an encoder. [`EncoderReport`] describes a loaded encoder.
//! [`cache`] stores vectors, and an [`EmbeddingAssembler`] joins stored and new vectors.
//! [`npy`] reads vectors that another program computed.
//!
//! ```text
//!  texts ──encoder──▶ Encoded ──EmbeddingAssembler──▶ Embeddings, n×d
//!                        └──cache──▶ chunks on disk ─┘   .npy ──npy──▶ Embeddings
//! ```
//!
//! This crate must never depend on an inference runtime or on a neighbor graph.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod assembler;
mod batch;
pub mod cache;
mod config;
mod cosine_scale;
mod embeddings;
mod encoded;
mod error;
#[cfg(any(test, feature = "test-support"))]
#[doc(hidden)]
pub mod fixtures;
mod held_chunks;
mod model_file;
pub mod npy;
mod reasons;
mod report;

pub use assembler::EmbeddingAssembler;
pub use batch::{batches, likely_tokens, text_chunks};
pub use config::{ModelConfig, Pooling};
pub use cosine_scale::CosineScale;
pub use embeddings::Embeddings;
pub use encoded::{Encoded, TruncatedText, UNKNOWN_EXTENT};
pub use error::{EmbedError, EmbeddingsError};
pub use held_chunks::{GpuStop, HeldChunks};
pub use model_file::{ModelFile, SharedBytes};
pub use reasons::{ConfigReason, ModelReason, NpyReason, RowReason, TokenizerReason};
pub use report::{EncoderReport, WeightFormat};
