//! Downloads the files of the multilingual encoder. Each file is split into parts.
//!
//! Every part is stored as soon as it has arrived, so that an interrupted download continues with the next part.
//! The parts stay in the cache and are the only stored copy of the encoder.
//! The service worker ignores requests for the parts, so that the parts are not stored twice.

use js_sys::{Array, ArrayBuffer, Reflect, SharedArrayBuffer, Uint8Array};
use serde::Deserialize;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, CacheStorage, Response, Url};

use crate::assets;
use crate::database::StorageError;
use crate::encoder_pool::{DownloadProgress, fetch_with_progress};
use crate::model_files::OnnxFile;
use crate::protection::subtle;
use crate::workers::{asset, bytes, fetch};
use fastgas_protocol::transport::shares_memory;
use fastgas_protocol::{AssetReason, Refusal, WorkerError};

/// Name of the list of the encoder's files and their parts. index.html maps this name to the address of the list.
const LIST: &str = "multilingual";

/// The service worker deletes outdated caches whose names begin with “fastgas ” and the address of the site.
/// This cache has a hyphen after “fastgas”, so that the service worker does not delete this cache.
const CACHE: &str = "fastgas-multilingual-encoder";

/// The header of a stored part contains the part's size in bytes, so that the size is known without reading the part.
const LENGTH: &str = "content-length";

/// Size of the download in bytes, shown before the download starts.
/// The size is constant, because the files never change.
pub const MULTILINGUAL_BYTES: u64 = 81_684_045;

#[derive(Deserialize)]
struct ListedFile {
    bytes: u64,
    parts: Vec<ListedPart>,
}

#[derive(Deserialize)]
struct ListedPart {
    /// Path of the part, relative to the address of the list of files and parts.
    path: String,
    bytes: u64,
    sha256: String,
}

/// If the browser allows shared memory, the ONNX file is in memory that the workers share.
/// `on_event` receives the number of loaded bytes, including stored parts.
pub(super) async fn files(
    on_event: &mut dyn FnMut(DownloadProgress),
) -> Result<(OnnxFile, ArrayBuffer, ArrayBuffer), WorkerError> {
    let (list, files) = read_list().await?;
    let cache = open_cache().await;
    let total = files.iter().map(|file| file.bytes).sum();
    let mut before = 0;
    let (mut onnx, mut others) = (None, Vec::new());
    for file in &files {
        let mut progress = |bytes| {
            on_event(DownloadProgress {
                bytes: before + bytes,
                total: Some(total),
            });
        };
        let source = (&*list, cache.as_ref());
        if onnx.is_none() {
            onnx = Some(file.read_shared(source, &mut progress).await?);
        } else {
            others.push(file.read(source, &mut progress).await?);
        }
        before += file.bytes;
    }
    if let Some(cache) = &cache {
        // The error is ignored, because an undeleted part of an old encoder only takes up some space.
        let _ = delete_others(cache, &list, &files).await;
    }
    match (onnx, <[ArrayBuffer; 2]>::try_from(others)) {
        (Some(onnx), Ok([tokenizer, config])) => Ok((onnx, tokenizer, config)),
        _ => Err(not_on_site(&list)),
    }
}

pub(super) async fn tokenizer() -> Result<ArrayBuffer, WorkerError> {
    let (list, files) = read_list().await?;
    let cache = open_cache().await;
    let file = files.get(1).ok_or_else(|| not_on_site(&list))?;
    file.read((&*list, cache.as_ref()), &mut |_| {}).await
}

fn not_on_site(url: &str) -> WorkerError {
    WorkerError::Asset {
        url: url.into(),
        reason: AssetReason::NotOnSite,
    }
}

async fn read_list() -> Result<(String, Vec<ListedFile>), WorkerError> {
    let url = assets::url(LIST)?;
    let json = bytes(&fetch(&url).await?, &url).await?;
    let files: Vec<ListedFile> =
        serde_json::from_slice(&Uint8Array::new(&json).to_vec()).map_err(|error| WorkerError::Asset {
            url: url.clone(),
            reason: AssetReason::List {
                reason: Refusal::in_words(&error.to_string()),
            },
        })?;
    match files.is_empty() {
        true => Err(not_on_site(&url)),
        false => Ok((url, files)),
    }
}

