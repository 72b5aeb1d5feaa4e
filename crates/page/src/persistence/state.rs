//! Writes the log and the rest of the project to disk, and tracks the saved state.
//!
//! ```text
//!  a label ──▶ append ──▶ Cmd::Append ──▶ appended ──▶ shown as saved
//!                 │ the log on disk is lost or obsolete │ failed: reported, and retried
//!                 └──▶ save_all ──▶ Cmd::SaveAll ──▶ all_saved
//! ```
//!
//! No write waits for a pending one, so closing the tab does not lose queued entries. An append contains all entries that are
//! not confirmed by an earlier append, each at its index in the log. Whichever appends fail, the disk holds a prefix of the
//! log.
//!
//! If the stored project is lost while it is open, or has to be replaced, everything is rewritten in one transaction: the
//! disk then holds either the new state or the previous one. Plain Rust, a part of the [`state`](crate::state).

use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::t;
use crate::import;
use crate::persistence::journal::Journal;
use crate::project::Project;
use crate::projects::backup::ProjectFile;
use crate::projects::backup_differences::SinceBackup;
use crate::state::Notice;
use crate::state::{AppState, Cmd as StateCmd};
use fastgas_annotation::label::LogEntry;
use fastgas_platform::Backup;
use fastgas_platform::ProjectHeader;
use fastgas_platform::StoredProject;
use fastgas_platform::{Refusal, StorageError};
use fastgas_protocol::UnreadableReason;

/// Work of this feature for the browser, performed by the [`runtime`](crate::runtime).
#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    /// Report whether the browser persists storage, and ask it to if it does not yet; answered by [`Msg::PersistedChecked`].
    AskToPersist,
    /// Report whether the browser persists storage, without asking it to; answered by [`Msg::PersistedChecked`].
    CheckPersisted,
    /// Write the project to a file of the user; answered by [`Msg::Written`].
    WriteProject(Box<ProjectFile>),
    /// Let the next backup ask for a file.
    ForgetSavedFile,
    /// Store everything but the label log.
    SaveProject(Box<StoredProject>),
    /// Store only the head of the project.
    SaveHead(Box<ProjectHeader>),
    /// Append entries to the log on disk, in order, up to the first failure; answered by [`Msg::Appended`].
    Append {
        append: u32,
        /// How many entries of the log precede these.
        at: usize,
        entries: Vec<LogEntry>,
    },
    /// Store everything in one transaction; answered by [`Msg::AllSaved`].
    SaveAll {
        append: u32,
        /// Everything but the log.
        project: Box<StoredProject>,
        log: Vec<LogEntry>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// The stored project, read at startup or opened from the list; `None` if there is none.
    Restored(Option<Box<(StoredProject, Vec<LogEntry>)>>),
    /// The stored project could not be read.
    RestoreFailed(StorageError),
    /// Write the whole project to a file.
    BackUp,
    /// The result of writing a project file.
    Written {
        file_name: String,
        /// The error is a translated text.
        written: Result<BackupResult, String>,
    },
    /// The name of the file that the next backup overwrites; `None` if the user still has to choose one.
    SavedFile(Option<String>),
    /// Let the next backup ask for a file.
    ForgetSavedFile,
    /// Whether the browser promised to persist storage; `None` if it does not support the request.
    PersistedChecked(Option<bool>),
    /// Ask the browser to persist storage.
    AskToPersist,
    /// The browser closed the project's database; its content may be gone.
    StorageLost,
    /// The result of [`Cmd::SaveAll`].
    AllSaved {
        append: u32,
        saved: Result<(), StorageError>,
    },
    /// The result of [`Cmd::Append`].
    Appended {
        append: u32,
        /// How many of the entries are on disk, in order.
        saved: usize,
        /// Why the next entry could not be saved; `None` if all were.
        error: Option<StorageError>,
    },
    /// The time limit of this append has passed.
    AppendTimedOut { append: u32 },
    /// The result of [`Cmd::SaveProject`] or [`Cmd::SaveHead`].
    Saved {
        what: UnsavedPart,
        saved: Result<(), StorageError>,
    },
    /// Something else could not be stored or read.
    StorageFailed(StorageError),
    /// The journal of changes that the last visit could not store, and the log as read from disk.
    Recovered(Box<(Journal, Vec<LogEntry>)>),
    /// The result of updating the second copy of the label log; `None` if it is up to date.
    SecondCopy(Option<Refusal>),
    /// Try again to store everything that is not stored.
    RetryStorage,
}

