//! Texts become unit vectors.
//!
//! Input: texts. Output: [`Embeddings`], n×d. With the feature `model`, [`Encoder`] makes them, with the model that a
//! [`ModelConfig`] belongs to, and tells of it in an [`EncoderReport`]; [`cache`] keeps them, and a [`Gathering`] puts
//! together what was kept and what is new. [`npy`] reads those that were made elsewhere.
//!
//! ```text
//!  texts ──tokenizer──▶ ids ──tract runs the graph──▶ unit vectors
//!                               ▲
//!                   ONNX file ─▶ rules ─▶ strict
//!                       │        │        └ what is left, with one order of sums
//!                       └ direct ┴ operators: linear layers in int8, attention, norms, pooling
//! ```

mod batch;
pub mod cache;
mod config;
mod embeddings;
mod encoded;
#[cfg(feature = "model")]
mod encoder;
#[cfg(all(test, feature = "model"))]
mod fixtures;
mod gathering;
#[cfg(feature = "model")]
mod int8;
pub mod npy;
#[cfg(feature = "model")]
mod onnx;
#[cfg(feature = "model")]
mod operators;
#[cfg(feature = "model")]
mod register;
mod report;
#[cfg(feature = "model")]
mod rules;
#[cfg(feature = "model")]
mod strict;
#[cfg(feature = "model")]
mod tokens;

pub use batch::{batches, likely_tokens, portions};
pub use config::{ModelConfig, Pooling};
pub use embeddings::Embeddings;
pub use encoded::{Beginning, Encoded, UNTOLD};
#[cfg(feature = "model")]
pub use encoder::Encoder;
pub use gathering::Gathering;
pub use report::{EncoderReport, WeightFormat};
#[cfg(feature = "model")]
pub use tokens::TokenCounter;
