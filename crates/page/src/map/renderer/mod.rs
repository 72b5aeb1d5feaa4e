//! The map's two canvases, one for the dots and one for the words over them, and the view of the plane in them.

pub mod canvas2d;
pub mod webgl;

use std::cell::OnceCell;

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::map::PtrEq;
use crate::map::ZoomTarget;
use crate::map::renderer::canvas2d::{Canvas, dashes, scale, write};
use crate::map::renderer::webgl::WebGl;
use crate::map::scene::Scene;
use fastgas_map::{
    Camera, FONT, Legend, MapText, Paint, Palette, PaletteColor, Picture, PlacedLegend, PointIndex, Shape, Viewport,
    to_svg,
};

/// How near to a point the pointer must be, in pixels.
const HIT_RADIUS: f64 = 14.0;
/// A text that one looks for is seen at least so close.
const MIN_ZOOM_TO_TEXT: f64 = 5.0;

/// The canvases and the view of the plane in them.
pub struct MapView {
    dots: HtmlCanvasElement,
    words: CanvasRenderingContext2d,
    painter: DotRenderer,
    palette: Palette,
    /// What piece of the plane is shown.
    pub camera: Camera,
    /// The row whose edges are shown.
    pub hovered: Option<u32>,
    /// What a person draws around texts, while they draw.
    pub drawn: Option<Shape>,
    seen: Option<RenderedScene>,
    zoom: Option<u32>,
}

/// A scene, and what is made of its layout.
struct RenderedScene {
    scene: Scene,
    paints: PtrEq<Vec<Paint>>,
    index: OnceCell<PointIndex>,
    /// Each with its part, and these as they stand over the dots.
    part_words: Vec<(u32, MapText)>,
    words: Vec<MapText>,
    /// Whether the dots have the colors of their parts.
    shows_parts: bool,
    /// What the painter has not drawn yet.
    other_places: bool,
    other_paints: bool,
}

/// Who draws the dots.
enum DotRenderer {
    Gpu(Box<WebGl>),
    Cpu(Canvas),
    /// The browser has taken the GPU away.
    None,
}

impl DotRenderer {
    fn new(canvas: &HtmlCanvasElement) -> DotRenderer {
        let gpu = WebGl::new(canvas).map(|gpu| DotRenderer::Gpu(Box::new(gpu)));
        gpu.or_else(|| Canvas::new(canvas).map(DotRenderer::Cpu))
            .unwrap_or(DotRenderer::None)
    }

    fn name(&self) -> &'static str {
        match self {
            DotRenderer::Gpu(_) => "webgl",
            DotRenderer::Cpu(_) => "canvas",
            DotRenderer::None => "none",
        }
    }
}

impl MapView {
    /// A view in two canvases; none where the browser gives no 2-D context. `wish`: the last that is not its own to show.
    pub fn new(dots: HtmlCanvasElement, words: &HtmlCanvasElement, wish: Option<u32>) -> Option<MapView> {
        let context = words.get_context("2d").ok()??.unchecked_into();
        let mut view = MapView {
            painter: DotRenderer::None,
            palette: palette(&dots),
            dots,
            words: context,
            camera: Camera::fit([1.0, 1.0]),
            hovered: None,
            drawn: None,
            seen: None,
            zoom: wish,
        };
        view.restore();
        Some(view)
    }

    /// The browser has taken the GPU away, and says when it is back.
    pub fn lose(&mut self) {
        self.painter = DotRenderer::None;
    }

    /// Draws without a GPU from now on, where none has come back. That takes another canvas: the former is the GPU's.
    pub fn do_without(&mut self) {
        let document = self
            .dots
            .owner_document()
            .filter(|_| matches!(self.painter, DotRenderer::None));
        let Some(canvas) = document.and_then(|document| document.create_element("canvas").ok()) else {
            return;
        };
        for name in ["id", "aria-hidden"] {
            if let Some(value) = self.dots.get_attribute(name) {
                // Refused only for a name that is no name.
                let _ = canvas.set_attribute(name, &value);
            }
        }
        // Refused only where the map is not on the page any more.
        let _ = self.dots.replace_with_with_node_1(&canvas);
        self.dots = canvas.unchecked_into();
        self.painter = Canvas::new(&self.dots).map_or(DotRenderer::None, DotRenderer::Cpu);
        let _ = self.dots.set_attribute("data-painter", self.painter.name());
        self.resize();
    }

    /// Begins to draw, or begins again.
    pub fn restore(&mut self) {
        self.painter = DotRenderer::new(&self.dots);
        // Refused for no such name.
        let _ = self.dots.set_attribute("data-painter", self.painter.name());
        if let Some(seen) = &mut self.seen {
            (seen.other_places, seen.other_paints) = (true, true);
        }
    }

