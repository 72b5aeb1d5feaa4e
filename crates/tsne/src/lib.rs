//! Computes the layout of the map from the kNN lists with t-SNE.
//!
//! ```text
//!  Neighbors ──map::initial_layout──▶ Layout ──layout──▶ Layout
//! ```
//!
//! This crate must never depend on the page or on a browser. Only the worker uses this crate.
//! The code is separate from the crate `map`, because the compiler needs half a minute for the Fourier transforms of t-SNE.
//! The page needs only the crate `map`.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

use bhtsne::{Neighbor, tSNE};

use fastgas_graph::Neighbors;
use fastgas_map::{Layout, initial_layout};
use fastgas_progress::{Progress, Report, Stage};

const EPOCHS: u32 = 150;
/// Half the width of the initial layout.
/// With this width, distant texts repel each other from the beginning, and the layout unfolds from its initial projection.
const INITIAL_HALF_WIDTH: f64 = 10.0;
/// Barnes–Hut opening angle θ: a cell with a smaller ratio of size to distance acts as a single body. The usual value is 0.5.
/// With θ = 0.8, the forces are too inaccurate for the learning rate of this module, and neighbors are lost.
const THETA: f64 = 0.5;
/// Minimum number of instances for which the grid is faster than the tree.
const MIN_GRID_INSTANCES: usize = 20_000;
/// Ratio of the perplexity to k. The ratio must be below 1.
/// With a larger ratio, the nearest neighbor would attract no more than the k-th neighbor.
const PERPLEXITY_SHARE: f64 = 0.7;
/// Minimum number of other instances per unit of perplexity (van der Maaten 2014). The perplexity itself is at least 1.
const MIN_OTHERS_PER_PERPLEXITY: usize = 3;

/// Approximation method for the repulsive forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repulsion {
    /// Barnes–Hut tree (van der Maaten 2014): O(n log n) per epoch.
    Tree,
    /// Interpolation on a grid with one box per unit of length of the layout (FIt-SNE: Linderman et al. 2019).
    /// O(n) per epoch plus the cost of the grid, whose share of the total cost decreases as n grows.
    Grid,
}

/// Computes a layout with t-SNE on the n×k neighbor lists. The layout places each instance near its nearest neighbors.
///
/// Starts from [`initial_layout`].
/// An informed initialization preserves the global structure (Kobak & Linderman 2021).
/// Calls `watch` immediately with the initial layout and then after every fifth epoch.
/// `watch` receives a closure that computes the current layout on demand.
///
/// The initial layout is as wide as the reach of t-SNE's forces, and early exaggeration is off.
/// A tiny initial layout with exaggeration suits random initialization, but would visibly destroy an informed initial layout.
/// In a tiny layout, twelvefold attraction amplifies only the slowest modes of the graph.
/// The result is a dense cluster and a few distant texts. Later the twelvefold attraction contracts every cluster to a dot.
///
/// Without exaggeration, the learning rate n / exaggeration (Belkina et al. 2019) is n.
/// Therefore 150 epochs without exaggeration keep more neighbors than 500 epochs with exaggeration.
/// Without exaggeration, layouts have a drawback from about 10,000 texts on.
/// Pieces of a cluster that the initial projection separates merge less often than from a tiny initial layout.
///
/// The layout is for display only. Selection does not depend on the layout.
/// The same seed gives the same picture in every browser.
/// In native builds the t-SNE crate sums in parallel, and the last digits may vary.
/// `report` counts the 150 epochs. Each epoch takes O(n·(k + log n)) time.
/// From 20,000 instances on, an epoch takes O(n·k) plus the cost of the grid. O(n·k) space.
/// With two or three instances, the initial layout is returned.
pub fn layout(
    neighbors: &Neighbors,
    seed: u64,
    report: Report<'_>,
    watch: &mut dyn FnMut(&dyn Fn() -> Layout),
) -> Layout {
    let n = neighbors.ids.nrows();
    let lists = lists(neighbors);
    let progress = |done| Progress {
        stage: Stage::Map,
        done,
        total: EPOCHS,
    };
    report(progress(0));
    let first = initial_layout(neighbors, seed);
    watch(&|| first.clone());
    if n <= MIN_OTHERS_PER_PERPLEXITY {
        report(progress(EPOCHS));
        return first;
    }
    let repulsion = match n < MIN_GRID_INSTANCES {
        true => Repulsion::Tree,
        false => Repulsion::Grid,
    };
    let positions = run_tsne(&lists, &first, repulsion, &mut |done, places| {
        if done.is_multiple_of(5) {
            watch(&|| Layout {
                positions: fit_square(places),
            });
        }
        if done.is_multiple_of(10) {
            report(progress(done));
        }
    });
    Layout {
        positions: fit_square(&positions),
    }
}

