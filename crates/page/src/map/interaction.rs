//! State that the event handlers of the map share: canvases, camera, pressed pointers, and the scheduled frame.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use js_sys::Reflect;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::HtmlCanvasElement;

use crate::browser::animation_frame::before_paint;
use crate::browser::clock::sleep;
use crate::browser::download::{download, download_blob};
use crate::map::Tool;
use crate::map::renderer::MapView;
use crate::ui::resize_observer::watch_size;
use fastgas_map::{Legend, Shape, Viewport};

/// Number of exported image pixels per CSS pixel.
const EXPORT_SCALE: f64 = 2.0;

/// Time that the browser has to restore a lost WebGL context, in milliseconds.
/// If the context is not restored in time, the map is drawn without the GPU.
const GPU_RESTORE_TIMEOUT_MS: i32 = 1000;

/// Time without a movement of the map after which its visible section is stored, in milliseconds.
const SETTLE_MS: i32 = 300;

/// Each event handler owns a clone of the controller, and all clones refer to the same data.
#[derive(Clone, Default)]
pub struct MapController {
    pub view: Rc<RefCell<Option<MapView>>>,
    pub pointers: Rc<RefCell<BTreeMap<i32, [f64; 2]>>>,
    /// Distance that the pointer has moved since it was pressed, in pixels.
    pub travel: Rc<Cell<f64>>,
    /// True after a second pressed pointer or the Escape key, either of which discards the lasso or box.
    pub gesture_cancelled: Rc<Cell<bool>>,
    frame: Rc<Cell<bool>>,
    pub rest: RwSignal<Option<Viewport>>,
    /// True while a task waits for the user to stop moving the map. At most one task waits.
    settling: Rc<Cell<bool>>,
    pub is_outside_map: RwSignal<bool>,
}

impl MapController {
    /// Changes the map and redraws it before the next paint of the browser.
    /// Several changes before the next paint cause only one redraw.
    pub fn update(&self, change: impl FnOnce(&mut MapView)) {
        let mut view = self.view.borrow_mut();
        let Some(view) = view.as_mut() else { return };
        change(view);
        if !self.frame.replace(true) {
            let controller = self.clone();
            before_paint(move || {
                controller.frame.set(false);
                controller.update_now(|_| ());
            });
        }
    }

    /// Redraws immediately, because a resized canvas is empty and the browser would show the empty canvas.
    fn update_now(&self, change: impl FnOnce(&mut MapView)) {
        if let Some(view) = &mut *self.view.borrow_mut() {
            change(view);
            view.draw();
            let is_outside_map = view.is_outside_map();
            // If the map was removed from the page, its signals no longer exist.
            if self
                .is_outside_map
                .try_with_untracked(|before| *before != is_outside_map)
                == Some(true)
            {
                self.is_outside_map.set(is_outside_map);
            }
        }
        self.wait_for_rest();
    }

    /// Zooms the map when the user pinches on a trackpad in Safari, which reports a pinch by gesture events.
    /// Other browsers report a pinch on a trackpad by wheel events. Fingers on a touch screen are handled as pointers.
    /// `before` is the zoom factor in the previous gesture event.
    fn pinch(&self, canvas: &HtmlCanvasElement, event: &web_sys::Event, before: &Cell<f64>) {
        // Without `preventDefault`, the browser would zoom the whole page.
        event.prevent_default();
        let number = |name: &str| Reflect::get(event, &name.into()).ok()?.as_f64();
        let (Some(apart), Some(x), Some(y)) = (number("scale"), number("clientX"), number("clientY")) else {
            return;
        };
        let factor = apart / before.replace(apart);
        if event.type_() == "gesturechange" && factor > 0.0 && self.pointers.borrow().is_empty() {
            let place = canvas.get_bounding_client_rect();
            let at = [x - place.left(), y - place.top()];
            self.update(|view| view.camera.zoom_at(at, factor));
        }
    }

    pub fn forget(&self) {
        self.view.replace(None);
        self.rest.try_set(None);
    }

