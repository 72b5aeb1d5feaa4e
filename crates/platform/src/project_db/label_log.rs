//! The append-only label log and its seal, which contains the number and the hash of the entries.

use std::collections::BTreeMap;

use idb::{KeyRange, ObjectStore, Query, Transaction};
use js_sys::Reflect;
use wasm_bindgen::JsValue;

use super::ProjectDb;
use super::copy_log::PendingCopy;
use super::head::stored;
use super::integrity::IntegrityReport;
use super::schema::{CHECKSUM, FIRST_KEY, LABELS, PROJECT, SEAL, StoredSeal};
use crate::at_rest::{AtRest, is_encrypted_text};
use crate::database::{Database, Refusal, StorageError, unreadable};
use crate::local_storage::{get_item, remove_item, set_item};
use crate::log_copy::{LogCopy, delete_log_copy};
use crate::project_id::ProjectId;
use fastgas_annotation::label::LogEntry;
use fastgas_annotation::ledger::{Chain, CheckedEntry, HASH_VERSION, Inspection, LogCopies, Seal, checksum, inspect};
use fastgas_protocol::UnreadableReason;

/// The encryption binds the seal in `localStorage` to this name, so that no other value can replace the seal.
const NOTE: &str = "note";

pub(super) struct StoredLog {
    /// The index of an entry is its position in the log. `None` if an entry is missing or unreadable.
    pub(super) kept: Vec<Option<CheckedEntry>>,
    pub(super) seal: Option<Seal>,
    pub(super) first_key: f64,
    /// True if the keys of the log entries increase by one, starting from the first key.
    pub(super) is_in_order: bool,
}

impl ProjectDb {
    /// Writes `actions` to the log after the first `at` entries.
    /// An existing entry at the position of a new entry is overwritten.
    /// Either all entries or no entries are written.
    /// When this function returns, the entries are on disk and have been read back.
    /// The requests reach the browser immediately if this page has already read or written the project.
    /// Returns [`StorageError::Refused`] if the browser refuses, or if no project is stored.
    /// Returns [`StorageError::Locked`] if another tab has protected the project.
    /// Returns [`StorageError::Unreadable`] if the entries that are read back differ from `actions`.
    /// Also returns [`StorageError::Unreadable`] if the log on disk is not the log that the caller expects.
    pub async fn append(&self, at: u32, actions: &[LogEntry]) -> Result<(), StorageError> {
        let known = self.known.borrow().log.clone();
        let (mut before, mut first_key) = match known {
            Some(known) => known,
            None => self.read_chain(false).await?,
        };
        let mut grown = before.with(at, actions);
        if grown.is_none() {
            // If this call repeats an earlier append, the hash chain in memory begins after position `at`.
            // The complete hash chain is therefore read from the log.
            (before, first_key) = self.read_chain(true).await?;
            grown = before.with(at, actions);
        }
        let chain = grown.ok_or_else(|| unreadable(UnreadableReason::OtherLog))?;
        let sealed = StoredSeal {
            seal: chain.seal(),
            first_key,
        };
        self.write_at_once(&[PROJECT, LABELS], |transaction| {
            let labels = transaction.object_store(LABELS)?;
            for (position, action) in (at..).zip(actions) {
                put_entry(&self.at_rest, &labels, first_key, position, action)?;
            }
            put_seal(&self.at_rest, &transaction.object_store(PROJECT)?, &sealed)
        })
        .await?;
        let transaction = self.database.read(&[LABELS])?;
        let [first, last] = [at, sealed.seal.n - 1].map(|position| key_at(first_key, position));
        let range = KeyRange::bound(&first, &last, Some(false), Some(false))?;
        let labels = transaction.object_store(LABELS)?;
        let read = labels.get_all(Some(Query::KeyRange(range)), None)?.await?;
        let is_as_written = read.len() == actions.len()
            && (at..).zip(actions).zip(read).all(|((position, action), read)| {
                let read = entry_from_store(&self.at_rest, read, position);
                read.is_some_and(|read| read.is_checked && read.entry == *action)
            });
        if !is_as_written {
            return Err(unreadable(UnreadableReason::OtherLabel));
        }
        let mut known = self.known.borrow_mut();
        let n_known = known.log.as_ref().map_or(0, |(chain, _)| chain.len());
        if chain.len() > n_known {
            let behind = n_known.max(at);
            let new = &actions[(behind - at) as usize..];
            match &mut known.to_copy {
                Some(PendingCopy::All) => {}
                Some(PendingCopy::Behind(_, entries)) => entries.extend_from_slice(new),
                none => *none = Some(PendingCopy::Behind(behind, new.to_vec())),
            }
            self.note(&sealed.seal);
            known.log = Some((chain, first_key));
        }
        Ok(())
    }

