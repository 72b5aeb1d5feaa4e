//! Stores the project and its label log in IndexedDB.
//!
//! The database has two object stores. `project` contains a few values under fixed keys.
//! `labels` is an append-only log. Its keys increase by one.
//! Every write is one transaction of durability `strict`: the browser reports completion only when the data is on the
//! disk.
//!
//! Several measures protect against a damaged store ([`ledger`](fastgas_annotation::ledger)).
//! Each log entry has a checksum.
//! A seal, which contains the length and a hash of the log, is written in the same transaction as the log
//! and, separately, to `localStorage`.
//! The log has a second copy ([`log_copy`](crate::log_copy)).
//! The head (the value under the key [`HEAD`]) contains hashes of the buffers.
//! A buffer that does not match its hash is left out ([`IntegrityReport`]),
//! but all readable cells of the texts are kept.
//!
//! All data of the project passes through [`AtRest`], which encrypts the data of a protected project.
//! Buffers use [`Buffers::add`] and [`Pieces::whole`], log entries use [`entry_to_store`] and [`entry_from_store`].
//! [`ProtectedHead`] contains the data that is not encrypted.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::Hasher;
use std::rc::Rc;
use std::sync::Arc;

use fnv::FnvHasher;
use futures::lock::Mutex;
use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use idb::{KeyRange, ObjectStore, Query, Transaction};
use js_sys::{ArrayBuffer, Reflect, Uint8Array};
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::StorageManager;

use crate::at_rest::AtRest;
use crate::control::{NextTask, next_task};
use crate::custom_encoder_db::EncoderName;
use crate::database::{Database, Durability, Refusal, StorageError, finish, js_buffer, unreadable};
use crate::embedding_file::EmbeddingFile;
use crate::local_storage::{get_item, remove_item, set_item};
use crate::log_copy::{LogCopy, delete_log_copy};
use crate::project_id::ProjectId;
use crate::protection::Protection;
use fastgas_annotation::label::{AnswerType, Goal, LabelAliases, LabelSpecs, LogEntry};
use fastgas_annotation::ledger::{Chain, CheckedEntry, HASH_VERSION, Inspection, LogCopies, Seal, checksum, inspect};
use fastgas_annotation::retrieve::PromptSettings;
use fastgas_cipher::{Header, OVERHEAD};
use fastgas_data::{AppendedFile, DamagedParts, ImportReport, Pool, Salvaged, salvage, stored_pool};
use fastgas_embedding::TruncatedText;
use fastgas_graph::Adjacency;
use fastgas_graph::{DuplicateCount, SearchBackend};
use fastgas_map::Layout;
use fastgas_partition::{Partition, Quality};
use fastgas_progress::{Slices, Stage};
use fastgas_protocol::transport::{from_js, to_js};
use fastgas_protocol::{UnreadableReason, bytes_of_f32, bytes_of_u32, f32_of_bytes, u32_of_bytes};
use fastgas_select::Config;
use fastgas_select::evaluate::{CoverageCurve, Reason};
use fastgas_select::{EarlyPicks, EvaluatedK, Selection};
use fastgas_trace::StoredTrace;

pub(super) const DATABASE: &str = "fastgas";

/// Version of the storage format. Incremented whenever the format of [`Stored`], [`LogEntry`] or a buffer changes.
/// The page also reads projects with an older version.
/// Schema 1 had only the built-in encoder. Schema 2 had one label per text and no notes. Schema 3 had no annotators.
/// Schema 4 did not store buffers in pieces.
const SCHEMA: u32 = 5;

/// Version of protected projects, which differs from [`SCHEMA`] so that older pages report such a project as
/// unreadable.
const PROTECTED_SCHEMA: u32 = 6;

const PROJECT: &str = "project";
const LABELS: &str = "labels";

/// Number of bytes that are processed in one task.
/// Longer buffers are stored in pieces, because the browser copies each value synchronously.
const CHUNK_BYTES: usize = 4 << 20;

const HEAD: &str = "head";
/// Key of a copy of the value under [`HEAD`].
/// The copy is read if the value is damaged, because no other value describes the buffers.
const HEAD_COPY: &str = "head-copy";
const CELLS: &str = "cells";
const ENDS: &str = "ends";
const PART_OF: &str = "part-of";
const POSITIONS: &str = "positions";
/// Key of the annotations of other annotators. Missing if there is only one annotator.
const OTHERS: &str = "others";
/// Keys of the offsets and of the neighbors of the kNN graph. Missing in projects of older pages.
const EDGES: [&str; 2] = ["joined-offsets", "joined-neighbors"];
/// Key of the trace of partition and selection.
/// Missing in projects with many texts and in projects of older pages.
const TRACE: &str = "trace";
/// Key of the unsaved input in a text field. Missing if there is no unsaved input.
const DRAFT: &str = "draft";
/// Key of the list that maps each text to the text that represents its duplicates.
/// Missing if no duplicates were merged.
const ORIGINAL_OF: &str = "original-of";
/// Key of the record with the [seal](Seal) of the label log, which contains the expected length and hash of the log.
/// Projects of older versions of the page have no such record.
const SEAL: &str = "seal";

const SEALED: &str = "sealed";

const CHECKSUM: &str = "sum";

/// When the log is rewritten, the key of the first entry is 1.
const FIRST_KEY: f64 = 1.0;

#[derive(Clone, Debug, PartialEq)]
pub struct StoredProject {
    pub head: ProjectHeader,
    pub pool: Arc<Pool>,
    /// `None` if no texts have been selected yet.
    pub partition: Option<Partition>,
    /// `None` if the layout of the map has not been computed yet.
    pub layout: Option<Layout>,
    pub adjacency: Option<Adjacency>,
    pub recorded: Option<Arc<StoredTrace>>,
    /// For each text, the latest annotation by each of the other annotators.
    pub others: Vec<LogEntry>,
    /// True if a passphrase protects the project in the browser and in files.
    pub is_protected: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProjectHeader {
    pub file_name: String,
    pub text_column: usize,
    pub config: Config,
    #[serde(default)]
    pub encoder: EncoderName,
    /// Identifies the model that computed the embeddings.
    /// `None` in projects of older pages, and for embeddings that the user supplied.
    #[serde(default)]
    pub model: Option<String>,
    /// The texts of which the encoder read only the beginning, in ascending order.
    #[serde(default)]
    pub beginnings: Option<Vec<TruncatedText>>,
    /// Description of the embeddings that the user supplied. The embeddings are in a separate database.
    #[serde(default)]
    pub embeddings: Option<EmbeddingFile>,
    #[serde(default)]
    pub found: Option<ImportReport>,
    #[serde(default)]
    pub added: Vec<AppendedFile>,
    #[serde(default)]
    pub id_column: Option<usize>,
    #[serde(default)]
    pub confidences: Option<String>,
    #[serde(default)]
    pub early: Option<EarlyPicks>,
    #[serde(default)]
    pub early_reasons: Vec<(u32, Reason)>,
    pub selection: Option<Selection>,
    #[serde(default)]
    pub reasons: Vec<Reason>,
    /// The numbers of parts that were evaluated. Empty unless the number of parts was chosen automatically.
    #[serde(default)]
    pub tried: Vec<EvaluatedK>,
    pub quality: Option<Quality>,
    #[serde(default)]
    pub coverage: Option<CoverageCurve>,
    #[serde(default)]
    pub part_names: Vec<Vec<String>>,
    #[serde(default)]
    pub duplicates: Option<DuplicateCount>,
    #[serde(default)]
    pub searched: Option<SearchBackend>,
    pub timings: Vec<(Stage, f64)>,
    #[serde(default)]
    pub answers: AnswerType,
    /// Number of log entries of the annotator at the time when the project was switched from labels to written answers.
    /// Earlier entries are labels.
    #[serde(default)]
    pub written_from: usize,
    #[serde(default)]
    pub guidelines: String,
    /// The labels are in the order of their keys on the keyboard.
    pub label_names: Vec<String>,
    #[serde(default)]
    pub label_looks: LabelSpecs,
    /// Maps former names of labels to the current names, because other annotators may still use the former names.
    #[serde(default)]
    pub renamed: LabelAliases,
    #[serde(default)]
    pub prompt: PromptSettings,
    #[serde(default)]
    pub backup: Option<Backup>,
    /// Number of changes to the merged data: entries of colleagues merged, a colleague removed, or a file appended.
    #[serde(default, rename = "n_joined")]
    pub n_merged: usize,
    /// True if lists and map show the labels that result from the answers of all annotators.
    /// False if they show only the user's own labels.
    #[serde(default)]
    pub shows_all: bool,
    /// Incremented whenever the project changes, except for changes of the log.
    #[serde(default)]
    pub revision: u64,
    #[serde(default)]
    pub goal: Option<Goal>,
    #[serde(default)]
    pub annotator: Option<String>,
    /// True if the log entries of other annotators mark retracted answers; see [`LogEntry::retracts`].
    /// False in projects of older pages.
    #[serde(default)]
    pub tells_retractions: bool,
    /// True if another user has selected the picks and has given this copy to the annotator for labeling.
    #[serde(default)]
    pub is_handed_out: bool,
}

/// The data of a project that change while the user labels.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredAnnotations {
    pub head: ProjectHeader,
    pub others: Vec<LogEntry>,
    pub log: Vec<LogEntry>,
}

