//! The bar on top.

use leptos::prelude::*;

use super::{select, select_open, use_store};
use crate::app::confidences::Confidences;
use crate::app::store::Action;

/// The product's name, the file's name, and what concerns the whole project.
#[component]
pub fn Header(help: RwSignal<bool>) -> impl IntoView {
    let store = use_store();
    let file_name = select_open(|open| open.file_name.clone());
    let sending = select(|state| {
        let Confidences { asking, sent_to, .. } = &state.confidences;
        sent_to.as_ref().map(|host| match asking {
            Some(_) => format!("Texts go to {host}"),
            None => format!("Texts went to {host}"),
        })
    });
    let is_open = move || !file_name.read().is_empty();
    view! {
        <header class="bar">
            <span class="brand" aria-label="FastGAS">
                <svg viewBox="0 0 24 24" aria-hidden="true" class="logo">
                    <path d="M6 7 12 12M18 6l-6 6M12 12l-5 6M12 12l6 5"/>
                    <circle cx="6" cy="7" r="2.2"/><circle cx="18" cy="6" r="2.2"/><circle cx="7" cy="18" r="2.2"/>
                    <circle cx="18" cy="17" r="2.2"/><circle cx="12" cy="12" r="3.6" class="hub"/>
                </svg>
                "FastGAS"
            </span>
            <Show when=is_open><h1 class="file-name" title=move || file_name.get()>{move || file_name.get()}</h1></Show>
            <span class="private" class:sending=move || sending.get().is_some() title=move || match sending.get() {
                None => "Your file is read, embedded and labeled by this browser. The page sends it nowhere.".to_owned(),
                Some(words) => format!("{words}, as you agreed, for vote-k. Everything else stays in this browser."),
            }>
                <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2M3.5 7h9v6.5h-9z"/>
                </svg>
                <span id="privacy">{move || sending.get().unwrap_or("Nothing leaves this page".to_owned())}</span>
            </span>
            <button type="button" class="quiet" id="help" aria-haspopup="dialog" on:click=move |_| help.set(true)>
                "Keys " <kbd>"?"</kbd>
            </button>
            <Show when=is_open>
                <button type="button" id="new-project" title="All projects, and a way to begin another one" on:click=move |_| store.dispatch(Action::NewProject)>
                    "Projects"
                </button>
            </Show>
        </header>
    }
}
