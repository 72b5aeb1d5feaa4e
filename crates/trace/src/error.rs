//! Errors of traces.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

/// A trace that cannot be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum TraceError {
    /// Another kind of file, or a trace of another version.
    #[error("the file is no trace of this version of FastGAS")]
    Format,
    /// The beginning is right, the rest is not.
    #[error("the trace is cut off or damaged")]
    Broken,
    /// An event that cannot follow those before it.
    #[error("the trace has a step that cannot follow the one before it")]
    Senseless,
    /// A cut or a degree is another than the one that was recorded.
    #[error("the trace says {recorded} where its own steps lead to {found}")]
    Differs {
        /// What the trace says.
        recorded: u64,
        /// What its steps lead to.
        found: u64,
    },
    /// A method that tells of nothing.
    #[error("only the method fastgas tells what it does")]
    Untold,
    /// A graph that cannot be drawn.
    #[error("a graph of {n_vertices} vertices has no places to be drawn at; up to {limit} are given some")]
    Large {
        /// Its size.
        n_vertices: u64,
        /// The largest that is drawn.
        limit: u64,
    },
}

impl TraceError {
    /// What the user can do about the error, as one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            TraceError::Format | TraceError::Broken => "Give a file that `fastgas trace` wrote, as it was written.",
            TraceError::Senseless | TraceError::Differs { .. } => "Record it again with this version of FastGAS.",
            TraceError::Untold => "Leave out `--trace`, or select with `--method fastgas`.",
            TraceError::Large { .. } => "Watch it in the page, on the map of its texts.",
        }
    }
}
