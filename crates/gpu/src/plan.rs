//! Divides a search into units that fit into the memory of a GPU. The module only computes sizes and needs no GPU.
//!
//! ```text
//!            slab 0                  slab 1          the embeddings, in buffers as large as the GPU can bind
//!  ┌──────────────────────────┬──────────────┐
//!  │ chunk 0 │ chunk 1 │ …    │              │      queries whose candidates are kept at the same time
//!  │ portion │ portion │ port…│ portion │ …  │      candidates that one task compares with a chunk
//!  └──────────────────────────┴──────────────┘
//! ```

use std::ops::Range;

use fastgas_graph::CpuReason;
use wgpu::Limits;

use crate::shader::{KeptCandidate, STEP, TILE};

/// Number of dot-product terms in the first task. The number is small, because the speed of the GPU is not known yet.
/// A small integrated GPU with 80 GFLOP/s needs a tenth of a second for the first task.
/// A large GPU needs less than a millisecond for the first task, and gets larger tasks afterwards.
pub const INITIAL_TERMS: u64 = 1 << 32;

/// Number of workgroups that keeps a large GPU busy.
const WORKGROUPS: usize = 512;

/// Maximum number of rows in a chunk. Such a chunk keeps the GPU busy, but its results take only a few megabytes.
const MAX_CHUNK_ROWS: usize = 16_384;

/// Maximum number of parts that each row's candidates are split into. Each part keeps `n_kept` candidates per row.
/// The candidates are split because few queries alone do not keep the GPU busy.
const MAX_PARTS: usize = 8;

/// Sizes of the slabs, chunks and parts that a search is divided into.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    n: usize,
    padded_dimensions: usize,
    n_kept: usize,
    n_parts: usize,
    /// Number of rows in a slab. This number and `rows_per_chunk` are multiples of [`TILE`].
    rows_per_slab: usize,
    rows_per_chunk: usize,
}

/// Candidates that one task compares with a chunk.
#[derive(Clone, Debug, PartialEq)]
pub struct Portion {
    pub slab: usize,
    pub candidates: Range<usize>,
}

impl Plan {
    /// Plans a search of n×d embeddings that keeps `n_kept` candidates per row.
    /// The error names the capability that the GPU lacks.
    pub fn new(n: usize, d: usize, n_kept: usize, limits: &Limits) -> Result<Plan, CpuReason> {
        let padded_dimensions = d.next_multiple_of(STEP);
        let tiles = |bytes: u64, per_row: usize| (bytes / per_row as u64) as usize / TILE * TILE;
        let binding = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
        let rows_per_slab = tiles(binding, padded_dimensions * size_of::<f32>()).min(n.next_multiple_of(TILE));
        let most = MAX_CHUNK_ROWS
            .min(limits.max_compute_workgroups_per_dimension as usize * TILE)
            .min(rows_per_slab);
        let kept = n_kept * size_of::<KeptCandidate>();
        // Enough parts are chosen to keep the GPU busy.
        // The candidates that all parts keep for one tile of queries must also fit into a buffer.
        let wanted = (WORKGROUPS * TILE).checked_div(most).unwrap_or(1).clamp(1, MAX_PARTS);
        let n_parts = wanted.min((binding / (TILE * kept) as u64) as usize).max(1);
        let rows_per_chunk = tiles(binding, n_parts * kept).min(most);
        if rows_per_chunk == 0 {
            return Err(CpuReason::SmallBuffers { bytes: binding });
        }
        Ok(Plan {
            n,
            padded_dimensions,
            n_kept,
            n_parts,
            rows_per_slab,
            rows_per_chunk,
        })
    }

    /// The dimension d, rounded up to a multiple of the number of elements that the shader multiplies at a time.
    pub fn padded_dimensions(&self) -> usize {
        self.padded_dimensions
    }

    /// Number of `vec4` in a row of the embeddings.
    pub fn depth(&self) -> usize {
        self.padded_dimensions / 4
    }

    /// Number of candidates that each part keeps per row.
    pub fn n_kept(&self) -> usize {
        self.n_kept
    }

    /// Number of parts that each row's candidates are split into.
    pub fn n_parts(&self) -> usize {
        self.n_parts
    }

    pub fn slabs(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        ranges(0..self.n, self.rows_per_slab)
    }

    pub fn slab_of(&self, row: usize) -> usize {
        row / self.rows_per_slab
    }

    pub fn first_of_slab(&self, slab: usize) -> usize {
        slab * self.rows_per_slab
    }

    /// Size of the slab in bytes, rounded up to whole tiles.
    pub fn slab_bytes(&self, slab: &Range<usize>) -> u64 {
        (slab.len().next_multiple_of(TILE) * self.padded_dimensions * size_of::<f32>()) as u64
    }

    /// All chunks, in row order. No chunk spans two slabs.
    pub fn chunks(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let rows_per_chunk = self.rows_per_chunk;
        self.slabs().flat_map(move |slab| ranges(slab, rows_per_chunk))
    }

    /// Number of rows whose candidates the GPU keeps: the rows of the chunk, rounded up to whole tiles.
    pub fn stride(&self, chunk: &Range<usize>) -> usize {
        chunk.len().next_multiple_of(TILE)
    }

