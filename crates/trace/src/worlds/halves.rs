//! The best cut of a small graph in two, found by branch and bound.

use std::cmp::Reverse;

use fastgas_graph::CsrGraph;
use fastgas_partition::cut;

/// More vertices than this are not put on a side: a page should answer at once.
pub const MOST_TRIED: u64 = 100_000;

/// Two sides of at most `limit` vertices each that cut as little as can be, by trying all, but for those that can be no
/// better than what is known: `known` is where to begin. Where nothing is better than `known`, that is what comes
/// back. None where more than [`MOST_TRIED`] would have to be tried. Finding the best cut is NP-hard.
pub fn best_halves(graph: &CsrGraph, limit: u32, known: &[u32]) -> Option<Vec<u32>> {
    let n = graph.n_vertices();
    let mut search = Search {
        graph,
        limit,
        side_of: vec![None; n],
        sizes: [0; 2],
        ties: vec![[0; 2]; n],
        at_least: 0,
        best: (cut(graph, known), known.to_vec()),
        left: MOST_TRIED,
    };
    search.go_on(n)?;
    Some(search.best.1)
}

struct Search<'a> {
    graph: &'a CsrGraph,
    limit: u32,
    side_of: Vec<Option<u8>>,
    sizes: [u32; 2],
    /// Of each vertex the weight of its edges to either side.
    ties: Vec<[u64; 2]>,
    /// What is cut, and what each vertex without a side will cut at the least.
    at_least: u64,
    best: (u64, Vec<u32>),
    /// So many more may be tried.
    left: u64,
}

impl Search<'_> {
    /// Puts `n_free` more vertices on the sides in all ways that may be better.
    fn go_on(&mut self, n_free: usize) -> Option<()> {
        if self.at_least >= self.best.0 {
            return Some(());
        }
        let free = (0..self.side_of.len()).filter(|&vertex| self.side_of[vertex].is_none());
        // The one whose side matters most comes first: what it would cut at the least, then how many it is tied to.
        let Some(vertex) = free.max_by_key(|&vertex| {
            let [a, b] = self.ties[vertex];
            (a.min(b), a.max(b), Reverse(vertex))
        }) else {
            let sides = self.side_of.iter().map(|side| u32::from(side.unwrap_or(0)));
            self.best = (self.at_least, sides.collect());
            return Some(());
        };
        // The two sides are alike until somebody is on one.
        let sides = if n_free == self.side_of.len() { 0..1 } else { 0..2u8 };
        let first = u8::from(self.ties[vertex][1] > self.ties[vertex][0]);
        for side in sides.map(|side| side ^ first) {
            if self.sizes[usize::from(side)] < self.limit {
                self.left = self.left.checked_sub(1)?;
                self.put(vertex, side, true);
                self.go_on(n_free - 1)?;
                self.put(vertex, side, false);
            }
        }
        Some(())
    }

    /// Puts a vertex without a side on one, or takes it from there.
    fn put(&mut self, vertex: usize, side: u8, on: bool) {
        let place = usize::from(side);
        // It cuts its edges to the other side instead of the fewer.
        let [a, b] = self.ties[vertex];
        let more = self.ties[vertex][1 - place] - a.min(b);
        match on {
            true => (self.sizes[place], self.at_least) = (self.sizes[place] + 1, self.at_least + more),
            false => (self.sizes[place], self.at_least) = (self.sizes[place] - 1, self.at_least - more),
        }
        self.side_of[vertex] = on.then_some(side);
        for (other, weight) in self.graph.edges_of(vertex as u32) {
            let other = other as usize;
            let weight = u64::from(weight);
            let before = self.ties[other];
            let after = match on {
                true => before[place] + weight,
                false => before[place] - weight,
            };
            self.ties[other][place] = after;
            if self.side_of[other].is_none() {
                let fewer = |[a, b]: [u64; 2]| a.min(b);
                self.at_least = self.at_least + fewer(self.ties[other]) - fewer(before);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worlds::World;
    use fastgas_graph::fixtures::any_graph;
    use proptest::prelude::*;

    /// Every other vertex, and what is kept of both sides.
    fn halves(n: usize) -> Vec<u32> {
        (0..n as u32).map(|vertex| vertex % 2).collect()
    }

    #[test]
    fn small_worlds_have_a_best_cut_and_large_ones_too_many() {
        let best = |name: &str| {
            let graph = World::named(name).expect("a world").graph;
            let n = graph.n_vertices();
            best_halves(&graph, n.div_ceil(2) as u32, &halves(n)).map(|sides| cut(&graph, &sides))
        };
        assert_eq!(
            ["spider", "sentences", "karate", "grid"].map(best),
            [Some(2), Some(4), Some(10), None]
        );
    }

    proptest! {
        #[test]
        fn nothing_is_better(graph in any_graph(10), slack in 0u32..3) {
            let n = graph.n_vertices();
            let limit = (n.div_ceil(2) as u32 + slack).min(n as u32);
            let found = best_halves(&graph, limit, &halves(n)).expect("it is small");
            let size = |sides: &[u32]| sides.iter().filter(|&&side| side == 1).count() as u32;
            let fits = |sides: &[u32]| size(sides) <= limit && n as u32 - size(sides) <= limit;
            prop_assert!(fits(&found));
            let all = (0..1u32 << n).map(|bits| (0..n).map(|vertex| (bits >> vertex) & 1).collect::<Vec<u32>>());
            let least = all.filter(|sides| fits(sides)).map(|sides| cut(&graph, &sides)).min();
            prop_assert_eq!(Some(cut(&graph, &found)), least);
        }
    }
}
