//! Moves picks to the medoids of their clusters: a few rounds of k-means (Lloyd 1982) over the whole pool.
//!
//! The module computes with the 16-bit integers of [`Cosines`], because integer sums do not depend on the order.

use std::cmp::Reverse;
use std::ops::Range;

use super::PriorSelection;
use super::quantized_cosines::{Cosines, product};
use fastgas_linalg::int16_products::{self, Kernel, Work};
use fastgas_partition::Partition;
use fastgas_progress::Task;

/// Maximum number of k-means rounds.
pub(super) const ROUNDS: u32 = 3;

/// Moves each pick to a medoid: the instance of the pick's part that is closest to the mean of the pick's cluster.
/// The clusters come from a few k-means rounds over the pool, seeded with all picks.
/// Earlier picks and the centers of empty clusters do not move.
/// Ties: the lowest id. If two picks have the same medoid, only the first of the two picks moves.
/// `report` receives the number of completed rounds, up to [`ROUNDS`]. O(n·M·d) time.
pub(super) fn move_to_medoids(
    cosines: &Cosines<'_>,
    partition: &Partition,
    earlier: &PriorSelection,
    rows: &[u32],
    report: &mut dyn FnMut(u32),
) -> Vec<u32> {
    let n_held = earlier.picks.len() as u32;
    let mut refinement = CenterRefinement::at(cosines, &[&earlier.picks[..], rows].concat());
    for round in 1..=ROUNDS {
        let changed = refinement.assign();
        changed
            .iter()
            .filter(|&&center| center >= n_held)
            .for_each(|&center| refinement.move_to_mean(center));
        report(round);
        if changed.is_empty() {
            break;
        }
    }
    let members = partition.members();
    let mut open = earlier.open(cosines.len());
    let medoid = |(&row, center): (&u32, u32), open: &[bool]| {
        let part = &members[partition.part_of[row as usize] as usize];
        let candidates = part.iter().copied().filter(|&row| open[row as usize]);
        let product = |&row: &u32| (product(cosines.row(row), refinement.center(center)), Reverse(row));
        let medoid = candidates.max_by_key(product);
        medoid.expect("the pick or its replacement")
    };
    // The medoid of each pick is first computed as if there were no other picks.
    // A pick moves to its medoid unless an earlier pick has moved to the same medoid.
    let mut medoids = vec![0; rows.len()];
    let (medoid, at_first) = (&medoid, &open[..]);
    let tasks = rows.iter().zip(n_held..).zip(&mut medoids);
    let tasks = tasks.map(|(pick, found)| -> Task<'_> { Box::new(move || *found = medoid(pick, at_first)) });
    cosines.workers().run(tasks.collect());
    for (pick, found) in rows.iter().zip(n_held..).zip(&mut medoids) {
        if !open[*found as usize] {
            *found = medoid(pick, &open[..]);
        }
        open[*found as usize] = false;
    }
    medoids
}

struct CenterRefinement<'a> {
    cosines: &'a Cosines<'a>,
    /// Cluster centers, K×depth, as 16-bit integers.
    centers: Vec<i16>,
    /// The nearest center of each instance; `None` before the first round.
    center_of: Vec<Option<u32>>,
    /// Sum of the quantized embeddings of each cluster, K×depth.
    /// `sizes` contains the number of members in each cluster.
    sums: Vec<i64>,
    sizes: Vec<i64>,
}

