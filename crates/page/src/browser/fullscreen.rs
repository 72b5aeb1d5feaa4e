//! The full-screen mode of the browser.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

pub fn is_on() -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    document.is_some_and(|document| document.fullscreen_element().is_some())
}

/// Must be called in the handler of a user input event. Otherwise, the browser refuses full-screen mode.
/// Fails with the error from the browser, for example on phones without a full-screen mode.
pub async fn enter(element: &web_sys::Element) -> Result<(), JsValue> {
    call(element, "requestFullscreen").await
}

pub async fn leave() -> Result<(), JsValue> {
    let document = web_sys::window().and_then(|window| window.document());
    match document.filter(|_| is_on()) {
        Some(document) => call(&document, "exitFullscreen").await,
        None => Ok(()),
    }
}

/// The binding in web-sys drops the promise, so a rejection would be reported as an unhandled error.
async fn call(target: &JsValue, name: &str) -> Result<(), JsValue> {
    let method: Function = Reflect::get(target, &name.into())?.dyn_into()?;
    let promise: Promise = method.call0(target)?.dyn_into()?;
    JsFuture::from(promise).await.map(drop)
}
