//! FastGAS (paper, Section 3): parts of the kNN graph, and in each the largest residual degrees.

use super::{Choice, Input, Selector, Tried, greedy, nearest_pick, quotas};
use crate::config::{Preset, ValidConfig};
use crate::error::Error;
use crate::partition::{Partition, partition};
use crate::progress::{Counter, Progress, Report, Stage};

/// Cuts the graph, shares the budget equally and is greedy in each part. As long as [`partition`] and [`greedy`] take.
///
/// Where K is to be found, M, ⌈M/2⌉ and ⌈M/3⌉ are tried as long as each covers the pool better than the one before, each
/// cut as the preset `fast` does it (`paper` as itself). Nobody's labels are asked, so K is not tuned on what is measured.
/// Two cuts by `fast`, as a rule, and O(n·M·d) for each are what that takes.
pub(super) struct Fastgas {
    n_parts: Option<u32>,
    preset: Preset,
    imbalance: f64,
}

impl Fastgas {
    pub(super) fn of(config: &ValidConfig) -> Fastgas {
        Fastgas {
            n_parts: config.n_parts(),
            preset: config.config().preset,
            imbalance: config.config().imbalance,
        }
    }

    fn cut(&self, input: &Input<'_>, n_parts: u32, preset: Preset, report: Report<'_>) -> Result<Partition, Error> {
        Ok(partition(
            input.graph,
            n_parts,
            preset,
            self.imbalance,
            input.seed,
            report,
        )?)
    }

    /// The cut whose K covers best, and all that were tried. `report` counts hundredths of a cut.
    fn best_cut(&self, input: &Input<'_>, report: Report<'_>) -> Result<(Partition, Vec<Tried>), Error> {
        let quick = match self.preset {
            Preset::Paper => Preset::Paper,
            Preset::Fast | Preset::Best | Preset::Strong => Preset::Fast,
        };
        let counts = counts(input.budget);
        let n_cuts = counts.len() as u32 + u32::from(quick != self.preset);
        let mut counter = Counter::new(report, Stage::Partition, 100 * n_cuts);
        let mut tried: Vec<Tried> = Vec::with_capacity(counts.len());
        let mut best = None;
        for (&n_parts, before) in counts.iter().zip((0..).step_by(100)) {
            let cut = self.cut(input, n_parts, quick, &mut |progress| {
                counter.reach(before + hundredths(progress))
            })?;
            let rows = greedy(input.graph, &cut, &quotas(&cut.sizes(), input.budget), &mut |_| ());
            let coverage = nearest_pick(input.embeddings, &rows).coverage();
            let is_better = tried.last().is_none_or(|before| coverage > before.coverage);
            tried.push(Tried { n_parts, coverage });
            if !is_better {
                break;
            }
            best = Some(cut);
        }
        let mut best = best.expect("one was the first");
        if quick != self.preset {
            let before = 100 * counts.len() as u32;
            let report = &mut |progress| counter.reach(before + hundredths(progress));
            best = self.cut(input, best.n_parts, self.preset, report)?;
        }
        counter.finish();
        Ok((best, tried))
    }
}

/// The K that may be tried, each once, falling.
fn counts(budget: u32) -> Vec<u32> {
    let mut counts = vec![budget, budget.div_ceil(2), budget.div_ceil(3)];
    counts.dedup();
    counts
}

fn hundredths(progress: Progress) -> u32 {
    (100 * progress.done).checked_div(progress.total).unwrap_or(100)
}

impl Selector for Fastgas {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<Choice, Error> {
        let (partition, tried) = match self.n_parts {
            Some(n_parts) => (self.cut(input, n_parts, self.preset, report)?, Vec::new()),
            None => self.best_cut(input, report)?,
        };
        let rows = greedy(
            input.graph,
            &partition,
            &quotas(&partition.sizes(), input.budget),
            report,
        );
        Ok(Choice {
            rows,
            partition: Some(partition),
            tried,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::fixtures::{Example, few_directions, grouped};
    use proptest::prelude::*;

    fn fastgas(n_parts: Option<u32>, preset: Preset) -> Fastgas {
        Fastgas {
            n_parts,
            preset,
            imbalance: 0.03,
        }
    }

    #[test]
    fn few_counts_are_tried_each_once() {
        assert_eq!(counts(1), [1]);
        assert_eq!(counts(2), [2, 1]);
        assert_eq!(counts(4), [4, 2]);
        assert_eq!(counts(18), [18, 9, 6]);
    }

    #[test]
    fn as_many_parts_as_there_are_groups_cover_best() {
        // Six groups of twenty: with six parts, or three, or two.
        let (embeddings, _) = grouped(&[20; 6], 1);
        let example = Example::of(embeddings, 5).with(6, 0);
        let choice = fastgas(None, Preset::Best)
            .choose(&example.input(), &mut |_| ())
            .expect("it is cut");
        let counts: Vec<u32> = choice.tried.iter().map(|tried| tried.n_parts).collect();
        assert_eq!(
            (counts, choice.partition.map(|partition| partition.n_parts)),
            (vec![6, 3], Some(6))
        );
        assert!(
            choice.tried[0].coverage > choice.tried[1].coverage,
            "{:?}",
            choice.tried
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn what_is_chosen_is_what_asking_for_it_gives(embeddings in few_directions(6..60), budget in 1u32..12, seed: u64) {
            let budget = budget.min(embeddings.len() as u32);
            let example = Example::of(embeddings, 4).with(budget, seed);
            for preset in [Preset::Paper, Preset::Best] {
                let mut said = Vec::new();
                let mut report = |progress: Progress| said.push(progress);
                let auto = fastgas(None, preset).choose(&example.input(), &mut report).expect("it is cut");
                let n_parts = auto.partition.as_ref().map(|partition| partition.n_parts);
                prop_assert_eq!(&auto.rows, &example.rows(&fastgas(n_parts, preset)));
                prop_assert!(said.is_sorted_by_key(|progress| (progress.stage, progress.done)));
                let of_chosen = |tried: &&Tried| Some(tried.n_parts) == n_parts;
                let chosen = auto.tried.iter().find(of_chosen).expect("it was tried").coverage;
                prop_assert!(auto.tried.iter().all(|other| other.coverage <= chosen));
                for tried in &auto.tried {
                    let quick = if preset == Preset::Best { Preset::Fast } else { preset };
                    let rows = example.rows(&fastgas(Some(tried.n_parts), quick));
                    let best = nearest_pick(&example.embeddings, &rows).similarity;
                    let mean = best.iter().map(|&cosine| f64::from(cosine)).sum::<f64>() / best.len() as f64;
                    prop_assert_eq!(tried.coverage, mean);
                }
            }
        }
    }
}
