//! The way down to small graphs and up again, as the V that textbooks draw: coarsening on the left, the first cut at the
//! bottom, refining on the right.

use super::{Event, Levels, Replay};

/// Where in a V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leg {
    /// The graph is made smaller.
    Down,
    /// The smallest graph is cut.
    Bottom,
    /// The cut is taken to a larger graph and refined there.
    Up,
}

/// One graph of a V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// How often it was coarsened.
    pub level: usize,
    /// On which side.
    pub leg: Leg,
    /// Its vertices and edges.
    pub size: [u32; 2],
    /// The first tick at which it is worked on.
    pub tick: u32,
}

/// One way down and up: of a bisection, or of all parts together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vee {
    /// In the order of time: down, the bottom, up.
    pub stops: Vec<Stop>,
    /// The tick at which it is over.
    pub end: u32,
}

impl Vee {
    /// How often the coarsest graph was coarsened.
    pub fn n_coarser(&self) -> usize {
        self.stops.iter().map(|stop| stop.level).max().unwrap_or(0)
    }
}

/// The Vs of a trace as it is replayed. A bisection's lies inside that of all parts together, where there is one.
#[derive(Default)]
pub(super) struct Vees {
    done: Vec<Vee>,
    /// Of all parts together.
    outer: Option<usize>,
    /// Of a bisection.
    inner: Option<usize>,
}

impl Vees {
    /// Takes an event in that has just been applied, from tick `begin` to tick `end`.
    pub(super) fn take(&mut self, event: &Event, replay: &Replay, [begin, end]: [u32; 2]) {
        match event {
            Event::Bisect { .. } => {
                self.inner = replay
                    .bisection
                    .as_ref()
                    .map(|bisection| self.open(&bisection.levels, end));
            }
            Event::Match { .. } => self.add(self.inner, replay, Leg::Down, end),
            Event::Refine => self.add(self.inner, replay, Leg::Up, end),
            Event::Split => self.close(self.inner, end),
            Event::Cluster { .. } => {
                if replay.levels.at() == 1 {
                    self.close(self.outer, begin);
                    self.outer = Some(self.open_at(stop_of(&replay.levels, 0, Leg::Down, begin)));
                }
                self.add(self.outer, replay, Leg::Down, end);
            }
            Event::Project => self.add(self.outer, replay, Leg::Up, end),
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

    /// All of them, in the order in which they begin. `end`: the last tick.
    pub(super) fn end(mut self, end: u32) -> Vec<Vee> {
        self.close(self.outer, end);
        self.done
    }

    fn open(&mut self, levels: &Levels, tick: u32) -> usize {
        self.open_at(stop_of(levels, levels.at(), Leg::Bottom, tick))
    }

    fn open_at(&mut self, first: Stop) -> usize {
        self.done.push(Vee {
            stops: vec![first],
            end: u32::MAX,
        });
        self.done.len() - 1
    }

    /// The graph that is worked on now, where it is another one than before.
    fn add(&mut self, vee: Option<usize>, replay: &Replay, leg: Leg, tick: u32) {
        let levels = replay
            .bisection
            .as_ref()
            .map_or(&replay.levels, |bisection| &bisection.levels);
        let Some(vee) = vee.and_then(|vee| self.done.get_mut(vee)) else {
            return;
        };
        let Some(last) = vee.stops.last_mut().filter(|last| last.level != levels.at()) else {
            return;
        };
        let leg = match leg {
            // What was the smallest so far was not the smallest.
            Leg::Down => {
                last.leg = Leg::Down;
                Leg::Bottom
            }
            leg => leg,
        };
        vee.stops.push(stop_of(levels, levels.at(), leg, tick));
    }

    fn close(&mut self, vee: Option<usize>, tick: u32) {
        if let Some(vee) = vee.and_then(|vee| self.done.get_mut(vee)) {
            vee.end = vee.end.min(tick);
        }
    }
}

fn stop_of(levels: &Levels, level: usize, leg: Leg, tick: u32) -> Stop {
    Stop {
        level,
        leg,
        size: levels.sizes()[level],
        tick,
    }
}
