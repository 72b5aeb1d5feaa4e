//! Plain loops: what the other kernels are held against, and what a machine without them runs.

use super::{Finish, Kernel, Levels, Tile, Weights, multiply_with};

/// Columns of a panel.
pub const WIDTH: usize = 16;

/// Weights of a column that stand together.
pub const GROUP: usize = 4;

/// One of 128 levels.
pub type Level = u8;

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub fn quantize(rows: &[f32], input_scales: &[f32], depth: usize) -> Levels {
    super::quantize(rows, input_scales, depth)
}

pub fn multiply(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    // SAFETY: every machine can run plain loops.
    unsafe { multiply_with::<Plain>(levels, weights, finish, out) }
}

struct Plain;

impl Kernel for Plain {
    const ROWS: usize = 4;

    #[inline(always)]
    unsafe fn sum<const ROWS: usize>(levels: &[Level], stride: usize, panel: &[i8], _: &[bool]) -> Tile<ROWS> {
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
