//! Files and whole folders that the user drags onto the page or chooses.

use futures::future::join_all;
use js_sys::{Array, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DataTransfer, File, FileList, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry};

use fastgas_protocol::{Refusal, WorkerError};
use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

/// Maximum number of files in the folder of an encoder.
/// A larger folder is probably a whole disk that the user chose by mistake.
const MAX_FILES: usize = 1000;

#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum DropReason {
    #[error("there are more than {limit} files in it")]
    TooMany { limit: u64 },
    #[error("there is no file in it")]
    NoFile,
    #[error(transparent)]
    Browser(Refusal),
    #[error(transparent)]
    Unread(WorkerError),
}

#[derive(Clone, Debug)]
pub struct FileAt {
    /// The relative path, with slashes between the components. The last component is the file name.
    pub path: String,
    pub file: File,
}

/// The files that the user chose, without the hidden files of a chosen folder.
pub fn chosen_files(files: &FileList) -> Vec<FileAt> {
    (0..files.length())
        .filter_map(|index| files.get(index))
        .map(|file| {
            // The path is empty unless the user chose a folder.
            let path = Reflect::get(&file, &"webkitRelativePath".into()).ok();
            let path = path.and_then(|path| path.as_string()).filter(|path| !path.is_empty());
            FileAt {
                path: path.unwrap_or_else(|| file.name()),
                file,
            }
        })
        .filter(|FileAt { path, .. }| !path.contains('/') || !is_hidden(path))
        .collect()
}

pub fn has_files(data: &DataTransfer) -> bool {
    data.types().includes(&"Files".into(), 0)
}

/// The files that the user dragged onto the page, including the files in dragged folders.
/// Must be called while the browser handles the event, because the browser clears the list of files afterwards.
pub fn dropped_files(data: &DataTransfer) -> impl Future<Output = Result<Vec<FileAt>, DropReason>> + 'static {
    let items = data.items();
    let mut files = Vec::new();
    let mut folders = Vec::new();
    for item in (0..items.length()).filter_map(|index| items.get(index)) {
        let entry = item.webkit_get_as_entry().ok().flatten();
        match (entry.filter(FileSystemEntry::is_directory), item.get_as_file()) {
            (Some(folder), _) => folders.push(folder),
            (None, Ok(Some(file))) => files.push(FileAt {
                path: file.name(),
                file,
            }),
            (None, _) => {}
        }
    }
    async move {
        while let Some(folder) = folders.pop() {
            let entries = entries(folder.unchecked_ref()).await.map_err(refused)?;
            let (inner, entries): (Vec<_>, Vec<_>) = entries
                .into_iter()
                .filter(|entry| !is_hidden(&entry.name()))
                .partition(FileSystemEntry::is_directory);
            folders.extend(inner);
            if files.len() + entries.len() > MAX_FILES {
                return Err(DropReason::TooMany {
                    limit: MAX_FILES as u64,
                });
            }
            for file in join_all(entries.iter().map(file)).await {
                files.push(file.map_err(refused)?);
            }
        }
        if files.is_empty() {
            return Err(DropReason::NoFile);
        }
        Ok(files)
    }
}

fn refused(error: JsValue) -> DropReason {
    DropReason::Browser(error.into())
}

fn is_hidden(path: &str) -> bool {
    path.split('/').any(|part| part.starts_with('.'))
}

async fn file(entry: &FileSystemEntry) -> Result<FileAt, JsValue> {
    let entry: &FileSystemFileEntry = entry.unchecked_ref();
    let file = Promise::new(&mut |resolve, reject| entry.file_with_callback_and_callback(&resolve, &reject));
    Ok(FileAt {
        path: entry.full_path().trim_start_matches('/').into(),
        file: JsFuture::from(file).await?.unchecked_into(),
    })
}

/// The entries of a folder. A browser returns about 100 entries per call, and an empty list at the end.
async fn entries(folder: &FileSystemDirectoryEntry) -> Result<Vec<FileSystemEntry>, JsValue> {
    let reader = folder.create_reader();
    let mut entries = Vec::new();
    while entries.len() <= MAX_FILES {
        let next = Promise::new(&mut |resolve, reject| {
            if let Err(reason) = reader.read_entries_with_callback_and_callback(&resolve, &reject) {
                // Calling `reject` cannot fail. The call passes `reason` to the promise.
                let _ = reject.call1(&JsValue::UNDEFINED, &reason);
            }
        });
        let next: Array = JsFuture::from(next).await?.unchecked_into();
        if next.length() == 0 {
            break;
        }
        entries.extend(next.iter().map(|entry| entry.unchecked_into::<FileSystemEntry>()));
    }
    Ok(entries)
}