    fn viewport(&self) -> Option<Viewport> {
        self.view.borrow().as_ref().and_then(MapView::viewport)
    }

    fn wait_for_rest(&self) {
        if self.settling.replace(true) {
            return;
        }
        let controller = self.clone();
        spawn_local(async move {
            let mut before = None;
            while before != controller.viewport() {
                before = controller.viewport();
                sleep(SETTLE_MS).await;
            }
            controller.settling.set(false);
            // If the map was removed from the page, its signals no longer exist.
            if controller.rest.try_with_untracked(|rest| *rest != before) == Some(true) {
                controller.rest.set(before);
            }
        });
    }

    pub fn zoom(&self, factor: f64) {
        self.update(|view| {
            let middle = view.camera.size.map(|side| side / 2.0);
            view.camera.zoom_at(middle, factor);
        });
    }

    pub fn row_at(&self, at: [f64; 2]) -> Option<u32> {
        self.view.borrow().as_ref().and_then(|view| view.row_at(at))
    }

    pub fn rows_in_view(&self) -> Vec<u32> {
        self.view
            .borrow()
            .as_ref()
            .map(MapView::rows_in_view)
            .unwrap_or_default()
    }

    pub fn place(&self, row: u32) -> Option<[f64; 2]> {
        self.view.borrow().as_ref().and_then(|view| view.place(row))
    }

    pub fn ends(&self, row: u32) -> Vec<[f64; 2]> {
        self.view
            .borrow()
            .as_ref()
            .map(|view| view.neighbor_positions(row))
            .unwrap_or_default()
    }

    pub fn size(&self) -> [f64; 2] {
        self.view.borrow().as_ref().map_or([0.0; 2], |view| view.camera.size)
    }

    /// A single pressed pointer moves the map or draws a shape. Two pressed pointers zoom.
    pub fn drag(&self, id: i32, to: [f64; 2], tool: Tool) {
        let mut pointers = self.pointers.borrow_mut();
        let Some(&from) = pointers.get(&id) else { return };
        let delta = [to[0] - from[0], to[1] - from[1]];
        let other = pointers
            .iter()
            .find(|&(&other, _)| other != id)
            .map(|(_, &place)| place);
        pointers.insert(id, to);
        self.travel.set(self.travel.get() + delta[0].hypot(delta[1]));
        if other.is_some() {
            self.gesture_cancelled.set(true);
        }
        let draws = tool != Tool::Pan && !self.gesture_cancelled.get();
        self.update(|view| match (other, draws) {
            (None, true) => draw(view, tool, from, to),
            (None, false) if tool == Tool::Pan => view.camera.pan(delta),
            (None, false) => {}
            (Some(other), _) => {
                let apart = |place: [f64; 2]| (place[0] - other[0]).hypot(place[1] - other[1]).max(1.0);
                let middle = [(to[0] + other[0]) / 2.0, (to[1] + other[1]) / 2.0];
                view.drawn = None;
                view.camera.pan([delta[0] / 2.0, delta[1] / 2.0]);
                view.camera.zoom_at(middle, apart(to) / apart(from));
            }
        });
    }

    pub fn take_drawn(&self) -> Option<Vec<u32>> {
        let mut rows = None;
        self.update(|view| rows = view.drawn.take().map(|shape| view.rows_in(&shape)));
        rows
    }

    pub fn export_png(&self, file_name: String, legend: &Legend) {
        let canvas = self
            .view
            .borrow()
            .as_ref()
            .and_then(|view| view.to_canvas(EXPORT_SCALE, legend));
        let saved = Closure::once_into_js(move |blob: Option<web_sys::Blob>| {
            if let Some(Err(reason)) = blob.map(|blob| download_blob(&file_name, &blob)) {
                leptos::logging::error!("the download did not start: {reason:?}");
            }
        });
        if let Some(Err(reason)) = canvas.map(|canvas| canvas.to_blob(saved.unchecked_ref())) {
            leptos::logging::error!("the picture was not made: {reason:?}");
        }
    }

