//! Linear layers in integer arithmetic: 8-bit weights, 7-bit activations, exact sums.
//!
//! ```text
//!  x (f32, m×k) ──quantize──▶ Levels (0..=127, one scale and zero point per row) ──┐
//!  weights (i8, k×n, one scale per column) ──pack──▶ Weights ──────────────────────┴─multiply─▶ y (f32, m×n)
//! ```
//!
//! y = (Σ level·weight − zero·Σ weight)·row scale·column scale + bias.
//! The sums are integers, so the order of their terms does not matter.
//! The remaining steps are a few `f32` operations, which are the same for every output.
//! Every kernel therefore returns the same bits, on every machine and for any number of rows.
//!
//! Activations have seven bits, because the fastest byte products of x86 and WebAssembly add two products in 16 bits.
//! The sum 2·127·128 fits into 16 bits, but the sum 2·255·128 does not fit.
//! Weights are usually so small that sums of more than two products fit into 16 bits.
//! A [`WeightRun`] stores for how many consecutive groups of weights the sums fit into 16 bits.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod amx;
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
use kernels::{GROUP, Level, rounded};

use std::ops::Range;

use super::deterministic::gelu;

/// The highest level of a quantized activation.
const MAX_LEVEL: f32 = 127.0;

/// Constant for rounding: adding the constant to a float leaves the rounded float as an integer in the low bits.
const ROUND: f32 = 12_582_912.0;

/// Number of values that are quantized in parallel: the number of `f32` values in the widest SIMD register of any machine.
const QUANTIZE_LANES: usize = 16;

/// Maximum number of rows of [`Levels`] that are multiplied by all weights at once, so that the rows stay in the L2 cache.
const MAX_ROWS_AT_ONCE: usize = 96;

/// The number of rows in [`Levels`] is padded to a multiple of `LEVEL_ROWS`, because AMX reads 16 rows at once.
const LEVEL_ROWS: usize = 16;

/// Maximum number of inputs of a layer. The sums of products fit in 32 bits, because the maximum is below 2³¹ / (127·128).
const MAX_INPUTS: usize = 1 << 16;

/// The number that kernels with [`WeightRun`]s subtract from each level. The magnitude of the difference is at most 64.
const CENTER: i32 = 64;

/// Maximum sum of the magnitudes of the weights whose products are added in one 16-bit lane.
/// The difference between a level and [`CENTER`] has a magnitude of at most 64.
/// The magnitude of the sum of products in a lane is therefore at most 64·511 = 32,704, which fits into 16 bits.
const SAFE_SUM: i32 = 511;

/// Dot products of `ROWS` rows of quantized activations (levels) with the columns of one panel of weights.
type Tile<const ROWS: usize> = [[i32; WIDTH]; ROWS];

trait Kernel {
    /// Preferred number of rows that the kernel processes at once, at most 12.
    const ROWS: usize;

    /// The number that the kernel subtracts from each level in the dot products.
    /// `ZERO` is [`CENTER`] for kernels that use [`WeightRun`]s, and 0 for other kernels.
    const ZERO: i32 = 0;

    /// Returns the dot products of `ROWS` rows of levels with the columns of one weight panel.
    /// The distance between consecutive rows is `stride` levels.
    ///
    /// `runs` contains the panel's weight runs, for kernels that use weight runs (see [`kernels::uses_runs`]).
    ///
    /// # Safety
    /// The machine must support the kernel's instructions.
    /// `levels` must hold at least (ROWS − 1)·stride + depth numbers.
    /// `panel` must hold depth·WIDTH weights, where depth = `panel.len() / WIDTH` is a multiple of `GROUP`.
    /// For a kernel that uses weight runs, `runs` must cover exactly depth / `GROUP` groups of weights.
    unsafe fn sum<const ROWS: usize>(levels: &[Level], stride: usize, panel: &[i8], runs: &[WeightRun]) -> Tile<ROWS>;
}