impl ListedFile {
    async fn read(
        &self,
        source: (&str, Option<&Cache>),
        progress: &mut dyn FnMut(u64),
    ) -> Result<ArrayBuffer, WorkerError> {
        let whole = Uint8Array::new_with_length(self.bytes as u32);
        self.read_into(&whole, source, progress).await?;
        Ok(whole.buffer())
    }

    async fn read_shared(
        &self,
        source: (&str, Option<&Cache>),
        progress: &mut dyn FnMut(u64),
    ) -> Result<OnnxFile, WorkerError> {
        if !shares_memory() {
            return Ok(OnnxFile::Copied(self.read(source, progress).await?));
        }
        let memory = SharedArrayBuffer::new(self.bytes as u32);
        self.read_into(&Uint8Array::new(&memory), source, progress).await?;
        Ok(OnnxFile::Shared(memory))
    }

    /// Reads all parts of the file into `whole`, which has the size of the file.
    async fn read_into(
        &self,
        whole: &Uint8Array,
        (list, cache): (&str, Option<&Cache>),
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), WorkerError> {
        let mut length = 0;
        for part in &self.parts {
            let url = part.url(list)?;
            let stored = match cache {
                Some(cache) => stored_part(cache, &url).await,
                None => None,
            };
            let is_stored = |part: &ListedPart, stored: &ArrayBuffer| u64::from(stored.byte_length()) == part.bytes;
            let content = match stored.filter(|stored| is_stored(part, stored)) {
                Some(stored) => stored,
                None => {
                    part.download(&url, cache, &mut |bytes| progress(length + bytes))
                        .await?
                }
            };
            if length + part.bytes > self.bytes {
                return Err(other_content(&url));
            }
            whole.set(&Uint8Array::new(&content), length as u32);
            length += part.bytes;
            progress(length);
        }
        match length == self.bytes {
            true => Ok(()),
            false => Err(other_content(list)),
        }
    }
}

impl ListedPart {
    fn url(&self, list: &str) -> Result<String, WorkerError> {
        let url = Url::new_with_base(&self.path, list).map(|url| url.href());
        url.map_err(|_| WorkerError::Asset {
            url: list.into(),
            reason: AssetReason::BadAddress {
                address: self.path.clone(),
            },
        })
    }

