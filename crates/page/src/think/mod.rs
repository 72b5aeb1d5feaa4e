//! See it think: the algorithm on a small world or on the open texts, step by step. What is shown, and how that changes.
//!
//! Apart from [`store`](crate::store): nothing here is kept, and nothing here changes the project. The traces of
//! small worlds are made where they are shown, in a millisecond; that of the open texts is what Select recorded.

mod address;
pub mod canvas;
pub mod exercise;
pub mod film;
mod ground;
mod moving;
mod pointing;
#[cfg(test)]
mod tests;
mod tour;
mod watching;
pub mod words;
#[cfg(test)]
mod words_tests;

pub use address::{Address, mode};
pub use exercise::{Exercise, Whose};
pub use ground::{Ground, OWN, own};
pub use pointing::Dots;
pub use tour::{FIRST_WITH_LEVELS, Place, STOPS, Stop};

use crate::words::say;
use fastgas_partition::Preset;
use fastgas_trace::Player;
use fastgas_trace::worlds::World;
use ground::settings_of;

/// Ticks in a second, from slow to fast.
pub const SPEEDS: [u32; 6] = [1, 2, 4, 8, 20, 60];

/// The place in [`SPEEDS`] of what a run begins with: slower, and the smallest worlds take minutes.
const USUAL_SPEED: usize = 3;

/// What is shown side by side.
pub const BESIDE: [Preset; 2] = [Preset::Paper, Preset::Best];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub preset: Preset,
    /// K.
    pub n_parts: u32,
    /// M.
    pub budget: u32,
    /// Where all randomness comes from.
    pub seed: u64,
    /// Whether `paper` and `best` are shown side by side.
    pub beside: bool,
}

/// Everything that is known of what is shown.
#[derive(Clone, Default)]
pub struct Think {
    pub shown: bool,
    /// What is worked on.
    pub ground: Option<Ground>,
    /// As the person wants it.
    pub settings: Settings,
    /// One, or two side by side.
    pub players: Vec<Player>,
    /// Of the longer one.
    pub tick: u32,
    /// Whether time goes on by itself.
    pub playing: bool,
    /// Place in [`SPEEDS`].
    pub speed: usize,
    /// The last sentences of each player, the latest last; each with its tick.
    pub logs: Vec<Vec<(u32, String)>>,
    /// The player and its chapter that is zoomed into.
    pub zoom: Option<(usize, usize)>,
    /// Why there is nothing to see.
    pub problem: Option<String>,
    pub exercise: Option<Exercise>,
    /// The stop of the tour, for whoever takes it.
    pub stop: Option<usize>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            preset: Preset::Paper,
            n_parts: 2,
            budget: 2,
            seed: 0,
            beside: false,
        }
    }
}

/// What a person can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// To a small world, at its first step.
    Visit(&'static str),
    /// To the open texts.
    VisitOwn(Box<Ground>, Settings),
    /// To where an address leads.
    Follow(Address),
    /// It cannot be shown.
    Impossible(String),
    Leave,
    Set(Settings),
    /// Time goes on, or not.
    Play(bool),
    /// So much time has gone by that the next picture is due.
    Pass,
    Seek(u32),
    /// To a tick of one of the players.
    SeekOf(usize, u32),
    /// One tick or, where `whole`, one whole step, on or back.
    Step {
        forward: bool,
        /// A whole step.
        whole: bool,
    },
    /// Faster or slower.
    Speed(i32),
    /// To a chapter of a player, which is zoomed into; from it, without.
    Zoom(Option<(usize, usize)>),
    /// To a stop of the tour; from it.
    Tour(Option<usize>),
    Try(Option<exercise::Kind>),
    /// A vertex is taken, or given back.
    Toggle(u32),
    /// What the algorithm does, and the best, is told.
    Reveal,
    /// Whose picks or sides the picture shows.
    Show(Whose),
}

