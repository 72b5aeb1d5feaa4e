//! One attention head of one text, and the steps of its attention that are the same on every target.

use super::{LANES, sum};
use crate::deterministic::exp;

/// Number of queries that are multiplied by the keys at the same time.
pub(super) const QUERIES: usize = 4;

/// Number of sums per query that are kept in registers at the same time.
pub(super) const BLOCK: usize = if cfg!(target_family = "wasm") { 8 } else { 16 };

/// Minimum attention weight. Smaller attention weights are replaced by 0.
/// The attention weights of a query are scaled so that the largest weight is 1.
/// Weights below the minimum change the output only if all values with larger weights are nearly 0.
/// Products of weights below the minimum can be subnormal numbers, which some GPUs replace with 0.
pub(super) const MIN_WEIGHT: f32 = 1.0 / (1_u64 << 60) as f32;

/// One attention head of one text: `rows[0]` holds the queries, `rows[1]` the keys, `rows[2]` the values.
pub(super) struct Head<'a> {
    /// The queries, the keys and the values. Each slice begins with the first token, at the first column of the head.
    pub(super) rows: [&'a [f32]; 3],
    /// Distances between consecutive tokens in the three slices of `rows`, in elements.
    pub(super) strides: [usize; 3],
    pub(super) length: usize,
    pub(super) width: usize,
    pub(super) scale: f32,
    /// The mask and its stride: `mask[stride * i..][..length]` is added to the scores of query `i`.
    pub(super) mask: Option<(&'a [f32], usize)>,
}

#[derive(Default)]
pub(super) struct Scratch {
    /// Keys of shape width×length. The length is rounded up to a multiple of [`LANES`].
    pub(super) keys: Vec<f32>,
    /// Values of shape length×width. The width is rounded up to a multiple of [`LANES`].
    pub(super) values: Vec<f32>,
    /// A group of queries, transposed to width×QUERIES.
    #[cfg(target_family = "wasm")]
    pub(super) queries: Vec<[f32; QUERIES]>,
    /// Scores of a query group, of shape QUERIES×length. The length is rounded up to a multiple of [`LANES`].
    pub(super) scores: Vec<f32>,
    /// Weights of the values for each query of the group, of shape length×QUERIES.
    pub(super) weights: Vec<[f32; QUERIES]>,
}

impl Scratch {
    #[inline(always)]
    pub(super) fn load(&mut self, head: &Head) {
        let Head { length, width, .. } = *head;
        let (padded, wide) = (length.next_multiple_of(LANES), width.next_multiple_of(LANES));
        // The padding may hold values of another attention head, which affect only scores with weight 0 and unused columns.
        self.keys.resize(width * padded, 0.0);
        self.values.resize(length * wide, 0.0);
        self.scores.resize(QUERIES * padded, 0.0);
        self.weights.resize(length, [0.0; QUERIES]);
        for j in 0..length {
            for (d, &x) in head.rows[1][j * head.strides[1]..][..width].iter().enumerate() {
                self.keys[d * padded + j] = x;
            }
            let values = &head.rows[2][j * head.strides[2]..][..width];
            copy_in_blocks(values, &mut self.values[j * wide..][..width]);
        }
    }

    /// Converts the attention scores of `count` queries, starting at `first`, to weights of the values.
    /// Returns a factor for each query. The sum of the query's weights, times this factor, is 1.
    #[inline(always)]
    pub(super) fn softmax(&mut self, head: &Head, first: usize, count: usize) -> [f32; QUERIES] {
        let length = head.length;
        let padded = length.next_multiple_of(LANES);
        let mut shares = [0.0; QUERIES];
        for (r, scores) in self.scores.chunks_exact_mut(padded).take(count).enumerate() {
            scores.iter_mut().for_each(|score| *score *= head.scale);
            if let Some((mask, stride)) = head.mask {
                let mask = &mask[(first + r) * stride..][..length];
                scores.iter_mut().zip(mask).for_each(|(score, mask)| *score += mask);
            }
            // The padding at the end of the scores gets weight 0.
            scores[length..].fill(f32::NEG_INFINITY);
            let highest = highest(scores);
            scores.iter_mut().for_each(|score| *score = weight(*score - highest));
            shares[r] = 1.0 / sum(scores, |x| x);
            for (weights, &score) in self.weights.iter_mut().zip(&*scores) {
                weights[r] = score;
            }
        }
        shares
    }
}

/// Returns exp(`difference`), or 0 if the result is below [`MIN_WEIGHT`]. `difference` is at most 0, or NaN.
#[inline(always)]
fn weight(difference: f32) -> f32 {
    let weight = exp(difference);
    if weight < MIN_WEIGHT { 0.0 } else { weight }
}

/// Copies numbers between slices of the same length, in blocks of [`BLOCK`] numbers.
/// In WebAssembly, a copy whose length is unknown at compile time compiles to a function call.
/// For the few numbers of a token, the function call takes longer than the copy.
#[inline(always)]
fn copy_in_blocks(from: &[f32], to: &mut [f32]) {
    let (from, from_end) = from.as_chunks::<BLOCK>();
    let (to, to_end) = to.as_chunks_mut::<BLOCK>();
    to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
    to_end.iter_mut().zip(from_end).for_each(|(to, from)| *to = *from);
}

/// Returns the maximum of `numbers`, whose length must be a multiple of [`LANES`].
#[inline(always)]
fn highest(numbers: &[f32]) -> f32 {
    let higher = |a: f32, b: f32| if b > a { b } else { a };
    let mut lanes = [f32::NEG_INFINITY; LANES];
    for chunk in numbers.as_chunks::<LANES>().0 {
        for lane in 0..LANES {
            lanes[lane] = higher(lanes[lane], chunk[lane]);
        }
    }
    // The order of the comparisons does not matter, because no lane is NaN. Vector instructions compare the lanes in pairs.
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] = higher(lanes[lane], lanes[lane + width]);
        }
        width /= 2;
    }
    lanes[0]
}
