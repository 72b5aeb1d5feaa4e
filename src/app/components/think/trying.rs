//! What a person tries by hand: pick, or cut.

use leptos::prelude::*;

use super::use_thinking;
use crate::app::think::exercise::{Kind, balance, worth};
use crate::app::think::{Action, Cutting, Exercise, Picking};

/// Vertices have a button each up to so many; larger worlds are tried with the mouse.
const BUTTONS: usize = 40;

/// The two exercises, and the one that is under way.
#[component]
pub fn Trying() -> impl IntoView {
    let thinking = use_thinking();
    let exercise = thinking.select(|think| think.exercise.clone());
    let is_open = Memo::new(move |_| exercise.read().is_some());
    let n = thinking.select(|think| think.ground.as_ref().map_or(0, |ground| ground.graph.n_vertices()));
    let begin = move |kind| move |_| thinking.dispatch(Action::Try(Some(kind)));
    let lines = thinking.select(|think| {
        let graph = think.ground.as_ref().map(|ground| ground.graph.clone())?;
        Some(match think.exercise.as_ref()? {
            Exercise::Picking(picking) => picked(&graph, picking),
            Exercise::Cutting(cutting) => cut(&graph, cutting),
        })
    });
    view! {
        <div class="trying">
            <div class="actions">
                <button type="button" id="try-pick" on:click=begin(Kind::Picking)>"You pick"</button>
                <button type="button" id="try-cut" on:click=begin(Kind::Cutting)>"You cut"</button>
                <Show when=move || is_open.get()>
                    <button type="button" class="primary" id="try-reveal" on:click=move |_| thinking.dispatch(Action::Reveal)>"Compare"</button>
                    <button type="button" class="quiet" id="try-end" on:click=move |_| thinking.dispatch(Action::Try(None))>"Back to watching"</button>
                </Show>
            </div>
            <Show when=move || is_open.get()>
                <div id="try-lines" aria-live="polite">
                    {move || lines.get().unwrap_or_default().into_iter().map(|line| view! { <p>{line}</p> }).collect_view()}
                </div>
                <Show when=move || n.get() <= BUTTONS>
                    <div class="try-vertices" role="group" aria-label="Vertices">
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

fn is_taken(exercise: &Exercise, vertex: u32) -> bool {
    match exercise {
        Exercise::Picking(picking) => picking.rows.contains(&vertex),
        Exercise::Cutting(cutting) => cutting.side_of.get(vertex as usize) == Some(&1),
    }
}

fn picked(graph: &crate::graph::CsrGraph, picking: &Picking) -> Vec<String> {
    let left = picking.budget - picking.rows.len() as u32;
    let mut lines = vec![
        format!(
            "Pick {} so that they touch as many lines as can be: click dots. {left} to go.",
            picking.budget
        ),
        format!("You: {}.", worth(graph, &picking.rows)),
    ];
    let ids = |rows: &[u32]| rows.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    if let Some((greedy, best)) = &picking.answer {
        lines.push(format!("Greedy ({}): {}.", ids(greedy), worth(graph, greedy)));
        lines.push(match best {
            Some(best) => format!("The best ({}): {}.", ids(best), worth(graph, best)),
            None => "The best: there are too many ways to try them all. Greedy reaches at least 63 % of it.".into(),
        });
    }
    lines
}

fn cut(graph: &crate::graph::CsrGraph, cutting: &Cutting) -> Vec<String> {
    let mut lines = vec![
        "Make two halves with as few lines between them as can be: click a dot to change its side.".to_owned(),
        format!("You: {}.", balance(graph, &cutting.side_of)),
    ];
    if let Some(answer) = &cutting.answer {
        lines.push(format!("The paper’s way, refined by gain: {}.", balance(graph, answer)));
    }
    lines
}
