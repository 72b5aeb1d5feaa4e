//! Asks whether to add a file to the open project or to open it as a project of its own.

use leptos::prelude::*;
use leptos::{ev, html};

use crate::i18n::bidi::{all_isolated, isolated};
use crate::i18n::{grouped, say};
use crate::import::append::{Action, Adding};
use crate::state::{Action as StoreAction, AppState};
use crate::ui::dialog::{dialog_head, show_while};
use crate::ui::{select, use_app};

/// The dialog. Escape cancels.
#[component]
pub fn AddingDialog() -> impl IntoView {
    let app = use_app();
    let dialog = NodeRef::<html::Dialog>::new();
    let told = select(|state| state.import.append.as_ref().map(|adding| Told::of(adding, state)));
    show_while(dialog, Signal::derive(move || told.read().is_some()));
    let act = move |action| app.dispatch(StoreAction::Add(action));
    let add = || Action::Add;
    let form = move |told: Told| {
        let n_new = told.n_new;
        let can_add = n_new > 0 && told.obstacle.is_none();
        let (id, words, other) = match told.is_colleagues {
            true => ("adding-back", say!("import-append-back-button"), Action::Refuse),
            false => ("adding-open", say!("import-open-as-project-button"), Action::OpenAsIs),
        };
        let submit = {
            let other = other.clone();
            move |event: ev::SubmitEvent| {
                event.prevent_default();
                act(if can_add { add() } else { other.clone() });
            }
        };
        view! {
            {dialog_head("adding", say!("import-append-title", file_name = isolated(&told.file_name)), move || act(Action::Refuse))}
            <form on:submit=submit novalidate>
                <p id="adding-facts">{told.facts}</p>
                {told.changes.into_iter().map(|words| view! { <p class="note adding-changes">{words}</p> }).collect_view()}
                {told.columns.into_iter().map(|words| view! { <p class="note">{words}</p> }).collect_view()}
                {told.obstacle.map(|words| view! { <p class="problem" id="adding-obstacle">{words}</p> })}
                {can_add.then(|| view! { <p class="hint">{say!("import-append-kept-hint")} " " {told.runs.then(|| say!("import-append-stops-run-hint"))}</p> })}
                {(told.n_waiting > 0).then(|| view! {
                    <p class="faint" id="adding-waiting">{say!("team-files-waiting-status", n = grouped(told.n_waiting as u64))}</p>
                })}
                <div class="actions">
                    <button type="button" id=id class:primary=!can_add autofocus=!can_add
                        on:click=move |_| act(other.clone())>{words}</button>
                    {can_add.then(|| view! {
                        <button type="submit" class="primary" id="adding-add" autofocus>{say!("import-append-button", n = grouped(n_new as u64))}</button>
                    })}
                </div>
            </form>
        }
    };
    view! {
        <dialog node_ref=dialog id="adding-dialog" class="incoming" aria-labelledby="adding-title" aria-describedby="adding-facts"
            on:cancel=move |event: ev::Event| { event.prevent_default(); act(Action::Refuse) }>
            {move || told.get().map(form)}
        </dialog>
    }
}

/// What the dialog says about the file.
#[derive(Clone, PartialEq)]
struct Told {
    file_name: String,
    facts: String,
    /// How the file differs from the project.
    changes: Vec<String>,
    columns: Vec<String>,
    n_waiting: usize,
    obstacle: Option<String>,
    n_new: usize,
    runs: bool,
    is_colleagues: bool,
}

impl Told {
    fn of(adding: &Adding, state: &AppState) -> Told {
        let (n_new, n) = adding.n_new();
        let project = state
            .project
            .as_ref()
            .map(|open| isolated(&open.source.file_name).into_owned());
        let project = project.unwrap_or_default();
        let n_changed = adding.n_changed();
        let n_there = n - n_new - n_changed;
        let n_known = grouped(n_there as u64);
        let n_texts = grouped(n as u64);
        let facts = match n_there {
            0 if n_changed > 0 => say!(
                "import-append-new-and-changed",
                n = n_texts,
                n_new = grouped(n_new as u64)
            ),
            0 => say!("import-append-all-new-status", n = n_texts, project),
            _ if n_new == 0 && n_changed == 0 => say!("import-append-none-new-status", n = n_texts, project),
            _ => say!(
                "import-append-some-new-status",
                n = n_texts,
                n_known,
                n_new = grouped(n_new as u64),
                project
            ),
        };
        let changed = adding.changed_id.as_ref().map(|id| {
            say!(
                "import-append-changed-hint",
                n = grouped(n_changed as u64),
                id = isolated(id)
            )
        });
        let values = (adding.n_other_values > 0).then(|| {
            say!(
                "import-append-other-values-hint",
                n = grouped(adding.n_other_values as u64)
            )
        });
        let lacks = (!adding.lacks.is_empty()).then(|| {
            say!(
                "import-append-missing-columns-hint",
                columns = all_isolated(&adding.lacks)
            )
        });
        let brings = (!adding.brings.is_empty()).then(|| {
            say!(
                "import-append-extra-columns-hint",
                columns = all_isolated(&adding.brings)
            )
        });
        let n_tolerated = adding.n_tolerated as u64;
        let tolerated = (n_tolerated > 0).then(|| say!("common-tolerated-texts-hint", n = grouped(n_tolerated)));
        Told {
            file_name: adding.open.source.file_name.clone(),
            facts,
            // The obstacle already explains the changed texts.
            changes: changed
                .filter(|_| adding.obstacle.is_none())
                .into_iter()
                .chain(values)
                .chain(tolerated)
                .collect(),
            n_waiting: state.team.waiting.unwrap_or_default(),
            columns: lacks.into_iter().chain(brings).filter(|_| n_new > 0).collect(),
            obstacle: adding.obstacle.clone().filter(|_| n_new + n_changed > 0),
            n_new,
            runs: state.run.current.is_some(),
            is_colleagues: adding.is_colleagues(),
        }
    }
}
