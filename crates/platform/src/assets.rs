//! Where the page's files are: index.html holds their names, which change with their content.

use js_sys::{JSON, Reflect};
use thiserror::Error as ThisError;

use fastgas_protocol::WorkerError;
use fastgas_protocol::transport::words;

/// The `id` of the page's JSON element that maps names to addresses relative to the page.
const ELEMENT: &str = "assets";

/// A file of the page that could not be had. A value of its own, for the first screen, which needs no other error.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[error("{url} could not be loaded: {reason}")]
pub struct AssetError {
    /// Where it should be.
    pub url: String,
    /// What the browser said.
    pub reason: String,
}

impl From<AssetError> for WorkerError {
    fn from(AssetError { url, reason }: AssetError) -> WorkerError {
        WorkerError::Asset { url, reason }
    }
}

/// The full address of the file that the page lists under `name`.
///
/// # Errors
/// When the page lists no such file.
pub fn url(name: &str) -> Result<String, AssetError> {
    find(name).map_err(|reason| AssetError {
        url: name.into(),
        reason,
    })
}

fn find(name: &str) -> Result<String, String> {
    let document = web_sys::window()
        .and_then(|window| window.document())
        .ok_or("there is no page")?;
    let element = document
        .get_element_by_id(ELEMENT)
        .ok_or_else(|| format!("the page has no element `{ELEMENT}`"))?;
    // The browser's own reader: another one would be among what the first screen waits for.
    let assets = JSON::parse(&element.text_content().unwrap_or_default())
        .map_err(|reason| format!("the page’s list of files cannot be read: {}", words(&reason)))?;
    let relative = Reflect::get(&assets, &name.into())
        .ok()
        .and_then(|path| path.as_string());
    let relative = relative.ok_or_else(|| format!("the page lists no file `{name}`"))?;
    let base = document.base_uri().ok().flatten().ok_or("the page has no address")?;
    web_sys::Url::new_with_base(&relative, &base)
        .map(|url| url.href())
        .map_err(|_| format!("`{relative}` is no address"))
}
