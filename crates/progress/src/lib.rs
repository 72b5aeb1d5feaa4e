//! The stages of the pipeline and their progress.
//!
//! A stage reports [`Progress`] to its caller while it runs. This crate must never depend on a clock: callers decide how often
//! they show progress.
//!
//! ```text
//!  stage ──Counter::add──▶ Progress { stage, done, total } ──Report──▶ caller
//! ```
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

use serde::{Deserialize, Serialize};

/// A stage of the pipeline, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Reading the file.
    Load,
    /// Texts to vectors.
    Embed,
    /// The k nearest neighbours of every text.
    Neighbors,
    /// Neighbours to an undirected graph.
    Graph,
    /// The graph cut into balanced parts.
    Partition,
    /// The picks inside each part.
    Select,
    /// Positions for the picture.
    Map,
}

impl Stage {
    /// The stage's name, as a person reads it.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Load => "Reading the file",
            Stage::Embed => "Embedding the texts",
            Stage::Neighbors => "Finding neighbors",
            Stage::Graph => "Building the graph",
            Stage::Partition => "Partitioning the graph",
            Stage::Select => "Selecting",
            Stage::Map => "Drawing the map",
        }
    }
}

/// `done` of `total` units of `stage`. Each stage says `done = 0` once when it begins and `done = total` once when it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Where the pipeline is.
    pub stage: Stage,
    /// Units finished: texts, rows, bisections, picks, or what else the stage's work consists of.
    pub done: u32,
    /// Units in all.
    pub total: u32,
}

/// What every stage reports to.
pub type Report<'a> = &'a mut dyn FnMut(Progress);

/// Counts the units of a stage and reports each.
pub struct Counter<'a> {
    report: Report<'a>,
    progress: Progress,
}

impl<'a> Counter<'a> {
    /// Says that `stage` begins, with `total` units before it, at least one.
    pub fn new(report: Report<'a>, stage: Stage, total: u32) -> Counter<'a> {
        let progress = Progress { stage, done: 0, total };
        report(progress);
        Counter { report, progress }
    }

    /// So many more units are done.
    pub fn add(&mut self, units: u32) {
        self.reach(self.progress.done + units);
    }

    /// So many units are done in all. Says nothing where they were before.
    pub fn reach(&mut self, done: u32) {
        if done > self.progress.done {
            self.progress.done = done.min(self.progress.total);
            (self.report)(self.progress);
        }
    }

    /// All is done.
    pub fn finish(mut self) {
        self.reach(self.progress.total);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginning_and_end_are_said_once() {
        let mut said = Vec::new();
        let mut report = |progress: Progress| said.push(progress.done);
        let mut counter = Counter::new(&mut report, Stage::Select, 9);
        counter.add(2);
        counter.reach(1);
        counter.reach(2);
        counter.add(0);
        counter.reach(9);
        counter.finish();
        assert_eq!(said, [0, 2, 9]);
    }
}
