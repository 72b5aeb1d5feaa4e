//! How long it will take, said no more exactly than it is known.

use crate::load::Pool;

/// Tokens that one worker embeds in a second, before anything was measured: the middle of what was measured in
/// Chromium on a 2.5 GHz machine. Texts of the first run correct it.
const TOKENS_PER_SECOND: f64 = 800.0;
/// Letters to a token of English.
const BYTES_PER_TOKEN: f64 = 4.5;
/// What the model reads of a text, in tokens.
const MAX_TOKENS: f64 = 256.0;
/// Fetching and opening the model, in seconds.
const MODEL_SECONDS: f64 = 2.0;
/// Products of the exact neighbor search in a second, times dimensions.
const PAIRS_PER_SECOND: f64 = 2.0e7;

/// The tokens of every text of `column` together, by its length.
pub fn tokens(pool: &Pool, column: usize) -> f64 {
    pool.instances()
        .map(|instance| (instance.cell(column).len() as f64 / BYTES_PER_TOKEN + 2.0).min(MAX_TOKENS))
        .sum()
}

/// Seconds from Select to the picks, for `tokens` in `n_instances` texts with `workers` workers on `cores` cores.
/// `measured` is the rate of one worker in an earlier run, in tokens a second.
pub fn seconds_in_all(tokens: f64, n_instances: usize, workers: usize, cores: usize, measured: Option<f64>) -> f64 {
    let rate = measured.unwrap_or(TOKENS_PER_SECOND) * workers.min(cores).max(1) as f64;
    MODEL_SECONDS + tokens / rate + (n_instances as f64).powi(2) / PAIRS_PER_SECOND
}

/// Seconds left of a stage that has done `done` of `total` in `elapsed` seconds; none before it can be known: in the
/// first second, and before a fiftieth is done.
pub fn seconds_left(done: u32, total: u32, elapsed: f64) -> Option<f64> {
    let share = f64::from(done) / f64::from(total.max(1));
    (elapsed >= 1.0 && share >= 0.02).then(|| elapsed * (1.0 - share) / share)
}

/// “about 40 s”, “about 3 min”, “about 2 h”.
pub fn about(seconds: f64) -> String {
    if seconds < 5.0 {
        "a few seconds".into()
    } else if seconds < 55.0 {
        format!("about {:.0} s", (seconds / 5.0).ceil() * 5.0)
    } else if seconds < 55.0 * 60.0 {
        format!("about {:.0} min", (seconds / 60.0).ceil())
    } else {
        format!("about {:.0} h", (seconds / 3600.0).ceil())
    }
}

/// “840 ms”, “12.3 s”, “3 min 20 s”: a time that was measured.
pub fn measured(milliseconds: f64) -> String {
    if milliseconds < 1000.0 {
        format!("{milliseconds:.0} ms")
    } else if milliseconds < 60_000.0 {
        format!("{:.1} s", milliseconds / 1000.0)
    } else {
        let seconds = (milliseconds / 1000.0).round() as u64;
        format!("{} min {} s", seconds / 60, seconds % 60)
    }
}

/// `number` with a comma at every thousand.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_promised_before_it_is_known() {
        assert_eq!(seconds_left(0, 1000, 30.0), None);
        assert_eq!(seconds_left(500, 1000, 0.2), None);
        assert_eq!(seconds_left(10, 1000, 5.0), None);
        assert_eq!(seconds_left(250, 1000, 5.0), Some(15.0));
        assert_eq!(seconds_left(1000, 1000, 5.0), Some(0.0));
        assert_eq!(seconds_left(0, 0, 5.0), None);
    }

    #[test]
    fn more_workers_help_as_far_as_there_are_cores() {
        let with = |workers| seconds_in_all(80_000.0, 1000, workers, 4, None);
        assert!(with(2) < with(1));
        assert_eq!(with(4), with(9));
        assert!(seconds_in_all(80_000.0, 1000, 1, 4, Some(8000.0)) < with(1));
    }

    #[test]
    fn words_for_times() {
        assert_eq!(about(2.0), "a few seconds");
        assert_eq!(about(36.0), "about 40 s");
        assert_eq!(about(125.0), "about 3 min");
        assert_eq!(about(7000.0), "about 2 h");
        assert_eq!(measured(840.2), "840 ms");
        assert_eq!(measured(12_340.0), "12.3 s");
        assert_eq!(measured(200_000.0), "3 min 20 s");
    }

    #[test]
    fn thousands() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(12_345_678), "12,345,678");
    }

    #[test]
    fn tokens_grow_with_the_text_up_to_what_is_read() {
        let pool = crate::app::fixtures::pool(&["text"], &[&["123456789"], &[&"x".repeat(100_000)]]);
        assert_eq!(tokens(&pool, 0), 4.0 + 256.0);
    }
}