    /// Reads the hash chain of the log. If `whole` is true, the chain contains the hashes of all entries.
    /// If `whole` is false and the number of entries in the seal is right, the chain contains only the last hash.
    /// If an older version of the page wrote the log, the chain always contains the hashes of all entries.
    async fn read_chain(&self, whole: bool) -> Result<(Chain, f64), StorageError> {
        let transaction = self.database.read(&[PROJECT, LABELS])?;
        let store = transaction.object_store(PROJECT)?;
        // Reading fails for a project in the other format (plain or encrypted), which must not get these entries.
        if stored(&self.at_rest, &store).await?.is_none() {
            return Err(StorageError::Refused {
                reason: Refusal::NoProject,
            });
        }
        let sealed = stored_seal(&self.at_rest, &store).await?;
        let sealed = sealed.filter(|sealed| sealed.seal.form == HASH_VERSION);
        let n = transaction.object_store(LABELS)?.count(None)?.await?;
        let known = match sealed {
            Some(StoredSeal { seal, first_key }) if seal.n == n && !whole => (Chain::from_seal(&seal), first_key),
            _ => {
                let log = stored_log(&self.at_rest, &self.database, &transaction).await?;
                let StoredLog { kept, first_key, .. } = log;
                let log: Option<Vec<_>> = kept.into_iter().map(|kept| Some(kept?.entry)).collect();
                let log = log.ok_or_else(|| unreadable(UnreadableReason::LogEntry))?;
                let generation = sealed.map_or_else(|| js_sys::Date::now() as u64, |sealed| sealed.seal.generation);
                (Chain::of(generation, &log), first_key)
            }
        };
        self.known.borrow_mut().log = Some(known.clone());
        Ok(known)
    }

    /// Compares the log with its seals and with its second copy, and restores missing entries from the copy.
    /// Keeps the state of the log and of its copy in memory for later writes.
    pub(super) async fn inspect(&self, stored: StoredLog) -> (Vec<LogEntry>, IntegrityReport) {
        let StoredLog {
            kept: entries,
            seal,
            first_key,
            is_in_order,
        } = stored;
        let noted = get_item(&note_of(self.at_rest.id())).ok().flatten();
        let noted = noted.and_then(|noted| self.at_rest.read_text(NOTE, &noted));
        let mut copies = LogCopies {
            kept: entries,
            seal,
            noted: noted.as_deref().and_then(Seal::parse),
            second: BTreeMap::new(),
        };
        let generation = seal.or(copies.noted).map_or(0, |seal| seal.generation);
        let mut slot = self.copy.lock().await;
        // If the second copy of the log cannot be opened, only the log in the database is used.
        let mut copy = LogCopy::open(&self.at_rest, generation).await.ok();
        let n_second = copy.as_ref().map_or(0, LogCopy::len);
        if let Some(copy) = copy.as_mut().filter(|_| !copies.is_whole(n_second)) {
            copies.second = copy.read_all().await;
        }
        let inspection = inspect(&copies);
        let rewrites = !is_in_order || inspection.generation != generation;
        let Inspection {
            log,
            generation,
            n,
            restored,
            missing,
            is_altered,
        } = inspection;
        let findings = IntegrityReport {
            generation,
            n,
            restored,
            missing,
            is_altered,
            rewrites,
            ..IntegrityReport::default()
        };
        let is_as_stored = !findings.is_damaged() && !rewrites && findings.restored.is_empty();
        let mut known = self.known.borrow_mut();
        known.to_copy = None;
        known.log = is_as_stored.then(|| {
            let chain = Chain::of(generation, &log);
            let chain = Chain::from_seal(&chain.seal());
            (chain, first_key)
        });
        if is_as_stored {
            let whole = copy
                .as_ref()
                .filter(|copy| copy.is_whole() && copy.generation() == generation);
            known.to_copy = match whole.map(|copy| copy.len() as usize) {
                Some(n) if n == log.len() => None,
                Some(n) if n < log.len() => Some(PendingCopy::Behind(n as u32, log[n..].to_vec())),
                _ => Some(PendingCopy::All),
            };
        }
        *slot = copy;
        (log, findings)
    }

    /// Stores a copy of the seal in `localStorage`, so that the log and the copy are rarely damaged together.
    /// If the browser refuses to store the copy, later checks of the log do not use this copy.
    pub(super) fn note(&self, seal: &Seal) {
        if let Some(text) = self.at_rest.text(NOTE, &seal.to_text()) {
            let _ = set_item(&note_of(self.at_rest.id()), &text);
        }
    }

    pub fn generation(&self) -> Option<u64> {
        let known = self.known.borrow();
        known.log.as_ref().map(|(chain, _)| chain.generation())
    }
}

