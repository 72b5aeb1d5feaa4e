//! A sentence encoder: tokenizer, tract model and pooling.
#![expect(
    clippy::disallowed_types,
    reason = "measures the speed of an encoder that the user brings; no embedding depends on it"
)]

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::iter;
use std::sync::Arc;

use tokenizers::{Encoding, Tokenizer, TruncationParams};
use tract_onnx::pb::ModelProto;
use tract_onnx::prelude::*;
use tract_onnx::tract_core::internal::{DimLike, Op, ToDim, TractErrorContext, bail, ensure};
use tract_onnx::tract_core::ops::array::{CumSum, Gather, Slice};
use tract_onnx::tract_core::ops::binary::TypedBinOp;
use tract_onnx::tract_core::ops::cast::Cast;
use tract_onnx::tract_core::ops::math::{Add, Mul};
use tract_onnx::tract_hir::infer::Factoid;
use web_time::Instant;

use super::cut::CutRules;
use super::deterministic::{replace_nondeterministic_ops, slow_operators};
use super::errors::{in_model, in_tokenizer, model_error, tokenizer_error};
use super::onnx;
use super::onnx_ops;
use super::operators::{Attention, BlockTable, Linear, Norm, Pool};
use super::rewrites;
use super::tokens::{self, ReadTokenizer};
use super::unigram::{Pieces, Unigram};
use super::weights::{self, EncoderWeights, Input};
use super::word_piece::BertTokenizer;
use fastgas_embedding::Encoded;
use fastgas_embedding::batches;
use fastgas_embedding::{ConfigReason, EmbedError, ModelReason, TokenizerReason};
use fastgas_embedding::{EncoderReport, WeightFormat};
use fastgas_embedding::{ModelConfig, ModelFile, Pooling};

/// Maximum number of tokens in a batch, including padding. A text with more tokens forms its own batch.
/// A full batch is large enough for fast matrix products.
/// The queries, keys and values of a full batch (usually 900 kB) stay in the L2 cache until attention reads them.
/// The maximum is a multiple of the tile height: the number of rows that a matrix product computes at a time.
const TOKENS_PER_BATCH: usize = 192;

/// Maximum number of tokens per text if neither the config nor the tokenizer nor the model defines a maximum.
/// The default equals BERT's maximum number of tokens.
const DEFAULT_MAX_LENGTH: usize = 512;

/// Texts of about twelve tokens, which [`Encoder::report`] embeds to measure the model's speed.
const PROBE_TEXTS: [&str; 8] = [
    "My card has not arrived yet, and it is two weeks now.",
    "A small library that reads and writes tables of numbers.",
    "Where can I see how much I paid last month?",
    "The film begins slowly and ends better than one expects.",
    "Tools to look at what the network is doing.",
    "How do I change the address on my account?",
    "She scored twice in the last minutes of the game.",
    "An editor for music, with notes for every instrument.",
];
/// Minimum duration of the speed measurement in seconds.
const PROBE_SECONDS: f64 = 0.2;

/// A loaded sentence encoder. Several threads can use one encoder at the same time.
#[derive(Debug)]
pub struct Encoder {
    tokenizer: TextTokenizer,
    model: Arc<TypedRunnableModel>,
    /// The meaning of each model input, in input order.
    inputs: Vec<Input>,
    is_pooled_by_model: bool,
    reads_mask: bool,
    padding: u32,
    /// Number of rows in the model's token embedding table. `None` if the graph has no recognizable table.
    vocabulary: Option<usize>,
    /// Number of rows in the model's token type embedding table. `None` if the graph has no recognizable table.
    types: Option<usize>,
    dimensions: usize,
    config: ModelConfig,
    bytes: usize,
    weights: WeightFormat,
    has_int4_table: bool,
    operators_left: Vec<String>,
}

#[derive(Debug)]
enum TextTokenizer {
    Hub(HubTokenizer),
    Unigram(Unigram),
}

#[derive(Debug)]
struct HubTokenizer {
    tokenizer: Box<Tokenizer>,
    cutter: CutRules,
    /// A faster tokenizer, which returns the same tokens as `tokenizer` for most texts and rejects all other texts.
    /// `None` if `tokenizer` is not a standard BERT tokenizer.
    bert: Option<Box<BertTokenizer>>,
}

