//! What ends the program early.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

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
            Failure::File { path, error } => write!(out, "{}: {error}", path.display()),
        }
    }
}
