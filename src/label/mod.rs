//! What a person said of the picks: a log of actions, and the labels that it adds up to.
//!
//! [`LabelAction`]s only ever get appended; [`Labels`] is their replay; [`History`] knows what can be taken back
//! and what is on disk. The set of names that a person may give is an ordered list of strings, checked by
//! [`check_name`], whose order gives each name its key ([`key_of`]).

mod history;
mod labels;
mod names;

use serde::{Deserialize, Serialize};

pub use history::History;
pub use labels::Labels;
pub use names::{NameError, check_name, index_of_key, key_of};

/// One entry of the append-only log. Nothing is ever overwritten: a changed or removed label is a later entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelAction {
    /// The instance's row in the pool, from 0.
    pub row: u32,
    /// Its label from now on; none when the label was taken back.
    pub label: Option<String>,
    /// Whether it was passed over: a person would not give it any label. Never beside a label.
    #[serde(default)]
    pub skipped: bool,
    /// Milliseconds since 1970, by the annotator's clock. For the record only: order is the log's order.
    pub at_ms: u64,
}
