//! Playback of a trace: seeks to any tick, forward or backward.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::chapters::{Chapter, chapter};
use super::cut_curve::CutCurve;
use super::gain_queue::GainQueue;
use super::rules::{Rule, code_line, rule};
use super::scene::{Scene, ticks};
use super::sentence::{Sentence, sentence};
use super::stats::Stats;
use super::v_cycle::{VCycle, VCycleCollector};
use super::{Event, Replay, Trace};
use crate::TraceError;
use fastgas_graph::CsrGraph;

/// Number of events between two snapshots of the replay. Snapshots make seeking backward fast.
/// All snapshots share the graphs of the replay.
const SNAPSHOT_INTERVAL: usize = 48;

/// A trace and the current position in the trace. Tick t shows the state after t visible changes.
#[derive(Clone)]
pub struct Player {
    events: Arc<[Event]>,
    positions: Arc<[[f32; 2]]>,
    coarsely: bool,
    /// The tick when each event begins, followed by the last tick of the trace.
    starts: Arc<[u32]>,
    kept: Arc<[Replay]>,
    chapters: Arc<[Chapter]>,
    v_cycles: Arc<[VCycle]>,
    cuts: Arc<[u64]>,
    tick: u32,
    n_over: usize,
    replay: Replay,
}

impl Player {
    /// Creates a player at tick 0. `positions` has one position for each instance.
    /// If `coarsely` is true, an event that moves vertices or grows a region takes one tick instead of one tick per vertex.
    /// The setting `coarsely` is meant for graphs that do not fit on a screen.
    ///
    /// # Errors
    /// Returns [`TraceError`] if the trace cannot be replayed to its end. The function replays the whole trace once.
    pub fn new(trace: Trace, positions: Vec<[f32; 2]>, coarsely: bool) -> Result<Player, TraceError> {
        let Trace { graph, events } = trace;
        let start = Replay::new(Arc::new(graph));
        let mut replay = start.clone();
        let (mut kept, mut chapters) = (Vec::new(), Vec::new());
        let (mut starts, mut v_cycles) = (vec![0], VCycleCollector::default());
        let mut cuts = CutCurve::default();
        for (place, event) in events.iter().enumerate() {
            if place.is_multiple_of(SNAPSHOT_INTERVAL) {
                kept.push(replay.clone());
            }
            let (tick, n_ticks) = (starts[place], ticks(event, coarsely));
            let gains = CutCurve::gains(event, &replay, n_ticks);
            replay.apply(event)?;
            cuts.take(event, gains, &replay, n_ticks);
            chapters.extend(chapter(event, &replay, tick));
            let end = tick + n_ticks;
            v_cycles.take(event, &replay, [tick, end]);
            starts.push(end);
        }
        let end = starts[events.len()];
        Ok(Player {
            events: events.into(),
            positions: positions.into(),
            coarsely,
            starts: starts.into(),
            kept: kept.into(),
            chapters: chapters.into(),
            v_cycles: v_cycles.end(end).into(),
            cuts: cuts.end().into(),
            tick: 0,
            n_over: 0,
            replay: start,
        })
    }

    /// The last tick of the trace.
    pub fn end(&self) -> u32 {
        self.starts[self.events.len()]
    }

    /// The current tick.
    pub fn tick(&self) -> u32 {
        self.tick
    }

    /// The graph at level 0.
    pub fn graph(&self) -> &CsrGraph {
        self.replay.finest()
    }

    /// The state after the completed events.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The position of each instance in the plane.
    pub fn positions(&self) -> &[[f32; 2]] {
        &self.positions
    }

