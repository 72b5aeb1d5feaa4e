//! Coarsening, first half: chooses the pairs of vertices to merge.

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use fastgas_graph::CsrGraph;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Matching {
    /// A neighbor chosen uniformly at random (paper, appendix C).
    Random,
    /// The neighbor along the heaviest edge. Ties: the lowest id (Karypis & Kumar 1998).
    /// Unmatched neighbors of a hub are finally paired with each other (two-hop matching, LaSalle et al. 2015).
    /// Without two-hop matching, coarsening would barely shrink a star.
    HeavyEdge,
}

/// Pairs vertices with unmatched neighbors. The vertices are visited in random order.
///
/// Returns `match_of`, length n: the partner of each vertex. An unmatched vertex is its own partner.
/// No pair weighs more than `max_weight`, so that the coarse graph can still be balanced. O(|V| + |E|) time, O(|V|) space.
pub(super) fn match_vertices(
    graph: &CsrGraph,
    matching: Matching,
    max_weight: u64,
    rng: &mut Xoshiro256PlusPlus,
) -> Vec<u32> {
    let n = graph.n_vertices() as u32;
    let mut order: Vec<u32> = (0..n).collect();
    order.shuffle(rng);
    let mut match_of: Vec<u32> = (0..n).collect();
    let fits = |a: u32, b: u32| {
        u64::from(graph.vertex_weights[a as usize]) + u64::from(graph.vertex_weights[b as usize]) <= max_weight
    };

    for &vertex in &order {
        if match_of[vertex as usize] != vertex {
            continue;
        }
        let free = |&(other, _): &(u32, u32)| match_of[other as usize] == other && fits(vertex, other);
        let chosen = match matching {
            Matching::Random => {
                let n_free = graph.edges_of(vertex).filter(free).count() as u32;
                match n_free {
                    0 => None,
                    _ => graph
                        .edges_of(vertex)
                        .filter(free)
                        .nth(rng.random_range(0..n_free) as usize),
                }
            }
            // The key contains the reversed id, so that the lowest id wins among neighbors with equal edge weights.
            Matching::HeavyEdge => graph
                .edges_of(vertex)
                .filter(free)
                .max_by_key(|&(other, weight)| (weight, std::cmp::Reverse(other))),
        };
        if let Some((other, _)) = chosen {
            match_of[vertex as usize] = other;
            match_of[other as usize] = vertex;
        }
    }

    if matching == Matching::HeavyEdge {
        match_two_hops(graph, &order, &mut match_of, fits);
    }
    match_of
}

/// Pairs unmatched vertices that share a neighbor, if more than a tenth of all vertices are unmatched.
fn match_two_hops(graph: &CsrGraph, order: &[u32], match_of: &mut [u32], fits: impl Fn(u32, u32) -> bool) {
    let alone = |match_of: &[u32], vertex: u32| match_of[vertex as usize] == vertex;
    let n_alone = order.iter().filter(|&&vertex| alone(match_of, vertex)).count();
    if n_alone * 10 <= order.len() {
        return;
    }
    for &hub in order {
        let mut waiting = None;
        for &vertex in graph.neighbors_of(hub) {
            if !alone(match_of, vertex) {
                continue;
            }
            match waiting {
                Some(other) if fits(other, vertex) => {
                    match_of[other as usize] = vertex;
                    match_of[vertex as usize] = other;
                    waiting = None;
                }
                // If two vertices together are too heavy, the lighter vertex is kept, because it fits into more pairs.
                Some(other) if graph.vertex_weights[other as usize] <= graph.vertex_weights[vertex as usize] => {}
                _ => waiting = Some(vertex),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_graph::fixtures::{any_graph, graph_of, star, weighted_graph_of};
    use proptest::prelude::*;
    use rand::SeedableRng;

    fn rng(seed: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(seed)
    }

    #[test]
    fn heavy_edges_match_first() {
        // In the path 0 ═9═ 1 ─1─ 2 ═9═ 3, the two heavy edges are matched in any order of visits.
        let graph = weighted_graph_of(4, &[(0, 1, 9), (1, 2, 1), (2, 3, 9)]);
        for seed in 0..20 {
            let match_of = match_vertices(&graph, Matching::HeavyEdge, 2, &mut rng(seed));
            assert_eq!(match_of, [1, 0, 3, 2]);
        }
    }

    #[test]
    fn random_matching_uses_every_edge_at_some_seed() {
        let graph = graph_of(3, &[(0, 1), (1, 2), (0, 2)]);
        let seen: std::collections::BTreeSet<_> = (0..50)
            .map(|seed| match_vertices(&graph, Matching::Random, 2, &mut rng(seed)))
            .collect();
        assert_eq!(seen.len(), 3);
    }

    #[test]
    fn star_shrinks_by_half_only_with_two_hop_matching() {
        let graph = star(101);
        let alone = |match_of: Vec<u32>| match_of.iter().zip(0..).filter(|&(&m, v)| m == v).count();
        assert_eq!(alone(match_vertices(&graph, Matching::Random, 2, &mut rng(0))), 99);
        assert_eq!(alone(match_vertices(&graph, Matching::HeavyEdge, 2, &mut rng(0))), 1);
    }

    #[test]
    fn matched_pairs_stay_within_the_weight_limit() {
        let graph = star(10);
        for matching in [Matching::Random, Matching::HeavyEdge] {
            let match_of = match_vertices(&graph, matching, 1, &mut rng(0));
            assert!(match_of.iter().zip(0..).all(|(&m, v)| m == v));
        }
    }

    proptest! {
        #[test]
        fn pairs_are_mutual(graph in any_graph(40), seed in 0u64..100) {
            for matching in [Matching::Random, Matching::HeavyEdge] {
                let match_of = match_vertices(&graph, matching, 100, &mut rng(seed));
                for vertex in 0..graph.n_vertices() {
                    let other = match_of[vertex];
                    prop_assert_eq!(match_of[other as usize], vertex as u32);
                    if matching == Matching::Random && other != vertex as u32 {
                        prop_assert!(graph.neighbors_of(vertex as u32).contains(&other));
                    }
                }
            }
        }
    }
}
