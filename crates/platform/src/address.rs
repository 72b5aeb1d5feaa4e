//! What stands after the `#` of the page's address, and the steps of the browser's history that are within the page.

use wasm_bindgen::JsValue;
use web_sys::History;

/// Without the `#`; empty where there is nothing.
pub fn fragment() -> String {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok());
    hash.map_or_else(String::new, |hash| hash.trim_start_matches('#').to_owned())
}

/// Puts it there, or takes it away where it is empty; nothing is loaded and no step of the history is added.
pub fn set_fragment(fragment: &str) {
    let address = if fragment.is_empty() {
        let location = web_sys::window().map(|window| window.location());
        let part = |part: Result<String, JsValue>| part.unwrap_or_default();
        location.map_or_else(String::new, |location| {
            part(location.pathname()) + &part(location.search())
        })
    } else {
        format!("#{fragment}")
    };
    change(|history| history.replace_state_with_url(&history.state()?, "", Some(&address)));
}

/// The whole address.
pub fn address() -> String {
    web_sys::window()
        .and_then(|window| window.location().href().ok())
        .unwrap_or_default()
}

/// How many steps within the page there are below this place of the browser's history; none where the page has not been here,
/// as when the address was changed by hand.
pub fn steps() -> Option<usize> {
    let state = history()?.state().ok()?.as_f64()?;
    Some(state as usize)
}

/// Marks this entry of the history as step 0.
pub fn begin_steps() {
    change(|history| history.replace_state(&JsValue::from(0), ""));
}

/// Goes one step further within the page, to the `step`th; the address stays.
pub fn add_step(step: usize) {
    change(|history| history.push_state(&JsValue::from(step as f64), ""));
}

/// Goes so many steps back, after a while.
pub fn go_back(steps: usize) {
    change(|history| history.go_with_delta(-(steps as i32)));
}

fn history() -> Option<History> {
    web_sys::window()?.history().ok()
}

fn change(change: impl FnOnce(&History) -> Result<(), JsValue>) {
    let changed = history().ok_or(JsValue::NULL).and_then(|history| change(&history));
    if let Err(reason) = changed {
        leptos::logging::error!("the browser's history could not be changed: {reason:?}");
    }
}
