//! Reference results for the kernels, computed by the operations of crates/encoder in the same order.

use fastgas_encoder::{EncoderWeights, LinearWeights, NormWeights, TableIndex, TableRows, Tokens};
pub use fastgas_encoder::{exp, gelu};

/// Adding this constant to a float rounds the float to an integer and leaves the integer in the lowest bits.
const ROUND: f32 = 12_582_912.0;

/// Performs the operations of `sum` in crates/encoder/src/operators/mod.rs.
fn sum(numbers: &[f32], term: impl Fn(f32) -> f32) -> f32 {
    let mut lanes = [0.0; 16];
    for (index, &x) in numbers.iter().enumerate() {
        lanes[index % 16] += term(x);
    }
    let mut width = 8;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] += lanes[lane + width];
        }
        width /= 2;
    }
    lanes[0]
}

/// Performs the operations of `norm_rows` in crates/encoder/src/operators/norm.rs.
/// `columns` contains the weight and the bias of each column.
pub fn norm(columns: &[[f32; 2]], epsilon: f32, numbers: &mut [f32]) {
    let width = columns.len();
    for row in numbers.chunks_exact_mut(width) {
        let mean = sum(row, |x| x) / width as f32;
        row.iter_mut().for_each(|x| *x -= mean);
        let variance = sum(row, |x| x * x) / width as f32;
        let factor = 1.0 / (variance + epsilon).sqrt();
        for (x, [weight, bias]) in row.iter_mut().zip(columns) {
            *x = *x * factor * weight + bias;
        }
    }
}

/// Rows of quantized activations (levels), with the scale and the zero point of each row.
pub struct Levels {
    pub depth: usize,
    pub levels: Vec<u8>,
    pub scales: Vec<f32>,
    pub zeros: Vec<i32>,
}

/// Performs the operations of `quantize` in crates/encoder/src/int8/mod.rs.
pub fn quantize(rows: &[f32], input_scales: &[f32], depth: usize) -> Levels {
    let (mut levels, mut scales, mut zeros) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows.chunks_exact(input_scales.len()) {
        let mut scaled: Vec<f32> = row.iter().zip(input_scales).map(|(x, scale)| x * scale).collect();
        let low = scaled.iter().copied().fold(0.0, |low, x| if x < low { x } else { low });
        let high = scaled
            .iter()
            .copied()
            .fold(0.0, |high, x| if x > high { x } else { high });
        let scale = (high - low) / 127.0;
        let per_level = if scale > 0.0 { 1.0 / scale } else { 0.0 };
        let zero = (-low * per_level + ROUND) - ROUND;
        scaled.resize(depth, 0.0);
        levels.extend(scaled.iter().map(|x| {
            let shifted = x * per_level + (zero + ROUND);
            shifted.clamp(ROUND, ROUND + 127.0).to_bits() as u8
        }));
        scales.push(scale);
        zeros.push(zero as i32);
    }
    Levels {
        depth,
        levels,
        scales,
        zeros,
    }
}

/// A linear layer, optionally with GELU. `weights` has the shape k×n, row-major.
pub struct Layer {
    pub n: usize,
    pub weights: Vec<i8>,
    pub scales: Vec<f32>,
    pub biases: Vec<f32>,
    pub with_gelu: bool,
}

/// Performs the operations of `multiply` in crates/encoder/src/int8/mod.rs.
pub fn linear(levels: &Levels, layer: &Layer) -> Vec<f32> {
    let n = layer.n;
    let mut outputs = Vec::new();
    for (row, (scale, zero)) in levels
        .levels
        .chunks_exact(levels.depth)
        .zip(levels.scales.iter().zip(&levels.zeros))
    {
        let mut sums = vec![0; n];
        for (&level, weights) in row.iter().zip(layer.weights.chunks_exact(n)) {
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum += (i32::from(level) - zero) * i32::from(weight);
            }
        }
        for ((sum, column_scale), bias) in sums.into_iter().zip(&layer.scales).zip(&layer.biases) {
            let y = sum as f32 * scale * column_scale + bias;
            outputs.push(if layer.with_gelu { gelu(y) } else { y });
        }
    }
    outputs
}

/// The attention of one text. `tokens` has the axes \[token\]\[query, key, value\]\[head\]\[dimension\].
#[derive(Clone, Copy)]
struct Heads<'a> {
    tokens: &'a [f32],
    n_heads: usize,
    head_width: usize,
    scale: f32,
}

