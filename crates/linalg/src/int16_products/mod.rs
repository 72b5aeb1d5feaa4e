//! Computes the products of all row pairs in 16-bit integers, which is two to four times as fast as in `f32`.
//! The integer products are exact, so neither the order of addition nor the instruction set changes them.
//!
//! ```text
//!  rows (f32) ──quantize──▶ rows (i16) ───────────────┐
//!                                └──pack──▶ panels ───┴─Kernel::sum─▶ tile of i32 sums, still in registers
//! ```
//!
//! A number x is quantized to round(x·[`SCALE`]).
//! The resulting error in the product of two unit vectors has a bound that depends only on the dimension; see [`error`].
//! Sums cannot overflow, because a product of two rows is at most the product of their Euclidean lengths.

#[cfg(not(target_family = "wasm"))]
mod plain;
#[cfg(target_family = "wasm")]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(not(any(target_arch = "x86_64", target_family = "wasm")))]
pub use plain::run;
#[cfg(target_family = "wasm")]
pub use wasm::{WIDTH, run};
#[cfg(target_arch = "x86_64")]
pub use x86::run;

#[cfg(not(target_family = "wasm"))]
pub use plain::WIDTH;

use crate::rounding::{MAX_ROW_LENGTH, rounding_error};

/// Factor of the quantization, which is also the quantized value of 1.0.
/// The factor is slightly less than 32,767, because rounding errors can make a unit vector slightly too long.
/// Even for a row of length [`MAX_ROW_LENGTH`], all quantized values fit into 16 bits.
pub const SCALE: f64 = 32_766.0;

/// Number of consecutive values of a row or column whose products one instruction computes and adds.
pub const GROUP: usize = 2;

/// Sums of products: `ROWS` rows times the columns of one panel, which is a block of [`WIDTH`] packed columns.
pub type Tile<const ROWS: usize> = [[i32; WIDTH]; ROWS];

/// Kernel that computes sums of products with the instructions of a CPU.
pub trait Kernel {
    /// Multiplies `ROWS` rows, each with `depth` values, by a panel of [`WIDTH`] columns with the same length.
    ///
    /// # Safety
    /// The CPU must support the instructions of the kernel.
    /// `rows` must contain ROWS·depth values and `panel` must contain depth·WIDTH values.
    /// The depth must be a multiple of [`GROUP`].
    unsafe fn sum<const ROWS: usize>(rows: &[i16], panel: &[i16]) -> Tile<ROWS>;
}

/// Code that uses a kernel. [`run`] chooses the kernel.
/// The code is compiled once for the instructions of each kernel.
pub trait Work {
    /// Runs the work with kernel `K`. `ROWS` is the number of rows per tile that fit in the kernel's registers.
    ///
    /// # Safety
    /// The CPU must support the instructions of `K`. Implementations must be `#[inline(always)]`.
    unsafe fn with<K: Kernel, const ROWS: usize>(self);
}

/// Length of a quantized row: the number of dimensions, rounded up to a multiple of [`GROUP`].
pub fn depth(dimensions: usize) -> usize {
    dimensions.next_multiple_of(GROUP)
}

/// Quantizes rows of `dimensions` values. Each quantized row has [`depth`] values and is padded with zeros.
///
/// The exact neighbor search calls this function from code that is compiled for the instructions of a kernel; see [`Work`].
/// On native targets, the function is inlined, because only an inlined function uses the instructions of its caller.
/// In WebAssembly, inlining is not needed, because all functions are compiled for the same instructions.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub fn quantize(rows: &[f32], dimensions: usize, out: &mut [i16]) {
    /// Adding 1.5·2²³ to a number rounds the number to an integer. The lowest bits of the sum contain the integer.
    const ROUND: f32 = 12_582_912.0;
    let depth = depth(dimensions);
    let n = rows.len() / dimensions;
    for (row, out) in rows.chunks_exact(dimensions).zip(out.chunks_exact_mut(depth)) {
        for (out, x) in out.iter_mut().zip(row) {
            *out = (x * SCALE as f32 + ROUND).to_bits() as i16;
        }
        out[dimensions..].fill(0);
    }
    out[n * depth..].fill(0);
}

/// Packs quantized rows into panels of [`WIDTH`] columns. Each row becomes one column of a panel.
/// A panel contains [`GROUP`] values of the first row, then [`GROUP`] values of the next row, and so on.
/// The last panel is padded with zeros.
pub fn pack(rows: &[i16], depth: usize, panels: &mut Vec<i16>) {
    panels.clear();
    panels.resize((rows.len() / depth).next_multiple_of(WIDTH) * depth, 0);
    for (rows, panel) in rows.chunks(WIDTH * depth).zip(panels.chunks_exact_mut(WIDTH * depth)) {
        for (column, row) in rows.chunks_exact(depth).enumerate() {
            let slots = panel.chunks_exact_mut(GROUP).skip(column).step_by(WIDTH);
            for (slot, group) in slots.zip(row.chunks_exact(GROUP)) {
                slot.copy_from_slice(group);
            }
        }
    }
}

