//! The dialog for importing labels from a file. It asks which labels to import and which annotators gave them.

use leptos::prelude::*;
use leptos::{ev, html};

use crate::file_labels::{FileLabels, ImportSummary, Msg};
use crate::i18n::bidi::{all_isolated, isolated};
use crate::i18n::{grouped, t};
use crate::runtime::access::{use_app, use_state};
use crate::state::{AppState, Msg as StateMsg};
use crate::ui::checkbox::Checkbox;
use crate::ui::dialog::{dialog_head, show_while};
use crate::ui::dom::mounted;

const MAX_LISTED_LABELS: usize = 12;

/// The Escape key closes the dialog without an import.
#[component]
pub fn FileLabelsDialog() -> impl IntoView {
    let app = use_app();
    let dialog = NodeRef::<html::Dialog>::new();
    let shown = use_state(|state| state.file_labels.dialog.is_some());
    show_while(dialog, shown.into());
    let file_name = use_state(|state| {
        state
            .file_labels
            .dialog
            .as_ref()
            .map(|labels| labels.file_name.clone())
            .unwrap_or_default()
    });
    let is_done = use_state(|state| {
        state
            .file_labels
            .dialog
            .as_ref()
            .is_some_and(|labels| labels.done.is_some())
    });
    let close = move || app.dispatch(StateMsg::FileLabels(Msg::Close));
    view! {
        <dialog node_ref=dialog id="file-labels-dialog" class="incoming" aria-labelledby="file-labels-title"
            on:cancel=move |event: ev::Event| { event.prevent_default(); close() }>
            <Show when=move || shown.get()>
                {dialog_head("file-labels", t!("file-labels-title", file_name = isolated(&file_name.get_untracked())), close)}
                <Show when=move || is_done.get() fallback=|| view! { <Form/> }><ImportResult/></Show>
            </Show>
        </dialog>
    }
}

