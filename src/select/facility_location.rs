//! Facility location: something similar for everyone (Cornuéjols et al. 1977; Lin & Bilmes 2011 select by it).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::similarities::Similarities;
use super::{Choice, Input, Selector};
use crate::error::Error;
use crate::progress::{Counter, Report, Stage};

/// A cosine of 1. Cosines are cut to whole units, so that sums do not depend on their order.
const UNITS: f32 = (1 << 24) as f32;

/// Up to here all cosines are kept: 64 MiB.
pub(super) const MOST_KEPT: usize = 4_096;

/// Rows whose cosines with a chunk are computed together.
const BLOCK: usize = 64;

/// Candidates that are counted again together: a tile or two of the product costs little more than one row.
const AGAIN: usize = 12;

/// Takes again and again the instance that raises the mean, over the pool, of the best cosine to a pick most. Ties: the
/// lowest id.
///
/// The mean is monotone and submodular: M picks reach at least 1 − 1/e of the most possible, measured from cosine −1. The
/// first pick is the one with the largest sum of cosines. A gain that was counted before is a bound, so only the highest
/// are counted again (Minoux 1978).
///
/// O(n²·d) time for the gains beside the first pick, each cosine computed once for both; and O(n·d) for each that is counted
/// again, O(n) where the pool is small enough for all cosines to be kept. Space beyond that of the embeddings: as much
/// again, and a dozen rows of n.
pub(super) struct FacilityLocation;

impl Selector for FacilityLocation {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<Choice, Error> {
        let mut counter = Counter::new(report, Stage::Select, steps(input));
        let rows = choose(input, &mut counter, MOST_KEPT);
        counter.finish();
        Ok(Choice::of(rows))
    }
}

/// Bound on what it adds, id, and how many picks there were when it was counted.
type Candidate = (u64, Reverse<u32>, usize);

/// As [`FacilityLocation`] chooses; the first that `counter` counts, [`steps`] of them. Up to `most_kept` instances all
/// cosines are kept.
pub(super) fn choose(input: &Input<'_>, counter: &mut Counter<'_>, most_kept: usize) -> Vec<u32> {
    let n = input.embeddings.len();
    let mut cosines = Cosines::new(input, most_kept);
    let first = cosines.similarities.central();
    let mut rows = vec![first];
    let mut best = cosines.of(&[first]);
    if input.budget == 1 {
        counter.reach(steps(input));
        return rows;
    }
    let gains = cosines.gains(&best, counter);
    let beside = gains.into_iter().zip(0..).filter(|&(_, row)| row != first);
    let mut candidates: BinaryHeap<Candidate> = beside.map(|(gain, row)| (gain, Reverse(row), 1)).collect();
    counter.add(1);
    while rows.len() < input.budget as usize {
        let mut again = Vec::with_capacity(AGAIN);
        while again.len() < AGAIN
            && let Some(&(_, Reverse(row), counted_at)) = candidates.peek()
            && counted_at < rows.len()
        {
            again.push(row);
            candidates.pop();
        }
        if again.is_empty() {
            let (_, Reverse(row), _) = candidates.pop().expect("fewer picks than instances");
            for (best, cosine) in best.iter_mut().zip(cosines.of(&[row])) {
                *best = cosine.max(*best);
            }
            rows.push(row);
            counter.add(1);
        } else {
            let gains = cosines.of(&again);
            let gains = gains.chunks_exact(n).map(|cosines| gain(cosines, &best));
            candidates.extend(gains.zip(&again).map(|(gain, &row)| (gain, Reverse(row), rows.len())));
        }
    }
    rows
}

/// What the counter of [`choose`] counts up to.
pub(super) fn steps(input: &Input<'_>) -> u32 {
    input.embeddings.len() as u32 + input.budget
}

/// What the best cosines grow by in all.
fn gain(cosines: &[i32], best: &[i32]) -> u64 {
    // At most 2·2²⁴ each, so that 64 of them fit.
    let chunks = cosines.chunks(64).zip(best.chunks(64));
    let sums = chunks.map(|(cosines, best)| {
        let grown = cosines
            .iter()
            .zip(best)
            .map(|(cosine, best)| (cosine - best).max(0) as u32);
        u64::from(grown.sum::<u32>())
    });
    sums.sum()
}

fn in_units(cosines: Vec<f32>) -> Vec<i32> {
    cosines.into_iter().map(|cosine| (cosine * UNITS) as i32).collect()
}

/// Cosines with all in whole units; kept once they are computed, if the pool is small.
struct Cosines<'a> {
    similarities: Similarities<'a>,
    n: usize,
    keeps: bool,
    kept: Vec<i32>,
}

