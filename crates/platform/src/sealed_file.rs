//! Encrypted project files in the format of [`fastgas_cipher`]. The browser encrypts and decrypts the files in pieces.

use futures::future::LocalBoxFuture;
use js_sys::{Array, ArrayBuffer, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

use crate::control::next_task;
use crate::database::StorageError;
use crate::language_model::Secret;
use crate::protection::{Protection, ProtectionError};
use fastgas_cipher::{
    FILE_CHUNK_BYTES, FILE_MAGIC, FileBeginning, begin_file, chunks_of_file, piece_place, read_beginning,
};
use fastgas_data::{LoadError, ProjectReason, SealReason};
use fastgas_protocol::{Error, FileReason, Refusal, UnreadableReason, WorkerError};

/// Maximum size of an encrypted file's header, in bytes.
const MAX_HEADER_BYTES: f64 = 70_000.0;

/// An encrypted file whose passphrase the user has not entered yet.
#[derive(Clone)]
pub struct SealedFile {
    file: Blob,
    beginning: FileBeginning,
}

impl SealedFile {
    /// Returns `None` if the file is not encrypted.
    /// Returns [`LoadError::Damaged`] if the header of the file is damaged.
    pub async fn of(file: &Blob) -> Result<Option<SealedFile>, WorkerError> {
        let bytes = read(file, 0.0, MAX_HEADER_BYTES).await?;
        let bytes = Uint8Array::new(&bytes).to_vec();
        if !bytes.starts_with(FILE_MAGIC) {
            return Ok(None);
        }
        let beginning = read_beginning(&bytes).ok_or_else(|| damaged(SealReason::Header))?;
        Ok(Some(SealedFile {
            file: file.clone(),
            beginning,
        }))
    }

    pub async fn unlock(&self, passphrase: &Secret) -> Result<Protection, ProtectionError> {
        Protection::unlock(&self.beginning.header, passphrase).await
    }

    /// Returns [`LoadError::Damaged`] if the encrypted file is damaged.
    pub async fn opened(&self, protection: &Protection) -> Result<Blob, WorkerError> {
        let whole = Array::new();
        for piece in chunks_of_file(self.beginning.start, self.file.size() as u64) {
            next_task().await;
            let sealed = read(&self.file, piece.range.start as f64, piece.range.end as f64).await?;
            let plain = protection.open_large(&piece.place, &sealed).await;
            let plain = plain.map_err(|error| match error {
                StorageError::Unreadable {
                    reason: UnreadableReason::Sealed(reason),
                } => damaged(reason),
                error => WorkerError::File {
                    reason: FileReason::Stored(error.into()),
                },
            });
            whole.push(&plain?.into());
        }
        Blob::new_with_buffer_source_sequence(&whole).map_err(unreadable)
    }
}

pub(super) struct Sealing {
    protection: Protection,
    /// The pieces of the file in order, which the browser encrypts in the background.
    pieces: Vec<LocalBoxFuture<'static, Result<ArrayBuffer, StorageError>>>,
}

impl Sealing {
    pub fn begin(protection: Protection) -> Sealing {
        Sealing {
            protection,
            pieces: Vec::new(),
        }
    }

    fn put(&mut self, bytes: &[u8], is_last: bool) {
        let place = piece_place(self.pieces.len() as u64, is_last);
        let sealed = self.protection.seal_large(&place, bytes);
        self.pieces.push(Box::pin(sealed));
    }

    /// Removes all complete pieces from `bytes` and encrypts the removed pieces.
    /// The last bytes stay in `bytes`, because the final piece is known only at the end of the file.
    pub fn take_from(&mut self, bytes: &mut Vec<u8>) {
        let whole = bytes.len().saturating_sub(1) / FILE_CHUNK_BYTES * FILE_CHUNK_BYTES;
        for piece in bytes[..whole].chunks(FILE_CHUNK_BYTES) {
            self.put(piece, false);
        }
        bytes.drain(..whole);
    }

    /// Encrypts `rest` as the final piece. `rest` contains the bytes that [`Sealing::take_from`] left.
    pub async fn end(mut self, rest: &[u8]) -> Result<Array, Refusal> {
        self.put(rest, true);
        let header = Uint8Array::from(&begin_file(self.protection.header())[..]);
        let blobs = Array::of1(&*Blob::new_with_u8_array_sequence(&Array::of1(&header))?);
        for piece in self.pieces {
            let sealed = piece.await.map_err(StorageError::into_refusal)?;
            blobs.push(&*Blob::new_with_buffer_source_sequence(&Array::of1(&sealed))?);
        }
        Ok(blobs)
    }
}

async fn read(file: &Blob, start: f64, end: f64) -> Result<ArrayBuffer, WorkerError> {
    let piece = file.slice_with_f64_and_f64(start, end).map_err(unreadable)?;
    let buffer = JsFuture::from(piece.array_buffer()).await.map_err(unreadable)?;
    Ok(ArrayBuffer::from(buffer))
}

fn unreadable(reason: JsValue) -> WorkerError {
    WorkerError::File {
        reason: FileReason::Browser(reason.into()),
    }
}

fn damaged(reason: SealReason) -> WorkerError {
    let reason = ProjectReason::Sealed(reason);
    Error::from(LoadError::Damaged { reason }).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_loader_reports_protected_file() {
        let file = [&FILE_MAGIC[..], &[0; 60]].concat();
        assert_eq!(fastgas_data::load(&file).err(), Some(LoadError::Protected));
    }
}
