//! Embeddings for tests.

use ndarray::Array2;
use proptest::prelude::*;

use crate::Embeddings;

/// Generates `n` unit vectors of length `d`. Some of the vectors are equal.
pub fn any_embeddings(n: usize, d: usize) -> impl Strategy<Value = Embeddings> {
    let number = prop_oneof![1 => Just(1i8), 3 => -9i8..=9];
    prop::collection::vec(number, n * d).prop_map(move |numbers| {
        let rows = Array2::from_shape_vec((n, d), numbers).expect("n×d");
        // The addition of 0.25 ensures that no row is zero.
        let rows = rows.mapv(|x| f32::from(x) + 0.25);
        Embeddings::normalized(rows).expect("no row is zero")
    })
}
