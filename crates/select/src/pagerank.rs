//! Selects the vertices with the highest PageRank in the kNN graph (Page et al. 1999; for selection: Cai et al. 2017).

use super::{Input, MethodOutput, Selector};
use crate::SelectError;
use fastgas_graph::CsrGraph;
use fastgas_progress::{Counter, Report, Stage};

/// Probability that the random walk follows an edge. The edge is chosen in proportion to its weight.
/// With the remaining probability of 0.15, the random walk jumps to a uniformly random vertex.
const DAMPING: f64 = 0.85;

/// Number of power iterations. Afterwards, the error of every rank is below .85¹²⁰ < 10⁻⁸ of the total rank.
const ROUNDS: u32 = 120;

/// Selects the vertices with the highest PageRank. Ties: the lowest id. O(|E| + n log n) time.
pub(super) struct Pagerank;

impl Selector for Pagerank {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<MethodOutput, SelectError> {
        let mut counter = Counter::new(report, Stage::Select, ROUNDS);
        let ranks = pagerank(input.graph, || counter.add(1));
        let mut rows = input.candidates();
        let rank = |row: u32| ranks[row as usize];
        rows.sort_unstable_by(|&a, &b| rank(b).total_cmp(&rank(a)).then(a.cmp(&b)));
        rows.truncate(input.n_new() as usize);
        Ok(MethodOutput::of(rows))
    }
}

/// Stationary probability of the random walk at each vertex; the sum is 1.
/// From a vertex without edges, the random walk always jumps to a uniformly random vertex.
fn pagerank(graph: &CsrGraph, mut on_round: impl FnMut()) -> Vec<f64> {
    let n = graph.n_vertices();
    let out: Vec<u64> = (0..n as u32)
        .map(|vertex| graph.edges_of(vertex).map(|(_, weight)| u64::from(weight)).sum())
        .collect();
    let mut ranks = vec![1.0 / n as f64; n];
    for _ in 0..ROUNDS {
        // Rank that each vertex passes to its neighbors, per unit of edge weight.
        let passed: Vec<f64> = ranks
            .iter()
            .zip(&out)
            .map(|(rank, &out)| if out == 0 { 0.0 } else { rank / out as f64 })
            .collect();
        let stuck: f64 = ranks
            .iter()
            .zip(&out)
            .filter(|&(_, &out)| out == 0)
            .map(|(rank, _)| rank)
            .sum();
        let jumped = (1.0 - DAMPING + DAMPING * stuck) / n as f64;
        for (vertex, rank) in ranks.iter_mut().enumerate() {
            let edges = graph.edges_of(vertex as u32);
            let walked: f64 = edges
                .map(|(neighbor, weight)| f64::from(weight) * passed[neighbor as usize])
                .sum();
            *rank = jumped + DAMPING * walked;
        }
        on_round();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::Example;
    use fastgas_graph::fixtures::{any_weighted_graph, star};
    use proptest::prelude::*;

    #[test]
    fn star_center_has_the_highest_rank() {
        assert_eq!(Example::on(star(6)).with(3, 0).rows(&Pagerank), [0, 1, 2]);
        // The star has a center of rank x and five leaves of rank y. Each of the six vertices gets .15/6 from jumps.
        // A leaf passes .85·y to the center, and the center passes .85·x/5 to each leaf.
        // The ranks x and y therefore satisfy x = .15/6 + .85·5y and y = .15/6 + .85·x/5.
        let x = (0.025 + 0.85 * 5.0 * 0.025) / (1.0 - 0.85 * 0.85);
        assert!((pagerank(&star(6), || ())[0] - x).abs() < 1e-8);
    }

    /// Computes the ranks x of n vertices by Gaussian elimination: solves (I − .85·Pᵀ)·x = .15/n.
    /// I is the identity matrix, and P contains the transition probabilities of the random walk.
    fn solved(graph: &CsrGraph) -> Vec<f64> {
        let n = graph.n_vertices();
        let mut rows = vec![vec![0.0; n + 1]; n];
        for (from, column) in (0..n as u32).zip(0..) {
            let out: f64 = graph.edges_of(from).map(|(_, weight)| f64::from(weight)).sum();
            for row in &mut rows {
                row[column] -= if out == 0.0 { DAMPING / n as f64 } else { 0.0 };
            }
            for (to, weight) in graph.edges_of(from) {
                rows[to as usize][column] -= DAMPING * f64::from(weight) / out;
            }
            rows[column][column] += 1.0;
            rows[column][n] = (1.0 - DAMPING) / n as f64;
        }
        // The matrix is diagonally dominant by columns, so no pivoting is needed.
        for pivot in 0..n {
            let (above, below) = rows.split_at_mut(pivot + 1);
            for row in below {
                let factor = row[pivot] / above[pivot][pivot];
                (pivot..=n).for_each(|column| row[column] -= factor * above[pivot][column]);
            }
        }
        let mut ranks = vec![0.0; n];
        for row in (0..n).rev() {
            let known: f64 = (row + 1..n).map(|column| rows[row][column] * ranks[column]).sum();
            ranks[row] = (rows[row][n] - known) / rows[row][row];
        }
        ranks
    }

    proptest! {
        #[test]
        fn ranks_solve_the_pagerank_equation(graph in any_weighted_graph(25)) {
            let ranks = pagerank(&graph, || ());
            for (rank, exact) in ranks.iter().zip(solved(&graph)) {
                prop_assert!((rank - exact).abs() < 1e-7);
            }
            prop_assert!((ranks.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}
