//! On to the next text, once what was said of this one is on the disk.
//!
//! ```text
//!  a key ──▶ said, the text stays ──▶ read back from the disk ──▶ the next text
//!                        │       └─ refused, or a second is over ─▶ held: said so ─▶ the person goes on all the same
//!                        └─ another key ──▶ the next text, which it is meant for
//! ```
//!
//! The disk takes some hundredths of a second, so nobody sees the wait; but nobody is led on from something that could
//! still be lost. Whoever presses the next key in that time means the next text: the key takes effect at once, so that nothing of
//! it is lost with the tab. Where the disk is slow or refuses, the page says what is not saved, and holds the text: it goes once
//! the disk has it, or when the person goes on by themselves, who is not held again before the disk has caught up.

use crate::project::Open;
use crate::store::{Action, AppState, Effect};
use crate::{alike, suggesting};

/// After so long a person is told that the disk is slow, in milliseconds.
pub const PATIENCE_MS: i32 = 1000;

/// Whether the text that was answered is still before the person.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Staying {
    /// Until all that was said is on the disk.
    stays: bool,
    /// Whether the disk had its time, and has not caught up since.
    late: bool,
    /// Whether the person has gone on all the same since then.
    all_the_same: bool,
    /// Whether no disk is waited for, in tests of what has nothing to do with it.
    at_once: bool,
}

impl Staying {
    /// Whether the text goes as soon as all that was said is on the disk.
    pub(super) fn is_leaving(&self) -> bool {
        self.stays
    }

    /// The project is not on the screen any more.
    pub(super) fn forget(&mut self) {
        *self = Staying {
            at_once: self.at_once,
            ..Staying::default()
        };
    }

    /// Waits for no disk.
    #[cfg(test)]
    pub(super) fn never() -> Staying {
        Staying {
            at_once: true,
            ..Staying::default()
        }
    }
}

impl AppState {
    /// Changes labels, then goes on to the next text.
    pub(super) fn label_and_go_on(&mut self, change: impl FnOnce(&mut Open)) -> Vec<Effect> {
        let effects = self.label(change);
        self.go_on();
        effects
    }

    /// Goes on to the next text, as soon as all that was said is on the disk.
    pub(super) fn go_on(&mut self) {
        self.staying.stays = self.open.is_some();
    }

    /// Whether the text before the person is answered and goes as soon as that is on the disk.
    pub fn is_leaving(&self) -> bool {
        self.staying.is_leaving()
    }

    /// Whether it does not go, since the disk refuses what was said of it, or takes long: only the person goes on.
    pub fn is_held(&self) -> bool {
        let is_refused = self.storage_problem.is_some() && self.appending.is_empty();
        self.staying.stays && (self.staying.late || is_refused)
    }

    /// Whether something would go with the tab: it is on no disk yet.
    pub fn would_lose(&self) -> bool {
        let is_unsaved = |open: &Open| !open.is_saved() && open.is_worth_a_question();
        self.is_at_risk() || self.open.as_ref().is_some_and(is_unsaved)
    }

    /// The disk has had its time for this append.
    pub(super) fn be_patient_no_more(&mut self, append: u32) {
        self.staying.late |= self.appending.iter().any(|under_way| under_way.append == append);
    }

    /// What is meant for the next text takes effect there.
    pub(super) fn aim(&mut self, action: Action) -> Option<Action> {
        if !self.staying.stays || !is_of_current(&action) {
            return Some(action);
        }
        if self.is_held() {
            return self.act_on_held(action);
        }
        self.turn_to_next();
        Some(action)
    }

    fn turn_to_next(&mut self) {
        self.staying.stays = false;
        if let Some(open) = &mut self.open {
            open.current = open.next_open().or(open.current);
        }
    }

    /// What a person does of a text that the disk does not take. An answer that they do not see is none for the next text, and
    /// none for this one, which has it already: it is not taken.
    fn act_on_held(&mut self, action: Action) -> Option<Action> {
        match action {
            Action::GoOn | Action::Move(1) => {
                self.staying.all_the_same = true;
                None
            }
            Action::Give { .. } | Action::GiveByKey { .. } | Action::Pass { .. } => None,
            Action::Suggest(suggesting::Action::Accept) => None,
            // They stay with it, or go elsewhere.
            action => {
                self.staying.stays = false;
                Some(action)
            }
        }
    }

