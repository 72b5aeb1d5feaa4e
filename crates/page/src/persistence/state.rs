//! Writes the log and the rest of the project to disk, and tracks what is saved.
//!
//! ```text
//!  a label ──▶ append ──▶ Effect::Append ──▶ appended ──▶ shown as saved
//!                 │ the log on disk is lost or obsolete │ failed: reported, and retried
//!                 └──▶ save_all ──▶ Effect::SaveAll ──▶ all_saved
//! ```
//!
//! No write waits for a pending one, so closing the tab does not lose queued entries. An append contains all entries that are
//! not confirmed by an earlier append, each at its index in the log. Whichever appends fail, the disk holds a prefix of the
//! log.
//!
//! If the stored project is lost while it is open, or has to be replaced, everything is rewritten in one transaction: the
//! disk then holds either the new state or the previous one. Plain Rust, a part of the [`state`](crate::state).

use crate::i18n::core_messages;
use crate::i18n::say;
use crate::project::Open;
use crate::projects::backup_differences::SinceBackup;
use crate::state::{AppState, Effect};
use fastgas_annotation::label::LogEntry;
use fastgas_platform::{Refusal, StorageError};

/// What is stored of the open project, and what is not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Persistence {
    /// True until it is known whether there is a stored project to show.
    pub restoring: bool,
    /// The pending appends, oldest first. Answers to any other append are dropped.
    pub(crate) appending: Vec<Appending>,
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
    pub promised: Option<Option<bool>>,
    /// Whether the page asked the browser to persist storage.
    pub asked: Asked,
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

    /// The number of the next append.
    fn next_append(&mut self) -> u32 {
        self.last_append += 1;
        self.last_append
    }
}

/// Maximum number of log entries per transaction. A file can add hundreds of thousands of entries, and entries count as saved
/// when their transaction has completed.
pub(crate) const APPENDED_AT_ONCE: usize = 5_000;

/// A stored part of the project other than the log. A missing `StoredProject` implies a missing `Head`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnsavedPart {
    /// The small part of the project.
    Head,
    /// The whole project.
    Project,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Appending {
    pub(crate) append: u32,
    /// How many entries of the log precede this append.
    at: usize,
    /// The number of entries.
    n: usize,
    /// Whether this is a rewrite of the whole project.
    is_all: bool,
}

/// No further append is sent while this many entries are pending, because each append contains all of them.
const MOST_UNDER_WAY: usize = 100;

/// Whether the page asked the browser to persist storage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asked {
    /// Not as far as is known.
    #[default]
    Never,
    /// On an earlier visit; the user may ask again.
    Earlier,
    /// On this visit.
    Now,
}

impl AppState {
    /// Whether everything is on disk, so that a reload loses nothing.
    pub(crate) fn is_saved(&self) -> bool {
        self.persistence.unsaved_part.is_none() && self.project.as_ref().is_none_or(Open::is_saved)
    }

    /// Whether closing the project would lose something because storage fails.
    pub fn is_at_risk(&self) -> bool {
        let lacks = |open: &Open| open.is_worth_a_question() && (!self.projects.read_only || !open.is_saved());
        self.persistence.problem.is_some() && self.project.as_ref().is_some_and(lacks)
    }

    /// Sends unsaved entries to the disk, unless they have to wait.
    pub(crate) fn append(&mut self) -> Vec<Effect> {
        if self.projects.read_only {
            return Vec::new();
        }
        if self.persistence.needs_full_rewrite {
            return match self.persistence.appending.is_empty() && self.project.is_some() {
                true => self.save_all(),
                false => Vec::new(),
            };
        }
        // Entries for rows that are not stored yet could not be read back.
        let waits = |first: u32| self.unsent().any(|entry| entry.row >= first);
        if self.persistence.sent.len() >= MOST_UNDER_WAY || self.persistence.unsaved_from_row.is_some_and(waits) {
            return Vec::new();
        }
        self.send(APPENDED_AT_ONCE)
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
        self.project.iter().flat_map(move |open| {
            let said = open.annotations.history.unsaved().iter().skip(n_said);
            said.chain(open.annotations.team.decisions.unsaved().iter().skip(n_settled))
        })
    }

