//! Finds the most similar pick of every instance.

use fastgas_embedding::Embeddings;
use fastgas_linalg::int16_products::{self, Kernel, SCALE, WIDTH, Work};
use fastgas_linalg::matmul::{Packed, multiply, multiply_pairs};
use fastgas_partition::Partition;
use fastgas_progress::{OneWorker, Task, Workers};

use super::quantized_cosines::whole_tile;

const BLOCK: usize = 256;

/// Number of instances per task. Tests use a smaller number, so that small pools need several tasks.
const CHUNK: usize = if cfg!(test) { 8 } else { 16 * BLOCK };

/// Time to multiply one pair of rows separately, as a multiple of the time per pair in a large matrix product.
const PAIR_COST: usize = 8;

/// For each instance, the most similar pick and the cosine of the instance and this pick.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearest {
    /// For each of the n instances, the 0-based index of its most similar pick.
    pub index: Vec<u32>,
    /// For each of the n instances, the cosine to its most similar pick.
    pub similarity: Vec<f32>,
}

/// Finds the most similar pick among `rows` for each instance.
/// `rows` must contain at least one pick. Ties: the earlier pick. O(n·M·d) time.
pub fn nearest_pick(embeddings: &Embeddings, rows: &[u32]) -> Nearest {
    nearest_pick_by(embeddings, rows, &OneWorker)
}

/// Like [`nearest_pick`], but computed by `workers`.
///
/// Cosines are defined as the products of [`fastgas_linalg::matmul`], which have a fixed order of operations.
/// Most of the float products need not be computed.
/// The score s of a pick is the inner product of pick and instance in 16-bit integers. The scale S is [`SCALE`].
/// The [error](int16_products::error) e bounds the difference between s/S² and the float product p.
/// Let a be the pick with the highest score, and b a pick with the highest float product.
/// These definitions imply s(b)/S² + e ≥ p(b) ≥ p(a) ≥ s(a)/S² − e, and thus s(b) ≥ s(a) − 2·e·S².
/// Float products are therefore computed only for candidates with scores of at least s(a) − 2·e·S².
/// The candidates include all picks with the highest float product, so the earliest of these picks is found.
pub(super) fn nearest_pick_by(embeddings: &Embeddings, rows: &[u32], workers: &dyn Workers) -> Nearest {
    let (n, d) = (embeddings.len(), embeddings.dimensions());
    let picks = &Picks::new(embeddings.gather(rows));
    let mut index = vec![0; n];
    let mut similarity = vec![0.0; n];
    let pieces = embeddings.as_slice().chunks(CHUNK * d).zip(index.chunks_mut(CHUNK));
    let tasks = pieces.zip(similarity.chunks_mut(CHUNK));
    let tasks = tasks.map(|((embeddings, index), similarity)| -> Task<'_> {
        Box::new(move || {
            let blocks = embeddings.chunks(BLOCK * d).zip(index.chunks_mut(BLOCK));
            for ((block, index), similarity) in blocks.zip(similarity.chunks_mut(BLOCK)) {
                picks.nearest(block, index, similarity);
            }
        })
    });
    workers.run(tasks.collect());
    Nearest { index, similarity }
}

struct Picks {
    embeddings: Embeddings,
    /// The picks as 16-bit integers, packed into panels.
    panels: Vec<i16>,
    /// Number of 16-bit integers per pick, including padding.
    depth: usize,
    /// The highest score difference (rounded up) at which the pick with the lower score can still be the nearest pick.
    window: i32,
}

impl Picks {
    fn new(embeddings: Embeddings) -> Picks {
        let d = embeddings.dimensions();
        let depth = int16_products::depth(d);
        let mut numbers = vec![0; embeddings.len() * depth];
        int16_products::quantize(embeddings.as_slice(), d, &mut numbers);
        let mut panels = Vec::new();
        int16_products::pack(&numbers, depth, &mut panels);
        Picks {
            embeddings,
            panels,
            depth,
            window: (2.0 * int16_products::error(d) * SCALE * SCALE).ceil() as i32,
        }
    }

