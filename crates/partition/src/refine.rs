//! Refinement of a bisection (paper, appendix C, uncoarsening phase).

use super::balance::Bounds;
use super::gain_queue::GainQueue;
use super::metrics::{cut_by, max_weighted_degree};
use crate::{Event, Recorder};
use fastgas_graph::CsrGraph;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    pub(super) passes: u32,
    /// Number of moves without a new best score after which a pass ends.
    pub(super) stall: u32,
}

/// The score of a bisection. Lower is better. The fields are compared in declaration order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    pub(super) excess: u64,
    pub(super) cut: u64,
    /// Absolute difference between the weight and the target weight of a side, which is equal for both sides.
    off_target: u64,
}

impl Score {
    /// Computes the score of a bisection from scratch. O(|V| + |E|).
    pub(super) fn of(graph: &CsrGraph, side_of: &[u8], bounds: &Bounds) -> Score {
        let weights = side_weights(graph, side_of);
        Score {
            excess: bounds.excess(weights),
            cut: cut_by(graph, |vertex| side_of[vertex as usize]),
            off_target: weights[0].abs_diff(bounds.targets[0]),
        }
    }
}

fn side_weights(graph: &CsrGraph, side_of: &[u8]) -> [u64; 2] {
    let mut weights = [0; 2];
    for (&side, &weight) in side_of.iter().zip(&graph.vertex_weights) {
        weights[side as usize] += u64::from(weight);
    }
    weights
}

/// Refines a bisection by the algorithm of Fiduccia & Mattheyses 1982.
/// The algorithm is the linear-time variant of the Kernighan–Lin search, which the paper names.
///
/// `side_of`: the side of each vertex, 0 or 1, improved in place.
/// In each pass, every vertex moves at most once, highest gain first, even if the cut increases.
/// At the end of a pass, the moves after the best score are undone.
/// Ties between sides: the side that is heavier relative to its target.
/// Ties within a side: the vertex with the most recently updated gain.
/// If a move raises a side above its weight limit, the next moves leave this side until the weight is within the limit.
/// Under tight limits, a move beyond a limit and the move that restores balance form a Kernighan–Lin exchange.
/// With unit vertex weights and limits that add up to at least the graph's weight, the result is always within the limits.
/// If a bisection is within its limits, its cut never increases.
///
/// Stops after `effort.passes` passes, or when a pass lowers neither the excess weight nor the cut.
/// O(|V| + |E|) per pass with gain buckets.
pub(super) fn refine_bisection<R: Recorder>(
    graph: &CsrGraph,
    side_of: &mut [u8],
    bounds: &Bounds,
    effort: Effort,
    recorder: &mut R,
) -> Score {
    let n = graph.n_vertices();
    let max_gain = max_weighted_degree(graph);
    let mut queues = [GainQueue::new(n, max_gain), GainQueue::new(n, max_gain)];
    let mut locked = vec![false; n];
    let mut moves = Vec::new();
    let mut bisection = Bisection::new(graph, side_of, bounds);
    for _ in 0..effort.passes {
        let before = bisection.score();
        queues.iter_mut().for_each(GainQueue::clear);
        locked.fill(false);
        moves.clear();
        // Only boundary vertices can have a positive gain; inner vertices are queued when their neighbors move.
        // Vertices without neighbors are queued because they are useful for exchanges.
        // If a side is too heavy, all vertices are queued, because any vertex may have to move.
        for vertex in 0..n as u32 {
            if before.excess > 0 || graph.degree(vertex) == 0 || bisection.on_boundary(vertex) {
                queues[bisection.side(vertex)].set(vertex, bisection.gain[vertex as usize]);
            }
        }
        let (mut best, mut n_best) = (before, 0);
        while let Some(vertex) = bisection.next_move(&mut queues) {
            locked[vertex as usize] = true;
            bisection.flip(vertex);
            moves.push(vertex);
            for &neighbor in graph.neighbors_of(vertex) {
                if !locked[neighbor as usize] {
                    queues[bisection.side(neighbor)].set(neighbor, bisection.gain[neighbor as usize]);
                }
            }
            let score = bisection.score();
            if score < best {
                (best, n_best) = (score, moves.len());
            } else if best.excess == 0 && moves.len() - n_best > effort.stall as usize {
                break;
            }
        }
        for &vertex in moves[n_best..].iter().rev() {
            bisection.flip(vertex);
        }
        recorder.record(|| Event::Pass {
            moves: moves.clone(),
            n_kept: n_best as u32,
            cut: best.cut,
        });
        if (best.excess, best.cut) >= (before.excess, before.cut) {
            break;
        }
    }
    bisection.score()
}

struct Bisection<'a> {
    graph: &'a CsrGraph,
    side_of: &'a mut [u8],
    bounds: &'a Bounds,
    weights: [u64; 2],
    cut: u64,
    /// For each vertex, the decrease of the cut if the vertex changes sides.
    gain: Vec<i64>,
}

