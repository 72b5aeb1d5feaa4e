//! The view of the exercises: the user picks vertices or cuts a graph.

use leptos::{html, prelude::*};

use crate::explainer::exercise::ExerciseKind;
use crate::explainer::signal::use_explainer;
use crate::explainer::{Exercise, Msg, SolutionSource};
use crate::i18n::t;

/// Maximum number of vertices that are drawn as buttons. In larger graphs, the user enters a vertex number.
const BUTTONS: usize = 40;

#[component]
pub fn ExerciseView() -> impl IntoView {
    let explainer = use_explainer();
    let exercise = explainer.select(|explainer| explainer.exercise.clone());
    let is_open = Memo::new(move |_| exercise.read().is_some());
    let n = explainer.select(|explainer| {
        explainer
            .source_graph
            .as_ref()
            .map_or(0, |source_graph| source_graph.graph.n_vertices())
    });
    let begin = move |kind| move |_| explainer.dispatch(Msg::Try(Some(kind)));
    view! {
        <div class="trying">
            <div class="actions">
                <button type="button" id="try-pick" on:click=begin(ExerciseKind::Picking)>{t!("explainer-exercise-pick-button")}</button>
                <button type="button" id="try-cut" on:click=begin(ExerciseKind::Cutting)>{t!("explainer-exercise-cut-button")}</button>
                <Show when=move || is_open.get()>
                    <button type="button" class="primary" id="try-reveal" on:click=move |_| explainer.dispatch(Msg::Reveal)>{t!("explainer-exercise-compare-button")}</button>
                    <button type="button" class="quiet" id="try-end" on:click=move |_| explainer.dispatch(Msg::Try(None))>{t!("explainer-exercise-end-button")}</button>
                </Show>
            </div>
            <Show when=move || is_open.get()>
                <p id="try-task">{move || exercise.read().as_ref().map(Exercise::task)}</p>
                <Lines/>
                <Show when=move || n.get() <= BUTTONS fallback=move || view! { <Numbered n=n.get()/> }>
                    <div class="try-vertices" role="group" aria-label=t!("explainer-exercise-dots-label")>
                        {move || (0..n.get() as u32).map(|vertex| {
                            let is_taken = move || exercise.read().as_ref().is_some_and(|exercise| is_taken(exercise, vertex));
                            view! {
                                <button type="button" aria-pressed=move || is_taken().to_string() data-vertex=vertex
                                    on:click=move |_| explainer.dispatch(Msg::Toggle(vertex))>{vertex + 1}</button>
                            }
                        }).collect_view()}
                    </div>
                </Show>
            </Show>
        </div>
    }
}

#[component]
fn Lines() -> impl IntoView {
    let explainer = use_explainer();
    let lines = explainer.select(|explainer| {
        let (exercise, source_graph) = (explainer.exercise.as_ref(), explainer.source_graph.as_ref());
        exercise
            .zip(source_graph)
            .map(|(exercise, source_graph)| exercise.lines(&source_graph.graph))
            .unwrap_or_default()
    });
    let is_revealed = explainer.select(|explainer| {
        explainer
            .exercise
            .as_ref()
            .is_some_and(|exercise| exercise.answer.is_some())
    });
    let has_best = explainer.select(|explainer| {
        let exercise = explainer.exercise.as_ref();
        exercise.is_some_and(|exercise| exercise.of(SolutionSource::Best).is_some())
    });
    let shown = explainer.select(|explainer| explainer.exercise.as_ref().map(|exercise| exercise.shown));
    let button = move |whose: SolutionSource| {
        let is_known = is_revealed.get() && (has_best.get() || whose != SolutionSource::Best);
        is_known.then(|| {
            view! {
                <button type="button" class="quiet" aria-pressed=move || (shown.get() == Some(whose)).to_string()
                    on:click=move |_| explainer.dispatch(Msg::Show(whose))>{t!("explainer-exercise-show-button")}</button>
            }
        })
    };
    view! {
        <div id="try-lines" aria-live="polite">
            {move || lines.get().into_iter().map(|(whose, words)| view! { <p><span>{words}</span>{button(whose)}</p> }).collect_view()}
        </div>
    }
}

/// The user can select a dot by the number of its vertex, so that the exercises need no pointer.
#[component]
fn Numbered(n: usize) -> impl IntoView {
    let explainer = use_explainer();
    let field = NodeRef::<html::Input>::new();
    let toggle = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let number = field.get_untracked().and_then(|field| field.value().parse().ok());
        number
            .and_then(|number: u32| number.checked_sub(1))
            .into_iter()
            .for_each(|vertex| explainer.dispatch(Msg::Toggle(vertex)));
    };
    view! {
        <form class="try-number" on:submit=toggle>
            <label>{t!("explainer-exercise-dot-label")}" "<input type="number" id="try-number" node_ref=field min="1" max=n value="1" required/></label>
            <button type="submit">{t!("explainer-exercise-change-button")}</button>
        </form>
    }
}

fn is_taken(exercise: &Exercise, vertex: u32) -> bool {
    match exercise.kind {
        ExerciseKind::Picking => exercise.own.contains(&vertex),
        ExerciseKind::Cutting => exercise.own.get(vertex as usize) == Some(&1),
    }
}
