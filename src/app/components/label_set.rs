//! The labels that a person may give: add, rename, remove.

use leptos::prelude::*;
use leptos::{ev, html};

use super::{color_class, select_open, use_store};
use crate::app::effects::wall_clock_ms;
use crate::app::store::Action;
use crate::label::key_of;

/// A field for the name of a new label.
#[component]
pub fn AddLabel() -> impl IntoView {
    let store = use_store();
    let input = NodeRef::<html::Input>::new();
    let n_names = select_open(|open| open.label_names.len());
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let Some(input) = input.get_untracked() else { return };
        let before = n_names.get_untracked();
        store.dispatch(Action::AddLabel(input.value()));
        // A refused name stays, to be mended.
        if n_names.get_untracked() > before {
            input.set_value("");
        }
    };
    view! {
        <form class="add-label" on:submit=submit>
            <input id="label-name" node_ref=input type="text" autocomplete="off" placeholder="New label" aria-label="Name of a new label"/>
            <button type="submit" id="add-label">"Add label"</button>
        </form>
    }
}

/// The labels with their keys and how often each was given; names can be changed in place.
#[component]
pub fn LabelSet() -> impl IntoView {
    let store = use_store();
    let labels = select_open(|open| {
        let uses = |name: &String| open.history.labels().rows_with(name).count();
        open.label_names
            .iter()
            .map(|name| (name.clone(), uses(name)))
            .collect::<Vec<_>>()
    });
    let row = move |(index, (name, uses)): (usize, (String, usize))| {
        let kept = name.clone();
        let rename = move |event| {
            let name = event_target_value(&event);
            store.dispatch(Action::RenameLabel {
                index,
                name,
                at_ms: wall_clock_ms(),
            });
            // A refused name gives way to the one that stays.
            let refused = labels.with_untracked(|labels| labels.get(index).is_some_and(|label| label.0 == kept));
            if refused {
                event_target::<web_sys::HtmlInputElement>(&event).set_value(&kept);
            }
        };
        view! {
            <li class=color_class(index)>
                <i class="swatch"></i>
                <kbd>{key_of(index).map_or(String::new(), String::from)}</kbd>
                <input type="text" autocomplete="off" value=name.clone() aria-label=format!("Name of label {name}") on:change=rename/>
                <span class="faint">{uses} " ×"</span>
                <button type="button" class="icon" aria-label=format!("Remove label {name}") title="Remove"
                    on:click=move |_| store.dispatch(Action::RemoveLabel(index))>"×"</button>
            </li>
        }
    };
    let rows = move || labels.get().into_iter().enumerate().map(row).collect_view();
    view! {
        <Show when=move || !labels.read().is_empty()>
            <details class="label-set">
                <summary>"Edit labels"</summary>
                <ul>{rows}</ul>
            </details>
        </Show>
    }
}
