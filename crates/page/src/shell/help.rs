//! The help dialog: guidelines, labels and keyboard shortcuts.

use leptos::prelude::*;
use leptos::{ev, html};

use crate::i18n::{Key, key, t};
use crate::labeling;
use crate::labeling::label_set::{ShownLabel, shown_labels};
use crate::runtime::access::{use_app, use_project, use_state};
use crate::session::DraftField;
use crate::session::draft_field::typing;
use crate::shell::preference_checkbox::PreferenceCheckbox;
use crate::state::Msg;
use crate::ui::dialog::{dialog_head, show_while};
use crate::ui::dom::mounted;
use crate::ui::keyboard::{alt_key, control_key};
use crate::ui::meanings::Meanings;
use crate::ui::{capitalized, color_class};
use fastgas_annotation::label::AnswerType;
use fastgas_platform::Preference;

type Shortcut = (&'static [&'static str], Key);

/// The keyboard shortcuts, in groups. The shortcuts of the first four groups work in the label view.
/// The fourth group also works in all other views, except for the shortcuts with a single letter.
const GROUPS: [(Key, &[Shortcut]); 9] = [
    (
        key!("shell-help-group-answer"),
        &[
            (&["1", "…", "9"], key!("shell-help-give-label")),
            (&["a", "…", "z"], key!("shell-help-give-letter-label")),
            (&["0", "Backspace"], key!("shell-help-clear-answer")),
            (&["Enter"], key!("shell-help-write-answer")),
            (&["Ctrl Enter"], key!("shell-help-save-answer")),
            (&["/"], key!("shell-help-find-label")),
            (&["s"], key!("shell-help-skip")),
            (&["."], key!("shell-help-cannot-tell")),
            (&["!"], key!("shell-help-flag")),
            (&[","], key!("shell-help-write-note")),
        ],
    ),
    (
        key!("shell-help-group-texts"),
        &[
            (&["→", "j"], key!("shell-help-next-text")),
            (&["←", "k"], key!("shell-help-previous-text")),
            (&["PageDown", "PageUp"], key!("shell-help-scroll-text")),
            (&["Enter"], key!("shell-help-next-unanswered")),
            (&["#"], key!("shell-help-next-listing")),
            (&["↑", "↓"], key!("shell-help-list-move")),
            (&["⇧↑", "⇧↓"], key!("shell-help-list-range")),
        ],
    ),
    (
        key!("shell-help-group-suggestions"),
        &[
            (&["*"], key!("shell-help-toggle-suggestion")),
            (&["+"], key!("shell-help-accept-suggestion")),
            (&["%"], key!("shell-help-accept-many")),
            (&["Ctrl Enter"], key!("shell-help-accept-listed")),
            (&["="], key!("shell-help-similar-texts")),
            (&["-"], key!("shell-help-toggle-reason")),
        ],
    ),
    (
        key!("shell-help-group-project"),
        &[
            (&["u", "Ctrl Z"], key!("shell-help-undo")),
            (&["⇧u", "Ctrl ⇧Z", "Ctrl Y"], key!("shell-help-redo")),
            (&["Alt 1", "…", "Alt 4"], key!("shell-help-views")),
            (&["Alt 5"], key!("shell-help-settings")),
            (&[">"], key!("shell-help-pick-more")),
            (&["Ctrl E"], key!("shell-help-export")),
            (&["Ctrl S"], key!("shell-help-back-up")),
            (&["Ctrl V"], key!("shell-help-paste")),
            (&["?"], key!("shell-help-open")),
        ],
    ),
    (
        key!("shell-help-group-review"),
        &[
            (&["↑", "↓"], key!("shell-help-review-move")),
            (&["⇧↑", "⇧↓"], key!("shell-help-review-range")),
            (&["←", "→"], key!("shell-help-review-sideways")),
            (&["Space"], key!("shell-help-review-mark")),
            (&["Enter"], key!("shell-help-review-open")),
        ],
    ),
    (
        key!("shell-help-group-map"),
        &[
            (&["+", "−"], key!("shell-help-map-zoom")),
            (&["Enter"], key!("shell-help-map-nearest-pick")),
            (&["⇧", "Alt"], key!("shell-help-lasso")),
        ],
    ),
    (
        key!("shell-help-group-outline"),
        &[
            (&["↑", "↓", "→", "←"], key!("shell-help-outline-move")),
            (&["⇧↑", "⇧↓"], key!("shell-help-outline-range")),
            (&["Enter", "Space", "f"], key!("shell-help-outline-focus")),
            (&["a", "…", "z"], key!("shell-help-outline-find")),
            (&["1", "…", "9"], key!("shell-help-outline-label")),
            (&["="], key!("shell-help-outline-similar")),
        ],
    ),
    (
        key!("shell-help-group-agreement"),
        &[
            (&["1", "…", "9"], key!("shell-help-agreement-settle")),
            (&["/"], key!("shell-help-agreement-other")),
            (&["+"], key!("shell-help-agreement-majority")),
            (&[".", "0"], key!("shell-help-agreement-cannot-tell")),
        ],
    ),
    (
        key!("shell-help-group-explainer"),
        &[
            (&["p"], key!("shell-help-explainer-play")),
            (&["Space"], key!("shell-help-explainer-space")),
            (&["PageDown", "PageUp"], key!("shell-help-explainer-page")),
            (&["←", "→"], key!("shell-help-explainer-step")),
            (&["⇧←", "⇧→"], key!("shell-help-explainer-event")),
            (&["Home", "End"], key!("shell-help-explainer-ends")),
            (&["+", "−"], key!("shell-help-explainer-speed")),
        ],
    ),
];

