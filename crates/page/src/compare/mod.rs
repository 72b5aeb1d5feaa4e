//! Comparison of selection methods: their metrics at several budgets, as a table and a dot plot.

pub mod dialog;
pub mod dot_plot;
pub mod dot_plot_view;
pub mod effects;
pub mod metrics;
pub mod state;
#[cfg(test)]
pub mod tests;

pub use state::*;