fn manager() -> Option<StorageManager> {
    let navigator = web_sys::window()?.navigator();
    // Without a secure context, the property `storage` is missing, although the binding does not return an `Option`.
    let storage = js_sys::Reflect::get(&navigator, &"storage".into()).ok()?;
    storage.dyn_into().ok()
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    /// Time of the backup in milliseconds since 1970.
    pub at_ms: u64,
    pub n_actions: usize,
    /// `None` if an older page wrote the backup file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<BackupState>,
}

/// Summary of a backup file, with which the project is compared later.
/// The hashes have 32 bits, which is sufficient to detect changes but not tampering.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BackupState {
    /// Number of the annotator's log entries at the time of the backup.
    #[serde(rename = "n_said")]
    pub n_annotations: usize,
    pub n_settled: usize,
    /// The value of [`ProjectHeader::n_merged`] at the time of the backup.
    #[serde(rename = "n_joined")]
    pub n_merged: usize,
    /// `None` if an older page wrote the backup file.
    #[serde(rename = "joined", skip_serializing_if = "Option::is_none")]
    pub merged: Option<MergedState>,
    /// Two hashes for each label, in the order of the labels: the hash of its name and the hash of its appearance.
    pub label_set: Vec<(u32, u32)>,
    /// Hash of the guidelines. 0 if there are no guidelines.
    pub guidelines: u32,
    /// Maps the name of each setting to a hash of its value.
    pub settings: BTreeMap<String, u32>,
}

/// A summary of the entries of colleagues and of the appended files. Its size does not depend on the number of entries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MergedState {
    pub n: usize,
    /// Entries and appended files are divided into groups by a hash.
    /// Maps each group to the wrapping sum of the hashes of its members. Groups without members are omitted.
    pub sums: BTreeMap<u32, u32>,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    schema: u32,
    /// Hash that identifies the pool of the label log.
    /// Only older pages, which could not append texts, compare the hash.
    pool_hash: u64,
    columns: Vec<String>,
    n_parts: Option<u32>,
    /// Maps the key of each buffer to its hash. The buffers of the texts have no hash here.
    /// Empty in projects of older pages.
    #[serde(default)]
    sums: BTreeMap<String, u64>,
    head: ProjectHeader,
}

/// The value that a protected project stores instead of [`Stored`]. The value is not encrypted,
/// except for its property [`SEALED`], which contains the encrypted [`Stored`].
#[derive(Serialize, Deserialize)]
struct ProtectedHead {
    schema: u32,
    protection: Header,
    /// The name is not encrypted, because the list of projects shows it, and renaming needs no passphrase.
    name: String,
    /// True if data outside of this database may still be stored in the previous format (plain or encrypted).
    /// The previous format remains, for example, if the tab is closed during the conversion.
    is_unfinished: bool,
}

/// The part of [`Stored`] that has the same format in all versions.
/// Any version can therefore check whether all other parts are readable.
#[derive(Deserialize)]
struct Version {
    schema: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct StoredSeal {
    seal: Seal,
    /// The key of the first log entry. The keys of all later entries follow without gaps.
    first_key: f64,
}

/// The data of the project that do not change while the user labels.
struct StaticPart {
    pool_hash: u64,
    columns: Vec<String>,
    n_parts: Option<u32>,
    sums: BTreeMap<String, u64>,
}

/// What this page knows about the stored project from earlier reads and writes, so that a write need not read it again.
#[derive(Default)]
struct KnownState {
    frame: Option<Rc<StaticPart>>,
    log: Option<(Chain, f64)>,
    /// The log entries that the second copy of the log lacks. `None` if the copy is complete.
    to_copy: Option<PendingCopy>,
    is_unfinished: bool,
}

enum PendingCopy {
    All,
    Behind(u32, Vec<LogEntry>),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IntegrityReport {
    pub generation: u64,
    pub n: u32,
    /// 0-based positions of log entries that were restored from the second copy of the log.
    pub restored: Vec<u32>,
    /// 0-based positions of lost log entries.
    pub missing: Vec<u32>,
    /// True if the log that was read differs from the log that was written.
    pub is_altered: bool,
    pub n_others_lost: usize,
    /// The rows with an unreadable cell, in ascending order. An unreadable cell is empty in the pool.
    pub lost_rows: Vec<u32>,
    /// True if all cells are readable, but their hash differs from the stored hash.
    pub has_other_texts: bool,
    pub lost_parts: Vec<ProjectPart>,
    /// True if the log has to be rewritten, although no entry is lost.
    pub rewrites: bool,
}

/// A part of the project that can be computed again if it is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProjectPart {
    /// The partition. If it is lost, the picks are also lost, but not the labels.
    Partition,
    Layout,
    Edges,
    Recorded,
}

impl IntegrityReport {
    fn record_if_lost<T>(&mut self, which: ProjectPart, part: Option<T>) -> Option<T> {
        if part.is_none() {
            self.lost_parts.push(which);
        }
        part
    }

    pub fn is_damaged(&self) -> bool {
        !self.missing.is_empty()
            || self.is_altered
            || self.n_others_lost > 0
            || !self.lost_rows.is_empty()
            || self.has_other_texts
            || !self.lost_parts.is_empty()
    }
}

struct StoredLog {
    /// The index of an entry is its position in the log. `None` if an entry is missing or unreadable.
    kept: Vec<Option<CheckedEntry>>,
    seal: Option<Seal>,
    first_key: f64,
    /// True if the keys of the log entries increase by one, starting from the first key.
    is_in_order: bool,
}

#[derive(Clone)]
pub struct ProjectDb {
    database: Database,
    at_rest: AtRest,
    known: Rc<RefCell<KnownState>>,
    /// The second copy of the log. `None` until it is needed and therefore opened.
    copy: Rc<Mutex<Option<LogCopy>>>,
}

impl ProjectDb {
    /// # Errors
    /// Returns [`StorageError::Unreadable`] if a later version of the page created the database.
    pub async fn open(at_rest: &AtRest) -> Result<ProjectDb, StorageError> {
        let builder = DatabaseBuilder::new(&at_rest.id().database(DATABASE))
            .version(1)
            .add_object_store(ObjectStoreBuilder::new(PROJECT))
            .add_object_store(ObjectStoreBuilder::new(LABELS).auto_increment(true));
        Ok(ProjectDb {
            database: Database::open(builder).await?,
            at_rest: at_rest.clone(),
            known: Rc::default(),
            copy: Rc::default(),
        })
    }

