//! Computes activation scales for quantization.
//! Runs the published weights in full precision over calibration texts.
//! Measures the input magnitudes of the linear layers.
//!
//! Activations of a layer are rounded to 128 levels per token, weights to 255 levels per column.
//! The rounding is accurate only if no input is much larger than the other inputs.
//! Therefore each input is multiplied by a scale, and the weights of the input are multiplied by the inverse of the scale.
//! The source of the scaling method is SmoothQuant (Xiao et al. 2023).
//! The scale is `largest weight^0.35 / size^0.65`, where `size` is the typical magnitude of the input.
//! The typical magnitude is the power mean with exponent 4 over all tokens, a value between the mean and the maximum.
//! Every sum has a fixed order, so the scales are the same on every machine.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow};
use fastgas::linalg::matmul::{Packed, multiply};
use tokenizers::Tokenizer;

use super::weights::{HEAD_WIDTH, HEADS, HIDDEN, LAYERS, Weights};

/// Short texts of many kinds, written for calibration: typical user requests and unusual inputs.
const WRITTEN: &str = include_str!("calibration.txt");
/// Every fourth text of the sample is used for calibration.
const SAMPLE_STEP: usize = 4;
/// Number of texts that are joined into one long text.
const JOINED: usize = 12;
/// Maximum number of tokens per text, as in the encoder.
const MOST_TOKENS: usize = 256;

/// Exponent of the activations in the formula for the scales. The exponent of the weights is 1 minus this number.
const ACTIVATIONS_SHARE: f64 = 0.65;
/// Lower bound for the magnitudes of activations and weights in the formula for the scales.
const LEAST: f64 = 1e-5;

/// Scale of each input, for each group of linear layers that share their inputs.
/// The key is the name of the first layer of the group.
pub type InputScales = BTreeMap<String, Vec<f32>>;

/// Names of the linear layers in an encoder layer, grouped by shared inputs.
pub fn groups(layer: usize) -> [Vec<String>; 4] {
    let name = |part: &str| format!("encoder.layer.{layer}.{part}");
    [
        ["query", "key", "value"]
            .map(|part| name(&format!("attention.self.{part}")))
            .into(),
        vec![name("attention.output.dense")],
        vec![name("intermediate.dense")],
        vec![name("output.dense")],
    ]
}

/// Runs the encoder over the calibration texts and `sample`. The run takes about 0.5·10¹² operations.
pub fn input_scales(weights: &Weights, tokenizer: &[u8], sample: &[String]) -> Result<InputScales> {
    let tokenizer = Tokenizer::from_bytes(tokenizer).map_err(|error| anyhow!(error))?;
    let texts = texts(&tokenizer, sample)?;
    let tokens: Vec<f64> = texts
        .iter()
        .flat_map(|text| std::iter::repeat_n((text.len() as f64).powi(-2), text.len()))
        .collect();
    let mut scales = InputScales::new();
    let mut x = embedded(weights, &texts)?;
    for layer in 0..LAYERS {
        let name = |part: &str| format!("encoder.layer.{layer}.{part}");
        let [heads, attended, inner, outer] = groups(layer);
        let mut record = |names: &[String], x: &[f32], tokens: &[f64]| -> Result<()> {
            scales.insert(names[0].clone(), scales_of(weights, names, x, tokens)?);
            Ok(())
        };
        record(&heads, &x, &tokens)?;
        let [q, k, v] = [0, 1, 2].map(|part| linear(weights, &heads[part], &x));
        let attention = attend(&texts, &q?, &k?, &v?);
        let sum = added(&x, linear(weights, &attended[0], &attention)?);
        record(&attended, &attention, &before_norm(&tokens, &sum))?;
        x = norm(weights, &name("attention.output.LayerNorm"), sum)?;
        record(&inner, &x, &tokens)?;
        let mut activated = linear(weights, &inner[0], &x)?;
        activated.iter_mut().for_each(|x| *x = gelu(*x));
        let sum = added(&x, linear(weights, &outer[0], &activated)?);
        record(&outer, &activated, &before_norm(&tokens, &sum))?;
        x = norm(weights, &name("output.LayerNorm"), sum)?;
    }
    Ok(scales)
}

