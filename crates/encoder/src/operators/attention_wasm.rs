//! Attention for WebAssembly with hand-written SIMD products.
//! The products have their own loop, because the browser's compiler otherwise does not keep the sums in registers.

use core::arch::wasm32::*;

use super::LANES;
use super::attention_head::{BLOCK, Head, QUERIES, Scratch};

/// Computes one attention head. `out` begins with the output of the head for the first token.
/// `stride` is the distance between consecutive tokens in `out`, in elements.
#[inline(always)]
pub(super) fn attend_head(head: &Head, scratch: &mut Scratch, out: &mut [f32], stride: usize) {
    let Head { length, width, .. } = *head;
    let (padded, wide) = (length.next_multiple_of(LANES), width.next_multiple_of(LANES));
    scratch.load(head);
    scratch.queries.resize(width, [0.0; QUERIES]);
    for begin in (0..length).step_by(QUERIES) {
        let count = QUERIES.min(length - begin);
        // An incomplete last group is filled with copies of its last query.
        let query = |r: usize| (begin + r).min(length - 1);
        let queries: [&[f32]; QUERIES] = std::array::from_fn(|r| &head.rows[0][query(r) * head.strides[0]..][..width]);
        for (r, numbers) in queries.iter().enumerate() {
            for (queries, &x) in scratch.queries.iter_mut().zip(*numbers) {
                queries[r] = x;
            }
        }
        // Blocks that contain only padding are skipped, because their scores are not needed.
        for block in (0..length).step_by(BLOCK) {
            let sums = products(&scratch.queries, &scratch.keys[block..], padded);
            for (r, sums) in sums.iter().enumerate() {
                scratch.scores[r * padded + block..][..BLOCK].copy_from_slice(sums);
            }
        }
        let shares = scratch.softmax(head, begin, count);
        for block in (0..width).step_by(BLOCK) {
            let sums = products(&scratch.weights, &scratch.values[block..], wide);
            for (r, (mut sums, share)) in sums.into_iter().zip(shares).enumerate().take(count) {
                sums.iter_mut().for_each(|sum| *sum *= share);
                let out = &mut out[query(r) * stride + block..];
                // A copy with a length that is not known at compile time would compile to a function call.
                match width - block {
                    BLOCK.. => out[..BLOCK].copy_from_slice(&sums),
                    n => out[..n].copy_from_slice(&sums[..n]),
                }
            }
        }
    }
}

/// Returns Σ `factors[i][row]` · `numbers[i * stride + column]` for each row and the first [`BLOCK`] columns.
/// The terms are summed in ascending order of i.
///
/// # Panics
/// Panics if `numbers` is too short for the factors and the stride.
#[inline(always)]
fn products(factors: &[[f32; QUERIES]], numbers: &[f32], stride: usize) -> [[f32; BLOCK]; QUERIES] {
    assert!(factors.is_empty() || numbers.len() >= (factors.len() - 1) * stride + BLOCK);
    let mut sums = [[f32x4_splat(0.0); 2]; QUERIES];
    let mut numbers = numbers.as_ptr();
    for factors in factors {
        // SAFETY: the assertion above ensures that `numbers` is long enough; a block fills two registers.
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
        // SAFETY: a block of sums fills two registers.
        unsafe {
            v128_store(block.as_mut_ptr().cast(), sums[0]);
            v128_store(block.as_mut_ptr().add(4).cast(), sums[1]);
        }
    }
    blocks
}
