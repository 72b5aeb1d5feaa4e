//! Records the decisions of partitioning and greedy selection, so that users can replay step by step how picks were made.
//!
//! ```text
//! partition, select ──Event──▶ Recorder      `()` records nothing, `Vec<Event>` records all events
//! graph + events = Trace ──Replay──▶ the same parts, the same picks, and every intermediate state
//! ```
//!
//! The recorder `()` compiles to no code.
//!
//! An [`Event`] contains only decisions: which vertices were matched, moved or picked.
//! [`Replay`] recomputes everything that follows from the decisions: contracted graphs, cuts and degrees.
//! [`Replay`] compares recorded cuts and degrees with the recomputed values.
//! Invariant: a replay ends with exactly the result that the recorded run returned.
//!
//! [`examples`] contains small example graphs. The crates for partitioning and selection must never depend on this crate.
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
mod cut_curve;
mod english;
mod error;
pub mod examples;
mod gain_queue;
mod levels;
mod player;
mod record_fastgas;
mod replay;
mod rules;
mod scene;
mod sentence;
mod shape_style;
mod shapes;
mod stats;
mod svg;
mod text_placement;
mod trial;
mod v_cycle;

pub use bisection::Bisection;
pub use bytes::StoredTrace;
pub use chapters::{Chapter, Title};
pub use error::TraceError;
pub use gain_queue::{GainQueue, QueueEntry, QueueKind};
pub use levels::Levels;
pub use player::Player;
pub use record_fastgas::{knn_graph, record_fastgas, record_selection};
pub use replay::{Replay, Stage};
pub use rules::{Rule, rule};
pub use scene::{Line, LineKind, Mark, Node, Scene, ticks};
pub use sentence::{Sentence, sentence};
pub use shape_style::{FONT, PAPER, ShapeStyle};
pub use shapes::{LABEL_FONT_SIZE, LineSample, PictureStyle, Shape, View, shapes};
pub use stats::Stats;
pub use svg::{Element, elements, to_svg};
pub use text_placement::SIDE;
pub use trial::TriedCut;
pub use v_cycle::{Phase, VCycle, VisitedLevel};

use fastgas_graph::CsrGraph;
use fastgas_partition::Event;

/// Maximum number of vertices in a replayed graph. The replay of a larger graph would block the page for seconds.
pub const MAX_TRACED_VERTICES: usize = 10_000;

/// A graph and the recorded events of a run on the graph.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Trace {
    /// The graph at level 0, which is the finest graph.
    pub graph: CsrGraph,
    /// The recorded events, in the order they happened.
    pub events: Vec<Event>,
}

#[cfg(test)]
mod tests;
