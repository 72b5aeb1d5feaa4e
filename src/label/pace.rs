//! How long texts took whoever labeled them, by the times in the log.
//!
//! ```text
//!  a … 0 s ── b labeled, 8 s ── b noted, 10 s ── c skipped, 900 s: nobody was there for so long
//!             └──── 8 s ───────────── 2 s: 10 s for b      none for c, nor for a, which was the first
//! ```

use std::collections::BTreeMap;

use crate::label::LabelAction;

/// Whoever was away for longer than this did not read.
const AWAY_MS: u64 = 300_000;

/// What was said of each row, and how long that took: the time since what was said before it, where the person was there
/// all along. Milliseconds; rows of which it cannot be known are left out. O(|log| log |log|).
pub fn time_on_rows(log: &[LabelAction]) -> BTreeMap<u32, u64> {
    let mut times = BTreeMap::new();
    for (row, ms) in gaps(log) {
        *times.entry(row).or_default() += ms;
    }
    times
}

/// The median time from one text to the next, of the last that were answered, in seconds; none of fewer than five.
pub fn seconds_per_text(log: &[LabelAction]) -> Option<f64> {
    const LAST: usize = 20;
    const LEAST: usize = 5;
    let pairs = log.windows(2).rev().filter(|pair| pair[0].row != pair[1].row);
    let mut times: Vec<u64> = pairs.filter_map(gap).map(|(_, ms)| ms).take(LAST).collect();
    times.sort_unstable();
    (times.len() >= LEAST).then(|| times[times.len() / 2] as f64 / 1000.0)
}

fn gaps(log: &[LabelAction]) -> impl Iterator<Item = (u32, u64)> {
    log.windows(2).filter_map(gap)
}

/// The row of the second of two entries, and how long after the first it was said. What stood in the file took nobody any
/// time, nor did a label's new name, and many rows of one step took that of one of them.
fn gap(pair: &[LabelAction]) -> Option<(u32, u64)> {
    let ms = pair[1].at_ms.checked_sub(pair[0].at_ms)?;
    let by_hand = !pair[0].said.stood_in_file() && !pair[1].said.stood_in_file();
    let by_hand = by_hand && pair[1].kind.is_by_hand();
    (by_hand && ms > 0 && ms < AWAY_MS).then_some((pair[1].row, ms))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::{History, Pass};

    #[test]
    fn a_text_takes_from_what_was_said_before_to_the_last_that_is_said_of_it() {
        let mut history = History::default();
        history.take_in(vec![(9, vec!["x".into()])], "topic", 500);
        history.give(1, Some("a"), 1_000);
        history.give(2, Some("b"), 9_000);
        history.note(2, "sure?", 11_000);
        history.pass(3, Pass::Skipped, 900_000);
        history.give_all(&[4, 5], "c", false, 903_000);
        history.rename("b", "B");
        let times: Vec<(u32, u64)> = time_on_rows(history.log()).into_iter().collect();
        assert_eq!(times, [(2, 10_000), (4, 3_000)]);
    }

    #[test]
    fn a_clock_that_is_set_back_makes_no_time() {
        let mut history = History::default();
        history.give(1, Some("a"), 9_000);
        history.give(2, Some("a"), 1_000);
        assert_eq!(time_on_rows(history.log()), BTreeMap::new());
    }
}
