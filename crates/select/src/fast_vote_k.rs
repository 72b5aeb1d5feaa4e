//! Fast vote-k (Su et al. 2022, appendix H): vote-k without a language model.

use ndarray::s;

use super::votes::Votes;
use super::{Input, MethodOutput, Selector};
use crate::SelectError;
use crate::ValidConfig;
use fastgas_progress::{Counter, Report, Stage};

/// Repeatedly selects the instance with the highest score; see [`Votes`]. Ties: more voters, then the lowest id.
/// O(n·(k + M) + v·k·M) time if each pick has v voters.
pub(super) struct FastVoteK {
    pub(super) n_voted_for: u32,
}

impl FastVoteK {
    pub(super) fn of(config: &ValidConfig) -> FastVoteK {
        FastVoteK {
            n_voted_for: config.n_voted_for(),
        }
    }

    pub(super) fn votes<'a>(&self, input: &Input<'a>) -> Votes<'a> {
        Votes::new(input.neighbors.ids.slice(s![.., ..self.n_voted_for as usize]))
    }
}

pub(super) fn fill(
    votes: &mut Votes<'_>,
    candidates: &[u32],
    rows: &mut Vec<u32>,
    n_rows: u32,
    counter: &mut Counter<'_>,
) {
    while rows.len() < n_rows as usize {
        let row = votes
            .best(candidates.iter().copied())
            .expect("fewer picks than instances");
        votes.pick(row);
        rows.push(row);
        counter.reach(rows.len() as u32);
    }
}

impl Selector for FastVoteK {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<MethodOutput, SelectError> {
        let mut counter = Counter::new(report, Stage::Select, input.n_new());
        let mut votes = self.votes(input);
        input.earlier.picks.iter().for_each(|&row| votes.pick(row));
        let mut rows = Vec::with_capacity(input.n_new() as usize);
        fill(&mut votes, &input.candidates(), &mut rows, input.n_new(), &mut counter);
        Ok(MethodOutput::of(rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{Example, few_directions};
    use proptest::prelude::*;
    use std::cmp::Reverse;

    /// Test data of twelve instances. Each instance votes for two others.
    ///
    /// Instance 0 has the voters 1, 2, 3 and 6. Instance 6 has the voters 7, 8 and 9.
    /// Instances 1, 2, 3, 4, 7, 9 and 10 have two voters each; instances 5, 8 and 11 have one voter each.
    const TWELVE: [[u32; 2]; 12] = [
        [1, 2],
        [0, 2],
        [0, 1],
        [0, 4],
        [3, 5],
        [3, 4],
        [0, 7],
        [6, 8],
        [6, 7],
        [6, 10],
        [9, 11],
        [9, 10],
    ];

    #[test]
    fn picks_of_fast_vote_k_in_twelve_instances_equal_those_traced_by_hand() {
        // Pick 1 is instance 0, with four votes. After pick 1, the votes of its voters 1, 2, 3 and 6 are worth a tenth.
        // Pick 2 is instance 6, with the score 3: the votes of 7, 8 and 9. After pick 2, these votes are worth a tenth.
        // Instances 3 and 9 tie with the score 2 and two voters each. Pick 3 is instance 3, and pick 4 is instance 9.
        // After pick 4, the eight instances 1, 2, 4, 5, 7, 8, 10 and 11 have the score 0.1.
        // The instances 1, 2, 4, 7 and 10 with the score 0.1 have two voters each, so pick 5 is instance 1.
        // After pick 5, instance 2 has no votes left, so pick 6 is instance 4.
        let method = FastVoteK { n_voted_for: 2 };
        let rows = Example::listing(&TWELVE).with(6, 0).rows(&method);
        assert_eq!(rows, [0, 6, 3, 9, 1, 4]);
    }

    /// Picks by the definition: all scores are recomputed for each pick, as integers in units of 10⁻¹².
    fn naive(votes: &[Vec<u32>], budget: u32) -> Vec<u32> {
        let n = votes.len() as u32;
        let voters = |u: u32| (0..n).filter(move |&v| votes[v as usize].contains(&u));
        let (mut rows, mut t) = (Vec::new(), vec![0u32; n as usize]);
        while rows.len() < budget as usize {
            let worth = |v: u32| 10u64.pow(12) / 10u64.pow(t[v as usize]);
            let score = |u: u32| voters(u).filter(|v| !rows.contains(v)).map(worth).sum::<u64>();
            let open = (0..n).filter(|u| !rows.contains(u));
            let best = open.max_by_key(|&u| (score(u), voters(u).count(), Reverse(u))).unwrap();
            voters(best).for_each(|v| t[v as usize] += 1);
            rows.push(best);
        }
        rows
    }

    proptest! {
        #[test]
        fn picks_of_fast_vote_k_equal_the_definition(embeddings in few_directions(7..60), k in 1u32..6, budget in 1u32..60) {
            let budget = budget.min(embeddings.len() as u32);
            let example = Example::of(embeddings, 6);
            let votes: Vec<Vec<u32>> = example.neighbors.ids.rows().into_iter()
                .map(|row| row.iter().copied().take(k as usize).collect()).collect();
            let rows = example.with(budget, 0).rows(&FastVoteK { n_voted_for: k });
            prop_assert_eq!(rows, naive(&votes, budget));
        }
    }
}
