//! The page's side of the workers and of storage.

mod storage;
mod workers;

pub use storage::{Project, ProjectHead, Storage, StorageError};
pub use workers::{Cancel, Selected, Workers};
