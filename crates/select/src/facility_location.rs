//! Facility location: selects picks so that every instance is similar to at least one pick.
//! Source: Cornuéjols et al. 1977; Lin & Bilmes 2011 use the method for selection.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::quantized_cosines::{Cosines, Increase, MAX_KEPT_COSINES, gain, mean};
use super::{Input, MethodOutput, Selector};
use crate::SelectError;
use fastgas_progress::{Counter, Report, Stage};

/// Initial number of candidates whose gains are recomputed together.
/// A matrix product with 16 rows takes little more time than a matrix product with one row.
/// If the recomputed gains do not determine the next pick, the number of recomputed candidates is doubled.
/// A simulation with 12,000 instances and 100 picks compared doubling with a constant number of recomputed candidates.
/// With doubling, 1 % more candidates were recomputed, but the instances were read only half as often.
const RECOMPUTED_AT_ONCE: usize = 16;

/// Maximum number of candidates whose gains are recomputed together.
const MAX_RECOMPUTED_AT_ONCE: usize = 96;

/// Repeatedly selects the instance that most increases the coverage. Ties: the lowest id.
/// The coverage is the mean over the pool of the best cosine to a pick. Negative cosines count as 0.
///
/// The coverage is monotone and submodular, so M picks reach at least 1 − 1/e of the maximum.
/// The gain at an earlier step is an upper bound on the current gain.
/// Only the gains of the candidates with the highest bounds are therefore recomputed (Minoux 1978).
///
/// O(n²·d) time for the first gains.
/// Recomputing a gain takes O(r·d) time if r ≤ n best cosines increased since the last computation of the gain.
/// If the pool is small enough to keep all cosines in memory, recomputing a gain takes O(n) time.
/// The quantized embeddings take additional memory: half the size of the embeddings.
pub(super) struct FacilityLocation;

impl Selector for FacilityLocation {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<MethodOutput, SelectError> {
        Ok(MethodOutput::of(choose(input, report, MAX_KEPT_COSINES)))
    }
}

/// Selects like [`FacilityLocation`], but keeps up to `most_kept` cosines in memory.
fn choose(input: &Input<'_>, report: Report<'_>, most_kept: usize) -> Vec<u32> {
    let candidates = input.candidates();
    let mut counter = Counter::new(report, Stage::Select, candidates.len() as u32 + input.n_new());
    let mut cosines = Cosines::new(input.embeddings, &input.earlier.picks, most_kept, input.workers);
    let mut greedy = Greedy::among(&mut cosines, &candidates, &mut |done| counter.reach(done));
    let mut next = || {
        let row = greedy.next(|_| true).expect("fewer picks than instances");
        counter.add(1);
        row
    };
    let rows = (0..input.n_new()).map(|_| next()).collect();
    counter.finish();
    rows
}

/// Lazy greedy algorithm that maximizes the sum of best cosines.
///
/// A pick changes the gain of a candidate only through the instances whose best cosine increased.
/// Later picks increase fewer best cosines, so updating a gain by the increases is faster than a new computation.
/// If all picks are equally similar to an instance on average, pick m is the most similar pick with probability 1/m.
/// If too many best cosines increased since the last computation of a gain, the gain is computed from all instances.
/// Updating a gain and computing a gain from all instances give equal integers.
pub(super) struct Greedy<'a, 'w> {
    cosines: &'a Cosines<'w>,
    /// The best cosine of each instance to the picks. Negative cosines count as 0.
    best: Vec<i16>,
    candidates: BinaryHeap<Candidate>,
    n_picked: u32,
    /// The increases of best cosines that the most recent picks caused, one list per pick. At most n/2 increases in total.
    recent: VecDeque<Vec<Increase>>,
    n_recent: usize,
}

/// A candidate: upper bound on the gain, id, and number of picks when the bound was computed.
type Candidate = (u64, Reverse<u32>, u32);

