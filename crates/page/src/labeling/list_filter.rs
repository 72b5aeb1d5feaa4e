//! Filters the list of texts: all of them, or those that the user wants to revisit.
//!
//! Keys move through the shown texts only. Answering one of them advances to the next shown text.

use serde::{Deserialize, Serialize};

use crate::i18n::say;
use crate::project::Open;
use crate::state::{AppState, Effect};
use fastgas_annotation::label::{Annotation, PassReason};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Listing {
    #[default]
    All,
    /// Texts that still need an answer.
    Left,
    Labeled,
    Flagged,
    Noted,
    Skipped,
    /// Texts marked “can’t tell”.
    CannotTell,
}

impl Listing {
    /// All filters in the order in which they are offered.
    pub const ALL: [Listing; 7] = [
        Listing::All,
        Listing::Left,
        Listing::Labeled,
        Listing::Flagged,
        Listing::Noted,
        Listing::Skipped,
        Listing::CannotTell,
    ];

    /// The value used in the DOM.
    pub const fn id(self) -> &'static str {
        match self {
            Listing::All => "all",
            Listing::Left => "left",
            Listing::Labeled => "labeled",
            Listing::Flagged => "flagged",
            Listing::Noted => "noted",
            Listing::Skipped => "skipped",
            Listing::CannotTell => "cannot-tell",
        }
    }

    /// The displayed name.
    pub fn name(self) -> String {
        match self {
            Listing::All => say!("labeling-filter-all"),
            Listing::Left => say!("labeling-filter-unlabeled"),
            Listing::Labeled => say!("labeling-filter-labeled"),
            Listing::Flagged => say!("labeling-filter-flagged"),
            Listing::Noted => say!("labeling-filter-noted"),
            Listing::Skipped => say!("labeling-filter-skipped"),
            Listing::CannotTell => say!("labeling-filter-cannot-tell"),
        }
    }

    /// Whether a text with this annotation is shown.
    pub fn shows(self, annotation: &Annotation) -> bool {
        match self {
            Listing::All => true,
            Listing::Left => annotation.labels.is_empty() && annotation.passed != Some(PassReason::CannotTell),
            Listing::Labeled => !annotation.labels.is_empty(),
            Listing::Flagged => annotation.flagged,
            Listing::Noted => !annotation.note.is_empty(),
            Listing::Skipped => annotation.passed == Some(PassReason::Skipped),
            Listing::CannotTell => annotation.passed == Some(PassReason::CannotTell),
        }
    }
}

impl Open {
    /// Whether the filter shows the text in `row`.
    pub fn is_shown(&self, row: u32) -> bool {
        self.view.listing.shows(self.labels_shown().annotation(row))
    }

    /// Whether the list contains the text in `row`: the filter shows it, or it is the current text.
    pub fn stands_in_list(&self, row: u32) -> bool {
        Some(row) == self.view.current || self.is_shown(row)
    }

    /// The listed rows that are shown, and the current one.
    pub fn shown_rows(&self) -> Vec<u32> {
        let mut rows = self.listed_rows();
        rows.retain(|&row| self.stands_in_list(row));
        rows
    }

    /// The first shown row after the current one, wrapping around; `None` if no other row is shown.
    pub(crate) fn next_shown(&self) -> Option<u32> {
        let rows = self.listed_rows();
        let at = rows.iter().position(|&row| Some(row) == self.view.current);
        let at = at.map_or(0, |at| at + 1);
        let mut around = rows[at..].iter().chain(&rows[..at]).copied();
        around.find(|&row| Some(row) != self.view.current && self.is_shown(row))
    }

    /// Number of listed texts per filter of [`Listing::ALL`], counted in one pass: the page needs all counts at every step.
    pub fn n_shown(&self) -> [usize; Listing::ALL.len()] {
        let labels = self.labels_shown();
        let mut counts = [0; Listing::ALL.len()];
        for row in self.listed_rows() {
            let annotation = labels.annotation(row);
            for (count, listing) in counts.iter_mut().zip(Listing::ALL) {
                *count += usize::from(listing.shows(annotation));
            }
        }
        counts
    }
}

impl AppState {
    /// Applies the filter. If it hides the current text, goes to the next shown one.
    pub(crate) fn list(&mut self, listing: Listing) -> Vec<Effect> {
        self.with_open(|open| {
            open.view.listing = listing;
            if open.view.current.is_some_and(|row| !open.is_shown(row)) {
                open.view.current = open.next_shown().or(open.view.current);
            }
        })
    }

    /// Switches to the next filter that shows at least one text.
    pub(crate) fn list_next(&mut self) -> Vec<Effect> {
        let Some(open) = self.project.as_ref() else {
            return Vec::new();
        };
        let kinds: Vec<(Listing, usize)> = Listing::ALL.into_iter().zip(open.n_shown()).collect();
        let at = kinds.iter().position(|&(listing, _)| listing == open.view.listing);
        let at = at.map_or(0, |at| at + 1);
        let mut around = kinds[at..].iter().chain(&kinds[..at]);
        let next = around.find(|&&(listing, n)| listing == Listing::All || n > 0);
        self.list(next.map_or(Listing::All, |&(listing, _)| listing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Action;
    use crate::test_support;

    /// Five picks in row order.
    fn labeling() -> AppState {
        let mut state = test_support::state(1);
        *state.project = Some(test_support::labeling(&[0, 1, 2, 3, 4], 5));
        state
    }

    fn open(state: &AppState) -> &Open {
        state.project.as_ref().expect("a project")
    }

    #[test]
    fn answering_a_flagged_text_advances_to_the_next_flagged_text() {
        let mut state = labeling();
        for row in [1, 3] {
            state.apply_now(Action::GoTo(row));
            state.apply(Action::Flag, 1);
            state.apply(Action::GiveByKey { key: '1' }, 2);
        }
        state.apply_now(Action::GoTo(0));
        state.apply_now(Action::List(Listing::Flagged));
        assert_eq!(
            (open(&state).view.current, open(&state).shown_rows()),
            (Some(1), vec![1, 3])
        );
        state.apply(Action::GiveByKey { key: '2' }, 3);
        assert_eq!(
            open(&state).view.current,
            Some(3),
            "on to the next that is shown, though it has a label"
        );
        state.apply_now(Action::Move(-1));
        assert_eq!(open(&state).view.current, Some(1));
        state.apply_now(Action::GoOn);
        assert_eq!(open(&state).view.current, Some(3));
    }

    #[test]
    fn list_key_cycles_through_nonempty_filters() {
        let mut state = labeling();
        state.apply(Action::GiveByKey { key: '1' }, 1);
        state.apply(
            Action::Pass {
                why: PassReason::CannotTell,
            },
            2,
        );
        let mut seen = Vec::new();
        for _ in 0..4 {
            state.apply_now(Action::ListNext);
            seen.push(open(&state).view.listing);
        }
        assert_eq!(
            seen,
            [Listing::Left, Listing::Labeled, Listing::CannotTell, Listing::All]
        );
        assert_eq!(open(&state).n_shown(), [5, 3, 1, 0, 0, 0, 1]);
    }

    #[test]
    fn current_text_stays_if_the_filter_shows_nothing() {
        let mut state = labeling();
        state.apply_now(Action::List(Listing::Noted));
        assert_eq!(open(&state).view.current, Some(0));
        state.apply(Action::GiveByKey { key: '1' }, 1);
        assert_eq!(open(&state).view.current, Some(0));
    }
}
