//! Linear layers in integers: 8-bit weights, 7-bit activations, exact sums.
//!
//! ```text
//!  x (f32, m×k) ──quantize──▶ Levels (0..=127, one scale and zero a row) ──┐
//!  weights (i8, k×n, one scale a column) ──pack──▶ Weights ────────────────┴─multiply─▶ y (f32, m×n)
//! ```
//!
//! y = (Σ level·weight − zero·Σ weight)·row scale·column scale + bias. The sums are whole numbers, so it does not matter
//! how a kernel takes them, and what follows is the same few `f32` operations for every number: every kernel, on every
//! machine and for any number of rows, gives the same bits.
//!
//! Seven bits, because the fastest byte products of x86 and of WebAssembly add two of them in 16 bits: 2·127·128 fits,
//! 2·255·128 does not. Where a panel's weights are small enough for it, [`Weights`] knows that even four fit.

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(not(target_family = "wasm"))]
mod plain;
#[cfg(target_family = "wasm")]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "aarch64")]
use neon as kernels;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_family = "wasm")))]
use plain as kernels;
#[cfg(target_family = "wasm")]
use wasm as kernels;
#[cfg(target_arch = "x86_64")]
use x86 as kernels;

pub use kernels::WIDTH;
use kernels::{GROUP, Level};

use super::strict::gelu;

/// Highest level.
const TOP: f32 = 127.0;

/// Most rows of levels that go through all weights at once: few enough to stay in the second cache.
const ROWS_AT_ONCE: usize = 96;

/// Most inputs whose products surely sum up in 32 bits: 2³¹ / (127·128), and less.
const MAX_INPUTS: usize = 1 << 16;

/// The largest sum of weights of one sign whose products with levels fit a 16-bit lane: 32,767 / 127.
const SAFE_SUM: i32 = 258;

/// Groups of weights whose products [`Kernel`] may add in 16 bits where that is safe.
const PAIR: usize = 2;

/// The sums of some rows over one panel.
type Tile<const ROWS: usize> = [[i32; WIDTH]; ROWS];

/// How a machine takes sums of products.
trait Kernel {
    /// Rows that it does best at a time, at most 12.
    const ROWS: usize;

    /// The sums of `ROWS` rows, each `stride` levels after the one before, over one panel.
    ///
    /// `pairs`: for each pair of groups, whether its products may be added in 16 bits.
    ///
    /// # Safety
    /// The machine has the instructions of the kernel. `levels` holds (ROWS − 1)·stride + depth numbers and `panel`
    /// depth·WIDTH, where depth = `panel.len() / WIDTH` is a multiple of `GROUP * PAIR`.
    unsafe fn sum<const ROWS: usize>(levels: &[Level], stride: usize, panel: &[i8], pairs: &[bool]) -> Tile<ROWS>;
}

/// Four levels of a row, for every column. Without checks for overflow, which would cost as much as the products.
///
/// # Safety
/// `levels` holds those of that group of that row.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
unsafe fn four(levels: &[Level], row: usize, stride: usize, group: usize) -> i32 {
    let first = row.wrapping_mul(stride).wrapping_add(group.wrapping_mul(GROUP));
    // SAFETY: the caller's promise.
    unsafe { levels.as_ptr().wrapping_add(first).cast::<i32>().read_unaligned() }
}

/// Weights of a linear layer as the kernels read them: panels of [`WIDTH`] columns, in each of which [`GROUP`] weights
/// of a column stand together, then those of the next column.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    k: usize,
    n: usize,
    /// k, rounded up to whole pairs of groups.
    depth: usize,
    panels: Vec<i8>,
    /// Of each pair of groups of each panel: whether no lane of 16 bits can overflow that adds their products.
    pairs: Vec<bool>,
    /// Of each column, rounded up to whole panels.
    sums: Vec<i32>,
}

impl Weights {
    /// Packs weights, k×n row-major: `weights[i * n + o]` is what input `i` counts for output `o`.
    ///
    /// None for more than 2¹⁶ inputs, whose products could exceed 32 bits.
    pub fn pack(weights: &[i8], k: usize, n: usize) -> Option<Weights> {
        assert_eq!(weights.len(), k * n);
        if k > MAX_INPUTS {
            return None;
        }
        let depth = k.next_multiple_of(GROUP * PAIR);
        let n_panels = n.div_ceil(WIDTH);
        let mut panels = vec![0; n_panels * depth * WIDTH];
        let mut sums = vec![0; n_panels * WIDTH];
        for (i, row) in weights.chunks_exact(n.max(1)).enumerate() {
            for (o, &weight) in row.iter().enumerate() {
                let group = (o / WIDTH * depth + i / GROUP * GROUP) * WIDTH;
                panels[group + o % WIDTH * GROUP + i % GROUP] = weight;
                sums[o] += i32::from(weight);
            }
        }
        let pairs = panels.chunks_exact(PAIR * GROUP * WIDTH).map(fit_in_16_bits).collect();
        Some(Weights {
            k,
            n,
            depth,
            panels,
            pairs,
            sums,
        })
    }

