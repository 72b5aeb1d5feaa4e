//! Deferred rendering of parts of a screen.

use leptos::prelude::*;
use leptos::task::spawn_local;

use fastgas_platform::next_task;

/// The children are created later, so that the most important parts of a large screen appear first.
#[component]
pub fn RenderLater(children: ChildrenFn) -> impl IntoView {
    let is_due = RwSignal::new(false);
    spawn_local(async move {
        next_task().await;
        // Another screen may have been opened in the meantime. The signal of this screen then no longer exists.
        is_due.try_set(true);
    });
    view! { <Show when=move || is_due.get()>{children()}</Show> }
}
