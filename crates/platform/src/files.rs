//! Files that a person drops or chooses, whole folders included.

use futures::future::join_all;
use js_sys::{Array, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DataTransfer, File, FileList, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry};

use fastgas_protocol::transport::words;

/// More files than this are no encoder, but somebody's whole disk.
const MAX_FILES: usize = 1000;

/// A file and the folders that it came in, between slashes.
#[derive(Clone, Debug)]
pub struct FileAt {
    /// Ends with the file's name.
    pub path: String,
    /// Not read yet.
    pub file: File,
}

/// The files of an input; of a folder those that are not hidden.
pub fn chosen_files(files: &FileList) -> Vec<FileAt> {
    (0..files.length())
        .filter_map(|index| files.get(index))
        .map(|file| {
            // Empty unless a folder was chosen.
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

/// Whether files are dragged, and not text.
pub fn has_files(data: &DataTransfer) -> bool {
    data.types().includes(&"Files".into(), 0)
}

/// The files that are dropped, and those in the folders that are. To be called while the event is handled; what it
/// gives may be awaited later.
///
/// # Errors
/// What could not be read, in words.
pub fn dropped_files(data: &DataTransfer) -> impl Future<Output = Result<Vec<FileAt>, String>> + 'static {
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
            let entries = entries(folder.unchecked_ref()).await.map_err(|reason| words(&reason))?;
            let (inner, entries): (Vec<_>, Vec<_>) = entries
                .into_iter()
                .filter(|entry| !is_hidden(&entry.name()))
                .partition(FileSystemEntry::is_directory);
            folders.extend(inner);
            if files.len() + entries.len() > MAX_FILES {
                return Err(format!("there are more than {MAX_FILES} files in it"));
            }
            for file in join_all(entries.iter().map(file)).await {
                files.push(file.map_err(|reason| words(&reason))?);
            }
        }
        if files.is_empty() {
            return Err("there is no file in it".into());
        }
        Ok(files)
    }
}

/// Such as a clone's .git.
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

/// What is in a folder. A browser gives a hundred at a time, and none at the end.
async fn entries(folder: &FileSystemDirectoryEntry) -> Result<Vec<FileSystemEntry>, JsValue> {
    let reader = folder.create_reader();
    let mut entries = Vec::new();
    while entries.len() <= MAX_FILES {
        let next = Promise::new(&mut |resolve, reject| {
            if let Err(reason) = reader.read_entries_with_callback_and_callback(&resolve, &reject) {
                // A rejected promise tells it; the call itself cannot fail.
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
