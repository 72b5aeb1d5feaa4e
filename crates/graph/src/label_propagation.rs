//! Label propagation on a graph, and the equivalent absorbing random walks.
//!
//! A source is a vertex whose classes are known.
//! Each step of a random walk goes to a neighbor, with a probability proportional to the edge weight.
//! A walk ends at the first source that it reaches.
//! The share of a class at a vertex `v` is the share of the walks from `v` that end at a source of this class.
//! [`propagate_labels`] computes the shares of all vertices by propagating them from the sources.
//! [`absorb_walks`] computes which sources the walks from one vertex reach, and the share of the walks for each source.
//!
//! ```text
//!  A─·─·─B      from the left dot, 2/3 of all walks end at A and 1/3 at B; from the right dot, vice versa
//! ```

use crate::CsrGraph;

/// Maximum number of steps in a walk. A walk that reaches no source within this number of steps counts for no source.
/// The propagation has the same number of rounds, because one round is equivalent to one step of all walks.
pub const MAX_WALK_STEPS: usize = 20;

/// Number of classes processed at a time.
/// Classes are processed in groups, so that each neighbor is looked up once per group instead of once per class.
const LANES: usize = 8;

type Shares = [f64; LANES];

/// A graph for label propagation.
pub trait WeightedGraph {
    /// The number of vertices, n.
    fn n_vertices(&self) -> usize;

    /// The (neighbor, edge weight) pairs of `vertex`, in ascending order.
    /// Each edge is listed at both of its vertices, and no weight is 0.
    fn edges(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)>;
}

impl WeightedGraph for CsrGraph {
    fn n_vertices(&self) -> usize {
        self.n_vertices()
    }

