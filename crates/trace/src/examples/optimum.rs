//! Finds the best picks of a small graph by exhaustive search.
//! In a larger graph, the greedy picks are known to be optimal if they touch as many edges as an upper bound allows.

use fastgas_graph::CsrGraph;
use fastgas_partition::Partition;
use fastgas_select::{PriorSelection, greedy};

/// Maximum number of pick sets that the search tries, so that the page responds immediately.
pub const MAX_SETS: u64 = 400_000;

/// The number of edges that touch at least one of the vertices in `rows`.
pub fn edges_touched(graph: &CsrGraph, rows: &[u32]) -> u32 {
    let mut is_in = vec![false; graph.n_vertices()];
    rows.iter().for_each(|&row| is_in[row as usize] = true);
    let of_vertex = |vertex: u32| {
        let others = graph.neighbors_of(vertex).iter();
        others
            .filter(|&&other| vertex < other && (is_in[vertex as usize] || is_in[other as usize]))
            .count() as u32
    };
    (0..graph.n_vertices() as u32).map(of_vertex).sum()
}

/// The number of vertices that are in `rows` or adjacent to a vertex in `rows`.
pub fn covered(graph: &CsrGraph, rows: &[u32]) -> u32 {
    let mut is_in = vec![false; graph.n_vertices()];
    for &row in rows {
        is_in[row as usize] = true;
        graph
            .neighbors_of(row)
            .iter()
            .for_each(|&other| is_in[other as usize] = true);
    }
    is_in.iter().filter(|&&is_in| is_in).count() as u32
}

/// Returns the `budget` vertices that touch the most edges, by exhaustive search.
/// Ties go to the lexicographically first list of ids.
/// With more than [`MAX_SETS`] sets, the function does not search.
/// Without a search, returns the greedy picks if they reach the [upper bound](most_touched), and `None` if not.
/// The problem is maximum partial vertex cover, which is NP-hard.
pub fn optimum(graph: &CsrGraph, budget: u32) -> Option<Vec<u32>> {
    let n = graph.n_vertices() as u32;
    let budget = budget.min(n);
    let mut sets = 1u64;
    for index in 0..u64::from(budget) {
        sets = sets.saturating_mul(u64::from(n) - index) / (index + 1);
        if sets > MAX_SETS {
            return greedy_at_bound(graph, budget);
        }
    }
    let mut search = Search {
        graph,
        budget: budget as usize,
        chosen: Vec::new(),
        is_in: vec![false; n as usize],
        best: None,
    };
    search.try_sets(0, 0);
    search.best.map(|(_, rows)| rows)
}

/// Upper bound on the number of edges that `budget` vertices touch.
/// The bound is the sum of the `budget` largest degrees, but at most the number of edges.
fn most_touched(graph: &CsrGraph, budget: u32) -> u32 {
    let mut degrees: Vec<u32> = (0..graph.n_vertices() as u32)
        .map(|vertex| graph.degree(vertex))
        .collect();
    degrees.sort_unstable_by(|a, b| b.cmp(a));
    let sum: u32 = degrees.iter().take(budget as usize).sum();
    sum.min(graph.n_edges() as u32)
}

/// Returns the greedy picks, if the upper bound proves that no picks touch more edges.
fn greedy_at_bound(graph: &CsrGraph, budget: u32) -> Option<Vec<u32>> {
    let whole = Partition {
        part_of: vec![0; graph.n_vertices()],
        n_parts: 1,
    };
    let mut rows = greedy(graph, &whole, &[budget], PriorSelection::NONE, &mut |_| ());
    rows.sort_unstable();
    (edges_touched(graph, &rows) == most_touched(graph, budget)).then_some(rows)
}

struct Search<'a> {
    graph: &'a CsrGraph,
    budget: usize,
    chosen: Vec<u32>,
    is_in: Vec<bool>,
    best: Option<(u32, Vec<u32>)>,
}

impl Search<'_> {
    /// Tries all sets of `budget` vertices that extend the chosen vertices by vertices with ids of at least `first`.
    /// `touched` is the number of edges that the chosen vertices touch.
    fn try_sets(&mut self, first: u32, touched: u32) {
        if self.chosen.len() == self.budget {
            if self.best.as_ref().is_none_or(|&(most, _)| touched > most) {
                self.best = Some((touched, self.chosen.clone()));
            }
            return;
        }
        for vertex in first..self.graph.n_vertices() as u32 {
            let others = self.graph.neighbors_of(vertex).iter();
            let new = others.filter(|&&other| !self.is_in[other as usize]).count() as u32;
            self.chosen.push(vertex);
            self.is_in[vertex as usize] = true;
            self.try_sets(vertex + 1, touched + new);
            self.chosen.pop();
            self.is_in[vertex as usize] = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::ExampleGraph;
    use fastgas_graph::fixtures::any_graph;
    use proptest::prelude::*;

    fn greedily(graph: &CsrGraph, budget: u32) -> Vec<u32> {
        let part_of = vec![0; graph.n_vertices()];
        greedy(
            graph,
            &Partition { part_of, n_parts: 1 },
            &[budget],
            PriorSelection::NONE,
            &mut |_| (),
        )
    }

    #[test]
    fn greedy_touches_five_edges_of_the_spider_and_the_best_three_touch_six() {
        let spider = ExampleGraph::named("spider").unwrap().graph;
        assert_eq!(edges_touched(&spider, &greedily(&spider, 3)), 5);
        let best = optimum(&spider, 3).expect("it is small");
        assert_eq!((&best[..], edges_touched(&spider, &best)), (&[1, 2, 3][..], 6));
        assert_eq!(covered(&spider, &best), 7);
    }

    fn greedy_fails(graph: &CsrGraph, budget: u32) -> bool {
        edges_touched(graph, &greedily(graph, budget)) < edges_touched(graph, &optimum(graph, budget).expect("small"))
    }

    #[test]
    fn path_breaks_the_proposition_only_with_an_unlucky_tie() {
        use fastgas_graph::fixtures::{graph_of, path};
        // The middle vertex has the lowest id, so the greedy method picks this vertex first, and one edge remains untouched.
        let middle_first = graph_of(5, &[(1, 2), (2, 0), (0, 3), (3, 4)]);
        assert!(greedy_fails(&middle_first, 2));
        assert!(!greedy_fails(&path(5), 2));
    }

    #[test]
    fn too_many_sets_return_greedy_only_where_it_reaches_the_bound() {
        let karate = ExampleGraph::named("karate").unwrap().graph;
        assert!(optimum(&karate, 4).is_some());
        assert_eq!(optimum(&karate, 8), None);
        let grid = ExampleGraph::named("grid").unwrap().graph;
        let best = optimum(&grid, 8).expect("eight inner vertices that are not adjacent");
        assert_eq!((best.len(), edges_touched(&grid, &best)), (8, 32));
    }

    proptest! {
        #[test]
        fn greedy_is_never_better_and_never_worse_than_its_guarantee(graph in any_graph(12), budget in 1u32..5) {
            let budget = budget.min(graph.n_vertices() as u32);
            let best = edges_touched(&graph, &optimum(&graph, budget).expect("it is small"));
            let greedy = edges_touched(&graph, &greedily(&graph, budget));
            prop_assert!(greedy <= best && best <= most_touched(&graph, budget));
            // The approximation ratio of the greedy method is at least 1 − 1/e ≈ 0.632.
            prop_assert!(1000 * greedy >= 632 * best);
        }
    }
}