    /// Takes over what is to be seen. Of another selection `viewport` is shown, or all of it; else the view stays, unless the
    /// current pick is out of it.
    pub fn show(&mut self, scene: Scene, paints: PtrEq<Vec<Paint>>, section: Option<Viewport>) {
        let Some(last) = self.seen.take() else {
            self.begin_at(section);
            return self.see(scene, paints);
        };
        let same_parts = last.scene.outcome == scene.outcome || last.scene.outcome.partition == scene.outcome.partition;
        if !same_parts {
            self.begin_at(section);
            self.hovered = None;
        } else if let Some(row) = scene.current.filter(|_| last.scene.current != scene.current) {
            self.camera.reveal(scene.place(row), 24.0);
        }
        let same_words = last.scene.names == scene.names && last.shows_parts == scene.shows_parts(&paints);
        if same_parts && last.scene.layout == scene.layout && same_words {
            let is_other = last.paints != paints;
            self.seen = Some(RenderedScene {
                other_paints: last.other_paints || is_other,
                words: match is_other {
                    true => scene.words_over(&paints, &last.part_words),
                    false => last.words,
                },
                scene,
                paints,
                ..last
            });
        } else {
            self.see(scene, paints);
        }
    }

    fn begin_at(&mut self, section: Option<Viewport>) {
        self.show_all();
        if let Some(section) = section {
            self.camera.show_viewport(section);
        }
    }

    fn see(&mut self, scene: Scene, paints: PtrEq<Vec<Paint>>) {
        let shows_parts = scene.shows_parts(&paints);
        let part_words = scene.part_words(shows_parts);
        self.seen = Some(RenderedScene {
            words: scene.words_over(&paints, &part_words),
            part_words,
            shows_parts,
            scene,
            paints,
            index: OnceCell::new(),
            other_places: true,
            other_paints: true,
        });
    }

    /// Shows what was wished for, once for each wish.
    pub fn zoom_to(&mut self, (wish, zoom): &(u32, ZoomTarget)) {
        let Some(seen) = self.seen.as_ref().filter(|_| self.zoom.replace(*wish) != Some(*wish)) else {
            return;
        };
        match zoom {
            ZoomTarget::Rows(rows) => {
                if let Some(bounds) = seen.scene.bounds(rows) {
                    self.camera.show(bounds);
                }
            }
            ZoomTarget::Row(row) => {
                self.camera.center = seen.scene.place(*row);
                let closer = (MIN_ZOOM_TO_TEXT / self.camera.zoom()).max(1.0);
                self.camera.zoom_at(self.camera.size.map(|side| side / 2.0), closer);
            }
        }
    }

    /// Hovers over a row that is pointed at elsewhere, and brings it into sight.
    pub fn point(&mut self, row: Option<u32>) {
        self.hovered = row;
        if let (Some(row), Some(seen)) = (row, &self.seen) {
            self.camera.reveal(seen.scene.place(row), 24.0);
        }
    }

    /// Where a row is on the canvas.
    pub fn place(&self, row: u32) -> Option<[f64; 2]> {
        let seen = self.seen.as_ref()?;
        Some(self.camera.to_screen(seen.scene.place(row)))
    }

    /// Where on the canvas the texts are that a row is joined with.
    pub fn ends(&self, row: u32) -> Vec<[f64; 2]> {
        let scene = self.seen.as_ref().map(|seen| &seen.scene);
        let with = scene.and_then(|scene| Some((scene, scene.adjacency.as_ref()?)));
        let ends = with.map(|(scene, adjacency)| adjacency.neighbors_of(row).iter().map(|&other| scene.place(other)));
        ends.into_iter()
            .flatten()
            .map(|place| self.camera.to_screen(place))
            .collect()
    }

    /// Whether there is something to see, but nothing here. O(n), and mostly over with the first.
    pub fn is_nowhere(&self) -> bool {
        let Some(RenderedScene { scene, .. }) = &self.seen else {
            return false;
        };
        let [width, height] = self.camera.size;
        let is_here = |&place: &[f32; 2]| {
            let [x, y] = self.camera.to_screen(place.map(f64::from));
            (0.0..=width).contains(&x) && (0.0..=height).contains(&y)
        };
        let positions = &scene.layout.positions;
        !positions.is_empty() && !positions.iter().any(is_here)
    }

