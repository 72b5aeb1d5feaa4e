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
//! 2·255·128 does not. Weights are small enough that many more fit: [`Weights`] knows how many ([`Run`]).

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

use super::strict::gelu;

/// Highest level.
const TOP: f32 = 127.0;

/// Adding this rounds to a whole number, which then stands in the lowest bits.
const ROUND: f32 = 12_582_912.0;

/// Numbers that are quantized side by side: the widest register of any machine.
const NUMBERS: usize = 16;

/// Most rows of levels that go through all weights at once: few enough to stay in the second cache.
const ROWS_AT_ONCE: usize = 96;

/// Most inputs whose products surely sum up in 32 bits: 2³¹ / (127·128), and less.
const MAX_INPUTS: usize = 1 << 16;

/// The level that [`Run`]s count from, so that levels lie as far below it as above.
const CENTER: i32 = 64;

/// The largest sum of the sizes of weights whose products with levels, counted from [`CENTER`], fit a lane of 16 bits:
/// 32,767 / 64.
const SAFE_SUM: i32 = 511;

/// The sums of some rows over one panel.
type Tile<const ROWS: usize> = [[i32; WIDTH]; ROWS];

/// How a machine takes sums of products.
trait Kernel {
    /// Rows that it does best at a time, at most 12.
    const ROWS: usize;

    /// The level that counts as 0 in its sums: 0, or for those that take [`Run`]s [`CENTER`].
    const ZERO: i32 = 0;

    /// The sums of `ROWS` rows, each `stride` levels after the one before, over one panel.
    ///
    /// `runs`: those of the panel, where [`kernels::takes_runs`].
    ///
    /// # Safety
    /// The machine has the instructions of the kernel. `levels` holds (ROWS − 1)·stride + depth numbers and `panel`
    /// depth·WIDTH, where depth = `panel.len() / WIDTH` is a multiple of `GROUP`. A kernel that takes runs
    /// gets runs of depth / GROUP groups together.
    unsafe fn sum<const ROWS: usize>(levels: &[Level], stride: usize, panel: &[i8], runs: &[Run]) -> Tile<ROWS>;
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
    /// k, rounded up to whole groups.
    depth: usize,
    panels: Vec<i8>,
    /// Of all panels, one after another; none where the kernel of this machine needs none.
    runs: Vec<Run>,
    /// How many of them each panel has.
    runs_of_panel: Vec<usize>,
    /// Of each column, rounded up to whole panels.
    sums: Vec<i32>,
}

/// Groups of a panel, one after another, whose products with levels may be added in lanes of 16 bits, two weights of a
/// column each, when levels are counted from [`CENTER`].
#[derive(Clone, Debug, PartialEq)]
struct Run {
    /// How many.
    groups: usize,
    /// What each lane begins with: what its weights would have counted at the center, taken away.
    begin: [i16; LANES],
}

/// Lanes of 16 bits of a group.
const LANES: usize = GROUP * WIDTH / 2;

impl Weights {
    /// Packs weights, k×n row-major: `weights[i * n + o]` is what input `i` counts for output `o`.
    ///
    /// None for more than 2¹⁶ inputs, whose products could exceed 32 bits.
    pub fn pack(weights: &[i8], k: usize, n: usize) -> Option<Weights> {
        Weights::pack_for(weights, k, n, kernels::takes_runs())
    }

    /// [`Weights::pack`] for a kernel that takes runs or one that does not.
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

