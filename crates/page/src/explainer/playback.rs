//! Playback of the explanation: the creation of the players, the steps, and the description of the current step.

use std::sync::Arc;

use crate::explainer::cut_chart;
use crate::explainer::{COMPARED_PRESETS, Explainer, Motion, OWN_TEXTS, SPEEDS, Settings};
use crate::i18n::core_messages;
use crate::i18n::t;
use fastgas_partition::Preset;
use fastgas_protocol::Error;
use fastgas_trace::{Player, Stage, View};

/// Maximum number of frames per second. At a higher playback speed, a frame advances several ticks.
const MAX_FRAMES_PER_SECOND: u32 = 20;

/// Maximum number of vertices in a graph whose explanation shows every move.
/// For larger graphs, one step is a whole refinement pass.
const MAX_VERTICES_FOR_MOVES: usize = 300;

pub(crate) const MAX_LOG_LINES: usize = 8;

impl Explainer {
    pub(crate) fn begin(&mut self) {
        (self.players, self.scenes, self.logs) = (Vec::new(), Vec::new(), Vec::new());
        (self.zoom, self.tick, self.cut_lines) = (None, 0, Arc::default());
        (self.playing, self.problem) = (false, None);
        let n_neighbors = self.settings.n_neighbors;
        let Some(source_graph) = &mut self.source_graph else {
            return;
        };
        source_graph.join_nearest(n_neighbors);
        let source_graph = &*source_graph;
        let presets = match self.settings.side_by_side {
            true => COMPARED_PRESETS.to_vec(),
            false => vec![self.settings.preset],
        };
        let player = |preset| {
            let settings = Settings {
                preset,
                side_by_side: false,
                ..self.settings
            };
            source_graph.check(settings)?;
            let trace = source_graph.trace(settings).map_err(|error| problem(&error))?;
            let coarsely = source_graph.graph.n_vertices() > MAX_VERTICES_FOR_MOVES;
            Player::new(trace, source_graph.positions.to_vec(), coarsely).map_err(|error| problem(&error.into()))
        };
        match presets.into_iter().map(player).collect::<Result<Vec<Player>, String>>() {
            Ok(players) => {
                self.logs = vec![Vec::new(); players.len()];
                self.cut_lines = Arc::new(cut_chart::lines(&players));
                self.players = players;
            }
            Err(why) => self.problem = Some(why),
        }
        self.seek(0);
    }

    pub fn end(&self) -> u32 {
        self.players.iter().map(Player::end).max().unwrap_or(0)
    }

    /// Milliseconds between two frames of the playback.
    pub fn interval(&self) -> u32 {
        1000 / SPEEDS[self.speed].min(MAX_FRAMES_PER_SECOND)
    }

    pub(crate) fn pass(&mut self) {
        if !self.playing {
            return;
        }
        if self.asks_first() {
            return;
        }
        let ticks = (SPEEDS[self.speed] / MAX_FRAMES_PER_SECOND).max(1);
        // With questions, the playback advances one tick at a time, because a larger step would skip a question.
        let ticks = if self.asks { 1 } else { ticks };
        self.seek(self.tick + ticks);
        self.playing = self.tick < self.end();
    }

    /// Both players end at the same time, so the ticks of a player are scaled to the length of the longest trace.
    pub(crate) fn of_longest(&self, player: usize, tick: u32) -> u32 {
        let (of, to) = (self.players[player].end(), self.end());
        // Round up, because the conversion back to the ticks of the player rounds down.
        let product = u64::from(tick) * u64::from(to);
        product.div_ceil(u64::from(of.max(1))) as u32
    }

    /// Of two equally long traces, the first trace counts as the longest trace.
    pub(crate) fn longest(&self) -> Option<usize> {
        (0..self.players.len()).max_by_key(|&at| (self.players[at].end(), std::cmp::Reverse(at)))
    }

