//! What survives a reload: the project and its log of labels, in IndexedDB.
//!
//! Two object stores: `project`, a few values under fixed keys, and `labels`, an append-only log whose keys rise by one.
//! Every write is one transaction of durability `strict`: the browser says that it is complete when the disk has
//! it, not when the operating system has promised it.
//!
//! Against a damaged store ([`ledger`](fastgas_annotation::ledger)), each entry has its checksum; the seal of the log is in
//! the same transaction and, apart from it, in `localStorage`; and the log has a second copy ([`log_copy`](crate::log_copy)).
//! The buffers have hashes in the head: what does not fit its hash is left out ([`Findings`]), and of texts all readable cells
//! are kept.
//!
//! All bytes of the project pass [`AtRest`], which encrypts those of a protected project: values, buffers
//! ([`Buffers::add`], [`Pieces::whole`]) and entries of the log ([`entry_to_store`], [`entry_from_store`]). What is not
//! encrypted then is in [`ProtectedHead`].

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
use crate::control::next_task;
use crate::database::{Database, Durability, Refusal, StorageError, finish, js_buffer, unreadable};
use crate::embedding_file::EmbeddingFile;
use crate::encoder::EncoderName;
use crate::kept::{forget, keep, kept};
use crate::log_copy::{LogCopy, delete_log_copy};
use crate::project_id::ProjectId;
use crate::protection::Protection;
use fastgas_annotation::label::{Answers, Goal, LabelAction, Looks, Renamed};
use fastgas_annotation::ledger::{Chain, Copies, FORM, Inspection, Kept, Seal, checksum, inspect};
use fastgas_annotation::retrieve::PromptSettings;
use fastgas_cipher::{Header, OVERHEAD};
use fastgas_data::{Added, Found, Pool, Salvaged, salvage};
use fastgas_embedding::Beginning;
use fastgas_graph::Joined;
use fastgas_graph::{DuplicateCount, Searched};
use fastgas_map::Layout;
use fastgas_partition::{Partition, Quality};
use fastgas_progress::Stage;
use fastgas_protocol::transport::{from_js, to_js};
use fastgas_protocol::{bytes_of_f32, bytes_of_u32, f32_of_bytes, u32_of_bytes};
use fastgas_select::Config;
use fastgas_select::evaluate::{CoverageCurve, Reason};
use fastgas_select::{EarlyPicks, Selection, Tried};
use fastgas_trace::Recorded;

pub(super) const DATABASE: &str = "fastgas";

/// Raised whenever [`Stored`], [`LabelAction`] or a buffer changes its form. Version 1 knew of no encoder but the
/// built-in one, and is read as that; version 2 of one label for a text, and of no notes; version 3 of no annotators;
/// version 4 of no buffers in pieces.
const SCHEMA: u32 = 5;

/// What stands in the place of [`SCHEMA`] where the project is protected: older pages say that they cannot read it.
const PROTECTED_SCHEMA: u32 = 6;

const PROJECT: &str = "project";
const LABELS: &str = "labels";

/// Bytes that are worked on in one task. More than that are stored in pieces, since the browser copies a value at once.
const PIECE: usize = 4 << 20;

// Keys of the store `project`.
const HEAD: &str = "head";
/// The same value as [`HEAD`], which is read where that is missing or damaged: nothing else tells what the buffers hold.
const HEAD_COPY: &str = "head-copy";
const CELLS: &str = "cells";
const ENDS: &str = "ends";
const PART_OF: &str = "part-of";
const POSITIONS: &str = "positions";
/// Not there while there is one annotator.
const OTHERS: &str = "others";
/// Offsets and neighbors; not there in projects of older pages.
const JOINED: [&str; 2] = ["joined-offsets", "joined-neighbors"];
/// Not there of many texts, or in projects of older pages.
const TRACE: &str = "trace";
/// What stands in a field that was not left; not there where nothing does.
const DRAFT: &str = "draft";
/// Not there where no duplicates were folded.
const ORIGINAL_OF: &str = "original-of";
/// Not there in projects of older pages.
const SEAL: &str = "seal";

/// The property of a [`ProtectedHead`] that holds what stands under [`HEAD`] elsewhere.
const SEALED: &str = "sealed";

/// The property of an entry that holds its checksum.
const CHECKSUM: &str = "sum";

/// The key of the first entry of a log that is written anew.
const FIRST_KEY: f64 = 1.0;

/// Everything of a project but its labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Project {
    /// The small part, stored as one value.
    pub head: ProjectHead,
    pub pool: Arc<Pool>,
    /// A part for every instance, once selected.
    pub partition: Option<Partition>,
    /// Where each instance is drawn, once laid out.
    pub layout: Option<Layout>,
    /// The edges of the kNN graph, once laid out.
    pub joined: Option<Joined>,
    /// What partition and selection did, once selected, where that was recorded.
    pub recorded: Option<Arc<Recorded>>,
    /// What other annotators said last of each text.
    pub others: Vec<LabelAction>,
    /// Whether a passphrase protects it, in the browser and in files.
    pub is_protected: bool,
}

