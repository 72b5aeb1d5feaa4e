//! Passes each message to the update function of its feature, and carries out the requests of the features.

use std::mem::discriminant;

use crate::answers;
use crate::compare;
use crate::confidences::Cmd as ConfidenceCmd;
use crate::encoder;
use crate::labeling::{self, LabelingContext};
use crate::persistence;
use crate::projects::{self, embedding_cache};
use crate::protection;
use crate::review::ReviewContext;
use crate::run::RunContext;
use crate::shell::views::View;
use crate::state::request::{context, persistence_context};
use crate::state::{AppState, Cmd, Confirmation, Msg, Request};

/// This is a macro because a method could not borrow the feature mutably while [`context!`] borrows other features.
macro_rules! update {
    ($state:ident.$feature:ident.$update:ident($msg:ident), $now_ms:ident) => {{
        let context = context!($state, $now_ms);
        let requests = $state.$feature.$update($msg, context);
        $state.carry_out(requests, $now_ms)
    }};
}

/// Like [`context!`], this macro borrows only the fields that it uses.
macro_rules! labeling_context {
    ($state:ident, $now_ms:ident) => {
        LabelingContext {
            project: $state.project.get_mut(),
            suggestions: &$state.suggestions,
            marked: &$state.map.marked,
            now_ms: $now_ms,
        }
    };
}

/// Like [`context!`], this macro borrows only the fields that it uses.
macro_rules! run_context {
    ($state:ident) => {
        RunContext {
            project: $state.project.get_mut(),
            encoder: &$state.encoder,
            confidences: &$state.confidences,
            session: &$state.session,
            is_leaving: $state.labeling.save_gate.is_leaving(),
        }
    };
}

impl AppState {
    /// `now_ms` is the time when the user acted. For a message that had to wait, this time is in the past.
    pub(crate) fn decide(&mut self, msg: Msg, now_ms: u64) -> Vec<Cmd> {
        match msg {
            Msg::Import(msg) => update!(self.import.update(msg), now_ms),
            Msg::Add(msg) => update!(self.import.update_append(msg), now_ms),
            Msg::FileLabels(msg) => update!(self.file_labels.update(msg), now_ms),
            Msg::Run(msg) => {
                let requests = self.run.update(msg, run_context!(self));
                self.carry_out(requests, now_ms)
            }
            Msg::Confidences(msg) => {
                let requests = self.confidences.update(msg, self.project.as_ref());
                self.carry_out(requests, now_ms)
            }
            Msg::ModelAnswers(msg) => update!(self.answers.update(msg), now_ms),
            Msg::Map(msg) => {
                let requests = self.map.update(msg, self.project.as_ref());
                self.carry_out(requests, now_ms)
            }
            Msg::Suggest(msg) => update!(self.suggestions.update(msg), now_ms),
            Msg::Similar(msg) => update!(self.similar.update(msg), now_ms),
            Msg::Review(msg) => {
                let context = ReviewContext {
                    project: self.project.as_ref(),
                    suggested: self.suggestions.all.as_deref(),
                    answers: &self.answers,
                };
                let requests = self.review.update(msg, &context);
                self.carry_out(requests, now_ms)
            }
            Msg::Compare(msg) => {
                if matches!(msg, compare::Msg::Show) {
                    self.comparison.exam.offer(&self.answers.form);
                }
                update!(self.comparison.update(msg), now_ms)
            }
            Msg::Cache(msg) => {
                let requests = self.cache.update(msg);
                self.carry_out(requests, now_ms)
            }
            Msg::Encoder(msg) => {
                let requests = self.encoder.update(msg);
                self.carry_out(requests, now_ms)
            }
            Msg::Answer { yes } => match self.notices.confirmation.take() {
                Some(confirmation) if yes => self.agreed(confirmation, now_ms),
                _ => Vec::new(),
            },
            Msg::Export(msg) => update!(self.export.update(msg), now_ms),
            Msg::SetPreference(choice, on) => {
                self.preferences.choose(choice, on);
                vec![Cmd::StorePreference(choice, on)]
            }
            Msg::Prompt(msg) => update!(self.prompts.update(msg), now_ms),
            Msg::Team(msg) => update!(self.team.update(msg), now_ms),
            Msg::Projects(msg) => update!(self.projects.update(msg), now_ms),
            Msg::Protection(msg) => update!(self.protection.update(msg), now_ms),
            Msg::Network(msg) => {
                let is_saved = self.is_saved();
                let requests = self.network.update(msg, is_saved);
                self.carry_out(requests, now_ms)
            }
            Msg::DismissMessage => {
                self.notices.notice = None;
                Vec::new()
            }
            Msg::Labeling(msg) => {
                if matches!(msg, labeling::Msg::GoTo(_)) {
                    self.view.show(View::Label);
                }
                let requests = self.labeling.update(msg, labeling_context!(self, now_ms));
                self.carry_out(requests, now_ms)
            }
            Msg::Session(msg) => update!(self.session.update(msg), now_ms),
            Msg::View(msg) => {
                self.view.update(msg);
                Vec::new()
            }
            Msg::Persistence(msg) => {
                let requests = self.persistence.update(msg, persistence_context!(self), now_ms);
                self.carry_out(requests, now_ms)
            }
        }
    }