    /// Goes on where that is due.
    pub(super) fn catch_up(&mut self) {
        if self.all_is_saved() {
            (self.staying.late, self.staying.all_the_same) = (false, false);
        }
        if self.staying.stays && self.may_go_on() {
            self.turn_to_next();
        }
    }

    /// What the person has gone on from all the same was not this trouble.
    pub(super) fn hold_anew(&mut self) {
        self.staying.all_the_same = false;
    }

    /// Waits for the disk no more.
    pub(super) fn wait_no_more(&mut self) {
        self.staying.all_the_same = true;
        self.catch_up();
    }

    fn may_go_on(&self) -> bool {
        let waits_not = self.staying.at_once || self.staying.all_the_same || self.projects.read_only;
        waits_not || self.all_is_saved()
    }

    fn all_is_saved(&self) -> bool {
        self.open.as_ref().is_none_or(|open| open.history.unsaved().is_empty())
    }
}

/// Whether a person means the text before them, or goes from it to another.
fn is_of_current(action: &Action) -> bool {
    matches!(
        action,
        Action::Give { .. }
            | Action::GiveByKey { .. }
            | Action::Pass { .. }
            | Action::Flag
            | Action::TakeBack
            | Action::Undo
            | Action::Redo
            | Action::GoTo(_)
            | Action::Move(_)
            | Action::GoOn
            | Action::List(_)
            | Action::ListNext
            | Action::Suggest(suggesting::Action::Ask | suggesting::Action::Accept)
            | Action::Alike(alike::Action::OpenSimilar(None))
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use fastgas_annotation::label::Pass;
    use fastgas_platform::StorageError;

    /// Three picks in rows 2, 0, 1; the disk is waited for.
    fn labeling() -> AppState {
        let mut state = AppState::new(1);
        state.open = Some(fixtures::labeling(&[2, 0, 1], 3));
        state
    }

    fn press(state: &mut AppState, key: char) -> Vec<Effect> {
        state.apply(Action::GiveByKey { key }, 1)
    }

    /// The disk answers the append under way.
    fn answer(state: &mut AppState, saved: usize, error: Option<StorageError>) -> Vec<Effect> {
        let append = state.last_append;
        state.apply_now(Action::Appended { append, saved, error })
    }

    fn current(state: &AppState) -> Option<u32> {
        state.open.as_ref().and_then(|open| open.current)
    }

    fn label(state: &AppState, row: u32) -> Option<&str> {
        state.open.as_ref().and_then(|open| open.history.labels().get(row))
    }

    fn refused() -> Option<StorageError> {
        Some(fixtures::refused())
    }

    #[test]
    fn a_text_stays_until_its_label_is_on_the_disk() {
        let mut state = labeling();
        let effects = press(&mut state, '1');
        assert!(matches!(&effects[..], [Effect::Append { .. }]), "{effects:?}");
        assert_eq!((current(&state), label(&state, 2)), (Some(2), Some("yes")));
        answer(&mut state, 1, None);
        assert_eq!(current(&state), Some(0));
    }

    #[test]
    fn keys_that_come_meanwhile_are_for_the_next_texts_and_wait_for_nothing() {
        let mut state = labeling();
        press(&mut state, '1');
        let effects = press(&mut state, '2');
        let [Effect::Append { at: 0, actions, .. }] = &effects[..] else {
            panic!("{effects:?}")
        };
        assert_eq!(
            actions.iter().map(|action| action.row).collect::<Vec<_>>(),
            [2, 0],
            "both are sent"
        );
        assert_eq!((current(&state), label(&state, 0)), (Some(0), Some("no")));
        let skip = Action::Pass { why: Pass::Skipped };
        assert!(matches!(&state.apply(skip, 3)[..], [Effect::Append { actions, .. }] if actions.len() == 3));
        assert_eq!(current(&state), Some(1), "to be skipped, which is on its way");
        let last = state.last_append;
        for (append, saved) in [(last - 2, 1), (last - 1, 2), (last, 3)] {
            assert_eq!(state.open.as_ref().map(Open::n_saved), Some(saved - 1));
            state.apply_now(Action::Appended {
                append,
                saved,
                error: None,
            });
        }
        assert!(state.open.as_ref().is_some_and(Open::is_saved));
        assert_eq!(
            [label(&state, 2), label(&state, 0), label(&state, 1)],
            [Some("yes"), Some("no"), None]
        );
    }

    #[test]
    fn a_slow_disk_holds_a_text_until_it_has_it_or_the_person_goes_on() {
        let mut state = labeling();
        press(&mut state, '1');
        let append = state.last_append;
        state.apply_now(Action::PatienceIsOver { append: append + 7 });
        assert!(!state.is_held(), "that was said of another append");
        state.apply_now(Action::PatienceIsOver { append });
        assert!(state.is_held() && state.would_lose());
        press(&mut state, '1');
        assert_eq!([label(&state, 2), label(&state, 0)], [Some("yes"), None]);
        answer(&mut state, 1, None);
        assert!(!state.is_held() && current(&state) == Some(0));

        press(&mut state, '2');
        let append = state.last_append;
        state.apply_now(Action::PatienceIsOver { append });
        state.apply_now(Action::Move(1));
        assert_eq!(current(&state), Some(1), "one text further, not two");
        press(&mut state, '1');
        assert_eq!((current(&state), state.is_held()), (Some(1), false), "all is answered");
        answer(&mut state, 2, None);
        state.apply_now(Action::GoTo(2));
        press(&mut state, '2');
        assert_eq!(current(&state), Some(2), "it has caught up, so it is waited for again");
    }

    #[test]
    fn a_disk_that_refuses_holds_a_text_until_the_person_goes_on() {
        let mut state = labeling();
        press(&mut state, '1');
        answer(&mut state, 0, refused());
        assert!(state.is_held() && current(&state) == Some(2));
        state.apply_now(Action::GoOn);
        assert_eq!(current(&state), Some(0));
        press(&mut state, '1');
        answer(&mut state, 0, refused());
        assert_eq!((current(&state), state.is_held()), (Some(1), false), "they know");
    }

    #[test]
    fn whoever_goes_on_from_a_slow_disk_is_held_once_it_refuses() {
        let mut state = labeling();
        press(&mut state, '1');
        let append = state.last_append;
        state.apply_now(Action::PatienceIsOver { append });
        state.apply_now(Action::GoOn);
        press(&mut state, '2');
        assert_eq!(current(&state), Some(1));
        answer(&mut state, 0, refused());
        press(&mut state, '1');
        answer(&mut state, 0, refused());
        assert_eq!(current(&state), Some(1));
        state.apply_now(Action::GoTo(2));
        press(&mut state, '2');
        answer(&mut state, 0, refused());
        assert!(state.is_held() && current(&state) == Some(2), "that is another trouble");
    }

    #[test]
    fn a_text_that_was_held_goes_once_the_disk_has_room() {
        let mut state = labeling();
        press(&mut state, '1');
        answer(&mut state, 0, refused());
        state.apply_now(Action::RetryStorage);
        assert!(!state.is_held(), "it is on its way again");
        answer(&mut state, 1, None);
        assert_eq!((current(&state), state.would_lose()), (Some(0), false));
    }

    #[test]
    fn whoever_takes_back_what_the_disk_refused_stays_with_the_text() {
        let mut state = labeling();
        press(&mut state, '1');
        answer(&mut state, 0, refused());
        state.apply(Action::Undo, 2);
        assert_eq!((current(&state), label(&state, 2)), (Some(2), None));
        press(&mut state, '2');
        assert_eq!((current(&state), label(&state, 2)), (Some(2), Some("no")));
    }

    #[test]
    fn another_project_waits_for_no_text_of_this_one() {
        let mut state = labeling();
        press(&mut state, '1');
        state.apply_now(Action::NewProject);
        state.open = labeling().open;
        state.apply_now(Action::DismissMessage);
        assert_eq!((current(&state), label(&state, 2)), (Some(2), None));
    }
}