/// The small part of a [`Project`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProjectHead {
    /// As the person's disk names it.
    pub file_name: String,
    /// Index of the text column.
    pub text_column: usize,
    pub config: Config,
    /// The encoder that the picks were made with.
    #[serde(default)]
    pub encoder: EncoderName,
    /// Which model made the embeddings, by its hash; not known of projects of older pages, nor of embeddings that were
    /// brought.
    #[serde(default)]
    pub model: Option<String>,
    /// The texts of which that model read only the beginning, rising, where that is known.
    #[serde(default)]
    pub beginnings: Option<Vec<Beginning>>,
    /// The embeddings that a person brought for the pool, which are in a database of their own.
    #[serde(default)]
    pub embeddings: Option<EmbeddingFile>,
    /// How the file was read, where that is known.
    #[serde(default)]
    pub found: Option<Found>,
    /// The files whose texts were added since, in their order.
    #[serde(default)]
    pub added: Vec<Added>,
    /// Index of the column that tells the rows apart.
    #[serde(default)]
    pub id_column: Option<usize>,
    /// Which confidences the picks were made with, where these were needed.
    #[serde(default)]
    pub confidences: Option<String>,
    /// Picks that were made before all texts were embedded, where some were.
    #[serde(default)]
    pub early: Option<EarlyPicks>,
    /// Why each of these, by row, where that was told.
    #[serde(default)]
    pub early_reasons: Vec<(u32, Reason)>,
    /// The picks, once selected.
    pub selection: Option<Selection>,
    /// Why each of them, where that was told.
    #[serde(default)]
    pub reasons: Vec<Reason>,
    /// The numbers of parts that were tried, where K was to be found.
    #[serde(default)]
    pub tried: Vec<Tried>,
    /// Cut and imbalance, once partitioned.
    pub quality: Option<Quality>,
    /// What the picks cover, once that was measured.
    #[serde(default)]
    pub coverage: Option<CoverageCurve>,
    /// The telling words of each part, once they were found.
    #[serde(default)]
    pub part_names: Vec<Vec<String>>,
    /// How many texts are duplicates, where that was counted.
    #[serde(default)]
    pub duplicates: Option<DuplicateCount>,
    /// Where the neighbors were found, once searched.
    #[serde(default)]
    pub searched: Option<Searched>,
    /// Milliseconds of each stage.
    pub timings: Vec<(Stage, f64)>,
    #[serde(default)]
    pub answers: Answers,
    /// How long the annotator's log was when answers began to be written: what was said before that are labels.
    #[serde(default)]
    pub written_from: usize,
    /// What whoever labels should know.
    #[serde(default)]
    pub guidelines: String,
    /// The labels that a person may give, in the order of their keys.
    pub label_names: Vec<String>,
    #[serde(default)]
    pub label_looks: Looks,
    /// What others may call otherwise.
    #[serde(default)]
    pub renamed: Renamed,
    /// How prompts of the labeled texts are made.
    #[serde(default)]
    pub prompt: PromptSettings,
    /// The last backup, where there was one.
    #[serde(default)]
    pub backup: Option<Backup>,
    /// How many entries of colleagues were merged, colleagues taken out again, or files added.
    #[serde(default)]
    pub n_joined: usize,
    /// Whether lists and map show what counts after everybody's sayings, rather than one's own.
    #[serde(default)]
    pub shows_all: bool,
    /// Rises whenever something beside the log changes.
    #[serde(default)]
    pub revision: u64,
    /// What was set out to be labeled in a sitting.
    #[serde(default)]
    pub goal: Option<Goal>,
    /// Whoever labels here, where they said.
    #[serde(default)]
    pub annotator: Option<String>,
    /// Whether what others took back says so, see [`LabelAction::retracts`]; in projects of older pages nothing does.
    #[serde(default)]
    pub tells_retractions: bool,
    /// Whether it is a copy that was handed out to be labeled: its picks are somebody else's.
    #[serde(default)]
    pub is_handed_out: bool,
}

/// What changes of a project while it is labeled.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredSaid {
    /// Everything but the buffers.
    pub head: ProjectHead,
    pub others: Vec<LabelAction>,
    pub log: Vec<LabelAction>,
}

fn manager() -> Option<StorageManager> {
    let navigator = web_sys::window()?.navigator();
    // Without a secure context there is no such property, whatever its type says.
    let storage = js_sys::Reflect::get(&navigator, &"storage".into()).ok()?;
    storage.dyn_into().ok()
}

/// When the project was last written into a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    /// Milliseconds since 1970.
    pub at_ms: u64,
    /// How long the log was then.
    pub n_actions: usize,
    /// What the file has; not known of files of older pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<BackedUp>,
}

/// What a backup has, as far as the project can be compared with it later. Hashes have 32 bits: they tell accidents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BackedUp {
    /// How many entries of the annotator; those of the log say what each text had then.
    pub n_said: usize,
    /// How many entries that settle disagreements.
    pub n_settled: usize,
    /// As [`ProjectHead::n_joined`].
    pub n_joined: usize,
    /// The hashes of each label's name and look, in their order.
    pub label_set: Vec<(u32, u32)>,
    /// The hash of the guidelines; 0 of none.
    pub guidelines: u32,
    /// The hash of each setting by its name.
    pub settings: BTreeMap<String, u32>,
}

/// What stands under [`HEAD`]: everything that is no buffer.
#[derive(Serialize, Deserialize)]
struct Stored {
    schema: u32,
    /// Which pool the log of labels belongs to.
    /// Pages from before texts could be added compare it.
    pool_hash: u64,
    columns: Vec<String>,
    n_parts: Option<u32>,
    /// The hash of what is stored under each key but those of the texts. Older pages stored none.
    #[serde(default)]
    sums: BTreeMap<String, u64>,
    head: ProjectHead,
}

