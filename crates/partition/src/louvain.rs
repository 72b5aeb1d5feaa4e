//! Finds communities by the Louvain method (Blondel et al. 2008). The number of communities follows from the graph.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Partition;
use super::contract::contract;
use fastgas_graph::CsrGraph;
use fastgas_progress::{Counter, Report, Stage};

/// Finds communities of high modularity.
/// Modularity is the share of edge weight inside communities minus the expected share.
/// The expected share is computed for random edges that keep the weighted degree of each vertex.
///
/// In an order drawn from `seed`, each vertex moves to the neighboring community that raises the modularity most.
/// The moves are repeated until no move raises the modularity.
/// Communities then become vertices of a coarser graph, and the process repeats until no vertex moves.
/// Comparisons use integers. Ties: the current community of the vertex, then the community with the lowest id.
/// A vertex without edges remains alone in its community. Communities are numbered by their lowest vertices.
/// `report` counts the vertices that have been merged into other vertices.
///
/// Each pass over a level takes O(|E|) time. Usually, only a few passes are needed.
pub fn communities(graph: &CsrGraph, seed: u64, report: Report<'_>) -> Partition {
    let n = graph.n_vertices();
    let mut counter = Counter::new(report, Stage::Partition, n as u32);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut part_of: Vec<u32> = (0..n as u32).collect();
    let mut strengths: Vec<u64> = (0..n as u32).map(|vertex| strength(graph, vertex)).collect();
    let mut level = graph.clone();
    loop {
        let community_of = move_vertices(&level, &strengths, &mut rng);
        let coarse = contract(&level, &lowest_members(&community_of));
        if coarse.graph.n_vertices() == level.n_vertices() {
            break;
        }
        for part in &mut part_of {
            *part = coarse.coarse_of[*part as usize];
        }
        let mut sums = vec![0; coarse.graph.n_vertices()];
        for (&community, strength) in coarse.coarse_of.iter().zip(&strengths) {
            sums[community as usize] += strength;
        }
        (level, strengths) = (coarse.graph, sums);
        counter.reach((n - level.n_vertices()) as u32);
    }
    counter.finish();
    Partition {
        part_of,
        n_parts: level.n_vertices() as u32,
    }
}

fn strength(graph: &CsrGraph, vertex: u32) -> u64 {
    graph.edges_of(vertex).map(|(_, weight)| u64::from(weight)).sum()
}

/// Returns a community for each vertex. At the start, every vertex is alone in its community.
/// `strengths`: the weighted degree of each vertex.
/// Edges inside a coarse vertex count twice in its weighted degree, although the coarse graph does not contain them.
fn move_vertices(graph: &CsrGraph, strengths: &[u64], rng: &mut Xoshiro256PlusPlus) -> Vec<u32> {
    let n = graph.n_vertices();
    let total: u64 = strengths.iter().sum();
    let mut order: Vec<u32> = (0..n as u32).collect();
    order.shuffle(rng);
    let mut community_of: Vec<u32> = (0..n as u32).collect();
    let mut sums = strengths.to_vec();
    // The weight of the current vertex's edges into each community; 0 for communities without a neighbor of the vertex.
    let mut weight_into = vec![0u64; n];
    let mut around = Vec::new();
    let mut moved = true;
    while moved {
        moved = false;
        for &vertex in &order {
            let own = community_of[vertex as usize];
            around.push(own);
            for (neighbor, weight) in graph.edges_of(vertex) {
                let community = community_of[neighbor as usize];
                if weight_into[community as usize] == 0 && community != own {
                    around.push(community);
                }
                weight_into[community as usize] += u64::from(weight);
            }
            let strength = strengths[vertex as usize];
            sums[own as usize] -= strength;
            // The gain in modularity if the vertex joins the community, multiplied by `total`²/2.
            // `total` is the sum of all weighted degrees.
            let gain = |community: u32| {
                let joined = i128::from(weight_into[community as usize]) * i128::from(total);
                joined - i128::from(strength) * i128::from(sums[community as usize])
            };
            let rank = |&community: &u32| (gain(community), community == own, std::cmp::Reverse(community));
            let best = around.iter().copied().max_by_key(rank).expect("its own");
            sums[best as usize] += strength;
            community_of[vertex as usize] = best;
            moved |= best != own;
            for community in around.drain(..) {
                weight_into[community as usize] = 0;
            }
        }
    }
    community_of
}

