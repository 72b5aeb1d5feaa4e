//! The state of the page, and every message that can change it. Plain Rust: no browser, no clock.
//!
//! Everything that happens is a [`Msg`]. [`AppState::apply`] changes the state and returns the [`Cmd`]s to perform.
//! Commands deliver their results as messages.
//!
//! Labels are written to disk immediately and in order. Every write contains all log entries that may be unsaved.
//! The log on disk is therefore always a prefix of the log in memory, and the state contains the length of this prefix.

pub mod cmd;
pub mod msg;
pub mod notices;
pub mod open_project;
pub mod request;
mod rules;
#[cfg(test)]
mod tests;
pub mod tracked;
pub mod update;

pub use cmd::Cmd;
pub use msg::Msg;
pub use notices::{Confirmation, Notice, Notices};
pub use request::{Context, LabelChange, Request};

use crate::answers::AnswersState;
use crate::compare::Comparison;
use crate::confidences::Confidences;
use crate::encoder::EncoderState;
use crate::export::ExportState;
use crate::file_labels::FileLabelsState;
use crate::import::ImportState;
use crate::labeling::LabelingState;
use crate::map::MapState;
use crate::network::Network;
use crate::persistence::Persistence;
use crate::project::Project;
use crate::projects::embedding_cache::EmbeddingCacheState;
use crate::projects::{self, ProjectsState};
use crate::prompts::PromptState;
use crate::protection::ProtectionState;
use crate::review::ReviewState;
use crate::run::RunState;
use crate::session::SessionTracker;
use crate::shell::views::{View, ViewState};
use crate::similar::SimilarState;
use crate::state::request::{Work, context};
use crate::state::rules::{AFTER_EACH, AfterMsg};
use crate::state::tracked::Tracked;
use crate::state::tracked::changed_parts;
use crate::suggestions::SuggestionState;
use crate::team::TeamState;
use fastgas_platform::{EncoderName, Preferences};
use leptos::prelude::ArcTrigger;

/// Each field is the state of one feature.
#[derive(Clone, Debug, PartialEq)]
pub struct AppState {
    pub project: Tracked<Option<Project>>,
    pub import: Tracked<ImportState>,
    pub file_labels: Tracked<FileLabelsState>,
    pub encoder: Tracked<EncoderState>,
    pub export: Tracked<ExportState>,
    pub run: Tracked<RunState>,
    pub labeling: Tracked<LabelingState>,
    pub(crate) session: Tracked<SessionTracker>,
    pub view: Tracked<ViewState>,
    pub persistence: Tracked<Persistence>,
    pub cache: Tracked<EmbeddingCacheState>,
    pub notices: Tracked<Notices>,
    pub preferences: Tracked<Preferences>,
    pub confidences: Tracked<Confidences>,
    pub answers: Tracked<AnswersState>,
    pub map: Tracked<MapState>,
    pub suggestions: Tracked<SuggestionState>,
    pub similar: Tracked<SimilarState>,
    pub review: Tracked<ReviewState>,
    pub comparison: Tracked<Comparison>,
    pub prompts: Tracked<PromptState>,
    pub team: Tracked<TeamState>,
    pub projects: Tracked<ProjectsState>,
    pub protection: Tracked<ProtectionState>,
    pub network: Tracked<Network>,
}

impl AppState {
    pub fn new(cores: usize) -> AppState {
        AppState {
            project: Tracked::default(),
            import: Tracked::default(),
            file_labels: Tracked::default(),
            encoder: Tracked::default(),
            export: Tracked::default(),
            run: RunState::new(cores).into(),
            labeling: Tracked::default(),
            session: Tracked::default(),
            view: Tracked::default(),
            persistence: Persistence::at_start().into(),
            cache: Tracked::default(),
            notices: Tracked::default(),
            preferences: Tracked::default(),
            confidences: Tracked::default(),
            answers: Tracked::default(),
            map: Tracked::default(),
            suggestions: Tracked::default(),
            similar: Tracked::default(),
            review: Tracked::default(),
            comparison: Tracked::default(),
            prompts: Tracked::default(),
            team: Tracked::default(),
            projects: Tracked::default(),
            protection: Tracked::default(),
            network: Tracked::default(),
        }
    }

    /// The parts of the state that have changed since the last call.
    /// Each part is returned with its name and the trigger of its subscribers.
    pub(crate) fn take_changed_parts(&mut self) -> Vec<(&'static str, ArcTrigger)> {
        let of_project = self.project.get_mut().map(Project::take_changed_parts);
        let mut changed = changed_parts!(
            AppState,
            self,
            project,
            import,
            file_labels,
            encoder,
            export,
            run,
            labeling,
            session,
            view,
            persistence,
            cache,
            notices,
            preferences,
            confidences,
            answers,
            map,
            suggestions,
            similar,
            review,
            comparison,
            prompts,
            team,
            projects,
            protection,
            network
        );
        changed.extend(of_project.into_iter().flatten());
        changed
    }

    /// Applies a message that happens at `now_ms` (milliseconds since 1970). Returns the commands to perform, in order.
    ///
    /// A read-only tab ignores some messages. Messages that result from other messages skip this function.
    pub fn apply(&mut self, msg: Msg, now_ms: u64) -> Vec<Cmd> {
        // The latest date in JavaScript, in milliseconds since 1970. A wrong clock can return any number.
        const MAX_TIME_MS: u64 = 8_640_000_000_000_000;
        let now_ms = now_ms.min(MAX_TIME_MS);
        self.labeling.unmarked().dwell_timer.set_clock(now_ms);
        let cmds = self.take_msg(msg, now_ms);
        let is_shown = self.view.shown == View::Label;
        self.labeling.switch_dwell_timer(self.project.get_mut(), is_shown);
        cmds
    }

    fn take_msg(&mut self, msg: Msg, now_ms: u64) -> Vec<Cmd> {
        if !self.projects.is_allowed(&msg) {
            return self.carry_out(projects::report_read_only(&msg), now_ms);
        }
        let typed_of = self.session.row_being_typed(self.project.as_ref());
        let was_selecting = self.run.current.is_some();
        let left_view = self.view.shown;
        let mut cmds = Vec::new();
        if self.team.applies_typed_name(&msg) {
            let context = context!(self, now_ms);
            let requests = self.team.take_typed_name(&msg, context);
            cmds = self.carry_out(requests, now_ms);
        }
        let is_refused = self.persistence.is_refused();
        let msg = self.labeling.gate_msg(msg, self.project.get_mut(), is_refused);
        cmds.extend(msg.map_or_else(Vec::new, |msg| self.decide(msg, now_ms)));
        let mut after = AfterMsg {
            typed_of,
            was_selecting,
            left_view,
            now_ms,
            cmds,
        };
        for rule in AFTER_EACH {
            rule(self, &mut after);
        }
        after.cmds
    }

    /// The source of the embeddings: the file with imported embeddings if there is one, otherwise the encoder in use.
    pub fn embedded_by(&self) -> EncoderName {
        let encoder = self.encoder.name();
        match self.project.as_ref() {
            Some(project) => project.embedded_by(&encoder),
            None => encoder,
        }
    }

    pub(crate) fn work(&self) -> Work {
        Work {
            is_at_work: self.has_running_job(),
            is_saved: self.is_saved(),
            is_at_risk: self.would_lose_data(),
            awaits_project: self.persistence.restoring,
            can_protect: self.can_protect(),
        }
    }
}
