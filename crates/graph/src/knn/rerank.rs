//! Selects the exact neighbor list from candidates with coarse scores, or reports that a neighbor may be missing.
//!
//! ```text
//!  a coarse pass (integers, or a GPU)                            float product of fastgas_linalg::matmul
//!  ids, scores, |score − product| ≤ error, all others ≤ beyond ─────────────────────────────────▶ exact top k, or false
//! ```
//!
//! A selected list equals the list that results from sorting all instances by their float products.
//! The list therefore does not depend on the source of the candidates.

use fastgas_embedding::Embeddings;

/// Number of candidates whose products are computed in parallel.
/// While one product waits for the result of an addition, the CPU continues with the other products.
const LANES: usize = 8;

/// The candidates for the nearest neighbors of one row, found by products with rounding errors (coarse scores).
#[derive(Clone, Copy, Debug)]
pub struct Candidates<'a> {
    /// Distinct candidate instances, in any order. The row itself is not a candidate.
    pub ids: &'a [u32],
    /// Coarse scores of the candidates, in the same order as `ids`.
    pub scores: &'a [f32],
    /// Upper bound of the difference between coarse score and float product.
    /// The bound holds for all instances, including instances that are not candidates.
    /// See [`rounding_error`](fastgas_linalg::rounding_error).
    pub error: f32,
    /// Upper bound for the coarse scores of all instances that are not in `ids`.
    /// If the candidates are the instances with the best coarse scores, the bound is the worst score of a candidate.
    /// If all instances except the row itself are candidates, the bound is −∞.
    pub beyond: f32,
}

/// Selects the k candidates nearest to the instance `row` by the float product of [`fastgas_linalg::matmul`].
/// The float product has a fixed order of operations. Ties: the lowest id.
///
/// `ids` and `similarities` have length k and receive the result, nearest first.
/// Returns true if the scores prove that no instance outside the candidates belongs in the list.
/// If the function returns false, `ids` and `similarities` are meaningless, and the row needs an exact search.
/// Float products are computed only for candidates whose score is within twice the error of the k-th best score.
/// O(c·d) time for c candidates.
///
/// # Panics
/// Panics if the lengths of the arrays differ, or if k is 0.
pub fn rerank(
    embeddings: &Embeddings,
    row: u32,
    candidates: Candidates<'_>,
    ids: &mut [u32],
    similarities: &mut [f32],
) -> bool {
    let k = ids.len();
    assert!(
        k > 0 && similarities.len() == k,
        "{k} ids, {} similarities",
        similarities.len()
    );
    assert_eq!(candidates.ids.len(), candidates.scores.len());
    debug_assert!(!candidates.ids.contains(&row));
    if candidates.ids.len() < k {
        return false;
    }
    let error = f64::from(candidates.error);
    let mut scores = candidates.scores.to_vec();
    let kth = *scores.select_nth_unstable_by(k - 1, |a, b| b.total_cmp(a)).1;
    // Lower bound of the k best float products. Candidates that cannot reach this bound are dropped.
    let surely = f64::from(kth) - error;
    let pairs = candidates.ids.iter().zip(candidates.scores);
    let near: Vec<u32> = pairs
        .filter(|&(_, &score)| f64::from(score) + error >= surely)
        .map(|(&id, _)| id)
        .collect();
    let nearest = exact(embeddings, row, &near);
    for (place, (similarity, id)) in nearest.into_iter().take(k).enumerate() {
        (ids[place], similarities[place]) = (id, similarity);
    }
    // The comparison is `<`, because an instance that ties with the last neighbor might have a lower id.
    f64::from(candidates.beyond) + error < f64::from(similarities[k - 1])
}

/// The float products of `row` with each row in `others`, paired with the ids, nearest first. Ties: the lowest id.
pub(super) fn exact(embeddings: &Embeddings, row: u32, others: &[u32]) -> Vec<(f32, u32)> {
    let mut nearest = products(embeddings, row, others);
    nearest.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    nearest
}

