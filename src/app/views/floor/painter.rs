//! Paints a display list on a canvas. Knows shapes, colours and fonts; knows nothing of floors, walks or designs.

use map::floor::{
    Family, Fill, Group, Layer, Pixels, Point, Rect, Shape, Stroke, TextAnchor, TextStyle,
};
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

use super::palette::Palette;

/// A canvas and what is needed to paint on it.
pub struct Sheet {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
}

impl Sheet {
    /// The two-dimensional context of a canvas; `None` where the browser gives none.
    pub fn new(canvas: HtmlCanvasElement) -> Option<Self> {
        let context = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        Some(Self { canvas, context })
    }

    /// Fits the canvas to so many CSS pixels at so many device pixels each.
    pub fn resize(&self, width: f64, height: f64, density: f64) {
        let device = |length: f64| (length * density).round().max(1.0) as u32;
        if self.canvas.width() != device(width) || self.canvas.height() != device(height) {
            self.canvas.set_width(device(width));
            self.canvas.set_height(device(height));
        }
    }

    /// Puts pixels where they belong.
    pub fn put(&self, pixels: &Pixels) {
        let data =
            ImageData::new_with_u8_clamped_array(Clamped(pixels.bytes()), pixels.width() as u32);
        let (left, top) = pixels.origin();
        if let Ok(data) = data {
            let _ = self.context.put_image_data(&data, left as f64, top as f64);
        }
    }

    /// The context, for measuring letters.
    pub fn context(&self) -> &CanvasRenderingContext2d {
        &self.context
    }

    /// Wipes the sheet.
    pub fn clear(&self) {
        let _ = self.context.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);
        self.context.clear_rect(
            0.0,
            0.0,
            f64::from(self.canvas.width()),
            f64::from(self.canvas.height()),
        );
    }

    /// Paints a layer over what is there.
    pub fn paint(&self, layer: &Layer, palette: &Palette, density: f64) {
        let _ = self.context.set_transform(density, 0.0, 0.0, density, 0.0, 0.0);
        let brush = Brush { context: &self.context, palette };
        for group in &layer.groups {
            brush.group(group);
        }
    }
}

struct Brush<'a> {
    context: &'a CanvasRenderingContext2d,
    palette: &'a Palette,
}

impl Brush<'_> {
    fn group(&self, group: &Group) {
        self.context.save();
        if let Some(clip) = group.clip {
            self.context.begin_path();
            self.context.rect(clip.x, clip.y, clip.width, clip.height);
            self.context.clip();
        }
        for shape in &group.shapes {
            self.shape(shape);
        }
        self.context.restore();
    }

    fn shape(&self, shape: &Shape) {
        match shape {
            Shape::Rects { rects, radius, fill, stroke } => {
                self.rects(rects, *radius, *fill, *stroke);
            }
            Shape::Hatch { rects, spacing, stroke, opacity } => {
                self.context.set_global_alpha(*opacity);
                self.context.begin_path();
                for rect in rects {
                    self.hatch(rect, *spacing);
                }
                self.stroke(*stroke);
                self.context.set_global_alpha(1.0);
            }
            Shape::Lines { segments, stroke } => {
                self.context.begin_path();
                for (from, to) in segments {
                    self.context.move_to(from.x, from.y);
                    self.context.line_to(to.x, to.y);
                }
                self.stroke(*stroke);
            }
            Shape::Polyline { points, stroke } => {
                self.path(points);
                self.stroke(*stroke);
            }
            Shape::Polygon { points, fill } => {
                self.path(points);
                self.context.close_path();
                self.fill(*fill);
            }
            Shape::Circle { centre, radius, fill, stroke } => {
                self.context.begin_path();
                let _ = self.context.arc(
                    centre.x,
                    centre.y,
                    radius.max(0.0),
                    0.0,
                    std::f64::consts::TAU,
                );
                self.fill(*fill);
                if let Some(stroke) = stroke {
                    self.stroke(*stroke);
                }
            }
            Shape::Texts { style, runs } => {
                self.text_style(style);
                for run in runs {
                    let _ = self.context.fill_text(&run.text, run.at.x, run.at.y);
                }
            }
        }
    }

    fn rects(&self, rects: &[Rect], radius: f64, fill: Option<Fill>, stroke: Option<Stroke>) {
        self.context.begin_path();
        for rect in rects {
            if radius > 0.0 {
                let _ = self.context.round_rect_with_f64(
                    rect.x,
                    rect.y,
                    rect.width,
                    rect.height,
                    radius,
                );
            } else {
                self.context.rect(rect.x, rect.y, rect.width, rect.height);
            }
        }
        if let Some(fill) = fill {
            self.fill(fill);
        }
        if let Some(stroke) = stroke {
            self.stroke(stroke);
        }
    }

    /// Lines rising to the right, cut at the rectangle's edges: cheaper than clipping to each of many rectangles.
    fn hatch(&self, rect: &Rect, spacing: f64) {
        if spacing < 0.5 {
            return;
        }
        let step = spacing * std::f64::consts::SQRT_2;
        let mut at = step;
        while at < rect.width + rect.height {
            let from =
                Point::new(rect.x + (at - rect.height).max(0.0), rect.y + at.min(rect.height));
            let to = Point::new(rect.x + at.min(rect.width), rect.y + (at - rect.width).max(0.0));
            self.context.move_to(from.x, from.y);
            self.context.line_to(to.x, to.y);
            at += step;
        }
    }

    fn path(&self, points: &[Point]) {
        self.context.begin_path();
        for point in points {
            self.context.line_to(point.x, point.y);
        }
    }

    fn fill(&self, fill: Fill) {
        self.context.set_fill_style_str(self.palette.css(fill.ink));
        self.context.set_global_alpha(fill.opacity);
        self.context.fill();
        self.context.set_global_alpha(1.0);
    }

    fn stroke(&self, stroke: Stroke) {
        let dash = js_sys::Array::new();
        if let Some((on, off)) = stroke.dash {
            dash.push(&on.into());
            dash.push(&off.into());
        }
        let _ = self.context.set_line_dash(&dash);
        self.context.set_line_join("round");
        self.context.set_line_width(stroke.width);
        self.context.set_stroke_style_str(self.palette.css(stroke.ink));
        self.context.stroke();
    }

    fn text_style(&self, style: &TextStyle) {
        self.context.set_font(&self.palette.font(
            style.family == Family::Mono,
            style.size,
            style.bold,
        ));
        self.context.set_text_baseline("middle");
        self.context.set_text_align(match style.anchor {
            TextAnchor::Start => "left",
            TextAnchor::Middle => "center",
            TextAnchor::End => "right",
        });
        self.context.set_fill_style_str(self.palette.css(style.ink));
    }
}
