//! WebAssembly with simd128: eight products of 16 bits, added two and two, in one instruction.

use core::arch::wasm32::*;

use super::{Finish, GROUP, Kernel, Level, Levels, Tile, Weights, multiply_with};

/// Columns of a panel.
pub const WIDTH: usize = 8;

pub fn quantize(rows: &[f32], input_scales: &[f32], depth: usize) -> Levels {
    super::quantize(rows, input_scales, depth)
}

pub fn multiply(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    // SAFETY: simd128 is a feature of every build for WebAssembly (.cargo/config.toml).
    unsafe { multiply_with::<Simd128>(levels, weights, finish, out) }
}

struct Simd128;

impl Kernel for Simd128 {
    const ROWS: usize = 4;

    #[inline(always)]
    unsafe fn sum<const ROWS: usize>(levels: &[Level], stride: usize, panel: &[i8]) -> Tile<ROWS> {
        let n_groups = panel.len() / (GROUP * WIDTH);
        debug_assert!(levels.len() >= (ROWS - 1) * stride + n_groups * GROUP);
        let mut sums = [[i32x4_splat(0); 2]; ROWS];
        for group in 0..n_groups {
            // SAFETY: a group is 16 bytes of the panel, and each row holds GROUP levels for it.
            unsafe {
                let weights = v128_load(panel.as_ptr().add(group * GROUP * WIDTH).cast());
                let (low, high) = (i16x8_extend_low_i8x16(weights), i16x8_extend_high_i8x16(weights));
                for (row, sums) in sums.iter_mut().enumerate() {
                    let x = v128_load32_splat(levels.as_ptr().add(row * stride + group * GROUP).cast());
                    sums[0] = i32x4_add(sums[0], i32x4_dot_i16x8(low, x));
                    sums[1] = i32x4_add(sums[1], i32x4_dot_i16x8(high, x));
                }
            }
        }
        let mut tile = [[0; WIDTH]; ROWS];
        for (sums, row) in sums.into_iter().zip(&mut tile) {
            // SAFETY: a row is 32 bytes.
            unsafe {
                v128_store(row.as_mut_ptr().cast(), sums[0]);
                v128_store(row.as_mut_ptr().add(4).cast(), sums[1]);
            }
        }
        tile
    }
}
