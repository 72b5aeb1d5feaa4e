//! Import of texts: reads a dropped file as the pool of a project, or adds its texts to the open project.

pub mod append;
pub mod append_view;
#[cfg(test)]
pub mod case_tests;
pub mod classify_files;
mod column_labels;
pub mod dataset_panel;
pub mod effects;
pub mod labels_per_cell;
pub mod paste;
pub mod preview;
pub mod state;
#[cfg(test)]
pub mod tests;
pub mod typed_field;
pub mod view;

pub use column_labels::{ColumnImport, ColumnLabels};
pub use state::*;
