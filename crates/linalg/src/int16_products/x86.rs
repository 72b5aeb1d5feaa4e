//! Kernels for x86-64: AVX-512 VNNI if the CPU supports it, otherwise AVX2, otherwise plain loops.

use core::arch::x86_64::*;

use super::{GROUP, Kernel, Tile, WIDTH, Work, plain};

const _: () = assert!(GROUP == 2 && WIDTH == 16);

/// Runs `work` with the best kernel that the CPU supports.
pub fn run(work: impl Work) {
    // SAFETY: each kernel is used only if the CPU was found to support its instructions.
    unsafe {
        if is_x86_feature_detected!("avx512vnni") && is_x86_feature_detected!("avx512bw") {
            with_avx512vnni(work)
        } else if is_x86_feature_detected!("avx2") {
            with_avx2(work)
        } else {
            plain::run(work)
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn with_avx512vnni(work: impl Work) {
    // SAFETY: the caller guarantees that the CPU supports the instructions.
    unsafe { work.with::<Avx512Vnni, 12>() }
}

#[target_feature(enable = "avx2")]
pub(super) fn with_avx2(work: impl Work) {
    // SAFETY: the caller guarantees that the CPU supports the instructions.
    unsafe { work.with::<Avx2, 4>() }
}

/// Reads two consecutive values of a row as one 32-bit integer. The kernel broadcasts the integer to all columns.
///
/// # Safety
/// `rows` must contain [`GROUP`] values from index `at` on.
#[inline(always)]
unsafe fn two(rows: &[i16], at: usize) -> i32 {
    debug_assert!(at + GROUP <= rows.len());
    // SAFETY: the caller guarantees that the row has two values at `at`.
    unsafe { rows.as_ptr().add(at).cast::<i32>().read_unaligned() }
}

struct Avx512Vnni;

impl Kernel for Avx512Vnni {
    #[inline(always)]
    unsafe fn sum<const ROWS: usize>(rows: &[i16], panel: &[i16]) -> Tile<ROWS> {
        let depth = panel.len() / WIDTH;
        // SAFETY: a group of GROUP values per column takes 64 bytes of the panel, and each row contains GROUP values.
        // The sums in one row of a tile have the size of one register.
        unsafe {
            let mut sums = [_mm512_setzero_si512(); ROWS];
            for group in 0..depth / GROUP {
                let columns = _mm512_loadu_si512(panel.as_ptr().add(group * GROUP * WIDTH).cast());
                for (row, sum) in sums.iter_mut().enumerate() {
                    let x = _mm512_set1_epi32(two(rows, row * depth + group * GROUP));
                    *sum = _mm512_dpwssd_epi32(*sum, x, columns);
                }
            }
            core::mem::transmute_copy(&sums)
        }
    }
}

struct Avx2;

impl Kernel for Avx2 {
    #[inline(always)]
    unsafe fn sum<const ROWS: usize>(rows: &[i16], panel: &[i16]) -> Tile<ROWS> {
        let depth = panel.len() / WIDTH;
        // SAFETY: a group of GROUP values per column takes 64 bytes of the panel, and each row contains GROUP values.
        // The sums in one row of a tile have the size of two registers.
        unsafe {
            let mut sums = [[_mm256_setzero_si256(); 2]; ROWS];
            for group in 0..depth / GROUP {
                let columns: *const __m256i = panel.as_ptr().add(group * GROUP * WIDTH).cast();
                let columns = [_mm256_loadu_si256(columns), _mm256_loadu_si256(columns.add(1))];
                for (row, sums) in sums.iter_mut().enumerate() {
                    let x = _mm256_set1_epi32(two(rows, row * depth + group * GROUP));
                    for (sum, columns) in sums.iter_mut().zip(columns) {
                        *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(x, columns));
                    }
                }
            }
            core::mem::transmute_copy(&sums)
        }
    }
}
