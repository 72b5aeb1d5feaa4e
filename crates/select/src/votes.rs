//! Votes: each instance for its nearest, worth less the more picks it has voted for (Su et al. 2022).

use std::cmp::Reverse;

use ndarray::ArrayView2;

/// What a vote is worth falls to a tenth with each pick that its voter has voted for: ρ = 10.
const RHO: u128 = 10;

/// A first vote, in units so small that all of 2³² votes add up exactly. After 25 picks a vote is worth nothing.
const FIRST_VOTE: u128 = RHO.pow(24);

/// Who votes for whom, and what that is worth.
///
/// ```text
/// score(u) = Σ ρ^(−t(v)) over the voters v of u that are not picked; t(v): how many picks v has voted for
/// ```
///
/// Whole numbers, so the scores do not depend on the order of sums. Keeping them true costs O(voters of the pick × k)
/// for each pick; O(n·k) space.
pub(super) struct Votes<'a> {
    /// n×k: whom each votes for.
    votes: ArrayView2<'a, u32>,
    /// The voters of `u` are `voters[first_voter[u]..first_voter[u + 1]]`.
    first_voter: Vec<u32>,
    voters: Vec<u32>,
    worth: Vec<u128>,
    scores: Vec<u128>,
    picked: Vec<bool>,
}

impl<'a> Votes<'a> {
    /// `votes`: n×k, for each instance k others. O(n·k).
    pub(super) fn new(votes: ArrayView2<'a, u32>) -> Votes<'a> {
        let n = votes.nrows();
        let mut first_voter = vec![0; n + 1];
        for &voted_for in votes {
            first_voter[voted_for as usize + 1] += 1;
        }
        for instance in 0..n {
            first_voter[instance + 1] += first_voter[instance];
        }
        let mut next = first_voter.clone();
        let mut voters = vec![0; votes.len()];
        for (row, voter) in votes.rows().into_iter().zip(0..) {
            for &voted_for in row {
                let slot = &mut next[voted_for as usize];
                voters[*slot as usize] = voter;
                *slot += 1;
            }
        }
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

    /// The one with the highest score among those of `candidates` that are not picked, if there is any. Ties: more
    /// voters, then the lowest id.
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

    /// Picks: who voted for `row` has less to give, and `row` itself votes no more.
    pub(super) fn pick(&mut self, row: u32) {
        self.picked[row as usize] = true;
        self.lower(row, 0);
        for place in self.first_voter[row as usize]..self.first_voter[row as usize + 1] {
            let voter = self.voters[place as usize];
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
