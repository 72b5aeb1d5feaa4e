//! Addresses of the page's files. The file names change with the content of the files, and index.html lists the names.

use js_sys::{JSON, Reflect, Uint8Array, WebAssembly};
use thiserror::Error as ThisError;

use fastgas_protocol::{AssetReason, Refusal, WorkerError};

/// The `id` of the JSON element of index.html that maps file names to addresses relative to the page.
const ELEMENT: &str = "assets";

/// [`AssetError`] is a separate type, because the first screen needs no other error type of the crate.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[error("{url} could not be loaded: {reason}")]
pub struct AssetError {
    pub url: String,
    pub reason: AssetReason,
}

impl From<AssetError> for WorkerError {
    fn from(AssetError { url, reason }: AssetError) -> WorkerError {
        WorkerError::Asset { url, reason }
    }
}

pub fn url(name: &str) -> Result<String, AssetError> {
    find(name).map_err(|reason| AssetError {
        url: name.into(),
        reason,
    })
}

pub(crate) fn encoder_files() -> [&'static str; 2] {
    match has_relaxed_simd() {
        true => ["worker-encoder-relaxed", "worker-encoder-relaxed-wasm"],
        false => ["worker-encoder", "worker-encoder-wasm"],
    }
}

/// Whether the browser accepts a module with `i16x8.relaxed_dot_i8x16_i7x16_s`, a relaxed SIMD instruction.
fn has_relaxed_simd() -> bool {
    const MODULE: [u8; 36] = [
        // The module header, the type () → v128, and the declaration of a function with this type.
        0, b'a', b's', b'm', 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0,
        // The function body: i32.const 1 and i8x16.splat, twice; the dot product; end.
        10, 15, 1, 13, 0, 0x41, 1, 0xfd, 15, 0x41, 1, 0xfd, 15, 0xfd, 0x92, 2, 11,
    ];
    WebAssembly::validate(&Uint8Array::from(&MODULE[..]).into()).unwrap_or(false)
}

fn find(name: &str) -> Result<String, AssetReason> {
    let document = web_sys::window()
        .and_then(|window| window.document())
        .ok_or(AssetReason::Browser(Refusal::NoPage))?;
    let element = document
        .get_element_by_id(ELEMENT)
        .ok_or_else(|| AssetReason::NoElement { id: ELEMENT.into() })?;
    // Uses the browser's JSON parser, because a parser in Rust would enlarge the program that the first screen needs.
    let assets = JSON::parse(&element.text_content().unwrap_or_default())
        .map_err(|error| AssetReason::List { reason: error.into() })?;
    let relative = Reflect::get(&assets, &name.into())
        .ok()
        .and_then(|path| path.as_string());
    let relative = relative.ok_or_else(|| AssetReason::NotListed { name: name.into() })?;
    let base = document.base_uri().ok().flatten().ok_or(AssetReason::NoAddress)?;
    web_sys::Url::new_with_base(&relative, &base)
        .map(|url| url.href())
        .map_err(|_| AssetReason::BadAddress { address: relative })
}