    fn edges(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> {
        self.edges_of(vertex)
    }
}

/// Computes the share of each class at each vertex, in f64. A source has the share 1 in its own classes.
/// The shares at all other vertices start at 0.
/// In each of [`MAX_WALK_STEPS`] rounds, a share becomes the mean of the neighbors' shares, weighted by edge weight.
///
/// `sources` contains distinct vertices with their classes.
/// `visit` receives a vertex, a class, and the share of the class.
/// Classes are processed in groups. For each group, `visit` is called vertex by vertex with all classes of the group.
///
/// O((|V| + |E|)·classes) time, O(|V|) space. Sums are computed in order of the neighbors' ids.
/// Source: Zhu & Ghahramani 2002, "Learning from Labeled and Unlabeled Data with Label Propagation".
/// Source of the equivalent random walks: Szummer & Jaakkola 2001.
///
/// # Panics
/// Panics if a source is not a vertex, or a class is not below `n_classes`.
pub fn propagate_labels<'a>(
    graph: &impl WeightedGraph,
    n_classes: usize,
    sources: impl Iterator<Item = (u32, &'a [u32])> + Clone,
    mut visit: impl FnMut(u32, u32, f64),
) {
    let n = graph.n_vertices();
    let mut is_source = vec![false; n];
    sources
        .clone()
        .for_each(|(vertex, _)| is_source[vertex as usize] = true);
    let (mut shares, mut next) = (vec![Shares::default(); n], vec![Shares::default(); n]);
    for first in (0..n_classes).step_by(LANES) {
        let lanes = first..n_classes.min(first + LANES);
        shares.fill(Shares::default());
        for (vertex, classes) in sources.clone() {
            for &class in classes {
                assert!((class as usize) < n_classes, "class {class} of {n_classes}");
                if lanes.contains(&(class as usize)) {
                    shares[vertex as usize][class as usize - first] = 1.0;
                }
            }
        }
        next.copy_from_slice(&shares);
        for _ in 0..MAX_WALK_STEPS {
            for vertex in (0..n).filter(|&vertex| !is_source[vertex]) {
                next[vertex] = mean(graph, vertex as u32, &shares);
            }
            std::mem::swap(&mut shares, &mut next);
        }
        for (vertex, shares) in (0..).zip(&shares) {
            lanes
                .clone()
                .zip(shares)
                .for_each(|(class, &share)| visit(vertex, class as u32, share));
        }
    }
}

/// The mean of the neighbors' shares, weighted by edge weight. The mean is 0 for a vertex without neighbors.
fn mean(graph: &impl WeightedGraph, vertex: u32, shares: &[Shares]) -> Shares {
    let (mut sum, mut total) = (Shares::default(), 0.0);
    for (neighbor, weight) in graph.edges(vertex) {
        let weight = f64::from(weight);
        total += weight;
        for (sum, share) in sum.iter_mut().zip(&shares[neighbor as usize]) {
            *sum += weight * share;
        }
    }
    if total > 0.0 {
        sum.iter_mut().for_each(|sum| *sum /= total);
    }
    sum
}

/// Computes where random walks from the vertex `from` end.
/// For each source that at least one walk reaches, in ascending order: the source and the share of walks to it.
/// Walks do not end where they start, so `from` is never in the result.
///
/// O([`MAX_WALK_STEPS`]·(|V| + |E|)) time, O(|V|) space, for any number of classes. Sums have a fixed order.
pub fn absorb_walks(graph: &impl WeightedGraph, from: u32, is_source: impl Fn(u32) -> bool) -> Vec<(u32, f64)> {
    let n = graph.n_vertices();
    let is_end = |vertex: u32| vertex != from && is_source(vertex);
    let (mut here, mut next, mut ended) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    here[from as usize] = 1.0;
    for _ in 0..MAX_WALK_STEPS {
        for vertex in (0..n as u32).filter(|&vertex| here[vertex as usize] > 0.0) {
            let total: f64 = graph.edges(vertex).map(|(_, weight)| f64::from(weight)).sum();
            for (neighbor, weight) in graph.edges(vertex) {
                let share = here[vertex as usize] * f64::from(weight) / total;
                let sums = if is_end(neighbor) { &mut ended } else { &mut next };
                sums[neighbor as usize] += share;
            }
        }
        std::mem::swap(&mut here, &mut next);
        next.fill(0.0);
    }
    (0..).zip(ended).filter(|&(_, share)| share > 0.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{any_weighted_graph, graph_of, path, weighted_graph_of};
    use proptest::prelude::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    fn shares_of(graph: &CsrGraph, n_classes: usize, sources: &[(u32, Vec<u32>)]) -> Vec<Vec<f64>> {
        let mut shares = vec![vec![f64::NAN; n_classes]; graph.n_vertices()];
        let sources = sources.iter().map(|(vertex, classes)| (*vertex, classes.as_slice()));
        propagate_labels(graph, n_classes, sources, |vertex, class, share| {
            shares[vertex as usize][class as usize] = share;
        });
        shares
    }

    #[test]
    fn walks_end_more_often_at_nearer_sources() {
        // Graph A─1─2─B: of the walks from 1 that reach a source, two thirds end at A.
        let shares = shares_of(&path(4), 2, &[(0, vec![0]), (3, vec![1])]);
        assert!(
            (shares[1][0] - 2.0 / 3.0).abs() < 1e-6 && (shares[1][1] - 1.0 / 3.0).abs() < 1e-6,
            "{shares:?}"
        );
        let ends = absorb_walks(&path(4), 1, |vertex| vertex == 0 || vertex == 3);
        assert_eq!(ends.iter().map(|&(vertex, _)| vertex).collect::<Vec<_>>(), [0, 3]);
        assert!(
            near(ends[0].1, shares[1][0]) && near(ends[1].1, shares[1][1]),
            "{ends:?}"
        );
    }

    #[test]
    fn walk_follows_edge_weights_and_isolated_vertex_reaches_nothing() {
        let graph = weighted_graph_of(4, &[(0, 1, 1), (1, 2, 2)]);
        let ends = absorb_walks(&graph, 1, |vertex| vertex != 1);
        assert!(near(ends[0].1, 1.0 / 3.0) && near(ends[1].1, 2.0 / 3.0));
        assert_eq!(absorb_walks(&graph, 3, |vertex| vertex != 1), []);
    }

    #[test]
    fn source_does_not_absorb_its_own_walks() {
        // Graph 0─1─2─3 with the sources 0, 1 and 3: half of the walks from 1 end at 0 after one step, and half continue to 2.
        let ends = absorb_walks(&path(4), 1, |vertex| vertex != 2);
        assert!(ends[0].1 + ends[1].1 > 0.999 && ends[0].1 > ends[1].1, "{ends:?}");
        assert_eq!(ends.iter().map(|&(vertex, _)| vertex).collect::<Vec<_>>(), [0, 3]);
    }

    #[test]
    fn walks_have_at_most_the_maximum_number_of_steps() {
        let ends = |length: usize| absorb_walks(&path(length as u32 + 1), length as u32, |vertex| vertex == 0);
        assert!(!ends(MAX_WALK_STEPS).is_empty() && ends(MAX_WALK_STEPS + 1).is_empty());
        let graph = graph_of(2, &[]);
        assert_eq!(shares_of(&graph, 1, &[(0, vec![0])]), [[1.0], [0.0]]);
    }

    proptest! {
        /// Propagating labels from the sources gives each vertex the same shares as random walks from the vertex.
        /// The shares of distinct classes add up to at most 1.
        #[test]
        fn propagated_shares_equal_walk_shares(
            graph in any_weighted_graph(20), classes in prop::collection::vec(0u32..19, 20), step in 1usize..5,
        ) {
            let n = graph.n_vertices() as u32;
            let sources: Vec<(u32, Vec<u32>)> = (0..n).step_by(step).map(|v| (v, vec![classes[v as usize]])).collect();
            let shares = shares_of(&graph, 19, &sources);
            let is_source = |vertex: u32| (vertex as usize).is_multiple_of(step);
            for vertex in (0..n).filter(|&vertex| !is_source(vertex)) {
                let ends = absorb_walks(&graph, vertex, is_source);
                for (class, &share) in (0u32..).zip(&shares[vertex as usize]) {
                    let of_class = ends.iter().filter(|&&(end, _)| classes[end as usize] == class);
                    let walked: f64 = of_class.map(|&(_, share)| share).sum();
                    prop_assert!(near(share, walked), "{share} {walked}");
                }
                prop_assert!(shares[vertex as usize].iter().sum::<f64>() <= 1.0 + 1e-9);
            }
        }
    }
}
