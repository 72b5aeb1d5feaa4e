//! A thin wrapper around IndexedDB.

use std::cell::Cell;
use std::rc::Rc;

use futures::channel::oneshot;
use idb::builder::DatabaseBuilder;
use idb::{Factory, ObjectStore, Transaction};
use js_sys::{Array, ArrayBuffer, Uint8Array};
use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};

use fastgas_protocol::transport::to_js;
use fastgas_protocol::{ProtocolReason, StoredReason, UnreadableReason, WorkerError};

pub use fastgas_protocol::Refusal;

#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum StorageError {
    #[error("the browser could not store the data: {reason}")]
    Refused { reason: Refusal },
    /// The value was written by a different version of the page or is damaged.
    #[error("the stored data cannot be read: {reason}")]
    Unreadable { reason: UnreadableReason },
    /// The value is encrypted and this tab has no key, or the value is plain and this tab has a key.
    /// Also returned if the passphrase has changed since the user entered it in this tab.
    #[error("the project is protected by a passphrase, which you must first enter in this tab")]
    Locked,
}

impl StorageError {
    /// Converts the error to a [`Refusal`], for callers that cannot encounter damaged stored values.
    pub fn into_refusal(self) -> Refusal {
        match self {
            StorageError::Refused { reason } => reason,
            error => Refusal::Other {
                message: error.to_string().into(),
            },
        }
    }
}

impl From<StorageError> for StoredReason {
    fn from(error: StorageError) -> StoredReason {
        match error {
            StorageError::Refused { reason } => StoredReason::Refused(reason),
            StorageError::Unreadable { reason } => StoredReason::Unreadable(reason),
            StorageError::Locked => StoredReason::Locked,
        }
    }
}

#[derive(Clone, Copy)]
pub(super) enum Durability {
    /// A write is complete when the data is on disk.
    Strict,
    /// A write is complete when the operating system has accepted the data. A power failure may lose the data.
    Relaxed,
}

/// A connection to a database, which is closed when the last clone is dropped.
/// The browser cannot delete a database that is open.
#[derive(Clone)]
pub(super) struct Database(Rc<Connection>);

struct Connection(RawDatabase);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[wasm_bindgen]
extern "C" {
    /// The JavaScript type `IDBDatabase`.
    /// The `transaction` method of the `idb` crate does not support the `options` argument.
    #[derive(Clone)]
    #[wasm_bindgen(extends = web_sys::EventTarget)]
    type RawDatabase;

    #[wasm_bindgen(method, catch, js_name = transaction)]
    fn transaction(this: &RawDatabase, stores: &Array, mode: &str, options: &JsValue) -> Result<JsValue, JsValue>;

    /// The browser closes the database after all running transactions have finished.
    #[wasm_bindgen(method)]
    fn close(this: &RawDatabase);

    /// The JavaScript type `IDBTransaction`.
    /// The `commit` method of the `idb` crate would consume the transaction.
    type RawTransaction;

    /// Old browsers do not have the `commit` method.
    #[wasm_bindgen(method, catch)]
    fn commit(this: &RawTransaction) -> Result<(), JsValue>;
}

impl Database {
    pub async fn open(builder: DatabaseBuilder) -> Result<Database, StorageError> {
        let database = JsValue::from(builder.build().await?).unchecked_into();
        Ok(Database(Rc::new(Connection(database))))
    }

    /// Calls `listener` when the browser closes the database, for example if the user deletes the site's data.
    pub fn on_close(&self, listener: impl Fn() + 'static) {
        let listener = Closure::<dyn Fn()>::new(listener).into_js_value();
        // The result is ignored, because adding a listener cannot fail.
        let _ = self
            .0
            .0
            .add_event_listener_with_callback("close", listener.unchecked_ref());
    }

    /// Asks the browser to delete the database. The browser waits until no tab has the database open.
    /// The caller must therefore clear the database first.
    pub fn delete(name: &str) {
        if let Ok(factory) = Factory::new() {
            // The result is ignored, because deleting fails only if the database name is invalid.
            let _ = factory.delete(name);
        }
    }

    pub fn read(&self, stores: &[&str]) -> Result<Transaction, StorageError> {
        self.begin(stores, "readonly", Durability::Relaxed)
    }

    /// Executes the requests of `ask` in one transaction. Either all changes or no changes are stored.
    pub async fn write<T>(
        &self,
        stores: &[&str],
        durability: Durability,
        ask: impl AsyncFnOnce(&Transaction) -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        let transaction = self.begin(stores, "readwrite", durability)?;
        match ask(&transaction).await {
            Ok(given) => finish(transaction).await.map(|()| given),
            Err(error) => {
                // If a value cannot be stored, only the request for this value fails.
                // `abort` prevents the browser from writing the values of the earlier requests.
                // An error from `abort` means that the browser has already aborted the transaction.
                let _ = transaction.abort();
                Err(error)
            }
        }
    }

    /// Like [`Database::write`], but issues all requests of `ask` and the commit before the first await point.
    /// The requests therefore reach the browser even if the tab is closed immediately after the call.
    pub async fn write_at_once(
        &self,
        stores: &[&str],
        durability: Durability,
        ask: impl FnOnce(&Transaction) -> Result<(), StorageError>,
    ) -> Result<(), StorageError> {
        let raw = self.begin_raw(stores, "readwrite", durability)?;
        let transaction = Transaction::try_from(raw.clone())?;
        if let Err(error) = ask(&transaction) {
            // Calling `abort` undoes the earlier requests of the transaction.
            let _ = transaction.abort();
            return Err(error);
        }
        // An error is ignored, because old browsers lack `commit` and commit when all requests are answered.
        let _ = raw.unchecked_into::<RawTransaction>().commit();
        finish(transaction).await
    }

