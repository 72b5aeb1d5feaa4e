//! The weight of the cut after each tick of a trace.

use std::collections::BTreeMap;

use super::{Event, Replay};
use fastgas_graph::CsrGraph;

/// Collects the cut after each tick.
/// The cut is the weight of the edges between groups, and of the edges between the sides of the bisection in progress.
#[derive(Default)]
pub(super) struct CutCurve {
    cuts: Vec<u64>,
    /// The weight of the edges between groups, excluding the edges between the sides of the bisection in progress.
    outer: u64,
}

impl CutCurve {
    /// Returns the gain of each move, if the event moves vertices one by one. `before` is the state before the event.
    /// The time is linear in the degrees of the moved vertices.
    pub(super) fn gains(event: &Event, before: &Replay, n_ticks: u32) -> Vec<i64> {
        match event {
            Event::Grow { joined } if n_ticks > 1 => grown(joined, before),
            Event::Pass { moves, .. } if n_ticks > 1 => passed(moves, before),
            Event::Search { moves, .. } | Event::Exchange { moves } | Event::Rebalance { moves } => {
                let graph = before.graph();
                moved(graph, moves, |vertex| {
                    before.part_of.get(vertex as usize).copied().unwrap_or(0)
                })
            }
            _ => Vec::new(),
        }
    }

    /// Adds the cut after each tick of an event. `inside` contains the [`gains`](CutCurve::gains) of the event's moves.
    /// `after` is the state after the event.
    /// The time is O(|V| + |E|) for an event that does more than move vertices one by one.
    pub(super) fn take(&mut self, event: &Event, mut inside: Vec<i64>, after: &Replay, n_ticks: u32) {
        let last = self.cuts.last().copied().unwrap_or(0);
        let sum = |gains: &[i64]| gains.iter().sum::<i64>();
        let end = match event {
            Event::Pick { .. }
            | Event::Take { .. }
            | Event::Medoids { .. }
            | Event::Tried { .. }
            | Event::Improve { .. } => last,
            Event::Search { n_kept, .. } => {
                let n_kept = (*n_kept as usize).min(inside.len());
                last.saturating_add_signed(-sum(&inside[..n_kept]))
            }
            Event::Exchange { .. } | Event::Rebalance { .. } => last.saturating_add_signed(-sum(&inside)),
            _ => {
                if after.bisection.is_none() || matches!(event, Event::Bisect { .. }) {
                    self.outer = after.cut();
                }
                self.outer + after.bisection.as_ref().map_or(0, |bisection| bisection.cut())
            }
        };
        // A group has no sides before its region grows, so the cut is only the weight of the edges between groups.
        let mut cut = match event {
            Event::Grow { .. } => self.outer,
            _ => last,
        };
        inside.truncate(n_ticks.saturating_sub(1) as usize);
        let n_before_end = inside.len();
        for gain in inside {
            cut = cut.saturating_add_signed(-gain);
            self.cuts.push(cut);
        }
        let rest = n_ticks as usize - n_before_end;
        // Showing pairs of vertices before they are merged does not change the cut.
        self.cuts.extend(std::iter::repeat_n(last, rest.saturating_sub(1)));
        self.cuts.push(end);
    }

    /// Returns the cut at tick 0 and after each tick.
    pub(super) fn end(self) -> Vec<u64> {
        std::iter::once(0).chain(self.cuts).collect()
    }
}

fn grown(joined: &[u32], before: &Replay) -> Vec<i64> {
    let Some(bisection) = &before.bisection else {
        return Vec::new();
    };
    let graph = bisection.levels.graph();
    let moves: Vec<(u32, u32)> = joined.iter().map(|&vertex| (vertex, 0)).collect();
    moved(graph, &moves, |_| 1)
}

fn passed(moves: &[u32], before: &Replay) -> Vec<i64> {
    let Some(bisection) = &before.bisection else {
        return Vec::new();
    };
    let side = |vertex: u32| {
        bisection
            .side_of
            .get(vertex as usize)
            .map_or(0, |&side| u32::from(side))
    };
    let moves: Vec<(u32, u32)> = moves.iter().map(|&vertex| (vertex, 1 - side(vertex))).collect();
    moved(bisection.levels.graph(), &moves, side)
}

/// Returns the gain of each move of a vertex to a side or part, if the moves are made one after the other.
/// Returns no gains if a vertex does not exist, because the replay rejects an event with an unknown vertex.
fn moved(graph: &CsrGraph, moves: &[(u32, u32)], before: impl Fn(u32) -> u32) -> Vec<i64> {
    if moves.iter().any(|&(vertex, _)| vertex as usize >= graph.n_vertices()) {
        return Vec::new();
    }
    let mut now = BTreeMap::new();
    let gain = |&(vertex, to): &(u32, u32)| {
        let of = |vertex: u32, now: &BTreeMap<u32, u32>| now.get(&vertex).copied().unwrap_or_else(|| before(vertex));
        let from = of(vertex, &now);
        let mut gain = 0;
        for (other, weight) in graph.edges_of(vertex) {
            let part = of(other, &now);
            gain += i64::from(weight) * (i64::from(part != from) - i64::from(part != to));
        }
        now.insert(vertex, to);
        gain
    };
    moves.iter().map(gain).collect()
}
