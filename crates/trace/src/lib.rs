//! What the partition and the greedy selection did, step by step, for whoever wants to see how the picks came about.
//!
//! ```text
//! partition, select ──Event──▶ Recorder      off: (), which compiles to nothing; on: a list of events
//! graph + events = Trace ──Replay──▶ the same parts, the same picks, and everything in between
//! ```
//!
//! An [`Event`] holds decisions only: who was matched, who moved, what was picked. Whatever follows from them
//! (contracted graphs, cuts, degrees) is computed again by [`Replay`], which also holds the recorded cuts and degrees
//! against its own. Invariant: what a replay ends with is exactly what the recorded run returned.
//!
//! [`worlds`] contains small graphs to demonstrate the algorithm on. Partition and selection must never depend on this crate.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod apply;
mod bisection;
mod bytes;
mod chapters;
mod check;
mod error;
mod facts;
mod ink;
mod levels;
mod player;
mod record;
mod replay;
mod rules;
mod scene;
mod sentence;
mod shapes;
mod svg;
mod trial;
mod vee;
mod words;
pub mod worlds;

pub use bisection::Bisection;
pub use bytes::Recorded;
pub use chapters::{Chapter, Title};
pub use error::TraceError;
pub use facts::Facts;
pub use ink::{FONT, Ink, PAPER};
pub use levels::Levels;
pub use player::Player;
pub use record::record;
pub use replay::{Replay, Stage};
pub use rules::{Rule, rule};
pub use scene::{Kind, Line, Mark, Node, Scene, ticks};
pub use sentence::{Sentence, sentence};
pub use shapes::{SAYS_SIZE, SIDE, Shape, View, shapes};
pub use svg::{Element, elements, to_svg};
pub use trial::Trial;
pub use vee::{Leg, Stop, Vee};

use fastgas_graph::CsrGraph;
use fastgas_partition::Event;

/// More vertices than this would keep a page from answering for seconds.
pub const MOST_WATCHED: usize = 10_000;

/// A graph, and what was done with it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Trace {
    /// Level 0.
    pub graph: CsrGraph,
    /// In order.
    pub events: Vec<Event>,
}

#[cfg(test)]
mod tests;