    /// Fits the canvases to their place on the page, pixel for pixel, and takes over the theme's colors.
    pub fn resize(&mut self) {
        self.palette = palette(&self.dots);
        let ratio = device_pixel_ratio();
        let [width, height] = [self.dots.client_width(), self.dots.client_height()].map(f64::from);
        if width < 1.0 || height < 1.0 {
            return;
        }
        let words = self.words.canvas();
        for canvas in words.iter().chain([&self.dots]) {
            canvas.set_width((width * ratio).round() as u32);
            canvas.set_height((height * ratio).round() as u32);
        }
        self.camera.resize([width, height]);
    }

    /// The row drawn nearest to a point of the canvas, within reach; picks before others, since they lie on top.
    pub fn row_at(&self, at: [f64; 2]) -> Option<u32> {
        let RenderedScene { scene, index, .. } = self.seen.as_ref()?;
        let distance = |row: u32| {
            let [x, y] = self.camera.to_screen(scene.place(row));
            (x - at[0]).hypot(y - at[1])
        };
        let picks = scene.outcome.selection.picks.iter();
        let near = picks
            .map(|pick| (distance(pick.row), pick.row))
            .filter(|&(distance, _)| distance <= HIT_RADIUS);
        let pick = near.min_by(|a, b| a.0.total_cmp(&b.0));
        let index = index.get_or_init(|| PointIndex::new(&scene.layout));
        pick.map(|(_, row)| row)
            .or_else(|| index.nearest(self.camera.to_plane(at), HIT_RADIUS / self.camera.scale))
    }

    /// The rows inside `shape` that no filter hides, rising.
    pub fn rows_in(&self, shape: &Shape) -> Vec<u32> {
        let Some(seen) = &self.seen else { return Vec::new() };
        let mut rows = shape.rows(&seen.scene.layout);
        rows.retain(|&row| seen.paints[row as usize].state & Paint::DIM == 0);
        rows
    }

    /// Those that are inside of the canvas.
    pub fn rows_in_view(&self) -> Vec<u32> {
        let corners = [[0.0; 2], self.camera.size].map(|corner| self.camera.to_plane(corner));
        self.rows_in(&Shape::Rectangle(corners[0], corners[1]))
    }

    /// What is shown, where anything is.
    pub fn viewport(&self) -> Option<Viewport> {
        self.seen.as_ref().map(|_| self.camera.viewport())
    }

    pub fn show_all(&mut self) {
        self.camera = Camera::fit(self.camera.size);
    }

    /// The row of the pick nearest to the middle of the canvas.
    pub fn pick_in_the_middle(&self) -> Option<u32> {
        let scene = &self.seen.as_ref()?.scene;
        let [x, y] = self.camera.center;
        let distance = |row: u32| {
            let [px, py] = scene.place(row);
            (px - x).hypot(py - y)
        };
        let rows = scene.outcome.selection.picks.iter().map(|pick| pick.row);
        rows.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
    }

    pub fn draw(&mut self) {
        let Some(seen) = &mut self.seen else { return };
        let (camera, palette, ratio) = (&self.camera, &self.palette, device_pixel_ratio());
        let picture = seen.scene.picture(camera, &seen.paints, self.hovered, &seen.words);
        let other_places = std::mem::take(&mut seen.other_places);
        let other_paints = std::mem::take(&mut seen.other_paints);
        match &mut self.painter {
            DotRenderer::Gpu(gpu) => {
                if other_places {
                    gpu.take_places(&picture);
                }
                if other_paints {
                    gpu.take_paints(&picture);
                }
                gpu.paint(&picture, camera, palette, ratio);
            }
            DotRenderer::Cpu(canvas) => {
                if other_places || other_paints {
                    canvas.forget_dots();
                }
                canvas.paint(&picture, camera, palette, ratio);
            }
            DotRenderer::None => {}
        }
        scale(&self.words, ratio);
        self.words.clear_rect(0.0, 0.0, camera.size[0], camera.size[1]);
        write(&self.words, &picture.words, camera, palette, ratio);
        if let Some(shape) = &self.drawn {
            outline(&self.words, shape, camera, palette);
        }
    }

    /// What is seen and, below it, what the colors say, as an SVG file.
    pub fn svg(&self, title: &str, legend: &Legend) -> Option<String> {
        let picture = self.picture()?;
        let placed = self.below(legend);
        Some(to_svg(
            &picture,
            &self.camera,
            &self.palette,
            (title, &legend.notes, &placed),
        ))
    }

