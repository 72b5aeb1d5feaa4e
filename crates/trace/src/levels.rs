//! A graph and its hierarchy of coarser graphs.

use std::sync::Arc;

use super::check::require;
use crate::TraceError;
use fastgas_graph::CsrGraph;
use fastgas_partition::{Level, contract};

/// A graph with its coarsening levels and the index of the current level.
/// Level 0 is the graph itself, and each subsequent level is coarser. A clone shares the graphs of all levels.
#[derive(Clone)]
pub struct Levels {
    finest: Arc<CsrGraph>,
    coarser: Vec<Arc<Level>>,
    at: usize,
}

impl Levels {
    /// A hierarchy that contains only the graph itself.
    pub fn new(finest: Arc<CsrGraph>) -> Levels {
        Levels {
            finest,
            coarser: Vec::new(),
            at: 0,
        }
    }

    /// The graph at level 0, which is the finest graph.
    pub fn finest(&self) -> &Arc<CsrGraph> {
        &self.finest
    }

    /// The graph at the current level.
    pub fn graph(&self) -> &CsrGraph {
        self.graph_at(self.at)
    }

    /// The index of the current level. Level 0 is the finest level.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The number of coarser levels built so far.
    pub fn n_coarser(&self) -> usize {
        self.coarser.len()
    }

    /// Numbers of vertices and edges of each level, starting with the finest level.
    pub fn sizes(&self) -> Vec<[u32; 2]> {
        let size = |graph: &CsrGraph| [graph.n_vertices() as u32, graph.n_edges() as u32];
        (0..=self.coarser.len())
            .map(|level| size(self.graph_at(level)))
            .collect()
    }

    /// For each vertex of the finest graph, the vertex at the current level that contains the finer vertex.
    pub fn coarse_of(&self) -> Vec<u32> {
        let mut coarse_of: Vec<u32> = (0..self.finest.n_vertices() as u32).collect();
        for level in &self.coarser[..self.at] {
            coarse_of
                .iter_mut()
                .for_each(|vertex| *vertex = level.coarse_of[*vertex as usize]);
        }
        coarse_of
    }

    /// The vertex at the current level that contains `vertex` of the finest graph.
    pub fn coarse_of_one(&self, vertex: u32) -> u32 {
        let coarser = |vertex: u32, level: &Arc<Level>| level.coarse_of[vertex as usize];
        self.coarser[..self.at].iter().fold(vertex, coarser)
    }

    /// Contracts each group of vertices that have the same entry in `merged_of`. The coarser graph becomes the current level.
    pub(super) fn coarsen(&mut self, merged_of: &[u32]) -> Result<&Level, TraceError> {
        let n = self.graph().n_vertices();
        let is_map = merged_of.len() == n && merged_of.iter().all(|&other| (other as usize) < n);
        require(self.at == self.coarser.len() && is_map)?;
        self.coarser.push(Arc::new(contract(self.graph(), merged_of)));
        self.at += 1;
        Ok(&self.coarser[self.at - 1])
    }

    /// Moves to the next finer level and projects `of`, which contains a side or part for each vertex, to the finer level.
    pub(super) fn refine<T: Copy>(&mut self, of: &[T]) -> Result<Vec<T>, TraceError> {
        self.at = self.at.checked_sub(1).ok_or(TraceError::Senseless)?;
        Ok(self.coarser[self.at].project(of))
    }

    /// Discards all coarser levels and returns to the finest graph.
    pub(super) fn forget(&mut self) {
        self.coarser.clear();
        self.at = 0;
    }

    fn graph_at(&self, level: usize) -> &CsrGraph {
        match level.checked_sub(1) {
            None => &self.finest,
            Some(at) => &self.coarser[at].graph,
        }
    }
}
