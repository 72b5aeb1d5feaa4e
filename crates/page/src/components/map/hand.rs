//! What the map's handlers share: the view, the pressed pointers, and whether a frame is on its way.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use js_sys::Reflect;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::HtmlCanvasElement;

use crate::clock::sleep;
use crate::components::size::watch_size;
use crate::download::{download, download_blob};
use crate::map::state::Tool;
use crate::map::view::{MapView, before_paint};
use fastgas_map::{Legend, Section, Shape};

/// Pixels of an exported picture for each pixel of the page.
const FINENESS: f64 = 2.0;

/// A GPU that is lost is waited for so long; then the map is drawn without.
const GPU_COMES_BACK_MS: i32 = 1000;

/// A view that is the same for so long is at rest.
const REST_MS: i32 = 300;

/// Copies are the same hand.
#[derive(Clone, Default)]
pub struct Hand {
    pub view: Rc<RefCell<Option<MapView>>>,
    pub pointers: Rc<RefCell<BTreeMap<i32, [f64; 2]>>>,
    /// How far the pointer went since it was pressed, in pixels.
    pub travel: Rc<Cell<f64>>,
    /// Whether what is drawn with them counts for nothing: they were two, or somebody pressed Escape.
    pub is_spoiled: Rc<Cell<bool>>,
    frame: Rc<Cell<bool>>,
    /// What is shown since the view came to rest.
    pub rest: RwSignal<Option<Section>>,
    /// Whether it is waited for.
    rests: Rc<Cell<bool>>,
    /// Whether nothing of the picture is in sight.
    pub is_nowhere: RwSignal<bool>,
}

impl Hand {
    /// Changes the view and has it drawn before the next paint, once.
    pub fn update(&self, change: impl FnOnce(&mut MapView)) {
        let mut view = self.view.borrow_mut();
        let Some(view) = view.as_mut() else { return };
        change(view);
        if !self.frame.replace(true) {
            let hand = self.clone();
            before_paint(move || {
                hand.frame.set(false);
                hand.update_now(|_| ());
            });
        }
    }

    /// The same at once: a canvas of another size is empty, and would be shown so before the next frame.
    fn update_now(&self, change: impl FnOnce(&mut MapView)) {
        if let Some(view) = &mut *self.view.borrow_mut() {
            change(view);
            view.draw();
            let is_nowhere = view.is_nowhere();
            // The map may have left the page.
            if self.is_nowhere.try_with_untracked(|before| *before != is_nowhere) == Some(true) {
                self.is_nowhere.set(is_nowhere);
            }
        }
        self.wait_for_rest();
    }

    /// Zooms by two fingers on a trackpad, as Safari tells of them, to which others are a wheel's; `before`: how far apart
    /// they were. Fingers on the map are pointers.
    fn pinch(&self, canvas: &HtmlCanvasElement, event: &web_sys::Event, before: &Cell<f64>) {
        // Else the page zooms.
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

    /// There is no canvas any more.
    pub fn forget(&self) {
        self.view.replace(None);
        self.rest.try_set(None);
    }

    fn section(&self) -> Option<Section> {
        self.view.borrow().as_ref().and_then(MapView::section)
    }

    fn wait_for_rest(&self) {
        if self.rests.replace(true) {
            return;
        }
        let hand = self.clone();
        spawn_local(async move {
            let mut before = None;
            while before != hand.section() {
                before = hand.section();
                sleep(REST_MS).await;
            }
            hand.rests.set(false);
            // The map may have left the page.
            if hand.rest.try_with_untracked(|rest| *rest != before) == Some(true) {
                hand.rest.set(before);
            }
        });
    }

    /// Zooms around the middle.
    pub fn zoom(&self, factor: f64) {
        self.update(|view| {
            let middle = view.camera.size.map(|side| side / 2.0);
            view.camera.zoom_at(middle, factor);
        });
    }

    /// The row under a point of the canvas.
    pub fn row_at(&self, at: [f64; 2]) -> Option<u32> {
        self.view.borrow().as_ref().and_then(|view| view.row_at(at))
    }

    /// The rows that are shown, rising; none that a filter hides.
    pub fn rows_in_view(&self) -> Vec<u32> {
        self.view
            .borrow()
            .as_ref()
            .map(MapView::rows_in_view)
            .unwrap_or_default()
    }

    /// Where a row is on the canvas.
    pub fn place(&self, row: u32) -> Option<[f64; 2]> {
        self.view.borrow().as_ref().and_then(|view| view.place(row))
    }

    /// Where on the canvas the texts are that a row is joined with.
    pub fn ends(&self, row: u32) -> Vec<[f64; 2]> {
        self.view
            .borrow()
            .as_ref()
            .map(|view| view.ends(row))
            .unwrap_or_default()
    }

    /// Width and height of the canvas.
    pub fn size(&self) -> [f64; 2] {
        self.view.borrow().as_ref().map_or([0.0; 2], |view| view.camera.size)
    }

    /// One pointer drags or draws, two pinch.
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
            self.is_spoiled.set(true);
        }
        let draws = tool != Tool::Pan && !self.is_spoiled.get();
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

