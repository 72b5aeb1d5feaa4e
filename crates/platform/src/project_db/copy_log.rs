//! Updates the second copy of the label log ([`log_copy`](crate::log_copy)).

use super::ProjectDb;
use super::label_log::{StoredLog, stored_log};
use super::schema::{LABELS, PROJECT};
use crate::database::StorageError;
use crate::log_copy::{LogCopy, delete_log_copy};
use fastgas_annotation::label::LogEntry;

pub(super) enum PendingCopy {
    All,
    Behind(u32, Vec<LogEntry>),
}

impl ProjectDb {
    pub fn has_to_copy(&self) -> bool {
        self.known.borrow().to_copy.is_some()
    }

    /// Fails with the error from the browser, for example if there is no private file system or the disk is full.
    /// Returns [`StorageError::Locked`] if another tab has added, removed or changed the passphrase.
    pub async fn copy_log(&self) -> Result<(), StorageError> {
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
            let (extends, entries) = match to_copy {
                PendingCopy::Behind(at, entries) if fits(at) => (true, entries),
                PendingCopy::Behind(0, entries) => (false, entries),
                PendingCopy::Behind(..) | PendingCopy::All => (false, self.log_on_disk().await?),
            };
            self.check_protection().await?;
            match extends {
                true => copy.extend(&entries).await?,
                false => copy.replace(generation, &entries).await?,
            }
            Ok(())
        };
        let copied: Result<(), StorageError> = copied.await;
        if copied.is_err() {
            // The content of the copy is unknown after the error, so the next call rewrites the copy.
            *slot = None;
            self.known.borrow_mut().to_copy = Some(PendingCopy::All);
        }
        copied
    }

    /// Rewrites the second copy. Deletes the second copy if it cannot be rewritten, for example on a full disk.
    /// Returns [`StorageError::Locked`] if another tab has added, removed or changed the passphrase.
    pub async fn rewrite_log_copy(&self) -> Result<(), StorageError> {
        self.known.borrow_mut().to_copy = Some(PendingCopy::All);
        match self.copy_log().await {
            Err(StorageError::Locked) => Err(StorageError::Locked),
            Err(_) => Ok(delete_log_copy(self.at_rest.id()).await?),
            Ok(()) => Ok(()),
        }
    }

    async fn log_on_disk(&self) -> Result<Vec<LogEntry>, StorageError> {
        let read = async {
            let transaction = self.database.read(&[PROJECT, LABELS])?;
            stored_log(&self.at_rest, &self.database, &transaction).await
        };
        let StoredLog { kept, .. } = read.await?;
        // Log entries that are written during this read are copied twice, which has no effect.
        Ok(kept.into_iter().map_while(|kept| Some(kept?.entry)).collect())
    }
}
