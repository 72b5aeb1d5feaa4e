//! Labels that spread over a graph, and the walks that this comes to.
//!
//! A walk goes from a vertex to one of its neighbors, each as likely as its edge is heavy, again and again, and ends at
//! the first source that it comes upon. Of all walks from `v`, those that end at a source of some class are the class's
//! share at `v`. [`spread`] finds the shares of all vertices, from the sources outwards; [`walk`] those of one vertex,
//! and at which sources its walks end.
//!
//! ```text
//!  A─·─·─B      from the left dot 2/3 of all walks end at A and 1/3 at B, from the right one the other way round
//! ```

use crate::CsrGraph;

/// A walk that has come upon no source after so many steps goes no further. It is also how often everyone takes the
/// mean of their neighbors' shares: the two are the same.
pub const STEPS: usize = 20;

/// Classes whose shares are worked out together, so that a neighbor is looked up once for all of them.
const LANES: usize = 8;

/// Shares of [`LANES`] classes.
type Shares = [f64; LANES];

/// A graph that one can walk on.
pub trait Walkable {
    /// n.
    fn n_vertices(&self) -> usize;

    /// (neighbor, edge weight) of `vertex`, in rising order; each edge is there from both ends, no weight is 0.
    fn edges(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)>;
}

impl Walkable for CsrGraph {
    fn n_vertices(&self) -> usize {
        self.n_vertices()
    }

    fn edges(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> {
        self.edges_of(vertex)
    }
}

/// The share of each of `n_classes` at each vertex, in f64: a source has each of its classes in full, everyone else the
/// mean of their neighbors' by edge weight, [`STEPS`] times over, from nothing.
///
/// `sources`: distinct vertices, each with its classes. `visit` gets the vertex, the class and its share, for all
/// classes of the first vertex up to a number, then for those of the second; then come further classes.
///
/// O((|V| + |E|)·classes) time, O(|V|) space; sums in the order of the neighbors' ids. Zhu & Ghahramani 2002, "Learning
/// from Labeled and Unlabeled Data with Label Propagation"; as walks: Szummer & Jaakkola 2001.
///
/// # Panics
/// When a source is no vertex, or a class none of `n_classes`.
pub fn spread<'a>(
    graph: &impl Walkable,
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
        for _ in 0..STEPS {
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

/// The mean of the neighbors' shares; nothing for who has none.
fn mean(graph: &impl Walkable, vertex: u32, shares: &[Shares]) -> Shares {
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

/// Where the walks from `from` end: each source that at least one of them comes upon, rising, and the share of them
/// that end there. `from` itself is none: its walks have left it.
///
/// O([`STEPS`]·(|V| + |E|)) time, O(|V|) space, whatever the number of classes; sums in a fixed order.
pub fn walk(graph: &impl Walkable, from: u32, is_source: impl Fn(u32) -> bool) -> Vec<(u32, f64)> {
    let n = graph.n_vertices();
    let is_end = |vertex: u32| vertex != from && is_source(vertex);
    let (mut here, mut next, mut ended) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    here[from as usize] = 1.0;
    for _ in 0..STEPS {
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

    /// The share of the class at each vertex.
    fn shares_of(graph: &CsrGraph, n_classes: usize, sources: &[(u32, Vec<u32>)]) -> Vec<Vec<f64>> {
        let mut shares = vec![vec![f64::NAN; n_classes]; graph.n_vertices()];
        let sources = sources.iter().map(|(vertex, classes)| (*vertex, classes.as_slice()));
        spread(graph, n_classes, sources, |vertex, class, share| {
            shares[vertex as usize][class as usize] = share;
        });
        shares
    }

    #[test]
    fn walks_end_nearer_more_often() {
        // A─1─2─B: of the walks from 1, two of three end at A, but for those that are still under way.
        let shares = shares_of(&path(4), 2, &[(0, vec![0]), (3, vec![1])]);
        assert!(
            (shares[1][0] - 2.0 / 3.0).abs() < 1e-6 && (shares[1][1] - 1.0 / 3.0).abs() < 1e-6,
            "{shares:?}"
        );
        let ends = walk(&path(4), 1, |vertex| vertex == 0 || vertex == 3);
        assert_eq!(ends.iter().map(|&(vertex, _)| vertex).collect::<Vec<_>>(), [0, 3]);
        assert!(
            near(ends[0].1, shares[1][0]) && near(ends[1].1, shares[1][1]),
            "{ends:?}"
        );
    }

    #[test]
    fn a_heavier_edge_is_taken_more_often_and_who_is_alone_stays_there() {
        let graph = weighted_graph_of(4, &[(0, 1, 1), (1, 2, 2)]);
        let ends = walk(&graph, 1, |vertex| vertex != 1);
        assert!(near(ends[0].1, 1.0 / 3.0) && near(ends[1].1, 2.0 / 3.0));
        assert_eq!(walk(&graph, 3, |vertex| vertex != 1), []);
    }

    #[test]
    fn a_source_is_left_by_its_own_walks_and_ends_those_of_others() {
        // 0─1─2─3, all but 2 sources: from 1 half end at once at 0, the others go to 2 and on.
        let ends = walk(&path(4), 1, |vertex| vertex != 2);
        assert!(ends[0].1 + ends[1].1 > 0.999 && ends[0].1 > ends[1].1, "{ends:?}");
        assert_eq!(ends.iter().map(|&(vertex, _)| vertex).collect::<Vec<_>>(), [0, 3]);
    }

    #[test]
    fn no_walk_is_longer_than_that() {
        let ends = |length: usize| walk(&path(length as u32 + 1), length as u32, |vertex| vertex == 0);
        assert!(!ends(STEPS).is_empty() && ends(STEPS + 1).is_empty());
        let graph = graph_of(2, &[]);
        assert_eq!(shares_of(&graph, 1, &[(0, vec![0])]), [[1.0], [0.0]]);
    }

    proptest! {
        /// From the sources outwards and from the vertex on its way it is the same; and the shares of distinct classes
        /// are at most all walks.
        #[test]
        fn shares_are_walks(
            graph in any_weighted_graph(20), classes in prop::collection::vec(0u32..19, 20), step in 1usize..5,
        ) {
            let n = graph.n_vertices() as u32;
            let sources: Vec<(u32, Vec<u32>)> = (0..n).step_by(step).map(|v| (v, vec![classes[v as usize]])).collect();
            let shares = shares_of(&graph, 19, &sources);
            let is_source = |vertex: u32| (vertex as usize).is_multiple_of(step);
            for vertex in (0..n).filter(|&vertex| !is_source(vertex)) {
                let ends = walk(&graph, vertex, is_source);
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
