//! The clipboard of the browser.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Copies a text to the clipboard. Fails on an insecure origin, where browsers provide no clipboard API.
pub async fn copy(text: &str) -> Result<(), JsValue> {
    let navigator = web_sys::window().ok_or("no window")?.navigator();
    let clipboard = Reflect::get(&navigator, &"clipboard".into())?;
    let write: Function = Reflect::get(&clipboard, &"writeText".into())?.dyn_into()?;
    let written: Promise = write.call1(&clipboard, &text.into())?.dyn_into()?;
    JsFuture::from(written).await.map(drop)
}
