//! Quantized cosines of instances with the whole pool, in integers, so that their sums do not depend on the order.

use fastgas_embedding::Embeddings;
use fastgas_linalg::int16_products::{self, Kernel, SCALE, WIDTH, Work};
use fastgas_progress::{Task, Workers};

/// Integer value of a cosine of 1: about 16,382. Three times that fits into unsigned 16 bits,
/// twice that into signed 16 bits.
const COSINE_ONE: f64 = SCALE * SCALE / (1 << DROPPED_BITS) as f64;

/// Number of lowest bits of a product that are dropped.
const DROPPED_BITS: u32 = 16;

/// Maximum number of cosines kept in memory: 32 MiB.
pub(super) const MAX_KEPT_COSINES: usize = 4_096 * 4_096;

/// Number of rows whose cosines are computed together. Divisible by the tile height of every kernel.
const BLOCK: usize = 96;

/// Number of instances that one task compares with some rows. A multiple of [`WIDTH`]. The cosines of a [`BLOCK`] with these
/// instances stay in the cache. Smaller in tests, so that small pools need several tasks.
const CHUNK: usize = if cfg!(test) { 32 } else { 2_048 };

/// Cosines of instances with the whole pool, in the 16-bit integers of
/// [`int16_products`]. Cosines of instances whose first
/// gains were computed are kept together with these gains, if there are few enough.
///
/// All sums are sums of integers, so no result depends on the number of workers.
pub(super) struct Cosines<'w> {
    workers: &'w dyn Workers,
    n: usize,
    depth: usize,
    /// n×depth.
    rows: Vec<i16>,
    panels: Vec<i16>,
    most_kept: usize,
    /// Rows of n cosines for the instances whose gains were computed. Each call that keeps rows adds one vector.
    kept: Vec<Vec<i16>>,
    n_kept: usize,
    /// The vector in `kept` and the row in it, for each instance with kept cosines.
    place_of: Vec<Option<(u32, u32)>>,
    /// The best cosine of each instance to an earlier pick, with negative ones counted as 0.
    best: Vec<i16>,
    /// The gain over `best` of each instance for which it was computed.
    first_gain: Vec<Option<u64>>,
}

/// A best cosine that a pick has raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Raise {
    /// The instance to which the cosine belongs.
    instance: u32,
    before: i16,
    after: i16,
}

