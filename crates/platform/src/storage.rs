//! What survives a reload: the project and its log of labels, in IndexedDB.
//!
//! Two object stores: `project`, a few values under fixed keys, and `labels`, an append-only log whose keys rise.
//! Every write is one transaction of durability `strict`: the browser says that it is complete when the disk has
//! it, not when the operating system has promised it.

use std::hash::Hasher;
use std::sync::Arc;

use fnv::FnvHasher;
use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use idb::{ObjectStore, Query, Transaction};
use js_sys::ArrayBuffer;
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::StorageManager;

use crate::control::next_task;
use crate::database::{Database, Durability, Refusal, StorageError, buffer, finish, unreadable};
use crate::embedding_file::EmbeddingFile;
use crate::encoder::EncoderName;
use crate::project_id::ProjectId;
use fastgas_annotation::label::{Answers, Goal, LabelAction, Looks, Renamed};
use fastgas_annotation::retrieve::PromptSettings;
use fastgas_data::{Added, Found, Pool};
use fastgas_embedding::Beginning;
use fastgas_graph::Joined;
use fastgas_graph::{DuplicateCount, Searched};
use fastgas_map::Layout;
use fastgas_partition::{Partition, Quality};
use fastgas_progress::Stage;
use fastgas_protocol::transport::{from_js, to_buffer, to_js};
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

const PROJECT: &str = "project";
const LABELS: &str = "labels";

/// Bytes that are worked on in one task. More than that are stored in pieces, since the browser copies a value at once.
const PIECE: usize = 4 << 20;

// Keys of the store `project`.
const HEAD: &str = "head";
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
/// Not there where no duplicates were folded.
const ORIGINAL_OF: &str = "original-of";

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    /// Milliseconds since 1970.
    pub at_ms: u64,
    /// How long the log was then.
    pub n_actions: usize,
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
    head: ProjectHead,
}

/// The part of [`Stored`] that never changes its form, so that any version can tell whether it can read the rest.
#[derive(Deserialize)]
struct Version {
    schema: u32,
}

#[derive(Clone)]
pub struct Storage(Database);

impl Storage {
    /// Opens the project's database, making it when there is none.
    ///
    /// # Errors
    /// [`StorageError::Refused`], as when storage is turned off; [`StorageError::Unreadable`] when a later
    /// version made it.
    pub async fn open(project: &ProjectId) -> Result<Storage, StorageError> {
        let builder = DatabaseBuilder::new(&project.database(DATABASE))
            .version(1)
            .add_object_store(ObjectStoreBuilder::new(PROJECT))
            .add_object_store(ObjectStoreBuilder::new(LABELS).auto_increment(true));
        Ok(Storage(Database::open(builder).await?))
    }

