//! Coarsening for the k-way partition, first half: chooses the clusters of vertices to merge.

use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use fastgas_graph::CsrGraph;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClusterLimits {
    /// Maximum weight of a cluster with several vertices.
    pub(super) max_weight: u64,
    /// Clustering stops at this number of clusters.
    pub(super) enough: usize,
}

/// Visits the vertices in random order and adds each vertex that is still alone to the best neighboring cluster.
/// The rating of a cluster is the weight of the vertex's edges into the cluster, divided by the weight of the cluster.
/// The vertex joins the cluster with the highest rating. Ties: the cluster that occurs first among the neighbors.
///
/// Unlike in a matching, a hub can merge with several neighbors.
/// kNN graphs therefore shrink by a factor of up to five per level and keep their structure.
/// If `part_of` is given, no cluster contains vertices of two parts.
/// Returns `cluster_of`, length n: for each vertex, the member that represents its cluster.
/// O(|V| + |E|).
///
/// Sources: Sanders & Schulz 2012 (ratings by weight); Gottesbüren et al. 2021 (clusters instead of pairs).
pub(super) fn cluster_vertices(
    graph: &CsrGraph,
    part_of: Option<&[u32]>,
    limits: ClusterLimits,
    rng: &mut Xoshiro256PlusPlus,
) -> Vec<u32> {
    let n = graph.n_vertices();
    let mut order: Vec<u32> = (0..n as u32).collect();
    order.shuffle(rng);
    let mut cluster_of: Vec<u32> = (0..n as u32).collect();
    let mut weight_of = graph.vertex_weights.clone();
    let mut alone = vec![true; n];
    let mut n_clusters = n;
    // Only the entries of `into` for the clusters in `touched` are reset, so a visit takes time proportional to the degree.
    let mut into = vec![0u32; n];
    let mut touched: Vec<u32> = Vec::new();
    for &vertex in &order {
        if n_clusters <= limits.enough {
            break;
        }
        if !alone[vertex as usize] {
            continue;
        }
        for (neighbor, weight) in graph.edges_of(vertex) {
            if part_of.is_some_and(|part_of| part_of[neighbor as usize] != part_of[vertex as usize]) {
                continue;
            }
            let cluster = cluster_of[neighbor as usize];
            if into[cluster as usize] == 0 {
                touched.push(cluster);
            }
            into[cluster as usize] += weight;
        }
        let own = graph.vertex_weights[vertex as usize];
        let mut best: Option<(u64, u64, u32)> = None;
        for cluster in touched.drain(..) {
            let strength = u64::from(std::mem::take(&mut into[cluster as usize]));
            let weight = u64::from(weight_of[cluster as usize]);
            if weight + u64::from(own) > limits.max_weight {
                continue;
            }
            // The ratings (edge weight ÷ cluster weight) are compared in integers by cross-multiplication.
            if best.is_none_or(|(most, least, _)| strength * least > most * weight) {
                best = Some((strength, weight, cluster));
            }
        }
        if let Some((.., cluster)) = best {
            cluster_of[vertex as usize] = cluster;
            weight_of[cluster as usize] += own;
            alone[vertex as usize] = false;
            alone[cluster as usize] = false;
            n_clusters -= 1;
        }
    }
    cluster_of
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_graph::fixtures::{any_weighted_graph, graph_of, star, weighted_graph_of};
    use proptest::prelude::*;
    use rand::SeedableRng;

    fn rng(seed: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(seed)
    }

    fn sizes(cluster_of: &[u32]) -> Vec<usize> {
        let mut sizes = vec![0; cluster_of.len()];
        cluster_of.iter().for_each(|&cluster| sizes[cluster as usize] += 1);
        sizes.retain(|&size| size > 0);
        sizes
    }

    #[test]
    fn heavy_edges_are_clustered_first() {
        let graph = weighted_graph_of(4, &[(0, 1, 9), (1, 2, 1), (2, 3, 9)]);
        for seed in 0..20 {
            let limits = ClusterLimits {
                max_weight: 4,
                enough: 1,
            };
            let cluster_of = cluster_vertices(&graph, None, limits, &mut rng(seed));
            assert!(cluster_of[0] == cluster_of[1] && cluster_of[2] == cluster_of[3] && cluster_of[1] != cluster_of[2]);
        }
    }

    #[test]
    fn hub_cluster_grows_up_to_the_limits() {
        let limits = |max_weight, enough| ClusterLimits { max_weight, enough };
        let clusters = |limits| sizes(&cluster_vertices(&star(101), None, limits, &mut rng(0)));
        assert_eq!(clusters(limits(1000, 1)), [101]);
        assert_eq!(clusters(limits(1000, 30)).len(), 30);
        assert_eq!(clusters(limits(5, 1)).iter().max(), Some(&5));
    }

    #[test]
    fn clusters_do_not_span_parts() {
        let graph = graph_of(4, &[(0, 1), (1, 2), (2, 3), (0, 3)]);
        let limits = ClusterLimits {
            max_weight: 4,
            enough: 1,
        };
        for seed in 0..20 {
            let cluster_of = cluster_vertices(&graph, Some(&[0, 1, 1, 0]), limits, &mut rng(seed));
            assert!(cluster_of[0] == cluster_of[3] && cluster_of[1] == cluster_of[2] && cluster_of[0] != cluster_of[1]);
        }
    }

    proptest! {
        #[test]
        fn clusters_are_named_by_a_member_and_within_limits(
            graph in any_weighted_graph(40), max_weight in 1u64..30, enough in 1usize..40, seed in 0u64..100
        ) {
            let cluster_of = cluster_vertices(&graph, None, ClusterLimits { max_weight, enough }, &mut rng(seed));
            let mut weights = vec![0; cluster_of.len()];
            for (&cluster, &weight) in cluster_of.iter().zip(&graph.vertex_weights) {
                prop_assert_eq!(cluster_of[cluster as usize], cluster);
                weights[cluster as usize] += u64::from(weight);
            }
            let sizes = sizes(&cluster_of);
            prop_assert!(sizes.len() >= enough.min(cluster_of.len()));
            prop_assert!(weights.iter().all(|&weight| weight <= max_weight.max(5)));
        }
    }
}
