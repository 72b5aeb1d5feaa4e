//! Imports a colleague's labels from a file with the same texts. Asks for the annotators and for the question of the labels.

pub mod dialog;
pub mod state;
#[cfg(test)]
pub mod tests;

pub use state::*;