    /// Calls `listener` when the browser closes it by itself, as it does when what the site has stored is deleted.
    pub fn on_close(&self, listener: impl Fn() + 'static) {
        self.0.on_close(listener);
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

    /// The stored project and its log of labels, in its order.
    ///
    /// # Errors
    /// [`StorageError::Unreadable`] when it is of another version or incomplete; nothing is deleted then.
    pub async fn load(&self) -> Result<Option<(Project, Vec<LabelAction>)>, StorageError> {
        let transaction = self.0.read(&[PROJECT, LABELS])?;
        let store = transaction.object_store(PROJECT)?;
        let Some(stored) = stored(&store).await? else {
            return Ok(None);
        };
        let [cells, ends] = [whole(&store, CELLS).await?, whole(&store, ENDS).await?];
        let part_of = whole(&store, PART_OF).await?;
        let positions = whole(&store, POSITIONS).await?;
        let joined = [whole(&store, JOINED[0]).await?, whole(&store, JOINED[1]).await?];
        let [trace, original_of] = [whole(&store, TRACE).await?, whole(&store, ORIGINAL_OF).await?];
        let (others, log) = said(&transaction).await?;
        finish(transaction).await?;

        let cells = cells.ok_or_else(|| unreadable("the cells are missing"))?;
        let cells = String::from_utf8(cells).map_err(|_| unreadable("the cells are no text"))?;
        let ends = ends
            .and_then(|bytes| u32_of_bytes(&bytes))
            .ok_or_else(|| unreadable("the ends of the cells are missing"))?;
        let pool = Pool::from_parts(stored.columns, cells, ends).map_err(|error| unreadable(&error.to_string()))?;
        let partition = match (part_of, stored.n_parts) {
            (Some(bytes), Some(n_parts)) => Some(
                u32_of_bytes(&bytes)
                    .and_then(|part_of| Partition::from_parts(part_of, n_parts, pool.len()))
                    .ok_or_else(|| unreadable("the parts do not fit the pool"))?,
            ),
            (None, None) => None,
            _ => return Err(unreadable("the parts are incomplete")),
        };
        let layout = match positions {
            Some(bytes) => {
                let numbers = f32_of_bytes(&bytes).unwrap_or_default();
                let (pairs, rest) = numbers.as_chunks::<2>();
                if !rest.is_empty() || pairs.len() != pool.len() {
                    return Err(unreadable("the positions do not fit the pool"));
                }
                Some(Layout {
                    positions: pairs.to_vec(),
                })
            }
            None => None,
        };
        let joined = match joined.map(|bytes| bytes.map(|bytes| u32_of_bytes(&bytes))) {
            [Some(Some(offsets)), Some(Some(neighbors))] => Joined::from_parts(offsets, neighbors, pool.len())
                .map(Some)
                .ok_or_else(|| unreadable("the edges do not fit the pool"))?,
            [None, None] => None,
            _ => return Err(unreadable("the edges are incomplete")),
        };
        let original_of = original_of.map_or(Some(Vec::new()), |bytes| u32_of_bytes(&bytes));
        let recorded = trace
            .zip(original_of)
            .map(|(trace, original_of)| Recorded { trace, original_of });
        if recorded.as_ref().is_some_and(|recorded| !recorded.fits(pool.len())) {
            return Err(unreadable("what was recorded does not fit the pool"));
        }
        let project = Project {
            head: stored.head,
            pool: Arc::new(pool),
            partition,
            layout,
            joined,
            recorded: recorded.map(Arc::new),
            others,
        };
        Ok(Some((project, log)))
    }

    /// What changes of a project while it is labeled; none where none is stored. O(|log|), however many texts there are.
    ///
    /// # Errors
    /// As [`Storage::load`].
    pub async fn load_said(&self) -> Result<Option<StoredSaid>, StorageError> {
        let transaction = self.0.read(&[PROJECT, LABELS])?;
        let Some(Stored { head, .. }) = stored(&transaction.object_store(PROJECT)?).await? else {
            return Ok(None);
        };
        let (others, log) = said(&transaction).await?;
        finish(transaction).await?;
        Ok(Some(StoredSaid { head, others, log }))
    }

    /// Replaces the stored project. Its log of labels stays as it is: a pool that has grown has each row where it was. Where
    /// `log` is given, that is the log from then on.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed; [`StorageError::Unreadable`] over a project of another
    /// version, which is kept until [`Storage::clear`].
    pub async fn save(&self, project: &Project, log: Option<&[LabelAction]>) -> Result<(), StorageError> {
        // Not in the task that wishes it, which shows something new.
        next_task().await;
        let (columns, cells, ends) = project.pool.as_parts();
        let ends = bytes_of_u32(ends);
        let value = Stored {
            schema: SCHEMA,
            pool_hash: hash(columns, cells.as_bytes(), &ends).await,
            columns: columns.to_vec(),
            n_parts: project.partition.as_ref().map(|partition| partition.n_parts),
            head: project.head.clone(),
        };
        // Made before the transaction, which would end while nothing is asked of it.
        let mut buffers = Buffers::default();
        buffers.add(CELLS, cells.as_bytes()).await;
        buffers.add(ENDS, &ends).await;
        if let Some(partition) = &project.partition {
            buffers.add(PART_OF, &bytes_of_u32(&partition.part_of)).await;
        }
        if let Some(layout) = &project.layout {
            let numbers = layout.positions.as_flattened();
            buffers.add(POSITIONS, &bytes_of_f32(numbers)).await;
        }
        if let Some(joined) = &project.joined {
            for (key, part) in JOINED.into_iter().zip(joined.parts()) {
                buffers.add(key, &bytes_of_u32(part)).await;
            }
        }
        if let Some(recorded) = &project.recorded {
            buffers.add(TRACE, &recorded.trace).await;
            if !recorded.original_of.is_empty() {
                buffers.add(ORIGINAL_OF, &bytes_of_u32(&recorded.original_of)).await;
            }
        }
        self.0
            .write(&[PROJECT, LABELS], Durability::Strict, async |transaction| {
                let store = transaction.object_store(PROJECT)?;
                // One of another version is left alone.
                stored(&store).await?;
                let labels = transaction.object_store(LABELS)?;
                if let Some(log) = log {
                    labels.clear()?.await?;
                    for action in log {
                        labels.add(&to_js(action)?, None)?.await?;
                    }
                }
                store.clear()?.await?;
                store.put(&to_js(&value)?, Some(&HEAD.into()))?.await?;
                if !project.others.is_empty() {
                    store.put(&to_js(&project.others)?, Some(&OTHERS.into()))?.await?;
                }
                for (key, buffer) in buffers.0 {
                    store.put(&buffer, Some(&key.into()))?.await?;
                }
                Ok(())
            })
            .await
    }

    /// Replaces the project's small part only.
    ///
    /// # Errors
    /// [`StorageError::Refused`], also when no project is stored.
    pub async fn save_head(&self, head: &ProjectHead) -> Result<(), StorageError> {
        self.change_head(|stored| head.clone_into(stored)).await
    }

    async fn change_head(&self, change: impl FnOnce(&mut ProjectHead)) -> Result<(), StorageError> {
        self.0
            .write(&[PROJECT], Durability::Strict, async |transaction| {
                let store = transaction.object_store(PROJECT)?;
                let mut value = stored(&store).await?.ok_or(StorageError::Refused {
                    reason: Refusal::NoProject,
                })?;
                change(&mut value.head);
                value.schema = SCHEMA;
                store.put(&to_js(&value)?, Some(&HEAD.into()))?.await?;
                Ok(())
            })
            .await
    }

    /// Appends actions to the log, all of them or none. When this returns, they are on disk, and were read back from there.
    ///
    /// # Errors
    /// [`StorageError::Refused`], also when no project is stored, without which nobody could read them;
    /// [`StorageError::Unreadable`] when something else came back.
    pub async fn append(&self, actions: &[LabelAction]) -> Result<(), StorageError> {
        let keys = self
            .0
            .write(&[PROJECT, LABELS], Durability::Strict, async |transaction| {
                let head = Query::from(JsValue::from(HEAD));
                if transaction.object_store(PROJECT)?.count(Some(head))?.await? == 0 {
                    return Err(StorageError::Refused {
                        reason: Refusal::NoProject,
                    });
                }
                let store = transaction.object_store(LABELS)?;
                let mut keys = Vec::with_capacity(actions.len());
                for action in actions {
                    keys.push(store.add(&to_js(action)?, None)?.await?);
                }
                Ok(keys)
            })
            .await?;

        let transaction = self.0.read(&[LABELS])?;
        let store = transaction.object_store(LABELS)?;
        for (action, key) in actions.iter().zip(keys) {
            let read: Option<LabelAction> = store.get(key)?.await?.map(from_js).transpose()?;
            if read.as_ref() != Some(action) {
                return Err(unreadable("a label came back from the disk as another"));
            }
        }
        Ok(())
    }

    /// Gives the project another name.
    ///
    /// # Errors
    /// [`StorageError::Refused`], also when no project is stored.
    pub async fn rename(&self, name: &str) -> Result<(), StorageError> {
        self.change_head(|head| name.clone_into(&mut head.file_name)).await
    }

    /// Deletes the project and its log.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
    pub async fn clear(&self) -> Result<(), StorageError> {
        self.0.clear(&[PROJECT, LABELS], Durability::Strict).await
    }
}

/// What others said, and the log.
async fn said(transaction: &Transaction) -> Result<(Vec<LabelAction>, Vec<LabelAction>), StorageError> {
    let others = transaction.object_store(PROJECT)?.get(JsValue::from(OTHERS))?.await?;
    let entries = transaction.object_store(LABELS)?.get_all(None, None)?.await?;
    let others = others.map(from_js).transpose()?.unwrap_or_default();
    Ok((others, entries.into_iter().map(from_js).collect::<Result<_, _>>()?))
}

async fn stored(store: &ObjectStore) -> Result<Option<Stored>, StorageError> {
    let Some(value) = store.get(JsValue::from(HEAD))?.await? else {
        return Ok(None);
    };
    let Version { schema } = from_js(value.clone())?;
    if !(1..=SCHEMA).contains(&schema) {
        return Err(unreadable(&format!(
            "it is of version {schema}, this page reads versions up to {SCHEMA}"
        )));
    }
    Ok(Some(from_js(value)?))
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
#[derive(Default)]
struct Buffers(Vec<(String, ArrayBuffer)>);

impl Buffers {
    /// Each piece is made in a task of its own, so that the page stutters for none of them.
    async fn add(&mut self, key: &str, bytes: &[u8]) {
        for (number, start) in (0..bytes.len().max(1)).step_by(PIECE).enumerate() {
            next_task().await;
            let piece = &bytes[start..bytes.len().min(start + PIECE)];
            self.0.push((key_of(key, number), to_buffer(piece)));
        }
    }
}

/// The bytes that [`Buffers::add`] was given under `key`, if any.
async fn whole(store: &ObjectStore, key: &str) -> Result<Option<Vec<u8>>, StorageError> {
    let Some(mut bytes) = buffer(store, key).await? else {
        return Ok(None);
    };
    let mut number = 1;
    while let Some(piece) = buffer(store, &key_of(key, number)).await? {
        bytes.extend(piece);
        number += 1;
    }
    Ok(Some(bytes))
}

/// Of the first piece it is the key itself.
fn key_of(key: &str, number: usize) -> String {
    match number {
        0 => key.to_owned(),
        _ => format!("{key}.{number}"),
    }
}