impl Think {
    pub fn apply(&mut self, action: Action) {
        match action {
            Action::Visit(name) => {
                if let Some(world) = World::named(name) {
                    let settings = settings_of(&world);
                    self.open(Ground::from(world), settings);
                }
            }
            Action::VisitOwn(ground, settings) => self.open(*ground, settings),
            Action::Follow(address) => self.follow(&address),
            Action::Impossible(why) => {
                *self = Think {
                    shown: true,
                    problem: Some(why),
                    ..Think::default()
                };
            }
            Action::Leave => *self = Think::default(),
            Action::Set(settings) => {
                self.settings = settings;
                self.exercise = None;
                self.begin();
            }
            Action::Play(playing) => {
                self.playing = playing && self.end() > 0;
                if self.playing && self.tick == self.end() {
                    self.seek(0);
                }
            }
            Action::Pass => self.pass(),
            Action::Seek(tick) => {
                self.playing = false;
                self.seek(tick);
            }
            Action::Step { forward, whole } => {
                self.playing = false;
                self.step(forward, whole);
            }
            Action::Speed(by) => {
                self.speed = self.speed.saturating_add_signed(by as isize).min(SPEEDS.len() - 1);
            }
            Action::SeekOf(player, tick) => {
                if player < self.players.len() {
                    self.apply(Action::Seek(self.of_longest(player, tick)));
                }
            }
            Action::Zoom(chapter) => {
                self.zoom = chapter;
                let place =
                    |(player, at): (usize, usize)| Some((player, self.players.get(player)?.chapters().get(at)?.tick));
                if let Some((player, tick)) = chapter.and_then(place) {
                    // After the event that it begins with.
                    self.apply(Action::SeekOf(player, tick + 1));
                }
            }
            Action::Tour(stop) => match stop.filter(|&at| at < STOPS.len()) {
                Some(at) => self.stop_at(at),
                None => self.stop = None,
            },
            Action::Try(kind) => {
                self.playing = false;
                let graph = self.ground.as_ref().map(|ground| &ground.graph);
                self.exercise = kind
                    .zip(graph)
                    .map(|(kind, graph)| Exercise::begin(kind, graph, self.settings.budget));
            }
            Action::Toggle(vertex) => {
                if let (Some(exercise), Some(ground)) = (&mut self.exercise, &self.ground) {
                    exercise.toggle(vertex, &ground.graph);
                }
            }
            Action::Show(whose) => {
                if let Some(exercise) = &mut self.exercise {
                    exercise.shown = whose;
                }
            }
            Action::Reveal => {
                let by_parts = self.picks_by_parts();
                if let (Some(exercise), Some(ground)) = (&mut self.exercise, &self.ground) {
                    exercise.reveal(&ground.graph, by_parts);
                }
            }
        }
    }

    fn open(&mut self, ground: Ground, settings: Settings) {
        *self = Think {
            shown: true,
            ground: Some(ground),
            settings,
            speed: self.speed.max(USUAL_SPEED),
            ..Think::default()
        };
        self.begin();
    }

    fn stop_at(&mut self, at: usize) {
        let stop = STOPS[at];
        let Some(world) = World::named(stop.world) else { return };
        let settings = stop.settings(settings_of(&world));
        if self.ground.as_ref().is_none_or(|ground| ground.name != stop.world) || self.settings != settings {
            self.open(Ground::from(world), settings);
        }
        (self.stop, self.zoom, self.exercise, self.playing) = (Some(at), None, None, false);
        let tick = match (stop.place, self.players.first()) {
            (Place::Start, _) | (_, None) => 0,
            (Place::Into(is, ticks), Some(player)) => player.inside_first(is, ticks),
            (Place::After(is), Some(player)) => player.inside_first(is, u32::MAX),
            (Place::End, _) => self.end(),
        };
        self.seek(tick);
    }

    fn follow(&mut self, address: &Address) {
        let Some(world) = World::named(&address.world) else {
            return self.apply(Action::Impossible(say!("think-not-open")));
        };
        self.open(Ground::from(world), address.settings);
        self.stop = address
            .stop
            .filter(|&stop| STOPS.get(stop).is_some_and(|stop| stop.world == address.world));
        self.seek(address.tick);
    }
}