impl<'a, 'w> Greedy<'a, 'w> {
    /// Creates a selection that continues after the earlier picks. The candidates are the instances in `rows`.
    /// `report` receives the number of candidates with a known first gain. O(rows·n·d) time.
    pub(super) fn among(cosines: &'a mut Cosines<'w>, rows: &[u32], report: &mut dyn FnMut(u32)) -> Greedy<'a, 'w> {
        let gains = cosines.first_gains(rows, report);
        Greedy::with_gains(cosines, rows, gains)
    }

    /// Like [`Greedy::among`], but with known [first gains](Cosines::first_gains) of the candidates.
    pub(super) fn with_gains(cosines: &'a Cosines<'w>, rows: &[u32], gains: Vec<u64>) -> Greedy<'a, 'w> {
        let candidates = gains.into_iter().zip(rows).map(|(gain, &row)| (gain, Reverse(row), 0));
        Greedy {
            best: cosines.best().to_vec(),
            cosines,
            candidates: candidates.collect(),
            n_picked: 0,
            recent: VecDeque::new(),
            n_recent: 0,
        }
    }

    /// Returns the next pick among the candidates that `may` accepts. Candidates that `may` rejects are discarded.
    pub(super) fn next(&mut self, may: impl Fn(u32) -> bool) -> Option<u32> {
        let mut at_once = RECOMPUTED_AT_ONCE;
        loop {
            let mut again = Vec::with_capacity(at_once);
            while again.len() < at_once
                && let Some(&candidate @ (_, Reverse(row), counted_at)) = self.candidates.peek()
                && (counted_at < self.n_picked || !may(row))
            {
                self.candidates.pop();
                if !may(row) {
                    continue;
                }
                match self.cosines.kept(row) {
                    Some(cosines) => {
                        let gain = gain(cosines, &self.best);
                        self.candidates.push((gain, Reverse(row), self.n_picked));
                    }
                    None => again.push(candidate),
                }
            }
            if again.is_empty() {
                let (_, Reverse(row), _) = self.candidates.pop()?;
                self.take(row);
                return Some(row);
            }
            self.recompute(again);
            at_once = MAX_RECOMPUTED_AT_ONCE.min(2 * at_once);
        }
    }

    /// The current gains of the candidates that `may` accepts and whose cosines are kept. O(candidates·n) time.
    pub(super) fn kept_gains(&self, may: impl Fn(u32) -> bool) -> Vec<(u64, Reverse<u32>)> {
        let rows = self.candidates.iter().map(|&(_, Reverse(row), _)| row);
        let known = |row| Some((gain(self.cosines.kept(row)?, &self.best), Reverse(row)));
        rows.filter(|&row| may(row)).filter_map(known).collect()
    }

    pub(super) fn pool_len(&self) -> usize {
        self.best.len()
    }

    /// Raises the best cosine of each instance to the cosine with the new pick, if that cosine is larger.
    fn take(&mut self, row: u32) {
        let increases = self.cosines.raise_to(row, &mut self.best);
        self.n_picked += 1;
        self.n_recent += increases.len();
        self.recent.push_back(increases);
        while self.n_recent > self.best.len() / 2 {
            let oldest = self.recent.pop_front().expect("some list has increases");
            self.n_recent -= oldest.len();
        }
    }