/// What stands under [`HEAD`] of a protected project, beside [`SEALED`]. Nothing of it is secret.
#[derive(Serialize, Deserialize)]
struct ProtectedHead {
    schema: u32,
    /// How the key follows from the passphrase.
    protection: Header,
    /// The name, which the list of projects shows, so that the project can be renamed without its passphrase.
    name: String,
    /// Whether something of it may still lie elsewhere in another form, as after a tab was closed meanwhile.
    is_unfinished: bool,
}

/// The part of [`Stored`] that never changes its form, so that any version can tell whether it can read the rest.
#[derive(Deserialize)]
struct Version {
    schema: u32,
}

/// The seal as it stands beside the log.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct StoredSeal {
    seal: Seal,
    /// The key of the first entry. The others follow without a gap.
    first_key: f64,
}

/// What of [`Stored`] does not change while labels are given.
struct Frame {
    pool_hash: u64,
    columns: Vec<String>,
    n_parts: Option<u32>,
    sums: BTreeMap<String, u64>,
}

/// What is known of the stored project, so that a write needs to read nothing first.
#[derive(Default)]
struct Known {
    frame: Option<Rc<Frame>>,
    /// Of the log on the disk, and the key of its first entry.
    log: Option<(Chain, f64)>,
    /// None where the second copy has all.
    to_copy: Option<ToCopy>,
    /// As [`ProtectedHead::is_unfinished`].
    is_unfinished: bool,
}

/// What the second copy of the log lacks.
enum ToCopy {
    /// It is to be written anew.
    All,
    /// These entries, which follow so many other ones.
    Behind(u32, Vec<LabelAction>),
}

/// What was found when a project was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// As [`Seal::generation`].
    pub generation: u64,
    /// How many entries the log should have.
    pub n: u32,
    /// The positions of entries that came from the second copy, from 0.
    pub restored: Vec<u32>,
    /// The positions of entries that are lost, from 0.
    pub missing: Vec<u32>,
    /// Whether the log is another one than was stored.
    pub is_altered: bool,
    /// How many of the colleagues' entries are unreadable.
    pub n_others_lost: usize,
    /// The rows with an unreadable cell, rising. Such a cell is empty.
    pub lost_rows: Vec<u32>,
    /// Whether all cells are readable, but are not those that were stored.
    pub has_other_texts: bool,
    /// What else is unreadable, and missing therefore.
    pub lost_parts: Vec<ProjectPart>,
    /// Whether the log has to be written anew, though nothing is lost.
    pub rewrites: bool,
}

/// A part of a project that can be made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProjectPart {
    /// The part of each text, and with it the picks. Labels stay.
    Partition,
    /// The positions on the map.
    Layout,
    /// The edges of the kNN graph.
    Joined,
    /// What partition and selection did.
    Recorded,
}

impl Findings {
    /// `part`, which is noted as lost where it is none.
    fn unless_there<T>(&mut self, which: ProjectPart, part: Option<T>) -> Option<T> {
        if part.is_none() {
            self.lost_parts.push(which);
        }
        part
    }

    /// Whether something is lost.
    pub fn is_damaged(&self) -> bool {
        !self.missing.is_empty()
            || self.is_altered
            || self.n_others_lost > 0
            || !self.lost_rows.is_empty()
            || self.has_other_texts
            || !self.lost_parts.is_empty()
    }
}

/// The log as it lies in the database.
struct StoredLog {
    /// By position; none where an entry is missing or unreadable.
    kept: Vec<Option<Kept>>,
    seal: Option<Seal>,
    first_key: f64,
    /// Whether the keys rise by one from the first.
    is_in_order: bool,
}

#[derive(Clone)]
pub struct Storage {
    database: Database,
    at_rest: AtRest,
    known: Rc<RefCell<Known>>,
    /// None before it is needed.
    copy: Rc<Mutex<Option<LogCopy>>>,
}

impl Storage {
    /// Opens the project's database, making it when there is none.
    ///
    /// # Errors
    /// [`StorageError::Refused`], as when storage is turned off; [`StorageError::Unreadable`] when a later
    /// version made it.
    pub async fn open(at_rest: &AtRest) -> Result<Storage, StorageError> {
        let builder = DatabaseBuilder::new(&at_rest.id().database(DATABASE))
            .version(1)
            .add_object_store(ObjectStoreBuilder::new(PROJECT))
            .add_object_store(ObjectStoreBuilder::new(LABELS).auto_increment(true));
        Ok(Storage {
            database: Database::open(builder).await?,
            at_rest: at_rest.clone(),
            known: Rc::default(),
            copy: Rc::default(),
        })
    }

    /// How its values lie there, once something was read or stored so.
    pub fn known_at_rest(&self) -> Option<&AtRest> {
        let is_known = self.known.borrow().frame.is_some();
        is_known.then_some(&self.at_rest)
    }

    /// How its values are to lie there.
    pub fn at_rest(&self) -> &AtRest {
        &self.at_rest
    }

    /// Calls `listener` when the browser closes it by itself, as it does when what the site has stored is deleted.
    pub fn on_close(&self, listener: impl Fn() + 'static) {
        self.database.on_close(listener);
    }

    /// Asks the browser to keep the data when the disk is nearly full, and tells whether it will; Firefox asks the person
    /// first. `None` where it cannot be asked.
    pub async fn persist() -> Option<bool> {
        JsFuture::from(manager()?.persist().ok()?).await.ok()?.as_bool()
    }

