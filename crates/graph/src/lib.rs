//! Embeddings become the kNN graph (paper, Section 3, "Data Similarity Graph Generation").
//!
//! Input: [`Embeddings`](fastgas_embedding::Embeddings), n×d. [`nearest_neighbors`] gives [`Neighbors`], n×k;
//! [`Duplicates`] are found in these and may be folded; [`CsrGraph::from_neighbors`] joins both directions. Invariant: the
//! graph is symmetric, without loops or multiple edges.
//!
//! ```text
//!  Embeddings ──exact or approximate search──▶ Neighbors ──from_neighbors──▶ CsrGraph
//!                                                  ├──▶ Duplicates
//!                                                  └──▶ Joined
//! ```
//!
//! This crate must never depend on a GPU, on a partition or on picks.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod around;
mod csr;
mod device;
mod duplicates;
mod error;
#[cfg(any(test, feature = "test-support"))]
#[doc(hidden)]
pub mod fixtures;
mod joined;
mod knn;
mod metis;
mod rest;
mod search;
mod spread;
mod stand_ins;

pub use around::Around;
pub use csr::CsrGraph;
pub use device::{Device, Ended, Searched, WhyCpu};
pub use duplicates::{DUPLICATE_COSINE, DuplicateCount, Duplicates, HashedVector};
pub use error::GraphError;
pub use joined::{Joined, cosine};
pub use knn::{
    Approximate, Candidates, Lists, Neighbors, Pairs, Portion, Step, all_pairs, answer_alone, approximate, complete,
    nearest_neighbors, progress, rerank,
};
pub use metis::{read_metis, read_parts, write_metis, write_parts};
pub use rest::{Begun, Rest};
pub use search::{EdgeWeights, Search};
pub use spread::{STEPS, Walkable, spread, walk};
pub use stand_ins::stand_ins;
