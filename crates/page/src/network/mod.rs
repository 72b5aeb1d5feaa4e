//! Network requests of the page, its offline availability, and newer versions of the page.

pub mod dialog;
pub mod effects;
pub mod state;

pub use state::*;
