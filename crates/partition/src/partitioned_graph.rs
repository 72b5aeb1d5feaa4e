//! A graph with its partition during refinement: the weight of each part, and the connections of each vertex to the parts.

use super::connectivity::Connectivity;
use super::metrics::part_weights;
use fastgas_graph::CsrGraph;

/// A graph and its partition, with part weights, vertex counts and connections that are updated with every move.
pub(super) struct PartitionedGraph<'a> {
    pub(super) graph: &'a CsrGraph,
    pub(super) part_of: &'a mut [u32],
    pub(super) weights: Vec<u64>,
    pub(super) counts: Vec<u32>,
    /// Maximum weight of a part after a vertex has moved into the part.
    pub(super) limit: u64,
    connectivity: Connectivity,
}

impl<'a> PartitionedGraph<'a> {
    /// Computes weights, counts and connections. `part_of`: length n, values below `n_parts`. O(|V| + |E| + K).
    pub(super) fn new(graph: &'a CsrGraph, part_of: &'a mut [u32], n_parts: u32, limit: u64) -> PartitionedGraph<'a> {
        let mut counts = vec![0; n_parts as usize];
        part_of.iter().for_each(|&part| counts[part as usize] += 1);
        PartitionedGraph {
            connectivity: Connectivity::new(graph, part_of, n_parts),
            weights: part_weights(graph, part_of, n_parts),
            counts,
            graph,
            part_of,
            limit,
        }
    }

    pub(super) fn part(&self, vertex: u32) -> u32 {
        self.part_of[vertex as usize]
    }

    pub(super) fn weight(&self, vertex: u32) -> u64 {
        u64::from(self.graph.vertex_weights[vertex as usize])
    }

    pub(super) fn on_boundary(&self, vertex: u32) -> bool {
        self.connectivity.on_boundary(self.graph, vertex, self.part(vertex))
    }

    /// The weight of the edges from `vertex` into `part`. O(connections of the vertex).
    pub(super) fn weight_into(&self, vertex: u32, part: u32) -> u64 {
        u64::from(self.connectivity.weight_into(self.graph, vertex, part))
    }

    /// The decrease of the cut if `vertex` moves to the other part `to`. O(connections of the vertex).
    pub(super) fn gain(&self, vertex: u32, to: u32) -> i64 {
        self.weight_into(vertex, to) as i64 - self.weight_into(vertex, self.part(vertex)) as i64
    }

    /// Finds the move of `vertex` to a neighboring part that lowers the cut most and keeps this part within the limit.
    /// The gain of the move is also returned. Ties: the lighter part, then the lowest id.
    /// `None` for the last vertex of a part, for a vertex without neighbors in other parts, or if no neighboring part has room.
    /// O(connections of the vertex).
    pub(super) fn best_move(&self, vertex: u32) -> Option<(i64, u32)> {
        let own = self.part(vertex);
        if self.counts[own as usize] == 1 {
            return None;
        }
        let weight = self.weight(vertex);
        self.connectivity.best_move(self.graph, vertex, own, |part| {
            let part_weight = self.weights[part as usize];
            (part_weight + weight <= self.limit).then_some(part_weight)
        })
    }

    /// Like [`best_move`](PartitionedGraph::best_move), but ignores the parts' weight limit.
    pub(super) fn best_move_anywhere(&self, vertex: u32) -> Option<(i64, u32)> {
        let own = self.part(vertex);
        if self.counts[own as usize] == 1 {
            return None;
        }
        self.connectivity
            .best_move(self.graph, vertex, own, |part| Some(self.weights[part as usize]))
    }

    /// Moves `vertex` to the part `to`. O(Σ connections of the neighbors).
    pub(super) fn move_vertex(&mut self, vertex: u32, to: u32) {
        let weight = self.weight(vertex);
        let from = std::mem::replace(&mut self.part_of[vertex as usize], to);
        self.weights[from as usize] -= weight;
        self.counts[from as usize] -= 1;
        self.weights[to as usize] += weight;
        self.counts[to as usize] += 1;
        for (neighbor, weight) in self.graph.edges_of(vertex) {
            self.connectivity.neighbor_moved(self.graph, neighbor, weight, from, to);
        }
    }
}