    pub(crate) fn carry_out(&mut self, requests: Vec<Request>, now_ms: u64) -> Vec<Cmd> {
        let mut cmds = Vec::new();
        for request in requests {
            match request {
                Request::TakeJob(job) => self.run.take_job(job),
                Request::JobProgressed { job, progress } => self.comparison.progressed(job, progress),
                Request::SpeedMeasured { tokens_per_second } => self.encoder.set_speed(tokens_per_second),
                Request::Perform(cmd) => cmds.push(cmd),
                Request::Label(change) => {
                    let requests = self.labeling.change_labels(change, labeling_context!(self, now_ms));
                    cmds.extend(self.carry_out(requests, now_ms));
                }
                Request::InputSubmitted => self.session.mark_submitted(),
                Request::NewLabelAdded => self.session.clear_new_label(),
                Request::DropSettlementDraft(row) => self.session.drop_settlement(row),
                Request::HideReason(is_hidden) => self.session.hide_reason(is_hidden),
                Request::RestoreView(view) => self.view.restore(view),
                Request::Append => {
                    let cmd = self.persistence.append(persistence_context!(self));
                    cmds.extend(cmd.map(Cmd::Persistence));
                }
                Request::SaveHead => cmds.extend(self.save_head()),
                Request::SaveProject => {
                    let cmd = persistence::save_project(persistence_context!(self));
                    cmds.extend(cmd.map(Cmd::Persistence));
                }
                Request::Rewrite => {
                    let cmd = self.persistence.rewrite(persistence_context!(self));
                    cmds.extend(cmd.map(Cmd::Persistence));
                }
                Request::AppendTimedOut => self.labeling.on_append_timeout(),
                Request::HoldTexts => self.labeling.reset_override(),
                Request::GoToWhenSaved(row) => {
                    let is_open = self.project.is_some();
                    self.labeling.go_to_when_saved(row, is_open);
                }
                Request::HeadSaved => self.session.header_saved(),
                Request::CountTokens => self.run.count_tokens(self.project.as_ref()),
                Request::Notify(notice) => self.notices.notice = Some(notice),
                Request::DismissNotice => self.notices.notice = None,
                Request::Confirm(question) => self.confirm(question),
                Request::Apply(msg) => cmds.extend(self.decide(msg, now_ms)),
                Request::ApplyAt { msg, at_ms } => cmds.extend(self.decide(msg, at_ms)),
                Request::OpenProject { project, own, then } => {
                    cmds.extend(self.replace_or_ask(*project, own, then, now_ms));
                }
                Request::OfferTexts => cmds.extend(self.ask_to_append_colleagues(now_ms)),
                Request::LeaveProject => cmds.extend(self.forget_project()),
                Request::AwaitProject => self.persistence.await_project(),
                Request::StopAwaitingProject => self.nothing_restored(),
                Request::ShowProject { project, settings } => {
                    *self.project = Some(*project);
                    self.run.set_settings(*settings);
                }
                Request::StopWork => cmds.extend(self.stop_work(now_ms)),
                Request::CancelReading { ticket } => self.import.cancel_reading(ticket),
                Request::EncoderChanged => self.run.forget_embedding(),
                Request::EmbeddingsChanged => {
                    self.run.count_tokens(self.project.as_ref());
                    cmds.extend(self.forget_run());
                }
                Request::TextColumnChanged => {
                    self.run.count_tokens(self.project.as_ref());
                    cmds.extend(self.comparison.text_column_changed(self.project.as_ref()));
                    cmds.extend(self.drop_confidences_of_other_texts());
                    cmds.extend(self.drop_answers_to_other_texts());
                    let search = self.map.repeat_search(self.project.as_ref());
                    cmds.extend(self.carry_out(search.into_iter().collect(), now_ms));
                }
                Request::ReportFailure { title, error } => self.report_failure(&title, &error),
                Request::TextsChanged => {
                    cmds.extend(self.forget_run());
                    cmds.extend(self.invalidate_confidences());
                    cmds.extend(self.drop_answers_to_other_texts());
                    self.run.count_tokens(self.project.as_ref());
                    self.map.forget_columns();
                    let search = self.map.repeat_search(self.project.as_ref());
                    cmds.extend(self.carry_out(search.into_iter().collect(), now_ms));
                }
                Request::PartsChanged => {
                    self.map.forget_parts();
                    self.review.forget_parts();
                }
                Request::SetSettings(settings) => self.run.set_settings(settings),
                Request::HoldBack { from_row } => self.persistence.hold_back(from_row),
                Request::AskAboutColleague(incoming) => self.team.ask_again(*incoming, self.project.as_ref()),
                Request::DropWaitingFiles => self.team.drop_waiting(),
                Request::RememberAnnotator(name) => cmds.push(self.team.set_name(name)),
                Request::ForgetMerged => self.team.forget_merged(),
                Request::ReceiveProject { project, file_name } => {
                    let context = context!(self, now_ms);
                    let requests = self.team.incoming(*project, file_name, context);
                    cmds.extend(self.carry_out(requests, now_ms));
                }
            }
        }
        cmds
    }

