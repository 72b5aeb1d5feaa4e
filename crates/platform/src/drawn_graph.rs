//! The text of the graph that the user has drawn in the explainer. The browser keeps the text until the tab is closed.

use wasm_bindgen::JsValue;

use crate::session_storage::{get_item, set_item};

const KEY: &str = "fastgas-drawn-graph";

pub fn kept_drawn_graph() -> Option<String> {
    get_item(KEY).ok().flatten().filter(|text| !text.is_empty())
}

/// The text remains if the user visits another page in the same tab and returns.
/// Fails with the error from the browser, for example if the storage is full or blocked.
pub fn keep_drawn_graph(text: &str) -> Result<(), JsValue> {
    set_item(KEY, text)
}
