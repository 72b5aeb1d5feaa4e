//! The V-cycle as a list: coarsening on the left downward, the initial cut at the bottom, refinement on the right upward.

use leptos::prelude::*;

use crate::explainer::Action;
use crate::explainer::dialog::use_thinking;
use crate::i18n::say;
use fastgas_trace::{Phase, VisitedLevel};

/// Horizontal distance of the bottom from the sides, in percent of the width.
const SLOPE: usize = 26;

#[derive(Clone, PartialEq)]
struct Shown {
    stops: Vec<VisitedLevel>,
    here: Option<usize>,
    n_coarser: usize,
}

/// One button per graph of the V-cycle, which seeks to it.
#[component]
pub fn Levels(at: usize) -> impl IntoView {
    let thinking = use_thinking();
    let shown = thinking.select(move |think| {
        let (v_cycle, here) = think.players.get(at)?.v_cycle()?;
        Some(Shown {
            stops: v_cycle.stops.clone(),
            here,
            n_coarser: v_cycle.n_coarser(),
        })
    });
    let stop = move |(place, stop): (usize, &VisitedLevel), shown: &Shown| {
        let &VisitedLevel {
            level,
            phase: leg,
            size: [vertices, edges],
            tick,
        } = stop;
        let (class, column, label) = match leg {
            Phase::Down => ("down", "1", say!("explainer-level-coarsening", level, vertices, edges)),
            Phase::Bottom => (
                "bottom",
                "1 / 3",
                say!("explainer-level-first-cut", level, vertices, edges),
            ),
            Phase::Up => ("up", "2", say!("explainer-level-refining", level, vertices, edges)),
        };
        let title = label.clone();
        let indent = format!("{}%", level * SLOPE / shown.n_coarser.max(1));
        view! {
            <li class=class
                style:grid-row=(level + 1).to_string() style:grid-column=column style:--indent=indent>
                <button type="button" class="quiet" aria-current=(shown.here == Some(place)).then_some("step") title=title
                    on:click=move |_| thinking.dispatch(Action::SeekOf(at, tick))>
                    <span aria-hidden="true"><b>{vertices}</b>" · "{edges}</span><span class="hidden">{label}</span>
                </button>
            </li>
        }
    };
    view! {
        <Show when=move || shown.read().is_some()>
            <div class="think-v">
                <h3>{say!("explainer-levels-title")}</h3>
                <p class="faint">{say!("explainer-levels-hint")}" "<b>{say!("explainer-levels-vertices")}</b>" · "{say!("explainer-levels-edges")}"."</p>
                {move || shown.get().map(|shown| view! {
                    <ol class="think-levels">
                        {shown.stops.iter().enumerate().map(|each| stop(each, &shown)).collect_view()}
                    </ol>
                })}
            </div>
        </Show>
    }
}
