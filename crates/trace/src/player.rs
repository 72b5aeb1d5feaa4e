//! A trace that can be watched: any tick of it, forward and back.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::chapters::{Chapter, chapter};
use super::facts::Facts;
use super::rules::{Rule, rule};
use super::scene::{Scene, ticks};
use super::sentence::{Sentence, sentence};
use super::vee::{Vee, Vees};
use super::{Event, Replay, Trace};
use crate::TraceError;
use fastgas_graph::CsrGraph;

/// After so many events a copy of the replay is kept, so that going back is quick; copies share the graphs.
const KEEP_EVERY: usize = 48;

/// A trace and where in it we are. Tick t shows what there is after t things have happened.
#[derive(Clone)]
pub struct Player {
    events: Arc<[Event]>,
    positions: Arc<[[f32; 2]]>,
    coarsely: bool,
    /// The tick at which each event begins, and the end.
    starts: Arc<[u32]>,
    kept: Arc<[Replay]>,
    chapters: Arc<[Chapter]>,
    vees: Arc<[Vee]>,
    tick: u32,
    /// Events that are over.
    n_over: usize,
    /// What there is after these.
    replay: Replay,
}

impl Player {
    /// At the beginning. `positions`: of each instance. `coarsely`: a pass, a region, an exchange is one tick each,
    /// not one for each vertex; for graphs that are larger than a screen.
    ///
    /// # Errors
    /// [`TraceError`] where the trace does not lead to its end; it is replayed once.
    pub fn new(trace: Trace, positions: Vec<[f32; 2]>, coarsely: bool) -> Result<Player, TraceError> {
        let Trace { graph, events } = trace;
        let start = Replay::new(Arc::new(graph));
        let mut replay = start.clone();
        let (mut kept, mut chapters) = (Vec::new(), Vec::new());
        let (mut starts, mut vees) = (vec![0], Vees::default());
        for (place, event) in events.iter().enumerate() {
            if place.is_multiple_of(KEEP_EVERY) {
                kept.push(replay.clone());
            }
            let tick = starts[place];
            replay.apply(event)?;
            chapters.extend(chapter(event, &replay, tick));
            let end = tick + ticks(event, coarsely);
            vees.take(event, &replay, [tick, end]);
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
            vees: vees.end(end).into(),
            tick: 0,
            n_over: 0,
            replay: start,
        })
    }

    /// The last tick.
    pub fn end(&self) -> u32 {
        self.starts[self.events.len()]
    }

    /// Where we are.
    pub fn tick(&self) -> u32 {
        self.tick
    }

    /// The graph.
    pub fn graph(&self) -> &CsrGraph {
        self.replay.finest()
    }

    /// What there is after the events that are over.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Where things are.
    pub fn positions(&self) -> &[[f32; 2]] {
        &self.positions
    }

    /// The places worth jumping to, in order.
    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }

    /// The chapter that we are in.
    pub fn chapter(&self) -> Option<usize> {
        self.chapters.iter().rposition(|chapter| chapter.tick <= self.tick)
    }

    /// The V that we are in, the innermost, and the place in it; between two the one before, without a place.
    pub fn vee(&self) -> Option<(&Vee, Option<usize>)> {
        let begun = |vee: &&Vee| vee.stops[0].tick <= self.tick;
        let inside = self.vees.iter().filter(begun).rfind(|vee| self.tick < vee.end);
        match inside {
            Some(vee) => Some((vee, vee.stops.iter().rposition(|stop| stop.tick <= self.tick))),
            None => self.vees.iter().rfind(begun).map(|vee| (vee, None)),
        }
    }

    /// Goes to a tick; to the end where it is later.
    pub fn seek(&mut self, tick: u32) {
        let tick = tick.min(self.end());
        let n_over = self.starts.partition_point(|&start| start <= tick) - 1;
        let n_over = n_over.min(self.events.len());
        if n_over < self.n_over || n_over / KEEP_EVERY > self.n_over / KEEP_EVERY + 1 {
            let place = (n_over / KEEP_EVERY).min(self.kept.len().saturating_sub(1));
            if let Some(kept) = self.kept.get(place) {
                self.replay = kept.clone();
                self.n_over = place * KEEP_EVERY;
            }
        }
        for event in &self.events[self.n_over..n_over] {
            self.replay.apply(event).expect("it was replayed when it was opened");
        }
        (self.tick, self.n_over) = (tick, n_over);
    }

    /// The tick at which the next event is over, or the one before it began: whole steps instead of single moves.
    pub fn next_event(&self, forward: bool) -> u32 {
        if forward {
            return self.starts[(self.n_over + 1).min(self.events.len())];
        }
        let inside = self.tick > self.starts[self.n_over];
        self.starts[self.n_over.saturating_sub(usize::from(!inside))]
    }

    /// Each tick at which an event is over, and tick 0.
    pub fn event_ticks(&self) -> &[u32] {
        &self.starts
    }

    /// From the tick at which a chapter begins to that at which it ends, all that is deeper in the recursion included.
    pub fn span(&self, chapter: usize) -> RangeInclusive<u32> {
        let Chapter { depth, tick, .. } = self.chapters[chapter];
        let mut later = self.chapters[chapter + 1..].iter();
        let next = later.find(|later| later.depth <= depth);
        tick..=next.map_or(self.end(), |next| next.tick)
    }

    /// The tick that is so many after the first event of a kind begins, or at its end; 0 where there is none.
    pub fn inside_first(&self, is: impl Fn(&Event) -> bool, ticks: u32) -> u32 {
        let place = self.events.iter().position(is);
        place.map_or(0, |place| {
            self.starts[place].saturating_add(ticks).min(self.starts[place + 1])
        })
    }

    /// The event that is half done, and how many of its ticks are over.
    fn half(&self) -> Option<(&Event, u32)> {
        let done = self.tick - self.starts[self.n_over];
        let event = self.events.get(self.n_over)?;
        (done > 0).then_some((event, done))
    }

    /// The event whose doing we see: half done, or just over.
    fn shown(&self) -> Option<(&Event, u32)> {
        let just_over = || {
            let event = &self.events[self.n_over.checked_sub(1)?];
            Some((event, ticks(event, self.coarsely)))
        };
        self.half().or_else(just_over)
    }

    /// What is to be seen.
    pub fn scene(&self) -> Scene {
        let last = self.n_over.checked_sub(1).map(|place| &self.events[place]);
        Scene::of(&self.replay, self.half(), last, &self.positions)
    }

    /// The graph before anything was done.
    pub fn whole(&self) -> Scene {
        Scene::of(
            &Replay::new(self.replay.levels.finest().clone()),
            None,
            None,
            &self.positions,
        )
    }

    /// What has just been done. `texts`: what each instance says, if they say anything.
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

    /// The rule that was followed.
    pub fn rule(&self) -> Rule {
        rule(self.shown().map(|(event, _)| event), &self.replay)
    }

    /// The numbers as they stand.
    pub fn facts(&self) -> Facts {
        Facts::of(&self.replay, self.half())
    }
}