/// Reads four consecutive levels of a row as one 32-bit integer, which kernels broadcast to every column.
/// Overflow of the index is not checked, because the checks would cost as much as the products.
///
/// # Safety
/// `levels` must contain the group `group` of the row `row`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
unsafe fn four(levels: &[Level], row: usize, stride: usize, group: usize) -> i32 {
    let first = row.wrapping_mul(stride).wrapping_add(group.wrapping_mul(GROUP));
    // SAFETY: the caller guarantees that `levels` contains the group.
    unsafe { levels.as_ptr().wrapping_add(first).cast::<i32>().read_unaligned() }
}

/// Weights of a linear layer in the layout of the kernels: panels of [`WIDTH`] columns.
/// Within a panel, [`GROUP`] weights of a column are contiguous, followed by the weights of the next column.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    k: usize,
    n: usize,
    /// Number of inputs k, rounded up to a multiple of [`GROUP`].
    depth: usize,
    panels: Vec<i8>,
    /// The weight runs of all panels, concatenated; empty if this machine's kernel does not use runs.
    runs: Vec<WeightRun>,
    runs_of_panel: Vec<usize>,
    /// Sum of the weights of each column, padded with zeros to whole panels.
    sums: Vec<i32>,
}

/// Consecutive weight groups of a panel whose products can be added in 16-bit lanes without overflow.
/// Each lane adds two products of a column per group.
/// Because of its initial value, a lane contains the sum of weight·(level − [`CENTER`]).
#[derive(Clone, Debug, PartialEq)]
struct WeightRun {
    groups: usize,
    /// Initial value of each lane: −[`CENTER`] times the sum of the lane's weights.
    begin: [i16; LANES],
}

/// Number of 16-bit lanes that the products of a weight group fill.
const LANES: usize = GROUP * WIDTH / 2;

impl Weights {
    /// Packs a row-major k×n weight matrix: `weights[i * n + o]` is the weight of input `i` for output `o`.
    /// Returns `None` for more than 2¹⁶ inputs, because sums of more than 2¹⁶ products could exceed 32 bits.
    pub fn pack(weights: &[i8], k: usize, n: usize) -> Option<Weights> {
        Weights::pack_for(weights, k, n, kernels::uses_runs())
    }

    fn pack_for(weights: &[i8], k: usize, n: usize, with_runs: bool) -> Option<Weights> {
        assert_eq!(weights.len(), k * n);
        if k > MAX_INPUTS {
            return None;
        }
        let depth = k.next_multiple_of(GROUP);
        let n_panels = n.div_ceil(WIDTH);
        let mut panels = vec![0; n_panels * depth * WIDTH];
        let mut sums = vec![0; n_panels * WIDTH];
        for ((panel, sums), first) in panels
            .chunks_exact_mut(depth.max(1) * WIDTH)
            .zip(sums.as_chunks_mut::<WIDTH>().0)
            .zip((0..n).step_by(WIDTH))
        {
            let groups = panel.as_chunks_mut::<{ GROUP * WIDTH }>().0;
            for (group, rows) in groups.iter_mut().zip(weights.chunks(GROUP * n)) {
                if n - first >= WIDTH && rows.len() == GROUP * n {
                    put_rows(std::array::from_fn(|i| &rows[i * n + first..]), group, sums);
                } else {
                    for (i, row) in rows.chunks_exact(n).enumerate() {
                        put_row(&row[first..], i, group, sums);
                    }
                }
            }
        }
        let (mut runs, mut runs_of_panel) = (Vec::new(), vec![0; n_panels]);
        if with_runs {
            for (panel, count) in panels.chunks_exact(depth.max(1) * WIDTH).zip(&mut runs_of_panel) {
                let before = runs.len();
                find_runs(panel, &mut runs);
                *count = runs.len() - before;
            }
            runs.shrink_to_fit();
        }
        Some(Weights {
            k,
            n,
            depth,
            panels,
            runs,
            runs_of_panel,
            sums,
        })
    }

