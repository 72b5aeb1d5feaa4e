//! The V-cycles of multilevel partitioning.
//! The page draws a V-cycle with coarsening on the left, the initial cut at the bottom, and refinement on the right.

use super::{Event, Levels, Replay};

/// The phase of a V-cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The graph is coarsened.
    Down,
    /// The coarsest graph is partitioned.
    Bottom,
    /// The cut is projected to a finer graph and refined on the finer graph (uncoarsening).
    Up,
}

/// One level that a V-cycle visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VisitedLevel {
    /// The index of the level. Level 0 is the finest graph.
    pub level: usize,
    /// The phase of the V-cycle that visits the level.
    pub phase: Phase,
    /// Numbers of vertices and edges of the graph at the level.
    pub size: [u32; 2],
    /// The first tick when the V-cycle visits the level.
    pub tick: u32,
}

/// One V-cycle, either of a bisection or of all parts together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VCycle {
    /// The visited levels in chronological order: coarsening, coarsest level, uncoarsening.
    pub stops: Vec<VisitedLevel>,
    /// The tick when the V-cycle ends.
    pub end: u32,
}

impl VCycle {
    /// The index of the level with the coarsest graph.
    pub fn n_coarser(&self) -> usize {
        self.stops.iter().map(|stop| stop.level).max().unwrap_or(0)
    }
}

/// Collects the V-cycles of a trace during its replay.
/// The V-cycle of a bisection may be nested in the V-cycle of all parts together.
#[derive(Default)]
pub(super) struct VCycleCollector {
    done: Vec<VCycle>,
    /// Index in `done` of the unfinished V-cycle in which all parts are refined together.
    outer: Option<usize>,
    /// Index in `done` of the current bisection's V-cycle.
    inner: Option<usize>,
}

impl VCycleCollector {
    /// Processes an event that has just been applied and lasts from tick `begin` to tick `end`.
    pub(super) fn take(&mut self, event: &Event, replay: &Replay, [begin, end]: [u32; 2]) {
        match event {
            Event::Bisect { .. } => {
                self.inner = replay
                    .bisection
                    .as_ref()
                    .map(|bisection| self.open(&bisection.levels, end));
            }
            Event::Match { .. } => self.add(self.inner, replay, Phase::Down, end),
            Event::Refine => self.add(self.inner, replay, Phase::Up, end),
            Event::Split => self.close(self.inner, end),
            Event::Cluster { .. } => {
                if replay.levels.at() == 1 {
                    self.close(self.outer, begin);
                    self.outer = Some(self.open_at(stop_of(&replay.levels, 0, Phase::Down, begin)));
                }
                self.add(self.outer, replay, Phase::Down, end);
            }
            Event::Project => self.add(self.outer, replay, Phase::Up, end),
            Event::Kept { .. }
            | Event::Covers { .. }
            | Event::Quotas { .. }
            | Event::Propose { .. }
            | Event::Cut { .. } => {
                self.close(self.outer, end);
                self.outer = None;
            }
            _ => {}
        }
    }

    /// Returns all V-cycles, ordered by start. `end` is the last tick of the trace.
    pub(super) fn end(mut self, end: u32) -> Vec<VCycle> {
        self.close(self.outer, end);
        self.done
    }

    fn open(&mut self, levels: &Levels, tick: u32) -> usize {
        self.open_at(stop_of(levels, levels.at(), Phase::Bottom, tick))
    }

    fn open_at(&mut self, first: VisitedLevel) -> usize {
        self.done.push(VCycle {
            stops: vec![first],
            end: u32::MAX,
        });
        self.done.len() - 1
    }

    /// Appends the current level to the V-cycle, unless the last level of the V-cycle is already the current level.
    fn add(&mut self, v_cycle: Option<usize>, replay: &Replay, phase: Phase, tick: u32) {
        let levels = replay
            .bisection
            .as_ref()
            .map_or(&replay.levels, |bisection| &bisection.levels);
        let Some(v_cycle) = v_cycle.and_then(|v_cycle| self.done.get_mut(v_cycle)) else {
            return;
        };
        let Some(last) = v_cycle.stops.last_mut().filter(|last| last.level != levels.at()) else {
            return;
        };
        let phase = match phase {
            // The phase of the last level changes from `Bottom` to `Down`, because a coarser level follows.
            Phase::Down => {
                last.phase = Phase::Down;
                Phase::Bottom
            }
            phase => phase,
        };
        v_cycle.stops.push(stop_of(levels, levels.at(), phase, tick));
    }

    fn close(&mut self, v_cycle: Option<usize>, tick: u32) {
        if let Some(v_cycle) = v_cycle.and_then(|v_cycle| self.done.get_mut(v_cycle)) {
            v_cycle.end = v_cycle.end.min(tick);
        }
    }
}

fn stop_of(levels: &Levels, level: usize, phase: Phase, tick: u32) -> VisitedLevel {
    VisitedLevel {
        level,
        phase,
        size: levels.sizes()[level],
        tick,
    }
}
