//! FastGAS on a graph alone, recorded.

use super::Trace;
use fastgas_graph::CsrGraph;
use fastgas_graph::GraphError;
use fastgas_partition::{Cut, Partition};
use fastgas_select::{Earlier, greedy_recorded, quotas};

/// Cuts the graph and picks `budget` vertices by residual degree, an equal share from each part.
///
/// With [`Preset::Paper`](fastgas_partition::Preset::Paper) that is the algorithm as published. The other presets cut as
/// they do, and who picks is the paper's greedy all the same: what they do beyond that needs the texts' embeddings; see
/// [`select_recorded`](fastgas_select::select_recorded). Returns the parts and the picks, in the order in which to label
/// them, as well.
///
/// # Errors
/// [`GraphError::Parts`] where K does not fit.
pub fn record(graph: &CsrGraph, cut: Cut, budget: u32) -> Result<(Trace, Partition, Vec<u32>), GraphError> {
    let mut events = Vec::new();
    let partition = cut.run(graph, &mut |_| (), &mut events)?;
    let quotas = quotas(&partition.sizes(), budget);
    let rows = greedy_recorded(graph, &partition, &quotas, Earlier::NONE, &mut |_| (), &mut events);
    let graph = graph.clone();
    Ok((Trace { graph, events }, partition, rows))
}
