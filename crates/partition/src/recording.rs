//! Events of a run, for traces: the decisions of the partitioner and of the greedy selection.
//!
//! A run without a recorder (`()`) compiles to code without events.

use serde::{Deserialize, Serialize};

use crate::Preset;
use fastgas_progress::Counter;

/// One thing that was done. Vertices are those of the graph that was worked on then; the replay knows which.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The graph is to be cut: all vertices are in one group.
    Cut {
        /// K.
        n_parts: u32,
        /// The way.
        preset: Preset,
        /// What no part may weigh more than.
        limit: u64,
    },
    /// A group of vertices, which will be the parts from `first_part`, is to be cut in two.
    Bisect {
        /// The lowest of its parts.
        first_part: u32,
        /// How many parts it will be: the first side ⌈half⌉ of them.
        n_parts: u32,
        /// What the two sides should weigh.
        targets: [u64; 2],
        /// What they may weigh; on coarse graphs as far as the vertices can keep it.
        limits: [u64; 2],
    },
    /// Pairs become one vertex each: a coarser graph.
    Match {
        /// For each vertex the other one, itself where it stays alone.
        match_of: Vec<u32>,
    },
    /// A region grew on the coarsest graph; the rest is the second side.
    Grow {
        /// The region's vertices in the order in which they joined, the start first.
        joined: Vec<u32>,
    },
    /// What the bisection, or the partition, that was just tried is worth.
    Tried {
        /// Weight above the limits.
        excess: u64,
        /// Weight of the edges cut.
        cut: u64,
    },
    /// One of those that were tried is taken.
    Choose {
        /// Which, from 0.
        trial: u32,
    },
    /// The sides are refined: on the coarsest graph first, then each time on the next finer one.
    Refine,
    /// One pass of Fiduccia and Mattheyses.
    Pass {
        /// Who changed sides, one after the other.
        moves: Vec<u32>,
        /// So many moves were kept; those after them were undone.
        n_kept: u32,
        /// The cut of what was kept.
        cut: u64,
    },
    /// A side had fewer vertices than it will have parts: these join it.
    Count {
        /// Who changes sides.
        moves: Vec<u32>,
    },
    /// The bisection is done: the second side is a group of its own.
    Split,
    /// Parts above the limit, or empty ones, are mended.
    Rebalance {
        /// Who goes to which part.
        moves: Vec<(u32, u32)>,
    },
    /// Clusters become one vertex each, for all parts together.
    Cluster {
        /// For each vertex a member of its cluster, the same for all of them.
        cluster_of: Vec<u32>,
    },
    /// The coarsest graph is cut by recursive bisection, as if nothing had been cut.
    Start,
    /// All parts are refined together on this graph.
    Improve {
        /// What a part may weigh there.
        limit: u64,
    },
    /// One localized search of Fiduccia and Mattheyses among all parts.
    Search {
        /// Who goes to which part, one after the other.
        moves: Vec<(u32, u32)>,
        /// So many moves were kept; those after them were undone.
        n_kept: u32,
    },
    /// Moves into full parts, each with the vertex that made room.
    Exchange {
        /// Who goes to which part.
        moves: Vec<(u32, u32)>,
    },
    /// The parts are taken to the next finer graph.
    Project,
    /// Coarsening begins anew, inside the parts.
    Cycle,
    /// A cycle has ended.
    Kept {
        /// Whether it was no worse than what there was before.
        kept: bool,
    },
    /// Each part, p, is to become two, 2p and 2p + 1.
    Halve,
    /// So well would the picks of these parts cover the pool; the best K is kept.
    Covers {
        /// The mean, over the pool, of the best cosine to a pick.
        coverage: f64,
        /// Whether that is the best so far.
        better: bool,
    },
    /// The parts stand; each part is to give so many picks.
    Quotas {
        /// One for each part.
        quotas: Vec<u32>,
        /// Picks of an earlier selection: they and their edges have left.
        earlier: Vec<u32>,
    },
    /// The vertex of the highest residual degree in its part is picked and leaves with its edges.
    Pick {
        /// Who.
        row: u32,
        /// The residual degree.
        degree: u32,
    },
    /// The parts stand; these are what they propose, by residual degree.
    Propose {
        /// Round by round.
        rows: Vec<u32>,
        /// Picks of an earlier selection.
        earlier: Vec<u32>,
    },
    /// Of what is proposed, the one that raises the coverage most is taken.
    Take {
        /// Who.
        row: u32,
        /// The coverage then.
        coverage: f64,
    },
    /// Each pick moves to the middle of those that it stands for.
    Middles {
        /// The picks, in their order.
        rows: Vec<u32>,
    },
}

/// Who listens.
pub trait Recorder {
    /// Whether events are taken in; what is collected for them only is left out otherwise.
    const RECORDS: bool;

    /// A step of the progress is done.
    fn step(&mut self) {}

    /// Takes an event in, if it takes any; only then it is made.
    fn record(&mut self, event: impl FnOnce() -> Event);
}

/// Nobody.
impl Recorder for () {
    const RECORDS: bool = false;

    fn record(&mut self, _: impl FnOnce() -> Event) {}
}

impl Recorder for Vec<Event> {
    const RECORDS: bool = true;

    fn record(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}

/// A recorder that also counts the steps of a stage.
pub struct Told<'a, R> {
    /// Counts the steps.
    pub counter: Counter<'a>,
    /// Takes the events.
    pub recorder: &'a mut R,
}

impl<R: Recorder> Recorder for Told<'_, R> {
    const RECORDS: bool = R::RECORDS;

    fn step(&mut self) {
        self.counter.add(1);
    }

    fn record(&mut self, event: impl FnOnce() -> Event) {
        self.recorder.record(event);
    }
}
