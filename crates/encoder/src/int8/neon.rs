//! Two kernels for AArch64. One kernel uses NEON, which every AArch64 processor has.
//! The other kernel uses the instruction for dot products of four bytes.

use core::arch::aarch64::*;
use core::arch::asm;
use std::arch::is_aarch64_feature_detected;

use super::{Finish, Kernel, Levels, Tile, WeightRun, Weights, four, multiply_with};

pub use super::plain::{GROUP, Level, WIDTH, rounded};

const _: () = assert!(GROUP == 4 && WIDTH == 16);

/// Whether [`Weights`] should contain [`WeightRun`]s for the NEON kernels.
pub fn uses_runs() -> bool {
    false
}

pub fn quantize(rows: &[f32], input_scales: &[f32], depth: usize) -> Levels {
    super::quantize(rows, input_scales, depth)
}

pub fn multiply(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    if is_aarch64_feature_detected!("dotprod") {
        // SAFETY: the processor has the dot product instructions.
        unsafe { with_dot_products(levels, weights, finish, out) }
    } else {
        with_neon(levels, weights, finish, out);
    }
}

#[target_feature(enable = "neon,dotprod")]
pub(super) fn with_dot_products(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    // SAFETY: the caller guarantees that the processor has the dot product instructions.
    unsafe { multiply_with::<DotProducts>(levels, weights, finish, out) }
}

pub(super) fn with_neon(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    // SAFETY: every AArch64 target with a Rust standard library has NEON.
    unsafe { multiply_with::<Neon>(levels, weights, finish, out) }
}

struct DotProducts;

impl Kernel for DotProducts {
    const ROWS: usize = 4;

    #[inline(always)]
    unsafe fn sum<const ROWS: usize>(levels: &[Level], stride: usize, panel: &[i8], _: &[WeightRun]) -> Tile<ROWS> {
        let n_groups = panel.len() / (GROUP * WIDTH);
        debug_assert!(levels.len() >= (ROWS - 1) * stride + n_groups * GROUP);
        let mut tile = [[0; WIDTH]; ROWS];
        // SAFETY: a group of weights fills four registers, and each row has GROUP levels for the group.
        // A row of a tile fills four registers. The dot product instruction does not access memory.
        unsafe {
            let mut sums = [[vdupq_n_s32(0); 4]; ROWS];
            for group in 0..n_groups {
                let panel = panel.as_ptr().add(group * GROUP * WIDTH);
                let weights = [0, 1, 2, 3].map(|quarter| vld1q_s8(panel.add(16 * quarter)));
                for (row, sums) in sums.iter_mut().enumerate() {
                    let x = vreinterpretq_s8_s32(vdupq_n_s32(four(levels, row, stride, group)));
                    for (sum, weights) in sums.iter_mut().zip(weights) {
                        // The Rust intrinsic vdotq_s32 is not stable, so the code uses inline assembly.
                        asm!(
                            "sdot {sum:v}.4s, {weights:v}.16b, {x:v}.16b",
                            sum = inout(vreg) *sum, weights = in(vreg) weights, x = in(vreg) x,
                            options(pure, nomem, nostack, preserves_flags),
                        );
                    }
                }
            }
            for (sums, row) in sums.iter().zip(&mut tile) {
                for (sum, columns) in sums.iter().zip(row.as_chunks_mut::<4>().0) {
                    vst1q_s32(columns.as_mut_ptr(), *sum);
                }
            }
        }
        tile
    }
}

struct Neon;

impl Kernel for Neon {
    const ROWS: usize = 2;

    #[inline(always)]
    unsafe fn sum<const ROWS: usize>(levels: &[Level], stride: usize, panel: &[i8], _: &[WeightRun]) -> Tile<ROWS> {
        let n_groups = panel.len() / (GROUP * WIDTH);
        debug_assert!(levels.len() >= (ROWS - 1) * stride + n_groups * GROUP);
        let mut tile = [[0; WIDTH]; ROWS];
        // SAFETY: groups of weights, rows and tiles have the same sizes as in the kernel `DotProducts`.
        unsafe {
            // Each column has two partial sums: over the first two and over the last two weights of each group.
            let mut sums = [[[vdupq_n_s32(0); 2]; 4]; ROWS];
            for group in 0..n_groups {
                let panel = panel.as_ptr().add(group * GROUP * WIDTH);
                let weights = [0, 1, 2, 3].map(|quarter| vld1q_s8(panel.add(16 * quarter)));
                for (row, sums) in sums.iter_mut().enumerate() {
                    let x = vreinterpretq_s8_s32(vdupq_n_s32(four(levels, row, stride, group)));
                    for ([low, high], weights) in sums.iter_mut().zip(weights) {
                        *low = vpadalq_s16(*low, vmull_s8(vget_low_s8(weights), vget_low_s8(x)));
                        *high = vpadalq_s16(*high, vmull_high_s8(weights, x));
                    }
                }
            }
            for (sums, row) in sums.iter().zip(&mut tile) {
                for ([low, high], columns) in sums.iter().zip(row.as_chunks_mut::<4>().0) {
                    vst1q_s32(columns.as_mut_ptr(), vpaddq_s32(*low, *high));
                }
            }
        }
        tile
    }
}
