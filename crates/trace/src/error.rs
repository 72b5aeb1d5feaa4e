//! Error type for recording and replaying traces.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

/// The reason why a trace cannot be replayed or recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum TraceError {
    /// The file is not a trace, or the trace has an unknown version.
    #[error("the file is not a trace of this version of FastGAS")]
    Format,
    /// The magic bytes are correct, but the rest of the file is damaged.
    #[error("the trace is cut off or damaged")]
    Broken,
    /// An event cannot follow the previous events.
    #[error("the trace has a step that cannot follow the one before it")]
    Senseless,
    /// A recorded cut or degree differs from the value that the replay computes.
    #[error("the trace contains {recorded}, but its own steps lead to {found}")]
    Differs {
        /// The recorded value.
        recorded: u64,
        /// The value that the replay computes.
        found: u64,
    },
    /// The selection method does not record its decisions.
    #[error("only the method fastgas records its steps")]
    Untold,
    /// The graph has too many vertices for a layout.
    #[error("a graph of {n_vertices} vertices is too large to be drawn; the limit is {limit}")]
    Large {
        /// Number of vertices in the graph.
        n_vertices: u64,
        /// Maximum number of vertices for a layout.
        limit: u64,
    },
}

impl TraceError {
    /// Advice on how the user can resolve the error, in one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            TraceError::Format | TraceError::Broken => "Give an unchanged file that `fastgas trace` wrote.",
            TraceError::Senseless | TraceError::Differs { .. } => "Record it again with this version of FastGAS.",
            TraceError::Untold => "Leave out `--trace`, or select with `--method fastgas`.",
            TraceError::Large { .. } => "Watch it in the page, on the map of its texts.",
        }
    }
}
