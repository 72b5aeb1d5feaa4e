//! The URL fragment of the page, and the entries in the browser's history that belong to the page.

use wasm_bindgen::JsValue;
use web_sys::History;

/// The fragment of the page's URL, without `#`. Empty if the URL has no fragment.
pub fn fragment() -> String {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok());
    hash.map_or_else(String::new, |hash| hash.trim_start_matches('#').to_owned())
}

/// Replaces the fragment of the URL. An empty `fragment` removes the fragment.
/// The call loads no page and adds no history entry.
pub fn set_fragment(fragment: &str) {
    let address = address_with(fragment);
    change(|history| history.replace_state_with_url(&history.state()?, "", Some(&address)));
}

/// If `fragment` is empty, the URL has no fragment.
fn address_with(fragment: &str) -> String {
    if !fragment.is_empty() {
        return format!("#{fragment}");
    }
    let location = web_sys::window().map(|window| window.location());
    let part = |part: Result<String, JsValue>| part.unwrap_or_default();
    location.map_or_else(String::new, |location| {
        part(location.pathname()) + &part(location.search())
    })
}

pub fn address() -> String {
    web_sys::window()
        .and_then(|window| window.location().href().ok())
        .unwrap_or_default()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// Number of history entries that the page had before this entry.
    pub step: usize,
    /// Name of the view that the page shows, for example `label`. Empty if the page shows no view.
    pub view: String,
}

impl HistoryEntry {
    fn to_state(&self) -> JsValue {
        let state = js_sys::Object::new();
        let fields = [
            ("step", JsValue::from(self.step as f64)),
            ("view", JsValue::from(self.view.as_str())),
        ];
        for (name, value) in fields {
            // The result is ignored, because setting a property of a new object cannot fail.
            let _ = js_sys::Reflect::set(&state, &name.into(), &value);
        }
        state.into()
    }

    fn from_state(state: &JsValue) -> Option<HistoryEntry> {
        let step = js_sys::Reflect::get(state, &"step".into()).ok()?.as_f64()?;
        let view = js_sys::Reflect::get(state, &"view".into()).ok()?.as_string()?;
        Some(HistoryEntry {
            step: step as usize,
            view,
        })
    }
}

/// `None` if the page did not create the current history entry, for example because the user edited the URL.
pub fn history_entry() -> Option<HistoryEntry> {
    HistoryEntry::from_state(&history()?.state().ok()?)
}

/// Replaces the current entry of the browser history. If `fragment` is `None`, the URL does not change.
pub fn replace_history(entry: &HistoryEntry, fragment: Option<&str>) {
    let (state, address) = (entry.to_state(), fragment.map(address_with));
    change(|history| match &address {
        Some(address) => history.replace_state_with_url(&state, "", Some(address)),
        None => history.replace_state(&state, ""),
    });
}

/// Adds an entry to the browser history. If `fragment` is `None`, the URL does not change.
pub fn push_history(entry: &HistoryEntry, fragment: Option<&str>) {
    let (state, address) = (entry.to_state(), fragment.map(address_with));
    change(|history| match &address {
        Some(address) => history.push_state_with_url(&state, "", Some(address)),
        None => history.push_state(&state, ""),
    });
}

/// Goes back by `steps` history entries. The browser navigates after this function has returned.
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
