//! Maps each event of a trace to the rule of the algorithm that the event follows.

use super::{Event, Replay};
use fastgas_partition::Preset;

/// A rule of the algorithm, which the page explains with pseudo-code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Coarsen the graph by random matching.
    Matching,
    /// Coarsen the graph by heavy-edge matching.
    HeavyEdges,
    /// Grow a region breadth first.
    Growing,
    /// Grow a region greedily.
    GreedyGrowing,
    /// Refine a bisection by gain.
    Refining,
    /// Bisect the graph recursively.
    Splitting,
    /// Partition the graph into all parts at once, on several coarsening levels.
    AllParts,
    /// Maintain the balance of the part weights.
    Balancing,
    /// Coarsen the graph by size-constrained clustering.
    Clustering,
    /// Refine all parts together.
    Together,
    /// Coarsen the graph again inside the parts (V-cycle).
    Cycling,
    /// Pick the vertex with the largest residual degree.
    Picking,
    /// Parts propose candidates, and coverage decides which candidates become picks.
    Proposing,
    /// Move each pick to its cluster's medoid.
    Medoids,
    /// Choose the number of parts K.
    Counting,
}

/// The line (from 0) that an event executes in the pseudo-code of the event's [rule](rule).
/// `done` is the number of completed ticks of the event. `is_over` is true if all ticks of the event are completed.
/// `replay` may be the state before or after the event.
///
/// The pseudo-code of each rule. The number in parentheses is the index of the pseudo-code line:
/// * `Matching`, `HeavyEdges`: for each vertex (0), pair the vertex with a neighbor (1). Merge each pair (2).
/// * `Clustering`: for each vertex (0), join a cluster (1). Merge each cluster (2).
/// * `Growing`, `GreedyGrowing`: repeat (0): start a region at a vertex (1), add the next vertex to the region (2).
///   Note the cut (3). Keep the best of the noted cuts (4).
/// * `Refining`: on every level (0), fill the queue (1). While the queue is not empty (2), move the first vertex (3).
///   Update the neighbors of the moved vertex (4). Undo the moves after the best cut (5).
/// * `Splitting`: cut a group (0). If the group is one part, stop (1). Cut the group in two (2). Cut each side again (3).
/// * `AllParts`: coarsen (0). Cut the coarsest graph (1). Refine on the way back (2).
/// * `Balancing`: while a part is too heavy (0), move a vertex away (1).
/// * `Together`: on every level (0), at each border vertex (1), move the vertex with the highest gain (2).
///   Undo the moves after the best cut (3). Exchange vertices of full parts (4).
/// * `Cycling`: repeat (0): coarsen inside the parts (1), refine on the way back (2), keep the better cut (3).
/// * `Picking`: for each part (0), pick the vertex with the largest residual degree (1). Remove its edges (2).
/// * `Proposing`: each part proposes vertices (0). Repeat (1): take the best proposal (2).
/// * `Medoids`: repeat (0): assign each text to its nearest pick (1), move each pick to its medoid (2).
/// * `Counting`: for each K (0), cut, pick and measure (1). Keep the better K (2).
pub(super) fn code_line(event: &Event, (done, is_over): (u32, bool), replay: &Replay) -> usize {
    let in_bisection = replay.bisection.is_some();
    match event {
        Event::Match { .. } | Event::Cluster { .. } => 1 + usize::from(is_over),
        Event::Grow { .. } if done <= 1 && !is_over => 1,
        Event::Grow { .. } => 2,
        Event::Tried { .. } if in_bisection => 3,
        Event::Choose { .. } if in_bisection => 4,
        Event::Tried { .. } | Event::Choose { .. } | Event::Start => 1,
        Event::Pass { .. } if is_over => 5,
        Event::Pass { .. } => 3,
        Event::Bisect { .. } => 2,
        Event::Split => 3,
        Event::Rebalance { .. } | Event::Count { .. } => 1,
        Event::Search { .. } if is_over => 3,
        Event::Search { .. } => 2,
        Event::Exchange { .. } => 4,
        Event::Cycle => 1,
        Event::Kept { .. } => 3,
        Event::Pick { .. } => 1,
        Event::Take { .. } | Event::Medoids { .. } | Event::Covers { .. } => 2,
        Event::Cut { .. }
        | Event::Refine
        | Event::Improve { .. }
        | Event::Project
        | Event::Halve
        | Event::Quotas { .. }
        | Event::Propose { .. } => 0,
    }
}

/// The rule that an event follows. `replay` may be the state before or after the event.
pub fn rule(event: Option<&Event>, replay: &Replay) -> Rule {
    let or = |of_paper, of_ours| match replay.preset {
        Preset::Paper => of_paper,
        _ => of_ours,
    };
    match event {
        Some(Event::Cut { preset, .. }) if *preset != Preset::Paper => Rule::AllParts,
        Some(Event::Match { .. }) => or(Rule::Matching, Rule::HeavyEdges),
        Some(Event::Grow { .. }) => or(Rule::Growing, Rule::GreedyGrowing),
        Some(Event::Tried { .. } | Event::Choose { .. }) if replay.bisection.is_some() => {
            or(Rule::Growing, Rule::GreedyGrowing)
        }
        Some(Event::Tried { .. } | Event::Choose { .. } | Event::Start) => Rule::AllParts,
        Some(Event::Refine | Event::Pass { .. }) => Rule::Refining,
        Some(Event::Count { .. } | Event::Rebalance { .. }) => Rule::Balancing,
        Some(Event::Cluster { .. }) => Rule::Clustering,
        Some(Event::Improve { .. } | Event::Search { .. } | Event::Exchange { .. } | Event::Project) => Rule::Together,
        Some(Event::Cycle | Event::Kept { .. }) => Rule::Cycling,
        Some(Event::Covers { .. }) => Rule::Counting,
        Some(Event::Quotas { .. } | Event::Pick { .. }) => Rule::Picking,
        Some(Event::Propose { .. } | Event::Take { .. }) => Rule::Proposing,
        Some(Event::Medoids { .. }) => Rule::Medoids,
        _ => Rule::Splitting,
    }
}