/// Converts the kNN lists to the format of the t-SNE crate, with the distances of unit vectors.
fn lists(neighbors: &Neighbors) -> Vec<Vec<Neighbor<f64>>> {
    let distance = |&cosine: &f32| (2.0 - 2.0 * f64::from(cosine)).max(0.0).sqrt();
    let rows = neighbors.ids.rows().into_iter().zip(neighbors.similarities.rows());
    rows.map(|(ids, similarities)| {
        ids.iter()
            .zip(similarities)
            .map(|(&id, cosine)| Neighbor {
                index: id as usize,
                distance: distance(cosine),
            })
            .collect()
    })
    .collect()
}

/// Runs t-SNE from `first`. `each` is called after each epoch with the epoch's number and the (x, y) pairs.
fn run_tsne(
    lists: &[Vec<Neighbor<f64>>],
    first: &Layout,
    repulsion: Repulsion,
    each: &mut dyn FnMut(u32, &[f64]),
) -> Vec<f64> {
    let (n, k) = (lists.len(), lists[0].len());
    let places = first.positions.as_flattened().iter();
    let start: Vec<f64> = places.map(|&place| INITIAL_HALF_WIDTH * f64::from(place)).collect();
    let perplexity = (PERPLEXITY_SHARE * k as f64).min((n - 1) as f64 / MIN_OTHERS_PER_PERPLEXITY as f64);
    let instances = vec![(); n];
    let mut tsne: tSNE<f64, ()> = tSNE::new(&instances);
    tsne.perplexity(perplexity.max(1.0))
        .epochs(EPOCHS as usize)
        // The minimum learning rate of the t-SNE crate, 50, makes the layout of small pools diverge.
        .learning_rate(n as f64)
        .stop_lying_epoch(0)
        .momentum_switch_epoch(0)
        .initial_embedding(start)
        .epoch_callback(|epoch, places| each(epoch as u32 + 1, places));
    match repulsion {
        Repulsion::Tree => tsne.barnes_hut_with_neighbors(THETA, lists),
        Repulsion::Grid => tsne.fit_sne_with_neighbors(lists),
    };
    tsne.embedding()
}

/// Number of instances for which one outlier is allowed on each side of the layout.
const INSTANCES_PER_OUTLIER: usize = 1000;

/// Moves and scales (x, y) pairs into the square from −1 to 1, keeping their aspect ratio.
/// t-SNE occasionally produces outliers, for example for a hub.
/// Outliers are clamped to the border, because they would otherwise leave no room for the other instances. O(n).
fn fit_square(flat: &[f64]) -> Vec<[f32; 2]> {
    let (pairs, _) = flat.as_chunks::<2>();
    let bounds = |axis: usize| {
        let mut places: Vec<f64> = pairs.iter().map(|pair| pair[axis]).collect();
        let (n, thrown) = (places.len(), places.len() / INSTANCES_PER_OUTLIER);
        if n == 0 {
            return (0.0, 0.0);
        }
        let mut at = |place: usize| *places.select_nth_unstable_by(place, f64::total_cmp).1;
        let (least, most) = (at(0), at(n - 1));
        let (low, high) = (at(thrown), at(n - 1 - thrown));
        let margin = (high - low) / 4.0;
        (least.max(low - margin), most.min(high + margin))
    };
    let sides = [bounds(0), bounds(1)];
    let half = sides.map(|(low, high)| (high - low) / 2.0);
    let half = half[0].max(half[1]).max(f64::MIN_POSITIVE);
    let place = |pair: &[f64; 2], axis: usize| {
        let (low, high) = sides[axis];
        ((pair[axis].clamp(low, high) - (low + high) / 2.0) / half) as f32
    };
    pairs.iter().map(|pair| [0, 1].map(|axis| place(pair, axis))).collect()
}

#[cfg(test)]
mod tests {
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

    /// In the test texts, half of the words belong to one of twenty overlapping topics.
    /// The other half of the words belongs to the common language, in which a few words are most frequent.
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
        // Median distance of the texts from the center, and number of grid cells that contain a text.
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

    /// The grid has one box per unit of the layout, so the cost of the grid is bounded if the layout's extent is bounded.
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
}
