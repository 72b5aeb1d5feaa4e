//! Sentence-BERT encoder: turns texts into unit vectors.
//!
//! An [`Encoder`] maps a list of n texts to an [`Embeddings`](fastgas_embedding::Embeddings) matrix of shape n×d.
//! Only this crate depends on tract, tokenizers and prost.
//! This crate must not depend on browser, thread or file APIs.
//!
//! ```text
//!  ONNX file ──fast path, or rewrites and deterministic──▶ graph of operators
//!                                                                 │
//!  texts ──tokenizer──▶ token ids ──────tract runs the graph──────┴─────▶ unit vectors
//! ```
//!
//! The fast path builds the graph directly from a file whose operators are all known.
//! If the file has an unknown operator, tract reads the file.
//! The rewrites replace parts of tract's graph with operators of this crate:
//! int8 linear layers, attention, normalization and pooling.
//! The `deterministic` module replaces the other operators whose rounding depends on the machine.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod cut;
mod deterministic;
mod encoder;
mod errors;
#[cfg(any(test, feature = "test-support"))]
#[doc(hidden)]
pub mod fixtures;
mod int8;
mod onnx;
mod onnx_ops;
mod operators;
mod rewrites;
mod tokens;
mod unigram;
mod weights;
mod word_piece;

pub use deterministic::{exp, gelu};
pub use encoder::{Encoder, Tokens};
pub use tokens::TokenCounter;
pub use weights::{EncoderWeights, LayerWeights, LinearWeights, NormWeights, Table, TableIndex, TableRows};
