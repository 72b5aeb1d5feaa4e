//! Embeddings become the kNN graph (paper, Section 3, "Data Similarity Graph Generation").
//!
//! Input: [`Embeddings`](crate::embed::Embeddings), n×d. [`nearest_neighbors`] gives [`Neighbors`], n×k;
//! [`Duplicates`] are found in these and may be folded; [`CsrGraph::from_neighbors`] joins both directions. Invariant: the graph is symmetric, without loops or
//! multiple edges.

mod csr;
mod duplicates;
mod knn;
mod metis;

pub use csr::CsrGraph;
pub use duplicates::{DUPLICATE_COSINE, DuplicateCount, Duplicates};
pub use knn::{
    Candidates, Lists, Neighbors, Pairs, all_pairs, complete, nearest_neighbors, progress, rerank, rounding_error,
};
pub use metis::{read_metis, read_parts, write_metis, write_parts};
