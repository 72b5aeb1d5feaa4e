//! k-means (Lloyd 1982) with k-means++ seeding (Arthur & Vassilvitskii 2007), for the methods that select from clusters.
//!
//! This crate implements k-means itself, because the picks must not depend on the machine.
//! The `linfa-clustering` crate sums distances in an order that depends on ndarray and rayon.
//! The k-means code here computes products with [`fastgas_linalg::matmul`], and sums in `f64` in row order.

use std::cmp::Reverse;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::few_to_all::{Similarities, lowest_of_most};
use fastgas_embedding::Embeddings;
use fastgas_linalg::matmul::{Packed, multiply};
use fastgas_progress::{Task, Workers};

/// Number of k-means runs with different initial centers. The run with the tightest clusters is used.
const N_STARTS: u32 = 3;

/// Maximum number of rounds per run. Most runs end earlier, because no instance changes its cluster.
const ROUNDS: u32 = 100;

/// Total number of steps, which is the last number that `report` receives.
pub(super) const TOTAL_STEPS: u32 = N_STARTS * ROUNDS;

const BLOCK: usize = 256;

/// Number of instances per parallel task. Tests use a smaller number, so that a small pool needs several tasks.
const CHUNK: usize = if cfg!(test) { 8 } else { 16 * BLOCK };

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cluster {
    /// Instances of the cluster in ascending order. A cluster is never empty.
    pub(super) members: Vec<u32>,
    /// The cluster member nearest to the mean of all members. Ties: the lowest id.
    pub(super) medoid: u32,
}

/// Returns exactly `n_clusters` clusters (1 to n), largest cluster first. Ties: the cluster with the lowest member id.
///
/// Each round assigns every instance to its nearest center and moves each center to the mean of its members.
/// If several centers are equally close to an instance, the center with the lowest index is used.
/// An empty cluster gets the instance that is farthest from its nearest center.
/// `report` receives the number of completed steps, up to [`TOTAL_STEPS`]. O(n·K·d) time per round.
pub(super) fn k_means(
    embeddings: &Embeddings,
    n_clusters: u32,
    rng: &mut Xoshiro256PlusPlus,
    workers: &dyn Workers,
    report: &mut dyn FnMut(u32),
) -> Vec<Cluster> {
    let mut best: Option<(f64, Lloyd)> = None;
    for start in 0..N_STARTS {
        let mut lloyd = Lloyd::start(embeddings, n_clusters as usize, rng, workers);
        for round in 0..ROUNDS {
            let changed = lloyd.assign();
            lloyd.move_centers();
            report(start * ROUNDS + round);
            if !changed {
                break;
            }
        }
        let spread = lloyd.spread();
        if best.as_ref().is_none_or(|&(least, _)| spread < least) {
            best = Some((spread, lloyd));
        }
    }
    report(TOTAL_STEPS);
    best.expect("there is a start").1.clusters()
}

struct Lloyd<'a> {
    embeddings: &'a Embeddings,
    workers: &'a dyn Workers,
    n_clusters: usize,
    /// Centers of the clusters, K×d.
    centers: Vec<f32>,
    /// Index of each instance's cluster, of length n.
    cluster_of: Vec<u32>,
    /// Squared distance of each instance to the center of its cluster, of length n.
    distances: Vec<f64>,
}

