//! A preview of the map that grows while the texts are being embedded.

use std::cell::Cell;
use std::rc::Rc;

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::i18n::{grouped, t};
use crate::runtime::access::{use_app, use_state};

/// Side length of a dot in CSS pixels.
const DOT: f64 = 2.0;
/// The dots are semi-transparent, so that overlapping dots appear darker.
const INK: &str = "rgb(0 0 0 / 50%)";

/// The preview of the map is hidden while there are too few dots, and after the run.
#[component]
pub fn PcaPreview() -> impl IntoView {
    let shown = use_state(|state| state.run.current.as_ref().is_some_and(|run| !run.sketch.is_empty()));
    view! { <Show when=move || shown.get()><Picture/></Show> }
}

#[component]
fn Picture() -> impl IntoView {
    let state = use_app().state();
    let count = use_state(|state| state.run.current.as_ref().map_or(0, |run| run.sketch.len()));
    let canvas = NodeRef::<html::Canvas>::new();
    let drawn = Rc::new(Cell::new(0));
    Effect::new(move |_| {
        count.get();
        let Some(canvas) = canvas.get() else { return };
        if drawn.get() == 0 {
            // The canvas has the resolution of the screen. A resize of the window stretches the image.
            let ratio = window().device_pixel_ratio();
            canvas.set_width((f64::from(canvas.client_width()) * ratio) as u32);
            canvas.set_height((f64::from(canvas.client_height()) * ratio) as u32);
        }
        state.with_untracked(|state| {
            if let Some(run) = &state.run.current {
                dots(&canvas, &run.sketch[drawn.get().min(run.sketch.len())..]);
                drawn.set(run.sketch.len());
            }
        });
    });
    let words = move || t!("run-sketch-caption", n = grouped(count.get() as u64));
    view! {
        <figure class="panel sketch" id="sketch" data-texts=move || count.get().to_string()>
            <canvas node_ref=canvas aria-hidden="true"></canvas>
            <figcaption class="faint">{words}</figcaption>
        </figure>
    }
}

/// Draws dots at coordinates from −1 to 1. CSS inverts the color of the dots in the dark theme.
fn dots(canvas: &HtmlCanvasElement, places: &[[f32; 2]]) {
    let Ok(Some(context)) = canvas.get_context("2d") else {
        return;
    };
    let context: CanvasRenderingContext2d = context.unchecked_into();
    context.set_fill_style_str(INK);
    let side = DOT * window().device_pixel_ratio();
    let size = [canvas.width(), canvas.height()].map(f64::from);
    for place in places {
        let [x, y] = [0, 1].map(|axis| (f64::from(place[axis]) + 1.0) / 2.0 * (size[axis] - side));
        context.fill_rect(x, y, side, side);
    }
}