impl<'w> Cosines<'w> {
    /// Keeps up to `most_kept` cosines. The quantized rows take as much memory as the embeddings. O(n·d).
    pub(super) fn new(
        embeddings: &Embeddings,
        earlier: &[u32],
        most_kept: usize,
        workers: &'w dyn Workers,
    ) -> Cosines<'w> {
        let d = embeddings.dimensions();
        let depth = int16_products::depth(d);
        let mut rows = vec![0; embeddings.len() * depth];
        let pieces = embeddings
            .as_slice()
            .chunks(CHUNK * d)
            .zip(rows.chunks_mut(CHUNK * depth));
        let quantize = |(piece, rows)| -> Task<'_> { Box::new(move || int16_products::quantize(piece, d, rows)) };
        workers.run(pieces.map(quantize).collect());
        Cosines::of_rows(rows, depth, earlier, most_kept, workers)
    }

    /// As [`Cosines::new`], for the embeddings less their mean. None if one of them equals the mean.
    pub(super) fn centered(
        embeddings: &Embeddings,
        earlier: &[u32],
        most_kept: usize,
        workers: &'w dyn Workers,
    ) -> Option<Cosines<'w>> {
        let d = embeddings.dimensions();
        let depth = int16_products::depth(d);
        let mut rows = vec![0; embeddings.len() * depth];
        let mut slots = rows.chunks_exact_mut(depth);
        let take = |row: &[f32]| int16_products::quantize(row, d, slots.next().expect("a slot for each row"));
        embeddings.each_centered(take).ok()?;
        Some(Cosines::of_rows(rows, depth, earlier, most_kept, workers))
    }

    fn of_rows(
        rows: Vec<i16>,
        depth: usize,
        earlier: &[u32],
        most_kept: usize,
        workers: &'w dyn Workers,
    ) -> Cosines<'w> {
        let n = rows.len() / depth;
        let mut panels = vec![0; n.next_multiple_of(WIDTH) * depth];
        let pieces = rows.chunks(CHUNK * depth).zip(panels.chunks_mut(CHUNK * depth));
        let pack = |(rows, panels)| -> Task<'_> { Box::new(move || int16_products::pack_into(rows, depth, panels)) };
        workers.run(pieces.map(pack).collect());
        let mut cosines = Cosines {
            workers,
            n,
            depth,
            rows,
            panels,
            most_kept,
            kept: Vec::new(),
            n_kept: 0,
            place_of: vec![None; n],
            best: Vec::new(),
            first_gain: vec![None; n],
        };
        let mut best = vec![0; n];
        for &row in earlier {
            cosines.raise_to(row, &mut best);
        }
        cosines.best = best;
        cosines
    }

    /// Number of instances n.
    pub(super) fn len(&self) -> usize {
        self.n
    }

    /// Number of integers in a row.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// An instance as 16-bit integers.
    pub(super) fn row(&self, row: u32) -> &[i16] {
        &self.rows[row as usize * self.depth..][..self.depth]
    }

    /// The nearest of the given centers for each instance; ties: the lowest. `centers` is K×depth with K ≥ 1. O(n·K·d).
    pub(super) fn nearest_of(&self, centers: &[i16]) -> Vec<u32> {
        let n_centers = centers.len() / self.depth;
        // |x − c|² = |x|² − 2·(x·c − |c|²/2): the nearest center maximizes the expression in parentheses.
        let half = |center: &[i16]| product(center, center) / 2;
        let mut halves: Vec<i32> = centers.chunks_exact(self.depth).map(half).collect();
        // The padding of the last tile is far from every instance.
        halves.resize(n_centers.next_multiple_of(BLOCK), i32::MAX);
        let mut centers = centers.to_vec();
        centers.resize(halves.len() * self.depth, 0);
        let mut nearest = vec![0; self.n];
        let (centers, halves, depth) = (&centers[..], &halves[..], self.depth);
        let task = |(panels, nearest)| -> Task<'_> {
            Box::new(move || {
                int16_products::run(Nearest {
                    centers,
                    halves,
                    depth,
                    panels,
                    nearest,
                });
            })
        };
        self.workers
            .run(self.pieces().zip(nearest.chunks_mut(CHUNK)).map(task).collect());
        nearest
    }

    /// The best cosine of each instance to an earlier pick, with negative ones counted as 0.
    pub(super) fn best(&self) -> &[i16] {
        &self.best
    }

    /// The gain of each of these instances: the sum of its increases over [`Cosines::best`]. A gain is computed only once,
    /// because the parts of all trials propose many of the same instances. Keeps the cosines of the instances whose gains are
    /// computed if the total stays within the limit. `report` receives the number of instances with known gains. O(rows·n·d).
    pub(super) fn first_gains(&mut self, rows: &[u32], report: &mut dyn FnMut(u32)) -> Vec<u64> {
        let missing = rows.iter().filter(|&&row| self.first_gain[row as usize].is_none());
        let missing: Vec<u32> = missing.copied().collect();
        let mut done = rows.len() - missing.len();
        let mut report = |more: usize| {
            done += more;
            report(done as u32);
        };
        // In WebAssembly, the product of 65,536 rows with as many instances would be 0.
        if (self.n_kept + missing.len()).saturating_mul(self.n) <= self.most_kept {
            self.keep(&missing, &mut report);
        } else {
            for block in missing.chunks(BLOCK) {
                let gains = self.gains(block, &self.best);
                self.remember(block, gains);
                report(block.len());
            }
        }
        let known = |&row: &u32| self.first_gain[row as usize].expect("computed above or before");
        rows.iter().map(known).collect()
    }

    fn remember(&mut self, rows: &[u32], gains: Vec<u64>) {
        for (&row, gain) in rows.iter().zip(gains) {
            self.first_gain[row as usize] = Some(gain);
        }
    }

    fn keep(&mut self, rows: &[u32], report: &mut dyn FnMut(usize)) {
        let mut kept = vec![0; rows.len() * self.n];
        let places = (0..).map(|index| Some((self.kept.len() as u32, index)));
        for (&row, index) in rows.iter().zip(places) {
            self.place_of[row as usize] = index;
        }
        let mut gains = vec![0; rows.len()];
        let (all, best, n) = (&*self, &self.best[..], self.n);
        let n_workers = self.workers.count();
        let at_once = n_workers * BLOCK;
        let pieces = rows.chunks(at_once).zip(kept.chunks_mut(at_once * n));
        for ((rows, cosines), gains) in pieces.zip(gains.chunks_mut(at_once)) {
            let of_task = rows.len().div_ceil(n_workers);
            let tasks = rows.chunks(of_task).zip(cosines.chunks_mut(of_task * n));
            let tasks = tasks.zip(gains.chunks_mut(of_task));
            let tasks = tasks.map(|((rows, cosines), gains)| -> Task<'_> {
                Box::new(move || {
                    all.multiply(rows, cosines);
                    for (of_row, cosines) in gains.iter_mut().zip(cosines.chunks_exact(n)) {
                        *of_row = gain(cosines, best);
                    }
                })
            });
            all.workers.run(tasks.collect());
            report(rows.len());
        }
        self.remember(rows, gains);
        self.kept.push(kept);
        self.n_kept += rows.len();
    }

    /// The cosines of an instance with all others, if they are kept.
    pub(super) fn kept(&self, row: u32) -> Option<&[i16]> {
        let (of, index) = self.place_of[row as usize]?;
        Some(&self.kept[of as usize][index as usize * self.n..][..self.n])
    }

    /// The cosines of these instances: a row of n for each.
    #[cfg(test)]
    pub(super) fn of(&self, rows: &[u32]) -> Vec<i16> {
        let mut cosines = vec![0; rows.len() * self.n];
        for (rows, cosines) in rows.chunks(BLOCK).zip(cosines.chunks_mut(BLOCK * self.n)) {
            self.multiply(rows, cosines);
        }
        cosines
    }

    /// `cosines` receives a row of n for each of `rows`, at most [`BLOCK`] rows.
    fn multiply(&self, rows: &[u32], cosines: &mut [i16]) {
        int16_products::run(Multiply {
            tile: &self.tile(rows),
            depth: self.depth,
            panels: &self.panels,
            n: self.n,
            cosines,
        });
    }

    /// These instances, at most [`BLOCK`], as a left operand. The remaining rows are 0.
    fn tile(&self, rows: &[u32]) -> Vec<i16> {
        let mut tile = vec![0; BLOCK * self.depth];
        for (slot, &row) in tile.chunks_exact_mut(self.depth).zip(rows) {
            slot.copy_from_slice(self.row(row));
        }
        tile
    }

    /// The panels of [`CHUNK`] instances each, for one task each.
    fn pieces(&self) -> impl Iterator<Item = &[i16]> {
        self.panels.chunks(CHUNK * self.depth)
    }

    /// The gain of each of these instances, at most [`BLOCK`], over `best`. The cosines are never in memory all together.
    /// O(rows·n·d).
    pub(super) fn gains(&self, rows: &[u32], best: &[i16]) -> Vec<u64> {
        let tile = self.tile(rows);
        let mut gains = vec![0; self.n.div_ceil(CHUNK) * rows.len()];
        let (tile, depth) = (&tile[..], self.depth);
        let pieces = self.pieces().zip(best.chunks(CHUNK));
        let tasks = pieces
            .zip(gains.chunks_mut(rows.len()))
            .map(|((panels, best), gains)| -> Task<'_> {
                Box::new(move || {
                    let n = best.len();
                    let mut cosines = vec![0; gains.len() * n];
                    int16_products::run(Multiply {
                        tile,
                        depth,
                        panels,
                        n,
                        cosines: &mut cosines,
                    });
                    for (of_row, cosines) in gains.iter_mut().zip(cosines.chunks_exact(n)) {
                        *of_row = gain(cosines, best);
                    }
                })
            });
        self.workers.run(tasks.collect());
        sums(&gains, rows.len())
    }

    /// By how much each of these instances gains less than before the raises. O(rows·raises·d).
    ///
    /// `raises` has one list for each pick, and `first` is the first of these lists that counts, for each instance.
    pub(super) fn losses(&self, rows: &[u32], raises: &[&[Raise]], first: &[usize]) -> Vec<u64> {
        let of_rows: Vec<i16> = rows.iter().flat_map(|&row| self.row(row)).copied().collect();
        let mut panels = Vec::new();
        int16_products::pack(&of_rows, self.depth, &mut panels);
        let n_lanes = panels.len() / self.depth;
        let pieces = raises.iter().enumerate();
        let pieces = pieces.flat_map(|(list, raises)| raises.chunks(CHUNK).map(move |raises| (list, raises)));
        let pieces: Vec<(usize, &[Raise])> = pieces.collect();
        let mut losses = vec![0; pieces.len() * n_lanes];
        let tasks = pieces
            .iter()
            .zip(losses.chunks_mut(n_lanes))
            .map(|(&(_, raises), losses)| -> Task<'_> {
                let (panels, all) = (&panels[..], self);
                Box::new(move || {
                    int16_products::run(Losses {
                        all,
                        panels,
                        raises,
                        losses,
                    });
                })
            });
        self.workers.run(tasks.collect());
        let of_piece = pieces.iter().zip(losses.chunks_exact_mut(n_lanes));
        for (&(list, _), losses) in of_piece {
            for (loss, &first) in losses.iter_mut().zip(first) {
                *loss = if list >= first { *loss } else { 0 };
            }
        }
        let mut all = sums(&losses, n_lanes);
        all.truncate(rows.len());
        all
    }

    /// Raises each best cosine to that with this instance if that is larger, and returns the raises in ascending order of
    /// their instances. O(n·d), or O(n) if the cosines are kept.
    pub(super) fn raise_to(&self, row: u32, best: &mut [i16]) -> Vec<Raise> {
        if let Some(cosines) = self.kept(row) {
            let mut raises = Vec::new();
            raise(best, cosines, 0, &mut raises);
            return raises;
        }
        let tile = self.tile(&[row]);
        let mut raises = vec![Vec::new(); self.n.div_ceil(CHUNK)];
        let (tile, depth) = (&tile[..], self.depth);
        let pieces = self.pieces().zip(best.chunks_mut(CHUNK)).zip(&mut raises);
        let tasks = pieces
            .zip((0..).step_by(CHUNK))
            .map(|(((panels, best), raises), first)| -> Task<'_> {
                Box::new(move || {
                    let n = best.len();
                    let mut cosines = vec![0; n];
                    int16_products::run(Multiply {
                        tile,
                        depth,
                        panels,
                        n,
                        cosines: &mut cosines,
                    });
                    raise(best, &cosines, first, raises);
                })
            });
        self.workers.run(tasks.collect());
        raises.concat()
    }
}

