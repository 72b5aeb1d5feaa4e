//! Reads neighbor lists that another program has computed.
//!
//! ```text
//!  ids.npy, n×c ───────┐          per row, without −1 and the row itself        first k
//!  sims.npy, n×c ──────┴─ read ──▶ (cosine, id), descending, ties by id ──▶ Neighbors, n×k
//! ```

use std::path::{Path, PathBuf};

use ndarray::{Array2, ArrayView1};
use thiserror::Error as ThisError;

use crate::error::CliError;
use crate::npy;
use fastgas_embedding::{CosineScale, Embeddings, NpyReason};
use fastgas_graph::Neighbors;

/// The id of an entry without a neighbor, as faiss writes it.
const MISSING: i64 = -1;

/// Maximum absolute value of a cosine, including the rounding error of 16-bit floats.
const MAX_COSINE: f32 = 1.01;

/// Maximum number of rows whose neighbor lists are compared with the embeddings.
const MAX_COMPARED: usize = 1_000;

/// Maximum difference of a similarity from the cosine of the embeddings, as a share of the distance from the mean cosine to 1.
/// Search indexes that compress vectors only estimate cosines.
/// A fixed maximum difference would not detect lists of other embeddings if all cosines are within a narrow range.
/// With multilingual-e5-small, for example, two texts have a cosine of 0.84 on average.
const MAX_DIFFERENCE_SHARE: f64 = 0.1;

/// Similarity differences up to this value are never too large, because 16-bit floats have rounding errors.
const ROUNDING: f32 = 0.002;

/// Why neighbor lists cannot be used. Rows and columns are counted from 0.
#[derive(Clone, Debug, PartialEq, ThisError)]
pub enum NeighborListsError {
    /// The file of ids is not a matrix of integers.
    #[error("the ids cannot be used: {0}")]
    Ids(NpyReason),
    /// The numbers in the file of ids are not integers.
    #[error("the ids have the type `{kind}`; only integers of 32 or 64 bits are supported")]
    IdType { kind: String },
    #[error("the ids have {} rows of {} entries, but the similarities have {} rows of {}", ids.0, ids.1, similarities.0, similarities.1)]
    ShapesDiffer {
        ids: (usize, usize),
        similarities: (usize, usize),
    },
    #[error("the lists have {rows} rows, but the pool has {n_instances}")]
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
        "row {row} has {n_found} neighbors other than itself, but {n_neighbors} are needed; {n_short} rows have too few"
    )]
    Few {
        row: usize,
        n_found: usize,
        n_neighbors: usize,
        n_short: usize,
    },
    #[error(
        "row {row}: the similarity to {id} is {similarity:.3} in the list, but {cosine:.3} according to the embeddings; such differences occur in \
         {n_different} of {n_compared} rows"
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
    /// Tells the user in one sentence how to fix the error.
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

/// Neighbor lists that were read but not checked.
pub struct NeighborLists {
    /// The file of the ids and the file of the similarities. Error messages name both files.
    files: [PathBuf; 2],
    /// Neighbor ids, n×c.
    ids: Array2<i64>,
    /// Similarities of the neighbors, n×c.
    similarities: Array2<f32>,
}

impl NeighborLists {
    /// Reads the lists from the files of `--neighbor-lists`: ids, then similarities.
    ///
    /// # Errors
    /// Returns [`CliError::NeighborLists`] if the shapes differ or the ids are not integers.
    /// Also fails with the errors of [`npy::read_matrix`].
    pub fn read(files: &[PathBuf]) -> Result<NeighborLists, CliError> {
        let [ids_file, similarities_file] = files else {
            unreachable!("the parser requires two files");
        };
        let files = [ids_file.clone(), similarities_file.clone()];
        let ids = npy::read_integers(ids_file)?.map_err(|reason| {
            let error = match reason {
                NpyReason::NumberKind { kind } => NeighborListsError::IdType { kind },
                reason => NeighborListsError::Ids(reason),
            };
            CliError::neighbor_lists(&files, error)
        })?;
        let similarities = npy::read_matrix(similarities_file)?;
        if ids.dim() != similarities.dim() {
            let error = NeighborListsError::ShapesDiffer {
                ids: ids.dim(),
                similarities: similarities.dim(),
            };
            return Err(CliError::neighbor_lists(&files, error));
        }
        Ok(NeighborLists {
            files,
            ids,
            similarities,
        })
    }

    /// Number of rows, each of which is a neighbor list.
    pub fn n_rows(&self) -> usize {
        self.ids.nrows()
    }

    /// The first `n_neighbors` neighbors of each of `n_instances` rows. Entries with id −1 and the row itself are ignored.
    ///
    /// # Errors
    /// Returns [`CliError::NeighborLists`] for the first row that is malformed or has too few neighbors.
    pub fn neighbors(&self, n_instances: usize, n_neighbors: usize) -> Result<Neighbors, CliError> {
        self.check(n_instances, n_neighbors)
            .map_err(|error| CliError::neighbor_lists(&self.files, error))
    }

