//! Reads and writes the head of a project: a small value that describes all other values of the project.
//! The head of a protected project is encrypted, in an unencrypted wrapper.

use idb::{ObjectStore, Transaction};
use js_sys::Reflect;
use wasm_bindgen::JsValue;

use super::ProjectDb;
use super::schema::{
    HEAD, HEAD_COPY, PROJECT, PROTECTED, PROTECTED_SCHEMA, ProtectedHead, SCHEMA, SEALED, Stored, Version,
};
use super::stored_project::ProjectHeader;
use crate::at_rest::AtRest;
use crate::database::{Durability, Refusal, StorageError, unreadable};
use crate::protection::Protection;
use fastgas_cipher::Header;
use fastgas_protocol::UnreadableReason;
use fastgas_protocol::transport::{from_js, to_js};

impl ProjectDb {
    /// Writes only the head of the project and its copy, which are both small.
    /// If this page has read or written an unprotected project before, the requests reach the browser immediately.
    /// Returns [`StorageError::Refused`] if the browser refuses, or if no project is stored.
    /// Returns [`StorageError::Locked`] if another tab has added, removed or changed the passphrase.
    pub async fn save_head(&self, head: &ProjectHeader) -> Result<(), StorageError> {
        let frame = self.known.borrow().frame.clone();
        let Some(frame) = frame else {
            return self.change_head(|stored| head.clone_into(stored)).await;
        };
        let is_unfinished = self.known.borrow().is_unfinished;
        let value = self.head_to_store(&frame.with(head), is_unfinished)?;
        self.write_unless_locked(&[PROJECT], |transaction| {
            put_head(&transaction.object_store(PROJECT)?, &value)
        })
        .await
    }

    /// Executes the requests of `ask` in one transaction. `stores` must contain [`PROJECT`].
    /// The requests for an unprotected project reach the browser immediately.
    /// For a protected project, the transaction first reads the head, which takes about a millisecond.
    /// Returns [`StorageError::Locked`] and writes nothing if another tab has added, removed or changed the passphrase.
    async fn write_unless_locked(
        &self,
        stores: &[&str],
        ask: impl FnOnce(&Transaction) -> Result<(), StorageError>,
    ) -> Result<(), StorageError> {
        if self.at_rest.protection().is_none() {
            return self.write_at_once(stores, ask).await;
        }
        self.database
            .write(stores, Durability::Strict, async |transaction| {
                match has_own_project(&self.at_rest, &transaction.object_store(PROJECT)?).await? {
                    true => ask(transaction),
                    false => Err(StorageError::Refused {
                        reason: Refusal::NoProject,
                    }),
                }
            })
            .await
    }

    /// Executes the requests of `ask` in one transaction. `stores` must contain [`PROJECT`].
    /// The requests reach the browser immediately, so that the values are stored even if the tab closes.
    /// Returns [`StorageError::Locked`] and writes nothing if the project is protected, but this page does not know the key.
    /// Does not notice a changed passphrase. The changed passphrase protects the same key, so the values can still be read.
    pub(super) async fn write_at_once(
        &self,
        stores: &[&str],
        ask: impl FnOnce(&Transaction) -> Result<(), StorageError>,
    ) -> Result<(), StorageError> {
        let is_plain = self.at_rest.protection().is_none();
        let written = self
            .database
            .write_at_once(stores, Durability::Strict, |transaction| {
                if is_plain {
                    abort_if_protected(&transaction.object_store(PROJECT)?)?;
                }
                ask(transaction)
            })
            .await;
        let Err(error) = written else { return Ok(()) };
        // The error does not tell why the transaction was aborted.
        match self.check_protection().await {
            Err(StorageError::Locked) => Err(StorageError::Locked),
            _ => Err(error),
        }
    }

    /// Every write of project data outside the project database must call this function immediately before the write.
    /// A transaction cannot span two databases, so a change between this check and the write is not noticed.
    /// Returns [`StorageError::Locked`] if another tab has added, removed or changed the passphrase.
    /// Succeeds if no project is stored.
    pub(super) async fn check_protection(&self) -> Result<(), StorageError> {
        let transaction = self.database.read(&[PROJECT])?;
        has_own_project(&self.at_rest, &transaction.object_store(PROJECT)?)
            .await
            .map(drop)
    }

