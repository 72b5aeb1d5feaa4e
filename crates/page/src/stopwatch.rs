//! How long each text is before the person, so that what is said of it tells how long that took.
//!
//! ```text
//!  a comes ── 8 s ──▶ b comes ── another window, 900 s ── 3 s ──▶ a again ── 2 s ──▶ a is labeled: 10 s
//! ```

use crate::store::AppState;

/// Whoever has moved neither key nor pointer for so long was not there all that time, in milliseconds.
pub const AWAY_MS: u64 = 120_000;

/// Of the text that is before the person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stopwatch {
    /// By this machine's clock, as of the last look at it.
    now_ms: u64,
    /// Its row; none where there is no text.
    row: Option<u32>,
    /// Since when it has been there, less the time that nobody was.
    since_ms: u64,
}

impl Stopwatch {
    /// Sets the clock.
    pub fn look(&mut self, now_ms: u64) {
        self.now_ms = now_ms;
    }

    #[cfg(test)]
    pub(super) fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// Nobody looked at the page for so long until now: that does not count.
    pub(super) fn skip(&mut self, ms: u64) {
        self.since_ms = self.since_ms.saturating_add(ms).min(self.now_ms);
    }

    /// Begins anew: how long which row was looked at until now, which a clock that was set back does not tell.
    fn lap(&mut self) -> Option<(u32, u64)> {
        let ms = self.now_ms.saturating_sub(self.since_ms);
        self.since_ms = self.now_ms;
        self.row.filter(|_| ms > 0).map(|row| (row, ms))
    }

    /// The text that it was at is not there any more, and its time is nobody's.
    pub(super) fn forget(&mut self) {
        self.row = None;
    }
}

impl AppState {
    /// Notes how long the text before the person has been there until now.
    pub(super) fn note_time(&mut self) {
        if let (Some((row, ms)), Some(open)) = (self.stopwatch.lap(), &mut self.open) {
            open.history.looked_at(row, ms);
        }
    }

    /// Turns to the text that is before the person now.
    pub(super) fn turn_watch(&mut self) {
        let row = self.open.as_ref().and_then(|open| open.current);
        if row != self.stopwatch.row {
            self.note_time();
            self.stopwatch.row = row;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use crate::store::Action;
    use fastgas_annotation::label::time_on_rows;

    /// Three picks in rows 2, 0, 1.
    fn labeling() -> AppState {
        let mut state = fixtures::state(1);
        state.open = Some(fixtures::labeling(&[2, 0, 1], 3));
        at(&mut state, 1, Action::DismissMessage);
        state
    }

    fn at(state: &mut AppState, second: u64, action: Action) {
        state.apply(action, 1000 * second);
    }

    fn give(state: &mut AppState, second: u64) {
        at(state, second, Action::Give { index: 0 });
    }

    /// Rows and seconds.
    fn times(state: &AppState) -> Vec<(u32, u64)> {
        let log = state.open.as_ref().map_or(&[][..], |open| open.history.log());
        let seconds = |(row, ms)| (row, ms / 1000);
        time_on_rows(log).into_iter().map(seconds).collect()
    }

    #[test]
    fn each_text_has_its_own_time_the_first_one_too() {
        let mut state = labeling();
        give(&mut state, 4);
        at(&mut state, 10, Action::Move(1));
        give(&mut state, 12);
        at(&mut state, 12, Action::GoTo(0));
        give(&mut state, 15);
        assert_eq!(times(&state), [(0, 6 + 3), (1, 2), (2, 3)]);
    }

    #[test]
    fn what_is_taken_back_elsewhere_takes_no_time_of_the_text_before_the_person() {
        let mut state = labeling();
        give(&mut state, 4);
        at(&mut state, 9, Action::Undo);
        assert_eq!(times(&state), [(2, 3)]);
        at(&mut state, 10, Action::GoTo(0));
        give(&mut state, 11);
        assert_eq!(times(&state), [(0, 5 + 1), (2, 3)]);
    }

    #[test]
    fn nobody_reads_in_another_window() {
        let mut state = labeling();
        at(&mut state, 903, Action::Unseen { ms: 900_000 });
        give(&mut state, 904);
        assert_eq!(times(&state), [(2, 3)]);
        at(&mut state, 910, Action::Unseen { ms: 900_000 });
        give(&mut state, 911);
        assert_eq!(times(&state), [(0, 1), (2, 3)], "no less than nothing");
    }

    #[test]
    fn a_clock_that_is_set_back_makes_no_time() {
        let mut state = labeling();
        at(&mut state, 9, Action::Move(1));
        give(&mut state, 2);
        assert_eq!(times(&state), []);
    }

    #[test]
    fn another_project_has_none_of_the_time() {
        let mut state = labeling();
        at(&mut state, 50, Action::NewProject);
        state.open = labeling().open;
        at(&mut state, 60, Action::DismissMessage);
        give(&mut state, 61);
        assert_eq!(times(&state), [(2, 1)]);
    }
}