    fn check(&self, n_instances: usize, n_neighbors: usize) -> Result<Neighbors, NeighborListsError> {
        let n = self.n_rows();
        if n != n_instances {
            return Err(NeighborListsError::RowsDiffer { rows: n, n_instances });
        }
        // If the lists have fewer columns than the required number of neighbors, all rows are too short.
        // Taking the minimum ensures that the allocated memory is limited by the size of the files.
        let shape = (n, n_neighbors.min(self.ids.ncols()));
        let mut neighbors = Neighbors {
            ids: Array2::zeros(shape),
            similarities: Array2::zeros(shape),
        };
        // For each id, the last row whose list contains the id.
        let mut listed_by = vec![usize::MAX; n];
        let mut too_few: Option<(usize, usize)> = None;
        let mut n_short = 0;
        for (row, (ids, similarities)) in self.ids.rows().into_iter().zip(self.similarities.rows()).enumerate() {
            let mut found = found_in_row(row, ids, similarities, &mut listed_by)?;
            if found.len() < n_neighbors {
                too_few.get_or_insert((row, found.len()));
                n_short += 1;
                continue;
            }
            // The similarities are already in order; the sort orders entries with equal similarity by id.
            found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            for (place, (similarity, id)) in found.into_iter().take(n_neighbors).enumerate() {
                neighbors.ids[[row, place]] = id;
                neighbors.similarities[[row, place]] = similarity;
            }
        }
        match too_few {
            Some((row, n_found)) => Err(NeighborListsError::Few {
                row,
                n_found,
                n_neighbors,
                n_short,
            }),
            None => Ok(neighbors),
        }
    }

    /// Checks that the similarities are approximately the cosines of the embeddings in most of up to a thousand rows.
    ///
    /// # Errors
    /// Returns [`CliError::NeighborLists`] if the similarities of most rows are not the cosines.
    pub fn check_embeddings(&self, neighbors: &Neighbors, embeddings: &Embeddings) -> Result<(), CliError> {
        match other_embeddings(neighbors, embeddings) {
            Some(error) => Err(CliError::neighbor_lists(&self.files, error)),
            None => Ok(()),
        }
    }
}

/// The neighbors of a row, in list order. `listed_by` contains, for each id, the last row whose list contains the id.
fn found_in_row(
    row: usize,
    ids: ArrayView1<'_, i64>,
    similarities: ArrayView1<'_, f32>,
    listed_by: &mut [usize],
) -> Result<Vec<(f32, u32)>, NeighborListsError> {
    let n = listed_by.len();
    let mut found = Vec::with_capacity(ids.len());
    let mut before = f32::INFINITY;
    for (column, (&id, &similarity)) in ids.iter().zip(similarities).enumerate() {
        if id == MISSING {
            continue;
        }
        let index = usize::try_from(id).ok().filter(|&index| index < n);
        let Some(index) = index else {
            let last = n - 1;
            return Err(NeighborListsError::Outside { row, column, id, last });
        };
        if !similarity.is_finite() {
            return Err(NeighborListsError::NotFinite { row, column });
        }
        if similarity.abs() > MAX_COSINE {
            return Err(NeighborListsError::NotCosine {
                row,
                column,
                similarity,
            });
        }
        if similarity > before {
            return Err(NeighborListsError::Order {
                row,
                column,
                similarity,
                before,
            });
        }
        before = similarity;
        if std::mem::replace(&mut listed_by[index], row) == row {
            return Err(NeighborListsError::Twice { row, column, id });
        }
        if index != row {
            found.push((similarity, index as u32));
        }
    }
    Ok(found)
}

/// Maximum difference between a given similarity and the cosine of two embeddings. `scale` is the scale of the cosines.
fn max_difference(scale: CosineScale) -> f32 {
    (1.0 - scale.cosine_at(1.0 - MAX_DIFFERENCE_SHARE)).max(ROUNDING)
}

/// The error if the similarities of the first neighbors differ from the cosines of the embeddings in most rows.
fn other_embeddings(neighbors: &Neighbors, embeddings: &Embeddings) -> Option<NeighborListsError> {
    let n = embeddings.len();
    let max_difference = max_difference(CosineScale::of(embeddings));
    let mut first = None;
    let (mut n_different, mut n_compared) = (0, 0);
    for row in (0..n).step_by(n.div_ceil(MAX_COMPARED).max(1)) {
        let (id, similarity) = (neighbors.ids[[row, 0]], neighbors.similarities[[row, 0]]);
        let cosine = embeddings.row(row).dot(&embeddings.row(id as usize));
        n_compared += 1;
        if (cosine - similarity).abs() > max_difference {
            n_different += 1;
            first.get_or_insert((row, id, similarity, cosine));
        }
    }
    let (row, id, similarity, cosine) = first.filter(|_| 2 * n_different > n_compared)?;
    Some(NeighborListsError::OtherEmbeddings {
        row,
        id,
        similarity,
        cosine,
        n_different,
        n_compared,
    })
}

/// Formats the paths of the id file and the similarity file for a message.
pub fn names([ids, similarities]: &[PathBuf; 2]) -> String {
    let name = |path: &Path| path.display().to_string();
    format!("{}, {}", name(ids), name(similarities))
}

#[cfg(test)]
mod tests;
