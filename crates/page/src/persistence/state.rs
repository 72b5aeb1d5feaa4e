//! Writes the open project to disk and tracks which data is saved.
//! The label log is stored separately from the other data.
//!
//! An append usually starts immediately, without waiting for earlier writes.
//! New log entries wait during a full rewrite, if many entries are unconfirmed, or if their texts are not stored yet.
//! `flush` writes waiting entries when the project is closed.
//! An append writes all entries that no earlier append has confirmed, each at its index in the log.
//! Even if appends fail, the log on disk is a prefix of the log in memory.
//!
//! If the stored project is lost or must be replaced, everything is written in one transaction.
//! After the transaction, the disk contains either the complete new data or the complete previous data.

use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::t;
use crate::import;
use crate::persistence::journal::{self, Journal};
use crate::project::Project;
use crate::projects::backup::ProjectFile;
use crate::projects::backup_differences::SinceBackup;
use crate::run::settings::Settings;
use crate::state::tracked::Tracked;
use crate::state::{AppState, Cmd as StateCmd, Notice, Request};
use fastgas_annotation::label::LogEntry;
use fastgas_platform::Backup;
use fastgas_platform::ProjectHeader;
use fastgas_platform::StoredProject;
use fastgas_platform::{Refusal, StorageError};
use fastgas_protocol::UnreadableReason;

