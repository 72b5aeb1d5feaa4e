//! The interface between the stages of the pipeline and their callers: progress, tasks, and slices of long work.
//!
//! A stage reports [`Progress`] to its caller while it runs.
//! This crate must never depend on a clock: callers limit how often they display progress.
//!
//! ```text
//!  stage ──Counter::add──▶ Progress { stage, done, total } ──Report──▶ caller
//! ```
//!
//! A stage that can divide its work passes tasks to [`Workers`], so that the caller can run the tasks on several threads.
//! Long work in the page is divided into [`Slices`], so that the page stays responsive.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod slices;
mod workers;

pub use slices::{NoPause, Pause, Slices, Stopped, at_once, without_waiting};
pub use workers::{OneWorker, Task, Workers};

use serde::{Deserialize, Serialize};

/// A stage of the pipeline. Variants are in execution order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Reading the file that contains the texts.
    Load,
    /// Computing an embedding of each text.
    Embed,
    /// Finding the k nearest neighbors of each text.
    Neighbors,
    /// Building an undirected graph from the neighbors.
    Graph,
    /// Choosing the number of graph parts for which the selected instances cover the pool best.
    /// For each tried number of parts, the stage computes a trial partition of the graph, usually with the `fast` preset.
    Parts,
    /// Partitioning the graph into balanced parts.
    Partition,
    /// Selecting instances from each part.
    Select,
    /// Computing the layout of the map.
    Map,
}

impl Stage {
    /// The name of the stage as displayed to the user.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Load => "Reading the file",
            Stage::Embed => "Embedding the texts",
            Stage::Neighbors => "Finding neighbors",
            Stage::Graph => "Building the graph",
            Stage::Parts => "Choosing the number of parts",
            Stage::Partition => "Partitioning the graph",
            Stage::Select => "Selecting",
            Stage::Map => "Drawing the map",
        }
    }
}

/// Progress of a stage: `done` of `total` units are complete.
/// Each stage reports `done = 0` once at its start and `done = total` once at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The current stage.
    pub stage: Stage,
    /// Number of completed units: texts, rows, bisections, selected instances, or other units of the stage.
    pub done: u32,
    /// Total number of units in the stage.
    pub total: u32,
}

/// The callback that every stage uses to report its progress.
pub type Report<'a> = &'a mut dyn FnMut(Progress);

/// Counts the completed units of a stage and reports each change.
pub struct Counter<'a> {
    report: Report<'a>,
    progress: Progress,
}

impl<'a> Counter<'a> {
    /// Reports the start of `stage`, which has `total` units. `total` is at least 1.
    pub fn new(report: Report<'a>, stage: Stage, total: u32) -> Counter<'a> {
        let progress = Progress { stage, done: 0, total };
        report(progress);
        Counter { report, progress }
    }

    /// Reports that `units` more units are complete.
    pub fn add(&mut self, units: u32) {
        self.reach(self.progress.done + units);
    }

    /// Reports that `done` units are complete in total. Does nothing if `done` or a higher number was already reported.
    pub fn reach(&mut self, done: u32) {
        if done > self.progress.done {
            self.progress.done = done.min(self.progress.total);
            (self.report)(self.progress);
        }
    }

    /// Reports that the stage is complete, unless its completion was already reported.
    pub fn finish(mut self) {
        self.reach(self.progress.total);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_and_end_are_reported_once() {
        let mut reported = Vec::new();
        let mut report = |progress: Progress| reported.push(progress.done);
        let mut counter = Counter::new(&mut report, Stage::Select, 9);
        counter.add(2);
        counter.reach(1);
        counter.reach(2);
        counter.add(0);
        counter.reach(9);
        counter.finish();
        assert_eq!(reported, [0, 2, 9]);
    }
}
