//! Loops that the compiler turns into whatever vectors the machine has.

use super::{GROUP, Kernel, Tile, Work};

/// Columns of a panel.
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

/// Does `work` with the best kernel that the machine has.
pub fn run(work: impl Work) {
    // SAFETY: the kernel needs nothing.
    unsafe { work.with::<Plain, 2>() }
}
