//! Answers of a language model to the texts without a label: the requests, the user's consent, and the progress.
//! The module also contains the accuracy check on the labeled texts, and the review where the user accepts answers.

pub mod consent;
pub mod effects;
pub mod panel;
pub mod review;
pub mod review_dialog;
pub mod state;
#[cfg(test)]
pub mod tests;

pub use consent::*;
pub use review::*;
pub use state::*;