/// Upper bound on the difference between the integer product of two rows, divided by [`SCALE`]², and the `f32` product.
/// The `f32` product is the result of `matmul`, which adds the terms in a fixed order.
///
/// Quantization changes each value by at most half a quantization step, plus the rounding error of the product x·[`SCALE`].
/// Quantization therefore changes a row by at most r = 0.51·√d quantization steps.
/// By Cauchy–Schwarz, ⟨a, b⟩ − ⟨a', b'⟩ = ⟨a − a', b⟩ + ⟨a', b − b'⟩ is at most r·|b| + |a'|·r.
/// The `f32` product differs from the exact product of the real numbers by at most [`rounding_error`].
pub fn error(dimensions: usize) -> f64 {
    let residual = 0.51 * (dimensions as f64).sqrt() / SCALE;
    residual * MAX_ROW_LENGTH + (MAX_ROW_LENGTH + residual) * residual + f64::from(rounding_error(dimensions))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_embedding::Embeddings;
    use ndarray::Array2;
    use proptest::prelude::*;

    struct Sums<'a> {
        rows: &'a [i16],
        panels: &'a [i16],
        depth: usize,
        out: &'a mut Vec<Vec<i32>>,
    }

    impl Work for Sums<'_> {
        #[inline(always)]
        unsafe fn with<K: Kernel, const ROWS: usize>(self) {
            let mut padded = self.rows.to_vec();
            let n = padded.len() / self.depth;
            padded.resize(n.next_multiple_of(ROWS) * self.depth, 0);
            self.out.resize(n, Vec::new());
            for panel in self.panels.chunks_exact(WIDTH * self.depth) {
                for (rows, out) in padded.chunks_exact(ROWS * self.depth).zip(self.out.chunks_mut(ROWS)) {
                    // SAFETY: the caller guarantees that the CPU supports the instructions, and the tiles are complete.
                    let tile = unsafe { K::sum::<ROWS>(rows, panel) };
                    out.iter_mut().zip(&tile).for_each(|(out, sums)| out.extend(sums));
                }
            }
        }
    }

    /// Returns rows whose values differ by factors of up to 2^`spread`.
    fn embeddings(n: usize, d: usize, spread: u32, seed: u32) -> Embeddings {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 8
        };
        let rows = Array2::from_shape_simple_fn((n, d), || {
            let scale = 0.5f32.powi((next() % (spread + 1)) as i32);
            (next() as f32 / 8_388_608.0 - 0.999) * scale
        });
        Embeddings::normalized(rows).expect("no row is zero")
    }

    proptest! {
        /// Every kernel returns the same sums as the definition of the product.
        /// The sums, divided by [`SCALE`]², differ from the `f32` products of `matmul` by at most the error bound.
        #[test]
        fn sums_are_exact_and_within_the_error(n in 1usize..40, d in 1usize..90, spread in 0u32..40, seed: u32) {
            let embeddings = embeddings(n, d, spread, seed);
            let depth = depth(d);
            let mut rows = vec![0; n * depth];
            quantize(embeddings.as_slice(), d, &mut rows);
            let mut panels = Vec::new();
            pack(&rows, depth, &mut panels);
            let sums = |run: fn(Sums<'_>)| {
                let mut out = Vec::new();
                run(Sums { rows: &rows, panels: &panels, depth, out: &mut out });
                out
            };
            let out = sums(|work| run(work));
            #[cfg(not(target_family = "wasm"))]
            prop_assert_eq!(&out, &sums(|work| plain::run(work)));
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the CPU supports AVX2, as checked above.
                prop_assert_eq!(&out, &sums(|work| unsafe { x86::with_avx2(work) }));
            }
            for i in 0..n {
                for j in 0..n {
                    let pairs = rows[i * depth..][..depth].iter().zip(&rows[j * depth..][..depth]);
                    let sum: i32 = pairs.map(|(&a, &b)| i32::from(a) * i32::from(b)).sum();
                    prop_assert_eq!(out[i][j], sum);
                    let pairs = embeddings.row(i).into_iter().zip(embeddings.row(j));
                    let strict = pairs.fold(0.0f32, |sum, (a, b)| sum + a * b);
                    let off = (f64::from(sum) / (SCALE * SCALE) - f64::from(strict)).abs();
                    prop_assert!(off <= error(d), "the error {} exceeds the bound {}", off, error(d));
                }
            }
        }
    }

    #[test]
    fn largest_values_fit_16_bits() {
        for (d, sign) in [(1, 1.0), (1, -1.0), (3, -1.0)] {
            let mut rows = Array2::from_elem((2, d), 0.0);
            rows.column_mut(0).fill(sign * MAX_ROW_LENGTH as f32);
            let mut levels = vec![0; 2 * depth(d)];
            quantize(rows.as_slice().expect("standard layout"), d, &mut levels);
            assert_eq!(levels[0], sign as i16 * SCALE as i16);
        }
    }
}
