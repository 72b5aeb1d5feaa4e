//! Chooses the labeled texts that a prompt contains as demonstrations.

use ndarray::ArrayView1;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use fastgas_embedding::Embeddings;
use fastgas_linalg::matmul::{Packed, multiply};

/// Returns the `shots` rows of `labeled` with the highest cosine to `query`.
/// The most similar row is last. Rows where `is_left_out` is true are excluded.
///
/// `query` is a unit vector of length d. Ties: the row with the lower number is treated as more similar.
/// Returns fewer rows if `labeled` has fewer than `shots`. O(n·d + n log n) time. Paper, Section 3, "Prompt Retrieval".
/// The order of the rows follows Liu et al. 2022: the most similar demonstration is closest to the query.
///
/// # Panics
/// Panics if the length of the vector `query` is not d.
pub fn most_similar(
    query: ArrayView1<'_, f32>,
    labeled: &Embeddings,
    is_left_out: impl Fn(usize) -> bool,
    shots: usize,
) -> Vec<usize> {
    let cosines = cosines(query, labeled);
    let mut rows: Vec<usize> = (0..labeled.len()).filter(|&row| !is_left_out(row)).collect();
    rows.sort_by(|&a, &b| cosines[b].total_cmp(&cosines[a]));
    rows.truncate(shots);
    rows.reverse();
    rows
}

/// Returns `shots` rows of `labeled` that are similar to `query` and differ from each other.
/// The row most similar to `query` is last.
/// Rows where `is_left_out` is true are excluded.
///
/// The method is maximal marginal relevance (MMR) with equal weights.
/// The score of a row is its cosine to the query minus its highest cosine to a chosen row.
/// Each step adds the row with the highest score. The first chosen row is the row most similar to the query.
/// Ties: the row with the lowest number is chosen. Returns fewer rows if `labeled` has fewer than `shots`.
/// O(shots·n·d) time.
/// Source of MMR: Carbonell and Goldstein, “The use of MMR, diversity-based reranking …”, SIGIR 1998.
///
/// # Panics
/// Panics if the length of the vector `query` is not d.
pub fn most_diverse(
    query: ArrayView1<'_, f32>,
    labeled: &Embeddings,
    is_left_out: impl Fn(usize) -> bool,
    shots: usize,
) -> Vec<usize> {
    let relevance = cosines(query, labeled);
    let mut left: Vec<usize> = (0..labeled.len()).filter(|&row| !is_left_out(row)).collect();
    let mut nearest_chosen = vec![f32::NEG_INFINITY; labeled.len()];
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < shots && !left.is_empty() {
        let gain = |row: usize| match chosen.is_empty() {
            true => relevance[row],
            false => relevance[row] - nearest_chosen[row],
        };
        let mut best = 0;
        for place in 1..left.len() {
            if gain(left[place]) > gain(left[best]) {
                best = place;
            }
        }
        let row = left.remove(best);
        chosen.push(row);
        for (nearest, cosine) in nearest_chosen.iter_mut().zip(cosines(labeled.row(row), labeled)) {
            *nearest = nearest.max(cosine);
        }
    }
    chosen.sort_by(|&a, &b| relevance[a].total_cmp(&relevance[b]).then(b.cmp(&a)));
    chosen
}

fn cosines(query: ArrayView1<'_, f32>, labeled: &Embeddings) -> Vec<f32> {
    let (n, d) = (labeled.len(), labeled.dimensions());
    let mut cosines = vec![0.0; n];
    multiply(
        &query.to_vec(),
        1,
        &Packed::from_rows(labeled.as_slice(), n, d),
        &mut cosines,
    );
    cosines
}

