//! Every key.

use leptos::prelude::*;
use leptos::{ev, html};

use super::dialogs::show_while;

/// Keys and what they do.
const KEYS: [(&[&str], &str); 10] = [
    (
        &["1", "…", "9"],
        "give the label with that number, go on to the next text",
    ),
    (
        &["a", "…", "z"],
        "give labels past the ninth (all letters but j, k, s, u)",
    ),
    (&["0", "Backspace"], "clear the label"),
    (&["→", "j"], "next text"),
    (&["←", "k"], "previous text"),
    (&["s"], "skip to the next text without a label"),
    (&["u"], "undo"),
    (
        &["+", "−"],
        "on the map: zoom; the arrow keys move it, Home shows all of it",
    ),
    (&["Enter"], "on the map: go to the pick nearest to its middle"),
    (&["?"], "this help"),
];

/// A list of the keys in a native dialog.
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
            <h2 id="help-title">"Keys"</h2>
            <table><tbody>{rows}</tbody></table>
            <p class="faint">"Everything works by mouse and touch too."</p>
            <div class="actions"><button type="button" class="primary" autofocus on:click=move |_| open.set(false)>"Close"</button></div>
        </dialog>
    }
}
