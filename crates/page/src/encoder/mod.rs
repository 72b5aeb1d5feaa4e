//! Encoders of the page: the import, the multilingual encoder, and the panel that describes the encoder in use.

pub mod describe;
pub mod dialog;
pub mod draft;
pub mod effects;
pub mod panel;
pub mod state;
#[cfg(test)]
mod tests;

pub use state::*;
