//! The button that picks texts to label while the others are being embedded.

use leptos::prelude::*;

use crate::i18n::{grouped, say};
use crate::run;
use crate::state::Action;
use crate::ui::{select, select_open, use_app};

/// A button for the picks that can be made now. Hidden if there are none.
#[component]
pub fn Early() -> impl IntoView {
    let app = use_app();
    let more = select(|state| state.n_early());
    let is_picking = select(|state| state.run.current.as_ref().is_some_and(|run| run.picking_early));
    let ready = select(|state| state.run.current.as_ref().map_or(0, |run| run.embedding.done));
    let has_some = select_open(|open| open.has_queue());
    let label = move || {
        let n = grouped(more.get().unwrap_or_default().into());
        match (is_picking.get(), has_some.get()) {
            (true, _) => say!("run-early-picking-status"),
            (false, false) => say!("run-early-label-button", n),
            (false, true) => say!("run-early-more-button", n),
        }
    };
    let is_shown = Memo::new(move |_| more.get().is_some() || is_picking.get());
    view! {
        <Show when=move || is_shown.get()>
            <div class="pick-early">
                <button type="button" id="pick-early" class:primary=move || !has_some.get() aria-disabled=move || is_picking.get().to_string()
                    aria-describedby="early-share" on:click=move |_| app.dispatch(Action::Run(run::Msg::PickEarly))>{label}</button>
                <p class="faint" id="early-share">{move || say!("run-early-share-hint", ready = grouped(ready.get().into()))}</p>
            </div>
        </Show>
    }
}