/// The tokens of a text, truncated to the maximum number of tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// The vocabulary id of each token. There is at least one token.
    pub ids: Vec<u32>,
    /// The token type id of each token.
    pub types: Vec<u32>,
    /// Index of the first token that is pooled: the first token after the instruction, or 0 without an instruction.
    pub first_pooled: usize,
}

struct OperatorCounts {
    linear_layers: usize,
    attentions: usize,
    norms: usize,
    slow_operators: BTreeMap<String, usize>,
}

impl Input {
    fn called(name: &str) -> TractResult<Input> {
        Ok(match name {
            "input_ids" => Input::Ids,
            "attention_mask" => Input::Mask,
            "token_type_ids" => Input::Types,
            "position_ids" => Input::Positions,
            _ => bail!(ModelReason::OtherInput { name: name.into() }),
        })
    }
}

impl Encoder {
    /// Opens an encoder like [`Encoder::open`], but from an ONNX file in this program's memory.
    /// If the file is passed by value, its bytes are freed before the model is built.
    ///
    /// # Errors
    /// Returns any error from [`Encoder::open`].
    pub fn new<'a>(onnx: impl Into<Cow<'a, [u8]>>, tokenizer: &[u8], config: &[u8]) -> Result<Encoder, EmbedError> {
        Encoder::open(ModelFile::Owned(onnx.into().into_owned()), tokenizer, config)
    }

    /// Reads an ONNX file, a tokenizer and this project's config.json.
    /// Embeds one text to check that the files fit together.
    ///
    /// The model must have the input `input_ids`.
    /// The inputs `attention_mask`, `token_type_ids` and `position_ids` (0, 1, 2, …) are optional.
    /// All inputs have shape batch×length and type int64 or int32.
    /// The output is the first of `last_hidden_state`, `token_embeddings` and `sentence_embedding` that the model has.
    /// A model without an output of one of these names uses its first output.
    /// The output must consist of floats of shape batch×length×d, which are pooled according to the config.
    /// If the model itself pools the tokens, the output has shape batch×d.
    ///
    /// # Errors
    /// Returns [`EmbedError::Model`], [`EmbedError::Tokenizer`] or [`EmbedError::ModelConfig`] for a malformed file.
    /// The same errors are returned for files that do not fit together.
    pub fn open(onnx: ModelFile, tokenizer: &[u8], config: &[u8]) -> Result<Encoder, EmbedError> {
        let mut config = ModelConfig::read(config)?;
        let model = in_model(|| read_model(onnx, &config))?;
        let positions = in_model(|| model.positions())?;
        let tokenizer = in_tokenizer(|| open_tokenizer(tokenizer, &mut config, positions))?;
        let encoder = in_model(|| model.open(tokenizer, config))?;
        encoder.encode(&["one text"])?;
        Ok(encoder)
    }

    /// The config of the encoder, including the vector dimension and the maximum number of tokens.
    pub fn config(&self) -> &ModelConfig {
        &self.config
    }

    /// The dimension d of the embedding vectors.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The operators that have no deterministic replacement. The list is empty for the built-in model.
    /// If the list is not empty, the last bits of a vector may depend on its batch and on the machine.
    pub fn operators_left(&self) -> &[String] {
        &self.operators_left
    }

    /// Describes the loaded model. Embeds some texts for a fraction of a second to measure the model's speed.
    ///
    /// # Errors
    /// Returns any error from [`Encoder::encode`].
    pub fn report(&self) -> Result<EncoderReport, EmbedError> {
        let begin = Instant::now();
        let mut n_texts = 0;
        while begin.elapsed().as_secs_f64() < PROBE_SECONDS {
            self.encode(&PROBE_TEXTS)?;
            n_texts += PROBE_TEXTS.len();
        }
        let texts_per_second = n_texts as f64 / begin.elapsed().as_secs_f64();
        let pieces = self.pieces();
        Ok(EncoderReport {
            config: self.config.clone(),
            vocabulary: self.vocabulary,
            bytes: self.bytes as u64,
            weights: self.weights,
            has_int4_table: self.has_int4_table,
            is_pooled_by_model: self.is_pooled_by_model,
            linear_layers: pieces.linear_layers,
            attentions: pieces.attentions,
            norms: pieces.norms,
            slow_operators: pieces.slow_operators,
            operators_left: self.operators_left.clone(),
            texts_per_second,
        })
    }

    fn pieces(&self) -> OperatorCounts {
        let graph = self.model.model();
        OperatorCounts {
            linear_layers: count::<Linear>(graph),
            attentions: count::<Attention>(graph),
            norms: count::<Norm>(graph),
            slow_operators: slow_operators(graph),
        }
    }

    /// Returns the unit vectors of `texts` in the same order as the texts, and how many bytes of each text were read.
    /// Only the beginning of a text with more tokens than the maximum is read.
    /// The bits of a vector do not depend on the other texts in its batch if [`Encoder::operators_left`] is empty.
    ///
    /// # Errors
    /// Returns [`EmbedError::NotFinite`] for a text whose vector is zero or not finite.
    /// Returns [`EmbedError::TooLong`] for a text that is too long to be tokenized.
    /// Returns [`EmbedError::Model`] if the model cannot run.
    pub fn encode(&self, texts: &[&str]) -> Result<Encoded, EmbedError> {
        let (tokens, bytes_read) = self.tokens(texts)?;
        let rows = self.encode_tokens(&tokens)?;
        Ok(Encoded { rows, bytes_read })
    }

    /// Returns the tokens of each text, and how many bytes of each text the tokens cover.
    ///
    /// # Errors
    /// Returns [`EmbedError::TooLong`] for a text that is too long to be tokenized.
    /// Returns [`EmbedError::Tokenizer`] if the tokenizer fails.
    pub fn tokens(&self, texts: &[&str]) -> Result<(Vec<Tokens>, Vec<u32>), EmbedError> {
        in_tokenizer(|| {
            (0..)
                .zip(texts)
                .map(|(instance, text)| self.tokenize(instance, text))
                .collect::<Result<_, _>>()
        })
    }

    /// Returns the unit vectors of n texts, given their tokens from [`Encoder::tokens`]. The result has the shape n×d.
    /// The vectors equal the vectors of [`Encoder::encode`].
    ///
    /// # Errors
    /// Returns [`EmbedError::NotFinite`] for a text whose vector is zero or not finite.
    /// Returns [`EmbedError::Model`] if the model cannot run.
    pub fn encode_tokens(&self, texts: &[Tokens]) -> Result<Vec<f32>, EmbedError> {
        let lengths: Vec<usize> = texts.iter().map(|tokens| tokens.ids.len()).collect();
        let mut rows = vec![0.0; texts.len() * self.dimensions()];
        let mut batches = batches(&lengths, TOKENS_PER_BATCH);
        if !self.reads_mask {
            // A model without a mask reads padding as tokens, so its batches contain only texts of equal length.
            let has_same_length = |a: &u32, b: &u32| lengths[*a as usize] == lengths[*b as usize];
            batches = batches
                .iter()
                .flat_map(|batch| batch.chunk_by(has_same_length))
                .map(<[u32]>::to_vec)
                .collect();
        }
        for batch in batches {
            let tokens: Vec<&Tokens> = batch.iter().map(|&index| &texts[index as usize]).collect();
            let vectors = in_model(|| self.run(&tokens))?;
            let vectors = vectors
                .to_plain_array_view::<f32>()
                .map_err(|error| model_error(&error))?;
            for (&index, vector) in batch.iter().zip(vectors.outer_iter()) {
                if vector.iter().all(|&x| x == 0.0) {
                    return Err(EmbedError::NotFinite { instance: index });
                }
                let row = &mut rows[index as usize * self.dimensions()..][..self.dimensions()];
                row.iter_mut().zip(vector).for_each(|(slot, &x)| *slot = x);
            }
        }
        Ok(rows)
    }

    /// The weights of the model, if the model consists of the operators that [`EncoderWeights`] describes.
    pub fn weights(&self) -> Option<EncoderWeights> {
        weights::read(self.model.model(), &self.inputs)
    }

    /// Returns the tokens that the model reads from a text, and the number of bytes that these tokens cover.
    fn tokenize(&self, instance: u32, text: &str) -> Result<(Tokens, u32), EmbedError> {
        let (tokens, end) = match &self.tokenizer {
            TextTokenizer::Hub(hub) => self.tokenize_by_hub(hub, instance, text)?,
            TextTokenizer::Unigram(unigram) => self.tokenize_by_unigram(unigram, instance, text)?,
        };
        for (is_token, ids, rows) in [(true, &tokens.ids, self.vocabulary), (false, &tokens.types, self.types)] {
            let rows = rows.unwrap_or(usize::MAX);
            if let Some(&id) = ids.iter().find(|&&id| id as usize >= rows) {
                let (id, limit) = (u64::from(id), rows as u64);
                let reason = match is_token {
                    true => TokenizerReason::Token { id, limit },
                    false => TokenizerReason::TokenType { id, limit },
                };
                return Err(EmbedError::Tokenizer { reason });
            }
        }
        Ok((tokens, end))
    }

    fn max_length(&self) -> usize {
        self.config.max_length.unwrap_or(DEFAULT_MAX_LENGTH)
    }

    /// The prefix that the encoder puts before every text: the instruction and the prompt.
    fn text_before(&self) -> String {
        format!("{}{}", self.config.instruction, self.config.prefix)
    }

    fn tokenize_by_unigram(&self, unigram: &Unigram, instance: u32, text: &str) -> Result<(Tokens, u32), EmbedError> {
        let before = self.text_before();
        let pieces = unigram
            .tokens([&before, text], self.max_length().saturating_sub(2))
            .map_err(|part| EmbedError::TooLong {
                instance,
                bytes: part.bytes as u64,
                limit: part.limit as u64,
            })?;
        // A token that begins within the instruction belongs to the instruction.
        // Each token begins at the end of the previous token.
        let instruction = self.config.instruction.len();
        let begins = iter::once(&0).chain(&pieces.ends);
        let n_before = begins
            .take(pieces.ids.len())
            .take_while(|&&begin| (begin as usize) < instruction)
            .count();
        let first_pooled = match n_before {
            0 => 0,
            _ => n_before + 1,
        };
        let ids = [&[unigram.begin()], &*pieces.ids, &[unigram.end()]].concat();
        let tokens = Tokens {
            types: vec![0; ids.len()],
            ids,
            first_pooled,
        };
        Ok((tokens, read_bytes(&pieces, &before, text)))
    }

    fn tokenize_by_hub(&self, hub: &HubTokenizer, instance: u32, text: &str) -> Result<(Tokens, u32), EmbedError> {
        let HubTokenizer {
            tokenizer,
            cutter,
            bert,
        } = hub;
        let max_length = self.max_length();
        let mut least = CutRules::first(max_length);
        loop {
            let piece = cutter.prefix(text, least);
            let too_long = |(bytes, limit)| EmbedError::TooLong { instance, bytes, limit };
            cutter.check(tokenizer, piece).map_err(too_long)?;
            let is_whole = piece.len() == text.len();
            if let Some((tokens, end, is_truncated)) =
                bert.as_deref().and_then(|bert| self.tokenize_by_bert(bert, piece))
            {
                if is_truncated || is_whole {
                    return Ok((tokens, end));
                }
            } else {
                let (encoding, end) = self.tokenize_whole(tokenizer, piece)?;
                let is_truncated = !encoding.get_overflowing().is_empty();
                if is_truncated || is_whole {
                    return Ok((self.tokens_of(&encoding), end));
                }
                // The tokenizers library stops at the maximum number of tokens.
                // Without special tokens, the library does not report whether the text has more tokens.
                let has_special = encoding.get_special_tokens_mask().contains(&1);
                if encoding.len() >= max_length && !has_special {
                    return Ok((self.tokens_of(&encoding), text.len() as u32));
                }
            }
            // The prefix of the text has fewer tokens than the model reads, so the next attempt uses a longer prefix.
            least = piece.len() * 4;
        }
    }

    fn tokens_of(&self, encoding: &Encoding) -> Tokens {
        let first_pooled = match self.has_places() {
            true => after_instruction(encoding, &self.config.instruction),
            false => 0,
        };
        Tokens {
            ids: encoding.get_ids().to_vec(),
            types: encoding.get_type_ids().to_vec(),
            first_pooled,
        }
    }

    /// Returns the tokens of a text, the number of bytes that they cover, and whether the text has more tokens.
    /// Returns `None` for a text that needs the tokenizers library.
    fn tokenize_by_bert(&self, bert: &BertTokenizer, text: &str) -> Option<(Tokens, u32, bool)> {
        // An instruction requires the offsets of tokens, which the BERT tokenizer does not return.
        if self.has_places() {
            return None;
        }
        let before = self.text_before();
        let pieces = bert.tokens(&joined(&before, text), self.max_length().saturating_sub(2))?;
        let ids = [&[bert.begin()], &*pieces.ids, &[bert.end()]].concat();
        let tokens = Tokens {
            types: vec![0; ids.len()],
            ids,
            first_pooled: 0,
        };
        Some((tokens, read_bytes(&pieces, &before, text), pieces.is_truncated))
    }

    fn has_places(&self) -> bool {
        self.inputs.contains(&Input::Pooled)
    }

    /// Tokenizes a text with the tokenizers library. The text must be within the size limit.
    /// Returns the tokens and how many bytes of the text the tokens cover.
    fn tokenize_whole(&self, tokenizer: &Tokenizer, text: &str) -> Result<(Encoding, u32), EmbedError> {
        let before = self.text_before();
        let input = joined(&before, text);
        let with_places = || tokenizer.encode(&*input, true).map_err(tokenizer_error);
        // Token offsets make tokenization slower, and most texts do not need offsets.
        let has_places = self.has_places();
        let mut encoding = match has_places {
            true => with_places()?,
            false => tokenizer.encode_fast(&*input, true).map_err(tokenizer_error)?,
        };
        let mut end = text.len();
        if !encoding.get_overflowing().is_empty() {
            if !has_places {
                encoding = with_places()?;
            }
            let last = encoding.get_offsets().iter().map(|offsets| offsets.1).max();
            end = text.floor_char_boundary(last.unwrap_or(0).saturating_sub(before.len()));
        }
        Ok((encoding, end as u32))
    }

    /// Returns unit vectors of shape batch×d. A text without a valid vector gets a zero vector.
    fn run(&self, encodings: &[&Tokens]) -> TractResult<Tensor> {
        let length = encodings.iter().map(|tokens| tokens.ids.len()).max().unwrap_or(0);
        let positions: Vec<u32> = (0..length as u32).collect();
        let ones = vec![1; length];
        let mut inputs = tvec!();
        for input in &self.inputs {
            let mut tensor = Tensor::zero::<i64>(&[encodings.len(), length])?;
            if *input == Input::Ids {
                tensor.fill_t(i64::from(self.padding))?;
            }
            let mut rows = tensor.to_plain_array_view_mut::<i64>()?;
            for (mut row, tokens) in rows.outer_iter_mut().zip(encodings) {
                let own_length = tokens.ids.len();
                let (first, values) = match input {
                    Input::Ids => (0, &tokens.ids[..]),
                    Input::Mask => (0, &ones[..own_length]),
                    Input::Types => (0, &tokens.types[..]),
                    Input::Positions => (0, &positions[..own_length]),
                    Input::Pooled => (tokens.first_pooled, &ones[tokens.first_pooled..own_length]),
                };
                row.iter_mut()
                    .skip(first)
                    .zip(values)
                    .for_each(|(slot, &value)| *slot = i64::from(value));
            }
            inputs.push(tensor.into_tvalue());
        }
        Ok(self.model.run(inputs)?.remove(0).into_tensor())
    }
}

