//! The embeddings that this browser keeps, in a database of their own: to empty it can harm no project.
//!
//! Two object stores with the same keys, `model/checksum` in hexadecimal: `chunks` holds chunks as
//! [`embed::cache`](fastgas_embedding::cache) writes them, `heads` the heads of those, so that only chunks of which
//! something is wanted are read. A chunk is always verified whole; a head only says where to look.
//!
//! What a file brought, rather than the model on this machine, stands on a shelf of the project that it came with
//! (`model@project/checksum`): no other project takes somebody's word for what the model would have made.

use std::collections::BTreeSet;

use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use idb::{KeyRange, Query};
use wasm_bindgen::JsValue;

use crate::database::{Database, Durability, StorageError, buffer, bytes_of};
use crate::project_id::ProjectId;
use fastgas_embedding::Gathering;
use fastgas_embedding::cache::{
    Chunk, ModelHash, TextHash, chunk_name, chunk_size, read_chunk, read_texts, write_chunk,
};
use fastgas_protocol::transport::to_buffer;

const DATABASE: &str = "fastgas-embeddings";
const HEADS: &str = "heads";
const CHUNKS: &str = "chunks";

/// The cache, as one project sees it.
#[derive(Clone)]
pub struct Cache {
    database: Database,
    /// Whose shelf is looked at beside what this machine has made.
    project: Option<ProjectId>,
}

/// How much is in the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheSize {
    /// Embeddings, of all models.
    pub texts: u64,
    /// Their bytes and those of their hashes.
    pub bytes: u64,
}

impl Cache {
    /// Opens the cache, making it when there is none.
    ///
    /// # Errors
    /// [`StorageError::Refused`], as when storage is turned off.
    pub async fn open() -> Result<Cache, StorageError> {
        let builder = DatabaseBuilder::new(DATABASE)
            .version(1)
            .add_object_store(ObjectStoreBuilder::new(HEADS))
            .add_object_store(ObjectStoreBuilder::new(CHUNKS));
        Ok(Cache {
            database: Database::open(builder).await?,
            project: None,
        })
    }

    /// With the shelf of this project.
    pub fn of(&self, project: ProjectId) -> Cache {
        Cache {
            project: Some(project),
            ..self.clone()
        }
    }

    /// Gives `gathering`, and through it `put`, what the cache has of `model` and is missing. Damaged chunks are
    /// deleted.
    ///
    /// # Errors
    /// [`StorageError::Refused`]; what was gathered before stays gathered.
    pub async fn gather(
        &self,
        model: ModelHash,
        gathering: &mut Gathering,
        mut put: impl FnMut(usize, &[f32]),
    ) -> Result<(), StorageError> {
        let mut damaged = Vec::new();
        let mut heads = self.heads(&model.to_string()).await?;
        if let Some(project) = &self.project {
            heads.extend(self.heads(&shelf(model, project)).await?);
        }
        for (key, head) in heads {
            let is_good = match read_texts(&head) {
                Some(texts) if !texts.iter().any(|&text| gathering.wants(text)) => true,
                Some(_) => {
                    let transaction = self.database.read(&[CHUNKS])?;
                    let bytes = buffer(&transaction.object_store(CHUNKS)?, &key).await;
                    let chunk = bytes.ok().flatten().and_then(|bytes| read_chunk(&bytes));
                    chunk.is_some_and(|chunk| gathering.take(&chunk, &mut put))
                }
                None => false,
            };
            if !is_good {
                damaged.push(key);
            }
        }
        self.delete(damaged).await
    }

    /// Deletes whatever is kept of any of these texts, and the shelf of the project: of whoever else has such a text it is made
    /// again.
    ///
    /// # Errors
    /// [`StorageError::Refused`].
    pub async fn forget(&self, texts: &BTreeSet<TextHash>, project: &ProjectId) -> Result<(), StorageError> {
        let transaction = self.database.read(&[HEADS])?;
        let store = transaction.object_store(HEADS)?;
        let keys = store.get_all_keys(None, None)?.await?;
        let heads = store.get_all(None, None)?.await?;
        let own = format!("@{}/", project.text());
        let is_theirs = |(key, head): (JsValue, JsValue)| {
            let key = key.as_string()?;
            let kept = bytes_of(head).and_then(|head| read_texts(&head)).unwrap_or_default();
            (key.contains(&own) || kept.iter().any(|text| texts.contains(text))).then_some(key)
        };
        let theirs = keys.into_iter().zip(heads).filter_map(is_theirs).collect();
        self.delete(theirs).await
    }

