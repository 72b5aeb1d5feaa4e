//! The weights of the edges from each vertex into each adjacent part, updated whenever a vertex moves.

use fastgas_graph::CsrGraph;

/// The weight of a vertex's edges into one part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Connection {
    part: u32,
    weight: u32,
}

/// For each vertex, the adjacent parts, in any order, and the weight of the vertex's edges into each adjacent part.
///
/// A vertex has at most as many connections as neighbors.
/// Connections are therefore stored at the offsets of the graph's adjacency lists: 2|E| entries for any K.
/// The edge weights of a vertex must add up to less than 2³².
pub(super) struct Connectivity {
    connections: Vec<Connection>,
    n_connections: Vec<u32>,
}

impl Connectivity {
    /// Computes the connections of all vertices. All values of `part_of` must be below `n_parts`. O(|V| + |E| + K).
    pub(super) fn new(graph: &CsrGraph, part_of: &[u32], n_parts: u32) -> Connectivity {
        let mut connectivity = Connectivity {
            connections: vec![Connection::default(); graph.neighbors.len()],
            n_connections: vec![0; graph.n_vertices()],
        };
        // `place_of` is never cleared: indices below the current vertex's first connection belong to an earlier vertex.
        let mut place_of = vec![usize::MAX; n_parts as usize];
        for vertex in 0..graph.n_vertices() as u32 {
            let first = graph.offsets[vertex as usize] as usize;
            let mut end = first;
            for (neighbor, weight) in graph.edges_of(vertex) {
                let part = part_of[neighbor as usize];
                let index = place_of[part as usize];
                if index != usize::MAX && index >= first {
                    connectivity.connections[index].weight += weight;
                } else {
                    place_of[part as usize] = end;
                    connectivity.connections[end] = Connection { part, weight };
                    end += 1;
                }
            }
            connectivity.n_connections[vertex as usize] = (end - first) as u32;
        }
        connectivity
    }

    fn of(&self, graph: &CsrGraph, vertex: u32) -> &[Connection] {
        let first = graph.offsets[vertex as usize] as usize;
        &self.connections[first..first + self.n_connections[vertex as usize] as usize]
    }

    pub(super) fn on_boundary(&self, graph: &CsrGraph, vertex: u32, own: u32) -> bool {
        match self.of(graph, vertex) {
            [] => false,
            [only] => only.part != own,
            _ => true,
        }
    }

    /// Finds the neighboring part with the highest gain for moving `vertex`.
    /// The gain, which is the decrease of the cut, is also returned. `own` is the current part of the vertex.
    /// `weight_if_open` returns the weight of a part, or `None` if the vertex must not move into this part.
    /// Ties: the lightest part, then the lowest part id. O(connections of the vertex).
    pub(super) fn best_move(
        &self,
        graph: &CsrGraph,
        vertex: u32,
        own: u32,
        weight_if_open: impl Fn(u32) -> Option<u64>,
    ) -> Option<(i64, u32)> {
        let mut inside = 0;
        let mut best: Option<(u32, u64, u32)> = None;
        for &Connection { part, weight } in self.of(graph, vertex) {
            if part == own {
                inside = weight;
                continue;
            }
            if best.is_some_and(|(most, ..)| weight < most) {
                continue;
            }
            let Some(part_weight) = weight_if_open(part) else {
                continue;
            };
            let better = best.is_none_or(|(most, least, id)| weight > most || (part_weight, part) < (least, id));
            if better {
                best = Some((weight, part_weight, part));
            }
        }
        best.map(|(most, _, part)| (i64::from(most) - i64::from(inside), part))
    }

    /// The weight of the edges from `vertex` into `part`. O(connections of the vertex).
    pub(super) fn weight_into(&self, graph: &CsrGraph, vertex: u32, part: u32) -> u32 {
        let mut connections = self.of(graph, vertex).iter();
        connections
            .find(|connection| connection.part == part)
            .map_or(0, |connection| connection.weight)
    }