/// The name of a key, as printed on keyboards of the current language.
fn pressed(key: &str) -> String {
    let named = [
        ("Ctrl", control_key()),
        ("Alt", alt_key().to_owned()),
        ("Enter", t!("shell-key-enter")),
        ("Space", t!("shell-key-space")),
        ("Backspace", t!("shell-key-backspace")),
        ("PageDown", t!("shell-key-page-down")),
        ("PageUp", t!("shell-key-page-up")),
        ("Home", t!("shell-key-home")),
        ("End", t!("shell-key-end")),
    ];
    let name = |word: &str| {
        let named = named.iter().find(|(own, _)| *own == word);
        named.map_or(word.to_owned(), |(_, name)| name.clone())
    };
    key.split(' ').map(name).collect::<Vec<_>>().join(" ")
}

fn key_group((task, shortcuts): (Key, &'static [Shortcut])) -> impl IntoView {
    let row = |&(keys, meaning): &Shortcut| {
        let keys = keys.iter().map(|&key| {
            if key == "…" {
                view! { <span>{"…"}</span> }.into_any()
            } else {
                view! { <kbd>{pressed(key)}</kbd> }.into_any()
            }
        });
        view! { <tr><th scope="row">{keys.collect_view()}</th><td>{meaning.text()}</td></tr> }
    };
    view! {
        <div class="key-group">
            <h4>{task.text()}</h4>
            <table aria-label=task.text()><tbody>{shortcuts.iter().map(row).collect_view()}</tbody></table>
        </div>
    }
}

#[component]
fn Guidelines() -> impl IntoView {
    let app = use_app();
    let guidelines = use_project(|open| open.labels.guidelines.clone());
    let keep = move |event| app.dispatch(Msg::Labeling(labeling::Msg::EditGuidelines(event_target_value(&event))));
    view! {
        <label class="field">
            <span>{t!("shell-guidelines-label")}</span>
            <textarea id="guidelines" rows="6" dir="auto" prop:value=guidelines on:input=typing(|| Some(DraftField::Guidelines)) on:change=mounted(keep)
                placeholder=t!("shell-guidelines-placeholder")></textarea>
        </label>
    }
}

#[component]
fn Labels() -> impl IntoView {
    let labels = use_project(|open| match open.labels.answers {
        AnswerType::Text => Vec::new(),
        AnswerType::One | AnswerType::Several => shown_labels(open),
    });
    let row = |label: ShownLabel| {
        let letters = label.letters();
        view! {
            <tr class=color_class(label.color)>
                <th scope="row">{label.key.map(|key| view! { <kbd>{key}</kbd> })}</th>
                <td><i class={"swatch"} aria-hidden="true">{letters}</i>" " <strong dir="auto">{label.name}</strong>" " <span dir="auto">{label.description}</span></td>
            </tr>
        }
    };
    view! {
        <Show when=move || !labels.read().is_empty()>
            <h4>{t!("common-labels")}</h4>
            <table id="help-labels"><tbody>{move || labels.get().into_iter().map(row).collect_view()}</tbody></table>
        </Show>
    }
}

/// The numbers that the views show for each pick, and what each number means.
fn numbers_of_picks() -> Vec<(String, String)> {
    vec![
        (t!("review-column-rank"), t!("export-rank-meaning")),
        (t!("review-column-part"), t!("export-part-meaning")),
        (capitalized(&t!("labeling-degree-label")), t!("export-degree-meaning")),
    ]
}

#[component]
pub fn Help(open: RwSignal<bool>) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    show_while(dialog, open.into());
    let is_open = use_state(|state| state.project.is_some());
    view! {
        <dialog node_ref=dialog id="help-dialog" aria-labelledby="help-title"
            on:cancel=move |event: ev::Event| { event.prevent_default(); open.set(false) }>
            {dialog_head("help", t!("shell-help-title"), move || open.set(false))}
            <div class="help-body">
                <Show when=move || is_open.get()>
                    <section class="help-project" aria-labelledby="help-project-title">
                        <h3 id="help-project-title">{t!("shell-help-project-title")}</h3>
                        <Guidelines/>
                        <Labels/>
                    </section>
                </Show>
                <section class="help-keys" aria-labelledby="help-keys-title">
                    <h3 id="help-keys-title">{t!("shell-keys-title")}</h3>
                    <p class="faint" id="help-views">{t!("shell-help-views-hint")}</p>
                    <div class="key-groups">{GROUPS.map(key_group)}</div>
                    <PreferenceCheckbox choice=Preference::SingleKeys id="single-keys" words=t!("shell-single-keys-label", control = control_key())/>
                    <p class="faint">{t!("shell-help-pointer-hint")}</p>
                    <h3>{t!("common-picks")}</h3>
                    <Meanings id="help-picks" meanings=numbers_of_picks()/>
                    <h3>{t!("shell-blind-checks-title")}</h3>
                    <p id="help-blind-checks">{t!("shell-blind-checks-hint")}</p>
                </section>
            </div>
            <div class="actions"><button type="button" class="primary" on:click=move |_| open.set(false)>{t!("common-close")}</button></div>
        </dialog>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_annotation::label::is_key;
    use std::collections::BTreeSet;

    const N_LABELING_GROUPS: usize = 4;

    #[test]
    fn shortcuts_of_labeling_are_distinct_and_no_keys_of_labels() {
        let of_labeling = GROUPS[..N_LABELING_GROUPS]
            .iter()
            .flat_map(|(_, shortcuts)| shortcuts.iter());
        // Ranges of keys such as 1 to 9 are left out, because they give labels.
        // Enter and Ctrl+Enter are left out, because their effect depends on the focus.
        let depends_on_focus = |keys: &[&str]| matches!(keys, ["Enter"] | ["Ctrl Enter"]);
        let single = of_labeling.filter(|(keys, _)| !keys.contains(&"…") && !depends_on_focus(keys));
        let mut seen = BTreeSet::new();
        for key in single.flat_map(|(keys, _)| keys.iter()) {
            assert!(seen.insert(key), "{key} has two meanings");
            let mut letters = key.chars();
            if let (Some(letter), None) = (letters.next(), letters.next()) {
                assert!(!is_key(letter), "{key} is the key of a label");
            }
        }
        assert!(seen.contains(&">") && seen.contains(&"%") && seen.contains(&"Ctrl E"));
    }

    #[test]
    fn help_lists_all_keys_of_the_explainer() {
        let (_, shortcuts) = GROUPS[GROUPS.len() - 1];
        let keys: BTreeSet<&str> = shortcuts.iter().flat_map(|(keys, _)| keys.iter().copied()).collect();
        for key in [
            "p", "Space", "PageDown", "PageUp", "←", "→", "⇧←", "⇧→", "Home", "End", "+", "−",
        ] {
            assert!(keys.contains(key), "{key}");
        }
    }
}