    /// Whether the browser has said that it will. `None` where it cannot be asked.
    pub async fn persisted() -> Option<bool> {
        JsFuture::from(manager()?.persisted().ok()?).await.ok()?.as_bool()
    }

    /// The stored project and its log of labels, in its order, and what was found when the copies of the log were compared.
    /// Nothing is written.
    ///
    /// # Errors
    /// [`StorageError::Unreadable`] when it is of another version or incomplete; nothing is deleted then.
    /// [`StorageError::Locked`] when it is protected and this has no key, or the other way round.
    pub async fn load(&self) -> Result<Option<(Project, Vec<LabelAction>, Findings)>, StorageError> {
        let transaction = self.database.read(&[PROJECT, LABELS])?;
        let store = transaction.object_store(PROJECT)?;
        let Some((stored, is_unfinished)) = stored(&self.at_rest, &store).await? else {
            return Ok(None);
        };
        let [cells, ends] = [Pieces::read(&store, CELLS).await?, Pieces::read(&store, ENDS).await?];
        let part_of = Pieces::read(&store, PART_OF).await?;
        let positions = Pieces::read(&store, POSITIONS).await?;
        let joined = [
            Pieces::read(&store, JOINED[0]).await?,
            Pieces::read(&store, JOINED[1]).await?,
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
        let [offsets, neighbors] = joined;
        let joined = [whole(offsets).await, whole(neighbors).await];
        let [trace, original_of] = [whole(trace).await, whole(original_of).await];
        let (log, mut findings) = self.inspect(stored_log).await;
        findings.n_others_lost = n_others_lost;
        let frame = Frame {
            pool_hash: stored.pool_hash,
            columns: stored.columns.clone(),
            n_parts: stored.n_parts,
            sums: stored.sums.clone(),
        };

        if stored.columns.is_empty() {
            return Err(unreadable("the names of the columns are missing"));
        }
        let part_of = checked(&stored, PART_OF, part_of).await;
        let part_of = part_of.map(|bytes| u32_of_bytes(&bytes?));
        let positions = checked(&stored, POSITIONS, positions).await;
        let positions = positions.map(|bytes| f32_of_bytes(&bytes?));
        let [offsets, neighbors] = joined;
        let joined = [
            checked(&stored, JOINED[0], offsets).await,
            checked(&stored, JOINED[1], neighbors).await,
        ];
        let trace = checked(&stored, TRACE, trace).await;
        let original_of = checked(&stored, ORIGINAL_OF, original_of).await;
        // Where texts are missing, these tell how many there were.
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
                let fits = |(part_of, n_parts)| Partition::from_parts(part_of, n_parts, pool.len());
                findings.unless_there(ProjectPart::Partition, parts.and_then(fits))
            }
        };
        let layout = positions.and_then(|numbers| {
            let fits = |numbers: &Vec<f32>| numbers.len() == 2 * pool.len();
            let layout = numbers.filter(fits).map(|numbers| Layout {
                positions: numbers.as_chunks::<2>().0.to_vec(),
            });
            findings.unless_there(ProjectPart::Layout, layout)
        });
        let joined = match joined {
            [None, None] => None,
            parts => {
                let [offsets, neighbors] = parts.map(|bytes| u32_of_bytes(&bytes??));
                let fits = |(offsets, neighbors)| Joined::from_parts(offsets, neighbors, pool.len());
                findings.unless_there(ProjectPart::Joined, offsets.zip(neighbors).and_then(fits))
            }
        };
        let recorded = trace.and_then(|trace| {
            let original_of = original_of.map_or(Some(Vec::new()), |bytes| u32_of_bytes(&bytes?));
            let recorded = trace
                .zip(original_of)
                .map(|(trace, original_of)| Recorded { trace, original_of });
            let recorded = recorded.filter(|recorded| recorded.fits(pool.len()));
            findings.unless_there(ProjectPart::Recorded, recorded)
        });
        let project = Project {
            head: stored.head,
            pool: Arc::new(pool),
            partition,
            layout,
            joined,
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

    /// Compares the copies of the log, and takes note of it.
    async fn inspect(&self, stored: StoredLog) -> (Vec<LabelAction>, Findings) {
        let StoredLog {
            kept: entries,
            seal,
            first_key,
            is_in_order,
        } = stored;
        let noted = kept(&note_of(self.at_rest.id())).ok().flatten();
        let noted = noted.and_then(|noted| self.at_rest.read_text(NOTE, &noted));
        let mut copies = Copies {
            kept: entries,
            seal,
            noted: noted.as_deref().and_then(Seal::parse),
            second: BTreeMap::new(),
        };
        let generation = seal.or(copies.noted).map_or(0, |seal| seal.generation);
        let mut slot = self.copy.lock().await;
        // Where there is no second copy, the first one alone counts.
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
        let findings = Findings {
            generation,
            n,
            restored,
            missing,
            is_altered,
            rewrites,
            ..Findings::default()
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
                Some(n) if n < log.len() => Some(ToCopy::Behind(n as u32, log[n..].to_vec())),
                _ => Some(ToCopy::All),
            };
        }
        *slot = copy;
        (log, findings)
    }

