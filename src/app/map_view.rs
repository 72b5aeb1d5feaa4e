//! Draws the map on a canvas: every text a dot in its part's color, the picks as discs with their rank.

use std::f64::consts::TAU;
use std::sync::Arc;

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::app::project::Outcome;
use crate::map::{Camera, Layout, PointIndex};

/// Colors of parts in style.css, `--part-0` to `--part-15`; further parts begin again at the first.
pub const N_COLORS: u32 = 16;

/// How near to a point the pointer must be, in pixels.
const REACH: f64 = 14.0;

/// What is to be seen.
#[derive(Clone, PartialEq)]
pub struct Scene {
    /// The positions.
    pub layout: Arc<Layout>,
    /// The parts and the picks.
    pub outcome: Arc<Outcome>,
    /// For each pick, by rank: whether it has a label.
    pub labeled: Vec<bool>,
    /// The row that is being labeled.
    pub current: Option<u32>,
}

/// The canvas and the view of the plane in it.
pub struct MapView {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// What piece of the plane is shown.
    pub camera: Camera,
    /// The row under the pointer.
    pub hovered: Option<u32>,
    scene: Option<(Scene, PointIndex, Vec<Vec<u32>>)>,
}

/// The colors of the present theme, from style.css, which is their one place.
struct Colors {
    parts: Vec<String>,
    surface: String,
    text: String,
    accent: String,
}

impl MapView {
    /// A view in `canvas`; none where the browser gives no 2-D context.
    pub fn new(canvas: HtmlCanvasElement) -> Option<MapView> {
        let context = canvas.get_context("2d").ok()??.unchecked_into();
        Some(MapView {
            canvas,
            context,
            camera: Camera::fit([1.0, 1.0]),
            hovered: None,
            scene: None,
        })
    }

    /// Takes over what is to be seen. Another layout is sorted for hit tests and seen whole; else the view stays,
    /// unless the current pick is out of it.
    pub fn show(&mut self, scene: Scene) {
        let last = self.scene.take();
        let current = scene
            .current
            .map(|row| scene.layout.positions[row as usize].map(f64::from));
        self.scene = Some(match last {
            Some((last, index, members))
                if Arc::ptr_eq(&last.layout, &scene.layout) && last.outcome.partition == scene.outcome.partition =>
            {
                if last.current != scene.current
                    && let Some(point) = current
                {
                    self.camera.reveal(point, 24.0);
                }
                (scene, index, members)
            }
            _ => {
                self.camera = Camera::fit(self.camera.size);
                self.hovered = None;
                let index = PointIndex::new(&scene.layout);
                let members = scene.outcome.partition.members();
                (scene, index, members)
            }
        });
    }

    /// Fits the canvas to its place on the page, pixel for pixel.
    pub fn resize(&mut self) {
        let ratio = device_pixel_ratio();
        let [width, height] = [self.canvas.client_width(), self.canvas.client_height()].map(f64::from);
        if width < 1.0 || height < 1.0 {
            return;
        }
        self.canvas.set_width((width * ratio).round() as u32);
        self.canvas.set_height((height * ratio).round() as u32);
        self.camera.resize([width, height]);
    }

    /// The row drawn nearest to a point of the canvas, within reach; picks before others, since they lie on top.
    pub fn row_at(&self, at: [f64; 2]) -> Option<u32> {
        let (scene, index, _) = self.scene.as_ref()?;
        let distance = |row: u32| {
            let [x, y] = self
                .camera
                .to_screen(scene.layout.positions[row as usize].map(f64::from));
            (x - at[0]).hypot(y - at[1])
        };
        let picks = scene
            .outcome
            .selection
            .picks
            .iter()
            .map(|pick| (distance(pick.row), pick.row));
        let pick = picks
            .filter(|&(distance, _)| distance <= REACH)
            .min_by(|a, b| a.0.total_cmp(&b.0));
        pick.map(|(_, row)| row)
            .or_else(|| index.nearest(self.camera.to_plane(at), REACH / self.camera.scale))
    }

    /// Shows the whole picture.
    pub fn show_all(&mut self) {
        self.camera = Camera::fit(self.camera.size);
    }

    /// The row of the pick nearest to the middle of the canvas.
    pub fn pick_in_the_middle(&self) -> Option<u32> {
        let (scene, ..) = self.scene.as_ref()?;
        let [x, y] = self.camera.center;
        let distance = |row: u32| {
            let [px, py] = scene.layout.positions[row as usize].map(f64::from);
            (px - x).hypot(py - y)
        };
        let rows = scene.outcome.selection.picks.iter().map(|pick| pick.row);
        rows.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
    }

    /// Draws everything. Dots of one color are one path, dots out of sight are left out.
    pub fn draw(&self) {
        let Some((scene, _, members)) = &self.scene else { return };
        let context = &self.context;
        let colors = self.colors();
        let ratio = device_pixel_ratio();
        let [width, height] = self.camera.size;
        // Fails only for numbers that are not finite.
        let _ = context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0);
        context.clear_rect(0.0, 0.0, width, height);

