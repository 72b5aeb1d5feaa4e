//! Large modal dialogs, and a function that shows any modal dialog.

use leptos::prelude::*;
use leptos::{ev, html};

use crate::i18n::t;
use crate::ui::page_history;

/// `children` are in the document while `is_created` is true, by default while the dialog is open.
/// All element ids begin with `name`. The CSS class of the dialog is `class`, or `name` by default.
#[component]
pub fn LargeDialog(
    name: &'static str,
    #[prop(optional)] class: Option<&'static str>,
    title: String,
    #[prop(into)] is_open: Signal<bool>,
    #[prop(optional, into)] is_created: Option<Signal<bool>>,
    #[prop(into)] close: Callback<()>,
    children: ChildrenFn,
) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    let is_created = is_created.unwrap_or(is_open);
    show_while(dialog, is_open);
    view! {
        <dialog node_ref=dialog id=format!("{name}-dialog") class=class.unwrap_or(name) aria-labelledby=format!("{name}-title")
            on:cancel=move |event: ev::Event| { event.prevent_default(); close.run(()) }>
            {dialog_head(name, title, move || close.run(()))}
            <Show when=move || is_created.get()>{children()}</Show>
        </dialog>
    }
}

pub fn dialog_head(name: &'static str, title: String, close: impl Fn() + 'static) -> impl IntoView {
    view! {
        <div class="dialog-head">
            <h2 id=format!("{name}-title")>{title}</h2>
            <button type="button" class="quiet icon" id=format!("close-{name}") aria-label=t!("common-close") on:click=move |_| close()>"×"</button>
        </div>
    }
}

/// Shows the dialog while `open` is true. The Back button of the browser closes the dialog, like the Escape key.
pub fn show_while(dialog: NodeRef<html::Dialog>, open: Signal<bool>) {
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        let is_open = open.get();
        match (is_open, dialog.open()) {
            // Showing a dialog fails only if the dialog is already open.
            (true, false) => {
                drop(dialog.show_modal());
                // Scrolls back to the title, because the focused element may be further down.
                dialog.set_scroll_top(0);
            }
            (false, true) => dialog.close(),
            _ => {}
        }
        match is_open {
            true => page_history::opened(&dialog),
            false => page_history::closed(&dialog),
        }
    });
}
