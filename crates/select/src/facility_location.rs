//! Facility location: a similar pick for every instance (Cornuéjols et al. 1977; used for selection by Lin & Bilmes
//! 2011).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::quantized_cosines::{Cosines, MAX_KEPT_COSINES, gain, mean, raise};
use super::{Input, MethodOutput, Selector};
use crate::SelectError;
use fastgas_progress::{Counter, Report, Stage};

/// Number of candidates recomputed together: one or two tiles of the product cost little more than one row.
const RECOMPUTED_AT_ONCE: usize = 12;

/// Repeatedly takes the instance that most increases the mean, over the pool, of the best cosine to a pick, with
/// negative cosines counted as 0. Ties: the lowest id.
///
/// The mean is monotone and submodular: M picks reach at least 1 − 1/e of the maximum. A gain computed earlier is an
/// upper bound, so only the highest bounds are recomputed (Minoux 1978).
///
/// O(n²·d) time for the first gains. A recomputed gain takes O(n·d), or O(n) if the pool is small enough for all
/// cosines to be kept. Space in addition to the embeddings: the same amount again, and a hundred rows of n.
pub(super) struct FacilityLocation;

impl Selector for FacilityLocation {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<MethodOutput, SelectError> {
        Ok(MethodOutput::of(choose(input, report, MAX_KEPT_COSINES)))
    }
}

/// Selects as [`FacilityLocation`], keeping up to `most_kept` cosines.
fn choose(input: &Input<'_>, report: Report<'_>, most_kept: usize) -> Vec<u32> {
    let candidates = input.candidates();
    let mut counter = Counter::new(report, Stage::Select, candidates.len() as u32 + input.n_new());
    let mut cosines = Cosines::new(input.embeddings, &input.earlier.picks, most_kept);
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

/// Lazy greedy for the sum of best cosines.
pub(super) struct Greedy<'a> {
    cosines: &'a Cosines,
    /// The best cosine of each instance to a pick, with negative ones counted as 0.
    best: Vec<i16>,
    candidates: BinaryHeap<Candidate>,
    n_picked: u32,
}

/// Upper bound on the gain, id, and the number of picks when the bound was computed.
type Candidate = (u64, Reverse<u32>, u32);

impl<'a> Greedy<'a> {
    /// Starts from the earlier picks, with these candidates. `report` receives the number of candidates whose first
    /// gain is known. O(rows·n·d).
    pub(super) fn among(cosines: &'a mut Cosines, rows: &[u32], report: &mut dyn FnMut(u32)) -> Greedy<'a> {
        let gains = cosines.first_gains(rows, report);
        let candidates = gains.into_iter().zip(rows).map(|(gain, &row)| (gain, Reverse(row), 0));
        Greedy {
            best: cosines.best().to_vec(),
            cosines,
            candidates: candidates.collect(),
            n_picked: 0,
        }
    }

    /// The next pick among the candidates for which `may` is true; the others are discarded.
    pub(super) fn next(&mut self, may: impl Fn(u32) -> bool) -> Option<u32> {
        loop {
            let mut again = Vec::with_capacity(RECOMPUTED_AT_ONCE);
            while again.len() < RECOMPUTED_AT_ONCE
                && let Some(&(_, Reverse(row), counted_at)) = self.candidates.peek()
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
                    None => again.push(row),
                }
            }
            if again.is_empty() {
                let (_, Reverse(row), _) = self.candidates.pop()?;
                match self.cosines.kept(row) {
                    Some(cosines) => raise(&mut self.best, cosines),
                    None => raise(&mut self.best, &self.cosines.of(&[row])),
                }
                self.n_picked += 1;
                return Some(row);
            }
            let cosines = self.cosines.of(&again);
            let gains = cosines
                .chunks_exact(self.best.len())
                .map(|cosines| gain(cosines, &self.best));
            let n_picked = self.n_picked;
            self.candidates
                .extend(gains.zip(&again).map(|(gain, &row)| (gain, Reverse(row), n_picked)));
        }
    }

    /// The mean, over the pool, of the best cosine to a pick, with negative ones counted as 0.
    pub(super) fn coverage(&self) -> f64 {
        mean(&self.best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{Example, few_directions};
    use proptest::prelude::*;

    #[test]
    fn one_pick_per_direction_larger_group_first() {
        // Four points near the first axis and three near the second, with one in the middle of each group.
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

    proptest! {
        #[test]
        fn lazy_greedy_equals_the_definition_whether_cosines_are_kept_or_not(embeddings in few_directions(6..90), budget in 1usize..15) {
            let n = embeddings.len() as u32;
            let budget = budget.min(n as usize);
            let example = Example::of(embeddings.clone(), 3).with(budget as u32, 0);
            let rows = example.rows(&FacilityLocation);
            prop_assert_eq!(&rows, &choose(&example.input(), &mut |_| (), 0));
            let cosines = Cosines::new(&embeddings, &[], 0);
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