#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    /// If the browser may delete stored data when disk space is low, ask the browser to keep the data.
    /// The result arrives as [`Msg::PersistedChecked`].
    AskToPersist,
    /// Find out whether the browser keeps stored data when disk space is low. The browser shows no prompt.
    /// The result arrives as [`Msg::PersistedChecked`].
    CheckPersisted,
    /// Write the project to a file on the user's disk. The result arrives as [`Msg::Written`].
    WriteProject(Box<ProjectFile>),
    ForgetSavedFile,
    SaveProject(Box<StoredProject>),
    SaveHead(Box<ProjectHeader>),
    /// Append entries to the log on disk in order, up to the first failure. The result arrives as [`Msg::Appended`].
    Append {
        append: u32,
        at: usize,
        entries: Vec<LogEntry>,
    },
    /// Store the project and its log in one transaction. The result arrives as [`Msg::AllSaved`].
    SaveAll {
        append: u32,
        project: Box<StoredProject>,
        log: Vec<LogEntry>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// The stored project found at startup or opened by the user. `None` if there is no stored project.
    Restored(Option<Box<(StoredProject, Vec<LogEntry>)>>),
    RestoreFailed(StorageError),
    BackUp,
    Written {
        file_name: String,
        written: Result<BackupResult, String>,
    },
    /// Name of the file that the next backup overwrites. `None` if the user must choose a file.
    SavedFile(Option<String>),
    ForgetSavedFile,
    /// True if the browser keeps stored data when disk space is low. `None` if the browser cannot be asked.
    PersistedChecked(Option<bool>),
    AskToPersist,
    /// The browser closed the database of the project. The content of the database may be lost.
    StorageLost,
    AllSaved {
        append: u32,
        saved: Result<(), StorageError>,
    },
    Appended {
        append: u32,
        /// Number of the appended log entries that are on disk. Entries are written in order, up to the first failure.
        saved: usize,
        /// The reason why the first unsaved entry could not be saved. `None` if all entries were saved.
        error: Option<StorageError>,
    },
    AppendTimedOut {
        append: u32,
    },
    /// The result of [`Cmd::SaveProject`] or [`Cmd::SaveHead`], which do not write the log.
    Saved {
        what: UnsavedPart,
        saved: Result<(), StorageError>,
    },
    /// Data other than the project and its log could not be stored or read.
    StorageFailed(StorageError),
    /// The changes that the previous visit could not store, and the log on disk.
    Recovered(Box<(Journal, Vec<LogEntry>)>),
    /// The previous visit stored all changes of the project.
    NothingToRecover,
    /// The result of updating the second copy of the label log.
    /// `None` if the copy is up to date, otherwise the reason why the update failed.
    SecondCopy(Option<Refusal>),
    RetryStorage,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Persistence {
    /// True until the page knows whether there is a stored project to show.
    pub restoring: bool,
    /// The appends that are being written, oldest first. The result of any other append is ignored.
    pub(crate) pending_appends: Vec<PendingAppend>,
    /// The log entries that are being written and are not confirmed yet, in log order.
    pub(crate) sent: Vec<LogEntry>,
    /// The part of the project, apart from the log, that could not be stored. `None` if everything except the log is saved.
    pub(crate) unsaved_part: Option<UnsavedPart>,
    /// True if the project and its log must be written again in one transaction.
    pub(crate) needs_full_rewrite: bool,
    /// The first unsaved row of an added file. Log entries for this row and later rows wait until the row is saved.
    pub(crate) unsaved_from_row: Option<u32>,
    pub(crate) last_append: u32,
    /// The reason why the last attempt to store data failed. `None` while storing works.
    pub problem: Option<String>,
    /// The reason why the second copy of the label log is not written. `None` while writing works.
    pub second_copy_problem: Option<Refusal>,
    pub since_backup: SinceBackup,
    /// True if the browser keeps stored data when disk space is low.
    /// The outer `None` means that the browser has not answered yet.
    /// The inner `None` means that the browser cannot be asked.
    pub is_persisted: Option<Option<bool>>,
    pub asked: PersistPrompt,
    /// Name of the file that the next backup overwrites.
    /// `None` if the user has not chosen a file, or if the browser cannot write to files.
    pub saved_file: Option<String>,
}

impl Persistence {
    pub fn at_start() -> Persistence {
        Persistence {
            restoring: true,
            ..Persistence::default()
        }
    }

    /// True if the last write failed and no other write is in progress.
    pub(crate) fn is_refused(&self) -> bool {
        self.problem.is_some() && self.pending_appends.is_empty()
    }

    pub(crate) fn await_project(&mut self) {
        self.restoring = true;
    }

    pub(crate) fn stop_awaiting(&mut self) {
        self.restoring = false;
    }

    /// Log entries for `from_row` and later rows wait until the project is stored.
    /// A log entry without its row would be invalid.
    pub(crate) fn hold_back(&mut self, from_row: u32) {
        self.unsaved_from_row.get_or_insert(from_row);
    }

    fn next_append(&mut self) -> u32 {
        self.last_append += 1;
        self.last_append
    }
}

/// Maximum number of log entries in one transaction, because a file can add hundreds of thousands of entries.
/// An entry counts as saved once its transaction has completed.
pub(crate) const MAX_ENTRIES_PER_APPEND: usize = 5_000;

/// A part of the stored project apart from the log. `Project` includes the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnsavedPart {
    Head,
    Project,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PendingAppend {
    pub(crate) append: u32,
    at: usize,
    n: usize,
    is_all: bool,
}

/// Once this many log entries are unconfirmed, the page starts no more appends.
/// Each append repeats all unconfirmed entries, so n appends of one new entry would contain about n²/2 entries.
/// Waiting entries are in the journal until one append writes all of them.
pub(crate) const MAX_PENDING_ENTRIES: usize = 20;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PersistPrompt {
    #[default]
    Never,
    /// The page asked the browser on an earlier visit, and asks again only at the user's request.
    Earlier,
    Now,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupResult {
    /// The backup of the open project. `None` if the written file is not a backup of the open project.
    pub backup: Option<Backup>,
    /// True if the embeddings of the project could not be included in the written file.
    pub misses_embeddings: bool,
}

/// [`Context`](crate::state::Context) has more fields and would be slow to build for each label.
pub(crate) struct PersistenceContext<'a> {
    pub(crate) project: Option<&'a mut Project>,
    pub(crate) settings: &'a Settings,
    /// True if another tab may change the project, or if the project is damaged.
    pub(crate) read_only: bool,
}

impl Persistence {
    /// The unsaved log entries that no append in progress contains.
    pub(super) fn unsent<'a>(&self, project: Option<&'a Project>) -> impl Iterator<Item = &'a LogEntry> {
        let n_settled = self.sent.iter().filter(|entry| entry.is_adjudication).count();
        let n_sent = self.sent.len() - n_settled;
        project.into_iter().flat_map(move |project| {
            let unsaved_entries = project.annotations.history.unsaved().iter().skip(n_sent);
            unsaved_entries.chain(project.annotations.team.decisions.unsaved().iter().skip(n_settled))
        })
    }

    /// Stores the header or, if the last write of the whole project has failed, the whole project.
    /// After a failed write of the whole project, a header alone would not match the stored data.
    pub(crate) fn save_head(&self, context: PersistenceContext<'_>) -> Option<Cmd> {
        if self.unsaved_part == Some(UnsavedPart::Project) {
            return save_project(context);
        }
        let draft = context.settings.config_or_default();
        let project = context.project?;
        increase_revision(project);
        Some(Cmd::SaveHead(Box::new(project.head(&draft))))
    }

    pub(crate) fn forget(&mut self) {
        self.forget_sent();
        self.unsaved_part = None;
        self.needs_full_rewrite = false;
        self.unsaved_from_row = None;
        self.restoring = false;
        self.problem = None;
        self.second_copy_problem = None;
        self.saved_file = None;
    }

    fn forget_sent(&mut self) {
        self.pending_appends.clear();
        self.sent.clear();
    }
}

