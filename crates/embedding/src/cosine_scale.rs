//! A similarity scale that does not depend on the range of an encoder's cosines.
//!
//! ```text
//!  cosines of     two texts on average     same meaning    equal vectors
//!  MiniLM         0.23 ──────────────────────────0.90──────────1          0.90 and 0.979 have the same position:
//!  e5-small                            0.84 ─────0.979─────────1          0.87 of the way from the mean cosine to 1
//! ```

use serde::{Deserialize, Serialize};

use crate::Embeddings;

/// Scale for the cosines of a pool: 0 is the mean cosine of two different texts, and 1 is the cosine of equal vectors.
///
/// A threshold for cosines fits only one encoder, because all cosines of some encoders are between 0.75 and 1.
/// A threshold on this scale selects a similar number of pairs with every encoder.
/// For example, 1,200 questions of Banking77 have 719,400 pairs.
/// A threshold of 0.87 on this scale selects 197 pairs with all-MiniLM-L6-v2 and 67 pairs with multilingual-e5-small.
/// A cosine threshold of 0.9 selects 195 pairs with all-MiniLM-L6-v2 and 16,935 pairs with multilingual-e5-small.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CosineScale {
    mean: f64,
}

impl CosineScale {
    /// Measures the scale of `embeddings`. O(n·d) time.
    /// If μ is the mean vector, the mean cosine of two different rows is (n·|μ|² − 1)/(n − 1).
    /// The order of all additions is fixed. The mean cosine of fewer than two rows is 0.
    pub fn of(embeddings: &Embeddings) -> CosineScale {
        let n = embeddings.len() as f64;
        if n < 2.0 {
            return CosineScale::with_mean(0.0);
        }
        let square: f64 = embeddings.mean().iter().map(|x| x * x).sum();
        CosineScale::with_mean((n * square - 1.0) / (n - 1.0))
    }

    /// Returns the scale of a pool with a known mean cosine. Values outside −1 to 1 (rounding errors) are clamped.
    pub fn with_mean(mean: f64) -> CosineScale {
        CosineScale {
            mean: mean.clamp(-1.0, 1.0),
        }
    }

    /// Mean cosine of two different texts of the pool.
    pub fn mean(self) -> f64 {
        self.mean
    }

    /// Converts the position `share` on this scale to a cosine.
    /// The position 0 is the mean cosine, and the position 1 is the cosine of equal vectors.
    pub fn cosine_at(self, share: f64) -> f32 {
        (self.mean + share * (1.0 - self.mean)) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::any_embeddings;
    use ndarray::{Array2, array};
    use proptest::prelude::*;

    fn scale(rows: Array2<f32>) -> CosineScale {
        CosineScale::of(&Embeddings::normalized(rows).expect("no row is zero"))
    }

    #[test]
    fn cosine_scale_of_wide_and_narrow_ranges_equals_hand_computed_values() {
        // The pairwise cosines of the three rows are 0.6, −1 and −0.6.
        let wide = scale(array![[1.0, 0.0], [0.6, 0.8], [-1.0, 0.0]]);
        assert!((wide.mean() + 1.0 / 3.0).abs() < 1e-6, "{wide:?}");
        assert!((wide.cosine_at(0.5) - 1.0 / 3.0).abs() < 1e-6);
        // The rows have an additional common component, which changes a cosine c to 0.64 + 0.36·c.
        let narrow = scale(array![[0.8, 0.6, 0.0], [0.8, 0.36, 0.48], [0.8, -0.6, 0.0]]);
        assert!((narrow.mean() - 0.52).abs() < 1e-6, "{narrow:?}");
        assert!((narrow.cosine_at(0.5) - 0.76).abs() < 1e-6);
        assert_eq!(narrow.cosine_at(1.0), 1.0);
    }

    #[test]
    fn equal_rows_have_a_mean_of_one_and_single_rows_of_zero() {
        let equal = scale(array![[0.6, 0.8], [0.6, 0.8], [0.6, 0.8]]);
        assert!((equal.mean() - 1.0).abs() < 1e-6 && equal.mean() <= 1.0, "{equal:?}");
        assert_eq!(scale(array![[0.6, 0.8]]).mean(), 0.0);
        assert_eq!(CosineScale::with_mean(1.000_001).cosine_at(0.5), 1.0);
    }

    proptest! {
        #[test]
        fn mean_equals_that_of_all_pairs(all in any_embeddings(12, 5)) {
            let cosine = |a: usize, b: usize| f64::from(all.row(a).dot(&all.row(b)));
            let pairs = (0..12).flat_map(|a| (0..a).map(move |b| (a, b)));
            let mean = pairs.map(|(a, b)| cosine(a, b)).sum::<f64>() / 66.0;
            prop_assert!((CosineScale::of(&all).mean() - mean).abs() < 1e-5);
        }
    }
}
