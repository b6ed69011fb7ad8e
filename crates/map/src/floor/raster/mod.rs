//! Boxes too many to be drawn one by one, as pixels.
//!
//! Owns the painting of boxes below the size at which they carry labels: in rows of pixels, clipped to the view, on nothing, so that
//! the sheet can lie over the bays. It must never take time in proportion to the number of items: a frame costs pixels.

mod boxes;
mod density;
mod palette;
#[cfg(test)]
mod tests;

use std::ops::Range;

pub use palette::{Palette, Rgba, parse_colour};

use super::frame::{Frame, Level};
use super::scene::{Highlight, Scene};
use super::shape::{ENTITY_HUES, Ink, Rect};

/// How many times as faint everything else becomes when something is lit up.
const FADED: u8 = 4;

/// A rectangle of pixels, row by row from the top, each red, green, blue and opacity (not premultiplied).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pixels {
    width: usize,
    height: usize,
    left: i64,
    top: i64,
    data: Vec<Rgba>,
}

impl Pixels {
    /// From left to right, in device pixels.
    pub fn width(&self) -> usize {
        self.width
    }

    /// From top to bottom, in device pixels.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Where the upper left pixel belongs on the view, in device pixels.
    pub fn origin(&self) -> (i64, i64) {
        (self.left, self.top)
    }

    /// The bytes, as an `ImageData` wants them.
    pub fn bytes(&self) -> &[u8] {
        self.data.as_flattened()
    }

    /// The pixels of a row, counted from the top.
    pub fn row(&self, row: usize) -> &[Rgba] {
        self.data.get(row * self.width..(row + 1) * self.width).unwrap_or_default()
    }

    fn rows_mut(&mut self, rows: Range<usize>) -> impl Iterator<Item = &mut [Rgba]> {
        let span = rows.start * self.width..rows.end * self.width;
        self.data.get_mut(span).unwrap_or_default().chunks_mut(self.width.max(1))
    }

    /// Makes it the pixels of `place` (in CSS pixels), all of them clear. The buffer is kept from frame to frame.
    fn reset(&mut self, place: &Rect, device_pixel_ratio: f64) {
        let pixel = |length: f64| (length * device_pixel_ratio).round();
        (self.left, self.top) = (pixel(place.x) as i64, pixel(place.y) as i64);
        self.width = (pixel(place.right()) as i64 - self.left).max(0) as usize;
        self.height = (pixel(place.bottom()) as i64 - self.top).max(0) as usize;
        self.data.clear();
        self.data.resize(self.width * self.height, Rgba::default());
    }
}

/// Paints the boxes of a scene into `pixels`, at so many device pixels a CSS pixel; whether there is anything to show. Where boxes
/// carry labels they are shapes, and there is not.
pub fn raster(
    scene: &Scene<'_>,
    device_pixel_ratio: f64,
    palette: &Palette,
    pixels: &mut Pixels,
) -> bool {
    let frame = scene.frame();
    if frame.level() == Level::Labels || scene.plan.item_count() == 0 {
        pixels.reset(&Rect::default(), 1.0);
        return false;
    }
    pixels.reset(&frame.shelves(), device_pixel_ratio);
    let grid = Grid::new(&frame, device_pixel_ratio, pixels);
    let seen = scene.moment.walk.map(|walk| walk.seen());
    if frame.level() == Level::Density {
        density::paint(&grid, seen.as_ref(), palette, pixels);
    } else {
        boxes::paint(&grid, seen.as_ref(), palette, pixels);
    }
    if frame.level() < Level::Boxes {
        dim(scene.moment.highlight, palette, pixels);
    }
    true
}

/// Makes what is lit up strong and fades the rest, where boxes are too small to be ringed.
fn dim(highlight: Highlight, palette: &Palette, pixels: &mut Pixels) {
    if matches!(highlight, Highlight::Nothing | Highlight::Partitions) {
        return;
    }
    let stock = palette.stock();
    let hues = (0..ENTITY_HUES).map(Ink::EntityInk).chain([Ink::Returned]);
    let returned: Vec<Rgba> = hues.map(|hue| palette.get(hue)).collect();
    for pixel in pixels.data.iter_mut().filter(|pixel| pixel[3] > 0) {
        let is = |colour: &Rgba| pixel[..3] == colour[..3];
        let lit = !is(&stock)
            && (highlight == Highlight::Read
                || returned.iter().any(is) == (highlight == Highlight::Returned));
        pixel[3] = if lit { u8::MAX } else { pixel[3] / FADED };
    }
}

/// A frame in device pixels, counted from the upper left one of a buffer.
struct Grid<'a> {
    frame: Frame<'a>,
    ratio: f64,
    left: f64,
    top: f64,
    width: usize,
    height: usize,
}

impl<'a> Grid<'a> {
    fn new(frame: &Frame<'a>, ratio: f64, pixels: &Pixels) -> Self {
        let (left, top) = (pixels.left as f64, pixels.top as f64);
        Self { frame: *frame, ratio, left, top, width: pixels.width, height: pixels.height }
    }

    /// The columns from one place of the view to another: at least one, if any of it is in view.
    fn columns(&self, from: f64, to: f64) -> Range<usize> {
        clipped(&self.whole_columns(from, to), self.width)
    }

    /// Likewise the rows.
    fn rows(&self, from: f64, to: f64) -> Range<usize> {
        clipped(&self.whole_rows(from, to), self.height)
    }

    /// Likewise the columns, those out of view too.
    fn whole_columns(&self, from: f64, to: f64) -> Range<i64> {
        span(from * self.ratio - self.left, to * self.ratio - self.left)
    }

    /// Likewise the rows.
    fn whole_rows(&self, from: f64, to: f64) -> Range<i64> {
        span(from * self.ratio - self.top, to * self.ratio - self.top)
    }
}

/// The whole pixels nearest to a length, at least one.
fn span(from: f64, to: f64) -> Range<i64> {
    let start = from.round() as i64;
    start..(to.round() as i64).max(start + 1)
}

/// As much of a span as lies in `0..limit`.
fn clipped(span: &Range<i64>, limit: usize) -> Range<usize> {
    let within = |pixel: i64| (pixel.max(0) as usize).min(limit);
    within(span.start)..within(span.end)
}

/// Colours a part of a row.
fn fill(row: &mut [Rgba], columns: Range<usize>, colour: Rgba) {
    if let Some(span) = row.get_mut(columns) {
        span.fill(colour);
    }
}
