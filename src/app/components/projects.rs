//! The projects of this browser, on the first screen.

use leptos::html;
use leptos::prelude::*;

use super::team::counted;
use super::{select, use_store};
use crate::app::estimate::{grouped, megabytes};
use crate::app::projects::Action;
use crate::app::store::Action as StoreAction;
use crate::bridge::{ProjectEntry, ProjectId, Summary};

fn tell<E: 'static>(action: impl Fn() -> Action + 'static) -> impl Fn(E) + 'static {
    let store = use_store();
    move |_| store.dispatch(StoreAction::Projects(action()))
}

/// Every project with how far it is, the last one first.
#[component]
pub fn ProjectList() -> impl IntoView {
    let list = select(|state| state.projects.list.clone());
    view! {
        <Show when=move || !list.read().is_empty()>
            <section class="projects" aria-labelledby="projects-title">
                <h2 id="projects-title">"Your projects, in this browser"</h2>
                <ul id="projects">{move || list.get().into_iter().map(line).collect_view()}</ul>
            </section>
        </Show>
    }
}

fn line(entry: ProjectEntry) -> impl IntoView {
    let store = use_store();
    let ProjectEntry { id, summary, at_ms } = entry;
    let Summary {
        name,
        n_texts,
        n_picks,
        n_labeled,
        bytes,
    } = summary;
    let progress = match n_picks {
        0 => "nothing picked yet".to_owned(),
        n => format!("{n_labeled} of {} labeled", counted(n, "pick")),
    };
    let facts = format!(
        "{} · {progress} · {} · {}",
        counted(n_texts, "text"),
        megabytes(bytes),
        when(at_ms)
    );
    let renaming = RwSignal::new(false);
    let field = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            field.select();
            let _ = field.focus();
        }
    });
    let kept = StoredValue::new((id.clone(), name.clone()));
    let rename = move |event| {
        let name = event_target_value(&event);
        renaming.set(false);
        store.dispatch(StoreAction::Projects(Action::Rename(
            kept.with_value(|(id, _)| id.clone()),
            name,
        )));
    };
    let act = move |action: fn(ProjectId) -> Action| tell(move || action(kept.with_value(|(id, _)| id.clone())));
    let label = |what: &str| format!("{what} {name}");
    let (rename_label, back_up_label, delete_label) = (label("Rename"), label("Back up"), label("Delete"));
    view! {
        <li>
            <div class="project-name">
                <Show when=move || renaming.get() fallback=move || view! {
                    <button type="button" class="quiet project-open" dir="auto" on:click=act(Action::Open)>{kept.with_value(|(_, name)| name.clone())}</button>
                }>
                    <input type="text" node_ref=field maxlength="120" aria-label="Name of the project" autocomplete="off"
                        value=kept.with_value(|(_, name)| name.clone()) on:change=rename on:blur=move |_| renaming.set(false)/>
                </Show>
                <span class="faint">{facts}</span>
                {(n_picks > 0).then(|| view! {
                    <progress max=n_picks.to_string() value=n_labeled.to_string() aria-label=format!("{} of {} labeled", grouped(n_labeled as u64), grouped(n_picks as u64))></progress>
                })}
            </div>
            <button type="button" class="quiet" aria-label=rename_label on:click=move |_| renaming.set(true)>"Rename"</button>
            <button type="button" class="quiet" aria-label=back_up_label on:click=act(Action::BackUp)>"Back up"</button>
            <button type="button" class="quiet" aria-label=delete_label on:click=act(Action::Delete)>"Delete"</button>
        </li>
    }
}

/// The time in the words of whoever reads it.
fn when(at_ms: u64) -> String {
    let date = js_sys::Date::new(&(at_ms as f64).into());
    let words = date.to_locale_string("default", &wasm_bindgen::JsValue::UNDEFINED);
    words.into()
}

/// What is said while another tab has the project.
#[component]
pub fn Elsewhere() -> impl IntoView {
    let store = use_store();
    let shown = select(|state| state.projects.read_only && state.open.is_some());
    view! {
        <Show when=move || shown.get()>
            <section class="message warning" id="elsewhere">
                <div>
                    <strong>"This project is open in another tab."</strong>
                    <p>"Here it can be looked at, as it was when this tab opened it. Going on here stores what the other tab still has and makes that one read only."</p>
                </div>
                <div class="actions">
                    <button type="button" class="primary" id="take-over" on:click=tell(|| Action::TakeOver)>"Go on here"</button>
                    <button type="button" on:click=move |_| store.dispatch(StoreAction::NewProject)>"Projects"</button>
                </div>
            </section>
        </Show>
    }
}