/// Draws `shots` distinct rows at random from the rows 0 to n − 1 where `is_left_out` is false.
/// Each ordered sample is equally likely. If fewer rows are available, all of them are drawn, in random order.
/// O(n) time. Paper, Section 4.5.
pub fn at_random(
    n: usize,
    is_left_out: impl Fn(usize) -> bool,
    shots: usize,
    rng: &mut Xoshiro256PlusPlus,
) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..n).filter(|&row| !is_left_out(row)).collect();
    let shots = shots.min(rows.len());
    // The loop performs the first `shots` steps of a Fisher–Yates shuffle.
    // The bounds are 32-bit numbers, so that 32-bit WebAssembly and 64-bit programs draw the same rows.
    for place in 0..shots {
        let other = rng.random_range(place as u32..rows.len() as u32);
        rows.swap(place, other as usize);
    }
    rows.truncate(shots);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand::SeedableRng;
    use std::collections::BTreeMap;

    fn labeled() -> Embeddings {
        let rows: Vec<[f32; 2]> = vec![[0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [1.0, 0.0], [-1.0, 0.0]];
        Embeddings::normalized(rows.into()).expect("no row is zero")
    }

    #[test]
    fn most_similar_row_is_last() {
        let labeled = labeled();
        let similar = |shots| most_similar(labeled.row(1), &labeled, |_| false, shots);
        assert_eq!(
            similar(3),
            [2, 3, 1],
            "of equal rows, the lowest one is nearest to the query"
        );
        assert_eq!(similar(9), [4, 0, 2, 3, 1]);
        assert!(similar(0).is_empty());
        assert_eq!(most_similar(labeled.row(1), &labeled, |row| row == 1, 2), [2, 3]);
    }

    #[test]
    fn diverse_rows_are_near_the_query_and_far_from_each_other() {
        // Rows 0 and 1 are nearly equal. Row 2 is less similar to the query, and row 3 is opposite to the query.
        let rows: Vec<[f32; 2]> = vec![[1.0, 0.02], [1.0, 0.0], [0.7, 0.7], [-1.0, 0.0]];
        let labeled = Embeddings::normalized(rows.into()).expect("no row is zero");
        let query = [0.98, 0.2];
        let query = ArrayView1::from(&query);
        assert_eq!(most_similar(query, &labeled, |_| false, 2), [1, 0]);
        assert_eq!(most_diverse(query, &labeled, |_| false, 1), [0]);
        assert_eq!(most_diverse(query, &labeled, |_| false, 2), [2, 0]);
        assert_eq!(most_diverse(query, &labeled, |row| row == 0, 2), [2, 1]);
        assert_eq!(most_diverse(query, &labeled, |_| false, 9), [3, 2, 1, 0]);
        assert!(most_diverse(query, &labeled, |_| false, 0).is_empty());
    }

    #[test]
    fn every_ordered_sample_is_about_equally_likely() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut drawn: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
        for _ in 0..6000 {
            *drawn
                .entry(at_random(5, |row| row == 2 || row == 4, 2, &mut rng))
                .or_default() += 1;
        }
        let ordered: Vec<Vec<usize>> = drawn.keys().cloned().collect();
        assert_eq!(ordered, [[0, 1], [0, 3], [1, 0], [1, 3], [3, 0], [3, 1]]);
        // Each of the six samples is expected in 1,000 of the 6,000 draws.
        // A sample's number of draws is binomial with probability 1/6 and a standard deviation of about 29.
        // The tolerance of 145 is five standard deviations.
        assert!(drawn.values().all(|&count| count.abs_diff(1000) < 145), "{drawn:?}");
    }

    proptest! {
        #[test]
        fn random_rows_are_distinct_and_not_left_out(n in 0usize..20, shots in 0usize..25, left_out in 0usize..20, seed: u64) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut rows = at_random(n, |row| row == left_out, shots, &mut rng);
            let there_are = n - usize::from(left_out < n);
            prop_assert_eq!(rows.len(), shots.min(there_are));
            rows.sort_unstable();
            prop_assert!(rows.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(rows.iter().all(|&row| row < n && row != left_out));
        }
    }
}
