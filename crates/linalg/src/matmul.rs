//! Matrix products in strict arithmetic, which are bit-identical on every machine.
//!
//! Every entry of the product is computed as `((a₀·b₀) + a₁·b₁) + a₂·b₂ …` in `f32`.
//! Each term has a separate multiplication and addition, in ascending order.
//! The product uses neither fused multiply-adds nor partial sums.
//! The bits of the product therefore do not depend on the instruction set, the tile sizes, or the number of rows per call.
//! The encoder's layers and the cosines of neighbors use this module, so that the page and the CLI make the same picks.
//!
//! The kernel keeps a tile of `ROWS`×[`WIDTH`] sums in registers while it traverses both operands.
//! The operands are packed so that each step reads a few consecutive numbers (Goto & van de Geijn 2008).
//! The kernel is plain Rust that the compiler vectorizes.
//! On `x86-64` there are two additional copies of the kernel, and the program chooses a copy at run time.
//! One copy of the kernel is compiled for AVX2.
//! The other copy uses explicit AVX-512 instructions, which the compiler does not generate from the plain code.

/// Number of columns multiplied in parallel, which is the width of a panel (a packed block of columns).
/// The width is chosen so that the sums of a tile fit into the registers.
const WIDTH: usize = if cfg!(target_arch = "wasm32") { 8 } else { 16 };

/// Number of elements of the left operand that are packed at a time. These elements take 256 KiB and stay in the cache.
const BLOCK: usize = 65_536;

/// Right operand of a product, packed once for any number of products.
/// The panels have [`WIDTH`] columns each and are stored as k×[`WIDTH`] in row-major order.
/// The last panel of the operand is padded with zeros.
#[derive(Clone, Debug, Default)]
pub struct Packed {
    n: usize,
    k: usize,
    panels: Vec<f32>,
}

impl Packed {
    /// Packs the right operand B of A·Bᵀ. `b` is n×k in row-major order.
    ///
    /// # Panics
    /// Panics if `b` does not have n·k elements.
    pub fn from_rows(b: &[f32], n: usize, k: usize) -> Packed {
        assert_eq!(b.len(), n * k, "{n}×{k}");
        Packed::gather(n, k, |column, depth| b[column * k + depth])
    }

    /// Packs the right operand B of A·B. `b` is k×n in row-major order.
    ///
    /// # Panics
    /// Panics if `b` does not have k·n elements.
    pub fn from_columns(b: &[f32], k: usize, n: usize) -> Packed {
        assert_eq!(b.len(), k * n, "{k}×{n}");
        Packed::gather(n, k, |column, depth| b[depth * n + column])
    }

    fn gather(n: usize, k: usize, at: impl Fn(usize, usize) -> f32) -> Packed {
        let mut panels = vec![0.0; n.div_ceil(WIDTH) * WIDTH * k];
        for column in 0..n {
            let start = column / WIDTH * WIDTH * k + column % WIDTH;
            for (depth, slot) in panels.iter_mut().skip(start).step_by(WIDTH).take(k).enumerate() {
                *slot = at(column, depth);
            }
        }
        Packed { n, k, panels }
    }

    /// Number of columns in the product (n).
    pub fn columns(&self) -> usize {
        self.n
    }

    /// Number of terms in each sum (k).
    pub fn depth(&self) -> usize {
        self.k
    }
}

/// Computes `out` = A·B. `a` is m×k in row-major order. `out` is m×n in row-major order and is overwritten.
///
/// O(m·n·k) time, O(k) space in addition to a fixed-size block.
///
/// # Panics
/// Panics if the length of `a` is not m·k or the length of `out` is not m·n.
pub fn multiply(a: &[f32], m: usize, b: &Packed, out: &mut [f32]) {
    assert_eq!(a.len(), m * b.k, "A is {m}×{}", b.k);
    assert_eq!(out.len(), m * b.n, "the product is {m}×{}", b.n);
    if b.k == 0 {
        out.fill(0.0);
        return;
    }
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx512f") {
        // SAFETY: the CPU supports AVX-512F, as checked above.
        unsafe { multiply_avx512(a, b, out) };
        return;
    } else if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU supports AVX2, as checked above.
        unsafe { multiply_avx2(a, b, out) };
        return;
    }
    multiply_with(a, b, out, sum_tile::<4>);
}

/// Compiles the portable code for the wider registers of AVX2. FMA stays disabled, because FMA rounds differently.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn multiply_avx2(a: &[f32], b: &Packed, out: &mut [f32]) {
    multiply_with(a, b, out, sum_tile::<6>);
}

/// Multiplies with AVX-512 in tiles of twelve rows, which have enough independent sums to hide the latency of an addition.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn multiply_avx512(a: &[f32], b: &Packed, out: &mut [f32]) {
    multiply_with(
        a,
        b,
        out,
        #[inline(always)]
        |a, b| sum_tile_avx512::<12>(a, b),
    );
}