/// The calibration texts are short and long, plain and unusual.
/// Rounding errors average out less in short texts.
/// Therefore each token is weighted by the inverse square of its text's length.
fn texts(tokenizer: &Tokenizer, sample: &[String]) -> Result<Vec<Vec<u32>>> {
    let written: Vec<&str> = WRITTEN.lines().collect();
    let some: Vec<&str> = sample.iter().step_by(SAMPLE_STEP).map(String::as_str).collect();
    let long = |texts: &[&str]| -> Vec<String> {
        texts
            .chunks_exact(JOINED)
            .step_by(2)
            .map(|texts| texts.join(" "))
            .collect()
    };
    let long_ones = [long(&written), long(&some)].concat();
    let mut texts = Vec::new();
    for text in written
        .iter()
        .chain(&some)
        .copied()
        .chain(long_ones.iter().map(String::as_str))
    {
        let encoding = tokenizer.encode(text, false).map_err(|error| anyhow!(error))?;
        let ids = encoding.get_ids();
        texts.push(ids[..ids.len().min(MOST_TOKENS - 2)].to_vec());
    }
    let id = |token: &str| {
        tokenizer
            .token_to_id(token)
            .with_context(|| format!("no token {token}"))
    };
    let (begin, end, first) = (id("[CLS]")?, id("[SEP]")?, id("!")?);
    // Other texts are sequences of random words of the vocabulary, and repetitions of a punctuation mark or a word.
    let n_words = tokenizer.get_vocab_size(true) as u32 - first;
    let mut walk = (0u32..).map(|step| first + step.wrapping_mul(7_919) % n_words);
    texts.extend((0..200).map(|text| walk.by_ref().take(1 + text % 16).collect()));
    for text in 0..96 {
        let token = if text % 2 == 0 {
            walk.next().context("endless")?
        } else {
            first + text % 32
        };
        texts.push(vec![token; 2 << (text % 7)]);
    }
    texts.push(vec![]);
    Ok(texts
        .into_iter()
        .map(|ids| [&[begin], &ids[..], &[end]].concat())
        .collect())
}

/// The scale for each input, for a group of linear layers that share their inputs.
fn scales_of(weights: &Weights, names: &[String], x: &[f32], tokens: &[f64]) -> Result<Vec<f32>> {
    let mut largest: Vec<f32> = Vec::new();
    for name in names {
        let (shape, weight) = weights.read(&format!("{name}.weight"))?;
        largest.resize(shape[1], 0.0);
        for row in weight.chunks_exact(shape[1]) {
            largest
                .iter_mut()
                .zip(row)
                .for_each(|(largest, x)| *largest = largest.max(x.abs()));
        }
    }
    let mut sums = vec![0f64; largest.len()];
    for (row, weight) in x.chunks_exact(sums.len()).zip(tokens) {
        for (sum, &x) in sums.iter_mut().zip(row) {
            let square = weight * f64::from(x) * f64::from(x);
            *sum += square * square;
        }
    }
    let total: f64 = tokens.iter().map(|weight| weight * weight).sum();
    let scale = |(&largest, &sum): (&f32, &f64)| {
        let size = (sum / total).sqrt().sqrt();
        let weights = libm::pow(f64::from(largest).max(LEAST), 1.0 - ACTIVATIONS_SHARE);
        (weights / libm::pow(size.max(LEAST), ACTIVATIONS_SHARE)) as f32
    };
    Ok(largest.iter().zip(&sums).map(scale).collect())
}

/// Divides the weight of each token by the variance of its row in `sum`, because layer normalization follows.
fn before_norm(tokens: &[f64], sum: &[f32]) -> Vec<f64> {
    let rows = sum.chunks_exact(HIDDEN);
    tokens
        .iter()
        .zip(rows)
        .map(|(weight, row)| weight / moments(row).1)
        .collect()
}