    /// The legend in lines as wide as the map.
    fn below(&self, legend: &Legend) -> PlacedLegend {
        self.words.save();
        self.words.set_font(&format!("{}px {FONT}", Legend::FONT_SIZE));
        let measure = |text: &str| self.words.measure_text(text).map_or(0.0, |metrics| metrics.width());
        let placed = legend.place(self.camera.size[0], measure);
        self.words.restore();
        placed
    }

    /// What is seen and, below it, what the colors say, on a canvas of its own, with `ratio` pixels for each pixel of the
    /// page.
    pub fn copy(&self, ratio: f64, legend: &Legend) -> Option<HtmlCanvasElement> {
        let canvas = self.dots.owner_document()?.create_element("canvas").ok()?;
        let canvas: HtmlCanvasElement = canvas.unchecked_into();
        let legend = self.below(legend);
        let [width, height] = self.camera.size;
        let [width, height] = [width, height + legend.height].map(|side| (side * ratio).round() as u32);
        canvas.set_width(width);
        canvas.set_height(height);
        let picture = self.picture()?;
        let mut painter = Canvas::new(&canvas)?;
        painter.paint(&picture, &self.camera, &self.palette, ratio);
        painter.write(&picture.words, &self.camera, &self.palette, ratio);
        painter.explain(&legend, &self.camera, &self.palette, ratio);
        Some(canvas)
    }

    /// What is seen, without what the pointer does to it.
    fn picture(&self) -> Option<Picture<'_>> {
        let seen = self.seen.as_ref()?;
        Some(seen.scene.picture(&self.camera, &seen.paints, None, &seen.words))
    }
}

/// The line that a person draws, closed.
fn outline(context: &CanvasRenderingContext2d, shape: &Shape, camera: &Camera, palette: &Palette) {
    let corners = match shape {
        Shape::Rectangle(a, b) => vec![*a, [b[0], a[1]], *b, [a[0], b[1]]],
        Shape::Lasso(corners) => corners.clone(),
    };
    context.begin_path();
    for corner in corners {
        let [x, y] = camera.to_screen(corner);
        context.line_to(x, y);
    }
    context.close_path();
    let accent = palette.hex(PaletteColor::ACCENT);
    context.set_global_alpha(0.15);
    context.set_fill_style_str(&accent);
    context.fill();
    context.set_global_alpha(1.0);
    context.set_stroke_style_str(&accent);
    context.set_line_width(1.5);
    dashes(context, true);
    context.stroke();
    dashes(context, false);
}

/// The colors of the present theme, from style.css, which is their one place.
fn palette(canvas: &HtmlCanvasElement) -> Palette {
    let style = web_sys::window().and_then(|window| window.get_computed_style(canvas).ok().flatten());
    let color = |name: &str| {
        let value = style.as_ref().and_then(|style| style.get_property_value(name).ok());
        value.and_then(|value| rgb(value.trim())).unwrap_or_default()
    };
    let parts = (0..fastgas_map::N_CATEGORIES).map(|index| format!("--part-{index}"));
    let shades = (0..fastgas_map::N_SHADES).map(|index| format!("--shade-{index}"));
    let others = ["--surface", "--ink", "--no-class", "--accent", "--bad"].map(str::to_owned);
    let mut palette = Palette([[0; 3]; PaletteColor::COUNT]);
    for (ink, name) in palette.0.iter_mut().zip(parts.chain(shades).chain(others)) {
        *ink = color(&name);
    }
    palette
}

/// Red, green and blue of `#rrggbb`.
fn rgb(hex: &str) -> Option<[u8; 3]> {
    let number = u32::from_str_radix(hex.strip_prefix('#')?, 16)
        .ok()
        .filter(|_| hex.len() == 7)?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some([red, green, blue])
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_as_the_style_sheet_writes_them() {
        assert_eq!(rgb("#1f5fbf"), Some([0x1f, 0x5f, 0xbf]));
        assert_eq!(rgb("#000001"), Some([0, 0, 1]));
        for other in ["", "1f5fbf", "#fff", "#1f5fbf80", "#gg0000", "red"] {
            assert_eq!(rgb(other), None, "{other}");
        }
    }

    #[test]
    fn every_ink_has_a_token_in_the_style_sheet() {
        let css = include_str!("../../../../../www/style.css");
        let token = |name: String| css.matches(&format!("{name}: #")).count();
        for name in (0..16)
            .map(|index| format!("--part-{index}"))
            .chain((0..8).map(|index| format!("--shade-{index}")))
        {
            assert_eq!(token(name.clone()), 2, "{name}, light and dark");
        }
        for name in ["--surface", "--ink", "--no-class", "--accent", "--bad"] {
            assert_eq!(token(name.into()), 2, "{name}, light and dark");
        }
    }
}
