//! FastGAS (paper, Section 3) selects the vertices with the largest residual degrees in each part of the kNN graph.

use super::choose_k::{ChosenK, values_of_k};
use super::greedy::{greedy, greedy_recorded};
use super::medoids::{ROUNDS, move_to_medoids};
use super::nearest_pick::nearest_pick_by;
use super::propose::{Proposals, propose, shares};
use super::quantized_cosines::{Cosines, MAX_KEPT_COSINES};
use super::{GraphInput, Input, MethodOutput, Selector};
use crate::SelectError;
use crate::ValidConfig;
use fastgas_embedding::Embeddings;
use fastgas_partition::Partition;
use fastgas_partition::Preset;
use fastgas_partition::{Event, Recorder};
use fastgas_progress::{Counter, Report, Stage, Workers};

/// Partitions the graph and selects picks from its parts.
///
/// [`Preset::Paper`] follows the paper: equal quotas, and the vertices with the largest residual degrees in each part.
/// The run time is the time for partitioning plus the time for [`greedy`].
///
/// All other presets address two limitations of FastGAS that the paper names.
/// The first limitation of FastGAS is that picks from different parts are not independent.
/// The vertices from [`greedy`] are therefore only [proposals](propose).
/// Facility location selects the proposals that together cover the pool.
/// After facility location, each pick moves to the medoid of its cluster.
/// Facility location and medoids use embeddings minus the pool's mean, even if the settings do not center embeddings.
/// The mean contains features that all texts share and that do not help to choose among texts.
/// If the embedding of a text equals the mean, nothing is subtracted, because the difference has no direction.
/// O(n·M·d) time in addition to the time for partitioning.
///
/// The second limitation of FastGAS is that the user has to tune the number of parts K.
/// If the user gives no K, two values are evaluated for the budget M: K = M and K = ⌈M/2⌉.
/// The K whose picks cover the pool better is used. Ties: the K that was evaluated first.
/// The `paper` preset evaluates K = M before K = ⌈M/2⌉.
/// All other presets evaluate K = ⌈M/2⌉ first, because larger parts leave the joint selection more freedom.
/// When K doubles, each part of the previous partition is [bisected](fastgas_partition::bisect_each_part).
/// The best trial partition is [refined](fastgas_partition::refine_partition) with the user's preset.
/// With `fast`, the bisected parts are only [balanced](fastgas_partition::balance_partition) before they are evaluated.
/// K is chosen without labels, so K is not tuned on the evaluation data.
pub(super) struct Fastgas {
    pub(super) n_parts: Option<u32>,
    pub(super) preset: Preset,
    pub(super) imbalance: f64,
    is_centered: bool,
}

impl Fastgas {
    pub(super) fn of(config: &ValidConfig) -> Fastgas {
        Fastgas {
            n_parts: config.n_parts(),
            preset: config.config().preset,
            imbalance: config.config().imbalance,
            is_centered: config.config().centered,
        }
    }

    /// Like [`Selector::choose`], but also records each step of the selection in `recorder`.
    pub(super) fn choose_recorded(
        &self,
        input: &Input<'_>,
        report: Report<'_>,
        recorder: &mut impl Recorder,
    ) -> Result<MethodOutput, SelectError> {
        match self.preset {
            Preset::Paper => self.select_as_published(input, report, recorder),
            Preset::Fast | Preset::Best | Preset::Strong => {
                self.select_jointly(&input.on_graph(), self.cosines(input), report, recorder)
            }
        }
    }

