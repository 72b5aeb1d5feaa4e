//! State of the explainer, which shows the algorithm step by step on a small world or on the open texts.
//!
//! Separate from [`crate::state`]: nothing here is saved or changes the project. The traces of small worlds are computed on
//! demand, in about a millisecond. The trace of the open texts was recorded by the selection run.

pub use crate::explainer::exercise::{Exercise, Whose};
pub use crate::explainer::inspect::Dots;
pub use crate::explainer::source_graph::{Ground, OWN, own};
pub use crate::explainer::tour::{FIRST_WITH_LEVELS, Place, STOPS, Stop};
pub use crate::explainer::url::{Address, mode};

use crate::explainer::source_graph::settings_of;
use crate::i18n::say;
use fastgas_partition::Preset;
use fastgas_trace::Player;
use fastgas_trace::examples::ExampleGraph;

/// Playback speeds in ticks per second.
pub const SPEEDS: [u32; 6] = [1, 2, 4, 8, 20, 60];

/// Index in [`SPEEDS`] of the initial speed. At lower speeds even the smallest worlds take minutes.
const USUAL_SPEED: usize = 3;

/// The presets of the side-by-side view.
pub const BESIDE: [Preset; 2] = [Preset::Paper, Preset::Best];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub preset: Preset,
    /// K.
    pub n_parts: u32,
    /// M.
    pub budget: u32,
    /// Seed of all randomness.
    pub seed: u64,
    /// Whether `paper` and `best` are shown side by side.
    pub beside: bool,
}

#[derive(Clone, Default)]
pub struct Explainer {
    pub shown: bool,
    /// The graph that the algorithm works on.
    pub ground: Option<Ground>,
    /// The settings that the user requested.
    pub settings: Settings,
    /// One player, or two side by side.
    pub players: Vec<Player>,
    /// Current tick of the longest trace.
    pub tick: u32,
    pub playing: bool,
    /// Index in [`SPEEDS`].
    pub speed: usize,
    /// The last sentences of each player with their ticks, latest last.
    pub logs: Vec<Vec<(u32, String)>>,
    /// The player and the index of its chapter that the view is zoomed to.
    pub zoom: Option<(usize, usize)>,
    /// Why nothing can be shown.
    pub problem: Option<String>,
    pub exercise: Option<Exercise>,
    /// Index of the current tour stop, if the tour is active.
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

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Open a small world at its first step.
    Visit(&'static str),
    /// Open the user's texts.
    VisitOwn(Box<Ground>, Settings),
    /// Open the position in an address.
    Follow(Address),
    /// Report why nothing can be shown.
    Impossible(String),
    Leave,
    Set(Settings),
    /// Start or stop playback.
    Play(bool),
    /// The next frame of the playback is due.
    Pass,
    Seek(u32),
    /// Seek to a tick of one of the players.
    SeekOf(usize, u32),
    /// Move one tick forward or backward.
    Step {
        forward: bool,
        /// Move to the next or previous event instead of one tick.
        whole: bool,
    },
    /// Change the index in [`SPEEDS`] by this amount.
    Speed(i32),
    /// Zoom to a chapter of a player, or back to the whole graph.
    Zoom(Option<(usize, usize)>),
    /// Go to a stop of the tour, or leave the tour.
    Tour(Option<usize>),
    Try(Option<crate::explainer::exercise::Kind>),
    /// Pick, unpick or move a vertex in the exercise.
    Toggle(u32),
    /// Compare the exercise with the algorithm's result and the optimum.
    Reveal,
    /// Choose whose picks or sides the picture shows.
    Show(Whose),
}

impl Explainer {
    pub fn apply(&mut self, action: Action) {
        match action {
            Action::Visit(name) => {
                if let Some(world) = ExampleGraph::named(name) {
                    let settings = settings_of(&world);
                    self.open(Ground::from(world), settings);
                }
            }
            Action::VisitOwn(ground, settings) => self.open(*ground, settings),
            Action::Follow(address) => self.follow(&address),
            Action::Impossible(why) => {
                *self = Explainer {
                    shown: true,
                    problem: Some(why),
                    ..Explainer::default()
                };
            }
            Action::Leave => *self = Explainer::default(),
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
                    // The tick after the chapter's first event.
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
        *self = Explainer {
            shown: true,
            ground: Some(ground),
            settings,
            speed: self.speed.max(USUAL_SPEED),
            ..Explainer::default()
        };
        self.begin();
    }

    fn stop_at(&mut self, at: usize) {
        let stop = STOPS[at];
        let Some(world) = ExampleGraph::named(stop.world) else {
            return;
        };
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
        let Some(world) = ExampleGraph::named(&address.world) else {
            return self.apply(Action::Impossible(say!("explainer-link-texts-missing")));
        };
        self.open(Ground::from(world), address.settings);
        self.stop = address
            .stop
            .filter(|&stop| STOPS.get(stop).is_some_and(|stop| stop.world == address.world));
        self.seek(address.tick);
    }
}