#[component]
fn Form() -> impl IntoView {
    let app = use_app();
    let act = move |msg| app.dispatch(StateMsg::FileLabels(msg));
    let description = use_state(|state| {
        state
            .file_labels
            .dialog
            .as_ref()
            .map(|labels| FileDescription::of(labels, state))
            .unwrap_or_default()
    });
    let problem = use_state(|state| {
        state
            .file_labels
            .dialog
            .as_ref()
            .and_then(|labels| labels.problem.clone())
    });
    // The list of annotators depends only on the file. Otherwise, its fields would be rebuilt while the user types.
    let people = use_state(|state| {
        let labels = state.file_labels.dialog.as_ref();
        let of = |labels: &FileLabels| {
            labels
                .people
                .iter()
                .map(|person| person.found.clone())
                .collect::<Vec<_>>()
        };
        labels.filter(|labels| labels.has_people()).map(of).unwrap_or_default()
    });
    let name = move |place: usize| {
        let of = move |labels: &FileLabels| labels.people.get(place).map(|person| person.name.clone());
        use_state(move |state| state.file_labels.dialog.as_ref().and_then(of).unwrap_or_default())
    };
    let own = use_state(|state| {
        state
            .file_labels
            .dialog
            .as_ref()
            .map(|labels| labels.own.clone())
            .unwrap_or_default()
    });
    let question = move || {
        let FileDescription {
            questions, question, ..
        } = description.get();
        let option = |(at, name): (usize, String)| {
            view! { <option value=at.to_string() selected=question == Some(at)>{name}</option> }
        };
        let choose = move |event| {
            if let Ok(at) = event_target_value(&event).parse() {
                act(Msg::Question(at));
            }
        };
        (questions.len() > 1).then(|| view! {
            <label class="field wide"><span>{t!("file-labels-question-label")}</span>
                <select id="file-labels-question" dir="auto" autofocus aria-describedby="file-labels-problem" on:change=mounted(choose)>
                    {question.is_none().then(|| view! { <option value="" selected>{t!("file-labels-question-placeholder")}</option> })}
                    {questions.into_iter().enumerate().map(option).collect_view()}
                </select>
            </label>
        })
    };
    let unapproved = move || {
        let FileDescription {
            unapproved,
            with_unapproved,
            ..
        } = description.get();
        let choice = |takes: bool, id: &'static str, words: String| {
            view! {
                <label class="on-off">
                    <input type="radio" name="unapproved" id=id checked=with_unapproved == Some(takes)
                        on:change=mounted(move |_| act(Msg::TakeUnapproved(takes)))/>
                    {words}
                </label>
            }
        };
        unapproved.map(|words| {
            view! {
                <fieldset id="file-labels-unapproved"><legend>{words}</legend>
                    {choice(false, "leave-unapproved", t!("file-labels-approved-only"))}
                    {choice(true, "take-unapproved", t!("file-labels-all-answers"))}
                </fieldset>
            }
        })
    };
    let joins = move || {
        let FileDescription { joins, joins_rows, .. } = description.get();
        joins.map(|(words, varying)| {
            view! {
                <Checkbox class="on-off" id="file-labels-join" checked=joins_rows change=move |joins: bool| act(Msg::JoinRows(joins))>
                    {words}
                </Checkbox>
                {(joins_rows && !varying.is_empty()).then(|| view! { <p class="hint">{varying}</p> })}
            }
        })
    };
    let person = move |(place, found): (usize, Option<String>)| {
        let name = name(place);
        let words = match found {
            Some(found) => t!("file-labels-annotator-label", found = isolated(&found)),
            None => t!("team-labeled-by-label"),
        };
        let n = move || {
            let n = description.read().n_labels.get(place).copied().unwrap_or_default();
            t!("team-texts-labeled", n = grouped(n as u64))
        };
        view! {
            <label class="field"><span dir="auto">{words} " " <small class="faint">{n}</small></span>
                <input type="text" class="file-labels-name" autofocus=place == 0 id=format!("file-labels-name-{place}") dir="auto" aria-describedby="file-labels-problem"
                    aria-invalid=move || problem.read().is_some().to_string() autocomplete="off" spellcheck="false" translate="no"
                    prop:value=name
                    on:input=move |event| act(Msg::Name { place, name: event_target_value(&event) })/></label>
        }
    };
    let names = move || {
        let people = people.get();
        (!people.is_empty()).then(|| view! {
            <div class="incoming-names">
                {people.into_iter().enumerate().map(person).collect_view()}
                <label class="field"><span>{t!("common-own-name-label")}</span>
                    <input type="text" id="file-labels-own" dir="auto" aria-describedby="file-labels-problem"
                        aria-invalid=move || problem.read().is_some().to_string() autocomplete="off" spellcheck="false" translate="no"
                        prop:value=own
                        on:input=move |event| act(Msg::NameSelf(event_target_value(&event)))/></label>
            </div>
            <p class="hint">{t!("file-labels-annotator-hint")}</p>
        })
    };
    let missing =
        move || {
            let FileDescription { missing, n_missing, .. } = description.get();
            let title = t!("file-labels-missing-title", n = grouped(n_missing as u64));
            let items = missing
                .into_iter()
                .map(|text| view! { <li dir="auto">{text}</li> })
                .collect_view();
            (n_missing > 0).then(|| view! {
            <details class="strays" id="file-labels-missing"><summary>{title}</summary><ul>{items}</ul></details>
        })
        };
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        act(Msg::Import);
    };
    let others = move || {
        let FileDescription { is_own, n_missing, .. } = description.get();
        (!is_own).then(|| view! {
            <button type="button" id="file-labels-open" on:click=move |_| act(Msg::OpenAsIs)>{t!("import-open-as-project-button")}</button>
            {(n_missing > 0).then(|| view! {
                <button type="button" id="file-labels-add" on:click=move |_| act(Msg::AddTexts)>
                    {t!("import-append-button", n = grouped(n_missing as u64))}
                </button>
            })}
        })
    };
    view! {
        <form on:submit=submit novalidate>
            <div id="file-labels-facts">
                {move || description.get().facts.into_iter().map(|words| view! { <p>{words}</p> }).collect_view()}
            </div>
            {missing}
            {question}
            <div id="file-labels-counts" aria-live="polite">
                {move || description.get().counts.into_iter().map(|words| view! { <p>{words}</p> }).collect_view()}
            </div>
            {unapproved}
            {joins}
            {names}
            <p class="problem" id="file-labels-problem" role="alert">{move || problem.get()}</p>
            <div class="actions">
                <button type="button" id="file-labels-cancel" on:click=move |_| act(Msg::Close)>{t!("file-labels-cancel-button")}</button>
                {others}
                <button type="submit" class="primary" id="file-labels-import" autofocus>{t!("file-labels-import-button")}</button>
            </div>
        </form>
    }
}