/// Reads the log. A damaged entry is `None`, is not an error, and keeps its position.
pub(super) async fn stored_log(
    at_rest: &AtRest,
    database: &Database,
    transaction: &Transaction,
) -> Result<StoredLog, StorageError> {
    let sealed = stored_seal(at_rest, &transaction.object_store(PROJECT)?).await?;
    let keys = transaction.object_store(LABELS)?.get_all_keys(None, None)?.await?;
    let values = transaction.object_store(LABELS)?.get_all(None, None)?.await;
    let values = match values {
        Ok(values) => values.into_iter().map(Some).collect(),
        // If one value is damaged on disk, the request for all values fails, so the values are read one by one.
        Err(_) => one_by_one(database, &keys).await,
    };
    let numbers: Vec<f64> = keys.iter().map(|key| key.as_f64().unwrap_or(f64::NAN)).collect();
    let first_key = sealed.as_ref().map(|sealed| sealed.first_key);
    // Without a seal, missing log entries cannot be detected.
    let Some(first_key) = first_key else {
        let first_key = numbers.first().copied().unwrap_or(FIRST_KEY);
        let kept = (0..)
            .zip(values)
            .map(|(position, value)| entry_from_store(at_rest, value?, position));
        return Ok(StoredLog {
            kept: kept.collect(),
            seal: None,
            first_key,
            is_in_order: (0..)
                .zip(&numbers)
                .all(|(position, &key)| key == first_key + f64::from(position)),
        });
    };
    let mut log = StoredLog {
        kept: Vec::new(),
        seal: sealed.map(|sealed| sealed.seal),
        first_key,
        is_in_order: true,
    };
    // A key that is far greater than all other keys does not belong to this log.
    let most = log.seal.map_or(0, |seal| seal.n as usize) + keys.len();
    for (key, value) in numbers.into_iter().zip(values) {
        let position = key - first_key;
        if !(position >= 0.0 && position.fract() == 0.0 && position < most as f64) {
            log.is_in_order = false;
            continue;
        }
        let position = position as usize;
        if log.kept.len() <= position {
            log.kept.resize(position + 1, None);
        }
        log.kept[position] = value.and_then(|value| entry_from_store(at_rest, value, position as u32));
    }
    Ok(log)
}

async fn one_by_one(database: &Database, keys: &[JsValue]) -> Vec<Option<JsValue>> {
    let mut values = Vec::with_capacity(keys.len());
    for key in keys {
        let value = async {
            let transaction = database.read(&[LABELS])?;
            Ok::<_, StorageError>(transaction.object_store(LABELS)?.get(key.clone())?.await?)
        };
        values.push(value.await.ok().flatten());
    }
    values
}

/// An encrypted entry needs no checksum, because decryption detects changes.
fn entry_to_store(at_rest: &AtRest, position: u32, action: &LogEntry) -> Result<JsValue, StorageError> {
    let value = at_rest.value(&[LABELS, &position.to_string()], action)?;
    if at_rest.protection().is_none() {
        // The result is ignored, because setting a property of a new object cannot fail.
        let _ = Reflect::set(&value, &CHECKSUM.into(), &checksum(position, action).into());
    }
    Ok(value)
}

fn entry_from_store(at_rest: &AtRest, value: JsValue, position: u32) -> Option<CheckedEntry> {
    let sum = value
        .is_object()
        .then(|| Reflect::get(&value, &CHECKSUM.into()).ok()?.as_f64())
        .flatten();
    let entry: LogEntry = at_rest.read_value(&[LABELS, &position.to_string()], value).ok()?;
    if at_rest.protection().is_some() {
        return Some(CheckedEntry {
            entry,
            is_checked: true,
        });
    }
    let is_right = |sum: f64| sum == f64::from(checksum(position, &entry));
    let is_checked = sum.is_some_and(is_right);
    (sum.is_none() || is_checked).then_some(CheckedEntry { entry, is_checked })
}

fn key_at(first_key: f64, position: u32) -> JsValue {
    (first_key + f64::from(position)).into()
}

pub(super) fn put_entry(
    at_rest: &AtRest,
    labels: &ObjectStore,
    first_key: f64,
    position: u32,
    action: &LogEntry,
) -> Result<(), StorageError> {
    let value = entry_to_store(at_rest, position, action)?;
    labels.put(&value, Some(&key_at(first_key, position)))?;
    Ok(())
}

pub(super) fn put_seal(at_rest: &AtRest, project: &ObjectStore, sealed: &StoredSeal) -> Result<(), StorageError> {
    let value = at_rest.value(&[PROJECT, SEAL], sealed)?;
    project.put(&value, Some(&SEAL.into()))?;
    Ok(())
}

pub(super) async fn stored_seal(at_rest: &AtRest, project: &ObjectStore) -> Result<Option<StoredSeal>, StorageError> {
    let value = project.get(JsValue::from(SEAL))?.await?;
    Ok(value.and_then(|value| at_rest.read_value(&[PROJECT, SEAL], value).ok()))
}

/// Whether the seal in `localStorage` is encrypted, which means that the project is protected.
/// A write to `localStorage` must not wait for the database, because the tab may be closed meanwhile.
/// Another tab sees the encrypted seal a few milliseconds after the project was protected.
pub(crate) fn is_noted_as_protected(id: &ProjectId) -> bool {
    let noted = get_item(&note_of(id)).ok().flatten();
    noted.is_some_and(|noted| is_encrypted_text(&noted))
}

fn note_of(id: &ProjectId) -> String {
    format!("fastgas-log-{}", id.text())
}

/// Deletes the data of a project's log outside its database. After an error, the second copy still exists.
pub async fn forget_log(id: &ProjectId) -> Result<(), StorageError> {
    // An error is ignored, because without `localStorage` there is no stored seal to delete.
    let _ = remove_item(&note_of(id));
    Ok(delete_log_copy(id).await?)
}