    /// Some questions are asked when a computation ends, not when the user acts.
    /// A late question must not replace an open question, because the user might answer the wrong question.
    fn confirm(&mut self, question: Confirmation) {
        let open = self.notices.confirmation.as_ref();
        let is_other_open = open.is_some_and(|open| discriminant(open) != discriminant(&question));
        match question {
            Confirmation::Send(_) if is_other_open => self.confidences.cannot_ask(),
            // The message about the confidences explains how the user can show this question again.
            Confirmation::MissingConfidences(_) if is_other_open => {}
            Confirmation::SendPrompts(_) if is_other_open => self.answers.runs.cannot_ask(),
            Confirmation::SendExam(_) if is_other_open => self.comparison.exam.runs.cannot_ask(),
            question => self.notices.confirmation = Some(question),
        }
    }

    pub(super) fn save_head(&mut self) -> Option<Cmd> {
        let cmd = self.persistence.save_head(persistence_context!(self));
        cmd.map(Cmd::Persistence)
    }

    pub(crate) fn agreed(&mut self, confirmation: Confirmation, now_ms: u64) -> Vec<Cmd> {
        match confirmation {
            Confirmation::Send(sending) => {
                let requests = self.confidences.agreed(&sending);
                self.carry_out(requests, now_ms)
            }
            Confirmation::MissingConfidences(_) => {
                let requests = self.confidences.use_incomplete();
                self.carry_out(requests, now_ms)
            }
            Confirmation::SendPrompts(sending) => {
                let requests = self.answers.agreed(&sending, self.project.as_ref());
                self.carry_out(requests, now_ms)
            }
            Confirmation::SendExam(sending) => {
                let requests = self.comparison.agreed(&sending);
                self.carry_out(requests, now_ms)
            }
            Confirmation::SelectAnew => {
                let requests = self.run.start_new_selection(run_context!(self));
                self.carry_out(requests, now_ms)
            }
            Confirmation::Unprotect => {
                let requests = protection::unprotect(&context!(self, now_ms));
                self.carry_out(requests, now_ms)
            }
            Confirmation::AnotherName { name, .. } => {
                let requests = self.team.rename_annotator(&name, self.project.get_mut());
                self.carry_out(requests, now_ms)
            }
            Confirmation::NewProject => self.carry_out(projects::close(), now_ms),
            Confirmation::TakeOver => self.carry_out(projects::take_over(), now_ms),
            Confirmation::DeleteProject(entry) => vec![Cmd::Projects(projects::Cmd::DeletePermanently(entry.id))],
            Confirmation::Replace(project) | Confirmation::StopRun(project) => self.replace(*project, now_ms),
            Confirmation::Forget { name, .. } => {
                let requests = self.team.forget_colleague(&name, self.project.get_mut());
                self.carry_out(requests, now_ms)
            }
            Confirmation::EmptyCache(_) => {
                self.run.cache_emptied();
                vec![Cmd::Cache(embedding_cache::Cmd::Empty)]
            }
            Confirmation::DeleteMultilingual(_) => vec![Cmd::Encoder(encoder::Cmd::DeleteMultilingual)],
            Confirmation::MergeLabels { name, into, .. } => {
                let requests = labeling::merge_labels(self.project.get_mut(), &name, &into);
                self.carry_out(requests, now_ms)
            }
            Confirmation::Relabel { rows, name, .. } => {
                let requests = self.labeling.relabel(&rows, &name, labeling_context!(self, now_ms));
                self.carry_out(requests, now_ms)
            }
            Confirmation::RemoveLabel { name, .. } => {
                let requests = labeling::remove_label(self.project.get_mut(), &name, now_ms);
                self.carry_out(requests, now_ms)
            }
            Confirmation::TakeKey { name, key, .. } => {
                let requests = labeling::take_key(self.project.get_mut(), &name, key);
                self.carry_out(requests, now_ms)
            }
            Confirmation::ChooseAnswers(change) => {
                let requests = labeling::change_answers(self.project.get_mut(), change.to);
                self.carry_out(requests, now_ms)
            }
        }
    }

