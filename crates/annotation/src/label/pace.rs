//! Labeling times per text, computed from the display times in the log.

use crate::label::History;

/// Median labeling time per text in seconds, over the last 20 texts with a measured time.
/// `None` if fewer than five texts have a measured time. The log is read backward, only up to the 20th text.
pub fn seconds_per_text(history: &History) -> Option<f64> {
    const N_RECENT: usize = 20;
    const MIN_TEXTS: usize = 5;
    let measured = history.times();
    let n = measured.len().min(N_RECENT);
    let mut rows: Vec<u32> = Vec::with_capacity(n);
    for entry in history.log().iter().rev().filter(|entry| entry.spent_ms > 0) {
        if !rows.contains(&entry.row) {
            rows.push(entry.row);
        }
        if rows.len() == n {
            break;
        }
    }
    let mut times: Vec<u64> = rows.iter().filter_map(|row| measured.get(row).copied()).collect();
    times.sort_unstable();
    (times.len() >= MIN_TEXTS).then(|| times[times.len() / 2] as f64 / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::PassReason;

    fn times(history: &History) -> Vec<(u32, u64)> {
        history.times().iter().map(|(&row, &ms)| (row, ms)).collect()
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
            assert_eq!(seconds_per_text(&history).is_some(), row >= 4);
        }
        assert_eq!(seconds_per_text(&history), Some(6.0));
    }
}
