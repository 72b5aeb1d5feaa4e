//! Refinement of all K parts at once.

use super::gain_queue::GainQueue;
use super::metrics::{cut, max_weighted_degree};
use super::refine::Effort;
use crate::graph::CsrGraph;

/// Weights of the parts, and of a vertex's edges into each part.
pub(super) struct Connections {
    /// Weight of each part.
    pub(super) weights: Vec<u64>,
    /// Vertices of each part.
    pub(super) counts: Vec<u32>,
    /// Scratch: edge weight into each part, all 0 between calls.
    into: Vec<u64>,
    /// Scratch: the parts that `into` is not 0 for.
    touched: Vec<u32>,
}

impl Connections {
    pub(super) fn new(graph: &CsrGraph, part_of: &[u32], n_parts: u32) -> Connections {
        let mut weights = vec![0; n_parts as usize];
        let mut counts = vec![0; n_parts as usize];
        for (&part, &weight) in part_of.iter().zip(&graph.vertex_weights) {
            weights[part as usize] += u64::from(weight);
            counts[part as usize] += 1;
        }
        Connections {
            weights,
            counts,
            into: vec![0; n_parts as usize],
            touched: Vec::new(),
        }
    }

    /// The weight of `vertex`'s edges inside its own part. O(degree).
    pub(super) fn to_own_part(&self, graph: &CsrGraph, part_of: &[u32], vertex: u32) -> u64 {
        let own = part_of[vertex as usize];
        let inside = |&(neighbor, _): &(u32, u32)| part_of[neighbor as usize] == own;
        graph
            .edges_of(vertex)
            .filter(inside)
            .map(|(_, weight)| u64::from(weight))
            .sum()
    }

    /// The neighbouring part that lowers the cut most if `vertex` moves there and the part then weighs at most
    /// `limit`, and by how much; ties: the lighter part, then the lowest id. None for a part's last vertex, for one
    /// without neighbours in other parts, or where there is no room. O(degree).
    pub(super) fn best_move(
        &mut self,
        graph: &CsrGraph,
        part_of: &[u32],
        vertex: u32,
        limit: u64,
    ) -> Option<(i64, u32)> {
        let own = part_of[vertex as usize];
        if self.counts[own as usize] == 1 {
            return None;
        }
        for (neighbor, weight) in graph.edges_of(vertex) {
            let part = part_of[neighbor as usize];
            if self.into[part as usize] == 0 {
                self.touched.push(part);
            }
            self.into[part as usize] += u64::from(weight);
        }
        let inside = self.into[own as usize];
        let weight = u64::from(graph.vertex_weights[vertex as usize]);
        let best = self
            .touched
            .iter()
            .filter(|&&part| part != own && self.weights[part as usize] + weight <= limit)
            .map(|&part| {
                (
                    self.into[part as usize],
                    std::cmp::Reverse((self.weights[part as usize], part)),
                )
            })
            .max()
            .map(|(outside, std::cmp::Reverse((_, part)))| (outside as i64 - inside as i64, part));
        for part in self.touched.drain(..) {
            self.into[part as usize] = 0;
        }
        best
    }

    /// [`best_move`](Connections::best_move), or else, away from any neighbour, to the lightest part that ends up
    /// lighter than the part left; of equally light ones the lowest id. None where there is none. O(degree + K).
    pub(super) fn best_relief(
        &mut self,
        graph: &CsrGraph,
        part_of: &[u32],
        vertex: u32,
        limit: u64,
    ) -> Option<(i64, u32)> {
        self.best_move(graph, part_of, vertex, limit).or_else(|| {
            let own = part_of[vertex as usize];
            let weight = u64::from(graph.vertex_weights[vertex as usize]);
            let lightest = (0..self.weights.len() as u32).min_by_key(|&part| (self.weights[part as usize], part))?;
            let relieves = self.weights[lightest as usize] + weight < self.weights[own as usize];
            let loss = self.to_own_part(graph, part_of, vertex);
            relieves.then_some((-(loss as i64), lightest))
        })
    }

    pub(super) fn move_vertex(&mut self, graph: &CsrGraph, part_of: &mut [u32], vertex: u32, part: u32) {
        let weight = u64::from(graph.vertex_weights[vertex as usize]);
        let from = std::mem::replace(&mut part_of[vertex as usize], part);
        self.weights[from as usize] -= weight;
        self.counts[from as usize] -= 1;
        self.weights[part as usize] += weight;
        self.counts[part as usize] += 1;
    }
}

