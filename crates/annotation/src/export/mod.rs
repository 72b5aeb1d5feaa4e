//! Picks and labels as files, there and back.

mod hugging_face;
mod json;
mod label_studio;
mod labeled;
mod picks;
mod read;
mod table;
mod who;

pub use labeled::{ExportFormat, ExportRows, Exported, Formulas, Labeled, export_file_name, name_beside, stem};
pub use picks::{PICK_COLUMNS, REASON_COLUMNS, write_picks};
pub use read::{read_labeled, read_picks};
pub use table::Guard;
