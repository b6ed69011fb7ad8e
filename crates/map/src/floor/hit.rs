//! What lies under the pointer, and which box the keyboard goes to next.
//!
//! Owns the way from a point of the view to a thing on the floor. The layout is arithmetic, so this is too: there is no index to keep.

use super::camera::Camera;
use super::frame::{Frame, Signs};
use super::plan::Plan;
use super::scene::Spot;
use super::shape::Point;
use super::view::Vertical;

/// What lies at a point of the view, apart from the desk, whose width is its title's to say: [`Scene::hit`](super::Scene::hit) knows it.
pub fn hit(plan: &Plan, camera: &Camera, point: Point) -> Option<Spot> {
    hit_in(&Frame::new(plan, camera), point)
}

pub(super) fn hit_in(frame: &Frame<'_>, point: Point) -> Option<Spot> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floor::Viewport;
    use crate::floor::base::boxes;
    use crate::floor::fixture::plan_of;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn every_box_drawn_is_hit_at_its_centre(
            lengths in prop::collection::vec(1u32..80, 1..120),
            width in 300.0..1400.0f64,
            zooms in 0usize..30,
            pan in (0.0..4_000.0f64, 0.0..4_000.0f64),
        ) {
            let plan = plan_of(lengths, 4);
            let mut camera = Camera::fit(&plan, Viewport { width, height: 700.0 });
            for _ in 0..zooms {
                camera.zoom(&plan, 1.15);
            }
            camera.pan(&plan, -pan.0, -pan.1);
            let frame = Frame::new(&plan, &camera);
            for (collection, rank, place) in boxes(&frame) {
                let centre = place.centre();
                if frame.shelves().contains(centre) {
                    prop_assert_eq!(hit(&plan, &camera, centre), Some(Spot::Box(collection, rank)), "at {:?} of {:?}", centre, place);
                }
            }
        }
    }

    #[test]
    fn what_is_no_box_is_what_it_stands_in() {
        let plan = plan_of(vec![2, 1, 3], 2);
        let camera = Camera::natural(Viewport { width: 841.0, height: 620.0 });
        let frame = Frame::new(&plan, &camera);
        let beside = |collection: usize, rank: usize| frame.box_rect(collection, rank).centre();
        for (point, expected) in [
            (frame.sign_at(1), Some(Spot::Aisle(1))),
            (beside(1, 1), Some(Spot::Aisle(1))),
            (Point::new(300.0, frame.bay_rect(1).y + 5.0), Some(Spot::Bay(1))),
            (Point::new(300.0, frame.bay_rect(0).bottom() + 5.0), None),
            (Point::new(30.0, 300.0), None),
            (Point::new(300.0, 619.0), None),
        ] {
            assert_eq!(hit(&plan, &camera, point), expected, "at {point:?}");
        }
    }

    #[test]
    fn the_keyboard_reaches_every_box_and_never_leaves_the_floor() {
        let plan = plan_of(vec![2, 1, 3, 1], 3);
        let mut spot = walk_to(&plan, None, Step::Next);
        let mut reached = vec![spot];
        for _ in 1..plan.item_count() {
            spot = walk_to(&plan, spot, Step::Next);
            reached.push(spot);
        }
        let all: Vec<Option<Spot>> = (0..plan.item_count())
            .map(|at| plan.place(at).map(|(aisle, rank)| Spot::Box(aisle, rank)))
            .collect();
        assert_eq!(reached, all);
        for (from, step, to) in [
            ((3, 0), Step::Next, (3, 0)),
            ((0, 0), Step::Previous, (0, 0)),
            ((2, 0), Step::Previous, (1, 0)),
            ((2, 2), Step::Up, (1, 0)),
            ((0, 1), Step::Down, (1, 0)),
            ((3, 0), Step::Down, (3, 0)),
            ((2, 1), Step::First, (2, 0)),
            ((2, 1), Step::Last, (2, 2)),
            ((0, 1), Step::NextBay, (2, 0)),
            ((2, 1), Step::NextBay, (2, 0)),
            ((3, 0), Step::BayBefore, (0, 0)),
            ((1, 0), Step::BayBefore, (0, 0)),
        ] {
            let found = walk_to(&plan, Some(Spot::Box(from.0, from.1)), step);
            assert_eq!(found, Some(Spot::Box(to.0, to.1)), "{step:?} from {from:?}");
        }
        assert_eq!(walk_to(&plan_of(vec![], 4), None, Step::Next), None);
    }
}