impl<'a> CenterRefinement<'a> {
    fn at(cosines: &'a Cosines<'a>, rows: &[u32]) -> CenterRefinement<'a> {
        let centers: Vec<i16> = rows.iter().flat_map(|&row| cosines.row(row)).copied().collect();
        CenterRefinement {
            cosines,
            center_of: vec![None; cosines.len()],
            sums: vec![0; centers.len()],
            sizes: vec![0; rows.len()],
            centers,
        }
    }

    fn center(&self, center: u32) -> &[i16] {
        &self.centers[self.place(center)]
    }

    fn place(&self, center: u32) -> Range<usize> {
        let depth = self.cosines.depth();
        center as usize * depth..(center as usize + 1) * depth
    }

    /// Assigns every instance to its nearest center. Ties: the center with the lowest index.
    /// Returns the centers whose members changed, in ascending order.
    fn assign(&mut self) -> Vec<u32> {
        let cosines = self.cosines;
        // For each center, the instances that join or leave the center's cluster.
        let mut changes: Vec<Vec<Change>> = vec![Vec::new(); self.sizes.len()];
        for (row, new) in (0..).zip(cosines.nearest_of(&self.centers)) {
            let before = self.center_of[row as usize].replace(new);
            if before == Some(new) {
                continue;
            }
            for (center, joins) in [(before, false), (Some(new), true)] {
                let Some(center) = center else { continue };
                changes[center as usize].push(Change { row, joins });
                self.sizes[center as usize] += if joins { 1 } else { -1 };
            }
        }
        let sums = self.sums.chunks_exact_mut(cosines.depth()).zip(&changes);
        let changed = sums.filter(|(_, changes)| !changes.is_empty());
        let tasks = changed.map(|(sums, changes)| -> Task<'_> {
            Box::new(move || {
                int16_products::run(MemberChanges { cosines, sums, changes });
            })
        });
        cosines.workers().run(tasks.collect());
        let changed = (0..).zip(changes).filter(|(_, changes)| !changes.is_empty());
        changed.map(|(center, _)| center).collect()
    }

    /// Moves a center to the mean of its members, rounded down. A center without members does not move.
    fn move_to_mean(&mut self, center: u32) {
        let (place, size) = (self.place(center), self.sizes[center as usize]);
        if size > 0 {
            for (x, sum) in self.centers[place.clone()].iter_mut().zip(&self.sums[place]) {
                *x = sum.div_euclid(size) as i16;
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Change {
    row: u32,
    joins: bool,
}

struct MemberChanges<'a> {
    cosines: &'a Cosines<'a>,
    sums: &'a mut [i64],
    changes: &'a [Change],
}

impl Work for MemberChanges<'_> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const ROWS: usize>(self) {
        for change in self.changes {
            let both = self.sums.iter_mut().zip(self.cosines.row(change.row));
            match change.joins {
                true => both.for_each(|(sum, &x)| *sum += i64::from(x)),
                false => both.for_each(|(sum, &x)| *sum -= i64::from(x)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::few_directions;
    use crate::quantized_cosines::MAX_KEPT_COSINES;
    use fastgas_embedding::Embeddings;
    use fastgas_progress::OneWorker;
    use proptest::prelude::*;

    /// Expected picks calculated by hand: the mean of the first three points is at 45 degrees.
    #[test]
    fn picks_move_to_the_medoid_of_their_cluster_within_their_part() {
        let points = vec![[1.0f32, 0.0], [1.0, 1.0], [0.0, 1.0], [-1.0, -1.0]];
        let embeddings = Embeddings::normalized(points.into()).expect("no row is zero");
        let cosines = Cosines::new(&embeddings, &[], MAX_KEPT_COSINES, &OneWorker);
        let medoids = |part_of: [u32; 4], rows: &[u32]| {
            let partition = Partition {
                part_of: part_of.to_vec(),
                n_parts: 2,
            };
            move_to_medoids(&cosines, &partition, PriorSelection::NONE, rows, &mut |_| ())
        };
        assert_eq!(medoids([0, 0, 0, 1], &[0, 3]), [1, 3]);
        let why = "0 and 2 are as near, and 1 is of another part";
        assert_eq!(medoids([0, 1, 0, 1], &[0, 3]), [0, 3], "{why}");
    }

    /// Reference implementation: computes the final centers by recomputing all centers from scratch in each round.
    fn centers_by_definition(cosines: &Cosines<'_>, rows: &[u32], n_held: usize) -> Vec<Vec<i64>> {
        let all: Vec<Vec<i64>> = (0..cosines.len() as u32)
            .map(|row| cosines.row(row).iter().map(|&x| i64::from(x)).collect())
            .collect();
        let product = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<i64>();
        let mut centers: Vec<Vec<i64>> = rows.iter().map(|&row| all[row as usize].clone()).collect();
        for _ in 0..ROUNDS {
            let nearest = |x: &Vec<i64>| {
                let near = |c: &Vec<i64>| product(x, c) - product(c, c) / 2;
                // `max_by_key` returns the last maximum, so iterating in reverse yields the lowest id.
                (0..centers.len())
                    .rev()
                    .max_by_key(|&center| near(&centers[center]))
                    .expect("there is a center")
            };
            let center_of: Vec<usize> = all.iter().map(nearest).collect();
            for (center, place) in centers.iter_mut().zip(0..).skip(n_held) {
                let members = all.iter().zip(&center_of).filter(|&(_, of)| *of == place);
                let members: Vec<&Vec<i64>> = members.map(|(x, _)| x).collect();
                for (place, x) in center.iter_mut().enumerate().filter(|_| !members.is_empty()) {
                    *x = members
                        .iter()
                        .map(|x| x[place])
                        .sum::<i64>()
                        .div_euclid(members.len() as i64);
                }
            }
        }
        centers
    }

    proptest! {
        #[test]
        fn medoids_of_clusters_equal_the_definition(
            embeddings in few_directions(16..60), n_parts in 1u32..4, n_held in 0usize..4, n_skipped in 0usize..4,
            n_new in 1usize..8
        ) {
            let n = embeddings.len();
            prop_assume!(n % 7 != 0);
            let order: Vec<u32> = (0..n as u32).map(|place| (place * 7 + 3) % n as u32).collect();
            let (picks, rest) = order.split_at(n_held);
            let (skipped, rest) = rest.split_at(n_skipped);
            let rows = &rest[..n_new];
            let earlier = &PriorSelection { picks: picks.to_vec(), skipped: skipped.to_vec() };
            let partition = Partition { part_of: (0..n as u32).map(|row| row % n_parts).collect(), n_parts };
            let cosines = Cosines::new(&embeddings, &[], 0, &OneWorker);
            let medoids = move_to_medoids(&cosines, &partition, earlier, rows, &mut |_| ());

            let centers = centers_by_definition(&cosines, &[picks, rows].concat(), n_held);
            let mut taken: Vec<u32> = [picks, skipped].concat();
            for ((&row, center), &medoid) in rows.iter().zip(&centers[n_held..]).zip(&medoids) {
                let near = |&row: &u32| cosines.row(row).iter().zip(center).map(|(&x, c)| i64::from(x) * c).sum::<i64>();
                let open = (0..n as u32).filter(|other| other % n_parts == row % n_parts && !taken.contains(other));
                prop_assert_eq!(open.rev().max_by_key(near), Some(medoid));
                taken.push(medoid);
            }
        }
    }
}
