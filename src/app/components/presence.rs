//! Whether anybody looks at the page.

use leptos::prelude::{document, window};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};

use super::use_store;
use crate::app::effects::wall_clock_ms;
use crate::app::stopwatch::AWAY_MS;
use crate::app::store::Action;

/// What a person does.
const SIGNS: [&str; 6] = [
    "keydown",
    "pointerdown",
    "pointermove",
    "wheel",
    "touchmove",
    "visibilitychange",
];

/// Says of each stretch of time in which nobody looked at the page how long it was, as soon as somebody does again: before all
/// that is done with the event that tells.
pub fn listen() {
    let store = use_store();
    let mut last_ms = wall_clock_ms();
    let mut was_hidden = is_hidden();
    let listener = Closure::<dyn FnMut()>::new(move || {
        let now_ms = wall_clock_ms();
        let ms = now_ms.saturating_sub(last_ms);
        if was_hidden || ms >= AWAY_MS {
            store.dispatch(Action::Unseen { ms });
        }
        last_ms = now_ms;
        was_hidden = is_hidden();
    });
    for sign in SIGNS {
        // Before all others: what is done with a key is said of a text whose time is known.
        let _ = window().add_event_listener_with_callback_and_bool(sign, listener.as_ref().unchecked_ref(), true);
    }
    // As long as the page.
    let _: JsValue = listener.into_js_value();
}

fn is_hidden() -> bool {
    document().hidden()
}
