//! Writes the whole project in one transaction.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::ProjectDb;
use super::buffers::{Buffers, bytes_in_slices, hash};
use super::copy_log::PendingCopy;
use super::draft::stored_draft;
use super::head::{put_head, stored};
use super::label_log::{put_entry, put_seal, stored_seal};
use super::schema::{
    CELLS, DRAFT, EDGES, ENDS, FIRST_KEY, LABELS, ORIGINAL_OF, OTHERS, PART_OF, POSITIONS, PROJECT, StaticPart,
    StoredSeal, TRACE,
};
use super::stored_project::StoredProject;
use crate::at_rest::AtRest;
use crate::control::next_task;
use crate::database::{Durability, StorageError};
use fastgas_annotation::label::LogEntry;
use fastgas_annotation::ledger::Chain;
use fastgas_protocol::{bytes_of_f32, bytes_of_u32};

impl ProjectDb {
    /// Replaces the stored project, and also the label log if `log` is given.
    /// A kept log stays valid after texts were appended, because rows keep their indices.
    /// If the browser refuses the change, the stored data is unchanged.
    /// Returns [`StorageError::Unreadable`] if another version of the page stored the project in the database.
    /// The project of the other version stays in the database until [`ProjectDb::clear`].
    /// Returns [`StorageError::Locked`] if the project is protected and there is no key.
    /// Also returns [`StorageError::Locked`] if another tab has changed the passphrase.
    pub async fn save(&self, project: &StoredProject, log: Option<&[LogEntry]>) -> Result<(), StorageError> {
        if project.is_protected && self.at_rest.protection().is_none() {
            return Err(StorageError::Locked);
        }
        self.save_over(project, log, &self.at_rest).await
    }

    /// Like [`ProjectDb::save`], but replaces a project that is stored in the format `former` (plain or encrypted).
    pub(super) async fn save_over(
        &self,
        project: &StoredProject,
        log: Option<&[LogEntry]>,
        former: &AtRest,
    ) -> Result<(), StorageError> {
        // Yields to the event loop first, because the current task also updates the page.
        next_task().await;
        let (columns, cells, ends) = project.pool.as_parts();
        let ends = bytes_in_slices(ends).await;
        // The buffers are created before the transaction begins, because browsers commit idle transactions.
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
        if let Some(adjacency) = &project.adjacency {
            for (key, part) in EDGES.into_iter().zip(adjacency.parts()) {
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
        let frame = StaticPart {
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
                // Reading fails for a project of another version, so that such a project is not overwritten.
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
                    // An empty log belongs to a new project and gets a seal now.
                    // A log that an older version of the page wrote gets its seal with the next append.
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
            known.to_copy = Some(PendingCopy::All);
        }
        Ok(())
    }
}