    /// After an error, no store is cleared.
    pub async fn clear(&self, stores: &[&str], durability: Durability) -> Result<(), StorageError> {
        let ask = async |transaction: &Transaction| {
            for name in stores {
                transaction.object_store(name)?.clear()?.await?;
            }
            Ok(())
        };
        self.write(stores, durability, ask).await
    }

    fn begin(&self, stores: &[&str], mode: &str, durability: Durability) -> Result<Transaction, StorageError> {
        Ok(Transaction::try_from(self.begin_raw(stores, mode, durability)?)?)
    }

    fn begin_raw(&self, stores: &[&str], mode: &str, durability: Durability) -> Result<JsValue, StorageError> {
        #[derive(Serialize)]
        struct Options {
            durability: &'static str,
        }
        let options = to_js(&Options {
            durability: match durability {
                Durability::Strict => "strict",
                Durability::Relaxed => "relaxed",
            },
        })?;
        let stores: Array = stores.iter().map(|&name| JsValue::from(name)).collect();
        let transaction = self.0.0.transaction(&stores, mode, &options);
        Ok(transaction.map_err(idb::Error::TransactionOpenFailed)?)
    }
}

pub(super) async fn finish(mut transaction: Transaction) -> Result<(), StorageError> {
    let (sender, receiver) = oneshot::channel();
    let sender = Rc::new(Cell::new(Some(sender)));
    let ended = |is_written: bool| {
        let sender = sender.clone();
        move |_| {
            if let Some(sender) = sender.take() {
                // An error from `send` means that no future is waiting for the result any more.
                let _ = sender.send(is_written);
            }
        }
    };
    transaction.on_complete(ended(true));
    transaction.on_abort(ended(false));
    match receiver.await {
        Ok(true) => Ok(()),
        _ => Err(StorageError::Refused {
            // If a script called `abort`, the transaction is aborted but has no error.
            reason: match transaction.error() {
                Some(error) => refusal(&idb::Error::DomException(error)),
                None => Refusal::Undone,
            },
        }),
    }
}

pub(super) async fn js_buffer(store: &ObjectStore, key: &str) -> Result<Option<ArrayBuffer>, StorageError> {
    buffer_of(store, key.into()).await
}

pub(super) async fn buffer_of(store: &ObjectStore, key: JsValue) -> Result<Option<ArrayBuffer>, StorageError> {
    let value = store.get(key.clone())?.await?;
    let buffer = value.map(|value| value.dyn_into::<ArrayBuffer>());
    buffer.transpose().map_err(|_| {
        unreadable(UnreadableReason::NotBuffer {
            key: format!("{key:?}"),
        })
    })
}

pub(super) fn bytes_of(value: JsValue) -> Option<Vec<u8>> {
    let buffer = value.dyn_into::<ArrayBuffer>().ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

pub(super) fn unreadable(reason: UnreadableReason) -> StorageError {
    StorageError::Unreadable { reason }
}

fn refusal(error: &idb::Error) -> Refusal {
    let Some(thrown) = thrown(error) else {
        return match error {
            idb::Error::IndexedDbNotFound(_) => Refusal::KeepsNothing,
            error => Refusal::Other {
                message: error.to_string().into(),
            },
        };
    };
    let name = thrown
        .dyn_ref::<js_sys::Error>()
        .map(|thrown| String::from(thrown.name()));
    match (name.as_deref(), error) {
        (Some("VersionError"), _) => Refusal::Newer,
        (Some("UnknownError"), _) => Refusal::Broken,
        (Some("AbortError"), _) => Refusal::Undone,
        (Some("InvalidStateError"), idb::Error::TransactionOpenFailed(_)) => Refusal::Closed,
        (Some("InvalidStateError" | "SecurityError"), _) => Refusal::KeepsNothing,
        _ => Refusal::of(thrown),
    }
}

/// The JavaScript error of a failed operation. The match lists only the operations that this crate uses.
fn thrown(error: &idb::Error) -> Option<&JsValue> {
    use idb::Error::*;
    match error {
        DomException(exception) => Some(exception.as_ref()),
        AddFailed(thrown)
        | ClearFailed(thrown)
        | CountFailed(thrown)
        | CursorContinueFailed(thrown)
        | DeleteFailed(thrown)
        | GetAllFailed(thrown)
        | GetAllKeysFailed(thrown)
        | GetFailed(thrown)
        | GetKeyFailed(thrown)
        | IndexedDbOpenFailed(thrown)
        | ObjectStoreCreateFailed(thrown)
        | ObjectStoreNotFound(thrown)
        | OpenCursorFailed(thrown)
        | RequestErrorNotFound(thrown)
        | RequestResultNotFound(thrown)
        | TransactionAbortError(thrown)
        | TransactionCommitError(thrown)
        | TransactionOpenFailed(thrown)
        | UpdateFailed(thrown) => Some(thrown),
        _ => None,
    }
}

impl From<idb::Error> for StorageError {
    fn from(error: idb::Error) -> Self {
        StorageError::Refused {
            reason: refusal(&error),
        }
    }
}

impl From<Refusal> for StorageError {
    fn from(reason: Refusal) -> StorageError {
        StorageError::Refused { reason }
    }
}

/// In this module, the only worker errors come from conversions between stored values and JavaScript values.
impl From<WorkerError> for StorageError {
    fn from(error: WorkerError) -> Self {
        let message = match error {
            WorkerError::Protocol {
                reason: ProtocolReason::Other(message),
            } => message,
            error => error.to_string().into(),
        };
        unreadable(UnreadableReason::NotConverted { message })
    }
}
