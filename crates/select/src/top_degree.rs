//! Selects the vertices with the largest degrees in the kNN graph (Wu et al. 2019).

use std::cmp::Reverse;

use super::{Input, MethodOutput, Selector};
use crate::SelectError;
use fastgas_progress::{Counter, Report, Stage};

/// Selects the vertices with the most edges, without weights. Ties: the lowest id. O(n log n) time.
pub(super) struct TopDegree;

impl Selector for TopDegree {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<MethodOutput, SelectError> {
        let counter = Counter::new(report, Stage::Select, input.n_new());
        let mut rows = input.candidates();
        rows.sort_unstable_by_key(|&row| (Reverse(input.graph.degree(row)), row));
        rows.truncate(input.n_new() as usize);
        counter.finish();
        Ok(MethodOutput::of(rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::Example;
    use fastgas_graph::fixtures::graph_of;

    #[test]
    fn top_degree_picks_the_largest_degree_and_breaks_ties_by_the_lowest_id() {
        // The degrees of vertices 0 to 4 are 1, 3, 2, 3 and 1.
        let graph = graph_of(5, &[(0, 1), (1, 2), (2, 3), (1, 3), (3, 4)]);
        assert_eq!(Example::on(graph).with(4, 0).rows(&TopDegree), [1, 3, 2, 0]);
    }
}
