//! Imports a colleague's labels from a file with the same texts. Asks who gave the labels and which question they answer.

pub mod dialog;
mod effects;
mod found;
pub mod state;
#[cfg(test)]
pub mod tests;

pub use found::KnownLabels;
pub(crate) use found::LabeledTable;
pub use state::*;
