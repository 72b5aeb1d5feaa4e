//! The graph as it stands, once or twice; where something is tried by hand, what is tried.

use leptos::html;
use leptos::prelude::*;

use super::use_thinking;
use crate::app::think::exercise::Kind;
use crate::app::think::{Action, BESIDE, Think, words};
use crate::app::words::{core, say};
use crate::trace::{Mark, SIDE, Scene, elements, shapes};

/// What one picture shows: its elements, and what a reader hears.
#[derive(Clone, PartialEq)]
struct Shown {
    caption: Option<String>,
    elements: String,
    words: String,
}

/// One picture for each player.
#[component]
pub fn Pictures() -> impl IntoView {
    let thinking = use_thinking();
    let count = thinking.select(|think| {
        if think.exercise.is_some() {
            1
        } else {
            think.players.len()
        }
    });
    view! {
        <div class="think-pictures">
            {move || (0..count.get()).map(|at| view! { <Picture at/> }).collect_view()}
        </div>
    }
}

#[component]
fn Picture(at: usize) -> impl IntoView {
    let thinking = use_thinking();
    let shown = thinking.select(move |think| shown(think, at));
    let tries = thinking.select(|think| think.exercise.is_some());
    let svg = NodeRef::<leptos::svg::Svg>::new();
    let figure = NodeRef::<html::Figure>::new();
    let on_click = move |event: leptos::ev::MouseEvent| {
        if !tries.get_untracked() {
            return;
        }
        let Some(figure) = figure.get_untracked() else { return };
        let Ok(Some(element)) = figure.query_selector("svg") else {
            return;
        };
        let bounds = element.get_bounding_client_rect();
        let side = bounds.width().min(bounds.height());
        let place = |at: f64, start: f64, length: f64| (at - start - (length - side) / 2.0) / side * SIDE;
        let x = place(f64::from(event.client_x()), bounds.x(), bounds.width());
        let y = place(f64::from(event.client_y()), bounds.y(), bounds.height());
        let vertex = thinking.0.with_untracked(|think| nearest(think, [x, y]));
        vertex
            .into_iter()
            .for_each(|vertex| thinking.dispatch(Action::Toggle(vertex)));
    };
    view! {
        <figure node_ref=figure class:tries=tries>
            <Show when=move || shown.read().caption.is_some()><figcaption>{move || shown.read().caption.clone()}</figcaption></Show>
            <svg node_ref=svg viewBox=format!("0 0 {SIDE} {SIDE}") role="img" aria-label=move || shown.read().words.clone()
                class="think-picture" inner_html=move || shown.read().elements.clone() on:click=on_click></svg>
        </figure>
    }
}

fn shown(think: &Think, at: usize) -> Shown {
    let Some(player) = think.players.get(at) else {
        return Shown {
            caption: None,
            elements: String::new(),
            words: String::new(),
        };
    };
    let texts = think
        .ground
        .as_ref()
        .map(|ground| ground.texts.clone())
        .unwrap_or_default();
    let caption = think.settings.beside.then(|| {
        let (mode, cut) = (words::beside(BESIDE[at]).say(), player.facts().cut);
        say!("think-caption", mode, cut)
    });
    match tried(think) {
        Some(scene) => Shown {
            caption: None,
            elements: elements(&shapes(&scene, think.view(), &texts)),
            words: tried_words(think),
        },
        None => Shown {
            caption,
            elements: elements(&shapes(&player.scene(), think.view(), &texts)),
            words: core::step(&player.sentence(&texts)),
        },
    }
}

/// The same in words.
fn tried_words(think: &Think) -> String {
    let (exercise, ground) = (think.exercise.as_ref(), think.ground.as_ref());
    let lines = exercise
        .zip(ground)
        .map(|(exercise, ground)| (exercise.shown, exercise.lines(&ground.graph)));
    let (shown, lines) = lines.unwrap_or_default();
    let line = lines.into_iter().find(|(whose, _)| *whose == shown);
    line.map_or_else(String::new, |(_, words)| words)
}

/// The graph with what a person has tried.
fn tried(think: &Think) -> Option<Scene> {
    let (exercise, player) = (think.exercise.as_ref()?, think.players.first()?);
    let mut scene = player.whole();
    let seen = exercise.seen();
    match exercise.kind {
        Kind::Picking => {
            for &row in seen {
                scene.nodes[row as usize].mark = Mark::Latest;
                scene.nodes[row as usize].color = Some(0);
            }
            scene.take_edges(seen);
        }
        Kind::Cutting => scene.color(seen),
    }
    Some(scene)
}

/// The vertex nearest to a place of the picture.
fn nearest(think: &Think, [x, y]: [f64; 2]) -> Option<u32> {
    let (view, ground) = (think.view(), think.ground.as_ref()?);
    let distance = |place: &[f32; 2]| {
        let [dx, dy] = view.pixels(place.map(f64::from));
        (dx - x) * (dx - x) + (dy - y) * (dy - y)
    };
    let places = ground.positions.iter().map(distance).zip(0..);
    places.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, vertex)| vertex)
}
