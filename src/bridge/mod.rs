//! The page's side of the workers and of storage.
//!
//! ```text
//!  Workers ──submit──▶ Schedule ──Action──▶ Web Workers
//!     ▲                    ▲                     │
//!     └────answers─────────┴──done, died, ready──┘
//! ```
//!
//! [`schedule`] and [`batches`] decide and are plain Rust; [`workers`] does as they say and decides nothing.

mod batches;
mod schedule;

#[cfg(feature = "app")]
pub mod assets;
#[cfg(feature = "app")]
mod cancel;
#[cfg(feature = "app")]
mod storage;
#[cfg(feature = "app")]
mod workers;

#[cfg(feature = "app")]
pub use cancel::Cancel;
#[cfg(feature = "app")]
pub use storage::{Project, ProjectHead, Storage, StorageError};
#[cfg(feature = "app")]
pub use workers::{Selected, Workers};
