//! Maps each event to the rule of the algorithm that it follows.

use super::{Event, Replay};
use fastgas_partition::Preset;

/// A rule of the algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Coarsen by random matching.
    Matching,
    /// Coarsen by heavy-edge matching.
    HeavyEdges,
    /// Grow a region breadth first.
    Growing,
    /// Grow a region greedily.
    GreedyGrowing,
    /// Refine a bisection by gain.
    Refining,
    /// Bisect recursively.
    Splitting,
    /// Partition into all parts at once, on several levels.
    AllParts,
    /// Maintain the balance.
    Balancing,
    /// Coarsen by size-constrained clustering.
    Clustering,
    /// Refine all parts together.
    Together,
    /// Coarsen again inside the parts (V-cycle).
    Cycling,
    /// Pick the largest residual degree.
    Picking,
    /// Parts propose candidates, and coverage decides.
    Proposing,
    /// Move each pick to its cluster's medoid.
    Middles,
    /// Choose the number of parts.
    Counting,
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
        Some(Event::Refine | Event::Pass { .. }) => Rule::Refining,
        Some(Event::Count { .. } | Event::Rebalance { .. }) => Rule::Balancing,
        Some(Event::Cluster { .. }) => Rule::Clustering,
        Some(Event::Improve { .. } | Event::Search { .. } | Event::Exchange { .. } | Event::Project) => Rule::Together,
        Some(Event::Cycle | Event::Kept { .. }) => Rule::Cycling,
        Some(Event::Covers { .. }) => Rule::Counting,
        Some(Event::Quotas { .. } | Event::Pick { .. }) => Rule::Picking,
        Some(Event::Propose { .. } | Event::Take { .. }) => Rule::Proposing,
        Some(Event::Middles { .. }) => Rule::Middles,
        _ => Rule::Splitting,
    }
}
