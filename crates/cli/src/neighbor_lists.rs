//! Reads neighbor lists that another program has computed.
//!
//! ```text
//!  ids.npy, n×c ───────┐          per row, without −1 and the row itself        first k
//!  sims.npy, n×c ──────┴─ read ──▶ (cosine, id), descending, ties by id ──▶ Neighbors, n×k
//! ```

use std::path::PathBuf;

use ndarray::{Array2, ArrayView1};

use crate::error::CliError;
use crate::neighbor_lists_error::NeighborListsError;
use crate::npy;
use fastgas_embedding::{CosineScale, Embeddings, NpyReason};
use fastgas_graph::Neighbors;

/// Id that faiss writes in place of a missing neighbor.
const MISSING: i64 = -1;

/// Maximum valid similarity. The maximum is above 1, because 16-bit floats have rounding errors.
const MAX_COSINE: f32 = 1.01;

/// Maximum number of rows whose neighbor lists are compared with the embeddings.
const MAX_COMPARED: usize = 1_000;

/// Maximum difference between a listed similarity and the cosine of the embeddings, divided by 1 minus the mean cosine.
/// Search indexes that compress vectors only estimate cosines, so small differences are allowed.
/// A fixed maximum difference would not detect lists of other embeddings if all cosines are within a narrow range.
/// With multilingual-e5-small, for example, two texts have a cosine of 0.84 on average.
const MAX_DIFFERENCE_SHARE: f64 = 0.1;

/// Difference between a similarity and a cosine that is always allowed, because 16-bit floats have rounding errors.
const ROUNDING: f32 = 0.002;

/// Neighbor lists as read from the two files. The values are not checked.
pub struct NeighborLists {
    /// The file of the ids and the file of the similarities. Error messages name both files.
    files: [PathBuf; 2],
    ids: Array2<i64>,
    similarities: Array2<f32>,
}

impl NeighborLists {
    /// Reads the ids from the first file, and the similarities from the second file.
    ///
    /// # Errors
    /// Returns [`CliError::NeighborLists`] if the shapes differ or the ids are not integers.
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

    pub fn n_rows(&self) -> usize {
        self.ids.nrows()
    }

    /// Keeps the first `n_neighbors` neighbors of each of `n_instances` rows.
    /// Missing neighbors (id −1) and the row itself are ignored.
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
        // If the lists have fewer columns than `n_neighbors`, all rows are too short, and the result is an error.
        // The arrays have the smaller of `n_neighbors` and the lists' number of columns as their width.
        // The file size therefore limits the allocated memory, even if `n_neighbors` is large.
        let shape = (n, n_neighbors.min(self.ids.ncols()));
        let mut neighbors = Neighbors {
            ids: Array2::zeros(shape),
            similarities: Array2::zeros(shape),
        };
        // For each id, the last row that lists the id. A row that lists an id twice is an error.
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

    /// Compares the first neighbors of at most a thousand rows with the embeddings.
    /// At least half of the similarities must be approximately the cosines of the embeddings.
    pub fn check_embeddings(&self, neighbors: &Neighbors, embeddings: &Embeddings) -> Result<(), CliError> {
        match other_embeddings(neighbors, embeddings) {
            Some(error) => Err(CliError::neighbor_lists(&self.files, error)),
            None => Ok(()),
        }
    }
}

/// Returns the similarity and the id of each neighbor in a row, in list order.
/// `listed_by` contains the last row that lists each id, to detect an id that occurs twice in one row.
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

/// Maximum difference between a listed similarity and the cosine of two embeddings.
/// This maximum depends on `scale`, which is determined by the mean cosine of the pool.
fn max_difference(scale: CosineScale) -> f32 {
    (1.0 - scale.cosine_at(1.0 - MAX_DIFFERENCE_SHARE)).max(ROUNDING)
}

/// Returns an error if the listed similarities of most rows differ from the cosines of the embeddings.
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

#[cfg(test)]
mod tests;
