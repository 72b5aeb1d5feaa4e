//! The exercises: pick or cut by hand.

use leptos::{html, prelude::*};

use crate::explainer::dialog::use_thinking;
use crate::explainer::exercise::Kind;
use crate::explainer::{Action, Exercise, Whose};
use crate::i18n::say;

/// Up to this number of vertices, each vertex has a button. In larger worlds the user enters the number of a vertex.
const BUTTONS: usize = 40;

/// Buttons to start an exercise, and the current exercise.
#[component]
pub fn Trying() -> impl IntoView {
    let thinking = use_thinking();
    let exercise = thinking.select(|think| think.exercise.clone());
    let is_open = Memo::new(move |_| exercise.read().is_some());
    let n = thinking.select(|think| think.ground.as_ref().map_or(0, |ground| ground.graph.n_vertices()));
    let begin = move |kind| move |_| thinking.dispatch(Action::Try(Some(kind)));
    view! {
        <div class="trying">
            <div class="actions">
                <button type="button" id="try-pick" on:click=begin(Kind::Picking)>{say!("explainer-exercise-pick-button")}</button>
                <button type="button" id="try-cut" on:click=begin(Kind::Cutting)>{say!("explainer-exercise-cut-button")}</button>
                <Show when=move || is_open.get()>
                    <button type="button" class="primary" id="try-reveal" on:click=move |_| thinking.dispatch(Action::Reveal)>{say!("explainer-exercise-compare-button")}</button>
                    <button type="button" class="quiet" id="try-end" on:click=move |_| thinking.dispatch(Action::Try(None))>{say!("explainer-exercise-end-button")}</button>
                </Show>
            </div>
            <Show when=move || is_open.get()>
                <p id="try-task">{move || exercise.read().as_ref().map(Exercise::task)}</p>
                <Lines/>
                <Show when=move || n.get() <= BUTTONS fallback=move || view! { <Numbered n=n.get()/> }>
                    <div class="try-vertices" role="group" aria-label=say!("explainer-exercise-dots-label")>
                        {move || (0..n.get() as u32).map(|vertex| {
                            let is_taken = move || exercise.read().as_ref().is_some_and(|exercise| is_taken(exercise, vertex));
                            view! {
                                <button type="button" aria-pressed=move || is_taken().to_string() data-vertex=vertex
                                    on:click=move |_| thinking.dispatch(Action::Toggle(vertex))>{vertex}</button>
                            }
                        }).collect_view()}
                    </div>
                </Show>
            </Show>
        </div>
    }
}

/// The compared solutions. Once the answer is revealed, a button per line shows it in the picture.
#[component]
fn Lines() -> impl IntoView {
    let thinking = use_thinking();
    let lines = thinking.select(|think| {
        let (exercise, ground) = (think.exercise.as_ref(), think.ground.as_ref());
        exercise
            .zip(ground)
            .map(|(exercise, ground)| exercise.lines(&ground.graph))
            .unwrap_or_default()
    });
    let is_revealed = thinking.select(|think| {
        think
            .exercise
            .as_ref()
            .is_some_and(|exercise| exercise.answer.is_some())
    });
    let has_best = thinking.select(|think| {
        let exercise = think.exercise.as_ref();
        exercise.is_some_and(|exercise| exercise.of(Whose::Best).is_some())
    });
    let shown = thinking.select(|think| think.exercise.as_ref().map(|exercise| exercise.shown));
    let button = move |whose: Whose| {
        let is_known = is_revealed.get() && (has_best.get() || whose != Whose::Best);
        is_known.then(|| {
            view! {
                <button type="button" class="quiet" aria-pressed=move || (shown.get() == Some(whose)).to_string()
                    on:click=move |_| thinking.dispatch(Action::Show(whose))>{say!("explainer-exercise-show-button")}</button>
            }
        })
    };
    view! {
        <div id="try-lines" aria-live="polite">
            {move || lines.get().into_iter().map(|(whose, words)| view! { <p><span>{words}</span>{button(whose)}</p> }).collect_view()}
        </div>
    }
}

/// Selects a dot by its number, for keyboard users.
#[component]
fn Numbered(n: usize) -> impl IntoView {
    let thinking = use_thinking();
    let field = NodeRef::<html::Input>::new();
    let toggle = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let vertex = field.get_untracked().and_then(|field| field.value().parse().ok());
        vertex
            .into_iter()
            .for_each(|vertex| thinking.dispatch(Action::Toggle(vertex)));
    };
    view! {
        <form class="try-number" on:submit=toggle>
            <label>{say!("explainer-exercise-dot-label")}" "<input type="number" id="try-number" node_ref=field min="0" max=n - 1 value="0" required/></label>
            <button type="submit">{say!("explainer-exercise-change-button")}</button>
        </form>
    }
}

fn is_taken(exercise: &Exercise, vertex: u32) -> bool {
    match exercise.kind {
        Kind::Picking => exercise.own.contains(&vertex),
        Kind::Cutting => exercise.own.get(vertex as usize) == Some(&1),
    }
}
