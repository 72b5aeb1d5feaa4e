//! Prompts with the labeled texts as demonstrations.

pub mod dialog;
pub mod effects;
pub mod settings_form;
pub mod state;
#[cfg(test)]
pub mod tests;

pub use state::*;
