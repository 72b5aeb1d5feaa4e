//! The help dialog: guidelines, labels and keyboard shortcuts.

use leptos::prelude::*;
use leptos::{ev, html};

use crate::i18n::{Key, key, say};
use crate::labeling::label_set_view::{ShownLabel, shown_labels};
use crate::session::Field;
use crate::shell::shortcuts::control_key;
use crate::state::Action;
use crate::ui::dialog::{dialog_head, show_while};
use crate::ui::dom::mounted;
use crate::ui::preference_checkbox::OnOff;
use crate::ui::{color_class, select, select_open, typing, use_app};
use fastgas_annotation::label::Answers;
use fastgas_platform::Choice;

const KEYS: [(&[&str], Key); 39] = [
    (&["1", "…", "9"], key!("help-give-label-number-go")),
    (&["a", "…", "z"], key!("help-give-labels-past-ninth")),
    (&["0", "Backspace"], key!("help-clear-label")),
    (&["→", "j"], key!("help-next-text")),
    (&["←", "k"], key!("help-previous-text")),
    (&["PageDown", "PageUp"], key!("help-read-on")),
    (&["Enter"], key!("help-go-on-next-text")),
    (&["Enter"], key!("help-enter-begins-answer")),
    (&["Ctrl Enter"], key!("help-saves-answer-goes-on")),
    (&["s"], key!("help-skip-comes-again-after")),
    (&["."], key!("help-cant-tell-nobody-could")),
    (&["!"], key!("help-flag-come-back")),
    (&["#"], key!("help-list-next-kind")),
    (&["/"], key!("help-find-label")),
    (&[","], key!("help-write-note-escape-leaves")),
    (&["*"], key!("help-show-what-labels-so")),
    (&["+"], key!("help-accept-suggestion-shown")),
    (&["="], key!("help-show-texts-similar-one")),
    (&["-"], key!("help-fold-why")),
    (&["u", "Ctrl Z"], key!("help-undo")),
    (&["⇧u", "Ctrl ⇧Z", "Ctrl Y"], key!("help-redo")),
    (&["Ctrl S"], key!("help-back-up")),
    (&["+", "−"], key!("help-on-map-zoom-arrow")),
    (&["Enter"], key!("help-on-map-go-pick")),
    (&["↑", "↓", "→", "←"], key!("help-list-below-map-go")),
    (&["Enter", "Space", "f"], key!("help-list-below-map-zoom")),
    (&["a", "…", "z"], key!("help-list-below-map-find")),
    (&["1", "…", "9"], key!("help-list-below-map-label")),
    (&["="], key!("help-list-below-map-show")),
    (&["⇧", "Alt"], key!("help-lasso")),
    (&["1", "…", "9"], key!("help-agreement-settle")),
    (&["/"], key!("help-agreement-other")),
    (&["+"], key!("help-agreement-majority")),
    (&[".", "0"], key!("help-agreement-cannot-tell")),
    (&["p"], key!("help-think-play")),
    (&["←", "→"], key!("help-think-step")),
    (&["⇧←", "⇧→"], key!("help-think-event")),
    (&["Ctrl V"], key!("help-paste")),
    (&["?"], key!("help-help")),
];

/// The name of a key on keyboards of the current language.
fn pressed(key: &str) -> String {
    let named = [
        ("Ctrl", control_key()),
        ("Enter", say!("key-enter")),
        ("Space", say!("key-space")),
        ("Backspace", say!("key-backspace")),
        ("PageDown", say!("key-page-down")),
        ("PageUp", say!("key-page-up")),
    ];
    let name = |word: &str| {
        let named = named.iter().find(|(own, _)| *own == word);
        named.map_or(word.to_owned(), |(_, name)| name.clone())
    };
    key.split(' ').map(name).collect::<Vec<_>>().join(" ")
}

/// The guidelines for annotators, as an editable text.
#[component]
fn Guidelines() -> impl IntoView {
    let app = use_app();
    let guidelines = select_open(|open| open.labels.guidelines.clone());
    let is_open = select(|state| state.project.is_some());
    let keep = move |event| app.dispatch(Action::EditGuidelines(event_target_value(&event)));
    view! {
        <Show when=move || is_open.get()>
            <label class="field">
                <span>{say!("help-guidelines")}</span>
                <textarea id="guidelines" rows="6" dir="auto" prop:value=guidelines on:input=typing(|| Some(Field::Guidelines)) on:change=mounted(keep)
                    placeholder=say!("help-when-does-text-have")></textarea>
            </label>
        </Show>
    }
}

/// The labels with their keys and descriptions.
#[component]
fn Labels() -> impl IntoView {
    let labels = select_open(|open| match open.labels.answers {
        Answers::Text => Vec::new(),
        Answers::One | Answers::Several => shown_labels(open),
    });
    let row = |label: ShownLabel| {
        view! {
            <tr class=color_class(label.color)>
                <th scope="row">{label.key.map(|key| view! { <kbd>{key}</kbd> })}</th>
                <td><i class={"swatch"}></i>" " <strong dir="auto">{label.name}</strong>" " <span dir="auto">{label.description}</span></td>
            </tr>
        }
    };
    view! {
        <Show when=move || !labels.read().is_empty()>
            <h3>{say!("common-labels")}</h3>
            <table id="help-labels"><tbody>{move || labels.get().into_iter().map(row).collect_view()}</tbody></table>
        </Show>
    }
}

/// The help dialog, as a native dialog.
#[component]
pub fn Help(open: RwSignal<bool>) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    show_while(dialog, open.into());
    let rows = KEYS.map(|(keys, meaning)| {
        let keys = keys.iter().map(|&key| {
            if key == "…" {
                view! { <span>"…"</span> }.into_any()
            } else {
                view! { <kbd>{pressed(key)}</kbd> }.into_any()
            }
        });
        view! { <tr><th scope="row">{keys.collect_view()}</th><td>{meaning.say()}</td></tr> }
    });
    view! {
        <dialog node_ref=dialog id="help-dialog" aria-labelledby="help-title" on:close=mounted(move |_: ev::Event| open.set(false))>
            {dialog_head("help", say!("help-guidelines-keys"), move || open.set(false))}
            <Guidelines/>
            <Labels/>
            <h3>{say!("common-keys")}</h3>
            <table><tbody>{rows}</tbody></table>
            <OnOff choice=Choice::SingleKeys id="single-keys" words=say!("help-single-keys", control = control_key())/>
            <p class="faint">{say!("help-everything-works-mouse-touch")}</p>
            <h3>{say!("help-blind-checks")}</h3>
            <p id="help-blind-checks">{say!("help-blind-check-is")}</p>
            <div class="actions"><button type="button" class="primary" on:click=move |_| open.set(false)>{say!("common-close")}</button></div>
        </dialog>
    }
}
