//! What a person sets out to label in one sitting.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{LabelAction, Said};

/// A number of texts, and when the sitting began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goal {
    /// Texts to be answered.
    pub n_texts: u32,
    /// Entries that the log had when it was set: what came after them counts. Not a time, since clocks are set back.
    pub after: usize,
    /// When it was set, in milliseconds since 1970.
    pub since_ms: u64,
}

/// How far a sitting has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sitting {
    /// Texts to be answered.
    pub n_texts: u32,
    /// Texts answered: with labels, or that nobody could tell. One whose answer was taken back is none.
    pub n_done: u32,
    /// Minutes from its beginning to the last entry, rounded up, at least 1.
    pub minutes: u64,
}

impl Goal {
    /// How far it has come by this log. O(entries of the sitting · log of their texts).
    pub fn sitting(&self, log: &[LabelAction]) -> Sitting {
        let entries = log.get(self.after..).unwrap_or_default();
        let by_hand = entries.iter().filter(|entry| entry.kind.is_by_hand());
        let is_answer = |said: &Said| said.is_answer() && !said.stood_in_file();
        let last_said: BTreeMap<u32, bool> = by_hand.map(|entry| (entry.row, is_answer(&entry.said))).collect();
        let last_ms = entries.iter().map(|entry| entry.at_ms).max().unwrap_or_default();
        Sitting {
            n_texts: self.n_texts,
            n_done: last_said.values().filter(|&&is_answer| is_answer).count() as u32,
            minutes: last_ms.saturating_sub(self.since_ms).div_ceil(60_000).max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::{History, Pass};

    #[test]
    fn answers_after_it_was_set_count_once_a_text() {
        let mut history = History::default();
        history.give(1, Some("yes"), 1);
        let goal = Goal {
            n_texts: 3,
            after: history.log().len(),
            since_ms: 100_000,
        };
        let done = |history: &History| goal.sitting(history.log());
        assert_eq!((done(&history).n_done, done(&history).minutes), (0, 1));
        history.give(2, Some("yes"), 101_000);
        history.give(2, Some("no"), 102_000);
        history.pass(3, Pass::CannotTell, 103_000);
        history.pass(4, Pass::Skipped, 104_000);
        history.note(5, "hm", 105_000);
        assert_eq!(done(&history).n_done, 2);
        // A new name is no answer to text 1, nor is what a column says of text 6.
        history.rename("yes", "Yes");
        history.take_in(vec![(6, vec!["no".into()])], "topic", 105_002);
        assert_eq!(done(&history).n_done, 2);
        // The clock is set back; the text of before is answered anew.
        history.give(1, Some("no"), 50);
        assert_eq!(done(&history).n_done, 3);
        history.undo(230_001);
        assert_eq!(
            done(&history),
            Sitting {
                n_texts: 3,
                n_done: 3,
                minutes: 3
            }
        );
        history.give(2, None, 240_000);
        assert_eq!(done(&history).n_done, 2);
        assert_eq!(goal.sitting(&[]).n_done, 0);
    }
}
