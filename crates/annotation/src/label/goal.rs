//! A labeling goal: a number of texts to answer in one session.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Annotation, LogEntry};

/// The labeling goal of a session, and the start of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goal {
    /// Number of texts that the user wants to answer in the session.
    pub n_texts: u32,
    /// Length of the log when the goal was set. Only later log entries belong to the session.
    /// The log entries of a session are selected by position instead of time, because the clock may be set back.
    pub after: usize,
    /// Time when the goal was set, in milliseconds since 1970.
    pub since_ms: u64,
}

/// The progress of a session towards the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoalProgress {
    /// Number of texts that the user wants to answer in the session.
    pub n_texts: u32,
    /// Number of texts that have been labeled or declared impossible to label since the goal was set.
    /// Texts whose answer was removed are not included.
    pub n_done: u32,
    /// Minutes from the start of the session to the latest log entry, rounded up, at least 1.
    pub minutes: u64,
}

impl Goal {
    /// Returns the goal for a log of `n_entries` entries, which may be shorter than when the goal was set.
    /// The log becomes shorter if an import is undone. All entries that are added afterwards belong to the session.
    pub fn within(self, n_entries: usize) -> Goal {
        Goal {
            after: self.after.min(n_entries),
            ..self
        }
    }

    /// Computes the progress from the log. O(e log t) time for e log entries about t texts in the session.
    pub fn session_progress(&self, log: &[LogEntry]) -> GoalProgress {
        let entries = log.get(self.after..).unwrap_or_default();
        let by_hand = entries.iter().filter(|entry| entry.kind.is_by_hand());
        let is_answer = |annotation: &Annotation| annotation.is_answer() && !annotation.is_from_file();
        let last_said: BTreeMap<u32, bool> = by_hand.map(|entry| (entry.row, is_answer(&entry.annotation))).collect();
        let last_ms = entries.iter().map(|entry| entry.at_ms).max().unwrap_or_default();
        GoalProgress {
            n_texts: self.n_texts,
            n_done: last_said.values().filter(|&&is_answer| is_answer).count() as u32,
            minutes: last_ms.saturating_sub(self.since_ms).div_ceil(60_000).max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::{History, PassReason};

    #[test]
    fn answers_after_the_goal_was_set_count_once_per_text() {
        let mut history = History::default();
        history.give(1, Some("yes"), 1);
        let goal = Goal {
            n_texts: 3,
            after: history.log().len(),
            since_ms: 100_000,
        };
        let done = |history: &History| goal.session_progress(history.log());
        assert_eq!((done(&history).n_done, done(&history).minutes), (0, 1));
        history.give(2, Some("yes"), 101_000);
        history.give(2, Some("no"), 102_000);
        history.pass(3, PassReason::CannotTell, 103_000);
        history.pass(4, PassReason::Skipped, 104_000);
        history.note(5, "hm", 105_000);
        assert_eq!(done(&history).n_done, 2);
        // Neither the renamed label of text 1 nor the label of text 6 from the input column counts as an answer.
        history.rename("yes", "Yes");
        history.import(vec![(6, vec!["no".into()])], "topic", 105_002);
        assert_eq!(done(&history).n_done, 2);
        // The clock is set back, and a text that was labeled before the goal was set is answered again.
        history.give(1, Some("no"), 50);
        assert_eq!(done(&history).n_done, 3);
        history.undo(230_001);
        assert_eq!(
            done(&history),
            GoalProgress {
                n_texts: 3,
                n_done: 3,
                minutes: 3
            }
        );
        history.give(2, None, 240_000);
        assert_eq!(done(&history).n_done, 2);
        assert_eq!(goal.session_progress(&[]).n_done, 0);
    }

    #[test]
    fn answers_after_an_undone_import_count() {
        let mut history = History::default();
        let before = history.snapshot();
        let column = (0..5).map(|row| (row, vec!["no".to_owned()])).collect();
        history.import(column, "topic", 1);
        let goal = Goal {
            n_texts: 2,
            after: history.log().len(),
            since_ms: 2,
        };
        history.return_to(before);
        let goal = goal.within(history.log().len());
        history.give(3, Some("yes"), 3);
        assert_eq!(goal.session_progress(history.log()).n_done, 1);
        assert_eq!(goal.within(history.log().len()), goal, "a longer log changes nothing");
    }
}
