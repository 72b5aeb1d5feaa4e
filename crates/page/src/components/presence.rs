//! Whether anybody looks at the text that is before them.

use leptos::prelude::{document, window};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};

use super::back::open_dialogs;
use super::use_app;
use crate::clock::wall_clock_ms;
use crate::stopwatch::AWAY_MS;
use crate::store::Action;

/// What a person does.
const SIGNS: [&str; 8] = [
    "keydown",
    "pointerdown",
    "pointermove",
    "wheel",
    "touchmove",
    "visibilitychange",
    // What lies over the text comes and goes.
    "toggle",
    "close",
];

/// Dialogs that are looked at for the sake of the text beneath: guidelines, a search for its label, texts like it.
const FOR_THE_TEXT: [&str; 3] = ["help-dialog", "find-label-dialog", "similar-dialog"];

/// Says of each stretch of time in which nobody looked at the text how long it was, as soon as somebody does again: before all
/// that is done with the event that tells.
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
        if was_away || ms >= AWAY_MS {
            app.dispatch(Action::Unseen { ms });
        }
        (last_ms, was_away) = (now_ms, is_away);
    });
    for sign in SIGNS {
        // Before all others: what is done with a key is said of a text whose time is known.
        let _ = window().add_event_listener_with_callback_and_bool(sign, listener.as_ref().unchecked_ref(), true);
    }
    // As long as the page.
    let _: JsValue = listener.into_js_value();
}

/// Behind another window, or beneath something that has to do with other things.
fn is_away() -> bool {
    document().hidden()
        || open_dialogs()
            .iter()
            .any(|dialog| !FOR_THE_TEXT.contains(&&*dialog.id()))
}
