//! The view of the label set, where the user adds, renames, reorders, and removes labels.

use std::collections::HashMap;

use leptos::prelude::*;
use leptos::{ev, html};
use wasm_bindgen::JsCast;

use crate::i18n::bidi::isolated;
use crate::i18n::{Key, grouped, key, t};
use crate::labeling;
use crate::labeling::color_picker::{ColorDialog, color_name};
use crate::labeling::label_set::{ShownLabel, shown_labels};
use crate::project::Project;
use crate::runtime::access::{use_app, use_project, use_state};
use crate::session::DraftField;
use crate::session::draft_field::typing;
use crate::state::Msg;
use crate::ui::dom::{focus, mounted};
use crate::ui::keyboard::is_composing;
use crate::ui::list_navigation::ListNavigation;
use crate::ui::{cached_signal, color_class, scoped_memo, subscribe};
use fastgas_annotation::label::{
    AnswerType, ConfusableLabels, LabelDifference, LabelSpec, PastedLabel, confusable_labels, spelled,
};
use fastgas_map::N_CATEGORIES;

const MAX_LABELS_WITHOUT_SEARCH: usize = 9;

/// Maximum number of labels shown as buttons. With free texts as labels, there can be as many labels as texts.
pub const MAX_LABEL_BUTTONS: usize = 300;

#[component]
pub fn AddLabel() -> impl IntoView {
    let app = use_app();
    let input = NodeRef::<html::Input>::new();
    let n_names = use_project(|project| project.labels.names.len());
    let is_refused = RwSignal::new(false);
    let mut types = typing(|| Some(DraftField::NewLabel));
    // Pasting a list or a table adds one label per line.
    let paste = move |event: ev::ClipboardEvent| {
        let text = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok());
        if let Some(text) = text.filter(|text| text.trim().contains(['\n', '\t'])) {
            event.prevent_default();
            event.stop_propagation();
            app.dispatch(Msg::Labeling(labeling::Msg::AddLabels(PastedLabel::of(&text))));
        }
    };
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let Some(input) = input.get_untracked() else { return };
        let before = n_names.get_untracked();
        // If the field is empty, Enter moves the focus to the current text.
        if before > 0 && input.value().trim().is_empty() {
            focus("current-text");
            return;
        }
        app.dispatch(Msg::Labeling(labeling::Msg::AddLabel(input.value())));
        // If the label is refused, the name stays in the field, so that the user can correct the name.
        is_refused.set(n_names.get_untracked() == before);
        if !is_refused.get_untracked() {
            input.set_value("");
        }
    };
    // The Escape key leaves the field and also moves the focus to the current text, as the hint describes.
    let on_key = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" && !is_composing(&event) && focus("current-text") {
            event.prevent_default();
        }
    };
    let (has_names, are_many) = (
        move || n_names.get() > 0,
        move || n_names.get() > MAX_LABELS_WITHOUT_SEARCH,
    );
    // Restores the name that was in the field when the user left the page.
    let kept = use_state(|state| state.session.new_label().to_owned());
    Effect::new(move |_| {
        let (kept, input) = (kept.get(), input.get());
        if let Some(input) = input.filter(|input| input.value().is_empty()) {
            input.set_value(&kept);
        }
    });
    view! {
        <form class="add-label" on:submit=submit>
            <input id="label-name" node_ref=input aria-invalid=move || is_refused.get().to_string() aria-describedby=move || if is_refused.get() { "message" } else { "label-name-hint" }
                on:input=move |event| { is_refused.set(false); types(event) } on:keydown=on_key type="text" autocomplete="off" dir="auto" title=t!("labeling-new-label-tooltip") on:paste=paste placeholder=move || if has_names() { t!("labeling-next-label-placeholder") } else { t!("labeling-new-label-placeholder") } aria-label=t!("labeling-new-label-name")/>
            // The key hint is visible only while the field has content, because Enter in an empty field adds no label.
            <button type="submit" id="add-label">{t!("labeling-add-label-button")}" "<kbd aria-hidden="true">{t!("shell-key-enter")}</kbd></button>
            <Show when=are_many>
                <button type="button" class="quiet" id="find" on:click=move |_| app.dispatch(Msg::Labeling(labeling::Msg::FindLabel(true)))>
                    {t!("labeling-find-label-title")}" "<kbd>{"/"}</kbd>
                </button>
            </Show>
            // The hint is visible only to screen readers, because the placeholder of the field contains the same hint.
            // A visible hint that appears when the field receives focus would shift the buttons.
            <span class="hidden" id="label-name-hint">{move || has_names().then(|| t!("labeling-new-label-hint"))}</span>
        </form>
    }
}