    async fn change_head(&self, change: impl FnOnce(&mut ProjectHeader)) -> Result<(), StorageError> {
        self.database
            .write(&[PROJECT], Durability::Strict, async |transaction| {
                let store = transaction.object_store(PROJECT)?;
                let stored = stored(&self.at_rest, &store).await?;
                let (mut value, is_unfinished) = stored.ok_or(StorageError::Refused {
                    reason: Refusal::NoProject,
                })?;
                change(&mut value.head);
                value.schema = SCHEMA;
                let value = self.head_to_store(&value, is_unfinished)?;
                put_head(&store, &value)?;
                Ok(())
            })
            .await
    }

    pub(super) fn head_to_store(&self, stored: &Stored, is_unfinished: bool) -> Result<JsValue, StorageError> {
        let sealed = self.at_rest.value(&[PROJECT, HEAD], stored)?;
        let Some(protection) = self.at_rest.protection() else {
            return Ok(sealed);
        };
        // JSON cannot represent some numbers. Reading the value again ensures that no unreadable value is written.
        self.at_rest.read_value::<Stored>(&[PROJECT, HEAD], sealed.clone())?;
        let value = to_js(&ProtectedHead {
            schema: PROTECTED_SCHEMA,
            protection: protection.header().clone(),
            name: stored.head.file_name.clone(),
            is_unfinished,
        })?;
        // The result is ignored, because setting a property of a new object cannot fail.
        let _ = Reflect::set(&value, &SEALED.into(), &sealed);
        Ok(value)
    }

    /// Returns the parameters for deriving the key of the project from its passphrase, and the name of the project.
    /// An unprotected project has no header.
    pub async fn header(&self) -> Result<Option<(Header, String)>, StorageError> {
        let transaction = self.database.read(&[PROJECT])?;
        let head = read_head(&transaction.object_store(PROJECT)?, protected_head).await?;
        Ok(head.flatten().map(|head| (head.protection, head.name)))
    }

    /// Changes the unencrypted part of the head. The passphrase is not needed.
    /// Returns `false` and changes nothing if the project is unprotected, or if no project is stored.
    async fn change_protected_head(
        &self,
        change: impl FnOnce(&mut ProtectedHead) -> Result<(), StorageError>,
    ) -> Result<bool, StorageError> {
        self.database
            .write(&[PROJECT], Durability::Strict, async |transaction| {
                let store = transaction.object_store(PROJECT)?;
                let read = |value: &JsValue| Ok(protected_head(value)?.zip(Reflect::get(value, &SEALED.into()).ok()));
                let Some((mut head, sealed)) = read_head(&store, read).await?.flatten() else {
                    return Ok(false);
                };
                change(&mut head)?;
                let changed = to_js(&head)?;
                let _ = Reflect::set(&changed, &SEALED.into(), &sealed);
                put_head(&store, &changed)?;
                Ok(true)
            })
            .await
    }

    /// Like `change_protected_head`, but returns [`StorageError::Locked`] if another tab has changed the passphrase.
    pub(super) async fn change_own_head(&self, change: impl FnOnce(&mut ProtectedHead)) -> Result<bool, StorageError> {
        self.change_protected_head(|head| {
            check_header(&self.at_rest, Some(&head.protection))?;
            change(head);
            Ok(())
        })
        .await
    }

    /// Renames the project. The passphrase is not needed.
    /// Returns [`StorageError::Refused`] if the browser refuses, or if no project is stored.
    pub async fn rename(&self, name: &str) -> Result<(), StorageError> {
        let is_protected = self
            .change_protected_head(|head| {
                name.clone_into(&mut head.name);
                Ok(())
            })
            .await?;
        if is_protected {
            return Ok(());
        }
        self.change_head(|head| name.clone_into(&mut head.file_name)).await
    }
}

/// Reads the head and whether data outside the database may be in the previous format (plain or encrypted).
/// Returns [`StorageError::Locked`] if another tab has added, removed or changed the passphrase.
pub(super) async fn stored(at_rest: &AtRest, store: &ObjectStore) -> Result<Option<(Stored, bool)>, StorageError> {
    let read = |value: &JsValue| match own_head(at_rest, value)? {
        None => Ok((from_js(value.clone())?, false)),
        Some(outer) => {
            let sealed = Reflect::get(value, &SEALED.into()).unwrap_or_default();
            let mut stored: Stored = at_rest.read_value(&[PROJECT, HEAD], sealed)?;
            stored.head.file_name = outer.name;
            Ok((stored, outer.is_unfinished))
        }
    };
    read_head(store, read).await
}

