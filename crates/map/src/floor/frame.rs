//! One camera's view of one plan, worked out to pixels.
//!
//! Owns the layout: every number that says where a bay, an aisle, a box, a shelf or the walker's line stands on the view, and the way
//! back from a point of the view. It must never know colours, labels or states. All of it is arithmetic on the plan's prefix sums:
//! a frame costs nothing to make, whatever the number of items.

use std::ops::Range;

use super::camera::{Camera, MAX_SCALE, Viewport};
use super::plan::Plan;
use super::shape::{Point, Rect};

/// Natural sizes, in CSS pixels.
mod natural {
    /// From the top of the view to the first bay: the desk stands here.
    pub const TOP: f64 = 61.0;
    /// From the top of the view to the desk.
    pub const DESK_TOP: f64 = 16.0;
    pub const DESK_HEIGHT: f64 = 26.0;
    /// From the top of a bay to its first aisle.
    pub const HEAD: f64 = 30.0;
    /// From the last aisle to the bottom of its bay.
    pub const FOOT: f64 = 2.0;
    /// Between two bays.
    pub const GAP: f64 = 12.0;
    pub const BOX_HEIGHT: f64 = 31.0;
    /// From a box to the next on its shelf.
    pub const BOX_GAP: f64 = 7.0;
    /// From the bottom of a box to its shelf, and on to the walker's line.
    pub const SHELF_DROP: f64 = 3.5;
    pub const LINE_DROP: f64 = 7.5;
    /// From the bottom of a box to the next aisle.
    pub const ROW_SLACK: f64 = 10.0;
    /// Height of a sign that stands above its shelf.
    pub const SIGN_HEIGHT: f64 = 22.0;
    /// Left and right of a box's label; the right one holds the tick.
    pub const LABEL_LEFT: f64 = 9.0;
    pub const LABEL_RIGHT: f64 = 19.0;
    /// The advance of a box's label and of a sign, where the true font is not known.
    pub const LABEL_ADVANCE: f64 = 6.62;
    pub const SIGN_ADVANCE: f64 = 7.23;
    /// From the right edge of a bay to that of the view.
    pub const RIGHT: f64 = 17.0;
    /// From the last box of the longest aisle to the edge of its bay.
    pub const BAY_RIGHT: f64 = 18.0;
    /// From the last bay to the bottom of the view.
    pub const BOTTOM: f64 = 20.0;
    /// How far the corridor goes on beyond the last bay.
    pub const CORRIDOR_END: f64 = 7.0;
    /// Views narrower than this set the signs above the shelves.
    pub const NARROW: f64 = 600.0;
}

/// Sizes of a box in CSS pixels at which the level of detail changes.
mod threshold {
    pub const DOTS: f64 = 1.0;
    pub const BOXES: f64 = 6.0;
    pub const LABEL_WIDTH: f64 = 44.0;
    pub const LABEL_HEIGHT: f64 = 15.0;
    /// Boxes in view beyond which none is labelled.
    pub const LABELS: f64 = 420.0;
    /// Heights of a row at which signs begin to be given room, and have all of it.
    pub const SIGN: (f64, f64) = (8.0, 14.0);
    /// Room above a shelf at which a sign fits there.
    pub const SIGN_ABOVE: f64 = 13.0;
    /// Height of a row at which boxes fill it.
    pub const TIGHT_ROW: f64 = 6.0;
    /// The part of the view that the heads of all bays may take together, at most.
    pub const CHROME_SHARE: f64 = 0.3;
}

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

/// What lies at some height of the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Vertical {
    /// In the head of a bay: the part of it above.
    Head(usize, f64),
    /// In an aisle: its collection, and the part of its row above.
    Row(usize, f64),
    /// Below the last aisle of a bay, in parts of what lies between two bays.
    Tail(usize, f64),
}

/// What stays under the pointer while everything about it changes size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    rank: f64,
    vertical: Option<Vertical>,
    y: f64,
}