/// The stored and the pending parts of the open project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Persistence {
    /// True until it is known whether there is a stored project to show.
    pub restoring: bool,
    /// The pending appends, oldest first. Answers to any other append are dropped.
    pub(crate) pending_appends: Vec<PendingAppend>,
    /// The entries in pending appends that are not confirmed yet, in the order of the log on disk.
    pub(crate) sent: Vec<LogEntry>,
    /// The part of the project, other than the log, whose last write failed; `None` when everything is saved.
    pub(crate) unsaved_part: Option<UnsavedPart>,
    /// Whether the whole stored project has to be rewritten.
    pub(crate) needs_full_rewrite: bool,
    /// First row of an appended file that is not yet saved. Log entries for these rows are held back until it is.
    pub(crate) unsaved_from_row: Option<u32>,
    pub(crate) last_append: u32,
    /// Why the last attempt to store something failed; `None` while storage works.
    pub problem: Option<String>,
    /// Why the second copy of the label log is not written; `None` while it is.
    pub second_copy_problem: Option<Refusal>,
    /// What differs between the open project and its last backup.
    pub since_backup: SinceBackup,
    /// Whether the browser promised to persist storage; outer `None` until it has answered, inner `None` if it cannot be
    /// asked.
    pub is_persisted: Option<Option<bool>>,
    /// Whether the page asked the browser to persist storage.
    pub asked: PersistPrompt,
    /// The name of the file that the next backup overwrites. `None` if the user has not chosen one yet, or if the browser
    /// does not support writing to files.
    pub saved_file: Option<String>,
}

impl Persistence {
    /// The state before the stored project is read.
    pub fn at_start() -> Persistence {
        Persistence {
            restoring: true,
            ..Persistence::default()
        }
    }

    /// Whether the last write failed and none is pending.
    pub(crate) fn is_refused(&self) -> bool {
        self.problem.is_some() && self.pending_appends.is_empty()
    }

    /// The number of the next append.
    fn next_append(&mut self) -> u32 {
        self.last_append += 1;
        self.last_append
    }
}

/// Maximum number of log entries per transaction. A file can add hundreds of thousands of entries, and entries count as saved
/// when their transaction has completed.
pub(crate) const MAX_ENTRIES_PER_APPEND: usize = 5_000;

/// A stored part of the project other than the log. A missing `StoredProject` implies a missing `Head`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnsavedPart {
    /// The small part of the project.
    Head,
    /// The whole project.
    Project,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PendingAppend {
    pub(crate) append: u32,
    /// How many entries of the log precede this append.
    at: usize,
    /// The number of entries.
    n: usize,
    /// Whether this is a rewrite of the whole project.
    is_all: bool,
}

/// No further append is sent while this many entries are pending, because each append contains all of them.
const MAX_PENDING_ENTRIES: usize = 100;

/// Whether the page asked the browser to persist storage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PersistPrompt {
    /// Not as far as is known.
    #[default]
    Never,
    /// On an earlier visit; the user may ask again.
    Earlier,
    /// On this visit.
    Now,
}

/// The result of writing a project file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupResult {
    /// The backup to record for the project on the screen. `None` if the file is not a backup or another project is shown by
    /// now.
    pub backup: Option<Backup>,
    /// Whether the project has embeddings that could not be included in the file.
    pub misses_embeddings: bool,
}

