//! The types and constants that this crate shares with the shader, nearest.wgsl.

use bytemuck::{Pod, Zeroable};

/// The same as `TILE` in nearest.wgsl: rows that a workgroup holds at a time.
pub const TILE: usize = 64;

/// Four times `STEP` in nearest.wgsl, which counts vectors of four numbers.
pub const STEP: usize = 16;

/// The same as `Task` in nearest.wgsl.
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

/// The same as `Kept` in nearest.wgsl: a candidate that the GPU keeps for a row.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct Kept {
    /// The coarse cosine.
    pub score: f32,
    /// The candidate's row.
    pub id: u32,
}
