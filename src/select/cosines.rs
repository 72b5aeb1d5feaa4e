//! Cosines of instances with all, in whole units, so that sums of them do not depend on their order.

use crate::embed::Embeddings;
use crate::graph::coarse::{self, Kernel, SCALE, WIDTH, Work};

/// A cosine of 1. What is left of the products leaves room for differences and for sums of 64 of them.
const UNITS: f64 = SCALE * SCALE / (1 << DROPPED) as f64;

/// Lowest bits of a product that are dropped.
const DROPPED: u32 = 6;

/// So many cosines are kept at most: 64 MiB.
pub(super) const MOST_KEPT: usize = 4_096 * 4_096;

/// Rows whose cosines are computed together. Every kernel's tile divides it.
const BLOCK: usize = 96;

/// Cosines of instances with all, of the 16-bit integers of [`coarse`]; those whose gains were counted are kept, if they
/// are few.
pub(super) struct Cosines {
    n: usize,
    depth: usize,
    /// n×depth.
    rows: Vec<i16>,
    panels: Vec<i16>,
    most_kept: usize,
    kept: Vec<i32>,
    /// Which row of `kept` is that of an instance.
    place_of: Vec<Option<u32>>,
}

impl Cosines {
    /// Up to `most_kept` of them are kept. The rows take as much memory again as the embeddings. O(n·d).
    pub(super) fn new(embeddings: &Embeddings, most_kept: usize) -> Cosines {
        let (n, d) = (embeddings.len(), embeddings.dimensions());
        let depth = coarse::depth(d);
        let mut rows = vec![0; n * depth];
        coarse::quantize(embeddings.as_slice(), d, &mut rows);
        let mut panels = Vec::new();
        coarse::pack(&rows, depth, &mut panels);
        Cosines {
            n,
            depth,
            rows,
            panels,
            most_kept,
            kept: Vec::new(),
            place_of: vec![None; n],
        }
    }

    /// n.
    pub(super) fn len(&self) -> usize {
        self.n
    }

    /// How many numbers a row has.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// An instance in 16-bit integers.
    pub(super) fn row(&self, row: u32) -> &[i16] {
        &self.rows[row as usize * self.depth..][..self.depth]
    }

    /// Which of these centers, K×depth, at least one, each instance is nearest to; ties: the lowest. O(n·K·d).
    pub(super) fn nearest_of(&self, centers: &[i16]) -> Vec<u32> {
        // |x − c|² = |x|² − 2·(x·c − |c|²/2): the nearest has the most of what is in brackets.
        let half = |center: &[i16]| ((product(center, center) / 2) >> DROPPED) as i32;
        let (mut most, mut nearest) = (vec![i32::MIN; self.n], vec![0; self.n]);
        let mut products = vec![0; BLOCK * self.n];
        for (block, first) in centers.chunks(BLOCK * self.depth).zip((0..).step_by(BLOCK)) {
            let products = &mut products[..block.len() / self.depth * self.n];
            self.multiply(block.chunks_exact(self.depth), products);
            let halves = block.chunks_exact(self.depth).map(half);
            for ((products, half), center) in products.chunks_exact(self.n).zip(halves).zip(first..) {
                let (most, nearest) = (&mut most, &mut nearest);
                coarse::run(Nearer {
                    products,
                    half,
                    center,
                    most,
                    nearest,
                });
            }
        }
        nearest
    }

    /// What each of some instances would add to the `best` cosines of all, summed. Their cosines are kept from then on, if
    /// with those before they are not too many. `report` is told for how many they are known. O(rows·n·d).
    pub(super) fn gains_of(&mut self, rows: &[u32], best: &[i32], report: &mut dyn FnMut(u32)) -> Vec<u64> {
        let missing = rows.iter().filter(|&&row| self.place_of[row as usize].is_none());
        let missing: Vec<u32> = missing.copied().collect();
        let keeps = self.kept.len() + missing.len() * self.n <= self.most_kept;
        if keeps {
            self.keep(&missing, &mut |done| report((rows.len() - missing.len() + done) as u32));
            let gain_of = |&row: &u32| gain(self.kept(row).expect("it was kept"), best);
            return rows.iter().map(gain_of).collect();
        }
        let mut gains = Vec::with_capacity(rows.len());
        for block in rows.chunks(BLOCK) {
            let cosines = self.of(block);
            gains.extend(cosines.chunks_exact(self.n).map(|cosines| gain(cosines, best)));
            report(gains.len() as u32);
        }
        gains
    }

    fn keep(&mut self, rows: &[u32], report: &mut dyn FnMut(usize)) {
        let mut end = self.kept.len();
        for (&row, place) in rows.iter().zip(end / self.n..) {
            self.place_of[row as usize] = Some(place as u32);
        }
        let mut kept = std::mem::take(&mut self.kept);
        kept.resize(end + rows.len() * self.n, 0);
        for (block, first) in rows.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
            let start = end;
            end += block.len() * self.n;
            self.multiply(block.iter().map(|&row| self.row(row)), &mut kept[start..end]);
            report(first + block.len());
        }
        self.kept = kept;
    }

    /// The cosines of one with all, if they are kept.
    pub(super) fn kept(&self, row: u32) -> Option<&[i32]> {
        let place = self.place_of[row as usize]? as usize;
        Some(&self.kept[place * self.n..][..self.n])
    }

    /// A row of n for each of these.
    pub(super) fn of(&self, rows: &[u32]) -> Vec<i32> {
        let mut cosines = vec![0; rows.len() * self.n];
        self.multiply(rows.iter().map(|&row| self.row(row)), &mut cosines);
        cosines
    }

    /// `cosines`: a row of n for each of `rows`, which have depth numbers each.
    fn multiply<'a>(&self, mut rows: impl Iterator<Item = &'a [i16]>, cosines: &mut [i32]) {
        let mut tile = vec![0; BLOCK * self.depth];
        for cosines in cosines.chunks_mut(BLOCK * self.n) {
            for (slot, row) in tile
                .chunks_exact_mut(self.depth)
                .zip(rows.by_ref().take(cosines.len() / self.n))
            {
                slot.copy_from_slice(row);
            }
            coarse::run(Multiply {
                tile: &tile,
                depth: self.depth,
                panels: &self.panels,
                n: self.n,
                cosines,
            });
        }
    }
}

