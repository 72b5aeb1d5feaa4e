//! Types and constants that must match the shader, nearest.wgsl.

use bytemuck::{Pod, Zeroable};

/// Number of rows in a tile, equal to `TILE` in nearest.wgsl.
pub const TILE: usize = 64;

/// Number of elements in a row that the shader multiplies in one step.
/// `STEP` in nearest.wgsl is a quarter of this number, because the shader counts vectors of four elements.
pub const STEP: usize = 16;

/// Parameters of a task, in the layout of `Task` in nearest.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub struct Task {
    pub first_query: u32,
    pub first_candidate: u32,
    pub end_candidate: u32,
    pub query_id: u32,
    pub candidate_id: u32,
    pub depth: u32,
    pub n_kept: u32,
    pub is_first: u32,
}

/// A candidate that the GPU keeps for a row, in the layout of `Kept` in nearest.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct KeptCandidate {
    /// The cosine that the GPU has computed.
    pub score: f32,
    /// The row index of the candidate; `u32::MAX` in an unused entry.
    pub id: u32,
}