    /// Numbers of workgroups in the x and y dimensions of a dispatch, for `stride` rows.
    pub fn workgroups(&self, stride: usize) -> [u32; 2] {
        [(stride / TILE) as u32, self.n_parts as u32]
    }

    /// Number of candidates that the GPU keeps for `stride` rows.
    pub fn n_kept_of(&self, stride: usize) -> u64 {
        (self.n_parts * self.n_kept * stride) as u64
    }

    /// Size in bytes of the candidates that the GPU keeps for the largest chunk.
    pub fn kept_bytes(&self) -> u64 {
        self.n_kept_of(self.rows_per_chunk) * size_of::<KeptCandidate>() as u64
    }

    /// Returns the next candidates, from `start` on, that the GPU should compare with the chunk.
    /// The number of candidates is chosen so that the task has about `terms` dot-product terms.
    pub fn portion(&self, chunk: &Range<usize>, start: usize, terms: u64) -> Portion {
        let least = (TILE * self.n_parts) as u64;
        let rows = terms / (self.stride(chunk) * self.padded_dimensions) as u64;
        let rows = ((rows / least).max(1) * least).min(self.n as u64) as usize;
        let slab = self.slab_of(start);
        let end = self.n.min(self.first_of_slab(slab + 1)).min(start + rows);
        Portion {
            slab,
            candidates: start..end,
        }
    }
}

/// Splits a range into ranges of length `length`. The last range may be shorter.
fn ranges(all: Range<usize>, length: usize) -> impl Iterator<Item = Range<usize>> {
    let end = all.end;
    all.step_by(length).map(move |start| start..end.min(start + length))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Limits that split even a small pool into many slabs (of `rows_per_slab` rows), chunks and portions.
    pub fn narrow(rows_per_slab: usize, d: usize, tiles_per_chunk: u32) -> Limits {
        Limits {
            max_storage_buffer_binding_size: (rows_per_slab * d.next_multiple_of(STEP) * 4) as u64,
            max_compute_workgroups_per_dimension: tiles_per_chunk,
            ..Limits::default()
        }
    }

    /// The portions of all candidates for a chunk. Each portion has about `terms` dot-product terms.
    fn portions(plan: &Plan, chunk: &Range<usize>, terms: u64) -> Vec<Portion> {
        let mut portions: Vec<Portion> = Vec::new();
        while let start = portions.last().map_or(0, |last| last.candidates.end)
            && start < plan.n
        {
            portions.push(plan.portion(chunk, start, terms));
        }
        portions
    }

    #[test]
    fn small_pool_is_one_chunk_with_many_workgroups() {
        let plan = Plan::new(3_000, 384, 16, &Limits::default()).expect("it fits");
        assert_eq!(plan.slabs().collect::<Vec<_>>(), vec![0..3_000]);
        assert_eq!(plan.chunks().collect::<Vec<_>>(), vec![0..3_000]);
        assert_eq!(portions(&plan, &(0..3_000), INITIAL_TERMS).len(), 1);
        assert_eq!(plan.workgroups(plan.stride(&(0..3_000))), [47, 8]);
    }

    #[test]
    fn large_pool_is_divided_by_limits_and_time() {
        let limits = Limits::default();
        let plan = Plan::new(100_000, 384, 16, &limits).expect("it fits");
        assert_eq!(plan.slabs().count(), 2, "128 MiB can store 87,381 rows");
        for slab in plan.slabs() {
            assert!(plan.slab_bytes(&slab) <= limits.max_storage_buffer_binding_size);
        }
        assert!(plan.kept_bytes() <= limits.max_storage_buffer_binding_size);
        for chunk in plan.chunks() {
            assert_eq!(plan.slab_of(chunk.start), plan.slab_of(chunk.end - 1));
            for portion in portions(&plan, &chunk, INITIAL_TERMS) {
                assert!((portion.candidates.len() * plan.stride(&chunk) * 384) as u64 <= INITIAL_TERMS);
            }
            assert_eq!(
                portions(&plan, &chunk, u64::MAX).len(),
                2,
                "there is one portion per slab"
            );
        }
    }

    #[test]
    fn every_row_is_compared_with_every_candidate_once() {
        let plan = Plan::new(1_000, 7, 12, &narrow(320, 7, 2)).expect("it fits");
        let rows: Vec<usize> = plan.chunks().flatten().collect();
        assert_eq!(rows, (0..1_000).collect::<Vec<_>>());
        assert_eq!(plan.slabs().count(), 4);
        for chunk in plan.chunks() {
            assert!(chunk.start % TILE == 0 && chunk.len() <= 2 * TILE);
            for terms in [0, 10_000, INITIAL_TERMS, u64::MAX] {
                let portions = portions(&plan, &chunk, terms);
                for Portion { slab, candidates } in &portions {
                    assert_eq!(plan.slab_of(candidates.start), *slab);
                    assert_eq!(plan.slab_of(candidates.end - 1), *slab);
                }
                let candidates: Vec<usize> = portions.into_iter().flat_map(|portion| portion.candidates).collect();
                assert_eq!(candidates, (0..1_000).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn too_small_buffers_are_reported() {
        let reason = Plan::new(1_000, 384, 16, &narrow(63, 384, 1)).expect_err("not one tile");
        assert!(matches!(reason, CpuReason::SmallBuffers { .. }), "{reason}");
    }
}
