//! Records what partitioning and greedy selection did, so that the origin of the picks can be replayed step by step.
//!
//! ```text
//! partition, select ──Event──▶ Recorder      off: (), which compiles to nothing; on: a list of events
//! graph + events = Trace ──Replay──▶ the same parts, the same picks, and every intermediate state
//! ```
//!
//! An [`Event`] holds decisions only: which vertices were matched, moved or picked. [`Replay`] recomputes everything
//! that follows from them (contracted graphs, cuts, degrees) and compares recorded cuts and degrees with its own
//! values. Invariant: a replay ends with exactly the result that the recorded run returned.
//!
//! [`examples`] contains small example graphs. Partition and selection must never depend on this crate.
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
pub mod examples;
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
mod v_cycle;
mod words;

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
pub use v_cycle::{Phase, Stop, VCycle};

use fastgas_graph::CsrGraph;
use fastgas_partition::Event;

/// Maximum number of vertices of a replayed graph: a larger one would block the page for seconds.
pub const MOST_WATCHED: usize = 10_000;

/// A graph and the recorded events of a run on it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Trace {
    /// The graph at level 0, the finest.
    pub graph: CsrGraph,
    /// In the order in which they happened.
    pub events: Vec<Event>,
}

#[cfg(test)]
mod tests;
