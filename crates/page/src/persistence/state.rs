//! Writes the log and all other data of the project to disk, and tracks which data is saved.
//!
//! ```text
//!  a label ──▶ append ──▶ Cmd::Append ──▶ appended ──▶ shown as saved
//!                 │ the log on disk is lost or obsolete │ failed: reported, and retried
//!                 └──▶ save_all ──▶ Cmd::SaveAll ──▶ all_saved
//! ```
//!
//! No write waits for a pending write, so closing the tab does not lose queued entries.
//! An append contains all entries that no earlier append has confirmed, each at its index in the log.
//! Even if appends fail, the log on disk is a prefix of the log in memory.
//!
//! If the stored project is lost while it is open, or has to be replaced, everything is rewritten in one transaction.
//! After the transaction, the disk contains either the new state or the previous state.
//! The module is plain Rust and a part of the application [`state`](crate::state).

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

/// Commands of the persistence feature, which the [`runtime`](crate::runtime) performs in the browser.
#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    /// Report whether the browser persists storage. If not, request persistence.
    /// The result arrives as [`Msg::PersistedChecked`].
    AskToPersist,
    /// Report whether the browser persists storage, without requesting persistence.
    /// The result arrives as [`Msg::PersistedChecked`].
    CheckPersisted,
    /// Write the project to a file on the user's disk. The result arrives as [`Msg::Written`].
    WriteProject(Box<ProjectFile>),
    /// Forget the backup file, so that the user chooses a file for the next backup.
    ForgetSavedFile,
    /// Store the whole project except for the label log.
    SaveProject(Box<StoredProject>),
    /// Store only the header of the project.
    SaveHead(Box<ProjectHeader>),
    /// Append entries to the log on disk, in order, up to the first failure. The result arrives as [`Msg::Appended`].
    Append {
        append: u32,
        /// Number of log entries before the appended entries.
        at: usize,
        entries: Vec<LogEntry>,
    },
    /// Store the project and its log in one transaction. The result arrives as [`Msg::AllSaved`].
    SaveAll {
        append: u32,
        /// The whole project except for the log.
        project: Box<StoredProject>,
        log: Vec<LogEntry>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// The stored project, read at startup or opened from the list, if any.
    Restored(Option<Box<(StoredProject, Vec<LogEntry>)>>),
    /// The stored project could not be read.
    RestoreFailed(StorageError),
    /// Write the whole project to a file.
    BackUp,
    Written {
        file_name: String,
        /// The backup, or an error as a localized text.
        written: Result<BackupResult, String>,
    },
    /// The name of the file that the next backup overwrites. `None` if the user still has to choose a file.
    SavedFile(Option<String>),
    /// Forget the backup file, so that the user chooses a file for the next backup.
    ForgetSavedFile,
    /// Whether the browser promised to persist storage. `None` if the browser does not support the request.
    PersistedChecked(Option<bool>),
    /// Ask the browser to persist the storage of the page.
    AskToPersist,
    /// The browser closed the project's database. The content of the database may be lost.
    StorageLost,
    /// The result of [`Cmd::SaveAll`], which stores the project and its log.
    AllSaved {
        append: u32,
        saved: Result<(), StorageError>,
    },
    /// The result of [`Cmd::Append`], which writes log entries.
    Appended {
        append: u32,
        /// Number of entries of this append that are on disk, in order.
        saved: usize,
        /// The reason why the next entry could not be saved. `None` if all entries were saved.
        error: Option<StorageError>,
    },
    /// The time limit of this append has passed.
    AppendTimedOut { append: u32 },
    /// The result of [`Cmd::SaveProject`] or [`Cmd::SaveHead`], which store no log entries.
    Saved {
        what: UnsavedPart,
        saved: Result<(), StorageError>,
    },
    /// Data other than the project and its log could not be stored or read.
    StorageFailed(StorageError),
    /// The journal of changes that the last visit could not store, and the log as read from disk.
    Recovered(Box<(Journal, Vec<LogEntry>)>),
    /// The result of updating the second copy of the label log. `None` if the copy is up to date.
    SecondCopy(Option<Refusal>),
    /// Try again to store all unsaved data.
    RetryStorage,
}

