//! Labeling by several annotators: merged projects, disagreements, and agreement coefficients.

pub mod agreement_dialog;
pub mod panel;
pub mod state;
#[cfg(test)]
pub mod tests;

pub use state::*;
