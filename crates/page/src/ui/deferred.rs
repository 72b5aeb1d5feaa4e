//! Deferred rendering of parts of a screen.

use leptos::prelude::*;
use leptos::task::spawn_local;

use fastgas_platform::next_task;

/// Renders its children in a separate task, so that the most important parts of a large screen appear first.
#[component]
pub fn RenderLater(children: ChildrenFn) -> impl IntoView {
    let is_due = RwSignal::new(false);
    spawn_local(async move {
        next_task().await;
        // The signal is disposed if another screen was opened before this task.
        is_due.try_set(true);
    });
    view! { <Show when=move || is_due.get()>{children()}</Show> }
}
