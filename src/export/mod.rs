//! Picks and labels as files.

mod labeled;
mod picks;

pub use labeled::{ExportFormat, ExportRows, Labeled, export_file_name};
pub use picks::{PICK_COLUMNS, write_picks};
