//! x86-64: AVX-512 with or without VNNI, or AVX2, whichever the processor has, else plain loops.

use core::arch::x86_64::*;

use super::{Finish, GROUP, Kernel, Level, Levels, Tile, Weights, multiply_with};

pub use super::plain::WIDTH;

const _: () = assert!(GROUP == 2 && WIDTH == 16);

pub fn quantize(rows: &[f32], input_scales: &[f32], depth: usize) -> Levels {
    #[target_feature(enable = "avx2")]
    fn with_avx2(rows: &[f32], input_scales: &[f32], depth: usize) -> Levels {
        super::quantize(rows, input_scales, depth)
    }
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        unsafe { with_avx2(rows, input_scales, depth) }
    } else {
        super::quantize(rows, input_scales, depth)
    }
}

pub fn multiply(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    // SAFETY: the processor has the instructions.
    unsafe {
        if is_x86_feature_detected!("avx512vnni") && is_x86_feature_detected!("avx512bw") {
            with_avx512vnni(levels, weights, finish, out)
        } else if is_x86_feature_detected!("avx2") {
            with_avx2(levels, weights, finish, out)
        } else {
            super::plain::multiply(levels, weights, finish, out)
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn with_avx512vnni(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    // SAFETY: the caller has the instructions.
    unsafe { multiply_with::<Avx512Vnni>(levels, weights, finish, out) }
}

#[target_feature(enable = "avx2")]
pub(super) fn with_avx2(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    // SAFETY: the caller has the instructions.
    unsafe { multiply_with::<Avx2>(levels, weights, finish, out) }
}

/// Two levels of a row, for every column. Without checks for overflow, which would cost as much as the products.
///
/// # Safety
/// `levels` holds those of that group of that row.
#[inline(always)]
unsafe fn both(levels: &[Level], row: usize, stride: usize, group: usize) -> i32 {
    let first = row.wrapping_mul(stride).wrapping_add(group.wrapping_mul(GROUP));
    // SAFETY: the caller's promise.
    unsafe { levels.as_ptr().wrapping_add(first).cast::<i32>().read_unaligned() }
}

/// Sixteen columns and two products of each, added to their sums, in one instruction.
struct Avx512Vnni;

impl Kernel for Avx512Vnni {
    const ROWS: usize = 12;

    #[inline(always)]
    unsafe fn sum<const ROWS: usize>(levels: &[Level], stride: usize, panel: &[i8]) -> Tile<ROWS> {
        let n_groups = panel.len() / (GROUP * WIDTH);
        debug_assert!(levels.len() >= (ROWS - 1) * stride + n_groups * GROUP);
        // SAFETY: a group is 32 bytes of the panel, each row holds GROUP levels for it, and a row of a tile is as large
        // as a register.
        unsafe {
            let mut sums = [_mm512_setzero_si512(); ROWS];
            for group in 0..n_groups {
                let weights = _mm256_loadu_si256(panel.as_ptr().add(group * GROUP * WIDTH).cast());
                let weights = _mm512_cvtepi8_epi16(weights);
                for (row, sum) in sums.iter_mut().enumerate() {
                    let x = _mm512_set1_epi32(both(levels, row, stride, group));
                    *sum = _mm512_dpwssd_epi32(*sum, x, weights);
                }
            }
            core::mem::transmute_copy(&sums)
        }
    }
}

/// Eight columns and two products of each in one instruction, their sums in the next.
struct Avx2;

impl Kernel for Avx2 {
    const ROWS: usize = 4;

    #[inline(always)]
    unsafe fn sum<const ROWS: usize>(levels: &[Level], stride: usize, panel: &[i8]) -> Tile<ROWS> {
        let n_groups = panel.len() / (GROUP * WIDTH);
        debug_assert!(levels.len() >= (ROWS - 1) * stride + n_groups * GROUP);
        // SAFETY: a group is 32 bytes of the panel, each row holds GROUP levels for it, and a row of a tile is as large
        // as two registers.
        unsafe {
            let mut sums = [[_mm256_setzero_si256(); 2]; ROWS];
            for group in 0..n_groups {
                let panel: *const __m128i = panel.as_ptr().add(group * GROUP * WIDTH).cast();
                let weights =
                    [_mm_loadu_si128(panel), _mm_loadu_si128(panel.add(1))].map(|half| _mm256_cvtepi8_epi16(half));
                for (row, sums) in sums.iter_mut().enumerate() {
                    let x = _mm256_set1_epi32(both(levels, row, stride, group));
                    for (sum, weights) in sums.iter_mut().zip(weights) {
                        *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(x, weights));
                    }
                }
            }
            core::mem::transmute_copy(&sums)
        }
    }
}
