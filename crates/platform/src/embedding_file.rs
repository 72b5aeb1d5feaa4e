//! Embeddings that the user supplies in a .npy file or in a column of the file with the texts.
//! The embeddings are stored in a separate database, like the files of the user's encoder.
//!
//! The database has one object store. The key `head` holds a description of the file.
//! The keys 0, 1, 2 and so on hold the embeddings. Each key holds the embeddings of consecutive rows.
//! Because the rows are divided into pieces, reading and writing do not block the page.

use std::collections::VecDeque;
use std::ops::Range;
use std::slice;

use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use js_sys::{Array, ArrayBuffer, Function, Reflect, Uint8Array};
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

use crate::at_rest::AtRest;
use crate::custom_encoder_db::EncoderName;
use crate::database::{Database, Durability, StorageError, buffer_of, unreadable};
use crate::embedding_rows::Rows;
use crate::project_db::check_protection;
use crate::workers::{Workers, unexpected};
use fastgas_data::RejectedRow;
use fastgas_embedding::cache::FileHasher;
use fastgas_embedding::npy::{HEADER_BYTES, NpyHeader, Order, rows_of_pool};
use fastgas_embedding::{EmbeddingsError, NpyReason};
use fastgas_protocol::{Error, FileReason, UnreadableReason, WorkerError};

pub(super) const DATABASE: &str = "fastgas-embedding-file";
const EMBEDDINGS: &str = "embeddings";
const HEAD: &str = "head";

const CHUNK_BYTES: u64 = 4 << 20;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmbeddingFile {
    pub name: String,
    pub hash: String,
    pub rows: u32,
    pub dimensions: u32,
    /// Number of unused rows in the user's file: rows whose texts are not in the pool.
    #[serde(default)]
    pub passed_over: u32,
    /// Name of the column that contains the embeddings, if they are in the file with the texts. `None` for a .npy file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
}

impl EmbeddingFile {
    /// True if both files give the pool the same embeddings. Unused rows may differ.
    pub fn has_rows_of(&self, other: &EmbeddingFile) -> bool {
        let of = |file: &EmbeddingFile| (file.hash.clone(), file.rows, file.dimensions);
        of(self) == of(other)
    }

    /// Describes the file as an encoder, for code that expects the name of an encoder.
    pub fn made_by(&self) -> EncoderName {
        EncoderName {
            hash: Some(self.hash.clone()),
            name: self.name.clone(),
        }
    }
}

/// Reads a .npy file that has one row for each of the pool's `n` texts.
/// The file may also have rows for the texts in `left_out`, which are not in the pool.
/// A worker normalizes the rows to unit vectors. `on_event` receives the fraction that has been read, from 0 to 1.
/// Returns [`EmbeddingsError::Npy`] if the file is not a .npy file of embeddings.
/// Also returns any error from [`rows_of_pool`].
/// Returns [`EmbeddingsError::BadRow`] for a row that cannot be normalized.
/// Returns [`WorkerError::File`] if the file cannot be read, for example because it has changed.
pub async fn read_embeddings(
    workers: &Workers,
    file: &Blob,
    name: String,
    (n, left_out): (usize, &[RejectedRow]),
    mut on_event: impl FnMut(f64),
) -> Result<(EmbeddingFile, Rows), WorkerError> {
    let bytes = file.size() as u64;
    let first = 0..bytes.min(HEADER_BYTES as u64);
    let beginning = read(file, slice::from_ref(&first)).await?;
    let header = NpyHeader::read(&Uint8Array::new(&beginning).to_vec(), bytes).map_err(Error::from)?;
    let kept = rows_of_pool(header.rows, n as u64, left_out).map_err(Error::from)?;
    let dimensions = header.columns as usize;
    let bytes = (n as u64).saturating_mul(header.columns).saturating_mul(4);
    let no_memory = || EmbeddingsError::Npy {
        reason: NpyReason::NoMemory {
            megabytes: bytes / 1_000_000,
        },
    };
    let whole = new_buffer(bytes).ok_or_else(no_memory).map_err(Error::from)?;
    let whole = Uint8Array::new(&whole);
    let mut hasher = FileHasher::default();
    let mut done = 0;
    for rows in kept.into_iter().flat_map(|kept| pieces(kept, header.row_bytes())) {
        let mut piece = read(file, &header.ranges(rows.clone())).await?;
        if header.order == Order::Columns {
            let turned = header.by_rows(Uint8Array::new(&piece).to_vec());
            piece = Uint8Array::from(&turned[..]).buffer();
        }
        let first_row = rows.start as u32;
        let vectors = workers
            .normalize(piece, first_row, dimensions as u32, header.float)
            .await?;
        hasher = hasher.update(&vectors);
        if vectors.len() as u64 != (rows.end - rows.start) * header.columns * 4 {
            return Err(unexpected());
        }
        let start = (done * header.columns * 4) as u32;
        whole.subarray(start, start + vectors.len() as u32).copy_from(&vectors);
        done += rows.end - rows.start;
        on_event(done as f64 / n as f64);
    }
    let given = EmbeddingFile {
        name,
        hash: hasher.to_string(),
        rows: n as u32,
        dimensions: dimensions as u32,
        passed_over: (header.rows - n as u64) as u32,
        column: None,
    };
    let buffer = whole.buffer();
    Ok((given, Rows { buffer, n, dimensions }))
}