    pub(crate) fn seek(&mut self, tick: u32) {
        let end = self.end();
        let is_next = tick == self.tick + 1;
        self.tick = tick.min(end);
        self.question = None;
        for player in &mut self.players {
            player.seek(scaled(self.tick, end, player.end()));
        }
        let scenes = self.players.iter().map(|player| Arc::new(player.scene())).collect();
        let from = std::mem::replace(&mut self.scenes, scenes);
        // Only a single step forward is animated. Jumps and steps backward are not animated.
        let moves = is_next && from.len() == self.players.len() && self.players.iter().any(Player::has_merged);
        self.motion = moves.then_some(Motion {
            from,
            to_tick: self.tick,
        });
        let texts = self.texts();
        for (player, log) in self.players.iter().zip(&mut self.logs) {
            let entry = (player.tick(), described(player, &texts));
            // After a step backward, the log lines of later steps are removed.
            log.retain(|(tick, _)| *tick <= entry.0);
            if log.last() != Some(&entry) {
                log.push(entry);
                let surplus = log.len().saturating_sub(MAX_LOG_LINES);
                log.drain(..surplus);
            }
        }
    }

    pub(crate) fn step(&mut self, forward: bool, whole: bool) {
        let Some(longest) = self.longest() else { return };
        if forward && !whole && self.asks_first() {
            return;
        }
        let tick = match (whole, forward) {
            (true, _) => self.players[longest].next_event(forward),
            (false, true) => self.tick + 1,
            (false, false) => self.tick.saturating_sub(1),
        };
        self.seek(tick);
    }

    pub fn sentence(&self) -> String {
        let texts = self.texts();
        let sentences: Vec<String> = self.players.iter().map(|player| described(player, &texts)).collect();
        match &sentences[..] {
            [paper, best] => t!("explainer-step-both-presets", paper, best),
            _ => sentences.concat(),
        }
    }

    pub fn texts(&self) -> Arc<Vec<String>> {
        let texts = self
            .source_graph
            .as_ref()
            .map(|source_graph| source_graph.texts.clone());
        texts.unwrap_or_default()
    }

    /// The language is “en” for the texts of built-in examples, and unknown for the user's own texts.
    pub fn language_of_texts(&self) -> Option<&'static str> {
        let source_graph = self.source_graph.as_ref()?;
        (source_graph.name != OWN_TEXTS && !source_graph.texts.is_empty()).then_some("en")
    }

    pub fn picks(&self, player: usize) -> Vec<(u32, String)> {
        let (Some(player), Some(source_graph)) = (self.players.get(player), &self.source_graph) else {
            return Vec::new();
        };
        let replay = player.replay();
        let pick = |row: u32| {
            let words = source_graph.texts.get(row as usize);
            let words = words.map_or_else(|| t!("explainer-vertex-name", row = row + 1), String::clone);
            (replay.part_of[row as usize], words)
        };
        match replay.stage {
            Stage::Select => replay.rows().into_iter().map(pick).collect(),
            Stage::Partition => Vec::new(),
        }
    }

    /// Whether the player shows greedy picks as in the paper although the preset is not `paper`.
    /// In a selection of texts with embeddings, every preset except `paper` picks by a different method.
    pub fn continues_over_pool(&self, player: usize) -> bool {
        let replay = self.players.get(player).map(Player::replay);
        replay.is_some_and(|replay| {
            replay.stage == Stage::Select && replay.preset != Preset::Paper && !replay.quotas.is_empty()
        })
    }

    pub fn view(&self) -> View {
        let chapter = self
            .zoom
            .and_then(|(player, at)| self.players.get(player)?.chapters().get(at));
        match (chapter, &self.source_graph) {
            (Some(chapter), Some(source_graph)) if !chapter.instances.is_empty() => {
                View::around(&source_graph.positions, &chapter.instances)
            }
            _ => View::ALL,
        }
    }
}

/// Vertices and parts are numbered from 1, as in all views of the explainer.
pub(crate) fn described(player: &Player, texts: &[String]) -> String {
    core_messages::step(&player.sentence(texts).counted_from_one())
}

fn scaled(tick: u32, of: u32, to: u32) -> u32 {
    (u64::from(tick) * u64::from(to))
        .checked_div(u64::from(of))
        .unwrap_or(0) as u32
}

fn problem(error: &Error) -> String {
    core_messages::problem(error)
}