/// The sum of each column of a matrix with this number of columns.
fn sums(rows: &[u64], n_columns: usize) -> Vec<u64> {
    let mut sums = vec![0; n_columns];
    for row in rows.chunks_exact(n_columns) {
        for (sum, x) in sums.iter_mut().zip(row) {
            *sum += x;
        }
    }
    sums
}

/// Inner product of two rows of 16-bit integers. As for every product of rows, its sums fit into 32 bits.
pub(super) fn product(a: &[i16], b: &[i16]) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}

/// Raises each best cosine to the other cosine if that is larger, and appends the raises. `first` is the first instance.
fn raise(best: &mut [i16], cosines: &[i16], first: u32, raises: &mut Vec<Raise>) {
    for ((best, &cosine), instance) in best.iter_mut().zip(cosines).zip(first..) {
        if cosine > *best {
            raises.push(Raise {
                instance,
                before: *best,
                after: cosine,
            });
            *best = cosine;
        }
    }
}

/// The increase of a best cosine.
#[inline(always)]
fn increase(cosine: i16, best: i16) -> u16 {
    cosine.saturating_sub(best).max(0) as u16
}

/// The total increase of the best cosines.
pub(super) fn gain(cosines: &[i16], best: &[i16]) -> u64 {
    let mut gain = 0;
    int16_products::run(Gain {
        cosines,
        best,
        gain: &mut gain,
    });
    gain
}

