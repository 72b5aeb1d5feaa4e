//! Draws a picture with WebGL2: up to 100,000 dots per call, from buffers that stay on the GPU while the camera moves.

use js_sys::{Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    HtmlCanvasElement, WebGl2RenderingContext as Gl, WebGlBuffer, WebGlProgram, WebGlShader, WebGlUniformLocation,
    WebGlVertexArrayObject,
};

use fastgas_map::{Camera, LINE_WIDTH, Palette, PaletteColor, Picture, bytes_of};
use fastgas_partition::PartForm;
use fastgas_protocol::bytes_of_f32;

/// Distance outside the canvas, in pixels, up to which dots are drawn. The rims of such dots may be visible.
const VIEW_MARGIN: f64 = 16.0;

pub struct WebGl {
    gl: Gl,
    dots: Dots,
    discs: StrokeProgram,
    lines: StrokeProgram,
}

/// The positions and the colors of the dots change at different times, so they have separate buffers.
struct Dots {
    program: Program,
    array: WebGlVertexArrayObject,
    places: WebGlBuffer,
    paints: WebGlBuffer,
    count: i32,
}

/// Lines and discs are few, so their buffer is written again for each picture.
struct StrokeProgram {
    program: Program,
    array: WebGlVertexArrayObject,
    buffer: WebGlBuffer,
}

struct Program {
    program: WebGlProgram,
    uniforms: Vec<Option<WebGlUniformLocation>>,
}

impl WebGl {
    /// Returns `None` if WebGL2 is missing or emulated in software, because a 2-D context is faster than emulation.
    pub fn new(canvas: &HtmlCanvasElement) -> Option<WebGl> {
        // A canvas keeps the type of its first context, so the test for WebGL2 uses a separate canvas.
        let scratch = canvas.owner_document()?.create_element("canvas").ok()?;
        if is_software(&context(scratch.unchecked_ref())?) {
            return None;
        }
        let gl = context(canvas)?;
        gl.enable(Gl::BLEND);
        gl.blend_func(Gl::SRC_ALPHA, Gl::ONE_MINUS_SRC_ALPHA);
        Some(WebGl {
            dots: Dots::new(&gl)?,
            discs: StrokeProgram::new(&gl, DISC, &disc_color(), &[2, 2, 4, 3, 1])?,
            lines: StrokeProgram::new(&gl, STROKE, STROKE_COLOR, &[2, 3, 3])?,
            gl,
        })
    }

    pub fn upload_positions(&mut self, picture: &Picture<'_>) {
        let places = bytes_of_f32(picture.layout.positions.as_flattened());
        fill(&self.gl, &self.dots.places, &places, Gl::DYNAMIC_DRAW);
        self.dots.count = picture.layout.positions.len() as i32;
    }

    pub fn upload_paints(&self, picture: &Picture<'_>) {
        fill(&self.gl, &self.dots.paints, &bytes_of(picture.paints), Gl::DYNAMIC_DRAW);
    }

    pub fn paint(&self, picture: &Picture<'_>, camera: &Camera, palette: &Palette, ratio: f64) {
        let gl = &self.gl;
        let [width, height] = camera.size.map(|side| (side * ratio).round());
        let [red, green, blue] = palette
            .rgb(PaletteColor::SURFACE)
            .map(|channel| f32::from(channel) / 255.0);
        gl.viewport(0, 0, width as i32, height as i32);
        gl.clear_color(red, green, blue, 1.0);
        gl.clear(Gl::COLOR_BUFFER_BIT);
        self.paint_dots(picture, camera, palette, ratio);
        gl.viewport(0, 0, width as i32, height as i32);
        let size = [width as f32, height as f32];
        self.lines.draw(
            gl,
            &strokes(picture, camera, palette, ratio),
            8,
            Gl::TRIANGLES,
            size,
            ratio,
        );
        self.discs
            .draw(gl, &discs(picture, camera, palette, ratio), 12, Gl::POINTS, size, ratio);
    }

