//! Who is joined with whom in the kNN graph, as far as the map shows it: no weights.

use crate::config::EdgeWeights;
use crate::graph::{CsrGraph, Neighbors};

/// The edges of the kNN graph. Symmetric, no loops; the texts joined with `v` are
/// `neighbors[offsets[v]..offsets[v + 1]]`, rising.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Joined {
    offsets: Vec<u32>,
    neighbors: Vec<u32>,
}

impl Joined {
    /// An edge wherever either of two instances lists the other. O(n·k log k).
    pub fn of(neighbors: &Neighbors) -> Joined {
        let CsrGraph { offsets, neighbors, .. } = CsrGraph::from_neighbors(neighbors, EdgeWeights::Unit);
        Joined { offsets, neighbors }
    }

    /// From what [`Joined::into_parts`] gives; none where that is no graph of `n` instances.
    pub fn from_parts(offsets: Vec<u32>, neighbors: Vec<u32>, n: usize) -> Option<Joined> {
        let whole = offsets.len() == n + 1 && offsets[0] == 0 && offsets.is_sorted();
        let fits = offsets.last().is_some_and(|&end| end as usize == neighbors.len());
        let known = neighbors.iter().all(|&neighbor| (neighbor as usize) < n);
        (whole && fits && known).then_some(Joined { offsets, neighbors })
    }

    /// n + 1 offsets, and the neighbors.
    pub fn parts(&self) -> [&[u32]; 2] {
        [&self.offsets, &self.neighbors]
    }

    /// How many instances `row` is joined with.
    pub fn degree(&self, row: u32) -> u32 {
        self.with(row).len() as u32
    }

    /// Those that `row` is joined with, rising.
    pub fn with(&self, row: u32) -> &[u32] {
        &self.neighbors[self.offsets[row as usize] as usize..self.offsets[row as usize + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn an_edge_is_there_from_both_ends() {
        // 0 → 1, 1 → 0, 2 → 0
        let joined = Joined::of(&Neighbors {
            ids: array![[1], [0], [0]],
            similarities: array![[0.9], [0.9], [0.5]],
        });
        assert_eq!(
            [0, 1, 2].map(|row| joined.with(row).to_vec()),
            [vec![1, 2], vec![0], vec![0]]
        );
        assert_eq!(joined.degree(0), 2);
        let [offsets, neighbors] = joined.parts().map(<[u32]>::to_vec);
        assert_eq!(Joined::from_parts(offsets.clone(), neighbors.clone(), 3), Some(joined));
        for (offsets, neighbors, n) in [
            (offsets.clone(), neighbors.clone(), 4),
            (offsets.clone(), vec![1, 2, 0], 3),
            (offsets, vec![1, 3, 0, 0], 3),
            (vec![0, 3, 2, 4], neighbors, 3),
            (vec![], vec![], 0),
        ] {
            assert_eq!(Joined::from_parts(offsets, neighbors, n), None);
        }
    }
}
