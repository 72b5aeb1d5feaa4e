//! Confidences of a language model, which the method vote-k needs: the requests, the user's consent, their progress, and the
//! answers.

pub mod consent;
pub mod effects;
pub mod panel;
pub mod state;
#[cfg(test)]
pub mod tests;

pub use consent::*;
pub use state::*;
