//! The map: pan, zoom, hover, click.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::{color_class, select, select_open, use_store};
use crate::app::map_view::{MapView, Scene, before_paint, place_of};
use crate::app::project::Open;
use crate::app::store::Action;

/// One press of a zoom key or button.
const ZOOM_STEP: f64 = 1.5;
/// One press of an arrow key, in pixels.
const PAN_STEP: f64 = 60.0;
/// A press that moved less than this, in pixels, is a click.
const CLICK_SLACK: f64 = 4.0;

/// The picture of the pool; says so while it is not drawn yet.
#[component]
pub fn Map() -> impl IntoView {
    let scene = select(|state| state.open.as_ref().and_then(scene_of));
    let has_map = Memo::new(move |_| scene.read().is_some());
    let running = select(|state| state.run.is_some());
    view! {
        <section class="panel map-panel" aria-label="Map">
            {move || match (has_map.get(), running.get()) {
                (true, _) => view! { <Canvas scene/> }.into_any(),
                (false, true) => view! { <p class="empty">"The map is drawn last. The picks are ready: you can start to label."</p> }.into_any(),
                (false, false) => view! { <p class="empty">"There is no map of this selection. Select again to draw it."</p> }.into_any(),
            }}
        </section>
    }
}

fn scene_of(open: &Open) -> Option<Scene> {
    let labels = open.history.labels();
    Some(Scene {
        layout: open.layout.clone()?,
        outcome: open.outcome.clone()?,
        labeled: open.picks().iter().map(|pick| labels.get(pick.row).is_some()).collect(),
        current: open.current,
    })
}

/// A row under the pointer, and where the card stands.
#[derive(Clone, Copy, PartialEq)]
struct Hover {
    row: u32,
    at: [f64; 2],
    /// On which side of the point the card has room.
    class: &'static str,
}

/// What the handlers share: the view, the pressed pointers, and whether a frame is on its way.
#[derive(Clone, Default)]
struct Shared {
    view: Rc<RefCell<Option<MapView>>>,
    pointers: Rc<RefCell<BTreeMap<i32, [f64; 2]>>>,
    travel: Rc<Cell<f64>>,
    frame: Rc<Cell<bool>>,
}

impl Shared {
    /// Changes the view and has it drawn before the next paint, once.
    fn update(&self, change: impl FnOnce(&mut MapView)) {
        let mut view = self.view.borrow_mut();
        let Some(view) = view.as_mut() else { return };
        change(view);
        if !self.frame.replace(true) {
            let shared = self.clone();
            before_paint(move || {
                shared.frame.set(false);
                if let Some(view) = &*shared.view.borrow() {
                    view.draw();
                }
            });
        }
    }

    fn zoom(&self, factor: f64) {
        self.update(|view| {
            let middle = view.camera.size.map(|side| side / 2.0);
            view.camera.zoom_at(middle, factor);
        });
    }

    fn row_at(&self, at: [f64; 2]) -> Option<u32> {
        self.view.borrow().as_ref().and_then(|view| view.row_at(at))
    }

    /// One pointer drags, two pinch.
    fn drag(&self, id: i32, to: [f64; 2]) {
        let mut pointers = self.pointers.borrow_mut();
        let Some(&from) = pointers.get(&id) else { return };
        let delta = [to[0] - from[0], to[1] - from[1]];
        let other = pointers
            .iter()
            .find(|&(&other, _)| other != id)
            .map(|(_, &place)| place);
        pointers.insert(id, to);
        self.travel.set(self.travel.get() + delta[0].hypot(delta[1]));
        self.update(|view| match other {
            None => view.camera.pan(delta),
            Some(other) => {
                let apart = |place: [f64; 2]| (place[0] - other[0]).hypot(place[1] - other[1]).max(1.0);
                let middle = [(to[0] + other[0]) / 2.0, (to[1] + other[1]) / 2.0];
                view.camera.pan([delta[0] / 2.0, delta[1] / 2.0]);
                view.camera.zoom_at(middle, apart(to) / apart(from));
            }
        });
    }
}

