//! The errors that terminate the program.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use thiserror::Error as ThisError;

use crate::line_error::LineError;
use crate::neighbor_lists_error::{self, NeighborListsError};
use fastgas_annotation::answer::AnswerError;
use fastgas_protocol::Error;
use fastgas_select::Method;
use fastgas_select::evaluate::answers::AnswersError;

#[derive(Debug)]
pub enum CliError {
    Pipeline {
        path: Option<PathBuf>,
        error: Error,
    },
    Answer {
        path: Option<PathBuf>,
        error: AnswerError,
    },
    Answers {
        path: PathBuf,
        error: AnswersError,
    },
    File {
        path: PathBuf,
        error: io::Error,
    },
    PathConflict {
        path: PathBuf,
        why: PathConflict,
    },
    UnusedFlag(UnusedFlag),
    NeighborLists {
        files: [PathBuf; 2],
        error: NeighborListsError,
    },
    Line {
        line: u64,
        error: LineError,
    },
    /// The `embed` command reads the texts from a file, but the user gives no output file.
    NoOutput,
    NoMultilingualEncoder {
        folders: Vec<PathBuf>,
    },
    /// The reader of stdout closed the pipe, as `| head` does. The program ends without an error message.
    BrokenPipe,
}

/// Why the program cannot use the path of an input or output file.
/// All paths are checked before the command does any work.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum PathConflict {
    #[error("this output would overwrite {}, which the command reads", read.display())]
    Read { read: PathBuf },
    #[error("two outputs would be written to this file")]
    Twice,
    #[error("two inputs would be read from stdin, which can be read only once")]
    Stdin,
    #[error("this output cannot be stdout, where the command prints its result")]
    Stdout,
    #[error("the output is CSV, TSV, a workbook or Parquet, but this name is for JSON")]
    Json,
    #[error("the output is CSV, TSV, a workbook (.xlsx) or Parquet, but this name is for another spreadsheet format")]
    Spreadsheet,
    /// The cache file is a symbolic link, which could lead out of the cache folder.
    #[error("this is a symbolic link, but the cache writes only to its own files")]
    CacheLink,
    #[error("this is not a regular file, but the cache writes only to its own files")]
    CacheNoFile,
    #[error("this is not a cache of embeddings, so it is not overwritten")]
    NoCache,
    #[error("a newer version of this program wrote this cache, so it is not overwritten")]
    NewerCache,
}

/// An argument that would have no effect, or a different effect than its name suggests.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum UnusedFlag {
    #[error("{flag} has no effect on {}, only on {}", names(methods), names(readers))]
    Method {
        flag: &'static str,
        methods: Vec<Method>,
        readers: &'static [Method],
    },
    #[error("{flag} has no effect, because all embeddings are given")]
    Encoder { flag: &'static str },
    #[error("{flag} has no effect if JSON lines are read from stdin without --out")]
    Lines { flag: &'static str },
    #[error("{}: {flag} has no effect, because this file is a recorded trace", path.display())]
    Recorded { flag: &'static str, path: PathBuf },
    #[error("--guard-formulas has no effect on .xlsx and .parquet files, in which no text is a formula")]
    GuardFormulas,
    #[error("--stem has no effect on labels, only on summaries")]
    Stem,
    #[error("there is no step {step}; the steps are 0 to {last}")]
    Step { step: u32, last: u32 },
    #[error(
        "--set gives `{column}`, but in addition to the text the template uses {}",
        asked_for(asked)
    )]
    Column { column: String, asked: Vec<String> },
    #[error("--set gives `{column}` twice")]
    Twice { column: String },
}

fn names(methods: &[Method]) -> String {
    let names: Vec<&str> = methods.iter().map(|method| method.name()).collect();
    names.join(", ")
}

fn asked_for(columns: &[String]) -> String {
    match columns {
        [] => "no column".into(),
        columns => format!("only `{}`", columns.join("`, `")),
    }
}

impl PathConflict {
    pub fn advice(&self) -> &'static str {
        match self {
            PathConflict::Read { .. } => "Give another name; you can replace the input with the new file afterwards.",
            PathConflict::Twice => "Give each output a different name.",
            PathConflict::Stdin => "Give file names for all inputs but one; write `./-` for a file named `-`.",
            PathConflict::Stdout => "Give a file name; write `./-` for a file named `-`.",
            PathConflict::Json => "Give a name that ends in .csv, .tsv, .xlsx or .parquet.",
            PathConflict::Spreadsheet => "Give a name that ends in .xlsx or .csv.",
            PathConflict::CacheLink | PathConflict::CacheNoFile | PathConflict::NoCache => {
                "Move it away, or give another folder with --cache."
            }
            PathConflict::NewerCache => "Use the newer version, or give another folder with --cache.",
        }
    }
}