// Read-only methods are outside this `impl`, because each mutable borrow notifies the dependent views.
impl Tracked<Persistence> {
    pub(crate) fn update(&mut self, msg: Msg, context: PersistenceContext<'_>, now_ms: u64) -> Vec<Request> {
        match msg {
            Msg::Restored(stored) => self.restored(stored.map(|stored| *stored), &context),
            Msg::RestoreFailed(error) => {
                let mut requests = vec![Request::StopAwaitingProject];
                requests.extend(self.report_storage_error(&error));
                requests
            }
            Msg::AppendTimedOut { append } => {
                let is_pending = self.pending_appends.iter().any(|pending| pending.append == append);
                is_pending.then_some(Request::AppendTimedOut).into_iter().collect()
            }
            Msg::Appended { append, saved, error } => self.appended(append, saved, error, context),
            Msg::Saved { what, saved } => self.saved(what, saved, context),
            Msg::StorageFailed(error) => self.report_storage_error(&error).into_iter().collect(),
            Msg::BackUp => back_up(&context, now_ms).map(perform).into_iter().collect(),
            Msg::SavedFile(name) => {
                self.saved_file = name;
                Vec::new()
            }
            Msg::ForgetSavedFile => {
                self.saved_file = None;
                vec![perform(Cmd::ForgetSavedFile)]
            }
            Msg::Written { file_name, written } => backup_written(&file_name, written, context),
            Msg::PersistedChecked(is_persisted) => {
                self.is_persisted = Some(is_persisted);
                Vec::new()
            }
            Msg::AskToPersist => {
                self.asked = PersistPrompt::Now;
                vec![perform(Cmd::AskToPersist)]
            }
            Msg::StorageLost => {
                self.storage_lost(context);
                Vec::new()
            }
            Msg::AllSaved { append, saved } => self.all_saved(append, saved, context),
            Msg::Recovered(recovered) => journal::recover(recovered.0, &recovered.1, context),
            Msg::NothingToRecover => {
                if let Some(project) = context.project {
                    project.forget_outdated_backup_state();
                }
                Vec::new()
            }
            Msg::SecondCopy(problem) => {
                self.second_copy_problem = problem;
                Vec::new()
            }
            Msg::RetryStorage => self.retry(),
        }
    }

    fn restored(
        &mut self,
        stored: Option<(StoredProject, Vec<LogEntry>)>,
        context: &PersistenceContext<'_>,
    ) -> Vec<Request> {
        self.restoring = false;
        // If the user loaded a file while the stored project was being read, the page shows the file.
        let Some((project, log)) = stored.filter(|_| context.project.is_none()) else {
            return vec![Request::StopAwaitingProject];
        };
        let config = project.head.config.clone();
        let mut requests = Vec::new();
        match Project::restore(project, log) {
            Ok(project) => {
                // The page asked the browser on an earlier visit to keep stored data when disk space is low.
                // Some browsers would show their permission prompt again on every visit.
                if !project.annotations.history.log().is_empty() && !context.read_only {
                    if self.asked == PersistPrompt::Never {
                        self.asked = PersistPrompt::Earlier;
                    }
                    requests.push(perform(Cmd::CheckPersisted));
                }
                requests.push(Request::ShowProject {
                    project: Box::new(project),
                    settings: Box::new(context.settings.with(&config)),
                });
                requests.push(Request::CountTokens);
            }
            Err(problem) => {
                requests.push(Request::StopAwaitingProject);
                requests.extend(self.report_storage_error(&StorageError::Unreadable {
                    reason: UnreadableReason::Page(problem),
                }));
            }
        }
        requests
    }

