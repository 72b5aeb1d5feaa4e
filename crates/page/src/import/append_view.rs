//! The dialog that asks whether to add a file to the open project or to open the file as a separate project.

use leptos::prelude::*;
use leptos::{ev, html};

use crate::i18n::bidi::{all_isolated, isolated};
use crate::i18n::{grouped, t};
use crate::import::append::{AppendProposal, Msg};
use crate::runtime::access::{use_app, use_state};
use crate::state::{AppState, Msg as StateMsg};
use crate::ui::dialog::{dialog_head, show_while};

/// The Escape key closes the dialog without adding the file or opening it as a project.
#[component]
pub fn AppendDialog() -> impl IntoView {
    let app = use_app();
    let dialog = NodeRef::<html::Dialog>::new();
    let description = use_state(|state| {
        state
            .import
            .append
            .as_ref()
            .map(|append_proposal| FileDescription::of(append_proposal, state))
    });
    let is_adding = use_state(|state| state.import.append.as_ref().is_some_and(|file| file.is_adding));
    show_while(dialog, Signal::derive(move || description.read().is_some()));
    let act = move |msg| app.dispatch(StateMsg::Add(msg));
    let add = || Msg::Add;
    let form = move |description: FileDescription| {
        let n_new = description.n_new;
        let can_add = n_new > 0 && description.problem.is_none();
        let (id, words, other) = match description.is_colleagues {
            true => ("adding-back", t!("import-append-back-button"), Msg::Refuse),
            false => ("adding-open", t!("import-open-as-project-button"), Msg::OpenAsIs),
        };
        let submit = {
            let other = other.clone();
            move |event: ev::SubmitEvent| {
                event.prevent_default();
                act(if can_add { add() } else { other.clone() });
            }
        };
        view! {
            {dialog_head("adding", t!("import-append-title", file_name = isolated(&description.file_name)), move || act(Msg::Refuse))}
            <form on:submit=submit novalidate>
                <p id="adding-facts">{description.facts}</p>
                {description.changes.into_iter().map(|words| view! { <p class="note adding-changes">{words}</p> }).collect_view()}
                {description.columns.into_iter().map(|words| view! { <p class="note">{words}</p> }).collect_view()}
                {description.problem.map(|words| view! { <p class="problem" id="adding-problem">{words}</p> })}
                {can_add.then(|| view! { <p class="hint">{t!("import-append-kept-hint")} " " {description.runs.then(|| t!("import-append-stops-run-hint"))}</p> })}
                {(description.n_waiting > 0).then(|| view! {
                    <p class="faint" id="adding-waiting">{t!("team-files-waiting-status", n = grouped(description.n_waiting as u64))}</p>
                })}
                <div class="actions">
                    <button type="button" id=id class:primary=!can_add autofocus=!can_add
                        on:click=move |_| act(other.clone())>{words}</button>
                    {can_add.then(|| view! {
                        <button type="submit" class="primary" id="adding-add" autofocus
                            aria-busy=move || is_adding.get().to_string()>{t!("import-append-button", n = grouped(n_new as u64))}</button>
                    })}
                </div>
            </form>
        }
    };
    view! {
        <dialog node_ref=dialog id="adding-dialog" class="incoming" aria-labelledby="adding-title" aria-describedby="adding-facts"
            on:cancel=move |event: ev::Event| { event.prevent_default(); act(Msg::Refuse) }>
            {move || description.get().map(form)}
        </dialog>
    }
}

#[derive(Clone, PartialEq)]
struct FileDescription {
    file_name: String,
    facts: String,
    changes: Vec<String>,
    columns: Vec<String>,
    n_waiting: usize,
    problem: Option<String>,
    n_new: usize,
    runs: bool,
    is_colleagues: bool,
}

impl FileDescription {
    fn of(append_proposal: &AppendProposal, state: &AppState) -> FileDescription {
        let (n_new, n) = append_proposal.n_new();
        let project = state
            .project
            .as_ref()
            .map(|open| isolated(&open.source.file_name).into_owned());
        let project = project.unwrap_or_default();
        let n_changed = append_proposal.n_changed();
        let n_there = n - n_new - n_changed;
        let n_known = grouped(n_there as u64);
        let n_texts = grouped(n as u64);
        let facts = match n_there {
            0 if n_changed > 0 => t!(
                "import-append-new-and-changed",
                n = n_texts,
                n_new = grouped(n_new as u64)
            ),
            0 => t!("import-append-all-new-status", n = n_texts, project),
            _ if n_new == 0 && n_changed == 0 => t!("import-append-none-new-status", n = n_texts, project),
            _ => t!(
                "import-append-some-new-status",
                n = n_texts,
                n_known,
                n_new = grouped(n_new as u64),
                project
            ),
        };
        let changed = append_proposal.changed_id.as_ref().map(|id| {
            t!(
                "import-append-changed-hint",
                n = grouped(n_changed as u64),
                id = isolated(id)
            )
        });
        let values = (append_proposal.n_other_values > 0).then(|| {
            t!(
                "import-append-other-values-hint",
                n = grouped(append_proposal.n_other_values as u64)
            )
        });
        let lacks = (!append_proposal.lacks.is_empty()).then(|| {
            t!(
                "import-append-missing-columns-hint",
                columns = all_isolated(&append_proposal.lacks)
            )
        });
        let brings = (!append_proposal.brings.is_empty()).then(|| {
            t!(
                "import-append-extra-columns-hint",
                columns = all_isolated(&append_proposal.brings)
            )
        });
        let n_tolerated = append_proposal.n_tolerated as u64;
        let tolerated = (n_tolerated > 0).then(|| t!("common-tolerated-texts-hint", n = grouped(n_tolerated)));
        FileDescription {
            file_name: append_proposal.project.source.file_name.clone(),
            facts,
            // If the file cannot be added, the displayed reason already explains the changed texts.
            changes: changed
                .filter(|_| append_proposal.problem.is_none())
                .into_iter()
                .chain(values)
                .chain(tolerated)
                .collect(),
            n_waiting: state.team.waiting.unwrap_or_default(),
            columns: lacks.into_iter().chain(brings).filter(|_| n_new > 0).collect(),
            problem: append_proposal.problem.clone().filter(|_| n_new + n_changed > 0),
            n_new,
            runs: state.run.current.is_some(),
            is_colleagues: append_proposal.is_colleagues(),
        }
    }
}
