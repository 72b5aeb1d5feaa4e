//! A modal dialog at the side of the window.

use leptos::prelude::*;

use crate::ui::dialog::LargeDialog;

/// `children` are created when the drawer is first opened, and removed when `is_kept` becomes false.
/// Creating the children each time the drawer is opened would be slower.
/// All element ids begin with `name`.
#[component]
pub fn Drawer(
    name: &'static str,
    title: String,
    #[prop(into)] is_open: Signal<bool>,
    #[prop(into)] is_kept: Signal<bool>,
    #[prop(into)] close: Callback<()>,
    children: ChildrenFn,
) -> impl IntoView {
    let is_created = Memo::new(move |before: Option<&bool>| {
        let (is_open, is_kept) = (is_open.get(), is_kept.get());
        is_open || (is_kept && before == Some(&true))
    });
    view! { <LargeDialog name class="drawer" title is_open is_created close>{children()}</LargeDialog> }
}
