//! The picture of the graph, or two pictures side by side. During an exercise, the picture shows the user's solution.

use leptos::ev::{MouseEvent, PointerEvent};
use leptos::prelude::*;
use leptos::{html, svg};
use web_time::Instant;

use crate::browser::animation_frame::before_paint;
use crate::browser::clock::milliseconds;
use crate::explainer::exercise::ExerciseKind;
use crate::explainer::playback::described;
use crate::explainer::signal::{use_explainer, use_pointing};
use crate::explainer::text;
use crate::explainer::{COMPARED_PRESETS, Dots, Explainer, Motion, Msg};
use crate::i18n::t;
use crate::ui::dom::{draw, prefers_reduced_motion};
use fastgas_trace::{Element, Mark, SIDE, Scene, elements, shapes};

const MOTION_MS: f64 = 600.0;

#[derive(Clone, Default, PartialEq)]
struct GraphDrawing {
    caption: Option<String>,
    elements: Vec<Element>,
    dots: Dots,
    words: String,
    /// Lines that emphasize the current step, as pairs of end points.
    /// If a vertex has just joined a region, the lines lead from its neighbors in the region to the vertex.
    /// If medoids have just replaced the picks, the lines lead from the previous picks to the medoids.
    strokes: Vec<[[f64; 2]; 2]>,
}

#[component]
pub fn Pictures() -> impl IntoView {
    let explainer = use_explainer();
    let count = explainer.select(|explainer| {
        if explainer.exercise.is_some() {
            1
        } else {
            explainer.players.len()
        }
    });
    view! {
        <div class="explainer-pictures">
            {move || (0..count.get()).map(|at| view! { <Picture at/> }).collect_view()}
        </div>
    }
}

