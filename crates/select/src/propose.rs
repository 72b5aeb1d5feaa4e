//! Joint selection across parts: each part proposes candidates, and the picks among all candidates cover the pool.
//!
//! ```text
//!  ┌ part 0 ┐ ┌ part 1 ┐ ┌ part 2 ┐
//!  │ 8 rows │ │ 8 rows │ │ 8 rows │ ──▶ cosines with the whole pool ──▶ facility location over all proposals ──▶ picks
//!  └────────┘ └────────┘ └────────┘
//! ```
//!
//! In the diagram, each part has a share of 1 pick and therefore proposes 8 rows, by residual degree.
//! Facility location picks at most twice the share from each part. Each pick then moves to the medoid of its cluster.

use super::proposal_greedy::ProposalGreedy;
use super::quantized_cosines::Cosines;
use super::{GraphInput, greedy, quotas_given};
use fastgas_partition::Partition;
use fastgas_partition::{Event, Recorder};

/// Number of proposals that a part makes for each pick of its share.
/// The share is the planned number of new picks of the part.
pub(super) const PROPOSALS_PER_PICK: u32 = 8;

/// Maximum number of proposals whose gains are recorded.
/// If there are more proposals, no gains are recorded, which keeps the trace of a large pool small.
const MAX_RECORDED_PROPOSALS: usize = 400;

/// Percentage of the time of [`propose`] that is needed for the gains before the first new pick.
const PERCENT_OF_FIRST_GAINS: u32 = 20;

/// Maximum number of new picks from a part, as a multiple of the part's share.
/// The share is the planned number of new picks of the part.
const MAX_SHARE_MULTIPLE: u32 = 2;

/// The picks among the proposals, in the order of the greedy selection.
pub(super) struct Proposals {
    /// Rows of the new picks, which are distinct. Together with the earlier picks, there are at most M picks.
    pub(super) rows: Vec<u32>,
    /// Mean over the pool of the best cosine to a pick. Negative cosines count as zero.
    pub(super) coverage: f64,
}

/// Selects new picks among the parts' proposals, until there are M picks in total.
/// Each step selects the proposal that most increases the sum of best cosines.
///
/// A part proposes eight vertices per pick of its share, in the order of the greedy selection by residual degree.
/// The shares make the total numbers of picks per part, including earlier picks, as equal as possible.
/// A part gets at most twice its share. A part without earlier picks gets at least one pick, unless its share is 0.
/// `partition` has at most M parts, and `cosines` was built with the earlier picks.
/// `report` receives the completed percentage of the work. O(n·M·d) time.
pub(super) fn propose<R: Recorder>(
    input: &GraphInput<'_>,
    cosines: &mut Cosines<'_>,
    partition: &Partition,
    report: &mut dyn FnMut(u32),
    recorder: &mut R,
) -> Proposals {
    let part = |row: u32| partition.part_of[row as usize] as usize;
    let mut n_picks = counts(partition, &input.earlier.picks);
    let open = counts(partition, &input.candidates());
    let shares = shares(input, partition);
    let wanted: Vec<u32> = shares
        .iter()
        .zip(&open)
        .map(|(share, &open)| open.min(PROPOSALS_PER_PICK * share))
        .collect();
    let proposals = greedy(input.graph, partition, &wanted, input.earlier, &mut |_| ());
    recorder.record(|| Event::Propose {
        rows: proposals.clone(),
        earlier: input.earlier.picks.clone(),
    });
    let n_proposals = proposals.len() as u32;
    let mut greedy = ProposalGreedy::among(cosines, &proposals, &mut |done| {
        report(PERCENT_OF_FIRST_GAINS * done / n_proposals);
    });
    let most: Vec<u32> = shares
        .iter()
        .zip(&n_picks)
        .map(|(share, has)| has + MAX_SHARE_MULTIPLE * share)
        .collect();
    let mut n_empty = shares
        .iter()
        .zip(&n_picks)
        .filter(|&(&share, &has)| share > 0 && has == 0)
        .count();
    let mut rows = Vec::with_capacity(input.n_new() as usize);
    while rows.len() < input.n_new() as usize {
        let left = input.n_new() as usize - rows.len();
        let may = |row| match n_picks[part(row)] {
            0 => true,
            n => n < most[part(row)] && left > n_empty,
        };
        let gains = match R::RECORDS && proposals.len() <= MAX_RECORDED_PROPOSALS {
            true => greedy.gains(may),
            false => Vec::new(),
        };
        let row = greedy.next(may).expect("parts propose no less than their shares");
        n_empty -= usize::from(n_picks[part(row)] == 0);
        n_picks[part(row)] += 1;
        rows.push(row);
        report(PERCENT_OF_FIRST_GAINS + (100 - PERCENT_OF_FIRST_GAINS) * rows.len() as u32 / input.n_new());
        recorder.record(|| Event::Take {
            row,
            coverage: greedy.coverage(),
            gains: gains.into_iter().map(in_billionths).collect(),
        });
    }
    report(100);
    Proposals {
        rows,
        coverage: greedy.coverage(),
    }
}

/// Converts an increase of the coverage (from 0 to 1) to billionths.
fn in_billionths((row, increase): (u32, f64)) -> (u32, u32) {
    (row, (increase * 1e9).round() as u32)
}