    /// The row-major k×n weight matrix from which [`Weights::pack`] packed the weights.
    pub fn unpacked(&self) -> Vec<i8> {
        let mut weights = vec![0; self.k * self.n];
        let panels = self.panels.chunks_exact(self.depth.max(1) * WIDTH);
        for (panel, first) in panels.zip((0..self.n).step_by(WIDTH)) {
            let width = WIDTH.min(self.n - first);
            let rows = weights.chunks_exact_mut(self.n.max(1));
            for (i, row) in rows.enumerate() {
                let group = &panel[i / GROUP * GROUP * WIDTH..][..GROUP * WIDTH];
                let columns = group.chunks_exact(GROUP).map(|column| column[i % GROUP]);
                row[first..][..width]
                    .iter_mut()
                    .zip(columns)
                    .for_each(|(slot, weight)| *slot = weight);
            }
        }
        weights
    }

    /// Concatenates the columns of several layers. All layers must have the same number of inputs k.
    /// The number of outputs of each layer except the last layer must be a multiple of [`WIDTH`].
    pub fn joined<'a>(all: impl Iterator<Item = &'a Weights>) -> Weights {
        let all: Vec<&Weights> = all.collect();
        let fit = |pair: &[&Weights]| pair[0].n.is_multiple_of(WIDTH) && pair[0].k == pair[1].k;
        assert!(!all.is_empty() && all.windows(2).all(fit));
        Weights {
            k: all[0].k,
            n: all.iter().map(|weights| weights.n).sum(),
            depth: all[0].depth,
            panels: concat(&all, |weights| &weights.panels),
            runs: concat(&all, |weights| &weights.runs),
            runs_of_panel: concat(&all, |weights| &weights.runs_of_panel),
            sums: concat(&all, |weights| &weights.sums),
        }
    }

    /// Number of inputs k of the layer.
    pub fn inputs(&self) -> usize {
        self.k
    }

    /// Number of levels per row: k rounded up to a multiple of [`GROUP`], so that kernels need no special case.
    /// The weights of the additional levels are 0.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Number of outputs n of the layer.
    pub fn outputs(&self) -> usize {
        self.n
    }
}

fn concat<T: Clone>(all: &[&Weights], part: fn(&Weights) -> &[T]) -> Vec<T> {
    let parts: Vec<&[T]> = all.iter().map(|weights| part(weights)).collect();
    parts.concat()
}

/// Stores the weights of all inputs of a group, like repeated calls of [`put_row`].
/// The group and the panel must be complete.
/// Most groups and panels are complete, so loops of fixed length are worthwhile.
#[inline(always)]
fn put_rows(rows: [&[i8]; GROUP], group: &mut [i8; GROUP * WIDTH], sums: &mut [i32; WIDTH]) {
    let rows: [&[i8; WIDTH]; GROUP] = rows.map(|row| row.first_chunk().expect("a whole panel"));
    for (o, (column, sum)) in group.as_chunks_mut::<GROUP>().0.iter_mut().zip(sums).enumerate() {
        *column = rows.map(|row| row[o]);
        *sum += column.iter().copied().map(i32::from).sum::<i32>();
    }
}

/// Stores the weights of input `i` of a group in the panel layout and adds each weight to the sum of its column.
fn put_row(row: &[i8], i: usize, group: &mut [i8; GROUP * WIDTH], sums: &mut [i32; WIDTH]) {
    for ((&weight, column), sum) in row.iter().zip(group.as_chunks_mut::<GROUP>().0).zip(sums) {
        column[i] = weight;
        *sum += i32::from(weight);
    }
}