    fn paint_dots(&self, picture: &Picture<'_>, camera: &Camera, palette: &Palette, ratio: f64) {
        let (gl, Program { program, uniforms }) = (&self.gl, &self.dots.program);
        let [width, height] = camera.size.map(|side| (side * ratio).round());
        let overlap = (VIEW_MARGIN * ratio).ceil();
        let [wide, high] = [width, height].map(|side| side + 2.0 * overlap);
        gl.viewport(-overlap as i32, -overlap as i32, wide as i32, high as i32);
        gl.use_program(Some(program));
        gl.bind_vertex_array(Some(&self.dots.array));
        let [center, scale, radius, halo, ring, colors, turn] =
            [0, 1, 2, 3, 4, 5, 6].map(|index| uniforms[index].as_ref());
        gl.uniform2f(center, camera.center[0] as f32, camera.center[1] as f32);
        let unit = 2.0 * camera.scale * ratio;
        gl.uniform2f(scale, (unit / wide) as f32, (unit / high) as f32);
        gl.uniform1f(radius, (picture.radius * ratio) as f32);
        gl.uniform1f(halo, (fastgas_map::HALO * ratio) as f32);
        gl.uniform1f(ring, (fastgas_map::RING * ratio) as f32);
        let channels = palette.0.as_flattened().iter();
        let channels: Vec<f32> = channels.map(|&channel| f32::from(channel) / 255.0).collect();
        gl.uniform3fv_with_f32_array(colors, &channels);
        for number in 0..fastgas_map::DrawingPass::ALL.len() as i32 {
            gl.uniform1i(turn, number);
            gl.draw_arrays(Gl::POINTS, 0, self.dots.count);
        }
    }
}

fn context(canvas: &HtmlCanvasElement) -> Option<Gl> {
    let options = Object::new();
    for (key, value) in [
        ("alpha", false),
        ("antialias", false),
        ("depth", false),
        ("failIfMajorPerformanceCaveat", true),
    ] {
        Reflect::set(&options, &key.into(), &value.into()).ok()?;
    }
    let context = canvas.get_context_with_context_options("webgl2", &options).ok()??;
    Some(context.unchecked_into())
}

/// Some browsers ignore `failIfMajorPerformanceCaveat` and create a WebGL context that software emulates.
fn is_software(gl: &Gl) -> bool {
    /// Value of `UNMASKED_RENDERER_WEBGL` in the `WEBGL_debug_renderer_info` extension.
    const RENDERER: u32 = 0x9246;
    let can_tell = matches!(gl.get_extension("WEBGL_debug_renderer_info"), Ok(Some(_)));
    let renderer = can_tell.then(|| gl.get_parameter(RENDERER).ok()).flatten();
    let renderer = renderer
        .and_then(|renderer| renderer.as_string())
        .unwrap_or_default()
        .to_lowercase();
    ["swiftshader", "llvmpipe", "softpipe", "basic render"]
        .iter()
        .any(|name| renderer.contains(name))
}

impl Dots {
    fn new(gl: &Gl) -> Option<Dots> {
        let uniforms = ["center", "scale", "radius", "halo", "ring", "palette", "turn"];
        let program = Program::new(gl, &dot_shader(), DOT_COLOR, &uniforms)?;
        let array = gl.create_vertex_array()?;
        gl.bind_vertex_array(Some(&array));
        let (places, paints) = (gl.create_buffer()?, gl.create_buffer()?);
        gl.bind_buffer(Gl::ARRAY_BUFFER, Some(&places));
        gl.enable_vertex_attrib_array(0);
        gl.vertex_attrib_pointer_with_i32(0, 2, Gl::FLOAT, false, 0, 0);
        gl.bind_buffer(Gl::ARRAY_BUFFER, Some(&paints));
        gl.enable_vertex_attrib_array(1);
        gl.vertex_attrib_i_pointer_with_i32(1, 2, Gl::UNSIGNED_BYTE, 0, 0);
        Some(Dots {
            program,
            array,
            places,
            paints,
            count: 0,
        })
    }
}

