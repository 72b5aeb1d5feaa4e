//! Suggested labels, and the dialog to review suggestions.

pub mod effects;
pub mod panel;
pub mod review_dialog;
pub mod state;
#[cfg(test)]
pub mod tests;

pub use state::*;