    pub fn known_at_rest(&self) -> Option<&AtRest> {
        let is_known = self.known.borrow().frame.is_some();
        is_known.then_some(&self.at_rest)
    }

    pub fn at_rest(&self) -> &AtRest {
        &self.at_rest
    }

    /// A browser closes a database, for example, because the user deletes the site's data.
    pub fn on_close(&self, listener: impl Fn() + 'static) {
        self.database.on_close(listener);
    }

    /// Asks the browser to keep the data when the disk is nearly full. Firefox asks the user first.
    /// Returns whether the browser will keep the data. `None` if the browser does not support such requests.
    pub async fn persist() -> Option<bool> {
        JsFuture::from(manager()?.persist().ok()?).await.ok()?.as_bool()
    }

    pub async fn persisted() -> Option<bool> {
        JsFuture::from(manager()?.persisted().ok()?).await.ok()?.as_bool()
    }

    /// Returns the stored project, its label log in order, and the result of comparing the copies of the log.
    /// Does not write to the database.
    ///
    /// # Errors
    /// Returns [`StorageError::Unreadable`] if another version stored the project, or if the project is incomplete.
    /// After an error, nothing is deleted.
    /// Returns [`StorageError::Locked`] if a protected project is read without a key,
    /// or an unprotected project with a key.
    pub async fn load(&self) -> Result<Option<(StoredProject, Vec<LogEntry>, IntegrityReport)>, StorageError> {
        let transaction = self.database.read(&[PROJECT, LABELS])?;
        let store = transaction.object_store(PROJECT)?;
        let Some((stored, is_unfinished)) = stored(&self.at_rest, &store).await? else {
            return Ok(None);
        };
        let [cells, ends] = [Pieces::read(&store, CELLS).await?, Pieces::read(&store, ENDS).await?];
        let part_of = Pieces::read(&store, PART_OF).await?;
        let positions = Pieces::read(&store, POSITIONS).await?;
        let adjacency = [
            Pieces::read(&store, EDGES[0]).await?,
            Pieces::read(&store, EDGES[1]).await?,
        ];
        let [trace, original_of] = [
            Pieces::read(&store, TRACE).await?,
            Pieces::read(&store, ORIGINAL_OF).await?,
        ];
        let (others, n_others_lost) = others_said(&self.at_rest, &store).await?;
        let stored_log = stored_log(&self.at_rest, &self.database, &transaction).await?;
        let whole = |pieces: Pieces| pieces.whole(&self.at_rest);
        let [cells, ends] = [whole(cells).await, whole(ends).await];
        let [part_of, positions] = [whole(part_of).await, whole(positions).await];
        let [offsets, neighbors] = adjacency;
        let adjacency = [whole(offsets).await, whole(neighbors).await];
        let [trace, original_of] = [whole(trace).await, whole(original_of).await];
        let (log, mut findings) = self.inspect(stored_log).await;
        findings.n_others_lost = n_others_lost;
        let frame = StaticPart {
            pool_hash: stored.pool_hash,
            columns: stored.columns.clone(),
            n_parts: stored.n_parts,
            sums: stored.sums.clone(),
        };

        if stored.columns.is_empty() {
            return Err(unreadable(UnreadableReason::NoColumns));
        }
        let part_of = checked(&stored, PART_OF, part_of).await;
        let part_of = part_of.map(|bytes| u32_of_bytes(&bytes?));
        let positions = checked(&stored, POSITIONS, positions).await;
        let positions = positions.map(|bytes| f32_of_bytes(&bytes?));
        let [offsets, neighbors] = adjacency;
        let adjacency = [
            checked(&stored, EDGES[0], offsets).await,
            checked(&stored, EDGES[1], neighbors).await,
        ];
        let trace = checked(&stored, TRACE, trace).await;
        let original_of = checked(&stored, ORIGINAL_OF, original_of).await;
        // If texts are missing, the log entries, parts and map positions show how many rows the pool had.
        let n_rows = log.iter().chain(&others).map(|entry| entry.row as usize + 1);
        let n_rows = n_rows
            .chain(part_of.iter().flatten().map(Vec::len))
            .chain(positions.iter().flatten().map(|positions| positions.len() / 2))
            .max()
            .unwrap_or(0);
        let pool = read_pool(&stored, cells, ends, n_rows, &mut findings).await;
        let partition = match (part_of, stored.n_parts) {
            (None, None) => None,
            (part_of, n_parts) => {
                let parts = part_of.flatten().zip(n_parts);
                let fits = |(part_of, n_parts)| Partition::from_parts(part_of, n_parts, pool.len()).ok();
                findings.record_if_lost(ProjectPart::Partition, parts.and_then(fits))
            }
        };
        let layout = positions.and_then(|numbers| {
            let fits = |numbers: &Vec<f32>| numbers.len() == 2 * pool.len();
            let layout = numbers.filter(fits).map(|numbers| Layout {
                positions: numbers.as_chunks::<2>().0.to_vec(),
            });
            findings.record_if_lost(ProjectPart::Layout, layout)
        });
        let adjacency = match adjacency {
            [None, None] => None,
            parts => {
                let [offsets, neighbors] = parts.map(|bytes| u32_of_bytes(&bytes??));
                let fits = |(offsets, neighbors)| Adjacency::from_parts(offsets, neighbors, pool.len());
                findings.record_if_lost(ProjectPart::Edges, offsets.zip(neighbors).and_then(fits))
            }
        };
        let recorded = trace.and_then(|trace| {
            let original_of = original_of.map_or(Some(Vec::new()), |bytes| u32_of_bytes(&bytes?));
            let recorded = trace
                .zip(original_of)
                .map(|(trace, original_of)| StoredTrace { trace, original_of });
            let recorded = recorded.filter(|recorded| recorded.fits(pool.len()));
            findings.record_if_lost(ProjectPart::Recorded, recorded)
        });
        let project = StoredProject {
            head: stored.head,
            pool: Arc::new(pool),
            partition,
            layout,
            adjacency,
            recorded: recorded.map(Arc::new),
            others,
            is_protected: self.at_rest.protection().is_some(),
        };
        let mut known = self.known.borrow_mut();
        known.frame = Some(Rc::new(frame));
        known.is_unfinished = is_unfinished;
        drop(known);
        Ok(Some((project, log, findings)))
    }

