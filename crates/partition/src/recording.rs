//! Events of a run, for traces: the decisions of the partitioner and of the greedy selection.
//!
//! With the recorder `()`, a run compiles to code without events.

use serde::{Deserialize, Serialize};

use crate::Preset;
use fastgas_progress::Counter;

/// A recorded decision. Vertex ids refer to the graph (level) that was processed at that time; the replay tracks it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The graph will be partitioned. All vertices are in one group.
    Cut {
        /// The number of parts, K.
        n_parts: u32,
        /// The method and its effort.
        preset: Preset,
        /// Weight limit of a part.
        limit: u64,
    },
    /// A group of vertices, which will become the parts from `first_part` on, will be bisected.
    Bisect {
        /// The lowest of its parts.
        first_part: u32,
        /// The number of parts that the group will become. The first side will become half of them, rounded up.
        n_parts: u32,
        /// Target weights of the two sides.
        targets: [u64; 2],
        /// Weight limits of the two sides. Coarse graphs exceed them where their vertices require it.
        limits: [u64; 2],
    },
    /// Each matched pair was merged into one vertex, which gives a coarser graph.
    Match {
        /// The match of each vertex; the vertex itself if it is unmatched.
        match_of: Vec<u32>,
    },
    /// A region was grown on the coarsest graph. All other vertices are the second side.
    Grow {
        /// The vertices of the region in the order in which they joined, starting with the seed.
        joined: Vec<u32>,
    },
    /// The score of the bisection, or partition, that was just tried.
    Tried {
        /// Weight above the limits.
        excess: u64,
        /// Weight of the cut edges.
        cut: u64,
    },
    /// One of the trials was chosen.
    Choose {
        /// Index of the trial, from 0.
        trial: u32,
    },
    /// The sides will be refined: first on the coarsest graph, then each time on the next finer one.
    Refine,
    /// One Fiduccia–Mattheyses pass.
    Pass {
        /// The vertices that changed sides, in order.
        moves: Vec<u32>,
        /// Number of moves that were kept. The later ones were undone.
        n_kept: u32,
        /// The cut after the kept moves.
        cut: u64,
    },
    /// A side had fewer vertices than it will have parts, so vertices were added to it.
    Count {
        /// The vertices that changed sides.
        moves: Vec<u32>,
    },
    /// The bisection is finished. The second side becomes a separate group.
    Split,
    /// Parts above the limit, or empty parts, were repaired.
    Rebalance {
        /// Moved vertices with their new parts.
        moves: Vec<(u32, u32)>,
    },
    /// Each cluster was merged into one vertex, for the k-way partition.
    Cluster {
        /// For each vertex, a member of its cluster, the same for all members.
        cluster_of: Vec<u32>,
    },
    /// The coarsest graph will be partitioned by recursive bisection, from scratch.
    Start,
    /// All parts will be refined together on this graph.
    Improve {
        /// Weight limit of a part on this graph.
        limit: u64,
    },
    /// One localized Fiduccia–Mattheyses search over all parts.
    Search {
        /// Moved vertices with their new parts, in order.
        moves: Vec<(u32, u32)>,
        /// Number of moves that were kept. The later ones were undone.
        n_kept: u32,
    },
    /// Moves into full parts, each paired with the vertex that made room.
    Exchange {
        /// Moved vertices with their new parts.
        moves: Vec<(u32, u32)>,
    },
    /// The parts were projected to the next finer graph.
    Project,
    /// A V-cycle starts: coarsening inside the parts.
    Cycle,
    /// A V-cycle ended.
    Kept {
        /// Whether its result was kept, because it was not worse than the previous one.
        kept: bool,
    },
    /// Each part p will be bisected into the parts 2p and 2p + 1.
    Halve,
    /// The coverage of the pool by the picks of these parts. The best K is kept.
    Covers {
        /// The mean, over the pool, of the highest cosine to a pick.
        coverage: f64,
        /// Whether this is the best coverage so far.
        better: bool,
    },
    /// The parts are final, and each has a quota of picks.
    Quotas {
        /// The quota of each part.
        quotas: Vec<u32>,
        /// Picks of an earlier selection. These vertices and their edges are removed.
        earlier: Vec<u32>,
    },
    /// The vertex with the highest residual degree in its part was picked and removed with its edges.
    Pick {
        /// The picked vertex.
        row: u32,
        /// The residual degree.
        degree: u32,
    },
    /// The parts are final. The vertices are proposed by residual degree.
    Propose {
        /// The proposed vertices, round by round.
        rows: Vec<u32>,
        /// Picks of an earlier selection.
        earlier: Vec<u32>,
    },
    /// The proposed vertex that raises the coverage most was picked.
    Take {
        /// The picked vertex.
        row: u32,
        /// The coverage after this pick.
        coverage: f64,
    },
    /// Each pick moved to the medoid of its cluster.
    Middles {
        /// The picks, in their order.
        rows: Vec<u32>,
    },
}

/// A receiver of events.
pub trait Recorder {
    /// Whether events are recorded. If not, data that only events need is not collected.
    const RECORDS: bool;

    /// Called when a step of the progress is finished.
    fn step(&mut self) {}

    /// Records an event. The closure that creates it is called only if events are recorded.
    fn record(&mut self, event: impl FnOnce() -> Event);
}

/// Records nothing.
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
pub struct ProgressRecorder<'a, R> {
    /// Counts the steps.
    pub counter: Counter<'a>,
    /// Records the events.
    pub recorder: &'a mut R,
}

impl<R: Recorder> Recorder for ProgressRecorder<'_, R> {
    const RECORDS: bool = R::RECORDS;

    fn step(&mut self) {
        self.counter.add(1);
    }

    fn record(&mut self, event: impl FnOnce() -> Event) {
        self.recorder.record(event);
    }
}