/// Where an anchor is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landing {
    /// In CSS pixels.
    pub x: f64,
    /// In CSS pixels.
    pub y: f64,
    /// The left edge of the shelves.
    pub edge: f64,
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
    box_width: f64,
    box_height: f64,
    box_inset: f64,
    pan_x: f64,
    pan_y: f64,
    chrome: f64,
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

    /// The largest `scale_y`, at most 1, at which every bay is in view.
    pub fn fitting_scale_y(plan: &Plan, viewport: Viewport) -> f64 {
        let bays = plan.bays().len() as f64;
        let rows = plan.collection_count() as f64 * natural_row(signs_in(viewport));
        let around = bays * (natural::HEAD + natural::FOOT + natural::GAP) - natural::GAP;
        let room = (viewport.height - natural::TOP - natural::BOTTOM).max(1.0);
        if rows + around <= room || rows == 0.0 {
            return 1.0;
        }
        let least = least_chrome(plan, viewport);
        let scale = (room - around * least) / rows;
        if scale <= least { scale.max(f64::MIN_POSITIVE) } else { room / (rows + around) }
    }

    /// The largest `scale_x`, at most 1, at which the longest aisle is in view.
    pub fn fitting_scale_x(plan: &Plan, viewport: Viewport, scale_y: f64) -> f64 {
        let signs = signs_in(viewport);
        let edge = edge_of(plan, signs, natural_row(signs) * scale_y, 1.0);
        let room = (viewport.width - edge - natural::RIGHT - natural::BAY_RIGHT).max(1.0);
        let boxes = plan.longest().max(1) as f64 * natural_pitch(plan, signs);
        (room / boxes).min(1.0)
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
    fn floor_height(&self) -> f64 {
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

    fn bay_top(&self, bay: usize) -> f64 {
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

    /// Bays of which something is in view.
    pub fn visible_bays(&self) -> Range<usize> {
        let view = self.bays_view();
        let bays = self.plan.bays();
        let indices = 0..bays.len();
        let first = partition_point(&indices, |bay| self.bay_rect(bay).bottom() <= view.y);
        let end = partition_point(&indices, |bay| self.bay_top(bay) < view.bottom());
        first..end.max(first)
    }

    /// Collections of which something is in view.
    pub fn visible_collections(&self) -> Range<usize> {
        let view = self.bays_view();
        let rows = 0..self.plan.collection_count();
        let first = partition_point(&rows, |row| self.row_top(row) + self.row <= view.y);
        let end = partition_point(&rows, |row| self.row_top(row) < view.bottom());
        first..end.max(first)
    }

    /// Ranks of which something is in view, in the longest aisle.
    pub fn visible_ranks(&self) -> Range<usize> {
        let longest = self.plan.longest();
        let shelves = self.shelves();
        let first = (((shelves.x - self.edge + self.pan_x) / self.pitch).floor().max(0.0) as usize)
            .min(longest);
        let end = (((shelves.right() - self.edge + self.pan_x) / self.pitch).ceil().max(0.0)
            as usize)
            .min(longest);
        first..end.max(first)
    }

    /// What lies at a height; `None` on a floor without bays.
    pub fn vertical(&self, y: f64) -> Option<Vertical> {
        let bays = self.plan.bays();
        let bay = partition_point(&(0..bays.len()), |bay| self.bay_top(bay) <= y).saturating_sub(1);
        let collections = &bays.get(bay)?.collections;
        let below_top = y - self.bay_top(bay);
        if below_top < self.head {
            return Some(Vertical::Head(bay, below_top / self.head));
        }
        let rows = (below_top - self.head) / self.row;
        if rows < collections.len() as f64 {
            return Some(Vertical::Row(collections.start + rows as usize, rows.fract()));
        }
        Some(Vertical::Tail(
            bay,
            (below_top - self.head - collections.len() as f64 * self.row) / self.tail,
        ))
    }

    /// The rank at `x`, in boxes from the first; negative left of the shelves.
    pub fn rank_at(&self, x: f64) -> f64 {
        (x - self.edge + self.pan_x) / self.pitch
    }

    /// What to hold on to at a point.
    pub fn anchor(&self, point: Point) -> Anchor {
        Anchor {
            rank: self.rank_at(point.x.max(self.edge)),
            vertical: self.vertical(point.y),
            y: point.y,
        }
    }

    /// Where that is in this frame.
    pub fn point_of(&self, anchor: Anchor) -> Landing {
        let y = match anchor.vertical {
            None => anchor.y,
            Some(Vertical::Head(bay, part)) => self.bay_top(bay) + part * self.head,
            Some(Vertical::Row(collection, part)) => self.row_top(collection) + part * self.row,
            Some(Vertical::Tail(bay, part)) => self.bay_top(bay + 1) - self.tail + part * self.tail,
        };
        Landing { x: self.box_left(anchor.rank), y, edge: self.edge }
    }

    /// How far the floor can be pushed to the left and up.
    pub fn most_pan(&self) -> (f64, f64) {
        let boxes_right = self.edge + self.plan.longest() as f64 * self.pitch;
        let right = boxes_right + (natural::BAY_RIGHT + natural::RIGHT) * self.type_scale.min(1.0);
        let lower = self.top + self.floor_height() + natural::BOTTOM;
        // A hair of slack: a floor that was made to fit must not be pushed by a rounding error.
        let excess =
            |content: f64, view: f64| if content - view > 0.01 { content - view } else { 0.0 };
        (excess(right, self.viewport.width), excess(lower, self.viewport.height))
    }
}

/// Which way the signs stand in a view of that size.
fn signs_in(viewport: Viewport) -> Signs {
    if viewport.width < natural::NARROW { Signs::Above } else { Signs::Beside }
}

fn natural_inset(signs: Signs) -> f64 {
    match signs {
        Signs::Beside => 0.0,
        Signs::Above => natural::SIGN_HEIGHT,
    }
}

fn natural_row(signs: Signs) -> f64 {
    natural_inset(signs) + natural::BOX_HEIGHT + natural::ROW_SLACK
}

fn natural_pitch(plan: &Plan, signs: Signs) -> f64 {
    let columns = match signs {
        Signs::Beside => plan.columns().label,
        Signs::Above => plan.columns().label.min(18),
    };
    natural::LABEL_LEFT
        + columns as f64 * natural::LABEL_ADVANCE
        + natural::LABEL_RIGHT
        + natural::BOX_GAP
}

/// Where the shelves begin: signs are given room only while their rows can carry them.
fn edge_of(plan: &Plan, signs: Signs, row: f64, type_scale: f64) -> f64 {
    let edge = match signs {
        Signs::Above => 64.0,
        Signs::Beside => {
            let (none, all) = threshold::SIGN;
            let part = ((row - none) / (all - none)).clamp(0.0, 1.0);
            98.0 + part * (plan.columns().sign as f64 * natural::SIGN_ADVANCE + 18.0)
        }
    };
    edge * type_scale
}

/// From the top of a row to its boxes, and their height: in a row of less than natural height the room around the boxes goes first.
fn box_in_row(signs: Signs, row: f64) -> (f64, f64) {
    let whole = natural_row(signs);
    let inset = natural_inset(signs);
    if row >= whole {
        let scale = row / whole;
        return (inset * scale, natural::BOX_HEIGHT * scale);
    }
    let part = ((row - threshold::TIGHT_ROW) / (whole - threshold::TIGHT_ROW)).clamp(0.0, 1.0);
    let gap = tight_gap(row);
    let slack = gap + part * (inset + natural::ROW_SLACK - gap);
    (inset * part, row - slack)
}

/// The width of a box, of the room that is between the left edges of two.
fn box_in_pitch(pitch: f64, whole: f64) -> f64 {
    if pitch >= whole {
        return pitch - natural::BOX_GAP * pitch / whole;
    }
    let part = ((pitch - threshold::TIGHT_ROW) / (whole * 0.5)).clamp(0.0, 1.0);
    let gap = tight_gap(pitch);
    pitch - gap - part * (natural::BOX_GAP - gap)
}

/// Between two boxes that have no room to spare.
fn tight_gap(pitch: f64) -> f64 {
    if pitch >= 4.0 {
        1.0
    } else if pitch >= 2.0 {
        0.5
    } else {
        0.0
    }
}

/// The scale of what a bay has besides its aisles: natural as long as all heads together leave room for the aisles.
fn chrome_scale(plan: &Plan, viewport: Viewport, scale_y: f64) -> f64 {
    scale_y.max(least_chrome(plan, viewport))
}

fn least_chrome(plan: &Plan, viewport: Viewport) -> f64 {
    let around = plan.bays().len().max(1) as f64 * (natural::HEAD + natural::FOOT + natural::GAP);
    (viewport.height * threshold::CHROME_SHARE / around).min(1.0)
}

/// How many of the leading indices satisfy `holds`, which must hold for none after the first for which it does not.
fn partition_point(indices: &Range<usize>, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (indices.start, indices.end);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
