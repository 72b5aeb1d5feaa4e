//! Types and constants that must match the shader, nearest.wgsl.

use bytemuck::{Pod, Zeroable};

/// A tile has this number of rows. The number equals `TILE` in nearest.wgsl.
pub const TILE: usize = 64;

/// The number is four times `STEP` in nearest.wgsl, which counts vectors of four numbers.
pub const STEP: usize = 16;

/// The layout is that of `Task` in nearest.wgsl.
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

/// The GPU keeps candidates for each row. The layout is that of `Kept` in nearest.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct KeptCandidate {
    /// The GPU has computed this cosine.
    pub score: f32,
    /// The id is the row index of the candidate.
    pub id: u32,
}