#[component]
fn ImportResult() -> impl IntoView {
    let app = use_app();
    let act = move |msg| app.dispatch(StateMsg::FileLabels(msg));
    let done = use_state(|state| {
        state
            .file_labels
            .dialog
            .as_ref()
            .and_then(|labels| labels.done.clone())
            .unwrap_or_default()
    });
    let can_compare = move || done.read().can_compare;
    let lines = move || {
        let ImportSummary { of, .. } = done.get();
        let line = |(name, n, n_new): (String, usize, usize)| {
            let (n, n_new) = (grouped(n as u64), grouped(n_new as u64));
            let words = match name.is_empty() {
                true => t!("file-labels-imported-status", n, n_new),
                false => t!("file-labels-imported-by-status", name = isolated(&name), n, n_new),
            };
            view! { <li>{words}</li> }
        };
        of.into_iter().map(line).collect_view()
    };
    view! {
        <ul id="file-labels-done" role="status">{lines}</ul>
        <div class="actions">
            <button type="button" id="file-labels-undo" on:click=move |_| act(Msg::Undo)>{t!("file-labels-undo-button")}</button>
            <button type="button" id="file-labels-close" class:primary=move || !can_compare() on:click=move |_| act(Msg::Close)>{t!("common-close")}</button>
            <Show when=can_compare>
                <button type="button" class="primary" id="file-labels-agreement" autofocus
                    on:click=move |_| act(Msg::ShowAgreement)>{t!("common-agreement")}</button>
            </Show>
        </div>
    }
}

#[derive(Clone, Default, PartialEq)]
struct FileDescription {
    is_own: bool,
    facts: Vec<String>,
    questions: Vec<String>,
    question: Option<usize>,
    counts: Vec<String>,
    unapproved: Option<String>,
    with_unapproved: Option<bool>,
    /// The label of the option to merge rows, and a note about columns that would be lost.
    joins: Option<(String, String)>,
    joins_rows: bool,
    n_labels: Vec<usize>,
    n_missing: usize,
    missing: Vec<String>,
}

impl FileDescription {
    fn of(labels: &FileLabels, state: &AppState) -> FileDescription {
        let number = |n: usize| grouped(n as u64);
        let (n_rows, n_texts) = labels.n_rows();
        let mut facts = Vec::new();
        if n_rows > n_texts {
            facts.push(t!("file-labels-row-count", rows = number(n_rows), n = number(n_texts)));
        }
        if let Some(matches) = &labels.matches {
            let project = state
                .project
                .as_ref()
                .map(|open| isolated(&open.source.file_name).into_owned());
            let (project, n_known) = (project.unwrap_or_default(), matches.rows.iter().flatten().count());
            facts.push(match labels.is_numbered {
                true => t!("file-labels-numbered-hint", n = number(n_known), project),
                false => t!(
                    "file-labels-known-count",
                    n = number(n_texts),
                    n_known = number(n_known),
                    project
                ),
            });
            facts.extend(state.project.as_ref().and_then(|open| labels.no_rows_problem(open)));
            if let Some(id) = &matches.id {
                facts.push(t!("file-labels-matched-by-id", column = isolated(id)));
            }
            let some = |n: usize| (n > 0).then(|| number(n));
            facts.extend(some(matches.tolerated.len()).map(|n| t!("common-tolerated-texts-hint", n)));
            facts.extend(some(matches.ambiguous.len()).map(|n| t!("file-labels-ambiguous-hint", n)));
            facts.extend(some(matches.other_text.len()).map(|n| t!("file-labels-other-text-hint", n)));
        }
        let mut counts = Vec::new();
        let (n_labels, names) = labels.labels_of_people();
        let of = labels.counts().unwrap_or_default();
        if labels.counts().is_some() {
            counts.push(t!("file-labels-answer-count", n = number(of.given)));
            if of.rejected + of.void > 0 {
                counts.push(t!(
                    "file-labels-rejected-count",
                    rejected = number(of.rejected),
                    void = number(of.void)
                ));
            }
            let n_contradicting = labels.n_contradicting();
            if n_contradicting > 0 {
                counts.push(t!("file-labels-contradicting-hint", n = number(n_contradicting)));
            }
            let and_so_on = if names.len() > MAX_LISTED_LABELS { " …" } else { "" };
            let shown = all_isolated(&names[..names.len().min(MAX_LISTED_LABELS)]);
            counts.push(t!(
                "file-labels-name-list",
                n = number(names.len()),
                names = shown,
                and_so_on
            ));
        }
        let joins = labels.joins_rows.map(|_| {
            let varying = match labels.varying.is_empty() {
                true => String::new(),
                false => t!("file-labels-varying-hint", columns = all_isolated(&labels.varying)),
            };
            (
                t!("file-labels-join-label", rows = number(n_rows), n = number(n_texts)),
                varying,
            )
        });
        FileDescription {
            is_own: labels.is_of_own_file(),
            facts,
            questions: labels.questions(),
            question: labels.question,
            counts,
            unapproved: (of.unapproved > 0).then(|| t!("file-labels-unapproved-title", n = number(of.unapproved))),
            with_unapproved: labels.with_unapproved,
            joins,
            joins_rows: labels.joins_rows == Some(true),
            n_labels,
            n_missing: labels.n_missing(),
            missing: labels.missing(),
        }
    }
}
