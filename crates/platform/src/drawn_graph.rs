//! The text of the graph that the user has drawn in the explainer. `sessionStorage` keeps the text until the tab is closed.

use wasm_bindgen::JsValue;

use crate::session_storage::{get_item, set_item};

/// The key of the text in `sessionStorage`.
const KEY: &str = "fastgas-drawn-graph";

/// The text of the graph that was stored most recently in this tab. `None` if there is no text or the browser refuses access.
pub fn kept_drawn_graph() -> Option<String> {
    get_item(KEY).ok().flatten().filter(|text| !text.is_empty())
}

/// Keeps the text of a graph until the tab is closed, also while another page is open in the tab.
///
/// # Errors
/// Returns the error of the browser, for example if its storage is full or blocked.
pub fn keep_drawn_graph(text: &str) -> Result<(), JsValue> {
    set_item(KEY, text)
}
