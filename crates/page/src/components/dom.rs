//! Elements of the page: focus, scrolling, and the target of an event.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use fastgas_trace::Element as Drawn;

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

/// The focus is nobody's.
pub fn leave_field() {
    let focused = document().active_element();
    if let Some(focused) = focused.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        // Never refused.
        let _ = focused.blur();
    }
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

/// `handler`, until its view is disposed.
///
/// A browser tells a field that it lost the focus, or has changed, also when the page removes it. By then the signals of its
/// view are gone, and the state may be that of another project: there is nothing to be done any more. Events that come by
/// themselves, later than what a person did, are like that too (`toggle`, `close`, `scroll`). What was typed is kept letter by
/// letter, see [`typing`](super::typing).
pub fn mounted<E>(mut handler: impl FnMut(E) + 'static) -> impl FnMut(E) + 'static {
    // Disposed with the view.
    let view = StoredValue::new(());
    move |event| {
        if !view.is_disposed() {
            handler(event);
        }
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

const SVG: &str = "http://www.w3.org/2000/svg";

/// Puts these elements into `parent`, in the place of what is there. By calls of the DOM: a text of a person is never parsed as
/// markup.
pub fn draw(parent: &web_sys::Element, drawn: &[Drawn]) {
    parent.set_text_content(None);
    for Drawn { tag, attributes, text } in drawn {
        // All of these are refused only for names that are not those of XML.
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
    use crate::words::tests::sources_in;
    use std::path::Path;

    #[test]
    fn a_handler_ends_with_its_view() {
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

    #[test]
    fn handlers_that_the_browser_calls_by_itself_end_with_their_views() {
        let place = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/components"));
        let mut unguarded = Vec::new();
        let mut n = 0;
        for (path, source) in sources_in(place) {
            for event in ["blur", "change", "close", "focusout", "scroll", "toggle"] {
                for (at, _) in source.match_indices(&format!("on:{event}")) {
                    let rest = &source[at + "on:".len() + event.len()..];
                    let rest = rest.strip_prefix(":target").unwrap_or(rest);
                    n += 1;
                    if !rest.starts_with("=mounted(") {
                        let line = 1 + source[..at].matches('\n').count();
                        unguarded.push(format!("{}:{line}", path.display()));
                    }
                }
            }
        }
        assert!(n > 50, "{n}");
        assert_eq!(unguarded, [] as [String; 0], "write on:change=mounted(…)");
    }
}
