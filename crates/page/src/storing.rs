//! What goes to the disk, and what comes of it: the log of what is said, and beside it the project.
//!
//! ```text
//!  a label ──▶ append ──▶ Effect::Append ──▶ appended ──▶ saved on the screen
//!                 │ nothing fits what is there          │ refused: said, and tried again
//!                 └──▶ save_all ──▶ Effect::SaveAll ──▶ all_saved
//! ```
//!
//! Where what was on disk is gone while the project is open, or is to be there no more, all of it is written anew, in one step,
//! so that the disk holds either everything or what it held before. Plain Rust, a part of the [`store`](super::store).

use crate::project::Open;
use crate::store::{AppState, Effect};
use crate::words::{core, say};
use fastgas_platform::StorageError;

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
    /// So many entries.
    pub(super) n: usize,
    /// Whether of what was settled between annotators, rather than said by one.
    pub(super) settles: bool,
    /// Whether of all that there is, in the place of what the disk has.
    pub(super) is_all: bool,
}

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

    /// The next append, unless one is under way or there is nothing to append.
    pub(super) fn append(&mut self) -> Vec<Effect> {
        let may = self.appending.is_empty() && !self.projects.read_only;
        let Some(open) = self.open.as_ref().filter(|_| may) else {
            return Vec::new();
        };
        if self.rewrites {
            return self.save_all();
        }
        let logs = [open.history.unsaved(), open.team.decisions.unsaved()];
        let Some(unsaved) = logs.into_iter().find(|unsaved| !unsaved.is_empty()) else {
            return Vec::new();
        };
        // Of a text that the disk does not have nobody could read it.
        let waits = |first: u32| unsaved.iter().any(|action| action.row >= first);
        if self.grown_from.is_some_and(waits) {
            return Vec::new();
        }
        let actions = unsaved.to_vec();
        let append = self.last_append + 1;
        self.last_append = append;
        self.appending.push(Appending {
            append,
            n: actions.len(),
            settles: actions[0].settles,
            is_all: false,
        });
        vec![Effect::Append { append, actions }]
    }

    pub(super) fn appended(&mut self, append: u32, saved: usize, error: Option<StorageError>) -> Vec<Effect> {
        let Some(Appending { settles, .. }) = self.answered(append) else {
            // Of a project that is not on the screen any more.
            if let Some(error) = error {
                self.tell_of_disk(&error);
            }
            return Vec::new();
        };
        if let Some(open) = &mut self.open {
            let log = if settles {
                &mut open.team.decisions
            } else {
                &mut open.history
            };
            log.mark_saved(saved);
        }
        // Who has labeled something has something to lose; before that the question would only be in the way.
        let asks = self.asked_to_keep == Asked::Never && saved > 0;
        let mut effects = Vec::new();
        if asks {
            self.asked_to_keep = Asked::Now;
            effects.push(Effect::AskToKeep);
        }
        match error {
            Some(error) => {
                // What comes after it would be taken for it.
                self.appending.clear();
                // Why the project is not there says more than that it is not.
                if self.lacks.is_none() {
                    self.tell_of_disk(&error);
                }
            }
            None => {
                let more = self.append();
                if self.appending.is_empty() && self.lacks.is_none() {
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
        let mut effects = Vec::new();
        for (log, settles) in [(&open.history, false), (&open.team.decisions, true)] {
            let sent = self.appending.iter().filter(|under_way| under_way.settles == settles);
            let actions = log.unsaved()[sent.map(|sent| sent.n).sum()..].to_vec();
            if !actions.is_empty() {
                self.last_append += 1;
                self.appending.push(Appending {
                    append: self.last_append,
                    n: actions.len(),
                    settles,
                    is_all: false,
                });
                effects.push(Effect::Append {
                    append: self.last_append,
                    actions,
                });
            }
        }
        effects
    }

    pub(super) fn save_project(&self) -> Vec<Effect> {
        let save = |open: &Open| Effect::SaveProject(Box::new(open.to_project(&self.draft())));
        self.open.iter().map(save).collect()
    }

    /// The whole project where the disk lacks that: a head alone would not fit what is there.
    pub(super) fn save_head(&self) -> Vec<Effect> {
        if self.lacks == Some(Beside::Project) {
            return self.save_project();
        }
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
            StorageError::Unreadable { .. } => core::of_core("storage", error),
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
        self.appending.clear();
    }

    /// Everything, to be stored as one.
    pub(super) fn save_all(&mut self) -> Vec<Effect> {
        let draft = self.draft();
        let Some(open) = &self.open else { return Vec::new() };
        self.last_append += 1;
        let log = open.log();
        self.appending.push(Appending {
            append: self.last_append,
            n: log.len(),
            settles: false,
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