fn joined<'t>(before: &str, text: &'t str) -> Cow<'t, str> {
    match before {
        "" => Cow::Borrowed(text),
        before => Cow::Owned(format!("{before}{text}")),
    }
}

/// Returns how many bytes of `text` the tokens cover.
/// The tokens belong to `before` (the prefix) followed by `text`.
fn read_bytes(pieces: &Pieces, before: &str, text: &str) -> u32 {
    let end = match pieces.ends.last() {
        Some(&last) if pieces.is_truncated => text.floor_char_boundary((last as usize).saturating_sub(before.len())),
        _ => text.len(),
    };
    end as u32
}

/// Returns the index of the first token after the instruction.
/// If no token follows the instruction, returns 0, so that the instruction itself is pooled.
/// A token that begins within the instruction belongs to the instruction.
fn after_instruction(encoding: &Encoding, instruction: &str) -> usize {
    let tokens = encoding.get_offsets().iter().zip(encoding.get_special_tokens_mask());
    let first = tokens
        .enumerate()
        .rfind(|(_, (offsets, special))| **special == 0 && offsets.0 < instruction.len())
        .map_or(0, |(last, _)| last + 1);
    if first < encoding.len() { first } else { 0 }
}

/// Opens the tokenizer and writes the maximum number of tokens per text into the config.
/// If the config has no maximum, the smaller of the tokenizer's and the model's maximum is used.
fn open_tokenizer(
    bytes: &[u8],
    config: &mut ModelConfig,
    positions: Option<usize>,
) -> Result<TextTokenizer, EmbedError> {
    let before = format!("{}{}", config.instruction, config.prefix);
    if Unigram::is_unigram(bytes) {
        let unigram = Unigram::read(bytes)?;
        let pieces = unigram.tokens([&before, ""], usize::MAX);
        let fixed = pieces.map_or(usize::MAX, |pieces| pieces.ids.len() + 2);
        set_max_length(config, None, positions, fixed)?;
        return Ok(TextTokenizer::Unigram(unigram));
    }
    let ReadTokenizer {
        mut tokenizer,
        max_length: own_length,
        cutter,
        vocabulary,
    } = tokens::read(bytes)?;
    let length = |text: &str| Ok::<_, EmbedError>(tokenizer.encode_fast(text, true).map_err(tokenizer_error)?.len());
    if length("")? == 0 {
        return Err(EmbedError::Tokenizer {
            reason: TokenizerReason::NoToken,
        });
    }
    let max_length = set_max_length(config, own_length, positions, length(&before)?)?;
    let truncation = TruncationParams {
        max_length,
        ..TruncationParams::default()
    };
    tokenizer.with_truncation(Some(truncation)).map_err(tokenizer_error)?;
    let bert = vocabulary.and_then(|vocabulary| BertTokenizer::new(vocabulary, &tokenizer));
    Ok(TextTokenizer::Hub(HubTokenizer {
        tokenizer: Box::new(tokenizer),
        cutter,
        bert: bert.map(Box::new),
    }))
}

