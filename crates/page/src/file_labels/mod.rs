//! Imports labels from a file whose texts are in the open project. The file may come from a colleague.
//! The user chooses the question whose answers are imported, and names the annotators.

pub mod dialog;
mod effects;
mod found;
pub mod state;
#[cfg(test)]
pub mod tests;

pub use found::KnownLabels;
pub(crate) use found::LabeledTable;
pub use state::*;