impl AppState {
    pub(crate) fn update_persistence(&mut self, msg: Msg, now_ms: u64) -> Vec<StateCmd> {
        match msg {
            Msg::Restored(stored) => self.restored(stored.map(|stored| *stored)),
            Msg::RestoreFailed(error) => {
                self.nothing_restored();
                self.report_storage_error(&error);
                Vec::new()
            }
            Msg::AppendTimedOut { append } => {
                let mut pending = self.persistence.pending_appends.iter();
                if pending.any(|under_way| under_way.append == append) {
                    self.labeling.on_append_timeout();
                }
                Vec::new()
            }
            Msg::Appended { append, saved, error } => self.appended(append, saved, error),
            Msg::Saved { what, saved } => self.saved(what, saved),
            Msg::StorageFailed(error) => {
                self.report_storage_error(&error);
                Vec::new()
            }
            Msg::BackUp => self.back_up(now_ms),
            Msg::SavedFile(name) => {
                self.persistence.saved_file = name;
                Vec::new()
            }
            Msg::ForgetSavedFile => {
                self.persistence.saved_file = None;
                vec![StateCmd::Persistence(Cmd::ForgetSavedFile)]
            }
            Msg::Written { file_name, written } => self.written(&file_name, written),
            Msg::PersistedChecked(is_persisted) => {
                self.persistence.is_persisted = Some(is_persisted);
                Vec::new()
            }
            Msg::AskToPersist => {
                self.persistence.asked = PersistPrompt::Now;
                vec![StateCmd::Persistence(Cmd::AskToPersist)]
            }
            Msg::StorageLost => {
                self.storage_lost();
                Vec::new()
            }
            Msg::AllSaved { append, saved } => self.all_saved(append, saved),
            Msg::Recovered(recovered) => self.recover(recovered.0, &recovered.1),
            Msg::SecondCopy(problem) => {
                self.persistence.second_copy_problem = problem;
                Vec::new()
            }
            Msg::RetryStorage => self.retry(),
        }
    }

    fn restored(&mut self, stored: Option<(StoredProject, Vec<LogEntry>)>) -> Vec<StateCmd> {
        self.persistence.restoring = false;
        // A file that was dropped in the meantime takes precedence over the stored project.
        let Some((project, log)) = stored.filter(|_| self.project.is_none()) else {
            self.nothing_restored();
            return Vec::new();
        };
        let config = project.head.config.clone();
        let mut cmds = Vec::new();
        match Project::restore(project, log) {
            Ok(project) => {
                self.run.settings = self.run.settings.with(&config);
                // The page sent the request on an earlier visit. Some browsers would show their own prompt on every
                // visit.
                if !project.annotations.history.log().is_empty() && !self.projects.read_only {
                    if self.persistence.asked == PersistPrompt::Never {
                        self.persistence.asked = PersistPrompt::Earlier;
                    }
                    cmds.push(StateCmd::Persistence(Cmd::CheckPersisted));
                }
                *self.project = Some(project);
                self.run.count_tokens(self.project.as_ref());
            }
            Err(problem) => {
                self.nothing_restored();
                self.report_storage_error(&StorageError::Unreadable {
                    reason: UnreadableReason::Page(problem),
                });
            }
        }
        cmds
    }

    fn back_up(&mut self, now_ms: u64) -> Vec<StateCmd> {
        let Some(project) = self.project.as_ref() else {
            return Vec::new();
        };
        let backup = Backup {
            at_ms: now_ms,
            n_actions: project.n_changes(),
            state: Some(project.backed_up()),
        };
        let file = ProjectFile::whole(project, &self.draft(), backup);
        vec![StateCmd::Persistence(Cmd::WriteProject(Box::new(file)))]
    }

    fn written(&mut self, file_name: &str, written: Result<BackupResult, String>) -> Vec<StateCmd> {
        match written {
            Ok(BackupResult {
                backup,
                misses_embeddings,
            }) => {
                if misses_embeddings {
                    self.notices.notice = Some(Notice {
                        title: t!("backup-embeddings-missing-title", file_name = isolated(file_name)),
                        problem: t!("backup-embeddings-missing-problem"),
                        advice: t!("backup-embeddings-missing-advice"),
                    });
                }
                let Some(backup) = backup else { return Vec::new() };
                self.change_project(|project| project.storage.backup = Some(backup));
                match self.projects.read_only {
                    true => Vec::new(),
                    false => self.save_head(),
                }
            }
            Err(reason) => {
                self.notices.notice = Some(Notice {
                    title: t!("backup-failed-title", file_name = isolated(file_name)),
                    problem: reason,
                    advice: t!("backup-failed-advice"),
                });
                Vec::new()
            }
        }
    }

