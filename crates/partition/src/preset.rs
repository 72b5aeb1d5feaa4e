//! The presets of the partitioner.

use serde::{Deserialize, Serialize};

/// A preset of the partitioner: the partitioning method and its effort.
/// With [`Preset::Paper`], the `fastgas` method also selects instances as in the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// The published method: random matching, region growing from 10 vertices, refinement by Fiduccia–Mattheyses.
    Paper,
    /// A small cut in the shortest time of all presets.
    Fast,
    /// A smaller cut than `Fast`, in about three times the time of `Fast`; the default.
    #[default]
    Best,
    /// The smallest cut of all presets, in about five times the time of `Best`.
    Strong,
}

impl Preset {
    /// Serialized name of the preset, which is used in files and URLs.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Paper => "paper",
            Preset::Fast => "fast",
            Preset::Best => "best",
            Preset::Strong => "strong",
        }
    }
}