/// Output of the embedding layer: the normalized sum of the word, token type and position embeddings.
/// The result contains one row per token, and the rows of all texts are concatenated.
fn embedded(weights: &Weights, texts: &[Vec<u32>]) -> Result<Vec<f32>> {
    let (_, words) = weights.read("embeddings.word_embeddings.weight")?;
    let (_, types) = weights.read("embeddings.token_type_embeddings.weight")?;
    let (_, positions) = weights.read("embeddings.position_embeddings.weight")?;
    let mut sum = Vec::new();
    for text in texts {
        for (&id, position) in text.iter().zip(positions.chunks_exact(HIDDEN)) {
            let word = &words[id as usize * HIDDEN..][..HIDDEN];
            sum.extend(
                word.iter()
                    .zip(&types)
                    .zip(position)
                    .map(|((word, kind), position)| word + kind + position),
            );
        }
    }
    norm(weights, "embeddings.LayerNorm", sum)
}

fn linear(weights: &Weights, name: &str, x: &[f32]) -> Result<Vec<f32>> {
    let (shape, weight) = weights.read(&format!("{name}.weight"))?;
    let (_, bias) = weights.read(&format!("{name}.bias"))?;
    let m = x.len() / shape[1];
    let mut y = vec![0.0; m * shape[0]];
    multiply(x, m, &Packed::from_rows(&weight, shape[0], shape[1]), &mut y);
    for row in y.chunks_exact_mut(shape[0]) {
        row.iter_mut().zip(&bias).for_each(|(y, bias)| *y += bias);
    }
    Ok(y)
}

/// Attention where each token attends only to the tokens of the same text.
fn attend(texts: &[Vec<u32>], q: &[f32], k: &[f32], v: &[f32]) -> Vec<f32> {
    let mut attended = vec![0f32; q.len()];
    let mut begin = 0;
    for text in texts {
        let of_text = begin * HIDDEN..(begin + text.len()) * HIDDEN;
        let [k, v] = [k, v].map(|numbers| &numbers[of_text.clone()]);
        let queries = q[of_text.clone()].chunks_exact(HIDDEN);
        for (query, attended) in queries.zip(attended[of_text.clone()].chunks_exact_mut(HIDDEN)) {
            for head in 0..HEADS {
                let head = head * HEAD_WIDTH..(head + 1) * HEAD_WIDTH;
                let dot = |key: &[f32]| {
                    query[head.clone()]
                        .iter()
                        .zip(&key[head.clone()])
                        .map(|(a, b)| a * b)
                        .sum::<f32>()
                };
                let scores: Vec<f32> = k
                    .chunks_exact(HIDDEN)
                    .map(|key| dot(key) / (HEAD_WIDTH as f32).sqrt())
                    .collect();
                let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let shares: Vec<f32> = scores.iter().map(|score| libm::expf(score - highest)).collect();
                let total: f32 = shares.iter().sum();
                for (share, value) in shares.iter().zip(v.chunks_exact(HIDDEN)) {
                    let attended = &mut attended[head.clone()];
                    attended
                        .iter_mut()
                        .zip(&value[head.clone()])
                        .for_each(|(y, x)| *y += share / total * x);
                }
            }
        }
        begin += text.len();
    }
    attended
}

fn added(a: &[f32], mut b: Vec<f32>) -> Vec<f32> {
    b.iter_mut().zip(a).for_each(|(b, a)| *b += a);
    b
}

fn moments(row: &[f32]) -> (f64, f64) {
    let n = row.len() as f64;
    let mean = row.iter().map(|&x| f64::from(x)).sum::<f64>() / n;
    let variance = row.iter().map(|&x| (f64::from(x) - mean).powi(2)).sum::<f64>() / n;
    (mean, variance)
}

fn norm(weights: &Weights, name: &str, mut x: Vec<f32>) -> Result<Vec<f32>> {
    let (_, weight) = weights.read(&format!("{name}.weight"))?;
    let (_, bias) = weights.read(&format!("{name}.bias"))?;
    for row in x.chunks_exact_mut(HIDDEN) {
        let (mean, variance) = moments(row);
        let deviation = (variance + 1e-12).sqrt();
        for ((x, weight), bias) in row.iter_mut().zip(&weight).zip(&bias) {
            *x = ((f64::from(*x) - mean) / deviation) as f32 * weight + bias;
        }
    }
    Ok(x)
}

fn gelu(x: f32) -> f32 {
    x * 0.5 * (1.0 + libm::erff(x * std::f32::consts::FRAC_1_SQRT_2))
}