    /// What changes of a project while it is labeled; none where none is stored. O(|log|), however many texts there are.
    ///
    /// # Errors
    /// As [`Storage::load`].
    pub async fn load_said(&self) -> Result<Option<StoredSaid>, StorageError> {
        let transaction = self.database.read(&[PROJECT, LABELS])?;
        let store = transaction.object_store(PROJECT)?;
        let Some((Stored { head, .. }, _)) = stored(&self.at_rest, &store).await? else {
            return Ok(None);
        };
        let (others, _) = others_said(&self.at_rest, &store).await?;
        let StoredLog { kept, .. } = stored_log(&self.at_rest, &self.database, &transaction).await?;
        let log: Option<_> = kept.into_iter().map(|kept| Some(kept?.entry)).collect();
        let log = log.ok_or_else(|| unreadable("an entry of the log of labels is damaged"))?;
        Ok(Some(StoredSaid { head, others, log }))
    }

    /// Replaces the stored project. Its log of labels stays as it is: a pool that has grown has each row where it was. Where
    /// `log` is given, that is the log from then on.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed; [`StorageError::Unreadable`] over a project of another
    /// version, which is kept until [`Storage::clear`]; [`StorageError::Locked`] where the project is protected and this has
    /// no key.
    pub async fn save(&self, project: &Project, log: Option<&[LabelAction]>) -> Result<(), StorageError> {
        if project.is_protected && self.at_rest.protection().is_none() {
            return Err(StorageError::Locked);
        }
        self.save_over(project, log, &self.at_rest).await
    }

