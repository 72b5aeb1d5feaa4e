//! Embeddings become the kNN graph (paper, Section 3, "Data Similarity Graph Generation").
//!
//! Input: [`Embeddings`](crate::embed::Embeddings), n×d. [`nearest_neighbors`] gives [`Neighbors`], n×k;
//! [`Duplicates`] are found in these and may be folded; [`CsrGraph::from_neighbors`] joins both directions. Invariant: the graph is symmetric, without loops or
//! multiple edges.

mod csr;
mod device;
mod duplicates;
mod knn;
mod metis;
mod rest;
mod spread;
mod stand_ins;

pub use csr::CsrGraph;
pub use device::{Device, Ended, Searched, WhyCpu};
pub use duplicates::{DUPLICATE_COSINE, DuplicateCount, Duplicates, HashedVector};
#[doc(hidden)]
pub use knn::coarse;
pub use knn::{
    Approximate, Candidates, Lists, Neighbors, Pairs, Portion, Step, all_pairs, answer_alone, approximate, complete,
    nearest_neighbors, progress, rerank, rounding_error,
};
pub use metis::{read_metis, read_parts, write_metis, write_parts};
pub use rest::{Begun, Rest};
pub use spread::{STEPS, Walkable, spread, walk};
pub use stand_ins::stand_ins;