    async fn download(
        &self,
        url: &str,
        cache: Option<&Cache>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<ArrayBuffer, WorkerError> {
        let content = fetch_with_progress(url, &mut |event| progress(event.bytes)).await?;
        if u64::from(content.byte_length()) != self.bytes {
            return Err(other_content(url));
        }
        // Without a secure context, the browser has no hash function, and the page itself is not verified either.
        if let Ok(subtle) = subtle() {
            let digest = async { JsFuture::from(subtle.digest_with_str_and_buffer_source("SHA-256", &content)?).await };
            let digest = digest.await.map_err(|reason| asset(url, reason.into()))?;
            let digest = Uint8Array::new(&digest).to_vec();
            let hexadecimal: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            if hexadecimal != self.sha256 {
                return Err(other_content(url));
            }
        }
        if let Some(cache) = cache {
            let stored = async {
                let response = Response::new_with_opt_buffer_source(Some(&content))?;
                response.headers().set(LENGTH, &self.bytes.to_string())?;
                JsFuture::from(cache.put_with_str(url, &response)).await
            };
            // If there is no space for the part, the part is downloaded again on the next visit.
            let _ = stored.await;
        }
        Ok(content)
    }
}

fn other_content(url: &str) -> WorkerError {
    WorkerError::Asset {
        url: url.into(),
        reason: AssetReason::OtherContent,
    }
}

fn caches() -> Option<CacheStorage> {
    web_sys::window()?.caches().ok().filter(|caches| caches.is_object())
}

async fn open_cache() -> Option<Cache> {
    let cache = JsFuture::from(caches()?.open(CACHE)).await.ok()?;
    Some(cache.unchecked_into())
}

pub async fn stored_multilingual_bytes() -> Result<u64, StorageError> {
    stored_bytes().await.map_err(refused)
}

async fn stored_bytes() -> Result<u64, JsValue> {
    let Some(caches) = caches() else { return Ok(0) };
    // The cache is opened only if it exists, because opening a missing cache would create it.
    if !JsFuture::from(caches.has(CACHE)).await?.is_truthy() {
        return Ok(0);
    }
    let cache: Cache = JsFuture::from(caches.open(CACHE)).await?.unchecked_into();
    let responses: Array = JsFuture::from(cache.match_all()).await?.unchecked_into();
    let mut sum: u64 = 0;
    for response in responses.iter() {
        let response: Response = response.unchecked_into();
        let announced = response.headers().get(LENGTH)?;
        sum += match announced.and_then(|length| length.parse::<u64>().ok()) {
            Some(length) => length,
            // Earlier versions of the page stored parts without the size header.
            None => {
                let content: ArrayBuffer = JsFuture::from(response.array_buffer()?).await?.unchecked_into();
                u64::from(content.byte_length())
            }
        };
    }
    Ok(sum)
}

/// Deletes the stored parts. A download in another tab continues, but its parts are not stored.
pub async fn delete_multilingual() -> Result<(), StorageError> {
    let Some(caches) = caches() else { return Ok(()) };
    JsFuture::from(caches.delete(CACHE)).await.map_err(refused)?;
    Ok(())
}

fn refused(reason: JsValue) -> StorageError {
    StorageError::Refused { reason: reason.into() }
}

/// Returns a stored part of an encoder file. `None` if the part cannot be read and must be downloaded again.
async fn stored_part(cache: &Cache, url: &str) -> Option<ArrayBuffer> {
    let found = JsFuture::from(cache.match_with_str(url)).await.ok()?;
    let response: Response = found.is_object().then(|| found.unchecked_into())?;
    let content = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(content.unchecked_into())
}

/// Deletes cached parts that `files` does not list, such as parts that an earlier version of the site stored.
async fn delete_others(cache: &Cache, list: &str, files: &[ListedFile]) -> Result<(), JsValue> {
    let parts = files.iter().flat_map(|file| &file.parts);
    let current: Vec<String> = parts.filter_map(|part| part.url(list).ok()).collect();
    let requests: Array = JsFuture::from(cache.keys()).await?.unchecked_into();
    for request in requests.iter() {
        let url = Reflect::get(&request, &"url".into())?.as_string().unwrap_or_default();
        if !current.contains(&url) {
            JsFuture::from(cache.delete_with_str(&url)).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test is skipped without the large files, which are not in the repository.
    #[test]
    fn announced_size_equals_the_sum_of_the_file_sizes() {
        let folder = std::path::Path::new("../../www/models/multilingual-e5-small");
        let size = |name| Some(std::fs::metadata(folder.join(name)).ok()?.len());
        let sizes = ["model.onnx", "tokenizer.bin", "config.json"].map(size);
        match sizes {
            [Some(model), Some(tokenizer), Some(config)] => assert_eq!(model + tokenizer + config, MULTILINGUAL_BYTES),
            _ => {
                // Not `println!`, because the test harness hides the output of passing tests.
                use std::io::Write;
                let _ = writeln!(
                    std::io::stderr(),
                    "announced_size_equals_the_sum_of_the_file_sizes: skipped: `cargo xtask model --multilingual` writes the files"
                );
            }
        }
    }

    #[test]
    fn list_of_the_site_is_read() {
        let json = r#"[{ "bytes": 5, "parts": [{ "path": "0f.part", "bytes": 5, "sha256": "0f" }] }]"#;
        let files: Vec<ListedFile> = serde_json::from_str(json).unwrap();
        assert_eq!((files[0].bytes, &*files[0].parts[0].path), (5, "0f.part"));
    }
}
