//! Stores embeddings in this browser.
//! The cache has a separate database, so that clearing the cache cannot damage a project.
//!
//! The database has two object stores with the same keys: `model/checksum`, two hashes in hexadecimal.
//! `chunks` contains lists of embeddings in the format of [`embed::cache`](fastgas_embedding::cache).
//! `heads` contains the beginning of each chunk, which lists the chunk's texts.
//! A read opens only the chunks that contain a requested text, and verifies the checksum of each opened chunk.
//!
//! Embeddings from a file are stored in the namespace of the file's project (`model@project/checksum`).
//! The namespace keeps embeddings from a file separate from embeddings that the model computed on this machine.
//! Other projects do not use the embeddings of a file, because nothing proves that the model computed the embeddings.
//!
//! All embeddings of a protected project are stored encrypted in a separate namespace (`model#project/number`).
//! The key contains no checksum, because an unencrypted checksum of a text would confirm a guess of the text.

use std::collections::BTreeSet;

use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use idb::{KeyRange, Query};
use js_sys::Uint8Array;
use wasm_bindgen::JsValue;

use crate::at_rest::AtRest;
use crate::database::{Database, Durability, StorageError, bytes_of, js_buffer, unreadable};
use crate::project_db::check_protection;
use crate::project_id::ProjectId;
use crate::protection::random;
use fastgas_embedding::EmbeddingAssembler;
use fastgas_embedding::cache::{
    Chunk, ModelHash, TextHash, chunk_name, chunk_size, read_chunk, read_texts, write_chunk,
};
use fastgas_protocol::UnreadableReason;
use fastgas_protocol::transport::to_buffer;

const DATABASE: &str = "fastgas-embeddings";
const HEADS: &str = "heads";
const CHUNKS: &str = "chunks";

#[derive(Clone)]
pub struct Cache {
    database: Database,
    /// The project whose own embeddings the cache reads, in addition to the embeddings that all projects share.
    project: Option<AtRest>,
}

/// Number of unencrypted bytes before the encrypted beginning of a chunk.
/// The unencrypted bytes contain the number of texts and the number of bytes of the chunk.
const SIZES: usize = 16;

enum ChunkLocation {
    /// Embeddings that this machine computed, for all projects with the same texts.
    Common,
    /// Embeddings of this project, which no other project may use.
    Project(AtRest),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheSize {
    pub texts: u64,
    pub bytes: u64,
}

impl Cache {
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

    pub fn of(&self, project: AtRest) -> Cache {
        Cache {
            project: Some(project),
            ..self.clone()
        }
    }

    /// Reads the embeddings that `assembler` lacks from the cache, and passes them to `assembler`.
    /// `assembler` calls `put` with each new embedding. Damaged chunks are deleted from the cache.
    /// After an error, embeddings that were already read remain valid.
    pub async fn gather(
        &self,
        model: ModelHash,
        assembler: &mut EmbeddingAssembler,
        mut put: impl FnMut(usize, &[f32]),
    ) -> Result<(), StorageError> {
        let mut locations = vec![ChunkLocation::Common];
        if let Some(project) = &self.project {
            locations.push(ChunkLocation::Project(AtRest::plain(project.id())));
            if project.protection().is_some() {
                locations.push(ChunkLocation::Project(project.clone()));
            }
        }
        self.gather_from(locations, model, assembler, &mut put).await
    }

    /// Marks in `assembler` which embeddings the cache already contains.
    /// [`Cache::put_in_project`] does not store the marked embeddings again.
    /// For a protected project, only the encrypted embeddings of the project are marked.
    /// For other projects, the embeddings that all projects share are also marked.
    pub async fn find_kept(
        &self,
        project: &AtRest,
        model: ModelHash,
        assembler: &mut EmbeddingAssembler,
    ) -> Result<(), StorageError> {
        let own = ChunkLocation::Project(project.clone());
        let locations = match project.protection() {
            // A protected project marks only embeddings in its own encrypted chunks as used.
            // The unencrypted chunks belong to other projects or will be deleted.
            Some(_) => vec![own],
            None => vec![ChunkLocation::Common, own],
        };
        self.gather_from(locations, model, assembler, &mut |_, _| ()).await
    }

