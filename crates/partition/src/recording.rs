//! Recorded decisions of the partitioner and of the greedy selection. Traces are made from these decisions.
//!
//! With the recorder `()`, the compiler removes all code that creates events.

use serde::{Deserialize, Serialize};

use crate::Preset;
use fastgas_progress::Counter;

/// A recorded decision. Vertex ids refer to the graph where the decision was made, which may be a coarse graph.
/// A program that replays the events must therefore also replay the coarsening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The partitioning of the graph starts. At first, all vertices form one group.
    Cut {
        /// The number of parts, K.
        n_parts: u32,
        /// The preset, which determines the partitioning method and its effort.
        preset: Preset,
        /// Weight limit of a part.
        limit: u64,
    },
    /// The bisection of a vertex group starts.
    /// The group will be divided into parts with the numbers from `first_part` on.
    Bisect {
        /// The lowest number of the parts into which the group will be divided.
        first_part: u32,
        /// Number of parts into which the group will be divided. The first side gets half of the parts, rounded up.
        n_parts: u32,
        /// Target weight of each side in the bisection.
        targets: [u64; 2],
        /// Weight limit of each side in the bisection.
        /// On coarse graphs, heavy vertices may make a side exceed its limit.
        limits: [u64; 2],
    },
    /// Each matched pair of vertices was merged into one vertex, which gives a coarser graph.
    Match {
        /// The partner of each vertex; the vertex itself if it is unmatched.
        match_of: Vec<u32>,
    },
    /// A region was grown on the coarsest graph. The vertices outside the region form the second side.
    Grow {
        /// The vertices of the grown region in the order they joined, starting with the seed vertex.
        joined: Vec<u32>,
    },
    /// A trial bisection or partition was evaluated.
    Tried {
        /// Total weight by which sides or parts exceed their weight limits.
        excess: u64,
        /// Weight of the cut edges.
        cut: u64,
    },
    /// The best trial bisection or trial partition was chosen.
    Choose {
        /// 0-based index of the chosen trial.
        trial: u32,
    },
    /// The refinement of a bisection starts: first on the coarsest graph, then on each finer graph.
    Refine,
    /// One Fiduccia–Mattheyses pass over the vertices is finished.
    Pass {
        /// The vertices that changed sides, in move order.
        moves: Vec<u32>,
        /// Number of vertex moves that were kept. All later moves were undone.
        n_kept: u32,
        /// The cut after the kept moves.
        cut: u64,
    },
    /// A side had fewer vertices than the number of parts it must contain, so vertices were moved to this side.
    Count {
        /// The vertices that changed sides.
        moves: Vec<u32>,
    },
    /// The bisection is finished. The second side becomes a separate group of vertices.
    Split,
    /// Parts above the limit, or empty parts, were repaired.
    Rebalance {
        /// Moved vertices with their new parts.
        moves: Vec<(u32, u32)>,
    },
    /// Each cluster of vertices was merged into one vertex, for the k-way partition.
    Cluster {
        /// For each vertex, the member that represents its cluster.
        cluster_of: Vec<u32>,
    },
    /// The recursive bisection of the coarsest graph starts. At first, all vertices are in part 0.
    Start,
    /// The joint refinement of all parts in the current graph starts.
    /// After [`Event::Halve`], the refinement may consist of one [`Event::Rebalance`].
    Improve {
        /// Weight limit of a part in the current graph.
        limit: u64,
    },
    /// One localized Fiduccia–Mattheyses search over all parts is finished.
    Search {
        /// Moved vertices with their new parts, in move order.
        moves: Vec<(u32, u32)>,
        /// Number of vertex moves that were kept. All later moves were undone.
        n_kept: u32,
    },
    /// Vertices were moved into full parts. In exchange, another vertex left each full part.
    Exchange {
        /// Moved vertices with their new parts.
        moves: Vec<(u32, u32)>,
    },
    /// The parts were projected from a coarse graph to the next finer graph.
    Project,
    /// A V-cycle starts. A V-cycle first coarsens the graph and merges only vertices of the same part.
    Cycle,
    /// A V-cycle ended.
    Kept {
        /// Whether the result of the V-cycle was kept. A result is kept if it is not worse than the previous partition.
        kept: bool,
    },
    /// The bisection of every part starts. Part p becomes the parts 2p and 2p + 1.
    Halve,
    /// The coverage of the pool was measured for the current number of parts.
    /// The graph is partitioned into several numbers of parts, and the number with the best coverage is used.
    Covers {
        /// The mean, over all instances of the pool, of the highest cosine to a pick.
        /// With presets other than `paper`, the cosines are those of the centered embeddings.
        coverage: f64,
        /// Whether the measured coverage is the best coverage so far.
        better: bool,
    },
    /// The parts are final, and each part has a quota of picks.
    Quotas {
        /// Number of instances to pick from each part.
        quotas: Vec<u32>,
        /// Picks of an earlier selection. Their vertices and edges are removed from the graph.
        earlier: Vec<u32>,
    },
    /// A vertex was picked: the vertex with the highest residual degree in its part.
    /// The picked vertex and its edges were removed from the residual graph.
    Pick {
        /// The picked vertex.
        row: u32,
        /// The residual degree of the picked vertex.
        degree: u32,
    },
    /// The parts are final. Vertices were proposed as picks, in order of residual degree.
    Propose {
        /// The proposed vertices, ordered by the round of their proposal.
        rows: Vec<u32>,
        /// Picks of an earlier selection.
        earlier: Vec<u32>,
    },
    /// The proposed vertex that raises the coverage most was picked.
    Take {
        /// The picked vertex.
        row: u32,
        /// The coverage after the pick of the vertex.
        coverage: f64,
        /// The proposed vertices that could be picked, each with its gain: the increase of the coverage, in billionths.
        /// The highest gain is first; ties: the lowest id.
        /// The list is empty if gains are not recorded, because there are too many proposed vertices.
        /// A trace stores all lists of gains after the events, so that traces from earlier versions remain readable.
        #[serde(skip)]
        gains: Vec<(u32, u32)>,
    },
    /// Each pick was replaced by the medoid of its cluster.
    Medoids {
        /// The picks after they have moved to the medoids, in pick order.
        rows: Vec<u32>,
    },
}

/// A receiver of events.
pub trait Recorder {
    /// Whether events are recorded. If false, data that is needed only for events is not collected.
    const RECORDS: bool;

    /// Called after each progress step, for example after each bisection.
    fn step(&mut self) {}

    /// Records an event. The closure that creates the event is called only if events are recorded.
    fn record(&mut self, event: impl FnOnce() -> Event);
}

/// The recorder that records no events.
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

/// A recorder that records events and also counts the progress steps of a stage.
pub struct ProgressRecorder<'a, R> {
    /// Counts the progress steps of the stage.
    pub counter: Counter<'a>,
    /// The recorder that receives all events.
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
