//! Errors of writing a table into a file of another program.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use super::visible::visible_name as seen;
use crate::{FileKind, Verbatim};

/// Why a table cannot be written as a workbook or as Parquet. Rows of a sheet count from 1, as in a spreadsheet; the column
/// names are row 1.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum WriteTableError {
    /// The table has more rows than a sheet.
    #[error("the table has {rows} rows, and a sheet of Excel holds at most {limit} below the column names")]
    ManyRows {
        /// Number of rows.
        rows: u64,
        /// The largest possible number.
        limit: u64,
    },
    /// The table has more columns than a sheet.
    #[error("the table has {columns} columns, and a sheet of Excel holds at most {limit}")]
    ManyColumns {
        /// Number of columns.
        columns: u64,
        /// The largest possible number.
        limit: u64,
    },
    /// A text is longer than a cell.
    #[error(
        "row {row} of the sheet, column `{}`: the text has {letters} characters, and a cell of Excel holds at most {limit}",
        seen(column)
    )]
    LongCell {
        /// The row of the sheet.
        row: u64,
        /// The name of the column.
        column: String,
        /// Number of UTF-16 code units of the text.
        letters: u64,
        /// The largest possible number.
        limit: u64,
    },
    /// The writer refuses a text.
    #[error("row {row} of the sheet, column `{}`: this text cannot be written: {}", seen(column), said.quoted())]
    Cell {
        /// The row of the sheet.
        row: u64,
        /// The name of the column.
        column: String,
        /// Text of the writer.
        said: Verbatim,
    },
    /// Two columns have the same name.
    #[error("two columns are named `{}`, and in a Parquet file all names differ", seen(column))]
    SameColumn {
        /// The name.
        column: String,
    },
    /// The writer fails.
    #[error("the {format} file cannot be written: {}", said.quoted())]
    Failed {
        /// The format.
        format: FileKind,
        /// Text of the writer.
        said: Verbatim,
    },
}

impl WriteTableError {
    /// What the user can do about the error, as one sentence.
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
