//! Quantized cosines of instances with the whole pool, in integers, so that their sums do not depend on the order.

use fastgas_embedding::Embeddings;
use fastgas_linalg::int16_products::{self, Kernel, SCALE, WIDTH, Work};

/// Integer value of a cosine of 1: about 16,382. Three times that fits into unsigned 16 bits,
/// twice that into signed 16 bits.
const COSINE_ONE: f64 = SCALE * SCALE / (1 << DROPPED_BITS) as f64;

/// Number of lowest bits of a product that are dropped.
const DROPPED_BITS: u32 = 16;

/// Maximum number of cosines kept in memory: 32 MiB.
pub(super) const MAX_KEPT_COSINES: usize = 4_096 * 4_096;

/// Number of rows whose cosines are computed together. Divisible by the tile height of every kernel.
const BLOCK: usize = 96;

/// Cosines of instances with the whole pool, in the 16-bit integers of [`coarse`]. Cosines of instances whose first
/// gains were computed are kept together with these gains, if there are few enough.
pub(super) struct Cosines {
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
    /// The gain over `best` of each instance whose cosines are kept.
    first_gain: Vec<u64>,
}

impl Cosines {
    /// Keeps up to `most_kept` cosines. The quantized rows take as much memory as the embeddings. O(n·d).
    pub(super) fn new(embeddings: &Embeddings, earlier: &[u32], most_kept: usize) -> Cosines {
        let d = embeddings.dimensions();
        let depth = int16_products::depth(d);
        let mut rows = vec![0; embeddings.len() * depth];
        int16_products::quantize(embeddings.as_slice(), d, &mut rows);
        Cosines::of_rows(rows, depth, earlier, most_kept)
    }

    /// As [`Cosines::new`], for the embeddings less their mean. None if one of them equals the mean.
    pub(super) fn centered(embeddings: &Embeddings, earlier: &[u32], most_kept: usize) -> Option<Cosines> {
        let d = embeddings.dimensions();
        let depth = int16_products::depth(d);
        let mut rows = vec![0; embeddings.len() * depth];
        let mut slots = rows.chunks_exact_mut(depth);
        let take = |row: &[f32]| int16_products::quantize(row, d, slots.next().expect("a slot for each row"));
        embeddings.each_centered(take).ok()?;
        Some(Cosines::of_rows(rows, depth, earlier, most_kept))
    }

    fn of_rows(rows: Vec<i16>, depth: usize, earlier: &[u32], most_kept: usize) -> Cosines {
        let mut panels = Vec::new();
        int16_products::pack(&rows, depth, &mut panels);
        let n = rows.len() / depth;
        let mut cosines = Cosines {
            n,
            depth,
            rows,
            panels,
            most_kept,
            kept: Vec::new(),
            n_kept: 0,
            place_of: vec![None; n],
            best: vec![0; n],
            first_gain: vec![0; n],
        };
        for &row in earlier {
            let of_row = cosines.of(&[row]);
            raise(&mut cosines.best, &of_row);
        }
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
        int16_products::run(Nearest {
            centers: &centers,
            halves: &halves,
            depth: self.depth,
            panels: &self.panels,
            nearest: &mut nearest,
        });
        nearest
    }

    /// The best cosine of each instance to an earlier pick, with negative ones counted as 0.
    pub(super) fn best(&self) -> &[i16] {
        &self.best
    }

    /// The gain of each of these instances: the sum of its increases over [`Cosines::best`]. Keeps their cosines if the
    /// total stays within the limit. `report` receives the number of instances with known gains. O(rows·n·d).
    pub(super) fn first_gains(&mut self, rows: &[u32], report: &mut dyn FnMut(u32)) -> Vec<u64> {
        let missing = rows.iter().filter(|&&row| self.place_of[row as usize].is_none());
        let missing: Vec<u32> = missing.copied().collect();
        if (self.n_kept + missing.len()) * self.n <= self.most_kept {
            let mut done = rows.len() - missing.len();
            self.keep(&missing, &mut |more| {
                done += more;
                report(done as u32);
            });
            return rows.iter().map(|&row| self.first_gain[row as usize]).collect();
        }
        let mut gains = Vec::with_capacity(rows.len());
        for block in rows.chunks(BLOCK) {
            let cosines = self.of(block);
            gains.extend(cosines.chunks_exact(self.n).map(|cosines| gain(cosines, &self.best)));
            report(gains.len() as u32);
        }
        gains
    }

