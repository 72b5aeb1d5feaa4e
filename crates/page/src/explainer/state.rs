//! State of the explainer, which shows the algorithm step by step on a small example graph or on the open texts.
//!
//! The state is separate from [`crate::state`], because the explainer neither saves nor changes the project.
//! The traces of small example graphs are computed on demand, in about a millisecond.
//! The trace of the open texts was recorded by the selection run.

pub use crate::explainer::exercise::{Exercise, SolutionSource};
pub use crate::explainer::graph_draft::{DraftMsg, GraphDraft, OWN_GRAPH};
pub use crate::explainer::inspect::Dots;
pub use crate::explainer::question::Question;
pub use crate::explainer::source_graph::{OWN_TEXTS, SourceGraph, own_texts};
pub use crate::explainer::tour::{FIRST_WITH_LEVELS, Panel, STOPS, StopPosition, TourStop};
pub use crate::explainer::url::{ExplainerUrl, Position, mode};

use std::sync::Arc;

use crate::explainer::exercise::KnownSides;
use crate::explainer::source_graph::settings_of;
use crate::i18n::{decimal_mark, t};
use fastgas_partition::Preset;
use fastgas_trace::examples::ExampleGraph;
use fastgas_trace::{PictureStyle, Player, Scene};

/// Playback speeds in ticks per second. A tick is a time step of a trace, usually one visible change.
pub const SPEEDS: [u32; 6] = [1, 2, 4, 8, 20, 60];

/// Index in [`SPEEDS`] of the initial speed. At a lower speed, even the smallest example graph takes minutes.
const USUAL_SPEED: usize = 3;

pub const COMPARED_PRESETS: [Preset; 2] = [Preset::Paper, Preset::Best];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub preset: Preset,
    pub n_parts: u32,
    pub budget: u32,
    pub seed: u64,
    /// The number k of neighbors in a kNN graph of embeddings. 0 for other graphs.
    pub n_neighbors: u32,
    /// Whether two players show the `paper` and `best` presets.
    pub side_by_side: bool,
}

/// The animation between two steps. For example, merging vertices move to the position of the merged vertex.
#[derive(Clone, Debug)]
pub struct Motion {
    pub from: Vec<Arc<Scene>>,
    pub to_tick: u32,
}

#[derive(Clone)]
pub struct Explainer {
    pub shown: bool,
    pub source_graph: Option<SourceGraph>,
    pub settings: Settings,
    /// The side-by-side view has two players. All other views have one player.
    pub players: Vec<Player>,
    pub scenes: Vec<Arc<Scene>>,
    /// The motion to the current step. `None` if the step is shown without a motion.
    pub motion: Option<Motion>,
    pub cut_lines: Arc<Vec<String>>,
    /// With two players, the current tick belongs to the longer trace.
    pub tick: u32,
    pub playing: bool,
    pub speed: usize,
    /// Whether the picture of a refinement pass shows the gain of each vertex.
    pub shows_gains: bool,
    /// Whether the user must answer a question before each move of a refinement pass.
    pub asks: bool,
    pub question: Option<Question>,
    /// In the lecture mode, texts and controls are large enough for a projector.
    pub lecture: bool,
    /// Whether a link has turned on the lecture mode, but the page is not in full screen yet.
    /// Browsers refuse full screen until the user presses a key, clicks or taps.
    pub awaits_fullscreen: bool,
    /// Whether a saved picture contains the texts. By default true only for the texts of a built-in example.
    pub saves_texts: bool,
    /// For each player, the last sentences of the log, each with its tick. The newest sentence is last.
    pub logs: Vec<Vec<(u32, String)>>,
    /// The chapter that the view is zoomed to, as the index of the player and the index of the chapter.
    pub zoom: Option<(usize, usize)>,
    pub problem: Option<String>,
    pub draft: GraphDraft,
    pub is_drafting: bool,
    pub exercise: Option<Exercise>,
    pub stop: Option<usize>,
    /// The vertex of the text that the prompt at the last tour stop asks about.
    pub query: Option<u32>,
}

