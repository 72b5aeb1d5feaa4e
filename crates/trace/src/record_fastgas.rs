//! Records a run of FastGAS on a graph without texts.

use super::Trace;
use fastgas_graph::CsrGraph;
use fastgas_graph::GraphError;
use fastgas_partition::{Partition, PartitionConfig};
use fastgas_select::{PriorSelection, greedy_recorded, quotas};

/// Partitions the graph and picks `budget` vertices by residual degree, an equal share from each part.
///
/// With [`Preset::Paper`](fastgas_partition::Preset::Paper) this is the algorithm as published. The other presets
/// differ in the partitioning only; the picks are always made by the paper's greedy method. The other improvements of
/// these presets need the embeddings of the texts; see [`select_recorded`](fastgas_select::select_recorded). Also
/// returns the parts, and the picks in the order in which to label them.
///
/// # Errors
/// [`GraphError::Parts`] if K is 0 or larger than the number of vertices.
pub fn record_fastgas(
    graph: &CsrGraph,
    cut: PartitionConfig,
    budget: u32,
) -> Result<(Trace, Partition, Vec<u32>), GraphError> {
    let mut events = Vec::new();
    let partition = cut.run(graph, &mut |_| (), &mut events)?;
    let quotas = quotas(&partition.sizes(), budget);
    let rows = greedy_recorded(
        graph,
        &partition,
        &quotas,
        PriorSelection::NONE,
        &mut |_| (),
        &mut events,
    );
    let graph = graph.clone();
    Ok((Trace { graph, events }, partition, rows))
}
