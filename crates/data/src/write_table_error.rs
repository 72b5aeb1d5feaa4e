//! Errors that occur while a table is written to a file for another program.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use super::visible::visible_name as seen;
use crate::{FileKind, Verbatim};

/// Why a table cannot be written as a workbook or a Parquet file.
/// Row numbers of a sheet start at 1, as in a spreadsheet, and the column names are in row 1.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum WriteTableError {
    /// The table has more rows than a sheet can have.
    #[error("the table has {rows} rows, and a sheet of Excel holds at most {limit} below the column names")]
    ManyRows {
        /// Number of rows in the table.
        rows: u64,
        /// Maximum number of rows below the column names in a sheet.
        limit: u64,
    },
    /// The table has more columns than a sheet can have.
    #[error("the table has {columns} columns, and a sheet of Excel holds at most {limit}")]
    ManyColumns {
        /// Number of columns in the table.
        columns: u64,
        /// Maximum number of columns in a sheet.
        limit: u64,
    },
    /// A text is longer than a cell can hold.
    #[error(
        "row {row} of the sheet, column `{}`: the text has {letters} characters, and a cell of Excel holds at most {limit}",
        seen(column)
    )]
    LongCell {
        /// 1-based row of the sheet that contains the text that is too long.
        row: u64,
        /// Name of the column that contains the text that is too long.
        column: String,
        /// Number of UTF-16 code units of the text.
        letters: u64,
        /// Maximum number of UTF-16 code units of a cell.
        limit: u64,
    },
    /// The library that writes the workbook or the Parquet file rejects a text.
    #[error("row {row} of the sheet, column `{}`: this text cannot be written: {}", seen(column), message.quoted())]
    Cell {
        /// 1-based row of the sheet that contains the rejected text.
        row: u64,
        /// Name of the column that contains the rejected text.
        column: String,
        /// Error message from the library.
        message: Verbatim,
    },
    /// Two columns of the table have the same name.
    #[error("two columns are named `{}`, but a Parquet file needs different names", seen(column))]
    SameColumn {
        /// The repeated column name.
        column: String,
    },
    /// The library that writes the workbook or the Parquet file fails.
    #[error("the {format} file cannot be written: {}", message.quoted())]
    Failed {
        /// Format of the file.
        format: FileKind,
        /// Error message from the library.
        message: Verbatim,
    },
}

impl WriteTableError {
    /// Advice on what the user can do about the error, in one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            WriteTableError::ManyRows { .. } | WriteTableError::ManyColumns { .. } => {
                "Write CSV or Parquet instead, which have no such limit."
            }
            WriteTableError::LongCell { .. } | WriteTableError::Cell { .. } => {
                "Write CSV or Parquet instead, which hold every text."
            }
            WriteTableError::SameColumn { .. } => {
                "Rename one of them in your file, or write CSV or a workbook instead."
            }
            WriteTableError::Failed { .. } => "Write CSV instead.",
        }
    }
}