/// Like [`ProjectDb::check_protection`], for callers that do not have the project database open.
pub(crate) async fn check_protection(at_rest: &AtRest) -> Result<(), StorageError> {
    ProjectDb::open(at_rest).await?.check_protection().await
}

/// Returns `false` if no project is stored.
/// Returns [`StorageError::Locked`] if another tab has added, removed or changed the passphrase.
async fn has_own_project(at_rest: &AtRest, store: &ObjectStore) -> Result<bool, StorageError> {
    let head = read_head(store, |value| own_head(at_rest, value)).await?;
    Ok(head.is_some())
}

/// Issues requests, one of which fails if the project is protected. The browser then aborts the transaction.
/// Unlike a read of the head, these requests delay neither the other requests nor the commit.
fn abort_if_protected(store: &ObjectStore) -> Result<(), StorageError> {
    let key = JsValue::from(PROTECTED);
    store.add(&JsValue::TRUE, Some(&key))?;
    store.delete(key)?;
    Ok(())
}

/// Stores the head and a copy of the head, because no other value describes the buffers of the project.
pub(super) fn put_head(store: &ObjectStore, value: &JsValue) -> Result<(), StorageError> {
    for key in [HEAD, HEAD_COPY] {
        store.put(value, Some(&key.into()))?;
    }
    if Reflect::has(value, &SEALED.into()).unwrap_or_default() {
        store.put(&JsValue::TRUE, Some(&PROTECTED.into()))?;
    }
    Ok(())
}

/// Applies `read` to the value under [`HEAD`], or to its copy if the value is missing or damaged.
/// Returns `None` if both the head and its copy are missing.
/// If the project is locked or a newer version stored it, returns an error even if the copy of the head is readable.
async fn read_head<T>(
    store: &ObjectStore,
    read: impl Fn(&JsValue) -> Result<T, StorageError>,
) -> Result<Option<T>, StorageError> {
    let head = store.get(JsValue::from(HEAD))?.await?;
    let error = match head.as_ref().map(&read) {
        Some(Ok(value)) => return Ok(Some(value)),
        Some(Err(error)) => {
            let is_newer = |Version { schema }| schema > PROTECTED_SCHEMA;
            let is_whole =
                matches!(error, StorageError::Locked) || head.is_some_and(|head| from_js(head).is_ok_and(is_newer));
            if is_whole {
                return Err(error);
            }
            Some(error)
        }
        None => None,
    };
    let copy = store.get(JsValue::from(HEAD_COPY))?.await?;
    match (copy.as_ref().map(read), error) {
        (Some(Ok(value)), _) => Ok(Some(value)),
        (_, Some(error)) => Err(error),
        (Some(Err(error)), None) => Err(error),
        (None, None) => Ok(None),
    }
}

/// Like [`protected_head`], but fails if another tab has added, removed or changed the passphrase.
fn own_head(at_rest: &AtRest, value: &JsValue) -> Result<Option<ProtectedHead>, StorageError> {
    let head = protected_head(value)?;
    check_header(at_rest, head.as_ref().map(|head| &head.protection))?;
    Ok(head)
}

/// A new passphrase keeps the data key, but a write with the former header would restore the former passphrase.
fn check_header(at_rest: &AtRest, stored: Option<&Header>) -> Result<(), StorageError> {
    match stored == at_rest.protection().map(Protection::header) {
        true => Ok(()),
        false => Err(StorageError::Locked),
    }
}

/// The unencrypted part of a head. `None` if the project is unprotected.
fn protected_head(value: &JsValue) -> Result<Option<ProtectedHead>, StorageError> {
    let Version { schema } = from_js(value.clone())?;
    match schema {
        1..=SCHEMA => Ok(None),
        PROTECTED_SCHEMA => Ok(Some(from_js(value.clone())?)),
        _ => Err(unreadable(UnreadableReason::NewerVersion {
            version: schema.into(),
            known: PROTECTED_SCHEMA.into(),
        })),
    }
}
