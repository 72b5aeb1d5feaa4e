//! Measures how long each text is displayed, so that every log entry records how long the user took for the answer.
//! Example with the texts a and b: the dwell time of a is the sum of 8 s and 2 s.
//!
//! ```text
//!  a shown ── 8 s ──▶ b shown ── other tab, 900 s ── 3 s ──▶ a shown ── 2 s ──▶ a labeled: 10 s
//! ```

use crate::labeling::LabelingState;
use crate::project::Project;
use crate::state::tracked::Tracked;

/// Time without a key or pointer event after which the user counts as away, in milliseconds.
pub const IDLE_MS: u64 = 120_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DwellTimer {
    now_ms: u64,
    row: Option<u32>,
    /// Start of the measured interval in milliseconds. Each absence of the user moves the start forward.
    since_ms: u64,
}

impl DwellTimer {
    pub fn set_clock(&mut self, now_ms: u64) {
        self.now_ms = now_ms;
    }

    #[cfg(test)]
    pub(crate) fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// Excludes the last `ms` milliseconds from the dwell time, because the user was away.
    pub(crate) fn skip(&mut self, ms: u64) {
        self.since_ms = self.since_ms.saturating_add(ms).min(self.now_ms);
    }

    /// Returns `None` if no row is measured, if no time has passed, or if the clock was set back.
    fn lap(&mut self) -> Option<(u32, u64)> {
        let ms = self.now_ms.saturating_sub(self.since_ms);
        self.since_ms = self.now_ms;
        self.row.filter(|_| ms > 0).map(|row| (row, ms))
    }

    pub(super) fn forget(&mut self) {
        self.row = None;
    }
}

impl Tracked<LabelingState> {
    pub(super) fn record_dwell_time(&mut self, project: Option<&mut Project>) {
        if let (Some((row, ms)), Some(project)) = (self.dwell_timer.lap(), project) {
            project.annotations.history.add_display_time(row, ms);
        }
    }

    /// `is_shown` is false in a view that does not show the text.
    pub(crate) fn switch_dwell_timer(&mut self, project: Option<&mut Project>, is_shown: bool) {
        let current = project.as_deref().and_then(|project| project.view.current);
        let row = current.filter(|_| is_shown);
        if row != self.dwell_timer.row {
            self.record_dwell_time(project);
            self.dwell_timer.row = row;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::labeling;
    use crate::projects;
    use crate::state::{AppState, Msg};
    use crate::test_support;

    fn labeling() -> AppState {
        let mut state = test_support::state(1);
        *state.project = Some(test_support::labeling(&[2, 0, 1], 3));
        at(&mut state, 1, Msg::DismissMessage);
        state
    }

    fn at(state: &mut AppState, second: u64, msg: Msg) {
        state.apply(msg, 1000 * second);
    }

    fn give(state: &mut AppState, second: u64) {
        at(state, second, Msg::Labeling(labeling::Msg::Give { index: 0 }));
    }

    /// Returns the rows with their dwell times in seconds.
    fn times(state: &AppState) -> Vec<(u32, u64)> {
        let project = test_support::open_project(state);
        let times = project.annotations.history.times().iter();
        times.map(|(&row, &ms)| (row, ms / 1000)).collect()
    }

    #[test]
    fn each_text_including_the_first_has_its_own_time() {
        let mut state = labeling();
        give(&mut state, 4);
        at(&mut state, 10, Msg::Labeling(labeling::Msg::Move(1)));
        give(&mut state, 12);
        at(&mut state, 12, Msg::Labeling(labeling::Msg::GoTo(0)));
        give(&mut state, 15);
        assert_eq!(times(&state), [(0, 6 + 3), (1, 2), (2, 3)]);
    }

    #[test]
    fn undo_on_another_text_keeps_time_of_current_text() {
        let mut state = labeling();
        give(&mut state, 4);
        at(&mut state, 9, Msg::Labeling(labeling::Msg::Undo));
        assert_eq!(times(&state), [(2, 3)]);
        at(&mut state, 10, Msg::Labeling(labeling::Msg::GoTo(0)));
        give(&mut state, 11);
        assert_eq!(times(&state), [(0, 5 + 1), (2, 3)]);
    }

    #[test]
    fn time_in_background_tab_is_not_counted() {
        let mut state = labeling();
        at(&mut state, 903, Msg::Labeling(labeling::Msg::Idle { ms: 900_000 }));
        give(&mut state, 904);
        assert_eq!(times(&state), [(2, 3)]);
        at(&mut state, 910, Msg::Labeling(labeling::Msg::Idle { ms: 900_000 }));
        give(&mut state, 911);
        assert_eq!(times(&state), [(0, 1), (2, 3)], "a dwell time is never negative");
    }

    #[test]
    fn clock_set_back_records_no_time() {
        let mut state = labeling();
        at(&mut state, 9, Msg::Labeling(labeling::Msg::Move(1)));
        give(&mut state, 2);
        assert_eq!(times(&state), []);
    }

    #[test]
    fn opening_another_project_discards_the_time() {
        let mut state = labeling();
        at(&mut state, 50, Msg::Projects(projects::Msg::New));
        state.project = labeling().project;
        at(&mut state, 60, Msg::DismissMessage);
        give(&mut state, 61);
        assert_eq!(times(&state), [(2, 1)]);
    }
}
