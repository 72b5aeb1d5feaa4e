//! Portable kernel: the reference for the SIMD kernels, and the fallback for machines without SIMD kernels.

use super::{Finish, Kernel, Levels, MAX_LEVEL, QUANTIZE_LANES, ROUND, Tile, WeightRun, Weights, multiply_with};

/// Number of columns of a weight panel.
pub const WIDTH: usize = 16;

/// Number of weights of a column that are contiguous in a panel.
pub const GROUP: usize = 4;

/// An activation quantized to one of 128 levels.
pub type Level = u8;

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub fn uses_runs() -> bool {
    false
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub fn quantize(rows: &[f32], input_scales: &[f32], depth: usize) -> Levels {
    super::quantize(rows, input_scales, depth)
}

/// Converts each number x to a level: x · `per_level` + `shift`, rounded and limited to 0 to 127.
/// `shift` is the zero point plus [`ROUND`], which rounds the sum to an integer.
#[inline(always)]
pub fn rounded(scaled: &[f32; QUANTIZE_LANES], per_level: f32, shift: f32) -> [Level; QUANTIZE_LANES] {
    scaled.map(|x| {
        let shifted = x * per_level + shift;
        let shifted = if shifted < ROUND { ROUND } else { shifted };
        let shifted = if shifted > ROUND + MAX_LEVEL {
            ROUND + MAX_LEVEL
        } else {
            shifted
        };
        shifted.to_bits() as u8 as Level
    })
}

pub fn multiply(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    // SAFETY: every machine can run portable loops.
    unsafe { multiply_with::<Plain>(levels, weights, finish, out) }
}

struct Plain;

impl Kernel for Plain {
    const ROWS: usize = 4;

    #[inline(always)]
    unsafe fn sum<const ROWS: usize>(levels: &[Level], stride: usize, panel: &[i8], _: &[WeightRun]) -> Tile<ROWS> {
        let mut sums = [[0; WIDTH]; ROWS];
        for (group, weights) in panel.chunks_exact(GROUP * WIDTH).enumerate() {
            for (row, sums) in sums.iter_mut().enumerate() {
                let levels = &levels[row * stride + group * GROUP..][..GROUP];
                for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(GROUP)) {
                    for (&level, &weight) in levels.iter().zip(weights) {
                        *sum += i32::from(level) * i32::from(weight);
                    }
                }
            }
        }
        sums
    }
}
