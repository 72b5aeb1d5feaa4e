//! Louvain (Blondel et al. 2008): selects vertices with the largest residual degrees in each community of the graph.

use super::{Input, MethodOutput, PriorSelection, Selector, greedy, proportional_quotas};
use crate::SelectError;
use fastgas_partition::communities;
use fastgas_progress::Report;

/// Selects vertices by residual degree, like FastGAS, but the parts are communities of the graph.
/// The number and the sizes of the communities are not prescribed.
/// A community's number of picks is proportional to its size, by largest remainder. Small communities may get no pick.
/// The run time is the time for [`communities`] plus the time for [`greedy`].
pub(super) struct Louvain;

impl Selector for Louvain {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<MethodOutput, SelectError> {
        let partition = communities(input.graph, input.seed, report);
        let quotas = proportional_quotas(&partition.sizes(), input.budget);
        let rows = greedy(input.graph, &partition, &quotas, PriorSelection::NONE, report);
        Ok(MethodOutput::in_parts(rows, partition))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::Example;
    use fastgas_graph::fixtures::ring_of_cliques;

    #[test]
    fn louvain_picks_one_vertex_per_clique() {
        let rows = Example::on(ring_of_cliques(5, 6)).with(5, 0).rows(&Louvain);
        let mut cliques: Vec<u32> = rows.iter().map(|row| row / 6).collect();
        cliques.sort_unstable();
        assert_eq!(cliques, [0, 1, 2, 3, 4]);
    }
}
