//! The large buffers of a project, which are stored in pieces.

use std::hash::Hasher;

use fnv::FnvHasher;
use idb::ObjectStore;
use js_sys::{ArrayBuffer, Uint8Array};

use super::schema::PROJECT;
use crate::at_rest::AtRest;
use crate::control::next_task;
use crate::database::{StorageError, js_buffer};
use fastgas_cipher::OVERHEAD;
use fastgas_protocol::bytes_of_u32;

/// Number of bytes that are processed in one task.
/// Longer buffers are stored in pieces, because the browser copies each value synchronously.
pub(super) const CHUNK_BYTES: usize = 4 << 20;

pub(super) struct Buffers<'a> {
    at_rest: &'a AtRest,
    pub(super) buffers: Vec<(String, ArrayBuffer)>,
}

impl Buffers<'_> {
    pub(super) fn new(at_rest: &AtRest) -> Buffers<'_> {
        Buffers {
            at_rest,
            buffers: Vec::new(),
        }
    }

    /// Adds the bytes in pieces, each in a separate task, so that the page stays responsive.
    pub(super) async fn add(&mut self, key: &str, bytes: &[u8]) -> Result<(), StorageError> {
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

pub(super) struct Pieces {
    key: &'static str,
    pieces: Vec<ArrayBuffer>,
}

impl Pieces {
    pub(super) async fn read(store: &ObjectStore, key: &'static str) -> Result<Pieces, StorageError> {
        let mut pieces = Vec::new();
        while let Some(piece) = js_buffer(store, &key_of(key, pieces.len())).await? {
            pieces.push(piece);
        }
        Ok(Pieces { key, pieces })
    }

    /// Joins the pieces of a buffer. Returns `None` if no piece is stored.
    /// A piece that cannot be decrypted is replaced with bytes that are not valid UTF-8.
    /// The cells of a replaced piece are therefore reported as unreadable.
    pub(super) async fn whole(self, at_rest: &AtRest) -> Option<Vec<u8>> {
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

/// A 64-bit hash detects accidental changes, not attacks.
pub(super) async fn hash(columns: &[String], cells: &[u8], ends: &[u8]) -> u64 {
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
pub(super) async fn bytes_in_slices(numbers: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size_of_val(numbers));
    for piece in numbers.chunks(CHUNK_BYTES / size_of::<u32>()) {
        next_task().await;
        bytes.extend_from_slice(&bytes_of_u32(piece));
    }
    bytes
}
