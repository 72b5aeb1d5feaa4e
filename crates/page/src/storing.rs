//! What goes to the disk, and what comes of it: the log of what is said, and beside it the project.
//!
//! ```text
//!  a label ──▶ append ──▶ Effect::Append ──▶ appended ──▶ saved on the screen
//!                 │ nothing fits what is there          │ refused: said, and tried again
//!                 └──▶ save_all ──▶ Effect::SaveAll ──▶ all_saved
//! ```
//!
//! Nothing waits for a write that is under way, so that a tab that is closed takes nothing with it. An append has all entries that
//! no earlier one has brought to the disk for certain, each at its place in the log: whichever of them fails, what is on the disk
//! is a beginning of the log.
//!
//! Where what was on disk is gone while the project is open, or is to be there no more, all of it is written anew, in one step,
//! so that the disk holds either everything or what it held before. Plain Rust, a part of the [`store`](super::store).

use crate::project::Open;
use crate::store::{AppState, Effect};
use crate::words::{core, say};
use fastgas_annotation::label::LabelAction;
use fastgas_platform::StorageError;

/// The most entries of the log that one transaction writes. A file may add hundreds of thousands of entries, and each counts as
/// saved when its transaction has ended.
pub(super) const APPENDED_AT_ONCE: usize = 5_000;

/// What is stored beside the log of labels. Whoever lacks the project lacks its head, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Beside {
    /// The project's small part.
    Head,
    /// All of it.
    Project,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Appending {
    pub(super) append: u32,
    /// How many entries are before them.
    at: usize,
    /// So many entries.
    n: usize,
    /// Whether of all that there is, in the place of what the disk has.
    is_all: bool,
}

/// No further append is sent while so many entries are on their way: each append has all of them.
const MOST_UNDER_WAY: usize = 100;

/// Whether the browser was asked to keep what is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asked {
    /// Not that anybody knew.
    #[default]
    Never,
    /// On an earlier visit: a person may ask again.
    Earlier,
    /// On this visit.
    Now,
}

impl AppState {
    /// Whether everything is on disk, so that a reload loses nothing.
    pub(super) fn is_saved(&self) -> bool {
        self.lacks.is_none() && self.open.as_ref().is_none_or(Open::is_saved)
    }

    /// Whether something of the project would be lost with the screen.
    pub fn is_at_risk(&self) -> bool {
        let lacks = |open: &Open| open.is_worth_a_question() && (!self.projects.read_only || !open.is_saved());
        self.storage_problem.is_some() && self.open.as_ref().is_some_and(lacks)
    }

    /// What is new goes to the disk.
    pub(super) fn append(&mut self) -> Vec<Effect> {
        if self.projects.read_only {
            return Vec::new();
        }
        if self.rewrites {
            return match self.appending.is_empty() && self.open.is_some() {
                true => self.save_all(),
                false => Vec::new(),
            };
        }
        // Of a text that the disk does not have nobody could read it.
        let waits = |first: u32| self.unsent().any(|entry| entry.row >= first);
        if self.sent.len() >= MOST_UNDER_WAY || self.grown_from.is_some_and(waits) {
            return Vec::new();
        }
        self.send(APPENDED_AT_ONCE)
    }

    /// The entries that are on no way to the disk.
    pub(super) fn unsent(&self) -> impl Iterator<Item = &LabelAction> {
        let n_settled = self.sent.iter().filter(|entry| entry.settles).count();
        let n_said = self.sent.len() - n_settled;
        self.open.iter().flat_map(move |open| {
            let said = open.history.unsaved().iter().skip(n_said);
            said.chain(open.team.decisions.unsaved().iter().skip(n_settled))
        })
    }

    /// Sends at most `most` of them, together with those that are under way.
    fn send(&mut self, most: usize) -> Vec<Effect> {
        let new: Vec<LabelAction> = self.unsent().take(most).cloned().collect();
        if new.is_empty() {
            return Vec::new();
        }
        self.sent.extend(new);
        let at = self.open.as_ref().map_or(0, Open::n_saved);
        self.last_append += 1;
        self.appending.push(Appending {
            append: self.last_append,
            at,
            n: self.sent.len(),
            is_all: false,
        });
        vec![Effect::Append {
            append: self.last_append,
            at,
            actions: self.sent.clone(),
        }]
    }

    /// The first `n` entries of those that were sent are on the disk.
    fn mark_sent(&mut self, n: usize) {
        let n = n.min(self.sent.len());
        let n_settled = self.sent.drain(..n).filter(|entry| entry.settles).count();
        if let Some(open) = &mut self.open {
            open.history.mark_saved(n - n_settled);
            open.team.decisions.mark_saved(n_settled);
        }
    }

