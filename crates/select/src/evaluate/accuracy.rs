//! The quality of picks as labeled examples, measured with known labels.
//!
//! In practice, the language model is shown, for each text, the labeled picks most similar to that text (retrieval).
//! This module measures the share of texts whose label the similar picks predict by themselves, without a language model.

use serde::{Deserialize, Serialize};

use super::propagation::propagate;
use super::{TrueLabels, check_picks, each_cosines};
use crate::EvaluateError;
use fastgas_embedding::Embeddings;
use fastgas_graph::CsrGraph;

const N_VOTERS: usize = 3;

/// Texts whose labels are known.
#[derive(Clone, Copy, Debug)]
pub struct LabeledTexts<'a> {
    /// Embeddings of the texts, n×d.
    pub embeddings: &'a Embeddings,
    /// The known labels of the n texts.
    pub labels: &'a TrueLabels,
}

/// Known labels of the pool, and optionally a labeled test set.
#[derive(Clone, Debug)]
pub struct KnownLabels {
    /// Labels of the pool.
    pub of_pool: TrueLabels,
    /// Embeddings and labels of texts outside the pool. If `None`, the pool texts that are not picked are tested.
    pub test: Option<(Embeddings, TrueLabels)>,
}

impl KnownLabels {
    /// The label quality of `picks`; see [`label_quality`].
    ///
    /// # Errors
    /// Returns any error from [`label_quality`].
    pub fn quality(&self, pool: &Embeddings, graph: &CsrGraph, picks: &[u32]) -> Result<LabelQuality, EvaluateError> {
        let pool = LabeledTexts {
            embeddings: pool,
            labels: &self.of_pool,
        };
        let test = self.test.as_ref();
        label_quality(
            pool,
            graph,
            picks,
            test.map(|(embeddings, labels)| LabeledTexts { embeddings, labels }),
        )
    }
}

/// How well the labels of the picks predict the labels of other texts, as shares from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LabelQuality {
    /// Number of texts whose labels are predicted by retrieval: the test set, or the unpicked pool texts.
    pub n_tested: u32,
    /// Share of tested texts whose label equals the label of the most similar pick. `None` if no texts are tested.
    pub accuracy_1nn: Option<f64>,
    /// Share of tested texts whose label wins the vote of the three most similar picks. `None` if no texts are tested.
    pub accuracy_3nn: Option<f64>,
    /// Share of tested texts with the pool's most frequent label: the accuracy of always predicting this label.
    pub majority_baseline: Option<f64>,
    /// Share of the pool's classes that at least one pick belongs to.
    pub class_coverage: f64,
    /// Share of the unpicked pool texts that label propagation from the picks labels correctly.
    pub propagation_accuracy: Option<f64>,
}

