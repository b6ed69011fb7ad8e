//! Where the onlooker stands: two scales and two offsets.
//!
//! Owns zooming, panning, fitting and following, as arithmetic. It must never know what is drawn or who asked. The scales are
//! separate, so that any shape (one aisle of a million boxes, a million aisles of one) can be seen whole; 1 is natural size, at
//! which labels are read, and only beyond it, where both axes are natural, do letters grow too.

use super::frame::Frame;
use super::plan::Plan;
use super::shape::Point;

/// The largest scale: for the back row of a classroom.
pub const MAX_SCALE: f64 = 3.0;

/// Boxes beyond which a floor opens as a whole rather than at natural size.
const OPENS_WHOLE: usize = 2_000;

/// The scale down to which a floor is shown whole rather than in part.
const READABLE: f64 = 0.6;

/// The size of the view, in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Viewport {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

/// A view of one floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Of the boxes along their aisle; 1 is natural size.
    pub scale_x: f64,
    /// Of the aisles down their bay; 1 is natural size.
    pub scale_y: f64,
    /// How far the shelves have been pushed to the left, in CSS pixels.
    pub pan_x: f64,
    /// How far the bays have been pushed up, in CSS pixels.
    pub pan_y: f64,
    /// The size of the view.
    pub viewport: Viewport,
}

impl Camera {
    /// Natural size, from the first aisle on.
    pub fn natural(viewport: Viewport) -> Self {
        Self { scale_x: 1.0, scale_y: 1.0, pan_x: 0.0, pan_y: 0.0, viewport }
    }

    /// The whole floor, each axis as large as it can be and no larger than natural.
    pub fn fit(plan: &Plan, viewport: Viewport) -> Self {
        let mut camera = Self::natural(viewport);
        camera.scale_y = Frame::fitting_scale_y(plan, viewport);
        camera.scale_x = Frame::fitting_scale_x(plan, viewport, camera.scale_y);
        camera
    }

    /// What to show first: the whole floor where it stays readable or is too large to be read anyway, else natural size.
    pub fn opening(plan: &Plan, viewport: Viewport) -> Self {
        let whole = Self::fit(plan, viewport);
        let frame = Frame::new(plan, &whole);
        let readable = whole.scale_x.min(whole.scale_y) >= READABLE
            && frame.shows_labels()
            && frame.shows_signs();
        if readable || plan.item_count() > OPENS_WHOLE { whole } else { Self::natural(viewport) }
    }

    /// Whether both axes are at natural size or beyond.
    pub fn is_natural(&self) -> bool {
        self.scale_x >= 1.0 && self.scale_y >= 1.0
    }

    /// Makes everything `factor` times as large about `point`, which keeps what lies under it. Each axis stops at natural size until
    /// the other is there too, and shrinks no further than the whole floor needs.
    pub fn zoom_at(&mut self, plan: &Plan, point: Point, factor: f64) {
        if !(factor.is_finite() && factor > 0.0) {
            return;
        }
        let whole = Self::fit(plan, self.viewport);
        let anchor = Frame::new(plan, self).anchor(point);
        let scale = self.scale_x.min(self.scale_y);
        if self.is_natural() && (factor > 1.0 || scale > 1.0) {
            self.scale_x = (scale * factor).clamp(1.0, MAX_SCALE);
            self.scale_y = self.scale_x;
        } else {
            self.scale_x = (self.scale_x * factor).clamp(whole.scale_x, 1.0);
            self.scale_y = (self.scale_y * factor).clamp(whole.scale_y, 1.0);
        }
        let landed = Frame::new(plan, self).point_of(anchor);
        self.pan_x += landed.x - point.x.max(landed.edge);
        self.pan_y += landed.y - point.y;
        self.clamp(plan);
    }

    /// Zooms to a scale of both axes at once, as a button does, about the middle of the view.
    pub fn zoom(&mut self, plan: &Plan, factor: f64) {
        let middle = Point::new(self.viewport.width / 2.0, self.viewport.height / 2.0);
        self.zoom_at(plan, middle, factor);
    }

    /// Drags the floor by so many CSS pixels: positive to the right and down, as the pointer moved.
    pub fn pan(&mut self, plan: &Plan, right: f64, down: f64) {
        self.pan_x -= right;
        self.pan_y -= down;
        self.clamp(plan);
    }

    /// Takes on a new size of the view. A floor that was seen whole still is.
    pub fn resize(&mut self, plan: &Plan, viewport: Viewport) {
        let was_whole = *self == Self::fit(plan, self.viewport);
        self.viewport = viewport;
        let whole = Self::fit(plan, viewport);
        if was_whole {
            *self = whole;
        } else {
            self.scale_x = self.scale_x.max(whole.scale_x);
            self.scale_y = self.scale_y.max(whole.scale_y);
            self.clamp(plan);
        }
    }

    /// Keeps the floor from being pushed out of the view.
    pub fn clamp(&mut self, plan: &Plan) {
        let (most_x, most_y) = Frame::new(plan, self).most_pan();
        self.pan_x = self.pan_x.clamp(0.0, most_x);
        self.pan_y = self.pan_y.clamp(0.0, most_y);
    }

    /// Pushes the floor just so far that the box of that rank is seen with some room about it; whether it moved. The place behind the
    /// last box counts as a box, and an aisle is revealed at rank 0.
    pub fn reveal(&mut self, plan: &Plan, collection: usize, rank: usize) -> bool {
        let before = (self.pan_x, self.pan_y);
        let frame = Frame::new(plan, self);
        let place = frame.box_rect(collection, rank);
        let shelves = frame.shelves();
        let room_x = place.width.min(shelves.width / 4.0) * 0.5;
        let room_y = (frame.row * 1.5).min(shelves.height / 4.0);
        self.pan_x +=
            shortfall(place.x - room_x, place.right() + room_x, shelves.x, shelves.right());
        self.pan_y +=
            shortfall(place.y - room_y, place.bottom() + room_y, shelves.y, shelves.bottom());
        self.clamp(plan);
        (self.pan_x, self.pan_y) != before
    }
}

/// How far `from..to` must move towards smaller numbers to lie in `low..high`; when it is too large, its beginning wins.
fn shortfall(from: f64, to: f64, low: f64, high: f64) -> f64 {
    if from < low || to - from > high - low {
        from - low
    } else if to > high {
        to - high
    } else {
        0.0
    }
}