    /// Whether everything is on disk, so that a reload loses nothing.
    pub(crate) fn is_saved(&self) -> bool {
        self.persistence.unsaved_part.is_none() && self.project.as_ref().is_none_or(Project::is_saved)
    }

    /// Whether closing the project would lose something because storage fails.
    pub fn would_lose_data(&self) -> bool {
        let lacks = |project: &Project| project.has_unsaved_work() && (!self.projects.read_only || !project.is_saved());
        self.persistence.problem.is_some() && self.project.as_ref().is_some_and(lacks)
    }

    /// Whether closing the tab would lose unsaved data.
    pub fn would_lose(&self) -> bool {
        let is_unsaved = |project: &Project| !project.is_saved() && project.has_unsaved_work();
        self.would_lose_data() || self.project.as_ref().is_some_and(is_unsaved)
    }

    /// Sends unsaved entries to the disk, unless they have to wait.
    pub(crate) fn append(&mut self) -> Vec<StateCmd> {
        if self.projects.read_only {
            return Vec::new();
        }
        if self.persistence.needs_full_rewrite {
            return match self.persistence.pending_appends.is_empty() && self.project.is_some() {
                true => self.save_all(),
                false => Vec::new(),
            };
        }
        // Entries for rows that are not stored yet could not be read back.
        let waits = |first: u32| self.unsent().any(|entry| entry.row >= first);
        if self.persistence.sent.len() >= MAX_PENDING_ENTRIES || self.persistence.unsaved_from_row.is_some_and(waits) {
            return Vec::new();
        }
        self.send(MAX_ENTRIES_PER_APPEND)
    }

    /// The unsaved entries that no pending append contains.
    pub(crate) fn unsent(&self) -> impl Iterator<Item = &LogEntry> {
        let n_settled = self
            .persistence
            .sent
            .iter()
            .filter(|entry| entry.is_adjudication)
            .count();
        let n_said = self.persistence.sent.len() - n_settled;
        self.project.iter().flat_map(move |project| {
            let unsaved_entries = project.annotations.history.unsaved().iter().skip(n_said);
            unsaved_entries.chain(project.annotations.team.decisions.unsaved().iter().skip(n_settled))
        })
    }

    /// Sends at most `most` new entries, together with the pending ones.
    fn send(&mut self, most: usize) -> Vec<StateCmd> {
        let new: Vec<LogEntry> = self.unsent().take(most).cloned().collect();
        if new.is_empty() {
            return Vec::new();
        }
        self.persistence.sent.extend(new);
        let at = self.project.as_ref().map_or(0, Project::n_saved);
        let (append, entries) = (self.persistence.next_append(), self.persistence.sent.clone());
        self.persistence.pending_appends.push(PendingAppend {
            append,
            at,
            n: entries.len(),
            is_all: false,
        });
        vec![StateCmd::Persistence(Cmd::Append { append, at, entries })]
    }

    /// Marks the first `n` pending entries as saved.
    fn mark_sent(&mut self, n: usize) {
        let n = n.min(self.persistence.sent.len());
        let n_settled = self
            .persistence
            .sent
            .drain(..n)
            .filter(|entry| entry.is_adjudication)
            .count();
        if let Some(project) = self.project.get_mut() {
            project.annotations.history.mark_saved(n - n_settled);
            project.annotations.team.decisions.mark_saved(n_settled);
        }
    }

