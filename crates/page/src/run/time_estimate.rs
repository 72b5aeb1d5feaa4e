//! Time estimates, rounded according to their accuracy.

use crate::i18n::{decimal, t};
use fastgas_data::Pool;
use fastgas_embedding::likely_tokens;

/// Tokens that one worker embeds per second. Used only until the first run has measured the speed.
/// The value lies in the middle of the range measured in Chromium on a machine with a 2.5 GHz processor.
const TOKENS_PER_SECOND: f64 = 800.0;
/// Time for downloading and opening the model, in seconds.
const MODEL_SECONDS: f64 = 2.0;
/// Pairs per second of the exact neighbor search with one worker and 384 dimensions.
/// In Node on an AMD EPYC, the 4.5 million pairs of 3,000 texts take 0.072 s (2026-11-21). Few machines are faster.
const PAIRS_PER_SECOND: f64 = 5.0e7;
/// Minimum time between two measurements of the speed, in seconds.
/// Workers often finish their texts at the same moment, so shorter times would measure noise.
const SAMPLE_SECONDS: f64 = 1.0;
/// Age, in seconds, at which observed work has weight 1/e in the estimate.
const DECAY_SECONDS: f64 = 10.0;

/// Estimates the speed of a stage. Work is measured in a unit that takes the same time throughout the stage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThroughputEstimator {
    /// The observed work. Its weight decreases exponentially with its age.
    work: f64,
    seconds: f64,
    /// The sum of all observed work, and the sum of all observed seconds. Older work has the same weight as recent work.
    seen: (f64, f64),
    /// The work and the time in milliseconds at the last measurement. `None` at the start and after a pause.
    last: Option<(f64, f64)>,
}

impl ThroughputEstimator {
    /// Work before the first measurement or during a pause is ignored, because its duration is unknown.
    pub fn sample(&mut self, done: f64, now_ms: f64) {
        let (done_before, before_ms) = *self.last.get_or_insert((done, now_ms));
        let (work, seconds) = (done - done_before, (now_ms - before_ms) / 1000.0);
        if seconds >= SAMPLE_SECONDS {
            self.last = Some((done, now_ms));
            let faded = (-seconds / DECAY_SECONDS).exp();
            self.work = self.work * faded + work;
            self.seconds = self.seconds * faded + seconds;
            self.seen = (self.seen.0 + work, self.seen.1 + seconds);
        }
    }

    /// A pause does not count as slow work.
    pub fn pause(&mut self) {
        self.last = None;
    }

    /// Recent work per second. `None` until work was observed.
    pub fn rate(&self) -> Option<f64> {
        (self.work > 0.0).then(|| self.work / self.seconds)
    }

    pub fn mean(&self) -> Option<f64> {
        self.rate().map(|_| self.seen.0 / self.seen.1)
    }

    /// Estimated time for `left` units of work, in seconds.
    /// Returns `None` until the observed work is at least 2 % of the sum of observed work and `left`.
    pub fn seconds_left(&self, left: f64) -> Option<f64> {
        self.rate()
            .filter(|_| self.seen.0 >= 0.02 * (self.seen.0 + left))
            .map(|rate| left / rate)
    }
}

/// Estimates the tokens only from the lengths of the texts, so that a million texts take a few milliseconds.
pub fn tokens(pool: &Pool, column: usize) -> f64 {
    pool.instances()
        .map(|instance| likely_tokens(instance.n_bytes(column)) as f64)
        .sum()
}

/// Estimated seconds from pressing Select until the picks are known. `tokens` is the number of tokens in all texts.
/// `pairs` is the number of pairs in the neighbor search ([`Search::pairs`](fastgas_graph::Search::pairs)).
/// `measured` is the speed of one worker in an earlier run, in tokens per second.
pub fn seconds_in_all(tokens: f64, pairs: f64, workers: usize, cores: usize, measured: Option<f64>) -> f64 {
    let at_once = workers.min(cores).max(1) as f64;
    let rate = measured.unwrap_or(TOKENS_PER_SECOND) * at_once;
    MODEL_SECONDS + tokens / rate + pairs / (PAIRS_PER_SECOND * at_once)
}

/// Formats an estimated time, for example as “about 40 s”, “about 3 min” or “about 2 h”.
pub fn about(seconds: f64) -> String {
    if seconds < 5.0 {
        t!("common-duration-few-seconds")
    } else if seconds < 55.0 {
        t!(
            "common-duration-about-seconds",
            n = decimal((seconds / 5.0).ceil() * 5.0, 0)
        )
    } else if seconds < 55.0 * 60.0 {
        t!("common-duration-about-minutes", n = decimal((seconds / 60.0).ceil(), 0))
    } else {
        t!("common-duration-about-hours", n = decimal((seconds / 3600.0).ceil(), 0))
    }
}

