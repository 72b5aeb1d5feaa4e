//! A sentence encoder: tokenizer, tract, pooling.

use serde::{Deserialize, Serialize};

use crate::error::EmbedError;

/// The small config.json beside the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelConfig {
    /// d.
    pub dimensions: usize,
    /// Tokens of a text that are read, the special ones included.
    pub max_length: usize,
    /// Put before every text.
    pub prefix: String,
}

/// A loaded model.
pub struct Encoder;

impl Encoder {
    /// Reads the ONNX file, tokenizer.json and config.json.
    pub fn new(_onnx: &[u8], _tokenizer: &[u8], _config: &[u8]) -> Result<Encoder, EmbedError> {
        todo!()
    }

    /// d.
    pub fn dimensions(&self) -> usize {
        todo!()
    }

    /// Unit vectors of `texts`, n×d row-major, in their order. The same bits for a text whatever its batch.
    pub fn encode(&self, _texts: &[&str]) -> Result<Vec<f32>, EmbedError> {
        todo!()
    }
}
