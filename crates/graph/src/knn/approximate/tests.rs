//! Tests of the approximate search: properties of the lists for any embeddings and chunks, and the recall of the lists.

use ndarray::Array2;
use proptest::prelude::*;

use super::*;
use crate::{fill_exact, nearest_neighbors};
use fastgas_progress::{Task, Workers};

fn numbers(seed: u32) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 8
    }
}

/// Random rows. Each row is a variation of an earlier row, so that clusters are nested and hubs exist.
/// Only some columns of a row vary, because texts about one subject differ in few respects.
/// Every twentieth row is an exact copy of an earlier row.
fn clustered(n: usize, d: usize, seed: u32) -> Embeddings {
    let mut next = numbers(seed);
    let mut rows = Array2::<f32>::zeros((n, d));
    for row in 0..n {
        let mut number = || next() as f32 / 8_388_608.0 - 1.0;
        if row < 40 {
            rows.row_mut(row).mapv_inplace(|_| number());
            continue;
        }
        let earlier = rows.row((row * 7_919 + 13) % row).to_owned();
        rows.row_mut(row).assign(&earlier);
        if row % 20 != 0 {
            for column in (row % 5..d).step_by(5) {
                rows[[row, column]] += 0.4 * number();
            }
        }
    }
    Embeddings::normalized(rows).expect("no row is zero")
}

/// Runs the approximate search with chunks of `size` instances.
/// The chunks are processed in an order that depends on `seed`.
/// If `alone` is true, a chunk receives only the embeddings of its own instances.
fn in_chunks(embeddings: &Embeddings, start: Neighbors, size: usize, seed: u32, alone: bool) -> Option<Neighbors> {
    let mut search = Approximate::new(start, size);
    loop {
        let mut order: Vec<usize> = (0..search.n_chunks()).collect();
        order.sort_by_key(|&chunk| (chunk as u32).wrapping_mul(seed | 1).rotate_left(7));
        for chunk in order {
            let work = search.chunk(chunk);
            assert!(work.instances.is_sorted());
            let answer = if alone {
                let rows = work
                    .instances
                    .iter()
                    .flat_map(|&row| embeddings.row(row as usize).to_vec());
                let shape = (work.instances.len(), embeddings.dimensions());
                let rows = Array2::from_shape_vec(shape, rows.collect()).expect("rows");
                let rows = Embeddings::normalized(rows).expect("unit rows");
                answer_alone(work.step, work.n_neighbors, &work.words, &rows)
            } else {
                work.answer(embeddings)
            };
            if work.step != Step::Centers {
                assert!(!search.take(chunk, &answer[1..]), "a truncated answer is rejected");
            }
            assert!(search.take(chunk, &answer));
        }
        if !search.advance() {
            return search.found();
        }
    }
}

/// A worker pool of the given size that runs its tasks in reverse order on the current thread.
struct Reversed(usize);

impl Workers for Reversed {
    fn count(&self) -> usize {
        self.0
    }

    fn run(&self, tasks: Vec<Task<'_>>) {
        tasks.into_iter().rev().for_each(|task| task());
    }
}

#[test]
fn centers_are_the_same_for_any_number_of_workers() {
    let embeddings = clustered(900, 12, 5);
    let search = Approximate::new(Neighbors::empty(900, 3), 900);
    let chunk = search.chunk(0);
    assert_eq!(chunk.step, Step::Centers);
    let alone = chunk.answer(&embeddings);
    for count in [1, 2, 3, 7] {
        assert_eq!(chunk.answer_by(&embeddings, &Reversed(count)), alone, "{count}");
    }
}

/// Recall: share of the k nearest neighbors that the lists contain. Neighbors that tie with the k-th neighbor count as found.
fn recall(found: &Neighbors, exact: &Neighbors) -> f64 {
    let k = exact.ids.ncols();
    let rows = found.similarities.rows().into_iter().zip(exact.similarities.rows());
    let kept = rows.map(|(found, exact)| found.iter().filter(|&&cosine| cosine >= exact[k - 1]).count());
    kept.sum::<usize>() as f64 / exact.ids.len() as f64
}

#[test]
fn recall_is_at_least_98_percent() {
    let embeddings = clustered(6_000, 32, 1);
    let exact = nearest_neighbors(&embeddings, 10, &mut |_| ());
    let mut reports = Vec::new();
    let found = approximate(Neighbors::empty(6_000, 10), &embeddings, &mut |progress| {
        reports.push(progress.done)
    });
    let recall = recall(&found.expect("full lists"), &exact);
    assert!((0.98..1.0).contains(&recall), "{recall}");
    assert!(reports.is_sorted() && reports[0] == 0 && reports.last() == Some(&6_000));
}