    /// Compares the log with its seals and with its second copy, and restores missing entries from the copy.
    /// Keeps the state of the log and of its copy in memory for later writes.
    async fn inspect(&self, stored: StoredLog) -> (Vec<LogEntry>, IntegrityReport) {
        let StoredLog {
            kept: entries,
            seal,
            first_key,
            is_in_order,
        } = stored;
        let noted = get_item(&note_of(self.at_rest.id())).ok().flatten();
        let noted = noted.and_then(|noted| self.at_rest.read_text(NOTE, &noted));
        let mut copies = LogCopies {
            kept: entries,
            seal,
            noted: noted.as_deref().and_then(Seal::parse),
            second: BTreeMap::new(),
        };
        let generation = seal.or(copies.noted).map_or(0, |seal| seal.generation);
        let mut slot = self.copy.lock().await;
        // If the second copy of the log cannot be opened, only the log in the database is used.
        let mut copy = LogCopy::open(&self.at_rest, generation).await.ok();
        let n_second = copy.as_ref().map_or(0, LogCopy::len);
        if let Some(copy) = copy.as_mut().filter(|_| !copies.is_whole(n_second)) {
            copies.second = copy.read_all().await;
        }
        let inspection = inspect(&copies);
        let rewrites = !is_in_order || inspection.generation != generation;
        let Inspection {
            log,
            generation,
            n,
            restored,
            missing,
            is_altered,
        } = inspection;
        let findings = IntegrityReport {
            generation,
            n,
            restored,
            missing,
            is_altered,
            rewrites,
            ..IntegrityReport::default()
        };
        let is_as_stored = !findings.is_damaged() && !rewrites && findings.restored.is_empty();
        let mut known = self.known.borrow_mut();
        known.to_copy = None;
        known.log = is_as_stored.then(|| {
            let chain = Chain::of(generation, &log);
            let chain = Chain::from_seal(&chain.seal());
            (chain, first_key)
        });
        if is_as_stored {
            let whole = copy
                .as_ref()
                .filter(|copy| copy.is_whole() && copy.generation() == generation);
            known.to_copy = match whole.map(|copy| copy.len() as usize) {
                Some(n) if n == log.len() => None,
                Some(n) if n < log.len() => Some(PendingCopy::Behind(n as u32, log[n..].to_vec())),
                _ => Some(PendingCopy::All),
            };
        }
        *slot = copy;
        (log, findings)
    }

    pub async fn load_annotations(&self) -> Result<Option<StoredAnnotations>, StorageError> {
        let transaction = self.database.read(&[PROJECT, LABELS])?;
        let store = transaction.object_store(PROJECT)?;
        let Some((Stored { head, .. }, _)) = stored(&self.at_rest, &store).await? else {
            return Ok(None);
        };
        let (others, _) = others_said(&self.at_rest, &store).await?;
        let StoredLog { kept, .. } = stored_log(&self.at_rest, &self.database, &transaction).await?;
        let log: Option<_> = kept.into_iter().map(|kept| Some(kept?.entry)).collect();
        let log = log.ok_or_else(|| unreadable(UnreadableReason::LogEntry))?;
        Ok(Some(StoredAnnotations { head, others, log }))
    }

    /// Replaces the stored project. If `log` is given, it replaces the label log.
    /// Otherwise, the stored label log is kept.
    /// The log stays valid after texts were appended, because rows keep their indices.
    ///
    /// # Errors
    /// If the browser refuses the change, the stored data is unchanged.
    /// Returns [`StorageError::Unreadable`] if the database contains a project of another version.
    /// That project remains until [`ProjectDb::clear`].
    /// Returns [`StorageError::Locked`] if the project is protected and there is no key.
    pub async fn save(&self, project: &StoredProject, log: Option<&[LogEntry]>) -> Result<(), StorageError> {
        if project.is_protected && self.at_rest.protection().is_none() {
            return Err(StorageError::Locked);
        }
        self.save_over(project, log, &self.at_rest).await
    }