    /// The command that writes the unsaved log entries. `None` if the entries must wait.
    pub(crate) fn append(&mut self, context: PersistenceContext<'_>) -> Option<Cmd> {
        if context.read_only {
            return None;
        }
        if self.needs_full_rewrite {
            return match self.pending_appends.is_empty() {
                true => self.save_all(context),
                false => None,
            };
        }
        let project = context.project.as_deref();
        // Log entries wait until their rows are stored, because an entry for a missing row is invalid.
        let waits = |first: u32| self.unsent(project).any(|entry| entry.row >= first);
        if self.sent.len() >= MAX_PENDING_ENTRIES || self.unsaved_from_row.is_some_and(waits) {
            return None;
        }
        self.send(MAX_ENTRIES_PER_APPEND, project)
    }

    /// Writes all unconfirmed log entries, followed by at most `most` new entries.
    fn send(&mut self, most: usize, project: Option<&Project>) -> Option<Cmd> {
        let new: Vec<LogEntry> = self.unsent(project).take(most).cloned().collect();
        if new.is_empty() {
            return None;
        }
        self.sent.extend(new);
        let at = project.map_or(0, Project::n_saved);
        let (append, entries) = (self.next_append(), self.sent.clone());
        self.pending_appends.push(PendingAppend {
            append,
            at,
            n: entries.len(),
            is_all: false,
        });
        Some(Cmd::Append { append, at, entries })
    }

    fn mark_sent(&mut self, n: usize, project: Option<&mut Project>) {
        let n = n.min(self.sent.len());
        let n_settled = self.sent.drain(..n).filter(|entry| entry.is_adjudication).count();
        if let Some(project) = project {
            project.annotations.history.mark_saved(n - n_settled);
            project.annotations.team.decisions.mark_saved(n_settled);
        }
    }

    /// `saved` is the number of appended entries that are already on disk.
    fn appended(
        &mut self,
        append: u32,
        saved: usize,
        error: Option<StorageError>,
        mut context: PersistenceContext<'_>,
    ) -> Vec<Request> {
        let Some(PendingAppend { at, .. }) = self.answered(append) else {
            // The error is reported even if the project is no longer on the screen.
            let request = error.and_then(|error| self.report_storage_error(&error));
            return request.into_iter().collect();
        };
        // Another append may have confirmed some of the entries already.
        let n_saved = context.project.as_deref().map_or(0, Project::n_saved);
        self.mark_sent((at + saved).saturating_sub(n_saved), context.project.as_deref_mut());
        // The page asks the browser for permanent storage only after the first label is saved.
        // An earlier permission prompt would disturb the user.
        let asks = self.asked == PersistPrompt::Never && saved > 0;
        let mut requests = Vec::new();
        if asks {
            self.asked = PersistPrompt::Now;
            requests.push(perform(Cmd::AskToPersist));
        }
        match error {
            Some(error) => {
                // The next append contains all unsaved entries, because no other append is in progress.
                if self.pending_appends.is_empty() {
                    self.sent.clear();
                }
                // The page already shows why the project is not saved. That reason explains more than the append error.
                if self.unsaved_part.is_none() {
                    requests.extend(self.report_storage_error(&error));
                }
            }
            None => {
                let is_saved = context.project.as_deref().is_none_or(Project::is_saved);
                let more = self.append(context);
                if self.pending_appends.is_empty() && self.unsaved_part.is_none() && is_saved {
                    self.problem = None;
                }
                requests.extend(more.map(perform));
            }
        }
        requests
    }

    /// Returns `None` if the page does not wait for the result of this append.
    fn answered(&mut self, append: u32) -> Option<PendingAppend> {
        let index = self
            .pending_appends
            .iter()
            .position(|under_way| under_way.append == append)?;
        Some(self.pending_appends.remove(index))
    }