/// The stored and the pending parts of the open project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Persistence {
    /// True until the page has determined whether there is a stored project to show.
    pub restoring: bool,
    /// The pending appends, oldest first. Answers to appends that are not in this list are dropped.
    pub(crate) pending_appends: Vec<PendingAppend>,
    /// The entries in pending appends that are not confirmed yet, in the order of the log on disk.
    pub(crate) sent: Vec<LogEntry>,
    /// The part of the project, other than the log, that could not be stored. `None` when everything is saved.
    pub(crate) unsaved_part: Option<UnsavedPart>,
    /// Whether the whole stored project has to be rewritten.
    pub(crate) needs_full_rewrite: bool,
    /// First row of an appended file that is not yet saved. Log entries for this row and later rows wait for the file.
    pub(crate) unsaved_from_row: Option<u32>,
    pub(crate) last_append: u32,
    /// The reason why the last attempt to store data failed. `None` while storage works.
    pub problem: Option<String>,
    /// The reason why the second copy of the label log is not written. `None` while the copy is written.
    pub second_copy_problem: Option<Refusal>,
    /// The differences between the open project and its last backup.
    pub since_backup: SinceBackup,
    /// Whether the browser promised to persist storage.
    /// Outer `None`: the browser has not answered yet. Inner `None`: the browser does not support the request.
    pub is_persisted: Option<Option<bool>>,
    pub asked: PersistPrompt,
    /// The name of the file that the next backup overwrites.
    /// `None` if the user has not chosen a file yet, or if the browser does not support writing to files.
    pub saved_file: Option<String>,
}

impl Persistence {
    /// The state of persistence before the stored project is read.
    pub fn at_start() -> Persistence {
        Persistence {
            restoring: true,
            ..Persistence::default()
        }
    }

    /// Whether the last write failed and no further write is pending.
    pub(crate) fn is_refused(&self) -> bool {
        self.problem.is_some() && self.pending_appends.is_empty()
    }

    /// Shows that a project is being read.
    pub(crate) fn await_project(&mut self) {
        self.restoring = true;
    }

    /// Stops waiting for a project.
    pub(crate) fn stop_awaiting(&mut self) {
        self.restoring = false;
    }

    /// Delays writing the log entries for rows from `from_row` on until the project is stored.
    pub(crate) fn hold_back(&mut self, from_row: u32) {
        self.unsaved_from_row.get_or_insert(from_row);
    }

    fn next_append(&mut self) -> u32 {
        self.last_append += 1;
        self.last_append
    }
}

/// Maximum number of log entries per transaction, because a file can add hundreds of thousands of entries.
/// Entries count as saved when their transaction has completed.
pub(crate) const MAX_ENTRIES_PER_APPEND: usize = 5_000;

/// A stored part of the project other than the log. If `Project` is unsaved, `Head` is also unsaved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnsavedPart {
    /// The header of the project, which is small.
    Head,
    /// The whole project except for the log.
    Project,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PendingAppend {
    pub(crate) append: u32,
    /// Number of log entries before this append.
    at: usize,
    /// Number of log entries in this append.
    n: usize,
    /// Whether this append rewrites the whole project.
    is_all: bool,
}

/// No further append is sent while this many log entries are pending.
/// Each append contains all pending entries. With one new entry per append, n pending appends contain about n²/2 entries.
/// Entries that wait are merged into one append, and the journal contains the waiting entries.
pub(crate) const MAX_PENDING_ENTRIES: usize = 20;

/// Whether the page has requested persistent storage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PersistPrompt {
    /// The page has no record of a request for persistent storage.
    #[default]
    Never,
    /// The page requested persistent storage on an earlier visit. The user may repeat the request.
    Earlier,
    /// The page requested persistent storage on this visit.
    Now,
}

/// The result of writing a project file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupResult {
    /// The backup to record for the project on the screen.
    /// `None` if the file is not a backup, or if the page shows another project when the write has finished.
    pub backup: Option<Backup>,
    /// Whether the project has embeddings that could not be included in the file.
    pub misses_embeddings: bool,
}

