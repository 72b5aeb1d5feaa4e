//! Unit vectors of texts, and everything about them except the model that computes them (crate `fastgas-encoder`).
//!
//! [`Embeddings`] is n×d. [`ModelConfig`] describes an encoder and [`EncoderReport`] what was recognized in its file.
//! [`cache`] stores vectors, and a [`Gathering`] joins stored and new ones. [`npy`] reads vectors that were computed
//! elsewhere.

mod batch;
pub mod cache;
mod config;
mod embeddings;
mod encoded;
mod gathering;
pub mod npy;
mod report;

pub use batch::{batches, likely_tokens, portions};
pub use config::{ModelConfig, Pooling};
pub use embeddings::Embeddings;
pub use encoded::{Beginning, Encoded, UNTOLD};
pub use gathering::Gathering;
pub use report::{EncoderReport, WeightFormat};
