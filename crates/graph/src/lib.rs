//! Builds the kNN graph from embeddings (paper, Section 3, "Data Similarity Graph Generation").
//!
//! The input is an n×d matrix of [`Embeddings`](fastgas_embedding::Embeddings).
//! [`nearest_neighbors`] returns the n×k [`Neighbors`]. [`Duplicates`] finds near-duplicates in the neighbor lists.
//! [`CsrGraph::from_neighbors`] makes the neighbor relation symmetric and returns the graph.
//! Invariant: the graph is symmetric and has no loops or multiple edges.
//!
//! ```text
//!  Embeddings ──exact or approximate search──▶ Neighbors ──from_neighbors──▶ CsrGraph
//!                                                  └──▶ Duplicates
//! ```
//!
//! This crate must never depend on a GPU, on a partition or on the selected instances.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod adjacency;
mod csr;
mod device;
mod duplicates;
mod error;
#[cfg(any(test, feature = "test-support"))]
#[doc(hidden)]
pub mod fixtures;
mod group;
mod knn;
mod label_propagation;
mod metis;
mod metis_reason;
mod neighborhood;
mod partial_search;
mod representatives;
mod search;

pub use adjacency::{Adjacency, cosine};
pub use csr::CsrGraph;
pub use device::{CpuReason, Device, GpuOutcome, GpuShare, SearchBackend};
pub use duplicates::{DUPLICATE_COSINE, DuplicateCount, Duplicates, HashedVector};
pub use error::GraphError;
pub use group::group_by_key;
pub use knn::{
    Approximate, Candidates, Lists, Neighbors, Pairs, SearchChunk, Step, all_pairs, answer_alone, approximate,
    fill_exact, nearest_neighbors, progress, rerank,
};
pub use label_propagation::{MAX_WALK_STEPS, WeightedGraph, absorb_walks, propagate_labels};
pub use metis::{read_metis, read_parts, write_metis, write_parts};
pub use metis_reason::{MetisReason, MetisValue};
pub use neighborhood::NeighborInGraph;
pub use partial_search::{PartialSearch, RemainingSearch};
pub use representatives::representatives;
pub use search::{EdgeWeights, Search};
