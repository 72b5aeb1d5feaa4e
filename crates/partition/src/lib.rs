//! Partitions the kNN graph into K balanced parts with a small edge cut (paper, Section 3 and appendix C).
//!
//! The input is a [`CsrGraph`]; the output is a [`Partition`], which assigns a part to every vertex.
//! Invariant: no part is empty. With unit vertex weights, no part is heavier than max(⌈n/K⌉, ⌊(1 + imbalance)·n/K⌋).
//!
//! ```text
//! 0─1   4─5        0 0   1 1
//! │╳│   │╳│   ─▶             K = 2, cut 1: the edge 3─6
//! 2─3───6─7        0 0   1 1
//! ```
//!
//! Modules of the published method, a sequence of bisections:
//! * `multilevel` calls `matching`, `contract`, `bisect` and `refine` for each bisection.
//! * `matching` and `contract` coarsen the graph.
//! * `bisect` bisects the coarsest graph.
//! * `refine` refines the cut level by level.
//!
//! Modules of the method that finds all parts together:
//! * `kway` calls the other modules. `multilevel` partitions the coarsest graph.
//! * `clustering` and `contract` coarsen the graph.
//! * `local_search` and `exchange` refine all parts level by level.
//! * `partitioned_graph` contains the graph with its current parts.
//! * `connectivity` tracks the weight of the edges from each vertex into each adjacent part.
//!
//! Further modules:
//! * `method` contains the settings of each preset.
//! * `louvain` finds communities and their number.
//! * `balance` defines the weight limit of a part.
//! * `part_form` defines the shape of each part's dots in pictures.
//!
//! All decisions use integers, and all randomness comes from one seed.
//! Therefore the same graph, settings and seed give the same parts on every machine.
//!
//! This crate must never depend on texts, embeddings or selected instances.
//! The crate records its decisions ([`Recorder`]) and never reads a recording.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod balance;
mod bisect;
mod clustering;
mod connectivity;
mod contract;
mod exchange;
mod gain_queue;
mod kway;
mod local_search;
mod louvain;
mod matching;
mod method;
mod metrics;
mod multilevel;
mod part_form;
mod partitioned_graph;
mod preset;
mod recording;
mod refine;
mod vertex_heap;

use std::fmt;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use fastgas_graph::CsrGraph;
use fastgas_graph::GraphError;
use fastgas_progress::{Counter, Report, Stage};

#[doc(hidden)]
pub use contract::{Level, contract};
pub use louvain::communities;
pub use metrics::{edge_cut, quality};
#[doc(hidden)]
pub use multilevel::induced;
pub use part_form::{N_PART_FORMS, PartForm};
pub use preset::Preset;
pub use recording::{Event, ProgressRecorder, Recorder};

use balance::rebalance;
use kway::{improve_kway, partition_kway};
use method::Method;
use multilevel::{bisect_recursively, halve};
use partitioned_graph::PartitionedGraph;

/// A partition: assigns a part to every vertex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Partition {
    /// The part of each vertex `v` is `part_of[v]`, which is below `n_parts`.
    pub part_of: Vec<u32>,
    /// The number of parts, K. Every part contains at least one vertex.
    pub n_parts: u32,
}

/// The reason why a list of part indices is not a valid partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartitionError {
    /// The number of part indices differs from the number of vertices.
    Length {
        /// Number of part indices in the list.
        given: usize,
        /// The number of vertices, n.
        n: usize,
    },
    /// There are more parts than vertices.
    TooMany {
        /// The number of parts, K.
        n_parts: u32,
        /// The number of vertices, n.
        n: usize,
    },
    /// A vertex is in a part that does not exist.
    NoSuchPart {
        /// The first vertex whose part does not exist.
        vertex: usize,
        /// The part index of the vertex, which is at least `n_parts` and therefore invalid.
        part: u32,
        /// The number of parts. Parts are numbered from 0.
        n_parts: u32,
    },
    /// A part has no vertex.
    Empty {
        /// The lowest part without a vertex.
        part: u32,
    },
}

impl fmt::Display for PartitionError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartitionError::Length { given, n } => {
                write!(out, "{given} vertices have a part, but there are {n} vertices")
            }
            PartitionError::TooMany { n_parts, n } => write!(out, "there are {n_parts} parts of {n} vertices"),
            PartitionError::NoSuchPart { vertex, part, n_parts } => {
                write!(
                    out,
                    "vertex {vertex} is in part {part}, but there are only {n_parts} parts"
                )
            }
            PartitionError::Empty { part } => write!(out, "part {part} is empty"),
        }
    }
}

impl std::error::Error for PartitionError {}

