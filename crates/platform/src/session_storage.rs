//! Access to `sessionStorage`, where the browser keeps strings until the tab is closed.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = sessionStorage, js_name = getItem)]
    pub(crate) fn get_item(key: &str) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(catch, js_namespace = sessionStorage, js_name = setItem)]
    pub(crate) fn set_item(key: &str, value: &str) -> Result<(), JsValue>;
}