    /// `saved`: how many entries of this append, in order.
    pub(super) fn appended(&mut self, append: u32, saved: usize, error: Option<StorageError>) -> Vec<Effect> {
        let Some(Appending { at, .. }) = self.answered(append) else {
            // Of a project that is not on the screen any more.
            if let Some(error) = error {
                self.tell_of_disk(&error);
            }
            return Vec::new();
        };
        // Others may have brought some of them.
        let n_saved = self.open.as_ref().map_or(0, Open::n_saved);
        self.mark_sent((at + saved).saturating_sub(n_saved));
        // Who has labeled something has something to lose; before that the question would only be in the way.
        let asks = self.asked_to_keep == Asked::Never && saved > 0;
        let mut effects = Vec::new();
        if asks {
            self.asked_to_keep = Asked::Now;
            effects.push(Effect::AskToKeep);
        }
        match error {
            Some(error) => {
                // Nothing is on its way any more: the next append has all.
                if self.appending.is_empty() {
                    self.sent.clear();
                }
                // Why the project is not there says more than that it is not.
                if self.lacks.is_none() {
                    self.tell_of_disk(&error);
                }
            }
            None => {
                let more = self.append();
                if self.appending.is_empty() && self.lacks.is_none() && self.open.as_ref().is_none_or(Open::is_saved) {
                    self.storage_problem = None;
                }
                effects.extend(more);
            }
        }
        effects
    }

    /// The append under way that this answers, if it is still waited for.
    pub(super) fn answered(&mut self, append: u32) -> Option<Appending> {
        let place = self.appending.iter().position(|under_way| under_way.append == append)?;
        Some(self.appending.remove(place))
    }

    /// Sends to the disk what waits for an append under way: later this tab may not.
    pub(super) fn flush(&mut self) -> Vec<Effect> {
        let Some(open) = self.open.as_ref().filter(|_| self.storage_problem.is_none()) else {
            return Vec::new();
        };
        // What fits nothing that is on the disk goes there with all else, or not at all.
        if self.rewrites || (self.grown_from.is_some() && !open.is_saved()) {
            let is_last = |under_way: &Appending| under_way.is_all && under_way.n == open.n_entries();
            return match self.appending.last().is_some_and(is_last) {
                true => Vec::new(),
                false => self.save_all(),
            };
        }
        self.send(usize::MAX)
    }

    /// Nothing that was sent is waited for any more.
    pub(super) fn forget_sent(&mut self) {
        self.appending.clear();
        self.sent.clear();
    }

    /// What is stored next is newer than what was stored before.
    fn revise(&mut self) {
        if let Some(open) = &mut self.open {
            // An edited file may say any number.
            open.revision = open.revision.saturating_add(1);
        }
    }

    pub(super) fn save_project(&mut self) -> Vec<Effect> {
        self.revise();
        let save = |open: &Open| Effect::SaveProject(Box::new(open.to_project(&self.draft())));
        self.open.iter().map(save).collect()
    }

    /// The whole project where the disk lacks that: a head alone would not fit what is there.
    pub(super) fn save_head(&mut self) -> Vec<Effect> {
        if self.lacks == Some(Beside::Project) {
            return self.save_project();
        }
        self.revise();
        let save = |open: &Open| Effect::SaveHead(Box::new(open.head(&self.draft())));
        self.open.iter().map(save).collect()
    }

    /// The disk has taken what stands beside the log, or has not.
    pub(super) fn saved(&mut self, what: Beside, saved: Result<(), StorageError>) -> Vec<Effect> {
        if let Err(error) = saved {
            self.lacks = self.lacks.max(Some(what));
            self.tell_of_disk(&error);
            return Vec::new();
        }
        self.grown_from.take_if(|_| what == Beside::Project);
        self.lacks.take_if(|lacks| *lacks <= what);
        if self.lacks.is_some() {
            return Vec::new();
        }
        self.head_is_saved();
        // Labels that are still unsaved keep the warning up. They may have waited for the project.
        if self.open.as_ref().is_none_or(Open::is_saved) {
            self.storage_problem = None;
        }
        match what {
            Beside::Head => Vec::new(),
            Beside::Project => self.append(),
        }
    }

    /// Stores once more what was not.
    pub(super) fn retry(&mut self) -> Vec<Effect> {
        if self.rewrites {
            return self.append();
        }
        let mut effects = self.save_project();
        effects.extend(self.append());
        effects
    }

    /// The disk did not do as it was told.
    pub(super) fn tell_of_disk(&mut self, error: &StorageError) {
        if self.storage_problem.is_none() {
            self.hold_anew();
        }
        self.storage_problem = Some(match error {
            // That it could not be stored is said before that.
            StorageError::Refused { reason } => core::reason(&reason.to_string()),
            StorageError::Unreadable { .. } | StorageError::Locked => core::of_core("storage", error),
        });
    }

