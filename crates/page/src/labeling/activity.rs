//! Detects how long the user is away from the current text.

use leptos::prelude::{document, window};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};

use crate::browser::clock::wall_clock_ms;
use crate::labeling;
use crate::labeling::dwell_time::IDLE_MS;
use crate::runtime::access::use_app;
use crate::state::Msg;
use crate::ui::page_history::open_dialogs;

const ACTIVITY_EVENTS: [&str; 8] = [
    "keydown",
    "pointerdown",
    "pointermove",
    "wheel",
    "touchmove",
    "visibilitychange",
    // The `toggle` and `close` events occur if a dialog or popover over the text opens or closes.
    "toggle",
    "close",
];

/// Dialogs that help to label the current text: guidelines, label search, similar texts.
/// The time in helper dialogs counts as labeling time.
const HELPER_DIALOGS: [&str; 3] = ["help-dialog", "find-label-dialog", "similar-dialog"];

/// Dispatches the length of each absence as soon as the user returns.
/// The message is dispatched before any other handler processes the event that ends the absence.
pub fn listen() {
    let app = use_app();
    let mut last_ms = wall_clock_ms();
    let mut was_away = is_away();
    let listener = Closure::<dyn FnMut()>::new(move || {
        let (now_ms, is_away) = (wall_clock_ms(), is_away());
        if was_away && is_away {
            return;
        }
        let ms = now_ms.saturating_sub(last_ms);
        if was_away || ms >= IDLE_MS {
            app.dispatch(Msg::Labeling(labeling::Msg::Idle { ms }));
        }
        (last_ms, was_away) = (now_ms, is_away);
    });
    for sign in ACTIVITY_EVENTS {
        // The listener uses the capture phase, so that the dwell time is up to date before other handlers run.
        let _ = window().add_event_listener_with_callback_and_bool(sign, listener.as_ref().unchecked_ref(), true);
    }
    // The listener stays registered for the lifetime of the page.
    let _: JsValue = listener.into_js_value();
}

fn is_away() -> bool {
    document().hidden()
        || open_dialogs()
            .iter()
            .any(|dialog| !HELPER_DIALOGS.contains(&&*dialog.id()))
}
