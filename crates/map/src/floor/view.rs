//! What of a layout is in view, and what lies at a point of it.
//!
//! Owns the way back from pixels to bays, aisles and ranks, by binary search in the plan's prefix sums.

use std::ops::Range;

use super::frame::Frame;
use super::measures::natural;
use super::shape::Point;

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

impl Frame<'_> {
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
