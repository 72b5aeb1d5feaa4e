//! Functions for elements of the page: focus, scrolling, and the target of an event.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use fastgas_trace::Element as Drawn;

/// Attribute of an element that the page made focusable because the element with the focus was removed.
pub const RESTORED: &str = "data-focus-restored";

pub fn focused() -> Option<web_sys::Element> {
    let focused = document().active_element();
    focused.filter(|focused| focused.tag_name() != "BODY")
}

/// True if no element has focus, or only an element with the mark [`RESTORED`].
pub fn nothing_has_focus() -> bool {
    focused().is_none_or(|focused| focused.has_attribute(RESTORED))
}

/// Moves the focus to an element. Returns false if there is no such element.
pub fn focus(id: &str) -> bool {
    let element = document().get_element_by_id(id);
    let element = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
    element.is_some_and(|element| element.focus().is_ok())
}

pub fn leave_field() {
    let focused = document().active_element();
    if let Some(focused) = focused.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        // Removing the focus never fails.
        let _ = focused.blur();
    }
}

pub fn prefers_reduced_motion() -> bool {
    let query =
        web_sys::window().and_then(|window| window.match_media("(prefers-reduced-motion: reduce)").ok().flatten());
    query.is_some_and(|query| query.matches())
}

pub fn scroll_into_view(element: &web_sys::Element) {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

pub fn scroll_to_id(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        scroll_into_view(&element);
    }
}

/// Wraps an event handler so that the handler is not called after its view was removed.
///
/// The browser also sends `blur` and `change` when the page removes a field.
/// At the moment of removal, the signals of the view no longer exist, and another project may be open.
/// The view may also be gone when an asynchronous event (`toggle`, `close`, `scroll`) arrives.
/// Typed text is not lost, because each key press stores the text.
pub fn mounted<E>(mut handler: impl FnMut(E) + 'static) -> impl FnMut(E) + 'static {
    // A disposed value shows that the view was removed, because Leptos disposes the value together with the view.
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

pub fn is_in(event: &ev::Event, tags: &[&str]) -> bool {
    element_of(event).is_some_and(|element| tags.contains(&element.tag_name().as_str()))
}

const SVG: &str = "http://www.w3.org/2000/svg";

/// Creates elements with functions of the DOM instead of parsing markup, because the text may come from the user.
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
