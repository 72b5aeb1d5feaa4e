//! The URL fragment of the page, and the entries in the browser's history that belong to the page.

use wasm_bindgen::JsValue;
use web_sys::History;

/// Returns the fragment without the `#`. Empty without a fragment.
pub fn fragment() -> String {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok());
    hash.map_or_else(String::new, |hash| hash.trim_start_matches('#').to_owned())
}

/// Sets the URL fragment, or removes it if `fragment` is empty. Loads nothing and adds no history entry.
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

pub fn address() -> String {
    web_sys::window()
        .and_then(|window| window.location().href().ok())
        .unwrap_or_default()
}

/// Returns the number of history entries of the page before the current entry. `None` if the page did not create the
/// current entry, for example because the user edited the URL.
pub fn history_depth() -> Option<usize> {
    let state = history()?.state().ok()?.as_f64()?;
    Some(state as usize)
}

/// Marks the current history entry as step 0.
pub fn mark_first_history_entry() {
    change(|history| history.replace_state(&JsValue::from(0), ""));
}

/// Pushes a history entry with number `step`. The URL does not change.
pub fn push_history(step: usize) {
    change(|history| history.push_state(&JsValue::from(step as f64), ""));
}

/// Goes back by `history_depth` history entries. The navigation is asynchronous.
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
