//! Cosines of a few instances with all.

use crate::embed::Embeddings;
use crate::matmul::{Packed, multiply};

/// The pool, packed once for any number of products: as much memory again as the embeddings take, n·d numbers.
pub(super) struct Similarities<'a> {
    embeddings: &'a Embeddings,
    packed: Packed,
}

impl<'a> Similarities<'a> {
    pub(super) fn new(embeddings: &'a Embeddings) -> Similarities<'a> {
        let packed = Packed::from_rows(embeddings.as_slice(), embeddings.len(), embeddings.dimensions());
        Similarities { embeddings, packed }
    }

    /// Their cosines with all, one row of n for each. O(rows·n·d).
    pub(super) fn of(&self, rows: &[u32]) -> Vec<f32> {
        self.with(self.embeddings.gather(rows).as_slice(), rows.len())
    }

    /// The instance nearest to the mean of all: the one with the largest sum of cosines, up to rounding. Ties: the lowest
    /// id. O(n·d).
    pub(super) fn central(&self) -> u32 {
        let mean: Vec<f32> = self.embeddings.mean().iter().map(|&x| x as f32).collect();
        let products = self.with(&mean, 1);
        lowest_of_most(products.iter().copied())
    }

    fn with(&self, vectors: &[f32], n_vectors: usize) -> Vec<f32> {
        let mut products = vec![0.0; n_vectors * self.embeddings.len()];
        multiply(vectors, n_vectors, &self.packed, &mut products);
        products
    }
}

/// The place of the largest number; ties: the lowest place.
pub(super) fn lowest_of_most(numbers: impl Iterator<Item = f32>) -> u32 {
    let mut most = (f32::NEG_INFINITY, 0);
    for (number, place) in numbers.zip(0..) {
        if number > most.0 {
            most = (number, place);
        }
    }
    most.1
}