    /// Like [`ProjectDb::save`], but replaces a project that is stored in the format `former` (plain or encrypted).
    async fn save_over(
        &self,
        project: &StoredProject,
        log: Option<&[LogEntry]>,
        former: &AtRest,
    ) -> Result<(), StorageError> {
        // Yields to the event loop first, because the current task also updates the page.
        next_task().await;
        let (columns, cells, ends) = project.pool.as_parts();
        let ends = bytes_in_slices(ends).await;
        // The buffers are created before the transaction begins, because browsers commit idle transactions.
        let mut buffers = Buffers::new(&self.at_rest);
        buffers.add(CELLS, cells.as_bytes()).await?;
        buffers.add(ENDS, &ends).await?;
        let mut parts: Vec<(&str, Cow<'_, [u8]>)> = Vec::new();
        if let Some(partition) = &project.partition {
            parts.push((PART_OF, bytes_of_u32(&partition.part_of).into()));
        }
        if let Some(layout) = &project.layout {
            let numbers = layout.positions.as_flattened();
            parts.push((POSITIONS, bytes_of_f32(numbers).into()));
        }
        if let Some(adjacency) = &project.adjacency {
            for (key, part) in EDGES.into_iter().zip(adjacency.parts()) {
                parts.push((key, bytes_of_u32(part).into()));
            }
        }
        if let Some(recorded) = &project.recorded {
            parts.push((TRACE, recorded.trace.as_slice().into()));
            if !recorded.original_of.is_empty() {
                parts.push((ORIGINAL_OF, bytes_of_u32(&recorded.original_of).into()));
            }
        }
        let mut sums = BTreeMap::new();
        for (key, bytes) in &parts {
            sums.insert((*key).to_owned(), hash(&[], bytes, &[]).await);
            buffers.add(key, bytes).await?;
        }
        let frame = StaticPart {
            pool_hash: hash(columns, cells.as_bytes(), &ends).await,
            columns: columns.to_vec(),
            n_parts: project.partition.as_ref().map(|partition| partition.n_parts),
            sums,
        };
        let is_unfinished = self.known.borrow().is_unfinished;
        let value = self.head_to_store(&frame.with(&project.head), is_unfinished)?;
        let now = js_sys::Date::now() as u64;
        let sealed = self
            .database
            .write(&[PROJECT, LABELS], Durability::Strict, async |transaction| {
                let store = transaction.object_store(PROJECT)?;
                // This read fails for a project of another version, so that such a project is not overwritten.
                stored(former, &store).await?;
                let before = stored_seal(former, &store).await?;
                let labels = transaction.object_store(LABELS)?;
                let is_new = log.is_some() || before.is_none();
                let sealed = match (log, before) {
                    (Some(log), before) => {
                        let before = before.map_or(0, |before| before.seal.generation + 1);
                        labels.clear()?.await?;
                        for (position, action) in (0..).zip(log) {
                            put_entry(&self.at_rest, &labels, FIRST_KEY, position, action)?;
                        }
                        let chain = Chain::of(before.max(now), log);
                        Some(StoredSeal {
                            seal: chain.seal(),
                            first_key: FIRST_KEY,
                        })
                    }
                    (None, Some(before)) => Some(before),
                    // An empty log belongs to a new project and gets a seal now.
                    // A log that an older page wrote gets its seal at the next append.
                    (None, None) => (labels.count(None)?.await? == 0).then(|| StoredSeal {
                        seal: Chain::begin(now).seal(),
                        first_key: FIRST_KEY,
                    }),
                };
                let draft = stored_draft(former, &store).await?;
                store.clear()?.await?;
                if let Some(draft) = draft {
                    let draft = self.at_rest.value(&[PROJECT, DRAFT], &draft)?;
                    store.put(&draft, Some(&DRAFT.into()))?.await?;
                }
                put_head(&store, &value)?;
                if let Some(sealed) = &sealed {
                    put_seal(&self.at_rest, &store, sealed)?;
                }
                if !project.others.is_empty() {
                    let others = self.at_rest.value(&[PROJECT, OTHERS], &project.others)?;
                    store.put(&others, Some(&OTHERS.into()))?.await?;
                }
                for (key, buffer) in buffers.buffers {
                    store.put(&buffer, Some(&key.into()))?.await?;
                }
                Ok(sealed.filter(|_| is_new))
            })
            .await?;
        let mut known = self.known.borrow_mut();
        known.frame = Some(Rc::new(frame));
        if let Some(StoredSeal { seal, first_key }) = sealed {
            self.note(&seal);
            known.log = Some((Chain::from_seal(&seal), first_key));
        }
        if log.is_some() {
            known.to_copy = Some(PendingCopy::All);
        }
        Ok(())
    }

    /// Writes only the value under the key `HEAD`, which is small.
    /// If this page has read or written the project before, the requests reach the browser immediately.
    ///
    /// # Errors
    /// Returns [`StorageError::Refused`] if the browser refuses, or if no project is stored.
    pub async fn save_head(&self, head: &ProjectHeader) -> Result<(), StorageError> {
        let frame = self.known.borrow().frame.clone();
        let Some(frame) = frame else {
            return self.change_head(|stored| head.clone_into(stored)).await;
        };
        let is_unfinished = self.known.borrow().is_unfinished;
        let value = self.head_to_store(&frame.with(head), is_unfinished)?;
        self.database
            .write_at_once(&[PROJECT], Durability::Strict, |transaction| {
                let store = transaction.object_store(PROJECT)?;
                put_head(&store, &value)
            })
            .await
    }

    async fn change_head(&self, change: impl FnOnce(&mut ProjectHeader)) -> Result<(), StorageError> {
        self.database
            .write(&[PROJECT], Durability::Strict, async |transaction| {
                let store = transaction.object_store(PROJECT)?;
                let stored = stored(&self.at_rest, &store).await?;
                let (mut value, is_unfinished) = stored.ok_or(StorageError::Refused {
                    reason: Refusal::NoProject,
                })?;
                change(&mut value.head);
                value.schema = SCHEMA;
                let value = self.head_to_store(&value, is_unfinished)?;
                put_head(&store, &value)?;
                Ok(())
            })
            .await
    }

    fn head_to_store(&self, stored: &Stored, is_unfinished: bool) -> Result<JsValue, StorageError> {
        let sealed = self.at_rest.value(&[PROJECT, HEAD], stored)?;
        let Some(protection) = self.at_rest.protection() else {
            return Ok(sealed);
        };
        // JSON cannot represent some numbers. Reading the value again ensures that no unreadable value is written.
        self.at_rest.read_value::<Stored>(&[PROJECT, HEAD], sealed.clone())?;
        let value = to_js(&ProtectedHead {
            schema: PROTECTED_SCHEMA,
            protection: protection.header().clone(),
            name: stored.head.file_name.clone(),
            is_unfinished,
        })?;
        // The result is ignored, because setting a property of a new object cannot fail.
        let _ = Reflect::set(&value, &SEALED.into(), &sealed);
        Ok(value)
    }

    /// Returns the parameters for deriving the key of the project from its passphrase, and the name of the project.
    /// `None` if no passphrase protects the project.
    pub async fn header(&self) -> Result<Option<(Header, String)>, StorageError> {
        let transaction = self.database.read(&[PROJECT])?;
        let head = read_head(&transaction.object_store(PROJECT)?, protected_head).await?;
        Ok(head.flatten().map(|head| (head.protection, head.name)))
    }

    async fn change_protected_head(&self, change: impl FnOnce(&mut ProtectedHead)) -> Result<bool, StorageError> {
        self.database
            .write(&[PROJECT], Durability::Strict, async |transaction| {
                let store = transaction.object_store(PROJECT)?;
                let read = |value: &JsValue| Ok(protected_head(value)?.zip(Reflect::get(value, &SEALED.into()).ok()));
                let Some((mut head, sealed)) = read_head(&store, read).await?.flatten() else {
                    return Ok(false);
                };
                change(&mut head);
                let changed = to_js(&head)?;
                let _ = Reflect::set(&changed, &SEALED.into(), &sealed);
                put_head(&store, &changed)?;
                Ok(true)
            })
            .await
    }

    /// Rewrites the whole project in one transaction: encrypted with `protection`, or unencrypted if `protection` is
    /// `None`.
    /// Returns the database and the project in the new format.
    /// The caller must convert the project's data outside of this database, and must then call
    /// [`ProjectDb::set_unfinished`] to mark the conversion as finished.
    ///
    /// # Errors
    /// If the browser refuses the change, the stored data is unchanged.
    /// Returns [`StorageError::Unreadable`] if the project cannot be read completely.
    pub async fn protect(&self, protection: Option<Protection>) -> Result<(ProjectDb, StoredProject), StorageError> {
        let loaded = self.load().await?;
        let (mut project, log, findings) = loaded.ok_or(StorageError::Refused {
            reason: Refusal::NoProject,
        })?;
        if findings.is_damaged() {
            return Err(unreadable(UnreadableReason::Labels));
        }
        project.is_protected = protection.is_some();
        let other = ProjectDb {
            at_rest: AtRest::new(self.at_rest.id(), protection),
            known: Rc::default(),
            copy: Rc::default(),
            database: self.database.clone(),
        };
        other.known.borrow_mut().is_unfinished = project.is_protected;
        other.save_over(&project, Some(&log), &self.at_rest).await?;
        Ok((other, project))
    }

    /// Changes the passphrase of the project, but not its data key, so that the data need not be encrypted again.
    ///
    /// # Errors
    /// If the browser refuses the change, the stored data is unchanged.
    pub async fn rewrap(&self, protection: Protection) -> Result<ProjectDb, StorageError> {
        let header = protection.header().clone();
        match self.change_protected_head(|head| head.protection = header).await? {
            true => Ok(ProjectDb {
                at_rest: AtRest::new(self.at_rest.id(), Some(protection)),
                ..self.clone()
            }),
            false => Err(StorageError::Locked),
        }
    }

    /// Whether data of the project outside of this database may still be stored in the previous format (plain or
    /// encrypted).
    pub fn is_unfinished(&self) -> bool {
        self.known.borrow().is_unfinished
    }

    pub async fn set_unfinished(&self, is_unfinished: bool) -> Result<(), StorageError> {
        self.known.borrow_mut().is_unfinished = is_unfinished;
        let change = |head: &mut ProtectedHead| head.is_unfinished = is_unfinished;
        self.change_protected_head(change).await.map(drop)
    }

    /// Writes `actions` to the log after the first `at` entries.
    /// An existing entry at the position of a new entry is overwritten.
    /// Either all entries are written or none is.
    /// When this function returns, the entries are on the disk and have been read back.
    /// If this page has read or written the project before, the requests reach the browser immediately, even while
    /// another append is running.
    ///
    /// # Errors
    /// Returns [`StorageError::Refused`] if the browser refuses, or if no project is stored,
    /// because entries without a project could not be read.
    /// Returns [`StorageError::Unreadable`] if different entries were read back,
    /// or if the log on the disk is a different log.
    pub async fn append(&self, at: u32, actions: &[LogEntry]) -> Result<(), StorageError> {
        let known = self.known.borrow().log.clone();
        let (mut before, mut first_key) = match known {
            Some(known) => known,
            None => self.read_chain(false).await?,
        };
        let mut grown = before.with(at, actions);
        if grown.is_none() {
            // The hash chain in memory begins after position `at`, for example because this call repeats an earlier
            // append.
            // The complete chain is therefore read from the log.
            (before, first_key) = self.read_chain(true).await?;
            grown = before.with(at, actions);
        }
        let chain = grown.ok_or_else(|| unreadable(UnreadableReason::OtherLog))?;
        let sealed = StoredSeal {
            seal: chain.seal(),
            first_key,
        };
        self.database
            .write_at_once(&[PROJECT, LABELS], Durability::Strict, |transaction| {
                let labels = transaction.object_store(LABELS)?;
                for (position, action) in (at..).zip(actions) {
                    put_entry(&self.at_rest, &labels, first_key, position, action)?;
                }
                put_seal(&self.at_rest, &transaction.object_store(PROJECT)?, &sealed)
            })
            .await?;
        let transaction = self.database.read(&[LABELS])?;
        let [first, last] = [at, sealed.seal.n - 1].map(|position| key_at(first_key, position));
        let range = KeyRange::bound(&first, &last, Some(false), Some(false))?;
        let labels = transaction.object_store(LABELS)?;
        let read = labels.get_all(Some(Query::KeyRange(range)), None)?.await?;
        let is_as_written = read.len() == actions.len()
            && (at..).zip(actions).zip(read).all(|((position, action), read)| {
                let read = entry_from_store(&self.at_rest, read, position);
                read.is_some_and(|read| read.is_checked && read.entry == *action)
            });
        if !is_as_written {
            return Err(unreadable(UnreadableReason::OtherLabel));
        }
        let mut known = self.known.borrow_mut();
        let n_known = known.log.as_ref().map_or(0, |(chain, _)| chain.len());
        if chain.len() > n_known {
            let behind = n_known.max(at);
            let new = &actions[(behind - at) as usize..];
            match &mut known.to_copy {
                Some(PendingCopy::All) => {}
                Some(PendingCopy::Behind(_, entries)) => entries.extend_from_slice(new),
                none => *none = Some(PendingCopy::Behind(behind, new.to_vec())),
            }
            self.note(&sealed.seal);
            known.log = Some((chain, first_key));
        }
        Ok(())
    }

    /// Reads the hash chain of the log.
    /// With `whole`, or if an older page wrote the log, the chain contains the hashes of all entries.
    /// Otherwise, the chain contains only the last hash.
    async fn read_chain(&self, whole: bool) -> Result<(Chain, f64), StorageError> {
        let transaction = self.database.read(&[PROJECT, LABELS])?;
        let store = transaction.object_store(PROJECT)?;
        // Reading also fails for a project in the other format (plain or encrypted),
        // to which no entries may be appended.
        if stored(&self.at_rest, &store).await?.is_none() {
            return Err(StorageError::Refused {
                reason: Refusal::NoProject,
            });
        }
        let sealed = stored_seal(&self.at_rest, &store).await?;
        let sealed = sealed.filter(|sealed| sealed.seal.form == HASH_VERSION);
        let n = transaction.object_store(LABELS)?.count(None)?.await?;
        let known = match sealed {
            Some(StoredSeal { seal, first_key }) if seal.n == n && !whole => (Chain::from_seal(&seal), first_key),
            _ => {
                let log = stored_log(&self.at_rest, &self.database, &transaction).await?;
                let StoredLog { kept, first_key, .. } = log;
                let log: Option<Vec<_>> = kept.into_iter().map(|kept| Some(kept?.entry)).collect();
                let log = log.ok_or_else(|| unreadable(UnreadableReason::LogEntry))?;
                let generation = sealed.map_or_else(|| js_sys::Date::now() as u64, |sealed| sealed.seal.generation);
                (Chain::of(generation, &log), first_key)
            }
        };
        self.known.borrow_mut().log = Some(known.clone());
        Ok(known)
    }

    /// Writes a copy of the seal to `localStorage`.
    /// This copy is separate from the log, so both are rarely damaged together.
    /// If the browser refuses, later checks of the log do without this copy.
    fn note(&self, seal: &Seal) {
        if let Some(text) = self.at_rest.text(NOTE, &seal.to_text()) {
            let _ = set_item(&note_of(self.at_rest.id()), &text);
        }
    }

    pub fn generation(&self) -> Option<u64> {
        let known = self.known.borrow();
        known.log.as_ref().map(|(chain, _)| chain.generation())
    }

    pub fn has_to_copy(&self) -> bool {
        self.known.borrow().to_copy.is_some()
    }

    /// Writes missing log entries to the second copy of the log.
    ///
    /// # Errors
    /// Returns the error of the browser, for example if private files are not supported or if there is not enough
    /// space.
    pub async fn copy_log(&self) -> Result<(), Refusal> {
        let mut slot = self.copy.lock().await;
        let (to_copy, generation) = {
            let mut known = self.known.borrow_mut();
            let generation = known.log.as_ref().map(|(chain, _)| chain.generation());
            (known.to_copy.take(), generation)
        };
        let (Some(to_copy), Some(generation)) = (to_copy, generation) else {
            return Ok(());
        };
        let copied = async {
            if slot.is_none() {
                *slot = Some(LogCopy::open(&self.at_rest, generation).await?);
            }
            let Some(copy) = slot.as_mut() else { return Ok(()) };
            let fits = |at: u32| at > 0 && copy.generation() == generation && copy.is_whole() && copy.len() == at;
            match to_copy {
                PendingCopy::Behind(at, entries) if fits(at) => copy.extend(&entries).await,
                PendingCopy::Behind(0, entries) => copy.replace(generation, &entries).await,
                PendingCopy::Behind(..) | PendingCopy::All => {
                    copy.replace(generation, &self.log_on_disk().await?).await
                }
            }
        };
        let copied: Result<(), Refusal> = copied.await;
        if copied.is_err() {
            // The content of the copy is unknown after the error, so the next call rewrites the copy.
            *slot = None;
            self.known.borrow_mut().to_copy = Some(PendingCopy::All);
        }
        copied
    }

    pub async fn rewrite_log_copy(&self) -> Result<(), Refusal> {
        self.known.borrow_mut().to_copy = Some(PendingCopy::All);
        self.copy_log().await
    }

    async fn log_on_disk(&self) -> Result<Vec<LogEntry>, Refusal> {
        let read = async {
            let transaction = self.database.read(&[PROJECT, LABELS])?;
            stored_log(&self.at_rest, &self.database, &transaction).await
        };
        match read.await {
            // Log entries that are written during this read are copied twice, which has no effect.
            Ok(StoredLog { kept, .. }) => Ok(kept.into_iter().map_while(|kept| Some(kept?.entry)).collect()),
            Err(error) => Err(error.into_refusal()),
        }
    }

    /// Stores unsaved input of a text field as JSON. `None` deletes the stored input.
    /// Has no effect if no project is stored.
    pub async fn keep_draft(&self, draft: Option<&str>) -> Result<(), StorageError> {
        self.database
            .write(&[PROJECT], Durability::Strict, async |transaction| {
                let store = transaction.object_store(PROJECT)?;
                let key = JsValue::from(DRAFT);
                match draft {
                    Some(draft) if stored(&self.at_rest, &store).await?.is_some() => {
                        let draft = self.at_rest.value(&[PROJECT, DRAFT], &draft)?;
                        drop(store.put(&draft, Some(&key))?.await?)
                    }
                    _ => store.delete(key)?.await?,
                }
                Ok(())
            })
            .await
    }

    pub async fn draft(&self) -> Result<Option<String>, StorageError> {
        let transaction = self.database.read(&[PROJECT])?;
        let draft = stored_draft(&self.at_rest, &transaction.object_store(PROJECT)?).await?;
        finish(transaction).await?;
        Ok(draft)
    }

    /// Renames the project. The passphrase is not needed.
    ///
    /// # Errors
    /// Returns [`StorageError::Refused`], also if no project is stored.
    pub async fn rename(&self, name: &str) -> Result<(), StorageError> {
        let is_protected = self
            .change_protected_head(|head| name.clone_into(&mut head.name))
            .await?;
        if is_protected {
            return Ok(());
        }
        self.change_head(|head| name.clone_into(&mut head.file_name)).await
    }

    /// Deletes the project and all copies of its log.
    ///
    /// # Errors
    /// After an error, some data may remain.
    pub async fn clear(&self) -> Result<(), StorageError> {
        self.database.clear(&[PROJECT, LABELS], Durability::Strict).await?;
        *self.known.borrow_mut() = KnownState::default();
        *self.copy.lock().await = None;
        forget_log(self.at_rest.id()).await
    }
}

/// Deletes the data of a project's log outside of its database.
///
/// # Errors
/// After an error, the second copy still exists.
pub async fn forget_log(id: &ProjectId) -> Result<(), StorageError> {
    // An error is ignored: if the browser provides no `localStorage`, there is no stored seal to delete.
    let _ = remove_item(&note_of(id));
    delete_log_copy(id)
        .await
        .map_err(|reason| StorageError::Refused { reason })
}

/// Name to which the encryption binds the seal in `localStorage`. An encrypted value of another kind therefore cannot
/// replace the seal.
const NOTE: &str = "note";

fn note_of(id: &ProjectId) -> String {
    format!("fastgas-log-{}", id.text())
}

impl StaticPart {
    fn with(&self, head: &ProjectHeader) -> Stored {
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

/// An encrypted entry needs no checksum, because decryption detects changes.
fn entry_to_store(at_rest: &AtRest, position: u32, action: &LogEntry) -> Result<JsValue, StorageError> {
    let value = at_rest.value(&[LABELS, &position.to_string()], action)?;
    if at_rest.protection().is_none() {
        // The result is ignored, because setting a property of a new object cannot fail.
        let _ = Reflect::set(&value, &CHECKSUM.into(), &checksum(position, action).into());
    }
    Ok(value)
}

fn entry_from_store(at_rest: &AtRest, value: JsValue, position: u32) -> Option<CheckedEntry> {
    let sum = value
        .is_object()
        .then(|| Reflect::get(&value, &CHECKSUM.into()).ok()?.as_f64())
        .flatten();
    let entry: LogEntry = at_rest.read_value(&[LABELS, &position.to_string()], value).ok()?;
    if at_rest.protection().is_some() {
        return Some(CheckedEntry {
            entry,
            is_checked: true,
        });
    }
    let is_right = |sum: f64| sum == f64::from(checksum(position, &entry));
    let is_checked = sum.is_some_and(is_right);
    (sum.is_none() || is_checked).then_some(CheckedEntry { entry, is_checked })
}

fn key_at(first_key: f64, position: u32) -> JsValue {
    (first_key + f64::from(position)).into()
}

fn put_entry(
    at_rest: &AtRest,
    labels: &ObjectStore,
    first_key: f64,
    position: u32,
    action: &LogEntry,
) -> Result<(), StorageError> {
    let value = entry_to_store(at_rest, position, action)?;
    labels.put(&value, Some(&key_at(first_key, position)))?;
    Ok(())
}

fn put_seal(at_rest: &AtRest, project: &ObjectStore, sealed: &StoredSeal) -> Result<(), StorageError> {
    let value = at_rest.value(&[PROJECT, SEAL], sealed)?;
    project.put(&value, Some(&SEAL.into()))?;
    Ok(())
}

async fn stored_seal(at_rest: &AtRest, project: &ObjectStore) -> Result<Option<StoredSeal>, StorageError> {
    let value = project.get(JsValue::from(SEAL))?.await?;
    Ok(value.and_then(|value| at_rest.read_value(&[PROJECT, SEAL], value).ok()))
}

async fn stored_draft(at_rest: &AtRest, project: &ObjectStore) -> Result<Option<String>, StorageError> {
    let value = project.get(JsValue::from(DRAFT))?.await?;
    Ok(value.and_then(|value| at_rest.read_value(&[PROJECT, DRAFT], value).ok()))
}

/// Reads the log. A damaged entry is `None`, is not an error, and keeps its position.
async fn stored_log(
    at_rest: &AtRest,
    database: &Database,
    transaction: &Transaction,
) -> Result<StoredLog, StorageError> {
    let sealed = stored_seal(at_rest, &transaction.object_store(PROJECT)?).await?;
    let keys = transaction.object_store(LABELS)?.get_all_keys(None, None)?.await?;
    let values = transaction.object_store(LABELS)?.get_all(None, None)?.await;
    let values = match values {
        Ok(values) => values.into_iter().map(Some).collect(),
        // If one value is damaged on the disk, the browser fails to read all values together.
        Err(_) => one_by_one(database, &keys).await,
    };
    let numbers: Vec<f64> = keys.iter().map(|key| key.as_f64().unwrap_or(f64::NAN)).collect();
    let first_key = sealed.as_ref().map(|sealed| sealed.first_key);
    // Without a seal, missing log entries cannot be detected.
    let Some(first_key) = first_key else {
        let first_key = numbers.first().copied().unwrap_or(FIRST_KEY);
        let kept = (0..)
            .zip(values)
            .map(|(position, value)| entry_from_store(at_rest, value?, position));
        return Ok(StoredLog {
            kept: kept.collect(),
            seal: None,
            first_key,
            is_in_order: (0..)
                .zip(&numbers)
                .all(|(position, &key)| key == first_key + f64::from(position)),
        });
    };
    let mut log = StoredLog {
        kept: Vec::new(),
        seal: sealed.map(|sealed| sealed.seal),
        first_key,
        is_in_order: true,
    };
    // A key that is far greater than all other keys does not belong to this log.
    let most = log.seal.map_or(0, |seal| seal.n as usize) + keys.len();
    for (key, value) in numbers.into_iter().zip(values) {
        let position = key - first_key;
        if !(position >= 0.0 && position.fract() == 0.0 && position < most as f64) {
            log.is_in_order = false;
            continue;
        }
        let position = position as usize;
        if log.kept.len() <= position {
            log.kept.resize(position + 1, None);
        }
        log.kept[position] = value.and_then(|value| entry_from_store(at_rest, value, position as u32));
    }
    Ok(log)
}

async fn one_by_one(database: &Database, keys: &[JsValue]) -> Vec<Option<JsValue>> {
    let mut values = Vec::with_capacity(keys.len());
    for key in keys {
        let value = async {
            let transaction = database.read(&[LABELS])?;
            Ok::<_, StorageError>(transaction.object_store(LABELS)?.get(key.clone())?.await?)
        };
        values.push(value.await.ok().flatten());
    }
    values
}

/// Reads the entries of other annotators. Also returns the number of values that cannot be read.
async fn others_said(at_rest: &AtRest, project: &ObjectStore) -> Result<(Vec<LogEntry>, usize), StorageError> {
    let Some(value) = project.get(JsValue::from(OTHERS))?.await? else {
        return Ok((Vec::new(), 0));
    };
    if at_rest.protection().is_some() {
        let others = at_rest.read_value(&[PROJECT, OTHERS], value);
        return Ok(others.map_or_else(|_| (Vec::new(), 1), |others| (others, 0)));
    }
    let values = match value.dyn_into::<js_sys::Array>() {
        Ok(values) => values.to_vec(),
        Err(_) => return Ok((Vec::new(), 1)),
    };
    let n = values.len();
    let others: Vec<LogEntry> = values.into_iter().filter_map(|value| from_js(value).ok()).collect();
    let n_lost = n - others.len();
    Ok((others, n_lost))
}

async fn stored(at_rest: &AtRest, store: &ObjectStore) -> Result<Option<(Stored, bool)>, StorageError> {
    let read = |value: &JsValue| match (protected_head(value)?, at_rest.protection()) {
        (None, None) => Ok((from_js(value.clone())?, false)),
        (Some(outer), Some(_)) => {
            let sealed = Reflect::get(value, &SEALED.into()).unwrap_or_default();
            let mut stored: Stored = at_rest.read_value(&[PROJECT, HEAD], sealed)?;
            stored.head.file_name = outer.name;
            Ok((stored, outer.is_unfinished))
        }
        _ => Err(StorageError::Locked),
    };
    read_head(store, read).await
}

/// A second key contains a copy, because no other value describes the buffers of the project.
fn put_head(store: &ObjectStore, value: &JsValue) -> Result<(), StorageError> {
    for key in [HEAD, HEAD_COPY] {
        store.put(value, Some(&key.into()))?;
    }
    Ok(())
}

/// Applies `read` to the value under [`HEAD`], or to its copy if the value is missing or damaged.
/// `None` if both are missing.
///
/// # Errors
/// A locked project or a project of a newer version is an error even if the copy is readable.
async fn read_head<T>(
    store: &ObjectStore,
    read: impl Fn(&JsValue) -> Result<T, StorageError>,
) -> Result<Option<T>, StorageError> {
    let head = store.get(JsValue::from(HEAD))?.await?;
    let error = match head.as_ref().map(&read) {
        Some(Ok(value)) => return Ok(Some(value)),
        Some(Err(error)) => {
            let is_newer = |Version { schema }| schema > PROTECTED_SCHEMA;
            let is_whole =
                matches!(error, StorageError::Locked) || head.is_some_and(|head| from_js(head).is_ok_and(is_newer));
            if is_whole {
                return Err(error);
            }
            Some(error)
        }
        None => None,
    };
    let copy = store.get(JsValue::from(HEAD_COPY))?.await?;
    match (copy.as_ref().map(read), error) {
        (Some(Ok(value)), _) => Ok(Some(value)),
        (_, Some(error)) => Err(error),
        (Some(Err(error)), None) => Err(error),
        (None, None) => Ok(None),
    }
}

fn protected_head(value: &JsValue) -> Result<Option<ProtectedHead>, StorageError> {
    let Version { schema } = from_js(value.clone())?;
    match schema {
        1..=SCHEMA => Ok(None),
        PROTECTED_SCHEMA => Ok(Some(from_js(value.clone())?)),
        _ => Err(unreadable(UnreadableReason::NewerVersion {
            version: schema.into(),
            known: PROTECTED_SCHEMA.into(),
        })),
    }
}

/// A hash of 64 bits detects accidental changes, not attacks.
async fn hash(columns: &[String], cells: &[u8], ends: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    for part in columns.iter().map(String::as_bytes).chain([cells, ends]) {
        hasher.write(&(part.len() as u64).to_le_bytes());
        for piece in part.chunks(CHUNK_BYTES) {
            if part.len() > CHUNK_BYTES {
                next_task().await;
            }
            hasher.write(piece);
        }
    }
    hasher.finish()
}

/// Converts the numbers in several tasks, so that the page stays responsive.
async fn bytes_in_slices(numbers: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size_of_val(numbers));
    for piece in numbers.chunks(CHUNK_BYTES / size_of::<u32>()) {
        next_task().await;
        bytes.extend_from_slice(&bytes_of_u32(piece));
    }
    bytes
}

struct Buffers<'a> {
    at_rest: &'a AtRest,
    buffers: Vec<(String, ArrayBuffer)>,
}

impl Buffers<'_> {
    fn new(at_rest: &AtRest) -> Buffers<'_> {
        Buffers {
            at_rest,
            buffers: Vec::new(),
        }
    }