#[derive(Clone)]
pub struct EmbeddingDb {
    database: Database,
    at_rest: AtRest,
}

impl EmbeddingDb {
    pub async fn open(at_rest: &AtRest) -> Result<EmbeddingDb, StorageError> {
        let builder = DatabaseBuilder::new(&at_rest.id().database(DATABASE))
            .version(1)
            .add_object_store(ObjectStoreBuilder::new(EMBEDDINGS));
        Ok(EmbeddingDb {
            database: Database::open(builder).await?,
            at_rest: at_rest.clone(),
        })
    }

    /// After an error, the stored data is unchanged.
    pub async fn put(&self, file: &EmbeddingFile, rows: &Rows) -> Result<(), StorageError> {
        check_protection(&self.at_rest).await?;
        self.replace(file, rows).await
    }

    /// Like [`EmbeddingDb::put`], but writes also while the protection of the project changes.
    async fn replace(&self, file: &EmbeddingFile, rows: &Rows) -> Result<(), StorageError> {
        let head = self.at_rest.value(&[EMBEDDINGS, HEAD], file)?;
        let slice = |piece: Range<u64>| rows.slice(&(piece.start as u32..piece.end as u32));
        let mut sealed = VecDeque::new();
        if self.at_rest.protection().is_some() {
            // The pieces are encrypted before the transaction begins, because browsers commit idle transactions.
            for (key, piece) in (0u32..).zip(pieces_of(file)) {
                let bytes = Uint8Array::new(&slice(piece)).to_vec();
                sealed.push_back(self.at_rest.buffer(&[EMBEDDINGS, &key.to_string()], &bytes).await?);
            }
        }
        self.database
            .write(&[EMBEDDINGS], Durability::Relaxed, async |transaction| {
                let store = transaction.object_store(EMBEDDINGS)?;
                store.clear()?.await?;
                for (key, piece) in (0u32..).zip(pieces_of(file)) {
                    let piece = sealed.pop_front().unwrap_or_else(|| slice(piece));
                    store.put(&piece, Some(&key.into()))?.await?;
                }
                store.put(&head, Some(&HEAD.into()))?.await?;
                Ok(())
            })
            .await
    }

    async fn stored(&self) -> Result<Option<EmbeddingFile>, StorageError> {
        let transaction = self.database.read(&[EMBEDDINGS])?;
        let head = transaction.object_store(EMBEDDINGS)?.get(JsValue::from(HEAD))?.await?;
        let head = head.map(|head| self.at_rest.read_value(&[EMBEDDINGS, HEAD], head));
        head.transpose()
    }

