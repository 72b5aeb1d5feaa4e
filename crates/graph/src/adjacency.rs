//! The kNN graph as adjacency lists without edge weights. The page uses these lists for the map of the texts.

use crate::EdgeWeights;
use crate::{CsrGraph, Neighbors, WeightedGraph};
use fastgas_embedding::Embeddings;

/// The edges of the kNN graph. The graph is symmetric and has no loops.
/// The neighbors of `v` are `neighbors[offsets[v]..offsets[v + 1]]`, in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adjacency {
    offsets: Vec<u32>,
    neighbors: Vec<u32>,
}

impl Adjacency {
    /// Creates the kNN graph from neighbor lists.
    /// Two instances share an edge if at least one of them is in the list of the other.
    /// O(n·k log k) time.
    pub fn of(neighbors: &Neighbors) -> Adjacency {
        let CsrGraph { offsets, neighbors, .. } = CsrGraph::from_neighbors(neighbors, EdgeWeights::Unit);
        Adjacency { offsets, neighbors }
    }

    /// Creates the graph from the arrays of [`Adjacency::parts`]. `None` if the arrays do not describe a graph of `n` instances.
    pub fn from_parts(offsets: Vec<u32>, neighbors: Vec<u32>, n: usize) -> Option<Adjacency> {
        let whole = offsets.len() == n + 1 && offsets[0] == 0 && offsets.is_sorted();
        let fits = offsets.last().is_some_and(|&end| end as usize == neighbors.len());
        let known = neighbors.iter().all(|&neighbor| (neighbor as usize) < n);
        (whole && fits && known).then_some(Adjacency { offsets, neighbors })
    }

    /// The two arrays of the graph: n + 1 offsets, and the neighbors.
    pub fn parts(&self) -> [&[u32]; 2] {
        [&self.offsets, &self.neighbors]
    }

    /// The number of neighbors of `row`.
    pub fn degree(&self, row: u32) -> u32 {
        self.neighbors_of(row).len() as u32
    }

    /// The cosine of each edge, in the same order as `neighbors`. O(|E|·d) time.
    ///
    /// # Panics
    /// Panics if there are fewer embeddings than vertices.
    pub fn cosines(&self, embeddings: &Embeddings) -> Vec<f32> {
        let d = embeddings.dimensions();
        let row = |row: u32| &embeddings.as_slice()[row as usize * d..][..d];
        let of = |from: u32| {
            self.neighbors_of(from)
                .iter()
                .map(move |&to| cosine(row(from), row(to)))
        };
        (0..self.n_vertices() as u32).flat_map(of).collect()
    }

    /// The neighbors of `row`, in ascending order.
    pub fn neighbors_of(&self, row: u32) -> &[u32] {
        &self.neighbors[self.offsets[row as usize] as usize..self.offsets[row as usize + 1] as usize]
    }
}

const LANES: usize = 8;

/// The cosine of two unit vectors of equal dimension. The result does not depend on the order of the two arguments.
/// The products are added in a fixed order, so every machine computes the same sum.
pub fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let (a, rest_of_a) = a.as_chunks::<LANES>();
    let (b, rest_of_b) = b.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for (a, b) in a.iter().zip(b) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest = rest_of_a.iter().zip(rest_of_b).map(|(a, b)| a * b);
    sums.into_iter().chain(rest).sum()
}

/// The kNN graph as a weighted graph whose edges all have weight 1.
impl WeightedGraph for Adjacency {
    fn n_vertices(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    fn edges(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> {
        self.neighbors_of(vertex).iter().map(|&neighbor| (neighbor, 1))
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn edges_are_symmetric_and_invalid_parts_are_rejected() {
        let adjacency = Adjacency::of(&Neighbors {
            ids: array![[1], [0], [0]],
            similarities: array![[0.9], [0.9], [0.5]],
        });
        assert_eq!(
            [0, 1, 2].map(|row| adjacency.neighbors_of(row).to_vec()),
            [vec![1, 2], vec![0], vec![0]]
        );
        assert_eq!(adjacency.degree(0), 2);
        let rows = array![[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]];
        let cosines = adjacency.cosines(&Embeddings::normalized(rows).expect("no row is zero"));
        assert_eq!(cosines, [0.0, 0.6, 0.0, 0.6]);
        let [offsets, neighbors] = adjacency.parts().map(<[u32]>::to_vec);
        assert_eq!(
            Adjacency::from_parts(offsets.clone(), neighbors.clone(), 3),
            Some(adjacency)
        );
        for (offsets, neighbors, n) in [
            (offsets.clone(), neighbors.clone(), 4),
            (offsets.clone(), vec![1, 2, 0], 3),
            (offsets, vec![1, 3, 0, 0], 3),
            (vec![0, 3, 2, 4], neighbors, 3),
            (vec![], vec![], 0),
        ] {
            assert_eq!(Adjacency::from_parts(offsets, neighbors, n), None);
        }
    }

    proptest! {
        #[test]
        fn cosine_is_the_sum_of_products(pairs in prop::collection::vec((-9i16..9, -9i16..9), 0..40)) {
            let row = |of: fn(&(i16, i16)) -> i16| pairs.iter().map(|pair| f32::from(of(pair))).collect::<Vec<f32>>();
            let (a, b) = (row(|pair| pair.0), row(|pair| pair.1));
            let expected: i32 = pairs.iter().map(|&(a, b)| i32::from(a) * i32::from(b)).sum();
            // The sums are small integers, so `f32` represents them exactly.
            prop_assert_eq!(cosine(&a, &b), expected as f32);
            prop_assert_eq!(cosine(&b, &a), expected as f32);
        }
    }
}