    /// Like [`Fastgas::choose_recorded`], for presets other than `paper`.
    /// Frees the embeddings piece by piece during quantization.
    pub(super) fn choose_releasing(
        &self,
        embeddings: Embeddings,
        (input, workers): (&GraphInput<'_>, &dyn Workers),
        report: Report<'_>,
        recorder: &mut impl Recorder,
    ) -> Result<MethodOutput, SelectError> {
        let (picks, is_centered) = (&input.earlier.picks, self.is_centered);
        let cosines = Cosines::releasing((embeddings, is_centered), picks, MAX_KEPT_COSINES, workers);
        self.select_jointly(input, cosines, report, recorder)
    }

    fn select_as_published(
        &self,
        input: &Input<'_>,
        report: Report<'_>,
        recorder: &mut impl Recorder,
    ) -> Result<MethodOutput, SelectError> {
        let (graph, earlier) = (input.graph, input.earlier);
        let on_graph = &input.on_graph();
        let evaluate_cut = |partition: &Partition, _: &mut dyn FnMut(u32)| {
            let rows = greedy(graph, partition, &shares(on_graph, partition), earlier, &mut |_| ());
            let rows = [&earlier.picks[..], &rows].concat();
            (nearest_pick_by(input.embeddings, &rows, input.workers).coverage(), ())
        };
        let counts = values_of_k(input.budget);
        let ChosenK { partition, tried, .. } = self.choose_k(on_graph, counts, evaluate_cut, report, recorder)?;
        let shares = shares(on_graph, &partition);
        Ok(MethodOutput {
            rows: greedy_recorded(graph, &partition, &shares, earlier, report, recorder),
            partition: Some(partition),
            tried,
        })
    }

    fn select_jointly<R: Recorder>(
        &self,
        input: &GraphInput<'_>,
        mut cosines: Cosines<'_>,
        report: Report<'_>,
        recorder: &mut R,
    ) -> Result<MethodOutput, SelectError> {
        let counts = values_of_k(input.budget).into_iter().rev();
        let evaluate_cut = |partition: &Partition, report_progress: &mut dyn FnMut(u32)| {
            let Proposals { rows, coverage } = propose(input, &mut cosines, partition, report_progress, &mut ());
            (coverage, rows)
        };
        let ChosenK {
            partition,
            result,
            tried,
        } = self.choose_k(input, counts, evaluate_cut, report, recorder)?;
        let mut counter = Counter::new(report, Stage::Select, 100 + ROUNDS);
        let rows = match result {
            // The picks `rows` for this partition are already known from the choice of K.
            // With a recorder, the picks are computed again, because the choice of K records no proposals and no picks.
            Some(rows) if !R::RECORDS => rows,
            _ => {
                let report_progress = &mut |done| counter.reach(done);
                propose(input, &mut cosines, &partition, report_progress, recorder).rows
            }
        };
        counter.reach(100);
        let rows = move_to_medoids(&cosines, &partition, input.earlier, &rows, &mut |round| {
            counter.reach(100 + round)
        });
        recorder.record(|| Event::Medoids { rows: rows.clone() });
        counter.finish();
        Ok(MethodOutput {
            rows,
            partition: Some(partition),
            tried,
        })
    }

    /// Cosines of the centered embeddings, for facility location and medoids.
    /// If the embeddings are already centered or an embedding equals the mean, the embeddings stay unchanged.
    fn cosines<'w>(&self, input: &Input<'w>) -> Cosines<'w> {
        let (picks, workers) = (&input.earlier.picks, input.workers);
        let centered = match self.is_centered {
            true => None,
            false => Cosines::centered(input.embeddings, picks, MAX_KEPT_COSINES, workers),
        };
        centered.unwrap_or_else(|| Cosines::new(input.embeddings, picks, MAX_KEPT_COSINES, workers))
    }
}

impl Selector for Fastgas {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<MethodOutput, SelectError> {
        self.choose_recorded(input, report, &mut ())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{EvaluatedK, nearest_pick};
    use super::*;
    use crate::fixtures::{Example, few_directions, grouped};
    use fastgas_progress::Progress;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn fastgas(n_parts: Option<u32>, preset: Preset) -> Fastgas {
        Fastgas {
            n_parts,
            preset,
            imbalance: 0.03,
            is_centered: false,
        }
    }

