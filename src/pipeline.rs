//! All stages after embedding, in order.

use crate::config::ValidConfig;
use crate::embed::Embeddings;
use crate::error::{Error, GraphError};
use crate::graph::{CsrGraph, Neighbors, nearest_neighbors};
use crate::partition::{Partition, Quality, partition, quality};
use crate::progress::{Progress, Report, Stage};
use crate::select::{Selection, greedy};

/// What every stage gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// n×k.
    pub neighbors: Neighbors,
    /// The kNN graph.
    pub graph: CsrGraph,
    /// A part for every instance.
    pub partition: Partition,
    /// Cut and imbalance.
    pub quality: Quality,
    /// The picks.
    pub selection: Selection,
}

/// Neighbors, graph, partition, selection.
///
/// The same embeddings and settings give the same outcome on every machine. O(n²·d) time, for the neighbors.
///
/// # Errors
/// [`GraphError::RowsDiffer`] when the settings were checked against a pool of another size.
pub fn run(embeddings: &Embeddings, config: &ValidConfig, report: Report<'_>) -> Result<Outcome, Error> {
    if embeddings.len() != config.n_instances() as usize {
        return Err(GraphError::RowsDiffer {
            rows: embeddings.len() as u64,
            n_instances: u64::from(config.n_instances()),
        }
        .into());
    }
    let settings = config.config();
    let neighbors = nearest_neighbors(embeddings, settings.n_neighbors as usize, report);
    report(Progress {
        stage: Stage::Graph,
        done: 0,
        total: 1,
    });
    let graph = CsrGraph::from_neighbors(&neighbors, settings.edge_weights);
    report(Progress {
        stage: Stage::Graph,
        done: 1,
        total: 1,
    });
    let partition = partition(
        &graph,
        config.n_parts(),
        settings.preset,
        settings.imbalance,
        settings.seed,
        report,
    )?;
    let quality = quality(&graph, &partition);
    let selection = greedy(&graph, &partition, settings.budget, report);
    Ok(Outcome {
        neighbors,
        graph,
        partition,
        quality,
        selection,
    })
}
