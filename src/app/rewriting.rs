//! What was on disk is gone while the project is open, or is to be there no more: all of it is written anew, in one step, so
//! that the disk holds either everything or what it held before. Plain Rust, a part of the [`store`](super::store).

use crate::app::store::{AppState, Appending, Effect};
use crate::app::words::say;
use crate::bridge::StorageError;

impl AppState {
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
    use crate::app::fixtures;
    use crate::app::store::Action;
    use crate::app::store::tests::{give, selected};

    fn retry(state: &mut AppState) -> (u32, usize) {
        match state.apply(Action::RetryStorage).as_slice() {
            [Effect::SaveAll { append, log, .. }] => (*append, log.len()),
            effects => panic!("{effects:?}"),
        }
    }

    #[test]
    fn embeddings_that_were_brought_are_written_anew_too() {
        let mut state = selected();
        let file = fixtures::embeddings();
        state.open.as_mut().expect("a project").embeddings = Some(file.clone());
        state.apply(Action::StorageLost);
        let (append, _) = retry(&mut state);
        let effects = state.apply(Action::AllSaved { append, saved: Ok(()) });
        assert_eq!(effects, [Effect::KeepEmbeddings(file)]);
    }

    #[test]
    fn what_is_gone_from_the_disk_is_written_anew_and_only_then_shown_as_saved() {
        let mut state = selected();
        let append = match state.apply(give(0)).as_slice() {
            [Effect::Append { append, .. }, ..] => *append,
            effects => panic!("{effects:?}"),
        };
        state.apply(Action::Appended {
            append,
            saved: 1,
            error: None,
        });
        let is_saved = |state: &AppState| state.open.as_ref().is_some_and(|open| open.is_saved());
        assert!(is_saved(&state));
        state.apply(Action::StorageLost);
        assert!(!is_saved(&state) && state.storage_problem.is_some());

        // Refused, and said so; then another label is given while it is written.
        let (append, n) = retry(&mut state);
        assert_eq!(n, 1);
        let refused = fixtures::refused();
        let saved = Err(refused);
        assert_eq!(state.apply(Action::AllSaved { append, saved }), []);
        assert!(!is_saved(&state) && state.storage_problem.is_some());
        let (append, _) = retry(&mut state);
        let waits = state.apply(give(1));
        assert!(
            !waits.iter().any(|effect| matches!(effect, Effect::Append { .. })),
            "{waits:?}"
        );
        let effects = state.apply(Action::AllSaved { append, saved: Ok(()) });
        let [Effect::SaveAll { append, log, .. }] = effects.as_slice() else {
            panic!("{effects:?}")
        };
        assert_eq!(log.len(), 2);
        state.apply(Action::AllSaved {
            append: *append,
            saved: Ok(()),
        });
        assert!(is_saved(&state) && state.storage_problem.is_none());
        assert!(matches!(
            state.apply(give(0)).as_slice(),
            [Effect::Append { actions, .. }, ..] if actions.len() == 1
        ));
    }
}
