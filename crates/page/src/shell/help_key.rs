//! The key that opens the help dialog.
//!
//! The first WebAssembly file listens to this key, because no other key has an effect on the first screen.
//! All other keys need a project, which is shown only after the second WebAssembly file is loaded.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::runtime::access::use_app;
use crate::ui::dom::is_in;
use fastgas_platform::Preference;

/// Opens the help dialog when the user presses `?` outside a field, also while another dialog is open.
/// If the second WebAssembly file is not loaded yet, the dialog opens as soon as the file is loaded.
pub fn listen(help: RwSignal<bool>) {
    let app = use_app();
    let handle = window_event_listener(ev::keydown, move |event| {
        let has_single_keys = || {
            app.state()
                .with_untracked(|state| state.preferences.is_on(Preference::SingleKeys))
        };
        // On some keyboards, the user types `?` with Alt, which Windows reports as Alt and Ctrl.
        let is_command = (event.ctrl_key() || event.meta_key()) && !event.alt_key();
        let is_help = event.key() == "?" && !is_command && !event.default_prevented();
        if is_help && !is_typing(&event) && has_single_keys() {
            event.prevent_default();
            app.open_help(help);
        }
    });
    on_cleanup(move || handle.remove());
}

/// True if the user types into a field. A checkbox does not count, because its only key is the space bar.
pub fn is_typing(event: &KeyboardEvent) -> bool {
    let input = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
    let is_box = input.is_some_and(|input| input.type_() == "checkbox");
    !is_box && is_in(event, &["INPUT", "SELECT", "TEXTAREA"])
}
