//! Subclustering (Chen et al. 2023): clusters within clusters.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::clusters::{TOTAL_STEPS, k_means};
use super::k_means::partition_of;
use super::{Input, MethodOutput, Selector, quotas, round_by_round};
use crate::SelectError;
use crate::ValidConfig;
use fastgas_progress::{Counter, Report, Stage};

/// Divides the pool into K groups by k-means, and each group into M/K clusters. Selects the medoid of each cluster.
/// Each group becomes a part. The numbers of clusters per group are integers; see [`quotas`].
/// The largest group comes first. Within a group, the largest cluster comes first.
///
/// The authors do not specify K. With K = M, the method would be plain k-means.
/// The automatic K is ⌊√M⌋, so that the number of groups is about the number of clusters per group.
/// O(n·(K + M/K)·d) time per round.
pub(super) struct Subclustering {
    n_groups: u32,
}

impl Subclustering {
    pub(super) fn of(config: &ValidConfig) -> Subclustering {
        Subclustering {
            n_groups: config.n_parts().unwrap_or(config.config().budget.isqrt()),
        }
    }
}

impl Selector for Subclustering {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<MethodOutput, SelectError> {
        let mut counter = Counter::new(report, Stage::Select, TOTAL_STEPS * (1 + self.n_groups));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(input.seed);
        let groups = k_means(input.embeddings, self.n_groups, &mut rng, input.workers, &mut |done| {
            counter.reach(done)
        });
        let sizes: Vec<u32> = groups.iter().map(|group| group.members.len() as u32).collect();
        let mut rows_of = Vec::with_capacity(groups.len());
        for ((group, quota), index) in groups.iter().zip(quotas(&sizes, input.budget)).zip(1..) {
            let members = input.embeddings.gather(&group.members);
            let clusters = k_means(&members, quota, &mut rng, input.workers, &mut |done| {
                counter.reach(TOTAL_STEPS * index + done)
            });
            let medoids = clusters.iter().map(|cluster| group.members[cluster.medoid as usize]);
            rows_of.push(medoids.collect());
        }
        let partition = partition_of(&groups, input.embeddings.len());
        Ok(MethodOutput::in_parts(round_by_round(&rows_of), partition))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{Example, grouped};

    #[test]
    fn every_group_gets_its_quota() {
        let (embeddings, group_of) = grouped(&[30, 20, 10], 3);
        let example = Example::of(embeddings, 3).with(7, 1);
        let rows = example.rows(&Subclustering { n_groups: 3 });
        let groups: Vec<u32> = rows.iter().map(|&row| group_of[row as usize]).collect();
        assert_eq!(groups, [0, 1, 2, 0, 1, 2, 0]);
    }

    #[test]
    fn single_group_equals_plain_k_means() {
        let (embeddings, group_of) = grouped(&[12, 11, 10], 3);
        let rows = Example::of(embeddings, 3)
            .with(3, 1)
            .rows(&Subclustering { n_groups: 1 });
        let mut groups: Vec<u32> = rows.iter().map(|&row| group_of[row as usize]).collect();
        groups.sort_unstable();
        assert_eq!(groups, [0, 1, 2]);
    }
}
