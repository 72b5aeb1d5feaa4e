//! Texts become unit vectors.
//!
//! Input: texts. Output: [`Embeddings`], n×d. With the feature `model`, [`Encoder`] makes them.

mod embeddings;
#[cfg(feature = "model")]
mod encoder;

pub use embeddings::Embeddings;
#[cfg(feature = "model")]
pub use encoder::{Encoder, ModelConfig};