    /// The columns of all, one after another. All but the last have whole panels, and all have the same k.
    pub fn joined<'a>(all: impl Iterator<Item = &'a Weights>) -> Weights {
        all.fold(None, |joined: Option<Weights>, next| {
            let Some(mut joined) = joined else {
                return Some(next.clone());
            };
            assert!(joined.n % WIDTH == 0 && joined.k == next.k);
            joined.n += next.n;
            joined.panels.extend_from_slice(&next.panels);
            joined.pairs.extend_from_slice(&next.pairs);
            joined.sums.extend_from_slice(&next.sums);
            Some(joined)
        })
        .expect("at least one")
    }

    /// k.
    pub fn inputs(&self) -> usize {
        self.k
    }

    /// How many levels a row needs, so that the kernels need no tail: k and some zeros.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// n.
    pub fn outputs(&self) -> usize {
        self.n
    }
}

/// Whether no lane of 16 bits can overflow that adds the products of two neighbouring groups. A lane takes two weights
/// of a column from each.
fn fit_in_16_bits(pair: &[i8]) -> bool {
    let (first, second) = pair.split_at(GROUP * WIDTH);
    let (first, second) = (first.as_chunks::<2>().0, second.as_chunks::<2>().0);
    first.iter().zip(second).all(|(a, b)| {
        let lane = || a.iter().chain(b).map(|&weight| i32::from(weight));
        let positive: i32 = lane().filter(|&weight| weight > 0).sum();
        let negative: i32 = lane().filter(|&weight| weight < 0).sum();
        positive <= SAFE_SUM && -negative <= SAFE_SUM
    })
}

/// Rows of activations in 128 levels from the lowest to the highest number of the row, 0 among them.
#[derive(Clone, Debug)]
pub struct Levels {
    depth: usize,
    levels: Vec<Level>,
    /// What one level is worth, of each row.
    scales: Vec<f32>,
    /// The level of 0, of each row.
    zeros: Vec<i32>,
}

impl Levels {
    /// Quantizes rows of `input_scales.len()` numbers, each first multiplied by the input's scale. Rounds to even.
    ///
    /// A number that is not finite makes its row's scale so, and with it everything that comes of the row.
    pub fn quantize(rows: &[f32], input_scales: &[f32], depth: usize) -> Levels {
        kernels::quantize(rows, input_scales, depth)
    }
}

/// [`Levels::quantize`], to be compiled for the instructions of its caller.
#[inline(always)]
fn quantize(rows: &[f32], input_scales: &[f32], depth: usize) -> Levels {
    /// Adding this rounds to a whole number, which then stands in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    /// Numbers that are handled side by side: the widest register of any machine.
    const LANES: usize = 16;
    let k = input_scales.len();
    let m = rows.len() / k;
    let mut quantized = Levels {
        depth,
        levels: vec![0; m * depth],
        scales: Vec::with_capacity(m),
        zeros: Vec::with_capacity(m),
    };
    let mut scaled = vec![[0.0; LANES]; depth.div_ceil(LANES)];
    for (row, levels) in rows.chunks_exact(k).zip(quantized.levels.chunks_exact_mut(depth)) {
        let [mut low, mut high, mut finite] = [[0f32; LANES]; 3];
        let (row, row_end) = row.as_chunks::<LANES>();
        let (scales, scales_end) = input_scales.as_chunks::<LANES>();
        for ((scaled, row), scales) in scaled.iter_mut().zip(row).zip(scales) {
            for lane in 0..LANES {
                let x = row[lane] * scales[lane];
                scaled[lane] = x;
                low[lane] = if x < low[lane] { x } else { low[lane] };
                high[lane] = if x > high[lane] { x } else { high[lane] };
                // 0, or no number.
                finite[lane] += x * 0.0;
            }
        }
        for (lane, (x, scale)) in row_end.iter().zip(scales_end).enumerate() {
            let x = x * scale;
            scaled[row.len()][lane] = x;
            low[lane] = low[lane].min(x);
            high[lane] = high[lane].max(x);
            finite[lane] += x * 0.0;
        }
        let low = low.into_iter().fold(0.0, f32::min);
        let high = high.into_iter().fold(0.0, f32::max);
        let scale = (high - low) / TOP + finite.into_iter().sum::<f32>();
        let per_level = if scale > 0.0 { 1.0 / scale } else { 0.0 };
        let zero = (-low * per_level + ROUND) - ROUND;
        let shift = zero + ROUND;
        for (levels, scaled) in levels.chunks_mut(LANES).zip(&scaled) {
            let mut rounded = [0; LANES];
            for (rounded, x) in rounded.iter_mut().zip(scaled) {
                let shifted = x * per_level + shift;
                let shifted = if shifted < ROUND { ROUND } else { shifted };
                let shifted = if shifted > ROUND + TOP { ROUND + TOP } else { shifted };
                *rounded = shifted.to_bits() as u8 as Level;
            }
            levels.copy_from_slice(&rounded[..levels.len()]);
        }
        quantized.scales.push(scale);
        quantized.zeros.push(zero as i32);
    }
    quantized
}