impl<'a> Cosines<'a> {
    fn new(input: &Input<'a>, most_kept: usize) -> Cosines<'a> {
        let n = input.embeddings.len();
        Cosines {
            similarities: Similarities::new(input.embeddings),
            n,
            keeps: n <= most_kept,
            kept: Vec::new(),
        }
    }

    /// What each instance would add to the `best`; from then on cosines are kept, if they are. `counter` gets n units.
    fn gains(&mut self, best: &[i32], counter: &mut Counter<'_>) -> Vec<u64> {
        let n = self.n;
        let mut gains = vec![0; n];
        let mut kept = vec![0; if self.keeps { n * n } else { 0 }];
        let chunks: Vec<Range<usize>> = self.similarities.chunks().collect();
        let n_cosines: usize = chunks.iter().map(|rows| rows.len() * (n - rows.start)).sum();
        let mut done = 0;
        for (of_rows, rows) in chunks.iter().enumerate() {
            for first in rows.clone().step_by(BLOCK) {
                let block = first..rows.end.min(first + BLOCK);
                for (chunk, columns) in chunks.iter().enumerate().skip(of_rows) {
                    let tile = in_units(self.similarities.with_chunk(block.clone(), chunk));
                    for (row, cosines) in block.clone().zip(tile.chunks_exact(columns.len())) {
                        gains[row] += gain(cosines, &best[columns.clone()]);
                        // The cosine of b with a is that of a with b.
                        if chunk > of_rows {
                            for (gain, cosine) in gains[columns.clone()].iter_mut().zip(cosines) {
                                *gain += (cosine - best[row]).max(0) as u64;
                            }
                        }
                        if self.keeps {
                            kept[row * n..][columns.clone()].copy_from_slice(cosines);
                            let below = columns.clone().zip(cosines);
                            below.for_each(|(column, &cosine)| kept[column * n + row] = cosine);
                        }
                    }
                    done += tile.len();
                }
                counter.reach((n as u64 * done as u64 / n_cosines as u64) as u32);
            }
        }
        self.kept = kept;
        gains
    }

    fn of(&self, rows: &[u32]) -> Vec<i32> {
        if self.kept.is_empty() {
            return in_units(self.similarities.of(rows));
        }
        let kept = |&row: &u32| &self.kept[row as usize * self.n..][..self.n];
        rows.iter().flat_map(kept).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::fixtures::{Example, cosine, few_directions, grouped};
    use proptest::prelude::*;

    #[test]
    fn many_chunks_count_every_pair_once() {
        let (embeddings, _) = grouped(&[900, 800, 700], 2);
        let example = Example::of(embeddings, 1);
        let input = example.input();
        let of = |most_kept| {
            let mut cosines = Cosines::new(&input, most_kept);
            let best = cosines.of(&[5]);
            let mut report = |_| ();
            let gains = cosines.gains(&best, &mut Counter::new(&mut report, Stage::Select, 2_400));
            (gains, cosines.of(&[0, 2_399, 1_100]))
        };
        let (gains, rows) = of(0);
        assert_eq!(of(2_400), (gains.clone(), rows), "kept or not");
        let cosines = Cosines::new(&input, 0);
        let best = cosines.of(&[5]);
        for row in [0, 5, 1_023, 1_024, 2_399] {
            assert_eq!(gains[row as usize], gain(&cosines.of(&[row]), &best), "{row}");
        }
    }

    #[test]
    fn one_for_each_direction_the_larger_crowd_first() {
        // Four about the first axis, three about the second, with one in their middle.
        let rows = [
            [1.0, 0.0],
            [1.0, 0.0],
            [1.0, 0.05],
            [1.0, 0.1],
            [0.0, 1.0],
            [0.1, 1.0],
            [0.2, 1.0],
        ];
        let embeddings = crate::embed::Embeddings::normalized(rows.to_vec().into()).expect("no row is zero");
        let rows = Example::of(embeddings, 1).with(3, 0).rows(&FacilityLocation);
        assert_eq!(rows, [3, 5, 0]);
    }

    proptest! {
        #[test]
        fn laziness_blocks_and_memory_change_nothing(embeddings in few_directions(6..90), budget in 1usize..15) {
            let n = embeddings.len() as u32;
            let budget = budget.min(n as usize);
            let example = Example::of(embeddings.clone(), 3).with(budget as u32, 0);
            let rows = example.rows(&FacilityLocation);
            let mut report = |_| ();
            let mut counter = Counter::new(&mut report, Stage::Select, steps(&example.input()));
            prop_assert_eq!(&rows, &choose(&example.input(), &mut counter, 0));

            let sum = |v: u32| (0..n).map(|u| f64::from(cosine(&embeddings, u, v))).sum::<f64>();
            prop_assert!((0..n).all(|v| sum(v) <= sum(rows[0]) + 1e-3));
            let units = |u: u32, v: u32| (cosine(&embeddings, u, v) * UNITS) as i64;
            for place in 1..budget {
                let picks = &rows[..place];
                let coverage = |v: u32| -> i64 {
                    let best = |u: u32| picks.iter().chain([&v]).map(|&pick| units(u, pick)).max().unwrap();
                    (0..n).map(best).sum()
                };
                let open = (0..n).filter(|v| !picks.contains(v));
                prop_assert_eq!(open.max_by_key(|&v| (coverage(v), Reverse(v))), Some(rows[place]));
            }
        }
    }
}