/// Computes the product of each pair of rows. The products are bit-identical to those of [`multiply`].
/// The rows must have the same length in all pairs. `out` is overwritten. O(pairs·k) time.
///
/// # Panics
/// Panics if a row is shorter than the first row.
pub fn multiply_pairs(pairs: &[(&[f32], &[f32])], out: &mut Vec<f32>) {
    /// Number of pairs multiplied in parallel: enough to hide the latency of an addition.
    const LANES: usize = 8;
    out.clear();
    for group in pairs.chunks(LANES) {
        // The unused lanes of an incomplete last group contain copies of its first pair of rows.
        let lanes: [(&[f32], &[f32]); LANES] =
            std::array::from_fn(|lane| group[if lane < group.len() { lane } else { 0 }]);
        let mut sums = [0.0f32; LANES];
        for depth in 0..group[0].0.len() {
            for (sum, (a, b)) in sums.iter_mut().zip(&lanes) {
                *sum += a[depth] * b[depth];
            }
        }
        out.extend_from_slice(&sums[..group.len()]);
    }
}

/// Multiplies matrices with the kernel `sum_tile`.
/// Every kernel must return the same sums as the portable function [`sum_tile`].
#[inline(always)]
fn multiply_with<const ROWS: usize>(
    a: &[f32],
    b: &Packed,
    out: &mut [f32],
    sum_tile: impl Fn(&[f32], &[f32]) -> [[f32; WIDTH]; ROWS],
) {
    if b.n == 0 {
        return;
    }
    let rows_per_block = (BLOCK / b.k / ROWS).max(1) * ROWS;
    let mut packed = vec![0.0; rows_per_block.min((a.len() / b.k).next_multiple_of(ROWS)) * b.k];
    for (a, out) in a.chunks(rows_per_block * b.k).zip(out.chunks_mut(rows_per_block * b.n)) {
        let tiles = pack_rows::<ROWS>(a, b.k, &mut packed);
        for (panel, column) in b.panels.chunks_exact(b.k * WIDTH).zip((0..b.n).step_by(WIDTH)) {
            let width = WIDTH.min(b.n - column);
            for (tile, out) in packed
                .chunks_exact(b.k * ROWS)
                .take(tiles)
                .zip(out.chunks_mut(ROWS * b.n))
            {
                let sums = sum_tile(tile, panel);
                for (sums, row) in sums.iter().zip(out.chunks_exact_mut(b.n)) {
                    row[column..column + width].copy_from_slice(&sums[..width]);
                }
            }
        }
    }
}

/// Interleaves groups of `ROWS` rows of `a`, which is in row-major order with rows of length k.
/// In each step, the kernel reads one number of each row from consecutive memory.
/// Missing rows of the last tile become zeros. Returns the number of tiles.
#[inline(always)]
fn pack_rows<const ROWS: usize>(a: &[f32], k: usize, packed: &mut [f32]) -> usize {
    let mut tiles = 0;
    for (rows, tile) in a.chunks(ROWS * k).zip(packed.chunks_exact_mut(ROWS * k)) {
        if rows.len() < tile.len() {
            tile.fill(0.0);
        }
        for (r, row) in rows.chunks_exact(k).enumerate() {
            for (slot, &value) in tile[r..].iter_mut().step_by(ROWS).zip(row) {
                *slot = value;
            }
        }
        tiles += 1;
    }
    tiles
}

/// Computes the sums of one tile. `a` is k×`ROWS` and `b` is k×[`WIDTH`].
#[inline(always)]
fn sum_tile<const ROWS: usize>(a: &[f32], b: &[f32]) -> [[f32; WIDTH]; ROWS] {
    let mut sums = [[0.0; WIDTH]; ROWS];
    let (a, _) = a.as_chunks::<ROWS>();
    let (b, _) = b.as_chunks::<WIDTH>();
    for (a, b) in a.iter().zip(b) {
        for row in 0..ROWS {
            for column in 0..WIDTH {
                sums[row][column] += a[row] * b[column];
            }
        }
    }
    sums
}

