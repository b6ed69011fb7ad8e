//! One camera's view of one plan, worked out to pixels.
//!
//! Owns the layout: every number that says where a bay, an aisle, a box, a shelf or the walker's line stands on the view. It must never know colours, labels or states. All of it is arithmetic on the plan's prefix sums:
//! a frame costs nothing to make, whatever the number of items.

use super::camera::{Camera, MAX_SCALE, Viewport};
use super::measures::{
    box_in_pitch, box_in_row, chrome_scale, edge_of, natural, natural_pitch, natural_row, signs_in,
    threshold,
};
use super::plan::Plan;
use super::shape::{Point, Rect};

/// How much of a box is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Several boxes share a pixel: how full, and how much of it was read.
    Density,
    /// Plain rectangles.
    Dots,
    /// Rectangles with an outline.
    Boxes,
    /// Boxes with their labels.
    Labels,
}

/// Where the signs of the aisles stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// At the head of the aisle, left of its shelf.
    Beside,
    /// Above the shelf: for narrow views.
    Above,
}

/// The layout of one view. Lengths in CSS pixels.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// What is laid out.
    pub plan: &'a Plan,
    /// The size of the view.
    pub viewport: Viewport,
    /// Where signs stand.
    pub signs: Signs,
    /// How much larger than natural letters and lines are; never below 1.
    pub type_scale: f64,
    /// From one aisle to the next.
    pub row: f64,
    /// From one box to the next along the aisle.
    pub pitch: f64,
    /// Height of a bay's head.
    pub head: f64,
    /// From the last aisle of a bay to the next bay.
    pub tail: f64,
    /// The left edge of the shelves, which is the right edge of the signs.
    pub edge: f64,
    /// The upper edge of the bays.
    pub top: f64,
    pub(super) box_width: f64,
    pub(super) box_height: f64,
    pub(super) box_inset: f64,
    pub(super) pan_x: f64,
    pub(super) pan_y: f64,
    pub(super) chrome: f64,
}

impl<'a> Frame<'a> {
    /// The layout of `plan` as `camera` sees it.
    pub fn new(plan: &'a Plan, camera: &Camera) -> Self {
        let Camera { scale_x, scale_y, pan_x, pan_y, viewport } = *camera;
        let signs = signs_in(viewport);
        let type_scale = scale_x.min(scale_y).max(1.0);
        let row = natural_row(signs) * scale_y;
        let pitch = natural_pitch(plan, signs) * scale_x;
        let chrome = chrome_scale(plan, viewport, scale_y);
        let (box_inset, box_height) = box_in_row(signs, row);
        let box_width = box_in_pitch(pitch, natural_pitch(plan, signs));
        Self {
            plan,
            viewport,
            signs,
            type_scale,
            row,
            pitch,
            head: natural::HEAD * chrome,
            tail: (natural::FOOT + natural::GAP) * chrome,
            edge: edge_of(plan, signs, row, type_scale),
            top: natural::TOP * type_scale,
            box_width,
            box_height,
            box_inset,
            pan_x,
            pan_y,
            chrome,
        }
    }

    /// How much of a box is drawn.
    pub fn level(&self) -> Level {
        let size = self.pitch.min(self.row);
        if size < threshold::DOTS {
            Level::Density
        } else if self.box_width.min(self.box_height) < threshold::BOXES {
            Level::Dots
        } else if self.shows_labels() {
            Level::Labels
        } else {
            Level::Boxes
        }
    }

    /// Whether boxes are large and few enough to carry their labels.
    pub fn shows_labels(&self) -> bool {
        let columns = (self.shelves().width / self.pitch + 1.0).min(self.plan.longest() as f64);
        let rows =
            (self.shelves().height / self.row + 1.0).min(self.plan.collection_count() as f64);
        let large =
            self.box_width >= threshold::LABEL_WIDTH && self.box_height >= threshold::LABEL_HEIGHT;
        large && columns * rows <= threshold::LABELS
    }

    /// Whether the aisles carry their signs.
    pub fn shows_signs(&self) -> bool {
        match self.signs {
            Signs::Beside => self.row >= threshold::SIGN.1,
            Signs::Above => self.box_inset >= threshold::SIGN_ABOVE,
        }
    }

    /// Whether the heads of the bays have room for their names.
    pub fn shows_heads(&self) -> bool {
        self.head >= natural::HEAD * 0.5
    }

    /// The part of the view in which shelves are seen.
    pub fn shelves(&self) -> Rect {
        let left = self.edge - self.shelf_overhang();
        self.below_desk(left, (self.viewport.width - left).max(0.0))
    }

    /// The part of the view in which bays are seen.
    pub fn bays_view(&self) -> Rect {
        self.below_desk(0.0, self.viewport.width)
    }

    fn below_desk(&self, x: f64, width: f64) -> Rect {
        let upper = (natural::DESK_TOP + natural::DESK_HEIGHT) * self.type_scale;
        Rect::new(x, upper, width, (self.viewport.height - upper).max(0.0))
    }

    /// The desk's plate, `width` wide.
    pub fn desk(&self, width: f64) -> Rect {
        let left = self.corridor_x() - width / 2.0;
        let margin = 6.0 * self.type_scale;
        Rect::new(
            left.max(margin),
            natural::DESK_TOP * self.type_scale,
            width,
            natural::DESK_HEIGHT * self.type_scale,
        )
    }

    /// The strip from the desk down to the last bay.
    pub fn corridor(&self) -> Rect {
        let width = match self.signs {
            Signs::Beside => 16.0,
            Signs::Above => 12.0,
        } * self.type_scale;
        let upper = (natural::DESK_TOP + natural::DESK_HEIGHT / 2.0) * self.type_scale;
        let lower = self.floor_bottom() + natural::CORRIDOR_END * self.type_scale;
        Rect::new(self.corridor_x() - width / 2.0, upper, width, (lower - upper).max(width))
    }