    /// As [`Storage::save`], over what lies there as `former` says.
    async fn save_over(
        &self,
        project: &Project,
        log: Option<&[LabelAction]>,
        former: &AtRest,
    ) -> Result<(), StorageError> {
        // Not in the task that wishes it, which shows something new.
        next_task().await;
        let (columns, cells, ends) = project.pool.as_parts();
        let ends = bytes_of_u32(ends);
        // Made before the transaction, which would end while nothing is asked of it.
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
        if let Some(joined) = &project.joined {
            for (key, part) in JOINED.into_iter().zip(joined.parts()) {
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
        let frame = Frame {
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
                // One of another version is left alone.
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
                    // A new project; that of an older page is sealed when something is appended.
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
            known.to_copy = Some(ToCopy::All);
        }
        Ok(())
    }

    /// Replaces the project's small part only. Of a project that was read or stored before, all is asked for at once.
    ///
    /// # Errors
    /// [`StorageError::Refused`], also when no project is stored.
    pub async fn save_head(&self, head: &ProjectHead) -> Result<(), StorageError> {
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

    async fn change_head(&self, change: impl FnOnce(&mut ProjectHead)) -> Result<(), StorageError> {
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

    /// What stands under [`HEAD`].
    fn head_to_store(&self, stored: &Stored, is_unfinished: bool) -> Result<JsValue, StorageError> {
        let sealed = self.at_rest.value(&[PROJECT, HEAD], stored)?;
        let Some(protection) = self.at_rest.protection() else {
            return Ok(sealed);
        };
        // JSON has no words for some numbers: what could not be read again is not written.
        self.at_rest.read_value::<Stored>(&[PROJECT, HEAD], sealed.clone())?;
        let value = to_js(&ProtectedHead {
            schema: PROTECTED_SCHEMA,
            protection: protection.header().clone(),
            name: stored.head.file_name.clone(),
            is_unfinished,
        })?;
        // Never refused by an object of one's own.
        let _ = Reflect::set(&value, &SEALED.into(), &sealed);
        Ok(value)
    }

    /// How the key of the stored project follows from its passphrase, and the project's name; none where no passphrase protects
    /// it.
    ///
    /// # Errors
    /// [`StorageError::Unreadable`], [`StorageError::Refused`].
    pub async fn header(&self) -> Result<Option<(Header, String)>, StorageError> {
        let transaction = self.database.read(&[PROJECT])?;
        let head = read_head(&transaction.object_store(PROJECT)?, protected_head).await?;
        Ok(head.flatten().map(|head| (head.protection, head.name)))
    }

    /// Changes what is not encrypted of a protected project. Whether it is one.
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

    /// Writes the whole project anew, protected or no more, in one transaction; gives it as it lies there then, and what it is. What
    /// lies outside of this database is for whoever calls to write anew: until [`Storage::set_unfinished`] says that this is
    /// done, it counts as not.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed; [`StorageError::Unreadable`] also where something of the log is lost.
    pub async fn protect(&self, protection: Option<Protection>) -> Result<(Storage, Project), StorageError> {
        let loaded = self.load().await?;
        let (mut project, log, findings) = loaded.ok_or(StorageError::Refused {
            reason: Refusal::NoProject,
        })?;
        if findings.is_damaged() {
            return Err(unreadable("some of its labels are damaged"));
        }
        project.is_protected = protection.is_some();
        let other = Storage {
            at_rest: AtRest::new(self.at_rest.id(), protection),
            known: Rc::default(),
            copy: Rc::default(),
            database: self.database.clone(),
        };
        other.known.borrow_mut().is_unfinished = project.is_protected;
        other.save_over(&project, Some(&log), &self.at_rest).await?;
        Ok((other, project))
    }

    /// The same project with another passphrase, which opens the same key.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
    pub async fn rewrap(&self, protection: Protection) -> Result<Storage, StorageError> {
        let header = protection.header().clone();
        match self.change_protected_head(|head| head.protection = header).await? {
            true => Ok(Storage {
                at_rest: AtRest::new(self.at_rest.id(), Some(protection)),
                ..self.clone()
            }),
            false => Err(StorageError::Locked),
        }
    }

    /// Whether something of a protected project may still lie elsewhere as it was before.
    pub fn is_unfinished(&self) -> bool {
        self.known.borrow().is_unfinished
    }

    /// Notes that something of a protected project may lie elsewhere in another form, or that nothing does any more.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
    pub async fn set_unfinished(&self, is_unfinished: bool) -> Result<(), StorageError> {
        self.known.borrow_mut().is_unfinished = is_unfinished;
        let change = |head: &mut ProtectedHead| head.is_unfinished = is_unfinished;
        self.change_protected_head(change).await.map(drop)
    }

    /// Puts actions into the log behind the first `at` ones, in the place of any that follow, all of them or none. When this
    /// returns, they are on disk, and were read back from there. Of a project that was read or stored before, all is asked for
    /// at once: nothing waits for an append that is under way.
    ///
    /// # Errors
    /// [`StorageError::Refused`], also when no project is stored, without which nobody could read them;
    /// [`StorageError::Unreadable`] when something else came back, or when the log on the disk is another one.
    pub async fn append(&self, at: u32, actions: &[LabelAction]) -> Result<(), StorageError> {
        let known = self.known.borrow().log.clone();
        let (mut before, mut first_key) = match known {
            Some(known) => known,
            None => self.read_chain(false).await?,
        };
        let mut grown = before.with(at, actions);
        if grown.is_none() {
            // What is known of it begins later, as when an append that is sent once more was done already.
            (before, first_key) = self.read_chain(true).await?;
            grown = before.with(at, actions);
        }
        let chain = grown.ok_or_else(|| unreadable("the log of labels on the disk is another one"))?;
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
            return Err(unreadable("a label came back from the disk as another"));
        }
        let mut known = self.known.borrow_mut();
        let n_known = known.log.as_ref().map_or(0, |(chain, _)| chain.len());
        if chain.len() > n_known {
            let behind = n_known.max(at);
            let new = &actions[(behind - at) as usize..];
            match &mut known.to_copy {
                Some(ToCopy::All) => {}
                Some(ToCopy::Behind(_, entries)) => entries.extend_from_slice(new),
                none => *none = Some(ToCopy::Behind(behind, new.to_vec())),
            }
            self.note(&sealed.seal);
            known.log = Some((chain, first_key));
        }
        Ok(())
    }

    /// What the log on the disk ends with; or, where the `whole` is wanted or an older page has written it, the chain of all of it.
    async fn read_chain(&self, whole: bool) -> Result<(Chain, f64), StorageError> {
        let transaction = self.database.read(&[PROJECT, LABELS])?;
        let store = transaction.object_store(PROJECT)?;
        // Also that of another form, which nothing may be put behind.
        if stored(&self.at_rest, &store).await?.is_none() {
            return Err(StorageError::Refused {
                reason: Refusal::NoProject,
            });
        }
        let sealed = stored_seal(&self.at_rest, &store).await?;
        let sealed = sealed.filter(|sealed| sealed.seal.form == FORM);
        let n = transaction.object_store(LABELS)?.count(None)?.await?;
        let known = match sealed {
            Some(StoredSeal { seal, first_key }) if seal.n == n && !whole => (Chain::from_seal(&seal), first_key),
            _ => {
                let log = stored_log(&self.at_rest, &self.database, &transaction).await?;
                let StoredLog { kept, first_key, .. } = log;
                let log: Option<Vec<_>> = kept.into_iter().map(|kept| Some(kept?.entry)).collect();
                let log = log.ok_or_else(|| unreadable("an entry of the log of labels is damaged"))?;
                let generation = sealed.map_or_else(|| js_sys::Date::now() as u64, |sealed| sealed.seal.generation);
                (Chain::of(generation, &log), first_key)
            }
        };
        self.known.borrow_mut().log = Some(known.clone());
        Ok(known)
    }

    /// Keeps the seal apart from the log. Where the browser refuses, there is one fewer to compare with.
    fn note(&self, seal: &Seal) {
        if let Some(text) = self.at_rest.text(NOTE, &seal.to_text()) {
            let _ = keep(&note_of(self.at_rest.id()), &text);
        }
    }

    /// The generation of the log, where that is known.
    pub fn generation(&self) -> Option<u64> {
        let known = self.known.borrow();
        known.log.as_ref().map(|(chain, _)| chain.generation())
    }

    /// Whether the second copy lacks something.
    pub fn has_to_copy(&self) -> bool {
        self.known.borrow().to_copy.is_some()
    }

    /// Brings the second copy of the log up to date.
    ///
    /// # Errors
    /// What the browser says: it has no such files, or no room.
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
                ToCopy::Behind(at, entries) if fits(at) => copy.extend(&entries).await,
                ToCopy::Behind(0, entries) => copy.replace(generation, &entries).await,
                ToCopy::Behind(..) | ToCopy::All => copy.replace(generation, &self.log_on_disk().await?).await,
            }
        };
        let copied: Result<(), Refusal> = copied.await;
        if copied.is_err() {
            // What it has now is looked at when something is copied next.
            *slot = None;
            self.known.borrow_mut().to_copy = Some(ToCopy::All);
        }
        copied
    }

    /// Writes all of the second copy anew, and deletes what was there before.
    ///
    /// # Errors
    /// As [`Storage::copy_log`].
    pub async fn copy_log_anew(&self) -> Result<(), Refusal> {
        self.known.borrow_mut().to_copy = Some(ToCopy::All);
        self.copy_log().await
    }

