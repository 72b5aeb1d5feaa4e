//! The selection method k-means: selects the medoid of each cluster.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::clusters::{Cluster, TOTAL_STEPS, k_means};
use super::{Input, MethodOutput, Selector};
use crate::SelectError;
use fastgas_partition::Partition;
use fastgas_progress::{Counter, Report, Stage};

/// Selects the medoids of M clusters, largest cluster first.
/// Each cluster becomes a part. O(n·M·d) time per round, with at most 300 rounds per run.
pub(super) struct KMeans;

impl Selector for KMeans {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<MethodOutput, SelectError> {
        let mut counter = Counter::new(report, Stage::Select, TOTAL_STEPS);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(input.seed);
        let clusters = k_means(input.embeddings, input.budget, &mut rng, input.workers, &mut |done| {
            counter.reach(done)
        });
        let rows = clusters.iter().map(|cluster| cluster.medoid).collect();
        Ok(MethodOutput::in_parts(
            rows,
            partition_of(&clusters, input.embeddings.len()),
        ))
    }
}

/// The clusters of n instances as a partition into parts, in cluster order.
pub(super) fn partition_of(clusters: &[Cluster], n: usize) -> Partition {
    let mut part_of = vec![0; n];
    for (cluster, part) in clusters.iter().zip(0..) {
        cluster.members.iter().for_each(|&row| part_of[row as usize] = part);
    }
    Partition {
        part_of,
        n_parts: clusters.len() as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{Example, grouped};

    #[test]
    fn k_means_picks_one_text_per_group_with_largest_groups_first() {
        let (embeddings, group_of) = grouped(&[30, 20, 10], 3);
        let rows = Example::of(embeddings, 3).with(3, 7).rows(&KMeans);
        let groups: Vec<u32> = rows.iter().map(|&row| group_of[row as usize]).collect();
        assert_eq!(groups, [0, 1, 2]);
    }
}
