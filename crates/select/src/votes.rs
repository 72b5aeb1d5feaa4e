//! Votes: each instance votes for its nearest neighbors.
//! The votes of an instance lose value with each pick that the instance has voted for (Su et al. 2022).

use std::cmp::Reverse;

use fastgas_graph::group_by_key;
use ndarray::ArrayView2;

/// ρ = 10: with each pick that a voter has voted for, the voter's votes fall to a tenth of their value.
const RHO: u128 = 10;

/// Initial value of a vote. The sum of 2³² votes fits into 128 bits.
/// Each pick that the voter has voted for divides the value by ρ, rounded down. The value is 0 after 25 such picks.
const FIRST_VOTE: u128 = RHO.pow(24);

/// The votes of all instances, and the current value of each vote.
/// The score of an instance u is Σ ρ^(−t(v)) over its unpicked voters v. Voter v has voted for t(v) picks.
///
/// The scores are integers, so the scores do not depend on the order of summation.
/// Updating the scores takes O(voters of the pick × k) time per pick. O(n·k) space.
pub(super) struct Votes<'a> {
    /// The instances that each instance votes for, n×k.
    votes: ArrayView2<'a, u32>,
    /// The voters of `u` are `voters[first_voter[u]..first_voter[u + 1]]`.
    first_voter: Vec<u32>,
    voters: Vec<u32>,
    worth: Vec<u128>,
    scores: Vec<u128>,
    picked: Vec<bool>,
}

impl<'a> Votes<'a> {
    /// Creates the votes. `votes` is n×k: each instance votes for k other instances. O(n·k) time.
    pub(super) fn new(votes: ArrayView2<'a, u32>) -> Votes<'a> {
        let n = votes.nrows();
        let (first_voter, voters) = group_by_key(n, || {
            let rows = votes.rows().into_iter().zip(0..);
            rows.flat_map(|(row, voter)| row.into_iter().map(move |&voted_for| (voted_for, voter)))
        });
        let n_voters = first_voter.windows(2).map(|ends| u128::from(ends[1] - ends[0]));
        Votes {
            votes,
            scores: n_voters.map(|n_voters| n_voters * FIRST_VOTE).collect(),
            first_voter,
            voters,
            worth: vec![FIRST_VOTE; n],
            picked: vec![false; n],
        }
    }

    /// The unpicked candidate with the highest score.
    /// `None` if all candidates are picked. Ties: more voters, then the lowest id.
    pub(super) fn best(&self, candidates: impl Iterator<Item = u32>) -> Option<u32> {
        let open = candidates.filter(|&candidate| !self.picked[candidate as usize]);
        let rank = |&candidate: &u32| {
            (
                self.scores[candidate as usize],
                self.voters_of(candidate).len(),
                Reverse(candidate),
            )
        };
        open.max_by_key(rank)
    }

    /// Picks `row`. The votes of the voters of `row` lose value, and the votes by `row` get the value 0.
    pub(super) fn pick(&mut self, row: u32) {
        self.picked[row as usize] = true;
        self.lower(row, 0);
        for index in self.first_voter[row as usize]..self.first_voter[row as usize + 1] {
            let voter = self.voters[index as usize];
            self.lower(voter, self.worth[voter as usize] / RHO);
        }
    }

    fn lower(&mut self, voter: u32, worth: u128) {
        let lost = std::mem::replace(&mut self.worth[voter as usize], worth) - worth;
        for &voted_for in self.votes.row(voter as usize) {
            self.scores[voted_for as usize] -= lost;
        }
    }

    fn voters_of(&self, instance: u32) -> &[u32] {
        &self.voters[self.first_voter[instance as usize] as usize..self.first_voter[instance as usize + 1] as usize]
    }
}
