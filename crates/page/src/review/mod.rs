//! Review: a list of all kinds of answers that the user should check, and all picks in one table.

pub mod queue;
pub mod queue_view;
pub mod state;
pub mod table;
pub mod table_view;
#[cfg(test)]
pub mod tests;
pub mod view;

pub use state::*;
