//! Deferred rendering of screen parts.

use leptos::prelude::*;
use leptos::task::spawn_local;

use fastgas_platform::next_task;

/// Creates its children in a later task, so that the more important parts of a large screen appear first.
#[component]
pub fn RenderLater(children: ChildrenFn) -> impl IntoView {
    let is_due = RwSignal::new(false);
    spawn_local(async move {
        next_task().await;
        // If another screen was opened in the meantime, the signal no longer exists, and `try_set` does nothing.
        is_due.try_set(true);
    });
    view! { <Show when=move || is_due.get()>{children()}</Show> }
}
