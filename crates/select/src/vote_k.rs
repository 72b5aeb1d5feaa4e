//! Vote-k (Su et al. 2022): votes within groups of instances that have similar language-model confidences.

use super::fast_vote_k::{FastVoteK, fill};
use super::{Input, MethodOutput, Selector};
use crate::ConfigError;
use crate::SelectError;
use crate::ValidConfig;
use fastgas_progress::{Counter, Report, Stage};

/// Number of picks that [`FastVoteK`] makes. With these picks as examples, the language model labels all other instances.
pub const N_FIRST: u32 = 10;

/// Selects in two steps. In the first step, fast vote-k makes 10 picks without confidences.
/// For the other R = M − 10 picks, the instances are sorted by ascending confidence, ties by lowest id.
/// The sorted instances are divided into R buckets of ⌊0.9·n/R⌋ instances. The most confident tenth is in no bucket.
/// From each bucket of instances, the instance with the highest score is picked; see [`Votes`](super::votes::Votes).
///
/// Difference from the authors' program: the picks of the second step also reduce the weight of votes.
/// In the authors' program, the second step never reduces the weight, because the program mixes up numbers and strings.
/// A bucket without selectable instances gives no pick, so the buckets of a small pool may give too few picks.
/// If the buckets give too few picks, the instances with the highest scores in the pool are added, not random instances.
///
/// The run time is the time of fast vote-k, plus O(n log n) for sorting.
pub(super) struct VoteK {
    fast: FastVoteK,
}

impl VoteK {
    pub(super) fn of(config: &ValidConfig) -> VoteK {
        VoteK {
            fast: FastVoteK::of(config),
        }
    }
}

impl Selector for VoteK {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<MethodOutput, SelectError> {
        let n_first = input.budget.min(N_FIRST);
        let rising = match input.confidences {
            Some(confidences) => by_confidence(confidences),
            None if input.budget == n_first => Vec::new(),
            None => return Err(SelectError::from(ConfigError::NoConfidences { n_first })),
        };
        let mut counter = Counter::new(report, Stage::Select, input.budget);
        let mut votes = self.fast.votes(input);
        let mut rows = Vec::with_capacity(input.budget as usize);
        let all = input.candidates();
        fill(&mut votes, &all, &mut rows, n_first, &mut counter);
        let n_buckets = (input.budget - n_first) as usize;
        if let Some(size) = (rising.len() * 9 / 10).checked_div(n_buckets) {
            for bucket in rising.chunks(size.max(1)).take(n_buckets) {
                if let Some(row) = votes.best(bucket.iter().copied()) {
                    votes.pick(row);
                    rows.push(row);
                    counter.add(1);
                }
            }
        }
        fill(&mut votes, &all, &mut rows, input.budget, &mut counter);
        Ok(MethodOutput::of(rows))
    }
}

/// All instances, sorted by ascending confidence. −0 equals 0.
fn by_confidence(confidences: &[f32]) -> Vec<u32> {
    let mut rising: Vec<u32> = (0..confidences.len() as u32).collect();
    rising.sort_by(|&a, &b| (confidences[a as usize] + 0.0).total_cmp(&(confidences[b as usize] + 0.0)));
    rising
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::Example;

    const METHOD: VoteK = VoteK {
        fast: FastVoteK { n_voted_for: 2 },
    };

    #[test]
    fn first_ten_picks_need_no_confidences() {
        let ring = Example::ring(40);
        let fast = ring.with(10, 0).rows(&METHOD.fast);
        assert_eq!(ring.with(10, 0).rows(&METHOD), fast);
        let error = METHOD.choose(&ring.with(11, 0).input(), &mut |_| ()).err();
        assert_eq!(error, Some(ConfigError::NoConfidences { n_first: 10 }.into()));
    }

    #[test]
    fn further_picks_come_one_from_each_bucket() {
        // In a ring of forty instances, the instances with low ids have the highest confidence.
        // The 36 instances with the lowest confidence form three buckets of 12 instances, from the highest id down to id 4.
        let mut ring = Example::ring(40);
        ring.confidences = Some((0..40).map(|row| -(row as f32)).collect());
        let rows = ring.with(13, 0).rows(&METHOD);
        assert_eq!(rows[..10], ring.with(10, 0).rows(&METHOD.fast));
        for (row, bucket) in rows[10..].iter().zip([28..40, 16..28, 4..16]) {
            assert!(bucket.contains(row), "{row} is not in {bucket:?}");
        }
    }

    #[test]
    fn votes_are_discounted_in_the_second_step() {
        // Each instance in the ring of fourteen votes for the next two instances.
        // After ten picks by fast vote-k, there are two buckets of six instances.
        // The pick from the first bucket reduces the weight of votes in the second bucket.
        let lists: Vec<[u32; 2]> = (0..14).map(|row| [(row + 1) % 14, (row + 2) % 14]).collect();
        let mut example = Example::listing(&lists);
        example.confidences = Some((0..14).map(|row| row as f32).collect());
        let rows = example.with(12, 0).rows(&METHOD);
        let mut votes = METHOD.fast.votes(&example.input());
        rows[..10].iter().for_each(|&row| votes.pick(row));
        for (&row, bucket) in rows[10..].iter().zip([0..6, 6..12]) {
            assert_eq!(votes.best(bucket), Some(row));
            votes.pick(row);
        }
    }

    #[test]
    fn budget_of_the_whole_pool_picks_every_instance() {
        let mut ring = Example::ring(12);
        ring.confidences = Some(vec![0.0; 12]);
        let mut rows = ring.with(12, 0).rows(&METHOD);
        rows.sort_unstable();
        assert_eq!(rows, (0..12).collect::<Vec<_>>());
    }
}
