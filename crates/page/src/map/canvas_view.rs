//! The map canvas: pan, zoom, hover, click, lasso and box selection.

use std::time::Duration;

use leptos::ev::{self, KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::browser::animation_frame::before_paint;
use crate::i18n::t;
use crate::labeling;
use crate::map::PtrEq;
use crate::map::context::MapContext;
use crate::map::renderer::{MapView, pointer_position};
use crate::map::tooltip::{Card, Hover};
use crate::map::{Msg as MapMsg, SelectionMode, Tool, ZoomTarget};
use crate::runtime::access::{use_app, use_project, use_state};
use crate::state::Msg;
use crate::ui::dom::focus;

const ZOOM_STEP: f64 = 1.5;
/// Distance that one press of an arrow key moves the map, in pixels.
const PAN_STEP: f64 = 60.0;
/// A press of the mouse button counts as a click if the pointer moves at most this far before the release, in pixels.
const CLICK_SLACK: f64 = 4.0;
/// Time that the pointer must rest on a dot before the user can move the pointer onto the card of the text.
const HOLD_DELAY: Duration = Duration::from_millis(400);
/// The card of a text stays open up to this distance of the pointer from the card, in pixels.
const MAX_CARD_DISTANCE: f64 = 120.0;

#[component]
pub fn Canvas() -> impl IntoView {
    let app = use_app();
    let atlas = expect_context::<MapContext>();
    let controller = move || atlas.controller();
    let (dots, canvas) = (NodeRef::<html::Canvas>::new(), NodeRef::<html::Canvas>::new());
    let hover = RwSignal::new(None::<Hover>);
    let ready = RwSignal::new(false);
    let tool = use_state(|state| state.map.tool);
    let pointed = use_state(|state| state.map.pointed);
    let zoom = use_state(|state| state.map.zoom.clone());
    let description = use_project(|project| {
        let parts = project
            .result
            .outcome
            .as_ref()
            .map_or(0, |outcome| outcome.quality.n_parts);
        t!(
            "map-canvas-description",
            pool = project.source.pool.len(),
            parts,
            picks = project.picks().len()
        )
    });

    let follow = move || {
        if let Some(before) = hover.get_untracked() {
            hover.set(Hover::of(before.row, &controller()));
        }
    };

    Effect::new(move |_| {
        let (Some(dots), Some(canvas)) = (dots.get(), canvas.get()) else {
            return;
        };
        let controller = controller();
        let making = controller.clone();
        let (on_dots, on_canvas) = (dots.clone(), canvas.clone());
        // The canvas is resized just before the next paint, when the browser computes the page layout anyway.
        // An immediate resize would force the browser to compute the layout twice.
        before_paint(move || {
            // The latest zoom request counts as carried out, because it was meant for a canvas that no longer exists.
            let wish = app
                .state()
                .with_untracked(|state| state.map.zoom.as_ref().map(|&(wish, _)| wish));
            making.view.replace(MapView::new(on_dots, &on_canvas, wish));
            making.update(MapView::resize);
            ready.try_set(true);
        });
        let end = StoredValue::new_local(Some((controller.watch(&canvas, &dots), controller)));
        on_cleanup(move || {
            if let Some(Some((end, controller))) = end.try_update_value(Option::take) {
                end();
                // Discard the canvas and the visible section of the map, because the next canvas may show another selection.
                controller.forget();
            }
        });
    });
    Effect::new(move |_| {
        if let (true, Some(scene)) = (ready.get(), atlas.scene.get()) {
            let (paints, coloring) = (atlas.paints.get(), atlas.coloring.get().unwrap_or_default());
            // Positions and colors update separately, so one of them may still belong to the previous project.
            let n = scene.layout.positions.len();
            if paints.len() == n && coloring.class_of.len() == n {
                let viewport = app.state().with_untracked(|state| state.map.viewport);
                controller().update(|view| view.show(scene, (paints, coloring), viewport));
            }
        }
    });
    Effect::new(move |_| {
        if let Some(viewport) = controller().rest.get() {
            app.dispatch(Msg::Map(MapMsg::ViewSettled(viewport)));
        }
    });
    Effect::new(move |_| {
        if let (true, Some(zoom)) = (ready.get(), zoom.get()) {
            controller().update(|view| view.zoom_to(&zoom));
            follow();
        }
    });
    Effect::new(move |_| {
        let row = pointed.get();
        controller().update(|view| view.point(row));
        hover.set(row.and_then(|row| Hover::of(row, &controller())));
    });

    let place = move |event: &MouseEvent| {
        let canvas = canvas.get_untracked();
        canvas
            .map(|canvas| pointer_position(event, &canvas))
            .unwrap_or_default()
    };
    let point = move |at: [f64; 2]| {
        let row = controller().row_at(at);
        if row != hover.get_untracked().map(|hover: Hover| hover.row) {
            controller().update(|view| view.hovered = row);
        }
        let now = row.and_then(|row| Hover::of(row, &controller()));
        // An unchanged card is not set again, because each update renders the card.
        if now != hover.get_untracked() {
            hover.set(now);
        }
    };
    // The user can move the pointer onto the card (WCAG 1.4.13).
    // While the pointer moves from a dot toward its card, dots on the way do not open their cards.
    // Moving the pointer away from the card closes the card.
    let held = RwSignal::new(false);
    let from_card = StoredValue::new(f64::INFINITY);
    let hold_timer = StoredValue::new(None::<TimeoutHandle>);
    let cancel_hold = move || {
        if let Some(Some(timer)) = hold_timer.try_get_value() {
            timer.clear();
        }
    };
    on_cleanup(cancel_hold);
    let stay = move |event: &PointerEvent| {
        let at = at_of(event);
        let hold = move || {
            if hover.get_untracked().is_some() {
                from_card.set_value(distance_to_card(at));
                held.set(true);
            }
        };
        cancel_hold();
        hold_timer.set_value(set_timeout_with_handle(hold, HOLD_DELAY).ok());
    };
    let reaches_for_card = move |event: &PointerEvent| {
        if !held.get_untracked() {
            return false;
        }
        let distance = distance_to_card(at_of(event));
        let is_nearer = distance < from_card.get_value() && distance < MAX_CARD_DISTANCE;
        from_card.set_value(distance);
        is_nearer
    };
    let let_go = move || {
        held.set(false);
        hover.set(None);
        controller().update(|view| view.hovered = None);
    };
    let pressed_row = StoredValue::new(None::<u32>);
    let on_down = move |event: PointerEvent| {
        pressed_row.set_value(None);
        // Only the left mouse button acts on the map. The browser handles the other buttons.
        if event.button() != 0 {
            return;
        }
        let controller = controller();
        let mut pointers = controller.pointers.borrow_mut();
        if pointers.is_empty() {
            controller.travel.set(0.0);
            controller.gesture_cancelled.set(false);
        }
        pointers.insert(event.pointer_id(), place(&event));
        if let Some(canvas) = canvas.get_untracked() {
            // Capturing the pointer fails only if the pointer no longer exists, for example after a finger was lifted.
            let _ = canvas.set_pointer_capture(event.pointer_id());
        }
    };
    let on_move = move |event: PointerEvent| {
        let controller = controller();
        if controller.pointers.borrow().contains_key(&event.pointer_id()) {
            controller.drag(event.pointer_id(), place(&event), tool.get_untracked());
            if controller.travel.get() > CLICK_SLACK {
                held.set(false);
                hover.set(None);
            }
        } else if !reaches_for_card(&event) {
            held.set(false);
            point(place(&event));
            if event.pointer_type() != "touch" {
                stay(&event);
            }
        }
    };
    let on_up = move |event: PointerEvent| {
        let controller = controller();
        let pressed = controller.pointers.borrow_mut().remove(&event.pointer_id()).is_some();
        let drawn = controller.take_drawn();
        if !pressed {
            return;
        }
        if controller.travel.get() > CLICK_SLACK {
            // A lasso or box without texts was probably drawn by mistake, so the existing marks do not change.
            // A separate button removes all marks.
            if let Some(rows) = drawn.filter(|rows| !rows.is_empty() && !controller.gesture_cancelled.get()) {
                let how = SelectionMode::held(event.shift_key(), event.alt_key());
                app.dispatch(Msg::Map(MapMsg::Mark { rows, how }));
            }
            return;
        }
        if controller.gesture_cancelled.get() {
            return;
        }
        point(place(&event));
        pressed_row.set_value(controller.row_at(place(&event)));
    };
    // A text is opened on `click`, because on `pointerup` the label view would already appear under the finger.
    // On touch screens, the `click` after `pointerup` could press an element of the label view.
    let on_click = move |_: MouseEvent| {
        if let Some(row) = pressed_row.try_update_value(Option::take).flatten() {
            app.dispatch(Msg::Labeling(labeling::Msg::GoTo(row)));
        }
    };
    let on_cancel = move |event: PointerEvent| {
        controller().pointers.borrow_mut().remove(&event.pointer_id());
        controller().update(|view| view.drawn = None);
    };
    let on_leave = move |event: PointerEvent| {
        let to = event.related_target().and_then(|to| to.dyn_into::<Element>().ok());
        let to_card = to.is_some_and(|to| to.closest("#map-card").is_ok_and(|card| card.is_some()));
        // A finger leaves the canvas after every tap, but the card that the tap opened must stay open.
        if event.pointer_type() != "touch" && !to_card {
            let_go();
        }
    };
    let on_double = move |event: MouseEvent| {
        let part = controller().row_at(place(&event)).and_then(|row| part_of(atlas, row));
        if let Some(rows) = part {
            app.dispatch(Msg::Map(MapMsg::Zoom(ZoomTarget::Rows(rows))));
        }
    };
    // The listener is on the window, because the focus may be outside the map during hovering (WCAG 1.4.13).
    let away = window_event_listener(ev::keydown, move |event| {
        if event.key() == "Escape" && hover.get_untracked().is_some() {
            let_go();
        }
    });
    on_cleanup(move || away.remove());
    let on_wheel = move |event: WheelEvent| {
        event.prevent_default();
        // `deltaMode` of a wheel event is 0 for pixels, 1 for lines and 2 for pages.
        let unit = [1.0, 16.0, 400.0][(event.delta_mode() as usize).min(2)];
        // Ctrl + wheel is a trackpad pinch. Browsers report the zoom factor of a pinch in hundredths.
        let of_one = if event.ctrl_key() { 100.0 } else { 300.0 };
        let factor = (-event.delta_y() * unit / of_one).clamp(-1.0, 1.0).exp();
        let at = place(&event);
        controller().update(|view| view.camera.zoom_at(at, factor));
        point(at);
    };
    let on_key = move |event: KeyboardEvent| {
        let controller = controller();
        let pan = |delta: [f64; 2]| controller.update(|view| view.camera.pan(delta));
        match event.key().as_str() {
            "ArrowLeft" => pan([PAN_STEP, 0.0]),
            "ArrowRight" => pan([-PAN_STEP, 0.0]),
            "ArrowUp" => pan([0.0, PAN_STEP]),
            "ArrowDown" => pan([0.0, -PAN_STEP]),
            "+" | "=" => controller.zoom(ZOOM_STEP),
            "-" => controller.zoom(1.0 / ZOOM_STEP),
            "Home" => controller.update(MapView::show_all),
            "Escape" => {
                controller.gesture_cancelled.set(true);
                controller.update(|view| view.drawn = None);
            }
            "Enter" => {
                let pick = controller.view.borrow().as_ref().and_then(MapView::pick_in_the_middle);
                if let Some(row) = pick {
                    app.dispatch(Msg::Labeling(labeling::Msg::GoTo(row)));
                }
            }
            _ => return,
        }
        follow();
        event.prevent_default();
    };
    let zoom = move |factor: f64| {
        move |_| {
            controller().zoom(factor);
            follow();
        }
    };
    view! {
        <canvas id="map-dots" node_ref=dots aria-hidden="true"></canvas>
        <canvas
            id="map" class:drawing=move || tool.get() != Tool::Pan class:held=held
            node_ref=canvas tabindex="0" role="application" aria-label=move || description.get()
            on:pointerdown=on_down on:pointermove=on_move on:pointerup=on_up on:pointercancel=on_cancel
            on:pointerleave=on_leave on:click=on_click on:dblclick=on_double on:wheel=on_wheel on:keydown=on_key
        ></canvas>
        <div class="zoom" role="group" aria-label=t!("map-zoom-label")>
            <button type="button" class="icon" aria-label=t!("map-zoom-in-button") on:click=zoom(ZOOM_STEP)>"+"</button>
            <button type="button" class="icon" aria-label=t!("map-zoom-out-button") on:click=zoom(1.0 / ZOOM_STEP)>"−"</button>
            <button type="button" class="icon" aria-label=t!("map-show-all-button") title=t!("map-show-all-button")
                on:click=move |_| { controller().update(MapView::show_all); follow(); }>"⤢"</button>
        </div>
        <Show when=move || controller().is_outside_map.get()>
            <p class="nowhere" role="status">
                {t!("map-view-empty-status")}
                <button type="button" id="show-all" on:click=move |_| {
                    // The focus moves before the action of the button, because the action removes the button.
                    focus("map");
                    controller().update(MapView::show_all);
                }>{t!("map-show-all-button")}" "<kbd>{t!("shell-key-home")}</kbd></button>
            </p>
        </Show>
        {move || hover.get().map(|hover| view! { <Card hover ends=controller().ends(hover.row) size=controller().size() leave=let_go/> })}
    }
}

fn at_of(event: &PointerEvent) -> [f64; 2] {
    [event.client_x(), event.client_y()].map(f64::from)
}

/// Distance of a point from the card of a text, in pixels. 0 inside the card, and infinite if no card is open.
fn distance_to_card([x, y]: [f64; 2]) -> f64 {
    document().get_element_by_id("map-card").map_or(f64::INFINITY, |card| {
        let card = card.get_bounding_client_rect();
        let across = (card.left() - x).max(x - card.right()).max(0.0);
        let down = (card.top() - y).max(y - card.bottom()).max(0.0);
        across.hypot(down)
    })
}

fn part_of(atlas: MapContext, row: u32) -> Option<PtrEq<Vec<u32>>> {
    let scene = atlas.scene.get_untracked()?;
    let part_of = &scene.outcome.partition.part_of;
    let part = part_of[row as usize];
    let rows = (0..)
        .zip(part_of)
        .filter(|&(_, &other)| other == part)
        .map(|(row, _)| row);
    Some(PtrEq::new(rows.collect()))
}
