//! The name of whoever labels in this browser, which is no part of any one project.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

const KEY: &str = "fastgas-annotator";

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = localStorage, js_name = getItem)]
    fn get_item(key: &str) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(catch, js_namespace = localStorage, js_name = setItem)]
    fn set_item(key: &str, value: &str) -> Result<(), JsValue>;
}

/// The name, where one was kept and the browser gives it.
pub fn annotator() -> Option<String> {
    let name = get_item(KEY).ok().flatten();
    name.filter(|name| !name.is_empty())
}

/// Keeps the name; where the browser refuses, it is asked for again on the next visit.
pub fn keep_annotator(name: &str) {
    // The project keeps it too.
    let _ = set_item(KEY, name);
}