    /// The columns of all, one after another. All but the last have whole panels, and all have the same k.
    pub fn joined<'a>(all: impl Iterator<Item = &'a Weights>) -> Weights {
        all.fold(None, |joined: Option<Weights>, next| {
            let Some(mut joined) = joined else {
                return Some(next.clone());
            };
            assert!(joined.n % WIDTH == 0 && joined.k == next.k);
            joined.n += next.n;
            joined.panels.extend_from_slice(&next.panels);
            joined.runs.extend_from_slice(&next.runs);
            joined.runs_of_panel.extend_from_slice(&next.runs_of_panel);
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

/// [`put_row`] for all inputs of a group and all columns of a panel: nearly all there are, so it pays that the loops have
/// fixed ends.
#[inline(always)]
fn put_rows(rows: [&[i8]; GROUP], group: &mut [i8; GROUP * WIDTH], sums: &mut [i32; WIDTH]) {
    let rows: [&[i8; WIDTH]; GROUP] = rows.map(|row| row.first_chunk().expect("a whole panel"));
    for (o, (column, sum)) in group.as_chunks_mut::<GROUP>().0.iter_mut().zip(sums).enumerate() {
        *column = rows.map(|row| row[o]);
        *sum += column.iter().copied().map(i32::from).sum::<i32>();
    }
}

/// Puts the weights of input `i` of a group in their places, and adds them to their columns' sums.
fn put_row(row: &[i8], i: usize, group: &mut [i8; GROUP * WIDTH], sums: &mut [i32; WIDTH]) {
    for ((&weight, column), sum) in row.iter().zip(group.as_chunks_mut::<GROUP>().0).zip(sums) {
        column[i] = weight;
        *sum += i32::from(weight);
    }
}

/// Cuts a panel into the longest runs, from its beginning.
fn find_runs(panel: &[i8], runs: &mut Vec<Run>) {
    let mut run = Run {
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
            runs.push(std::mem::replace(&mut run, Run { groups: 1, begin }));
            sizes = size;
        }
    }
    if run.groups > 0 {
        runs.push(run);
    }
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
    let k = input_scales.len();
    let m = rows.len() / k;
    let mut quantized = Levels {
        depth,
        levels: vec![0; m * depth],
        scales: Vec::with_capacity(m),
        zeros: Vec::with_capacity(m),
    };
    let mut scaled = vec![[0.0; NUMBERS]; depth.div_ceil(NUMBERS)];
    for (row, levels) in rows.chunks_exact(k).zip(quantized.levels.chunks_exact_mut(depth)) {
        let [mut low, mut high, mut finite] = [[0f32; NUMBERS]; 3];
        let (row, row_end) = row.as_chunks::<NUMBERS>();
        let (scales, scales_end) = input_scales.as_chunks::<NUMBERS>();
        for ((scaled, row), scales) in scaled.iter_mut().zip(row).zip(scales) {
            for lane in 0..NUMBERS {
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
        for (levels, scaled) in levels.chunks_mut(NUMBERS).zip(&scaled) {
            let rounded = rounded(scaled, per_level, shift);
            // A copy of a length that is not known when compiling is a call.
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
    for begin in (0..m).step_by(ROWS_AT_ONCE) {
        let end = (begin + ROWS_AT_ONCE).min(m);
        let mut runs = &weights.runs[..];
        for (p, panel) in weights.panels.chunks_exact(depth * WIDTH).enumerate() {
            let (runs_of_panel, further) = runs.split_at(weights.runs_of_panel[p]);
            runs = further;
            let panel = Panel {
                column: p * WIDTH,
                weights: panel,
                runs: runs_of_panel,
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
    runs: &'a [Run],
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
        // SAFETY: the caller's promise; the tile has ROWS rows of `depth`, which `Weights` rounded up to whole groups.
        let sums = unsafe { K::sum::<ROWS>(tile, depth, self.weights, self.runs) };
        let zeros = levels.zeros[row..].iter().map(|zero| zero - K::ZERO);
        let rows = sums.iter().zip(&levels.scales[row..]).zip(zeros);
        let out = out[row * n..].chunks_exact_mut(n).zip(rows);
        let first = self.column;
        // Copies of a length that is not known when compiling are calls, which cost as much as the products.
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
        ROWS
    }

    /// What becomes of the sums of one row. `scale` and `zero`: the row's.
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
            // What is left is below 2³¹, whatever wraps on the way: `Weights::pack` saw to that.
            let sum = sums[column].wrapping_sub(zero.wrapping_mul(self.sums[column]));
            numbers[column] = sum as f32 * scale * scales[column] + biases[column];
        }
        if with_gelu {
            numbers.iter_mut().for_each(|x| *x = gelu(*x));
        }
        numbers
    }
}

/// [`WIDTH`] numbers from `first` on, where there are so many.
fn chunk(numbers: &[f32], first: usize) -> Option<&[f32; WIDTH]> {
    numbers[first..].first_chunk()
}

#[cfg(test)]
mod tests;
