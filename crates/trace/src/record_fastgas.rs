//! Records a run of FastGAS on a graph without texts, or on embeddings.

use super::Trace;
use fastgas_embedding::Embeddings;
use fastgas_graph::{CsrGraph, EdgeWeights, GraphError, nearest_neighbors};
use fastgas_partition::{Partition, PartitionConfig};
use fastgas_select::{
    Config, Input, OneWorker, Parts, PriorSelection, SelectError, greedy_recorded, quotas, select_recorded,
};

/// Records a run of FastGAS: partitions the graph and picks `budget` vertices by residual degree.
/// Each part receives an equal share of the picks.
///
/// With [`Preset::Paper`](fastgas_partition::Preset::Paper), this function runs the algorithm as published.
/// Other presets change only the partitioning; the picks are always made by the paper's greedy method.
/// The other improvements of the presets need the embeddings of the texts.
/// The function [`select_recorded`](fastgas_select::select_recorded) records a run with all improvements.
/// Returns the trace, the parts, and the picks in labeling order.
///
/// # Errors
/// Returns [`GraphError::Parts`] if K is 0 or larger than the number of vertices.
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

/// Returns the graph that connects each row with its `n_neighbors` nearest rows. All edges have weight 1.
///
/// # Panics
/// Panics if `n_neighbors` is 0 or not below the number of rows.
pub fn knn_graph(embeddings: &Embeddings, n_neighbors: u32) -> CsrGraph {
    let neighbors = nearest_neighbors(embeddings, n_neighbors as usize, &mut |_| ());
    CsrGraph::from_neighbors(&neighbors, EdgeWeights::Unit)
}

/// Selects `budget` rows from the kNN graph of the embeddings with FastGAS, in the same way as for imported texts.
/// With presets other than [`Paper`](fastgas_partition::Preset::Paper), picks are selected by coverage from all candidates.
/// After the selection by coverage, the picks move to the medoids of their clusters.
///
/// # Errors
/// Returns [`ConfigError`](fastgas_select::ConfigError) if k, K or the budget is invalid for the number of rows.
pub fn record_selection(
    embeddings: &Embeddings,
    n_neighbors: u32,
    cut: PartitionConfig,
    budget: u32,
) -> Result<Trace, SelectError> {
    let config = Config {
        budget,
        n_neighbors,
        n_parts: Parts::Count(cut.n_parts),
        preset: cut.preset,
        imbalance: cut.imbalance,
        seed: cut.seed,
        ..Config::default()
    };
    let config = config.check(embeddings.len() as u32)?;
    let neighbors = nearest_neighbors(embeddings, n_neighbors as usize, &mut |_| ());
    let graph = CsrGraph::from_neighbors(&neighbors, EdgeWeights::Unit);
    let input = Input {
        embeddings,
        neighbors: &neighbors,
        graph: &graph,
        confidences: None,
        budget,
        earlier: PriorSelection::NONE,
        seed: cut.seed,
        workers: &OneWorker,
    };
    let mut events = Vec::new();
    select_recorded(&input, &config, &mut |_| (), &mut events)?;
    Ok(Trace { graph, events })
}