struct Gain<'a> {
    cosines: &'a [i16],
    best: &'a [i16],
    gain: &'a mut u64,
}

impl Work for Gain<'_> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const ROWS: usize>(self) {
        /// One register of the widest supported machine.
        const LANES: usize = 32;
        let ((cosines, last), (best, last_best)) = (self.cosines.as_chunks::<LANES>(), self.best.as_chunks::<LANES>());
        // Each increase is at most 2¹⁵, so that the sum of 2¹⁷ of them fits.
        for (cosines, best) in cosines.chunks(1 << 17).zip(best.chunks(1 << 17)) {
            let mut sums = [0u32; LANES];
            for (cosines, best) in cosines.iter().zip(best) {
                for lane in 0..LANES {
                    sums[lane] += u32::from(increase(cosines[lane], best[lane]));
                }
            }
            *self.gain += sums.into_iter().map(u64::from).sum::<u64>();
        }
        for (&cosine, &best) in last.iter().zip(last_best) {
            *self.gain += u64::from(increase(cosine, best));
        }
    }
}

/// Sums up by how much less each column of the panels gains after the raises than before.
struct Losses<'a> {
    all: &'a Cosines<'a>,
    /// Whole panels of instances.
    panels: &'a [i16],
    raises: &'a [Raise],
    /// One for each column of the panels.
    losses: &'a mut [u64],
}