    /// All chapters of the trace, in order.
    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }

    /// The index of the current chapter.
    pub fn chapter(&self) -> Option<usize> {
        self.chapters.iter().rposition(|chapter| chapter.tick <= self.tick)
    }

    /// The innermost V-cycle at the current tick, and the index of the current level in the V-cycle's list of levels.
    /// The list contains the levels in the order the V-cycle visits the levels.
    /// Between two V-cycles, returns the previous V-cycle, and `None` instead of the index.
    pub fn v_cycle(&self) -> Option<(&VCycle, Option<usize>)> {
        let has_begun = |v_cycle: &&VCycle| v_cycle.stops[0].tick <= self.tick;
        let inside = self
            .v_cycles
            .iter()
            .filter(has_begun)
            .rfind(|v_cycle| self.tick < v_cycle.end);
        match inside {
            Some(v_cycle) => Some((v_cycle, v_cycle.stops.iter().rposition(|stop| stop.tick <= self.tick))),
            None => self.v_cycles.iter().rfind(has_begun).map(|v_cycle| (v_cycle, None)),
        }
    }

    /// The cut at each tick from 0 to the last tick.
    /// The cut is the weight of the edges between groups, and of the edges between the sides of the bisection in progress.
    pub fn cuts(&self) -> &[u64] {
        &self.cuts
    }

    /// The gains and the queue, if the next step is a move of a refinement, a pick, or the proposal of vertices to pick.
    /// The gains and the queue also exist after the last move of a refinement.
    /// `None` at all other steps, and if a whole pass is one tick.
    /// The last step of the selection, which moves all picks to their medoids, has no queue.
    pub fn gain_queue(&self) -> Option<GainQueue> {
        let event = self.events.get(self.n_over).filter(|_| !self.coarsely)?;
        let done = (self.tick - self.starts[self.n_over]) as usize;
        let moves = match event {
            Event::Pass { moves, .. } => moves,
            // A trace that another program wrote may contain pick events while the graph is coarse.
            // Pick events on a coarse graph have no queue.
            Event::Pick { .. } | Event::Propose { .. } | Event::Take { .. } if !self.replay.is_whole() => return None,
            Event::Pick { row, .. } => {
                let is_row = (*row as usize) < self.replay.part_of.len();
                return is_row.then(|| GainQueue::of_picks(&self.replay, *row));
            }
            Event::Propose { earlier, .. } => return GainQueue::of_proposals(&self.replay, earlier),
            Event::Take { row, gains, .. } => return GainQueue::of_cover(&self.replay, *row, gains),
            Event::Search { moves, .. } | Event::Exchange { moves } | Event::Rebalance { moves }
                if self.replay.bisection.is_none() =>
            {
                return GainQueue::of_parts(&self.replay, self.limit(), moves, done);
            }
            _ => return None,
        };
        let bisection = self.replay.bisection.as_ref()?;
        let n = bisection.levels.graph().n_vertices();
        let is_whole = bisection.side_of.len() == n && moves.iter().all(|&vertex| (vertex as usize) < n);
        let over = &moves[..done.min(moves.len())];
        is_whole.then(|| GainQueue::of_pass(bisection, over, moves.get(done).copied()))
    }

    /// The maximum part weight in the current graph while all parts are refined together.
    fn limit(&self) -> u64 {
        let limit = |event: &Event| match event {
            Event::Improve { limit } => Some(*limit),
            _ => None,
        };
        let over = &self.events[..self.n_over];
        over.iter().rev().find_map(limit).unwrap_or(self.replay.limit)
    }

    /// Returns `[neighbor, vertex]`, two adjacent vertices of the current graph. `vertex` has just joined a region.
    /// `neighbor` is the neighbor of `vertex` that joined the region first.
    /// Returns `None` if the current step does not add a vertex to a region.
    pub fn joining(&self) -> Option<[u32; 2]> {
        let (Event::Grow { joined }, done) = self.shown().filter(|_| !self.coarsely)? else {
            return None;
        };
        let graph = self.replay.bisection.as_ref()?.levels.graph();
        let (&latest, before) = joined.get(..done as usize)?.split_last()?;
        let is_neighbor = |vertex: &&u32| graph.neighbors_of(latest).contains(vertex);
        Some([*before.iter().find(is_neighbor)?, latest])
    }

    /// The picks that the current step has moved to their medoids, as pairs of the old vertex and the new vertex.
    pub fn moved_picks(&self) -> &[[u32; 2]] {
        match self.shown() {
            Some((Event::Medoids { .. }, _)) => &self.replay.moved_picks,
            _ => &[],
        }
    }

    /// Whether the current step has merged vertices.
    pub fn has_merged(&self) -> bool {
        let merges = |event: &Event| matches!(event, Event::Match { .. } | Event::Cluster { .. });
        self.half().is_none() && self.shown().is_some_and(|(event, _)| merges(event))
    }

    /// Moves to a tick, or to the last tick if `tick` is larger.
    pub fn seek(&mut self, tick: u32) {
        let tick = tick.min(self.end());
        let n_over = self.starts.partition_point(|&start| start <= tick) - 1;
        let n_over = n_over.min(self.events.len());
        if n_over < self.n_over || n_over / SNAPSHOT_INTERVAL > self.n_over / SNAPSHOT_INTERVAL + 1 {
            let place = (n_over / SNAPSHOT_INTERVAL).min(self.kept.len().saturating_sub(1));
            if let Some(kept) = self.kept.get(place) {
                self.replay = kept.clone();
                self.n_over = place * SNAPSHOT_INTERVAL;
            }
        }
        for event in &self.events[self.n_over..n_over] {
            self.replay.apply(event).expect("it was replayed when it was opened");
        }
        (self.tick, self.n_over) = (tick, n_over);
    }

    /// The tick when the current event ends or, if `forward` is false, the tick when the current event began.
    /// If the current tick is the start of an event, the backward step leads to the start of the previous event.
    /// The user can therefore skip whole events instead of single moves.
    pub fn next_event(&self, forward: bool) -> u32 {
        if forward {
            return self.starts[(self.n_over + 1).min(self.events.len())];
        }
        let inside = self.tick > self.starts[self.n_over];
        self.starts[self.n_over.saturating_sub(usize::from(!inside))]
    }

    /// Tick 0, and each tick when an event ends.
    pub fn event_ticks(&self) -> &[u32] {
        &self.starts
    }

    /// The ticks of a chapter from its beginning to its end, including all chapters that are deeper in the recursion.
    pub fn span(&self, chapter: usize) -> RangeInclusive<u32> {
        let Chapter { depth, tick, .. } = self.chapters[chapter];
        let mut later = self.chapters[chapter + 1..].iter();
        let next = later.find(|later| later.depth <= depth);
        tick..=next.map_or(self.end(), |next| next.tick)
    }

    /// Finds the first event for which `is` returns true, and returns the tick `ticks` ticks after its start.
    /// The returned tick is at most the end of the event. Returns 0 if `is` returns true for no event.
    pub fn tick_in_first(&self, is: impl Fn(&Event) -> bool, ticks: u32) -> u32 {
        let place = self.events.iter().position(is);
        place.map_or(0, |place| {
            self.starts[place].saturating_add(ticks).min(self.starts[place + 1])
        })
    }

    /// The event in progress, and the number of completed ticks of the event.
    fn half(&self) -> Option<(&Event, u32)> {
        let done = self.tick - self.starts[self.n_over];
        let event = self.events.get(self.n_over)?;
        (done > 0).then_some((event, done))
    }

    /// The event whose effect is shown: the event in progress, or the event that has just ended.
    fn shown(&self) -> Option<(&Event, u32)> {
        let last_event = || {
            let event = &self.events[self.n_over.checked_sub(1)?];
            Some((event, ticks(event, self.coarsely)))
        };
        self.half().or_else(last_event)
    }

    /// The scene at the current tick.
    pub fn scene(&self) -> Scene {
        let last = self.n_over.checked_sub(1).map(|place| &self.events[place]);
        let mut scene = Scene::of(&self.replay, self.half(), last, &self.positions);
        if let Some(GainQueue { kind, gains, .. }) = self.gain_queue() {
            scene.gain_kind = Some(kind);
            for (node, gain) in scene.nodes.iter_mut().zip(gains) {
                node.gain = gain;
            }
        }
        scene
    }

    /// The scene of the whole graph before the first event.
    pub fn whole(&self) -> Scene {
        Scene::of(
            &Replay::new(self.replay.levels.finest().clone()),
            None,
            None,
            &self.positions,
        )
    }

    /// Describes the last event in a sentence. `texts` contains the text of each instance, or is empty.
    pub fn sentence(&self, texts: &[String]) -> Sentence {
        let Some((event, done)) = self.shown() else {
            return Sentence::Uncut {
                n_vertices: self.graph().n_vertices(),
                n_edges: self.graph().n_edges(),
            };
        };
        let is_over = done == ticks(event, self.coarsely);
        sentence(event, (done, is_over), &self.replay, texts)
    }

    /// The rule that the current step follows. Before the first step, returns the rule of the first step.
    pub fn rule(&self) -> Rule {
        let shown = self.shown().map(|(event, _)| event);
        rule(shown.or(self.events.first()), &self.replay)
    }

    /// The line (from 0) of the [rule](Player::rule)'s pseudo-code that the current step executes.
    /// Returns `None` before the first step.
    pub fn code_line(&self) -> Option<usize> {
        let (event, done) = self.shown()?;
        let is_over = done == ticks(event, self.coarsely);
        Some(code_line(event, (done, is_over), &self.replay))
    }

    /// The statistics at the current tick.
    pub fn stats(&self) -> Stats {
        Stats::of(&self.replay, self.half())
    }
}
