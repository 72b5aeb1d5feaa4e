//! Keys of the labeling view.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::use_store;
use crate::app::effects::wall_clock_ms;
use crate::app::store::Action;
use crate::label::index_of_key;

/// Listens to the whole page, except where keys are typed into a field or a dialog is open.
pub fn listen(help: RwSignal<bool>) {
    let store = use_store();
    let handle = window_event_listener(ev::keydown, move |event| {
        let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
        let has_dialog = store.state().with_untracked(|state| {
            state.question.is_some() || state.candidate.is_some() || state.comparison.shown || state.prompting.is_open
        });
        if modified || has_dialog || help.get_untracked() || event.default_prevented() || is_typing(&event) {
            return;
        }
        if event.key() == "?" {
            event.prevent_default();
            help.set(true);
            return;
        }
        let can_label = store
            .state()
            .with_untracked(|state| state.open.as_ref().is_some_and(|open| open.current.is_some()));
        if let Some(action) = action_of(&event.key()).filter(|_| can_label) {
            event.prevent_default();
            store.dispatch(action);
        }
    });
    on_cleanup(move || handle.remove());
}

fn action_of(key: &str) -> Option<Action> {
    let at_ms = wall_clock_ms();
    match key {
        "0" | "Backspace" => Some(Action::TakeBack { at_ms }),
        "ArrowRight" | "j" | "J" => Some(Action::Move(1)),
        "ArrowLeft" | "k" | "K" => Some(Action::Move(-1)),
        "s" | "S" => Some(Action::Skip { at_ms }),
        "u" | "U" => Some(Action::Undo { at_ms }),
        _ => {
            let mut letters = key.chars();
            let (letter, rest) = (letters.next()?, letters.next());
            let index = index_of_key(letter).filter(|_| rest.is_none())?;
            Some(Action::Give { index, at_ms })
        }
    }
}

/// Whether the key goes into a field.
fn is_typing(event: &KeyboardEvent) -> bool {
    let element = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    element.is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA"))
}