    /// Sends at most `most` new entries, together with the pending ones.
    fn send(&mut self, most: usize) -> Vec<Effect> {
        let new: Vec<LogEntry> = self.unsent().take(most).cloned().collect();
        if new.is_empty() {
            return Vec::new();
        }
        self.persistence.sent.extend(new);
        let at = self.project.as_ref().map_or(0, Open::n_saved);
        let (append, actions) = (self.persistence.next_append(), self.persistence.sent.clone());
        self.persistence.appending.push(Appending {
            append,
            at,
            n: actions.len(),
            is_all: false,
        });
        vec![Effect::Append { append, at, actions }]
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
        if let Some(open) = self.project.get_mut() {
            open.annotations.history.mark_saved(n - n_settled);
            open.annotations.team.decisions.mark_saved(n_settled);
        }
    }

    /// `saved`: how many entries of this append are on disk, in order.
    pub(crate) fn appended(&mut self, append: u32, saved: usize, error: Option<StorageError>) -> Vec<Effect> {
        let Some(Appending { at, .. }) = self.answered(append) else {
            // The project is no longer on the screen.
            if let Some(error) = error {
                self.tell_of_disk(&error);
            }
            return Vec::new();
        };
        // Other appends may have saved some of the entries already.
        let n_saved = self.project.as_ref().map_or(0, Open::n_saved);
        self.mark_sent((at + saved).saturating_sub(n_saved));
        // Once a label is saved, there is something to persist. Before that, the browser's prompt would only be in the way.
        let asks = self.persistence.asked == Asked::Never && saved > 0;
        let mut effects = Vec::new();
        if asks {
            self.persistence.asked = Asked::Now;
            effects.push(Effect::AskToKeep);
        }
        match error {
            Some(error) => {
                // Nothing is pending any more, so the next append contains all unsaved entries.
                if self.persistence.appending.is_empty() {
                    self.persistence.sent.clear();
                }
                // If the project itself could not be stored, that reason is already shown and explains more.
                if self.persistence.unsaved_part.is_none() {
                    self.tell_of_disk(&error);
                }
            }
            None => {
                let more = self.append();
                if self.persistence.appending.is_empty()
                    && self.persistence.unsaved_part.is_none()
                    && self.project.as_ref().is_none_or(Open::is_saved)
                {
                    self.persistence.problem = None;
                }
                effects.extend(more);
            }
        }
        effects
    }

    /// Removes and returns the pending append with this number; `None` if it is no longer expected.
    pub(crate) fn answered(&mut self, append: u32) -> Option<Appending> {
        let place = self
            .persistence
            .appending
            .iter()
            .position(|under_way| under_way.append == append)?;
        Some(self.persistence.appending.remove(place))
    }

    /// Sends all entries that wait for a pending append, because this tab may not be able to later.
    pub(crate) fn flush(&mut self) -> Vec<Effect> {
        let Some(open) = self.project.as_ref().filter(|_| self.persistence.problem.is_none()) else {
            return Vec::new();
        };
        // Entries that do not continue the log on disk are stored together with everything else.
        if self.persistence.needs_full_rewrite || (self.persistence.unsaved_from_row.is_some() && !open.is_saved()) {
            let is_last = |under_way: &Appending| under_way.is_all && under_way.n == open.n_entries();
            return match self.persistence.appending.last().is_some_and(is_last) {
                true => Vec::new(),
                false => self.save_all(),
            };
        }
        self.send(usize::MAX)
    }

    /// Forgets all pending appends and their entries.
    pub(crate) fn forget_sent(&mut self) {
        self.persistence.appending.clear();
        self.persistence.sent.clear();
    }

    /// Increases the revision, so that what is stored next is newer than what is on disk.
    fn revise(&mut self) {
        if let Some(open) = self.project.get_mut() {
            // An edited file may contain any number.
            open.storage.revision = open.storage.revision.saturating_add(1);
        }
    }

    pub(crate) fn save_project(&mut self) -> Vec<Effect> {
        self.revise();
        let save = |open: &Open| Effect::SaveProject(Box::new(open.to_project(&self.draft())));
        self.project.iter().map(save).collect()
    }