impl Heads<'_> {
    fn length(&self) -> usize {
        self.tokens.len() / (3 * self.n_heads * self.head_width)
    }

    /// Returns the query (0), the key (1) or the value (2) of a token.
    fn vector(&self, token: usize, part: usize, head: usize) -> &[f32] {
        let first = (3 * token + part) * self.n_heads * self.head_width + head * self.head_width;
        &self.tokens[first..][..self.head_width]
    }

    /// Returns the weight of each key for a query. The weights are not yet divided by their sum.
    fn weights(&self, query: usize, head: usize) -> Vec<f32> {
        let score = |key: usize| {
            let factors = self.vector(query, 0, head).iter().zip(self.vector(key, 1, head));
            factors.fold(0.0, |sum, (q, k)| sum + q * k) * self.scale
        };
        let mut weights: Vec<f32> = (0..self.length()).map(score).collect();
        let highest = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        weights.iter_mut().for_each(|weight| *weight = exp(*weight - highest));
        weights
    }

    /// Whether attention.wgsl reports a token of the text: a weight is positive and below 2⁻⁶⁰.
    fn has_tiny_weight(&self) -> bool {
        let limit = 2.0_f32.powi(-60);
        let mut places = (0..self.n_heads).flat_map(|head| (0..self.length()).map(move |query| (query, head)));
        places.any(|(query, head)| {
            let weights = self.weights(query, head);
            weights.iter().any(|&weight| weight > 0.0 && weight < limit)
        })
    }
}

/// Performs the operations of `attend_head` in crates/encoder/src/operators/attention.rs, for all heads of one text.
/// `tokens` has the axes \[token\]\[query, key, value\]\[head\]\[dimension\].
pub fn attention(tokens: &[f32], n_heads: usize, head_width: usize, scale: f32) -> Vec<f32> {
    let heads = Heads {
        tokens,
        n_heads,
        head_width,
        scale,
    };
    let (length, width) = (heads.length(), n_heads * head_width);
    let mut outputs = vec![0.0; length * width];
    for head in 0..n_heads {
        for query in 0..length {
            let weights = heads.weights(query, head);
            let share = 1.0 / sum(&weights, |x| x);
            for d in 0..head_width {
                let values = weights
                    .iter()
                    .enumerate()
                    .map(|(key, weight)| weight * heads.vector(key, 2, head)[d]);
                outputs[query * width + head * head_width + d] = values.fold(0.0, |sum, x| sum + x) * share;
            }
        }
    }
    outputs
}

/// Whether attention.wgsl reports a token of a text. Computes all layers of the encoder.
pub fn has_tiny_weight(encoder: &EncoderWeights, text: &Tokens) -> bool {
    let mut states = looked_up(encoder, text);
    normalize(&encoder.norm, &mut states);
    let mut is_tiny = false;
    for layer in &encoder.layers {
        let tokens = applied(&layer.qkv, &states);
        let (n_heads, head_width, scale) = (layer.n_heads, layer.head_width, layer.scale);
        let heads = Heads {
            tokens: &tokens,
            n_heads,
            head_width,
            scale,
        };
        is_tiny |= heads.has_tiny_weight();
        let mut attended = applied(&layer.output, &attention(&tokens, n_heads, head_width, scale));
        add(&mut attended, &states);
        normalize(&layer.attention_norm, &mut attended);
        states = applied(&layer.outer, &applied(&layer.inner, &attended));
        add(&mut states, &attended);
        normalize(&layer.output_norm, &mut states);
    }
    is_tiny
}

/// The sums of the table rows of each token, \[token\]\[d\].
fn looked_up(encoder: &EncoderWeights, text: &Tokens) -> Vec<f32> {
    let width = encoder.width();
    let mut sums = Vec::new();
    for (position, (&id, &kind)) in text.ids.iter().zip(&text.types).enumerate() {
        for column in 0..width {
            let entries = encoder.tables.iter().map(|table| {
                let row = match table.index {
                    TableIndex::Token => id as usize,
                    TableIndex::Type => kind as usize,
                    TableIndex::Position => position,
                };
                entry(&table.rows, row * width + column, column)
            });
            sums.push(entries.reduce(|sum, x| sum + x).expect("an encoder has a table"));
        }
    }
    sums
}

/// The number at position `index` of a table, which is in column `column`.
fn entry(rows: &TableRows, index: usize, column: usize) -> f32 {
    match rows {
        TableRows::Floats(numbers) => numbers[index],
        TableRows::Bytes { values, scales } => f32::from(values[index]) * scales[column],
        TableRows::Blocks { values, scales, block } => {
            let byte = values[index / 2];
            let four_bits = match index % 2 {
                0 => ((byte << 4) as i8) >> 4,
                _ => (byte as i8) >> 4,
            };
            f32::from(four_bits) * scales[index / block]
        }
    }
}

fn applied(weights: &LinearWeights, rows: &[f32]) -> Vec<f32> {
    let levels = quantize(rows, &weights.input_scales, weights.input_scales.len());
    let layer = Layer {
        n: weights.scales.len(),
        weights: weights.weights.clone(),
        scales: weights.scales.clone(),
        biases: weights.biases.clone(),
        with_gelu: weights.gelu,
    };
    linear(&levels, &layer)
}

fn normalize(weights: &NormWeights, rows: &mut [f32]) {
    let columns = weights.weights.iter().zip(&*weights.biases);
    let columns: Vec<[f32; 2]> = columns.map(|(&weight, &bias)| [weight, bias]).collect();
    norm(&columns, weights.epsilon, rows);
}

fn add(rows: &mut [f32], others: &[f32]) {
    rows.iter_mut().zip(others).for_each(|(x, other)| *x += other);
}