#[test]
fn progress_of_large_pools_rises_from_share_to_share() {
    // With chunks of 4,096 instances, a refinement chunk refines 512 instances.
    // The products exceed 32 bits, the size of `usize` in WebAssembly.
    for n in [150_000u64, 1_800_000] {
        let n_chunks = n.div_ceil(512);
        let finished = |chunks| n_finished(n, [75, 25], [chunks, n_chunks]);
        assert_eq!([0, n_chunks].map(finished), [n * 3 / 4, n]);
        assert!((0..n_chunks).all(|chunks| finished(chunks) <= finished(chunks + 1)));
    }
}

#[test]
fn cells_are_bounded_and_every_instance_has_one() {
    // Three quarters of the rows are equal, so the cells near these rows are full.
    let mut rows = clustered(4_000, 8, 2).as_array().to_owned();
    let first = rows.row(0).to_owned();
    (0..3_000).for_each(|row| rows.row_mut(row).assign(&first));
    let embeddings = Embeddings::normalized(rows).expect("no row is zero");
    let exact = nearest_neighbors(&embeddings, 5, &mut |_| ());
    let found = approximate(Neighbors::empty(4_000, 5), &embeddings, &mut |_| ()).expect("full lists");
    assert!(recall(&found, &exact) > 0.98);
    let mut search = Approximate::new(Neighbors::empty(4_000, 5), 500);
    while search.step != Step::Probe {
        for chunk in 0..search.n_chunks() {
            let answer = search.chunk(chunk).answer(&embeddings);
            assert!(search.take(chunk, &answer));
        }
        assert!(search.advance());
    }
    assert!(
        search
            .cells
            .iter()
            .all(|cell| cell.home.len() <= MAX_CELL_OVERLOAD * 4_000usize.div_ceil(search.n_centers))
    );
    let at_home: usize = search.cells.iter().map(|cell| cell.home.len()).sum();
    assert_eq!(at_home, 4_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The rows have few distinct coordinates, so that duplicates and ties are common.
    #[test]
    fn lists_are_valid_and_independent_of_chunks(n in 2usize..300, d in 1usize..6, k in 1usize..12, size in 1usize..400, left_out in 0u32..4, seed: u32) {
        let k = k.min(n - 1);
        let mut next = numbers(seed);
        let rows = Array2::from_shape_simple_fn((n, d), || (next() % 4) as f32 - 1.5);
        let embeddings = Embeddings::normalized(rows).expect("no row is zero");
        let mut start = Neighbors::empty(n, k);
        let out: Vec<u32> = (0..n as u32).filter(|_| left_out > 0 && next() % 4 < left_out).collect();
        out.iter().for_each(|&instance| start.leave_out(instance));
        let found = in_chunks(&embeddings, start.clone(), size, seed, false);
        prop_assert_eq!(&found, &in_chunks(&embeddings, start.clone(), size, seed ^ 77, true), "a chunk needs only its own rows, in any order");
        prop_assert_eq!(&found, &in_chunks(&embeddings, start.clone(), 7 * size, seed, true), "the result does not depend on the size of the chunks");
        let Some(found) = found else {
            // The search returns `None` if some instance finds fewer than k neighbors, because many instances are excluded.
            return Ok(());
        };
        let exact = fill_exact(start, &embeddings, &mut |_| ());
        for instance in 0..n {
            let list: Vec<(f32, u32)> =
                found.similarities.row(instance).iter().copied().zip(found.ids.row(instance).iter().copied()).collect();
            if out.contains(&(instance as u32)) {
                prop_assert!(list.iter().all(|&entry| entry == (f32::INFINITY, NO_NEIGHBOR)));
                continue;
            }
            for (rank, &(cosine, other)) in list.iter().enumerate() {
                prop_assert!(other as usize != instance && !out.contains(&other));
                let pairs = embeddings.row(instance).into_iter().zip(embeddings.row(other as usize));
                prop_assert_eq!(cosine.to_bits(), pairs.fold(0.0f32, |sum, (a, b)| sum + a * b).to_bits());
                prop_assert!(cosine <= exact.similarities[[instance, rank]]);
                prop_assert!(rank == 0 || list[rank - 1].0 > cosine || list[rank - 1].0 == cosine && list[rank - 1].1 < other);
            }
        }
    }

    /// With few cells, every instance probes all cells.
    #[test]
    fn small_pools_have_full_recall(n in 2usize..100, k in 1usize..8, seed: u32) {
        let k = k.min(n - 1);
        let mut next = numbers(seed);
        let rows = Array2::from_shape_simple_fn((n, 9), || next() as f32 / 8_388_608.0 - 0.999);
        let embeddings = Embeddings::normalized(rows).expect("no row is zero");
        let exact = nearest_neighbors(&embeddings, k, &mut |_| ());
        let found = in_chunks(&embeddings, Neighbors::empty(n, k), 64, seed, true).expect("full lists");
        // Because integer products have rounding errors, an instance with a slightly lower similarity may replace a neighbor.
        let pairs = found.similarities.iter().zip(&exact.similarities);
        prop_assert!(pairs.into_iter().all(|(found, exact)| exact - found < 1e-4));
    }
}
