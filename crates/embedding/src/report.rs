//! A report about the properties of a loaded encoder.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::config::ModelConfig;

/// Properties of a model's files, and how the program runs the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EncoderReport {
    /// The effective configuration, including the actual dimensions and maximum length.
    pub config: ModelConfig,
    /// Size of the model's vocabulary, if its token table can be recognized.
    pub vocabulary: Option<usize>,
    /// Size of the ONNX file in bytes.
    pub bytes: u64,
    /// Format of most weights in the file. A token table of 4-bit integers is ignored.
    /// For every format, the encoder computes products with constant matrices in integer arithmetic.
    pub weights: WeightFormat,
    /// Whether the token table consists of blocks of 4-bit integers with one scale per block.
    /// Reports that were stored by program versions without 4-bit tables lack this field.
    #[serde(default)]
    pub has_int4_table: bool,
    /// Whether the model pools the vectors itself. If so, the pooling in the config is ignored.
    pub is_pooled_by_model: bool,
    /// Number of matrix products with constant matrices that run in integer arithmetic.
    /// The query, key and value products of an attention layer may be merged into one product.
    pub linear_layers: usize,
    /// Number of attention layers that each run as a single operator.
    pub attentions: usize,
    /// Number of layer normalizations that each run as a single operator.
    pub norms: usize,
    /// Operators without a fast implementation, and how often each occurs. BERT-like and MPNet-like encoders have none.
    /// Operators that only copy numbers or combine at most two numbers are not counted.
    pub slow_operators: BTreeMap<String, usize>,
    /// Operators whose rounding errors may depend on the machine or on the batch.
    /// If the list is empty, every machine computes bit-identical vectors.
    pub operators_left: Vec<String>,
    /// Estimated number of short texts (about twelve tokens) that one thread embeds per second.
    /// The speed is measured for a fraction of a second, on this machine and under its current load.
    pub texts_per_second: f64,
}

/// The number format that most weights in a file have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WeightFormat {
    /// 32-bit floats.
    Float32,
    /// 16-bit floats.
    Float16,
    /// 8-bit integers, with one scale per matrix.
    Int8,
    /// 8-bit integers, with one scale per column.
    Int8PerChannel,
    /// Like [`WeightFormat::Int8`], but the file specifies integer products, as in dynamic quantization of onnxruntime.
    DynamicInt8,
    /// Like [`WeightFormat::Int8PerChannel`], but the file also specifies integer products.
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
    /// Example report about a small encoder, for use in tests.
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
            has_int4_table: false,
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