impl<'a> Bisection<'a> {
    fn new(graph: &'a CsrGraph, side_of: &'a mut [u8], bounds: &'a Bounds) -> Bisection<'a> {
        let weights = side_weights(graph, side_of);
        let gain_of = |vertex: u32| {
            let side = side_of[vertex as usize];
            let signed = |(neighbor, weight): (u32, u32)| match side_of[neighbor as usize] == side {
                true => -i64::from(weight),
                false => i64::from(weight),
            };
            graph.edges_of(vertex).map(signed).sum()
        };
        Bisection {
            gain: (0..graph.n_vertices() as u32).map(gain_of).collect(),
            cut: cut_by(graph, |vertex| side_of[vertex as usize]),
            graph,
            side_of,
            bounds,
            weights,
        }
    }

    fn side(&self, vertex: u32) -> usize {
        self.side_of[vertex as usize] as usize
    }

    fn on_boundary(&self, vertex: u32) -> bool {
        let side = self.side_of[vertex as usize];
        self.graph
            .neighbors_of(vertex)
            .iter()
            .any(|&neighbor| self.side_of[neighbor as usize] != side)
    }

    fn score(&self) -> Score {
        Score {
            excess: self.bounds.excess(self.weights),
            cut: self.cut,
            off_target: self.weights[0].abs_diff(self.bounds.targets[0]),
        }
    }

    /// Removes and returns the next vertex to move. `None` if no move remains.
    fn next_move(&self, queues: &mut [GainQueue; 2]) -> Option<u32> {
        let excess = self.bounds.excess(self.weights);
        loop {
            let tops = [queues[0].peek(), queues[1].peek()];
            let gain_if_allowed = |side: usize| {
                let (gain, vertex) = tops[side]?;
                let eases = self.bounds.excess(self.weights_after(vertex)) < excess;
                (eases || excess == 0).then_some(gain)
            };
            let side = match (gain_if_allowed(0), gain_if_allowed(1)) {
                (Some(first), Some(second)) if first == second => {
                    // Weights and targets have equal sums, so one comparison shows which side is too heavy.
                    usize::from(self.weights[0] < self.bounds.targets[0])
                }
                (Some(first), Some(second)) => usize::from(second > first),
                (Some(_), None) => 0,
                (None, Some(_)) => 1,
                (None, None) => {
                    // If neither front vertex reduces the excess weight, both are removed, and the next vertices are tried.
                    let dropped = [queues[0].pop(), queues[1].pop()];
                    if dropped == [None, None] {
                        return None;
                    }
                    continue;
                }
            };
            return queues[side].pop().map(|(_, vertex)| vertex);
        }
    }

    fn weights_after(&self, vertex: u32) -> [u64; 2] {
        let weight = u64::from(self.graph.vertex_weights[vertex as usize]);
        let mut weights = self.weights;
        weights[self.side(vertex)] -= weight;
        weights[1 - self.side(vertex)] += weight;
        weights
    }

    /// Moves `vertex` to the other side and updates weights, cut and gains. O(degree of the vertex).
    fn flip(&mut self, vertex: u32) {
        self.weights = self.weights_after(vertex);
        let gain = self.gain[vertex as usize];
        self.cut = self.cut.checked_add_signed(-gain).expect("a gain is at most the cut");
        self.gain[vertex as usize] = -gain;
        self.side_of[vertex as usize] ^= 1;
        let side = self.side_of[vertex as usize];
        for (neighbor, weight) in self.graph.edges_of(vertex) {
            let change = 2 * i64::from(weight);
            let joined = self.side_of[neighbor as usize] == side;
            self.gain[neighbor as usize] += if joined { -change } else { change };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_graph::fixtures::{any_weighted_graph, graph_of, path, ring_of_cliques};
    use proptest::prelude::*;

    const EFFORT: Effort = Effort { passes: 10, stall: 50 };

    #[test]
    fn refinement_leaves_a_local_optimum() {
        // In two cliques of five with two vertices each on the wrong side, the first exchange does not lower the cut.
        // A search that accepts only moves with a positive gain would therefore stop immediately.
        let graph = ring_of_cliques(2, 5);
        let mut side_of = vec![0, 0, 0, 1, 1, 1, 1, 1, 0, 0];
        let bounds = Bounds {
            targets: [5, 5],
            limits: [6, 6],
        };
        let score = refine_bisection(&graph, &mut side_of, &bounds, EFFORT, &mut ());
        assert_eq!((score.excess, score.cut, score.off_target), (0, 2, 0));
        assert_eq!(side_of[..5], [side_of[0]; 5]);
    }

    #[test]
    fn side_above_its_limit_gives_vertices() {
        let mut side_of = vec![0; 6];
        let bounds = Bounds {
            targets: [3, 3],
            limits: [3, 3],
        };
        let score = refine_bisection(&path(6), &mut side_of, &bounds, EFFORT, &mut ());
        assert_eq!((score.excess, score.cut), (0, 1));
    }

    #[test]
    fn refinement_balances_isolated_vertices() {
        let mut side_of = vec![1; 7];
        let bounds = Bounds {
            targets: [4, 3],
            limits: [4, 3],
        };
        let score = refine_bisection(&graph_of(7, &[]), &mut side_of, &bounds, EFFORT, &mut ());
        assert_eq!((score.excess, score.cut), (0, 0));
        assert_eq!(side_of.iter().filter(|&&side| side == 0).count(), 4);
    }

    proptest! {
        #[test]
        fn cut_never_increases_and_is_counted_correctly(
            graph in any_weighted_graph(40), sides in prop::collection::vec(0u8..2, 40), slack in 0u64..4
        ) {
            let mut side_of = sides[..graph.n_vertices()].to_vec();
            let weights = side_weights(&graph, &side_of);
            let bounds = Bounds { targets: weights, limits: [weights[0] + slack, weights[1] + slack] };
            let before = cut_by(&graph, |vertex| side_of[vertex as usize]);
            let score = refine_bisection(&graph, &mut side_of, &bounds, EFFORT, &mut ());
            prop_assert_eq!(score, Score::of(&graph, &side_of, &bounds));
            prop_assert!(score.cut <= before);
            prop_assert_eq!(score.excess, 0);
        }
    }
}
