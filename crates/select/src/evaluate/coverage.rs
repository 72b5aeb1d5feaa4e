//! Measures how well the picks represent the pool. No labels are needed.
//!
//! ```text
//!  a──b──c   d
//! ```
//!
//! For example, if only b is picked, the vertices a, b and c are covered, and d is not covered.
//! The facility coverage is the mean, over all texts, of the cosine to the nearest pick.

use serde::{Deserialize, Serialize};

use super::{BLOCK, check_picks, each_cosines};
use crate::EvaluateError;
use fastgas_embedding::{CosineScale, Embeddings};
use fastgas_graph::{CsrGraph, DUPLICATE_COSINE};
use fastgas_linalg::matmul::{Packed, multiply};
use fastgas_progress::{OneWorker, Task, Workers};

/// Number of texts per task. A task computes the cosines of its texts to a block of picks.
/// Tests use a smaller number, so that small pools need several tasks.
const CHUNK: usize = if cfg!(test) { 8 } else { 4_096 };

/// Two picks are redundant if their cosine is above m + 0.87·(1 − m), where m is the mean cosine of the pool.
/// The method [`CosineScale::cosine_at`] computes this threshold.
/// For Banking77, the threshold is 0.90 with all-MiniLM-L6-v2, and 0.979 with multilingual-e5-small.
pub const REDUNDANT_SHARE: f64 = 0.87;

/// How well the picks represent the pool, regardless of labels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coverage {
    /// Mean over the pool of the cosine to the nearest pick.
    pub facility_coverage: f64,
    /// Number of vertices that are picked or have a picked neighbor.
    pub covered_vertices: u32,
    /// Number of pairs of almost equal picks; see [`REDUNDANT_SHARE`].
    pub redundant_pairs: u64,
}

/// The coverage of the first `picks` picks of a selection.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CoveragePoint {
    /// Number of picks, at least 1.
    pub picks: u32,
    /// Mean over the pool of the cosine to the nearest of the first `picks` picks.
    pub facility_coverage: f64,
    /// Number of vertices that are among the first `picks` picks or adjacent to one of them.
    pub covered_vertices: u32,
}

/// How much one additional label increases the coverage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gain {
    /// 1-based position of the label in labeling order.
    pub label: u32,
    /// Increase of the facility coverage. For example, 0.004 for label 18 is shown as “the 18th label adds 0.4 %”.
    pub facility_coverage: f64,
    /// Number of vertices that are newly covered by the label.
    pub covered_vertices: u32,
}

/// Coverage as a function of the number of picks, in pick order.
///
/// Facility coverage is monotone and submodular, so the gains of successive labels tend to decrease.
/// Therefore, once the gains are small, more labels are likely to add little coverage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CoverageCurve {
    /// One point for each number of picks, starting with one pick.
    pub points: Vec<CoveragePoint>,
}

impl CoverageCurve {
    /// The coverage curve of `picks` (rows of the pool, in labeling order).
    ///
    /// `graph` has one vertex for each row of `pool`.
    /// O(n·d) time for the cosines of each pick and O(n) time for updating the best cosines.
    /// O(n) space in addition to blocks of a fixed size.
    /// Cosines are computed in a fixed order ([`fastgas_linalg::matmul`]) and summed in `f64` in row order.
    ///
    /// # Errors
    /// Returns [`EvaluateError`] if there are no picks, or if a pick is outside the pool or appears twice.
    ///
    /// # Panics
    /// Panics if the number of vertices in the graph differs from the number of rows.
    pub fn of(pool: &Embeddings, graph: &CsrGraph, picks: &[u32]) -> Result<CoverageCurve, EvaluateError> {
        CoverageCurve::of_by(pool, graph, picks, &OneWorker)
    }