    fn keep(&mut self, rows: &[u32], report: &mut dyn FnMut(usize)) {
        let mut kept = vec![0; rows.len() * self.n];
        let places = (0..).map(|index| Some((self.kept.len() as u32, index)));
        for (&row, index) in rows.iter().zip(places) {
            self.place_of[row as usize] = index;
        }
        for (block, cosines) in rows.chunks(BLOCK).zip(kept.chunks_mut(BLOCK * self.n)) {
            self.multiply(block.iter().map(|&row| self.row(row)), cosines);
            for (&row, cosines) in block.iter().zip(cosines.chunks_exact(self.n)) {
                self.first_gain[row as usize] = gain(cosines, &self.best);
            }
            report(block.len());
        }
        self.kept.push(kept);
        self.n_kept += rows.len();
    }

    /// The cosines of an instance with all others, if they are kept.
    pub(super) fn kept(&self, row: u32) -> Option<&[i16]> {
        let (of, index) = self.place_of[row as usize]?;
        Some(&self.kept[of as usize][index as usize * self.n..][..self.n])
    }

    /// The cosines of these instances: a row of n for each.
    pub(super) fn of(&self, rows: &[u32]) -> Vec<i16> {
        let mut cosines = vec![0; rows.len() * self.n];
        self.multiply(rows.iter().map(|&row| self.row(row)), &mut cosines);
        cosines
    }

    /// `cosines` receives a row of n for each of `rows`, which have depth integers each.
    fn multiply<'a>(&self, mut rows: impl Iterator<Item = &'a [i16]>, cosines: &mut [i16]) {
        let mut tile = vec![0; BLOCK * self.depth];
        for cosines in cosines.chunks_mut(BLOCK * self.n) {
            for (slot, row) in tile
                .chunks_exact_mut(self.depth)
                .zip(rows.by_ref().take(cosines.len() / self.n))
            {
                slot.copy_from_slice(row);
            }
            int16_products::run(Multiply {
                tile: &tile,
                depth: self.depth,
                panels: &self.panels,
                n: self.n,
                cosines,
            });
        }
    }
}

/// Inner product of two rows of 16-bit integers. As for every product of rows, its sums fit into 32 bits.
pub(super) fn product(a: &[i16], b: &[i16]) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}

/// Raises each best cosine to the other cosine if that is larger.
pub(super) fn raise(best: &mut [i16], cosines: &[i16]) {
    for (best, &cosine) in best.iter_mut().zip(cosines) {
        *best = cosine.max(*best);
    }
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
        let grown = |cosine: i16, best: i16| cosine.saturating_sub(best).max(0) as u16;
        let ((cosines, last), (best, last_best)) = (self.cosines.as_chunks::<LANES>(), self.best.as_chunks::<LANES>());
        // Each increase is at most 2¹⁵, so that the sum of 2¹⁷ of them fits.
        for (cosines, best) in cosines.chunks(1 << 17).zip(best.chunks(1 << 17)) {
            let mut sums = [0u32; LANES];
            for (cosines, best) in cosines.iter().zip(best) {
                for lane in 0..LANES {
                    sums[lane] += u32::from(grown(cosines[lane], best[lane]));
                }
            }
            *self.gain += sums.into_iter().map(u64::from).sum::<u64>();
        }
        for (&cosine, &best) in last.iter().zip(last_best) {
            *self.gain += u64::from(grown(cosine, best));
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

    #[test]
    fn cosines_and_gains_are_correct_whether_kept_or_not() {
        let (embeddings, _) = grouped(&[90, 80, 70], 2);
        let n = embeddings.len();
        let rows: Vec<u32> = (0..n as u32).rev().collect();
        let to_earlier = Cosines::new(&embeddings, &[], 0).of(&[7]);
        let best: Vec<i16> = to_earlier.into_iter().map(|units| units.max(0)).collect();
        let of = |most_kept: usize, rows: &[u32]| {
            let mut cosines = Cosines::new(&embeddings, &[7], most_kept);
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
}