    fn nearest(&self, rows: &[f32], index: &mut [u32], similarity: &mut [f32]) {
        index.fill(0);
        similarity.fill(f32::NEG_INFINITY);
        let m = self.embeddings.len();
        // Each row has at least one candidate pick, because the pick with the highest score is always a candidate.
        let candidates = if m > PAIR_COST {
            self.candidates(rows)
        } else {
            Vec::new()
        };
        // All products are computed if there are few picks or many ties, for example because all texts are equal.
        if m <= PAIR_COST || PAIR_COST * candidates.len() > index.len() * m {
            self.nearest_of_all(rows, index, similarity);
            return;
        }
        let (d, picks) = (self.embeddings.dimensions(), self.embeddings.as_slice());
        let pair = |&(row, pick): &(usize, usize)| (&rows[row * d..][..d], &picks[pick * d..][..d]);
        let mut products = Vec::with_capacity(candidates.len());
        multiply_pairs(&candidates.iter().map(pair).collect::<Vec<_>>(), &mut products);
        for (&(row, pick), &product) in candidates.iter().zip(&products) {
            if product > similarity[row] {
                (index[row], similarity[row]) = (pick as u32, product);
            }
        }
    }

    /// All pairs (row, pick) such that the pick can be the nearest pick of the row, in ascending order.
    fn candidates(&self, rows: &[f32]) -> Vec<(usize, usize)> {
        let n_rows = rows.len() / self.embeddings.dimensions();
        let mut numbers = vec![0; n_rows * self.depth];
        int16_products::quantize(rows, self.embeddings.dimensions(), &mut numbers);
        let n_columns = self.panels.len() / self.depth;
        let mut scores = vec![0; n_rows * n_columns];
        int16_products::run(Scores {
            rows: &numbers,
            depth: self.depth,
            panels: &self.panels,
            scores: &mut scores,
        });
        let mut candidates = Vec::with_capacity(2 * n_rows);
        for (row, scores) in scores.chunks_exact(n_columns).enumerate() {
            // The scores after the last pick belong to padding columns of the last panel, so they are ignored.
            let scores = &scores[..self.embeddings.len()];
            let highest = scores.iter().copied().max().expect("there is a pick");
            let least = highest.saturating_sub(self.window);
            let reach = scores.iter().enumerate().filter(|&(_, &score)| score >= least);
            candidates.extend(reach.map(|(pick, _)| (row, pick)));
        }
        candidates
    }

    /// Like [`Picks::nearest`], but computes all float products.
    /// The caller fills `index` with 0 and `similarity` with −∞.
    fn nearest_of_all(&self, rows: &[f32], index: &mut [u32], similarity: &mut [f32]) {
        let (m, d) = (self.embeddings.len(), self.embeddings.dimensions());
        let packed = Packed::from_rows(self.embeddings.as_slice(), m, d);
        let mut products = vec![0.0; index.len() * m];
        multiply(rows, index.len(), &packed, &mut products);
        for (products, (index, similarity)) in products.chunks_exact(m).zip(index.iter_mut().zip(similarity)) {
            for (other, &product) in products.iter().enumerate() {
                if product > *similarity {
                    (*index, *similarity) = (other as u32, product);
                }
            }
        }
    }
}

/// Multiplies rows of 16-bit integers by all columns of the panels.
struct Scores<'a> {
    rows: &'a [i16],
    depth: usize,
    /// Panels of columns. The number of columns is a multiple of the panel width.
    panels: &'a [i16],
    scores: &'a mut [i32],
}

impl Work for Scores<'_> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const ROWS: usize>(self) {
        let depth = self.depth;
        let n_columns = self.panels.len() / depth;
        let mut padded = Vec::new();
        let tiles = self.rows.chunks(ROWS * depth);
        for (rows, scores) in tiles.zip(self.scores.chunks_mut(ROWS * n_columns)) {
            let tile = whole_tile(rows, ROWS * depth, &mut padded);
            let panels = self.panels.chunks_exact(WIDTH * depth);
            for (panel, first) in panels.zip((0..).step_by(WIDTH)) {
                // SAFETY: the caller guarantees CPU support for the kernel; `tile` has ROWS rows with the depth of `panel`.
                let sums = unsafe { K::sum::<ROWS>(tile, panel) };
                for (scores, sums) in scores.chunks_exact_mut(n_columns).zip(&sums) {
                    scores[first..first + WIDTH].copy_from_slice(sums);
                }
            }
        }
    }
}

impl Nearest {
    /// The mean cosine of all instances to their most similar picks. Facility location maximizes this mean.
    pub fn coverage(&self) -> f64 {
        let sum: f64 = self.similarity.iter().map(|&cosine| f64::from(cosine)).sum();
        sum / self.similarity.len() as f64
    }