/// For each vertex, the lowest member of its community, as required by [`contract`].
fn lowest_members(community_of: &[u32]) -> Vec<u32> {
    let mut lowest = vec![u32::MAX; community_of.len()];
    for (&community, vertex) in community_of.iter().zip(0..) {
        let lowest = &mut lowest[community as usize];
        *lowest = vertex.min(*lowest);
    }
    community_of
        .iter()
        .map(|&community| lowest[community as usize])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_graph::fixtures::{any_weighted_graph, graph_of, ring_of_cliques};
    use proptest::prelude::*;

    fn found(graph: &CsrGraph, seed: u64) -> Partition {
        communities(graph, seed, &mut |_| ())
    }

    /// Modularity by definition: the sum of A(i, j)/2m − k(i)·k(j)/(2m)² over all ordered pairs (i, j) in one community.
    /// A is the edge weight, k is the weighted degree, and 2m is the sum of all weighted degrees.
    fn modularity(graph: &CsrGraph, part_of: &[u32]) -> f64 {
        let n = graph.n_vertices() as u32;
        let total: f64 = (0..n).map(|vertex| strength(graph, vertex) as f64).sum();
        let mut sum = 0.0;
        for a in 0..n {
            for b in (0..n).filter(|&b| part_of[b as usize] == part_of[a as usize]) {
                let weight = graph
                    .edges_of(a)
                    .find(|&(neighbor, _)| neighbor == b)
                    .map_or(0, |(_, weight)| weight);
                let by_chance = strength(graph, a) as f64 * strength(graph, b) as f64 / total;
                sum += (f64::from(weight) - by_chance) / total;
            }
        }
        sum
    }

    #[test]
    fn cliques_on_a_ring_are_communities() {
        for seed in 0..10 {
            let partition = found(&ring_of_cliques(6, 5), seed);
            assert_eq!(partition.n_parts, 6);
            assert_eq!(partition.part_of, (0..30).map(|vertex| vertex / 5).collect::<Vec<_>>());
        }
    }

    /// Zachary's karate club (1977), whose best modularity is known to be 0.4198.
    #[test]
    fn karate_club_has_high_modularity() {
        let friends: [&[u32]; 34] = [
            &[1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 17, 19, 21, 31],
            &[2, 3, 7, 13, 17, 19, 21, 30],
            &[3, 7, 8, 9, 13, 27, 28, 32],
            &[7, 12, 13],
            &[6, 10],
            &[6, 10, 16],
            &[16],
            &[],
            &[30, 32, 33],
            &[33],
            &[],
            &[],
            &[],
            &[33],
            &[32, 33],
            &[32, 33],
            &[],
            &[],
            &[32, 33],
            &[33],
            &[32, 33],
            &[],
            &[32, 33],
            &[25, 27, 29, 32, 33],
            &[25, 27, 31],
            &[31],
            &[29, 33],
            &[33],
            &[31, 33],
            &[32, 33],
            &[32, 33],
            &[32, 33],
            &[33],
            &[],
        ];
        let edges: Vec<(u32, u32)> = friends
            .iter()
            .zip(0..)
            .flat_map(|(of, a)| of.iter().map(move |&b| (a, b)))
            .collect();
        let graph = graph_of(34, &edges);
        assert_eq!(graph.n_edges(), 78);
        for seed in 0..20 {
            let modularity = modularity(&graph, &found(&graph, seed).part_of);
            assert!((0.38..=0.4199).contains(&modularity), "{seed}: {modularity}");
        }
    }

    #[test]
    fn vertices_without_edges_stay_alone() {
        let partition = found(&graph_of(4, &[(1, 3)]), 0);
        assert_eq!(partition.part_of, [0, 1, 2, 1]);
        assert_eq!(found(&graph_of(2, &[]), 0).n_parts, 2);
    }

    proptest! {
        #[test]
        fn merging_two_communities_does_not_raise_modularity(graph in any_weighted_graph(30), seed: u64) {
            let partition = found(&graph, seed);
            prop_assert!(partition.sizes().iter().all(|&size| size > 0));
            // Communities are numbered by their lowest vertices.
            let mut firsts: Vec<u32> = Vec::new();
            partition.part_of.iter().for_each(|part| if !firsts.contains(part) { firsts.push(*part) });
            prop_assert!(firsts.is_sorted());
            if graph.n_edges() == 0 {
                return Ok(());
            }
            let reached = modularity(&graph, &partition.part_of);
            for a in 0..partition.n_parts {
                for b in 0..a {
                    let merged: Vec<u32> = partition.part_of.iter().map(|&part| if part == a { b } else { part }).collect();
                    prop_assert!(modularity(&graph, &merged) <= reached + 1e-9);
                }
            }
        }
    }
}
