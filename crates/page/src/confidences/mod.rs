//! Confidences of a language model, which the selection method vote-k needs.
//! The module contains the requests, the user's consent, the progress, and the resulting confidences.

pub mod consent;
pub mod effects;
pub mod panel;
pub mod state;
#[cfg(test)]
pub mod tests;

pub use consent::*;
pub use state::*;
