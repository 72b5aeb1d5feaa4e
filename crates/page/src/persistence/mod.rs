//! Storage of the open project: pending changes, the order of writes, and the journal of pending changes.

pub mod effects;
pub mod journal;
pub mod state;
#[cfg(test)]
mod tests;

pub use state::*;