const ANSWERS: [(AnswerType, &str, Key); 3] = [
    (AnswerType::One, "one", key!("labeling-answers-one")),
    (AnswerType::Several, "several", key!("labeling-answers-several")),
    (AnswerType::Text, "text", key!("labeling-answers-written")),
];

/// The pressed button of a moved label keeps the focus, so that the next press moves the label again.
/// If the pressed button becomes disabled, the label's other button receives focus.
fn follow(event: &ev::MouseEvent, up: bool) {
    let row = event_target::<web_sys::Element>(event).closest("li").ok().flatten();
    let moved = row.and_then(|row| match up {
        true => row.previous_element_sibling(),
        false => row.next_element_sibling(),
    });
    let Some(moved) = moved else { return };
    let button = |class| {
        moved
            .query_selector(class)
            .ok()??
            .dyn_into::<web_sys::HtmlButtonElement>()
            .ok()
    };
    let buttons = match up {
        true => [button(".up"), button(".down")],
        false => [button(".down"), button(".up")],
    };
    if let Some(button) = buttons.into_iter().flatten().find(|button| !button.disabled()) {
        let _ = button.focus();
    }
}

/// Each property of a label has its own memo, so that a change of one property does not update the other fields.
/// An update of a field would remove the text selection in the field.
fn property<T: PartialEq + Default + Send + Sync + 'static>(
    labels: RwSignal<Vec<(ShownLabel, usize)>>,
    index: usize,
    read: fn(&ShownLabel) -> T,
) -> Memo<T> {
    scoped_memo(move || {
        let labels = labels.read();
        let label = labels.get(index);
        label.map(|(label, _)| read(label)).unwrap_or_default()
    })
}

#[component]
fn LabelRow(
    index: usize,
    labels: RwSignal<Vec<(ShownLabel, usize)>>,
    n_labels: RwSignal<usize>,
    coloring: RwSignal<Option<usize>>,
) -> impl IntoView {
    let app = use_app();
    let name = property(labels, index, |label| label.name.clone());
    let key = property(labels, index, |label| label.key.map_or(String::new(), String::from));
    let description = property(labels, index, |label| label.description.clone());
    let color = property(labels, index, |label| label.color);
    let letters = property(labels, index, ShownLabel::letters);
    let uses = scoped_memo(move || labels.read().get(index).map_or(0, |(_, uses)| *uses));
    let named = move |words: fn(&str) -> String| move || words(&isolated(&name.read()));
    // After each change, the field shows the project's value, because the change may have been refused.
    let show_value = move |event: &ev::Event, read: &dyn Fn(&Project, &str) -> Option<String>| {
        let read = |project: &Project| read(project, project.labels.names.get(index)?);
        let value = app
            .state()
            .with_untracked(|state| state.project.as_ref().and_then(read));
        if let Some(value) = value {
            event_target::<web_sys::HtmlInputElement>(event).set_value(&value);
        }
    };
    let change_spec = move |change: &dyn Fn(LabelSpec) -> LabelSpec| {
        let read = |project: &Project| {
            let name = project.labels.names.get(index)?;
            Some(project.labels.specs.of(name))
        };
        let spec = app
            .state()
            .with_untracked(|state| state.project.as_ref().and_then(read));
        let spec = change(spec.unwrap_or_default());
        app.dispatch(Msg::Labeling(labeling::Msg::SetLabelSpec { index, spec }));
    };
    let rename = move |event: ev::Event| {
        let name = event_target_value(&event);
        app.dispatch(Msg::Labeling(labeling::Msg::RenameLabel { index, name }));
        show_value(&event, &|_, name| Some(name.to_owned()));
    };
    let set_key = move |event: ev::Event| {
        let key = event_target_value(&event).trim().chars().next();
        let without_key = key.is_none();
        change_spec(&|spec| LabelSpec {
            key,
            without_key,
            ..spec
        });
        show_value(&event, &|project, _| {
            let keys = project.labels.specs.keys(&project.labels.names);
            keys.get(index).map(|key| key.map_or(String::new(), String::from))
        });
    };
    let describe = move |event: ev::Event| {
        let description = event_target_value(&event);
        change_spec(&|spec| LabelSpec {
            description: description.clone(),
            ..spec
        });
        show_value(&event, &|project, name| Some(project.labels.specs.of(name).description));
    };
    let to = move |to: usize| {
        move |event: ev::MouseEvent| {
            app.dispatch(Msg::Labeling(labeling::Msg::MoveLabel { index, to }));
            follow(&event, to < index);
        }
    };
    view! {
        <li class=move || color_class(color.get()) data-label=move || name.get()>
            <button type="button" tabindex="-1" class="icon color" title=t!("labeling-label-color-tooltip") aria-haspopup="dialog"
                on:click=move |_| coloring.set(Some(index))
                aria-label=move || t!("labeling-label-color-label", name = isolated(&name.read()), color = color_name(color.get()))><i class={"swatch"}>{move || letters.get()}</i></button>
            <input type="text" tabindex="-1" class="key" maxlength="1" autocomplete="off" prop:value=move || key.get() title=t!("labeling-label-key-tooltip")
                aria-label=named(|name| t!("labeling-label-key-label", name)) on:change=mounted(set_key)/>
            <input type="text" tabindex="-1" autocomplete="off" dir="auto" prop:value=move || name.get() aria-label=named(|name| t!("labeling-label-name-label", name)) on:change=mounted(rename)/>
            <span class="faint">{move || t!("labeling-label-uses", n = uses.get())}</span>
            <button type="button" tabindex="-1" class="icon" aria-label=named(|name| t!("labeling-label-remove-label", name)) title=t!("common-remove")
                on:click=move |_| app.dispatch(Msg::Labeling(labeling::Msg::RemoveLabel(index)))>"×"</button>
            <button type="button" tabindex="-1" class="icon up" disabled=index == 0 title=t!("labeling-label-up-tooltip") on:click=to(index.saturating_sub(1))
                aria-label=named(|name| t!("labeling-label-up-label", name))>"↑"</button>
            <button type="button" tabindex="-1" class="icon down" disabled=move || index + 1 == n_labels.get() title=t!("labeling-label-down-tooltip") on:click=to(index + 1)
                aria-label=named(|name| t!("labeling-label-down-label", name))>"↓"</button>
            <input type="text" tabindex="-1" class="description" autocomplete="off" dir="auto" prop:value=move || description.get() placeholder=t!("labeling-label-description-placeholder")
                aria-label=named(|name| t!("labeling-label-description-label", name))
                on:input=typing(move || Some(DraftField::Meaning(index as u32))) on:change=mounted(describe)/>
        </li>
    }
}

