//! FastGAS: which of a pool's unlabeled texts should a person label first?
//!
//! This package is the facade: it re-exports the crates below `crates/`, and its binaries are the five WebAssembly programs
//! of the site and the native program.
//!
//! ```text
//!  app ──▶ page ──▶ platform ──▶ protocol ──▶ core
//!  worker, worker-encoder, worker-gpu ──▶ worker ──▶ protocol, encoder, gpu ──▶ core
//!  fastgas ──▶ cli ──▶ encoder, gpu ──▶ core
//! ```

#[cfg(feature = "cli")]
pub use fastgas_cli as cli;
pub use fastgas_core::*;
#[cfg(feature = "model")]
pub use fastgas_encoder as encoder;
#[cfg(feature = "gpu")]
pub use fastgas_gpu as gpu;
#[cfg(feature = "app")]
pub use fastgas_page as page;
#[cfg(feature = "app")]
pub use fastgas_platform as platform;
#[cfg(any(feature = "app", feature = "worker"))]
pub use fastgas_protocol as protocol;
#[cfg(feature = "worker")]
pub use fastgas_worker as worker;
