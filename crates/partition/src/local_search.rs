//! Refinement of all K parts together.

use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::exchange::exchange;
use super::metrics::edge_cut;
use super::partitioned_graph::PartitionedGraph;
use super::vertex_heap::VertexHeap;
use crate::{Event, Recorder};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Search {
    /// Maximum number of rounds. Each round starts from every boundary vertex.
    pub(super) rounds: u32,
    /// Number of boundary vertices that one search starts from.
    pub(super) seeds: usize,
    /// Number of moves without a new lowest cut after which a search ends.
    pub(super) stall: usize,
}

/// Localized Fiduccia–Mattheyses search over all K parts, with [`exchange`]s where parts are full.
///
/// In each round, searches start from the boundary vertices in random order, `seeds` vertices at a time.
/// A search repeatedly moves the vertex with the highest gain, even if the cut increases.
/// The vertex moves to the neighboring part with the highest gain among the parts with room for the vertex.
/// The search spreads to the neighbors of moved vertices. Moves after the lowest cut of the search are undone.
/// A vertex whose move is kept moves only once per round. Ties: the vertex with the most recently updated gain.
///
/// A part that is within its weight limit stays within the limit. A part above its weight limit only loses weight.
/// No part becomes empty, and the cut never increases. The rounds stop when a round lowers the cut by less than a thousandth.
/// Returns the decrease of the cut. A move takes O(Σ connections of the neighbors) time.
///
/// Sources: Sanders & Schulz 2011 (multi-try FM); Gottesbüren et al. 2021 (several seeds per search).
pub(super) fn search_locally(
    parts: &mut PartitionedGraph,
    search: Search,
    rng: &mut Xoshiro256PlusPlus,
    recorder: &mut impl Recorder,
) -> u64 {
    let n = parts.part_of.len();
    let before = edge_cut(parts.graph, parts.part_of);
    let mut fallen = 0;
    let mut searching = Searching {
        heap: VertexHeap::new(n),
        moved_in: vec![0; n],
        moves: Vec::new(),
    };
    let mut boundary: Vec<u32> = Vec::with_capacity(n);
    for round in 1..=search.rounds {
        boundary.clear();
        boundary.extend((0..n as u32).filter(|&vertex| parts.on_boundary(vertex)));
        boundary.shuffle(rng);
        let mut gained = 0;
        for seeds in boundary.chunks(search.seeds) {
            gained += searching.from(seeds, parts, round, search.stall, recorder);
        }
        gained += exchange(parts, &boundary, recorder);
        fallen += gained;
        if gained * 1000 < before {
            break;
        }
    }
    fallen
}

struct Searching {
    heap: VertexHeap,
    /// For each vertex, the last round in which the vertex moved, undone moves included; 0 if there is no such round.
    moved_in: Vec<u32>,
    /// The vertices that the current search has moved, each with its part before the move.
    moves: Vec<(u32, u32)>,
}

impl Searching {
    fn from(
        &mut self,
        seeds: &[u32],
        parts: &mut PartitionedGraph,
        round: u32,
        stall: usize,
        recorder: &mut impl Recorder,
    ) -> u64 {
        for &seed in seeds {
            if self.moved_in[seed as usize] != round
                && let Some((gain, _)) = parts.best_move(seed)
            {
                self.heap.set(seed, gain);
            }
        }
        self.moves.clear();
        let (mut gained, mut best, mut n_best) = (0, 0, 0);
        while let Some((gain, vertex)) = self.heap.pop() {
            // The stored gain may be outdated, because a move changes part weights but updates only some gains in the heap.
            // The gain is therefore computed again before the move.
            let (now, to) = match parts.best_move(vertex) {
                Some((now, _)) if now < gain => {
                    self.heap.set(vertex, now);
                    continue;
                }
                Some(best) => best,
                None => continue,
            };
            self.moves.push((vertex, parts.part(vertex)));
            self.moved_in[vertex as usize] = round;
            parts.move_vertex(vertex, to);
            gained += now;
            if gained > best {
                (best, n_best) = (gained, self.moves.len());
            } else if self.moves.len() - n_best > stall {
                break;
            }
            for &neighbor in parts.graph.neighbors_of(vertex) {
                if self.moved_in[neighbor as usize] == round {
                    continue;
                }
                match parts.best_move(neighbor) {
                    Some((gain, _)) => self.heap.set(neighbor, gain),
                    None => self.heap.remove(neighbor),
                }
            }
        }
        if !self.moves.is_empty() {
            recorder.record(|| Event::Search {
                moves: self
                    .moves
                    .iter()
                    .map(|&(vertex, _)| (vertex, parts.part(vertex)))
                    .collect(),
                n_kept: n_best as u32,
            });
        }
        for &(vertex, from) in self.moves[n_best..].iter().rev() {
            parts.move_vertex(vertex, from);
            self.moved_in[vertex as usize] = 0;
        }
        self.heap.clear();
        best as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_graph::fixtures::{any_weighted_graph, ring_of_cliques};
    use proptest::prelude::*;
    use rand::SeedableRng;

    const SEARCH: Search = Search {
        rounds: 8,
        seeds: 3,
        stall: 50,
    };

    #[test]
    fn local_search_recovers_the_cliques() {
        // Three cliques of five vertices in a ring. One vertex of each clique is in the part of the next clique.
        let graph = ring_of_cliques(3, 5);
        let mut part_of: Vec<u32> = (0..15).map(|v| v / 5).collect();
        for (vertex, part) in [(2, 1), (7, 2), (12, 0)] {
            part_of[vertex] = part;
        }
        let before = edge_cut(&graph, &part_of);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let fallen = search_locally(
            &mut PartitionedGraph::new(&graph, &mut part_of, 3, 6),
            SEARCH,
            &mut rng,
            &mut (),
        );
        assert_eq!(before - fallen, 3);
        assert_eq!(part_of, (0..15).map(|v| v / 5).collect::<Vec<u32>>());
    }

    proptest! {
        #[test]
        fn cut_never_increases_and_is_counted_correctly(
            graph in any_weighted_graph(40), parts in prop::collection::vec(0u32..5, 40), slack in 0u64..4, seed in 0u64..9
        ) {
            let mut part_of = parts[..graph.n_vertices()].to_vec();
            let before = edge_cut(&graph, &part_of);
            let mut parts = PartitionedGraph::new(&graph, &mut part_of, 5, 0);
            let counts = parts.counts.clone();
            parts.limit = parts.weights.iter().max().unwrap() + slack;
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let fallen = search_locally(&mut parts, SEARCH, &mut rng, &mut ());
            prop_assert_eq!(before - fallen, edge_cut(&graph, parts.part_of));
            prop_assert!(parts.weights.iter().all(|&weight| weight <= parts.limit));
            prop_assert!(counts.iter().zip(&parts.counts).all(|(&old, &new)| old == 0 || new > 0));
        }
    }
}
