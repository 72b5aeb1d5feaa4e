//! Initial bisection of the coarsest graph: grows a region until it reaches its target weight.

use std::collections::VecDeque;

use super::gain_queue::GainQueue;
use super::metrics::max_weighted_degree;
use crate::Recorder;
use fastgas_graph::CsrGraph;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GrowthOrder {
    /// Vertices join the region in breadth-first order (paper, appendix C).
    BreadthFirst,
    /// The vertex that raises the cut least joins the region next (Karypis & Kumar 1998, greedy graph growing).
    Greedy,
}

/// Grows a region from the vertex `order[start]` until the weight of the region is about `target`.
///
/// `order` is a permutation of the vertices. The graph may be disconnected.
/// If no vertex adjacent to the region remains, the region continues at the next unreached vertex of `order`, cyclically.
/// A vertex is skipped if adding it would move the region's weight farther away from `target`.
/// Returns the side of every vertex: 0 in the region, 1 outside.
/// If the recorder `R` records events, also returns the vertices of the region in the order they joined.
/// O(|V| + |E|) for breadth-first growing, and for greedy growing with small edge weights.
pub(super) fn grow_bisection<R: Recorder>(
    graph: &CsrGraph,
    growing: GrowthOrder,
    order: &[u32],
    start: usize,
    target: u64,
) -> (Vec<u8>, Vec<u32>) {
    let n = graph.n_vertices();
    let mut joined = Vec::new();
    let mut side_of = vec![1; n];
    let mut weight = 0;
    let mut seen = vec![false; n];
    let mut frontier = match growing {
        GrowthOrder::BreadthFirst => Frontier::Queue(VecDeque::new()),
        GrowthOrder::Greedy => Frontier::greedy(graph),
    };
    for &root in order[start..].iter().chain(&order[..start]) {
        if seen[root as usize] {
            continue;
        }
        seen[root as usize] = true;
        frontier.push(root);
        while let Some(vertex) = frontier.pop() {
            if weight >= target {
                return (side_of, joined);
            }
            let vertex_weight = u64::from(graph.vertex_weights[vertex as usize]);
            if 2 * (target - weight) < vertex_weight {
                continue;
            }
            side_of[vertex as usize] = 0;
            weight += vertex_weight;
            if R::RECORDS {
                joined.push(vertex);
            }
            for (neighbor, edge_weight) in graph.edges_of(vertex) {
                let first_time = !std::mem::replace(&mut seen[neighbor as usize], true);
                frontier.reach(neighbor, edge_weight, first_time);
            }
        }
    }
    (side_of, joined)
}

enum Frontier {
    Queue(VecDeque<u32>),
    Greedy {
        queue: GainQueue,
        /// For each vertex, the decrease of the cut if the vertex joins the region.
        gain: Vec<i64>,
        waiting: Vec<bool>,
    },
}

impl Frontier {
    fn greedy(graph: &CsrGraph) -> Frontier {
        let n = graph.n_vertices();
        Frontier::Greedy {
            queue: GainQueue::new(n, max_weighted_degree(graph)),
            gain: (0..n as u32)
                .map(|vertex| -graph.edges_of(vertex).map(|(_, weight)| i64::from(weight)).sum::<i64>())
                .collect(),
            waiting: vec![false; n],
        }
    }

    fn push(&mut self, vertex: u32) {
        match self {
            Frontier::Queue(queue) => queue.push_back(vertex),
            Frontier::Greedy { queue, gain, waiting } => {
                waiting[vertex as usize] = true;
                queue.set(vertex, gain[vertex as usize]);
            }
        }
    }

    fn pop(&mut self) -> Option<u32> {
        match self {
            Frontier::Queue(queue) => queue.pop_front(),
            Frontier::Greedy { queue, waiting, .. } => {
                let (_, vertex) = queue.pop()?;
                waiting[vertex as usize] = false;
                Some(vertex)
            }
        }
    }

    /// Updates the gain of `vertex` after a neighbor along an edge of weight `edge_weight` has joined the region.
    fn reach(&mut self, vertex: u32, edge_weight: u32, first_time: bool) {
        if let Frontier::Greedy { gain, .. } = self {
            gain[vertex as usize] += 2 * i64::from(edge_weight);
        }
        let again = matches!(self, Frontier::Greedy { waiting, .. } if waiting[vertex as usize]);
        if first_time || again {
            self.push(vertex);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_graph::fixtures::{graph_of, path};

    fn grow_bisection(graph: &CsrGraph, growing: GrowthOrder, order: &[u32], start: usize, target: u64) -> Vec<u8> {
        super::grow_bisection::<()>(graph, growing, order, start, target).0
    }

    const BOTH: [GrowthOrder; 2] = [GrowthOrder::BreadthFirst, GrowthOrder::Greedy];

    #[test]
    fn region_from_the_end_of_a_path_is_half_of_the_path() {
        for growing in BOTH {
            let side_of = grow_bisection(&path(6), growing, &[0, 1, 2, 3, 4, 5], 0, 3);
            assert_eq!(side_of, [0, 0, 0, 1, 1, 1]);
        }
    }

    #[test]
    fn region_below_its_target_continues_in_another_component() {
        let graph = graph_of(5, &[(0, 1), (2, 3)]);
        for growing in BOTH {
            let side_of = grow_bisection(&graph, growing, &[4, 0, 2, 1, 3], 0, 3);
            assert_eq!(side_of, [0, 0, 1, 1, 0]);
            let side_of = grow_bisection(&graph, growing, &[4, 0, 2, 1, 3], 4, 3);
            assert_eq!(side_of, [1, 1, 0, 0, 0]);
        }
    }

    #[test]
    fn vertex_that_overshoots_the_target_is_skipped() {
        let mut graph = path(4);
        graph.vertex_weights = vec![1, 10, 1, 1];
        for growing in BOTH {
            assert_eq!(grow_bisection(&graph, growing, &[0, 2, 3, 1], 0, 3), [0, 1, 0, 0]);
        }
    }

    #[test]
    fn greedy_takes_the_clique_before_the_tail() {
        // The region that grows from vertex 3 contains the triangle 0, 3, 4 but not the path vertices 1 and 2.
        let graph = graph_of(5, &[(0, 1), (1, 2), (0, 3), (0, 4), (3, 4)]);
        assert_eq!(
            grow_bisection(&graph, GrowthOrder::Greedy, &[3, 0, 1, 2, 4], 0, 3),
            [0, 1, 1, 0, 0]
        );
    }
}