/// The parts of the page's state that persistence reads or changes in addition to the state of persistence.
/// This type is smaller than [`Context`](crate::state::Context), because a value of this type is built for each label.
pub(crate) struct PersistenceContext<'a> {
    pub(crate) project: Option<&'a mut Project>,
    /// The run settings in the form.
    pub(crate) settings: &'a Settings,
    /// Whether another tab holds the lock of the project, or the project is damaged.
    pub(crate) read_only: bool,
}

impl Persistence {
    /// The unsaved log entries that no pending append contains.
    pub(super) fn unsent<'a>(&self, project: Option<&'a Project>) -> impl Iterator<Item = &'a LogEntry> {
        let n_settled = self.sent.iter().filter(|entry| entry.is_adjudication).count();
        let n_sent = self.sent.len() - n_settled;
        project.into_iter().flat_map(move |project| {
            let unsaved_entries = project.annotations.history.unsaved().iter().skip(n_sent);
            unsaved_entries.chain(project.annotations.team.decisions.unsaved().iter().skip(n_settled))
        })
    }

    /// Saves the header, or the whole project if the project is unsaved: a header alone would not match the stored data.
    pub(crate) fn save_head(&self, context: PersistenceContext<'_>) -> Option<Cmd> {
        if self.unsaved_part == Some(UnsavedPart::Project) {
            return save_project(context);
        }
        let draft = context.settings.config_or_default();
        let project = context.project?;
        increase_revision(project);
        Some(Cmd::SaveHead(Box::new(project.head(&draft))))
    }

    /// Resets all values that belong to the closed project.
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

    /// Discards all pending appends and their entries.
    fn forget_sent(&mut self) {
        self.pending_appends.clear();
        self.sent.clear();
    }
}