    async fn delete(&self, keys: Vec<String>) -> Result<(), StorageError> {
        if keys.is_empty() {
            return Ok(());
        }
        self.database
            .write(&[HEADS, CHUNKS], Durability::Relaxed, async |transaction| {
                for key in keys {
                    for name in [HEADS, CHUNKS] {
                        transaction.object_store(name)?.delete(JsValue::from(&key))?.await?;
                    }
                }
                Ok(())
            })
            .await
    }

    /// Adds embeddings that `model` made here.
    ///
    /// # Errors
    /// [`StorageError::Refused`], as when the disk is full, with nothing changed.
    pub async fn put(&self, model: ModelHash, chunk: &Chunk) -> Result<(), StorageError> {
        self.put_at(&model.to_string(), chunk).await
    }

    /// Puts embeddings that came with a file, and that `model` made as that says, on the shelf of the project.
    ///
    /// # Errors
    /// As [`Cache::put`].
    pub async fn put_on_shelf(&self, project: &ProjectId, model: ModelHash, chunk: &Chunk) -> Result<(), StorageError> {
        self.put_at(&shelf(model, project), chunk).await
    }

    async fn put_at(&self, place: &str, chunk: &Chunk) -> Result<(), StorageError> {
        let chunk = write_chunk(chunk);
        let head = chunk_size(&chunk).map_or(0, |size| size.head as usize);
        let key = JsValue::from(format!("{place}/{}", chunk_name(&chunk)));
        self.database
            .write(&[HEADS, CHUNKS], Durability::Relaxed, async |transaction| {
                for (name, bytes) in [(HEADS, &chunk[..head]), (CHUNKS, &chunk)] {
                    transaction
                        .object_store(name)?
                        .put(&to_buffer(bytes), Some(&key))?
                        .await?;
                }
                Ok(())
            })
            .await
    }

    /// How much is in it.
    ///
    /// # Errors
    /// [`StorageError::Refused`].
    pub async fn size(&self) -> Result<CacheSize, StorageError> {
        let transaction = self.database.read(&[HEADS])?;
        let heads = transaction.object_store(HEADS)?.get_all(None, None)?.await?;
        let mut sum = CacheSize::default();
        for head in heads.into_iter().filter_map(bytes_of) {
            if let (Some(texts), Some(size)) = (read_texts(&head), chunk_size(&head)) {
                sum.texts += texts.len() as u64;
                sum.bytes += size.bytes;
            }
        }
        Ok(sum)
    }

    /// Deletes everything.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
    pub async fn clear(&self) -> Result<(), StorageError> {
        self.database.clear(&[HEADS, CHUNKS], Durability::Relaxed).await
    }

    /// Key and head of every chunk in this place.
    async fn heads(&self, place: &str) -> Result<Vec<(String, Vec<u8>)>, StorageError> {
        // 0 is the letter after the slash.
        let (first, end) = (JsValue::from(format!("{place}/")), JsValue::from(format!("{place}0")));
        let all = Query::from(KeyRange::bound(&first, &end, None, Some(true))?);
        let transaction = self.database.read(&[HEADS])?;
        let store = transaction.object_store(HEADS)?;
        let keys = store.get_all_keys(Some(all.clone()), None)?.await?;
        let heads = store.get_all(Some(all), None)?.await?;
        let entry = |(key, head): (JsValue, JsValue)| Some((key.as_string()?, bytes_of(head).unwrap_or_default()));
        Ok(keys.into_iter().zip(heads).filter_map(entry).collect())
    }
}

fn shelf(model: ModelHash, project: &ProjectId) -> String {
    format!("{model}@{}", project.text())
}
