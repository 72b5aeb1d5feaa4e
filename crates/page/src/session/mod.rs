//! The user's position in a project, kept across reloads: the current text, map settings, and unsubmitted input.

pub mod draft_field;
pub mod state;

pub use state::*;
