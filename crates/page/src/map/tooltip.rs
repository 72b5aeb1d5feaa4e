//! The card with the text under the pointer.

use leptos::html;
use leptos::prelude::*;

use crate::i18n::t;
use crate::map::coloring::part_name;
use crate::map::interaction::MapController;
use crate::runtime::access::use_project;
use crate::ui::part_badge::PartBadge;
use crate::ui::subscribe;
use fastgas_map::{PaletteColor, place_tooltip};

/// `at` is the position of the dot on the canvas.
#[derive(Clone, Copy, PartialEq)]
pub struct Hover {
    pub row: u32,
    at: [f64; 2],
}

impl Hover {
    pub fn of(row: u32, controller: &MapController) -> Option<Hover> {
        controller.place(row).map(|at| Hover { row, at })
    }
}

#[derive(Clone, Default, PartialEq)]
struct TooltipContent {
    text: String,
    part: Option<(u32, PaletteColor, String)>,
    rank: Option<usize>,
    label: Option<String>,
    /// Number of neighbors in the kNN graph, and number of these neighbors in other parts of the partition.
    n_neighbors: Option<(usize, usize)>,
}

#[component]
pub fn Card(hover: Hover, ends: Vec<[f64; 2]>, size: [f64; 2], leave: impl Fn() + 'static) -> impl IntoView {
    let Hover { row, at } = hover;
    let card = NodeRef::<html::Div>::new();
    // The card is invisible until its size is known, because the position of its corner depends on the size.
    let corner = RwSignal::new(None::<[f64; 2]>);
    let facts = use_project(move |project| {
        let part_of = project
            .result
            .outcome
            .as_ref()
            .map(|outcome| &outcome.partition.part_of);
        let part = part_of.map(|part_of| part_of[row as usize]);
        let n_neighbors = project
            .result
            .adjacency
            .as_ref()
            .zip(part_of)
            .map(|(adjacency, part_of)| {
                let neighbors = adjacency.neighbors_of(row);
                let is_cut = |neighbor: &&u32| part_of[**neighbor as usize] != part_of[row as usize];
                (neighbors.len(), neighbors.iter().filter(is_cut).count())
            });
        TooltipContent {
            text: project.beginning_of(row, 400),
            part: part.map(|part| {
                let name = part_name(part, &project.result.part_names);
                (part, project.part_ink(part), name)
            }),
            rank: project.rank_of(row),
            label: project.labels_shown().annotation(row).answer(),
            n_neighbors,
        }
    });
    let body = move || {
        let TooltipContent {
            text,
            part,
            rank,
            label,
            n_neighbors,
        } = facts.get();
        view! {
            <p dir="auto" lang="">{text}</p>
            <p class="pick-facts">
                {part.map(|(part, color, name)| view! { <PartBadge part color name/> })}
                <span>{t!("map-tooltip-row")}" " {row}</span>
                {rank.map(|rank| view! { <span>{t!("map-pick-rank")}" " {rank}</span> })}
                {n_neighbors.map(|(all, cut)| view! {
                    <span>{t!("map-tooltip-degree", all)}</span>
                    <span class="edge">{t!("map-tooltip-degree-inside", n = all - cut)}</span>
                    <span class="edge cut">{t!("map-tooltip-degree-cut", n = cut)}</span>
                })}
                {label.map(|label| view! { <strong dir="auto">{label}</strong> })}
            </p>
        }
    };
    Effect::new(move |_| {
        subscribe(facts);
        if let Some(card) = card.get() {
            let own = [card.offset_width(), card.offset_height()].map(f64::from);
            corner.set(Some(place_tooltip(at, &ends, own, size)));
        }
    });
    let along = move |axis: usize| format!("{:.0}px", corner.get().map_or(0.0, |corner| corner[axis]));
    view! {
        <div class="card" id="map-card" node_ref=card aria-hidden="true" on:pointerleave=move |_| leave()
            style:left=move || along(0) style:top=move || along(1)
            style:visibility=move || if corner.get().is_some() { "visible" } else { "hidden" }>{body}</div>
    }
}
