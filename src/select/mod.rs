//! Inside each part, the most telling instances (paper, Section 3, "Greedy Node Selection").
//!
//! Input: a graph and its [`Partition`](crate::partition::Partition); output: a [`Selection`]. [`quotas`] says how
//! many picks each part gets, [`greedy`] which. Invariant: exactly min(M, N) distinct picks.

mod greedy;
mod quota;

pub use greedy::greedy;
pub use quota::quotas;

use serde::{Deserialize, Serialize};

/// One chosen instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pick {
    /// Its row in the pool, from 0.
    pub row: u32,
    /// Its part.
    pub part: u32,
    /// d(v) when it was picked: its edges inside its part that touch no earlier pick.
    pub degree: u32,
}

/// The picks, in the order in which to label them: the first of each part, then the second of each, and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// Exactly min(M, N) distinct instances.
    pub picks: Vec<Pick>,
}