/// Writes the maximum number of tokens into the config and returns the maximum.
/// `own_length` is the tokenizer's maximum, and `positions` is the model's maximum.
/// `fixed` is the number of tokens that are added to every text: special tokens, instruction and prompt.
fn set_max_length(
    config: &mut ModelConfig,
    own_length: Option<usize>,
    positions: Option<usize>,
    fixed: usize,
) -> Result<usize, EmbedError> {
    let max_length = config.max_length.unwrap_or_else(|| {
        let lengths = [own_length, positions];
        lengths.into_iter().flatten().min().unwrap_or(DEFAULT_MAX_LENGTH)
    });
    let invalid = |reason| Err(EmbedError::ModelConfig { reason });
    if max_length <= fixed {
        return invalid(ConfigReason::NoRoom {
            max_length: max_length as u64,
            fixed: fixed as u64,
        });
    }
    if let Some(positions) = positions.filter(|&positions| positions < max_length) {
        return invalid(ConfigReason::Positions {
            max_length: max_length as u64,
            positions: positions as u64,
        });
    }
    config.max_length = Some(max_length);
    Ok(max_length)
}

/// A model that consists of tract's operators and has the inputs and outputs of an encoder.
struct ReadModel {
    graph: TypedModel,
    inputs: Vec<Input>,
    dimensions: usize,
    bytes: usize,
    weights: WeightFormat,
    has_int4_table: bool,
}

