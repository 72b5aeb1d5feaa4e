//! Imported encoders: files, settings and trial of an encoder, and the panel that describes the encoder in use.

pub mod describe;
pub mod dialog;
pub mod draft;
pub mod effects;
pub mod panel;
pub mod state;
#[cfg(test)]
mod tests;

pub use state::*;
