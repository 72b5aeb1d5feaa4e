//! Advances to the next text once the answer to the current text is saved.
//!
//! ```text
//!  answer key ──▶ annotated, the text stays ──▶ answer read back from storage ──▶ next text
//!                     │       └─ write failed, or 1 s passed ─▶ text held, with a message ─▶ the user advances manually
//!                     └─ another key ──▶ applies to the next text
//! ```
//!
//! A write usually takes only tens of milliseconds, so the user does not notice the wait.
//! By itself, the page never advances to the next text while the answer to the current text could still be lost.
//! A key that is pressed while the answer is being saved applies to the next text.
//! This key takes effect immediately, so that the input is not lost if the user closes the tab.
//!
//! If a write is slow or fails, the page lists the unsaved changes and keeps the current text.
//! The page advances when the write succeeds or when the user advances manually.
//! After the user has advanced manually, the page holds no text until all writes have completed or a new error occurs.

use crate::answers;
use crate::labeling::{self, LabelingContext, LabelingState};
use crate::project::Project;
use crate::similar;
use crate::state::tracked::Tracked;
use crate::state::{AppState, Msg, Request};
use crate::suggestions;

/// Time after which the page reports that saving is slow, in milliseconds.
pub const SAVE_TIMEOUT_MS: i32 = 1000;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SaveGate {
    /// The text that the page advances to after the write. `None` if the page does not wait for a write.
    waiting: Option<NextText>,
    timed_out: bool,
    /// Whether the user has advanced manually since a write timed out or failed.
    overridden: bool,
    /// True if the page never waits for writes. Set only in tests that do not examine the wait for writes.
    disabled: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NextText {
    Open,
    Row(u32),
}

impl SaveGate {
    pub(crate) fn is_leaving(&self) -> bool {
        self.waiting.is_some()
    }

    /// The page stays at an answered text if a write failed or is slow.
    /// `is_refused` indicates whether the most recent write failed and no write is pending.
    fn is_held(&self, is_refused: bool) -> bool {
        self.waiting.is_some() && (self.timed_out || is_refused)
    }

    pub(super) fn forget(&mut self) {
        *self = SaveGate {
            disabled: self.disabled,
            ..SaveGate::default()
        };
    }

    #[cfg(test)]
    pub(crate) fn disabled() -> SaveGate {
        SaveGate {
            disabled: true,
            ..SaveGate::default()
        }
    }
}

impl AppState {
    /// While the page stays at an answered text, only the user can advance.
    pub fn is_held(&self) -> bool {
        self.labeling.save_gate.is_held(self.persistence.is_refused())
    }
}

impl Tracked<LabelingState> {
    pub(super) fn label_and_advance(
        &mut self,
        context: LabelingContext<'_>,
        change: impl FnOnce(&mut Project),
    ) -> Vec<Request> {
        let is_open = context.project.is_some();
        let requests = self.label(context, change);
        self.advance_when_saved(is_open);
        requests
    }

    pub(super) fn advance_when_saved(&mut self, is_open: bool) {
        self.save_gate.waiting = is_open.then_some(NextText::Open);
    }

    pub(crate) fn go_to_when_saved(&mut self, row: u32, is_open: bool) {
        self.save_gate.waiting = is_open.then_some(NextText::Row(row));
    }

    pub(crate) fn on_append_timeout(&mut self) {
        self.save_gate.timed_out = true;
    }

    /// A message that arrives while the answer is being saved is meant for the next text, so the page advances first.
    /// The page does not advance if the write of the answer has failed or is slow.
    /// Returns `None` if the message needs no more processing.
    pub(crate) fn gate_msg(&mut self, msg: Msg, project: Option<&mut Project>, is_refused: bool) -> Option<Msg> {
        if self.save_gate.waiting.is_none() || !is_of_current(&msg) {
            return Some(msg);
        }
        if self.save_gate.is_held(is_refused) {
            return self.handle_while_held(msg);
        }
        self.advance_to_next(project);
        Some(msg)
    }

    fn advance_to_next(&mut self, project: Option<&mut Project>) {
        let next = self.save_gate.waiting.take();
        if let Some(project) = project {
            let row = match next {
                Some(NextText::Row(row)) if (row as usize) < project.source.pool.len() => Some(row),
                _ => project.next_open(),
            };
            project.view.current = row.or(project.view.current);
        }
    }

    /// Answers are dropped, because the next text is not visible yet and the current text already has an answer.
    fn handle_while_held(&mut self, msg: Msg) -> Option<Msg> {
        match msg {
            Msg::Labeling(labeling::Msg::Advance) | Msg::Labeling(labeling::Msg::Move(1)) => {
                self.save_gate.overridden = true;
                None
            }
            Msg::Labeling(labeling::Msg::Give { .. })
            | Msg::Labeling(labeling::Msg::GiveByKey { .. })
            | Msg::Labeling(labeling::Msg::Pass { .. }) => None,
            Msg::Suggest(suggestions::Msg::Accept) | Msg::ModelAnswers(answers::Msg::Accept) => None,
            // After any other message, the page no longer waits: the user stays at the text or goes to another text.
            msg => {
                self.save_gate.waiting = None;
                Some(msg)
            }
        }
    }

    /// The page advances unless unsaved changes keep the current text on the screen.
    pub(crate) fn advance_if_saved(&mut self, project: Option<&mut Project>, read_only: bool) {
        let gate = &self.save_gate;
        if (gate.timed_out || gate.overridden) && all_is_saved(project.as_deref()) {
            (self.save_gate.timed_out, self.save_gate.overridden) = (false, false);
        }
        let gate = &self.save_gate;
        let waits_not = gate.disabled || gate.overridden || read_only;
        if gate.waiting.is_some() && (waits_not || all_is_saved(project.as_deref())) {
            self.advance_to_next(project);
        }
    }

    /// A manual advance does not apply to later storage errors, so the page again waits for each answer to be saved.
    pub(crate) fn reset_override(&mut self) {
        self.save_gate.overridden = false;
    }

    pub(crate) fn release_gate(&mut self, project: Option<&mut Project>, read_only: bool) {
        self.save_gate.overridden = true;
        self.advance_if_saved(project, read_only);
    }
}

fn all_is_saved(project: Option<&Project>) -> bool {
    project.is_none_or(|project| project.annotations.history.unsaved().is_empty())
}

fn is_of_current(msg: &Msg) -> bool {
    matches!(
        msg,
        Msg::Labeling(labeling::Msg::Give { .. })
            | Msg::Labeling(labeling::Msg::GiveByKey { .. })
            | Msg::Labeling(labeling::Msg::Pass { .. })
            | Msg::Labeling(labeling::Msg::Flag)
            | Msg::Labeling(labeling::Msg::ClearAnswer)
            | Msg::Labeling(labeling::Msg::Undo)
            | Msg::Labeling(labeling::Msg::Redo)
            | Msg::Labeling(labeling::Msg::GoTo(_))
            | Msg::Labeling(labeling::Msg::Move(_))
            | Msg::Labeling(labeling::Msg::Advance)
            | Msg::Labeling(labeling::Msg::List(_))
            | Msg::Labeling(labeling::Msg::NextListFilter)
            | Msg::Suggest(suggestions::Msg::Ask | suggestions::Msg::Accept)
            | Msg::ModelAnswers(answers::Msg::Accept | answers::Msg::GoToNext)
            | Msg::Similar(similar::Msg::OpenSimilar(None))
    )
}

#[cfg(test)]
mod tests;