/// Preferred outputs of the model, in descending order of preference.
/// A model without a preferred output uses its first output.
/// A model with the output `sentence_embedding` pools the tokens itself.
const OUTPUTS: [&str; 3] = ["last_hidden_state", "token_embeddings", "sentence_embedding"];

fn read_model(onnx: ModelFile, config: &ModelConfig) -> TractResult<ReadModel> {
    let bytes = onnx.len();
    let (proto, weights, nibbles) = onnx::read(onnx)?;
    let outputs = proto.graph.iter().flat_map(|graph| &graph.output);
    let names: Vec<String> = outputs.map(|output| output.name.clone()).collect();
    let slot = OUTPUTS
        .iter()
        .find_map(|name| names.iter().position(|other| other == name))
        .unwrap_or(0);
    let name = names.get(slot).ok_or(ModelReason::NoOutput)?;
    let direct = |graph| onnx::direct(graph, nibbles.as_ref(), name);
    let graph = match proto.graph.as_ref().and_then(direct) {
        Some(graph) => graph,
        None => by_rules(&proto, slot)?,
    };
    drop(proto);
    let inputs: Vec<Input> = graph
        .input_outlets()?
        .iter()
        .map(|outlet| Input::called(&graph.node(outlet.node).name))
        .collect::<TractResult<_>>()?;
    ensure!(
        inputs.contains(&Input::Ids),
        ModelReason::NoInput {
            name: "input_ids".into()
        }
    );
    let fact = graph.output_fact(0)?;
    ensure!(
        fact.datum_type == DatumType::F32 && matches!(fact.rank(), 2 | 3),
        ModelReason::OutputType {
            name: name.clone(),
            found: format!("{fact:?}"),
        }
    );
    let is_pooled = fact.rank() == 2;
    ensure!(
        !is_pooled || config.instruction.is_empty(),
        ModelReason::Pooled { name: name.clone() }
    );
    let dimensions = fact.shape[fact.rank() - 1]
        .to_usize()
        .with_context(|| format!("its output is `{fact:?}`"))?;
    ensure!(
        dimensions > 0 && config.dimensions.is_none_or(|stated| stated == dimensions),
        ModelReason::Dimensions {
            found: dimensions as u64,
            expected: config.dimensions.unwrap_or_default() as u64,
        }
    );
    Ok(ReadModel {
        graph,
        inputs,
        dimensions,
        bytes,
        weights,
        has_int4_table: nibbles.is_some(),
    })
}

