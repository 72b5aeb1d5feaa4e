//! The last backup of a project, and the state of the project at the time of the backup.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    /// Time of the backup in milliseconds since 1970.
    pub at_ms: u64,
    pub n_actions: usize,
    /// `None` in backup files from older versions of the page, and if an import that the backup contains was undone later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<BackupState>,
}

/// Summary of a backup file, for later comparisons with the project.
/// The hashes have 32 bits, which is sufficient to detect changes but not tampering.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BackupState {
    #[serde(rename = "n_said")]
    pub n_annotations: usize,
    pub n_settled: usize,
    /// The value of [`ProjectHeader::n_merged`](super::ProjectHeader::n_merged) at the time of the backup.
    #[serde(rename = "n_joined")]
    pub n_merged: usize,
    /// `None` in backup files from older versions of the page.
    #[serde(rename = "joined", skip_serializing_if = "Option::is_none")]
    pub merged: Option<MergedState>,
    /// Two hashes for each label, in the same order as the labels: the hash of its name and the hash of its appearance.
    pub label_set: Vec<(u32, u32)>,
    /// Hash of the labeling guidelines. 0 if the project has no labeling guidelines.
    pub guidelines: u32,
    /// Maps the name of each setting to a hash of its value.
    pub settings: BTreeMap<String, u32>,
}

/// A summary of the colleagues' entries and the appended files. Its size does not depend on their number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MergedState {
    pub n: usize,
    /// A hash assigns each entry and each appended file to a group.
    /// Maps each group to the wrapping sum of the hashes of its entries and files. Empty groups are omitted.
    pub sums: BTreeMap<u32, u32>,
}
