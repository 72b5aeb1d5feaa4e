//! The neighborhood of a text in the kNN graph.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::Adjacency;

/// A text in the neighborhood of another text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeighborInGraph {
    /// 0-based row of the text in the pool.
    pub row: u32,
    /// Length of the shortest path between the two texts, in edges: 1 or 2.
    pub steps: u32,
    /// Number of common neighbors of the two texts.
    pub shared: u32,
}

impl Adjacency {
    /// The neighborhood of `row`, limited to `most` texts.
    /// The neighbors of `row` come first, then the neighbors of neighbors.
    /// Texts at the same distance are sorted by descending number of neighbors in common with `row`. Ties: the lowest row.
    /// About O(degree²) time.
    pub fn neighborhood(&self, row: u32, most: usize) -> Vec<NeighborInGraph> {
        let mut shared: BTreeMap<u32, u32> = self.neighbors_of(row).iter().map(|&neighbor| (neighbor, 0)).collect();
        for &neighbor in self.neighbors_of(row) {
            for &other in self.neighbors_of(neighbor).iter().filter(|&&other| other != row) {
                *shared.entry(other).or_default() += 1;
            }
        }
        let is_neighbor = |other: u32| self.neighbors_of(row).binary_search(&other).is_ok();
        let near = |(other, shared)| NeighborInGraph {
            row: other,
            steps: if is_neighbor(other) { 1 } else { 2 },
            shared,
        };
        let mut around: Vec<NeighborInGraph> = shared.into_iter().map(near).collect();
        around.sort_by_key(|near| (near.steps, Reverse(near.shared)));
        around.truncate(most);
        around
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CsrGraph;
    use crate::fixtures::{any_weighted_graph, graph_of};
    use proptest::prelude::*;

    fn adjacency(graph: CsrGraph) -> Adjacency {
        let n = graph.n_vertices();
        Adjacency::from_parts(graph.offsets, graph.neighbors, n).expect("a graph")
    }

    #[test]
    fn closer_texts_and_those_with_more_shared_neighbors_come_first() {
        let graph = adjacency(graph_of(
            7,
            &[(0, 1), (0, 2), (0, 3), (2, 3), (2, 4), (3, 4), (1, 5), (5, 6)],
        ));
        let listed = |most| {
            graph
                .neighborhood(0, most)
                .into_iter()
                .map(|near| (near.row, near.steps, near.shared))
        };
        assert_eq!(
            listed(9).collect::<Vec<_>>(),
            [(2, 1, 1), (3, 1, 1), (1, 1, 0), (4, 2, 2), (5, 2, 1)]
        );
        assert_eq!(listed(2).count(), 2);
        assert!(graph.neighborhood(6, 9).iter().all(|near| near.row != 6));
        assert!(adjacency(graph_of(2, &[])).neighborhood(0, 9).is_empty());
    }

    proptest! {
        #[test]
        fn neighborhood_equals_brute_force(graph in any_weighted_graph(15)) {
            let n = graph.n_vertices() as u32;
            let graph = adjacency(graph);
            for row in 0..n {
                let shares = |other: u32| graph.neighbors_of(other).iter().filter(|near| graph.neighbors_of(row).contains(near)).count();
                let around = graph.neighborhood(row, 100);
                for other in (0..n).filter(|&other| other != row) {
                    let is_neighbor = graph.neighbors_of(row).contains(&other);
                    let expected = (is_neighbor || shares(other) > 0).then(|| NeighborInGraph {
                        row: other,
                        steps: if is_neighbor { 1 } else { 2 },
                        shared: shares(other) as u32,
                    });
                    prop_assert_eq!(around.iter().find(|near| near.row == other).copied(), expected);
                }
                let key = |near: &NeighborInGraph| (near.steps, Reverse(near.shared), near.row);
                prop_assert!(around.is_sorted_by_key(key));
            }
        }
    }
}
