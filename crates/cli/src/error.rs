//! The errors that end the program.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use thiserror::Error as ThisError;

use fastgas_protocol::Error;
use fastgas_select::Method;

/// The reason why a command stopped, and the file that caused it.
#[derive(Debug)]
pub enum CliError {
    /// The pipeline refused its input.
    Pipeline {
        /// The file that caused the error, if it was a single file.
        path: Option<PathBuf>,
        error: Error,
    },
    /// A file could not be read or written.
    File { path: PathBuf, error: io::Error },
    /// A path conflicts with another argument, or has the wrong kind of file.
    PathConflict { path: PathBuf, why: PathConflict },
    /// An argument would do nothing.
    UnusedFlag(UnusedFlag),
    /// The reader of stdout closed the pipe. This is not an error: `| head` does it.
    BrokenPipe,
}

/// Why a path cannot be used as the arguments demand. Reported before the command does any work.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum PathConflict {
    #[error("this would be written over {}, which the command reads", read.display())]
    Read {
        /// The name by which the command reads it.
        read: PathBuf,
    },
    #[error("two things would be written to this file")]
    Twice,
    /// The second file would be empty.
    #[error("two files would come from stdin, which can be read once")]
    Stdin,
    /// The file and the printed output would be mixed.
    #[error("this would be written to stdout, where the command prints something else")]
    Stdout,
    /// A reader would expect JSON in the file.
    #[error("what is written is CSV, or TSV to a file that is called .tsv, and this name says JSON")]
    Json,
    /// The link would lead out of the cache folder.
    #[error("this is a symbolic link, and the cache writes only to files of its own")]
    CacheLink,
    #[error("this is no regular file, and the cache writes only to files of its own")]
    CacheNoFile,
    #[error("this is not a cache of embeddings, and nothing is written over it")]
    NoCache,
    #[error("a newer version of this program wrote this cache, and nothing is written over it")]
    NewerCache,
}

/// An argument that would have no effect, or a different effect than its name promises.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum UnusedFlag {
    /// None of the methods reads the flag.
    #[error("{flag} says nothing to {}, only to {}", names(methods), names(readers))]
    Method {
        flag: &'static str,
        methods: Vec<Method>,
        readers: &'static [Method],
    },
    /// The flag concerns the encoder, which is not used.
    #[error("{flag} says how texts are embedded, and all embeddings are given")]
    Encoder { flag: &'static str },
    /// The flag concerns recording, but the trace is already recorded.
    #[error("{}: this trace is read back, and {flag} says how one is recorded", path.display())]
    Recorded { flag: &'static str, path: PathBuf },
    /// A step after the last one.
    #[error("there is no step {step}; the last is {last}")]
    Step { step: u32, last: u32 },
    /// A value for a column that the template does not use.
    #[error(
        "--set gives `{column}`, and beside the text the template asks for {}",
        asked_for(asked)
    )]
    Column {
        column: String,
        /// The columns that the template uses.
        asked: Vec<String>,
    },
    /// Two values for one column.
    #[error("--set gives `{column}` twice")]
    Twice { column: String },
}

fn names(methods: &[Method]) -> String {
    let names: Vec<&str> = methods.iter().map(|method| method.name()).collect();
    names.join(", ")
}

fn asked_for(columns: &[String]) -> String {
    match columns {
        [] => "nothing".into(),
        columns => format!("`{}`", columns.join("`, `")),
    }
}

impl PathConflict {
    /// What the user can do about it, as one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            PathConflict::Read { .. } => {
                "Give another name, and move the new file there afterwards if that is what you want."
            }
            PathConflict::Twice => "Give each a name of its own.",
            PathConflict::Stdin => "Give all but one by their names; a file that is called `-` is `./-`.",
            PathConflict::Stdout => "Give the name of a file; one that is called `-` is `./-`.",
            PathConflict::Json => "Call it .csv or .tsv.",
            PathConflict::CacheLink | PathConflict::CacheNoFile | PathConflict::NoCache => {
                "Move it away, or give another folder with --cache."
            }
            PathConflict::NewerCache => "Use the newer version, or give another folder with --cache.",
        }
    }
}

impl UnusedFlag {
    /// What the user can do about it, as one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            UnusedFlag::Method {
                flag: "--as-published", ..
            } => "Leave it out; FastGAS as its paper has it is `--preset paper`.",
            UnusedFlag::Method { .. } => "Leave it out, or select by a method that reads it.",
            UnusedFlag::Encoder { .. } => "Leave it out, or have the texts embedded.",
            UnusedFlag::Recorded { .. } => "Leave it out, or give the graph that the trace was recorded of.",
            UnusedFlag::Step { .. } => "Count from 0, as `--tell` does, or leave it out for the last.",
            UnusedFlag::Column { .. } => "Name what stands between braces in the template.",
            UnusedFlag::Twice { .. } => "Keep one of the two.",
        }
    }
}

impl CliError {
    /// Adds `path` to an error of the pipeline.
    pub fn of<E: Into<Error>>(path: &Path) -> impl FnOnce(E) -> CliError {
        move |error| CliError::Pipeline {
            path: Some(path.into()),
            error: error.into(),
        }
    }

    /// Adds `path` to an error of the operating system.
    pub fn file(path: &Path) -> impl FnOnce(io::Error) -> CliError {
        move |error| CliError::File {
            path: path.into(),
            error,
        }
    }

    /// The error with rows of the pool in place of places among the texts that were embedded.
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
            CliError::File { path, error } => write!(out, "{}: {error}{}", path.display(), way_out(error)),
            CliError::PathConflict { path, why } => write!(out, "{}: {why}. {}", path.display(), why.advice()),
            CliError::UnusedFlag(why) => write!(out, "{why}. {}", why.advice()),
            CliError::BrokenPipe => write!(out, "nobody reads what is printed"),
        }
    }
}

/// Advice for errors of the operating system whose text has none.
fn way_out(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => ". Make room there, or write elsewhere.",
        _ => "",
    }
}
