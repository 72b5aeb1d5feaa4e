//! The kNN graph is cut into K balanced parts with few crossing edges (paper, Section 3 and appendix C).
//!
//! Input: a [`CsrGraph`]; output: a [`Partition`], a part for every vertex. Invariant: no part is empty, and with
//! unit vertex weights none is heavier than max(⌈n/K⌉, ⌊(1 + imbalance)·n/K⌋).
//!
//! ```text
//! 0─1   4─5        0 0   1 1
//! │╳│   │╳│   ─▶             K = 2, cut 1: the edge 3─6
//! 2─3───6─7        0 0   1 1
//! ```
//!
//! `multilevel` is the published way, one bisection after the other: `matching` and `contract` coarsen, `bisect` cuts
//! the coarsest graph, `refine` improves a cut level by level. `kway` finds all parts together: `clustering` and
//! `contract` coarsen, `multilevel` cuts the coarsest graph, `local_search` and `exchange` improve all parts level by
//! level, on `parts` whose `connectivity` is kept true. `method` holds the settings of each preset. `louvain` finds
//! communities, as many as there are. `balance` says what a part may weigh. All decisions are made in whole numbers and all
//! randomness comes from one seed: the same graph, settings and seed give the same parts on every machine.
//!
//! This crate must never depend on texts, embeddings or picks. It records its decisions ([`Recorder`]) and never reads a record.
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
mod parts;
mod preset;
mod recording;
mod refine;
mod vertex_heap;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use fastgas_graph::CsrGraph;
use fastgas_graph::GraphError;
use fastgas_progress::{Counter, Report, Stage};

#[doc(hidden)]
pub use contract::{Level, contract};
pub use louvain::communities;
pub use metrics::{cut, quality};
#[doc(hidden)]
pub use multilevel::induced;
pub use preset::Preset;
pub use recording::{Event, Recorder, Told};

use balance::rebalance;
use kway::{improve_together, partition_together};
use method::Method;
use multilevel::{bisect_recursively, halve};
use parts::Parts;

/// A part for every vertex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Partition {
    /// `part_of[v]`, below `n_parts`.
    pub part_of: Vec<u32>,
    /// K. Every part holds at least one vertex.
    pub n_parts: u32,
}

impl Partition {
    /// From what a file says; none where that is no partition of `n` vertices: a part for each of them, below `n_parts`,
    /// and no more parts than vertices. O(n).
    pub fn from_parts(part_of: Vec<u32>, n_parts: u32, n: usize) -> Option<Partition> {
        let fits = part_of.len() == n && n_parts as usize <= n && part_of.iter().all(|&part| part < n_parts);
        fits.then_some(Partition { part_of, n_parts })
    }

    /// The vertices of each part, in rising order.
    pub fn members(&self) -> Vec<Vec<u32>> {
        let mut members = vec![Vec::new(); self.n_parts as usize];
        for (vertex, &part) in self.part_of.iter().enumerate() {
            members[part as usize].push(vertex as u32);
        }
        members
    }

    /// How many vertices each part has.
    pub fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.n_parts as usize];
        for &part in &self.part_of {
            sizes[part as usize] += 1;
        }
        sizes
    }

    /// Of each vertex the edges inside its part. O(|V| + |E|).
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

/// What a partition achieved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quality {
    /// Weight of the edges between parts; each edge counts once.
    pub cut: u64,
    /// Heaviest part ÷ mean part − 1.
    pub imbalance: f64,
    /// K.
    pub n_parts: u32,
}

/// Cuts `graph` into `n_parts` parts.
///
/// No part is empty. With unit vertex weights no part is heavier than max(⌈n/K⌉, ⌊(1 + `imbalance`)·n/K⌋), whatever
/// the graph. With other vertex weights (a graph file may have them) the same bound in weights is aimed at, and kept
/// wherever moving single vertices from heavy to light parts reaches it; one vertex may be heavier than the bound.
///
/// [`Preset::Paper`] is recursive bisection as published. The others find all parts together: [`Preset::Fast`] once,
/// [`Preset::Best`] with three cycles of coarsening and refining anew, [`Preset::Strong`] with twenty.
///
/// `report` counts steps: bisections and, where the preset has them, the first refinement and the cycles; the last is
/// reported when all is done. Expected time: O((|V| + |E|) log K) for bisection, of the coarsest graph where all parts
/// are found together, and O(|E|·c) for each refinement and cycle, with c parts around a vertex. O(|V| + |E| + K) space.
///
/// # Errors
/// [`GraphError::Parts`] where `n_parts` is 0 or above n.
pub fn partition(
    graph: &CsrGraph,
    n_parts: u32,
    preset: Preset,
    imbalance: f64,
    seed: u64,
    report: Report<'_>,
) -> Result<Partition, GraphError> {
    let cut = Cut {
        n_parts,
        preset,
        imbalance,
        seed,
    };
    cut.run(graph, report, &mut ())
}

/// How to cut a graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// K.
    pub n_parts: u32,
    /// The way.
    pub preset: Preset,
    /// How much heavier than the mean a part may be.
    pub imbalance: f64,
    /// Where all randomness comes from.
    pub seed: u64,
}

impl Cut {
    /// [`partition`], which tells `recorder` what it does.
    ///
    /// # Errors
    /// [`GraphError::Parts`] where K is 0 or above n.
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
        let recorder = &mut Told { counter, recorder };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let part_of = match &method.kway {
            Some(kway) => partition_together(graph, n_parts, part_limit, &method, kway, &mut rng, recorder),
            None => {
                let mut part_of = bisect_recursively(graph, n_parts, part_limit, &method, &mut rng, recorder);
                rebalance(&mut Parts::new(graph, &mut part_of, n_parts, part_limit), recorder);
                part_of
            }
        };
        Ok(Partition { part_of, n_parts })
    }
}

/// Goes on from a partition: its parts are refined as `preset` refines them, and its cycles follow; nothing where the
/// preset has none of its own ([`Preset::Paper`]).
///
/// The limits are those of [`partition`], whatever the parts weighed before; no more edges are cut than before where
/// they were kept. `report` counts the refinement and the cycles. O(|E|·c) for each, with c parts around a vertex.
pub fn improved(
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
    let recorder = &mut Told { counter, recorder };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let part_of = improve_together(graph, part_of, n_parts, part_limit, &kway, &mut rng, recorder);
    Partition { part_of, n_parts }
}

/// Twice as many parts: each is cut in two, as [`Preset::Fast`] cuts the coarsest graph but with half as many regions
/// grown. Part p becomes 2p and 2p + 1.
///
/// Halves of one part weigh the same, or one vertex more, where all vertices weigh 1; but what two parts differed by,
/// their halves differ by too. O(|V| + |E|) time and space.
/// None where some part has but one vertex.
pub fn halved(graph: &CsrGraph, partition: &Partition, seed: u64, recorder: &mut impl Recorder) -> Option<Partition> {
    if partition.sizes().contains(&1) {
        return None;
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    Some(Partition {
        part_of: halve(graph, partition, &Method::to_halve(), &mut rng, recorder),
        n_parts: 2 * partition.n_parts,
    })
}

#[cfg(test)]
mod tests;
