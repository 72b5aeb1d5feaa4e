//! Vote-k (Su et al. 2022): votes, among instances of which a language model is equally sure.

use super::fast_vote_k::{FastVoteK, fill};
use super::{Choice, Input, Selector};
use crate::ConfigError;
use crate::SelectError;
use crate::ValidConfig;
use fastgas_progress::{Counter, Report, Stage};

/// So many are picked by [`FastVoteK`]; with these as examples the language model is asked about all others.
pub const N_FIRST: u32 = 10;

/// Two steps. The first 10 by fast vote-k need no confidences. For the R = M − 10 others the instances stand in the order
/// of rising confidence, ties by lowest id, cut into buckets of ⌊0.9·n/R⌋: the surest tenth is left out. From each
/// bucket comes the one with the highest score, see [`Votes`](super::votes::Votes).
///
/// Where this differs from its authors' program: the discounts follow the picks in the second step too, which a slip
/// between numbers and strings prevents there; a bucket without anyone left gives nobody; and where buckets end before
/// the picks do, as in a small pool, the rest are those with the highest scores of all, not random ones.
///
/// As fast as fast vote-k, and O(n log n) for the order.
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
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<Choice, SelectError> {
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
        Ok(Choice::of(rows))
    }
}

/// The instances, least sure first. −0 and 0 are the same.
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
    fn the_first_ten_need_nobody_s_confidence() {
        let ring = Example::ring(40);
        let fast = ring.with(10, 0).rows(&METHOD.fast);
        assert_eq!(ring.with(10, 0).rows(&METHOD), fast);
        let error = METHOD.choose(&ring.with(11, 0).input(), &mut |_| ()).err();
        assert_eq!(error, Some(ConfigError::NoConfidences { n_first: 10 }.into()));
    }

    #[test]
    fn then_one_of_each_bucket() {
        // Forty on a ring. The surest are those with low ids: buckets of 36 / 3 = 12 from the end, and 0 to 3 never.
        let mut ring = Example::ring(40);
        ring.confidences = Some((0..40).map(|row| -(row as f32)).collect());
        let rows = ring.with(13, 0).rows(&METHOD);
        assert_eq!(rows[..10], ring.with(10, 0).rows(&METHOD.fast));
        for (row, bucket) in rows[10..].iter().zip([28..40, 16..28, 4..16]) {
            assert!(bucket.contains(row), "{row} is not of {bucket:?}");
        }
    }

    #[test]
    fn discounts_follow_the_second_step() {
        // Every instance votes for the two after it on a ring of fourteen. After ten picks by fast vote-k, two buckets
        // of six: the second knows of the pick from the first.
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
    fn a_pool_smaller_than_its_buckets_is_picked_whole() {
        let mut ring = Example::ring(12);
        ring.confidences = Some(vec![0.0; 12]);
        let mut rows = ring.with(12, 0).rows(&METHOD);
        rows.sort_unstable();
        assert_eq!(rows, (0..12).collect::<Vec<_>>());
    }
}