/// Builds a model on the general path: tract infers the types and shapes, and the rewrite rules replace operators.
/// `slot` is the index of the model's output. Operators that no rule replaces remain tract's operators.
fn by_rules(proto: &ModelProto, slot: usize) -> TractResult<TypedModel> {
    let mut reader = onnx_ops::reader();
    rewrites::keep_bytes(&mut reader);
    onnx::check_operators(&reader, proto.graph.as_ref().ok_or(ModelReason::NoGraph)?)?;
    let mut graph = reader.model_for_proto_model(proto)?;
    let shape = [
        graph.symbols.sym("batch").to_dim(),
        graph.symbols.sym("length").to_dim(),
    ];
    for (index, outlet) in graph.input_outlets()?.to_vec().into_iter().enumerate() {
        let name = &graph.node(outlet.node).name;
        Input::called(name)?;
        let fact = graph.outlet_fact(outlet)?;
        ensure!(
            fact.datum_type
                .concretize()
                .is_none_or(|datum_type| datum_type == DatumType::I64),
            ModelReason::InputType {
                name: name.clone(),
                found: format!("{:?}", fact.datum_type),
            }
        );
        graph.set_input_fact(index, i64::fact(&shape).into())?;
    }
    let output = *graph.output_outlets()?.get(slot).ok_or(ModelReason::NoOutput)?;
    graph.select_output_outlets(&[output])?;
    let mut graph = onnx::typed(graph)?;
    rewrites::apply(&mut graph)?;
    Ok(graph)
}

