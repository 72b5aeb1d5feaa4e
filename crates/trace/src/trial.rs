//! A trial partition. The partitioner keeps the best of several trial partitions.

/// A bisection or partition that the partitioner tried.
#[derive(Clone, Debug, PartialEq)]
pub struct TriedCut<T> {
    /// The side or part index of each vertex.
    pub of: Vec<T>,
    /// Total weight by which sides or parts exceed their maximum weights.
    pub excess: u64,
    /// Total weight of the cut edges.
    pub cut: u64,
}
