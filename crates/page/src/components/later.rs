//! What is drawn a task later.

use leptos::prelude::*;
use leptos::task::spawn_local;

use fastgas_platform::next_task;

/// Its children, in a task of their own: of a large screen first comes what is looked at first.
#[component]
pub fn Later(children: ChildrenFn) -> impl IntoView {
    let is_due = RwSignal::new(false);
    spawn_local(async move {
        next_task().await;
        // There is no such signal any more where another screen came first.
        is_due.try_set(true);
    });
    view! { <Show when=move || is_due.get()>{children()}</Show> }
}
