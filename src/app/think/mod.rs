//! See it think: the algorithm on a small world or on the open texts, step by step. What is shown, and how that changes.
//!
//! Apart from [`store`](crate::app::store): nothing here is kept, and nothing here changes the project. The traces of
//! small worlds are made where they are shown, in a millisecond; that of the open texts is what Select recorded.

mod address;
pub mod exercise;
#[cfg(test)]
mod tests;
mod tour;

use std::sync::Arc;

pub use address::{Address, mode};
pub use exercise::{Cutting, Exercise, Picking};
pub use tour::{Place, STOPS, Stop};

use crate::app::project::Open;
use crate::config::{Config, Preset};
use crate::error::GraphError;
use crate::graph::CsrGraph;
use crate::partition::Cut;
use crate::trace::{Event, MOST_WATCHED, Player, Stage, Trace, View, record};
use crate::worlds::World;

/// Ticks in a second, from slow to fast.
pub const SPEEDS: [u32; 6] = [1, 2, 4, 8, 20, 60];

/// Pictures in a second at most; at higher speeds several ticks go by between two.
const MOST_PICTURES: u32 = 20;

/// Larger graphs are shown a pass at a time.
const SINGLE_MOVES: usize = 300;

/// Sentences that are kept to be read.
const LOG: usize = 8;

/// What the algorithm works on.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// In addresses; [`OWN`] for the open texts.
    pub name: &'static str,
    /// What a person reads.
    pub title: String,
    /// What there is to see.
    pub about: String,
    /// The graph.
    pub graph: Arc<CsrGraph>,
    /// Of each vertex.
    pub positions: Arc<Vec<[f32; 2]>>,
    /// What each says.
    pub texts: Arc<Vec<String>>,
    /// What a selection with these settings did.
    pub recorded: Option<(Settings, Arc<Vec<Event>>)>,
}

/// The name of the open texts among the worlds.
pub const OWN: &str = "own";

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How to cut.
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
    /// Whether it is shown.
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
    /// The last sentences, the latest last; each with its tick.
    pub log: Vec<(u32, String)>,
    /// The chapter that is zoomed into.
    pub zoom: Option<usize>,
    /// Why there is nothing to see.
    pub problem: Option<String>,
    /// What the person tries.
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
    /// Away.
    Leave,
    /// Other settings.
    Set(Settings),
    /// Time goes on, or not.
    Play(bool),
    /// So much time has gone by that the next picture is due.
    Pass,
    /// To a tick.
    Seek(u32),
    /// One tick or, where `whole`, one whole step, on or back.
    Step {
        /// On or back.
        forward: bool,
        /// A whole step.
        whole: bool,
    },
    /// Faster or slower.
    Speed(i32),
    /// To a chapter, which is zoomed into; from it, without.
    Zoom(Option<usize>),
    /// To a stop of the tour; from it.
    Tour(Option<usize>),
    /// Something to try.
    Try(Option<exercise::Kind>),
    /// A vertex is taken, or given back.
    Toggle(u32),
    /// What the algorithm and the best would do is shown.
    Reveal,
}

impl Think {
    /// Does it.
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
            Action::Zoom(chapter) => {
                self.zoom = chapter;
                let tick = chapter.and_then(|at| Some(self.players.first()?.chapters().get(at)?.tick));
                if let Some(tick) = tick {
                    self.playing = false;
                    self.seek(self.of_longest(0, tick + 1));
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
            Action::Reveal => {
                if let (Some(exercise), Some(ground)) = (&mut self.exercise, &self.ground) {
                    exercise.reveal(&ground.graph);
                }
            }
        }
    }

    fn open(&mut self, ground: Ground, settings: Settings) {
        *self = Think {
            shown: true,
            ground: Some(ground),
            settings,
            speed: self.speed.max(1),
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
            let why = "This address leads to texts that are not open here: open the file that it was made with, select, and \
                       open the address again.";
            return self.apply(Action::Impossible(why.into()));
        };
        self.open(Ground::from(world), address.settings);
        self.seek(address.tick);
    }