/// Like [`sum_tile`], but keeps the sums of a row in one AVX-512 register.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f")]
fn sum_tile_avx512<const ROWS: usize>(a: &[f32], b: &[f32]) -> [[f32; WIDTH]; ROWS] {
    use std::arch::x86_64::{
        _mm512_add_ps, _mm512_loadu_ps, _mm512_mul_ps, _mm512_set1_ps, _mm512_setzero_ps, _mm512_storeu_ps,
    };
    let mut sums = [_mm512_setzero_ps(); ROWS];
    let (a, _) = a.as_chunks::<ROWS>();
    let (b, _) = b.as_chunks::<WIDTH>();
    for (a, b) in a.iter().zip(b) {
        // SAFETY: `b` is an array of sixteen numbers.
        let b = unsafe { _mm512_loadu_ps(b.as_ptr()) };
        for row in 0..ROWS {
            sums[row] = _mm512_add_ps(sums[row], _mm512_mul_ps(_mm512_set1_ps(a[row]), b));
        }
    }
    sums.map(|sums| {
        let mut row = [0.0; WIDTH];
        // SAFETY: `row` is an array of sixteen numbers.
        unsafe { _mm512_storeu_ps(row.as_mut_ptr(), sums) };
        row
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Computes A·Bᵀ one number at a time. Each sum adds its terms in ascending order, as `multiply` must do.
    fn multiply_plainly(a: &[f32], b: &[f32], m: usize, n: usize, k: usize) -> Vec<f32> {
        let mut out = Vec::with_capacity(m * n);
        for row in 0..m {
            for column in 0..n {
                let mut sum = 0.0f32;
                for depth in 0..k {
                    sum += a[row * k + depth] * b[column * k + depth];
                }
                out.push(sum);
            }
        }
        out
    }

    fn numbers(count: usize, seed: u32) -> Vec<f32> {
        let mut state = seed;
        (0..count)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) as f32 / 8_388_608.0 - 1.0
            })
            .collect()
    }

    type Multiply = fn(&[f32], &Packed, &mut [f32]);

    /// All kernels that this CPU can run, including kernels that `multiply` would not choose.
    fn kernels() -> Vec<Multiply> {
        let mut kernels: Vec<Multiply> = vec![|a, b, out| multiply_with(a, b, out, sum_tile::<4>)];
        #[cfg(target_arch = "x86_64")]
        {
            if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: the CPU supports AVX2, as checked above.
                kernels.push(|a, b, out| unsafe { multiply_avx2(a, b, out) });
            }
            if std::arch::is_x86_feature_detected!("avx512f") {
                // SAFETY: the CPU supports AVX-512F, as checked above.
                kernels.push(|a, b, out| unsafe { multiply_avx512(a, b, out) });
            }
        }
        kernels
    }

    proptest! {
        #[test]
        fn every_kernel_matches_the_definition_bit_by_bit(m in 0usize..40, n in 0usize..70, k in 0usize..60, seed: u32) {
            let (a, b) = (numbers(m * k, seed), numbers(n * k, seed ^ 0x5bd1_e995));
            let expected: Vec<u32> = multiply_plainly(&a, &b, m, n, k).iter().map(|x| x.to_bits()).collect();
            let transposed: Vec<f32> = (0..k).flat_map(|d| (0..n).map(move |c| (c, d))).map(|(c, d)| b[c * k + d]).collect();
            for packed in [Packed::from_rows(&b, n, k), Packed::from_columns(&transposed, k, n)] {
                let mut out = vec![f32::NAN; m * n];
                multiply(&a, m, &packed, &mut out);
                prop_assert_eq!(&out.iter().map(|x| x.to_bits()).collect::<Vec<_>>(), &expected);
            }
            if k > 0 {
                let packed = Packed::from_rows(&b, n, k);
                for multiply in kernels() {
                    let mut out = vec![f32::NAN; m * n];
                    multiply(&a, &packed, &mut out);
                    prop_assert_eq!(&out.iter().map(|x| x.to_bits()).collect::<Vec<_>>(), &expected);
                }
            }
        }
    }

    #[test]
    fn pairs_have_the_bits_of_the_whole_product() {
        let (n, k) = (19, 83);
        let (a, b) = (numbers(n * k, 5), numbers(n * k, 6));
        let mut all = vec![0.0; n * n];
        multiply(&a, n, &Packed::from_rows(&b, n, k), &mut all);
        let positions: Vec<(usize, usize)> = (0..n).map(|row| (row, row * 7 % n)).collect();
        let mut out = vec![1.0];
        for positions in [&positions[..], &positions[..8], &positions[..1], &[]] {
            let pairs: Vec<(&[f32], &[f32])> = positions
                .iter()
                .map(|&(row, column)| (&a[row * k..][..k], &b[column * k..][..k]))
                .collect();
            multiply_pairs(&pairs, &mut out);
            let expected: Vec<f32> = positions.iter().map(|&(row, column)| all[row * n + column]).collect();
            assert_eq!(out, expected);
        }
    }

    #[test]
    fn product_of_more_rows_than_one_block_matches_the_definition() {
        let (m, n, k) = (700, 19, 384);
        let (a, b) = (numbers(m * k, 1), numbers(n * k, 2));
        let mut out = vec![0.0; m * n];
        multiply(&a, m, &Packed::from_rows(&b, n, k), &mut out);
        assert_eq!(out, multiply_plainly(&a, &b, m, n, k));
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn wide_kernel_gives_the_same_bits() {
        let (m, n, k) = (37, 50, 129);
        let (a, b) = (numbers(m * k, 3), Packed::from_rows(&numbers(n * k, 4), n, k));
        let (mut wide, mut narrow) = (vec![0.0; m * n], vec![0.0; m * n]);
        multiply(&a, m, &b, &mut wide);
        multiply_with(&a, &b, &mut narrow, sum_tile::<4>);
        assert_eq!(wide, narrow);
    }
}
