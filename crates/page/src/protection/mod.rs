//! Encryption of a project with a passphrase.

pub mod dialogs;
pub mod effects;
pub mod state;
#[cfg(test)]
pub mod tests;

pub use state::*;