impl ReadModel {
    fn open(mut self, tokenizer: TextTokenizer, mut config: ModelConfig) -> TractResult<Encoder> {
        config.dimensions = Some(self.dimensions);
        let (vocabulary, types) = (self.rows(Input::Ids)?, self.rows(Input::Types)?);
        let is_pooled_by_model = self.graph.output_fact(0)?.rank() == 2;
        let reads_mask = self.inputs.contains(&Input::Mask);
        let padding = match &tokenizer {
            TextTokenizer::Hub(hub) => ["[PAD]", "<pad>"]
                .iter()
                .find_map(|token| hub.tokenizer.token_to_id(token)),
            TextTokenizer::Unigram(unigram) => Some(unigram.padding()),
        };
        let padding = padding
            .filter(|&id| vocabulary.is_none_or(|rows| (id as usize) < rows))
            .unwrap_or(0);
        self.pool(&config)?;
        let operators_left = replace_nondeterministic_ops(&mut self.graph)?;
        let model = self.graph.into_runnable()?;
        Ok(Encoder {
            tokenizer,
            model,
            inputs: self.inputs,
            is_pooled_by_model,
            reads_mask,
            padding,
            vocabulary,
            types,
            dimensions: self.dimensions,
            config,
            bytes: self.bytes,
            weights: self.weights,
            has_int4_table: self.has_int4_table,
            operators_left,
        })
    }

    /// Appends the pooling, so that the graph outputs one unit vector per text.
    fn pool(&mut self, config: &ModelConfig) -> TractResult<()> {
        let tokens = self.graph.output_outlets()?[0];
        if self.graph.outlet_fact(tokens)?.rank() == 2 {
            let vectors = self.graph.wire_node("pool", Pool(config.pooling), &[tokens])?;
            return self.graph.select_output_outlets(&vectors);
        }
        // CLS pooling ignores the instruction and uses the first token, which is trained to summarize the whole text.
        let mask = if config.instruction.is_empty() || config.pooling == Pooling::Cls {
            self.input(Input::Mask, "attention_mask")?
        } else {
            self.input(Input::Pooled, "pooled_tokens")?
        };
        let vectors = self.graph.wire_node("pool", Pool(config.pooling), &[tokens, mask])?;
        self.graph.select_output_outlets(&vectors)
    }

