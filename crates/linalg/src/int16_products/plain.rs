//! Kernel with plain loops, which the compiler vectorizes for the target.

use super::{GROUP, Kernel, Tile, Work};

/// Number of columns per panel, which is a packed block of columns.
/// The kernel adds the products for all columns of a panel in parallel.
pub const WIDTH: usize = 16;

pub struct Plain;

impl Kernel for Plain {
    #[inline(always)]
    unsafe fn sum<const ROWS: usize>(rows: &[i16], panel: &[i16]) -> Tile<ROWS> {
        let depth = panel.len() / WIDTH;
        let mut sums = [[0; WIDTH]; ROWS];
        for (group, columns) in panel.as_chunks::<{ GROUP * WIDTH }>().0.iter().enumerate() {
            for (row, sums) in sums.iter_mut().enumerate() {
                let at = row * depth + group * GROUP;
                let [first, second] = [rows[at], rows[at + 1]].map(i32::from);
                for (sum, column) in sums.iter_mut().zip(columns.as_chunks::<GROUP>().0) {
                    *sum += first * i32::from(column[0]) + second * i32::from(column[1]);
                }
            }
        }
        sums
    }
}

/// Runs `work` with the plain kernel.
pub fn run(work: impl Work) {
    // SAFETY: the plain kernel needs no special instructions.
    unsafe { work.with::<Plain, 2>() }
}
