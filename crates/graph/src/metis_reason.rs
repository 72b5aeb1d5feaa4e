//! The reasons why METIS files are rejected.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use fastgas_data::{Verbatim, counted, one_or_many};

/// The reason why a line of a METIS file is malformed. Vertices are numbered from 1, as in METIS files.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum MetisReason {
    /// The METIS file has no header line.
    #[error("the file is empty; the first line must hold the numbers of vertices and edges")]
    Empty,
    /// The METIS file has fewer vertex lines than the header states.
    #[error(
        "the file ends after {found} of the {n_vertices} {} that line {header_line} promises",
        one_or_many(*n_vertices, "vertex", "vertices")
    )]
    TooFewLines {
        /// Number of vertex lines in the file.
        found: u64,
        /// Number of vertices according to the header.
        n_vertices: u64,
        /// Line number of the header in the file.
        header_line: u64,
    },
    /// The METIS file has more vertex lines than the header states.
    #[error(
        "there are more lines than the {n_vertices} {} that line {header_line} promises",
        one_or_many(*n_vertices, "vertex", "vertices")
    )]
    TooManyLines {
        /// Number of vertices according to the header.
        n_vertices: u64,
        /// Line number of the header in the file.
        header_line: u64,
    },
    /// A part file has fewer lines than the graph has vertices.
    #[error("the file ends after {found} of the graph's {n_vertices} {}", one_or_many(*n_vertices, "vertex", "vertices"))]
    TooFewParts {
        /// Number of lines in the part file.
        found: u64,
        /// Number of vertices in the graph.
        n_vertices: u64,
    },
    /// A part file has more lines than the graph has vertices.
    #[error("there are more lines than the graph's {n_vertices} {}", one_or_many(*n_vertices, "vertex", "vertices"))]
    TooManyParts {
        /// Number of vertices in the graph.
        n_vertices: u64,
    },
    /// A part index is not below the number of vertices.
    #[error(
        "part {part}: parts are counted from 0, and {n_vertices} {} at most {}",
        one_or_many(*n_vertices, "vertex has", "vertices have"),
        counted(*n_vertices, "part")
    )]
    Part {
        /// The invalid part index.
        part: u32,
        /// Number of vertices in the graph.
        n_vertices: u64,
    },
    /// The format code in the header is malformed.
    #[error("the format is `{format}`; it must be up to three digits of 0 and 1")]
    Format {
        /// The malformed format code.
        format: String,
    },
    /// The file has several weights for each vertex.
    #[error("{n_weights} weights per vertex; only one is supported")]
    SeveralWeights {
        /// Number of weights per vertex.
        n_weights: u32,
    },
    /// The header states a number of vertex weights, but the format code excludes vertex weights.
    #[error(
        "{} per vertex, but the format {format} says that there are none",
        counted(u64::from(*n_weights), "weight")
    )]
    OtherWeights {
        /// Number of weights per vertex.
        n_weights: u32,
        /// The format code of the header.
        format: String,
    },
    /// A neighbor in the file is not a vertex of the graph.
    #[error("neighbor {neighbor} is not from 1 to {n_vertices}")]
    Neighbor {
        /// The listed neighbor, which is not a vertex of the graph.
        neighbor: u32,
        /// Number of vertices in the graph.
        n_vertices: u32,
    },
    /// A vertex has an edge to itself.
    #[error("vertex {vertex} lists itself as a neighbor")]
    OwnNeighbor {
        /// The vertex that lists itself.
        vertex: u32,
    },
    /// A vertex lists one neighbor twice.
    #[error("vertex {vertex} lists its neighbor {neighbor} twice")]
    SameNeighbor {
        /// The vertex that lists a neighbor twice.
        vertex: u32,
        /// The neighbor that is listed twice.
        neighbor: u32,
    },
    /// Only one of an edge's two vertices lists the edge.
    #[error("vertex {from} lists {to} as a neighbor, but {to} does not list {from}")]
    OneSided {
        /// The vertex that lists the edge.
        from: u32,
        /// The vertex that does not list the edge.
        to: u32,
    },
    /// The two vertices of an edge list the edge with different weights.
    #[error("the edge {from}–{to} has the weight {weight} here, but {back} at vertex {to}")]
    EdgeDiffers {
        /// The vertex of the line with the error.
        from: u32,
        /// The second vertex of the edge.
        to: u32,
        /// The edge weight in the line with the error.
        weight: u32,
        /// The weight of the edge in the line of the second vertex.
        back: u32,
    },
    /// The number of edges differs from the number in the header.
    #[error(
        "{} {} promised, but {found} {} listed",
        counted(*expected, "edge"),
        one_or_many(*expected, "is", "are"),
        one_or_many(*found, "is", "are")
    )]
    EdgeCount {
        /// Number of edges according to the header.
        expected: u64,
        /// Number of edges found in the file.
        found: u64,
    },
    /// The file has more edges than 32-bit offsets can address.
    #[error("there are more than 2,147,483,647 edges")]
    TooManyEdges,
    /// The sum of the edge weights is too large.
    #[error("the edge weights add up to {sum}; the limit is {limit}")]
    EdgeWeights {
        /// Sum of the edge weights.
        sum: u64,
        /// Largest accepted sum of edge weights.
        limit: u64,
    },
    /// The sum of the vertex weights is too large.
    #[error("the vertex weights add up to {sum}; the limit is {limit}")]
    VertexWeights {
        /// Sum of the vertex weights.
        sum: u64,
        /// Largest accepted sum of vertex weights.
        limit: u64,
    },
    /// A word in the file is not a number.
    #[error("`{word}` is not a whole number from 0 to {limit}")]
    NotNumber {
        /// The word that is not a number.
        word: String,
        /// Largest number that is accepted in a METIS file.
        limit: u32,
    },
    /// A line of the METIS file contains too many values.
    #[error("`{word}` is one value too many")]
    Surplus {
        /// The first surplus value in the line.
        word: String,
    },
    /// A line of the METIS file contains too few values.
    #[error("{value} is missing")]
    Missing {
        /// The value that is missing in the line.
        value: MetisValue,
    },
    /// A weight in the METIS file is 0.
    #[error("{value} is 0; it must be at least 1")]
    Zero {
        /// The kind of weight that is 0.
        value: MetisValue,
    },
    /// The METIS file cannot be read.
    #[error(transparent)]
    Unread(Verbatim),
}

/// The meaning of a number in a METIS file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum MetisValue {
    /// The number of vertices in the header.
    #[error("the number of vertices")]
    Vertices,
    /// The number of edges in the header.
    #[error("the number of edges")]
    Edges,
    /// The size of a vertex, in the vertex's line.
    #[error("the size of the vertex")]
    VertexSize,
    /// The weight of a vertex, in the vertex's line.
    #[error("the weight of the vertex")]
    VertexWeight,
    /// The weight of an edge, in the line of one end vertex.
    #[error("the weight of the edge to {neighbor}")]
    EdgeWeight {
        /// The vertex at the other end of the edge.
        neighbor: u32,
    },
    /// The part index in a line of a part file.
    #[error("a part")]
    Part,
}