    async fn gather_from(
        &self,
        locations: Vec<ChunkLocation>,
        model: ModelHash,
        assembler: &mut EmbeddingAssembler,
        put: &mut impl FnMut(usize, &[f32]),
    ) -> Result<(), StorageError> {
        let mut damaged = Vec::new();
        for location in locations {
            for (key, head) in self.heads(&location.name(model)).await? {
                let head = location.read_head(&key, &head);
                let is_good = match head.as_deref().and_then(read_texts) {
                    Some(texts) if !texts.iter().any(|&text| assembler.wants(text)) => true,
                    Some(_) => {
                        let bytes = self.chunk(&location, &key).await;
                        let chunk = bytes.ok().and_then(|bytes| read_chunk(&bytes));
                        chunk.is_some_and(|chunk| assembler.take(&chunk, &mut *put))
                    }
                    None => false,
                };
                if !is_good {
                    damaged.push(key);
                }
            }
        }
        self.delete(damaged).await
    }

    async fn chunk(&self, location: &ChunkLocation, key: &str) -> Result<Vec<u8>, StorageError> {
        let buffer = {
            let transaction = self.database.read(&[CHUNKS])?;
            js_buffer(&transaction.object_store(CHUNKS)?, key).await?
        };
        let mut buffer = buffer.ok_or_else(|| unreadable(UnreadableReason::NoChunk))?;
        if let ChunkLocation::Project(project) = location {
            buffer = project.read_buffer(&[CHUNKS, key], buffer).await?;
        }
        Ok(Uint8Array::new(&buffer).to_vec())
    }

    /// Deletes all unencrypted chunks that contain any of the given texts, even if other projects use these chunks.
    /// Other projects that contain a given text have to embed the text again.
    /// Also deletes all unencrypted chunks in the namespace of `project`.
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

