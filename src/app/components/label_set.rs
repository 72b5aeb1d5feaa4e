//! The labels that a person may give: add, rename, remove.

use leptos::prelude::*;
use leptos::{ev, html};

use super::{color_class, select_open, use_store};
use crate::app::effects::wall_clock_ms;
use crate::app::store::Action;
use crate::label::{Answers, key_of};

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

const ANSWERS: [(Answers, &str, &str); 3] = [
    (Answers::One, "one", "one label"),
    (Answers::Several, "several", "any number of labels"),
    (Answers::Text, "text", "an answer that you write"),
];

/// What an answer is, and the labels with their keys and how often each was given; names can be changed in place.
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
    let answers = select_open(|open| open.answers);
    let choose = move |event| {
        let chosen = ANSWERS
            .iter()
            .find(|(_, value, _)| *value == event_target_value(&event));
        if let Some(&(answers, ..)) = chosen {
            store.dispatch(Action::ChooseAnswers(answers));
        }
    };
    let options = ANSWERS.map(|(choice, value, words)| {
        view! { <option value=value selected=move || answers.get() == choice>{words}</option> }
    });
    view! {
        <details class="label-set">
            <summary>"Edit labels"</summary>
            <label class="field">
                <span>"A text has"</span>
                <select id="answers" on:change=choose>{options}</select>
            </label>
            <ul>{rows}</ul>
        </details>
    }
}