#[component]
fn Canvas(scene: Memo<Option<Scene>>) -> impl IntoView {
    let store = use_store();
    let canvas = NodeRef::<html::Canvas>::new();
    let hover = RwSignal::new(None::<Hover>);
    let shared = StoredValue::new_local(Shared::default());
    let shared = move || shared.with_value(Shared::clone);
    let description = select_open(|open| {
        let parts = open.outcome.as_ref().map_or(0, |outcome| outcome.quality.n_parts);
        format!(
            "Map of {} texts in {parts} parts, with {} picks marked by rank. The list of picks says the same in words.",
            open.pool.len(),
            open.picks().len()
        )
    });

    Effect::new(move |_| {
        let Some(element) = canvas.get() else { return };
        let shared = shared();
        shared.view.replace(MapView::new(element.clone()));
        shared.update(MapView::resize);
        watch(&element, shared);
    });
    Effect::new(move |_| {
        if let (Some(_), Some(scene)) = (canvas.get(), scene.get()) {
            shared().update(|view| view.show(scene));
        }
    });

    let place = move |event: &MouseEvent| {
        canvas
            .get_untracked()
            .map(|canvas| place_of(event, &canvas))
            .unwrap_or_default()
    };
    let point = move |at: [f64; 2]| {
        let row = shared().row_at(at);
        if row != hover.get_untracked().map(|hover| hover.row) {
            shared().update(|view| view.hovered = row);
        }
        let size = shared()
            .view
            .borrow()
            .as_ref()
            .map_or([0.0; 2], |view| view.camera.size);
        let class = match (at[0] / size[0], at[1] < 150.0) {
            (across, false) if across < 0.3 => "card left",
            (across, true) if across < 0.3 => "card left below",
            (across, false) if across > 0.7 => "card right",
            (across, true) if across > 0.7 => "card right below",
            (_, false) => "card",
            (_, true) => "card below",
        };
        hover.set(row.map(|row| Hover { row, at, class }));
    };
    let on_down = move |event: PointerEvent| {
        let shared = shared();
        let mut pointers = shared.pointers.borrow_mut();
        if pointers.is_empty() {
            shared.travel.set(0.0);
        }
        pointers.insert(event.pointer_id(), place(&event));
        if let Some(canvas) = canvas.get_untracked() {
            // Refused only for a pointer that is gone already.
            let _ = canvas.set_pointer_capture(event.pointer_id());
        }
    };
    let on_move = move |event: PointerEvent| {
        let shared = shared();
        if shared.pointers.borrow().contains_key(&event.pointer_id()) {
            shared.drag(event.pointer_id(), place(&event));
            if shared.travel.get() > CLICK_SLACK {
                hover.set(None);
            }
        } else {
            point(place(&event));
        }
    };
    let on_up = move |event: PointerEvent| {
        let shared = shared();
        let pressed = shared.pointers.borrow_mut().remove(&event.pointer_id()).is_some();
        if pressed && shared.travel.get() <= CLICK_SLACK {
            point(place(&event));
            if let Some(row) = shared.row_at(place(&event)) {
                store.dispatch(Action::GoTo(row));
            }
        }
    };
    let on_cancel = move |event: PointerEvent| {
        shared().pointers.borrow_mut().remove(&event.pointer_id());
    };
    let on_leave = move |_| {
        hover.set(None);
        shared().update(|view| view.hovered = None);
    };
    let on_wheel = move |event: WheelEvent| {
        event.prevent_default();
        // Lines and pages, where the browser counts in them, as pixels.
        let unit = [1.0, 16.0, 400.0][(event.delta_mode() as usize).min(2)];
        let factor = (-event.delta_y() * unit / 300.0).clamp(-1.0, 1.0).exp();
        let at = place(&event);
        shared().update(|view| view.camera.zoom_at(at, factor));
        point(at);
    };
    let on_key = move |event: KeyboardEvent| {
        let shared = shared();
        let pan = |delta: [f64; 2]| shared.update(|view| view.camera.pan(delta));
        match event.key().as_str() {
            "ArrowLeft" => pan([PAN_STEP, 0.0]),
            "ArrowRight" => pan([-PAN_STEP, 0.0]),
            "ArrowUp" => pan([0.0, PAN_STEP]),
            "ArrowDown" => pan([0.0, -PAN_STEP]),
            "+" | "=" => shared.zoom(ZOOM_STEP),
            "-" => shared.zoom(1.0 / ZOOM_STEP),
            "Home" => shared.update(MapView::show_all),
            "Enter" => {
                let pick = shared.view.borrow().as_ref().and_then(MapView::pick_in_the_middle);
                if let Some(row) = pick {
                    store.dispatch(Action::GoTo(row));
                }
            }
            _ => return,
        }
        event.prevent_default();
    };
    let zoom = move |factor: f64| move |_| shared().zoom(factor);
    view! {
        <canvas
            id="map" node_ref=canvas tabindex="0" role="img" aria-label=move || description.get()
            on:pointerdown=on_down on:pointermove=on_move on:pointerup=on_up on:pointercancel=on_cancel
            on:pointerleave=on_leave on:wheel=on_wheel on:keydown=on_key
        ></canvas>
        <div class="zoom" role="group" aria-label="Zoom">
            <button type="button" class="icon" aria-label="Zoom in" on:click=zoom(ZOOM_STEP)>"+"</button>
            <button type="button" class="icon" aria-label="Zoom out" on:click=zoom(1.0 / ZOOM_STEP)>"−"</button>
            <button type="button" class="icon" aria-label="Show all" title="Show all"
                on:click=move |_| shared().update(MapView::show_all)>"⤢"</button>
        </div>
        <p class="legend faint">
            "Color: part" <span class="key open"></span> "pick" <span class="key full"></span> "labeled pick"
        </p>
        {move || hover.get().map(|hover| view! { <Card hover/> })}
    }
}

