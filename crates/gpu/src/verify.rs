//! Verifies the candidates that the GPU has found, and builds exact neighbor lists from the candidates.

use std::ops::Range;

use ndarray::Array2;

use crate::plan::Plan;
use crate::shader::KeptCandidate;
use crate::unproven::search_rows;
use fastgas_embedding::Embeddings;
use fastgas_graph::CpuReason;
use fastgas_graph::{Candidates, Neighbors, rerank};
use fastgas_linalg::rounding_error;

pub struct ListBuilder<'a> {
    embeddings: &'a Embeddings,
    plan: &'a Plan,
    pub chunk: Range<usize>,
    kept: Vec<KeptCandidate>,
    /// The neighbor lists of the chunk. The lists of the rows from `next` on are not built yet.
    neighbors: Neighbors,
    next: usize,
    /// Rows whose kept candidates do not prove that the neighbor list is exact.
    unproven: Vec<u32>,
}

impl<'a> ListBuilder<'a> {
    pub fn new(
        embeddings: &'a Embeddings,
        plan: &'a Plan,
        chunk: Range<usize>,
        kept: Vec<KeptCandidate>,
        n_neighbors: usize,
    ) -> ListBuilder<'a> {
        ListBuilder {
            neighbors: Neighbors {
                ids: Array2::zeros((chunk.len(), n_neighbors)),
                similarities: Array2::zeros((chunk.len(), n_neighbors)),
            },
            next: chunk.start,
            unproven: Vec::new(),
            embeddings,
            plan,
            chunk,
            kept,
        }
    }

    /// Builds more neighbor lists until the fraction `share` of the chunk's lists is built.
    ///
    /// # Errors
    /// Returns [`CpuReason::Wrong`] if a correct GPU could not have kept the received candidates.
    pub fn build_lists(&mut self, share: f64) -> Result<(), CpuReason> {
        let end = self.chunk.start + (self.chunk.len() as f64 * share) as usize;
        // WGSL does not fix the rounding direction, so errors may be twice the errors of rounding to nearest.
        // The error bound `rounding_error(2 * d)`, for twice the number of terms, covers the doubled GPU error.
        // `rounding_error(d)` is the error bound of the CPU's product, which has a fixed order of operations.
        let d = self.embeddings.dimensions();
        let error = rounding_error(2 * d) + rounding_error(d);
        let stride = self.plan.stride(&self.chunk);
        let (mut ids, mut scores) = (Vec::new(), Vec::new());
        for row in self.next..end.min(self.chunk.end) {
            ids.clear();
            scores.clear();
            let at = row - self.chunk.start;
            let mut beyond = f32::NEG_INFINITY;
            let mut places = self.kept[at..].iter().step_by(stride);
            for _ in 0..self.plan.n_parts() {
                let mut worst = f32::INFINITY;
                for kept in places.by_ref().take(self.plan.n_kept()) {
                    if kept.id == u32::MAX {
                        // An unused entry (without an id) means that the GPU kept all candidates of the part.
                        worst = f32::NEG_INFINITY;
                    } else {
                        worst = worst.min(kept.score);
                        ids.push(kept.id);
                        scores.push(kept.score);
                    }
                }
                beyond = beyond.max(worst);
            }
            let is_other = |&id: &u32| (id as usize) < self.embeddings.len() && id as usize != row;
            if !ids.iter().all(is_other) {
                return Err(CpuReason::Wrong);
            }
            let candidates = Candidates {
                ids: &ids,
                scores: &scores,
                error,
                beyond,
            };
            let Neighbors {
                ids: lists,
                similarities,
            } = &mut self.neighbors;
            let list = lists.row_mut(at).into_slice().expect("row-major");
            let similarities = similarities.row_mut(at).into_slice().expect("row-major");
            if !rerank(self.embeddings, row as u32, candidates, list, similarities) {
                self.unproven.push(row as u32);
            } else if !is_sound(&candidates, list, similarities) {
                return Err(CpuReason::Wrong);
            }
            self.next = row + 1;
        }
        Ok(())
    }

    /// Builds all lists that are not built yet, searches the unproven rows, and returns the lists of the chunk.
    pub fn end(mut self) -> Result<Neighbors, CpuReason> {
        self.build_lists(1.0)?;
        search_rows(self.embeddings, self.chunk.start, &self.unproven, &mut self.neighbors);
        Ok(self.neighbors)
    }
}

/// Whether a correct GPU could have found the neighbors in `list`.
/// The GPU score and the cosine of each neighbor must differ by at most the error bound.
/// The id of each neighbor must occur only once among the candidates.
fn is_sound(candidates: &Candidates<'_>, list: &[u32], similarities: &[f32]) -> bool {
    list.iter().zip(similarities).all(|(id, similarity)| {
        let mut of_id = candidates
            .ids
            .iter()
            .zip(candidates.scores)
            .filter(|&(candidate, _)| candidate == id);
        let is_near = |(_, score): (_, &f32)| (score - similarity).abs() <= candidates.error;
        of_id.next().is_some_and(is_near) && of_id.next().is_none()
    })
}