    /// Nothing counts as saved any more, until [`Action::RetryStorage`](super::store::Action::RetryStorage) has written it.
    /// A tab that only shows the project has nothing to write.
    pub(super) fn storage_lost(&mut self) {
        if self.open.is_some() && !self.projects.read_only {
            self.mark_unsaved();
            self.storage_problem = Some(say!("rewriting-browser-has-closed-projects"));
        }
    }

    /// What is on the screen takes the place of all that is on disk.
    pub(super) fn rewrite(&mut self) -> Vec<Effect> {
        self.mark_unsaved();
        self.append()
    }

    fn mark_unsaved(&mut self) {
        let Some(open) = &mut self.open else { return };
        open.history.forget_saved();
        open.team.decisions.forget_saved();
        self.rewrites = true;
        self.forget_sent();
    }

    /// Everything, to be stored as one.
    pub(super) fn save_all(&mut self) -> Vec<Effect> {
        self.revise();
        let draft = self.draft();
        let Some(open) = &self.open else { return Vec::new() };
        self.last_append += 1;
        let log = open.log();
        self.appending.push(Appending {
            append: self.last_append,
            at: 0,
            n: log.len(),
            is_all: true,
        });
        vec![Effect::SaveAll {
            append: self.last_append,
            project: Box::new(open.to_project(&draft)),
            log,
        }]
    }

    /// What was said meanwhile goes after it.
    pub(super) fn all_saved(&mut self, append: u32, saved: Result<(), StorageError>) -> Vec<Effect> {
        let answered = self.answered(append);
        if let Err(error) = saved {
            // Also of a project that is not on the screen any more.
            self.tell_of_disk(&error);
            return Vec::new();
        }
        let Some((Appending { n, .. }, open)) = answered.zip(self.open.as_mut()) else {
            return Vec::new();
        };
        self.lacks = None;
        self.grown_from = None;
        if open.n_entries() != n {
            // Said meanwhile, in whichever of the logs: once more, unless another tab has the project now.
            return self.append();
        }
        self.rewrites = false;
        self.storage_problem = None;
        open.history.mark_saved(n);
        open.team.decisions.mark_saved(n);
        // They are in a database of their own, which may be gone as well.
        open.embeddings
            .clone()
            .map(Effect::KeepEmbeddings)
            .into_iter()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use crate::store::Action;
    use crate::store::tests::{give, selected};

    fn retry(state: &mut AppState) -> (u32, usize) {
        match state.apply_now(Action::RetryStorage).as_slice() {
            [Effect::SaveAll { append, log, .. }] => (*append, log.len()),
            effects => panic!("{effects:?}"),
        }
    }

    /// As when a file with a long log is opened: what is saved is shown as saved batch by batch, in order.
    #[test]
    fn a_long_log_goes_to_the_disk_in_batches() {
        let mut state = selected();
        let open = state.open.as_mut().expect("a project");
        let n = 2 * APPENDED_AT_ONCE + 7;
        for at_ms in 0..n as u64 {
            open.history.flag(0, at_ms + 1);
        }
        let log = open.history.log().to_vec();
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
            let unsaved = state.open.as_ref().map(|open| open.history.unsaved().len());
            assert_eq!(unsaved, Some(n - written.len()));
        }
        assert_eq!(written, log);
    }

    #[test]
    fn embeddings_that_were_brought_are_written_anew_too() {
        let mut state = selected();
        let file = fixtures::embeddings();
        state.open.as_mut().expect("a project").embeddings = Some(file.clone());
        state.apply_now(Action::StorageLost);
        let (append, _) = retry(&mut state);
        let effects = state.apply_now(Action::AllSaved { append, saved: Ok(()) });
        assert_eq!(effects, [Effect::KeepEmbeddings(file)]);
    }

    #[test]
    fn what_is_gone_from_the_disk_is_written_anew_and_only_then_shown_as_saved() {
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
        let is_saved = |state: &AppState| state.open.as_ref().is_some_and(|open| open.is_saved());
        assert!(is_saved(&state));
        state.apply_now(Action::StorageLost);
        assert!(!is_saved(&state) && state.storage_problem.is_some());

        // Refused, and said so; then another label is given while it is written.
        let (append, n) = retry(&mut state);
        assert_eq!(n, 1);
        let refused = fixtures::refused();
        let saved = Err(refused);
        assert_eq!(state.apply_now(Action::AllSaved { append, saved }), []);
        assert!(!is_saved(&state) && state.storage_problem.is_some());
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
        assert!(is_saved(&state) && state.storage_problem.is_none());
        assert!(matches!(
            state.apply(give(0), 9).as_slice(),
            [Effect::Append { actions, .. }, ..] if actions.len() == 1
        ));
    }
}