impl<'a> Lloyd<'a> {
    /// k-means++ seeding: the first center is a uniformly random instance, and each later center is drawn at random.
    /// The probability of an instance is proportional to its squared distance to the nearest center drawn so far.
    fn start(
        embeddings: &'a Embeddings,
        n_clusters: usize,
        rng: &mut Xoshiro256PlusPlus,
        workers: &'a dyn Workers,
    ) -> Lloyd<'a> {
        let n = embeddings.len();
        let similarities = Similarities::new(embeddings, workers);
        let mut distances = vec![f64::INFINITY; n];
        let mut row = rng.random_range(0..n as u32);
        let mut rows = vec![row];
        while rows.len() < n_clusters {
            for (distance, cosine) in distances.iter_mut().zip(similarities.of(&[row])) {
                *distance = distance.min((2.0 - 2.0 * f64::from(cosine)).max(0.0));
            }
            row = draw(&distances, rng);
            rows.push(row);
        }
        Lloyd::at(embeddings, &rows, workers)
    }

    fn at(embeddings: &'a Embeddings, rows: &[u32], workers: &'a dyn Workers) -> Lloyd<'a> {
        Lloyd {
            embeddings,
            workers,
            n_clusters: rows.len(),
            centers: embeddings.gather(rows).as_slice().to_vec(),
            cluster_of: vec![u32::MAX; embeddings.len()],
            distances: vec![f64::INFINITY; embeddings.len()],
        }
    }

    /// Assigns every instance to its nearest center. Returns whether any assignment changed.
    fn assign(&mut self) -> bool {
        let (d, n_clusters) = (self.embeddings.dimensions(), self.n_clusters);
        let halves: Vec<f32> = self.centers.chunks_exact(d).map(half_square).collect();
        let centers = Packed::from_rows(&self.centers, n_clusters, d);
        let before = self.cluster_of.clone();
        let (centers, halves) = (&centers, &halves[..]);
        let pieces = self.embeddings.as_slice().chunks(CHUNK * d);
        let pieces = pieces.zip(self.cluster_of.chunks_mut(CHUNK));
        let tasks = pieces.zip(self.distances.chunks_mut(CHUNK));
        let tasks = tasks.map(|((rows, cluster_of), distances)| -> Task<'_> {
            Box::new(move || {
                let mut products = Vec::new();
                let blocks = rows.chunks(BLOCK * d).zip(cluster_of.chunks_mut(BLOCK));
                for ((block, cluster_of), distances) in blocks.zip(distances.chunks_mut(BLOCK)) {
                    products.resize(cluster_of.len() * n_clusters, 0.0);
                    multiply(block, cluster_of.len(), centers, &mut products);
                    let found = cluster_of.iter_mut().zip(distances);
                    for (products, (cluster_of, distance)) in products.chunks_exact(n_clusters).zip(found) {
                        // For an instance x of length 1 and a center c, |x − c|² = 1 − 2·(x·c − |c|²/2).
                        // The nearest center is therefore the center with the largest x·c − |c|²/2.
                        let near = products.iter().zip(halves).map(|(product, half)| product - half);
                        let cluster = lowest_of_most(near);
                        let most = products[cluster as usize] - halves[cluster as usize];
                        *cluster_of = cluster;
                        *distance = (1.0 - 2.0 * f64::from(most)).max(0.0);
                    }
                }
            })
        });
        self.workers.run(tasks.collect());
        self.fill_empty();
        self.cluster_of != before
    }

    fn fill_empty(&mut self) {
        let mut sizes = vec![0u32; self.n_clusters];
        self.cluster_of.iter().for_each(|&cluster| sizes[cluster as usize] += 1);
        for empty in 0..self.n_clusters {
            if sizes[empty] > 0 {
                continue;
            }
            let spare = (0..self.cluster_of.len()).filter(|&row| sizes[self.cluster_of[row] as usize] > 1);
            let farther = |&a: &usize, &b: &usize| self.distances[a].total_cmp(&self.distances[b]).then(b.cmp(&a));
            let row = spare.max_by(farther).expect("there are as many instances as clusters");
            sizes[self.cluster_of[row] as usize] -= 1;
            sizes[empty] += 1;
            self.cluster_of[row] = empty as u32;
            self.distances[row] = 0.0;
        }
    }

    fn move_centers(&mut self) {
        let d = self.embeddings.dimensions();
        let mut sums = vec![0.0; self.centers.len()];
        let mut sizes = vec![0u32; self.n_clusters];
        for (row, &cluster) in self.embeddings.as_slice().chunks_exact(d).zip(&self.cluster_of) {
            let cluster = cluster as usize;
            sizes[cluster] += 1;
            for (sum, &x) in sums[cluster * d..][..d].iter_mut().zip(row) {
                *sum += f64::from(x);
            }
        }
        let means = sums.chunks_exact(d).zip(&sizes);
        for (center, (sums, &size)) in self.centers.chunks_exact_mut(d).zip(means) {
            for (x, sum) in center.iter_mut().zip(sums) {
                *x = (sum / f64::from(size)) as f32;
            }
        }
    }

    /// Sum of the squared distances between all instances and their centers. Each round decreases the sum.
    fn spread(&self) -> f64 {
        self.distances.iter().sum()
    }

    fn clusters(self) -> Vec<Cluster> {
        let d = self.embeddings.dimensions();
        let mut members_of = vec![Vec::new(); self.n_clusters];
        for (&cluster, row) in self.cluster_of.iter().zip(0..) {
            members_of[cluster as usize].push(row);
        }
        let cluster = |(members, center): (Vec<u32>, &[f32])| {
            let medoid = nearest_to(self.embeddings, center, &members);
            Cluster { members, medoid }
        };
        let mut clusters: Vec<Cluster> = members_of
            .into_iter()
            .zip(self.centers.chunks_exact(d))
            .map(cluster)
            .collect();
        clusters.sort_unstable_by_key(|cluster| (Reverse(cluster.members.len()), cluster.members[0]));
        clusters
    }
}

