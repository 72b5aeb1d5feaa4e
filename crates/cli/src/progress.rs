//! Shows a progress bar on the terminal, and measures the time of each stage.

use std::io::{self, BufRead};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Map, Value, json};

use crate::stdout::{print_question, print_status};
use fastgas_progress::{Progress, Stage};

pub struct ProgressReporter {
    quiet: bool,
    bar: ProgressBar,
    started: Instant,
    finished: Vec<(Stage, f64)>,
}

impl ProgressReporter {
    /// The progress bar on stderr is visible if stderr is a terminal and `quiet` is false.
    pub fn new(quiet: bool) -> ProgressReporter {
        let target = if quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let style = ProgressStyle::with_template("{msg:24} {wide_bar} {human_pos}/{human_len} {eta:>4}");
        let bar = ProgressBar::with_draw_target(Some(1), target).with_style(style.expect("the template is fixed"));
        ProgressReporter {
            quiet,
            bar,
            started: Instant::now(),
            finished: Vec::new(),
        }
    }

    pub fn report(&mut self, progress: Progress) {
        if progress.done == 0 {
            self.started = Instant::now();
            self.begin(progress.stage.name(), progress.total);
        }
        self.reach(progress.done);
        if progress.done == progress.total {
            // If duplicates are merged, the neighbor search runs twice. The stage gets the sum of the two durations.
            let seconds = self.started.elapsed().as_secs_f64();
            match self.finished.iter_mut().find(|(stage, _)| *stage == progress.stage) {
                Some((_, sum)) => *sum += seconds,
                None => self.finished.push((progress.stage, seconds)),
            }
        }
    }

    /// Shows a progress bar for work of `total` units that is not a stage of the pipeline.
    pub fn begin(&self, name: &'static str, total: u32) {
        self.bar.reset();
        self.bar.set_message(name);
        self.bar.set_length(total.into());
    }

    pub fn reach(&self, done: u32) {
        self.bar.set_position(done.into());
    }

    /// Prints a message about progress, or about how results are computed, unless the user gives `--quiet`.
    pub fn print(&self, line: &str) {
        if !self.quiet {
            self.warn(line);
        }
    }

    /// Prints a warning about a file or a result, even if the user gives `--quiet`.
    pub fn warn(&self, line: &str) {
        self.bar.suspend(|| print_status(line));
    }

    /// Asks a question on stderr, and returns the next line of `replies`.
    pub fn ask(&self, question: &str, replies: &mut dyn BufRead) -> io::Result<String> {
        self.bar.suspend(|| {
            print_question(question)?;
            let mut reply = String::new();
            replies.read_line(&mut reply)?;
            Ok(reply)
        })
    }

    /// Maps the name of each completed stage to its duration in seconds.
    pub fn seconds(&self) -> Value {
        let entry = |(stage, seconds): &(Stage, f64)| {
            let name = serde_json::to_value(stage).expect("a stage is a name");
            (name.as_str().expect("a stage is a name").to_owned(), json!(seconds))
        };
        Value::Object(self.finished.iter().map(entry).collect::<Map<_, _>>())
    }
}

impl Drop for ProgressReporter {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