impl Partition {
    /// Builds a partition of `n` vertices from untrusted data, for example a file. O(n).
    ///
    /// # Errors
    /// Returns [`PartitionError`] unless each vertex has a part, all parts are below `n_parts`, and no part is empty.
    pub fn from_parts(part_of: Vec<u32>, n_parts: u32, n: usize) -> Result<Partition, PartitionError> {
        if part_of.len() != n {
            return Err(PartitionError::Length {
                given: part_of.len(),
                n,
            });
        }
        // The number of parts is checked first, because it determines how much memory is allocated.
        if n_parts as usize > n {
            return Err(PartitionError::TooMany { n_parts, n });
        }
        let mut is_used = vec![false; n_parts as usize];
        for (vertex, &part) in part_of.iter().enumerate() {
            match is_used.get_mut(part as usize) {
                Some(is_used) => *is_used = true,
                None => return Err(PartitionError::NoSuchPart { vertex, part, n_parts }),
            }
        }
        match is_used.iter().position(|is_used| !is_used) {
            Some(part) => Err(PartitionError::Empty { part: part as u32 }),
            None => Ok(Partition { part_of, n_parts }),
        }
    }

    /// The vertices of each part, in ascending order.
    pub fn members(&self) -> Vec<Vec<u32>> {
        let mut members = vec![Vec::new(); self.n_parts as usize];
        for (vertex, &part) in self.part_of.iter().enumerate() {
            members[part as usize].push(vertex as u32);
        }
        members
    }

    /// The number of vertices in each part.
    pub fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.n_parts as usize];
        for &part in &self.part_of {
            sizes[part as usize] += 1;
        }
        sizes
    }

    /// For each vertex, the number of its edges inside its own part. O(|V| + |E|).
    pub fn degrees_inside(&self, graph: &CsrGraph) -> Vec<u32> {
        let inside = |vertex: u32| {
            let part = self.part_of[vertex as usize];
            let same = |&&neighbor: &&u32| self.part_of[neighbor as usize] == part;
            graph.neighbors_of(vertex).iter().filter(same).count() as u32
        };
        (0..graph.n_vertices() as u32).map(inside).collect()
    }

    /// The weight of each part.
    pub fn part_weights(&self, graph: &CsrGraph) -> Vec<u64> {
        metrics::part_weights(graph, &self.part_of, self.n_parts)
    }
}

/// The quality of a partition.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quality {
    /// Weight of the edges between different parts. Each edge is counted once.
    pub cut: u64,
    /// Weight of the heaviest part ÷ mean weight of the parts − 1.
    pub imbalance: f64,
    /// The number of parts, K.
    pub n_parts: u32,
}

/// Partitions `graph` into `n_parts` parts.
///
/// No part is empty. With unit vertex weights, no part is ever heavier than max(⌈n/K⌉, ⌊(1 + `imbalance`)·n/K⌋).
/// With other vertex weights (from a graph file), the partitioner only tries to keep the parts within the weight bound.
/// Single vertices move from heavy to light parts until all parts are within the bound or no move reduces the excess.
/// A single vertex may be heavier than the weight bound of a part.
/// [`Preset::Paper`] is recursive bisection as published.
/// The other presets find all parts together and then run V-cycles, which coarsen and refine the graph again.
/// [`Preset::Fast`] runs no V-cycle, [`Preset::Best`] runs three V-cycles, and [`Preset::Strong`] runs twenty V-cycles.
///
/// `report` counts bisections and, for presets that find all parts together, the first refinement and the V-cycles.
/// The last progress step is reported when the whole partition is finished.
/// Expected time: O((|V| + |E|) log K) for recursive bisection.
/// If all parts are found together, only the coarsest graph is partitioned by recursive bisection.
/// Each refinement and each V-cycle takes O(|E|·c) time, where c is the number of parts adjacent to a vertex.
/// O(|V| + |E| + K) space.
///
/// # Errors
/// Returns [`GraphError::Parts`] if `n_parts` is 0 or above n.
pub fn partition(
    graph: &CsrGraph,
    n_parts: u32,
    preset: Preset,
    imbalance: f64,
    seed: u64,
    report: Report<'_>,
) -> Result<Partition, GraphError> {
    let cut = PartitionConfig {
        n_parts,
        preset,
        imbalance,
        seed,
    };
    cut.run(graph, report, &mut ())
}

/// The settings of a partitioner run, which [`PartitionConfig::run`] starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartitionConfig {
    /// The number of parts, K.
    pub n_parts: u32,
    /// The preset, which determines the partitioning method and its effort.
    pub preset: Preset,
    /// Tolerated excess of a part over the mean weight, as a fraction of the mean.
    pub imbalance: f64,
    /// The seed of all random choices.
    pub seed: u64,
}

