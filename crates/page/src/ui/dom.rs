//! Functions for elements of the page: focus, scrolling, and the target of an event.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use fastgas_trace::Element as Drawn;

/// The attribute of an element that was made focusable only because the focused element was removed.
pub const RESTORED: &str = "data-focus-restored";

pub fn focused() -> Option<web_sys::Element> {
    let focused = document().active_element();
    focused.filter(|focused| focused.tag_name() != "BODY")
}

/// True if no element has the focus, or only an element marked with [`RESTORED`].
pub fn nothing_has_focus() -> bool {
    focused().is_none_or(|focused| focused.has_attribute(RESTORED))
}

/// Moves the focus to the element with the id `id`. Returns false if there is no such element.
pub fn focus(id: &str) -> bool {
    let element = document().get_element_by_id(id);
    let element = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
    element.is_some_and(|element| element.focus().is_ok())
}

/// Removes the focus from the focused element.
pub fn leave_field() {
    let focused = document().active_element();
    if let Some(focused) = focused.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        // Removing the focus never fails.
        let _ = focused.blur();
    }
}

/// Whether the user has asked the system for less motion.
pub fn prefers_reduced_motion() -> bool {
    let query =
        web_sys::window().and_then(|window| window.match_media("(prefers-reduced-motion: reduce)").ok().flatten());
    query.is_some_and(|query| query.matches())
}

/// Scrolls as little as possible until the whole element is visible.
pub fn scroll_into_view(element: &web_sys::Element) {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Scrolls as little as possible until the whole element with the id `id` is visible.
pub fn scroll_to_id(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        scroll_into_view(&element);
    }
}

/// Wraps `handler` in an event handler that does nothing after the view is disposed.
///
/// A browser also fires `blur` and `change` when the page removes a field.
/// When the page removes a field, the signals of the view are already disposed, and the state may belong to another project.
/// The view may also be disposed before a delayed event of the browser arrives (`toggle`, `close`, `scroll`).
/// Typed text is not lost, because each input event is saved.
pub fn mounted<E>(mut handler: impl FnMut(E) + 'static) -> impl FnMut(E) + 'static {
    // A value that is disposed together with the view, and so shows whether the view still exists.
    let view = StoredValue::new(());
    move |event| {
        if !view.is_disposed() {
            handler(event);
        }
    }
}

pub fn element_of(event: &ev::Event) -> Option<web_sys::Element> {
    event.target()?.dyn_into().ok()
}

/// True if the target of the event has one of the tag names `tags`.
pub fn is_in(event: &ev::Event, tags: &[&str]) -> bool {
    element_of(event).is_some_and(|element| tags.contains(&element.tag_name().as_str()))
}

const SVG: &str = "http://www.w3.org/2000/svg";

/// Replaces the content of `parent` by the SVG elements `drawn`.
/// Uses DOM calls, so that text from the user is never parsed as markup.
pub fn draw(parent: &web_sys::Element, drawn: &[Drawn]) {
    parent.set_text_content(None);
    for Drawn { tag, attributes, text } in drawn {
        // Creating an element or an attribute fails only for invalid XML names.
        let Ok(element) = document().create_element_ns(Some(SVG), tag) else {
            continue;
        };
        for (name, value) in attributes {
            let _ = element.set_attribute(name, value);
        }
        if !text.is_empty() {
            element.set_text_content(Some(text));
        }
        let _ = parent.append_child(&element);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mounted_handler_does_nothing_after_its_view_is_disposed() {
        let page = Owner::new();
        page.set();
        let view = page.child();
        let handled = StoredValue::new(0);
        let (row, mut handler) = view.with(|| {
            let row = RwSignal::new(3);
            let handler = mounted(move |more: i32| handled.set_value(row.get_untracked() + more));
            (row, handler)
        });
        handler(4);
        assert_eq!(handled.get_value(), 7);
        view.cleanup();
        assert!(row.is_disposed());
        handler(5);
        assert_eq!(handled.get_value(), 7);
    }
}
