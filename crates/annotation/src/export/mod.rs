//! Exports picks and labels to files, and reads exported files.

mod added_columns;
mod annotator_columns;
mod columns;
mod formats;
mod hugging_face;
#[cfg(test)]
mod injection_tests;
mod json;
mod json_lines;
mod label_studio;
mod lines;
mod picks;
mod pieces;
pub(crate) mod record;
mod reimport;

pub use columns::AddedColumn;
pub use fastgas_data::EscapeFormulas;
pub use formats::{ExportFormat, Exported, Formulas, SlicedExport, derived_file_name, export_file_name, stem};
pub use hugging_face::Dataset;
pub use picks::{PICK_COLUMNS, REASON_COLUMNS, picks_table};
pub use pieces::FilePieces;
pub use record::{ColumnOrder, ExportRows, Labeled};
pub use reimport::{
    NumberedRows, ReadBack, ReadNote, copied_columns_in_slices, exported_labels, numbered_rows_in_slices, read_labeled,
    read_picks,
};
