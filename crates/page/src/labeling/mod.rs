//! Labeling: the texts, the label set, the keys, and the answers of the user.

pub mod activity;
pub mod bulk_label;
pub mod color_picker;
pub mod dwell_time;
pub mod explain;
pub mod find_label;
pub mod goal_view;
pub mod label_set;
pub mod label_set_view;
pub mod last_step;
pub mod last_step_view;
pub mod list_filter;
pub mod list_view;
pub mod review_view;
pub mod save_gate;
pub mod state;
#[cfg(test)]
mod tests;
pub mod view;

pub use state::*;