/// The text under the pointer.
#[component]
fn Card(hover: Hover) -> impl IntoView {
    let Hover { row, at, class } = hover;
    let facts = select_open(move |open| {
        let part = open
            .outcome
            .as_ref()
            .map(|outcome| outcome.partition.part_of[row as usize]);
        let label = open.history.labels().said(row).answer();
        Some((
            open.text(row).chars().take(400).collect::<String>(),
            part,
            open.rank_of(row),
            label,
        ))
    });
    let body = move || {
        facts.get().map(|(text, part, rank, label)| view! {
            <p>{text}</p>
            <p class="pick-facts">
                {part.map(|part| view! { <span class=format!("part {}", color_class(part as usize))><i></i>"part " {part}</span> })}
                <span>"row " {row}</span>
                {rank.map(|rank| view! { <span>"pick " {rank}</span> })}
                {label.map(|label| view! { <strong>{label}</strong> })}
            </p>
        })
    };
    view! {
        <div class=class aria-hidden="true" style:left=format!("{:.0}px", at[0]) style:top=format!("{:.0}px", at[1])>{body}</div>
    }
}

/// Keeps the canvas in step with its place on the page and with the theme, until it leaves the page.
fn watch(canvas: &web_sys::HtmlCanvasElement, shared: Shared) {
    let resized = shared.clone();
    let on_resize = Closure::<dyn FnMut()>::new(move || resized.update(MapView::resize));
    let observer = web_sys::ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok();
    if let Some(observer) = &observer {
        observer.observe(canvas);
    }
    let on_theme = Closure::<dyn FnMut()>::new(move || shared.update(|_| ()));
    let theme = web_sys::window().and_then(|window| window.match_media("(prefers-color-scheme: dark)").ok().flatten());
    if let Some(theme) = &theme {
        // Refused only for a listener that is no function.
        let _ = theme.add_event_listener_with_callback("change", on_theme.as_ref().unchecked_ref());
    }
    let kept = StoredValue::new_local(Some((observer, on_resize, theme, on_theme)));
    on_cleanup(move || {
        kept.try_update_value(|kept| {
            let Some((observer, _, theme, on_theme)) = kept.take() else {
                return;
            };
            if let Some(observer) = observer {
                observer.disconnect();
            }
            if let Some(theme) = theme {
                let _ = theme.remove_event_listener_with_callback("change", on_theme.as_ref().unchecked_ref());
            }
        });
    });
}