    pub async fn forget_protected(&self, project: &ProjectId) -> Result<(), StorageError> {
        let transaction = self.database.read(&[HEADS])?;
        let keys = transaction.object_store(HEADS)?.get_all_keys(None, None)?.await?;
        let own = format!("#{}/", project.text());
        let keys = keys.iter().filter_map(JsValue::as_string);
        self.delete(keys.filter(|key| key.contains(&own)).collect()).await
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

    /// The embeddings of a protected project are encrypted in the project's own namespace.
    /// The embeddings of other projects are stored in the namespace that all projects share.
    /// After an error, the stored data is unchanged.
    /// Returns [`StorageError::Locked`] if another tab has added, removed or changed the passphrase of the project.
    pub async fn put(&self, model: ModelHash, chunk: &Chunk) -> Result<(), StorageError> {
        if let Some(project) = &self.project {
            check_protection(project).await?;
        }
        let is_protected = |project: &&AtRest| project.protection().is_some();
        match self.project.as_ref().filter(is_protected) {
            Some(project) => self.put_at(ChunkLocation::Project(project.clone()), model, chunk).await,
            None => self.put_at(ChunkLocation::Common, model, chunk).await,
        }
    }

    /// Stores embeddings from a project file for this project only.
    /// The project file states that `model` computed the embeddings, but nothing proves this statement.
    pub async fn put_in_project(&self, project: &AtRest, model: ModelHash, chunk: &Chunk) -> Result<(), StorageError> {
        self.put_at(ChunkLocation::Project(project.clone()), model, chunk).await
    }

    async fn put_at(&self, location: ChunkLocation, model: ModelHash, chunk: &Chunk) -> Result<(), StorageError> {
        let n_texts = chunk.texts.len() as u64;
        let chunk = write_chunk(chunk);
        let head = &chunk[..chunk_size(&chunk).map_or(0, |size| size.head as usize)];
        let name = location.name(model);
        let (key, head, chunk) = match location {
            ChunkLocation::Project(project) if project.protection().is_some() => {
                // The key of an encrypted chunk is a random number.
                // If the key were a checksum of the chunk, a reader could check whether a guessed text is in the chunk.
                let number: [u8; 16] = random()?;
                let key = format!("{name}/{:032x}", u128::from_le_bytes(number));
                let sealed = project.bytes(&[HEADS, &key], head)?;
                let sizes = [n_texts, chunk.len() as u64].map(u64::to_le_bytes).concat();
                let chunk = project.buffer(&[CHUNKS, &key], &chunk).await?;
                (key, to_buffer(&[sizes, sealed].concat()), chunk)
            }
            _ => (
                format!("{name}/{}", chunk_name(&chunk)),
                to_buffer(head),
                to_buffer(&chunk),
            ),
        };
        let key = JsValue::from(key);
        self.database
            .write(&[HEADS, CHUNKS], Durability::Relaxed, async |transaction| {
                for (name, bytes) in [(HEADS, &head), (CHUNKS, &chunk)] {
                    transaction.object_store(name)?.put(bytes, Some(&key))?.await?;
                }
                Ok(())
            })
            .await
    }

    pub async fn size(&self) -> Result<CacheSize, StorageError> {
        let transaction = self.database.read(&[HEADS])?;
        let store = transaction.object_store(HEADS)?;
        let keys = store.get_all_keys(None, None)?.await?;
        let heads = store.get_all(None, None)?.await?;
        let mut sum = CacheSize::default();
        for (key, head) in keys.into_iter().zip(heads) {
            let is_protected = key.as_string().is_some_and(|key| key.contains('#'));
            let head = bytes_of(head).unwrap_or_default();
            let size = match is_protected {
                true => sizes_of(&head),
                false => read_texts(&head)
                    .map(|texts| texts.len() as u64)
                    .zip(chunk_size(&head).map(|size| size.bytes)),
            };
            let (texts, bytes) = size.unwrap_or_default();
            sum.texts += texts;
            sum.bytes += bytes;
        }
        Ok(sum)
    }

    pub async fn clear(&self) -> Result<(), StorageError> {
        self.database.clear(&[HEADS, CHUNKS], Durability::Relaxed).await
    }

    async fn heads(&self, location: &str) -> Result<Vec<(String, Vec<u8>)>, StorageError> {
        // All keys in the namespace begin with `location` followed by `/`.
        // The range of keys ends before `location` followed by `0`, because `0` is the next character after `/`.
        let (first, end) = (
            JsValue::from(format!("{location}/")),
            JsValue::from(format!("{location}0")),
        );
        let all = Query::from(KeyRange::bound(&first, &end, None, Some(true))?);
        let transaction = self.database.read(&[HEADS])?;
        let store = transaction.object_store(HEADS)?;
        let keys = store.get_all_keys(Some(all.clone()), None)?.await?;
        let heads = store.get_all(Some(all), None)?.await?;
        let entry = |(key, head): (JsValue, JsValue)| Some((key.as_string()?, bytes_of(head).unwrap_or_default()));
        Ok(keys.into_iter().zip(heads).filter_map(entry).collect())
    }
}

impl ChunkLocation {
    fn name(&self, model: ModelHash) -> String {
        match self {
            ChunkLocation::Common => model.to_string(),
            ChunkLocation::Project(project) => {
                let sign = if project.protection().is_some() { '#' } else { '@' };
                format!("{model}{sign}{}", project.id().text())
            }
        }
    }

    fn read_head(&self, key: &str, bytes: &[u8]) -> Option<Vec<u8>> {
        match self {
            ChunkLocation::Project(project) if project.protection().is_some() => {
                project.read_bytes(&[HEADS, key], bytes.get(SIZES..)?).ok()
            }
            _ => Some(bytes.to_vec()),
        }
    }
}

fn sizes_of(head: &[u8]) -> Option<(u64, u64)> {
    let (texts, rest) = head.split_first_chunk()?;
    let (bytes, _) = rest.split_first_chunk()?;
    Some((u64::from_le_bytes(*texts), u64::from_le_bytes(*bytes)))
}
