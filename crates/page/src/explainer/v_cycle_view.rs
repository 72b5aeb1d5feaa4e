//! The V-cycle as a list: coarsening on the left, the initial cut at the bottom, and refinement on the right.

use leptos::prelude::*;

use crate::explainer::Msg;
use crate::explainer::signal::use_explainer;
use crate::i18n::t;
use fastgas_trace::{Phase, VisitedLevel};

/// Horizontal distance between the bottom of the V and its sides, in percent of the width.
const SLOPE: usize = 26;

#[derive(Clone, PartialEq)]
struct VCycleDrawing {
    stops: Vec<VisitedLevel>,
    here: Option<usize>,
    n_coarser: usize,
}

#[component]
pub fn Levels(at: usize) -> impl IntoView {
    let explainer = use_explainer();
    let shown = explainer.select(move |explainer| {
        let (v_cycle, here) = explainer.players.get(at)?.v_cycle()?;
        Some(VCycleDrawing {
            stops: v_cycle.stops.clone(),
            here,
            n_coarser: v_cycle.n_coarser(),
        })
    });
    let stop = move |(place, stop): (usize, &VisitedLevel), shown: &VCycleDrawing| {
        let &VisitedLevel {
            level,
            phase: leg,
            size: [vertices, edges],
            tick,
        } = stop;
        // Levels are numbered from 1, like vertices and parts.
        let number = level + 1;
        let (class, column, label) = match leg {
            Phase::Down => (
                "down",
                "1",
                t!("explainer-level-coarsening", level = number, vertices, edges),
            ),
            Phase::Bottom => (
                "bottom",
                "1 / 3",
                t!("explainer-level-first-cut", level = number, vertices, edges),
            ),
            Phase::Up => (
                "up",
                "2",
                t!("explainer-level-refining", level = number, vertices, edges),
            ),
        };
        let title = label.clone();
        let indent = format!("{}%", level * SLOPE / shown.n_coarser.max(1));
        view! {
            <li class=class
                style:grid-row=number.to_string() style:grid-column=column style:--indent=indent>
                <button type="button" class="quiet" aria-current=(shown.here == Some(place)).then_some("step") title=title
                    on:click=move |_| explainer.dispatch(Msg::SeekOf(at, tick))>
                    <span aria-hidden="true"><b>{vertices}</b>" · "{edges}</span><span class="hidden">{label}</span>
                </button>
            </li>
        }
    };
    view! {
        <Show when=move || shown.read().is_some()>
            <div class="explainer-v">
                <h3>{t!("explainer-levels-title")}</h3>
                <p class="faint">{t!("explainer-levels-hint")}" "<b>{t!("explainer-levels-vertices")}</b>" · "{t!("explainer-levels-edges")}"."</p>
                {move || shown.get().map(|shown| view! {
                    <ol class="explainer-levels">
                        {shown.stops.iter().enumerate().map(|each| stop(each, &shown)).collect_view()}
                    </ol>
                })}
            </div>
        </Show>
    }
}