/// The row in `rows` that is nearest to `center`. `rows` contains at least one row. Ties: the first row. O(rows·d) time.
fn nearest_to(embeddings: &Embeddings, center: &[f32], rows: &[u32]) -> u32 {
    let product = |&row: &u32| {
        let row = embeddings.row(row as usize);
        row.iter().zip(center).fold(0.0, |sum, (x, center)| sum + x * center)
    };
    rows[lowest_of_most(rows.iter().map(product)) as usize]
}

fn half_square(center: &[f32]) -> f32 {
    let square: f64 = center.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
    (square / 2.0) as f32
}

/// Draws a random index of `numbers`. The probability of an index is proportional to the number at the index.
/// The index is 0 if all numbers are 0.
fn draw(numbers: &[f64], rng: &mut Xoshiro256PlusPlus) -> u32 {
    let mut left = rng.random::<f64>() * numbers.iter().sum::<f64>();
    let mut last = 0;
    for (&number, place) in numbers.iter().zip(0..) {
        if number > 0.0 {
            last = place;
            left -= number;
            if left < 0.0 {
                break;
            }
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{few_directions, grouped};
    use fastgas_progress::OneWorker;
    use proptest::prelude::*;
    use rand::SeedableRng;

    fn rng(seed: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(seed)
    }

    #[test]
    fn separated_groups_are_recovered() {
        let (embeddings, group_of) = grouped(&[40, 30, 20, 10], 5);
        let clusters = k_means(&embeddings, 4, &mut rng(1), &OneWorker, &mut |_| ());
        for (cluster, group) in clusters.iter().zip(0..) {
            let members: Vec<u32> = (0..100).filter(|&row| group_of[row as usize] == group).collect();
            assert_eq!(cluster.members, members);
        }
    }

    #[test]
    fn draw_is_proportional_to_the_numbers() {
        let mut times = [0; 4];
        let mut rng = rng(0);
        (0..4_000).for_each(|_| times[draw(&[1.0, 0.0, 2.0, 1.0], &mut rng) as usize] += 1);
        assert_eq!(times[1], 0);
        assert!(
            (900..1_100).contains(&times[0]) && (1_880..2_120).contains(&times[2]),
            "{times:?}"
        );
        assert_eq!(draw(&[0.0, 0.0], &mut rng), 0);
    }

    fn square_distance(embeddings: &Embeddings, row: u32, center: &[f64]) -> f64 {
        let row = embeddings.row(row as usize);
        row.iter()
            .zip(center)
            .map(|(&x, center)| (f64::from(x) - center).powi(2))
            .sum()
    }

    fn mean_of(embeddings: &Embeddings, members: &[u32]) -> Vec<f64> {
        embeddings.gather(members).mean()
    }

    proptest! {
        #[test]
        fn clusters_partition_the_pool_and_members_are_nearest_to_their_own_mean(
            embeddings in few_directions(5..60), n_clusters in 1u32..12, seed: u64
        ) {
            let n = embeddings.len() as u32;
            let n_clusters = n_clusters.min(n);
            let clusters = k_means(&embeddings, n_clusters, &mut rng(seed), &OneWorker, &mut |_| ());
            let mut all: Vec<u32> = clusters.iter().flat_map(|cluster| cluster.members.iter().copied()).collect();
            all.sort_unstable();
            prop_assert_eq!(all, (0..n).collect::<Vec<_>>());
            prop_assert_eq!(clusters.len(), n_clusters as usize);
            prop_assert!(clusters.is_sorted_by_key(|cluster| (Reverse(cluster.members.len()), cluster.members[0])));
            let means: Vec<Vec<f64>> = clusters.iter().map(|cluster| mean_of(&embeddings, &cluster.members)).collect();
            for (cluster, mean) in clusters.iter().zip(&means) {
                let nearest = cluster.members.iter().map(|&row| square_distance(&embeddings, row, mean)).fold(f64::MAX, f64::min);
                prop_assert!(square_distance(&embeddings, cluster.medoid, mean) < nearest + 1e-5);
                for &row in &cluster.members {
                    let own = square_distance(&embeddings, row, mean);
                    prop_assert!(means.iter().all(|other| own < square_distance(&embeddings, row, other) + 1e-5));
                }
            }
        }
    }
}
