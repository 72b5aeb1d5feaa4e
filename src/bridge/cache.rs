//! The embeddings that this browser keeps, in a database of their own: to empty it can harm no project.
//!
//! Two object stores with the same keys, `model/checksum` in hexadecimal: `chunks` holds chunks as
//! [`embed::cache`](crate::embed::cache) writes them, `heads` the heads of those, so that only chunks of which
//! something is wanted are read. A chunk is always verified whole; a head only says where to look.

use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use idb::{KeyRange, Query};
use wasm_bindgen::JsValue;

use crate::bridge::database::{Database, Durability, StorageError, buffer, bytes_of};
use crate::embed::Gathering;
use crate::embed::cache::{Chunk, ModelHash, chunk_name, chunk_size, read_chunk, read_texts, write_chunk};
use crate::transport::to_buffer;

const DATABASE: &str = "fastgas-embeddings";
const HEADS: &str = "heads";
const CHUNKS: &str = "chunks";

/// The cache.
#[derive(Clone)]
pub struct Cache(Database);

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
        Ok(Cache(Database::open(builder).await?))
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
        for (key, head) in self.heads(model).await? {
            let is_good = match read_texts(&head) {
                Some(texts) if !texts.iter().any(|&text| gathering.wants(text)) => true,
                Some(_) => {
                    let transaction = self.0.read(&[CHUNKS])?;
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
        if damaged.is_empty() {
            return Ok(());
        }
        self.0
            .write(&[HEADS, CHUNKS], Durability::Relaxed, async |transaction| {
                for key in damaged {
                    for name in [HEADS, CHUNKS] {
                        transaction.object_store(name)?.delete(JsValue::from(&key))?.await?;
                    }
                }
                Ok(())
            })
            .await
    }

    /// Adds embeddings of `model`.
    ///
    /// # Errors
    /// [`StorageError::Refused`], as when the disk is full, with nothing changed.
    pub async fn put(&self, model: ModelHash, chunk: &Chunk) -> Result<(), StorageError> {
        let chunk = write_chunk(chunk);
        let head = chunk_size(&chunk).map_or(0, |size| size.head as usize);
        let key = JsValue::from(format!("{model}/{}", chunk_name(&chunk)));
        self.0
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
        let transaction = self.0.read(&[HEADS])?;
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
        self.0.clear(&[HEADS, CHUNKS], Durability::Relaxed).await
    }

    /// Key and head of every chunk of `model`.
    async fn heads(&self, model: ModelHash) -> Result<Vec<(String, Vec<u8>)>, StorageError> {
        // 0 is the letter after the slash.
        let (first, end) = (JsValue::from(format!("{model}/")), JsValue::from(format!("{model}0")));
        let all = Query::from(KeyRange::bound(&first, &end, None, Some(true))?);
        let transaction = self.0.read(&[HEADS])?;
        let store = transaction.object_store(HEADS)?;
        let keys = store.get_all_keys(Some(all.clone()), None)?.await?;
        let heads = store.get_all(Some(all), None)?.await?;
        let entry = |(key, head): (JsValue, JsValue)| Some((key.as_string()?, bytes_of(head).unwrap_or_default()));
        Ok(keys.into_iter().zip(heads).filter_map(entry).collect())
    }
}
