//! Where the focus lands when the element that has it goes, as a button does with what it was about.
//!
//! Whoever works by key would begin at the top of the page again. They go on at the nearest element around it that is still
//! there: not at another button, which the next Enter would press.

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};

use super::dom::{LANDED, element_of, focused, nobody_has_focus};
use super::keyboard::by_key;
use super::select;
use crate::map::view::before_paint;

/// Milliseconds after a key in which something may go because of it.
const SOON: [u64; 2] = [250, 1000];

/// Listens to the whole page.
pub fn listen() {
    let by_key = by_key();
    // The element that had the focus last, and those around it, the nearest first.
    let last = StoredValue::new_local(Vec::<Element>::new());
    let catch = move || {
        if !by_key.get_value() || focused().is_some() {
            return;
        }
        let around = last.with_value(|last| {
            let (element, around) = last.split_first()?;
            // Else it was left, and is still there.
            let is_gone = !is_usable(element);
            is_gone.then(|| around.iter().find(|element| is_usable(element)).cloned())
        });
        if let Some(around) = around {
            land(around);
        }
    };
    let came = window_event_listener(ev::focusin, move |event| {
        let Some(element) = element_of(&event).filter(|element| !element.has_attribute(LANDED)) else {
            return;
        };
        while let Ok(Some(landed)) = document().query_selector(&format!("[{LANDED}]")) {
            let _ = landed.remove_attribute(LANDED);
            let _ = landed.remove_attribute("tabindex");
        }
        let around = std::iter::successors(Some(element), |element| element.parent_element());
        last.set_value(around.take_while(|element| element.tag_name() != "BODY").collect());
    });
    let pressed = window_event_listener(ev::keyup, move |_| {
        before_paint(catch);
        for later in SOON {
            set_timeout(catch, Duration::from_millis(later));
        }
    });
    on_cleanup(move || [came, pressed].into_iter().for_each(|handle| handle.remove()));
    // Another screen is read from its beginning.
    let screen = select(|state| state.open.as_ref().map(|open| open.has_queue()));
    Effect::new(move |before: Option<Option<bool>>| {
        let now = screen.get();
        if before.is_some_and(|before| before != now) {
            before_paint(move || {
                if by_key.get_value() && nobody_has_focus() {
                    land(None);
                }
            });
        }
        now
    });
}

/// Whether it could have the focus as far as a person sees.
fn is_usable(element: &Element) -> bool {
    element.is_connected() && element.get_client_rects().length() > 0 && !element.has_attribute("disabled")
}

/// Puts the focus there, else where the screen begins.
fn land(place: Option<Element>) {
    let place = place.or_else(|| document().get_element_by_id("main"));
    let Some(place) = place.and_then(|place| place.dyn_into::<HtmlElement>().ok()) else {
        return;
    };
    if !place.has_attribute("tabindex") {
        let _ = place.set_attribute(LANDED, "");
        let _ = place.set_attribute("tabindex", "-1");
    }
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    let _ = place.focus_with_options(&options);
}
