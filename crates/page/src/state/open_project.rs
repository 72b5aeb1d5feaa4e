//! Opening, replacing and closing the project on the screen. All features reset their data about the previous project.

use crate::import;
use crate::persistence;
use crate::project::Project;
use crate::projects;
use crate::session::SessionTracker;
use crate::shell::views::ViewState;
use crate::state::request::persistence_context;
use crate::state::{AppState, Cmd, Confirmation, Msg, Request};
use fastgas_select::Config;

impl AppState {
    /// Opens `project` instead of the current project. Asks first if data would be lost.
    /// `own` is the name of the user as annotator. An empty name removes the name.
    /// `None` keeps the name in the project, or sets the last name used in this browser if the project has no name.
    pub(crate) fn replace_or_ask(
        &mut self,
        project: Project,
        own: Option<String>,
        then: Vec<Request>,
        now_ms: u64,
    ) -> Vec<Cmd> {
        self.team.will_open_as(own);
        self.notices.after_opening = then;
        if self.would_lose_data() {
            self.notices.confirmation = Some(Confirmation::Replace(Box::new(project)));
            return Vec::new();
        }
        if self.run.current.is_some() {
            self.notices.confirmation = Some(Confirmation::StopRun(Box::new(project)));
            return Vec::new();
        }
        self.replace(project, now_ms)
    }

    pub(crate) fn replace(&mut self, mut project: Project, now_ms: u64) -> Vec<Cmd> {
        let before = self.project.as_ref().map(Project::size);
        let settings = self.run.settings.clone().fitting(before, project.size());
        let own = self.team.take_opens_as();
        let mut cmds = self.forget_project();
        self.run.set_settings(settings);
        project.storage.is_protected |= self.protection.take_next();
        cmds.push(Cmd::Projects(projects::Cmd::Begin {
            is_protected: project.storage.is_protected,
        }));
        cmds.extend(
            project
                .source
                .embeddings
                .clone()
                .map(|value| Cmd::Import(import::Cmd::StoreEmbeddings(value))),
        );
        if project.annotations.annotator.is_none() && own.is_none() {
            project.set_stored_annotator(self.team.name.as_deref());
        }
        if let Some(outcome) = &project.result.outcome {
            self.run.use_config(&outcome.config);
        }
        cmds.extend(self.file_labels.search_opened(&project).map(Cmd::FileLabels));
        *self.project = Some(project);
        self.run.count_tokens(self.project.as_ref());
        let save = persistence::save_project(persistence_context!(self));
        // Stores labels that the file or the backup contains.
        let append = self.persistence.append(persistence_context!(self));
        cmds.extend([save, append].into_iter().flatten().map(Cmd::Persistence));
        cmds.extend(own.map(|own| self.team.set_name(own)));
        let then = std::mem::take(&mut self.notices.after_opening);
        cmds.extend(self.carry_out(then, now_ms));
        cmds
    }

    /// No project could be restored, so the page shows the project list.
    /// The tab is no longer read-only, because it shows no project that another tab could change.
    pub(crate) fn nothing_restored(&mut self) {
        self.persistence.stop_awaiting();
        if self.project.is_none() {
            self.projects.leave();
        }
    }

    /// Closes the project. All unsaved data is written to disk first.
    pub(crate) fn forget_project(&mut self) -> Vec<Cmd> {
        let flush = self.persistence.flush(persistence_context!(self));
        let mut cmds: Vec<Cmd> = flush.map(Cmd::Persistence).into_iter().collect();
        cmds.extend(self.forget_run());
        cmds.extend(self.stop_confidence_requests());
        cmds.extend(self.stop_answer_requests());
        cmds.extend(self.comparison.exam.leave());
        cmds.extend(self.close_dialogs());
        cmds.extend(self.export.forget().map(Cmd::Export));
        *self.project = None;
        self.map.forget();
        self.review.forget();
        self.team.forget();
        self.projects.leave();
        self.persistence.forget();
        self.labeling.forget();
        *self.session = SessionTracker::default();
        *self.view = ViewState::default();
        self.notices.notice = None;
        self.run.use_config(&Config::default());
        cmds
    }

    /// Closes all dialogs and cancels imports in progress, because they would apply to the next project.
    pub(crate) fn close_dialogs(&mut self) -> Vec<Cmd> {
        let mut cmds: Vec<Cmd> = match self.prompts.is_open && self.prompts.close() {
            true => self.save_head().into_iter().collect(),
            false => Vec::new(),
        };
        cmds.extend(self.import.close_all().into_iter().map(Cmd::Import));
        self.notices.confirmation = None;
        cmds.extend(self.file_labels.close().map(Cmd::FileLabels));
        self.team.drop_incoming();
        self.labeling.close_label_search();
        self.protection.close_dialogs();
        self.view.close_settings();
        *self.similar = self.similar.closed();
        self.prompts.forget();
        cmds
    }

    /// Another tab has taken over the project, so all dialogs are closed and all jobs end.
    pub(super) fn stop_work(&mut self, now_ms: u64) -> Vec<Cmd> {
        let read_only = self.projects.read_only;
        self.labeling.release_gate(self.project.get_mut(), read_only);
        let flush = self.persistence.flush(persistence_context!(self));
        let mut cmds: Vec<Cmd> = flush.map(Cmd::Persistence).into_iter().collect();
        // Stop reading first, because closing the dialogs forgets which file is being read.
        cmds.extend(self.decide(Msg::Import(import::Msg::Stop), now_ms));
        cmds.extend(self.close_dialogs());
        let mut requests = self.encoder.close();
        requests.extend(self.encoder.stop_multilingual());
        cmds.extend(self.carry_out(requests, now_ms));
        cmds.extend(self.forget_run());
        cmds.extend(self.stop_confidence_requests());
        cmds.extend(self.stop_answer_requests());
        cmds.extend(self.comparison.exam.leave());
        cmds
    }

    pub(crate) fn forget_run(&mut self) -> Vec<Cmd> {
        let mut cmds: Vec<Cmd> = self.run.forget().map(Cmd::Run).into_iter().collect();
        cmds.extend(self.comparison.forget());
        cmds
    }
}

#[cfg(test)]
mod tests;
