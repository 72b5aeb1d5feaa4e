//! Coarsening, second half: merges matched or clustered vertices into the vertices of a smaller graph.

use fastgas_graph::{CsrGraph, group_by_key};

const NONE: u32 = u32::MAX;

/// A coarse graph, and the mapping from the vertices of the next finer graph to the vertices of the coarse graph.
pub struct Level {
    /// The coarse graph.
    pub graph: CsrGraph,
    /// For each vertex of the finer graph, the coarse vertex that contains it.
    pub coarse_of: Vec<u32>,
}

impl Level {
    /// Copies the value of each coarse vertex to all vertices of the finer graph that the coarse vertex contains.
    pub fn project<T: Copy>(&self, of_coarse: &[T]) -> Vec<T> {
        self.coarse_of
            .iter()
            .map(|&coarse| of_coarse[coarse as usize])
            .collect()
    }

    /// The part of each coarse vertex. All finer vertices of a coarse vertex must be in the same part of `part_of`.
    pub fn restrict(&self, part_of: &[u32]) -> Vec<u32> {
        let mut coarse_parts = vec![0; self.graph.n_vertices()];
        for (&coarse, &part) in self.coarse_of.iter().zip(part_of) {
            coarse_parts[coarse as usize] = part;
        }
        coarse_parts
    }
}

/// Merges each cluster into one vertex.
///
/// `cluster_of`: length n; for each vertex, the member that represents its cluster.
/// The function [`cluster_vertices`](super::clustering::cluster_vertices) returns a valid `cluster_of`.
/// A matching, which maps each vertex to its partner, is also a valid `cluster_of`.
/// The coarse vertices are numbered in the order of the lowest members of their clusters.
/// Vertex weights and the weights of parallel edges are added.
/// The cut of a coarse partition therefore equals the cut of its projection.
/// The sum of the edge weights between any two coarse vertices must be less than 2³².
///
/// For example, the cycle 0─1─3─2 with the clusters 0+1 and 2+3 becomes a single edge of weight 2.
///
/// O(|V| + |E|) time and space.
pub fn contract(graph: &CsrGraph, cluster_of: &[u32]) -> Level {
    let n = graph.n_vertices();
    let mut coarse_of = vec![NONE; n];
    let mut n_coarse = 0;
    for vertex in 0..n {
        let other = cluster_of[vertex] as usize;
        // Coarse vertices are numbered by first visit. The number of a cluster is stored at its representative.
        if coarse_of[other] == NONE {
            coarse_of[other] = n_coarse;
            n_coarse += 1;
        }
        coarse_of[vertex] = coarse_of[other];
    }
    let n_coarse = n_coarse as usize;
    // Coarse vertex `c` contains the vertices `members[first_of[c]..first_of[c + 1]]`, in ascending order.
    let (first_of, members) = group_by_key(n_coarse, || coarse_of.iter().copied().zip(0..));

    let mut rows = CsrGraph {
        offsets: Vec::with_capacity(n_coarse + 1),
        neighbors: Vec::with_capacity(graph.neighbors.len()),
        edge_weights: Vec::with_capacity(graph.neighbors.len()),
        vertex_weights: vec![0; n_coarse],
    };
    rows.offsets.push(0);
    // `slot_of` is never cleared: an index below `row` belongs to an earlier coarse vertex.
    let mut slot_of = vec![NONE; n_coarse];
    for coarse in 0..n_coarse {
        let row = rows.neighbors.len();
        for &member in &members[first_of[coarse] as usize..first_of[coarse + 1] as usize] {
            rows.vertex_weights[coarse] += graph.vertex_weights[member as usize];
            for (neighbor, weight) in graph.edges_of(member) {
                let neighbor = coarse_of[neighbor as usize];
                if neighbor as usize == coarse {
                    continue;
                }
                let slot = slot_of[neighbor as usize];
                if slot != NONE && slot as usize >= row {
                    rows.edge_weights[slot as usize] += weight;
                } else {
                    slot_of[neighbor as usize] = rows.neighbors.len() as u32;
                    rows.neighbors.push(neighbor);
                    rows.edge_weights.push(weight);
                }
            }
        }
        rows.offsets.push(rows.neighbors.len() as u32);
    }
    Level {
        graph: sort_rows(rows),
        coarse_of,
    }
}

/// Sorts the neighbors of each vertex in ascending order by transposing the graph.
/// A symmetric graph is its own transpose, and transposing row by row fills each row in ascending order. O(|V| + |E|).
fn sort_rows(graph: CsrGraph) -> CsrGraph {
    let mut next = graph.offsets.clone();
    let mut neighbors = vec![0; graph.neighbors.len()];
    let mut edge_weights = vec![0; graph.neighbors.len()];
    for vertex in 0..graph.n_vertices() as u32 {
        for (neighbor, weight) in graph.edges_of(vertex) {
            let slot = next[neighbor as usize] as usize;
            next[neighbor as usize] += 1;
            neighbors[slot] = vertex;
            edge_weights[slot] = weight;
        }
    }
    CsrGraph {
        neighbors,
        edge_weights,
        ..graph
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clustering::{ClusterLimits, cluster_vertices};
    use crate::matching::{Matching, match_vertices};
    use crate::metrics::edge_cut;
    use fastgas_graph::fixtures::{any_graph, assert_well_formed, graph_of, weighted_graph_of};
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn square_contracts_to_a_double_edge() {
        let graph = graph_of(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
        let level = contract(&graph, &[1, 0, 3, 2]);
        assert_eq!(level.coarse_of, [0, 0, 1, 1]);
        let mut expected = weighted_graph_of(2, &[(0, 1, 2)]);
        expected.vertex_weights = vec![2, 2];
        assert_eq!(level.graph, expected);
    }

    #[test]
    fn clusters_of_any_size_are_numbered_by_their_lowest_member() {
        // The clusters 0─3─4 and 1─2 are represented by their last members and connected by the edges 0─1 and 4─2.
        let graph = graph_of(5, &[(0, 3), (3, 4), (1, 2), (0, 1), (2, 4)]);
        let level = contract(&graph, &[4, 2, 2, 4, 4]);
        assert_eq!(level.coarse_of, [0, 1, 1, 0, 0]);
        let mut expected = weighted_graph_of(2, &[(0, 1, 2)]);
        expected.vertex_weights = vec![3, 2];
        assert_eq!(level.graph, expected);
        assert_eq!(level.project(&[7, 8]), [7, 8, 8, 7, 7]);
        assert_eq!(level.restrict(&[7, 8, 8, 7, 7]), [7, 8]);
    }

    proptest! {
        #[test]
        fn weight_and_cut_are_kept(graph in any_graph(40), seed in 0u64..100, parts in prop::collection::vec(0u32..3, 40)) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let limits = ClusterLimits { max_weight: 100, enough: 1 };
            for cluster_of in [
                match_vertices(&graph, Matching::Random, 100, &mut rng),
                match_vertices(&graph, Matching::HeavyEdge, 100, &mut rng),
                cluster_vertices(&graph, None, limits, &mut rng),
            ] {
                let level = contract(&graph, &cluster_of);
                assert_well_formed(&level.graph);
                prop_assert_eq!(level.graph.total_weight(), graph.total_weight());
                let coarse_parts = &parts[..level.graph.n_vertices()];
                prop_assert_eq!(edge_cut(&level.graph, coarse_parts), edge_cut(&graph, &level.project(coarse_parts)));
            }
        }
    }
}
