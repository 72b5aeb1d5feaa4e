//! Detects whether a scrollable element has more content below its visible part.

use leptos::ev;
use leptos::prelude::*;

use crate::browser::animation_frame::before_paint;

/// Hidden content that is at most this high, in pixels, is ignored.
/// The margin below the last line can be hidden although all content is visible.
const IGNORED_PIXELS: i32 = 6;

/// True if more content is below the visible part of an element. All copies observe the same element.
#[derive(Clone, Copy)]
pub struct HasMoreBelow {
    id: &'static str,
    pub more: RwSignal<bool>,
}

impl HasMoreBelow {
    /// `id` is the element id. `changes` must read all signals that affect the content or size of the element.
    pub fn of(id: &'static str, changes: impl Fn() + 'static) -> HasMoreBelow {
        let below = HasMoreBelow {
            id,
            more: RwSignal::new(false),
        };
        Effect::new(move |_| {
            changes();
            before_paint(move || below.update());
        });
        let resized = window_event_listener(ev::resize, move |_| below.update());
        on_cleanup(move || resized.remove());
        below
    }

    pub fn update(self) {
        let more = document().get_element_by_id(self.id).is_some_and(|element| {
            element.scroll_height() - element.client_height() - element.scroll_top() > IGNORED_PIXELS
        });
        // The view, and with it the signal, may have been removed.
        if self.more.try_get_untracked().is_some_and(|before| before != more) {
            self.more.set(more);
        }
    }

    /// Scrolls down by 80 % of the visible height, rounded down to a whole line, so that the last lines stay visible.
    pub fn scroll(self) {
        if let Some(element) = document().get_element_by_id(self.id) {
            let bottom = f64::from(element.scroll_top()) + f64::from(element.client_height()) * 0.8;
            let line = line_of(&element).unwrap_or(1.0);
            element.scroll_to_with_x_and_y(0.0, (bottom / line).floor() * line);
        }
    }
}

fn line_of(element: &web_sys::Element) -> Option<f64> {
    let style = window().get_computed_style(element).ok()??;
    let height = style.get_property_value("line-height").ok()?;
    height.strip_suffix("px")?.parse().ok().filter(|&height| height > 0.0)
}
