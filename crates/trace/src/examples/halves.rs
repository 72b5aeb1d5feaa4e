//! Finds the best bisection of a small graph by branch and bound.

use std::cmp::Reverse;

use fastgas_graph::CsrGraph;
use fastgas_partition::edge_cut;

/// Maximum number of vertices that the search scans, so that the page responds immediately.
/// Each step of the search scans all vertices of the graph, so this number limits the work for a graph of any size.
pub const MAX_SCANNED: u64 = 10_000_000;

/// Maximum number of vertices in a searched graph. The recursion of the search is as deep as this number.
pub const MAX_VERTICES: usize = 1_000;

/// Returns the side of each vertex in a minimum cut whose sides have a vertex weight of at most `limit` each.
/// The search is exact branch and bound. `known` is the initial best cut, and is returned if no cut is better.
/// The sides of `known` must be within the limit.
/// Returns `None` after more than [`MAX_SCANNED`] scanned vertices, because finding the best cut is NP-hard.
/// A graph with more than [`MAX_VERTICES`] vertices is not searched: returns `None`, or `known` if `known` cuts nothing.
pub fn best_halves(graph: &CsrGraph, limit: u64, known: &[u32]) -> Option<Vec<u32>> {
    best_halves_within(MAX_SCANNED, graph, limit, known)
}

fn best_halves_within(max_scanned: u64, graph: &CsrGraph, limit: u64, known: &[u32]) -> Option<Vec<u32>> {
    let (n, known_cut) = (graph.n_vertices(), edge_cut(graph, known));
    if n > MAX_VERTICES {
        return (known_cut == 0).then(|| known.to_vec());
    }
    let mut search = Search {
        graph,
        limit,
        side_of: vec![None; n],
        weights: [0; 2],
        ties: vec![[0; 2]; n],
        at_least: 0,
        best: (known_cut, known.to_vec()),
        left: max_scanned,
    };
    search.assign_remaining(n)?;
    Some(search.best.1)
}

struct Search<'a> {
    graph: &'a CsrGraph,
    limit: u64,
    side_of: Vec<Option<u8>>,
    /// The total weight of the assigned vertices on each side.
    weights: [u64; 2],
    /// For each vertex, the total weight of its edges to each of the two sides.
    ties: Vec<[u64; 2]>,
    /// Lower bound on the cut: the weight of the edges already cut, plus the minimum cut weight of each unassigned vertex.
    at_least: u64,
    best: (u64, Vec<u32>),
    /// The number of vertices that may still be scanned.
    left: u64,
}