    /// Moves the embeddings to `other`, the store of the same project in the other format (plain or encrypted).
    /// Does nothing if the embeddings already have this format. After an error, the stored data is unchanged.
    pub async fn move_to(&self, other: &EmbeddingDb) -> Result<(), StorageError> {
        match self.stored().await {
            Ok(Some(file)) => other.replace(&file, &self.get(&file).await?).await,
            Ok(None) | Err(StorageError::Unreadable { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    pub async fn get(&self, file: &EmbeddingFile) -> Result<Rows, StorageError> {
        if self.stored().await?.as_ref() != Some(file) {
            return Err(unreadable(UnreadableReason::NoRows {
                file: file.name.clone(),
            }));
        }
        let row_bytes = u64::from(file.dimensions) * 4;
        let bytes = u64::from(file.rows) * row_bytes;
        let no_memory = || {
            unreadable(UnreadableReason::NoMemory {
                megabytes: bytes / 1_000_000,
            })
        };
        let whole = new_buffer(bytes).ok_or_else(no_memory)?;
        let whole = Uint8Array::new(&whole);
        for (key, piece) in (0u32..).zip(pieces_of(file)) {
            let incomplete = || {
                unreadable(UnreadableReason::IncompleteRows {
                    file: file.name.clone(),
                })
            };
            let read = {
                let transaction = self.database.read(&[EMBEDDINGS])?;
                buffer_of(&transaction.object_store(EMBEDDINGS)?, key.into()).await?
            };
            let location = [EMBEDDINGS, &key.to_string()];
            let read = self
                .at_rest
                .read_buffer(&location, read.ok_or_else(incomplete)?)
                .await?;
            if u64::from(read.byte_length()) != (piece.end - piece.start) * row_bytes {
                return Err(incomplete());
            }
            whole.set(&Uint8Array::new(&read), (piece.start * row_bytes) as u32);
        }
        Ok(Rows {
            buffer: whole.buffer(),
            n: file.rows as usize,
            dimensions: file.dimensions as usize,
        })
    }

    pub async fn clear(&self) -> Result<(), StorageError> {
        self.database.clear(&[EMBEDDINGS], Durability::Relaxed).await
    }
}

fn pieces(Range { start, end }: Range<u64>, row_bytes: u64) -> impl Iterator<Item = Range<u64>> {
    let step = (CHUNK_BYTES / row_bytes.max(1)).max(1);
    let first = move |piece| start + piece * step;
    (0..(end - start).div_ceil(step)).map(move |piece| first(piece)..end.min(first(piece + 1)))
}

fn pieces_of(file: &EmbeddingFile) -> impl Iterator<Item = Range<u64>> {
    pieces(0..file.rows.into(), u64::from(file.dimensions) * 4)
}

async fn read(file: &Blob, ranges: &[Range<u64>]) -> Result<ArrayBuffer, WorkerError> {
    let read = async {
        let pieces = Array::new();
        for range in ranges {
            let piece = file.slice_with_f64_and_f64(range.start as f64, range.end as f64)?;
            pieces.push(&piece);
        }
        // A single `Blob` of all byte ranges needs only one read operation.
        let pieces = Blob::new_with_blob_sequence(&pieces)?;
        JsFuture::from(pieces.array_buffer()).await
    };
    let read = read.await.map_err(|reason| WorkerError::File {
        reason: FileReason::Browser(reason.into()),
    })?;
    Ok(read.unchecked_into())
}

pub(super) fn new_buffer(bytes: u64) -> Option<ArrayBuffer> {
    let made = Reflect::get(&js_sys::global(), &"ArrayBuffer".into()).and_then(|constructor| {
        Reflect::construct(
            constructor.unchecked_ref::<Function>(),
            &Array::of1(&(bytes as f64).into()),
        )
    });
    // Rejects a buffer that is too large for 32-bit offsets.
    match made {
        Ok(buffer) if bytes <= u32::MAX.into() => Some(buffer.unchecked_into()),
        _ => None,
    }
}