// The methods take the state inside `Tracked`, because each mutable access to the state notifies the subscribers of the state.
// Many functions of this `impl` do not change the state.
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
        // A file that the user dropped while the stored project was read takes precedence over the stored project.
        let Some((project, log)) = stored.filter(|_| context.project.is_none()) else {
            return vec![Request::StopAwaitingProject];
        };
        let config = project.head.config.clone();
        let mut requests = Vec::new();
        match Project::restore(project, log) {
            Ok(project) => {
                // The page requested persistent storage on an earlier visit.
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

    /// Sends unsaved log entries to the disk, unless the entries have to wait.
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
        // Log entries for rows that are not stored yet could not be read back.
        let waits = |first: u32| self.unsent(project).any(|entry| entry.row >= first);
        if self.sent.len() >= MAX_PENDING_ENTRIES || self.unsaved_from_row.is_some_and(waits) {
            return None;
        }
        self.send(MAX_ENTRIES_PER_APPEND, project)
    }

    /// Sends at most `most` new log entries, together with the pending entries.
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

    /// Marks the first `n` pending log entries as saved.
    fn mark_sent(&mut self, n: usize, project: Option<&mut Project>) {
        let n = n.min(self.sent.len());
        let n_settled = self.sent.drain(..n).filter(|entry| entry.is_adjudication).count();
        if let Some(project) = project {
            project.annotations.history.mark_saved(n - n_settled);
            project.annotations.team.decisions.mark_saved(n_settled);
        }
    }

    /// Handles the result of an append. `saved`: the number of entries of this append that are on disk, in order.
    fn appended(
        &mut self,
        append: u32,
        saved: usize,
        error: Option<StorageError>,
        mut context: PersistenceContext<'_>,
    ) -> Vec<Request> {
        let Some(PendingAppend { at, .. }) = self.answered(append) else {
            // The error is reported even though the project is no longer on the screen.
            let request = error.and_then(|error| self.report_storage_error(&error));
            return request.into_iter().collect();
        };
        // Another append may have saved some of these entries already.
        let n_saved = context.project.as_deref().map_or(0, Project::n_saved);
        self.mark_sent((at + saved).saturating_sub(n_saved), context.project.as_deref_mut());
        // Requests persistent storage only once a label is saved, because an earlier browser prompt would disturb the user.
        let asks = self.asked == PersistPrompt::Never && saved > 0;
        let mut requests = Vec::new();
        if asks {
            self.asked = PersistPrompt::Now;
            requests.push(perform(Cmd::AskToPersist));
        }
        match error {
            Some(error) => {
                // No append is pending, so the next append contains all unsaved entries.
                if self.pending_appends.is_empty() {
                    self.sent.clear();
                }
                // If the project is unsaved, the page already shows a reason, which is more informative than the append's error.
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

    /// Removes and returns the pending append with the number `append`. `None` if the page no longer waits for this append.
    fn answered(&mut self, append: u32) -> Option<PendingAppend> {
        let index = self
            .pending_appends
            .iter()
            .position(|under_way| under_way.append == append)?;
        Some(self.pending_appends.remove(index))
    }

    /// Sends all log entries that wait for a pending append, because this tab may not be able to send entries later.
    pub(crate) fn flush(&mut self, context: PersistenceContext<'_>) -> Option<Cmd> {
        let project = context.project.as_deref().filter(|_| self.problem.is_none())?;
        // Log entries that do not continue the log on disk are stored together with the whole project.
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

    /// Handles the result of saving the project or its header.
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
        // The warning stays visible while labels are unsaved, for example labels that waited until the project was saved.
        if context.project.as_deref().is_none_or(Project::is_saved) {
            self.problem = None;
        }
        match what {
            UnsavedPart::Head => vec![Request::HeadSaved],
            UnsavedPart::Project => vec![Request::HeadSaved, Request::Append],
        }
    }

    /// Tries again to store all unsaved data.
    fn retry(&self) -> Vec<Request> {
        match self.needs_full_rewrite {
            true => vec![Request::Append],
            false => vec![Request::SaveProject, Request::Append],
        }
    }

    fn report_storage_error(&mut self, error: &StorageError) -> Option<Request> {
        let is_new = self.problem.is_none();
        self.problem = Some(match error {
            // The text that is shown before the reason already reports that storing failed.
            StorageError::Refused { reason } => core_messages::reason(reason),
            StorageError::Unreadable { .. } | StorageError::Locked => core_messages::translate_core("storage", error),
        });
        is_new.then_some(Request::HoldTexts)
    }

    /// Marks the whole project as unsaved, until [`Msg::RetryStorage`](Msg::RetryStorage) has rewritten the project.
    /// A read-only tab has no data to rewrite.
    fn storage_lost(&mut self, context: PersistenceContext<'_>) {
        if context.project.is_some() && !context.read_only {
            self.mark_unsaved(context.project);
            self.problem = Some(t!("persistence-database-closed-problem"));
        }
    }

    /// Replaces all data of the project on disk by the open project.
    pub(crate) fn rewrite(&mut self, mut context: PersistenceContext<'_>) -> Option<Cmd> {
        self.mark_unsaved(context.project.as_deref_mut());
        // Log entries are stored together with the rows to which they refer.
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

    /// Stores the project and its log in one transaction.
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

    /// Handles the result of [`Cmd::SaveAll`]. Log entries that arrived during the write are stored afterwards.
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
            // The annotation log or the adjudication log has new entries, so the project is rewritten again.
            // The rewrite is not repeated if another tab now holds the lock of the project.
            return vec![Request::Append];
        }
        self.needs_full_rewrite = false;
        self.problem = None;
        project.annotations.history.mark_saved(n);
        project.annotations.team.decisions.mark_saved(n);
        // The embeddings are in a separate database, which may also be lost.
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

/// Increases the revision, so that the next write is newer than the data on disk.
fn increase_revision(project: &mut Project) {
    // The revision may be any number, because the user may have edited the file.
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

// Methods that read the state of several features.
impl AppState {
    /// Whether all data is on disk, so that a reload loses nothing.
    pub(crate) fn is_saved(&self) -> bool {
        self.persistence.unsaved_part.is_none() && self.project.as_ref().is_none_or(Project::is_saved)
    }

    /// Whether closing the project would lose data because storage fails.
    pub fn would_lose_data(&self) -> bool {
        let lacks = |project: &Project| project.has_unsaved_work() && (!self.projects.read_only || !project.is_saved());
        self.persistence.problem.is_some() && self.project.as_ref().is_some_and(lacks)
    }

    /// Whether closing the tab would lose unsaved data.
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

    /// Log entries are shown as saved batch by batch, in order, for example when a file with a long log is opened.
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

        // The write fails and is reported. Then the user gives another label while the retry is pending.
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
