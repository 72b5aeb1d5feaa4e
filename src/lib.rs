//! FastGAS: which unlabeled texts of a pool should be labeled first?
//!
//! This package is the facade: it re-exports the crates in `crates/`.
//! The binaries of this package are the seven WebAssembly programs of the site and the command-line program.
//!
//! ```text
//!  file ──data──▶ Pool ──embedding, encoder──▶ Embeddings ──graph, gpu──▶ CsrGraph ──partition──▶ Partition ──select──▶ Selection
//!                                                  │                                                             │
//!                                                  └──▶ map                            trace ◀── recorded run ───┤
//!                                                                                                                ▼
//!                                                                               annotation: labels, prompts, exports
//!
//!  page ──▶ platform ──▶ protocol ──▶ all of the above      worker ──▶ protocol, encoder, gpu      cli ──▶ protocol, encoder, gpu
//! ```
//!
//! The first diagram shows the flow of data. In the second diagram, arrows lead from a crate to its dependencies.
//! No crate in the first diagram depends on a browser.

pub use fastgas_annotation as annotation;
pub use fastgas_data as data;
pub use fastgas_embedding as embedding;
pub use fastgas_graph as graph;
pub use fastgas_linalg as linalg;
pub use fastgas_map as map;
pub use fastgas_partition as partition;
pub use fastgas_progress as progress;
pub use fastgas_protocol as protocol;
pub use fastgas_select as select;
pub use fastgas_trace as trace;
pub use fastgas_tsne as tsne;

#[cfg(feature = "cli")]
pub use fastgas_cli as cli;
#[cfg(feature = "model")]
pub use fastgas_encoder as encoder;
#[cfg(feature = "gpu")]
pub use fastgas_gpu as gpu;
#[cfg(all(feature = "app", target_arch = "wasm32"))]
pub use fastgas_page as page;
#[cfg(feature = "app")]
pub use fastgas_platform as platform;
#[cfg(feature = "tables")]
pub use fastgas_tables as tables;
#[cfg(feature = "any-worker")]
pub use fastgas_worker as worker;
