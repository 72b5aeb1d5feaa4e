//! The text under the pointer.

use leptos::prelude::*;

use super::super::{color_class, select_open};
use crate::app::map::coloring::part_name;
use crate::app::words::say;
use crate::map::Ink;

/// A card is no wider, in pixels, and as a share of the map; as in the style sheet.
const WIDEST: f64 = 352.0;
const MOST_OF_MAP: f64 = 0.7;

/// A row that is pointed at, and where the card stands.
#[derive(Clone, Copy, PartialEq)]
pub struct Hover {
    pub row: u32,
    at: [f64; 2],
    /// On which side of the point the card has room.
    class: &'static str,
}

impl Hover {
    /// A card for `row`, which is `at` on a canvas of this size.
    pub fn new(row: u32, at: [f64; 2], size: [f64; 2]) -> Hover {
        let class = match (at[0] / size[0], at[1] < 150.0) {
            (across, false) if across < 0.3 => "card left",
            (across, true) if across < 0.3 => "card left below",
            (across, false) if across > 0.7 => "card right",
            (across, true) if across > 0.7 => "card right below",
            (_, false) => "card",
            (_, true) => "card below",
        };
        // In the middle it may be wider than what is left on one side.
        let half = WIDEST.min(MOST_OF_MAP * size[0]) / 2.0;
        let at = match class {
            "card" | "card below" => [at[0].clamp(half, size[0] - half), at[1]],
            _ => at,
        };
        Hover { row, at, class }
    }
}

/// What stands beside a text.
#[derive(Clone, Default, PartialEq)]
struct Facts {
    text: String,
    part: Option<(Ink, String)>,
    rank: Option<usize>,
    label: Option<String>,
    /// How many texts it is joined with, and how many of them are in other parts.
    joined: Option<(usize, usize)>,
}

/// The text under the pointer.
#[component]
pub fn Card(
    hover: Hover,
    /// What happens when the pointer leaves it, which can go onto it while the map is `held`.
    leave: impl Fn() + 'static,
) -> impl IntoView {
    let Hover { row, at, class } = hover;
    let facts = select_open(move |open| {
        let part_of = open.outcome.as_ref().map(|outcome| &outcome.partition.part_of);
        let part = part_of.map(|part_of| part_of[row as usize]);
        let joined = open.joined.as_ref().zip(part_of).map(|(joined, part_of)| {
            let neighbors = joined.with(row);
            let is_cut = |neighbor: &&u32| part_of[**neighbor as usize] != part_of[row as usize];
            (neighbors.len(), neighbors.iter().filter(is_cut).count())
        });
        Facts {
            text: open.beginning_of(row, 400),
            part: part.map(|part| (open.part_ink(part), part_name(part, &open.part_names))),
            rank: open.rank_of(row),
            label: open.labels_shown().said(row).answer(),
            joined,
        }
    });
    let body = move || {
        let Facts {
            text,
            part,
            rank,
            label,
            joined,
        } = facts.get();
        view! {
            <p dir="auto" lang="">{text}</p>
            <p class="pick-facts">
                {part.map(|(ink, name)| view! { <span class=format!("part {}", color_class(ink.0.into()))><i></i>{name}</span> })}
                <span>{say!("map-card-row")}" " {row}</span>
                {rank.map(|rank| view! { <span>{say!("common-pick")}" " {rank}</span> })}
                {joined.map(|(all, cut)| view! { <span>{say!("map-card-neighbors-other-parts", all, cut)}</span> })}
                {label.map(|label| view! { <strong dir="auto">{label}</strong> })}
            </p>
        }
    };
    view! {
        <div class=class id="map-card" aria-hidden="true" on:pointerleave=move |_| leave() style:left=format!("{:.0}px", at[0]) style:top=format!("{:.0}px", at[1])>{body}</div>
    }
}
