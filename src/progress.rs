//! How far a stage has come.

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
    /// Units finished: texts, rows, bisections or picks.
    pub done: u32,
    /// Units in all.
    pub total: u32,
}

/// What every stage reports to.
pub type Report<'a> = &'a mut dyn FnMut(Progress);