    /// Adds the bytes in pieces, each in a separate task, so that the page stays responsive.
    async fn add(&mut self, key: &str, bytes: &[u8]) -> Result<(), StorageError> {
        for (number, start) in (0..bytes.len().max(1)).step_by(CHUNK_BYTES).enumerate() {
            next_task().await;
            let piece = &bytes[start..bytes.len().min(start + CHUNK_BYTES)];
            let key = key_of(key, number);
            let buffer = self.at_rest.buffer(&[PROJECT, &key], piece).await?;
            self.buffers.push((key, buffer));
        }
        Ok(())
    }
}

/// The bytes under `key`. Returns `Some(None)` if the bytes are missing or do not match their hash.
/// Returns `None` if the project has no such bytes.
async fn checked(stored: &Stored, key: &str, bytes: Option<Vec<u8>>) -> Option<Option<Vec<u8>>> {
    match (stored.sums.get(key), bytes) {
        (None, bytes) => bytes.map(Some),
        (Some(_), None) => Some(None),
        (Some(sum), Some(bytes)) => Some((hash(&[], &bytes, &[]).await == *sum).then_some(bytes)),
    }
}

/// Reads the pool. Unreadable cells are empty. A damaged pool gets at least `n_rows` rows. O(number of bytes).
async fn read_pool(
    stored: &Stored,
    cells: Option<Vec<u8>>,
    ends: Option<Vec<u8>>,
    n_rows: usize,
    findings: &mut IntegrityReport,
) -> Pool {
    let (cells, ends) = (cells.unwrap_or_default(), ends.unwrap_or_default());
    let is_as_stored = hash(&stored.columns, &cells, &ends).await == stored.pool_hash;
    let columns = stored.columns.clone();
    let n_cells = if is_as_stored { 0 } else { n_rows * columns.len() };
    let mut slices = Slices::new(CHUNK_BYTES, NextTask);
    let read = stored_pool(columns, (cells, ends), n_cells, &mut slices).await;
    match read.expect("the next task always begins") {
        Ok(pool) => {
            findings.has_other_texts = !is_as_stored;
            pool
        }
        Err(DamagedParts { columns, cells, ends }) => {
            let Salvaged { pool, lost_rows } = salvage(columns, &cells, &ends, n_rows);
            findings.lost_rows = lost_rows;
            pool
        }
    }
}