impl Work for Losses<'_> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const ROWS: usize>(self) {
        let depth = self.all.depth;
        let mut tile = vec![0; ROWS * depth];
        for raises in self.raises.chunks(ROWS) {
            for (slot, raise) in tile.chunks_exact_mut(depth).zip(raises) {
                slot.copy_from_slice(self.all.row(raise.instance));
            }
            let panels = self.panels.chunks_exact(WIDTH * depth);
            for (panel, losses) in panels.zip(self.losses.chunks_exact_mut(WIDTH)) {
                // SAFETY: the caller guarantees the instructions; these are ROWS rows and a panel of the same depth.
                let sums = unsafe { K::sum::<ROWS>(&tile, panel) };
                // Each loss is less than 2¹⁵, so that the sum of a tile fits.
                let mut of_tile = [0u32; WIDTH];
                for (sums, raise) in sums.iter().zip(raises) {
                    for (loss, sum) in of_tile.iter_mut().zip(sums) {
                        let cosine = (sum >> DROPPED_BITS) as i16;
                        *loss += u32::from(increase(cosine, raise.before) - increase(cosine, raise.after));
                    }
                }
                for (loss, of_tile) in losses.iter_mut().zip(of_tile) {
                    *loss += u64::from(of_tile);
                }
            }
        }
    }
}

/// Finds the nearest center for each column of the panels.
struct Nearest<'a> {
    /// Whole [`BLOCK`]s of rows, each depth integers long.
    centers: &'a [i16],
    /// |c|²/2 of each center.
    halves: &'a [i32],
    depth: usize,
    panels: &'a [i16],
    /// Length n.
    nearest: &'a mut [u32],
}

impl Work for Nearest<'_> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const ROWS: usize>(self) {
        let panels = self.panels.chunks_exact(WIDTH * self.depth);
        for (panel, nearest) in panels.zip(self.nearest.chunks_mut(WIDTH)) {
            let (mut most, mut who) = ([i32::MIN; WIDTH], [0; WIDTH]);
            let tiles = self.centers.chunks_exact(ROWS * self.depth);
            for ((rows, halves), first) in tiles.zip(self.halves.chunks_exact(ROWS)).zip((0..).step_by(ROWS)) {
                // SAFETY: the caller guarantees the instructions; these are ROWS rows and a panel of the same depth.
                let sums = unsafe { K::sum::<ROWS>(rows, panel) };
                for ((sums, half), center) in sums.iter().zip(halves).zip(first..) {
                    for ((most, who), sum) in most.iter_mut().zip(&mut who).zip(sums) {
                        let near = sum - half;
                        *who = if near > *most { center } else { *who };
                        *most = near.max(*most);
                    }
                }
            }
            nearest.copy_from_slice(&who[..nearest.len()]);
        }
    }
}

/// The mean of quantized cosines, as a cosine.
pub(super) fn mean(cosines: &[i16]) -> f64 {
    let sum: i64 = cosines.iter().map(|&cosine| i64::from(cosine)).sum();
    sum as f64 / COSINE_ONE / cosines.len() as f64
}

struct Multiply<'a> {
    /// [`BLOCK`]×depth.
    tile: &'a [i16],
    depth: usize,
    panels: &'a [i16],
    n: usize,
    /// Rows of n, at most as many as the tile has.
    cosines: &'a mut [i16],
}