impl PartitionConfig {
    /// Like [`partition`], but records the decisions of the partitioner in `recorder`.
    ///
    /// # Errors
    /// Returns [`GraphError::Parts`] if K is 0 or above n.
    pub fn run(
        &self,
        graph: &CsrGraph,
        report: Report<'_>,
        recorder: &mut impl Recorder,
    ) -> Result<Partition, GraphError> {
        let (n_parts, n_vertices) = (self.n_parts, graph.n_vertices() as u32);
        if n_parts == 0 || n_parts > n_vertices {
            return Err(GraphError::Parts { n_parts, n_vertices });
        }
        let method = Method::of(self.preset);
        let part_limit = balance::part_limit(graph.total_weight(), n_parts, self.imbalance);
        let total = match &method.kway {
            _ if n_parts == 1 => 0,
            Some(kway) => kway.n_steps(n_parts),
            None => n_parts - 1,
        };
        let counter = Counter::new(report, Stage::Partition, total);
        recorder.record(|| Event::Cut {
            n_parts,
            preset: self.preset,
            limit: part_limit,
        });
        if n_parts == 1 {
            let part_of = vec![0; graph.n_vertices()];
            return Ok(Partition { part_of, n_parts });
        }
        let recorder = &mut ProgressRecorder { counter, recorder };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let part_of = match &method.kway {
            Some(kway) => partition_kway(graph, n_parts, part_limit, &method, kway, &mut rng, recorder),
            None => {
                let mut part_of = bisect_recursively(graph, n_parts, part_limit, &method, &mut rng, recorder);
                rebalance(
                    &mut PartitionedGraph::new(graph, &mut part_of, n_parts, part_limit),
                    recorder,
                );
                part_of
            }
        };
        Ok(Partition { part_of, n_parts })
    }
}

/// Improves an existing partition with the refinement and the V-cycles of `preset`.
/// Returns the partition unchanged if the preset has no k-way refinement ([`Preset::Paper`]).
///
/// The parts get the weight limits of [`partition`], even if the given parts exceed these limits.
/// If the given parts are within the limits, the cut does not increase.
/// The progress in `report` has one step for the refinement and one step for each V-cycle.
/// The refinement and each V-cycle take O(|E|·c) time, where c is the number of parts adjacent to a vertex.
pub fn refine_partition(
    graph: &CsrGraph,
    partition: Partition,
    preset: Preset,
    imbalance: f64,
    seed: u64,
    report: Report<'_>,
    recorder: &mut impl Recorder,
) -> Partition {
    let Partition { part_of, n_parts } = partition;
    let Some(kway) = Method::of(preset).kway.filter(|_| n_parts > 1) else {
        return Partition { part_of, n_parts };
    };
    let part_limit = balance::part_limit(graph.total_weight(), n_parts, imbalance);
    let counter = Counter::new(report, Stage::Partition, 1 + kway.cycles);
    let recorder = &mut ProgressRecorder { counter, recorder };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let part_of = improve_kway(graph, part_of, n_parts, part_limit, &kway, &mut rng, recorder);
    Partition { part_of, n_parts }
}

/// Doubles the number of parts by bisecting each part. Part p becomes the parts 2p and 2p + 1.
/// Each bisection works like the bisections of [`Preset::Fast`], but grows only half as many regions.
///
/// With unit vertex weights, the two halves of a part differ by at most one vertex.
/// The halves of two different parts may differ by more, because the given parts may have different weights.
/// A half may therefore exceed the weight limit of [`partition`]. [`balance_partition`] brings all parts within the limit.
/// O(|V| + |E|) time and space. Returns `None` if a part has only one vertex.
pub fn bisect_each_part(
    graph: &CsrGraph,
    partition: &Partition,
    seed: u64,
    recorder: &mut impl Recorder,
) -> Option<Partition> {
    if partition.sizes().contains(&1) {
        return None;
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    Some(Partition {
        part_of: halve(graph, partition, &Method::to_halve(), &mut rng, recorder),
        n_parts: 2 * partition.n_parts,
    })
}

/// Moves single vertices out of parts that exceed the weight limit of [`partition`].
/// The moves that raise the cut least come first. A partition within the limit does not change.
///
/// With unit vertex weights, no part exceeds the limit afterwards.
/// With other vertex weights, the moves end when no single move reduces the total weight above the limit.
/// O(|V|) time if no part exceeds the limit, O((|E| + |V|·K) log |V|) time if many moves are needed.
pub fn balance_partition(
    graph: &CsrGraph,
    partition: Partition,
    imbalance: f64,
    recorder: &mut impl Recorder,
) -> Partition {
    let limit = balance::part_limit(graph.total_weight(), partition.n_parts, imbalance);
    if partition.part_weights(graph).iter().all(|&weight| weight <= limit) {
        return partition;
    }
    let Partition { mut part_of, n_parts } = partition;
    recorder.record(|| Event::Improve { limit });
    rebalance(
        &mut PartitionedGraph::new(graph, &mut part_of, n_parts, limit),
        recorder,
    );
    Partition { part_of, n_parts }
}

#[cfg(test)]
mod tests;