    /// Writes all waiting log entries now, because this tab might be unable to write later.
    pub(crate) fn flush(&mut self, context: PersistenceContext<'_>) -> Option<Cmd> {
        let project = context.project.as_deref().filter(|_| self.problem.is_none())?;
        // Entries that do not continue the log on disk are stored together with the whole project.
        if self.needs_full_rewrite || (self.unsaved_from_row.is_some() && !project.is_saved()) {
            let n = project.n_entries();
            let is_last = |under_way: &PendingAppend| under_way.is_all && under_way.n == n;
            return match self.pending_appends.last().is_some_and(is_last) {
                true => None,
                false => self.save_all(context),
            };
        }
        self.send(usize::MAX, Some(project))
    }

    fn saved(
        &mut self,
        what: UnsavedPart,
        saved: Result<(), StorageError>,
        context: PersistenceContext<'_>,
    ) -> Vec<Request> {
        if let Err(error) = saved {
            self.unsaved_part = self.unsaved_part.max(Some(what));
            return self.report_storage_error(&error).into_iter().collect();
        }
        self.unsaved_from_row.take_if(|_| what == UnsavedPart::Project);
        self.unsaved_part.take_if(|lacks| *lacks <= what);
        if self.unsaved_part.is_some() {
            return Vec::new();
        }
        // The warning stays visible while labels are unsaved, for example labels that waited for the project.
        if context.project.as_deref().is_none_or(Project::is_saved) {
            self.problem = None;
        }
        match what {
            UnsavedPart::Head => vec![Request::HeadSaved],
            UnsavedPart::Project => vec![Request::HeadSaved, Request::Append],
        }
    }

    fn retry(&self) -> Vec<Request> {
        match self.needs_full_rewrite {
            true => vec![Request::Append],
            false => vec![Request::SaveProject, Request::Append],
        }
    }

    fn report_storage_error(&mut self, error: &StorageError) -> Option<Request> {
        let is_new = self.problem.is_none();
        self.problem = Some(match error {
            // The notice already states that storing failed. Add only the reason that the browser gave.
            StorageError::Refused { reason } => core_messages::reason(reason),
            StorageError::Unreadable { .. } | StorageError::Locked => core_messages::translate_core("storage", error),
        });
        is_new.then_some(Request::HoldTexts)
    }

    /// The whole project counts as unsaved until [`Msg::RetryStorage`] has written the project again.
    /// A read-only tab has nothing to write.
    fn storage_lost(&mut self, context: PersistenceContext<'_>) {
        if context.project.is_some() && !context.read_only {
            self.mark_unsaved(context.project);
            self.problem = Some(t!("persistence-database-closed-problem"));
        }
    }

    pub(crate) fn rewrite(&mut self, mut context: PersistenceContext<'_>) -> Option<Cmd> {
        self.mark_unsaved(context.project.as_deref_mut());
        // Log entries no longer wait, because the same transaction stores the rows that they refer to.
        self.unsaved_from_row = None;
        self.append(context)
    }

    fn mark_unsaved(&mut self, project: Option<&mut Project>) {
        let Some(project) = project else { return };
        project.annotations.history.forget_saved();
        project.annotations.team.decisions.forget_saved();
        self.needs_full_rewrite = true;
        self.forget_sent();
    }

    fn save_all(&mut self, context: PersistenceContext<'_>) -> Option<Cmd> {
        let draft = context.settings.config_or_default();
        let project = context.project?;
        increase_revision(project);
        let (append, log) = (self.next_append(), project.log());
        self.pending_appends.push(PendingAppend {
            append,
            at: 0,
            n: log.len(),
            is_all: true,
        });
        Some(Cmd::SaveAll {
            append,
            project: Box::new(project.to_project(&draft)),
            log,
        })
    }

