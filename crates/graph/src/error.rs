//! Errors of graph files and of partitioning requests.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use fastgas_data::{counted, one_or_many};

use crate::MetisReason;

/// Error of a METIS file or of a partitioning request.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum GraphError {
    /// A line of a METIS file violates the file format.
    #[error("line {line} of the METIS file: {reason}")]
    Metis {
        /// 1-based line number in the METIS file.
        line: u64,
        /// The reason why this line of the METIS file is malformed.
        reason: MetisReason,
    },
    /// The requested number of parts is 0 or exceeds the number of vertices.
    #[error(
        "{} {} requested, but the graph has {n_vertices} {}",
        counted(u64::from(*n_parts), "part"),
        one_or_many(u64::from(*n_parts), "was", "were"),
        one_or_many(u64::from(*n_vertices), "vertex", "vertices")
    )]
    Parts {
        /// The requested number of parts, K.
        n_parts: u32,
        /// The number of vertices, n.
        n_vertices: u32,
    },
}

impl GraphError {
    /// Advice on how the user can correct the error, in one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            GraphError::Metis { .. } => {
                "The file must follow the METIS manual, section 4.1.1 for graphs and 4.2.1 for parts."
            }
            GraphError::Parts { .. } => "Ask for at least one part and at most one for each vertex.",
        }
    }
}
