//! Labeling times per text, computed from the display times in the log.

use std::collections::BTreeMap;

use crate::label::LogEntry;

/// Total display time of each row up to the latest entry of the row, in milliseconds.
/// Rows without a measured time are omitted. O(|log| log |log|).
pub fn time_on_rows(log: &[LogEntry]) -> BTreeMap<u32, u64> {
    let mut times = BTreeMap::new();
    for entry in log.iter().filter(|entry| entry.spent_ms > 0) {
        *times.entry(entry.row).or_default() += entry.spent_ms;
    }
    times
}

/// Display time of one row in milliseconds; 0 if no time was measured. O(|log|).
pub fn time_on_row(log: &[LogEntry], row: u32) -> u64 {
    log.iter()
        .filter(|entry| entry.row == row)
        .map(|entry| entry.spent_ms)
        .sum()
}

/// Median time per text in seconds, over the last 20 texts with a measured time;
/// `None` if fewer than five texts have a measured time. O(|log|).
pub fn seconds_per_text(log: &[LogEntry]) -> Option<f64> {
    const N_RECENT: usize = 20;
    const MIN_TEXTS: usize = 5;
    let mut rows: Vec<(u32, u64)> = Vec::with_capacity(N_RECENT);
    for entry in log.iter().rev().filter(|entry| entry.spent_ms > 0) {
        match rows.iter().position(|(row, _)| *row == entry.row) {
            Some(index) => rows[index].1 += entry.spent_ms,
            None if rows.len() < N_RECENT => rows.push((entry.row, entry.spent_ms)),
            None => {}
        }
    }
    let mut times: Vec<u64> = rows.into_iter().map(|(_, ms)| ms).collect();
    times.sort_unstable();
    (times.len() >= MIN_TEXTS).then(|| times[times.len() / 2] as f64 / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::{History, PassReason};

    fn times(history: &History) -> Vec<(u32, u64)> {
        time_on_rows(history.log()).into_iter().collect()
    }

    #[test]
    fn time_of_a_text_is_its_total_display_time() {
        let mut history = History::default();
        history.import(vec![(9, vec!["x".into()])], "topic", 500);
        history.add_display_time(1, 4_000);
        history.add_display_time(2, 6_000);
        history.add_display_time(1, 1_000);
        history.give(2, Some("b"), 11_000);
        history.give(1, Some("a"), 12_000);
        history.add_display_time(2, 500);
        history.note(2, "sure?", 13_000);
        history.add_display_time(3, 700);
        history.pass(3, PassReason::Skipped, 900_000);
        history.give_all(&[4, 5], "c", false, 903_000);
        history.rename("b", "B");
        assert_eq!(times(&history), [(1, 5_000), (2, 6_500), (3, 700)]);
        assert_eq!([1, 4].map(|row| time_on_row(history.log(), row)), [5_000, 0]);
        let restored = History::restore(history.log().to_vec());
        assert_eq!(times(&restored), times(&history));
    }

    #[test]
    fn undo_does_not_assign_display_time_to_another_text() {
        let mut history = History::default();
        history.add_display_time(1, 3_000);
        history.give(1, Some("a"), 3_000);
        history.add_display_time(2, 9_000);
        history.undo(12_000);
        history.add_display_time(1, 1_000);
        history.redo(13_000);
        assert_eq!(times(&history), [(1, 4_000)]);
        history.give(2, Some("a"), 14_000);
        assert_eq!(times(&history), [(1, 4_000), (2, 9_000)]);
    }

    #[test]
    fn column_labels_have_no_labeling_time() {
        let mut history = History::default();
        history.add_display_time(9, 2_000);
        history.import(vec![(9, vec!["x".into()])], "topic", 2_000);
        assert_eq!(times(&history), []);
    }

    #[test]
    fn pace_is_the_median_of_the_last_texts() {
        let mut history = History::default();
        for row in 0..30 {
            let seconds = if row < 10 { 100 } else { 5 + u64::from(row % 3) };
            history.add_display_time(row, 1000 * seconds);
            history.give(row, Some("a"), 1 + u64::from(row));
            assert_eq!(seconds_per_text(history.log()).is_some(), row >= 4);
        }
        assert_eq!(seconds_per_text(history.log()), Some(6.0));
    }
}