/// What becomes of the sums of a linear layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Finish {
    /// Of each output.
    pub scales: Vec<f32>,
    /// Of each output.
    pub biases: Vec<f32>,
    /// Whether x·½(1 + erf(x/√2)) comes last.
    pub gelu: bool,
}

/// The linear layer of `levels`, m×n, row-major, into `out`.
pub fn multiply(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    assert_eq!(levels.depth, weights.depth);
    assert_eq!(out.len(), levels.scales.len() * weights.n);
    assert_eq!((finish.scales.len(), finish.biases.len()), (weights.n, weights.n));
    if !out.is_empty() {
        kernels::multiply(levels, weights, finish, out);
    }
}

/// [`multiply`] with one kernel, to be compiled for its instructions.
///
/// # Safety
/// The machine has the instructions of `K`.
#[inline(always)]
unsafe fn multiply_with<K: Kernel>(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    let (m, n, depth) = (levels.scales.len(), weights.n, weights.depth);
    let n_pairs = depth / (PAIR * GROUP);
    for begin in (0..m).step_by(ROWS_AT_ONCE) {
        let end = (begin + ROWS_AT_ONCE).min(m);
        for (p, panel) in weights.panels.chunks_exact(depth * WIDTH).enumerate() {
            let panel = Panel {
                column: p * WIDTH,
                weights: panel,
                pairs: &weights.pairs[p * n_pairs..][..n_pairs],
                sums: weights.sums[p * WIDTH..].first_chunk().expect("whole panels"),
            };
            let mut row = begin;
            while row < end {
                // SAFETY: the caller's promise.
                row += unsafe {
                    match (end - row).min(K::ROWS) {
                        12 => panel.rows::<K, 12>(levels, row, finish, out, n),
                        8.. => panel.rows::<K, 8>(levels, row, finish, out, n),
                        4.. => panel.rows::<K, 4>(levels, row, finish, out, n),
                        3 => panel.rows::<K, 3>(levels, row, finish, out, n),
                        2 => panel.rows::<K, 2>(levels, row, finish, out, n),
                        _ => panel.rows::<K, 1>(levels, row, finish, out, n),
                    }
                };
            }
        }
    }
}

/// [`WIDTH`] columns of the weights.
struct Panel<'a> {
    /// The first.
    column: usize,
    weights: &'a [i8],
    pairs: &'a [bool],
    sums: &'a [i32; WIDTH],
}

impl Panel<'_> {
    /// Computes `ROWS` rows of the panel's columns; returns `ROWS`.
    ///
    /// # Safety
    /// The machine has the instructions of `K`.
    #[inline(always)]
    unsafe fn rows<K: Kernel, const ROWS: usize>(
        &self,
        levels: &Levels,
        row: usize,
        finish: &Finish,
        out: &mut [f32],
        n: usize,
    ) -> usize {
        let depth = levels.depth;
        let tile = &levels.levels[row * depth..][..ROWS * depth];
        // SAFETY: the caller's promise; the tile has ROWS rows of `depth`, which `Weights` rounded up to whole pairs.
        let sums = unsafe { K::sum::<ROWS>(tile, depth, self.weights, self.pairs) };
        let width = WIDTH.min(n - self.column);
        let padded = |numbers: &[f32]| {
            let mut padded = [0.0; WIDTH];
            padded[..width].copy_from_slice(&numbers[self.column..][..width]);
            padded
        };
        let (scales, biases) = (padded(&finish.scales), padded(&finish.biases));
        for (r, sums) in sums.iter().enumerate() {
            let (scale, zero) = (levels.scales[row + r], levels.zeros[row + r]);
            let mut numbers = [0.0; WIDTH];
            for column in 0..WIDTH {
                // What is left is below 2³¹, whatever wraps on the way: `Weights::pack` saw to that.
                let sum = sums[column].wrapping_sub(zero.wrapping_mul(self.sums[column]));
                numbers[column] = sum as f32 * scale * scales[column] + biases[column];
            }
            if finish.gelu {
                numbers.iter_mut().for_each(|x| *x = gelu(*x));
            }
            out[(row + r) * n + self.column..][..width].copy_from_slice(&numbers[..width]);
        }
        ROWS
    }
}

#[cfg(test)]
mod tests;