    pub(super) fn partition(self, rows: &[u32]) -> Partition {
        let mut part_of = self.index;
        // Each pick is assigned to its own part, even if the pick equals an earlier pick.
        for (&row, part) in rows.iter().zip(0..) {
            part_of[row as usize] = part;
        }
        Partition {
            part_of,
            n_parts: rows.len() as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{cosine, few_directions};
    use crate::tests::Threads;
    use ndarray::Array2;
    use proptest::prelude::*;

    #[test]
    fn ties_go_to_the_earlier_pick_and_picks_to_their_own_part() {
        let rows = ndarray::array![[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.0, 2.0]];
        let embeddings = Embeddings::normalized(rows).expect("no row is zero");
        let nearest = nearest_pick(&embeddings, &[1, 3, 0]);
        assert_eq!(nearest.index, [2, 0, 0, 0]);
        assert_eq!(nearest.similarity[1], 1.0);
        assert!((nearest.coverage() - (3.0 + 0.5f64.sqrt()) / 4.0).abs() < 1e-6);
        assert_eq!(nearest.partition(&[1, 3, 0]).part_of, [2, 0, 0, 1]);
    }

    /// Generates embeddings of which many are nearly equal, so that the nearest pick is hard to determine.
    /// Each row copies an earlier row. In some columns, the copy differs by a factor of about 1 ± 2^−`bits`.
    /// The values of a column differ by factors of up to 2^`spread`.
    fn near_ties(n: usize, d: usize, bits: i32, spread: u32, seed: u32) -> Embeddings {
        let mut state = seed;
        let mut next = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 8
        };
        let mut rows = Array2::<f32>::zeros((n, d));
        for row in 0..n {
            for column in 0..d {
                rows[[row, column]] = match row {
                    0..3 => (next() as f32 / 8_388_608.0 - 0.999) * 0.5f32.powi((next() % (spread + 1)) as i32),
                    _ => {
                        let noise = (next() % 5) as f32 - 2.0;
                        rows[[(row * 31 + 7) % row, column]] * (1.0 + noise * 0.5f32.powi(bits))
                    }
                };
            }
        }
        Embeddings::normalized(rows).expect("no row is zero")
    }

    proptest! {
        /// The integer scores never exclude the nearest pick, even if many picks have nearly equal scores.
        #[test]
        fn excluded_picks_are_never_the_nearest(
            n in 1usize..60, d in 1usize..70, m in 1usize..40, bits in 4i32..26, spread in 0u32..40, seed: u32
        ) {
            let embeddings = near_ties(n, d, bits, spread, seed);
            let rows: Vec<u32> = (0..n as u32).rev().take(m).collect();
            let picks = Picks::new(embeddings.gather(&rows));
            let mut expected = Nearest { index: vec![0; n], similarity: vec![f32::NEG_INFINITY; n] };
            picks.nearest_of_all(embeddings.as_slice(), &mut expected.index, &mut expected.similarity);
            let mut found = vec![Vec::new(); n];
            picks.candidates(embeddings.as_slice()).into_iter().for_each(|(row, pick)| found[row].push(pick as u32));
            for (row, found) in (0..n as u32).zip(&found) {
                let best = expected.similarity[row as usize];
                let all = (0..).zip(&rows).filter(|&(_, &pick)| cosine(&embeddings, row, pick) == best);
                let all: Vec<u32> = all.map(|(index, _)| index).collect();
                prop_assert!(all.iter().all(|index| found.contains(index)), "{:?} of {:?}", all, found);
            }
            for n_threads in [1, 2, 3, 7] {
                prop_assert_eq!(&nearest_pick_by(&embeddings, &rows, &Threads(n_threads)), &expected);
            }
        }

        #[test]
        fn nearest_picks_equal_the_definition(embeddings in few_directions(1..40), m in 1usize..9) {
            let n = embeddings.len() as u32;
            let rows: Vec<u32> = (0..n).rev().step_by(3).take(m).collect();
            let nearest = nearest_pick(&embeddings, &rows);
            for v in 0..n {
                let cosines = rows.iter().map(|&row| cosine(&embeddings, v, row));
                // `max_by` returns the last maximum. The list is reversed, so that the lowest index wins ties.
                let (index, best) = cosines.enumerate().collect::<Vec<_>>().into_iter().rev()
                    .max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
                prop_assert_eq!((nearest.index[v as usize], nearest.similarity[v as usize]), (index as u32, best));
            }
        }
    }
}
