//! Computes the initial layout of the map in a short time. t-SNE refines the initial layout.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use fastgas_graph::Adjacency;
use fastgas_graph::Neighbors;

/// A two-dimensional layout of the pool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// Position (x, y) of each instance, within −1 to 1.
    pub positions: Vec<[f32; 2]>,
}

/// Number of power iterations. More iterations are not needed, because an initial layout needs no precision.
const N_ITERATIONS: u32 = 40;

/// Computes the initial layout from two eigenvectors of the kNN graph (spectral embedding, Belkin & Niyogi 2003).
/// Neighbors get similar coordinates, and instances that are far apart in the graph get different coordinates.
///
/// Power iteration finds the second and third eigenvector of the lazy random walk. The start values are random.
/// After the power iteration, each coordinate is replaced by its rank, so that the points fill the picture evenly.
/// The iteration stops before convergence, because an initial layout needs no precision.
/// Sums have a fixed order, and all functions have the same rounding on every machine.
/// The same seed therefore gives the same picture on every machine.
/// Coordinates are within −1 to 1. Equal values are ranked by id. O(n·k) time for each of 40 steps, O(n·k) space.
pub fn initial_layout(neighbors: &Neighbors, seed: u64) -> Layout {
    let adjacency = Adjacency::of(neighbors);
    let n = neighbors.ids.nrows();
    let degrees: Vec<f64> = (0..n as u32).map(|row| f64::from(adjacency.degree(row))).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut wave = || -> Vec<f64> { (0..n).map(|_| rng.random_range(-1.0..1.0)).collect() };
    let (mut x, mut y) = (wave(), wave());
    let constant = vec![1.0; n];
    for _ in 0..N_ITERATIONS {
        for wave in [&mut x, &mut y] {
            step(&adjacency, wave);
            deflate(wave, &constant, &degrees);
        }
        deflate(&mut y, &x, &degrees);
        scale(&mut x, &degrees);
        scale(&mut y, &degrees);
    }
    let (x, y) = (ranks(&x), ranks(&y));
    Layout {
        positions: x.into_iter().zip(y).map(|(x, y)| [x, y]).collect(),
    }
}

/// Moves every value halfway to the mean of its neighbors' values.
fn step(adjacency: &Adjacency, wave: &mut Vec<f64>) {
    let moved = (0..).zip(wave.iter()).map(|(row, &value)| {
        let around = adjacency.neighbors_of(row);
        let sum: f64 = around.iter().map(|&neighbor| wave[neighbor as usize]).sum();
        match around.len() {
            0 => value,
            count => (value + sum / count as f64) / 2.0,
        }
    });
    *wave = moved.collect();
}

/// Removes the component of `wave` in the direction of `other`. The inner product is weighted by degrees.
fn deflate(wave: &mut [f64], other: &[f64], degrees: &[f64]) {
    let product = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).zip(degrees).map(|((a, b), d)| a * b * d).sum() };
    let length = product(other, other);
    if length > 0.0 {
        let share = product(wave, other) / length;
        for (value, other) in wave.iter_mut().zip(other) {
            *value -= share * other;
        }
    }
}

/// Scales `wave` to length 1. The norm is weighted by degrees.
fn scale(wave: &mut [f64], degrees: &[f64]) {
    let length: f64 = wave.iter().zip(degrees).map(|(value, d)| value * value * d).sum();
    if length > 0.0 {
        let length = length.sqrt();
        wave.iter_mut().for_each(|value| *value /= length);
    }
}

/// The rank of each value in ascending order, scaled to the range from −1 to 1.
fn ranks(wave: &[f64]) -> Vec<f32> {
    let mut order: Vec<usize> = (0..wave.len()).collect();
    order.sort_by(|&a, &b| wave[a].total_cmp(&wave[b]));
    let mut ranks = vec![0.0; wave.len()];
    let last = wave.len().saturating_sub(1).max(1) as f64;
    for (rank, row) in order.into_iter().enumerate() {
        ranks[row] = (2.0 * rank as f64 / last - 1.0) as f32;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use super::*;

    /// The graph consists of two rings of 20 instances.
    /// The neighbors of an instance are the next two instances of its ring.
    fn rings() -> Neighbors {
        let next = |row: u32, step: u32| row / 20 * 20 + (row + step) % 20;
        Neighbors {
            ids: Array2::from_shape_fn((40, 2), |(row, place)| next(row as u32, place as u32 + 1)),
            similarities: Array2::from_elem((40, 2), 0.5),
        }
    }

    #[test]
    fn neighbors_are_placed_near_each_other() {
        let Layout { positions } = initial_layout(&rings(), 3);
        let distance = |a: usize, b: usize| {
            let ([ax, ay], [bx, by]) = (positions[a], positions[b]);
            f64::from((ax - bx).hypot(ay - by))
        };
        let mean = |pairs: Vec<(usize, usize)>| {
            let sum: f64 = pairs.iter().map(|&(a, b)| distance(a, b)).sum();
            sum / pairs.len() as f64
        };
        let near = mean((0..40).map(|row| (row, row / 20 * 20 + (row + 1) % 20)).collect());
        let far = mean((0..40).flat_map(|a| (0..a).map(move |b| (a, b))).collect());
        assert!(near < 0.4 * far, "mean distance of neighbors {near}, of others {far}");
    }

    #[test]
    fn same_seed_gives_same_layout() {
        let layout = initial_layout(&rings(), 7);
        assert_eq!(layout, initial_layout(&rings(), 7));
        assert_ne!(layout, initial_layout(&rings(), 8));
        let mut xs: Vec<f32> = layout.positions.iter().map(|place| place[0]).collect();
        xs.sort_by(f32::total_cmp);
        assert_eq!((xs[0], xs[39]), (-1.0, 1.0), "the layout spans the whole width");
    }

    #[test]
    fn two_instances_are_placed_at_the_corners() {
        let pair = Neighbors {
            ids: ndarray::arr2(&[[1], [0]]),
            similarities: ndarray::arr2(&[[1.0], [1.0]]),
        };
        let Layout { positions } = initial_layout(&pair, 0);
        assert!(
            positions.iter().flatten().all(|place| place.abs() == 1.0),
            "{positions:?}"
        );
    }
}