    /// Traces and players from the settings, at the first tick.
    fn begin(&mut self) {
        (self.players, self.log, self.zoom, self.tick) = (Vec::new(), Vec::new(), None, 0);
        (self.playing, self.problem) = (false, None);
        let Some(ground) = &self.ground else { return };
        let presets = match self.settings.beside {
            true => vec![Preset::Paper, Preset::Best],
            false => vec![self.settings.preset],
        };
        let player = |preset| {
            let settings = Settings {
                preset,
                beside: false,
                ..self.settings
            };
            let trace = ground.trace(settings).map_err(|error| error.to_string())?;
            let coarsely = ground.graph.n_vertices() > SINGLE_MOVES;
            Player::new(trace, ground.positions.to_vec(), coarsely).map_err(|error| error.to_string())
        };
        match presets.into_iter().map(player).collect() {
            Ok(players) => self.players = players,
            Err(why) => self.problem = Some(why),
        }
        self.seek(0);
    }

    /// The last tick of the longest trace.
    pub fn end(&self) -> u32 {
        self.players.iter().map(Player::end).max().unwrap_or(0)
    }

    /// Whether each vertex is shown by itself.
    pub fn coarsely(&self) -> bool {
        self.ground
            .as_ref()
            .is_some_and(|ground| ground.graph.n_vertices() > SINGLE_MOVES)
    }

    /// Milliseconds between two pictures.
    pub fn interval(&self) -> u32 {
        1000 / SPEEDS[self.speed].min(MOST_PICTURES)
    }

    fn pass(&mut self) {
        if !self.playing {
            return;
        }
        let ticks = (SPEEDS[self.speed] / MOST_PICTURES).max(1);
        self.seek(self.tick + ticks);
        self.playing = self.tick < self.end();
    }

    /// The tick of the longest trace that stands beside `tick` of another: they begin and end together.
    fn of_longest(&self, player: usize, tick: u32) -> u32 {
        scaled(tick, self.players[player].end(), self.end())
    }

    fn seek(&mut self, tick: u32) {
        let end = self.end();
        self.tick = tick.min(end);
        for player in &mut self.players {
            player.seek(scaled(self.tick, end, player.end()));
        }
        let sentence = self.sentence();
        if self
            .log
            .last()
            .is_none_or(|(at, last)| *at != self.tick || *last != sentence)
            && !self.players.is_empty()
        {
            self.log.push((self.tick, sentence));
            let surplus = self.log.len().saturating_sub(LOG);
            self.log.drain(..surplus);
        }
    }

    fn step(&mut self, forward: bool, whole: bool) {
        let longest = (0..self.players.len()).max_by_key(|&at| (self.players[at].end(), std::cmp::Reverse(at)));
        let Some(longest) = longest else { return };
        let tick = match (whole, forward) {
            (true, _) => self.players[longest].next_event(forward),
            (false, true) => self.tick + 1,
            (false, false) => self.tick.saturating_sub(1),
        };
        self.seek(tick);
    }

    /// What has just been done; of two, the one and the other.
    pub fn sentence(&self) -> String {
        let texts = self
            .ground
            .as_ref()
            .map(|ground| ground.texts.clone())
            .unwrap_or_default();
        let sentences: Vec<String> = self.players.iter().map(|player| player.sentence(&texts)).collect();
        match &sentences[..] {
            [paper, best] => format!("paper: {paper} best: {best}"),
            _ => sentences.concat(),
        }
    }

    /// The picks so far, each with its part and its words; of two players, of the first.
    pub fn picks(&self) -> Vec<(u32, String)> {
        let (Some(player), Some(ground)) = (self.players.first(), &self.ground) else {
            return Vec::new();
        };
        let replay = player.replay();
        let pick = |row: u32| {
            let words = ground.texts.get(row as usize);
            let words = words.map_or_else(|| format!("vertex {row}"), String::clone);
            (replay.part_of[row as usize], words)
        };
        match replay.stage {
            Stage::Select => replay.rows().into_iter().map(pick).collect(),
            Stage::Partition => Vec::new(),
        }
    }

