//! Error type of the answer evaluation.

use thiserror::Error as ThisError;

use fastgas_data::counted;

/// The reason why the answers of a language model cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum AnswersError {
    /// A required column is missing in the answer file.
    #[error("there is no column `{column}`; the columns are `{}`", columns.join("`, `"))]
    NoColumn {
        /// Name of the missing column.
        column: &'static str,
        /// Names of the columns in the file.
        columns: Vec<String>,
    },
    /// The column of the true labels contains answers of the language model.
    #[error("column `{column}` holds the answers of the language model, not the true labels")]
    AnswersAsTruth {
        /// Name of the column that contains answers.
        column: String,
    },
    /// A cell of the `row` column is not a whole number.
    #[error("record {record}: `{cell}` in column `row` is not a whole number")]
    NotARow {
        /// 1-based number of the CSV record, without the header.
        record: u64,
        /// Content of the cell in the `row` column.
        cell: String,
    },
    /// One row has two answers.
    #[error("row {row} has two answers")]
    RowTwice {
        /// 0-based row with two answers.
        row: u32,
    },
    /// An answer refers to a row that the file with the true labels does not have.
    #[error("row {row} has an answer, but the file with the true labels has only {}", counted(*n_rows, "row"))]
    RowOutside {
        /// 0-based row of the answer.
        row: u32,
        /// Number of rows in the file with the true labels.
        n_rows: u64,
    },
    /// The file with the true labels and the answer file differ in a column that both files have.
    #[error("row {row} has a different value in column `{column}` than the file with the true labels")]
    OtherReference {
        /// 0-based row with different values.
        row: u32,
        /// Name of the column with different values.
        column: String,
    },
    /// A confidence is not a finite number.
    #[error("row {row}: `{cell}` in column `confidence` is not a finite number")]
    BadConfidence {
        /// 0-based row of the confidence.
        row: u32,
        /// Content of the confidence cell.
        cell: String,
    },
    /// No answered row has a true label.
    #[error("no answered row has a true label in column `{column}`")]
    NoTruth {
        /// Name of the column with the true labels.
        column: String,
    },
    /// The user did not state the task, and the column has too many distinct values to be a label column.
    #[error("column `{column}` has {n_labels} different values in {n_rows} rows, which are too many for labels")]
    ManyLabels {
        /// Name of the column with the true labels.
        column: String,
        /// Number of distinct values in the column.
        n_labels: u32,
        /// Number of rows with a value in the column.
        n_rows: u32,
    },
    /// Two files of answers have different true labels in one row.
    #[error("row {row} has a different true label than in the first file")]
    TruthDiffers {
        /// 0-based index of the row whose true label differs between the files.
        row: u32,
    },
    /// No row with a true label has answers in both files.
    #[error("no row with a true label is in both files")]
    NoCommonRow,
}

impl AnswersError {
    /// What the user can do about the error, in one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            AnswersError::NoColumn { .. } => "Give a file that `fastgas answer` wrote, with its column names.",
            AnswersError::AnswersAsTruth { .. } => {
                "Name the column of the pool that holds the true labels, or give the file with them as --reference."
            }
            AnswersError::NotARow { .. } => "Give a file that `fastgas answer` wrote; its rows count from 0.",
            AnswersError::RowTwice { .. } => "Keep one answer for each row.",
            AnswersError::RowOutside { .. } | AnswersError::OtherReference { .. } => {
                "Give the file that was answered as --reference, with its rows in the same order."
            }
            AnswersError::BadConfidence { .. } => "Write a number such as -0.25, or leave the cell empty.",
            AnswersError::NoTruth { .. } => {
                "Name a column with true labels, or give a file that has them for these rows as --reference."
            }
            AnswersError::ManyLabels { .. } => {
                "Give --task summarization if these are reference texts, or --task classification if they are labels."
            }
            AnswersError::TruthDiffers { .. } | AnswersError::NoCommonRow => {
                "Give two files with answers to the same texts."
            }
        }
    }
}
