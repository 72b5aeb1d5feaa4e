//! Imports a colleague's labels from a file with the same texts. Asks the user for the annotators and for the question.

pub mod dialog;
mod effects;
mod found;
pub mod state;
#[cfg(test)]
pub mod tests;

pub use found::KnownLabels;
pub(crate) use found::LabeledTable;
pub use state::*;
