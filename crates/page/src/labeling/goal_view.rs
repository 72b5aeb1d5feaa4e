//! The view of a session's goal: the number of texts that the user intends to label.

use leptos::ev;
use leptos::prelude::*;

use crate::i18n::t;
use crate::labeling;
use crate::runtime::access::{use_app, use_project};
use crate::state::Msg;
use crate::ui::dom::focus;

const DEFAULT_GOAL: u32 = 20;

#[component]
pub fn GoalForm() -> impl IntoView {
    let is_set = use_project(|project| project.annotations.goal.is_some());
    view! { <Show when=move || !is_set.get()><Form/></Show> }
}

#[component]
pub fn GoalProgress() -> impl IntoView {
    let is_set = use_project(|project| project.annotations.goal.is_some());
    view! { <Show when=move || is_set.get()><SoFar/></Show> }
}

#[component]
fn Form() -> impl IntoView {
    let app = use_app();
    let field = NodeRef::<leptos::html::Input>::new();
    let begin = move |event: ev::SubmitEvent| {
        event.prevent_default();
        if let Some(n_texts) = field.get().and_then(|field| field.value().parse().ok()) {
            app.dispatch(Msg::Labeling(labeling::Msg::SetGoal { n_texts }));
            focus("current-text");
        }
    };
    view! {
        <details class="goal" id="set-out">
            <summary>{t!("labeling-goal-title")}</summary>
            <form on:submit=begin>
                <label for="goal-texts">{t!("labeling-goal-texts-label")}</label>
                <input node_ref=field id="goal-texts" type="number" min="1" max="100000" required value=DEFAULT_GOAL.to_string()/>
                <button type="submit" id="begin-goal">{t!("labeling-goal-begin-button")}</button>
            </form>
        </details>
    }
}

#[component]
fn SoFar() -> impl IntoView {
    let app = use_app();
    let session = use_project(|project| {
        project
            .annotations
            .goal
            .map(|goal| goal.session_progress(project.annotations.history.log()))
    });
    let session = Memo::new(move |_| session.get().unwrap_or_default());
    let is_reached = Memo::new(move |_| session.with(|session| session.n_done >= session.n_texts));
    let words = move || {
        let fastgas_annotation::label::GoalProgress {
            n_texts,
            n_done,
            minutes,
        } = session.get();
        match is_reached.get() {
            true => t!(
                "labeling-goal-reached-status",
                n = n_done,
                time = t!("labeling-goal-minutes", n = minutes)
            ),
            false => t!("labeling-goal-status", n_done, n_texts),
        }
    };
    let more = move |_| {
        app.dispatch(Msg::Labeling(labeling::Msg::SetGoal {
            n_texts: session.get_untracked().n_texts,
        }));
    };
    view! {
        <div class="goal" id="sitting">
            <progress max=move || session.get().n_texts.to_string() value=move || session.get().n_done.to_string()
                aria-label=t!("labeling-goal-progress-label")></progress>
            <span id="goal-words" class:reached=is_reached>{words}</span>
            <span class="goal-actions">
                <Show when=move || is_reached.get()>
                    <button type="button" class="quiet" id="more-of-goal" on:click=more>{move || t!("labeling-goal-extend-button", n = session.get().n_texts)}</button>
                </Show>
                <button type="button" class="quiet" id="end-goal" on:click=move |_| { app.dispatch(Msg::Labeling(labeling::Msg::EndGoal)); focus("current-text"); }>{t!("labeling-goal-end-button")}</button>
            </span>
        </div>
    }
}
