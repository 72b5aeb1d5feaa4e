use super::*;
use fastgas_embedding::Embeddings;
use fastgas_graph::nearest_neighbors;
use ndarray::{Array2, s};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;

fn neighbors(n: usize, k: usize, at: impl Fn(usize) -> [f32; 3]) -> Neighbors {
    let rows = Array2::from_shape_vec((n, 3), (0..n).flat_map(at).collect()).expect("n×3");
    nearest_neighbors(&Embeddings::normalized(rows).expect("no row is zero"), k, &mut |_| ())
}

/// Neighbor lists of `n` random bags of words. Each text belongs to one of twenty topics, which share some words.
/// Half of the words in a text are words of its topic. The other half are general words, some of them very frequent.
fn bags_of_words(n: usize) -> Neighbors {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut counts = Array2::zeros((n, 72));
    for mut bag in counts.rows_mut() {
        let topic = 2 * rng.random_range(0..20);
        for _ in 0..4 {
            bag[24 + topic + rng.random_range(0..8)] += 1.0;
            bag[rng.random_range(0..5_usize).pow(2) + rng.random_range(0..8)] += 1.0;
        }
    }
    let embeddings = Embeddings::normalized(counts).expect("no bag is empty");
    nearest_neighbors(&embeddings, 10, &mut |_| ())
}

#[test]
fn intermediate_layouts_never_collapse() {
    let mut shown = Vec::new();
    layout(&bags_of_words(400), 0, &mut |_| (), &mut |now| {
        shown.push(now().positions)
    });
    // Measures of collapse: the median distance of the texts from the center, and the number of occupied grid cells.
    let room = |places: &Vec<[f32; 2]>| {
        let median = |mut values: Vec<f32>| *values.select_nth_unstable_by(places.len() / 2, f32::total_cmp).1;
        let middle = [0, 1].map(|axis| median(places.iter().map(|place| place[axis]).collect()));
        let from_middle = |[x, y]: &[f32; 2]| (x - middle[0]).hypot(y - middle[1]);
        let cell = |place: &[f32; 2]| place.map(|place| (20.0 * place) as i32);
        let cells: BTreeSet<[i32; 2]> = places.iter().map(cell).collect();
        [median(places.iter().map(from_middle).collect()), cells.len() as f32]
    };
    let rooms: Vec<[f32; 2]> = shown.iter().map(room).collect();
    let (first, last) = (rooms[0], rooms[rooms.len() - 1]);
    for (place, now) in rooms.iter().enumerate() {
        for (now, both) in now.iter().zip(first.iter().zip(&last)) {
            let least = both.0.min(*both.1);
            assert!(
                *now > 0.7 * least,
                "distance {now} of at least {least}, index {place} of {}",
                rooms.len()
            );
        }
    }
}

/// The grid has one box per unit of length, so the cost of the grid is bounded if the extent of the layout is bounded.
#[test]
fn layout_extent_stays_bounded() {
    let n = 1_500;
    let curves = neighbors(n, 10, |i| {
        let angle = std::f64::consts::TAU * (i / 3) as f64 / (n / 3) as f64;
        let (sin, cos) = angle.sin_cos();
        [cos as f32, sin as f32, (i % 3) as f32 - 1.0]
    });
    let mut hub = bags_of_words(n);
    hub.ids.slice_mut(s![1.., 9]).fill(0);
    let same = neighbors(n, 10, |_| [1.0, 2.0, 3.0]);
    for (name, neighbors) in [("curves", curves), ("hub", hub), ("same", same)] {
        let first = initial_layout(&neighbors, 0);
        let mut extent = 0.0_f64;
        run_tsne(&lists(&neighbors), &first, Repulsion::Grid, &mut |_, places| {
            for axis in 0..2 {
                let along = || places.iter().skip(axis).step_by(2).copied();
                let (low, high) = (along().fold(f64::MAX, f64::min), along().fold(f64::MIN, f64::max));
                extent = extent.max(high - low);
            }
        });
        assert!(extent < 200.0, "{name}: {extent}");
    }
}