impl Work for Multiply<'_> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const ROWS: usize>(self) {
        for (panel, first) in self.panels.chunks_exact(WIDTH * self.depth).zip((0..).step_by(WIDTH)) {
            let width = WIDTH.min(self.n - first);
            let tiles = self.tile.chunks_exact(ROWS * self.depth);
            for (rows, cosines) in tiles.zip(self.cosines.chunks_mut(ROWS * self.n)) {
                // SAFETY: the caller guarantees the instructions; these are ROWS rows and a panel of the same depth.
                let sums = unsafe { K::sum::<ROWS>(rows, panel) };
                for (cosines, sums) in cosines.chunks_exact_mut(self.n).zip(&sums) {
                    for (cosine, sum) in cosines[first..first + width].iter_mut().zip(sums) {
                        *cosine = (sum >> DROPPED_BITS) as i16;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{cosine, grouped};
    use fastgas_progress::OneWorker;

    #[test]
    fn cosines_and_gains_are_correct_whether_kept_or_not() {
        let (embeddings, _) = grouped(&[90, 80, 70], 2);
        let n = embeddings.len();
        let rows: Vec<u32> = (0..n as u32).rev().collect();
        let to_earlier = Cosines::new(&embeddings, &[], 0, &OneWorker).of(&[7]);
        let best: Vec<i16> = to_earlier.into_iter().map(|units| units.max(0)).collect();
        let of = |most_kept: usize, rows: &[u32]| {
            let mut cosines = Cosines::new(&embeddings, &[7], most_kept, &OneWorker);
            // Some rows are kept by an earlier call.
            cosines.first_gains(&rows[..rows.len().min(3)], &mut |_| ());
            let mut reported = Vec::new();
            let gains = cosines.first_gains(rows, &mut |done| reported.push(done));
            assert_eq!(reported.last(), Some(&(rows.len() as u32)));
            let some = cosines.of(&[3, 0, 239]);
            for (row, of_row) in [3, 0, 239].into_iter().zip(some.chunks_exact(n)) {
                assert!(cosines.kept(row).is_none_or(|kept| kept == of_row));
            }
            assert_eq!(cosines.kept(rows[0]).is_some(), most_kept >= rows.len() * n);
            (gains, some)
        };
        let (gains, some) = of(n * n, &rows);
        assert_eq!(of(0, &rows), (gains.clone(), some.clone()), "the cosines are not kept");
        assert_eq!(of(n * n, &rows[..9]).1, some, "the cosines of some rows are kept");
        for (cosines, row) in some.chunks_exact(n).zip([3, 0, 239]) {
            for (&units, other) in cosines.iter().zip(0..) {
                let off = f64::from(units) / COSINE_ONE - f64::from(cosine(&embeddings, row, other));
                assert!(off.abs() < 1e-4, "{row}, {other}: {off}");
            }
            assert_eq!(gains[rows.len() - 1 - row as usize], gain(cosines, &best));
        }
        assert!(
            (mean(&some[..n]) - some[..n].iter().map(|&x| f64::from(x)).sum::<f64>() / COSINE_ONE / n as f64).abs()
                < 1e-9
        );
    }

    /// Gains after two raises by the definition, and from the gains before.
    #[test]
    fn losses_are_the_differences_of_gains() {
        let (embeddings, _) = grouped(&[90, 80, 70], 2);
        let cosines = Cosines::new(&embeddings, &[7], 0, &OneWorker);
        let rows: Vec<u32> = (0..21).map(|row| row * 11).collect();
        let mut best = cosines.best().to_vec();
        let before = cosines.gains(&rows, &best);
        let first = cosines.raise_to(3, &mut best);
        let between = cosines.gains(&rows, &best);
        let second = cosines.raise_to(200, &mut best);
        let after = cosines.gains(&rows, &best);
        assert!(first.len() > CHUNK && !second.is_empty(), "several tasks");
        // Each second gain is from before both raises, the others from between them.
        let start: Vec<usize> = (0..rows.len()).map(|index| index % 2).collect();
        let losses = cosines.losses(&rows, &[&first, &second], &start);
        for (index, loss) in losses.into_iter().enumerate() {
            let known = [&before, &between][start[index]][index];
            assert_eq!(known - loss, after[index], "row {}", rows[index]);
        }
    }
}