/// Warns about two labels that are easily confused, for example labels of several annotators or files.
#[component]
pub fn LookAlikeLabels() -> impl IntoView {
    let names = use_project(|project| project.labels.names.clone());
    let confusable = Memo::new(move |_| confusable_labels(&names.read()));
    let app = use_app();
    let words = |ConfusableLabels {
                     first,
                     second,
                     difference,
                 }: ConfusableLabels| match difference {
        LabelDifference::Case => t!(
            "labeling-case-difference-hint",
            first = isolated(&first),
            second = isolated(&second)
        ),
        LabelDifference::Zeros => t!(
            "labeling-number-difference-hint",
            first = isolated(&first),
            second = isolated(&second)
        ),
        LabelDifference::Appearance => t!(
            "labeling-lookalike-labels-hint",
            first = isolated(&first),
            spelled = spelled(&first),
            other = spelled(&second)
        ),
    };
    move || {
        confusable
            .get()
            .map(|confusable| {
                // Merging replaces the second label with the first label, so the page asks for confirmation.
                let merge = {
                    let confusable = confusable.clone();
                    move |_: ev::MouseEvent| {
                        let place = names.read_untracked().iter().position(|name| *name == confusable.second);
                        if let Some(index) = place {
                            let name = confusable.first.clone();
                            app.dispatch(Msg::Labeling(labeling::Msg::RenameLabel { index, name }));
                        }
                    }
                };
                view! {
                    <p class="note" id="confusable-labels" role="status">{words(confusable)} " "
                        <button type="button" id="merge-confusable-labels" on:click=merge>{t!("labeling-merge-labels-button")}</button></p>
                }
            })
    }
}

/// Returns the names of two labels with the same color. `None` if no color is used twice.
/// Ignores gray labels, because each gray label also shows letters that distinguish it.
fn of_one_color(labels: &[(ShownLabel, usize)]) -> Option<(String, String)> {
    let mut seen = HashMap::new();
    labels
        .iter()
        .filter(|(label, _)| label.letters().is_none())
        .find_map(|(label, _)| Some((seen.insert(label.color, &label.name)?.clone(), label.name.clone())))
}

