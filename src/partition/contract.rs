//! Coarsening, second half: matched vertices become one vertex of a smaller graph.

use crate::graph::CsrGraph;

const NONE: u32 = u32::MAX;

/// Merges each matched pair.
///
/// `match_of`: length n, mutual, as from [`match_vertices`](super::matching::match_vertices). Returns the coarse
/// graph and `coarse_of`, length n, which numbers the pairs by their lower member. Vertex weights add up, and so do
/// the weights of edges that now join the same two vertices: the cut of a coarse partition is the cut of its
/// projection. The sum of the edges between any two coarse vertices must be below 2³².
///
/// ```text
/// 0─1   pairs 0+1, 2+3
/// │ │   ───────────▶   0 ══ 1   (one edge of weight 2)
/// 2─3
/// ```
///
/// O(|V| + |E|) time and space.
pub(super) fn contract(graph: &CsrGraph, match_of: &[u32]) -> (CsrGraph, Vec<u32>) {
    let n = graph.n_vertices();
    let mut coarse_of = vec![NONE; n];
    let mut first_of = Vec::with_capacity(n);
    for vertex in 0..n {
        if coarse_of[vertex] == NONE {
            coarse_of[vertex] = first_of.len() as u32;
            coarse_of[match_of[vertex] as usize] = first_of.len() as u32;
            first_of.push(vertex as u32);
        }
    }

    let n_coarse = first_of.len();
    let mut rows = CsrGraph {
        offsets: Vec::with_capacity(n_coarse + 1),
        neighbors: Vec::with_capacity(graph.neighbors.len()),
        edge_weights: Vec::with_capacity(graph.neighbors.len()),
        vertex_weights: vec![0; n_coarse],
    };
    rows.offsets.push(0);
    for (vertex, &coarse) in coarse_of.iter().enumerate() {
        rows.vertex_weights[coarse as usize] += graph.vertex_weights[vertex];
    }
    // Where in the row under construction a coarse neighbour stands; what points before the row is of an earlier one.
    let mut slot_of = vec![NONE; n_coarse];
    for (coarse, &first) in first_of.iter().enumerate() {
        let row = rows.neighbors.len();
        let second = match_of[first as usize];
        let members = [first, second];
        for &member in &members[..if first == second { 1 } else { 2 }] {
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
    (sort_rows(rows), coarse_of)
}

/// Puts the neighbours of each vertex in rising order: a symmetric graph is its own transpose, and transposing
/// row by row fills each row in order. O(|V| + |E|).
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
    use crate::partition::matching::{Matching, match_vertices};
    use crate::partition::metrics::cut;
    use crate::partition::tests::{any_graph, assert_well_formed, graph_of, weighted_graph_of};
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn a_square_becomes_a_double_edge() {
        let graph = graph_of(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
        let (coarse, coarse_of) = contract(&graph, &[1, 0, 3, 2]);
        assert_eq!(coarse_of, [0, 0, 1, 1]);
        let mut expected = weighted_graph_of(2, &[(0, 1, 2)]);
        expected.vertex_weights = vec![2, 2];
        assert_eq!(coarse, expected);
    }

    proptest! {
        #[test]
        fn weight_and_cut_are_kept(graph in any_graph(40), seed in 0u64..100, parts in prop::collection::vec(0u32..3, 40)) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            for matching in [Matching::Random, Matching::HeavyEdge] {
                let match_of = match_vertices(&graph, matching, 100, &mut rng);
                let (coarse, coarse_of) = contract(&graph, &match_of);
                assert_well_formed(&coarse);
                prop_assert_eq!(coarse.total_weight(), graph.total_weight());
                let coarse_parts = &parts[..coarse.n_vertices()];
                let projected: Vec<u32> = coarse_of.iter().map(|&c| coarse_parts[c as usize]).collect();
                prop_assert_eq!(cut(&coarse, coarse_parts), cut(&graph, &projected));
            }
        }
    }
}
