//! A modal dialog at the side of the window.

use leptos::prelude::*;

use crate::ui::dialog::LargeDialog;

/// Shown while `is_open` is true. `children` are created when it opens. `name` is the prefix of its ids.
#[component]
pub fn Drawer(
    name: &'static str,
    title: String,
    #[prop(into)] is_open: Signal<bool>,
    #[prop(into)] close: Callback<()>,
    children: ChildrenFn,
) -> impl IntoView {
    view! { <LargeDialog name class="drawer" title is_open close>{children()}</LargeDialog> }
}