    /// Saves the head, or the whole project if the disk lacks it: a head alone would not match what is stored.
    pub(crate) fn save_head(&mut self) -> Vec<Effect> {
        if self.persistence.unsaved_part == Some(UnsavedPart::Project) {
            return self.save_project();
        }
        self.revise();
        let save = |open: &Open| Effect::SaveHead(Box::new(open.head(&self.draft())));
        self.project.iter().map(save).collect()
    }

    /// Handles the result of saving something other than the log.
    pub(crate) fn saved(&mut self, what: UnsavedPart, saved: Result<(), StorageError>) -> Vec<Effect> {
        if let Err(error) = saved {
            self.persistence.unsaved_part = self.persistence.unsaved_part.max(Some(what));
            self.tell_of_disk(&error);
            return Vec::new();
        }
        self.persistence
            .unsaved_from_row
            .take_if(|_| what == UnsavedPart::Project);
        self.persistence.unsaved_part.take_if(|lacks| *lacks <= what);
        if self.persistence.unsaved_part.is_some() {
            return Vec::new();
        }
        self.head_is_saved();
        // Unsaved labels keep the warning visible. They may have waited for the project.
        if self.project.as_ref().is_none_or(Open::is_saved) {
            self.persistence.problem = None;
        }
        match what {
            UnsavedPart::Head => Vec::new(),
            UnsavedPart::Project => self.append(),
        }
    }

    /// Stores everything that is unsaved again.
    pub(crate) fn retry(&mut self) -> Vec<Effect> {
        if self.persistence.needs_full_rewrite {
            return self.append();
        }
        let mut effects = self.save_project();
        effects.extend(self.append());
        effects
    }

    /// Reports a storage error.
    pub(crate) fn tell_of_disk(&mut self, error: &StorageError) {
        if self.persistence.problem.is_none() {
            self.hold_anew();
        }
        self.persistence.problem = Some(match error {
            // The text before the reason already says that storing failed.
            StorageError::Refused { reason } => core_messages::reason(reason),
            StorageError::Unreadable { .. } | StorageError::Locked => core_messages::of_core("storage", error),
        });
    }

    /// Marks everything as unsaved, until [`Action::RetryStorage`](crate::state::Action::RetryStorage) has rewritten it. A
    /// read-only tab has nothing to rewrite.
    pub(crate) fn storage_lost(&mut self) {
        if self.project.is_some() && !self.projects.read_only {
            self.mark_unsaved();
            self.persistence.problem = Some(say!("persistence-database-closed-problem"));
        }
    }

    /// Replaces everything on disk by what is on the screen.
    pub(crate) fn rewrite(&mut self) -> Vec<Effect> {
        self.mark_unsaved();
        // Entries are stored together with the rows that they are about.
        self.persistence.unsaved_from_row = None;
        self.append()
    }

    fn mark_unsaved(&mut self) {
        let Some(open) = self.project.get_mut() else { return };
        open.annotations.history.forget_saved();
        open.annotations.team.decisions.forget_saved();
        self.persistence.needs_full_rewrite = true;
        self.forget_sent();
    }

    /// Stores everything in one transaction.
    pub(crate) fn save_all(&mut self) -> Vec<Effect> {
        self.revise();
        let draft = self.draft();
        let Some(open) = self.project.as_ref() else {
            return Vec::new();
        };
        let (append, log) = (self.persistence.next_append(), open.log());
        self.persistence.appending.push(Appending {
            append,
            at: 0,
            n: log.len(),
            is_all: true,
        });
        vec![Effect::SaveAll {
            append,
            project: Box::new(open.to_project(&draft)),
            log,
        }]
    }

