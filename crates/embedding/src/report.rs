//! What an encoder turned out to be.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::config::ModelConfig;

/// What was found in a model's files, and how the model will run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EncoderReport {
    /// As it is used: dimensions and maximum length are known.
    pub config: ModelConfig,
    /// Tokens that the model knows, where its table of them can be seen.
    pub vocabulary: Option<usize>,
    /// Bytes of the ONNX file.
    pub bytes: u64,
    /// How the file holds most of its weights. Whatever it is, products with constants run in whole numbers.
    pub weights: WeightFormat,
    /// Whether its vectors are those that the model has pooled itself, whatever the config says of pooling.
    pub is_pooled_by_model: bool,
    /// How many products with constants run in whole numbers; queries, keys and values may be one.
    pub linear_layers: usize,
    /// How many attentions run in one piece.
    pub attentions: usize,
    /// How many layer normalizations run in one piece.
    pub norms: usize,
    /// Operators beside these that do more than move numbers or compute each from one or two others, and how many of
    /// each: none in an encoder of BERT's or MPNet's kind; with some, the model runs, but more slowly.
    pub slow_operators: BTreeMap<String, usize>,
    /// Operators that may round differently on another machine or in another batch. Without any, a text's vector has the
    /// same bits everywhere.
    pub operators_left: Vec<String>,
    /// An estimate: short texts, of some twelve tokens, that one thread embeds in a second, measured in about a quarter
    /// of a second on this machine as busy as it is. Longer texts take longer.
    pub texts_per_second: f64,
}

/// How a file holds most of its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WeightFormat {
    /// 32 bits.
    Float32,
    /// 16 bits.
    Float16,
    /// Whole numbers of 8 bits, with one scale a matrix.
    Int8,
    /// Whole numbers of 8 bits, with one scale a column.
    Int8PerChannel,
    /// As [`WeightFormat::Int8`], for products in whole numbers, as onnxruntime's dynamic quantization makes them.
    DynamicInt8,
    /// As [`WeightFormat::Int8PerChannel`], for products in whole numbers.
    DynamicInt8PerChannel,
}

impl fmt::Display for WeightFormat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            WeightFormat::Float32 => "float32",
            WeightFormat::Float16 => "float16",
            WeightFormat::Int8 => "int8",
            WeightFormat::Int8PerChannel => "int8 per channel",
            WeightFormat::DynamicInt8 => "dynamic int8",
            WeightFormat::DynamicInt8PerChannel => "dynamic int8 per channel",
        })
    }
}

#[cfg(any(test, feature = "test-support"))]
impl EncoderReport {
    /// The report of a small encoder, for tests.
    pub fn example() -> EncoderReport {
        EncoderReport {
            config: ModelConfig {
                name: "small".into(),
                dimensions: Some(32),
                max_length: Some(64),
                ..ModelConfig::default()
            },
            vocabulary: Some(100),
            bytes: 80_000,
            weights: WeightFormat::Float32,
            is_pooled_by_model: false,
            linear_layers: 8,
            attentions: 2,
            norms: 5,
            slow_operators: BTreeMap::new(),
            operators_left: Vec::new(),
            texts_per_second: 500.0,
        }
    }
}
