//! The presets of the partitioner.

use serde::{Deserialize, Serialize};

/// How the graph is cut into parts, and whether the method `fastgas` picks from them as published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// As published: random matching, region growing from 10 vertices, refinement by Fiduccia–Mattheyses.
    Paper,
    /// A low cut in the least time.
    Fast,
    /// A lower cut in about three times that time; the default.
    #[default]
    Best,
    /// The lowest cut, in about five times as long again.
    Strong,
}
