//! The button that picks texts to label while the other texts are being embedded.

use leptos::prelude::*;

use crate::i18n::{grouped, t};
use crate::run;
use crate::runtime::access::{use_app, use_project, use_state};
use crate::state::Msg;

/// The button is hidden if no early picks can be selected now.
#[component]
pub fn Early() -> impl IntoView {
    let app = use_app();
    let more = use_state(|state| state.run.n_early(state.project.as_ref()));
    let is_picking = use_state(|state| state.run.current.as_ref().is_some_and(|run| run.picking_early));
    let ready = use_state(|state| state.run.current.as_ref().map_or(0, |run| run.embedding.done));
    let has_some = use_project(|project| project.has_queue());
    let label = move || {
        let n = grouped(more.get().unwrap_or_default().into());
        match (is_picking.get(), has_some.get()) {
            (true, _) => t!("run-early-picking-status"),
            (false, false) => t!("run-early-label-button", n),
            (false, true) => t!("run-early-more-button", n),
        }
    };
    let is_shown = Memo::new(move |_| more.get().is_some() || is_picking.get());
    view! {
        <Show when=move || is_shown.get()>
            <div class="pick-early">
                <button type="button" id="pick-early" class:primary=move || !has_some.get() aria-disabled=move || is_picking.get().to_string()
                    aria-describedby="early-share" on:click=move |_| app.dispatch(Msg::Run(run::Msg::PickEarly))>{label}</button>
                <p class="faint" id="early-share">{move || t!("run-early-share-hint", ready = grouped(ready.get().into()))}</p>
            </div>
        </Show>
    }
}
