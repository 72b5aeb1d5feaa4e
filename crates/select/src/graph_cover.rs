//! Greedily covers all vertices of the kNN graph.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Input, MethodOutput, Selector};
use crate::SelectError;
use fastgas_graph::CsrGraph;
use fastgas_progress::{Counter, Report, Stage};

/// Repeatedly selects the vertex that newly covers the most vertices. A vertex covers itself and its neighbors.
/// When all vertices are covered, covering restarts with no covered vertices.
/// Ties: the vertex with the higher degree, then the lowest id.
///
/// The number of vertices that a vertex newly covers only decreases, so an earlier count is an upper bound.
/// Only the vertex with the highest bound is therefore counted again (Minoux 1978).
/// M picks cover at least 1 − 1/e of the maximum number of vertices that M vertices can cover.
/// O(r·(|E| + n log n)) time for r passes that each cover all vertices; r is usually 1.
///
/// Selection by residual degree counts edges and may therefore select several hubs of one cluster.
/// Graph cover, in contrast, counts each covered vertex once.
pub(super) struct GraphCover;

impl Selector for GraphCover {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<MethodOutput, SelectError> {
        let mut counter = Counter::new(report, Stage::Select, input.n_new());
        let mut cover = Cover::new(input.graph, input.candidates());
        input.earlier.picks.iter().for_each(|&row| cover.repeat_pick(row));
        let rows = (0..input.n_new())
            .map(|_| {
                let row = cover.pick();
                counter.add(1);
                row
            })
            .collect();
        Ok(MethodOutput::of(rows))
    }
}

/// A candidate: upper bound on the number of newly covered vertices, degree, and id.
type Candidate = (u32, u32, Reverse<u32>);

struct Cover<'a> {
    graph: &'a CsrGraph,
    covered: Vec<bool>,
    candidates: BinaryHeap<Candidate>,
}

impl<'a> Cover<'a> {
    fn new(graph: &'a CsrGraph, candidates: Vec<u32>) -> Cover<'a> {
        let candidate = |vertex| (graph.degree(vertex) + 1, graph.degree(vertex), Reverse(vertex));
        Cover {
            graph,
            covered: vec![false; graph.n_vertices()],
            candidates: candidates.into_iter().map(candidate).collect(),
        }
    }

    fn newly_covered(&self, vertex: u32) -> u32 {
        let neighbors = self.graph.neighbors_of(vertex).iter().chain([&vertex]);
        neighbors.filter(|&&neighbor| !self.covered[neighbor as usize]).count() as u32
    }

    /// Returns the next pick. At least one candidate must remain.
    fn pick(&mut self) -> u32 {
        loop {
            let (bound, degree, Reverse(vertex)) = self.candidates.pop().expect("fewer picks than vertices");
            let gain = self.newly_covered(vertex);
            if gain == 0 && bound == 0 {
                self.candidates.push((0, degree, Reverse(vertex)));
                self.reset();
            } else if gain < bound {
                self.candidates.push((gain, degree, Reverse(vertex)));
            } else {
                self.cover(vertex);
                return vertex;
            }
        }
    }

    /// Marks `vertex`, an earlier pick, and its neighbors as covered.
    /// If all vertices are covered, covering restarts, as in the selection that made the earlier picks.
    fn repeat_pick(&mut self, vertex: u32) {
        if self.covered.iter().all(|&covered| covered) {
            self.covered.fill(false);
        }
        self.cover(vertex);
    }

    fn cover(&mut self, vertex: u32) {
        self.covered[vertex as usize] = true;
        for &neighbor in self.graph.neighbors_of(vertex) {
            self.covered[neighbor as usize] = true;
        }
    }

    fn reset(&mut self) {
        self.covered.fill(false);
        let all = self
            .candidates
            .drain()
            .map(|(_, degree, vertex)| (degree + 1, degree, vertex));
        self.candidates = all.collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::Example;
    use fastgas_graph::fixtures::{any_graph, graph_of};
    use proptest::prelude::*;

    #[test]
    fn second_hub_of_a_cluster_is_not_picked_early() {
        // Hubs 0 and 1 share the leaves 2 to 5. Hub 6 has two other leaves.
        let edges = [2, 3, 4, 5].map(|leaf| [(0, leaf), (1, leaf)]);
        let graph = graph_of(9, &[edges.as_flattened(), &[(6, 7), (6, 8)]].concat());
        assert_eq!(Example::on(graph).with(3, 0).rows(&GraphCover), [0, 6, 1]);
    }

    #[test]
    fn covering_restarts_once_all_are_covered() {
        let graph = graph_of(4, &[(0, 1), (1, 2), (2, 3)]);
        // Vertex 1 covers 0, 1 and 2. Then vertex 2 covers 3. After the restart, 0 and 3 cover two vertices each.
        assert_eq!(Example::on(graph).with(4, 0).rows(&GraphCover), [1, 2, 0, 3]);
    }

    fn naive(graph: &CsrGraph, budget: u32) -> Vec<u32> {
        let n = graph.n_vertices() as u32;
        let (mut rows, mut covered) = (Vec::new(), vec![false; n as usize]);
        while rows.len() < budget as usize {
            if covered.iter().all(|&covered| covered) {
                covered.fill(false);
            }
            let reach = |v: u32| graph.neighbors_of(v).iter().copied().chain([v]).collect::<Vec<_>>();
            let gain = |v: u32| reach(v).iter().filter(|&&u| !covered[u as usize]).count();
            let best = (0..n)
                .filter(|v| !rows.contains(v))
                .max_by_key(|&v| (gain(v), graph.degree(v), Reverse(v)));
            let best = best.expect("fewer picks than vertices");
            // A pick whose neighbors are all picked stays uncovered after a restart, because no candidate covers the pick.
            // If all uncovered vertices are picks without unpicked neighbors, covering restarts.
            if gain(best) == 0 {
                covered.fill(false);
                continue;
            }
            reach(best).into_iter().for_each(|u| covered[u as usize] = true);
            rows.push(best);
        }
        rows
    }

    proptest! {
        #[test]
        fn picks_of_graph_cover_equal_the_definition(graph in any_graph(40), budget in 1u32..40) {
            let budget = budget.min(graph.n_vertices() as u32);
            let rows = Example::on(graph.clone()).with(budget, 0).rows(&GraphCover);
            prop_assert_eq!(rows, naive(&graph, budget));
        }
    }
}
