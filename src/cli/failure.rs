//! What ends the program early.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use thiserror::Error as ThisError;

use crate::error::Error;

/// Why a command stopped, and in which file.
#[derive(Debug)]
pub enum Failure {
    /// The pipeline refused its input.
    Pipeline {
        /// The file that it came from, where it is one file's fault.
        path: Option<PathBuf>,
        /// What is wrong.
        error: Error,
    },
    /// A file could not be read or written.
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The arguments make of a file what it cannot be.
    Misplaced {
        /// Which.
        path: PathBuf,
        /// What it cannot be.
        why: Misplaced,
    },
    /// Nobody reads on what is printed. That is no fault: who wanted one line has it.
    Unread,
}

/// Why a file cannot be what the arguments make of it. No command has done anything yet when it is told so.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum Misplaced {
    /// It would be lost.
    #[error("this would be written over {}, which the command reads", read.display())]
    Read {
        /// What it is called where it is read.
        read: PathBuf,
    },
    /// One would be lost.
    #[error("two things would be written to this file")]
    Twice,
    /// The second would be empty.
    #[error("two files would come from stdin, which can be read once")]
    Stdin,
    /// The two would be mixed.
    #[error("this would be written to stdout, where the command prints something else")]
    Stdout,
}

impl Misplaced {
    /// What the person can do about it, as one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            Misplaced::Read { .. } => {
                "Give another name, and move the new file there afterwards if that is what you want."
            }
            Misplaced::Twice => "Give each a name of its own.",
            Misplaced::Stdin => "Give all but one by their names; a file that is called `-` is `./-`.",
            Misplaced::Stdout => "Give the name of a file; one that is called `-` is `./-`.",
        }
    }
}

impl Failure {
    /// Turns an error of the pipeline into the fault of `path`.
    pub fn of<E: Into<Error>>(path: &Path) -> impl FnOnce(E) -> Failure {
        move |error| Failure::Pipeline {
            path: Some(path.into()),
            error: error.into(),
        }
    }

    /// Turns an error of the system into the fault of `path`.
    pub fn file(path: &Path) -> impl FnOnce(io::Error) -> Failure {
        move |error| Failure::File {
            path: path.into(),
            error,
        }
    }

    /// `path` cannot be what the arguments make of it.
    pub fn misplaced(path: &Path, why: Misplaced) -> Failure {
        Failure::Misplaced { path: path.into(), why }
    }
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Pipeline {
            path: None,
            error: error.into(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Pipeline {
                path: Some(path),
                error,
            } => {
                write!(out, "{}: {error}. {}", path.display(), error.advice())
            }
            Failure::Pipeline { path: None, error } => write!(out, "{error}. {}", error.advice()),
            Failure::File { path, error } => write!(out, "{}: {error}{}", path.display(), way_out(error)),
            Failure::Misplaced { path, why } => write!(out, "{}: {why}. {}", path.display(), why.advice()),
            Failure::Unread => write!(out, "nobody reads what is printed"),
        }
    }
}

/// What the system's own words leave open.
fn way_out(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => ". Make room there, or write elsewhere.",
        _ => "",
    }
}
