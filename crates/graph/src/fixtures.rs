//! Graphs for tests: small graphs that can be drawn, random graphs, and clustered graphs.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::CsrGraph;

/// Builds a graph from edges (a, b, weight). Each undirected edge is given once.
pub fn weighted_graph_of(n: u32, edges: &[(u32, u32, u32)]) -> CsrGraph {
    let mut rows = vec![Vec::new(); n as usize];
    for &(a, b, weight) in edges {
        rows[a as usize].push((b, weight));
        rows[b as usize].push((a, weight));
    }
    CsrGraph::from_rows(rows.into_iter().map(|mut row: Vec<(u32, u32)>| {
        row.sort_unstable();
        row
    }))
}

/// Like [`weighted_graph_of`], but all weights are 1.
pub fn graph_of(n: u32, edges: &[(u32, u32)]) -> CsrGraph {
    let weighted: Vec<_> = edges.iter().map(|&(a, b)| (a, b, 1)).collect();
    weighted_graph_of(n, &weighted)
}

/// A path with `n` vertices.
pub fn path(n: u32) -> CsrGraph {
    graph_of(n, &(1..n).map(|v| (v - 1, v)).collect::<Vec<_>>())
}

/// A star: vertex 0 with n − 1 leaves.
pub fn star(n: u32) -> CsrGraph {
    graph_of(n, &(1..n).map(|v| (0, v)).collect::<Vec<_>>())
}

/// A ring of `count` cliques with `size` vertices each.
/// The last vertex of each clique is adjacent to the first vertex of the next clique.
pub fn ring_of_cliques(count: u32, size: u32) -> CsrGraph {
    let mut edges = Vec::new();
    for clique in 0..count {
        let first = clique * size;
        for a in first..first + size {
            edges.extend((a + 1..first + size).map(|b| (a, b)));
        }
        edges.push((first + size - 1, (first + size) % (count * size)));
    }
    graph_of(count * size, &edges)
}

/// The symmetric kNN graph of random points around random centers.
/// Coordinates are integers, so that every machine generates the same graph.
pub fn clustered(n: usize, clusters: usize, k: usize, seed: u64) -> CsrGraph {
    const DIMENSIONS: usize = 8;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut point = |spread: i32| -> [i32; DIMENSIONS] { std::array::from_fn(|_| rng.random_range(-spread..=spread)) };
    let centers: Vec<_> = (0..clusters).map(|_| point(1000)).collect();
    let points: Vec<[i32; DIMENSIONS]> = (0..n)
        .map(|i| {
            let (a, b) = (point(400), point(400));
            std::array::from_fn(|d| centers[i % clusters][d] + a[d] + b[d])
        })
        .collect();
    let mut edges = Vec::new();
    for (i, p) in points.iter().enumerate() {
        let distance = |q: &[i32; DIMENSIONS]| p.iter().zip(q).map(|(a, b)| (a - b) * (a - b)).sum::<i32>();
        let mut others: Vec<_> = (0..n).filter(|&j| j != i).map(|j| (distance(&points[j]), j)).collect();
        others.select_nth_unstable(k - 1);
        edges.extend(others[..k].iter().map(|&(_, j)| (i.min(j) as u32, i.max(j) as u32)));
    }
    edges.sort_unstable();
    edges.dedup();
    graph_of(n as u32, &edges)
}

/// Arbitrary graphs with 1 to `max_n` vertices and weights of 1.
pub fn any_graph(max_n: u32) -> impl Strategy<Value = CsrGraph> {
    any_weighted_graph(max_n).prop_map(|mut graph| {
        graph.edge_weights.fill(1);
        graph.vertex_weights.fill(1);
        graph
    })
}

/// Arbitrary graphs with 1 to `max_n` vertices, small and large edge weights, and vertex weights from 1 to 5.
pub fn any_weighted_graph(max_n: u32) -> impl Strategy<Value = CsrGraph> {
    (1..=max_n).prop_flat_map(|n| {
        let weight = prop_oneof![4 => 1u32..5, 1 => 1u32..100_000];
        let edges = prop::collection::btree_map((0..n, 0..n), weight, 0..=3 * n as usize);
        let vertex_weights = prop::collection::vec(1u32..=5, n as usize);
        (edges, vertex_weights).prop_map(move |(edges, vertex_weights)| {
            let edges: std::collections::BTreeMap<_, _> = edges
                .into_iter()
                .filter(|((a, b), _)| a != b)
                .map(|((a, b), weight)| ((a.min(b), a.max(b)), weight))
                .collect();
            let edges: Vec<_> = edges.into_iter().map(|((a, b), weight)| (a, b, weight)).collect();
            CsrGraph {
                vertex_weights,
                ..weighted_graph_of(n, &edges)
            }
        })
    })
}

/// Checks that the graph is symmetric, has no loops, has rows in ascending order, and has weights of at least 1.
pub fn assert_well_formed(graph: &CsrGraph) {
    assert_eq!(graph.offsets.len(), graph.n_vertices() + 1);
    assert_eq!(graph.neighbors.len(), graph.edge_weights.len());
    for vertex in 0..graph.n_vertices() as u32 {
        assert!(graph.neighbors_of(vertex).is_sorted_by(|a, b| a < b));
        for (neighbor, weight) in graph.edges_of(vertex) {
            assert!(neighbor != vertex && weight > 0);
            assert!(graph.edges_of(neighbor).any(|edge| edge == (vertex, weight)));
        }
    }
}
