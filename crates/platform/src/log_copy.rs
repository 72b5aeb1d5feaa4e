//! The second copy of a project's label log, in the browser's private file system (OPFS).
//! Each project has a folder with files in the format of [`ledger`](fastgas_annotation::ledger).
//! Each append rewrites the entire newest file. The files are small, so a rewrite is fast.
//!
//! All bytes of the copy pass through [`LogCopy::write`] and [`LogCopy::read`].
//! Both functions encrypt or decrypt the bytes of a protected project.

use std::collections::BTreeMap;

use js_sys::{ArrayBuffer, AsyncIterator, Function, Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

use crate::at_rest::AtRest;
use crate::database::{Refusal, StorageError};
use crate::project_id::ProjectId;
use fastgas_annotation::label::LogEntry;
use fastgas_annotation::ledger::{SEGMENT_BYTES, Segment, read_segment, segment_begins, segment_takes};
use fastgas_protocol::transport::to_buffer;

const FOLDER: &str = "fastgas-log";

/// Maximum number of log files that are read when a project is opened.
/// If there are more files, only the newest file is read, unless the log is damaged.
const MAX_FILES_READ: usize = 128;

// The `web-sys` crate lacks some of the file-system types below, and provides the others only behind a compiler flag.
#[wasm_bindgen]
extern "C" {
    #[derive(Clone)]
    type Folder;

    #[wasm_bindgen(method, catch, js_name = getDirectoryHandle)]
    async fn get_folder(this: &Folder, name: &str, options: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = getFileHandle)]
    async fn get_file(this: &Folder, name: &str, options: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = removeEntry)]
    async fn remove(this: &Folder, name: &str, options: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn keys(this: &Folder) -> Result<AsyncIterator, JsValue>;

    type PrivateFile;

    #[wasm_bindgen(method, catch, js_name = getFile)]
    async fn get_blob(this: &PrivateFile) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = createWritable)]
    async fn create_writable(this: &PrivateFile) -> Result<JsValue, JsValue>;

    type PrivateWritable;

    #[wasm_bindgen(method, catch)]
    async fn write(this: &PrivateWritable, data: &ArrayBuffer) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    async fn close(this: &PrivateWritable) -> Result<JsValue, JsValue>;
}

pub(super) struct LogCopy {
    folder: Folder,
    at_rest: AtRest,
    generation: u64,
    n: u32,
    /// False if the copy lacks an entry or contains a damaged entry.
    is_whole: bool,
    last: (u32, Vec<u8>),
}

impl LogCopy {
    /// Opens the second copy of the log, and determines which log entries the copy contains.
    /// `generation` increases whenever the whole log is rewritten. Entries with another generation are ignored.
    /// Fails if the browser has no private file system.
    pub async fn open(at_rest: &AtRest, generation: u64) -> Result<LogCopy, Refusal> {
        let root = root().await?;
        let folder = root
            .get_folder(&at_rest.id().database(FOLDER), &create())
            .await
            .map_err(refusal)?;
        let mut copy = LogCopy {
            folder: folder.unchecked_into(),
            at_rest: at_rest.clone(),
            generation,
            n: 0,
            is_whole: true,
            last: (0, segment_begins(generation)),
        };
        let mut numbers: Vec<u32> = copy
            .files()
            .await?
            .into_iter()
            .filter(|file| file.0 == generation)
            .map(|file| file.1)
            .collect();
        numbers.sort_unstable();
        let mut next = Some(0);
        if numbers.len() > MAX_FILES_READ {
            numbers.drain(..numbers.len() - 1);
            next = None;
        }
        for number in numbers {
            let bytes = copy.read(generation, number).await?;
            let Segment { entries, is_damaged } = read_segment(&bytes, generation);
            for (position, _) in &entries {
                copy.is_whole &= next.is_none_or(|next| next == *position);
                next = Some(position + 1);
            }
            copy.is_whole &= !is_damaged;
            copy.last = (number, bytes);
        }
        copy.n = next.unwrap_or(0);
        Ok(copy)
    }

    pub fn generation(&self) -> u64 {
        self.generation
    }

    pub fn len(&self) -> u32 {
        self.n
    }

    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// All readable entries of the copy, keyed by the generation of the log and the position in the log.
    pub async fn read_all(&self) -> BTreeMap<u64, BTreeMap<u32, LogEntry>> {
        let mut all: BTreeMap<u64, BTreeMap<u32, LogEntry>> = BTreeMap::new();
        for (generation, number) in self.files().await.unwrap_or_default() {
            // If a file is unreadable, the other files are still read.
            let Ok(bytes) = self.read(generation, number).await else {
                continue;
            };
            all.entry(generation)
                .or_default()
                .extend(read_segment(&bytes, generation).entries);
        }
        all
    }

