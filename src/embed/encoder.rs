//! A sentence encoder: tokenizer, tract, pooling.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokenizers::{Encoding, Tokenizer, TruncationParams};
use tract_onnx::prelude::*;
use tract_onnx::tract_core::internal::{DimLike, ToDim, TractErrorContext, bail, ensure};
use tract_onnx::tract_core::ops::array::Gather;

use super::batch::batches;
use super::operators::Pool;
use super::rules;
use super::strict::make_strict;
use crate::error::EmbedError;

/// Tokens of a batch, padding included: enough to keep the products busy, few enough to stay in the cache.
const TOKENS_PER_BATCH: usize = 512;

/// The small config.json beside the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelConfig {
    /// What the model is called.
    pub name: String,
    /// d.
    pub dimensions: usize,
    /// Tokens of a text that are read, the special ones included; what follows them is not.
    pub max_length: usize,
    /// Put before every text.
    pub prefix: String,
    /// How the vectors of a text's tokens become one.
    pub pooling: Pooling,
}

/// How the vectors of a text's tokens become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pooling {
    /// Their mean.
    Mean,
    /// The first one.
    Cls,
}

/// A loaded model. Threads can share it.
#[derive(Debug)]
pub struct Encoder {
    tokenizer: Tokenizer,
    model: Arc<TypedRunnableModel>,
    /// What each input of the model holds, in its order.
    inputs: Vec<Input>,
    /// Rows of the model's table of tokens, where the model has one that can be seen.
    vocabulary: Option<usize>,
    config: ModelConfig,
    operators_left: Vec<String>,
}

/// The inputs of BERT and its kin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Input {
    Ids,
    Mask,
    Types,
}

impl Encoder {
    /// Reads the ONNX file, tokenizer.json and config.json, and embeds one text to see that they fit.
    ///
    /// The model takes `input_ids` and, if it likes, `attention_mask` and `token_type_ids`, all batch×length of
    /// int64; its first output is batch×length×d of float32.
    ///
    /// # Errors
    /// [`EmbedError::Model`], [`EmbedError::Tokenizer`] or [`EmbedError::ModelConfig`] for the file that is broken or
    /// does not fit the others.
    pub fn new(onnx: &[u8], tokenizer: &[u8], config: &[u8]) -> Result<Encoder, EmbedError> {
        let config: ModelConfig = serde_json::from_slice(config).map_err(|error| EmbedError::ModelConfig {
            reason: error.to_string(),
        })?;
        let tokenizer = open_tokenizer(tokenizer, &config)?;
        let model = read_model(onnx, &config).map_err(|error| model_error(&error))?;
        let encoder = model.open(tokenizer, config).map_err(|error| model_error(&error))?;
        encoder.encode(&["one text"])?;
        Ok(encoder)
    }

    /// What config.json says.
    pub fn config(&self) -> &ModelConfig {
        &self.config
    }

    /// d.
    pub fn dimensions(&self) -> usize {
        self.config.dimensions
    }

    /// The operators of the model that are not in strict arithmetic; none for the model that comes with this
    /// program. With some, the last bits of a vector may depend on its batch and on the machine.
    pub fn operators_left(&self) -> &[String] {
        &self.operators_left
    }

    /// Unit vectors of `texts`, n×d row-major, in their order. The same bits for a text whatever its batch.
    ///
    /// # Errors
    /// [`EmbedError::NotFinite`] for a text whose vector is not finite or zero, [`EmbedError::Model`] when the
    /// model cannot run.
    pub fn encode(&self, texts: &[&str]) -> Result<Vec<f32>, EmbedError> {
        let encodings: Vec<Encoding> = texts.iter().map(|text| self.tokenize(text)).collect::<Result<_, _>>()?;
        let lengths: Vec<usize> = encodings.iter().map(Encoding::len).collect();
        let mut vectors = vec![0.0; texts.len() * self.dimensions()];
        for batch in batches(&lengths, TOKENS_PER_BATCH) {
            let encodings: Vec<&Encoding> = batch.iter().map(|&index| &encodings[index as usize]).collect();
            let rows = self.run(&encodings).map_err(|error| model_error(&error))?;
            let rows = rows.to_plain_array_view::<f32>().map_err(|error| model_error(&error))?;
            for (&index, row) in batch.iter().zip(rows.outer_iter()) {
                if row.iter().all(|&x| x == 0.0) {
                    return Err(EmbedError::NotFinite { instance: index });
                }
                let vector = &mut vectors[index as usize * self.dimensions()..][..self.dimensions()];
                vector.iter_mut().zip(row).for_each(|(slot, &x)| *slot = x);
            }
        }
        Ok(vectors)
    }

    fn tokenize(&self, text: &str) -> Result<Encoding, EmbedError> {
        let text = format!("{}{text}", self.config.prefix);
        let encoding = self.tokenizer.encode_fast(text, true).map_err(tokenizer_error)?;
        if let Some(vocabulary) = self.vocabulary
            && let Some(id) = encoding.get_ids().iter().find(|&&id| id as usize >= vocabulary)
        {
            return Err(EmbedError::Tokenizer {
                reason: format!("it gives token {id}, the model has {vocabulary}"),
            });
        }
        Ok(encoding)
    }