/// Measures the quality of `picks` (rows of `pool`) on `test`.
/// Without a test set, the pool texts that are not picked are tested.
///
/// In the vote of three picks, each pick has the weight 1 + cosine.
/// If the cosines are positive, two equal labels therefore outvote a third label.
/// If all three labels differ, the most similar pick wins.
/// If cosines are equal, the lowest row wins. A test text that is also in the pool is not excluded.
///
/// Label propagation follows Zhu & Ghahramani 2002.
/// The picks keep their labels. Every other vertex takes the mean of its neighbors' labels, weighted by edge weight.
/// The propagation step runs twenty times. A text that no label has reached after the last step counts as wrong.
///
/// O(texts·M·d) time for retrieval, O(|E|·classes among the picks) for label propagation.
///
/// # Errors
/// Returns [`EvaluateError`] if there are no picks, or if a pick is outside the pool or appears twice.
/// Also returns an error if the numbers of labels and embeddings differ, or if the dimensions of pool and test set differ.
pub fn label_quality(
    pool: LabeledTexts<'_>,
    graph: &CsrGraph,
    picks: &[u32],
    test: Option<LabeledTexts<'_>>,
) -> Result<LabelQuality, EvaluateError> {
    let n = pool.embeddings.len();
    check_picks(picks, n)?;
    for known in [Some(pool), test].into_iter().flatten() {
        check_sizes(known, pool.embeddings.dimensions())?;
    }
    // Picks are sorted by row, so that their order does not matter and the lowest row wins ties.
    let mut picks = picks.to_vec();
    picks.sort_unstable();
    let rest: Vec<u32> = (0..n as u32).filter(|row| picks.binary_search(row).is_err()).collect();
    let class_of_pick: Vec<u32> = picks.iter().map(|&row| pool.labels.class(row)).collect();

    let retrieved = match test {
        Some(test) => {
            let classes: Vec<u32> = (0..test.labels.len() as u32)
                .map(|row| test.labels.class(row))
                .collect();
            retrieval(test.embeddings, &classes, pool, &picks, &class_of_pick)
        }
        None => {
            let classes: Vec<u32> = rest.iter().map(|&row| pool.labels.class(row)).collect();
            retrieval(&pool.embeddings.gather(&rest), &classes, pool, &picks, &class_of_pick)
        }
    };
    let spread = propagate(graph, &picks, &class_of_pick);
    let is_right = |&&row: &&u32| spread[row as usize] == Some(pool.labels.class(row));
    let propagated = rest.iter().filter(is_right).count();

    let pool_classes = pool.labels.class_sizes();
    let n_classes = pool_classes.iter().filter(|&&size| size > 0).count();
    let mut covered = class_of_pick;
    covered.sort_unstable();
    covered.dedup();
    Ok(LabelQuality {
        n_tested: retrieved.n_texts as u32,
        accuracy_1nn: share(retrieved.right_1nn, retrieved.n_texts),
        accuracy_3nn: share(retrieved.right_3nn, retrieved.n_texts),
        majority_baseline: share(retrieved.majority, retrieved.n_texts),
        class_coverage: covered.len() as f64 / n_classes as f64,
        propagation_accuracy: share(propagated, rest.len()),
    })
}

