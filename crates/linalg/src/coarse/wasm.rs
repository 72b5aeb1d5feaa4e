//! WebAssembly: simd128, which every build has (.cargo/config.toml).

use core::arch::wasm32::*;

use super::{GROUP, Kernel, Tile, Work};

/// Columns of a panel.
pub const WIDTH: usize = 8;

/// Does `work` with the kernel.
pub fn run(work: impl Work) {
    // SAFETY: simd128 is a feature of every build.
    unsafe { work.with::<Simd128, 4>() }
}

/// Four columns and two products of each in two instructions.
struct Simd128;

impl Kernel for Simd128 {
    #[inline(always)]
    unsafe fn sum<const ROWS: usize>(rows: &[i16], panel: &[i16]) -> Tile<ROWS> {
        let depth = panel.len() / WIDTH;
        let mut sums = [[i32x4_splat(0); 2]; ROWS];
        for group in 0..depth / GROUP {
            // SAFETY: a group is 32 bytes of the panel, and each row holds GROUP numbers for it.
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
        // SAFETY: a row of a tile is two registers.
        unsafe { core::mem::transmute_copy(&sums) }
    }
}
