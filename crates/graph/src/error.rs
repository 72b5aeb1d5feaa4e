//! Errors of graphs.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

/// A graph that cannot be read or cut.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum GraphError {
    /// A line of a METIS file that breaks its format.
    #[error("line {line} of the METIS file: {reason}")]
    Metis {
        /// Line, from 1.
        line: u64,
        /// What is wrong there.
        reason: String,
    },
    /// More parts than vertices, or none.
    #[error("{n_parts} parts were asked for, the graph has {n_vertices} vertices")]
    Parts {
        /// K.
        n_parts: u32,
        /// n.
        n_vertices: u32,
    },
}

impl GraphError {
    /// What the user can do about the error, as one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            GraphError::Metis { .. } => {
                "The file must follow the METIS manual, section 4.1.1 for graphs and 4.2.1 for parts."
            }
            GraphError::Parts { .. } => "Ask for at least one part and at most one for each vertex.",
        }
    }
}
