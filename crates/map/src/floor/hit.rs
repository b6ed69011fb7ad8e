//! What lies under the pointer, and which box the keyboard goes to next.
//!
//! Owns the way from a point of the view to a thing on the floor. The layout is arithmetic, so this is too: there is no index to keep.

use super::frame::{Frame, Signs, Vertical};
use super::plan::Plan;
use super::scene::Spot;
use super::shape::Point;

/// What lies at a point of the view, apart from the desk.
pub(super) fn hit(frame: &Frame<'_>, point: Point) -> Option<Spot> {
    if !frame.bays_view().contains(point) || point.x < frame.bay_left() {
        return None;
    }
    match frame.vertical(point.y)? {
        Vertical::Head(bay, part) => {
            (part >= 0.0 && frame.bay_rect(bay).contains(point)).then_some(Spot::Bay(bay))
        }
        Vertical::Tail(bay, _) => frame.bay_rect(bay).contains(point).then_some(Spot::Bay(bay)),
        Vertical::Row(collection, part) => Some(in_row(frame, collection, part, point)),
    }
}

fn in_row(frame: &Frame<'_>, collection: usize, part: f64, point: Point) -> Spot {
    let (inset, _) = frame.box_span();
    let on_sign = match frame.signs {
        Signs::Beside => point.x < frame.edge - frame.shelf_overhang(),
        Signs::Above => part * frame.row < inset,
    };
    let rank = frame.rank_at(point.x);
    if on_sign || rank < 0.0 || rank >= frame.plan.len_of(collection) as f64 {
        return Spot::Aisle(collection);
    }
    Spot::Box(collection, rank as usize)
}

/// Where the keyboard goes on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the box before, into the aisle before at the end of this one.
    Previous,
    /// To the next box, into the next aisle at the end of this one.
    Next,
    /// To the aisle above, as far along as there are boxes.
    Up,
    /// To the aisle below, likewise.
    Down,
    /// To the first box of the aisle.
    First,
    /// To the last box of the aisle.
    Last,
    /// To the first aisle of the bay before.
    BayBefore,
    /// To the first aisle of the next bay.
    NextBay,
}

/// The box that a step from `from` leads to; from anywhere else than a box or an aisle, to the first box. `None` on a floor without
/// boxes.
pub fn walk_to(plan: &Plan, from: Option<Spot>, step: Step) -> Option<Spot> {
    let first = plan.place(0)?;
    let (collection, rank) = match from {
        Some(Spot::Box(collection, rank)) if plan.position(collection, rank).is_some() => {
            (collection, rank)
        }
        Some(Spot::Aisle(collection)) if plan.len_of(collection) > 0 => (collection, 0),
        Some(Spot::Bay(bay)) => plan
            .bays()
            .get(bay)
            .and_then(|bay| plan.place(plan.first_position(bay.collections.start)))
            .unwrap_or(first),
        _ => return Some(Spot::Box(first.0, first.1)),
    };
    let position = plan.first_position(collection) + rank;
    let last = plan.collection_count() - 1;
    let (collection, rank) = match step {
        Step::Previous => plan.place(position.saturating_sub(1))?,
        Step::Next => plan.place((position + 1).min(plan.item_count() - 1))?,
        Step::Up => (collection.saturating_sub(1), rank),
        Step::Down => ((collection + 1).min(last), rank),
        Step::First => (collection, 0),
        Step::Last => (collection, usize::MAX),
        Step::BayBefore => (bay_start(plan, collection, false), 0),
        Step::NextBay => (bay_start(plan, collection, true), 0),
    };
    Some(Spot::Box(collection, rank.min(plan.len_of(collection).saturating_sub(1))))
}

/// The first collection of the next bay that has any, or of the one before; the same collection where there is none.
fn bay_start(plan: &Plan, collection: usize, forward: bool) -> usize {
    let starts = || {
        plan.bays()
            .iter()
            .filter(|bay| !bay.collections.is_empty())
            .map(|bay| bay.collections.start)
    };
    let own = plan
        .bay_of(collection)
        .and_then(|bay| plan.bays().get(bay))
        .map_or(0, |bay| bay.collections.start);
    let found = if forward {
        starts().find(|&start| start > own)
    } else {
        starts().take_while(|&start| start < own).last()
    };
    found.unwrap_or(if forward { collection } else { own })
}
