//! Runs: settings, early picks, selection, progress, time estimates and results.

pub mod coverage;
pub mod coverage_view;
pub mod early;
pub mod early_button;
pub mod early_effects;
pub mod effects;
pub mod memory_limit;
pub mod progress;
pub mod select_effects;
pub mod settings;
pub mod settings_form;
pub mod sketch_view;
pub mod state;
pub mod summary;
#[cfg(test)]
mod tests;
pub mod time_estimate;

pub use state::*;
