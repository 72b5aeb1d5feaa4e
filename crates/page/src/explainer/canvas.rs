//! Draws the shapes of an animation frame on a canvas. The result looks like the SVG file.
//! The page's content security policy allows only images from the site's files.
//! Therefore an SVG cannot be loaded as an image, and the shapes are drawn one by one.

use std::f64::consts::TAU;

use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement};

use crate::explainer::animation::{Frame, FrameLayout};
use crate::i18n::t;
use crate::map::renderer::canvas2d::add_polygons;
use fastgas_partition::PartForm;
use fastgas_trace::{FONT, PAPER, SIDE, Shape, ShapeStyle};

const QUALITY: f64 = 0.92;

pub struct Canvas {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    layout: FrameLayout,
}

impl Canvas {
    pub fn new(layout: FrameLayout) -> Result<Canvas, JsValue> {
        let document = web_sys::window().and_then(|window| window.document());
        let canvas: HtmlCanvasElement = document
            .ok_or_else(too_large)?
            .create_element("canvas")?
            .unchecked_into();
        let [width, height] = layout.size;
        canvas.set_width(width);
        canvas.set_height(height);
        let context = canvas.get_context("2d")?.ok_or_else(too_large)?.unchecked_into();
        Ok(Canvas {
            canvas,
            context,
            layout,
        })
    }

    pub fn paint(&self, pictures: &[Frame]) -> Result<(), JsValue> {
        let [width, height] = self.layout.size.map(f64::from);
        self.context.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0)?;
        self.context.set_global_alpha(1.0);
        self.context.set_fill_style_str(PAPER);
        self.context.fill_rect(0.0, 0.0, width, height);
        for (&[left, top, side], Frame { drawing, caption }) in self.layout.places.iter().zip(pictures) {
            let scale = side / SIDE;
            self.context.set_transform(scale, 0.0, 0.0, scale, left, top)?;
            for shape in drawing.iter().chain(caption) {
                self.draw(shape)?;
            }
        }
        Ok(())
    }

    /// Encodes the picture as `media_type`, or as PNG if the browser does not support this media type.
    pub async fn encode(&self, media_type: &str) -> Result<Vec<u8>, JsValue> {
        let quality = JsValue::from(QUALITY);
        let made = Promise::new(&mut |resolve, reject| {
            let begun = self
                .canvas
                .to_blob_with_type_and_encoder_options(&resolve, media_type, &quality);
            if let Err(reason) = begun {
                let _ = reject.call1(&JsValue::UNDEFINED, &reason);
            }
        });
        let blob: Blob = JsFuture::from(made).await?.dyn_into().map_err(|_| too_large())?;
        let buffer = JsFuture::from(blob.array_buffer()).await?;
        Ok(Uint8Array::new(&buffer).to_vec())
    }

    fn draw(&self, shape: &Shape) -> Result<(), JsValue> {
        let context = &self.context;
        let ink = shape.ink();
        self.dip(&ink)?;
        match shape {
            Shape::Lines { ends, .. } => {
                context.set_line_cap("butt");
                context.begin_path();
                for [[x1, y1], [x2, y2]] in ends {
                    context.move_to(*x1, *y1);
                    context.line_to(*x2, *y2);
                }
                context.stroke();
            }
            Shape::Dots {
                at, color, diameter, ..
            } => {
                let is_stroke = PartForm::is_stroke(*color);
                context.set_line_cap("round");
                context.begin_path();
                for &[x, y] in at {
                    if is_stroke {
                        context.move_to(x, y);
                        context.line_to(x, y);
                    } else {
                        add_polygons(context, PartForm::contours(*color, [x, y], diameter / 2.0));
                    }
                }
                match is_stroke {
                    true => context.stroke(),
                    false => context.fill(),
                }
            }
            Shape::Ring { at: [x, y], radius, .. } => {
                context.begin_path();
                context.arc(*x, *y, *radius, 0.0, TAU)?;
                context.stroke();
            }
            Shape::Number {
                at: [x, y],
                size,
                words,
            } => {
                context.set_font(&format!("600 {size}px {FONT}"));
                context.set_text_align("center");
                context.set_text_baseline("middle");
                context.fill_text(words, *x, *y)?;
            }
            Shape::Gain {
                at: [x, y],
                size,
                words,
                ..
            } => {
                context.set_font(&format!("600 {size}px {FONT}"));
                context.set_text_align("left");
                context.set_text_baseline("middle");
                context.set_line_join("round");
                context.stroke_text(words, *x, *y)?;
                context.fill_text(words, *x, *y)?;
            }
            Shape::Says {
                at: [x, y],
                to_left,
                size,
                words,
            } => {
                context.set_font(&format!("{size}px {FONT}"));
                context.set_text_align(if *to_left { "right" } else { "left" });
                context.set_text_baseline("middle");
                context.set_line_join("round");
                context.stroke_text(words, *x, *y)?;
                context.fill_text(words, *x, *y)?;
            }
        }
        Ok(())
    }

    fn dip(&self, ink: &ShapeStyle) -> Result<(), JsValue> {
        let context = &self.context;
        context.set_global_alpha(ink.opacity);
        context.set_line_width(ink.width);
        if let Some(stroke) = ink.stroke {
            context.set_stroke_style_str(stroke);
        }
        if let Some(fill) = ink.fill {
            context.set_fill_style_str(fill);
        }
        let dash: Array = ink
            .dash
            .iter()
            .filter(|&&length| length > 0.0)
            .map(|&length| JsValue::from(length))
            .collect();
        context.set_line_dash(&dash)
    }
}

fn too_large() -> JsValue {
    t!("explainer-film-memory-problem").into()
}
