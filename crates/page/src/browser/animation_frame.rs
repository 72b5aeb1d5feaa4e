//! The animation frames of the browser.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

pub fn before_paint(callback: impl FnOnce() + 'static) {
    let callback: JsValue = Closure::once_into_js(callback);
    if let Some(window) = web_sys::window() {
        // Requesting a frame fails only while the page is closing.
        let _ = window.request_animation_frame(callback.unchecked_ref());
    }
}
