//! Comparison of selection methods: measures at several budgets, shown as a table and as dot plots.
//! The module also measures the accuracy of a language model that uses the picks of each method as examples.

pub mod dialog;
pub mod dot_plot;
pub mod dot_plot_view;
pub mod effects;
pub mod exam;
pub mod exam_consent;
pub mod exam_effects;
pub mod exam_panel;
pub mod metrics;
pub mod state;
pub mod test_file;
#[cfg(test)]
pub mod tests;

pub use exam::*;
pub use exam_consent::*;
pub use state::*;
