//! How large things are on the floor, and how they shrink.
//!
//! Owns the sizes of a floor at natural size and the rules by which they give way when there is less room. It must never know where
//! anything stands.

use key_engine::order::within;

use super::camera::Viewport;
use super::frame::Signs;
use super::plan::Plan;

/// Natural sizes, in CSS pixels.
pub(super) mod natural {
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
pub(super) mod threshold {
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

/// The largest `scale_y`, at most 1, at which every bay is in view.
pub(super) fn fitting_scale_y(plan: &Plan, viewport: Viewport) -> f64 {
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

/// The largest `scale_x`, at most 1, at which so many boxes of an aisle are in view.
pub(super) fn fitting_scale_x(plan: &Plan, boxes: usize, viewport: Viewport, scale_y: f64) -> f64 {
    let signs = signs_in(viewport);
    let edge = edge_of(plan, signs, natural_row(signs) * scale_y, 1.0);
    let room = (viewport.width - edge - natural::RIGHT - natural::BAY_RIGHT).max(1.0);
    (room / (boxes.max(1) as f64 * natural_pitch(plan, signs))).min(1.0)
}

/// Which way the signs stand in a view of that size.
pub(super) fn signs_in(viewport: Viewport) -> Signs {
    if viewport.width < natural::NARROW { Signs::Above } else { Signs::Beside }
}

pub(super) fn natural_inset(signs: Signs) -> f64 {
    match signs {
        Signs::Beside => 0.0,
        Signs::Above => natural::SIGN_HEIGHT,
    }
}

pub(super) fn natural_row(signs: Signs) -> f64 {
    natural_inset(signs) + natural::BOX_HEIGHT + natural::ROW_SLACK
}

pub(super) fn natural_pitch(plan: &Plan, signs: Signs) -> f64 {
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
pub(super) fn edge_of(plan: &Plan, signs: Signs, row: f64, type_scale: f64) -> f64 {
    let edge = match signs {
        Signs::Above => 64.0,
        Signs::Beside => {
            let (none, all) = threshold::SIGN;
            let part = within((row - none) / (all - none), 0.0, 1.0);
            98.0 + part * (plan.columns().sign as f64 * natural::SIGN_ADVANCE + 18.0)
        }
    };
    edge * type_scale
}

/// From the top of a row to its boxes, and their height: in a row of less than natural height the room around the boxes goes first.
pub(super) fn box_in_row(signs: Signs, row: f64) -> (f64, f64) {
    let whole = natural_row(signs);
    let inset = natural_inset(signs);
    if row >= whole {
        let scale = row / whole;
        return (inset * scale, natural::BOX_HEIGHT * scale);
    }
    let part = within((row - threshold::TIGHT_ROW) / (whole - threshold::TIGHT_ROW), 0.0, 1.0);
    let gap = tight_gap(row);
    let slack = gap + part * (inset + natural::ROW_SLACK - gap);
    (inset * part, row - slack)
}

/// The width of a box, of the room that is between the left edges of two.
pub(super) fn box_in_pitch(pitch: f64, whole: f64) -> f64 {
    if pitch >= whole {
        return pitch - natural::BOX_GAP * pitch / whole;
    }
    let part = within((pitch - threshold::TIGHT_ROW) / (whole * 0.5), 0.0, 1.0);
    let gap = tight_gap(pitch);
    pitch - gap - part * (natural::BOX_GAP - gap)
}

/// Between two boxes that have no room to spare: small ones touch, since gaps that are not whole pixels make false stripes.
pub(super) fn tight_gap(pitch: f64) -> f64 {
    if pitch >= 4.0 { 1.0 } else { 0.0 }
}

/// The scale of what a bay has besides its aisles: natural as long as all heads together leave room for the aisles.
pub(super) fn chrome_scale(plan: &Plan, viewport: Viewport, scale_y: f64) -> f64 {
    scale_y.max(least_chrome(plan, viewport))
}

pub(super) fn least_chrome(plan: &Plan, viewport: Viewport) -> f64 {
    let around = plan.bays().len().max(1) as f64 * (natural::HEAD + natural::FOOT + natural::GAP);
    (viewport.height * threshold::CHROME_SHARE / around).min(1.0)
}
