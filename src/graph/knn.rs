//! Exact k nearest neighbours.

use ndarray::Array2;

/// The k nearest neighbours of each instance, nearest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbors {
    /// n×k instance ids.
    pub ids: Array2<u32>,
    /// n×k cosines.
    pub similarities: Array2<f32>,
}

use crate::embed::Embeddings;
use crate::progress::Report;

/// The k nearest neighbours of every row by cosine, exactly; equal similarities by lowest id.
pub fn nearest_neighbors(_embeddings: &Embeddings, _n_neighbors: usize, _report: Report<'_>) -> Neighbors {
    todo!()
}
