//! Kernel for WebAssembly with simd128, which every build enables (.cargo/config.toml).

use core::arch::wasm32::*;

use super::{GROUP, Kernel, Tile, Work};

/// Number of columns per panel, which is a packed block of columns.
/// The kernel adds the products for all columns of a panel in parallel.
pub const WIDTH: usize = 8;

/// Runs `work` with the simd128 kernel.
pub fn run(work: impl Work) {
    // SAFETY: every build enables simd128.
    unsafe { work.with::<Simd128, 4>() }
}

struct Simd128;

impl Kernel for Simd128 {
    #[inline(always)]
    unsafe fn sum<const ROWS: usize>(rows: &[i16], panel: &[i16]) -> Tile<ROWS> {
        let depth = panel.len() / WIDTH;
        let mut sums = [[i32x4_splat(0); 2]; ROWS];
        for group in 0..depth / GROUP {
            // SAFETY: a group of GROUP values per column takes 32 bytes of the panel, and each row contains GROUP values.
            unsafe {
                let columns: *const v128 = panel.as_ptr().add(group * GROUP * WIDTH).cast();
                let columns = [v128_load(columns), v128_load(columns.add(1))];
                for (row, sums) in sums.iter_mut().enumerate() {
                    let x = v128_load32_splat(rows.as_ptr().add(row * depth + group * GROUP).cast());
                    for (sum, columns) in sums.iter_mut().zip(columns) {
                        *sum = i32x4_add(*sum, i32x4_dot_i16x8(columns, x));
                    }
                }
            }
        }
        // SAFETY: one row of a tile has the size of two registers.
        unsafe { core::mem::transmute_copy(&sums) }
    }
}
