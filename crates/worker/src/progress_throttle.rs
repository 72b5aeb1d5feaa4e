//! Limits the rate of progress reports, and measures the duration of each stage.

use fastgas_progress::{Progress, Stage};
use fastgas_protocol::Event;

use crate::answer::SendEvent;

/// Minimum interval between two reports of one stage, in milliseconds. The first and the last report are always sent.
const REPORT_INTERVAL_MS: f64 = 50.0;

/// Reports progress at most every [`REPORT_INTERVAL_MS`].
/// Measures each stage from its first report to its last report.
pub(crate) struct ProgressThrottle<'a> {
    now_ms: &'a dyn Fn() -> f64,
    send: &'a mut SendEvent<'a>,
    started: Option<(Stage, f64)>,
    reported: Option<Stage>,
    reported_at: f64,
    /// Duration of each stage, in milliseconds.
    pub(crate) timings: Vec<(Stage, f64)>,
}

impl<'a> ProgressThrottle<'a> {
    pub(crate) fn new(now_ms: &'a dyn Fn() -> f64, send: &'a mut SendEvent<'a>) -> ProgressThrottle<'a> {
        ProgressThrottle {
            now_ms,
            send,
            started: None,
            reported: None,
            reported_at: f64::NEG_INFINITY,
            timings: Vec::new(),
        }
    }

    pub(crate) fn report(&mut self, progress: Progress) {
        let now = (self.now_ms)();
        let begins = self.reported.replace(progress.stage) != Some(progress.stage);
        let ends = progress.done == progress.total;
        let measured = measured_as(progress.stage);
        if self.started.is_none_or(|(stage, _)| stage != measured) {
            self.started = Some((measured, now));
        }
        if let (true, Some((stage, started))) = (ends, self.started) {
            // A stage may report its end twice; the last report determines the duration.
            self.timings.retain(|&(timed, _)| timed != stage);
            self.timings.push((stage, now - started));
        }
        if begins || ends || now - self.reported_at >= REPORT_INTERVAL_MS {
            self.reported_at = now;
            self.send(Event::Progress { progress }, Vec::new());
        }
    }

    pub(crate) fn send(&mut self, body: Event, buffers: Vec<Vec<u8>>) {
        (self.send)(body, buffers);
    }
}

/// Returns the stage to which the duration of `stage` is added. Project files contain the durations of stages.
/// Earlier versions of the page do not know [`Stage::Parts`], but must be able to open the project files.
fn measured_as(stage: Stage) -> Stage {
    match stage {
        Stage::Parts => Stage::Partition,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn reports_are_throttled_except_the_first_and_last() {
        let mut seen = Vec::new();
        let time = Cell::new(0.0);
        let now_ms = move || time.replace(time.get() + 1.0);
        let mut send = |event: Event, _| seen.push(event);
        let mut stopwatch = ProgressThrottle::new(&now_ms, &mut send);
        for done in 0..=120 {
            stopwatch.report(Progress {
                stage: Stage::Neighbors,
                done,
                total: 120,
            });
        }
        assert_eq!(stopwatch.timings, [(Stage::Neighbors, 120.0)]);
        let done: Vec<u32> = seen
            .iter()
            .map(|event| match event {
                Event::Progress { progress } => progress.done,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(done, [0, 50, 100, 120]);
    }

    #[test]
    fn choosing_the_number_of_parts_counts_as_partitioning() {
        let mut seen = Vec::new();
        let time = Cell::new(0.0);
        let now_ms = move || time.replace(time.get() + 1.0);
        let mut send = |event: Event, _| seen.push(event);
        let mut stopwatch = ProgressThrottle::new(&now_ms, &mut send);
        for stage in [Stage::Parts, Stage::Partition, Stage::Select] {
            for done in 0..=9 {
                stopwatch.report(Progress { stage, done, total: 9 });
            }
        }
        assert_eq!(stopwatch.timings, [(Stage::Partition, 19.0), (Stage::Select, 9.0)]);
        let reported: Vec<(Stage, u32)> = seen
            .iter()
            .map(|event| match event {
                Event::Progress { progress } => (progress.stage, progress.done),
                other => panic!("{other:?}"),
            })
            .collect();
        let expected = [Stage::Parts, Stage::Partition, Stage::Select].map(|stage| [(stage, 0), (stage, 9)]);
        assert_eq!(reported, expected.concat());
    }
}
