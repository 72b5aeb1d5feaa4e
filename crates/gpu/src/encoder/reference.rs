//! Reference results for the kernels, computed by the operations of crates/encoder in the same order.

pub use fastgas_encoder::{exp, gelu};

/// Constant for rounding: adding the constant to a float leaves the rounded float as an integer in the low bits.
const ROUND: f32 = 12_582_912.0;

/// The sum of `term` over the numbers, in the order of operations of `sum` in crates/encoder/src/operators/mod.rs.
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

/// Normalizes rows with the operations of `norm_rows` in crates/encoder/src/operators/norm.rs.
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

/// Quantized rows of activations. A quantized activation is called a level. Each row has its own scale and zero point.
pub struct Levels {
    pub depth: usize,
    pub levels: Vec<u8>,
    pub scales: Vec<f32>,
    pub zeros: Vec<i32>,
}

/// Quantizes rows with the operations of `quantize` in crates/encoder/src/int8/mod.rs.
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

/// A linear layer. `weights` has the shape k×n, in row-major order.
pub struct Layer {
    pub n: usize,
    pub weights: Vec<i8>,
    pub scales: Vec<f32>,
    pub biases: Vec<f32>,
    pub with_gelu: bool,
}

/// Computes a linear layer with the operations of `multiply` in crates/encoder/src/int8/mod.rs.
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

/// Computes attention for all heads of one text.
/// The operations are those of `attend_head` in crates/encoder/src/operators/attention.rs.
/// `tokens` has the axes \[token\]\[query, key, value\]\[head\]\[dimension\].
pub fn attention(tokens: &[f32], n_heads: usize, head_width: usize, scale: f32) -> Vec<f32> {
    let width = n_heads * head_width;
    let length = tokens.len() / (3 * width);
    let vector = |token: usize, part: usize, head: usize| {
        let first = (3 * token + part) * width + head * head_width;
        &tokens[first..][..head_width]
    };
    let mut outputs = vec![0.0; length * width];
    for head in 0..n_heads {
        for query in 0..length {
            let score = |key: usize| {
                let factors = vector(query, 0, head).iter().zip(vector(key, 1, head));
                factors.fold(0.0, |sum, (q, k)| sum + q * k) * scale
            };
            let mut weights: Vec<f32> = (0..length).map(score).collect();
            let highest = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            for weight in &mut weights {
                *weight = exp(*weight - highest);
                // Weights below 2⁻⁶⁰ count as 0.
                if *weight < 2.0_f32.powi(-60) {
                    *weight = 0.0;
                }
            }
            let share = 1.0 / sum(&weights, |x| x);
            for d in 0..head_width {
                let values = weights
                    .iter()
                    .enumerate()
                    .map(|(key, weight)| weight * vector(key, 2, head)[d]);
                outputs[query * width + head * head_width + d] = values.fold(0.0, |sum, x| sum + x) * share;
            }
        }
    }
    outputs
}
