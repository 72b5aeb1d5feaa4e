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
/// Summary of the pseudo-code of each rule:
/// * `Matching`, `HeavyEdges`: line 0 “for each vertex”, line 1 “pair it with a neighbor”, line 2 “merge each pair”.
/// * `Clustering`: line 0 “for each vertex”, line 1 “join a cluster”, line 2 “merge each cluster”.
/// * `Growing`, `GreedyGrowing`: line 0 “repeat”, line 1 “start a region at a vertex”,
///   line 2 “add the next vertex to the region”, line 3 “record the cut”, line 4 “keep the best recorded cut”.
/// * `Refining`: line 0 “on every level”, line 1 “fill the queue”, line 2 “while the queue is not empty”,
///   line 3 “move the first vertex”, line 4 “update its neighbors”, line 5 “undo the moves after the best cut”.
/// * `Splitting`: line 0 “cut a group”, line 1 “stop if the group is one part”,
///   line 2 “cut the group in two”, line 3 “cut each side again”.
/// * `AllParts`: line 0 “coarsen”, line 1 “cut the coarsest graph”, line 2 “refine while uncoarsening”.
/// * `Balancing`: line 0 “while a part is too heavy”, line 1 “move a vertex out of the part”.
/// * `Together`: line 0 “on every level”, line 1 “at each border vertex”, line 2 “move the vertex with the highest gain”,
///   line 3 “undo the moves after the best cut”, line 4 “exchange vertices of full parts”.
/// * `Cycling`: line 0 “repeat”, line 1 “coarsen inside the parts”, line 2 “refine while uncoarsening”,
///   line 3 “keep the better cut”.
/// * `Picking`: line 0 “for each part”, line 1 “pick the vertex with the largest residual degree”,
///   line 2 “remove the edges of the picked vertex”.
/// * `Proposing`: line 0 “each part proposes vertices”, line 1 “repeat”, line 2 “take the best proposal”.
/// * `Medoids`: line 0 “repeat”, line 1 “assign each text to its nearest pick”, line 2 “move each pick to its medoid”.
/// * `Counting`: line 0 “for each K”, line 1 “cut, pick and measure the coverage”, line 2 “keep the better K”.
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
