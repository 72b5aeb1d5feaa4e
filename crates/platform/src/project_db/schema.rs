//! The storage format: its version, the keys of the values, and the values that describe a project.
//! A change of the format also requires a change of `www/rescue.js`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::stored_project::ProjectHeader;
use fastgas_annotation::ledger::Seal;
use fastgas_cipher::Header;

/// Version of the storage format. Incremented whenever the format of [`Stored`] or of a buffer changes.
/// Also incremented whenever the format of a [`LogEntry`](fastgas_annotation::label::LogEntry) changes.
/// The page also reads projects with an older version.
/// Schema 1 had only the built-in encoder. Schema 2 had one label per text and no notes. Schema 3 had no annotators.
/// Schema 4 did not store buffers in pieces.
pub(super) const SCHEMA: u32 = 5;

/// Version of protected projects, which differs from [`SCHEMA`].
/// Therefore page versions that do not know protected projects report such a project as unreadable.
pub(super) const PROTECTED_SCHEMA: u32 = 6;

pub(super) const PROJECT: &str = "project";
pub(super) const LABELS: &str = "labels";

pub(super) const HEAD: &str = "head";
/// Key of a copy of the value under [`HEAD`].
/// If the value under [`HEAD`] is damaged, this copy is read, because nothing else describes the buffers.
pub(super) const HEAD_COPY: &str = "head-copy";
/// Key of the value `true`, which exists only in a protected project.
/// A tab that regards the project as unprotected therefore fails to add this key ([`head`](super::head)).
pub(super) const PROTECTED: &str = "protected";
pub(super) const CELLS: &str = "cells";
pub(super) const ENDS: &str = "ends";
pub(super) const PART_OF: &str = "part-of";
pub(super) const POSITIONS: &str = "positions";
/// Key of the other annotators' annotations. Missing if there is only one annotator.
pub(super) const OTHERS: &str = "others";
/// Keys under which the kNN graph's offsets and neighbors are stored.
/// Missing in projects from older versions of the page.
pub(super) const EDGES: [&str; 2] = ["joined-offsets", "joined-neighbors"];
/// Key of the partition and selection trace.
/// Missing in projects with many texts and in projects from older versions of the page.
pub(super) const TRACE: &str = "trace";
/// Key of the unsaved input in a text field. Missing if there is no unsaved input.
pub(super) const DRAFT: &str = "draft";
/// Key of the list that maps each text to the text that represents its duplicates.
/// Missing if no duplicates were merged.
pub(super) const ORIGINAL_OF: &str = "original-of";
/// Key of the record with the [seal](Seal) of the label log, which contains the expected length and hash of the log.
/// Missing in projects from older versions of the page.
pub(super) const SEAL: &str = "seal";

pub(super) const SEALED: &str = "sealed";

pub(super) const CHECKSUM: &str = "sum";

/// When the log is rewritten, the key of the first entry is 1.
pub(super) const FIRST_KEY: f64 = 1.0;

#[derive(Serialize, Deserialize)]
pub(super) struct Stored {
    pub(super) schema: u32,
    /// Hash of the pool's column names and texts. `load` compares the hash to find changed texts.
    /// Older versions of the page, which could not append texts, also identify the pool of the label log by this hash.
    pub(super) pool_hash: u64,
    pub(super) columns: Vec<String>,
    pub(super) n_parts: Option<u32>,
    /// Maps the key of each buffer to its hash. The map omits the buffers of the texts, which `pool_hash` covers.
    /// The map is empty in projects from older versions of the page.
    #[serde(default)]
    pub(super) sums: BTreeMap<String, u64>,
    pub(super) head: ProjectHeader,
}

/// The value that a protected project stores instead of [`Stored`].
/// Only the property [`SEALED`], which contains [`Stored`], is encrypted.
#[derive(Serialize, Deserialize)]
pub(super) struct ProtectedHead {
    pub(super) schema: u32,
    pub(super) protection: Header,
    /// The name is not encrypted, because the project list shows it, and renaming needs no passphrase.
    pub(super) name: String,
    /// True if data outside this database may still be stored in the previous format (plain or encrypted).
    /// The previous format remains, for example, if the tab is closed during the conversion.
    pub(super) is_unfinished: bool,
}

/// The part of [`Stored`] that has the same format in all versions.
/// Any version of the page can therefore check whether it can read the whole value.
#[derive(Deserialize)]
pub(super) struct Version {
    pub(super) schema: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct StoredSeal {
    pub(super) seal: Seal,
    /// The key of the first log entry. The keys of all later entries follow without gaps.
    pub(super) first_key: f64,
}

/// The data of the project that does not change while the user labels.
pub(super) struct StaticPart {
    pub(super) pool_hash: u64,
    pub(super) columns: Vec<String>,
    pub(super) n_parts: Option<u32>,
    pub(super) sums: BTreeMap<String, u64>,
}

impl StaticPart {
    pub(super) fn with(&self, head: &ProjectHeader) -> Stored {
        Stored {
            schema: SCHEMA,
            pool_hash: self.pool_hash,
            columns: self.columns.clone(),
            n_parts: self.n_parts,
            sums: self.sums.clone(),
            head: head.clone(),
        }
    }
}
