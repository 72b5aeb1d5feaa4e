//! Elements of the page: focus, scrolling, and the target of an event.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Marks an element that got the focus only because the focused one went. It cannot be focused otherwise.
pub const LANDED: &str = "data-landed";

/// The element that has the focus.
pub fn focused() -> Option<web_sys::Element> {
    let focused = document().active_element();
    focused.filter(|focused| focused.tag_name() != "BODY")
}

/// Whether no element of the page has the focus, or one that is only marked with [`LANDED`].
pub fn nobody_has_focus() -> bool {
    focused().is_none_or(|focused| focused.has_attribute(LANDED))
}

/// Moves the focus to an element. Returns whether that is on the page.
pub fn focus(id: &str) -> bool {
    let element = document().get_element_by_id(id);
    let element = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
    element.is_some_and(|element| element.focus().is_ok())
}

/// Scrolls as little as possible until the whole element is visible.
pub fn show_all_of(element: &web_sys::Element) {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// As [`show_all_of`], by id.
pub fn show_near(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        show_all_of(&element);
    }
}

/// The target of an event.
pub fn element_of(event: &ev::Event) -> Option<web_sys::Element> {
    event.target()?.dyn_into().ok()
}

/// Whether the target of an event has one of these tag names.
pub fn is_in(event: &ev::Event, tags: &[&str]) -> bool {
    element_of(event).is_some_and(|element| tags.contains(&element.tag_name().as_str()))
}
