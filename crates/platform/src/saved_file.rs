//! A file on the user's disk that every backup overwrites, if the browser supports the File System Access API.
//! Without the File System Access API, every backup is a download.
//!
//! A separate database per project stores the handle of the file.
//! After a reload, the browser asks the user again for permission to write to the file.

use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, DomException};

use crate::database::{Database, Durability, StorageError};
use crate::project_id::ProjectId;

pub(super) const DATABASE: &str = "fastgas-saved-file";
const FILES: &str = "files";
const BACKUP: &str = "backup";

// The `web-sys` crate provides the file handle only behind a compiler flag.
#[wasm_bindgen]
extern "C" {
    #[derive(Clone)]
    pub type SavedFile;

    #[wasm_bindgen(method, getter)]
    pub fn name(this: &SavedFile) -> String;

    #[wasm_bindgen(method, catch, js_name = requestPermission)]
    async fn request_permission(this: &SavedFile, descriptor: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = createWritable)]
    async fn create_writable(this: &SavedFile) -> Result<JsValue, JsValue>;

    type Writable;

    #[wasm_bindgen(method, catch)]
    async fn write(this: &Writable, data: &Blob) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    async fn close(this: &Writable) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = window, js_name = showSaveFilePicker)]
    async fn show_save_file_picker(options: &JsValue) -> Result<JsValue, JsValue>;
}

impl SavedFile {
    pub fn is_possible() -> bool {
        let picker = web_sys::window().and_then(|window| Reflect::get(&window, &"showSaveFilePicker".into()).ok());
        picker.is_some_and(|picker| picker.is_function())
    }

    /// Lets the user choose the file. Returns `None` if the user cancels.
    /// Must be called while the browser still recognizes the user's action (transient activation).
    pub async fn choose(suggested: &str) -> Result<Option<SavedFile>, JsValue> {
        let options = Object::new();
        Reflect::set(&options, &"suggestedName".into(), &suggested.into())?;
        Reflect::set(&options, &"id".into(), &"fastgas".into())?;
        match show_save_file_picker(&options).await {
            Ok(file) => Ok(Some(file.unchecked_into())),
            Err(error) if is_named(&error, "AbortError") => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// True if the user permits the page to write the file. The browser asks the user if there is no decision yet.
    /// Must be called while the browser still recognizes the user's action, like [`SavedFile::choose`].
    pub async fn may_be_written(&self) -> Result<bool, JsValue> {
        let descriptor = Object::new();
        Reflect::set(&descriptor, &"mode".into(), &"readwrite".into())?;
        let answer = self.request_permission(&descriptor).await?;
        Ok(answer.as_string().as_deref() == Some("granted"))
    }

    /// Replaces the content of the file. The file on disk changes only after all bytes are written.
    /// Fails with the error from the browser, for example if the file is missing or the disk is full.
    pub async fn replace(&self, content: &Blob) -> Result<(), JsValue> {
        let writable: Writable = self.create_writable().await?.unchecked_into();
        writable.write(content).await?;
        writable.close().await?;
        Ok(())
    }
}

fn is_named(error: &JsValue, name: &str) -> bool {
    error
        .dyn_ref::<DomException>()
        .is_some_and(|error| error.name() == name)
}

#[derive(Clone)]
pub struct SavedFileStore(Database);

impl SavedFileStore {
    pub async fn open(project: &ProjectId) -> Result<SavedFileStore, StorageError> {
        let builder = DatabaseBuilder::new(&project.database(DATABASE))
            .version(1)
            .add_object_store(ObjectStoreBuilder::new(FILES));
        Ok(SavedFileStore(Database::open(builder).await?))
    }

    pub async fn get(&self) -> Result<Option<SavedFile>, StorageError> {
        let transaction = self.0.read(&[FILES])?;
        let file = transaction.object_store(FILES)?.get(JsValue::from(BACKUP))?.await?;
        Ok(file.map(JsCast::unchecked_into))
    }

    pub async fn put(&self, file: &SavedFile) -> Result<(), StorageError> {
        self.0
            .write(&[FILES], Durability::Relaxed, async |transaction| {
                transaction
                    .object_store(FILES)?
                    .put(file, Some(&BACKUP.into()))?
                    .await?;
                Ok(())
            })
            .await
    }

    /// Forgets the file, but does not delete it from the user's disk.
    pub async fn clear(&self) -> Result<(), StorageError> {
        self.0.clear(&[FILES], Durability::Relaxed).await
    }
}