    fn recompute(&mut self, again: Vec<Candidate>) {
        let first_recent = self.n_picked - self.recent.len() as u32;
        let is_recent = |&(_, _, counted_at): &Candidate| counted_at >= first_recent;
        let (recent, old): (Vec<Candidate>, Vec<Candidate>) = again.into_iter().partition(is_recent);
        let n_picked = self.n_picked;
        if !old.is_empty() {
            let rows = rows_of(&old);
            let gains = self.cosines.gains(&rows, &self.best);
            let gains = gains.into_iter().zip(rows);
            self.candidates
                .extend(gains.map(|(gain, row)| (gain, Reverse(row), n_picked)));
        }
        if let Some(earliest) = recent.iter().map(|&(_, _, counted_at)| counted_at).min() {
            let lists = self.recent.iter().skip((earliest - first_recent) as usize);
            let increases: Vec<&[Increase]> = lists.map(Vec::as_slice).collect();
            let first = recent
                .iter()
                .map(|&(_, _, counted_at)| (counted_at - earliest) as usize);
            let losses = self
                .cosines
                .losses(&rows_of(&recent), &increases, &first.collect::<Vec<_>>());
            let known = recent.into_iter().zip(losses);
            self.candidates
                .extend(known.map(|((bound, row, _), loss)| (bound - loss, row, n_picked)));
        }
    }

    /// The mean over the pool of the best cosine to a pick. Negative cosines count as 0.
    pub(super) fn coverage(&self) -> f64 {
        mean(&self.best)
    }
}

fn rows_of(candidates: &[Candidate]) -> Vec<u32> {
    candidates.iter().map(|&(_, Reverse(row), _)| row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{Example, few_directions, grouped};
    use crate::tests::Threads;
    use fastgas_progress::OneWorker;
    use proptest::prelude::*;

    #[test]
    fn facility_location_picks_one_text_per_direction_with_larger_groups_first() {
        // Four points near the first axis and three points near the second axis. Each group has a point in its middle.
        let rows = [
            [1.0, 0.0],
            [1.0, 0.0],
            [1.0, 0.05],
            [1.0, 0.1],
            [0.0, 1.0],
            [0.1, 1.0],
            [0.2, 1.0],
        ];
        let embeddings = fastgas_embedding::Embeddings::normalized(rows.to_vec().into()).expect("no row is zero");
        let rows = Example::of(embeddings, 1).with(3, 0).rows(&FacilityLocation);
        assert_eq!(rows, [3, 5, 0]);
    }

    #[test]
    fn picks_are_the_same_for_any_number_of_workers() {
        let (embeddings, _) = grouped(&[90, 80, 70, 33], 3);
        let example = Example::of(embeddings, 3).with(40, 0);
        for most_kept in [0, 3_000, usize::MAX] {
            let picks = |n_threads| {
                let input = Input {
                    workers: &Threads(n_threads),
                    ..example.input()
                };
                choose(&input, &mut |_| (), most_kept)
            };
            let alone = choose(&example.input(), &mut |_| (), most_kept);
            assert_eq!(alone, example.rows(&FacilityLocation), "{most_kept} kept");
            for n_threads in [1, 2, 5] {
                assert_eq!(picks(n_threads), alone, "{n_threads} threads, {most_kept} kept");
            }
        }
    }

    proptest! {
        #[test]
        fn lazy_greedy_equals_the_definition_whether_cosines_are_kept_or_not(embeddings in few_directions(6..90), budget in 1usize..15) {
            let n = embeddings.len() as u32;
            let budget = budget.min(n as usize);
            let example = Example::of(embeddings.clone(), 3).with(budget as u32, 0);
            let rows = example.rows(&FacilityLocation);
            prop_assert_eq!(&rows, &choose(&example.input(), &mut |_| (), 0));
            let cosines = Cosines::new(&embeddings, &[], 0, &OneWorker);
            let all = cosines.of(&(0..n).collect::<Vec<_>>());
            for place in 0..budget {
                let coverage = |v: u32| -> i64 {
                    let units = |u: u32, v: u32| i64::from(all[(v * n + u) as usize]);
                    let best = |u| rows[..place].iter().chain([&v]).map(|&pick| units(u, pick)).max().unwrap();
                    (0..n).map(|u| best(u).max(0)).sum()
                };
                let open = (0..n).filter(|v| !rows[..place].contains(v));
                prop_assert_eq!(open.max_by_key(|&v| (coverage(v), Reverse(v))), Some(rows[place]));
            }
        }
    }
}
