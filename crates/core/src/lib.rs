//! The pure pipeline: from a file of texts to picks, labels and exports.
//!
//! ```text
//!  file ──load──▶ Pool ──embed──▶ Embeddings ──graph──▶ CsrGraph ──partition──▶ Partition ──select──▶ Selection
//!                                      │                                              │                    │
//!                                      └──────────────map (2-D Layout)◀───────────────┘                    ▼
//!                                                                                          label ──▶ Labels ──▶ export
//! ```
//!
//! The modules follow the order of the paper (FastGAS, ACL Findings 2024). This crate must never depend on a browser, a
//! clock, a thread, a file, a global or another crate of the workspace. The same pool, settings and seed give the same picks
//! natively and in WebAssembly, with any number of workers; [`matmul`] explains how.
//!
//! A stage knows the types of earlier stages and nothing of later ones. Partitioning and selection report their decisions
//! to a recorder of [`trace`]; [`worlds`] contains small graphs to demonstrate them on.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

pub mod bundle;
pub mod confidence;
pub mod config;
pub mod embed;
pub mod error;
pub mod evaluate;
pub mod export;
pub mod graph;
pub mod label;
pub mod load;
pub mod map;
pub mod matmul;
pub mod partition;
pub mod pipeline;
pub mod progress;
pub mod retrieve;
pub mod select;
pub mod trace;
pub mod worlds;

mod xml;