fn check_sizes(known: LabeledTexts<'_>, dimensions: usize) -> Result<(), EvaluateError> {
    let (n_embeddings, n_labels) = (known.embeddings.len(), known.labels.len());
    if n_embeddings != n_labels {
        return Err(EvaluateError::LabelsDiffer {
            labels: n_labels as u32,
            embeddings: n_embeddings as u32,
        });
    }
    if known.embeddings.dimensions() != dimensions {
        return Err(EvaluateError::DimensionsDiffer {
            pool: dimensions as u32,
            other: known.embeddings.dimensions() as u32,
        });
    }
    Ok(())
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[derive(Default)]
struct Retrieved {
    n_texts: usize,
    right_1nn: usize,
    right_3nn: usize,
    majority: usize,
}

/// Counts the texts whose true class is predicted by retrieval from the picks. `classes` contains the true classes.
fn retrieval(
    texts: &Embeddings,
    classes: &[u32],
    pool: LabeledTexts<'_>,
    picks: &[u32],
    class_of_pick: &[u32],
) -> Retrieved {
    let mut counts = Retrieved {
        n_texts: classes.len(),
        ..Retrieved::default()
    };
    let majority = pool.labels.majority();
    each_cosines(texts, &pool.embeddings.gather(picks), |text, cosines| {
        let nearest = nearest(cosines);
        let class = classes[text];
        counts.right_1nn += usize::from(class_of_pick[nearest[0]] == class);
        counts.right_3nn += usize::from(elected(&nearest, cosines, class_of_pick) == class);
        counts.majority += usize::from(majority == Some(class));
    });
    counts
}

/// Indices of the [`N_VOTERS`] largest cosines (of all cosines, if there are fewer), sorted by cosine, largest first.
/// Ties: the lowest index.
fn nearest(cosines: &[f32]) -> Vec<usize> {
    let mut nearest: Vec<usize> = Vec::with_capacity(N_VOTERS + 1);
    for (place, &cosine) in cosines.iter().enumerate() {
        let rank = nearest.partition_point(|&other| cosines[other] >= cosine);
        if rank < N_VOTERS {
            nearest.insert(rank, place);
            nearest.truncate(N_VOTERS);
        }
    }
    nearest
}

/// The class with the most votes among `voters`, which are sorted nearest first.
/// Ties: the class of the nearest voter.
fn elected(voters: &[usize], cosines: &[f32], class_of_pick: &[u32]) -> u32 {
    let votes = |class: u32| {
        let of_class = voters.iter().filter(|&&voter| class_of_pick[voter] == class);
        of_class.map(|&voter| 1.0 + f64::from(cosines[voter])).sum::<f64>()
    };
    let mut winner = class_of_pick[voters[0]];
    for &voter in &voters[1..] {
        let candidate = class_of_pick[voter];
        if votes(candidate) > votes(winner) {
            winner = candidate;
        }
    }
    winner
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_embedding::fixtures::any_embeddings;
    use fastgas_graph::fixtures::graph_of;
    use proptest::prelude::*;

    fn circle(degrees: &[f32]) -> Embeddings {
        let rows: Vec<[f32; 2]> = degrees
            .iter()
            .map(|x| x.to_radians())
            .map(|x| [x.cos(), x.sin()])
            .collect();
        Embeddings::normalized(rows.into()).expect("no row is zero")
    }

    /// Six texts on a circle. The picks 0, 2 and 4 have the labels A, B and B.
    #[test]
    fn label_quality_of_six_texts_equals_hand_computed_values() {
        let embeddings = circle(&[0.0, 8.0, 20.0, 50.0, 60.0, 80.0]);
        let labels = TrueLabels::of_classes(&[0, 0, 1, 1, 1, 2]);
        let graph = graph_of(6, &[(0, 1), (1, 2), (2, 3), (3, 4)]);
        let pool = LabeledTexts {
            embeddings: &embeddings,
            labels: &labels,
        };
        let quality = label_quality(pool, &graph, &[4, 0, 2], None).expect("it fits");
        // Text 1 gets label A from the nearest pick 0, but label B from the vote of the picks 0, 2 and 4.
        // Text 3 gets label B from the nearest pick and from the vote.
        // Text 5 never gets its own class C, because no pick has class C.
        assert_eq!(
            (quality.accuracy_1nn, quality.accuracy_3nn),
            (Some(2.0 / 3.0), Some(1.0 / 3.0))
        );
        assert_eq!(quality.n_tested, 3);
        assert_eq!(
            quality.majority_baseline,
            Some(1.0 / 3.0),
            "row 3 is the only remaining text of the pool's class B"
        );
        assert_eq!(quality.class_coverage, 2.0 / 3.0);
        // Propagation gives text 1 equal shares of the labels A and B. The tie goes to A, whose pick has the lower row index.
        // Propagation gives text 3 label B. No label reaches text 5.
        assert_eq!(quality.propagation_accuracy, Some(2.0 / 3.0));

        let test = circle(&[4.0, 15.0, 70.0]);
        let labels_of_test = TrueLabels::of_classes(&[0, 1, 3]);
        let test = LabeledTexts {
            embeddings: &test,
            labels: &labels_of_test,
        };
        let quality = label_quality(pool, &graph, &[0, 2, 4], Some(test)).expect("it fits");
        // At 4°, the nearest pick has label A, and the majority of the three picks has label B.
        // At 15°, the nearest pick and the majority have label B. The text at 70° has class 3, which is not in the pool.
        assert_eq!(
            (quality.accuracy_1nn, quality.accuracy_3nn),
            (Some(2.0 / 3.0), Some(1.0 / 3.0))
        );
        assert_eq!((quality.n_tested, quality.majority_baseline), (3, Some(1.0 / 3.0)));
    }

    #[test]
    fn vote_of_three_elects_majority_or_else_most_similar() {
        assert_eq!(nearest(&[0.5, 0.9, 0.5, 0.9, 0.1]), [1, 3, 0]);
        assert_eq!(nearest(&[0.5]), [0]);
        let cosines = [0.2, 0.9, 0.3];
        assert_eq!(elected(&[1, 2, 0], &cosines, &[7, 8, 9]), 8);
        assert_eq!(elected(&[1, 2, 0], &cosines, &[7, 8, 7]), 7);
        assert_eq!(elected(&[0, 1], &[0.5, 0.5], &[4, 3]), 4);
    }

    #[test]
    fn accuracy_is_none_if_all_texts_are_picked() {
        let embeddings = circle(&[0.0, 10.0]);
        let labels = TrueLabels::of_classes(&[0, 1]);
        let pool = LabeledTexts {
            embeddings: &embeddings,
            labels: &labels,
        };
        let quality = label_quality(pool, &graph_of(2, &[(0, 1)]), &[1, 0], None).expect("it fits");
        assert_eq!((quality.n_tested, quality.class_coverage), (0, 1.0));
        let shares = [quality.accuracy_1nn, quality.accuracy_3nn, quality.majority_baseline];
        assert_eq!((shares, quality.propagation_accuracy), ([None; 3], None));
    }

    #[test]
    fn mismatched_labels_or_dimensions_are_rejected() {
        let (two, three) = (circle(&[0.0, 10.0]), circle(&[0.0, 10.0, 20.0]));
        let labels = TrueLabels::of_classes(&[0, 1]);
        let known = |embeddings| LabeledTexts {
            embeddings,
            labels: &labels,
        };
        let graph = graph_of(2, &[]);
        let refused = |pool, test| label_quality(pool, &graph, &[0], test).expect_err("it does not fit");
        let differ = EvaluateError::LabelsDiffer {
            labels: 2,
            embeddings: 3,
        };
        assert_eq!(refused(known(&three), None), differ);
        assert_eq!(refused(known(&two), Some(known(&three))), differ);
        let wide = Embeddings::normalized(vec![[1.0f32, 0.0, 0.0]; 2].into()).expect("no row is zero");
        let differ = EvaluateError::DimensionsDiffer { pool: 2, other: 3 };
        assert_eq!(refused(known(&two), Some(known(&wide))), differ);
    }

    proptest! {
        /// Compares the accuracies with a reference that sorts all cosines and counts votes by class.
        #[test]
        fn retrieval_equals_the_definition(
            pool in any_embeddings(30, 4), test in any_embeddings(20, 4),
            classes in prop::collection::vec(0u32..4, 50), mut picks in prop::collection::btree_set(0u32..30, 1..30),
        ) {
            let (of_pool, of_test) = (TrueLabels::of_classes(&classes[..30]), TrueLabels::of_classes(&classes[30..]));
            let known = LabeledTexts { embeddings: &pool, labels: &of_pool };
            let tested = LabeledTexts { embeddings: &test, labels: &of_test };
            let order: Vec<u32> = std::mem::take(&mut picks).into_iter().rev().collect();
            let quality = label_quality(known, &graph_of(30, &[]), &order, Some(tested)).expect("it fits");
            let (mut right_1nn, mut right_3nn) = (0, 0);
            for text in 0..20 {
                let cosine = |row: u32| {
                    let mut sum = 0.0f32;
                    for (a, b) in test.row(text).iter().zip(pool.row(row as usize)) { sum += a * b; }
                    sum
                };
                let mut ranked: Vec<(f32, u32)> = order.iter().map(|&row| (cosine(row), row)).collect();
                ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
                let mut votes = [0.0f64; 4];
                for &(cosine, row) in ranked.iter().take(3) { votes[classes[row as usize] as usize] += 1.0 + f64::from(cosine); }
                let most = votes.iter().copied().fold(0.0, f64::max);
                let winner = ranked.iter().take(3).map(|&(_, row)| classes[row as usize]).find(|&class| votes[class as usize] == most);
                right_1nn += usize::from(classes[ranked[0].1 as usize] == classes[30 + text]);
                right_3nn += usize::from(winner == Some(classes[30 + text]));
            }
            prop_assert_eq!(quality.accuracy_1nn, Some(right_1nn as f64 / 20.0));
            prop_assert_eq!(quality.accuracy_3nn, Some(right_3nn as f64 / 20.0));
        }
    }
}