    async fn log_on_disk(&self) -> Result<Vec<LabelAction>, Refusal> {
        let read = async {
            let transaction = self.database.read(&[PROJECT, LABELS])?;
            stored_log(&self.at_rest, &self.database, &transaction).await
        };
        match read.await {
            // The entries that are written meanwhile are copied once more, which changes nothing.
            Ok(StoredLog { kept, .. }) => Ok(kept.into_iter().map_while(|kept| Some(kept?.entry)).collect()),
            Err(StorageError::Refused { reason }) => Err(reason),
            Err(error) => Err(Refusal::Other {
                said: error.to_string(),
            }),
        }
    }

    /// Keeps what stands in a field that was not left, as JSON; nothing any more, where nothing does. Nothing happens where no
    /// project is stored.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
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

    /// What [`Storage::keep_draft`] kept last.
    ///
    /// # Errors
    /// [`StorageError::Refused`].
    pub async fn draft(&self) -> Result<Option<String>, StorageError> {
        let transaction = self.database.read(&[PROJECT])?;
        let draft = stored_draft(&self.at_rest, &transaction.object_store(PROJECT)?).await?;
        finish(transaction).await?;
        Ok(draft)
    }

    /// Gives the project another name, for which no passphrase is needed.
    ///
    /// # Errors
    /// [`StorageError::Refused`], also when no project is stored.
    pub async fn rename(&self, name: &str) -> Result<(), StorageError> {
        let is_protected = self
            .change_protected_head(|head| name.clone_into(&mut head.name))
            .await?;
        if is_protected {
            return Ok(());
        }
        self.change_head(|head| name.clone_into(&mut head.file_name)).await
    }

    /// Deletes the project and every copy of its log.
    ///
    /// # Errors
    /// [`StorageError::Refused`]: not all of it is deleted.
    pub async fn clear(&self) -> Result<(), StorageError> {
        self.database.clear(&[PROJECT, LABELS], Durability::Strict).await?;
        *self.known.borrow_mut() = Known::default();
        *self.copy.lock().await = None;
        forget_log(self.at_rest.id()).await
    }
}

/// Deletes what is kept of a project's log outside of its database.
///
/// # Errors
/// [`StorageError::Refused`]: the second copy is still there.
pub async fn forget_log(id: &ProjectId) -> Result<(), StorageError> {
    // Where the browser keeps no such values, there is none.
    let _ = forget(&note_of(id));
    delete_log_copy(id)
        .await
        .map_err(|reason| StorageError::Refused { reason })
}

/// The place of the seal that is kept apart from the log.
const NOTE: &str = "note";

fn note_of(id: &ProjectId) -> String {
    format!("fastgas-log-{}", id.text())
}

