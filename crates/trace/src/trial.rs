//! One of several attempts, of which the partitioner keeps the best.

/// A bisection or partition that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct TriedCut<T> {
    /// The side or part of each vertex.
    pub of: Vec<T>,
    /// Weight above the limits.
    pub excess: u64,
    /// Weight of the cut edges.
    pub cut: u64,
}
