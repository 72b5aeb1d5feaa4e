//! Whether there is more to read below what is seen of an element that scrolls.

use leptos::ev;
use leptos::prelude::*;

use crate::map::view::before_paint;

/// Less than so many pixels are the room below the last line.
const NOTHING: i32 = 6;

/// Copies tell of the same element.
#[derive(Clone, Copy)]
pub struct Below {
    id: &'static str,
    pub more: RwSignal<bool>,
}

impl Below {
    /// Of the element with this id. `changes` reads whatever its content and its size depend on.
    pub fn of(id: &'static str, changes: impl Fn() + 'static) -> Below {
        let below = Below {
            id,
            more: RwSignal::new(false),
        };
        Effect::new(move |_| {
            changes();
            before_paint(move || below.look());
        });
        let resized = window_event_listener(ev::resize, move |_| below.look());
        on_cleanup(move || resized.remove());
        below
    }

    /// Looks anew: it was scrolled, say.
    pub fn look(self) {
        let more = document()
            .get_element_by_id(self.id)
            .is_some_and(|element| element.scroll_height() - element.client_height() - element.scroll_top() > NOTHING);
        // The element may have left the page, and this with it.
        if self.more.try_get_untracked().is_some_and(|before| before != more) {
            self.more.set(more);
        }
    }

    /// Shows what comes next from the beginning of a line, with the last lines that were seen.
    pub fn go_on(self) {
        if let Some(element) = document().get_element_by_id(self.id) {
            let seen = f64::from(element.scroll_top()) + f64::from(element.client_height()) * 0.8;
            let line = line_of(&element).unwrap_or(1.0);
            element.scroll_to_with_x_and_y(0.0, (seen / line).floor() * line);
        }
    }
}

/// How high a line of the element is.
fn line_of(element: &web_sys::Element) -> Option<f64> {
    let style = window().get_computed_style(element).ok()??;
    let height = style.get_property_value("line-height").ok()?;
    height.strip_suffix("px")?.parse().ok().filter(|&height| height > 0.0)
}
