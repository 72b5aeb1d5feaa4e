//! Greedy selection among the candidates that all parts propose.

use std::cmp::Reverse;

use super::facility_location::Greedy;
use super::quantized_cosines::{Cosines, CosinesAhead, Increase, mean, mean_of_sum};

/// Number of candidates whose gains are updated together. With 384 dimensions, the packed candidates fit into the L2 cache.
/// Tests use a smaller number, so that small pools need several updates.
const AT_ONCE: usize = if cfg!(test) { 40 } else { 1_024 };

/// Number of candidates whose cosines are computed together: the pick and the candidates with the next highest gains.
/// In simulations of 100 picks among 800 candidates, 75 to 84 of the later picks had precomputed cosines.
/// With the precomputed cosines, selecting 100 instances needed only 16 to 25 passes over the pool.
const N_CANDIDATES_AHEAD: usize = 16;

/// Repeatedly selects the candidate that most increases the sum of best cosines. Ties: the lowest id.
///
/// The parts propose few instances, and nearly all proposed instances could be the next pick.
/// [`Greedy`] would update each gain many times, and each update would read instances that are spread over the pool.
/// `UpToDate` updates the gains of all candidates after each pick and reads the instances only once per pick.
/// The gains equal the integers that [`Greedy`] computes.
///
/// If the cosines of all candidates are kept, [`Greedy`] updates gains without multiplications and is faster.
pub(super) enum ProposalGreedy<'a, 'w> {
    Lazy(Greedy<'a, 'w>),
    UpToDate(UpToDate<'a, 'w>),
}

/// Greedy selection that updates the gains of all candidates once per pick.
pub(super) struct UpToDate<'a, 'w> {
    cosines: &'a Cosines<'w>,
    /// The best cosine of each instance to the picks. Negative cosines count as 0.
    best: Vec<i16>,
    /// The gain and the id of each candidate. The gains do not yet include the effect of the most recent pick.
    candidates: Vec<(u64, Reverse<u32>)>,
    increases: Vec<Increase>,
    ahead: CosinesAhead,
}

impl<'a, 'w> ProposalGreedy<'a, 'w> {
    /// Creates a selection that continues after the earlier picks. The candidates are the instances in `rows`.
    /// `report` receives the number of candidates with a known first gain. O(rows·n·d) time.
    pub(super) fn among(cosines: &'a mut Cosines<'w>, rows: &[u32], report: &mut dyn FnMut(u32)) -> Self {
        let gains = cosines.first_gains(rows, report);
        let cosines: &'a Cosines<'w> = cosines;
        if rows.iter().all(|&row| cosines.kept(row).is_some()) {
            return ProposalGreedy::Lazy(Greedy::with_gains(cosines, rows, gains));
        }
        ProposalGreedy::UpToDate(UpToDate {
            cosines,
            best: cosines.best().to_vec(),
            candidates: gains.into_iter().zip(rows.iter().copied().map(Reverse)).collect(),
            increases: Vec::new(),
            ahead: CosinesAhead::default(),
        })
    }

    /// Returns the next pick among the candidates that `may` accepts.
    /// Candidates that `may` rejects are discarded, so `may` must never accept a candidate that it has rejected.
    /// O(candidates·r·d) time for r increases of best cosines.
    pub(super) fn next(&mut self, may: impl Fn(u32) -> bool) -> Option<u32> {
        match self {
            ProposalGreedy::Lazy(greedy) => greedy.next(may),
            ProposalGreedy::UpToDate(greedy) => greedy.next(may),
        }
    }

    /// The candidates that `may` accepts, each with the increase in coverage if the candidate is picked.
    /// The highest increase is first; ties: the lowest id. O(candidates·n), or the time of [`ProposalGreedy::next`].
    pub(super) fn gains(&mut self, may: impl Fn(u32) -> bool) -> Vec<(u32, f64)> {
        let mut gains = match self {
            ProposalGreedy::Lazy(greedy) => greedy.kept_gains(may),
            ProposalGreedy::UpToDate(greedy) => {
                greedy.update(may);
                greedy.candidates.clone()
            }
        };
        gains.sort_unstable_by(|a, b| b.cmp(a));
        let n = match self {
            ProposalGreedy::Lazy(greedy) => greedy.pool_len(),
            ProposalGreedy::UpToDate(greedy) => greedy.best.len(),
        };
        let gains = gains.into_iter();
        gains.map(|(gain, Reverse(row))| (row, mean_of_sum(gain, n))).collect()
    }

    /// The mean over the pool of the best cosine to a pick. Negative cosines count as 0.
    pub(super) fn coverage(&self) -> f64 {
        match self {
            ProposalGreedy::Lazy(greedy) => greedy.coverage(),
            ProposalGreedy::UpToDate(greedy) => mean(&greedy.best),
        }
    }
}