    /// Unit vectors, batch×d; zeros for a text that has none.
    fn run(&self, encodings: &[&Encoding]) -> TractResult<Tensor> {
        let length = encodings.iter().map(|encoding| encoding.len()).max().unwrap_or(0);
        let mut inputs = tvec!();
        for input in &self.inputs {
            let mut tensor = Tensor::zero::<i64>(&[encodings.len(), length])?;
            let mut rows = tensor.to_plain_array_view_mut::<i64>()?;
            for (mut row, encoding) in rows.outer_iter_mut().zip(encodings) {
                let values = match input {
                    Input::Ids => encoding.get_ids(),
                    Input::Mask => encoding.get_attention_mask(),
                    Input::Types => encoding.get_type_ids(),
                };
                row.iter_mut()
                    .zip(values)
                    .for_each(|(slot, &value)| *slot = i64::from(value));
            }
            inputs.push(tensor.into_tvalue());
        }
        Ok(self.model.run(inputs)?.remove(0).into_tensor())
    }
}

fn open_tokenizer(bytes: &[u8], config: &ModelConfig) -> Result<Tokenizer, EmbedError> {
    let mut tokenizer = Tokenizer::from_bytes(bytes).map_err(tokenizer_error)?;
    tokenizer.with_padding(None);
    tokenizer.with_truncation(None).map_err(tokenizer_error)?;
    let special = tokenizer.encode("", true).map_err(tokenizer_error)?.len();
    if special == 0 {
        return Err(EmbedError::Tokenizer {
            reason: "it gives no token for an empty text".into(),
        });
    }
    if config.max_length <= special {
        return Err(EmbedError::ModelConfig {
            reason: format!(
                "max_length is {}, and special tokens alone are {special}",
                config.max_length
            ),
        });
    }
    let truncation = TruncationParams {
        max_length: config.max_length,
        ..TruncationParams::default()
    };
    tokenizer.with_truncation(Some(truncation)).map_err(tokenizer_error)?;
    Ok(tokenizer)
}

/// A model that fits an encoder, in tract's operators.
struct ReadModel {
    graph: TypedModel,
    inputs: Vec<Input>,
}

fn read_model(mut onnx: &[u8], config: &ModelConfig) -> TractResult<ReadModel> {
    let mut reader = tract_onnx::onnx();
    rules::keep_bytes(&mut reader);
    let mut graph = reader.model_for_read(&mut onnx)?;
    let shape = [
        graph.symbols.sym("batch").to_dim(),
        graph.symbols.sym("length").to_dim(),
    ];
    let mut inputs = Vec::new();
    for (index, outlet) in graph.input_outlets()?.to_vec().into_iter().enumerate() {
        let name = graph.node(outlet.node).name.clone();
        inputs.push(match name.as_str() {
            "input_ids" => Input::Ids,
            "attention_mask" => Input::Mask,
            "token_type_ids" => Input::Types,
            _ => bail!("it has an input `{name}`, which is none of a sentence encoder's"),
        });
        graph.set_input_fact(index, i64::fact(&shape).into())?;
    }
    ensure!(inputs.contains(&Input::Ids), "it has no input `input_ids`");
    let output = *graph.output_outlets()?.first().context("it has no output")?;
    graph.select_output_outlets(&[output])?;
    let graph = graph.into_typed()?.into_decluttered()?;
    let fact = graph.output_fact(0)?;
    ensure!(
        fact.datum_type == DatumType::F32 && fact.rank() == 3 && fact.shape[2] == config.dimensions.to_dim(),
        "its first output is {fact:?}, not batch×length×{} of float32",
        config.dimensions
    );
    Ok(ReadModel { graph, inputs })
}

impl ReadModel {
    fn open(mut self, tokenizer: Tokenizer, config: ModelConfig) -> TractResult<Encoder> {
        let vocabulary = self.vocabulary()?;
        rules::apply(&mut self.graph)?;
        self.pool(config.pooling)?;
        let operators_left = make_strict(&mut self.graph)?;
        let model = self.graph.into_runnable()?;
        Ok(Encoder {
            tokenizer,
            model,
            inputs: self.inputs,
            vocabulary,
            config,
            operators_left,
        })
    }

    /// Lets the graph end in one vector a text.
    fn pool(&mut self, pooling: Pooling) -> TractResult<()> {
        let mask = match self.inputs.iter().position(|&input| input == Input::Mask) {
            Some(mask) => self.graph.input_outlets()?[mask],
            None => {
                let shape = self.graph.outlet_fact(self.graph.input_outlets()?[0])?.shape.clone();
                self.inputs.push(Input::Mask);
                self.graph.add_source("attention_mask", i64::fact(shape))?
            }
        };
        let tokens = self.graph.output_outlets()?[0];
        let vectors = self.graph.wire_node("pool", Pool(pooling), &[tokens, mask])?;
        self.graph.select_output_outlets(&vectors)
    }

    /// Rows of the table that the ids look up.
    fn vocabulary(&self) -> TractResult<Option<usize>> {
        let ids = self
            .inputs
            .iter()
            .position(|&input| input == Input::Ids)
            .context("it has no input `input_ids`")?;
        let ids = self.graph.input_outlets()?[ids];
        for node in self.graph.nodes() {
            if let Some(gather) = node.op_as::<Gather>()
                && node.inputs[1] == ids
            {
                return Ok(self.graph.outlet_fact(node.inputs[0])?.shape[gather.axis]
                    .to_usize()
                    .ok());
            }
        }
        Ok(None)
    }
}

fn model_error(error: &TractError) -> EmbedError {
    EmbedError::Model {
        reason: format!("{error:#}"),
    }
}

fn tokenizer_error(error: tokenizers::Error) -> EmbedError {
    EmbedError::Tokenizer {
        reason: error.to_string(),
    }
}
