//! If the focused element is removed, for example with its panel, the focus moves to another element.
//!
//! Without this move, keyboard users would continue at the top of the page.
//! The focus moves to the nearest ancestor that is still in the document.
//! The focus does not move to another button, because the next press of Enter would press the button.

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};

use crate::browser::animation_frame::before_paint;
use crate::runtime::access::use_state;
use crate::ui::dom::{RESTORED, element_of, focused, nothing_has_focus};
use crate::ui::keyboard::by_key;

/// Delays after a key press before the focus is checked again, in milliseconds. Effects may remove an element later.
const RECHECK_DELAYS_MS: [u64; 2] = [250, 1000];

pub fn listen() {
    let by_key = by_key();
    // The element that last had focus and its ancestors, nearest first.
    let last = StoredValue::new_local(Vec::<Element>::new());
    let catch = move || {
        if !by_key.get_value() || focused().is_some() {
            return;
        }
        let around = last.with_value(|last| {
            let (element, around) = last.split_first()?;
            // If the element still exists, it has lost the focus for another reason.
            let is_gone = !is_usable(element);
            is_gone.then(|| around.iter().find(|element| is_usable(element)).cloned())
        });
        if let Some(around) = around {
            restore_focus(around);
        }
    };
    let came = window_event_listener(ev::focusin, move |event| {
        let Some(element) = element_of(&event).filter(|element| !element.has_attribute(RESTORED)) else {
            return;
        };
        while let Ok(Some(restored)) = document().query_selector(&format!("[{RESTORED}]")) {
            let _ = restored.remove_attribute(RESTORED);
            let _ = restored.remove_attribute("tabindex");
        }
        let around = std::iter::successors(Some(element), |element| element.parent_element());
        last.set_value(around.take_while(|element| element.tag_name() != "BODY").collect());
    });
    let pressed = window_event_listener(ev::keyup, move |_| {
        before_paint(catch);
        for later in RECHECK_DELAYS_MS {
            set_timeout(catch, Duration::from_millis(later));
        }
    });
    on_cleanup(move || [came, pressed].into_iter().for_each(|handle| handle.remove()));
    // When the screen changes, the focus moves to the start of the new screen.
    let screen = use_state(|state| state.project.as_ref().map(|open| open.has_queue()));
    Effect::new(move |before: Option<Option<bool>>| {
        let now = screen.get();
        if before.is_some_and(|before| before != now) {
            before_paint(move || {
                if by_key.get_value() && nothing_has_focus() {
                    restore_focus(None);
                }
            });
        }
        now
    });
}

/// True if the element is visible and enabled, and can therefore receive focus.
fn is_usable(element: &Element) -> bool {
    element.is_connected() && element.get_client_rects().length() > 0 && !element.has_attribute("disabled")
}

/// Moves the focus to `place`, or to the start of the screen if `place` is `None`.
fn restore_focus(place: Option<Element>) {
    let place = place.or_else(|| document().get_element_by_id("main"));
    let Some(place) = place.and_then(|place| place.dyn_into::<HtmlElement>().ok()) else {
        return;
    };
    if !place.has_attribute("tabindex") {
        let _ = place.set_attribute(RESTORED, "");
        let _ = place.set_attribute("tabindex", "-1");
    }
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    let _ = place.focus_with_options(&options);
}