    /// Like [`CoverageCurve::of`], but computed by `workers`. The curve does not depend on the number of workers.
    ///
    /// # Errors
    /// Returns any error from [`CoverageCurve::of`].
    ///
    /// # Panics
    /// Panics under the conditions of [`CoverageCurve::of`].
    pub fn of_by(
        pool: &Embeddings,
        graph: &CsrGraph,
        picks: &[u32],
        workers: &dyn Workers,
    ) -> Result<CoverageCurve, EvaluateError> {
        check_picks(picks, pool.len())?;
        let mut covered = Covered::new(graph, pool.len());
        let mut points = Vec::with_capacity(picks.len());
        // For each text, the best cosine to the picks so far. Cosines are computed for one block of picks at a time.
        let mut best = vec![f32::NEG_INFINITY; pool.len()];
        for block in picks.chunks(BLOCK) {
            let sums = raise_and_sum(pool, &pool.gather(block), &mut best, workers);
            for (&row, sum) in block.iter().zip(sums) {
                points.push(CoveragePoint {
                    picks: points.len() as u32 + 1,
                    facility_coverage: sum / pool.len() as f64,
                    covered_vertices: covered.add(row),
                });
            }
        }
        Ok(CoverageCurve { points })
    }

    /// The [`coverage`] of all picks on the curve, which must not be empty. `scale` is the pool's cosine scale.
    pub fn coverage(&self, pool: &Embeddings, picks: &[u32], scale: CosineScale) -> Coverage {
        let last = self.points.last().expect("there is a pick");
        Coverage {
            facility_coverage: last.facility_coverage,
            covered_vertices: last.covered_vertices,
            redundant_pairs: redundant_pairs(pool, picks, redundant_cosine(scale)),
        }
    }

    /// The marginal gain of the last label. `None` if the curve is empty.
    pub fn last_gain(&self) -> Option<Gain> {
        self.gain(self.points.len())
    }

    /// The marginal gain of the label at the 1-based position `label` in labeling order.
    /// `None` if there are fewer labels. The gain of the first label is relative to a coverage of 0.
    pub fn gain(&self, label: usize) -> Option<Gain> {
        let (last, before) = self.points.get(..label)?.split_last()?;
        let (facility_coverage, covered_vertices) = before
            .last()
            .map_or((0.0, 0), |point| (point.facility_coverage, point.covered_vertices));
        Some(Gain {
            label: last.picks,
            facility_coverage: last.facility_coverage - facility_coverage,
            covered_vertices: last.covered_vertices - covered_vertices,
        })
    }
}

/// Updates the best cosine of each text with the cosines to `picks`, one pick after another.
/// Returns, for each pick, the sum of the best cosines of all texts after this pick, added in row order.
fn raise_and_sum(pool: &Embeddings, picks: &Embeddings, best: &mut [f32], workers: &dyn Workers) -> Vec<f64> {
    let (d, m) = (pool.dimensions(), picks.len());
    let packed = &Packed::from_rows(picks.as_slice(), m, d);
    let at_once = workers.count() * CHUNK;
    let mut after = vec![0.0; at_once.min(pool.len()) * m];
    let mut sums = vec![0.0; m];
    for (texts, best) in pool.as_slice().chunks(at_once * d).zip(best.chunks_mut(at_once)) {
        // For each text in the chunk, the best cosine after each pick of the block.
        let after = &mut after[..best.len() * m];
        let pieces = texts.chunks(CHUNK * d).zip(best.chunks_mut(CHUNK));
        let tasks = pieces.zip(after.chunks_mut(CHUNK * m));
        let tasks = tasks.map(|((texts, best), after)| -> Task<'_> {
            Box::new(move || {
                multiply(texts, best.len(), packed, after);
                for (best, cosines) in best.iter_mut().zip(after.chunks_exact_mut(m)) {
                    for cosine in cosines {
                        *best = best.max(*cosine);
                        *cosine = *best;
                    }
                }
            })
        });
        workers.run(tasks.collect());
        for after in after.chunks_exact(m) {
            for (sum, &best) in sums.iter_mut().zip(after) {
                *sum += f64::from(best);
            }
        }
    }
    sums
}

/// The coverage of `picks` (rows of the pool). The threshold for redundant pairs depends on all texts of the pool.
/// O(M·(n + M)·d + |E|) time.
///
/// # Errors
/// Returns any error from [`CoverageCurve::of`].
///
/// # Panics
/// Panics if the number of vertices in the graph differs from the number of rows.
pub fn coverage(
    pool: &Embeddings,
    graph: &CsrGraph,
    picks: &[u32],
    workers: &dyn Workers,
) -> Result<Coverage, EvaluateError> {
    let curve = CoverageCurve::of_by(pool, graph, picks, workers)?;
    Ok(curve.coverage(pool, picks, CosineScale::of(pool)))
}