    /// The rows inside what was drawn, which is drawn no more.
    pub fn take_drawn(&self) -> Option<Vec<u32>> {
        let mut rows = None;
        self.update(|view| rows = view.drawn.take().map(|shape| view.rows_in(&shape)));
        rows
    }

    /// Hands the person what is seen as a picture of dots.
    pub fn export_png(&self, file_name: String, legend: &Legend) {
        let canvas = self.view.borrow().as_ref().and_then(|view| view.copy(FINENESS, legend));
        let saved = Closure::once_into_js(move |blob: Option<web_sys::Blob>| {
            if let Some(Err(reason)) = blob.map(|blob| download_blob(&file_name, &blob)) {
                leptos::logging::error!("the download did not start: {reason:?}");
            }
        });
        if let Some(Err(reason)) = canvas.map(|canvas| canvas.to_blob(saved.unchecked_ref())) {
            leptos::logging::error!("the picture was not made: {reason:?}");
        }
    }

    /// Hands the person what is seen as a picture of shapes and words.
    pub fn export_svg(&self, file_name: &str, title: &str, legend: &Legend) {
        let svg = self.view.borrow().as_ref().and_then(|view| view.svg(title, legend));
        if let Some(Err(reason)) = svg.map(|svg| download(file_name, "image/svg+xml", &svg)) {
            leptos::logging::error!("the download did not start: {reason:?}");
        }
    }

    /// Keeps the canvas in step with its place on the page, with the theme and with the GPU; gives what ends that.
    pub fn watch(&self, canvas: &HtmlCanvasElement, dots: &HtmlCanvasElement) -> impl FnOnce() + 'static {
        let hand = self.clone();
        let size = watch_size(canvas, move || hand.update_now(MapView::resize));
        let theme =
            web_sys::window().and_then(|window| window.match_media("(prefers-color-scheme: dark)").ok().flatten());
        let theme = theme.map(|theme| {
            let hand = self.clone();
            listen(&theme, "change", move |_| hand.update(MapView::resize))
        });
        let hand = self.clone();
        let n_losses = Rc::new(Cell::new(0_u32));
        let lost = listen(dots, "webglcontextlost", move |event| {
            // Else the browser would never give it back.
            event.prevent_default();
            hand.update(MapView::lose);
            n_losses.update(|n| n + 1);
            let (hand, n_losses, loss) = (hand.clone(), n_losses.clone(), n_losses.get());
            spawn_local(async move {
                sleep(GPU_COMES_BACK_MS).await;
                // It came back, where it was lost again since.
                if n_losses.get() == loss {
                    hand.update(MapView::do_without);
                }
            });
        });
        let hand = self.clone();
        let back = listen(dots, "webglcontextrestored", move |_| hand.update(MapView::restore));
        let scale = Rc::new(Cell::new(1.0));
        let pinched = ["gesturestart", "gesturechange"].map(|name| {
            let (scale, hand, canvas) = (scale.clone(), self.clone(), canvas.clone());
            listen(&canvas.clone(), name, move |event| hand.pinch(&canvas, &event, &scale))
        });
        move || drop((size, theme, lost, back, pinched))
    }
}

/// Draws on with the tool. What is drawn keeps its place in the plane.
fn draw(view: &mut MapView, tool: Tool, from: [f64; 2], to: [f64; 2]) {
    let [from, to] = [from, to].map(|at| view.camera.to_plane(at));
    match (&mut view.drawn, tool) {
        (Some(Shape::Rectangle(_, corner)), Tool::Rectangle) => *corner = to,
        (Some(Shape::Lasso(corners)), Tool::Lasso) => corners.push(to),
        (drawn, Tool::Rectangle) => *drawn = Some(Shape::Rectangle(from, to)),
        (drawn, _) => *drawn = Some(Shape::Lasso(vec![from, to])),
    }
}

/// Listens until what is given back is dropped.
fn listen(
    target: &web_sys::EventTarget,
    name: &'static str,
    on_event: impl FnMut(web_sys::Event) + 'static,
) -> Listening {
    let on_event = Closure::<dyn FnMut(web_sys::Event)>::new(on_event);
    // Refused only for a listener that is no function.
    let _ = target.add_event_listener_with_callback(name, on_event.as_ref().unchecked_ref());
    Listening {
        target: target.clone(),
        name,
        on_event,
    }
}

struct Listening {
    target: web_sys::EventTarget,
    name: &'static str,
    on_event: Closure<dyn FnMut(web_sys::Event)>,
}

impl Drop for Listening {
    fn drop(&mut self) {
        let listener = self.on_event.as_ref().unchecked_ref();
        let _ = self.target.remove_event_listener_with_callback(self.name, listener);
    }
}
