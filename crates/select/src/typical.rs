//! TypiClust (Hacohen et al. 2022): selects the instance with the densest neighborhood in each cluster.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::clusters::{TOTAL_STEPS, k_means};
use super::k_means::partition_of;
use super::{Input, MethodOutput, Selector};
use crate::SelectError;
use fastgas_embedding::Embeddings;
use fastgas_graph::nearest_neighbors;
use fastgas_progress::{Counter, Report, Stage};

/// Number of nearest neighbors within a cluster that define the typicality of a member.
const N_NEIGHBORS: usize = 20;

/// Makes M clusters by k-means.
/// Selects from each cluster the member with the lowest mean distance to its 20 nearest members.
/// In a cluster of at most 20 members, the mean includes all other members. Ties: the lowest id.
/// The largest cluster comes first. Each cluster becomes a part.
///
/// The authors make at most 500 clusters, and select from the largest clusters that contain no label.
/// In this program, no text has a label at the start, and each pick has its own cluster.
/// O(n·M·d) time per round of k-means, and O(m²·d) time per cluster of m instances.
pub(super) struct Typical;

impl Selector for Typical {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<MethodOutput, SelectError> {
        let n = input.embeddings.len();
        let mut counter = Counter::new(report, Stage::Select, TOTAL_STEPS + n as u32);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(input.seed);
        let clusters = k_means(input.embeddings, input.budget, &mut rng, input.workers, &mut |done| {
            counter.reach(done)
        });
        let mut done = TOTAL_STEPS;
        let mut rows = Vec::with_capacity(clusters.len());
        for cluster in &clusters {
            let members = input.embeddings.gather(&cluster.members);
            let index = most_typical(&members, &mut |rows| counter.reach(done + rows));
            rows.push(cluster.members[index]);
            done += cluster.members.len() as u32;
            counter.reach(done);
        }
        Ok(MethodOutput::in_parts(rows, partition_of(&clusters, n)))
    }
}

/// Index of the member with the lowest mean distance to its nearest members.
/// `report` receives the number of members whose neighbors have been computed.
fn most_typical(members: &Embeddings, report: &mut dyn FnMut(u32)) -> usize {
    let n_neighbors = N_NEIGHBORS.min(members.len() - 1);
    if n_neighbors == 0 {
        return 0;
    }
    let neighbors = nearest_neighbors(members, n_neighbors, &mut |progress| report(progress.done));
    let distance = |&cosine: &f32| (2.0 - 2.0 * f64::from(cosine)).max(0.0).sqrt();
    let sums = neighbors
        .similarities
        .rows()
        .into_iter()
        .map(|row| row.iter().map(distance).sum::<f64>());
    let least = sums.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
    least.expect("a cluster has members").0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{Example, cosine, few_directions, grouped};
    use proptest::prelude::*;

    #[test]
    fn typical_picks_one_text_per_group() {
        let (embeddings, group_of) = grouped(&[40, 25, 9], 3);
        let rows = Example::of(embeddings, 3).with(3, 2).rows(&Typical);
        let groups: Vec<u32> = rows.iter().map(|&row| group_of[row as usize]).collect();
        assert_eq!(groups, [0, 1, 2]);
    }

    proptest! {
        #[test]
        fn most_typical_equals_the_definition(members in few_directions(1..40)) {
            let n = members.len() as u32;
            let mean = |row: u32| {
                let others = (0..n).filter(|&other| other != row);
                let distance = |other| (2.0 - 2.0 * f64::from(cosine(&members, row, other))).max(0.0).sqrt();
                let mut distances: Vec<f64> = others.map(distance).collect();
                distances.sort_by(f64::total_cmp);
                distances.iter().take(20).sum::<f64>()
            };
            let expected = (0..n).min_by(|&a, &b| mean(a).total_cmp(&mean(b)));
            prop_assert_eq!(Some(most_typical(&members, &mut |_| ()) as u32), expected);
        }
    }
}