#[component]
fn Picture(at: usize) -> impl IntoView {
    let explainer = use_explainer();
    let pointing = use_pointing();
    let shown = explainer.select(move |explainer| shown(explainer, at));
    let tries = explainer.select(|explainer| explainer.exercise.is_some());
    let asking = explainer.select(|explainer| explainer.is_asking());
    let figure = NodeRef::<html::Figure>::new();
    let vertex = move |event: &MouseEvent| {
        let element = figure.get_untracked()?.query_selector("svg").ok()??;
        let bounds = element.get_bounding_client_rect();
        let side = bounds.width().min(bounds.height());
        let place = |at: f64, start: f64, length: f64| (at - start - (length - side) / 2.0) / side * SIDE;
        let x = place(f64::from(event.client_x()), bounds.x(), bounds.width());
        let y = place(f64::from(event.client_y()), bounds.y(), bounds.height());
        shown.with_untracked(|shown| shown.dots.near([x, y]))
    };
    // In a cutting exercise, the side that a dragged pointer moves all touched vertices to.
    // The side is kept after the press, because the following click would otherwise move the vertex again.
    let brush = StoredValue::new(None::<u32>);
    let paint = move |event: &PointerEvent, is_press: bool| {
        let Some(vertex) = vertex(event) else { return };
        let side = explainer
            .0
            .with_untracked(|explainer| explainer.exercise.as_ref()?.side_of(vertex));
        if is_press {
            brush.set_value(side.map(|side| 1 - side));
        }
        let (Some(side), Some(before)) = (brush.get_value(), side) else {
            return;
        };
        if side != before {
            explainer.dispatch(Msg::Paint { vertex, side });
        }
    };
    let on_click = move |event: MouseEvent| {
        let Some(vertex) = vertex(&event) else { return };
        // In a cutting exercise, the press has already moved the vertex to the other side.
        if tries.get_untracked() && brush.get_value().is_none() {
            explainer.dispatch(Msg::Toggle(vertex));
        } else if asking.get_untracked() {
            explainer.dispatch(Msg::Guess(vertex));
        }
    };
    // A tap on a touch screen also selects a dot. The dot stays selected until the user points at another dot.
    let on_point = move |event: PointerEvent| {
        let pointed = vertex(&event).map(|vertex| (at, vertex));
        if pointed.is_some() && pointed != pointing.get_untracked() {
            pointing.set(pointed);
        }
    };
    // The tick at which the motion ends, and the finished share of the motion from 0 to 1.
    let progress = RwSignal::new((0u32, 1.0f64));
    let to_tick = explainer.select(|explainer| explainer.motion.as_ref().map(|motion| motion.to_tick));
    Effect::new(move |_| {
        let Some(to_tick) = to_tick.get().filter(|_| !prefers_reduced_motion()) else {
            return progress.set((0, 1.0));
        };
        progress.set((to_tick, 0.0));
        advance(progress, to_tick, Instant::now());
    });
    let drawn = Signal::derive(move || {
        let (to_tick, share) = progress.get();
        let in_motion = explainer.0.with(|explainer| {
            let motion = explainer
                .motion
                .as_ref()
                .filter(|motion| motion.to_tick == to_tick && share < 1.0)?;
            moving(explainer, motion, at, share)
        });
        in_motion.unwrap_or_else(|| shown.read().elements.clone())
    });
    let strokes = move || {
        let pixels = |place: f64| format!("{place:.1}");
        let stroke = |[from, to]: [[f64; 2]; 2]| {
            view! {
                <line class="growing" x1=pixels(from[0]) y1=pixels(from[1]) x2=pixels(to[0]) y2=pixels(to[1]) pathLength="1"/>
                <circle class="joining" cx=pixels(to[0]) cy=pixels(to[1]) r="26"/>
            }
        };
        shown.read().strokes.iter().copied().map(stroke).collect_view()
    };
    let on_down = move |event: PointerEvent| {
        brush.set_value(None);
        paint(&event, true);
        on_point(event);
    };
    let on_move = move |event: PointerEvent| {
        // Vertices are moved only while the main button is held.
        if event.buttons() & 1 == 1 {
            paint(&event, false);
        }
        on_point(event);
    };
    let paints = explainer.select(|explainer| {
        let kind = explainer.exercise.as_ref().map(|exercise| exercise.kind);
        kind == Some(ExerciseKind::Cutting)
    });
    let pointed = move || {
        let (_, vertex) = pointing.get()?;
        let [x, y] = shown.read().dots.place(vertex)?;
        Some(view! {
            <circle class="pointed" cx=format!("{x:.1}") cy=format!("{y:.1}") r="30" fill="none" stroke="currentColor"
                stroke-width="2" pointer-events="none"/>
        })
    };
    view! {
        <figure node_ref=figure class:tries=move || tries.get() || asking.get() class:paints=paints>
            <Show when=move || shown.read().caption.is_some()><figcaption>{move || shown.read().caption.clone()}</figcaption></Show>
            <svg viewBox=format!("0 0 {SIDE} {SIDE}") role="img" aria-label=move || shown.read().words.clone()
                class="explainer-picture" on:click=on_click on:pointermove=on_move on:pointerdown=on_down>
                <Drawing elements=drawn/>
                {strokes}
                {pointed}
            </svg>
        </figure>
    }
}

fn moving(explainer: &Explainer, motion: &Motion, at: usize, share: f64) -> Option<Vec<Element>> {
    let (from, to) = (motion.from.get(at)?, explainer.scenes.get(at)?);
    // Ease the motion, so that the dots move slowly at the beginning and at the end.
    let eased = share * share * (3.0 - 2.0 * share);
    let drawing = shapes(
        &from.toward(to, eased),
        explainer.view(),
        &explainer.texts(),
        explainer.style(),
    );
    Some(elements(&drawing))
}