    /// After an error, the content of the copy is unknown.
    pub async fn extend(&mut self, entries: &[LogEntry]) -> Result<(), Refusal> {
        let mut entries = entries.iter();
        loop {
            let (number, bytes) = &mut self.last;
            if bytes.len() >= SEGMENT_BYTES {
                (*number, *bytes) = (*number + 1, segment_begins(self.generation));
            }
            let mut is_over = true;
            for entry in entries.by_ref() {
                segment_takes(bytes, self.generation, self.n, entry);
                self.n += 1;
                if bytes.len() >= SEGMENT_BYTES {
                    is_over = false;
                    break;
                }
            }
            let (number, bytes) = &self.last;
            self.write(*number, bytes).await?;
            if is_over {
                return Ok(());
            }
        }
    }

    /// Replaces the copy with `log`, the complete log. The old files are deleted after the new files are written.
    pub async fn replace(&mut self, generation: u64, log: &[LogEntry]) -> Result<(), Refusal> {
        let former = self.files().await?;
        (self.generation, self.n, self.is_whole) = (generation, 0, true);
        self.last = (0, segment_begins(generation));
        self.extend(log).await?;
        let last = self.last.0;
        for (of, number) in former {
            if of != generation || number > last {
                self.folder
                    .remove(&name(of, number), &JsValue::UNDEFINED)
                    .await
                    .map_err(refusal)?;
            }
        }
        Ok(())
    }

    /// Returns the generation and the number of each log file.
    /// The generation increases whenever the whole log is rewritten.
    async fn files(&self) -> Result<Vec<(u64, u32)>, Refusal> {
        let names = names(&self.folder).await.map_err(refusal)?;
        let parsed = names.iter().filter_map(|name| {
            let (generation, number) = name.split_once('-')?;
            Some((u64::from_str_radix(generation, 16).ok()?, number.parse().ok()?))
        });
        Ok(parsed.collect())
    }

    /// A log file that cannot be decrypted is read as empty, counts as damaged, and is rewritten.
    async fn read(&self, generation: u64, number: u32) -> Result<Vec<u8>, Refusal> {
        let read = async {
            let file = self
                .folder
                .get_file(&name(generation, number), &JsValue::UNDEFINED)
                .await?;
            let blob: Blob = file.unchecked_into::<PrivateFile>().get_blob().await?.unchecked_into();
            let buffer = JsFuture::from(blob.array_buffer()).await?;
            Ok::<_, JsValue>(Uint8Array::new(&buffer).to_vec())
        };
        let bytes = read.await.map_err(refusal)?;
        let location = name(generation, number);
        Ok(self
            .at_rest
            .read_bytes(&[FOLDER, &location], &bytes)
            .unwrap_or_default())
    }

    async fn write(&self, number: u32, bytes: &[u8]) -> Result<(), Refusal> {
        let location = name(self.generation, number);
        let bytes = self.at_rest.bytes(&[FOLDER, &location], bytes);
        let bytes = bytes.map_err(StorageError::into_refusal)?;
        let written = async {
            let file = self.folder.get_file(&name(self.generation, number), &create()).await?;
            let writable = file.unchecked_into::<PrivateFile>().create_writable().await?;
            let writable: PrivateWritable = writable.unchecked_into();
            writable.write(&to_buffer(&bytes)).await?;
            writable.close().await?;
            Ok::<_, JsValue>(())
        };
        written.await.map_err(refusal)
    }
}

/// After an error, the copy of the log still exists.
pub(super) async fn delete_log_copy(id: &ProjectId) -> Result<(), Refusal> {
    // If the browser has no private file system, there is no copy to delete.
    let Ok(root) = root().await else { return Ok(()) };
    let options = Object::new();
    let _ = Reflect::set(&options, &"recursive".into(), &true.into());
    match root.remove(&id.database(FOLDER), &options).await {
        Ok(_) => Ok(()),
        Err(error) => match refusal(error) {
            Refusal::Gone => Ok(()),
            reason => Err(reason),
        },
    }
}

fn name(generation: u64, number: u32) -> String {
    format!("{generation:x}-{number}")
}

fn create() -> JsValue {
    let options = Object::new();
    let _ = Reflect::set(&options, &"create".into(), &true.into());
    options.into()
}

async fn root() -> Result<Folder, Refusal> {
    let storage = web_sys::window().and_then(|window| Reflect::get(&window.navigator(), &"storage".into()).ok());
    // Without a secure context, `navigator.storage` is missing. In old browsers, the `getDirectory` method is missing.
    let storage = storage.filter(JsValue::is_object).ok_or(Refusal::NoFiles)?;
    let get = Reflect::get(&storage, &"getDirectory".into()).map_err(refusal)?;
    let get: Function = get.dyn_into().map_err(|_| Refusal::NoFiles)?;
    let promise = get.call0(&storage).map_err(refusal)?;
    let root = JsFuture::from(promise.unchecked_into::<Promise>()).await;
    Ok(root.map_err(refusal)?.unchecked_into())
}

async fn names(folder: &Folder) -> Result<Vec<String>, JsValue> {
    let mut names = Vec::new();
    let keys = folder.keys()?;
    loop {
        let next = JsFuture::from(keys.next()?).await?;
        if Reflect::get(&next, &"done".into())?.is_truthy() {
            return Ok(names);
        }
        names.extend(Reflect::get(&next, &"value".into())?.as_string());
    }
}

fn refusal(error: JsValue) -> Refusal {
    Refusal::of(&error)
}
