//! Compares embeddings with the embeddings of the full-precision model.
//! The speeds of two encoders are comparable only if both agree with the full-precision embeddings.

use std::collections::BTreeSet;

const N_NEIGHBORS: usize = 10;

#[derive(Debug)]
pub struct Agreement {
    /// Mean cosine between the vector of a text and the reference vector of the same text.
    pub mean: f64,
    pub least: f64,
    /// Mean overlap of a text's ten nearest texts by the reference vectors with those by the compared vectors, from 0 to 1.
    pub neighbors_kept: f64,
}

impl Agreement {
    /// `reference` and `vectors` contain one unit vector per text, in the same order. O(n²·d) time.
    pub fn of(reference: &[Vec<f32>], vectors: &[Vec<f32>]) -> Agreement {
        assert_eq!(reference.len(), vectors.len(), "there must be one vector per text");
        let cosines = reference.iter().zip(vectors).map(|(a, b)| cosine(a, b));
        let kept = nearest(reference)
            .zip(nearest(vectors))
            .map(|(a, b)| a.intersection(&b).count());
        let texts = reference.len() as f64;
        Agreement {
            mean: cosines.clone().sum::<f64>() / texts,
            least: cosines.fold(f64::INFINITY, f64::min),
            neighbors_kept: kept.sum::<usize>() as f64 / (texts * N_NEIGHBORS as f64),
        }
    }
}

/// Of equally near vectors, the vector with the lower index is preferred.
fn nearest(vectors: &[Vec<f32>]) -> impl Iterator<Item = BTreeSet<usize>> {
    vectors.iter().enumerate().map(|(index, vector)| {
        let others = (0..vectors.len()).filter(|&other| other != index);
        let mut others: Vec<(f64, usize)> = others.map(|other| (cosine(vector, &vectors[other]), other)).collect();
        others.sort_by(|a, b| b.0.total_cmp(&a.0));
        others.into_iter().take(N_NEIGHBORS).map(|(_, other)| other).collect()
    })
}

fn cosine(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circle(degrees: impl IntoIterator<Item = f32>) -> Vec<Vec<f32>> {
        let vector = |degrees: f32| vec![degrees.to_radians().cos(), degrees.to_radians().sin()];
        degrees.into_iter().map(vector).collect()
    }

    #[test]
    fn identical_vectors_agree_fully() {
        let vectors = circle((0..30).map(|index| index as f32));
        let agreement = Agreement::of(&vectors, &vectors);
        assert!(
            (agreement.least - 1.0).abs() < 1e-6 && agreement.neighbors_kept == 1.0,
            "{agreement:?}"
        );
    }

    #[test]
    fn single_deviating_vector_lowers_agreement() {
        let reference = circle((0..30).map(|index| index as f32));
        let mut vectors = reference.clone();
        vectors[7] = circle([97.0]).remove(0);
        let agreement = Agreement::of(&reference, &vectors);
        assert!(agreement.least.abs() < 1e-6, "{agreement:?}");
        assert!((agreement.mean - 29.0 / 30.0).abs() < 1e-6, "{agreement:?}");
        assert!((0.5..0.99).contains(&agreement.neighbors_kept), "{agreement:?}");
    }
}