    /// `saved`: how many entries of this append are on disk, in order.
    pub(crate) fn appended(&mut self, append: u32, saved: usize, error: Option<StorageError>) -> Vec<StateCmd> {
        let Some(PendingAppend { at, .. }) = self.answered(append) else {
            // The project is no longer on the screen.
            if let Some(error) = error {
                self.report_storage_error(&error);
            }
            return Vec::new();
        };
        // Other appends may have saved some of the entries already.
        let n_saved = self.project.as_ref().map_or(0, Project::n_saved);
        self.mark_sent((at + saved).saturating_sub(n_saved));
        // Once a label is saved, there is something to persist. Before that, the browser's prompt would only be in the way.
        let asks = self.persistence.asked == PersistPrompt::Never && saved > 0;
        let mut cmds = Vec::new();
        if asks {
            self.persistence.asked = PersistPrompt::Now;
            cmds.push(StateCmd::Persistence(Cmd::AskToPersist));
        }
        match error {
            Some(error) => {
                // Nothing is pending any more, so the next append contains all unsaved entries.
                if self.persistence.pending_appends.is_empty() {
                    self.persistence.sent.clear();
                }
                // If the project itself could not be stored, that reason is already shown and explains more.
                if self.persistence.unsaved_part.is_none() {
                    self.report_storage_error(&error);
                }
            }
            None => {
                let more = self.append();
                if self.persistence.pending_appends.is_empty()
                    && self.persistence.unsaved_part.is_none()
                    && self.project.as_ref().is_none_or(Project::is_saved)
                {
                    self.persistence.problem = None;
                }
                cmds.extend(more);
            }
        }
        cmds
    }

    /// Removes and returns the pending append with this number; `None` if it is no longer expected.
    pub(crate) fn answered(&mut self, append: u32) -> Option<PendingAppend> {
        let index = self
            .persistence
            .pending_appends
            .iter()
            .position(|under_way| under_way.append == append)?;
        Some(self.persistence.pending_appends.remove(index))
    }

    /// Sends all entries that wait for a pending append, because this tab may not be able to later.
    pub(crate) fn flush(&mut self) -> Vec<StateCmd> {
        let Some(project) = self.project.as_ref().filter(|_| self.persistence.problem.is_none()) else {
            return Vec::new();
        };
        // Entries that do not continue the log on disk are stored together with everything else.
        if self.persistence.needs_full_rewrite || (self.persistence.unsaved_from_row.is_some() && !project.is_saved()) {
            let is_last = |under_way: &PendingAppend| under_way.is_all && under_way.n == project.n_entries();
            return match self.persistence.pending_appends.last().is_some_and(is_last) {
                true => Vec::new(),
                false => self.save_all(),
            };
        }
        self.send(usize::MAX)
    }

    /// Forgets all pending appends and their entries.
    pub(crate) fn forget_sent(&mut self) {
        self.persistence.pending_appends.clear();
        self.persistence.sent.clear();
    }

    /// Increases the revision, so that the next write is newer than the data on disk.
    fn increase_revision(&mut self) {
        if let Some(project) = self.project.get_mut() {
            // An edited file may contain any number.
            project.storage.revision = project.storage.revision.saturating_add(1);
        }
    }

    pub(crate) fn save_project(&mut self) -> Vec<StateCmd> {
        self.increase_revision();
        let save =
            |project: &Project| StateCmd::Persistence(Cmd::SaveProject(Box::new(project.to_project(&self.draft()))));
        self.project.iter().map(save).collect()
    }

    /// Saves the head, or the whole project if the disk lacks it: a head alone would not match the stored data.
    pub(crate) fn save_head(&mut self) -> Vec<StateCmd> {
        if self.persistence.unsaved_part == Some(UnsavedPart::Project) {
            return self.save_project();
        }
        self.increase_revision();
        let save = |project: &Project| StateCmd::Persistence(Cmd::SaveHead(Box::new(project.head(&self.draft()))));
        self.project.iter().map(save).collect()
    }

    /// Handles the result of saving something other than the log.
    pub(crate) fn saved(&mut self, what: UnsavedPart, saved: Result<(), StorageError>) -> Vec<StateCmd> {
        if let Err(error) = saved {
            self.persistence.unsaved_part = self.persistence.unsaved_part.max(Some(what));
            self.report_storage_error(&error);
            return Vec::new();
        }
        self.persistence
            .unsaved_from_row
            .take_if(|_| what == UnsavedPart::Project);
        self.persistence.unsaved_part.take_if(|lacks| *lacks <= what);
        if self.persistence.unsaved_part.is_some() {
            return Vec::new();
        }
        self.session.header_saved();
        // Unsaved labels keep the warning visible. They may have waited for the project.
        if self.project.as_ref().is_none_or(Project::is_saved) {
            self.persistence.problem = None;
        }
        match what {
            UnsavedPart::Head => Vec::new(),
            UnsavedPart::Project => self.append(),
        }
    }