/// The cosine above which two picks are redundant. Duplicates are redundant even if all texts are equal.
fn redundant_cosine(scale: CosineScale) -> f32 {
    scale.cosine_at(REDUNDANT_SHARE).min(DUPLICATE_COSINE)
}

fn redundant_pairs(pool: &Embeddings, picks: &[u32], above: f32) -> u64 {
    let picked = pool.gather(picks);
    let mut pairs = 0;
    each_cosines(&picked, &picked, |pick, cosines| {
        let redundant = |&&cosine: &&f32| cosine > above;
        pairs += cosines[..pick].iter().filter(redundant).count() as u64;
    });
    pairs
}

pub(super) struct Covered<'a> {
    graph: &'a CsrGraph,
    is_covered: Vec<bool>,
    count: u32,
}

impl Covered<'_> {
    pub(super) fn new(graph: &CsrGraph, n: usize) -> Covered<'_> {
        assert_eq!(graph.n_vertices(), n, "there must be a vertex for every row");
        Covered {
            graph,
            is_covered: vec![false; n],
            count: 0,
        }
    }

    /// Marks `vertex` and its neighbors as covered, and returns the total number of covered vertices. O(degree) time.
    pub(super) fn add(&mut self, vertex: u32) -> u32 {
        for &vertex in self.graph.neighbors_of(vertex).iter().chain([&vertex]) {
            let is_covered = &mut self.is_covered[vertex as usize];
            self.count += u32::from(!*is_covered);
            *is_covered = true;
        }
        self.count
    }

    pub(super) fn contains(&self, vertex: u32) -> bool {
        self.is_covered[vertex as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::Threads;
    use fastgas_embedding::fixtures::any_embeddings;
    use fastgas_graph::fixtures::{any_graph, graph_of};
    use proptest::prelude::*;

    #[test]
    fn coverage_of_four_texts_equals_hand_computed_values() {
        // The cosines of rows 0 to 3 are 1, 0.6, 0, −1 with row 0; 0.6, 1, 0.8, −0.6 with row 1; −1, −0.6, 0, 1 with row 3.
        let rows: Vec<[f32; 2]> = vec![[1.0, 0.0], [0.6, 0.8], [0.0, 1.0], [-1.0, 0.0]];
        let pool = Embeddings::normalized(rows.into()).expect("no row is zero");
        let graph = graph_of(4, &[(0, 1), (1, 2)]);
        let curve = CoverageCurve::of(&pool, &graph, &[0, 1, 3]).expect("rows of the pool");
        let expected = [(0.6 / 4.0, 2), (2.2 / 4.0, 3), (3.8 / 4.0, 4)];
        for ((point, (facility, covered)), picks) in curve.points.iter().zip(expected).zip(1..) {
            assert_eq!((point.picks, point.covered_vertices), (picks, covered));
            assert!((point.facility_coverage - facility).abs() < 1e-6, "{point:?}");
        }
        let gain = curve.last_gain().expect("three picks");
        assert_eq!((gain.label, gain.covered_vertices), (3, 1));
        assert!((gain.facility_coverage - 0.4).abs() < 1e-6);
        assert_eq!(curve.gain(3), Some(gain));
        assert_eq!(
            curve.gain(1).map(|gain| (gain.label, gain.covered_vertices)),
            Some((1, 2))
        );
        assert_eq!((curve.gain(0), curve.gain(4)), (None, None));
    }

    /// Six directions with the cosines 0.96 (rows 0 and 1), 0.936 (1 and 2), 0.8 (0 and 2), 0.6 (2 and 3) and lower.
    /// The six rows add up to (1.76, 0.88), whose squared length 3.872 is the sum of all 36 cosines.
    /// Without the six cosines of rows with themselves, the mean of the 30 others is (3.872 − 6) / 30 = −0.071.
    const WIDE: [[f32; 2]; 6] = [
        [1.0, 0.0],
        [0.96, 0.28],
        [0.8, 0.6],
        [0.0, 1.0],
        [-1.0, 0.0],
        [0.0, -1.0],
    ];

    fn pairs(pool: &Embeddings, picks: &[u32]) -> u64 {
        let graph = graph_of(pool.len() as u32, &[]);
        coverage(pool, &graph, picks, &OneWorker)
            .expect("rows of the pool")
            .redundant_pairs
    }

    #[test]
    fn redundant_picks_are_counted_in_pairs() {
        let pool = Embeddings::normalized(WIDE.to_vec().into()).expect("no row is zero");
        let above = redundant_cosine(CosineScale::of(&pool));
        assert!((above - 0.8608).abs() < 1e-4, "{above}");
        assert_eq!(pairs(&pool, &[0, 3]), 0);
        assert_eq!(pairs(&pool, &[0, 2, 3]), 0);
        assert_eq!(pairs(&pool, &[2, 1]), 1);
        assert_eq!(pairs(&pool, &[5, 4, 3, 2, 1, 0]), 2);
    }

    #[test]
    fn redundant_pairs_are_the_same_in_a_narrow_range_of_cosines() {
        // The cosines of the pool lie in a narrow range: all are above 0.84, and nine are above 0.9.
        // Each row has the first coordinate 0.96. The other coordinates are a row of `WIDE`, multiplied by 0.28.
        // Two rows of `WIDE` with the cosine c therefore become rows with the cosine 0.96² + 0.28²·c.
        let rows: Vec<[f32; 3]> = WIDE.iter().map(|&[x, y]| [0.96, 0.28 * x, 0.28 * y]).collect();
        let pool = Embeddings::normalized(rows.into()).expect("no row is zero");
        let above = redundant_cosine(CosineScale::of(&pool));
        assert!((above - 0.9891).abs() < 1e-4, "{above}");
        assert_eq!(pairs(&pool, &[0, 2, 3]), 0);
        assert_eq!(pairs(&pool, &[5, 4, 3, 2, 1, 0]), 2);
    }

    #[test]
    fn picks_of_a_pool_of_equal_texts_are_redundant() {
        let pool = Embeddings::normalized(vec![[0.6f32, 0.8]; 3].into()).expect("no row is zero");
        assert_eq!(pairs(&pool, &[0, 1, 2]), 3);
    }

    #[test]
    fn invalid_picks_are_rejected() {
        let pool = Embeddings::normalized(vec![[1.0f32], [1.0]].into()).expect("no row is zero");
        let refused = |picks: &[u32]| coverage(&pool, &graph_of(2, &[]), picks, &OneWorker).expect_err("no picks");
        assert_eq!(refused(&[]), EvaluateError::NoPicks);
        assert_eq!(refused(&[1, 0, 1]), EvaluateError::PickTwice { row: 1 });
        assert_eq!(refused(&[2]), EvaluateError::PickOutside { row: 2, n_instances: 2 });
    }

    proptest! {
        /// Point m of the curve equals the coverage of the first m picks, computed by definition.
        #[test]
        fn every_point_equals_the_definition(
            graph in any_graph(40), pool in any_embeddings(40, 3), order in Just((0..40).collect::<Vec<u32>>()).prop_shuffle(),
        ) {
            let n = graph.n_vertices();
            let pool = Embeddings::normalized(pool.as_array().slice(ndarray::s![..n, ..]).to_owned()).expect("unit rows");
            let picks: Vec<u32> = order.into_iter().filter(|&row| (row as usize) < n).collect();
            let curve = CoverageCurve::of(&pool, &graph, &picks).expect("rows of the pool");
            prop_assert_eq!(curve.points.len(), n);
            for n_threads in [1, 2, 3, 7] {
                let together = CoverageCurve::of_by(&pool, &graph, &picks, &Threads(n_threads)).expect("rows of the pool");
                prop_assert_eq!(&together, &curve, "{} threads", n_threads);
            }
            for (point, m) in curve.points.iter().zip(1..) {
                let picks = &picks[..m];
                let nearest = |text: usize| {
                    let cosine = |&pick: &u32| f64::from(pool.row(text).dot(&pool.row(pick as usize)));
                    picks.iter().map(cosine).fold(f64::NEG_INFINITY, f64::max)
                };
                let facility = (0..n).map(nearest).sum::<f64>() / n as f64;
                prop_assert!((point.facility_coverage - facility).abs() < 1e-5);
                let covered = |&v: &u32| picks.contains(&v) || graph.neighbors_of(v).iter().any(|u| picks.contains(u));
                prop_assert_eq!(point.covered_vertices, (0..n as u32).filter(covered).count() as u32);
            }
            prop_assert_eq!(curve.points[n - 1].covered_vertices, n as u32);
        }
    }
}
