//! The full screen of the browser.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Whether an element fills the screen.
pub fn is_on() -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    document.is_some_and(|document| document.fullscreen_element().is_some())
}

/// Shows an element on the full screen. Must be called while the browser handles an input of the user.
///
/// # Errors
/// The browser's error, for example where a phone has no full screen.
pub async fn enter(element: &web_sys::Element) -> Result<(), JsValue> {
    call(element, "requestFullscreen").await
}

/// Returns from the full screen. Does nothing if no element fills the screen.
///
/// # Errors
/// The browser's error.
pub async fn leave() -> Result<(), JsValue> {
    let document = web_sys::window().and_then(|window| window.document());
    match document.filter(|_| is_on()) {
        Some(document) => call(&document, "exitFullscreen").await,
        None => Ok(()),
    }
}

/// Calls a method that returns a promise. The bindings of web-sys drop the promise, so a refusal would be reported as an
/// unhandled error of the page.
async fn call(target: &JsValue, name: &str) -> Result<(), JsValue> {
    let method: Function = Reflect::get(target, &name.into())?.dyn_into()?;
    let promise: Promise = method.call0(target)?.dyn_into()?;
    JsFuture::from(promise).await.map(drop)
}
