//! Where the page's files are: index.html holds their names, which change with their content.

use std::collections::BTreeMap;

use crate::protocol::WorkerError;

/// The `id` of the page's JSON element that maps names to addresses relative to the page.
const ELEMENT: &str = "assets";

/// The full address of the file that the page lists under `name`.
///
/// # Errors
/// [`WorkerError::Asset`] when the page lists no such file.
pub fn url(name: &str) -> Result<String, WorkerError> {
    find(name).map_err(|reason| WorkerError::Asset {
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
    let assets: BTreeMap<String, String> = serde_json::from_str(&element.text_content().unwrap_or_default())
        .map_err(|error| format!("the page's list of files cannot be read: {error}"))?;
    let relative = assets
        .get(name)
        .ok_or_else(|| format!("the page lists no file `{name}`"))?;
    let base = document.base_uri().ok().flatten().ok_or("the page has no address")?;
    web_sys::Url::new_with_base(relative, &base)
        .map(|url| url.href())
        .map_err(|_| format!("`{relative}` is no address"))
}
