//! The cells of the inverted file. k-means finds the centers of the cells in a sample of the rows.
//! Each instance has one home cell, and several additional cells that are nearby.

use super::lists::Scored;
use super::products::{Needed, Packed, Quantized};
use fastgas_linalg::int16_products::SCALE;
use fastgas_progress::{Task, Workers};

/// Number of k-means rounds.
/// At equal run time, searching more cells per instance improves recall more than additional rounds do.
const ROUNDS: usize = 3;

/// Computes `count` centers for the rows. Centers that are near each other are consecutive.
///
/// The method is spherical k-means, initialized with the first `count` rows.
/// All sums are integer sums, so neither the order of addition nor the number of workers changes the centers.
/// A center without assigned rows does not move.
/// Centering the rows would barely change the cells, because centering does not change distances. O(rows·count·d) time.
pub fn centers(rows: &Quantized, count: usize, workers: &dyn Workers) -> Quantized {
    let depth = rows.depth;
    let mut centers = Quantized {
        depth,
        numbers: rows.numbers[..count * depth].to_vec(),
    };
    for _ in 0..ROUNDS {
        let mut sums = vec![0i64; count * depth];
        for (row, center) in (0..).zip(nearest_of_all(rows, &centers, workers)) {
            let sum = &mut sums[center as usize * depth..][..depth];
            sum.iter_mut()
                .zip(rows.row(row))
                .for_each(|(sum, &x)| *sum += i64::from(x));
        }
        for (sum, center) in sums.chunks_exact(depth).zip(centers.numbers.chunks_exact_mut(depth)) {
            let square: f64 = sum.iter().map(|&x| x as f64 * x as f64).sum();
            if square > 0.0 {
                let scale = SCALE / square.sqrt();
                // The coordinates are truncated instead of rounded, so that the length of a center is at most `SCALE`.
                let scaled = sum.iter().map(|&x| (x as f64 * scale) as i16);
                center.iter_mut().zip(scaled).for_each(|(x, scaled)| *x = scaled);
            }
        }
    }
    greedy_chain(&centers)
}

fn nearest_of_all(rows: &Quantized, centers: &Quantized, workers: &dyn Workers) -> Vec<u32> {
    let all: Vec<u32> = (0..rows.len() as u32).collect();
    let mut found = vec![0; all.len()];
    let of_task = all.len().div_ceil(workers.count()).max(1);
    let tasks = all.chunks(of_task).zip(found.chunks_mut(of_task));
    let tasks = tasks.map(|(which, found)| -> Task<'_> {
        Box::new(move || found.copy_from_slice(&nearest(rows, which, centers, 1)))
    });
    workers.run(tasks.collect());
    found
}

/// Reorders the centers greedily: each center is followed by the nearest of the remaining centers.
fn greedy_chain(centers: &Quantized) -> Quantized {
    let mut left: Vec<u32> = (0..centers.len() as u32).collect();
    let mut numbers = Vec::with_capacity(centers.numbers.len());
    let mut last = left.first().copied();
    while let Some(center) = last {
        numbers.extend_from_slice(centers.row(center));
        left.retain(|&other| other != center);
        let mut nearest = None;
        centers.multiply_one(center, &left, |other, score| {
            if nearest.is_none_or(|(best, _)| score > best) {
                nearest = Some((score, other));
            }
        });
        last = nearest.map(|(_, center)| center);
    }
    Quantized {
        depth: centers.depth,
        numbers,
    }
}

/// The nearest centers of each row in `which`, nearest first. Ties: the lowest center index.
///
/// `each` is the number of centers per row and at most the number of all centers. O(rows·centers·d) time.
pub fn nearest(rows: &Quantized, which: &[u32], centers: &Quantized, each: usize) -> Vec<u32> {
    let mut columns = Packed::default();
    let n_centers = centers.len();
    columns.pack(centers, &(0..n_centers as u32).collect::<Vec<_>>());
    let mut found = Scored::empty(which.len(), each);
    let mut needed = Needed {
        rows: vec![i32::MIN; which.len()],
        columns: Vec::new(),
    };
    rows.multiply(which, &columns, &mut needed, |needed, row, column, scores| {
        for (&score, center) in scores.iter().zip(column..n_centers) {
            found.offer(row as u32, score, center as u32);
        }
        needed.rows[row] = found.least(row as u32);
    });
    let centers = (0..which.len() as u32).flat_map(|row| found.of(row));
    centers.map(|&(_, center)| center).collect()
}
