//! Attention in WebAssembly, its products by hand: the browser's compiler keeps the sums in registers only if nothing
//! stands between the products.

use core::arch::wasm32::*;

use super::LANES;
use super::attention::{BLOCK, Head, QUERIES, Scratch, highest};
use super::sum;
use crate::strict::exp;

/// `out`: from the head's first number of the first token on, `stride` from one token to the next.
#[inline(always)]
pub(super) fn attend_head(head: &Head, scratch: &mut Scratch, out: &mut [f32], stride: usize) {
    let Head { length, width, .. } = *head;
    let (padded, wide) = (length.next_multiple_of(LANES), width.next_multiple_of(LANES));
    scratch.keys.clear();
    scratch.keys.resize(width * padded, 0.0);
    scratch.values.clear();
    scratch.values.resize(length * wide, 0.0);
    scratch.queries.resize(width, [0.0; QUERIES]);
    scratch.scores.resize(QUERIES * padded, 0.0);
    scratch.weights.resize(length, [0.0; QUERIES]);
    for j in 0..length {
        for (d, &x) in head.rows[1][j * head.strides[1]..][..width].iter().enumerate() {
            scratch.keys[d * padded + j] = x;
        }
        scratch.values[j * wide..][..width].copy_from_slice(&head.rows[2][j * head.strides[2]..][..width]);
    }
    for begin in (0..length).step_by(QUERIES) {
        let count = QUERIES.min(length - begin);
        // A last group of fewer queries repeats its last one.
        let query = |r: usize| (begin + r).min(length - 1);
        let queries: [&[f32]; QUERIES] = std::array::from_fn(|r| &head.rows[0][query(r) * head.strides[0]..][..width]);
        for (r, numbers) in queries.iter().enumerate() {
            for (queries, &x) in scratch.queries.iter_mut().zip(*numbers) {
                queries[r] = x;
            }
        }
        for block in (0..padded).step_by(BLOCK) {
            let sums = products(&scratch.queries, &scratch.keys[block..], padded);
            for (r, sums) in sums.iter().enumerate() {
                scratch.scores[r * padded + block..][..BLOCK].copy_from_slice(sums);
            }
        }
        let mut shares = [0.0; QUERIES];
        for (r, scores) in scratch.scores.chunks_exact_mut(padded).take(count).enumerate() {
            scores.iter_mut().for_each(|score| *score *= head.scale);
            if let Some((mask, stride)) = head.mask {
                let mask = &mask[query(r) * stride..][..length];
                scores.iter_mut().zip(mask).for_each(|(score, mask)| *score += mask);
            }
            // What fills the last lanes gets no share.
            scores[length..].fill(f32::NEG_INFINITY);
            let highest = highest(scores);
            scores.iter_mut().for_each(|score| *score = exp(*score - highest));
            shares[r] = 1.0 / sum(scores, |x| x);
            for (weights, &score) in scratch.weights.iter_mut().zip(&*scores) {
                weights[r] = score;
            }
        }
        for block in (0..width).step_by(BLOCK) {
            let sums = products(&scratch.weights, &scratch.values[block..], wide);
            for (r, (mut sums, share)) in sums.into_iter().zip(shares).enumerate().take(count) {
                sums.iter_mut().for_each(|sum| *sum *= share);
                let out = &mut out[query(r) * stride + block..];
                // A copy of a length that is not known when compiling is a call.
                match width - block {
                    BLOCK.. => out[..BLOCK].copy_from_slice(&sums),
                    n => out[..n].copy_from_slice(&sums[..n]),
                }
            }
        }
    }
}

/// Σ `factors[i][row]` · `numbers[i * stride + column]` for each row and the first [`BLOCK`] columns, in rising order of
/// i.
///
/// # Panics
/// When there are fewer numbers.
#[inline(always)]
fn products(factors: &[[f32; QUERIES]], numbers: &[f32], stride: usize) -> [[f32; BLOCK]; QUERIES] {
    assert!(factors.is_empty() || numbers.len() >= (factors.len() - 1) * stride + BLOCK);
    let mut sums = [[f32x4_splat(0.0); 2]; QUERIES];
    let mut numbers = numbers.as_ptr();
    for factors in factors {
        // SAFETY: the assertion above; a block is two registers.
        let halves = unsafe { [v128_load(numbers.cast()), v128_load(numbers.add(4).cast())] };
        for (sums, &factor) in sums.iter_mut().zip(factors) {
            let factor = f32x4_splat(factor);
            for (sum, half) in sums.iter_mut().zip(halves) {
                *sum = f32x4_add(*sum, f32x4_mul(factor, half));
            }
        }
        numbers = numbers.wrapping_add(stride);
    }
    let mut blocks = [[0.0; BLOCK]; QUERIES];
    for (block, sums) in blocks.iter_mut().zip(sums) {
        // SAFETY: a block is two registers.
        unsafe {
            v128_store(block.as_mut_ptr().cast(), sums[0]);
            v128_store(block.as_mut_ptr().add(4).cast(), sums[1]);
        }
    }
    blocks
}
