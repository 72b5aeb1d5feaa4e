//! Imports a colleague's labels from a file with the same texts: whose labels they are and which question they answer.

pub mod dialog;
pub mod state;
#[cfg(test)]
pub mod tests;

pub use state::*;
