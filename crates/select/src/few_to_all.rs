//! Cosines of a few instances to all instances of the pool.

use std::ops::Range;

use fastgas_embedding::Embeddings;
use fastgas_linalg::matmul::{Packed, multiply};
use fastgas_progress::{Task, Workers};

/// Number of instances per chunk of the pool. Each chunk is packed and multiplied in a separate task.
const CHUNK: usize = 1_024;

/// The embeddings of the pool, and a copy of the embeddings (n·d numbers) that is packed for matrix products.
/// The embeddings are packed only once, and all matrix products use the packed copy.
pub(super) struct Similarities<'a> {
    embeddings: &'a Embeddings,
    chunks: Vec<Packed>,
    workers: &'a dyn Workers,
}

impl<'a> Similarities<'a> {
    pub(super) fn new(embeddings: &'a Embeddings, workers: &'a dyn Workers) -> Similarities<'a> {
        let d = embeddings.dimensions();
        let mut chunks = vec![Packed::default(); embeddings.len().div_ceil(CHUNK)];
        let tasks = embeddings.as_slice().chunks(CHUNK * d).zip(&mut chunks);
        let tasks = tasks.map(|(rows, packed)| -> Task<'_> {
            Box::new(move || *packed = Packed::from_rows(rows, rows.len() / d, d))
        });
        workers.run(tasks.collect());
        Similarities {
            embeddings,
            chunks,
            workers,
        }
    }

    fn chunks(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let n = self.embeddings.len();
        (0..n).step_by(CHUNK).map(move |first| first..n.min(first + CHUNK))
    }

    /// The cosines of the instances in `rows` with all instances: a row of n cosines per instance. O(rows·n·d) time.
    pub(super) fn of(&self, rows: &[u32]) -> Vec<f32> {
        self.with(self.embeddings.gather(rows).as_slice(), rows.len())
    }

    /// The selectable instance with the highest inner product with the mean of all instances. Ties: the lowest id.
    /// Up to rounding, this instance also has the highest sum of cosines to all instances. O(n·d) time.
    pub(super) fn central(&self, open: &[bool]) -> u32 {
        let mean: Vec<f32> = self.embeddings.mean().iter().map(|&x| x as f32).collect();
        let products = self.with(&mean, 1);
        let products = products.iter().zip(open);
        lowest_of_most(products.map(|(&product, &open)| if open { product } else { f32::NEG_INFINITY }))
    }

    fn with(&self, vectors: &[f32], n_vectors: usize) -> Vec<f32> {
        let n = self.embeddings.len();
        let mut products = vec![0.0; n_vectors * n];
        let mut of_chunks = vec![Vec::new(); self.chunks.len()];
        let tasks = self.chunks.iter().zip(&mut of_chunks);
        let tasks = tasks.map(|(chunk, products)| -> Task<'_> {
            Box::new(move || {
                products.resize(n_vectors * chunk.columns(), 0.0);
                multiply(vectors, n_vectors, chunk, products);
            })
        });
        self.workers.run(tasks.collect());
        for (of_chunk, range) in of_chunks.iter().zip(self.chunks()) {
            for (all, some) in products.chunks_exact_mut(n).zip(of_chunk.chunks_exact(range.len())) {
                all[range.clone()].copy_from_slice(some);
            }
        }
        products
    }
}

/// The index of the largest number. Ties: the lowest index.
pub(super) fn lowest_of_most(numbers: impl Iterator<Item = f32>) -> u32 {
    let mut most = (f32::NEG_INFINITY, 0);
    for (number, place) in numbers.zip(0..) {
        if number > most.0 {
            most = (number, place);
        }
    }
    most.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{cosine, grouped};
    use crate::tests::Threads;

    #[test]
    fn rows_of_cosines_span_all_chunks() {
        let (embeddings, _) = grouped(&[1_500, 700], 4);
        let threads = Threads(3);
        let similarities = Similarities::new(&embeddings, &threads);
        let chunks: Vec<Range<usize>> = similarities.chunks().collect();
        assert_eq!(chunks, [0..1_024, 1_024..2_048, 2_048..2_200]);
        let all = similarities.of(&[7, 2_199]);
        for (row, cosines) in [7, 2_199].into_iter().zip(all.chunks_exact(2_200)) {
            assert!(
                (0..)
                    .zip(cosines)
                    .all(|(other, &x)| x == cosine(&embeddings, row, other))
            );
        }
    }
}