impl Settings {
    /// The number of parts is at most `budget`, because a selection of texts has the same limit.
    pub fn parts_made(self) -> u32 {
        self.n_parts.min(self.budget)
    }
}

impl Default for Explainer {
    fn default() -> Explainer {
        Explainer {
            shown: false,
            source_graph: None,
            settings: Settings::default(),
            players: Vec::new(),
            scenes: Vec::new(),
            motion: None,
            cut_lines: Arc::default(),
            tick: 0,
            playing: false,
            speed: 0,
            shows_gains: true,
            asks: false,
            question: None,
            lecture: false,
            awaits_fullscreen: false,
            saves_texts: false,
            logs: Vec::new(),
            zoom: None,
            problem: None,
            draft: GraphDraft::default(),
            is_drafting: false,
            exercise: None,
            stop: None,
            query: None,
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            preset: Preset::Paper,
            n_parts: 2,
            budget: 2,
            seed: 0,
            n_neighbors: 0,
            side_by_side: false,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Visit(&'static str),
    EditGraph,
    Draft(DraftMsg),
    UseDraft,
    VisitOwn(Box<SourceGraph>, Settings),
    Follow(ExplainerUrl),
    Impossible(String),
    Leave,
    Set(Settings),
    Play(bool),
    Pass,
    Seek(u32),
    SeekOf(usize, u32),
    Step {
        forward: bool,
        /// Whether the step leads to the next or previous event. Otherwise, the step is one tick.
        whole: bool,
    },
    Speed(i32),
    SaveTexts(bool),
    /// Zoom the view to a chapter, given by the index of the player and the index of the chapter. `None` ends the zoom.
    Zoom(Option<(usize, usize)>),
    /// Go to the tour stop with the given index. `None` ends the tour.
    Tour(Option<usize>),
    /// Show the next or previous page of a lecture. A page is a stop of the tour, or an event outside the tour.
    Page {
        forward: bool,
    },
    Lecture(bool),
    LinkedLecture(bool),
    ShowGains(bool),
    Ask(bool),
    Query(u32),
    Guess(u32),
    Try(Option<crate::explainer::exercise::ExerciseKind>),
    Toggle(u32),
    Paint {
        vertex: u32,
        side: u32,
    },
    Reveal,
    Show(SolutionSource),
}

pub(crate) fn with_gains(shows_gains: bool, style: PictureStyle) -> PictureStyle {
    PictureStyle {
        shows_gains,
        decimal_mark: decimal_mark(),
        ..style
    }
}

impl Explainer {
    pub fn apply(&mut self, msg: Msg) {
        match msg {
            Msg::Visit(name) => {
                if let Some(example) = ExampleGraph::named(name) {
                    let settings = settings_of(&example);
                    self.open(SourceGraph::from(example), settings);
                }
            }
            Msg::VisitOwn(source_graph, settings) => self.open(*source_graph, settings),
            Msg::EditGraph => {
                (self.is_drafting, self.playing, self.stop) = (true, false, None);
            }
            Msg::Draft(msg) => self.draft.apply(msg),
            Msg::UseDraft => {
                if let Some(source_graph) = self.draft.source() {
                    let settings = source_graph.initial;
                    self.open(source_graph, settings);
                }
            }
            Msg::Follow(address) => self.follow(&address),
            Msg::Impossible(why) => {
                *self = Explainer {
                    shown: true,
                    problem: Some(why),
                    draft: std::mem::take(&mut self.draft),
                    ..Explainer::default()
                };
            }
            Msg::Leave => {
                // The user's own graph is kept when the explainer is closed.
                *self = Explainer {
                    draft: std::mem::take(&mut self.draft),
                    ..Explainer::default()
                };
            }
            // A field that loses the focus also reports an unchanged value, which must not restart the run.
            Msg::Set(settings) if settings == self.settings => {}
            Msg::Set(settings) => {
                self.settings = settings;
                self.exercise = None;
                self.begin();
            }
            Msg::Play(playing) => {
                self.playing = playing && self.end() > 0;
                if self.playing && self.tick == self.end() {
                    self.seek(0);
                }
            }
            Msg::Pass => self.pass(),
            Msg::Seek(tick) => {
                self.playing = false;
                self.seek(tick);
            }
            Msg::Step { forward, whole } => {
                self.playing = false;
                self.step(forward, whole);
            }
            Msg::Speed(by) => {
                self.speed = self.speed.saturating_add_signed(by as isize).min(SPEEDS.len() - 1);
            }
            Msg::SaveTexts(saves_texts) => self.saves_texts = saves_texts,
            Msg::SeekOf(player, tick) => {
                if player < self.players.len() {
                    self.apply(Msg::Seek(self.of_longest(player, tick)));
                }
            }
            Msg::Zoom(chapter) => {
                self.zoom = chapter;
                let place =
                    |(player, at): (usize, usize)| Some((player, self.players.get(player)?.chapters().get(at)?.tick));
                if let Some((player, tick)) = chapter.and_then(place) {
                    // The effect of a chapter's first event is visible one tick after the beginning of the chapter.
                    self.apply(Msg::SeekOf(player, tick + 1));
                }
            }
            Msg::Tour(stop) => match stop.filter(|&at| at < STOPS.len()) {
                Some(at) => self.stop_at(at),
                None => self.stop = None,
            },
            Msg::Page { forward } => self.turn_page(forward),
            Msg::LinkedLecture(lecture) => (self.lecture, self.awaits_fullscreen) = (lecture, lecture),
            Msg::Lecture(lecture) => (self.lecture, self.awaits_fullscreen) = (lecture, false),
            Msg::ShowGains(shows_gains) => self.shows_gains = shows_gains,
            Msg::Ask(asks) => {
                self.asks = asks;
                self.question = None;
            }
            Msg::Query(row) => self.query = Some(row),
            Msg::Guess(vertex) => self.guess(vertex),
            Msg::Try(kind) => {
                self.playing = false;
                let graph = self.source_graph.as_ref().map(|source_graph| &source_graph.graph);
                self.exercise = kind
                    .zip(graph)
                    .map(|(kind, graph)| Exercise::begin(kind, graph, self.settings.budget));
            }
            Msg::Toggle(vertex) => {
                if let (Some(exercise), Some(source_graph)) = (&mut self.exercise, &self.source_graph) {
                    exercise.toggle(vertex, &source_graph.graph);
                }
            }
            Msg::Paint { vertex, side } => {
                if let Some(exercise) = &mut self.exercise {
                    exercise.paint(vertex, side);
                }
            }
            Msg::Show(whose) => {
                if let Some(exercise) = &mut self.exercise {
                    exercise.shown = whose;
                }
            }
            Msg::Reveal => {
                let by_parts = self.picks_by_parts();
                if let (Some(exercise), Some(source_graph)) = (&mut self.exercise, &self.source_graph) {
                    let of = |sides: &Option<Arc<Vec<u32>>>| sides.as_ref().map(|sides| sides.to_vec());
                    let known = KnownSides {
                        best: of(&source_graph.halves),
                        real: of(&source_graph.real_sides),
                    };
                    exercise.reveal(&source_graph.graph, by_parts, known);
                }
            }
        }
    }

    fn open(&mut self, source_graph: SourceGraph, settings: Settings) {
        *self = Explainer {
            shown: true,
            draft: std::mem::take(&mut self.draft),
            lecture: self.lecture,
            awaits_fullscreen: self.awaits_fullscreen,
            asks: self.asks,
            shows_gains: self.shows_gains,
            saves_texts: source_graph.name != OWN_TEXTS,
            source_graph: Some(source_graph),
            settings,
            speed: self.speed.max(USUAL_SPEED),
            ..Explainer::default()
        };
        self.begin();
    }

    fn stop_at(&mut self, at: usize) {
        let stop = &STOPS[at];
        let Some(example) = ExampleGraph::named(stop.example) else {
            return;
        };
        let settings = stop.settings(settings_of(&example));
        if self
            .source_graph
            .as_ref()
            .is_none_or(|source_graph| source_graph.name != stop.example)
            || self.settings != settings
        {
            self.open(SourceGraph::from(example), settings);
        }
        (self.stop, self.zoom, self.exercise, self.playing) = (Some(at), None, None, false);
        self.is_drafting = false;
        self.seek(self.tick_of(stop.place));
    }

    /// At the first stop, going back has no effect. At the last stop, going on has no effect.
    /// Therefore a lecturer who presses the presenter remote once too often stays in the tour.
    fn turn_page(&mut self, forward: bool) {
        match self.stop {
            Some(at) if forward && at + 1 < STOPS.len() => self.stop_at(at + 1),
            Some(at) if !forward && at > 0 => self.stop_at(at - 1),
            Some(_) => {}
            None => self.apply(Msg::Step { forward, whole: true }),
        }
    }

    pub fn style(&self) -> PictureStyle {
        let shows_gains = self.shows_gains && !self.is_asking();
        match (self.lecture, self.players.len() > 1) {
            (false, _) => with_gains(shows_gains, PictureStyle::SCREEN),
            (true, false) => with_gains(shows_gains, PictureStyle::LECTURE),
            // Two pictures side by side are too narrow for numbers in a large font.
            (true, true) => PictureStyle {
                max_numbered: 0,
                ..PictureStyle::LECTURE
            },
        }
    }

    fn tick_of(&self, place: StopPosition) -> u32 {
        match (place, self.players.first()) {
            (StopPosition::Start, _) | (_, None) => 0,
            (StopPosition::Into(is, ticks), Some(player)) => player.tick_in_first(is, ticks),
            (StopPosition::After(is), Some(player)) => player.tick_in_first(is, u32::MAX),
            (StopPosition::End, _) => self.end(),
        }
    }

    /// Whether the explainer shows the graph, settings and step of `stop`, without an exercise or a zoom.
    fn is_at(&self, stop: &TourStop) -> bool {
        let is_source = |source_graph: &SourceGraph| {
            source_graph.name == stop.example && self.settings == stop.settings(source_graph.initial)
        };
        self.source_graph.as_ref().is_some_and(is_source)
            && self.tick == self.tick_of(stop.place)
            && self.exercise.is_none()
            && self.zoom.is_none()
    }

    fn follow(&mut self, address: &ExplainerUrl) {
        self.apply(Msg::LinkedLecture(address.lecture));
        match &address.position {
            &Position::Stop(at) => self.stop_at(at),
            Position::Step {
                example,
                settings,
                tick,
                stop,
            } => {
                let Some(graph) = ExampleGraph::named(example) else {
                    return self.apply(Msg::Impossible(t!("explainer-link-texts-missing")));
                };
                self.open(SourceGraph::from(graph), *settings);
                self.stop = stop.filter(|&stop| STOPS[stop].example == example);
                self.seek(*tick);
            }
        }
    }

    pub fn url(&self) -> Option<ExplainerUrl> {
        // A graph that the user has drawn has no address, because an address cannot contain the whole graph.
        let source_graph = self
            .source_graph
            .as_ref()
            .filter(|source_graph| source_graph.name != OWN_GRAPH)?;
        let position = match self.stop.filter(|&at| self.is_at(&STOPS[at])) {
            Some(at) => Position::Stop(at),
            None => Position::Step {
                example: source_graph.name.to_owned(),
                settings: self.settings,
                tick: self.tick,
                stop: self.stop,
            },
        };
        Some(ExplainerUrl {
            position,
            lecture: self.lecture,
        })
    }
}