impl StrokeProgram {
    /// `widths` contains the number of components in each vertex attribute, in attribute order.
    fn new(gl: &Gl, vertex: &str, fragment: &str, widths: &[i32]) -> Option<StrokeProgram> {
        let program = Program::new(gl, vertex, fragment, &["size", "ratio"])?;
        let array = gl.create_vertex_array()?;
        gl.bind_vertex_array(Some(&array));
        let buffer = gl.create_buffer()?;
        gl.bind_buffer(Gl::ARRAY_BUFFER, Some(&buffer));
        let stride = 4 * widths.iter().sum::<i32>();
        let mut offset = 0;
        for (index, &width) in (0..).zip(widths) {
            gl.enable_vertex_attrib_array(index);
            gl.vertex_attrib_pointer_with_i32(index, width, Gl::FLOAT, false, stride, offset);
            offset += 4 * width;
        }
        Some(StrokeProgram { program, array, buffer })
    }

    fn draw(&self, gl: &Gl, numbers: &[f32], width: usize, mode: u32, size: [f32; 2], ratio: f64) {
        if numbers.is_empty() {
            return;
        }
        gl.use_program(Some(&self.program.program));
        gl.bind_vertex_array(Some(&self.array));
        fill(gl, &self.buffer, &bytes_of_f32(numbers), Gl::STREAM_DRAW);
        gl.uniform2f(self.program.uniforms[0].as_ref(), size[0], size[1]);
        gl.uniform1f(self.program.uniforms[1].as_ref(), ratio as f32);
        gl.draw_arrays(mode, 0, (numbers.len() / width) as i32);
    }
}

impl Program {
    fn new(gl: &Gl, vertex: &str, fragment: &str, uniforms: &[&str]) -> Option<Program> {
        let program = gl.create_program()?;
        for (kind, source) in [(Gl::VERTEX_SHADER, vertex), (Gl::FRAGMENT_SHADER, fragment)] {
            gl.attach_shader(&program, &shader(gl, kind, source)?);
        }
        gl.link_program(&program);
        if gl.get_program_parameter(&program, Gl::LINK_STATUS) != JsValue::TRUE {
            leptos::logging::error!("a shader was not linked: {:?}", gl.get_program_info_log(&program));
            return None;
        }
        let uniforms = uniforms
            .iter()
            .map(|name| gl.get_uniform_location(&program, name))
            .collect();
        Some(Program { program, uniforms })
    }
}

fn shader(gl: &Gl, kind: u32, source: &str) -> Option<WebGlShader> {
    let shader = gl.create_shader(kind)?;
    gl.shader_source(&shader, source);
    gl.compile_shader(&shader);
    if gl.get_shader_parameter(&shader, Gl::COMPILE_STATUS) != JsValue::TRUE {
        leptos::logging::error!("a shader was not compiled: {:?}", gl.get_shader_info_log(&shader));
        return None;
    }
    Some(shader)
}

fn fill(gl: &Gl, buffer: &WebGlBuffer, bytes: &[u8], usage: u32) {
    gl.bind_buffer(Gl::ARRAY_BUFFER, Some(buffer));
    gl.buffer_data_with_u8_array(Gl::ARRAY_BUFFER, bytes, usage);
}

fn color(palette: &Palette, ink: PaletteColor) -> [f32; 3] {
    palette.rgb(ink).map(|channel| f32::from(channel) / 255.0)
}

fn pixel(camera: &Camera, place: [f64; 2], ratio: f64) -> [f64; 2] {
    camera.to_screen(place).map(|side| side * ratio)
}