    /// Updates the connections of `vertex` after a neighbor has moved. `weight` is the weight of the edge to this neighbor.
    /// O(connections of the vertex).
    pub(super) fn neighbor_moved(&mut self, graph: &CsrGraph, vertex: u32, weight: u32, from: u32, to: u32) {
        self.subtract(graph, vertex, from, weight);
        self.add(graph, vertex, to, weight);
    }

    fn add(&mut self, graph: &CsrGraph, vertex: u32, part: u32, weight: u32) {
        let first = graph.offsets[vertex as usize] as usize;
        let n = &mut self.n_connections[vertex as usize];
        let end = first + *n as usize;
        match self.connections[first..end]
            .iter_mut()
            .find(|connection| connection.part == part)
        {
            Some(connection) => connection.weight += weight,
            None => {
                self.connections[end] = Connection { part, weight };
                *n += 1;
            }
        }
    }

    fn subtract(&mut self, graph: &CsrGraph, vertex: u32, part: u32, weight: u32) {
        let first = graph.offsets[vertex as usize] as usize;
        let n = &mut self.n_connections[vertex as usize];
        let connections = &mut self.connections[first..first + *n as usize];
        let index = connections
            .iter()
            .position(|connection| connection.part == part)
            .expect("there is an edge into the part that a neighbor leaves");
        connections[index].weight -= weight;
        if connections[index].weight == 0 {
            connections[index] = connections[*n as usize - 1];
            *n -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_graph::fixtures::{any_weighted_graph, weighted_graph_of};
    use proptest::prelude::*;

    #[test]
    fn best_move_is_the_strongest_part_with_room() {
        // Vertex 0 has edges of weight 5 and 2 into part 1, of weight 6 into part 2, and of weight 1 into its own part.
        let graph = weighted_graph_of(5, &[(0, 1, 5), (0, 2, 2), (0, 3, 6), (0, 4, 1)]);
        let connectivity = Connectivity::new(&graph, &[0, 1, 1, 2, 0], 3);
        assert_eq!(connectivity.best_move(&graph, 0, 0, |_| Some(1)), Some((6, 1)));
        assert_eq!(
            connectivity.best_move(&graph, 0, 0, |part| (part != 1).then_some(1)),
            Some((5, 2))
        );
        assert_eq!(connectivity.best_move(&graph, 0, 0, |_| None), None);
        assert_eq!(connectivity.best_move(&graph, 4, 0, |_| Some(1)), None);
        assert!(connectivity.on_boundary(&graph, 0, 0) && !connectivity.on_boundary(&graph, 4, 0));
    }

    #[test]
    fn ties_go_to_the_lightest_part_and_then_to_the_lowest_id() {
        let graph = weighted_graph_of(4, &[(0, 1, 3), (0, 2, 3), (0, 3, 3)]);
        let connectivity = Connectivity::new(&graph, &[0, 3, 2, 1], 4);
        let weights = [9, 7, 5, 5];
        let best = connectivity.best_move(&graph, 0, 0, |part| Some(weights[part as usize]));
        assert_eq!(best, Some((3, 2)));
    }

    proptest! {
        #[test]
        fn connections_stay_correct_after_moves(
            graph in any_weighted_graph(30), parts in prop::collection::vec(0u32..4, 30),
            moves in prop::collection::vec((0usize..30, 0u32..4), 0..40)
        ) {
            let mut part_of = parts[..graph.n_vertices()].to_vec();
            let mut connectivity = Connectivity::new(&graph, &part_of, 4);
            for (vertex, to) in moves {
                let vertex = vertex % part_of.len();
                let from = std::mem::replace(&mut part_of[vertex], to);
                if from != to {
                    for (neighbor, weight) in graph.edges_of(vertex as u32) {
                        connectivity.neighbor_moved(&graph, neighbor, weight, from, to);
                    }
                }
            }
            let recomputed = Connectivity::new(&graph, &part_of, 4);
            for vertex in 0..graph.n_vertices() as u32 {
                prop_assert_eq!(connectivity.of(&graph, vertex).len(), recomputed.of(&graph, vertex).len());
                for part in 0..4 {
                    prop_assert_eq!(connectivity.weight_into(&graph, vertex, part), recomputed.weight_into(&graph, vertex, part));
                }
            }
        }
    }
}