    pub fn export_svg(&self, file_name: &str, title: &str, legend: &Legend) {
        let svg = self.view.borrow().as_ref().and_then(|view| view.svg(title, legend));
        if let Some(Err(reason)) = svg.map(|svg| download(file_name, "image/svg+xml", &svg)) {
            leptos::logging::error!("the download did not start: {reason:?}");
        }
    }

    /// Redraws the canvas when its size or the color theme changes, and when the WebGL context is lost or restored.
    /// The returned function removes the event listeners.
    pub fn watch(&self, canvas: &HtmlCanvasElement, dots: &HtmlCanvasElement) -> impl FnOnce() + 'static {
        let controller = self.clone();
        let size = watch_size(canvas, move || controller.update_now(MapView::resize));
        let theme =
            web_sys::window().and_then(|window| window.match_media("(prefers-color-scheme: dark)").ok().flatten());
        let theme = theme.map(|theme| {
            let controller = self.clone();
            listen(&theme, "change", move |_| controller.update(MapView::resize))
        });
        // The script www/theme.js dispatches the event `themechange` after the user has chosen another theme.
        let chosen = web_sys::window().map(|window| {
            let controller = self.clone();
            listen(&window, "themechange", move |_| controller.update(MapView::resize))
        });
        let controller = self.clone();
        let n_losses = Rc::new(Cell::new(0_u32));
        let lost = listen(dots, "webglcontextlost", move |event| {
            // Without `preventDefault`, the browser never restores the WebGL context.
            event.prevent_default();
            controller.update(MapView::lose_gpu);
            n_losses.update(|n| n + 1);
            let (controller, n_losses, loss) = (controller.clone(), n_losses.clone(), n_losses.get());
            spawn_local(async move {
                sleep(GPU_RESTORE_TIMEOUT_MS).await;
                // If the number of context losses has changed, the context was restored and lost again in the meantime.
                // The later context loss has started its own timeout.
                if n_losses.get() == loss {
                    controller.update(MapView::continue_without_gpu);
                }
            });
        });
        let controller = self.clone();
        let back = listen(dots, "webglcontextrestored", move |_| {
            controller.update(MapView::restore)
        });
        let scale = Rc::new(Cell::new(1.0));
        let pinched = ["gesturestart", "gesturechange"].map(|name| {
            let (scale, controller, canvas) = (scale.clone(), self.clone(), canvas.clone());
            listen(&canvas.clone(), name, move |event| {
                controller.pinch(&canvas, &event, &scale)
            })
        });
        move || drop((size, theme, chosen, lost, back, pinched))
    }
}

/// The corners are in map coordinates, so that the shape stays around the same dots when the map moves.
fn draw(view: &mut MapView, tool: Tool, from: [f64; 2], to: [f64; 2]) {
    let [from, to] = [from, to].map(|at| view.camera.to_plane(at));
    match (&mut view.drawn, tool) {
        (Some(Shape::Rectangle(_, corner)), Tool::Rectangle) => *corner = to,
        (Some(Shape::Lasso(corners)), Tool::Lasso) => corners.push(to),
        (drawn, Tool::Rectangle) => *drawn = Some(Shape::Rectangle(from, to)),
        (drawn, _) => *drawn = Some(Shape::Lasso(vec![from, to])),
    }
}

/// Dropping the returned value removes the event listener.
fn listen(
    target: &web_sys::EventTarget,
    name: &'static str,
    on_event: impl FnMut(web_sys::Event) + 'static,
) -> EventListener {
    let on_event = Closure::<dyn FnMut(web_sys::Event)>::new(on_event);
    // Adding an event listener fails only if the listener is not a function.
    let _ = target.add_event_listener_with_callback(name, on_event.as_ref().unchecked_ref());
    EventListener {
        target: target.clone(),
        name,
        on_event,
    }
}

struct EventListener {
    target: web_sys::EventTarget,
    name: &'static str,
    on_event: Closure<dyn FnMut(web_sys::Event)>,
}

impl Drop for EventListener {
    fn drop(&mut self) {
        let listener = self.on_event.as_ref().unchecked_ref();
        let _ = self.target.remove_event_listener_with_callback(self.name, listener);
    }
}
