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
/// The pseudo-code of each rule:
///
/// ```text
/// Matching, HeavyEdges   0 for each vertex  1   pair it with a neighbor  2 merge each pair
/// Clustering             0 for each vertex  1   join a cluster           2 merge each cluster
/// Growing, GreedyGrowing 0 repeat  1   start at a vertex  2   add the next vertex  3   note the cut  4 keep the best
/// Refining               0 on every level  1   fill the queue  2   while it is not empty  3     move the first
///                        4     update its neighbors  5   undo the moves after the best
/// Splitting              0 cut a group  1   if it is one part, stop  2   cut it in two  3   cut each side again
/// AllParts               0 coarsen  1 cut the coarsest graph  2 refine on the way back
/// Balancing              0 while a part is too heavy  1   move a vertex away
/// Together               0 on every level  1   at each border vertex  2     move the vertex of the highest gain
///                        3     undo the moves after the best  4   exchange vertices of full parts
/// Cycling                0 repeat  1   coarsen inside the parts  2   refine on the way back  3   keep what is better
/// Picking                0 for each part  1   pick the largest residual degree  2   use up its edges
/// Proposing              0 each part proposes  1 repeat  2   take the best proposal
/// Medoids                0 repeat  1   assign each text to its nearest pick  2   move each pick to its medoid
/// Counting               0 for each K  1   cut, pick and measure  2 keep the better K
/// ```
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