    /// Stops the requests for confidences. Answers that the language model has already given stay stored with the project.
    pub(crate) fn stop_confidence_requests(&mut self) -> Vec<Cmd> {
        confidence_commands(self.confidences.leave())
    }

    /// Discards the confidences, which are incomplete after texts were added. The model's answers stay stored.
    pub(crate) fn invalidate_confidences(&mut self) -> Vec<Cmd> {
        confidence_commands(self.confidences.invalidate())
    }

    fn drop_confidences_of_other_texts(&mut self) -> Vec<Cmd> {
        confidence_commands(self.confidences.drop_other_texts())
    }

    /// Stops the requests for labels. Answers that the language model has already given stay stored with the project.
    pub(crate) fn stop_answer_requests(&mut self) -> Vec<Cmd> {
        answer_commands(self.answers.leave())
    }

    fn drop_answers_to_other_texts(&mut self) -> Vec<Cmd> {
        answer_commands(self.answers.drop_other_texts(self.project.as_ref()))
    }
}

fn answer_commands(cmds: Vec<answers::Cmd>) -> Vec<Cmd> {
    cmds.into_iter().map(Cmd::ModelAnswers).collect()
}

fn confidence_commands(cmds: Vec<ConfidenceCmd>) -> Vec<Cmd> {
    cmds.into_iter().map(Cmd::Confidences).collect()
}
