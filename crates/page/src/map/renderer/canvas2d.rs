//! Draws a picture on a canvas without a GPU. The program computes the pixels of the dots, because there are many dots.
//! The browser draws the lines, discs and words, because there are only a few.

use std::f64::consts::TAU;

use js_sys::{Array, Reflect, Uint8ClampedArray};
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

use fastgas_map::{
    Camera, DASH, FONT, LINE_WIDTH, Legend, MapText, Palette, PaletteColor, Picture, Pixels, PlacedLegend, paint_dots,
};
use fastgas_partition::PartForm;

pub struct Canvas {
    context: CanvasRenderingContext2d,
    pixels: Pixels,
    /// The image of the dots, and the camera, the colors and the pixel ratio for which the image was drawn.
    dots: Option<(ImageData, (Camera, Palette, f64))>,
}

impl Canvas {
    /// Returns `None` if the browser provides no 2-D context.
    pub fn new(canvas: &HtmlCanvasElement) -> Option<Canvas> {
        Some(Canvas {
            context: canvas.get_context("2d").ok()??.unchecked_into(),
            pixels: Pixels::default(),
            dots: None,
        })
    }

    pub fn forget_dots(&mut self) {
        self.dots = None;
    }

    /// The image of the dots is reused if possible, because drawing 100,000 dots is slow.
    pub fn paint(&mut self, picture: &Picture<'_>, camera: &Camera, palette: &Palette, ratio: f64) {
        let conditions = (*camera, *palette, ratio);
        self.dots.take_if(|(_, before)| *before != conditions);
        if !self.put_dots() {
            paint_dots(picture, camera, palette, ratio, &mut self.pixels);
            let Pixels { bytes, width, height } = &self.pixels;
            let (width, height) = (*width as u32, *height as u32);
            // Creating the image fails only for a canvas without pixels.
            let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(bytes), width, height).ok();
            self.dots = image.map(|image| (image, conditions));
            self.put_dots();
        }
        scale(&self.context, ratio);
        self.lines(picture, camera, palette);
        self.discs(picture, camera, palette);
    }

    /// The image refers to the WebAssembly memory and becomes empty when the memory grows.
    fn put_dots(&self) -> bool {
        let has_memory = |image: &ImageData| {
            // The length is read directly, because `ImageData::data` would copy all bytes of the image.
            let bytes = Reflect::get(image, &"data".into()).ok();
            bytes.is_some_and(|bytes| bytes.unchecked_into::<Uint8ClampedArray>().length() > 0)
        };
        // With an image that has become empty, Chromium throws an error, and WebKit draws nothing without an error.
        let put =
            |(image, _): &(ImageData, _)| has_memory(image) && self.context.put_image_data(image, 0.0, 0.0).is_ok();
        self.dots.as_ref().is_some_and(put)
    }

    fn lines(&self, picture: &Picture<'_>, camera: &Camera, palette: &Palette) {
        let context = &self.context;
        context.set_line_width(LINE_WIDTH);
        for line in &picture.lines {
            let ([ax, ay], [bx, by]) = (camera.to_screen(line.from), camera.to_screen(line.to));
            dashes(context, line.dashed);
            context.set_stroke_style_str(&palette.hex(line.ink));
            context.begin_path();
            context.move_to(ax, ay);
            context.line_to(bx, by);
            context.stroke();
        }
        dashes(context, false);
    }

    fn discs(&self, picture: &Picture<'_>, camera: &Camera, palette: &Palette) {
        let context = &self.context;
        // The browser parses a color whenever it is set. For thousands of discs, parsing takes longer than drawing.
        let (mut filled, mut stroked) = (None, None);
        for disc in &picture.discs {
            let [x, y] = camera.to_screen(disc.at);
            context.begin_path();
            match disc.form {
                PartForm::Circle => {
                    // Drawing an arc fails only for a negative radius.
                    let _ = context.arc(x, y, disc.radius, 0.0, TAU);
                }
                form => add_polygons(context, vec![form.corners([x, y], disc.radius)]),
            }
            if let Some(fill) = disc.fill {
                if filled.replace(fill) != Some(fill) {
                    context.set_fill_style_str(&palette.hex(fill));
                }
                context.fill();
            }
            context.set_line_width(disc.width);
            if stroked.replace(disc.stroke) != Some(disc.stroke) {
                context.set_stroke_style_str(&palette.hex(disc.stroke));
            }
            context.stroke();
        }
    }

    pub fn explain(&self, legend: &PlacedLegend, camera: &Camera, palette: &Palette, ratio: f64) {
        let context = &self.context;
        let [width, top] = camera.size;
        scale(context, ratio);
        context.set_fill_style_str(&palette.hex(PaletteColor::SURFACE));
        context.fill_rect(0.0, top, width, legend.height);
        for ([x, y], ink, part) in &legend.discs {
            context.begin_path();
            add_polygons(context, PartForm::contours(*part, [*x, top + y], Legend::RADIUS));
            context.set_fill_style_str(&palette.hex(*ink));
            context.fill();
        }
        context.set_text_align("left");
        context.set_text_baseline("middle");
        context.set_font(&format!("{}px {FONT}", Legend::FONT_SIZE));
        context.set_fill_style_str(&palette.hex(PaletteColor::TEXT));
        for ([x, y], text) in &legend.words {
            let _ = context.fill_text(text, *x, top + y + 0.5);
        }
    }

    pub fn write(&self, words: &[MapText], camera: &Camera, palette: &Palette, ratio: f64) {
        write(&self.context, words, camera, palette, ratio);
    }
}

pub fn write(context: &CanvasRenderingContext2d, words: &[MapText], camera: &Camera, palette: &Palette, ratio: f64) {
    scale(context, ratio);
    context.set_text_align("center");
    context.set_text_baseline("middle");
    context.set_line_join("round");
    context.set_line_width(4.0);
    for word in words {
        let [x, y] = camera.to_screen(word.at);
        context.set_font(&format!("600 {}px {FONT}", word.size));
        if word.outlined {
            context.set_stroke_style_str(&palette.hex(PaletteColor::SURFACE));
            let _ = context.stroke_text(&word.text, x, y + 0.5);
        }
        context.set_fill_style_str(&palette.hex(word.ink));
        let _ = context.fill_text(&word.text, x, y + 0.5);
    }
}

pub fn add_polygons(context: &CanvasRenderingContext2d, polygons: Vec<Vec<[f64; 2]>>) {
    for polygon in polygons {
        for (index, [x, y]) in polygon.into_iter().enumerate() {
            match index {
                0 => context.move_to(x, y),
                _ => context.line_to(x, y),
            }
        }
        context.close_path();
    }
}

/// Makes one canvas unit equal to one CSS pixel. `ratio` is the number of canvas pixels per CSS pixel.
pub fn scale(context: &CanvasRenderingContext2d, ratio: f64) {
    // Setting the transform fails only for numbers that are not finite.
    let _ = context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0);
}

pub fn dashes(context: &CanvasRenderingContext2d, dashed: bool) {
    let pattern = if dashed {
        Array::of1(&JsValue::from(DASH))
    } else {
        Array::new()
    };
    // Setting the dash pattern fails only for numbers that are not finite.
    let _ = context.set_line_dash(&pattern);
}
