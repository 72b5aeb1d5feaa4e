//! Finds the best picks of a small graph by exhaustive search.

use fastgas_graph::CsrGraph;

/// Maximum number of sets of picks that are tried, so that the page responds immediately.
pub const MAX_SETS: u64 = 400_000;

/// The number of edges that touch at least one of these vertices.
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

/// The number of vertices that are in `rows` or adjacent to one of them.
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

/// The `budget` vertices that touch the most edges, by exhaustive search; ties go to the lexicographically first set of
/// ids. `None` if there are more than [`MAX_SETS`] sets. The problem is maximum partial vertex cover, which is NP-hard.
pub fn optimum(graph: &CsrGraph, budget: u32) -> Option<Vec<u32>> {
    let n = graph.n_vertices() as u32;
    let budget = budget.min(n);
    let mut sets = 1u64;
    for index in 0..u64::from(budget) {
        sets = sets.checked_mul(u64::from(n) - index)? / (index + 1);
        if sets > MAX_SETS {
            return None;
        }
    }
    let mut search = Search {
        graph,
        budget: budget as usize,
        chosen: Vec::new(),
        is_in: vec![false; n as usize],
        best: None,
    };
    search.go_on(0, 0);
    search.best.map(|(_, rows)| rows)
}

struct Search<'a> {
    graph: &'a CsrGraph,
    budget: usize,
    chosen: Vec<u32>,
    is_in: Vec<bool>,
    best: Option<(u32, Vec<u32>)>,
}

impl Search<'_> {
    /// Tries all sets that extend the chosen vertices by vertices from `first` on. `touched` is the number of edges
    /// that the chosen vertices touch.
    fn go_on(&mut self, first: u32, touched: u32) {
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
            self.go_on(vertex + 1, touched + new);
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
    use fastgas_partition::Partition;
    use fastgas_select::{PriorSelection, greedy};
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

    /// Whether greedy touches fewer edges than the optimum.
    fn greedy_fails(graph: &CsrGraph, budget: u32) -> bool {
        edges_touched(graph, &greedily(graph, budget)) < edges_touched(graph, &optimum(graph, budget).expect("small"))
    }

    #[test]
    fn path_breaks_the_proposition_only_with_an_unlucky_tie() {
        use fastgas_graph::fixtures::{graph_of, path};
        // The middle vertex has the lowest id: it is picked first, and one edge remains untouched.
        let middle_first = graph_of(5, &[(1, 2), (2, 0), (0, 3), (3, 4)]);
        assert!(greedy_fails(&middle_first, 2));
        assert!(!greedy_fails(&path(5), 2));
    }

    #[test]
    fn too_many_sets_return_none() {
        assert_eq!(optimum(&ExampleGraph::named("grid").unwrap().graph, 8), None);
        assert!(optimum(&ExampleGraph::named("karate").unwrap().graph, 4).is_some());
    }

    proptest! {
        #[test]
        fn greedy_is_never_better_and_never_worse_than_its_guarantee(graph in any_graph(12), budget in 1u32..5) {
            let budget = budget.min(graph.n_vertices() as u32);
            let best = edges_touched(&graph, &optimum(&graph, budget).expect("it is small"));
            let greedy = edges_touched(&graph, &greedily(&graph, budget));
            prop_assert!(greedy <= best);
            // 1 − 1/e is 0.632.
            prop_assert!(1000 * greedy >= 632 * best);
        }
    }
}