/// Of two rows of 16-bit integers.
pub(super) fn product(a: &[i16], b: &[i16]) -> i64 {
    let products = a.iter().zip(b).map(|(&a, &b)| i64::from(i32::from(a) * i32::from(b)));
    products.sum()
}

/// What best cosines grow by in all.
pub(super) fn gain(cosines: &[i32], best: &[i32]) -> u64 {
    let mut gain = 0;
    coarse::run(Gain {
        cosines,
        best,
        gain: &mut gain,
    });
    gain
}

struct Gain<'a> {
    cosines: &'a [i32],
    best: &'a [i32],
    gain: &'a mut u64,
}

impl Work for Gain<'_> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const ROWS: usize>(self) {
        // At most 2·2²⁴ each, so that 64 of them fit.
        for (cosines, best) in self.cosines.chunks(64).zip(self.best.chunks(64)) {
            let grown = cosines
                .iter()
                .zip(best)
                .map(|(cosine, best)| (cosine - best).max(0) as u32);
            *self.gain += u64::from(grown.sum::<u32>());
        }
    }
}

/// Whoever is nearer to this center than to those before has it.
struct Nearer<'a> {
    products: &'a [i32],
    /// |c|²/2.
    half: i32,
    center: u32,
    most: &'a mut [i32],
    nearest: &'a mut [u32],
}

impl Work for Nearer<'_> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const ROWS: usize>(self) {
        for ((most, nearest), product) in self.most.iter_mut().zip(self.nearest).zip(self.products) {
            let near = product - self.half;
            *nearest = if near > *most { self.center } else { *nearest };
            *most = near.max(*most);
        }
    }
}

/// The mean of cosines in units.
pub(super) fn mean(cosines: &[i32]) -> f64 {
    let sum: i64 = cosines.iter().map(|&cosine| i64::from(cosine)).sum();
    sum as f64 / UNITS / cosines.len() as f64
}

struct Multiply<'a> {
    /// [`BLOCK`]×depth.
    tile: &'a [i16],
    depth: usize,
    panels: &'a [i16],
    n: usize,
    /// Rows of n, as many as the tile has or fewer.
    cosines: &'a mut [i32],
}

impl Work for Multiply<'_> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const ROWS: usize>(self) {
        for (panel, first) in self.panels.chunks_exact(WIDTH * self.depth).zip((0..).step_by(WIDTH)) {
            let width = WIDTH.min(self.n - first);
            let tiles = self.tile.chunks_exact(ROWS * self.depth);
            for (rows, cosines) in tiles.zip(self.cosines.chunks_mut(ROWS * self.n)) {
                // SAFETY: the caller promises the instructions; these are ROWS rows and a panel, of the same depth.
                let sums = unsafe { K::sum::<ROWS>(rows, panel) };
                for (cosines, sums) in cosines.chunks_exact_mut(self.n).zip(&sums) {
                    for (cosine, sum) in cosines[first..first + width].iter_mut().zip(sums) {
                        *cosine = sum >> DROPPED;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::fixtures::{cosine, grouped};

    #[test]
    fn cosines_are_right_kept_or_not() {
        let (embeddings, _) = grouped(&[90, 80, 70], 2);
        let n = embeddings.len();
        let rows: Vec<u32> = (0..n as u32).rev().collect();
        let best = vec![0; n];
        let of = |most_kept: usize, rows: &[u32]| {
            let mut cosines = Cosines::new(&embeddings, most_kept);
            // Some are kept from before.
            cosines.gains_of(&rows[..rows.len().min(3)], &best, &mut |_| ());
            let mut said = Vec::new();
            let gains = cosines.gains_of(rows, &best, &mut |done| said.push(done));
            assert_eq!(said.last(), Some(&(rows.len() as u32)));
            let some = cosines.of(&[3, 0, 239]);
            for (row, of_row) in [3, 0, 239].into_iter().zip(some.chunks_exact(n)) {
                assert!(cosines.kept(row).is_none_or(|kept| kept == of_row));
            }
            assert_eq!(cosines.kept(rows[0]).is_some(), most_kept >= rows.len() * n);
            (gains, some)
        };
        let (gains, some) = of(n * n, &rows);
        assert_eq!(of(0, &rows), (gains.clone(), some.clone()), "not kept");
        assert_eq!(of(n * n, &rows[..9]).1, some, "some kept");
        for (cosines, row) in some.chunks_exact(n).zip([3, 0, 239]) {
            for (&units, other) in cosines.iter().zip(0..) {
                let off = f64::from(units) / UNITS - f64::from(cosine(&embeddings, row, other));
                assert!(off.abs() < 1e-4, "{row}, {other}: {off}");
            }
            assert_eq!(gains[rows.len() - 1 - row as usize], gain(cosines, &best));
        }
        assert!(
            (mean(&some[..n]) - some[..n].iter().map(|&x| f64::from(x)).sum::<f64>() / UNITS / n as f64).abs() < 1e-9
        );
    }
}
