//! WebAssembly kernels. With the `relaxed-simd` feature, the kernels multiply 8-bit numbers.
//! Without the `relaxed-simd` feature, the kernels multiply 16-bit numbers.

use super::{Finish, Kernel, Levels, QUANTIZE_LANES, ROUND, Tile, WeightRun, Weights, multiply_with};
use core::arch::wasm32::*;

/// Number of columns of a weight panel.
pub const WIDTH: usize = 8;

#[cfg(feature = "relaxed-simd")]
pub use relaxed::{GROUP, Level};
#[cfg(not(feature = "relaxed-simd"))]
pub use simd128::{GROUP, Level};

/// Whether [`Weights`] should contain [`WeightRun`]s for the WebAssembly kernels.
pub fn uses_runs() -> bool {
    // The weights are packed before the kernel is chosen at run time, and the kernel `Pairs` needs weight runs.
    cfg!(feature = "relaxed-simd")
}

pub fn quantize(rows: &[f32], input_scales: &[f32], depth: usize) -> Levels {
    super::quantize(rows, input_scales, depth)
}

/// Converts each number x to a level: x · `per_level` + `shift`, rounded and limited to 0 to 127.
/// `shift` is the zero point plus [`ROUND`], which rounds the sum to an integer.
/// The saturating narrowing instructions limit the levels to 127, the maximum of a signed byte.
/// The instruction `i8x16_max` then replaces negative numbers with 0.
#[inline(always)]
pub fn rounded(scaled: &[f32; QUANTIZE_LANES], per_level: f32, shift: f32) -> [Level; QUANTIZE_LANES] {
    let (per_level, shift) = (f32x4_splat(per_level), f32x4_splat(shift));
    let round = i32x4_splat(ROUND.to_bits() as i32);
    let fours = [0, 1, 2, 3].map(|four| {
        // SAFETY: `scaled` contains QUANTIZE_LANES numbers, which are four vectors of four numbers.
        let x = unsafe { v128_load(scaled.as_ptr().add(4 * four).cast()) };
        i32x4_sub(f32x4_add(f32x4_mul(x, per_level), shift), round)
    });
    let eights = [
        i16x8_narrow_i32x4(fours[0], fours[1]),
        i16x8_narrow_i32x4(fours[2], fours[3]),
    ];
    let bytes = i8x16_max(i8x16_narrow_i16x8(eights[0], eights[1]), i8x16_splat(0));
    let mut levels = [0; QUANTIZE_LANES];
    store(bytes, &mut levels);
    levels
}

#[cfg(feature = "relaxed-simd")]
use relaxed::store;
#[cfg(not(feature = "relaxed-simd"))]
use simd128::store;

#[cfg(not(feature = "relaxed-simd"))]
mod simd128 {
    use super::*;

    /// Widens bytes to 16 bits and stores the results in `levels`.
    #[inline(always)]
    pub fn store(bytes: v128, levels: &mut [Level; QUANTIZE_LANES]) {
        // SAFETY: QUANTIZE_LANES 16-bit levels fill two registers.
        unsafe {
            v128_store(levels.as_mut_ptr().cast(), i16x8_extend_low_i8x16(bytes));
            v128_store(levels.as_mut_ptr().add(8).cast(), i16x8_extend_high_i8x16(bytes));
        }
    }

    /// A quantized activation, stored in 16 bits because this kernel multiplies 16-bit numbers.
    pub type Level = i16;

    /// Number of weights of a column that are contiguous in a panel.
    pub const GROUP: usize = 2;

    pub struct Words;

    impl Kernel for Words {
        const ROWS: usize = 4;