fn counts(partition: &Partition, rows: &[u32]) -> Vec<u32> {
    let mut counts = vec![0; partition.n_parts as usize];
    for &row in rows {
        counts[partition.part_of[row as usize] as usize] += 1;
    }
    counts
}

/// The share of each part: the number of new picks that the part should receive.
pub(super) fn shares(input: &GraphInput<'_>, partition: &Partition) -> Vec<u32> {
    let has = counts(partition, &input.earlier.picks);
    let open = counts(partition, &input.candidates());
    quotas_given(&open, &has, input.n_new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{Example, few_directions, grouped};
    use crate::quantized_cosines::{MAX_KEPT_COSINES, mean};
    use crate::{Input, PriorSelection};
    use fastgas_progress::OneWorker;
    use proptest::prelude::*;

    fn by_modulo(n: usize, n_parts: u32) -> Partition {
        Partition {
            part_of: (0..n as u32).map(|row| row % n_parts).collect(),
            n_parts,
        }
    }

    #[test]
    fn parts_do_not_pick_what_another_part_already_covers() {
        // Each of the two parts contains half of each group, so separate selections would pick twice from the larger group.
        let (embeddings, group_of) = grouped(&[60, 40], 5);
        let example = Example::of(embeddings, 6).with(2, 0);
        let partition = by_modulo(100, 2);
        let mut cosines = Cosines::new(&example.embeddings, &[], MAX_KEPT_COSINES, &OneWorker);
        let rows = propose(
            &example.input().on_graph(),
            &mut cosines,
            &partition,
            &mut |_| (),
            &mut (),
        )
        .rows;
        assert_eq!([0, 1].map(|index: usize| group_of[rows[index] as usize]), [0, 1]);
        assert_ne!(rows[0] % 2, rows[1] % 2, "each part gets one pick");
    }

    proptest! {
        #[test]
        fn picks_of_proposals_equal_the_definition(
            embeddings in few_directions(16..60), budget in 1u32..12, n_parts in 1u32..5, seed: u64,
            n_earlier in 0usize..4, n_skipped in 0usize..4
        ) {
            let n = embeddings.len();
            let settled: Vec<u32> = (0..n as u32).map(|index| (index * 7 + 3) % n as u32).collect();
            prop_assume!(n % 7 != 0);
            let (earlier, skipped) = settled[..n_earlier + n_skipped].split_at(n_earlier);
            let (picks, skipped) = (earlier.to_vec(), skipped.to_vec());
            let earlier = &PriorSelection { picks, skipped };
            let budget = (budget + n_earlier as u32).min((n - n_skipped) as u32);
            let n_parts = n_parts.min(budget);
            let example = Example::of(embeddings, 4).with(budget, seed);
            let (input, partition) = (Input { earlier, ..example.input() }, by_modulo(n, n_parts));
            let [kept, not_kept] = [MAX_KEPT_COSINES, 0].map(|most_kept| {
                let mut cosines = Cosines::new(input.embeddings, &earlier.picks, most_kept, &OneWorker);
                propose(&input.on_graph(), &mut cosines, &partition, &mut |_| (), &mut ())
            });
            prop_assert_eq!(&kept.rows, &not_kept.rows);

            let all = Cosines::new(&example.embeddings, &[], 0, &OneWorker).of(&(0..n as u32).collect::<Vec<_>>());
            let units = |u: u32, v: u32| all[v as usize * n + u as usize];
            let shares = shares(&input.on_graph(), &partition);
            let open = counts(&partition, &input.candidates());
            let wanted: Vec<u32> = shares.iter().zip(open).map(|(share, open)| open.min(8 * share)).collect();
            let mut proposals = greedy(input.graph, &partition, &wanted, earlier, &mut |_| ());
            proposals.sort_unstable();
            let mut rows = earlier.picks.clone();
            let of_part = |rows: &[u32], part: u32| rows.iter().filter(|&&row| row % n_parts == part).count() as u32;
            let best = |rows: &[u32], u: u32| rows.iter().map(|&row| units(u, row)).max().unwrap_or(0).max(0);
            while rows.len() < budget as usize {
                let share = |part: u32| shares[part as usize];
                let n_empty = (0..n_parts).filter(|&part| of_part(&rows, part) == 0 && share(part) > 0).count();
                let may = |row: u32| {
                    let (part, has) = (row % n_parts, of_part(&rows, row % n_parts));
                    let is_full = has - of_part(&earlier.picks, part) >= 2 * share(part);
                    has == 0 || !is_full && budget as usize - rows.len() > n_empty
                };
                let open = proposals.iter().copied().filter(|row| !rows.contains(row) && may(*row));
                let gain = |row: u32| (0..n as u32).map(|u| i64::from(units(u, row).saturating_sub(best(&rows, u)).max(0))).sum::<i64>();
                // `max_by_key` returns the last maximum, so the reversed iterator yields the lowest id.
                let next = open.rev().max_by_key(|&row| gain(row)).expect("there are enough");
                rows.push(next);
            }
            prop_assert_eq!(&kept.rows, &rows[n_earlier..]);
            prop_assert!(rows[n_earlier..].iter().all(|row| !earlier.skipped.contains(row)));
            let best: Vec<i16> = (0..n as u32).map(|u| best(&rows, u)).collect();
            prop_assert_eq!(kept.coverage, mean(&best));
        }
    }
}
