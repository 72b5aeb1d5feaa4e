//! Storage of the open project: what is not saved yet, in which order it is written, and the journal of pending changes.

pub mod effects;
pub mod journal;
pub mod state;

pub use state::*;
