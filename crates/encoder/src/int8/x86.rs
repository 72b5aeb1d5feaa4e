//! Kernels for x86-64: AMX, AVX-512 VNNI, AVX-VNNI or AVX2, depending on the processor; otherwise portable loops.

use core::arch::x86_64::*;

use super::{Finish, Kernel, Levels, Tile, WeightRun, Weights, four, multiply_with};

pub use super::plain::{GROUP, Level, WIDTH, rounded};

const _: () = assert!(GROUP == 4 && WIDTH == 16);

/// Whether [`Weights`] should contain [`WeightRun`]s for the kernel of this processor.
pub fn uses_runs() -> bool {
    is_x86_feature_detected!("avx2") && !has_avx512vnni() && !has_avxvnni()
}

fn has_avx512vnni() -> bool {
    is_x86_feature_detected!("avx512vnni") && is_x86_feature_detected!("avx512bw")
}

fn has_avxvnni() -> bool {
    is_x86_feature_detected!("avxvnni") && is_x86_feature_detected!("avx2")
}

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
    #[cfg(target_os = "linux")]
    if has_avx512vnni() && super::amx::fits(weights) && super::amx::is_available() {
        // SAFETY: the processor has AVX-512, and this process may use AMX.
        return unsafe { super::amx::multiply(levels, weights, finish, out) };
    }
    // SAFETY: the processor has the instructions of the chosen kernel.
    unsafe {
        if has_avx512vnni() {
            with_avx512vnni(levels, weights, finish, out)
        } else if has_avxvnni() {
            with_avxvnni(levels, weights, finish, out)
        } else if is_x86_feature_detected!("avx2") {
            with_avx2(levels, weights, finish, out)
        } else {
            super::plain::multiply(levels, weights, finish, out)
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn with_avx512vnni(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    // SAFETY: the caller guarantees that the processor has the AVX-512 VNNI instructions.
    unsafe { multiply_with::<Avx512Vnni>(levels, weights, finish, out) }
}

#[target_feature(enable = "avx2,avxvnni")]
pub(super) fn with_avxvnni(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    // SAFETY: the caller guarantees that the processor has the AVX-VNNI instructions.
    unsafe { multiply_with::<AvxVnni>(levels, weights, finish, out) }
}

#[target_feature(enable = "avx2")]
pub(super) fn with_avx2(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    // SAFETY: the caller guarantees that the processor has the AVX2 instructions.
    unsafe { multiply_with::<Avx2>(levels, weights, finish, out) }
}

struct Avx512Vnni;

impl Kernel for Avx512Vnni {
    const ROWS: usize = 12;

    #[inline(always)]
    unsafe fn sum<const ROWS: usize>(levels: &[Level], stride: usize, panel: &[i8], _: &[WeightRun]) -> Tile<ROWS> {
        let n_groups = panel.len() / (GROUP * WIDTH);
        debug_assert!(levels.len() >= (ROWS - 1) * stride + n_groups * GROUP);
        // SAFETY: a group of weights is 64 bytes of the panel, and each row has GROUP levels for the group.
        // A row of a tile fills one register.
        unsafe {
            let mut sums = [_mm512_setzero_si512(); ROWS];
            for group in 0..n_groups {
                let weights = _mm512_loadu_si512(panel.as_ptr().add(group * GROUP * WIDTH).cast());
                for (row, sum) in sums.iter_mut().enumerate() {
                    let x = _mm512_set1_epi32(four(levels, row, stride, group));
                    *sum = _mm512_dpbusd_epi32(*sum, x, weights);
                }
            }
            core::mem::transmute_copy(&sums)
        }
    }
}

struct AvxVnni;

impl Kernel for AvxVnni {
    const ROWS: usize = 4;

    #[inline(always)]
    unsafe fn sum<const ROWS: usize>(levels: &[Level], stride: usize, panel: &[i8], _: &[WeightRun]) -> Tile<ROWS> {
        let n_groups = panel.len() / (GROUP * WIDTH);
        debug_assert!(levels.len() >= (ROWS - 1) * stride + n_groups * GROUP);
        // SAFETY: a group of weights is 32 bytes of the panel, and each row has GROUP levels for the group.
        // A row of a tile fills two registers.
        unsafe {
            let mut sums = [[_mm256_setzero_si256(); 2]; ROWS];
            for group in 0..n_groups {
                let panel: *const __m256i = panel.as_ptr().add(group * GROUP * WIDTH).cast();
                let weights = [_mm256_loadu_si256(panel), _mm256_loadu_si256(panel.add(1))];
                for (row, sums) in sums.iter_mut().enumerate() {
                    let x = _mm256_set1_epi32(four(levels, row, stride, group));
                    for (sum, weights) in sums.iter_mut().zip(weights) {
                        *sum = _mm256_dpbusd_avx_epi32(*sum, x, weights);
                    }
                }
            }
            core::mem::transmute_copy(&sums)
        }
    }
}

struct Avx2;

impl Kernel for Avx2 {
    const ROWS: usize = 4;
    const ZERO: i32 = super::CENTER;

    #[inline(always)]
    unsafe fn sum<const ROWS: usize>(levels: &[Level], stride: usize, panel: &[i8], runs: &[WeightRun]) -> Tile<ROWS> {
        debug_assert!(panel.len() == runs.iter().map(|run| run.groups).sum::<usize>() * GROUP * WIDTH);
        debug_assert!(levels.len() >= (ROWS - 1) * stride + panel.len() / WIDTH);
        // SAFETY: a group of weights is 32 bytes of the panel, and each row has GROUP levels for the group.
        // A row of a tile and the initial lane values of a run fill two registers each.
        unsafe {
            let one = _mm256_set1_epi16(1);
            let mut sums = [[_mm256_setzero_si256(); 2]; ROWS];
            let mut panel: *const __m256i = panel.as_ptr().cast();
            let mut group = 0;
            for run in runs {
                let begin: *const __m256i = run.begin.as_ptr().cast();
                let mut narrow = [[_mm256_loadu_si256(begin), _mm256_loadu_si256(begin.add(1))]; ROWS];
                for _ in 0..run.groups {
                    let weights = [_mm256_loadu_si256(panel), _mm256_loadu_si256(panel.add(1))];
                    for (row, narrow) in narrow.iter_mut().enumerate() {
                        let x = _mm256_set1_epi32(four(levels, row, stride, group));
                        for (sum, weights) in narrow.iter_mut().zip(weights) {
                            *sum = _mm256_add_epi16(*sum, _mm256_maddubs_epi16(x, weights));
                        }
                    }
                    panel = panel.add(2);
                    group += 1;
                }
                for (sums, narrow) in sums.iter_mut().zip(narrow) {
                    for (sum, narrow) in sums.iter_mut().zip(narrow) {
                        *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(narrow, one));
                    }
                }
            }
            core::mem::transmute_copy(&sums)
        }
    }
}