impl UpToDate<'_, '_> {
    /// Discards the candidates that `may` rejects, and updates the gains of the remaining candidates.
    fn update(&mut self, may: impl Fn(u32) -> bool) {
        self.candidates.retain(|&(_, Reverse(row))| may(row));
        let increases = std::mem::take(&mut self.increases);
        if !increases.is_empty() {
            for candidates in self.candidates.chunks_mut(AT_ONCE) {
                let rows: Vec<u32> = candidates.iter().map(|&(_, Reverse(row))| row).collect();
                let losses = self.cosines.losses(&rows, &[&increases], &vec![0; rows.len()]);
                for ((gain, _), loss) in candidates.iter_mut().zip(losses) {
                    *gain -= loss;
                }
            }
        }
    }

    fn next(&mut self, may: impl Fn(u32) -> bool) -> Option<u32> {
        self.update(may);
        let best = self
            .candidates
            .iter()
            .enumerate()
            .max_by_key(|&(_, candidate)| *candidate);
        let (index, &(_, Reverse(row))) = best?;
        if !self.ahead.contains(row) {
            self.ahead = self.cosines.ahead(self.highest());
        }
        self.candidates.swap_remove(index);
        self.increases = self.cosines.raise_to_one_of(&self.ahead, row, &mut self.best);
        Some(row)
    }

    fn highest(&self) -> Vec<u32> {
        let mut candidates = self.candidates.clone();
        if candidates.len() > N_CANDIDATES_AHEAD {
            candidates.select_nth_unstable_by(N_CANDIDATES_AHEAD - 1, |a, b| b.cmp(a));
            candidates.truncate(N_CANDIDATES_AHEAD);
        }
        candidates.into_iter().map(|(_, Reverse(row))| row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{few_directions, grouped};
    use crate::tests::Threads;
    use fastgas_embedding::Embeddings;
    use fastgas_progress::{OneWorker, Workers};
    use proptest::prelude::*;

    /// Selects from every second instance. `most` is the maximum number of picks from each of five groups.
    /// Returns each pick with the coverage after the pick.
    fn picks(embeddings: &Embeddings, most_kept: usize, most: usize, workers: &dyn Workers) -> Vec<(u32, f64)> {
        let rows: Vec<u32> = (0..embeddings.len() as u32).rev().step_by(2).collect();
        let mut cosines = Cosines::new(embeddings, &[1], most_kept, workers);
        let mut greedy = ProposalGreedy::among(&mut cosines, &rows, &mut |_| ());
        assert_eq!(matches!(greedy, ProposalGreedy::Lazy(_)), most_kept > 0);
        let mut n_picks = [0; 5];
        let mut picks = Vec::new();
        while let Some(row) = greedy.next(|row| n_picks[row as usize % 5] < most) {
            n_picks[row as usize % 5] += 1;
            picks.push((row, greedy.coverage()));
        }
        picks
    }

    #[test]
    fn picks_are_the_same_for_any_number_of_workers() {
        let (embeddings, _) = grouped(&[90, 80, 70, 33], 3);
        let alone = picks(&embeddings, 0, 9, &OneWorker);
        assert_eq!(alone.len(), 45);
        for n_threads in [1, 2, 3, 7] {
            assert_eq!(picks(&embeddings, 0, 9, &Threads(n_threads)), alone, "{n_threads}");
        }
    }

    #[test]
    fn first_gain_is_the_increase_of_the_coverage_by_the_next_pick() {
        let (embeddings, _) = grouped(&[30, 20, 10], 3);
        let rows: Vec<u32> = (0..embeddings.len() as u32).step_by(2).collect();
        let [kept, not_kept] = [usize::MAX, 0].map(|most_kept| {
            let mut cosines = Cosines::new(&embeddings, &[1], most_kept, &OneWorker);
            let mut greedy = ProposalGreedy::among(&mut cosines, &rows, &mut |_| ());
            let mut steps = Vec::new();
            loop {
                let before = greedy.coverage();
                let gains = greedy.gains(|row| row % 3 != 0);
                assert!(
                    gains.is_sorted_by(|(a, more), (b, less)| more > less || (more == less && a < b)),
                    "{gains:?}"
                );
                let Some(next) = greedy.next(|row| row % 3 != 0) else {
                    assert!(gains.is_empty(), "{gains:?}");
                    return steps;
                };
                assert_eq!(gains[0].0, next);
                assert!((greedy.coverage() - before - gains[0].1).abs() < 1e-12, "{gains:?}");
                assert!(gains.iter().all(|(row, _)| row % 3 != 0));
                steps.push(gains);
            }
        });
        assert_eq!((kept.len(), &kept), (20, &not_kept));
    }

    proptest! {
        #[test]
        fn updated_gains_lead_to_the_picks_of_lazy_greedy(embeddings in few_directions(6..90), most in 1usize..6) {
            let lazy = picks(&embeddings, usize::MAX, most, &OneWorker);
            prop_assert_eq!(picks(&embeddings, 0, most, &OneWorker), lazy);
        }
    }
}