/// Splits a panel into consecutive weight runs, each as long as possible.
fn find_runs(panel: &[i8], runs: &mut Vec<WeightRun>) {
    let mut run = WeightRun {
        groups: 0,
        begin: [0; LANES],
    };
    let mut sizes = [0; LANES];
    for group in panel.chunks_exact(2 * LANES) {
        let lanes: &[[i8; 2]; LANES] = group.as_chunks::<2>().0.try_into().expect("LANES of them");
        let size = lanes.map(|[a, b]| i16::from(a).abs() + i16::from(b).abs());
        let begin = lanes.map(|[a, b]| -(CENTER as i16) * (i16::from(a) + i16::from(b)));
        let mut together = [0; LANES];
        let mut most = 0;
        for lane in 0..LANES {
            together[lane] = sizes[lane] + size[lane];
            most = most.max(together[lane]);
        }
        if i32::from(most) <= SAFE_SUM {
            sizes = together;
            run.groups += 1;
            run.begin.iter_mut().zip(begin).for_each(|(all, begin)| *all += begin);
        } else {
            runs.push(std::mem::replace(&mut run, WeightRun { groups: 1, begin }));
            sizes = size;
        }
    }
    if run.groups > 0 {
        runs.push(run);
    }
}

/// Rows of quantized activations: each activation is rounded to one of 128 levels between the row's minimum and maximum.
/// The quantized range of a row always includes 0.
#[derive(Clone, Debug)]
pub struct Levels {
    depth: usize,
    /// Rows of `depth` levels, padded with zero rows to a multiple of [`LEVEL_ROWS`] rows.
    levels: Vec<Level>,
    /// The scale (quantization step) of each row: the quantized range of the row divided by 127.
    scales: Vec<f32>,
    /// The zero point of each row: the level that represents the number 0.
    zeros: Vec<i32>,
}

impl Levels {
    /// Quantizes rows of `input_scales.len()` numbers, after each number is multiplied by its input scale.
    /// A number halfway between two levels is rounded to the even level.
    ///
    /// A number that is not finite makes the scale of its row and all results of the row non-finite.
    pub fn quantize(rows: &[f32], input_scales: &[f32], depth: usize) -> Levels {
        kernels::quantize(rows, input_scales, depth)
    }
}

/// Like [`Levels::quantize`], inlined so that the function is compiled for the caller's instruction set.
#[inline(always)]
fn quantize(rows: &[f32], input_scales: &[f32], depth: usize) -> Levels {
    let k = input_scales.len();
    let m = rows.len() / k;
    let mut quantized = Levels {
        depth,
        levels: vec![0; m.next_multiple_of(LEVEL_ROWS) * depth],
        scales: Vec::with_capacity(m),
        zeros: Vec::with_capacity(m),
    };
    let mut scaled = vec![[0.0; QUANTIZE_LANES]; depth.div_ceil(QUANTIZE_LANES)];
    for (row, levels) in rows.chunks_exact(k).zip(quantized.levels.chunks_exact_mut(depth)) {
        let [mut low, mut high, mut finite] = [[0f32; QUANTIZE_LANES]; 3];
        let (row, row_end) = row.as_chunks::<QUANTIZE_LANES>();
        let (scales, scales_end) = input_scales.as_chunks::<QUANTIZE_LANES>();
        for ((scaled, row), scales) in scaled.iter_mut().zip(row).zip(scales) {
            for lane in 0..QUANTIZE_LANES {
                let x = row[lane] * scales[lane];
                scaled[lane] = x;
                low[lane] = if x < low[lane] { x } else { low[lane] };
                high[lane] = if x > high[lane] { x } else { high[lane] };
                // A number that is not finite makes the sum NaN: x · 0 is NaN if x is not finite, and otherwise 0.
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
        let low = reduced(low, |a, b| if b < a { b } else { a });
        let high = reduced(high, |a, b| if b > a { b } else { a });
        let scale = (high - low) / MAX_LEVEL + finite.into_iter().sum::<f32>();
        let per_level = if scale > 0.0 { 1.0 / scale } else { 0.0 };
        let zero = (-low * per_level + ROUND) - ROUND;
        let shift = zero + ROUND;
        for (levels, scaled) in levels.chunks_mut(QUANTIZE_LANES).zip(&scaled) {
            let rounded = rounded(scaled, per_level, shift);
            // A copy of constant length compiles to a few instructions instead of a function call.
            match levels.first_chunk_mut() {
                Some(levels) => *levels = rounded,
                None => levels.copy_from_slice(&rounded[..levels.len()]),
            }
        }
        quantized.scales.push(scale);
        quantized.zeros.push(zero as i32);
    }
    quantized
}

/// Combines lane 0 with lane 8, lane 1 with lane 9, and so on, until one lane remains. No lane is NaN.
///
/// The compiler vectorizes the loop over the lanes.
/// `either` returns the smaller or the larger of two numbers. Callers pass a closure with a comparison operator.
/// The functions `f32::min` and `f32::max` would be function calls in WebAssembly.
#[inline(always)]
fn reduced(mut lanes: [f32; QUANTIZE_LANES], either: impl Fn(f32, f32) -> f32) -> f32 {
    let mut width = QUANTIZE_LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] = either(lanes[lane], lanes[lane + width]);
        }
        width /= 2;
    }
    lanes[0]
}