    /// Stores everything that is unsaved again.
    pub(crate) fn retry(&mut self) -> Vec<StateCmd> {
        if self.persistence.needs_full_rewrite {
            return self.append();
        }
        let mut cmds = self.save_project();
        cmds.extend(self.append());
        cmds
    }

    /// Reports a storage error.
    pub(crate) fn report_storage_error(&mut self, error: &StorageError) {
        if self.persistence.problem.is_none() {
            self.labeling.reset_override();
        }
        self.persistence.problem = Some(match error {
            // The text before the reason already states that storing failed.
            StorageError::Refused { reason } => core_messages::reason(reason),
            StorageError::Unreadable { .. } | StorageError::Locked => core_messages::translate_core("storage", error),
        });
    }

    /// Marks everything as unsaved, until [`Msg::RetryStorage`](Msg::RetryStorage) has rewritten it. A
    /// read-only tab has nothing to rewrite.
    pub(crate) fn storage_lost(&mut self) {
        if self.project.is_some() && !self.projects.read_only {
            self.mark_unsaved();
            self.persistence.problem = Some(t!("persistence-database-closed-problem"));
        }
    }

    /// Replaces everything on disk by the open project.
    pub(crate) fn rewrite(&mut self) -> Vec<StateCmd> {
        self.mark_unsaved();
        // Entries are stored together with the rows that they are about.
        self.persistence.unsaved_from_row = None;
        self.append()
    }

    fn mark_unsaved(&mut self) {
        let Some(project) = self.project.get_mut() else { return };
        project.annotations.history.forget_saved();
        project.annotations.team.decisions.forget_saved();
        self.persistence.needs_full_rewrite = true;
        self.forget_sent();
    }

    /// Stores everything in one transaction.
    pub(crate) fn save_all(&mut self) -> Vec<StateCmd> {
        self.increase_revision();
        let draft = self.draft();
        let Some(project) = self.project.as_ref() else {
            return Vec::new();
        };
        let (append, log) = (self.persistence.next_append(), project.log());
        self.persistence.pending_appends.push(PendingAppend {
            append,
            at: 0,
            n: log.len(),
            is_all: true,
        });
        vec![StateCmd::Persistence(Cmd::SaveAll {
            append,
            project: Box::new(project.to_project(&draft)),
            log,
        })]
    }

    /// Handles the result of [`Cmd::SaveAll`]. Entries that arrived in the meantime are stored afterwards.
    pub(crate) fn all_saved(&mut self, append: u32, saved: Result<(), StorageError>) -> Vec<StateCmd> {
        let answered = self.answered(append);
        if let Err(error) = saved {
            // Reported even if the project is no longer on the screen.
            self.report_storage_error(&error);
            return Vec::new();
        }
        let Some((PendingAppend { n, .. }, project)) = answered.zip(self.project.get_mut()) else {
            return Vec::new();
        };
        self.persistence.unsaved_part = None;
        self.persistence.unsaved_from_row = None;
        if project.n_entries() != n {
            // One of the logs has new entries: repeats the rewrite, unless another tab has taken over.
            return self.append();
        }
        self.persistence.needs_full_rewrite = false;
        self.persistence.problem = None;
        project.annotations.history.mark_saved(n);
        project.annotations.team.decisions.mark_saved(n);
        // Embeddings are in a separate database, which may be lost, too.
        project
            .source
            .embeddings
            .clone()
            .map(|value| StateCmd::Import(import::Cmd::StoreEmbeddings(value)))
            .into_iter()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import;
    use crate::state::Msg as StateMsg;
    use crate::state::tests::{give, selected};
    use crate::test_support;

    fn retry(state: &mut AppState) -> (u32, usize) {
        match state.apply_now(StateMsg::Persistence(Msg::RetryStorage)).as_slice() {
            [StateCmd::Persistence(Cmd::SaveAll { append, log, .. })] => (*append, log.len()),
            cmds => panic!("{cmds:?}"),
        }
    }

    /// As when a file with a long log is opened: entries are shown as saved batch by batch, in order.
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
    fn given_embeddings_are_rewritten_with_the_project() {
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

        // The write fails and is reported. Then another label is assigned while the retry is pending.
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
