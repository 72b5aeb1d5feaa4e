//! Texts similar to the current text, and near-duplicates, for labeling many texts in one step.

pub mod dialogs;
pub mod effects;
pub mod state;
#[cfg(test)]
pub mod tests;

pub use state::*;