impl Frame {
    fn with(&self, head: &ProjectHead) -> Stored {
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

/// An entry of the log as it is stored at this position. One that is encrypted needs no checksum.
fn entry_to_store(at_rest: &AtRest, position: u32, action: &LabelAction) -> Result<JsValue, StorageError> {
    let value = at_rest.value(&[LABELS, &position.to_string()], action)?;
    if at_rest.protection().is_none() {
        // Never refused by an object of one's own.
        let _ = Reflect::set(&value, &CHECKSUM.into(), &checksum(position, action).into());
    }
    Ok(value)
}

/// The inverse of [`entry_to_store`]; none where it is not readable or its checksum is wrong.
fn entry_from_store(at_rest: &AtRest, value: JsValue, position: u32) -> Option<Kept> {
    let sum = value
        .is_object()
        .then(|| Reflect::get(&value, &CHECKSUM.into()).ok()?.as_f64())
        .flatten();
    let entry: LabelAction = at_rest.read_value(&[LABELS, &position.to_string()], value).ok()?;
    if at_rest.protection().is_some() {
        return Some(Kept {
            entry,
            is_checked: true,
        });
    }
    let is_right = |sum: f64| sum == f64::from(checksum(position, &entry));
    let is_checked = sum.is_some_and(is_right);
    (sum.is_none() || is_checked).then_some(Kept { entry, is_checked })
}

fn key_at(first_key: f64, position: u32) -> JsValue {
    (first_key + f64::from(position)).into()
}

fn put_entry(
    at_rest: &AtRest,
    labels: &ObjectStore,
    first_key: f64,
    position: u32,
    action: &LabelAction,
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

/// One that cannot be read is none.
async fn stored_seal(at_rest: &AtRest, project: &ObjectStore) -> Result<Option<StoredSeal>, StorageError> {
    let value = project.get(JsValue::from(SEAL))?.await?;
    Ok(value.and_then(|value| at_rest.read_value(&[PROJECT, SEAL], value).ok()))
}

/// One that cannot be read is none.
async fn stored_draft(at_rest: &AtRest, project: &ObjectStore) -> Result<Option<String>, StorageError> {
    let value = project.get(JsValue::from(DRAFT))?.await?;
    Ok(value.and_then(|value| at_rest.read_value(&[PROJECT, DRAFT], value).ok()))
}

/// The log as it lies in the database, each entry at its position, whatever state it is in.
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
        // The browser reads none of them where one is damaged on the disk.
        Err(_) => one_by_one(database, &keys).await,
    };
    let numbers: Vec<f64> = keys.iter().map(|key| key.as_f64().unwrap_or(f64::NAN)).collect();
    let first_key = sealed.as_ref().map(|sealed| sealed.first_key);
    // Without a seal nobody knows whether entries are missing.
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
    // A key far beyond the others is no place of this log.
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

/// Each value by itself; none where the browser cannot read it.
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

/// What others said, and how much of that cannot be read.
async fn others_said(at_rest: &AtRest, project: &ObjectStore) -> Result<(Vec<LabelAction>, usize), StorageError> {
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
    let others: Vec<LabelAction> = values.into_iter().filter_map(|value| from_js(value).ok()).collect();
    let n_lost = n - others.len();
    Ok((others, n_lost))
}

/// What stands under [`HEAD`], and whether something of it may lie elsewhere in another form.
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

/// Stores `value` as the head and as its copy.
fn put_head(store: &ObjectStore, value: &JsValue) -> Result<(), StorageError> {
    for key in [HEAD, HEAD_COPY] {
        store.put(value, Some(&key.into()))?;
    }
    Ok(())
}

/// What `read` makes of the head, or of its copy where the head is missing or damaged; none where both are missing.
///
/// # Errors
/// The error of `read` for the head: also where the copy is readable, if the head is locked or of a newer version.
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

/// What is not encrypted of a protected project; none of another one.
fn protected_head(value: &JsValue) -> Result<Option<ProtectedHead>, StorageError> {
    let Version { schema } = from_js(value.clone())?;
    match schema {
        1..=SCHEMA => Ok(None),
        PROTECTED_SCHEMA => Ok(Some(from_js(value.clone())?)),
        _ => Err(unreadable(&format!(
            "it is of version {schema}, this page reads versions up to {PROTECTED_SCHEMA}"
        ))),
    }
}

/// Tells pools apart; 64 bits, for accidents, not for attacks.
async fn hash(columns: &[String], cells: &[u8], ends: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    for part in columns.iter().map(String::as_bytes).chain([cells, ends]) {
        hasher.write(&(part.len() as u64).to_le_bytes());
        for piece in part.chunks(PIECE) {
            if part.len() > PIECE {
                next_task().await;
            }
            hasher.write(piece);
        }
    }
    hasher.finish()
}

/// What is to be stored, and its keys.
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

    /// Each piece is made in a task of its own, so that the page stutters for none of them.
    async fn add(&mut self, key: &str, bytes: &[u8]) -> Result<(), StorageError> {
        for (number, start) in (0..bytes.len().max(1)).step_by(PIECE).enumerate() {
            next_task().await;
            let piece = &bytes[start..bytes.len().min(start + PIECE)];
            let key = key_of(key, number);
            let buffer = self.at_rest.buffer(&[PROJECT, &key], piece).await?;
            self.buffers.push((key, buffer));
        }
        Ok(())
    }
}

/// What is stored under `key`, where something is or should be; `Some(None)` where that is missing or damaged.
async fn checked(stored: &Stored, key: &str, bytes: Option<Vec<u8>>) -> Option<Option<Vec<u8>>> {
    match (stored.sums.get(key), bytes) {
        (None, bytes) => bytes.map(Some),
        (Some(_), None) => Some(None),
        (Some(sum), Some(bytes)) => Some((hash(&[], &bytes, &[]).await == *sum).then_some(bytes)),
    }
}

/// The pool, as far as it is readable. It has at least `n_rows` rows where it is damaged. O(bytes).
async fn read_pool(
    stored: &Stored,
    cells: Option<Vec<u8>>,
    ends: Option<Vec<u8>>,
    n_rows: usize,
    findings: &mut Findings,
) -> Pool {
    let (cells, ends) = (cells.unwrap_or_default(), ends.unwrap_or_default());
    let is_as_stored = hash(&stored.columns, &cells, &ends).await == stored.pool_hash;
    // Bytes behind the last whole number are no end.
    let (numbers, _) = ends.as_chunks::<4>();
    let ends: Vec<u32> = numbers.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
    let columns = stored.columns.clone();
    let cells = match String::from_utf8(cells) {
        Ok(cells)
            if Pool::are_parts(&columns, &cells, &ends) && (is_as_stored || ends.len() >= n_rows * columns.len()) =>
        {
            findings.has_other_texts = !is_as_stored;
            return Pool::from_parts(columns, cells, ends).expect("they fit");
        }
        Ok(cells) => cells.into_bytes(),
        Err(error) => error.into_bytes(),
    };
    let Salvaged { pool, lost_rows } = salvage(columns, &cells, &ends, n_rows);
    findings.lost_rows = lost_rows;
    pool
}

/// What [`Buffers::add`] was given under a key, as it is stored.
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

    /// The bytes, if there are any pieces. In the place of a piece that cannot be decrypted are bytes that are no text.
    async fn whole(self, at_rest: &AtRest) -> Option<Vec<u8>> {
        if self.pieces.is_empty() {
            return None;
        }
        let mut bytes = Vec::new();
        for (number, piece) in self.pieces.into_iter().enumerate() {
            let place = key_of(self.key, number);
            let n_stored = piece.byte_length() as usize;
            let start = bytes.len();
            match at_rest.read_buffer(&[PROJECT, &place], piece).await {
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

/// Of the first piece it is the key itself.
fn key_of(key: &str, number: usize) -> String {
    match number {
        0 => key.to_owned(),
        _ => format!("{key}.{number}"),
    }
}
