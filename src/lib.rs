//! FastGAS: which of a pool's unlabeled texts should a person label first?
//!
//! ```text
//!  file ──load──▶ Pool ──embed──▶ Embeddings ──graph──▶ CsrGraph ──partition──▶ Partition ──select──▶ Selection
//!                                      │                                              │                    │
//!                                      └──────────────map (2-D Layout)◀───────────────┘                    ▼
//!                                                                                          label ──▶ Labels ──▶ export
//! ```
//!
//! The modules stand in the order of the paper (FastGAS, ACL Findings 2024). Everything from [`load`] to
//! [`export`] is pure Rust: no browser, no clock, no thread, no file. The same pool, settings and seed give
//! the same picks natively and in WebAssembly, with any number of workers; see [`matmul`] for how.
//!
//! A stage knows the types of earlier stages and nothing of later ones. [`trace`] stands beside them, as [`progress`]
//! does: partition and selection tell it what they do, and [`worlds`] are small graphs to watch that on.

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
pub mod protocol;
pub mod retrieve;
pub mod select;
pub mod trace;
pub mod worlds;

mod xml;

#[cfg(feature = "app")]
pub mod app;
#[cfg(any(test, feature = "app"))]
pub mod bridge;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "web")]
pub mod transport;
#[cfg(any(test, feature = "worker", feature = "encoder", all(feature = "gpu", feature = "web")))]
pub mod worker;