    #[test]
    fn as_many_parts_as_there_are_groups_cover_best() {
        // The pool has six groups of twenty instances, which six parts cover better than three parts.
        let (embeddings, _) = grouped(&[20; 6], 1);
        let example = Example::of(embeddings, 5).with(6, 0);
        let choice = fastgas(None, Preset::Paper)
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

    #[test]
    fn fastgas_picks_one_text_per_group_for_any_number_of_parts() {
        let (embeddings, group_of) = grouped(&[30, 25, 20, 15, 10, 8], 1);
        let example = Example::of(embeddings, 5).with(6, 0);
        for n_parts in [None, Some(1), Some(2), Some(3)] {
            let rows = example.rows(&fastgas(n_parts, Preset::Best));
            let mut groups: Vec<u32> = rows.iter().map(|&row| group_of[row as usize]).collect();
            groups.sort_unstable();
            assert_eq!(groups, [0, 1, 2, 3, 4, 5], "{n_parts:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]

        /// The picks do not depend on the recorder. With a recorder, the picks are computed from the final parts.
        /// Without a recorder, the `fast` preset reuses the picks that were computed to choose K.
        #[test]
        fn picks_of_the_trial_are_those_of_the_final_parts(embeddings in few_directions(6..60), budget in 1u32..12, seed: u64) {
            let budget = budget.min(embeddings.len() as u32);
            let example = Example::of(embeddings, 4).with(budget, seed);
            for preset in [Preset::Fast, Preset::Best] {
                for n_parts in [None, Some(1)] {
                    let method = fastgas(n_parts, preset);
                    let mut events = Vec::new();
                    let recorded = method.choose_recorded(&example.input(), &mut |_| (), &mut events).expect("it is cut");
                    let chosen = method.choose(&example.input(), &mut |_| ()).expect("it is cut");
                    prop_assert_eq!(&chosen.rows, &recorded.rows);
                    prop_assert_eq!(&chosen.partition, &recorded.partition);
                    prop_assert_eq!(chosen.tried, recorded.tried);
                    let proposes = events.iter().any(|event| matches!(event, Event::Propose { .. }));
                    prop_assert!(proposes);
                }
            }
        }
    }

    #[test]
    fn pool_of_identical_texts_is_not_centered() {
        let embeddings = Embeddings::normalized(ndarray::Array2::from_elem((5, 3), 1.0)).expect("no row is zero");
        let rows = Example::of(embeddings, 2).with(3, 0).rows(&fastgas(None, Preset::Best));
        assert_eq!(rows.len(), 3);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn automatic_k_has_the_best_coverage_of_those_tried(embeddings in few_directions(6..60), budget in 1u32..12, seed: u64) {
            let budget = budget.min(embeddings.len() as u32);
            let example = Example::of(embeddings, 4).with(budget, seed);
            for preset in [Preset::Paper, Preset::Best] {
                let mut reported = Vec::new();
                let mut report = |progress: Progress| reported.push(progress);
                let auto = fastgas(None, preset).choose(&example.input(), &mut report).expect("it is cut");
                let n_parts = auto.partition.as_ref().map(|partition| partition.n_parts);
                // With `paper`, an automatic K always gives the same picks as the same K set by the user.
                // With `best`, the picks may differ, because an automatic K refines a partition of `fast` or bisected parts.
                if preset == Preset::Paper {
                    prop_assert_eq!(&auto.rows, &example.rows(&fastgas(n_parts, preset)));
                }
                prop_assert_eq!(auto.rows.iter().collect::<BTreeSet<_>>().len(), budget as usize);
                prop_assert!(reported.is_sorted_by_key(|progress| (progress.stage, progress.done)));
                let of_chosen = |tried: &&EvaluatedK| Some(tried.n_parts) == n_parts;
                let chosen = auto.tried.iter().find(of_chosen).expect("the encoder was tried").coverage;
                prop_assert!(auto.tried.iter().all(|other| other.coverage <= chosen));
                if preset == Preset::Best {
                    continue;
                }
                for tried in &auto.tried {
                    let rows = example.rows(&fastgas(Some(tried.n_parts), preset));
                    let best = nearest_pick(&example.embeddings, &rows).similarity;
                    let mean = best.iter().map(|&cosine| f64::from(cosine)).sum::<f64>() / best.len() as f64;
                    prop_assert_eq!(tried.coverage, mean);
                }
            }
        }
    }
}
