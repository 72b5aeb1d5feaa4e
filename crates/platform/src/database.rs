//! IndexedDB, as far as it is used here.

use std::cell::Cell;
use std::rc::Rc;

use futures::channel::oneshot;
use idb::builder::DatabaseBuilder;
use idb::{Factory, ObjectStore, Transaction};
use js_sys::{Array, ArrayBuffer, Uint8Array};
use serde::Serialize;
use thiserror::Error as ThisError;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};

use fastgas_data::quoted;
use fastgas_protocol::WorkerError;
use fastgas_protocol::transport::to_js;

pub use fastgas_protocol::transport::Refusal;

/// Why something was not stored.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize)]
pub enum StorageError {
    #[error("the browser could not store it: {reason}")]
    Refused { reason: Refusal },
    /// What is stored was written by another version.
    #[error("what is stored cannot be read: {reason}")]
    Unreadable {
        /// What is wrong with it.
        reason: String,
    },
    /// What is stored is encrypted and this tab does not know the key, or the other way round.
    #[error("the project is protected by a passphrase, which this tab has to ask for first")]
    Locked,
}

/// What it means that a transaction is complete.
#[derive(Clone, Copy)]
pub(super) enum Durability {
    /// The disk has it.
    Strict,
    /// The operating system has promised it; after a power cut it may be gone.
    Relaxed,
}

/// An open database. It is closed when nobody has it any more: one that stays open has its listeners for ever, and keeps the
/// browser from deleting it.
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
    /// IDBDatabase, for the options that `idb` does not pass on.
    #[derive(Clone)]
    #[wasm_bindgen(extends = web_sys::EventTarget)]
    type RawDatabase;

    #[wasm_bindgen(method, catch, js_name = transaction)]
    fn transaction(this: &RawDatabase, stores: &Array, mode: &str, options: &JsValue) -> Result<JsValue, JsValue>;

    /// After the transactions that are under way.
    #[wasm_bindgen(method)]
    fn close(this: &RawDatabase);

    /// IDBTransaction, for a method that `idb` gives away the transaction for.
    type RawTransaction;

    /// Not there in old browsers.
    #[wasm_bindgen(method, catch)]
    fn commit(this: &RawTransaction) -> Result<(), JsValue>;
}

impl Database {
    pub async fn open(builder: DatabaseBuilder) -> Result<Database, StorageError> {
        let database = JsValue::from(builder.build().await?).unchecked_into();
        Ok(Database(Rc::new(Connection(database))))
    }

    /// Calls `listener` when the browser closes it by itself, as it does when what the site has stored is deleted, or when
    /// the disk fails.
    pub fn on_close(&self, listener: impl Fn() + 'static) {
        let listener = Closure::<dyn Fn()>::new(listener).into_js_value();
        // Never refused.
        let _ = self
            .0
            .0
            .add_event_listener_with_callback("close", listener.unchecked_ref());
    }

    /// Has the browser delete a database as soon as nobody has it open any more. Whatever is in it should be gone before.
    pub fn delete(name: &str) {
        if let Ok(factory) = Factory::new() {
            // Refused only for a name that is no name.
            let _ = factory.delete(name);
        }
    }

    /// A transaction that reads from `stores`.
    pub fn read(&self, stores: &[&str]) -> Result<Transaction, StorageError> {
        self.begin(stores, "readonly", Durability::Relaxed)
    }

    /// Does what `ask` asks of a transaction that reads from and writes to `stores`: all of it, which the browser has written
    /// when this returns, or none of it.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed; any error of `ask`, with nothing changed either.
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
                // A value that cannot be stored refuses itself alone: the browser would write all that was asked before it.
                // Refused where the browser has undone it by itself.
                let _ = transaction.abort();
                Err(error)
            }
        }
    }

    /// As [`Database::write`], without waiting for any answer of the browser before the end: all of `ask` and the commit are
    /// asked for before this gives up control for the first time. So they reach the browser even if the tab is closed next.
    ///
    /// # Errors
    /// As [`Database::write`].
    pub async fn write_at_once(
        &self,
        stores: &[&str],
        durability: Durability,
        ask: impl FnOnce(&Transaction) -> Result<(), StorageError>,
    ) -> Result<(), StorageError> {
        let raw = self.begin_raw(stores, "readwrite", durability)?;
        let transaction = Transaction::try_from(raw.clone())?;
        if let Err(error) = ask(&transaction) {
            // As in `write`.
            let _ = transaction.abort();
            return Err(error);
        }
        // Where there is no such method, the browser commits once all is answered.
        let _ = raw.unchecked_into::<RawTransaction>().commit();
        finish(transaction).await
    }

    /// Empties `stores`, all of them or none.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
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

/// Ends when the browser has written all of it.
pub(super) async fn finish(mut transaction: Transaction) -> Result<(), StorageError> {
    let (tell, told) = oneshot::channel();
    let tell = Rc::new(Cell::new(Some(tell)));
    let ended = |is_written: bool| {
        let tell = tell.clone();
        move |_| {
            if let Some(tell) = tell.take() {
                // Nobody may wait any more.
                let _ = tell.send(is_written);
            }
        }
    };
    transaction.on_complete(ended(true));
    transaction.on_abort(ended(false));
    match told.await {
        Ok(true) => Ok(()),
        _ => Err(StorageError::Refused {
            // A script that aborts it gives no reason.
            reason: match transaction.error() {
                Some(error) => refusal(&idb::Error::DomException(error)),
                None => Refusal::Undone,
            },
        }),
    }
}

/// The buffer under `key`, if there is one, in JavaScript's memory.
pub(super) async fn js_buffer(store: &ObjectStore, key: &str) -> Result<Option<ArrayBuffer>, StorageError> {
    buffer_of(store, key.into()).await
}

/// As [`js_buffer`], under any key.
pub(super) async fn buffer_of(store: &ObjectStore, key: JsValue) -> Result<Option<ArrayBuffer>, StorageError> {
    let value = store.get(key.clone())?.await?;
    let buffer = value.map(|value| value.dyn_into::<ArrayBuffer>());
    buffer
        .transpose()
        .map_err(|_| unreadable(&format!("`{key:?}` is not a buffer")))
}

/// A copy of an ArrayBuffer; none of anything else.
pub(super) fn bytes_of(value: JsValue) -> Option<Vec<u8>> {
    let buffer = value.dyn_into::<ArrayBuffer>().ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

pub(super) fn unreadable(reason: &str) -> StorageError {
    StorageError::Unreadable { reason: reason.into() }
}

/// What the browser's words mean, said of a database.
fn refusal(error: &idb::Error) -> Refusal {
    let Some(thrown) = thrown(error) else {
        return match error {
            idb::Error::IndexedDbNotFound(_) => Refusal::KeepsNothing,
            error => Refusal::Other {
                said: error.to_string(),
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

/// What the browser threw, of all that is asked of it here.
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

/// Only what is stored is turned from and to JavaScript here.
impl From<WorkerError> for StorageError {
    fn from(error: WorkerError) -> Self {
        match error {
            WorkerError::Protocol { reason } => unreadable(&quoted(&reason)),
            error => unreadable(&error.to_string()),
        }
    }
}