/// Each disc has 12 numbers: center, radius, line width, fill color, fill opacity, stroke color, shape.
fn discs(picture: &Picture<'_>, camera: &Camera, palette: &Palette, ratio: f64) -> Vec<f32> {
    let mut numbers = Vec::with_capacity(12 * picture.discs.len());
    for disc in &picture.discs {
        numbers.extend(pixel(camera, disc.at, ratio).map(|side| side as f32));
        numbers.extend([disc.radius, disc.width].map(|length| (length * ratio) as f32));
        numbers.extend(color(palette, disc.fill.unwrap_or(PaletteColor::SURFACE)));
        numbers.push(f32::from(disc.fill.is_some()));
        numbers.extend(color(palette, disc.stroke));
        numbers.push(f32::from(disc.form as u8));
    }
    numbers
}

/// Each line consists of two triangles.
/// A vertex has its position, its distances along and across the line, a flag for dashes, and its color.
fn strokes(picture: &Picture<'_>, camera: &Camera, palette: &Palette, ratio: f64) -> Vec<f32> {
    let mut numbers = Vec::with_capacity(6 * 8 * picture.lines.len());
    let half = LINE_WIDTH * ratio / 2.0 + 1.0;
    for line in &picture.lines {
        let (from, to) = (pixel(camera, line.from, ratio), pixel(camera, line.to, ratio));
        let length = (to[0] - from[0]).hypot(to[1] - from[1]).max(1e-6);
        let side = [(to[1] - from[1]) / length * half, (from[0] - to[0]) / length * half];
        let dashed = f64::from(u8::from(line.dashed));
        for (end, along, across) in [
            (from, 0.0, 1.0),
            (from, 0.0, -1.0),
            (to, length, 1.0),
            (to, length, 1.0),
            (from, 0.0, -1.0),
            (to, length, -1.0),
        ] {
            let corner = [end[0] + across * side[0], end[1] + across * side[1]];
            numbers.extend([corner[0], corner[1], along, across * half, dashed].map(|number| number as f32));
            numbers.extend(color(palette, line.ink));
        }
    }
    numbers
}

/// The vertex shader of the dots must compute the same values as [`fastgas_map::DrawingPass::dot`].
fn dot_shader() -> String {
    use fastgas_map::{DIM_OPACITY, MISSED_OPACITY, PLAIN_OPACITY, Paint};
    format!(
        "#version 300 es
layout(location = 0) in vec2 place;
layout(location = 1) in uvec2 paint;
uniform vec2 center;
uniform vec2 scale;
uniform float radius;
uniform float halo;
uniform float ring;
uniform vec3 palette[{count}];
uniform int turn;
out vec4 ink;
flat out float reach;
void main() {{
    bool marked = (paint.y & {marked}u) != 0u;
    bool stands_out = marked || (paint.y & {hit}u) != 0u;
    bool dim = (paint.y & {dim}u) != 0u;
    bool back = (dim || (paint.y & {missed}u) != 0u) && !marked;
    bool shown = back ? turn == 0 : turn == 1 ? stands_out && !marked : turn == 2 ? stands_out : turn == 3;
    float opacity = turn == 0 ? (dim ? {dim_opacity:?} : {missed_opacity:?}) : stands_out ? 1.0 : {plain_opacity:?};
    uint color = turn == 1 || (turn == 2 && marked) ? {text}u : turn == 2 ? {surface}u : paint.x;
    ink = vec4(palette[color], opacity);
    reach = turn == 1 ? radius + halo + ring : turn == 2 ? radius + halo : radius;
    gl_PointSize = 2.0 * (reach + 1.0);
    gl_Position = shown ? vec4((place - center) * scale, 0.0, 1.0) : vec4(9.0, 9.0, 9.0, 1.0);
}}
",
        count = PaletteColor::COUNT,
        marked = Paint::MARKED,
        hit = Paint::HIT,
        dim = Paint::DIM,
        missed = Paint::MISSED,
        dim_opacity = DIM_OPACITY,
        missed_opacity = MISSED_OPACITY,
        plain_opacity = PLAIN_OPACITY,
        text = PaletteColor::TEXT.0,
        surface = PaletteColor::SURFACE.0,
    )
}

