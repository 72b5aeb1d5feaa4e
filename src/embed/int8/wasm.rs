//! WebAssembly: byte products of relaxed-simd where the program is built for it, else products of 16 bits.

use super::{Finish, Kernel, Levels, Tile, Weights, multiply_with};
use core::arch::wasm32::*;

/// Columns of a panel.
pub const WIDTH: usize = 8;

#[cfg(feature = "relaxed-simd")]
pub use relaxed::{GROUP, Level};
#[cfg(not(feature = "relaxed-simd"))]
pub use simd128::{GROUP, Level};

pub fn quantize(rows: &[f32], input_scales: &[f32], depth: usize) -> Levels {
    super::quantize(rows, input_scales, depth)
}

#[cfg(not(feature = "relaxed-simd"))]
mod simd128 {
    use super::*;

    /// Levels in the 16 bits that they are multiplied in.
    pub type Level = i16;

    /// Weights of a column that stand together.
    pub const GROUP: usize = 2;

    pub struct Words;

    impl Kernel for Words {
        const ROWS: usize = 4;

        #[inline(always)]
        unsafe fn sum<const ROWS: usize>(levels: &[i16], stride: usize, panel: &[i8], _: &[bool]) -> Tile<ROWS> {
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
            stored(sums)
        }
    }
}

#[cfg(not(feature = "relaxed-simd"))]
pub fn multiply(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    // SAFETY: simd128 is a feature of every build for WebAssembly (.cargo/config.toml).
    unsafe { multiply_with::<simd128::Words>(levels, weights, finish, out) }
}

#[cfg(feature = "relaxed-simd")]
mod relaxed {
    use super::*;

    pub type Level = u8;

    /// Weights of a column that stand together.
    pub const GROUP: usize = 4;

    /// Four products and their sum in one instruction.
    struct Quads;

    impl Kernel for Quads {
        const ROWS: usize = 4;

        #[inline(always)]
        unsafe fn sum<const ROWS: usize>(levels: &[u8], stride: usize, panel: &[i8], _: &[bool]) -> Tile<ROWS> {
            // SAFETY: the caller's promise.
            unsafe { quads(levels, stride, panel) }
        }
    }

    /// Two products and their sum in one instruction, twice, before the sums are widened.
    struct Pairs;

    impl Kernel for Pairs {
        const ROWS: usize = 4;

        #[inline(always)]
        unsafe fn sum<const ROWS: usize>(levels: &[u8], stride: usize, panel: &[i8], pairs: &[bool]) -> Tile<ROWS> {
            debug_assert!(panel.len() == pairs.len() * 2 * GROUP * WIDTH);
            debug_assert!(levels.len() >= (ROWS - 1) * stride + pairs.len() * 2 * GROUP);
            let one = i16x8_splat(1);
            let mut sums = [[i32x4_splat(0); 2]; ROWS];
            for (pair, &fits) in pairs.iter().enumerate() {
                // SAFETY: a pair is 64 bytes of the panel, and each row holds 2·GROUP levels for it.
                unsafe {
                    let panel: *const v128 = panel.as_ptr().add(pair * 2 * GROUP * WIDTH).cast();
                    let weights = [0, 1, 2, 3].map(|quarter| v128_load(panel.add(quarter)));
                    for (row, sums) in sums.iter_mut().enumerate() {
                        let levels = levels.as_ptr().add(row * stride + pair * 2 * GROUP);
                        let first = v128_load32_splat(levels.cast());
                        let second = v128_load32_splat(levels.add(GROUP).cast());
                        for (half, sum) in sums.iter_mut().enumerate() {
                            let first = i16x8_relaxed_dot_i8x16_i7x16(weights[half], first);
                            let second = i16x8_relaxed_dot_i8x16_i7x16(weights[2 + half], second);
                            let products = if fits {
                                i32x4_dot_i16x8(i16x8_add(first, second), one)
                            } else {
                                i32x4_add(i32x4_dot_i16x8(first, one), i32x4_dot_i16x8(second, one))
                            };
                            *sum = i32x4_add(*sum, products);
                        }
                    }
                }
            }
            stored(sums)
        }
    }

    /// # Safety
    /// As [`Kernel::sum`].
    #[inline(always)]
    unsafe fn quads<const ROWS: usize>(levels: &[u8], stride: usize, panel: &[i8]) -> Tile<ROWS> {
        let n_groups = panel.len() / (GROUP * WIDTH);
        debug_assert!(levels.len() >= (ROWS - 1) * stride + n_groups * GROUP);
        let mut sums = [[i32x4_splat(0); 2]; ROWS];
        for group in 0..n_groups {
            // SAFETY: a group is 32 bytes of the panel, and each row holds GROUP levels for it.
            unsafe {
                let panel: *const v128 = panel.as_ptr().add(group * GROUP * WIDTH).cast();
                let weights = [v128_load(panel), v128_load(panel.add(1))];
                for (row, sums) in sums.iter_mut().enumerate() {
                    let x = v128_load32_splat(levels.as_ptr().add(row * stride + group * GROUP).cast());
                    for (sum, weights) in sums.iter_mut().zip(weights) {
                        *sum = i32x4_relaxed_dot_i8x16_i7x16_add(weights, x, *sum);
                    }
                }
            }
        }
        stored(sums)
    }

    #[target_feature(enable = "relaxed-simd")]
    pub fn multiply(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
        // SAFETY: the caller has the instructions.
        unsafe {
            if quads_are_emulated() {
                multiply_with::<Pairs>(levels, weights, finish, out)
            } else {
                multiply_with::<Quads>(levels, weights, finish, out)
            }
        }
    }

    /// Whether the browser puts the sum of four products together from several instructions, as on x86 without
    /// AVX-VNNI, where two pairs at a time are faster. It shows in what becomes of a level beyond 127, which the
    /// kernels never have: those instructions clip 2·127·255 to 16 bits.
    #[target_feature(enable = "relaxed-simd")]
    fn quads_are_emulated() -> bool {
        let beyond = core::hint::black_box(i8x16_splat(-1));
        let sums = i32x4_relaxed_dot_i8x16_i7x16_add(i8x16_splat(127), beyond, i32x4_splat(0));
        i32x4_extract_lane::<0>(sums) == 2 * i32::from(i16::MAX)
    }
}

#[cfg(feature = "relaxed-simd")]
pub fn multiply(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    // A program with this feature is started only where the browser has relaxed-simd (src/bridge/workers.rs).
    relaxed::multiply(levels, weights, finish, out);
}

#[inline(always)]
fn stored<const ROWS: usize>(sums: [[v128; 2]; ROWS]) -> Tile<ROWS> {
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