    /// Log entries that were added during the write of the whole project are stored afterwards.
    fn all_saved(
        &mut self,
        append: u32,
        saved: Result<(), StorageError>,
        context: PersistenceContext<'_>,
    ) -> Vec<Request> {
        let answered = self.answered(append);
        if let Err(error) = saved {
            // The error is reported even if the project is no longer on the screen.
            return self.report_storage_error(&error).into_iter().collect();
        }
        let Some((PendingAppend { n, .. }, project)) = answered.zip(context.project) else {
            return Vec::new();
        };
        self.unsaved_part = None;
        self.unsaved_from_row = None;
        if project.n_entries() != n {
            // If a log has new entries, everything is written again, unless another tab may change the project now.
            return vec![Request::Append];
        }
        self.needs_full_rewrite = false;
        self.problem = None;
        project.annotations.history.mark_saved(n);
        project.annotations.team.decisions.mark_saved(n);
        // The embeddings are in a separate database, which may also be lost. Store the embeddings again.
        let embeddings = project.source.embeddings.clone();
        let store = |value| Request::Perform(StateCmd::Import(import::Cmd::StoreEmbeddings(value)));
        embeddings.map(store).into_iter().collect()
    }
}

fn perform(cmd: Cmd) -> Request {
    Request::Perform(StateCmd::Persistence(cmd))
}

pub(crate) fn save_project(context: PersistenceContext<'_>) -> Option<Cmd> {
    let draft = context.settings.config_or_default();
    let project = context.project?;
    increase_revision(project);
    Some(Cmd::SaveProject(Box::new(project.to_project(&draft))))
}

/// A higher revision shows that the next write is newer than the data on disk.
fn increase_revision(project: &mut Project) {
    // The addition saturates, because the revision in an edited project file may be any number.
    project.storage.revision = project.storage.revision.saturating_add(1);
}

fn back_up(context: &PersistenceContext<'_>, now_ms: u64) -> Option<Cmd> {
    let project = context.project.as_deref()?;
    let backup = Backup {
        at_ms: now_ms,
        n_actions: project.n_changes(),
        state: Some(project.backed_up()),
    };
    let file = ProjectFile::whole(project, &context.settings.config_or_default(), backup);
    Some(Cmd::WriteProject(Box::new(file)))
}

fn backup_written(
    file_name: &str,
    written: Result<BackupResult, String>,
    context: PersistenceContext<'_>,
) -> Vec<Request> {
    let mut requests = Vec::new();
    match written {
        Ok(BackupResult {
            backup,
            misses_embeddings,
        }) => {
            if misses_embeddings {
                requests.push(Request::Notify(Notice {
                    title: t!("backup-embeddings-missing-title", file_name = isolated(file_name)),
                    problem: t!("backup-embeddings-missing-problem"),
                    advice: t!("backup-embeddings-missing-advice"),
                }));
            }
            let Some(backup) = backup else { return requests };
            if let Some(project) = context.project {
                project.storage.backup = Some(backup);
                // An import may have been undone while the backup was written.
                project.forget_outdated_backup_state();
            }
            if !context.read_only {
                requests.push(Request::SaveHead);
            }
        }
        Err(reason) => requests.push(Request::Notify(Notice {
            title: t!("backup-failed-title", file_name = isolated(file_name)),
            problem: reason,
            advice: t!("backup-failed-advice"),
        })),
    }
    requests
}

impl AppState {
    /// True if all data is on disk, so that a reload loses nothing.
    pub(crate) fn is_saved(&self) -> bool {
        self.persistence.unsaved_part.is_none() && self.project.as_ref().is_none_or(Project::is_saved)
    }

    /// True if closing the project would lose data because storing fails.
    pub fn would_lose_data(&self) -> bool {
        let lacks = |project: &Project| project.has_unsaved_work() && (!self.projects.read_only || !project.is_saved());
        self.persistence.problem.is_some() && self.project.as_ref().is_some_and(lacks)
    }

