//! The projects of this browser, on the first screen.

use leptos::html;
use leptos::prelude::*;

use super::{select, use_store};
use crate::app::estimate::megabytes;
use crate::app::projects::Action;
use crate::app::store::Action as StoreAction;
use crate::app::words::{grouped, language, say};
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
                <h2 id="projects-title">{say!("projects-your-projects-browser")}</h2>
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
        0 => say!("projects-nothing-picked-yet"),
        n => say!("projects-labeled", n_labeled, n = grouped(n as u64)),
    };
    let facts = format!(
        "{} · {progress} · {} · {}",
        say!("count-texts", n = grouped(n_texts as u64)),
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
    let (rename_label, back_up_label, delete_label) = (
        label(&say!("common-rename")),
        label(&say!("common-back-up")),
        label(&say!("common-delete")),
    );
    view! {
        <li>
            <div class="project-name">
                <Show when=move || renaming.get() fallback=move || view! {
                    <button type="button" class="quiet project-open" dir="auto" on:click=act(Action::Open)>{kept.with_value(|(_, name)| name.clone())}</button>
                }>
                    <input type="text" node_ref=field maxlength="120" aria-label=say!("projects-name-project") autocomplete="off"
                        value=kept.with_value(|(_, name)| name.clone()) on:change=rename on:blur=move |_| renaming.set(false)/>
                </Show>
                <span class="faint">{facts}</span>
                {(n_picks > 0).then(|| view! {
                    <progress max=n_picks.to_string() value=n_labeled.to_string() aria-label=say!("projects-labeled-2", n_labeled = grouped(n_labeled as u64), n_picks = grouped(n_picks as u64))></progress>
                })}
            </div>
            <button type="button" class="quiet" aria-label=rename_label on:click=move |_| renaming.set(true)>{say!("common-rename")}</button>
            <button type="button" class="quiet" aria-label=back_up_label on:click=act(Action::BackUp)>{say!("common-back-up")}</button>
            <button type="button" class="quiet" aria-label=delete_label on:click=act(Action::Delete)>{say!("common-delete")}</button>
        </li>
    }
}

/// The time in the words of whoever reads it.
fn when(at_ms: u64) -> String {
    let date = js_sys::Date::new(&(at_ms as f64).into());
    let words = date.to_locale_string(language().code(), &wasm_bindgen::JsValue::UNDEFINED);
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
                    <strong>{say!("projects-project-open-another-tab")}</strong>
                    <p>{say!("projects-here-can-looked-at")}</p>
                </div>
                <div class="actions">
                    <button type="button" class="primary" id="take-over" on:click=tell(|| Action::TakeOver)>{say!("projects-go-on-here")}</button>
                    <button type="button" on:click=move |_| store.dispatch(StoreAction::NewProject)>{say!("common-projects")}</button>
                </div>
            </section>
        </Show>
    }
}
