//! What ends the program early.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use thiserror::Error as ThisError;

use fastgas_protocol::Error;
use fastgas_select::Method;

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
    /// An argument would do nothing.
    Idle(Idle),
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
    /// Whoever reads it would take cells for JSON.
    #[error("what is written is CSV, or TSV to a file that is called .tsv, and this name says JSON")]
    Json,
}

/// An argument of which nothing would come, or not what it says.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum Idle {
    /// None of the methods reads the flag.
    #[error("{flag} says nothing to {}, only to {}", names(methods), names(readers))]
    Method {
        /// The flag.
        flag: &'static str,
        /// The methods that select.
        methods: Vec<Method>,
        /// Those that read it.
        readers: &'static [Method],
    },
    /// The flag is of the encoder, which has nothing to do.
    #[error("{flag} says how texts are embedded, and all embeddings are given")]
    Encoder {
        /// The flag.
        flag: &'static str,
    },
    /// The flag says how to record what is recorded already.
    #[error("{}: this trace is read back, and {flag} says how one is recorded", path.display())]
    Recorded {
        /// The flag.
        flag: &'static str,
        /// The trace.
        path: PathBuf,
    },
    /// A step behind the last.
    #[error("there is no step {step}; the last is {last}")]
    Step {
        /// As given.
        step: u32,
        /// The last that there is.
        last: u32,
    },
    /// A cell of a column that the template does not ask for.
    #[error(
        "--set gives `{column}`, and beside the text the template asks for {}",
        asked_for(asked)
    )]
    Column {
        /// As given.
        column: String,
        /// What the template asks for.
        asked: Vec<String>,
    },
    /// Two cells for one column.
    #[error("--set gives `{column}` twice")]
    Twice {
        /// As given.
        column: String,
    },
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
            Misplaced::Json => "Call it .csv or .tsv.",
        }
    }
}

impl Idle {
    /// What the person can do about it, as one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            Idle::Method {
                flag: "--as-published", ..
            } => "Leave it out; FastGAS as its paper has it is `--mode paper`.",
            Idle::Method { .. } => "Leave it out, or select by a method that reads it.",
            Idle::Encoder { .. } => "Leave it out, or have the texts embedded.",
            Idle::Recorded { .. } => "Leave it out, or give the graph that the trace was recorded of.",
            Idle::Step { .. } => "Count from 0, as `--tell` does, or leave it out for the last.",
            Idle::Column { .. } => "Name what stands between braces in the template.",
            Idle::Twice { .. } => "Keep one of the two.",
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
            Failure::Idle(why) => write!(out, "{why}. {}", why.advice()),
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