/// Formats a measured time, for example as “840 ms”, “12.3 s” or “3 min 20 s”.
pub fn measured(milliseconds: f64) -> String {
    if milliseconds < 1000.0 {
        t!("common-duration-milliseconds", milliseconds = decimal(milliseconds, 0))
    } else if milliseconds < 60_000.0 {
        decimal(milliseconds / 1000.0, 1) + "\u{a0}s"
    } else {
        let seconds = (milliseconds / 1000.0).round() as u64;
        t!("common-duration-minutes-seconds", min = seconds / 60, s = seconds % 60)
    }
}

/// Formats a size, for example as “4.6 MB”, “120 MB” or “1.2 GB”. At least 0.1 MB.
pub fn megabytes(bytes: u64) -> String {
    let megabytes = bytes as f64 / 1e6;
    if megabytes >= 1000.0 {
        t!("common-size-gigabytes", megabytes = decimal(megabytes / 1000.0, 1))
    } else if megabytes >= 100.0 {
        t!("common-size-megabytes", megabytes = decimal(megabytes, 0))
    } else {
        t!("common-size-megabytes", megabytes = decimal(megabytes.max(0.1), 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(samples: &[(f64, f64)]) -> ThroughputEstimator {
        let mut pace = ThroughputEstimator::default();
        samples.iter().for_each(|&(done, now_ms)| pace.sample(done, now_ms));
        pace
    }

    #[test]
    fn estimate_is_missing_without_enough_samples() {
        assert_eq!(after(&[]).seconds_left(1000.0), None);
        assert_eq!(
            after(&[(500.0, 9000.0)]).seconds_left(500.0),
            None,
            "one sample is not enough"
        );
        assert_eq!(
            after(&[(0.0, 0.0), (500.0, 200.0)]).seconds_left(500.0),
            None,
            "the time since the first sample is too short"
        );
        assert_eq!(
            after(&[(0.0, 0.0), (10.0, 5000.0)]).seconds_left(990.0),
            None,
            "too little work was done"
        );
        assert_eq!(
            after(&[(0.0, 0.0), (0.0, 5000.0)]).seconds_left(1000.0),
            None,
            "no work was done"
        );
        assert_eq!(after(&[(0.0, 0.0), (250.0, 5000.0)]).seconds_left(750.0), Some(15.0));
        assert_eq!(after(&[(0.0, 0.0), (1000.0, 5000.0)]).seconds_left(0.0), Some(0.0));
        assert_eq!(
            after(&[(900.0, 0.0), (950.0, 5000.0)]).seconds_left(50.0),
            Some(5.0),
            "work that was complete at the start does not count"
        );
    }

    #[test]
    fn rate_adapts_without_jumps() {
        let mut pace = ThroughputEstimator::default();
        let mut last = f64::INFINITY;
        for second in 0..=80 {
            let done = if second <= 20 { 100 * second } else { 1500 + 25 * second };
            pace.sample(f64::from(done), 1000.0 * f64::from(second));
            if let Some(rate) = pace.rate() {
                assert!(
                    (20.0..=100.1).contains(&rate) && rate <= last + 1e-9,
                    "rate {rate} after {last}"
                );
                assert!(second < 22 || last - rate < 10.0, "rate {rate} after {last}");
                assert_eq!(pace.mean(), Some(f64::from(done) / f64::from(second)));
                last = rate;
            }
        }
        assert!((25.0..26.0).contains(&last), "{last}");
    }

    #[test]
    fn pause_is_not_counted() {
        let mut pace = after(&[(0.0, 0.0), (100.0, 5000.0)]);
        pace.pause();
        pace.sample(130.0, 65_000.0);
        assert_eq!(pace.seconds_left(100.0), Some(5.0));
        pace.sample(150.0, 66_000.0);
        assert!(pace.rate().is_some_and(|rate| (19.9..20.1).contains(&rate)));
    }

    #[test]
    fn more_workers_help_up_to_number_of_cores() {
        let with = |workers| seconds_in_all(80_000.0, 5e5, workers, 4, None);
        assert!(with(2) < with(1));
        assert_eq!(with(4), with(9));
        assert!(seconds_in_all(80_000.0, 5e5, 1, 4, Some(8000.0)) < with(1));
    }

    #[test]
    fn times_are_formatted() {
        assert_eq!(about(2.0), "a few seconds");
        assert_eq!(about(36.0), "about 40\u{a0}s");
        assert_eq!(about(125.0), "about 3\u{a0}min");
        assert_eq!(about(7000.0), "about 2\u{a0}h");
        assert_eq!(measured(840.2), "840\u{a0}ms");
        assert_eq!(measured(12_340.0), "12.3\u{a0}s");
        assert_eq!(measured(200_000.0), "3\u{a0}min 20\u{a0}s");
    }

    #[test]
    fn sizes_are_formatted() {
        assert_eq!(megabytes(1552), "0.1\u{a0}MB");
        assert_eq!(megabytes(4_656_000), "4.7\u{a0}MB");
        assert_eq!(megabytes(155_200_000), "155\u{a0}MB");
        assert_eq!(megabytes(1_552_000_000), "1.6\u{a0}GB");
    }
}
