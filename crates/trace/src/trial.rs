//! One attempt of several, of which the partitioner keeps the best.

/// A bisection or a partition that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial<T> {
    /// A side, or a part, for each vertex.
    pub of: Vec<T>,
    /// Weight above the limits.
    pub excess: u64,
    /// Weight of the edges cut.
    pub cut: u64,
}