impl Search<'_> {
    fn assign_remaining(&mut self, n_free: usize) -> Option<()> {
        if self.at_least >= self.best.0 {
            return Some(());
        }
        self.left = self.left.checked_sub(self.side_of.len() as u64)?;
        let free = (0..self.side_of.len()).filter(|&vertex| self.side_of[vertex].is_none());
        // The minimum cut weight of a vertex is the smaller of its edge weights to the two sides.
        // The search branches on the vertex with the largest minimum cut weight.
        // Ties go to the vertex with the largest edge weight to one side, then to the vertex with the lowest id.
        let Some(vertex) = free.max_by_key(|&vertex| {
            let [a, b] = self.ties[vertex];
            (a.min(b), a.max(b), Reverse(vertex))
        }) else {
            let sides = self.side_of.iter().map(|side| u32::from(side.unwrap_or(0)));
            self.best = (self.at_least, sides.collect());
            return Some(());
        };
        // The two sides are equivalent until the first vertex is assigned, so only one side is tried for the first vertex.
        let sides = if n_free == self.side_of.len() { 0..1 } else { 0..2u8 };
        let first = u8::from(self.ties[vertex][1] > self.ties[vertex][0]);
        let weight = u64::from(self.graph.vertex_weights[vertex]);
        for side in sides.map(|side| side ^ first) {
            if self.weights[usize::from(side)] + weight <= self.limit {
                self.put(vertex, side, true);
                self.assign_remaining(n_free - 1)?;
                self.put(vertex, side, false);
            }
        }
        Some(())
    }

    fn put(&mut self, vertex: usize, side: u8, on: bool) {
        let index = usize::from(side);
        // The assignment cuts the edges from the vertex to the opposite side.
        // The lower bound already contains the smaller of the vertex's edge weights to the two sides.
        let [a, b] = self.ties[vertex];
        let more = self.ties[vertex][1 - index] - a.min(b);
        let weight = u64::from(self.graph.vertex_weights[vertex]);
        let total = self.weights[index];
        match on {
            true => (self.weights[index], self.at_least) = (total + weight, self.at_least + more),
            false => (self.weights[index], self.at_least) = (total - weight, self.at_least - more),
        }
        self.side_of[vertex] = on.then_some(side);
        for (other, weight) in self.graph.edges_of(vertex as u32) {
            let other = other as usize;
            let weight = u64::from(weight);
            let before = self.ties[other];
            let after = match on {
                true => before[index] + weight,
                false => before[index] - weight,
            };
            self.ties[other][index] = after;
            if self.side_of[other].is_none() {
                let fewer = |[a, b]: [u64; 2]| a.min(b);
                self.at_least = self.at_least + fewer(self.ties[other]) - fewer(before);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::ExampleGraph;
    use fastgas_graph::fixtures::{any_graph, any_weighted_graph, path};
    use fastgas_partition::Partition;
    use proptest::prelude::*;

    /// Assigns even vertices to side 0 and odd vertices to side 1.
    fn halves(n: usize) -> Vec<u32> {
        (0..n as u32).map(|vertex| vertex % 2).collect()
    }

    #[test]
    fn best_cut_is_found_for_small_examples_only() {
        let best = |name: &str| {
            let graph = ExampleGraph::named(name).expect("the example exists").graph;
            let n = graph.n_vertices();
            best_halves(&graph, n.div_ceil(2) as u64, &halves(n)).map(|sides| edge_cut(&graph, &sides))
        };
        assert_eq!(
            ["spider", "sentences", "karate", "grid"].map(best),
            [Some(2), Some(4), Some(10), None]
        );
    }

    /// All assignments of `n` vertices to two sides.
    fn all_sides(n: usize) -> impl Iterator<Item = Vec<u32>> {
        (0..1u32 << n).map(move |bits| (0..n).map(|vertex| (bits >> vertex) & 1).collect())
    }

    /// The weight of the heavier side.
    fn heavier(graph: &CsrGraph, sides: &[u32]) -> u64 {
        let partition = Partition {
            part_of: sides.to_vec(),
            n_parts: 2,
        };
        partition.part_weights(graph).into_iter().max().expect("two sides")
    }

    #[test]
    fn search_ends_after_the_maximum_number_of_scanned_vertices() {
        let graph = path(20);
        let within = |max_scanned| best_halves_within(max_scanned, &graph, 10, &halves(20));
        // Each of the 20 assignments scans all vertices once. One more scan finds that no vertex is left.
        assert_eq!(within(21 * 20 - 1), None);
        assert_eq!(within(21 * 20).map(|sides| edge_cut(&graph, &sides)), Some(1));
    }

    #[test]
    fn large_graph_is_not_searched() {
        let n = 2 * MAX_VERTICES;
        let graph = path(n as u32);
        assert_eq!(best_halves(&graph, n as u64 / 2, &halves(n)), None);
        let uncut = vec![0; n];
        assert_eq!(best_halves(&graph, n as u64, &uncut), Some(uncut), "no cut is better");
    }

    #[test]
    fn limit_is_a_weight_and_not_a_number_of_vertices() {
        let path = [vec![(1, 1)], vec![(0, 1), (2, 1)], vec![(1, 1), (3, 1)], vec![(2, 1)]];
        let mut graph = CsrGraph::from_rows(path);
        graph.vertex_weights = vec![5; 4];
        assert_eq!(best_halves(&graph, 10, &[0, 1, 0, 1]), Some(vec![0, 0, 1, 1]));
        assert_eq!(
            best_halves(&graph, 15, &[0, 1, 0, 1]).map(|sides| heavier(&graph, &sides)),
            Some(15)
        );
        assert_eq!(best_halves(&graph, 20, &[0, 1, 0, 1]), Some(vec![0; 4]));
    }

    proptest! {
        #[test]
        fn best_halves_matches_brute_force(
            graph in prop_oneof![any_graph(10), any_weighted_graph(10)], slack in 0u64..3
        ) {
            let n = graph.n_vertices();
            let known = all_sides(n).min_by_key(|sides| heavier(&graph, sides)).expect("at least one vertex");
            let limit = (heavier(&graph, &known) + slack).min(graph.total_weight());
            let found = best_halves(&graph, limit, &known).expect("it is small");
            let fits = |sides: &[u32]| heavier(&graph, sides) <= limit;
            prop_assert!(fits(&found));
            let least = all_sides(n).filter(|sides| fits(sides)).map(|sides| edge_cut(&graph, &sides)).min();
            prop_assert_eq!(Some(edge_cut(&graph, &found)), least);
        }
    }
}
