//! Undirected graphs in compressed sparse row (CSR) format.

use crate::EdgeWeights;
use crate::Neighbors;

/// An undirected graph: symmetric, without loops and without multiple edges.
/// The neighbors of each vertex are in ascending order.
///
/// The neighbors of `v` are `neighbors[offsets[v]..offsets[v + 1]]`. `edge_weights` is in the same order as `neighbors`.
/// Each undirected edge is stored twice, once for each of its vertices. All weights are at least 1.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CsrGraph {
    /// n + 1 non-decreasing offsets into `neighbors`.
    pub offsets: Vec<u32>,
    /// 2|E| vertex ids: the neighbor lists of all vertices, one after another.
    pub neighbors: Vec<u32>,
    /// 2|E| edge weights, equal for both directions of an edge.
    pub edge_weights: Vec<u32>,
    /// n vertex weights: the number of pool instances that each vertex represents.
    pub vertex_weights: Vec<u32>,
}

impl CsrGraph {
    /// Connects each instance to its k nearest neighbors: two instances share an edge if at least one lists the other.
    ///
    /// O(n·k log k) time, O(n·k) space.
    pub fn from_neighbors(neighbors: &Neighbors, edge_weights: EdgeWeights) -> CsrGraph {
        let n = neighbors.ids.nrows();
        let lists = || {
            let lists = neighbors.ids.rows().into_iter().zip(neighbors.similarities.rows());
            lists.zip(0u32..)
        };
        // One vector holds the edge endpoints of all vertices.
        // One vector per vertex would take several times as much memory.
        let mut starts = vec![0; n + 1];
        for ((ids, _), vertex) in lists() {
            for &id in ids {
                starts[vertex as usize + 1] += 1;
                starts[id as usize + 1] += 1;
            }
        }
        for vertex in 0..n {
            starts[vertex + 1] += starts[vertex];
        }
        let mut next = starts.clone();
        let mut ends = vec![(0, 0); starts[n]];
        let mut push = |vertex: u32, end: (u32, u32)| {
            let index = &mut next[vertex as usize];
            ends[*index] = end;
            *index += 1;
        };
        for ((ids, similarities), vertex) in lists() {
            for (&id, &similarity) in ids.iter().zip(similarities) {
                let weight = match edge_weights {
                    EdgeWeights::Unit => 1,
                    EdgeWeights::Similarity => (similarity * 1000.0).round().max(1.0) as u32,
                };
                push(vertex, (id, weight));
                push(id, (vertex, weight));
            }
        }
        let mut graph = CsrGraph {
            offsets: vec![0],
            neighbors: Vec::with_capacity(ends.len()),
            edge_weights: Vec::with_capacity(ends.len()),
            vertex_weights: vec![1; n],
        };
        for range in starts.windows(2) {
            let row = &mut ends[range[0]..range[1]];
            row.sort_unstable();
            for same in row.chunk_by(|a, b| a.0 == b.0) {
                graph.neighbors.push(same[0].0);
                graph.edge_weights.push(same[0].1);
            }
            graph.offsets.push(graph.neighbors.len() as u32);
        }
        graph.neighbors.shrink_to_fit();
        graph.edge_weights.shrink_to_fit();
        graph
    }

    /// Builds a graph with vertex weights of 1 from the sorted (neighbor, edge weight) list of each vertex.
    pub fn from_rows(rows: impl IntoIterator<Item = Vec<(u32, u32)>>) -> CsrGraph {
        let mut graph = CsrGraph {
            offsets: vec![0],
            ..CsrGraph::default()
        };
        for row in rows {
            graph.neighbors.extend(row.iter().map(|&(id, _)| id));
            graph.edge_weights.extend(row.iter().map(|&(_, weight)| weight));
            graph.offsets.push(graph.neighbors.len() as u32);
            graph.vertex_weights.push(1);
        }
        graph
    }

    /// The number of vertices, n.
    pub fn n_vertices(&self) -> usize {
        self.vertex_weights.len()
    }

    /// The number of undirected edges, |E|.
    pub fn n_edges(&self) -> usize {
        self.neighbors.len() / 2
    }

    /// The number of neighbors of `vertex`.
    pub fn degree(&self, vertex: u32) -> u32 {
        self.offsets[vertex as usize + 1] - self.offsets[vertex as usize]
    }

    /// The neighbors of `vertex`, in ascending order.
    pub fn neighbors_of(&self, vertex: u32) -> &[u32] {
        &self.neighbors[self.offsets[vertex as usize] as usize..self.offsets[vertex as usize + 1] as usize]
    }

    /// The (neighbor, edge weight) pairs of `vertex`, in ascending order.
    pub fn edges_of(&self, vertex: u32) -> impl ExactSizeIterator<Item = (u32, u32)> + '_ {
        let range = self.offsets[vertex as usize] as usize..self.offsets[vertex as usize + 1] as usize;
        self.neighbors[range.clone()]
            .iter()
            .copied()
            .zip(self.edge_weights[range].iter().copied())
    }

    /// The sum of all vertex weights.
    pub fn total_weight(&self) -> u64 {
        self.vertex_weights.iter().map(|&weight| u64::from(weight)).sum()
    }
}
