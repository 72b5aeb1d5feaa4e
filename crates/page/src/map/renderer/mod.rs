//! The two canvases of the map, one for the dots and one for the words drawn over the dots, and the camera.

pub mod canvas2d;
pub mod webgl;

use std::cell::OnceCell;

use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::map::PtrEq;
use crate::map::ZoomTarget;
use crate::map::coloring::Coloring;
use crate::map::renderer::canvas2d::{Canvas, dashes, scale, write};
use crate::map::renderer::webgl::WebGl;
use crate::map::scene::Scene;
use fastgas_map::{
    Camera, FONT, Legend, MapText, N_CATEGORIES, N_PART_COLORS, N_SHADES, Paint, Palette, PaletteColor, Picture,
    PlacedLegend, PointIndex, Shape, Viewport, to_svg,
};

/// Maximum distance between the pointer and the dot that it selects, in pixels.
const HIT_RADIUS: f64 = 14.0;
/// Minimum zoom factor when the user goes to a single text, so that its neighbors are distinguishable.
const MIN_ZOOM_TO_TEXT: f64 = 5.0;

pub struct MapView {
    dots: HtmlCanvasElement,
    words: CanvasRenderingContext2d,
    painter: DotRenderer,
    palette: Palette,
    pub camera: Camera,
    /// The map shows the edges of the hovered text to its neighbors in the kNN graph.
    pub hovered: Option<u32>,
    pub drawn: Option<Shape>,
    rendered: Option<RenderedScene>,
    /// The id of the last zoom request, so that no request is carried out twice.
    zoom: Option<u32>,
}

struct RenderedScene {
    scene: Scene,
    paints: PtrEq<Vec<Paint>>,
    coloring: PtrEq<Coloring>,
    index: OnceCell<PointIndex>,
    part_words: Vec<(u32, MapText)>,
    words: Vec<MapText>,
    shows_parts: bool,
    /// Whether the positions on the GPU are outdated.
    positions_changed: bool,
    /// Whether the colors on the GPU are outdated.
    paints_changed: bool,
}

enum DotRenderer {
    Gpu(Box<WebGl>),
    Cpu(Box<Canvas>),
    /// Nothing can be drawn while the WebGL context is lost.
    None,
}

