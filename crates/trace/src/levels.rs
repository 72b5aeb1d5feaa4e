//! A graph, and the coarser ones that were made of it.

use std::sync::Arc;

use super::check::sense;
use crate::TraceError;
use fastgas_graph::CsrGraph;
use fastgas_partition::{Level, contract};

/// A graph with its levels, of which one is worked on. Level 0 is the graph itself, each further one is coarser. A copy
/// shares the graphs.
#[derive(Clone)]
pub struct Levels {
    finest: Arc<CsrGraph>,
    coarser: Vec<Arc<Level>>,
    at: usize,
}

impl Levels {
    /// The graph alone.
    pub fn new(finest: Arc<CsrGraph>) -> Levels {
        Levels {
            finest,
            coarser: Vec::new(),
            at: 0,
        }
    }

    /// The graph that the others were made of.
    pub fn finest(&self) -> &Arc<CsrGraph> {
        &self.finest
    }

    /// The graph that is worked on.
    pub fn graph(&self) -> &CsrGraph {
        self.graph_at(self.at)
    }

    /// How often the finest was coarsened for it.
    pub fn at(&self) -> usize {
        self.at
    }

    /// How often it was coarsened so far.
    pub fn n_coarser(&self) -> usize {
        self.coarser.len()
    }

    /// Vertices and edges of each level, the finest first.
    pub fn sizes(&self) -> Vec<[u32; 2]> {
        let size = |graph: &CsrGraph| [graph.n_vertices() as u32, graph.n_edges() as u32];
        (0..=self.coarser.len())
            .map(|level| size(self.graph_at(level)))
            .collect()
    }

    /// For each vertex of the finest graph the one of the graph that is worked on.
    pub fn coarse_of(&self) -> Vec<u32> {
        let mut coarse_of: Vec<u32> = (0..self.finest.n_vertices() as u32).collect();
        for level in &self.coarser[..self.at] {
            coarse_of
                .iter_mut()
                .for_each(|vertex| *vertex = level.coarse_of[*vertex as usize]);
        }
        coarse_of
    }

    /// The same of one vertex.
    pub fn coarse_of_one(&self, vertex: u32) -> u32 {
        let coarser = |vertex: u32, level: &Arc<Level>| level.coarse_of[vertex as usize];
        self.coarser[..self.at].iter().fold(vertex, coarser)
    }

    /// Makes one vertex of those that `merged_of` names together: a coarser graph, which is worked on from now on.
    pub(super) fn coarsen(&mut self, merged_of: &[u32]) -> Result<&Level, TraceError> {
        let n = self.graph().n_vertices();
        let is_map = merged_of.len() == n && merged_of.iter().all(|&other| (other as usize) < n);
        sense(self.at == self.coarser.len() && is_map)?;
        self.coarser.push(Arc::new(contract(self.graph(), merged_of)));
        self.at += 1;
        Ok(&self.coarser[self.at - 1])
    }

    /// To the next finer graph; `of`, a side or part of each vertex, goes with it.
    pub(super) fn refine<T: Copy>(&mut self, of: &[T]) -> Result<Vec<T>, TraceError> {
        self.at = self.at.checked_sub(1).ok_or(TraceError::Senseless)?;
        Ok(self.coarser[self.at].project(of))
    }

    /// Back to the finest graph alone.
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