#[component]
pub fn More(n_labels: Memo<usize>) -> impl IntoView {
    let more = move || n_labels.get().checked_sub(MAX_LABEL_BUTTONS).filter(|&more| more > 0);
    let words = move |more: usize| view! { <p class="faint">{t!("labeling-unlisted-labels-hint", more = grouped(more as u64))}" " <kbd>{"/"}</kbd></p> };
    move || more().map(words)
}

#[component]
pub fn LabelSet() -> impl IntoView {
    let app = use_app();
    // The texts with each label are counted only while the section of the label set is expanded.
    let is_unfolded = RwSignal::new(false);
    let unfold = move |event: ev::Event| is_unfolded.set(event_target::<web_sys::HtmlDetailsElement>(&event).open());
    let labels = cached_signal(use_project(move |project| {
        if !is_unfolded.get() {
            return Vec::new();
        }
        let uses = project.uses();
        let uses = |label: ShownLabel| {
            let n = uses.get(&label.name).copied().unwrap_or_default();
            (label, n)
        };
        shown_labels(project)
            .into_iter()
            .take(MAX_LABEL_BUTTONS)
            .map(uses)
            .collect::<Vec<_>>()
    }));
    let n_labels = use_project(|project| project.labels.names.len());
    let n_names = cached_signal(n_labels);
    let navigation = ListNavigation::of("label-set-listed", "button, input", move || subscribe(labels));
    let coloring = RwSignal::new(None);
    let indices = move || 0..labels.read().len();
    let shares = move || match of_one_color(&labels.read()) {
        Some((first, second)) => {
            let (first, second) = (isolated(&first), isolated(&second));
            Some(t!("labeling-shared-color-hint", first, second))
        }
        None => {
            (n_labels.get() > N_CATEGORIES as usize).then(|| t!("labeling-color-limit-hint", n_colors = N_CATEGORIES))
        }
    };
    let removed = use_project(|project| {
        let absent = project.labels.specs.retired(&project.labels.names);
        absent.cloned().collect::<Vec<_>>()
    });
    let restore = move |name: String| {
        let words = t!("labeling-label-restore-label", name = isolated(&name));
        let shown = name.clone();
        view! {
            <button type="button" class="quiet" title=words.clone() aria-label=words
                on:click=move |_| app.dispatch(Msg::Labeling(labeling::Msg::RestoreLabel(name.clone())))>"↶ " <span dir="auto">{shown}</span></button>
        }
    };
    let answers = use_project(|project| project.labels.answers);
    let choose = move |event| {
        let chosen = ANSWERS
            .iter()
            .find(|(_, value, _)| *value == event_target_value(&event));
        if let Some(&(answers, ..)) = chosen {
            app.dispatch(Msg::Labeling(labeling::Msg::ChooseAnswers(answers)));
        }
        // If the new answer type was refused, the field shows the current answer type again.
        let stays = ANSWERS.iter().find(|(choice, ..)| *choice == answers.get_untracked());
        if let Some(&(_, value, _)) = stays {
            event_target::<web_sys::HtmlSelectElement>(&event).set_value(value);
        }
    };
    let options = ANSWERS.map(|(choice, value, words)| {
        view! { <option value=value selected=move || answers.get() == choice>{words.text()}</option> }
    });
    view! {
        <details class="label-set" on:toggle=mounted(unfold)>
            <summary>{t!("labeling-label-set-title")}</summary>
            <label class="field">
                <span>{t!("labeling-answers-label")}</span>
                <select id="answers" on:change=mounted(choose)>{options}</select>
            </label>
            <ul id="label-set-listed" on:focusin=move |event| navigation.focused(&event)
                on:keydown=move |event| navigation.key(&event, |_, _| ())>
                <For each=indices key=|index| *index let(index)><LabelRow index labels n_labels=n_names coloring/></For>
            </ul>
            <ColorDialog open=coloring/>
            <More n_labels/>
            {move || is_unfolded.get().then(shares).flatten().map(|words| view! { <p class="note" id="labels-share-color">{words}</p> })}
            <Show when=move || !removed.read().is_empty()>
                <div class="tools" role="group" aria-labelledby="removed-labels">
                    <span class="faint" id="removed-labels">{t!("labeling-removed-labels-title")}</span>
                    {move || removed.get().into_iter().map(restore).collect_view()}
                </div>
            </Show>
        </details>
    }
}
