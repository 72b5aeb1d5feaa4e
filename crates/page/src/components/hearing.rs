//! What a screen reader says of what happens to the project.

use leptos::prelude::*;

use super::{select, use_app};
use crate::hearing::{Heard, Moment};

/// Heard, not seen. On every screen, since a region that comes with its words is not read.
#[component]
pub fn Hearing() -> impl IntoView {
    let app = use_app();
    let now = select(|state| state.open.as_ref().map(Moment::of).unwrap_or_default());
    let heard = RwSignal::new(Heard::default());
    Effect::new(move |before: Option<Moment>| {
        let now = now.get();
        let before = before.unwrap_or_default();
        let told = app.state().with_untracked(|state| match &state.open {
            Some(open) => now.tell(&before, open),
            // Whatever is opened next is told of, be it the same.
            None => Some(Heard::default()),
        });
        match told {
            Some(told) => {
                if !told.words.is_empty() {
                    heard.set(told);
                }
                now
            }
            None => before,
        }
    });
    view! {
        <p class="hidden" role="status" id="heard">
            {move || heard.read().words.clone()}" "<span lang="" dir="auto">{move || heard.read().text.clone()}</span>
        </p>
    }
}