const DOT_COLOR: &str = "#version 300 es
precision highp float;
in vec4 ink;
flat in float reach;
out vec4 color;
void main() {
    float away = length(gl_PointCoord - 0.5) * 2.0 * (reach + 1.0);
    float covered = clamp(reach - away + 0.5, 0.0, 1.0);
    if (covered == 0.0) discard;
    color = vec4(ink.rgb, ink.a * covered);
}
";

const DISC: &str = "#version 300 es
layout(location = 0) in vec2 at;
layout(location = 1) in vec2 shape;
layout(location = 2) in vec4 fill;
layout(location = 3) in vec3 stroke;
layout(location = 4) in float form;
uniform vec2 size;
uniform float ratio;
flat out vec2 ring;
flat out vec4 inside;
flat out vec3 border;
flat out float look;
flat out float reach;
void main() {
    ring = shape;
    inside = fill;
    border = stroke;
    look = form;
    // The border of a triangle reaches farther from the center at the corners than at the edges.
    reach = form < 0.5 ? shape.x + shape.y / 2.0 + ratio : 1.6 * shape.x + shape.y + ratio;
    gl_PointSize = 2.0 * reach;
    gl_Position = vec4((at / size * 2.0 - 1.0) * vec2(1.0, -1.0), 0.0, 1.0);
}
";

/// In the shader, `away` is the distance from the nearest edge of the shape, plus the radius of the disc.
fn disc_color() -> String {
    let [square, diamond, triangle] =
        [PartForm::Square, PartForm::Diamond, PartForm::Triangle].map(|form| 1.0 - form.inradius());
    format!(
        "#version 300 es
precision highp float;
flat in vec2 ring;
flat in vec4 inside;
flat in vec3 border;
flat in float look;
flat in float reach;
out vec4 color;
void main() {{
    vec2 spot = (gl_PointCoord - 0.5) * 2.0 * reach;
    vec2 side = abs(spot);
    float away = length(spot);
    if (look > 2.5) {{
        away = max(spot.y, 0.8660254 * side.x - 0.5 * spot.y) + {triangle:?} * ring.x;
    }} else if (look > 1.5) {{
        away = 0.7071068 * (side.x + side.y) + {diamond:?} * ring.x;
    }} else if (look > 0.5) {{
        away = max(side.x, side.y) + {square:?} * ring.x;
    }}
    float filled = clamp(ring.x - away + 0.5, 0.0, 1.0) * inside.a;
    float stroked = clamp(ring.y / 2.0 - abs(away - ring.x) + 0.5, 0.0, 1.0);
    float covered = stroked + filled * (1.0 - stroked);
    if (covered == 0.0) discard;
    color = vec4((border * stroked + inside.rgb * filled * (1.0 - stroked)) / covered, covered);
}}
"
    )
}

const STROKE: &str = "#version 300 es
layout(location = 0) in vec2 at;
layout(location = 1) in vec3 along;
layout(location = 2) in vec3 stroke;
uniform vec2 size;
out vec3 spot;
flat out vec3 ink;
void main() {
    spot = along;
    ink = stroke;
    gl_Position = vec4((at / size * 2.0 - 1.0) * vec2(1.0, -1.0), 0.0, 1.0);
}
";

const STROKE_COLOR: &str = "#version 300 es
precision highp float;
in vec3 spot;
flat in vec3 ink;
uniform float ratio;
out vec4 color;
void main() {
    if (spot.z > 0.5 && mod(spot.x, 10.0 * ratio) > 5.0 * ratio) discard;
    color = vec4(ink, clamp(0.75 * ratio - abs(spot.y) + 0.5, 0.0, 1.0));
}
";
