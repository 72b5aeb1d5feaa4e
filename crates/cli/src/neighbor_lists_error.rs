//! Why the neighbor lists of another program cannot be used.

use std::path::{Path, PathBuf};

use thiserror::Error as ThisError;

use fastgas_data::{counted, one_or_many};
use fastgas_embedding::NpyReason;

/// Reason why neighbor lists cannot be used. Rows and columns are counted from 0.
#[derive(Clone, Debug, PartialEq, ThisError)]
pub enum NeighborListsError {
    #[error("the ids cannot be used: {0}")]
    Ids(NpyReason),
    #[error("the ids have the type `{kind}`; only integers of 32 or 64 bits are supported")]
    IdType { kind: String },
    #[error(
        "the ids have {} of {} {}, but the similarities have {} of {}",
        counted(ids.0 as u64, "row"),
        ids.1,
        one_or_many(ids.1 as u64, "entry", "entries"),
        counted(similarities.0 as u64, "row"),
        similarities.1
    )]
    ShapesDiffer {
        ids: (usize, usize),
        similarities: (usize, usize),
    },
    #[error("the lists have {}, but the pool has {n_instances}", counted(*rows as u64, "row"))]
    RowsDiffer { rows: usize, n_instances: usize },
    #[error("row {row}, column {column}: the id {id} is neither a row from 0 to {last} nor -1")]
    Outside {
        row: usize,
        column: usize,
        id: i64,
        last: usize,
    },
    #[error("row {row}, column {column}: the neighbor {id} is listed twice")]
    Twice { row: usize, column: usize, id: i64 },
    #[error("row {row}, column {column}: the similarity is not a finite number")]
    NotFinite { row: usize, column: usize },
    #[error("row {row}, column {column}: the similarity {similarity} is not a cosine, which is from -1 to 1")]
    NotCosine { row: usize, column: usize, similarity: f32 },
    #[error("row {row}, column {column}: the similarity {similarity} is larger than {before} before it")]
    Order {
        row: usize,
        column: usize,
        similarity: f32,
        before: f32,
    },
    #[error(
        "row {row} has {} other than itself, but {n_neighbors} {} needed; {} {} too few",
        counted(*n_found as u64, "neighbor"),
        one_or_many(*n_neighbors as u64, "is", "are"),
        counted(*n_short as u64, "row"),
        one_or_many(*n_short as u64, "has", "have")
    )]
    Few {
        row: usize,
        n_found: usize,
        n_neighbors: usize,
        n_short: usize,
    },
    #[error(
        "row {row}: the similarity to {id} is {similarity:.3} in the list, but {cosine:.3} according to the embeddings; such differences occur in \
         {n_different} of {}",
        counted(*n_compared as u64, "row")
    )]
    OtherEmbeddings {
        row: usize,
        id: u32,
        similarity: f32,
        cosine: f32,
        n_different: usize,
        n_compared: usize,
    },
}

impl NeighborListsError {
    pub fn advice(&self) -> &'static str {
        match self {
            NeighborListsError::Ids(_) | NeighborListsError::IdType { .. } => {
                "Write them with numpy.save(name, ids.astype('int64')), one row for each text."
            }
            NeighborListsError::ShapesDiffer { .. } => {
                "Give the two arrays of one search, in the order ids, similarities."
            }
            NeighborListsError::RowsDiffer { .. } => "Search the neighbors of all texts of this pool, in their order.",
            NeighborListsError::Outside { .. } => "Use the numbers of the rows, from 0, as ids.",
            NeighborListsError::Twice { .. } => "Remove repeated ids from each row, or replace them by -1.",
            NeighborListsError::NotFinite { .. } => "Replace the id by -1 if there is no neighbor.",
            NeighborListsError::NotCosine { .. } => {
                "Search unit vectors by inner product; for squared Euclidean distances d of unit vectors, write 1 - d / 2."
            }
            NeighborListsError::Order { .. } => {
                "Sort each row by descending cosine; for cosine distances d, write 1 - d."
            }
            NeighborListsError::Few { .. } => {
                "Search more neighbors for each text, one of which may be the text itself, or give a lower --neighbors."
            }
            NeighborListsError::OtherEmbeddings { .. } => {
                "Give the lists and the embeddings of the same pool in the same order, with cosines as similarities."
            }
        }
    }
}

pub fn names([ids, similarities]: &[PathBuf; 2]) -> String {
    let name = |path: &Path| path.display().to_string();
    format!("{}, {}", name(ids), name(similarities))
}
