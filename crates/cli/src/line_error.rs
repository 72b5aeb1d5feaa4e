//! Why a JSON line of stdin cannot be embedded.

use thiserror::Error as ThisError;

#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum LineError {
    #[error("it is not UTF-8")]
    Encoding,
    #[error("it has more than {limit} bytes")]
    TooLong { limit: usize },
    #[error("it is not a JSON object: {message} (byte {byte})")]
    Json { message: String, byte: usize },
    #[error("it has no field `{field}`")]
    NoText { field: String },
    #[error("its field `{field}` is {kind}, not a string")]
    NotText { field: String, kind: &'static str },
    #[error("it has the field `{field}` twice")]
    Twice { field: String },
    #[error("it already has a field `embedding`")]
    HasEmbedding,
    #[error("the model gave no finite vector for its text")]
    NoVector,
    #[error("{bytes} bytes of its text would have to be tokenized at once; the limit is {limit}")]
    LongText { bytes: u64, limit: u64 },
}

impl LineError {
    pub fn advice(&self) -> &'static str {
        match self {
            LineError::Encoding => "Convert the input to UTF-8.",
            LineError::TooLong { .. } | LineError::Json { .. } => "Write one JSON object in each line.",
            LineError::NoText { .. } => "Name the field that holds the text by --text.",
            LineError::NotText { .. } => "Write a string, or leave out this line.",
            LineError::Twice { .. } => "Write each field once.",
            LineError::HasEmbedding => "Remove or rename this field first.",
            LineError::NoVector => "Leave out this line, or use another model.",
            LineError::LongText { .. } => "Shorten the text.",
        }
    }
}
