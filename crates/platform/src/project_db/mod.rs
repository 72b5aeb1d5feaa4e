//! Stores the project and its label log in IndexedDB.
//!
//! The database has two object stores. `project` contains a few values under fixed keys.
//! `labels` is an append-only log. Its keys increase by one.
//! Every write is one transaction of durability `strict`, which completes only when the data is on disk.
//!
//! Several measures protect against a damaged store ([`ledger`](fastgas_annotation::ledger)).
//! Each log entry has a checksum.
//! Each write of the log also writes a seal, which contains the length and a hash of the log.
//! The seal is also written to `localStorage`.
//! The log has a second copy ([`log_copy`](crate::log_copy)).
//! The head (the value under the key [`HEAD`](schema::HEAD)) contains hashes of the buffers.
//! A buffer that does not match its hash is left out ([`IntegrityReport`]), but all readable cells are kept.
//!
//! All data of the project passes through [`AtRest`], which encrypts the data of a protected project.
//! Buffers pass through `Buffers::add` and `Pieces::whole`.
//! Log entries pass through `entry_to_store` and `entry_from_store`.
//! [`ProtectedHead`](schema::ProtectedHead) contains the data that is not encrypted.
//! A tab that has missed the protection of the project must not write unencrypted data.
//! Writes of this database check the protection in their transaction.
//! Writes outside this database call `check_protection` immediately before the write.
//! Writes to `localStorage` call `is_noted_as_protected`.
//!
//! Modules with types:
//! * `schema` defines the stored format: its version, its keys and its values.
//! * `stored_project` and `backup_state` define the project as the page reads and writes it.
//! * `integrity` defines the result of checking a project that was read.
//!
//! Modules with the methods of [`ProjectDb`]:
//! * `load` and `save` read and write the whole project. `buffers` divides its large values into pieces.
//! * `head` reads and writes only the head of the project.
//! * `label_log` appends to the log and checks it. `copy_log` updates the second copy of the log.
//! * `draft` stores the unsaved input of a text field.
//! * `passphrase` encrypts and decrypts the project, and changes its passphrase.

mod backup_state;
mod buffers;
mod copy_log;
mod draft;
mod head;
mod integrity;
mod label_log;
mod load;
mod passphrase;
mod save;
mod schema;
mod stored_project;

use std::cell::RefCell;
use std::rc::Rc;

use futures::lock::Mutex;
use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::StorageManager;

use crate::at_rest::AtRest;
use crate::database::{Database, Durability, StorageError};
use crate::log_copy::LogCopy;
use fastgas_annotation::ledger::Chain;

use copy_log::PendingCopy;
use schema::{LABELS, PROJECT, StaticPart};

pub(super) use head::check_protection;
pub(super) use label_log::is_noted_as_protected;

pub use backup_state::{Backup, BackupState, MergedState};
pub use integrity::{IntegrityReport, ProjectPart};
pub use label_log::forget_log;
pub use stored_project::{ProjectHeader, StoredAnnotations, StoredProject};

pub(super) const DATABASE: &str = "fastgas";

#[derive(Clone)]
pub struct ProjectDb {
    database: Database,
    at_rest: AtRest,
    known: Rc<RefCell<KnownState>>,
    /// The second copy of the log. `None` until the first use opens the copy.
    copy: Rc<Mutex<Option<LogCopy>>>,
}

/// Knowledge about the stored project from earlier reads and writes, so that a write need not read the project.
#[derive(Default)]
struct KnownState {
    frame: Option<Rc<StaticPart>>,
    log: Option<(Chain, f64)>,
    /// The log entries that the second copy of the log lacks. `None` if the copy is complete.
    to_copy: Option<PendingCopy>,
    is_unfinished: bool,
}

impl ProjectDb {
    /// Returns [`StorageError::Unreadable`] if a later version of the page created the database.
    pub async fn open(at_rest: &AtRest) -> Result<ProjectDb, StorageError> {
        let builder = DatabaseBuilder::new(&at_rest.id().database(DATABASE))
            .version(1)
            .add_object_store(ObjectStoreBuilder::new(PROJECT))
            .add_object_store(ObjectStoreBuilder::new(LABELS).auto_increment(true));
        Ok(ProjectDb {
            database: Database::open(builder).await?,
            at_rest: at_rest.clone(),
            known: Rc::default(),
            copy: Rc::default(),
        })
    }

    pub fn known_at_rest(&self) -> Option<&AtRest> {
        let is_known = self.known.borrow().frame.is_some();
        is_known.then_some(&self.at_rest)
    }

    pub fn at_rest(&self) -> &AtRest {
        &self.at_rest
    }

    /// Calls `listener` when the browser closes the database, for example because the user deletes the site's data.
    pub fn on_close(&self, listener: impl Fn() + 'static) {
        self.database.on_close(listener);
    }

    /// Asks the browser to keep the data when the disk is nearly full. Firefox asks the user first.
    /// Returns whether the browser will keep the data. `None` if the browser does not support `persist`.
    pub async fn persist() -> Option<bool> {
        JsFuture::from(manager()?.persist().ok()?).await.ok()?.as_bool()
    }

    pub async fn persisted() -> Option<bool> {
        JsFuture::from(manager()?.persisted().ok()?).await.ok()?.as_bool()
    }

    /// Deletes the project and all copies of its log. After an error, some data may remain.
    pub async fn clear(&self) -> Result<(), StorageError> {
        self.database.clear(&[PROJECT, LABELS], Durability::Strict).await?;
        *self.known.borrow_mut() = KnownState::default();
        *self.copy.lock().await = None;
        forget_log(self.at_rest.id()).await
    }
}

fn manager() -> Option<StorageManager> {
    let navigator = web_sys::window()?.navigator();
    // Without a secure context, the `storage` property is missing, although the binding does not return an `Option`.
    let storage = js_sys::Reflect::get(&navigator, &"storage".into()).ok()?;
    storage.dyn_into().ok()
}
