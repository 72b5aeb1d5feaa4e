//! Evaluates a selection, with known labels or without labels.
//!
//! Input: the pool's embeddings, the kNN graph and the rows of the picks. Accuracies also need [`TrueLabels`].
//! Output: [`Coverage`], a [`CoverageCurve`] and [`LabelQuality`]. [`explain`](explain()) explains each pick.
//! [`Comparison`] runs selections, and [`compare`](compare()) summarizes the runs.
//!
//! ```text
//!  Embeddings, CsrGraph, picks ──▶ Coverage, CoverageCurve, reasons     no labels
//!                TrueLabels ──────▶ LabelQuality                        known labels, which only this module reads
//! ```
//!
//! [`answers`] measures the answers of a language model that gets the picks as examples.
//!
//! Evaluation depends on selection, but selection never depends on evaluation.
//! No selection method receives [`TrueLabels`], and no code outside this module can read them.

mod accuracy;
pub mod answers;
mod compare;
mod comparison;
mod coverage;
mod explain;
mod propagation;
mod true_labels;

pub use accuracy::{KnownLabels, LabelQuality, LabeledTexts, label_quality};
pub use compare::{
    ANSWER_INTERVAL, ANSWER_MEASURES, Estimate, MEASURES, Plan, Row, Run, best_first, compare, comparison_table,
};
pub use comparison::Comparison;
pub use coverage::{Coverage, CoverageCurve, CoveragePoint, Gain, REDUNDANT_SHARE, coverage};
pub use explain::{Reason, explain};
pub use true_labels::TrueLabels;

use crate::EvaluateError;
use fastgas_embedding::Embeddings;
use fastgas_linalg::matmul::{Packed, multiply};

/// Number of rows per matrix product, small enough that the resulting cosines stay in the cache.
const BLOCK: usize = 128;

/// Checks that there are picks and that the picks are distinct rows of a pool of `n` rows. O(n + picks) time.
///
/// # Errors
/// Returns [`EvaluateError::NoPicks`] if there are no picks.
/// Returns [`EvaluateError::PickOutside`] or [`EvaluateError::PickTwice`] for the first invalid pick.
pub fn check_picks(picks: &[u32], n: usize) -> Result<(), EvaluateError> {
    let mut picked = vec![false; n];
    for &row in picks {
        match picked.get_mut(row as usize) {
            None => {
                return Err(EvaluateError::PickOutside {
                    row,
                    n_instances: n as u32,
                });
            }
            Some(true) => return Err(EvaluateError::PickTwice { row }),
            Some(picked) => *picked = true,
        }
    }
    if picks.is_empty() {
        return Err(EvaluateError::NoPicks);
    }
    Ok(())
}

/// Calls `visit` with every row of `texts` and its cosines to all picks, in pick order. O(texts × picks × d) time.
fn each_cosines(texts: &Embeddings, picks: &Embeddings, mut visit: impl FnMut(usize, &[f32])) {
    let (n, d, n_picks) = (texts.len(), texts.dimensions(), picks.len());
    let picks = Packed::from_rows(picks.as_slice(), n_picks, d);
    let mut cosines = vec![0.0; BLOCK.min(n) * n_picks];
    for first in (0..n).step_by(BLOCK) {
        let n_texts = BLOCK.min(n - first);
        let cosines = &mut cosines[..n_texts * n_picks];
        multiply(&texts.as_slice()[first * d..][..n_texts * d], n_texts, &picks, cosines);
        for (text, cosines) in (first..).zip(cosines.chunks_exact(n_picks)) {
            visit(text, cosines);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn cosines_are_visited_in_order_across_blocks() {
        let axes = Embeddings::normalized(array![[1.0, 0.0], [0.0, 1.0]]).expect("no row is zero");
        let rows: Vec<u32> = (0..BLOCK as u32 * 2 + 3).map(|row| u32::from(row % 3 == 0)).collect();
        let mut visited = 0;
        each_cosines(&axes.gather(&rows), &axes, |text, cosines| {
            let expected = [1 - rows[text], rows[text]].map(|x| x as f32);
            assert_eq!((text, cosines), (visited, &expected[..]));
            visited += 1;
        });
        assert_eq!(visited, rows.len());
    }
}
