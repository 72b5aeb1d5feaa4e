//! What a selection is worth: with labels that a person already has, and without any.
//!
//! Input: the pool's embeddings, its kNN graph and the rows of the picks; for accuracies also [`TrueLabels`].
//! Output: [`Coverage`], a [`CoverageCurve`] and [`LabelQuality`]. [`explain`](explain()) says why each pick was taken.
//!
//! ```text
//!  Embeddings, CsrGraph, picks ──▶ Coverage, CoverageCurve, reasons     no labels
//!                TrueLabels ──────▶ LabelQuality                        labels, read here and nowhere else
//! ```
//!
//! Selection comes before evaluation, and nothing points back: no selector takes [`TrueLabels`], and nothing outside
//! this module can look into them.

mod accuracy;
mod coverage;
mod explain;
mod propagation;
mod true_labels;

use ndarray::{Array2, Axis};

pub use accuracy::{Known, LabelQuality, label_quality};
pub use coverage::{Coverage, CoverageCurve, CoveragePoint, Gain, REDUNDANT_COSINE, coverage};
pub use explain::{Reason, explain};
pub use true_labels::TrueLabels;

use crate::embed::Embeddings;
use crate::error::EvaluateError;
use crate::matmul::{Packed, multiply};

/// Rows that are multiplied at a time, so that the cosines of a block stay in the cache.
const BLOCK: usize = 128;

/// The picks, checked: distinct rows of a pool of `n`, at least one.
fn check_picks(picks: &[u32], n: usize) -> Result<(), EvaluateError> {
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

/// The vectors of `rows`, in their order.
fn vectors_of(embeddings: &Embeddings, rows: &[u32]) -> Array2<f32> {
    let rows: Vec<usize> = rows.iter().map(|&row| row as usize).collect();
    embeddings.as_array().select(Axis(0), &rows)
}

/// Calls `visit` with every row of `texts` and its cosines to all of `picks`, in their order; both of unit vectors in
/// standard layout. O(texts × picks × d).
fn each_cosines(texts: &Array2<f32>, picks: &Array2<f32>, mut visit: impl FnMut(usize, &[f32])) {
    let ((n, d), n_picks) = (texts.dim(), picks.nrows());
    let [texts, picks] = [texts, picks].map(|rows| rows.as_slice().expect("standard layout"));
    let picks = Packed::from_rows(picks, n_picks, d);
    let mut cosines = vec![0.0; BLOCK.min(n) * n_picks];
    for first in (0..n).step_by(BLOCK) {
        let n_texts = BLOCK.min(n - first);
        let cosines = &mut cosines[..n_texts * n_picks];
        multiply(&texts[first * d..][..n_texts * d], n_texts, &picks, cosines);
        for (text, cosines) in (first..).zip(cosines.chunks_exact(n_picks)) {
            visit(text, cosines);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `n` unit vectors of length `d`, some of them alike.
    pub(crate) fn any_embeddings(n: usize, d: usize) -> impl Strategy<Value = Embeddings> {
        let number = prop_oneof![1 => Just(1i8), 3 => -9i8..=9];
        prop::collection::vec(number, n * d).prop_map(move |numbers| {
            let rows = Array2::from_shape_vec((n, d), numbers).expect("n×d");
            // No row is zero.
            let rows = rows.mapv(|x| f32::from(x) + 0.25);
            Embeddings::normalized(rows).expect("no row is zero")
        })
    }

    #[test]
    fn cosines_come_in_order_whatever_the_block() {
        let rows = Array2::from_shape_fn((BLOCK * 2 + 3, 2), |(row, axis)| (row * 2 + axis) as f32);
        let picks = Array2::from_shape_vec((2, 2), vec![1.0, 0.0, 0.0, 1.0]).expect("2×2");
        let mut next = 0;
        each_cosines(&rows, &picks, |text, cosines| {
            assert_eq!((text, cosines), (next, &[(next * 2) as f32, (next * 2 + 1) as f32][..]));
            next += 1;
        });
        assert_eq!(next, rows.nrows());
    }
}
