//! Every key.

use leptos::prelude::*;
use leptos::{ev, html};

use super::dialogs::show_while;
use super::label_set::{ShownLabel, shown_labels};
use super::{color_class, select, select_open, use_store};
use crate::app::store::Action;
use crate::label::Answers;

/// Keys and what they do.
const KEYS: [(&[&str], &str); 21] = [
    (
        &["1", "…", "9"],
        "give the label with that number, go on to the next text (“Edit labels” gives a label another key)",
    ),
    (
        &["a", "…", "z"],
        "give labels past the ninth (all letters but j, k, s, u)",
    ),
    (&["0", "Backspace"], "clear the label"),
    (&["→", "j"], "next text"),
    (&["←", "k"], "previous text"),
    (&["Enter"], "go on to the next text of which nothing was said"),
    (&["s"], "skip: it comes again after the others"),
    (
        &["."],
        "can’t tell: nobody could from this text; it does not come again",
    ),
    (&["!"], "flag it, to come back to"),
    (&[","], "write a note; Escape leaves it"),
    (&["*"], "show what the labels so far suggest for the text, or hide it"),
    (&["+"], "accept the suggestion that is shown"),
    (
        &["="],
        "show the texts that are similar to this one, to label many of them",
    ),
    (&["u", "Ctrl Z"], "undo"),
    (&["⇧u", "Ctrl ⇧Z", "Ctrl Y"], "redo"),
    (
        &["+", "−"],
        "on the map: zoom; the arrow keys move it, Home shows all of it",
    ),
    (&["Enter"], "on the map: go to the pick nearest to its middle"),
    (
        &["↑", "↓", "→", "←"],
        "in the list below the map: go through it, open and close its groups",
    ),
    (
        &["Enter", "Space", "f"],
        "in the list below the map: zoom to it, mark it, show only this group",
    ),
    (&["="], "in the list below the map: show what is similar to the text"),
    (&["?"], "this help"),
];

/// What whoever labels should know, to be read and changed.
#[component]
fn Guidelines() -> impl IntoView {
    let store = use_store();
    let guidelines = select_open(|open| open.guidelines.clone());
    let is_open = select(|state| state.open.is_some());
    let keep = move |event| store.dispatch(Action::EditGuidelines(event_target_value(&event)));
    view! {
        <Show when=move || is_open.get()>
            <label class="field">
                <span>"Guidelines"</span>
                <textarea id="guidelines" rows="6" prop:value=guidelines on:change=keep
                    placeholder="When does a text have which label? What of the hard cases? Whoever labels reads it here."></textarea>
            </label>
        </Show>
    }
}

/// The labels, each with its key and what it means.
#[component]
fn Labels() -> impl IntoView {
    let labels = select_open(|open| match open.answers {
        Answers::Text => Vec::new(),
        Answers::One | Answers::Several => shown_labels(open),
    });
    let row = |label: ShownLabel| {
        view! {
            <tr class=color_class(label.color)>
                <th scope="row">{label.key.map(|key| view! { <kbd>{key}</kbd> })}</th>
                <td><i class="swatch"></i>" " <strong>{label.name}</strong>" " {label.description}</td>
            </tr>
        }
    };
    view! {
        <Show when=move || !labels.read().is_empty()>
            <h3>"Labels"</h3>
            <table id="help-labels"><tbody>{move || labels.get().into_iter().map(row).collect_view()}</tbody></table>
        </Show>
    }
}

/// Guidelines and keys in a native dialog.
#[component]
pub fn Help(open: RwSignal<bool>) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    show_while(dialog, open.into());
    let rows = KEYS.map(|(keys, meaning)| {
        let keys = keys.iter().map(|&key| {
            if key == "…" {
                view! { <span>"…"</span> }.into_any()
            } else {
                view! { <kbd>{key}</kbd> }.into_any()
            }
        });
        view! { <tr><th scope="row">{keys.collect_view()}</th><td>{meaning}</td></tr> }
    });
    view! {
        <dialog node_ref=dialog id="help-dialog" aria-labelledby="help-title" on:close=move |_: ev::Event| open.set(false)>
            <h2 id="help-title">"Guidelines and keys"</h2>
            <Guidelines/>
            <Labels/>
            <h3>"Keys"</h3>
            <table><tbody>{rows}</tbody></table>
            <p class="faint">"Everything works by mouse and touch too."</p>
            <div class="actions"><button type="button" class="primary" autofocus on:click=move |_| open.set(false)>"Close"</button></div>
        </dialog>
    }
}
