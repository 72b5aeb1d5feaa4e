//! Reads a file into a [`Pool`].
//!
//! ```text
//!  bytes ──scan──▶ encoding ──decode──▶ text ──csv │ jsonl │ lines──▶ records ──rows──▶ Pool, ImportReport
//!                                        │
//!                                        └── detect: format, delimiter, header (from the beginning)
//! ```
//!
//! An [`Import`] contains the user's settings for the file. The reader detects missing settings.
//! [`ImportReport`] reports the settings that were used.
//! A [`Reader`] reads the file in chunks of any size. The pool does not depend on the chunk sizes.
//!
//! This crate must never depend on embeddings or on later stages of the pipeline.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod answer_options;
mod append;
mod column_inference;
mod columns;
mod confidences;
mod counted;
mod csv;
mod delimiter;
mod detect;
mod dialect;
mod encoding;
mod error;
mod file_signature;
mod formula_escaping;
mod found_labels;
mod header;
mod import;
mod json_chat;
mod json_layout;
mod json_line;
mod json_path;
mod json_reason;
mod json_records;
mod json_repair;
mod jsonl;
mod label_sets;
mod labels;
mod language;
mod line_list;
mod lines;
mod nonrows;
mod other_encoding;
mod output_table;
mod pool;
mod reader;
mod reasons;
mod responses;
mod rows;
mod salvage;
mod separator;
mod stored_pool;
mod stray;
mod table_source;
pub mod template;
mod text;
mod vectors;
mod verbatim;
mod visible;
mod work;
mod write_error;
mod write_table_error;
pub mod xml;

pub use self::columns::{Columns, check_ids, check_ids_in_slices};
pub use self::confidences::{Confidence, LEAST_CONFIDENCE, MissingConfidences, confidences, known_confidences};
pub use answer_options::listed_options;
pub use append::{
    AppendMatches, AppendedFile, Identified, Matches, append, append_in_slices, id_conflicts, match_appended,
    match_known_rows, match_rows, match_rows_in_slices, tolerant, tolerate,
};
pub use column_inference::{
    LikelyLabels, guess_text_column, input_columns, is_named_like_ids, likely_labels, likely_text,
};
pub use counted::{counted, one_or_many};
pub use delimiter::Delimiter;
pub use encoding::{DetectedEncoding, EncodingScan, MalformedBytes, Misalignment, lossy_of};
pub use error::LoadError;
pub use file_signature::is_convertible;
pub use formula_escaping::{ESCAPED_COLUMN, guarded, is_formula};
pub use found_labels::FoundLabels;
pub use header::DoubtfulName;
pub use import::{
    DELIMITERS, ENCODINGS, Format, Import, ImportReport, JsonRepair, Quotes, Ragged, RejectedRow, left_out_csv,
};
pub use json_line::{escaped, to_json_line};
pub use json_reason::{JsonProblem, JsonReason};
pub use label_sets::{LABEL_SEPARATOR, LabelOrder, LabelSpellings};
pub use labels::{LabelCell, differing_answers, existing_labels};
pub use language::{
    ENGLISH, LanguageCount, Script, TextLanguages, UNKNOWN, column_languages, english_name, text_languages,
};
pub use line_list::{listed_items, listed_lines};
pub use nonrows::{NonRow, NonRowLines, NonRows};
pub use output_table::{
    DelimitedWriter, EscapeFormulas, OutputCell, OutputColumn, OutputKind, OutputTable, PackedTable, TableFormat,
    moment_milliseconds,
};
pub use pool::{Instance, Pool, PoolParts};
pub use reader::{
    DETECTION_BYTES, Loaded, MAX_FILE_BYTES, Preview, PreviewRows, Reader, load, load_with, load_with_lines, preview,
    preview_with_rest, rows_by_delimiter,
};
pub use reasons::{
    Expected, FileKind, JsonRowReason, PlacesReason, ProjectReason, SealReason, SizeReason, TemplateReason,
    UnsupportedReason, XlsReason,
};
pub use responses::{
    AnswerColumns, Labeled, Question, Response, Responses, RowVerdicts, Verdict, VerdictCounts, row_verdicts,
};
pub use salvage::{Salvaged, salvage};
pub use separator::Separator;
pub use stored_pool::{DamagedParts, stored_pool};
pub use stray::JoinedLines;
pub use table_source::{Entry, Packing, ParquetReport, SheetReport, TableChoice, TableSource};
pub use text::{TextSource, join, joined_in_slices};
pub use vectors::{VectorRows, check_vectors, vector_columns, vectors, vectors_of};
pub use verbatim::Verbatim;
pub use visible::{differing, listed_names, visible, visible_lines, visible_name};
pub use write_error::write_error;
pub use write_table_error::WriteTableError;