    /// What part of the plane is seen.
    pub fn view(&self) -> View {
        let chapter = self.zoom.and_then(|at| self.players.first()?.chapters().get(at));
        match (chapter, &self.ground) {
            (Some(chapter), Some(ground)) if !chapter.instances.is_empty() => {
                View::around(&ground.positions, &chapter.instances)
            }
            _ => View::ALL,
        }
    }

    /// Where this is, for an address.
    pub fn address(&self) -> Option<Address> {
        let ground = self.ground.as_ref()?;
        Some(Address {
            world: ground.name.to_owned(),
            settings: self.settings,
            tick: self.tick,
        })
    }
}

/// What a world begins with.
fn settings_of(world: &World) -> Settings {
    Settings {
        n_parts: world.n_parts,
        budget: world.budget,
        ..Settings::default()
    }
}

fn scaled(tick: u32, of: u32, to: u32) -> u32 {
    (u64::from(tick) * u64::from(to))
        .checked_div(u64::from(of))
        .unwrap_or(0) as u32
}

impl Ground {
    /// What is done with these settings: recorded, or done now.
    fn trace(&self, settings: Settings) -> Result<Trace, GraphError> {
        let graph = &*self.graph;
        if let Some((_, events)) = self.recorded.as_ref().filter(|(of, _)| *of == settings) {
            return Ok(Trace {
                graph: graph.clone(),
                events: events.to_vec(),
            });
        }
        let cut = Cut {
            n_parts: settings.n_parts,
            preset: settings.preset,
            imbalance: Config::default().imbalance,
            seed: settings.seed,
        };
        record(graph, cut, settings.budget).map(|(trace, ..)| trace)
    }
}

impl From<World> for Ground {
    fn from(world: World) -> Ground {
        Ground {
            name: world.name,
            title: world.title.to_owned(),
            about: world.about.to_owned(),
            graph: Arc::new(world.graph),
            positions: Arc::new(world.positions),
            texts: Arc::new(world.texts),
            recorded: None,
        }
    }
}

/// The open texts and the settings of their run, as what leads there; or why it cannot be.
///
/// Where the run was recorded, that is what is shown; else the same graph is cut with the same K and seed.
pub fn own(open: &Open) -> Action {
    let (Some(outcome), Some(layout)) = (&open.outcome, &open.layout) else {
        return Action::Impossible(
            "Select first, and wait for the map: the graph of these texts is made there.".into(),
        );
    };
    let n = layout.positions.len();
    if n > MOST_WATCHED {
        let why = format!(
            "{n} texts are more than the {MOST_WATCHED} that can be watched here; `fastgas select --trace` records any number."
        );
        return Action::Impossible(why);
    }
    let config = &outcome.config;
    let settings = Settings {
        preset: config.preset,
        n_parts: outcome.partition.n_parts,
        budget: config.budget,
        seed: config.seed,
        beside: false,
    };
    let trace = open.trace.as_ref().and_then(|bytes| Trace::from_bytes(bytes).ok());
    let (graph, about) = match (&trace, &open.joined) {
        (Some(trace), _) => (
            trace.graph.clone(),
            "What the selection of your texts did, step by step: these are your own picks.",
        ),
        (None, Some(joined)) => {
            let row = |row: u32| joined.with(row).iter().map(|&other| (other, 1)).collect();
            let about = "The graph of your texts, cut with your K and your seed, and picked from by residual degree. What your \
                         own picks came from is recorded by Select, for as long as the page is open.";
            (CsrGraph::from_rows((0..n as u32).map(row)), about)
        }
        (None, None) => return Action::Impossible("Select again: the graph of these texts was not kept.".into()),
    };
    let texts = (0..n).map(|row| open.pool.instance(row).cell(open.text_column).to_owned());
    let ground = Ground {
        name: OWN,
        title: open.file_name.clone(),
        about: about.to_owned(),
        graph: Arc::new(graph),
        positions: Arc::new(layout.positions.clone()),
        texts: Arc::new(texts.collect()),
        recorded: trace.map(|trace| (settings, Arc::new(trace.events))),
    };
    Action::VisitOwn(Box::new(ground), settings)
}