/// The operations that follow the integer sums of a linear layer: scales, biases and optional GELU.
#[derive(Clone, Debug, PartialEq)]
pub struct Finish {
    pub scales: Vec<f32>,
    pub biases: Vec<f32>,
    /// Whether the activation GELU, x·½(1 + erf(x/√2)), follows the linear layer.
    pub gelu: bool,
}

/// Computes the linear layer of `levels` and writes the row-major m×n result into `out`.
pub fn multiply(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    assert_eq!(levels.depth, weights.depth);
    assert_eq!(out.len(), levels.scales.len() * weights.n);
    assert_eq!((finish.scales.len(), finish.biases.len()), (weights.n, weights.n));
    if !out.is_empty() {
        kernels::multiply(levels, weights, finish, out);
    }
}

/// Like [`multiply`] with the kernel `K`, inlined so that the function is compiled for the kernel's instruction set.
///
/// # Safety
/// The machine must support the instructions of `K`.
#[inline(always)]
unsafe fn multiply_with<K: Kernel>(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    // The kernel must not be called in a closure: a closure does not have the instruction set of the caller.
    for block in blocks(levels) {
        for panel in panels(weights) {
            let mut row = block.start;
            while row < block.end {
                // SAFETY: the caller guarantees that the machine supports the instructions.
                row += unsafe {
                    match (block.end - row).min(K::ROWS) {
                        12 => panel.rows::<K, 12>(levels, row, finish, out),
                        8.. => panel.rows::<K, 8>(levels, row, finish, out),
                        4.. => panel.rows::<K, 4>(levels, row, finish, out),
                        3 => panel.rows::<K, 3>(levels, row, finish, out),
                        2 => panel.rows::<K, 2>(levels, row, finish, out),
                        _ => panel.rows::<K, 1>(levels, row, finish, out),
                    }
                };
            }
        }
    }
}

/// The rows of `levels`, in blocks of at most [`MAX_ROWS_AT_ONCE`] rows.
#[inline(always)]
fn blocks(levels: &Levels) -> impl Iterator<Item = Range<usize>> {
    let m = levels.scales.len();
    (0..m)
        .step_by(MAX_ROWS_AT_ONCE)
        .map(move |begin| begin..(begin + MAX_ROWS_AT_ONCE).min(m))
}

/// The panels of `weights`, from the first column to the last column.
#[inline(always)]
fn panels(weights: &Weights) -> impl Iterator<Item = Panel<'_>> {
    let mut runs = &weights.runs[..];
    let panels = weights.panels.chunks_exact(weights.depth * WIDTH).enumerate();
    panels.map(move |(p, panel)| {
        let (runs_of_panel, further) = runs.split_at(weights.runs_of_panel[p]);
        runs = further;
        Panel {
            column: p * WIDTH,
            n: weights.n,
            weights: panel,
            runs: runs_of_panel,
            sums: weights.sums[p * WIDTH..].first_chunk().expect("whole panels"),
        }
    })
}