/// Fiduccia–Mattheyses over all K parts: in each pass every vertex moves at most once, the highest gain first, to its
/// best neighbouring part with room, also where the cut rises; then all moves after the lowest cut are undone.
///
/// A part at or below `limit` stays so, one above only loses weight, and no part is emptied. Stops after
/// `effort.passes`, or when a pass brings nothing. Returns the cut, never above the one it was given.
/// A pass costs O(Σ degree²) over the moved vertices' neighbourhoods, plus O(|E|).
/// Sanders & Schulz 2011 (k-way local search), here in one queue.
pub(super) fn refine_kway(graph: &CsrGraph, part_of: &mut [u32], n_parts: u32, limit: u64, effort: Effort) -> u64 {
    let mut cut = cut(graph, part_of);
    let mut connections = Connections::new(graph, part_of, n_parts);
    let mut queue = GainQueue::new(graph.n_vertices(), max_weighted_degree(graph));
    let mut locked = vec![false; graph.n_vertices()];
    let mut moves = Vec::new();
    for _ in 0..effort.passes {
        let cut_before = cut;
        queue.clear();
        locked.fill(false);
        moves.clear();
        for vertex in 0..graph.n_vertices() as u32 {
            if let Some((gain, _)) = connections.best_move(graph, part_of, vertex, limit) {
                queue.set(vertex, gain);
            }
        }
        let (mut best_cut, mut n_best) = (cut, 0);
        while let Some((gain, vertex)) = queue.pop() {
            // Parts fill up and empty behind the queue's back.
            let (now, part) = match connections.best_move(graph, part_of, vertex, limit) {
                Some((now, _)) if now < gain => {
                    queue.set(vertex, now);
                    continue;
                }
                Some(best) => best,
                None => continue,
            };
            moves.push((vertex, part_of[vertex as usize]));
            connections.move_vertex(graph, part_of, vertex, part);
            locked[vertex as usize] = true;
            cut = cut.checked_add_signed(-now).expect("a gain is at most the cut");
            for &neighbor in graph.neighbors_of(vertex) {
                if locked[neighbor as usize] {
                    continue;
                }
                match connections.best_move(graph, part_of, neighbor, limit) {
                    Some((gain, _)) => queue.set(neighbor, gain),
                    None => queue.remove(neighbor),
                }
            }
            if cut < best_cut {
                (best_cut, n_best) = (cut, moves.len());
            } else if moves.len() - n_best > effort.stall as usize {
                break;
            }
        }
        for &(vertex, part) in moves[n_best..].iter().rev() {
            connections.move_vertex(graph, part_of, vertex, part);
        }
        cut = best_cut;
        if cut == cut_before {
            break;
        }
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partition::tests::{any_weighted_graph, ring_of_cliques};
    use proptest::prelude::*;

    const EFFORT: Effort = Effort { passes: 8, stall: 50 };

    #[test]
    fn finds_the_cliques_again() {
        // Three cliques of five in a ring; one vertex of each stands in the next part.
        let graph = ring_of_cliques(3, 5);
        let mut part_of: Vec<u32> = (0..15).map(|v| v / 5).collect();
        for (vertex, part) in [(2, 1), (7, 2), (12, 0)] {
            part_of[vertex] = part;
        }
        assert_eq!(refine_kway(&graph, &mut part_of, 3, 6, EFFORT), 3);
        assert_eq!(part_of, (0..15).map(|v| v / 5).collect::<Vec<u32>>());
    }

    proptest! {
        #[test]
        fn never_raises_the_cut_and_counts_it_right(
            graph in any_weighted_graph(40), parts in prop::collection::vec(0u32..5, 40), slack in 0u64..4
        ) {
            let mut part_of = parts[..graph.n_vertices()].to_vec();
            let before = cut(&graph, &part_of);
            let old = Connections::new(&graph, &part_of, 5);
            let limit = old.weights.iter().max().unwrap() + slack;
            let reported = refine_kway(&graph, &mut part_of, 5, limit, EFFORT);
            prop_assert_eq!(reported, cut(&graph, &part_of));
            prop_assert!(reported <= before);
            let new = Connections::new(&graph, &part_of, 5);
            prop_assert!(new.weights.iter().all(|&weight| weight <= limit));
            prop_assert!(old.counts.iter().zip(&new.counts).all(|(&old, &new)| old == 0 || new > 0));
        }
    }
}