    /// The middle of the corridor, along which the walker goes.
    pub fn corridor_x(&self) -> f64 {
        self.type_scale
            * match self.signs {
                Signs::Beside => 64.0,
                Signs::Above => 36.0,
            }
    }

    /// The left edge of every bay.
    pub fn bay_left(&self) -> f64 {
        self.type_scale
            * match self.signs {
                Signs::Beside => 82.0,
                Signs::Above => 52.0,
            }
    }

    /// The left end of every sign.
    pub fn sign_left(&self) -> f64 {
        self.bay_left()
            + 16.0 * self.type_scale.min(if self.signs == Signs::Above { 0.75 } else { MAX_SCALE })
    }

    /// How much wider than its boxes a shelf is, at either end.
    pub fn shelf_overhang(&self) -> f64 {
        (8.0 * self.type_scale).min(self.pitch * 0.5)
    }

    /// The lower edge of the last bay.
    pub fn floor_bottom(&self) -> f64 {
        self.top - self.pan_y + self.floor_height()
    }

    /// From the upper edge of the first bay to the lower one of the last.
    pub(super) fn floor_height(&self) -> f64 {
        let bays = self.plan.bays().len() as f64;
        let rows = self.plan.collection_count() as f64 * self.row;
        (rows + bays * (self.head + self.tail) - natural::GAP * self.chrome).max(0.0)
    }

    /// A bay's panel.
    pub fn bay_rect(&self, bay: usize) -> Rect {
        let upper = self.bay_top(bay);
        let aisles = self.plan.bays().get(bay).map_or(0, |bay| bay.collections.len());
        let boxes_right = self.edge + self.plan.longest() as f64 * self.pitch - self.pan_x
            + natural::BAY_RIGHT * self.type_scale;
        let right = boxes_right.max(self.viewport.width - natural::RIGHT);
        let height = self.head + aisles as f64 * self.row + natural::FOOT * self.chrome;
        Rect::new(self.bay_left(), upper, (right - self.bay_left()).max(0.0), height)
    }

    pub(super) fn bay_top(&self, bay: usize) -> f64 {
        let aisles = self
            .plan
            .bays()
            .get(bay)
            .map_or(self.plan.collection_count(), |bay| bay.collections.start);
        self.top - self.pan_y + aisles as f64 * self.row + bay as f64 * (self.head + self.tail)
    }

    /// The upper edge of a collection's row.
    pub fn row_top(&self, collection: usize) -> f64 {
        let bay = self.plan.bay_of(collection).unwrap_or(self.plan.bays().len().saturating_sub(1));
        self.row_top_in(bay, collection)
    }

    /// The upper edge of a collection's row, when its bay is known.
    pub fn row_top_in(&self, bay: usize, collection: usize) -> f64 {
        self.top - self.pan_y
            + collection as f64 * self.row
            + (bay + 1) as f64 * self.head
            + bay as f64 * self.tail
    }

    /// The box of an item. It may lie outside the view.
    pub fn box_rect(&self, collection: usize, rank: usize) -> Rect {
        let upper = self.row_top(collection) + self.box_inset;
        Rect::new(self.box_left(rank as f64), upper, self.box_width, self.box_height)
    }

    /// The left edge of the boxes of a rank, which may lie between two.
    pub fn box_left(&self, rank: f64) -> f64 {
        self.edge + rank * self.pitch - self.pan_x
    }

    /// From the top of a row down to its boxes, and their height.
    pub fn box_span(&self) -> (f64, f64) {
        (self.box_inset, self.box_height)
    }

    /// The width of a box.
    pub fn box_width(&self) -> f64 {
        self.box_width
    }

    /// The height of a collection's shelf.
    pub fn shelf_y(&self, collection: usize) -> f64 {
        self.below_boxes(collection, natural::SHELF_DROP)
    }

    /// The height at which the walker passes a collection's boxes.
    pub fn line_y(&self, collection: usize) -> f64 {
        self.below_boxes(collection, natural::LINE_DROP)
    }

    fn below_boxes(&self, collection: usize, drop: f64) -> f64 {
        let below = (self.row - self.box_inset - self.box_height).max(0.0);
        self.row_top(collection)
            + self.box_inset
            + self.box_height
            + below * drop / natural::ROW_SLACK
    }

    /// The middle of a collection's sign.
    pub fn sign_at(&self, collection: usize) -> Point {
        let upper = self.row_top(collection);
        let y = match self.signs {
            Signs::Beside => upper + self.box_inset + self.box_height / 2.0,
            Signs::Above => upper + self.box_inset / 2.0 + 1.0,
        };
        Point::new(self.sign_left(), y)
    }

    /// The room a sign has, in CSS pixels.
    pub fn sign_width(&self) -> f64 {
        let right = match self.signs {
            Signs::Beside => self.edge - self.shelf_overhang() - 4.0 * self.type_scale,
            Signs::Above => self.viewport.width - natural::RIGHT - 8.0,
        };
        (right - self.sign_left()).max(0.0)
    }

    /// The room a box's label has, beside a tick or without one, and how far it stands from the box's edge, in CSS pixels.
    pub fn label_room(&self, ticked: bool) -> (f64, f64) {
        let left = (natural::LABEL_LEFT * self.type_scale).min(self.box_width * 0.12);
        let right = if ticked { natural::LABEL_RIGHT * self.type_scale } else { left };
        (self.box_width - left - right, left)
    }
}
