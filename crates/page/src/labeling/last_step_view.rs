//! The description of the last step, with a button to undo or redo it.

use leptos::prelude::*;

use crate::i18n::say;
use crate::labeling::last_step::{LastStep, Turn};
use crate::state::Action;
use crate::ui::{read_only, select_open, use_app};

/// Always one line, empty before the first step, so that the content below does not shift. Screen readers get the step from
/// [`Hearing`](crate::announcer::live_region::Hearing).
#[component]
pub fn LastStepLine(#[prop(optional)] id: Option<&'static str>) -> impl IntoView {
    let app = use_app();
    let step = select_open(LastStep::of);
    let read_only = read_only();
    let turn = move |step: LastStep| {
        let (words, key, action): (_, _, fn() -> Action) = match step.turn {
            Turn::Made | Turn::Redone => (say!("common-undo"), "u", || Action::Undo),
            Turn::Undone => (say!("common-redo"), "⇧u", || Action::Redo),
        };
        let dot = (!read_only.get()).then(|| {
            view! {
                <span aria-hidden="true">"·"</span>
                <button type="button" class="quiet link" on:click=move |_| app.dispatch(action())>{words}" " <kbd>{key}</kbd></button>
            }
        });
        view! { <span class="words" dir="auto" title=step.words.clone()>{step.words.clone()}</span>{dot} }
    };
    view! { <p class="last-step" id=id>{move || step.get().map(turn)}</p> }
}
