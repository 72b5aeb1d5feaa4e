//! The list of projects, their backups, and the lock that allows only one tab to write.

pub mod backup;
pub mod backup_differences;
pub mod backup_effects;
#[cfg(any(test, feature = "test-support"))]
pub mod backup_fuzz;
pub mod cache_size;
#[cfg(test)]
pub mod compat_tests;
#[cfg(test)]
pub mod edited_backup_tests;
pub mod effects;
pub mod embedding_cache;
pub mod list;
pub mod state;
#[cfg(test)]
pub mod takeover_tests;
#[cfg(test)]
mod tests;

pub use state::*;