struct Pieces {
    key: &'static str,
    pieces: Vec<ArrayBuffer>,
}

impl Pieces {
    async fn read(store: &ObjectStore, key: &'static str) -> Result<Pieces, StorageError> {
        let mut pieces = Vec::new();
        while let Some(piece) = js_buffer(store, &key_of(key, pieces.len())).await? {
            pieces.push(piece);
        }
        Ok(Pieces { key, pieces })
    }

    /// Joins the pieces of a buffer. Returns `None` if no piece is stored.
    /// A piece that cannot be decrypted is replaced with bytes that are not valid UTF-8,
    /// so that its cells are reported as unreadable.
    async fn whole(self, at_rest: &AtRest) -> Option<Vec<u8>> {
        if self.pieces.is_empty() {
            return None;
        }
        let mut bytes = Vec::new();
        for (number, piece) in self.pieces.into_iter().enumerate() {
            let location = key_of(self.key, number);
            let n_stored = piece.byte_length() as usize;
            let start = bytes.len();
            match at_rest.read_buffer(&[PROJECT, &location], piece).await {
                Ok(piece) => {
                    let piece = Uint8Array::new(&piece);
                    bytes.resize(start + piece.length() as usize, 0);
                    piece.copy_to(&mut bytes[start..]);
                }
                Err(_) => bytes.resize(start + n_stored.saturating_sub(OVERHEAD), 0xff),
            }
        }
        Some(bytes)
    }
}

/// Key of a piece. The first piece, with the number 0, has the key of the whole buffer.
fn key_of(key: &str, number: usize) -> String {
    match number {
        0 => key.to_owned(),
        _ => format!("{key}.{number}"),
    }
}