#[test]
fn tree_and_grid_keep_similar_numbers_of_neighbors() {
    let neighbors = bags_of_words(400);
    let first = initial_layout(&neighbors, 0);
    let kept = |repulsion| {
        let places = run_tsne(&lists(&neighbors), &first, repulsion, &mut |_, _| ());
        let (pairs, _) = places.as_chunks::<2>();
        let far = |a: usize, b: usize| (pairs[a][0] - pairs[b][0]).hypot(pairs[a][1] - pairs[b][1]);
        let nearest = |a: usize| {
            let mut others: Vec<usize> = (0..400).filter(|&b| b != a).collect();
            others.sort_by(|&b, &c| far(a, b).total_cmp(&far(a, c)));
            others.truncate(10);
            others
        };
        let kept = |a: usize| {
            let near = nearest(a);
            let ids = neighbors.ids.row(a);
            ids.iter().filter(|&&id| near.contains(&(id as usize))).count()
        };
        (0..400).map(kept).sum::<usize>() as f64 / 4000.0
    };
    let (tree, grid) = (kept(Repulsion::Tree), kept(Repulsion::Grid));
    assert!(
        (tree - grid).abs() < 0.05 && tree > 0.3,
        "preserved neighbors: {tree} with the tree, {grid} with the grid"
    );
}

#[test]
fn outlier_is_clamped_and_does_not_shrink_the_others() {
    let mut flat: Vec<f64> = (0..3_000)
        .flat_map(|i| [f64::from(i % 60), f64::from(i / 60)])
        .collect();
    let fitted = fit_square(&flat);
    assert_eq!((fitted[0], fitted[2_999][0]), ([-1.0, fitted[0][1]], 1.0));
    flat[1] = -50_000.0;
    let thrown = fit_square(&flat);
    let height = |places: &[[f32; 2]]| places[2_999][1] - places[60][1];
    assert!(
        height(&thrown) > 0.7 * height(&fitted),
        "height {} instead of {}",
        height(&thrown),
        height(&fitted)
    );
    assert!(thrown.iter().flatten().all(|place| place.abs() <= 1.0));
    assert!(
        thrown[0][1] < thrown[1][1] - 0.2,
        "the outlier is clamped to the border"
    );
}

#[test]
fn two_clusters_stay_apart() {
    let cluster = |i: usize| {
        if i.is_multiple_of(2) {
            [1.0, 0.0, 0.0]
        } else {
            [0.0, 1.0, 0.0]
        }
    };
    let neighbors = neighbors(60, 5, |i| {
        let [x, y, z] = cluster(i);
        [
            x + 0.01 * (i % 7) as f32,
            y + 0.01 * (i % 11) as f32,
            z + 0.01 * (i % 5) as f32,
        ]
    });
    let layout = layout(&neighbors, 0, &mut |_| (), &mut |_| ());
    let distance = |a: usize, b: usize| {
        let ([ax, ay], [bx, by]) = (layout.positions[a], layout.positions[b]);
        (ax - bx).hypot(ay - by)
    };
    let mean = |parity: usize| {
        let pairs = (0..60)
            .flat_map(|a| (0..a).map(move |b| (a, b)))
            .filter(|(a, b)| (a + b) % 2 == parity);
        let (sum, count) = pairs.fold((0.0, 0), |(sum, count), (a, b)| (sum + distance(a, b), count + 1));
        sum / count as f32
    };
    assert!(
        mean(0) < mean(1),
        "mean distance within the cluster {}, between clusters {}",
        mean(0),
        mean(1)
    );
    assert!(layout.positions.iter().flatten().all(|x| (-1.0..=1.0).contains(x)));
}

#[test]
fn small_pools_of_duplicates_have_finite_positions() {
    for (n, k) in [(2, 1), (3, 2), (4, 1), (4, 3), (11, 10), (30, 10)] {
        let layout = layout(&neighbors(n, k, |_| [1.0, 2.0, 3.0]), 7, &mut |_| (), &mut |_| ());
        assert_eq!(layout.positions.len(), n);
        assert!(layout.positions.iter().flatten().all(|x| x.is_finite()), "n = {n}");
    }
}

#[test]
fn layout_starts_from_the_initial_one_and_progress_completes() {
    let mut last = None;
    let mut shown = Vec::new();
    let neighbors = neighbors(20, 3, |i| [1.0, i as f32, 0.0]);
    let settled = layout(&neighbors, 0, &mut |progress| last = Some(progress), &mut |now| {
        shown.push(now())
    });
    assert_eq!(
        shown[0],
        initial_layout(&neighbors, 0),
        "the initial layout is reported immediately"
    );
    assert_eq!(shown.len() as u32, 1 + EPOCHS / 5);
    assert_eq!(shown.last(), Some(&settled), "the final layout is reported last");
    assert_ne!(shown[0], settled);
    assert_eq!(
        last,
        Some(Progress {
            stage: Stage::Map,
            done: EPOCHS,
            total: EPOCHS
        })
    );
}
