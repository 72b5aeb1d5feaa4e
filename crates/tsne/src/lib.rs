//! Computes the layout of the map from the kNN lists with t-SNE.
//!
//! ```text
//!  Neighbors ──map::initial_layout──▶ Layout ──layout──▶ Layout
//! ```
//!
//! This crate must never depend on the page or on a browser. The `worker` crate computes the layout with this crate.
//! The code is not in the `map` crate, because t-SNE's Fourier transforms take half a minute to compile.
//! The page needs only the `map` crate, so a build of the page does not compile the Fourier transforms.
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
/// With a half width of 10, distant texts repel each other from the first epoch on.
/// The t-SNE layout therefore unfolds from the initial layout.
const INITIAL_HALF_WIDTH: f64 = 10.0;
/// Barnes–Hut opening angle θ. A cell of the tree acts as a single body if its size is less than θ times its distance.
/// The usual value of θ is 0.5.
/// With θ = 0.8, the forces would be too inaccurate for the learning rate of this module.
/// With such inaccurate forces, texts would not stay near their neighbors.
const THETA: f64 = 0.5;
/// Minimum number of instances at which the repulsive forces are computed on a grid.
/// For fewer instances, the Barnes–Hut tree is faster than the grid.
const MIN_GRID_INSTANCES: usize = 20_000;
/// Ratio of the perplexity to the number of neighbors k. The ratio must be below 1.
/// With a ratio of 1, the nearest neighbor would attract no more than the k-th neighbor.
const PERPLEXITY_SHARE: f64 = 0.7;
/// Minimum ratio of the number of other instances, n − 1, to the perplexity (van der Maaten 2014).
/// In small pools, the perplexity is therefore reduced to (n − 1)/3, but not below 1.
const MIN_OTHERS_PER_PERPLEXITY: usize = 3;

/// Method of approximating the repulsive forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repulsion {
    /// A Barnes–Hut tree (van der Maaten 2014). O(n log n) time per epoch.
    Tree,
    /// Interpolation on a grid with one box per unit of length of the layout (FIt-SNE: Linderman et al. 2019).
    /// O(n) time per epoch plus the cost of the grid, whose share of the total cost decreases as n grows.
    Grid,
}

/// Computes a layout with t-SNE from the n×k neighbor lists. The layout places each instance near its nearest neighbors.
///
/// The iteration starts from [`initial_layout`].
/// An informed initialization preserves the global structure (Kobak & Linderman 2021).
/// Calls `watch` immediately with the initial layout and then after every fifth epoch.
/// `watch` receives a closure that computes the current layout on demand.
///
/// The initial layout is as wide as the reach of t-SNE's forces, and early exaggeration is off.
/// A tiny initial layout and early exaggeration are suitable if the initial positions are random.
/// However, exaggeration would visibly destroy an initial layout that already has a global structure.
/// In a tiny layout, an exaggeration factor of 12 amplifies only the slowest modes of the graph.
/// With exaggeration, almost all texts would first form one dense cluster, and a few texts would be far away.
/// Later, each cluster of similar texts would contract to a dot.
///
/// Without exaggeration, the learning rate n / exaggeration (Belkina et al. 2019) is n.
/// 150 epochs without exaggeration therefore preserve more neighbors than 500 epochs with exaggeration.
/// From about 10,000 texts on, t-SNE without exaggeration has a drawback.
/// The initial layout separates some clusters into pieces.
/// The pieces of a cluster merge less often than with a tiny initial layout.
///
/// The layout is for display only. Selection does not depend on the layout.
/// The same seed gives the same picture in every browser.
/// In native builds the t-SNE crate sums in parallel, and the last digits may vary.
/// `report` receives the number of completed epochs, out of 150. Each epoch takes O(n·(k + log n)) time.
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

/// Converts the neighbor lists to the list type of the t-SNE crate.
/// The distance of two instances is the Euclidean distance of their unit vectors, √(2 − 2·cosine).
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

/// Runs t-SNE from the initial layout `first`, and returns the (x, y) pairs of the instances after the last epoch.
/// After each epoch, `each` receives the 1-based index of the epoch and the current (x, y) pairs.
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

/// On each side of the layout, at most one in this number of instances is treated as an outlier.
const INSTANCES_PER_OUTLIER: usize = 1000;

/// Moves and scales (x, y) pairs into the square from −1 to 1, keeping their aspect ratio. O(n).
/// t-SNE occasionally produces outliers, for example for an instance that is a neighbor of many others.
/// Outliers are moved to the border, because they would push all other instances close together.
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
mod tests;