fn products(embeddings: &Embeddings, row: u32, others: &[u32]) -> Vec<(f32, u32)> {
    let d = embeddings.dimensions();
    let rows = embeddings.as_slice();
    let at = |id: u32| &rows[id as usize * d..][..d];
    let row = at(row);
    let mut products = Vec::with_capacity(others.len());
    for ids in others.chunks(LANES) {
        // The unused lanes of an incomplete last group contain copies of its first row.
        let group: [&[f32]; LANES] = std::array::from_fn(|lane| at(ids[if lane < ids.len() { lane } else { 0 }]));
        let mut sums = [0.0f32; LANES];
        for (depth, &x) in row.iter().enumerate() {
            for (sum, other) in sums.iter_mut().zip(&group) {
                *sum += x * other[depth];
            }
        }
        products.extend(sums.into_iter().zip(ids.iter().copied()));
    }
    products
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_linalg::rounding_error;
    use ndarray::Array2;
    use proptest::prelude::*;

    fn embeddings(n: usize, d: usize, seed: u32) -> Embeddings {
        let mut state = seed;
        // The rows have few distinct coordinates, so that duplicates and ties are common.
        let rows = Array2::from_shape_simple_fn((n, d), || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 29) as f32 - 3.5
        });
        Embeddings::normalized(rows).expect("no row is zero")
    }

    /// All instances except `row`, sorted by float product, highest first. Ties: the lowest id.
    fn sorted(embeddings: &Embeddings, row: u32) -> Vec<(f32, u32)> {
        let product = |other: u32| {
            let pairs = embeddings
                .row(row as usize)
                .into_iter()
                .zip(embeddings.row(other as usize));
            pairs.fold(0.0f32, |sum, (a, b)| sum + a * b)
        };
        let others = (0..embeddings.len() as u32).filter(|&other| other != row);
        let mut all: Vec<(f32, u32)> = others.map(|other| (product(other), other)).collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        all
    }

    proptest! {
        /// The coarse scores are the float products with random errors of at most `error`.
        /// A list that `rerank` accepts must be exact.
        /// `rerank` must accept the list if all other instances are candidates.
        #[test]
        fn proven_lists_are_exact(n in 3usize..60, d in 1usize..5, k in 1usize..9, spare in 0usize..20, error in 0f32..0.2, seed: u32) {
            let k = k.min(n - 1);
            let embeddings = embeddings(n, d, seed);
            let exact = sorted(&embeddings, 0);
            let mut state = seed;
            let mut coarse: Vec<(f32, u32)> = exact.iter().map(|&(product, id)| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (product + error * 0.99 * ((state >> 16) as f32 / 32_768.0 - 1.0), id)
            }).collect();
            coarse.sort_by(|a, b| b.0.total_cmp(&a.0));
            let kept = (k + spare).min(coarse.len());
            let beyond = coarse.get(kept).map_or(f32::NEG_INFINITY, |_| coarse[kept - 1].0);
            let (scores, near): (Vec<f32>, Vec<u32>) = coarse[..kept].iter().copied().unzip();
            let (mut ids, mut similarities) = (vec![0; k], vec![0.0; k]);
            let candidates = Candidates { ids: &near, scores: &scores, error: error + 1e-6, beyond };
            let proven = rerank(&embeddings, 0, candidates, &mut ids, &mut similarities);
            if proven {
                let found: Vec<(f32, u32)> = similarities.into_iter().zip(ids).collect();
                prop_assert_eq!(&found, &exact[..k]);
            }
            prop_assert!(proven || beyond > f32::NEG_INFINITY, "with all other instances as candidates, every list is proven");
        }
    }

    #[test]
    fn possible_tie_outside_candidates_prevents_proof() {
        let rows = Array2::from_shape_vec((4, 1), vec![1.0; 4]).expect("4×1");
        let embeddings = Embeddings::normalized(rows).expect("no row is zero");
        let (mut ids, mut similarities) = ([0; 2], [0.0; 2]);
        let mut candidates = Candidates {
            ids: &[3, 2],
            scores: &[1.0, 1.0],
            error: 0.0,
            beyond: 1.0,
        };
        assert!(!rerank(&embeddings, 0, candidates, &mut ids, &mut similarities));
        candidates.beyond = 0.999;
        assert!(rerank(&embeddings, 0, candidates, &mut ids, &mut similarities));
        assert_eq!((ids, similarities), ([2, 3], [1.0, 1.0]));
        candidates.ids = &[3];
        candidates.scores = &[1.0];
        assert!(
            !rerank(&embeddings, 0, candidates, &mut ids, &mut similarities),
            "there are too few candidates"
        );
    }

    #[test]
    fn rounding_is_within_its_bound() {
        for d in [1, 2, 7, 384, 5_000] {
            let embeddings = embeddings(30, d, d as u32);
            for (product, id) in products(&embeddings, 0, &(1..30).collect::<Vec<_>>()) {
                let pairs = embeddings.row(0).into_iter().zip(embeddings.row(id as usize));
                let real: f64 = pairs.map(|(&a, &b)| f64::from(a) * f64::from(b)).sum();
                assert!((f64::from(product) - real).abs() <= f64::from(rounding_error(d)), "{d}");
            }
        }
    }
}