impl UnusedFlag {
    pub fn advice(&self) -> &'static str {
        match self {
            UnusedFlag::Method {
                flag: "--as-published", ..
            } => "Leave it out; for FastGAS as published, use `--preset paper`.",
            UnusedFlag::Method { .. } => "Leave it out, or select with a method that uses it.",
            UnusedFlag::Encoder { .. } => "Leave it out, or leave out --embeddings, so that the texts are embedded.",
            UnusedFlag::Lines { .. } => "Leave it out, or give --out emb.npy to read stdin as a file of texts.",
            UnusedFlag::Recorded { .. } => "Leave it out, or give the graph from which the trace was recorded.",
            UnusedFlag::GuardFormulas => "Leave it out, or give a name that ends in .csv or .tsv.",
            UnusedFlag::Stem => "Leave it out, or give --task summarization.",
            UnusedFlag::Step { .. } => {
                "Give one of these steps, or leave out --step to draw the last step; `--tell` lists all steps."
            }
            UnusedFlag::Column { .. } => "Give a column that the template contains in braces.",
            UnusedFlag::Twice { .. } => "Give it only once.",
        }
    }
}

impl CliError {
    pub fn of<E: Into<Error>>(path: &Path) -> impl FnOnce(E) -> CliError {
        move |error| CliError::Pipeline {
            path: Some(path.into()),
            error: error.into(),
        }
    }

    pub fn of_answers(path: &Path) -> impl FnOnce(AnswerError) -> CliError {
        move |error| CliError::Answer {
            path: Some(path.into()),
            error,
        }
    }

    pub fn answers(path: &Path) -> impl FnOnce(AnswersError) -> CliError {
        move |error| CliError::Answers {
            path: path.into(),
            error,
        }
    }

    pub fn answer(error: impl Into<AnswerError>) -> CliError {
        CliError::Answer {
            path: None,
            error: error.into(),
        }
    }

    pub fn file(path: &Path) -> impl FnOnce(io::Error) -> CliError {
        move |error| CliError::File {
            path: path.into(),
            error,
        }
    }

    /// Replaces the index of a text in an encoder error with the row of the text in the pool.
    /// `rows` contains the row of each embedded text.
    pub fn in_rows(self, rows: &[u32]) -> CliError {
        match self {
            CliError::Pipeline {
                path,
                error: Error::Embed(error),
            } => CliError::Pipeline {
                path,
                error: Error::Embed(error.in_rows(rows)),
            },
            other => other,
        }
    }

    /// `files` contains the file of the neighbor ids and the file of the similarities.
    pub fn neighbor_lists(files: &[PathBuf; 2], error: NeighborListsError) -> CliError {
        CliError::NeighborLists {
            files: files.clone(),
            error,
        }
    }

    pub fn path_conflict(path: &Path, why: PathConflict) -> CliError {
        CliError::PathConflict { path: path.into(), why }
    }
}

impl<E: Into<Error>> From<E> for CliError {
    fn from(error: E) -> CliError {
        CliError::Pipeline {
            path: None,
            error: error.into(),
        }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Pipeline {
                path: Some(path),
                error,
            } => {
                write!(out, "{}: {error}. {}", path.display(), error.advice())
            }
            CliError::Pipeline { path: None, error } => write!(out, "{error}. {}", error.advice()),
            CliError::Answer {
                path: Some(path),
                error,
            } => write!(out, "{}: {error}. {}", path.display(), error.advice()),
            CliError::Answer { path: None, error } => write!(out, "{error}. {}", error.advice()),
            CliError::Answers { path, error } => write!(out, "{}: {error}. {}", path.display(), error.advice()),
            CliError::File { path, error } => write!(out, "{}: {error}{}", path.display(), advice_for_io_error(error)),
            CliError::PathConflict { path, why } => write!(out, "{}: {why}. {}", path.display(), why.advice()),
            CliError::UnusedFlag(why) => write!(out, "{why}. {}", why.advice()),
            CliError::NeighborLists { files, error } => {
                write!(
                    out,
                    "{}: {error}. {}",
                    neighbor_lists_error::names(files),
                    error.advice()
                )
            }
            CliError::Line { line, error } => write!(out, "line {line} of stdin: {error}. {}", error.advice()),
            CliError::NoOutput => write!(
                out,
                "there is no output file. Give --out emb.npy, or `-` instead of the file, to embed JSON lines from stdin to \
                 stdout."
            ),
            CliError::NoMultilingualEncoder { folders } => {
                let folders: Vec<_> = folders.iter().map(|folder| folder.display().to_string()).collect();
                write!(
                    out,
                    "the files of the multilingual encoder are not in {}. Run `cargo xtask model --multilingual` in the folder \
                     of this program's sources, and copy www/models/multilingual-e5-small to one of these folders if it \
                     is not one of them.",
                    folders.join(", ")
                )
            }
            CliError::BrokenPipe => write!(out, "the reader of stdout closed the pipe"),
        }
    }
}

/// Returns advice for the user, because the error messages of the operating system contain no advice.
fn advice_for_io_error(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => ". Free some space there, or write to another place.",
        _ => "",
    }
}
