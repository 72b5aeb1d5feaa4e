//! The description of the most recent step, and a button to undo or redo the step.

use leptos::prelude::*;

use crate::i18n::t;
use crate::labeling;
use crate::labeling::last_step::{LastStep, StepKind};
use crate::runtime::access::{read_only, use_app, use_state};
use crate::state::{AppState, Msg};

/// The description always has one line, even if it is empty, so that the content below does not shift.
/// The description is empty if the step was made in a view that the user has left.
/// [`LiveRegion`](crate::announcer::live_region::LiveRegion) announces each step to screen readers.
#[component]
pub fn LastStepLine(#[prop(optional)] id: Option<&'static str>) -> impl IntoView {
    let app = use_app();
    let step = use_state(AppState::last_step_shown);
    let read_only = read_only();
    let turn = move |step: LastStep| {
        let (words, key, msg): (_, _, fn() -> Msg) = match step.turn {
            StepKind::Made | StepKind::Redone => (t!("common-undo"), "u", || Msg::Labeling(labeling::Msg::Undo)),
            StepKind::Undone => (t!("common-redo"), "⇧u", || Msg::Labeling(labeling::Msg::Redo)),
        };
        let dot = (!read_only.get()).then(|| {
            view! {
                <span aria-hidden="true">"·"</span>
                <button type="button" class="quiet link" on:click=move |_| app.dispatch(msg())>{words}" " <kbd>{key}</kbd></button>
            }
        });
        view! { <span class="words" dir="auto" title=step.words.clone()>{step.words.clone()}</span>{dot} }
    };
    view! { <p class="last-step" id=id>{move || step.get().map(turn)}</p> }
}