    pub fn would_lose(&self) -> bool {
        let is_unsaved = |project: &Project| !project.is_saved() && project.has_unsaved_work();
        self.would_lose_data() || self.project.as_ref().is_some_and(is_unsaved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import;
    use crate::state::Msg as StateMsg;
    use crate::test_support;
    use crate::test_support::numbered_texts::{give, selected};

    fn retry(state: &mut AppState) -> (u32, usize) {
        match state.apply_now(StateMsg::Persistence(Msg::RetryStorage)).as_slice() {
            [StateCmd::Persistence(Cmd::SaveAll { append, log, .. })] => (*append, log.len()),
            cmds => panic!("{cmds:?}"),
        }
    }

    /// The entries of each finished transaction count as saved.
    #[test]
    fn long_log_is_written_in_batches() {
        let mut state = selected();
        let project = state.project.get_mut().expect("a project");
        let n = 2 * MAX_ENTRIES_PER_APPEND + 7;
        for at_ms in 0..n as u64 {
            project.annotations.history.flag(0, at_ms + 1);
        }
        let log = project.annotations.history.log().to_vec();
        assert_eq!(log.len(), n);
        let (mut cmds, mut written) = (state.apply_now(StateMsg::Persistence(Msg::RetryStorage)), Vec::new());
        while let Some(StateCmd::Persistence(Cmd::Append { append, at, entries })) = cmds
            .iter()
            .find(|cmd| matches!(cmd, StateCmd::Persistence(Cmd::Append { .. })))
        {
            assert!(entries.len() <= MAX_ENTRIES_PER_APPEND);
            assert_eq!(*at, written.len());
            written.extend(entries.clone());
            let (append, saved) = (*append, entries.len());
            let error = None;
            cmds = state.apply_now(StateMsg::Persistence(Msg::Appended { append, saved, error }));
            let unsaved = state
                .project
                .as_ref()
                .map(|project| project.annotations.history.unsaved().len());
            assert_eq!(unsaved, Some(n - written.len()));
        }
        assert_eq!(written, log);
    }

    #[test]
    fn imported_embeddings_are_rewritten_with_the_project() {
        let mut state = selected();
        let file = test_support::embeddings();
        state.project.get_mut().expect("a project").source.embeddings = Some(file.clone());
        state.apply_now(StateMsg::Persistence(Msg::StorageLost));
        let (append, _) = retry(&mut state);
        let cmds = state.apply_now(StateMsg::Persistence(Msg::AllSaved { append, saved: Ok(()) }));
        assert_eq!(cmds, [StateCmd::Import(import::Cmd::StoreEmbeddings(file))]);
    }

    #[test]
    fn lost_project_is_rewritten_and_only_then_shown_as_saved() {
        let mut state = selected();
        let append = match state.apply(give(0), 9).as_slice() {
            [StateCmd::Persistence(Cmd::Append { append, .. }), ..] => *append,
            cmds => panic!("{cmds:?}"),
        };
        state.apply_now(StateMsg::Persistence(Msg::Appended {
            append,
            saved: 1,
            error: None,
        }));
        let is_saved = |state: &AppState| state.project.as_ref().is_some_and(|project| project.is_saved());
        assert!(is_saved(&state));
        state.apply_now(StateMsg::Persistence(Msg::StorageLost));
        assert!(!is_saved(&state) && state.persistence.problem.is_some());

        let (append, n) = retry(&mut state);
        assert_eq!(n, 1);
        let refused = test_support::refused();
        let saved = Err(refused);
        assert_eq!(
            state.apply_now(StateMsg::Persistence(Msg::AllSaved { append, saved })),
            []
        );
        assert!(!is_saved(&state) && state.persistence.problem.is_some());
        let (append, _) = retry(&mut state);
        let waits = state.apply(give(1), 9);
        assert!(
            !waits
                .iter()
                .any(|cmd| matches!(cmd, StateCmd::Persistence(Cmd::Append { .. }))),
            "{waits:?}"
        );
        let cmds = state.apply_now(StateMsg::Persistence(Msg::AllSaved { append, saved: Ok(()) }));
        let [StateCmd::Persistence(Cmd::SaveAll { append, log, .. })] = cmds.as_slice() else {
            panic!("{cmds:?}")
        };
        assert_eq!(log.len(), 2);
        state.apply_now(StateMsg::Persistence(Msg::AllSaved {
            append: *append,
            saved: Ok(()),
        }));
        assert!(is_saved(&state) && state.persistence.problem.is_none());
        assert!(matches!(
            state.apply(give(0), 9).as_slice(),
            [StateCmd::Persistence(Cmd::Append { entries, .. }), ..] if entries.len() == 1
        ));
    }
}
