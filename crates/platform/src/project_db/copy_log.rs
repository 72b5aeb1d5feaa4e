//! Updates the second copy of the label log ([`log_copy`](crate::log_copy)).

use super::ProjectDb;
use super::label_log::{StoredLog, stored_log};
use super::schema::{LABELS, PROJECT};
use crate::database::Refusal;
use crate::log_copy::LogCopy;
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
}