    /// Handles the result of [`Effect::SaveAll`]. Entries that arrived in the meantime are stored afterwards.
    pub(crate) fn all_saved(&mut self, append: u32, saved: Result<(), StorageError>) -> Vec<Effect> {
        let answered = self.answered(append);
        if let Err(error) = saved {
            // Reported even if the project is no longer on the screen.
            self.tell_of_disk(&error);
            return Vec::new();
        }
        let Some((Appending { n, .. }, open)) = answered.zip(self.project.get_mut()) else {
            return Vec::new();
        };
        self.persistence.unsaved_part = None;
        self.persistence.unsaved_from_row = None;
        if open.n_entries() != n {
            // One of the logs has new entries: repeats the rewrite, unless another tab has taken over.
            return self.append();
        }
        self.persistence.needs_full_rewrite = false;
        self.persistence.problem = None;
        open.annotations.history.mark_saved(n);
        open.annotations.team.decisions.mark_saved(n);
        // Embeddings are in a separate database, which may be lost, too.
        open.source
            .embeddings
            .clone()
            .map(Effect::KeepEmbeddings)
            .into_iter()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Action;
    use crate::state::tests::{give, selected};
    use crate::test_support;

    fn retry(state: &mut AppState) -> (u32, usize) {
        match state.apply_now(Action::RetryStorage).as_slice() {
            [Effect::SaveAll { append, log, .. }] => (*append, log.len()),
            effects => panic!("{effects:?}"),
        }
    }

    /// As when a file with a long log is opened: entries are shown as saved batch by batch, in order.
    #[test]
    fn long_log_is_written_in_batches() {
        let mut state = selected();
        let open = state.project.get_mut().expect("a project");
        let n = 2 * APPENDED_AT_ONCE + 7;
        for at_ms in 0..n as u64 {
            open.annotations.history.flag(0, at_ms + 1);
        }
        let log = open.annotations.history.log().to_vec();
        assert_eq!(log.len(), n);
        let (mut effects, mut written) = (state.apply_now(Action::RetryStorage), Vec::new());
        while let Some(Effect::Append { append, at, actions }) =
            effects.iter().find(|effect| matches!(effect, Effect::Append { .. }))
        {
            assert!(actions.len() <= APPENDED_AT_ONCE);
            assert_eq!(*at, written.len());
            written.extend(actions.clone());
            let (append, saved) = (*append, actions.len());
            let error = None;
            effects = state.apply_now(Action::Appended { append, saved, error });
            let unsaved = state
                .project
                .as_ref()
                .map(|open| open.annotations.history.unsaved().len());
            assert_eq!(unsaved, Some(n - written.len()));
        }
        assert_eq!(written, log);
    }

    #[test]
    fn given_embeddings_are_rewritten_with_the_project() {
        let mut state = selected();
        let file = test_support::embeddings();
        state.project.get_mut().expect("a project").source.embeddings = Some(file.clone());
        state.apply_now(Action::StorageLost);
        let (append, _) = retry(&mut state);
        let effects = state.apply_now(Action::AllSaved { append, saved: Ok(()) });
        assert_eq!(effects, [Effect::KeepEmbeddings(file)]);
    }

    #[test]
    fn lost_project_is_rewritten_and_only_then_shown_as_saved() {
        let mut state = selected();
        let append = match state.apply(give(0), 9).as_slice() {
            [Effect::Append { append, .. }, ..] => *append,
            effects => panic!("{effects:?}"),
        };
        state.apply_now(Action::Appended {
            append,
            saved: 1,
            error: None,
        });
        let is_saved = |state: &AppState| state.project.as_ref().is_some_and(|open| open.is_saved());
        assert!(is_saved(&state));
        state.apply_now(Action::StorageLost);
        assert!(!is_saved(&state) && state.persistence.problem.is_some());

        // The write fails and is reported. Then another label is assigned while the retry is pending.
        let (append, n) = retry(&mut state);
        assert_eq!(n, 1);
        let refused = test_support::refused();
        let saved = Err(refused);
        assert_eq!(state.apply_now(Action::AllSaved { append, saved }), []);
        assert!(!is_saved(&state) && state.persistence.problem.is_some());
        let (append, _) = retry(&mut state);
        let waits = state.apply(give(1), 9);
        assert!(
            !waits.iter().any(|effect| matches!(effect, Effect::Append { .. })),
            "{waits:?}"
        );
        let effects = state.apply_now(Action::AllSaved { append, saved: Ok(()) });
        let [Effect::SaveAll { append, log, .. }] = effects.as_slice() else {
            panic!("{effects:?}")
        };
        assert_eq!(log.len(), 2);
        state.apply_now(Action::AllSaved {
            append: *append,
            saved: Ok(()),
        });
        assert!(is_saved(&state) && state.persistence.problem.is_none());
        assert!(matches!(
            state.apply(give(0), 9).as_slice(),
            [Effect::Append { actions, .. }, ..] if actions.len() == 1
        ));
    }
}