fn advance(progress: RwSignal<(u32, f64)>, to_tick: u32, since: Instant) {
    before_paint(move || {
        // The page may have removed the picture before the browser draws the next frame.
        let current = progress.try_get_untracked();
        if current.is_some_and(|(tick, share)| tick == to_tick && share < 1.0) {
            let share = (milliseconds(since) / MOTION_MS).min(1.0);
            progress.set((to_tick, share));
            advance(progress, to_tick, since);
        }
    });
}

#[component]
pub fn Drawing(#[prop(into)] elements: Signal<Vec<Element>>) -> impl IntoView {
    let group = NodeRef::<svg::G>::new();
    Effect::new(move |_| {
        if let Some(group) = group.get() {
            elements.with(|elements| draw(&group, elements));
        }
    });
    view! { <g node_ref=group></g> }
}

/// A sample dot of a part, for lists next to the picture. The dots of different parts differ in shape.
#[component]
pub fn PartDot(part: u32) -> impl IntoView {
    let view_box = format!("0 0 {0} {0}", text::SAMPLE_SIZE);
    view! {
        <svg class="explainer-picture part-dot" viewBox=view_box aria-hidden="true"><Drawing elements=elements(&text::part_dot(part))/></svg>
    }
}

fn shown(explainer: &Explainer, at: usize) -> GraphDrawing {
    let (Some(player), Some(scene)) = (explainer.players.get(at), explainer.scenes.get(at)) else {
        return GraphDrawing::default();
    };
    let (texts, view) = (explainer.texts(), explainer.view());
    let drawn = |scene: &Scene| GraphDrawing {
        elements: elements(&shapes(scene, view, &texts, explainer.style())),
        dots: Dots::of(scene, view),
        ..GraphDrawing::default()
    };
    if let Some(scene) = tried(explainer) {
        return GraphDrawing {
            words: tried_words(explainer),
            ..drawn(&scene)
        };
    }
    let caption = || {
        let (mode, facts) = (text::side_by_side_name(COMPARED_PRESETS[at]).text(), player.stats());
        match facts.in_group {
            false => t!("explainer-caption-cut", mode, cut = facts.cut),
            true => t!("explainer-caption-group-cut", mode, cut = facts.cut),
        }
    };
    GraphDrawing {
        caption: explainer.settings.side_by_side.then(caption),
        words: described(player, &texts),
        strokes: strokes(explainer, at),
        ..drawn(scene)
    }
}

fn strokes(explainer: &Explainer, at: usize) -> Vec<[[f64; 2]; 2]> {
    let (Some(player), Some(scene)) = (explainer.players.get(at), explainer.scenes.get(at)) else {
        return Vec::new();
    };
    let view = explainer.view();
    let place = |node: u32| Some(view.pixels(scene.nodes.get(node as usize)?.at));
    let ends = player.joining().into_iter().chain(player.moved_picks().iter().copied());
    ends.filter_map(|[from, to]| Some([place(from)?, place(to)?])).collect()
}

fn tried_words(explainer: &Explainer) -> String {
    let (exercise, source_graph) = (explainer.exercise.as_ref(), explainer.source_graph.as_ref());
    let lines = exercise
        .zip(source_graph)
        .map(|(exercise, source_graph)| (exercise.shown, exercise.lines(&source_graph.graph)));
    let (shown, lines) = lines.unwrap_or_default();
    let line = lines.into_iter().find(|(whose, _)| *whose == shown);
    line.map_or_else(String::new, |(_, words)| words)
}

fn tried(explainer: &Explainer) -> Option<Scene> {
    let (exercise, player) = (explainer.exercise.as_ref()?, explainer.players.first()?);
    let mut scene = player.whole();
    let seen = exercise.seen();
    match exercise.kind {
        ExerciseKind::Picking => {
            for &row in seen {
                scene.nodes[row as usize].mark = Mark::Latest;
                scene.nodes[row as usize].color = Some(0);
            }
            scene.take_edges(seen);
        }
        ExerciseKind::Cutting => scene.color(seen),
    }
    Some(scene)
}
