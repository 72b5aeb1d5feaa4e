//! What stands after the `#` of the page's address.

use js_sys::{Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// Without the `#`; empty where there is nothing.
pub fn fragment() -> String {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok());
    hash.map_or_else(String::new, |hash| hash.trim_start_matches('#').to_owned())
}

/// Puts it there, or takes it away where it is empty; nothing is loaded and no step of the history is added.
pub fn set_fragment(fragment: &str) {
    let replaced = || -> Result<(), JsValue> {
        let window = web_sys::window().ok_or(JsValue::NULL)?;
        let location = window.location();
        let (path, search) = (location.pathname()?, location.search()?);
        let address = if fragment.is_empty() {
            format!("{path}{search}")
        } else {
            format!("#{fragment}")
        };
        let history = Reflect::get(&window, &"history".into())?;
        let replace: Function = Reflect::get(&history, &"replaceState".into())?.dyn_into()?;
        replace.call3(&history, &JsValue::NULL, &"".into(), &address.into())?;
        Ok(())
    };
    if let Err(reason) = replaced() {
        leptos::logging::error!("the address could not be set: {reason:?}");
    }
}

/// The whole address.
pub fn address() -> String {
    web_sys::window()
        .and_then(|window| window.location().href().ok())
        .unwrap_or_default()
}