struct Panel<'a> {
    /// Index of the panel's first column in the weight matrix.
    column: usize,
    /// Number of columns of the weight matrix.
    n: usize,
    weights: &'a [i8],
    runs: &'a [WeightRun],
    sums: &'a [i32; WIDTH],
}

impl Panel<'_> {
    /// Computes the outputs of `ROWS` rows for the columns of the panel. Returns `ROWS`, the number of computed rows.
    ///
    /// # Safety
    /// The machine must support the instructions of `K`.
    #[inline(always)]
    unsafe fn rows<K: Kernel, const ROWS: usize>(
        &self,
        levels: &Levels,
        row: usize,
        finish: &Finish,
        out: &mut [f32],
    ) -> usize {
        let depth = levels.depth;
        let tile = &levels.levels[row * depth..][..ROWS * depth];
        // SAFETY: the caller guarantees that the machine supports the instructions.
        // The tile has ROWS rows of `depth` levels, and `depth` is a multiple of GROUP.
        let sums = unsafe { K::sum::<ROWS>(tile, depth, self.weights, self.runs) };
        self.write(&sums, K::ZERO, levels, row, finish, out);
        ROWS
    }

    /// Converts the integer sums of consecutive rows to outputs, starting at row `row`.
    /// `center` is the number that the kernel subtracted from each level in the dot products.
    #[inline(always)]
    fn write(&self, sums: &[[i32; WIDTH]], center: i32, levels: &Levels, row: usize, finish: &Finish, out: &mut [f32]) {
        let n = self.n;
        let zeros = levels.zeros[row..].iter().map(|zero| zero - center);
        let rows = sums.iter().zip(&levels.scales[row..]).zip(zeros);
        let out = out[row * n..].chunks_exact_mut(n).zip(rows);
        let first = self.column;
        // Copies of constant length are faster, because a function call for each copy would cost as much as the products.
        if let (Some(scales), Some(biases)) = (chunk(&finish.scales, first), chunk(&finish.biases, first)) {
            for (out, ((sums, &scale), zero)) in out {
                let numbers = self.finish(sums, scale, zero, scales, biases, finish.gelu);
                out[first..][..WIDTH].copy_from_slice(&numbers);
            }
        } else {
            let width = n - first;
            let padded = |numbers: &[f32]| {
                let mut padded = [0.0; WIDTH];
                padded[..width].copy_from_slice(&numbers[first..]);
                padded
            };
            let (scales, biases) = (padded(&finish.scales), padded(&finish.biases));
            for (out, ((sums, &scale), zero)) in out {
                let numbers = self.finish(sums, scale, zero, &scales, &biases, finish.gelu);
                out[first..].copy_from_slice(&numbers[..width]);
            }
        }
    }

    /// Converts the integer sums of one row to outputs. `scale` and `zero` are the scale and zero point of the row.
    #[inline(always)]
    fn finish(
        &self,
        sums: &[i32; WIDTH],
        scale: f32,
        zero: i32,
        scales: &[f32; WIDTH],
        biases: &[f32; WIDTH],
        with_gelu: bool,
    ) -> [f32; WIDTH] {
        let mut numbers = [0.0; WIDTH];
        for column in 0..WIDTH {
            // Intermediate values may wrap. The final sum is exact, because its magnitude is below 2³¹.
            let sum = sums[column].wrapping_sub(zero.wrapping_mul(self.sums[column]));
            numbers[column] = sum as f32 * scale * scales[column] + biases[column];
        }
        if with_gelu {
            numbers.iter_mut().for_each(|x| *x = gelu(*x));
        }
        numbers
    }
}

/// Returns [`WIDTH`] numbers, starting at index `first`, or `None` if fewer numbers follow.
fn chunk(numbers: &[f32], first: usize) -> Option<&[f32; WIDTH]> {
    numbers[first..].first_chunk()
}

#[cfg(test)]
mod tests;
