//! The reasons within errors of METIS files.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use fastgas_data::Verbatim;

/// The reason why a line of a METIS file is malformed. Vertices count from 1, as in the file.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum MetisReason {
    /// There is no header.
    #[error("the file is empty; the first line must hold the numbers of vertices and edges")]
    Empty,
    /// Fewer lines than vertices.
    #[error("the file ends after {found} of the {n_vertices} vertices that line {header_line} promises")]
    TooFewLines {
        /// Number of vertices found.
        found: u64,
        /// Number of vertices in the header.
        n_vertices: u64,
        /// Line of the header.
        header_line: u64,
    },
    /// More lines than vertices.
    #[error("there are more lines than the {n_vertices} vertices that line {header_line} promises")]
    TooManyLines {
        /// Number of vertices in the header.
        n_vertices: u64,
        /// Line of the header.
        header_line: u64,
    },
    /// A part file with fewer lines than vertices.
    #[error("the file ends after {found} of the graph's {n_vertices} vertices")]
    TooFewParts {
        /// Number of lines.
        found: u64,
        /// Number of vertices of the graph.
        n_vertices: u64,
    },
    /// A part file with more lines than vertices.
    #[error("there are more lines than the graph's {n_vertices} vertices")]
    TooManyParts {
        /// Number of vertices of the graph.
        n_vertices: u64,
    },
    /// A part that is not below the number of vertices.
    #[error("part {part}: parts count from 0, and {n_vertices} vertices have no more parts")]
    Part {
        /// The part.
        part: u32,
        /// Number of vertices of the graph.
        n_vertices: u64,
    },
    /// A malformed format code.
    #[error("the format is `{format}`; it must be up to three digits of 0 and 1")]
    Format {
        /// The code.
        format: String,
    },
    /// Several weights for each vertex.
    #[error("{n_weights} weights a vertex; only one is read")]
    SeveralWeights {
        /// Number of weights.
        n_weights: u32,
    },
    /// Weights that the format code excludes.
    #[error("{n_weights} weights a vertex, but the format {format} says that there are none")]
    OtherWeights {
        /// Number of weights.
        n_weights: u32,
        /// The code.
        format: String,
    },
    /// A neighbor that is not a vertex.
    #[error("neighbor {neighbor} is not from 1 to {n_vertices}")]
    Neighbor {
        /// The neighbor.
        neighbor: u32,
        /// Number of vertices.
        n_vertices: u32,
    },
    /// A self-loop.
    #[error("vertex {vertex} lists itself as a neighbor")]
    OwnNeighbor {
        /// The vertex.
        vertex: u32,
    },
    /// A parallel edge.
    #[error("vertex {vertex} lists its neighbor {neighbor} twice")]
    SameNeighbor {
        /// The vertex.
        vertex: u32,
        /// The neighbor.
        neighbor: u32,
    },
    /// An edge that only one of its vertices lists.
    #[error("vertex {from} lists {to} as a neighbor, but {to} does not list {from}")]
    OneSided {
        /// The vertex that lists the edge.
        from: u32,
        /// The other vertex.
        to: u32,
    },
    /// An edge with two weights.
    #[error("the edge {from}–{to} weighs {weight} here, but {back} from {to}")]
    EdgeDiffers {
        /// The vertex of this line.
        from: u32,
        /// The other vertex.
        to: u32,
        /// The weight in this line.
        weight: u32,
        /// The weight in the other line.
        back: u32,
    },
    /// Another number of edges than in the header.
    #[error("{expected} edges are promised, but {found} are listed")]
    EdgeCount {
        /// Number of edges in the header.
        expected: u64,
        /// Number of edges found.
        found: u64,
    },
    /// More edges than 32-bit offsets can address.
    #[error("there are more than 2,147,483,647 edges")]
    TooManyEdges,
    /// The edge weights are too large.
    #[error("the edge weights add up to {sum}; the limit is {limit}")]
    EdgeWeights {
        /// Their sum.
        sum: u64,
        /// The largest sum.
        limit: u64,
    },
    /// The vertex weights are too large.
    #[error("the vertex weights add up to {sum}; the limit is {limit}")]
    VertexWeights {
        /// Their sum.
        sum: u64,
        /// The largest sum.
        limit: u64,
    },
    /// A word that is not a number.
    #[error("`{word}` is not a whole number from 0 to {limit}")]
    NotNumber {
        /// The word.
        word: String,
        /// The largest number.
        limit: u32,
    },
    /// A line that is too long.
    #[error("`{word}` is one value too many")]
    Surplus {
        /// The first surplus word.
        word: String,
    },
    /// A line that is too short.
    #[error("{value} is missing")]
    Missing {
        /// The missing value.
        value: MetisValue,
    },
    /// A weight of 0.
    #[error("{value} is 0; it must be at least 1")]
    Zero {
        /// The weight.
        value: MetisValue,
    },
    /// The file cannot be read.
    #[error(transparent)]
    Unread(Verbatim),
}

/// A number in a METIS file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum MetisValue {
    /// In the header.
    #[error("the number of vertices")]
    Vertices,
    /// In the header.
    #[error("the number of edges")]
    Edges,
    /// In the line of a vertex.
    #[error("the size of the vertex")]
    VertexSize,
    /// In the line of a vertex.
    #[error("the weight of the vertex")]
    VertexWeight,
    /// In the line of a vertex.
    #[error("the weight of the edge to {neighbor}")]
    EdgeWeight {
        /// The other vertex of the edge.
        neighbor: u32,
    },
    /// In a line of a part file.
    #[error("a part")]
    Part,
}
