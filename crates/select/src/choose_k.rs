//! Chooses the number of parts K for FastGAS.

use super::fastgas::Fastgas;
use super::{EvaluatedK, GraphInput};
use crate::SelectError;
use fastgas_partition::Preset;
use fastgas_partition::{Event, Recorder};
use fastgas_partition::{Partition, PartitionConfig, balance_partition, bisect_each_part, refine_partition};
use fastgas_progress::{Counter, Progress, Report, Stage};

pub(super) struct ChosenK<T> {
    pub(super) partition: Partition,
    /// The value that `evaluate_cut` returned for this partition in addition to the coverage.
    /// `None` if this partition was not evaluated: the user gave K, or the partition was refined after its evaluation.
    pub(super) result: Option<T>,
    /// The trials for all evaluated values of K, in the order of their evaluation.
    pub(super) tried: Vec<EvaluatedK>,
}

impl Fastgas {
    /// Partitions the graph into K parts.
    /// If the user gives no K, tries the values of K in `counts` in order and uses the best trial partition.
    /// The trials stop at the first value of K whose picks do not cover the pool better than the previous picks.
    /// Trial partitions use the `fast` preset, or the `paper` preset if the user requests it.
    /// With the `fast` preset, a trial with twice as many parts as the best trial bisects the parts of the best trial.
    /// If the user requests `fast`, the halves are then balanced, because the best trial partition is final.
    /// `evaluate_cut` returns two values for a partition: its coverage, and a value for [`ChosenK::result`].
    /// `evaluate_cut` reports its progress in percent.
    /// The trials report their progress as [`Stage::Parts`].
    /// The refinement of the best partition reports its progress as [`Stage::Partition`].
    pub(super) fn choose_k<T>(
        &self,
        input: &GraphInput<'_>,
        counts: impl IntoIterator<Item = u32>,
        mut evaluate_cut: impl FnMut(&Partition, &mut dyn FnMut(u32)) -> (f64, T),
        report: Report<'_>,
        recorder: &mut impl Recorder,
    ) -> Result<ChosenK<T>, SelectError> {
        if let Some(n_parts) = self.n_parts {
            return Ok(ChosenK {
                partition: self.partition(input, n_parts, self.preset, report, recorder)?,
                result: None,
                tried: Vec::new(),
            });
        }
        let quick = match self.preset {
            Preset::Paper => Preset::Paper,
            Preset::Fast | Preset::Best | Preset::Strong => Preset::Fast,
        };
        let counts: Vec<u32> = counts.into_iter().collect();
        let mut counter = Counter::new(&mut *report, Stage::Parts, 200 * counts.len() as u32);
        let mut tried: Vec<EvaluatedK> = Vec::with_capacity(counts.len());
        let mut best: Option<(Partition, T)> = None;
        for (&n_parts, before) in counts.iter().zip((0..).step_by(200)) {
            let report_progress = &mut |progress| counter.reach(before + hundredths(progress));
            let half = best
                .as_ref()
                .map(|(half, _)| half)
                .filter(|half| 2 * half.n_parts == n_parts && quick != Preset::Paper);
            let trial = match half.and_then(|half| bisect_each_part(input.graph, half, input.seed, recorder)) {
                // With `fast`, no later refinement would bring the halves within the weight limit.
                Some(halves) if quick == self.preset => {
                    balance_partition(input.graph, halves, self.imbalance, recorder)
                }
                Some(halves) => halves,
                None => self.partition(input, n_parts, quick, report_progress, recorder)?,
            };
            let (coverage, result) = evaluate_cut(&trial, &mut |done| counter.reach(before + 100 + done));
            let is_better = tried.last().is_none_or(|before| coverage > before.coverage);
            tried.push(EvaluatedK { n_parts, coverage });
            recorder.record(|| Event::Covers {
                coverage,
                better: is_better,
            });
            if !is_better {
                break;
            }
            best = Some((trial, result));
        }
        counter.finish();
        let (mut partition, result) = best.expect("there is a first row");
        let mut result = Some(result);
        let mut counter = Counter::new(report, Stage::Partition, 100);
        if quick != self.preset {
            let report_progress = &mut |progress| counter.reach(hundredths(progress));
            partition = refine_partition(
                input.graph,
                partition,
                self.preset,
                self.imbalance,
                input.seed,
                report_progress,
                recorder,
            );
            result = None;
        }
        counter.finish();
        Ok(ChosenK {
            partition,
            result,
            tried,
        })
    }

    fn partition(
        &self,
        input: &GraphInput<'_>,
        n_parts: u32,
        preset: Preset,
        report: Report<'_>,
        recorder: &mut impl Recorder,
    ) -> Result<Partition, SelectError> {
        let config = PartitionConfig {
            n_parts,
            preset,
            imbalance: self.imbalance,
            seed: input.seed,
        };
        Ok(config.run(input.graph, report, recorder)?)
    }
}

/// The values of K to evaluate, without duplicates, in descending order.
pub(super) fn values_of_k(budget: u32) -> Vec<u32> {
    let mut counts = vec![budget, budget.div_ceil(2)];
    counts.dedup();
    counts
}

fn hundredths(progress: Progress) -> u32 {
    (100 * progress.done).checked_div(progress.total).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, PriorSelection};
    use fastgas_graph::fixtures::graph_of;

    #[test]
    fn doubled_parts_of_the_fast_preset_are_within_the_limit() {
        // Two cliques of 21 and 19 vertices. Two parts may have 21 vertices each, but four parts only 10 vertices each.
        let is_in_clique = |&(a, b): &(u32, u32)| (a < 21) == (b < 21);
        let pairs = (0..40u32).flat_map(|b| (0..b).map(move |a| (a, b)));
        let graph = graph_of(40, &pairs.filter(is_in_clique).collect::<Vec<_>>());
        let config = Config {
            budget: 4,
            preset: Preset::Fast,
            imbalance: 0.05,
            ..Config::default()
        };
        let input = GraphInput {
            graph: &graph,
            budget: 4,
            earlier: PriorSelection::NONE,
            seed: 0,
        };
        let mut sizes_of_two = Vec::new();
        // The coverage rises with K, so the larger K wins.
        let evaluate_cut = |partition: &Partition, _: &mut dyn FnMut(u32)| {
            if partition.n_parts == 2 {
                sizes_of_two = partition.sizes();
            }
            (f64::from(partition.n_parts), partition.clone())
        };
        let chosen = Fastgas::of(&config.check(40).expect("it fits"))
            .choose_k(&input, [2, 4], evaluate_cut, &mut |_| (), &mut ())
            .expect("it is cut");
        sizes_of_two.sort_unstable();
        assert_eq!(sizes_of_two, [19, 21]);
        assert_eq!(chosen.partition.sizes(), [10; 4]);
        assert_eq!(
            chosen.result.as_ref(),
            Some(&chosen.partition),
            "the final parts were evaluated"
        );
    }

    #[test]
    fn values_are_m_and_half_of_m_without_duplicates() {
        assert_eq!(values_of_k(1), [1]);
        assert_eq!(values_of_k(2), [2, 1]);
        assert_eq!(values_of_k(3), [3, 2]);
        assert_eq!(values_of_k(18), [18, 9]);
    }
}