        let radius = self.dot_radius(scene.layout.positions.len());
        context.set_global_alpha(0.72);
        for (color, style) in colors.parts.iter().enumerate() {
            context.begin_path();
            for part in members.iter().skip(color).step_by(colors.parts.len()) {
                for &row in part {
                    let [x, y] = self
                        .camera
                        .to_screen(scene.layout.positions[row as usize].map(f64::from));
                    if x < -radius || y < -radius || x > width + radius || y > height + radius {
                        continue;
                    }
                    if radius < 1.8 {
                        context.rect(x - radius, y - radius, 2.0 * radius, 2.0 * radius);
                    } else {
                        context.move_to(x + radius, y);
                        let _ = context.arc(x, y, radius, 0.0, TAU);
                    }
                }
            }
            context.set_fill_style_str(style);
            context.fill();
        }
        context.set_global_alpha(1.0);
        self.draw_picks(scene, &colors);
        if let Some(row) = self.hovered {
            self.ring(scene, row, radius.max(4.0) + 3.0, 2.0, &colors.text);
        }
    }

    fn draw_picks(&self, scene: &Scene, colors: &Colors) {
        let context = &self.context;
        let picks = &scene.outcome.selection.picks;
        let numbered = picks.len() <= 200 || self.camera.zoom() > 3.0;
        let radius = if numbered { 10.0 } else { 5.0 };
        context.set_font("600 11px system-ui, sans-serif");
        context.set_text_align("center");
        context.set_text_baseline("middle");
        // The first rank is drawn last, so that it lies on top.
        for (index, pick) in picks.iter().enumerate().rev() {
            let [x, y] = self
                .camera
                .to_screen(scene.layout.positions[pick.row as usize].map(f64::from));
            let color = &colors.parts[pick.part as usize % colors.parts.len()];
            let labeled = scene.labeled.get(index).copied().unwrap_or(false);
            let (fill, ink) = if labeled {
                (color, &colors.surface)
            } else {
                (&colors.surface, color)
            };
            context.begin_path();
            let _ = context.arc(x, y, radius + 2.0, 0.0, TAU);
            context.set_fill_style_str(&colors.surface);
            context.fill();
            context.begin_path();
            let _ = context.arc(x, y, radius, 0.0, TAU);
            context.set_fill_style_str(fill);
            context.fill();
            context.set_line_width(2.0);
            context.set_stroke_style_str(color);
            context.stroke();
            if numbered {
                context.set_fill_style_str(ink);
                let _ = context.fill_text(&(index + 1).to_string(), x, y + 0.5);
            }
        }
        if let Some(row) = scene.current {
            self.ring(scene, row, radius + 4.0, 3.0, &colors.accent);
        }
    }

    fn ring(&self, scene: &Scene, row: u32, radius: f64, width: f64, style: &str) {
        let [x, y] = self
            .camera
            .to_screen(scene.layout.positions[row as usize].map(f64::from));
        self.context.begin_path();
        let _ = self.context.arc(x, y, radius, 0.0, TAU);
        self.context.set_line_width(width);
        self.context.set_stroke_style_str(style);
        self.context.stroke();
    }

    /// Dots cover about a twelfth of the picture, whatever their number, and grow a little as one comes closer.
    fn dot_radius(&self, n: usize) -> f64 {
        let [width, height] = self.camera.size;
        let side = width.min(height);
        let base = (side * side / (12.0 * std::f64::consts::PI * n.max(1) as f64))
            .sqrt()
            .clamp(1.0, 4.0);
        (base * self.camera.zoom().powf(0.35)).min(8.0)
    }

    fn colors(&self) -> Colors {
        let style = web_sys::window().and_then(|window| window.get_computed_style(&self.canvas).ok().flatten());
        let color = |name: &str| {
            let value = style.as_ref().and_then(|style| style.get_property_value(name).ok());
            value.map(|value| value.trim().to_owned()).unwrap_or_default()
        };
        Colors {
            parts: (0..N_COLORS).map(|index| color(&format!("--part-{index}"))).collect(),
            surface: color("--surface"),
            text: color("--ink"),
            accent: color("--accent"),
        }
    }
}

/// Where a pointer stands, from the canvas's left and upper edge.
pub fn place_of(event: &web_sys::MouseEvent, canvas: &HtmlCanvasElement) -> [f64; 2] {
    let edges = canvas.get_bounding_client_rect();
    [
        f64::from(event.client_x()) - edges.left(),
        f64::from(event.client_y()) - edges.top(),
    ]
}

fn device_pixel_ratio() -> f64 {
    web_sys::window().map_or(1.0, |window: web_sys::Window| window.device_pixel_ratio())
}

/// Runs `callback` before the browser paints next.
pub fn before_paint(callback: impl FnOnce() + 'static) {
    let callback: JsValue = wasm_bindgen::closure::Closure::once_into_js(callback);
    if let Some(window) = web_sys::window() {
        // Refused only where the page is closing.
        let _ = window.request_animation_frame(callback.unchecked_ref());
    }
}