    /// Returns the outlet of a model input. Adds the input if the graph lacks it.
    fn input(&mut self, input: Input, name: &str) -> TractResult<OutletId> {
        let outlets = self.graph.input_outlets()?;
        if let Some(slot) = self.inputs.iter().position(|&other| other == input) {
            return Ok(outlets[slot]);
        }
        let shape = self.graph.outlet_fact(outlets[0])?.shape.clone();
        self.inputs.push(input);
        self.graph.add_source(name, i64::fact(shape))
    }

    /// Maximum number of tokens in a text: the number of rows in the smallest position table.
    /// Returns `None` if there is no position table.
    /// A position table is a constant that is sliced to the length of the text.
    /// A table whose rows are gathered by token positions is also a position table.
    fn positions(&self) -> TractResult<Option<usize>> {
        let mut positions: Option<usize> = None;
        for node in self.graph.nodes() {
            let (axis, before) = if let Some(slice) = node.op_as::<Slice>() {
                let table = self.graph.outlet_fact(node.inputs[0])?;
                if slice.end.to_usize().is_ok() || table.konst.is_none() {
                    continue;
                }
                (slice.axis, 0)
            } else if let Some(gather) = node.op_as::<Gather>()
                && let Some(before) = self.counted(node.inputs[1])?
            {
                (gather.axis, before)
            } else {
                continue;
            };
            if let Ok(rows) = self.graph.outlet_fact(node.inputs[0])?.shape[axis].to_usize() {
                let rows = rows.saturating_sub(before);
                positions = Some(positions.map_or(rows, |least| least.min(rows)));
            }
        }
        Ok(positions)
    }

    /// Number of table rows before the row of the first token, if the outlet contains token positions; otherwise `None`.
    /// Positions come from the position input or from a cumulative sum, which starts at 1.
    /// Constants may be added to the positions.
    fn counted(&self, outlet: OutletId) -> TractResult<Option<usize>> {
        let node = self.graph.node(outlet.node);
        let slot = self.graph.input_outlets()?.iter().position(|&input| input == outlet);
        if slot.is_some_and(|slot| self.inputs[slot] == Input::Positions) {
            return Ok(Some(0));
        }
        if node.op_is::<CumSum>() {
            return Ok(Some(1));
        }
        if node.op_is::<Cast>() {
            return self.counted(node.inputs[0]);
        }
        if let Some(op) = node.op_as::<TypedBinOp>() {
            for (counted, other) in [(0, 1), (1, 0)] {
                let constant = &self.graph.outlet_fact(node.inputs[other])?.konst;
                let added = match constant {
                    Some(constant) if op.0.is::<Add>() && constant.len() == 1 => {
                        usize::try_from(constant.cast_to_scalar::<i64>()?).unwrap_or(0)
                    }
                    None if op.0.is::<Mul>() => 0,
                    _ => continue,
                };
                if let Some(before) = self.counted(node.inputs[counted])? {
                    return Ok(Some(before + added));
                }
            }
        }
        Ok(None)
    }

    fn rows(&self, input: Input) -> TractResult<Option<usize>> {
        let Some(slot) = self.inputs.iter().position(|&other| other == input) else {
            return Ok(None);
        };
        let ids = self.graph.input_outlets()?[slot];
        for node in self.graph.nodes() {
            if let Some(gather) = node.op_as::<Gather>()
                && node.inputs[1] == ids
            {
                return Ok(self.graph.outlet_fact(node.inputs[0])?.shape[gather.axis]
                    .to_usize()
                    .ok());
            }
            if let Some(table) = node.op_as::<BlockTable>()
                && node.inputs[0] == ids
            {
                return Ok(Some(table.rows()));
            }
        }
        Ok(None)
    }
}

fn count<O: Op>(graph: &TypedModel) -> usize {
    graph.nodes().iter().filter(|node| node.op_is::<O>()).count()
}

#[cfg(test)]
mod import_paths_tests;
#[cfg(test)]
mod malformed_input_tests;
#[cfg(test)]
mod tests;
