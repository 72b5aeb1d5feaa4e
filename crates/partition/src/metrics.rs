//! Quality measures of a partition.

use super::{Partition, Quality};
use fastgas_graph::CsrGraph;

/// The weight of the edges whose ends are in different parts (the edge cut). Each edge is counted once.
///
/// `part_of`: the part of each vertex, length n. O(|E|).
pub fn edge_cut(graph: &CsrGraph, part_of: &[u32]) -> u64 {
    cut_by(graph, |vertex| part_of[vertex as usize])
}

/// Like [`edge_cut`], but the function `part_of` returns the part of a vertex.
pub(super) fn cut_by<P: PartialEq>(graph: &CsrGraph, part_of: impl Fn(u32) -> P) -> u64 {
    let mut twice = 0;
    for vertex in 0..graph.n_vertices() as u32 {
        let part = part_of(vertex);
        for (neighbor, weight) in graph.edges_of(vertex) {
            if part_of(neighbor) != part {
                twice += u64::from(weight);
            }
        }
    }
    twice / 2
}

/// The weight of each part. `part_of`: length n, values below `n_parts`. O(|V| + K).
pub(super) fn part_weights(graph: &CsrGraph, part_of: &[u32], n_parts: u32) -> Vec<u64> {
    let mut part_weights = vec![0; n_parts as usize];
    for (&part, &weight) in part_of.iter().zip(&graph.vertex_weights) {
        part_weights[part as usize] += u64::from(weight);
    }
    part_weights
}

/// Computes the cut and the imbalance of `partition` from scratch. O(|E|).
pub fn quality(graph: &CsrGraph, partition: &Partition) -> Quality {
    let heaviest = partition.part_weights(graph).into_iter().max().unwrap_or(0);
    Quality {
        cut: edge_cut(graph, &partition.part_of),
        imbalance: heaviest as f64 * f64::from(partition.n_parts) / graph.total_weight() as f64 - 1.0,
        n_parts: partition.n_parts,
    }
}

/// The largest weighted degree, which is an upper bound on every gain.
pub(super) fn max_weighted_degree(graph: &CsrGraph) -> u64 {
    let degree = |vertex| graph.edges_of(vertex).map(|(_, weight)| u64::from(weight)).sum();
    (0..graph.n_vertices() as u32).map(degree).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_graph::fixtures::graph_of;

    #[test]
    fn quality_of_two_triangles_equals_hand_computed_values() {
        let graph = graph_of(6, &[(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (3, 5), (4, 5)]);
        assert_eq!(edge_cut(&graph, &[0, 0, 0, 1, 1, 1]), 1);
        assert_eq!(edge_cut(&graph, &[0, 0, 1, 1, 1, 1]), 2);
        assert_eq!(max_weighted_degree(&graph), 3);
        let partition = Partition {
            part_of: vec![0, 0, 1, 1, 1, 1],
            n_parts: 2,
        };
        let expected = Quality {
            cut: 2,
            imbalance: 4.0 / 3.0 - 1.0,
            n_parts: 2,
        };
        assert_eq!(quality(&graph, &partition), expected);
    }
}
