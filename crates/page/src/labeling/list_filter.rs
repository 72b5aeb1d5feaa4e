//! Filters the list of texts: all texts, or texts that the user wants to revisit.
//!
//! Navigation keys reach only texts that the filter shows. After an answer, the next shown text becomes current.

use serde::{Deserialize, Serialize};

use crate::i18n::t;
use crate::project::Project;
use fastgas_annotation::label::{Annotation, PassReason};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ListFilter {
    #[default]
    All,
    /// Texts without a label and without the answer “cannot tell”. Skipped texts are included.
    Left,
    Labeled,
    Flagged,
    Noted,
    Skipped,
    CannotTell,
}

impl ListFilter {
    pub const ALL: [ListFilter; 7] = [
        ListFilter::All,
        ListFilter::Left,
        ListFilter::Labeled,
        ListFilter::Flagged,
        ListFilter::Noted,
        ListFilter::Skipped,
        ListFilter::CannotTell,
    ];

    pub const fn id(self) -> &'static str {
        match self {
            ListFilter::All => "all",
            ListFilter::Left => "left",
            ListFilter::Labeled => "labeled",
            ListFilter::Flagged => "flagged",
            ListFilter::Noted => "noted",
            ListFilter::Skipped => "skipped",
            ListFilter::CannotTell => "cannot-tell",
        }
    }

    pub fn name(self) -> String {
        match self {
            ListFilter::All => t!("labeling-filter-all"),
            ListFilter::Left => t!("labeling-filter-unlabeled"),
            ListFilter::Labeled => t!("labeling-filter-labeled"),
            ListFilter::Flagged => t!("labeling-filter-flagged"),
            ListFilter::Noted => t!("labeling-filter-noted"),
            ListFilter::Skipped => t!("labeling-filter-skipped"),
            ListFilter::CannotTell => t!("labeling-filter-cannot-tell"),
        }
    }

    pub fn shows(self, annotation: &Annotation) -> bool {
        match self {
            ListFilter::All => true,
            ListFilter::Left => annotation.labels.is_empty() && annotation.passed != Some(PassReason::CannotTell),
            ListFilter::Labeled => !annotation.labels.is_empty(),
            ListFilter::Flagged => annotation.flagged,
            ListFilter::Noted => !annotation.note.is_empty(),
            ListFilter::Skipped => annotation.passed == Some(PassReason::Skipped),
            ListFilter::CannotTell => annotation.passed == Some(PassReason::CannotTell),
        }
    }
}

impl Project {
    pub fn is_shown(&self, row: u32) -> bool {
        self.view.listing.shows(self.labels_shown().annotation(row))
    }

    /// If the filter hides the current text, the next shown text becomes current.
    pub(crate) fn set_list_filter(&mut self, listing: ListFilter) {
        self.view.listing = listing;
        if self.view.current.is_some_and(|row| !self.is_shown(row)) {
            self.view.current = self.next_shown().or(self.view.current);
        }
    }

    /// Filters that show no text are skipped.
    pub(crate) fn next_list_filter(&mut self) {
        let kinds: Vec<(ListFilter, usize)> = ListFilter::ALL.into_iter().zip(self.n_shown()).collect();
        let at = kinds.iter().position(|&(listing, _)| listing == self.view.listing);
        let at = at.map_or(0, |at| at + 1);
        let mut around = kinds[at..].iter().chain(&kinds[..at]);
        let next = around.find(|&&(listing, n)| listing == ListFilter::All || n > 0);
        self.set_list_filter(next.map_or(ListFilter::All, |&(listing, _)| listing));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labeling;
    use crate::state::{AppState, Msg};
    use crate::test_support::{self, open_project};

    fn labeling() -> AppState {
        let mut state = test_support::state(1);
        *state.project = Some(test_support::labeling(&[0, 1, 2, 3, 4], 5));
        state
    }

    #[test]
    fn filters_are_numbered_in_the_order_in_which_they_are_offered() {
        let numbers = ListFilter::ALL.map(|filter| filter as usize);
        assert!(numbers.into_iter().eq(0..ListFilter::ALL.len()));
    }

    #[test]
    fn answering_a_flagged_text_advances_to_the_next_flagged_text() {
        let mut state = labeling();
        for row in [1, 3] {
            state.apply_now(Msg::Labeling(labeling::Msg::GoTo(row)));
            state.apply(Msg::Labeling(labeling::Msg::Flag), 1);
            state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '1' }), 2);
        }
        state.apply_now(Msg::Labeling(labeling::Msg::GoTo(0)));
        state.apply_now(Msg::Labeling(labeling::Msg::List(ListFilter::Flagged)));
        assert_eq!(
            (
                open_project(&state).view.current,
                open_project(&state).listed_picks().to_vec()
            ),
            (Some(1), vec![1, 3])
        );
        state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '2' }), 3);
        assert_eq!(
            open_project(&state).view.current,
            Some(3),
            "the next listed text becomes current, although it has a label"
        );
        state.apply_now(Msg::Labeling(labeling::Msg::Move(-1)));
        assert_eq!(open_project(&state).view.current, Some(1));
        state.apply_now(Msg::Labeling(labeling::Msg::Advance));
        assert_eq!(open_project(&state).view.current, Some(3));
    }

    #[test]
    fn list_key_cycles_through_nonempty_filters() {
        let mut state = labeling();
        state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '1' }), 1);
        state.apply(
            Msg::Labeling(labeling::Msg::Pass {
                why: PassReason::CannotTell,
            }),
            2,
        );
        let mut seen = Vec::new();
        for _ in 0..4 {
            state.apply_now(Msg::Labeling(labeling::Msg::NextListFilter));
            seen.push(open_project(&state).view.listing);
        }
        assert_eq!(
            seen,
            [
                ListFilter::Left,
                ListFilter::Labeled,
                ListFilter::CannotTell,
                ListFilter::All
            ]
        );
        assert_eq!(open_project(&state).n_shown(), [5, 3, 1, 0, 0, 0, 1]);
    }

    #[test]
    fn current_text_stays_if_the_filter_shows_nothing() {
        let mut state = labeling();
        state.apply_now(Msg::Labeling(labeling::Msg::List(ListFilter::Noted)));
        assert_eq!(open_project(&state).view.current, Some(0));
        state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '1' }), 1);
        assert_eq!(open_project(&state).view.current, Some(0));
    }
}