        #[inline(always)]
        unsafe fn sum<const ROWS: usize>(levels: &[i16], stride: usize, panel: &[i8], _: &[WeightRun]) -> Tile<ROWS> {
            let n_groups = panel.len() / (GROUP * WIDTH);
            debug_assert!(levels.len() >= (ROWS - 1) * stride + n_groups * GROUP);
            let mut sums = [[i32x4_splat(0); 2]; ROWS];
            for group in 0..n_groups {
                // SAFETY: a group of weights is 16 bytes of the panel, and each row has GROUP levels for the group.
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
    // SAFETY: every WebAssembly build has simd128 (.cargo/config.toml).
    unsafe { multiply_with::<simd128::Words>(levels, weights, finish, out) }
}

#[cfg(feature = "relaxed-simd")]
mod relaxed {
    use super::*;

    pub type Level = u8;

    #[inline(always)]
    pub fn store(bytes: v128, levels: &mut [Level; QUANTIZE_LANES]) {
        // SAFETY: QUANTIZE_LANES 8-bit levels fill one register.
        unsafe { v128_store(levels.as_mut_ptr().cast(), bytes) }
    }

    /// Number of weights of a column that are contiguous in a panel.
    pub const GROUP: usize = 4;

    struct Quads;

    impl Kernel for Quads {
        const ROWS: usize = 4;

        #[inline(always)]
        unsafe fn sum<const ROWS: usize>(levels: &[u8], stride: usize, panel: &[i8], _: &[WeightRun]) -> Tile<ROWS> {
            // SAFETY: the caller meets the requirements of `Kernel::sum`.
            unsafe { quads(levels, stride, panel) }
        }
    }

    struct Pairs;

    impl Kernel for Pairs {
        const ROWS: usize = 4;
        const ZERO: i32 = super::super::CENTER;

        #[inline(always)]
        unsafe fn sum<const ROWS: usize>(levels: &[u8], stride: usize, panel: &[i8], runs: &[WeightRun]) -> Tile<ROWS> {
            debug_assert!(panel.len() == runs.iter().map(|run| run.groups).sum::<usize>() * GROUP * WIDTH);
            debug_assert!(levels.len() >= (ROWS - 1) * stride + panel.len() / WIDTH);
            let one = i16x8_splat(1);
            let mut sums = [[i32x4_splat(0); 2]; ROWS];
            let mut panel: *const v128 = panel.as_ptr().cast();
            let mut levels = levels.as_ptr();
            for run in runs {
                let begin: *const v128 = run.begin.as_ptr().cast();
                // SAFETY: the array `begin` fills two registers.
                let mut narrow = [unsafe { [v128_load(begin), v128_load(begin.add(1))] }; ROWS];
                for _ in 0..run.groups {
                    // SAFETY: a group of weights is 32 bytes of the panel, and each row has GROUP levels for the group.
                    unsafe {
                        let weights = [v128_load(panel), v128_load(panel.add(1))];
                        for (row, narrow) in narrow.iter_mut().enumerate() {
                            let x = v128_load32_splat(levels.add(row * stride).cast());
                            for (sum, weights) in narrow.iter_mut().zip(weights) {
                                *sum = i16x8_add(*sum, i16x8_relaxed_dot_i8x16_i7x16(weights, x));
                            }
                        }
                        panel = panel.add(2);
                        levels = levels.add(GROUP);
                    }
                }
                for (sums, narrow) in sums.iter_mut().zip(narrow) {
                    for (sum, narrow) in sums.iter_mut().zip(narrow) {
                        *sum = i32x4_add(*sum, i32x4_dot_i16x8(narrow, one));
                    }
                }
            }
            stored(sums)
        }
    }

    /// # Safety
    /// The caller must meet the requirements of [`Kernel::sum`].
    #[inline(always)]
    unsafe fn quads<const ROWS: usize>(levels: &[u8], stride: usize, panel: &[i8]) -> Tile<ROWS> {
        let n_groups = panel.len() / (GROUP * WIDTH);
        debug_assert!(levels.len() >= (ROWS - 1) * stride + n_groups * GROUP);
        let mut sums = [[i32x4_splat(0); 2]; ROWS];
        for group in 0..n_groups {
            // SAFETY: a group of weights is 32 bytes of the panel, and each row has GROUP levels for the group.
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
        // SAFETY: the caller guarantees that the browser supports the relaxed-simd instructions.
        unsafe {
            if quads_are_emulated() {
                multiply_with::<Pairs>(levels, weights, finish, out)
            } else {
                multiply_with::<Quads>(levels, weights, finish, out)
            }
        }
    }

    /// Whether the browser emulates the instruction for sums of four products, as on x86 without AVX-VNNI.
    /// The kernel with the instruction for sums of two products is faster than this emulation.
    /// The emulation is recognized by its result for the invalid level 255: the emulation clips 2·127·255 to 16 bits.
    #[target_feature(enable = "relaxed-simd")]
    fn quads_are_emulated() -> bool {
        let beyond = core::hint::black_box(i8x16_splat(-1));
        let sums = i32x4_relaxed_dot_i8x16_i7x16_add(i8x16_splat(127), beyond, i32x4_splat(0));
        i32x4_extract_lane::<0>(sums) == 2 * i32::from(i16::MAX)
    }
}

#[cfg(feature = "relaxed-simd")]
pub fn multiply(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    // Programs with the `relaxed-simd` feature start only in browsers with relaxed SIMD (crates/platform/src/assets.rs).
    relaxed::multiply(levels, weights, finish, out);
}

#[inline(always)]
fn stored<const ROWS: usize>(sums: [[v128; 2]; ROWS]) -> Tile<ROWS> {
    let mut tile = [[0; WIDTH]; ROWS];
    for (sums, row) in sums.into_iter().zip(&mut tile) {
        // SAFETY: a row of a tile is 32 bytes.
        unsafe {
            v128_store(row.as_mut_ptr().cast(), sums[0]);
            v128_store(row.as_mut_ptr().add(4).cast(), sums[1]);
        }
    }
    tile
}
