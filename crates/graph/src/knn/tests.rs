//! Compares every variant of the exact search with a sort of all similarities.

use proptest::prelude::*;

use super::*;

/// Finds the k nearest neighbors by their definition: sorts all similarities of every row.
fn nearest_plainly(embeddings: &Embeddings, k: usize) -> Vec<Vec<(u32, u32)>> {
    let n = embeddings.len();
    let list = |query: usize| {
        let cosine = |other: usize| {
            let pairs = embeddings.row(query).into_iter().zip(embeddings.row(other));
            pairs.fold(0.0f32, |sum, (a, b)| sum + a * b)
        };
        let others = (0..n).filter(|&other| other != query);
        let mut others: Vec<(f32, u32)> = others.map(|other| (cosine(other), other as u32)).collect();
        others.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        others
            .into_iter()
            .take(k)
            .map(|(cosine, id)| (id, cosine.to_bits()))
            .collect()
    };
    (0..n).map(list).collect()
}

/// Neighbor ids and the bits of the similarities, so that results can be compared exactly.
fn lists(neighbors: &Neighbors) -> Vec<Vec<(u32, u32)>> {
    let rows = neighbors.ids.rows().into_iter().zip(neighbors.similarities.rows());
    rows.map(|(ids, similarities)| {
        ids.iter()
            .copied()
            .zip(similarities.iter().map(|x| x.to_bits()))
            .collect()
    })
    .collect()
}

/// Like [`nearest_neighbors`], but processes the chunks for `workers` workers in an order that `seed` determines.
/// If `alone` is true, each chunk has access only to the embeddings of its instances.
fn in_chunks(embeddings: &Embeddings, k: usize, workers: usize, seed: u32, alone: bool) -> Neighbors {
    let n = embeddings.len();
    let mut neighbors = Neighbors::empty(n, k);
    let mut chunks = all_pairs(n as u32, workers);
    let pairs: u64 = chunks.iter().map(Pairs::n_pairs).sum();
    assert_eq!(pairs, (n * (n - 1) / 2) as u64, "each pair is visited once");
    chunks.sort_by_key(|chunk| (chunk.rows.start ^ chunk.columns.start.rotate_left(7)).wrapping_mul(seed | 1));
    for chunk in &chunks {
        let lower_bounds = neighbors.lower_bounds(chunk);
        let found = if alone {
            let rows: Vec<f32> = chunk
                .instances()
                .flat_map(|instance| embeddings.row(instance as usize).to_vec())
                .collect();
            let shape = (chunk.instances().count(), embeddings.dimensions());
            let rows = Embeddings::normalized(Array2::from_shape_vec(shape, rows).expect("rows")).expect("unit rows");
            chunk.search_alone(&rows, k, &lower_bounds, &mut |_| ())
        } else {
            chunk.search(embeddings, k, &lower_bounds, &mut |_| ())
        };
        neighbors.merge(chunk, &found);
    }
    neighbors
}

fn numbers(seed: u32) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 8
    }
}

fn check(embeddings: &Embeddings, k: usize, workers: usize, seed: u32) {
    let expected = nearest_plainly(embeddings, k);
    assert_eq!(lists(&nearest_neighbors(embeddings, k, &mut |_| ())), expected);
    for alone in [false, true] {
        assert_eq!(lists(&in_chunks(embeddings, k, workers, seed, alone)), expected);
    }
}

proptest! {
    /// The rows have few distinct coordinates, so that duplicates and ties are common.
    #[test]
    fn neighbors_equal_those_of_sorting_all_rows(
        n in 2usize..150, d in 1usize..6, k in 1usize..12, workers in 1usize..9, seed: u32
    ) {
        let mut next = numbers(seed);
        let rows = Array2::from_shape_simple_fn((n, d), || (next() % 4) as f32 - 1.5);
        check(&Embeddings::normalized(rows).expect("no row is zero"), k.min(n - 1), workers, seed);
    }

    /// The rows contain values of very different magnitudes, rows that differ only in the last bits, and duplicates.
    #[test]
    fn neighbors_of_extreme_values_and_near_duplicates_equal_those_of_sorting(
        n in 2usize..150, d in 1usize..20, spread in 0u32..60, n_copied_of_30 in 1u32..30, seed: u32
    ) {
        let mut next = numbers(seed);
        let mut rows = Array2::from_shape_simple_fn((n, d), || {
            (next() as f32 / 8_388_608.0 - 0.9999) * 0.5f32.powi((next() % (spread + 1)) as i32)
        });
        for row in 1..n {
            if next() % 30 < n_copied_of_30 {
                let copied = rows.row(next() as usize % row).to_owned();
                rows.row_mut(row).assign(&copied);
                let x = &mut rows[[row, next() as usize % d]];
                *x = f32::from_bits(x.to_bits() ^ (next() & 1));
            }
        }
        check(&Embeddings::normalized(rows).expect("no row is zero"), 5.min(n - 1), 3, seed);
    }
}

#[test]
fn neighbors_across_several_tiles_equal_those_of_sorting() {
    let (n, d, k) = (1_100, 5, 7);
    let rows = Array2::from_shape_fn((n, d), |(i, j)| ((i * 37 + j * 101) % 211) as f32 - 105.0);
    let embeddings = Embeddings::normalized(rows).expect("no row is zero");
    check(&embeddings, k, 2, 1);
    let mut reports = Vec::new();
    nearest_neighbors(&embeddings, k, &mut |progress| reports.push(progress.done));
    assert_eq!(reports, [0, 238, 953, 1_100]);
}

#[test]
fn neighbors_of_equal_rows_equal_those_of_sorting() {
    let rows = Array2::from_elem((300, 17), 0.3);
    check(&Embeddings::normalized(rows).expect("no row is zero"), 10, 4, 1);
}

#[test]
fn duplicate_is_a_neighbor_but_the_row_itself_is_not() {
    let rows = Array2::from_shape_vec((3, 2), vec![1.0, 0.0, 1.0, 0.0, 0.0, 1.0]).expect("3×2");
    let embeddings = Embeddings::normalized(rows).expect("no row is zero");
    let neighbors = nearest_neighbors(&embeddings, 2, &mut |_| ());
    let ids: Vec<Vec<u32>> = neighbors.ids.rows().into_iter().map(|row| row.to_vec()).collect();
    assert_eq!(ids, [[1, 2], [0, 2], [0, 1]]);
    assert_eq!(neighbors.similarities[[0, 0]], 1.0);
}

#[test]
fn blocks_do_not_exceed_the_maximum_size() {
    for (n, workers, blocks) in [(2, 1, 1), (2, 9, 2), (3_000, 2, 2), (8_193, 1, 2), (100_000, 4, 13)] {
        let chunks = all_pairs(n, workers);
        assert_eq!(
            chunks.len(),
            blocks * (blocks + 1) / 2,
            "{n} instances, {workers} workers"
        );
        assert!(
            chunks
                .iter()
                .all(|chunk| chunk.rows.len() <= 8_192 && !chunk.rows.is_empty())
        );
    }
}