impl DotRenderer {
    fn new(canvas: &HtmlCanvasElement) -> DotRenderer {
        let gpu = WebGl::new(canvas).map(|gpu| DotRenderer::Gpu(Box::new(gpu)));
        gpu.or_else(|| Canvas::new(canvas).map(|canvas| DotRenderer::Cpu(Box::new(canvas))))
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
    /// Returns `None` if the browser provides no 2-D context.
    /// `request_id` is the id of a zoom request that the previous map has already carried out.
    pub fn new(dots: HtmlCanvasElement, words: &HtmlCanvasElement, request_id: Option<u32>) -> Option<MapView> {
        let context = words.get_context("2d").ok()??.unchecked_into();
        let mut view = MapView {
            painter: DotRenderer::None,
            palette: palette(&dots),
            dots,
            words: context,
            camera: Camera::fit([1.0, 1.0]),
            hovered: None,
            drawn: None,
            rendered: None,
            zoom: request_id,
        };
        view.restore();
        Some(view)
    }

    /// Drawing continues when the browser has restored the WebGL context.
    pub fn lose_gpu(&mut self) {
        self.painter = DotRenderer::None;
    }

    /// Continues with a 2-D context, unless the WebGL context was restored in the meantime.
    /// Replaces the canvas, because a canvas that had a WebGL context cannot get a 2-D context.
    pub fn continue_without_gpu(&mut self) {
        let document = self
            .dots
            .owner_document()
            .filter(|_| matches!(self.painter, DotRenderer::None));
        let Some(canvas) = document.and_then(|document| document.create_element("canvas").ok()) else {
            return;
        };
        for name in ["id", "aria-hidden"] {
            if let Some(value) = self.dots.get_attribute(name) {
                // Setting the attribute fails only for an invalid name.
                let _ = canvas.set_attribute(name, &value);
            }
        }
        // Replacing the canvas fails only if the map was removed from the page.
        let _ = self.dots.replace_with_with_node_1(&canvas);
        self.dots = canvas.unchecked_into();
        self.painter = Canvas::new(&self.dots).map_or(DotRenderer::None, |canvas| DotRenderer::Cpu(Box::new(canvas)));
        let _ = self.dots.set_attribute("data-painter", self.painter.name());
        self.resize();
    }

    pub fn restore(&mut self) {
        self.painter = DotRenderer::new(&self.dots);
        // Setting the attribute fails only for an invalid name.
        let _ = self.dots.set_attribute("data-painter", self.painter.name());
        if let Some(rendered) = &mut self.rendered {
            (rendered.positions_changed, rendered.paints_changed) = (true, true);
        }
    }

    /// If the partition has changed, the camera shows the section `viewport`, or the whole map without `viewport`.
    /// With the same partition, the camera moves only if the text to label has changed and is out of view.
    pub fn show(
        &mut self,
        scene: Scene,
        (paints, coloring): (PtrEq<Vec<Paint>>, PtrEq<Coloring>),
        viewport: Option<Viewport>,
    ) {
        let Some(last) = self.rendered.take() else {
            self.reset_camera(viewport);
            return self.replace_scene(scene, paints, coloring);
        };
        let same_parts = last.scene.outcome == scene.outcome || last.scene.outcome.partition == scene.outcome.partition;
        if !same_parts {
            self.reset_camera(viewport);
            self.hovered = None;
        } else if let Some(row) = scene.current.filter(|_| last.scene.current != scene.current) {
            self.camera.reveal(scene.place(row), 24.0);
        }
        let same_words = last.scene.names == scene.names && last.shows_parts == scene.shows_parts(&paints);
        if same_parts && last.scene.layout == scene.layout && same_words {
            let is_other = last.paints != paints;
            self.rendered = Some(RenderedScene {
                paints_changed: last.paints_changed || is_other,
                words: match is_other {
                    true => scene.words_over(&paints, &last.part_words),
                    false => last.words,
                },
                scene,
                paints,
                coloring,
                ..last
            });
        } else {
            self.replace_scene(scene, paints, coloring);
        }
    }

    fn reset_camera(&mut self, viewport: Option<Viewport>) {
        self.show_all();
        if let Some(viewport) = viewport {
            self.camera.show_viewport(viewport);
        }
    }

    fn replace_scene(&mut self, scene: Scene, paints: PtrEq<Vec<Paint>>, coloring: PtrEq<Coloring>) {
        let shows_parts = scene.shows_parts(&paints);
        let part_words = scene.part_words(shows_parts);
        self.rendered = Some(RenderedScene {
            words: scene.words_over(&paints, &part_words),
            part_words,
            shows_parts,
            scene,
            paints,
            coloring,
            index: OnceCell::new(),
            positions_changed: true,
            paints_changed: true,
        });
    }

    pub fn zoom_to(&mut self, (request_id, zoom): &(u32, ZoomTarget)) {
        let Some(rendered) = self
            .rendered
            .as_ref()
            .filter(|_| self.zoom.replace(*request_id) != Some(*request_id))
        else {
            return;
        };
        match zoom {
            ZoomTarget::Rows(rows) => {
                if let Some(bounds) = rendered.scene.bounds(rows) {
                    self.camera.show(bounds);
                }
            }
            ZoomTarget::Row(row) => {
                self.camera.center = rendered.scene.place(*row);
                let closer = (MIN_ZOOM_TO_TEXT / self.camera.zoom()).max(1.0);
                self.camera.zoom_at(self.camera.size.map(|side| side / 2.0), closer);
            }
        }
    }

    /// Shows the edges of a text that the user points at outside the map, for example in the tree of groups.
    /// The camera moves until the dot of the text is visible.
    pub fn point(&mut self, row: Option<u32>) {
        self.hovered = row;
        if let (Some(row), Some(rendered)) = (row, &self.rendered) {
            self.camera.reveal(rendered.scene.place(row), 24.0);
        }
    }

    /// Position of a text's dot on the canvas, in pixels.
    pub fn place(&self, row: u32) -> Option<[f64; 2]> {
        let rendered = self.rendered.as_ref()?;
        Some(self.camera.to_screen(rendered.scene.place(row)))
    }

    pub fn neighbor_positions(&self, row: u32) -> Vec<[f64; 2]> {
        let scene = self.rendered.as_ref().map(|rendered| &rendered.scene);
        let with = scene.and_then(|scene| Some((scene, scene.adjacency.as_ref()?)));
        let ends = with.map(|(scene, adjacency)| adjacency.neighbors_of(row).iter().map(|&other| scene.place(other)));
        ends.into_iter()
            .flatten()
            .map(|place| self.camera.to_screen(place))
            .collect()
    }

    /// Returns false for a map without dots. Complexity: O(n) for n dots, but usually the first dot decides.
    pub fn is_outside_map(&self) -> bool {
        let Some(RenderedScene { scene, .. }) = &self.rendered else {
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

    /// Adapts the canvases to their displayed size, so that one canvas pixel is one device pixel.
    /// The colors of the theme are also read again.
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

    /// Returns the nearest dot within `HIT_RADIUS`. A pick has precedence, because picks are drawn on top.
    pub fn row_at(&self, at: [f64; 2]) -> Option<u32> {
        let RenderedScene { scene, index, .. } = self.rendered.as_ref()?;
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

    /// The rows inside the shape, without rows that a filter hides, ascending.
    pub fn rows_in(&self, shape: &Shape) -> Vec<u32> {
        let Some(rendered) = &self.rendered else {
            return Vec::new();
        };
        let mut rows = shape.rows(&rendered.scene.layout);
        rows.retain(|&row| rendered.paints[row as usize].state & Paint::DIM == 0);
        rows
    }

    /// The visible rows, without rows that a filter hides, ascending.
    pub fn rows_in_view(&self) -> Vec<u32> {
        let corners = [[0.0; 2], self.camera.size].map(|corner| self.camera.to_plane(corner));
        self.rows_in(&Shape::Rectangle(corners[0], corners[1]))
    }

    pub fn viewport(&self) -> Option<Viewport> {
        self.rendered.as_ref().map(|_| self.camera.viewport())
    }

    pub fn show_all(&mut self) {
        self.camera = Camera::fit(self.camera.size);
    }

    pub fn pick_in_the_middle(&self) -> Option<u32> {
        let scene = &self.rendered.as_ref()?.scene;
        let [x, y] = self.camera.center;
        let distance = |row: u32| {
            let [px, py] = scene.place(row);
            (px - x).hypot(py - y)
        };
        let rows = scene.outcome.selection.picks.iter().map(|pick| pick.row);
        rows.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
    }

    pub fn draw(&mut self) {
        let Some(rendered) = &mut self.rendered else { return };
        let (camera, palette, ratio) = (&self.camera, &self.palette, device_pixel_ratio());
        let mut picture = rendered
            .scene
            .picture(camera, &rendered.paints, self.hovered, &rendered.words);
        rendered.scene.add_letters(&mut picture, camera, &rendered.coloring);
        let positions_changed = std::mem::take(&mut rendered.positions_changed);
        let paints_changed = std::mem::take(&mut rendered.paints_changed);
        match &mut self.painter {
            DotRenderer::Gpu(gpu) => {
                if positions_changed {
                    gpu.upload_positions(&picture);
                }
                if paints_changed {
                    gpu.upload_paints(&picture);
                }
                gpu.paint(&picture, camera, palette, ratio);
            }
            DotRenderer::Cpu(canvas) => {
                if positions_changed || paints_changed {
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

    pub fn svg(&self, title: &str, legend: &Legend) -> Option<String> {
        let picture = self.picture()?;
        let placed = self.arrange(legend);
        Some(to_svg(
            &picture,
            &self.camera,
            &self.palette,
            (title, &legend.notes, &placed),
        ))
    }

    fn arrange(&self, legend: &Legend) -> PlacedLegend {
        self.words.save();
        self.words.set_font(&format!("{}px {FONT}", Legend::FONT_SIZE));
        let measure = |text: &str| self.words.measure_text(text).map_or(0.0, |metrics| metrics.width());
        let placed = legend.place(self.camera.size[0], measure);
        self.words.restore();
        placed
    }

    /// `ratio` is the number of canvas pixels per CSS pixel.
    pub fn to_canvas(&self, ratio: f64, legend: &Legend) -> Option<HtmlCanvasElement> {
        let canvas = self.dots.owner_document()?.create_element("canvas").ok()?;
        let canvas: HtmlCanvasElement = canvas.unchecked_into();
        let legend = self.arrange(legend);
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

    /// Exported images do not show the edges of the text under the pointer.
    fn picture(&self) -> Option<Picture<'_>> {
        let rendered = self.rendered.as_ref()?;
        let scene = &rendered.scene;
        let mut picture = scene.picture(&self.camera, &rendered.paints, None, &rendered.words);
        scene.add_letters(&mut picture, &self.camera, &rendered.coloring);
        Some(picture)
    }
}

/// The lasso or box is drawn closed even while the user is still drawing it.
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

/// Reads the colors from style.css, which is their only definition.
fn palette(canvas: &HtmlCanvasElement) -> Palette {
    let style = web_sys::window().and_then(|window| window.get_computed_style(canvas).ok().flatten());
    let color = |name: &str| {
        let value = style.as_ref().and_then(|style| style.get_property_value(name).ok());
        value.and_then(|value| rgb(value.trim())).unwrap_or_default()
    };
    let mut palette = Palette([[0; 3]; PaletteColor::COUNT]);
    for (ink, name) in palette.0.iter_mut().zip(tokens()) {
        *ink = color(&name);
    }
    palette
}

/// The names of the colors in style.css, in the same order as [`Palette`].
fn tokens() -> impl Iterator<Item = String> {
    let categories = (0..N_CATEGORIES).map(|index| format!("--category-{index}"));
    let parts = (0..N_PART_COLORS).map(|index| format!("--part-{index}"));
    let shades = (0..N_SHADES).map(|index| format!("--shade-{index}"));
    let others = ["--surface", "--ink", "--no-class", "--accent", "--bad"].map(str::to_owned);
    categories.chain(parts).chain(shades).chain(others)
}

fn rgb(hex: &str) -> Option<[u8; 3]> {
    let number = u32::from_str_radix(hex.strip_prefix('#')?, 16)
        .ok()
        .filter(|_| hex.len() == 7)?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some([red, green, blue])
}

/// Position of the pointer, in pixels from the upper left corner of the canvas.
pub fn pointer_position(event: &web_sys::MouseEvent, canvas: &HtmlCanvasElement) -> [f64; 2] {
    let edges = canvas.get_bounding_client_rect();
    [
        f64::from(event.client_x()) - edges.left(),
        f64::from(event.client_y()) - edges.top(),
    ]
}

fn device_pixel_ratio() -> f64 {
    web_sys::window().map_or(1.0, |window: web_sys::Window| window.device_pixel_ratio())
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
    fn every_palette_color_has_a_token_in_the_style_sheet() {
        let css = include_str!("../../../../../www/style.css");
        assert_eq!(tokens().count(), PaletteColor::COUNT);
        for name in tokens() {
            let n = css.matches(&format!("{name}: #")).count();
            assert_eq!(n, 2, "{name} is defined for the light and the dark theme");
        }
    }
}
