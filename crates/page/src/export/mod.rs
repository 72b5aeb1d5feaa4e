//! Exports of the labeled texts in the formats of other programs.

pub mod columns;
pub mod effects;
pub mod source;
pub mod state;
pub mod view;
pub mod zip;

pub use state::*;
