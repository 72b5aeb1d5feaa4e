//! Replays a trace: computes the state after a number of events. [`Replay::apply`] is in `apply.rs`.

use std::sync::Arc;

use super::bisection::Bisection;
use super::levels::Levels;
use super::trial::TriedCut;
use fastgas_graph::CsrGraph;
use fastgas_partition::Preset;
use fastgas_partition::{Partition, edge_cut};
use fastgas_select::round_by_round;

/// The phase of a recorded run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The graph is being partitioned.
    Partition,
    /// Instances are being picked.
    Select,
}

/// The state of a run after a number of events. A clone shares the graphs.
#[derive(Clone)]
pub struct Replay {
    /// The whole graph and its coarser levels. A bisection in progress has separate levels.
    pub levels: Levels,
    /// K, the number of parts.
    pub n_parts: u32,
    /// The preset of the partitioner.
    pub preset: Preset,
    /// The maximum part weight in the finest graph.
    pub limit: u64,
    /// The part of each vertex in the current graph. A vertex in an undivided group has the lowest part of the group.
    pub part_of: Vec<u32>,
    /// The bisection in progress.
    pub bisection: Option<Bisection>,
    /// The trial partitions into all parts, of which the partitioner keeps the best.
    pub trials: Vec<TriedCut<u32>>,
    /// The number of V-cycles that have begun.
    pub cycles: u32,
    pub(super) before_cycle: Option<Vec<u32>>,
    pub(super) best: Option<(u32, Vec<u32>)>,
    /// The current phase, partitioning or selection.
    pub stage: Stage,
    /// The number of picks required from each part.
    pub quotas: Vec<u32>,
    /// The picks of an earlier selection, which the current run extends.
    pub earlier: Vec<u32>,
    /// The candidates that the parts have proposed.
    pub proposed: Vec<u32>,
    /// The picks in the order they were made. A pick by residual degree includes the residual degree.
    pub picks: Vec<(u32, Option<u32>)>,
    /// The picks that moved to their medoids, as pairs of the old vertex and the new vertex.
    pub moved_picks: Vec<[u32; 2]>,
    /// The coverage of the picks, if an event recorded the coverage.
    pub coverage: Option<f64>,
}

impl Replay {
    /// The state before the first event of a run.
    pub fn new(graph: Arc<CsrGraph>) -> Replay {
        Replay {
            part_of: vec![0; graph.n_vertices()],
            levels: Levels::new(graph),
            n_parts: 1,
            preset: Preset::Paper,
            limit: u64::MAX,
            bisection: None,
            trials: Vec::new(),
            cycles: 0,
            before_cycle: None,
            best: None,
            stage: Stage::Partition,
            quotas: Vec::new(),
            earlier: Vec::new(),
            proposed: Vec::new(),
            picks: Vec::new(),
            moved_picks: Vec::new(),
            coverage: None,
        }
    }

    /// The graph at level 0, which is the finest graph.
    pub fn finest(&self) -> &CsrGraph {
        self.levels.finest()
    }

    /// The whole graph at its current level. A bisection in progress has separate levels.
    pub fn graph(&self) -> &CsrGraph {
        self.levels.graph()
    }

    /// Whether the state belongs to the finest graph, and not to a coarser graph or a bisection.
    pub(super) fn is_whole(&self) -> bool {
        self.levels.at() == 0 && self.bisection.is_none() && self.part_of.len() == self.finest().n_vertices()
    }

    /// The weight of the edges between different groups.
    pub fn cut(&self) -> u64 {
        edge_cut(self.graph(), &self.part_of)
    }

    /// The partition of the vertices, which is final once partitioning is complete.
    pub fn partition(&self) -> Partition {
        Partition {
            part_of: self.part_of.clone(),
            n_parts: self.n_parts,
        }
    }

    /// The picks in the order the user should label them, without the picks of an earlier selection.
    pub fn rows(&self) -> Vec<u32> {
        let rows = self.picks.iter().map(|&(row, _)| row);
        if self.quotas.is_empty() {
            return rows.collect();
        }
        let mut rows_of = vec![Vec::new(); self.n_parts as usize];
        rows.for_each(|row| rows_of[self.part_of[row as usize] as usize].push(row));
        round_by_round(&rows_of)
    }

    /// For each of the n vertices, whether the vertex is picked. Picks of an earlier selection also count as picks.
    pub fn picked(&self) -> Vec<bool> {
        let mut picked = vec![false; self.finest().n_vertices()];
        let rows = self.earlier.iter().chain(self.picks.iter().map(|(row, _)| row));
        rows.for_each(|&row| picked[row as usize] = true);
        picked
    }

    /// The vertices of the whole graph that a vertex of the current graph contains, in ascending order.
    /// During a bisection, the current graph is the graph of the bisected group. The time is O(n).
    pub fn inside(&self, vertex: u32) -> Vec<u32> {
        of_dot(&self.dot_of(), (true, vertex))
    }

    /// The vertices of the whole graph that are currently merged with `vertex`, including `vertex`, in ascending order.
    /// The function takes O(n) time.
    pub fn merged_with(&self, vertex: u32) -> Vec<u32> {
        let dot_of = self.dot_of();
        dot_of
            .get(vertex as usize)
            .map_or_else(Vec::new, |&dot| of_dot(&dot_of, dot))
    }

    /// For each vertex of the whole graph, the node in the scene that contains the vertex.
    /// A vertex inside the group that is being bisected gets `true` and its id in the current graph.
    /// A vertex outside the group gets `false` and its id in the graph that is being partitioned.
    fn dot_of(&self) -> Vec<(bool, u32)> {
        let bisection = self.bisection.as_ref();
        let in_group = bisection.map(|bisection| bisection.vertex_of(self.part_of.len()));
        let dot = |outer: u32| match &in_group {
            Some(in_group) => in_group[outer as usize].map_or((false, outer), |vertex| (true, vertex)),
            None => (true, outer),
        };
        self.levels.coarse_of().into_iter().map(dot).collect()
    }

    /// The residual degree of `vertex`: the number of its edges inside its part to vertices that are not picked.
    pub fn residual_degree(&self, vertex: u32, picked: &[bool]) -> u32 {
        let part = |vertex: u32| self.part_of[vertex as usize];
        let counts = |&&other: &&u32| part(other) == part(vertex) && !picked[other as usize];
        self.finest().neighbors_of(vertex).iter().filter(counts).count() as u32
    }
}

fn of_dot(dot_of: &[(bool, u32)], dot: (bool, u32)) -> Vec<u32> {
    let vertices = (0..).zip(dot_of).filter(|&(_, &of)| of == dot);
    vertices.map(|(vertex, _)| vertex).collect()
}
