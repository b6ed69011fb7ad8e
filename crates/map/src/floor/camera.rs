//! Where the onlooker stands: two scales and two offsets.
//!
//! Owns zooming, panning, fitting and following, as arithmetic. It must never know what is drawn or who asked. The scales are
//! separate, so that any shape (one aisle of a million boxes, a million aisles of one) can be seen whole; 1 is natural size, at
//! which labels are read, and only beyond it, where both axes are natural, do letters grow too.

use key_engine::order::within;

use super::frame::{Frame, Level};
use super::measures::{fitting_scale_x, fitting_scale_y};
use super::plan::Plan;
use super::scene::Walked;
use super::shape::{Ink, Point};
use super::walker::place_of_walker;

/// The largest scale: for the back row of a classroom.
pub const MAX_SCALE: f64 = 3.0;

/// Boxes beyond which a floor opens as a whole rather than at natural size.
const OPENS_WHOLE: usize = 2_000;

/// Boxes of an aisle that such a floor has room for at least.
const LEAST_WIDE: usize = 8;

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
        camera.scale_y = fitting_scale_y(plan, viewport);
        camera.scale_x = fitting_scale_x(plan, plan.longest(), viewport, camera.scale_y);
        camera
    }

    /// What to show first: the whole floor where it stays readable, else natural size. A floor too large to be read anyway is shown from
    /// the first aisle to the last, and so wide that nearly all aisles are: where a few are many times as long, these run out of view.
    pub fn opening(plan: &Plan, viewport: Viewport) -> Self {
        let whole = Self::fit(plan, viewport);
        let frame = Frame::new(plan, &whole);
        let readable = whole.scale_x.min(whole.scale_y) >= READABLE
            && frame.shows_labels()
            && frame.shows_signs();
        let wide = plan.usual().max(LEAST_WIDE);
        if readable {
            whole
        } else if plan.item_count() <= OPENS_WHOLE {
            Self::natural(viewport)
        } else if plan.longest() > 2 * wide {
            Self { scale_x: fitting_scale_x(plan, wide, viewport, whole.scale_y), ..whole }
        } else {
            whole
        }
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
            self.scale_x = within(scale * factor, 1.0, MAX_SCALE);
            self.scale_y = self.scale_x;
        } else {
            self.scale_x = within(self.scale_x * factor, whole.scale_x, 1.0);
            self.scale_y = within(self.scale_y * factor, whole.scale_y, 1.0);
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

    /// Takes on a new size of the view. A floor that was seen whole still is, and one that is seen as it opened too.
    pub fn resize(&mut self, plan: &Plan, viewport: Viewport) {
        let was_whole = *self == Self::fit(plan, self.viewport);
        let was_opening = *self == Self::opening(plan, self.viewport);
        self.viewport = viewport;
        let whole = Self::fit(plan, viewport);
        if was_whole {
            *self = whole;
        } else if was_opening {
            *self = Self::opening(plan, viewport);
        } else {
            self.scale_x = self.scale_x.max(whole.scale_x);
            self.scale_y = self.scale_y.max(whole.scale_y);
            self.clamp(plan);
        }
    }

    /// Keeps the floor from being pushed out of the view.
    pub fn clamp(&mut self, plan: &Plan) {
        let (most_x, most_y) = Frame::new(plan, self).most_pan();
        self.pan_x = within(self.pan_x, 0.0, most_x);
        self.pan_y = within(self.pan_y, 0.0, most_y);
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

    /// Pushes the floor just so far that the walker is seen; whether it moved. A Scan goes through one aisle after the other: as long as
    /// boxes are too small to be told apart, it is followed down the corridor only, for the floor would jerk with each long aisle.
    pub fn follow(&mut self, plan: &Plan, walk: &Walked<'_>) -> bool {
        let Some((collection, rank)) = place_of_walker(walk) else { return false };
        let before = *self;
        self.reveal(plan, collection, rank);
        if walk.ink() == Ink::Wrong && Frame::new(plan, self).level() < Level::Boxes {
            self.pan_x = 0.0;
        }
        *self != before
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floor::Trace;
    use crate::floor::fixture::{NOWHERE, backward_query, plan_of, scan_of};
    use crate::player::Timeline;
    use proptest::prelude::*;

    const VIEW: Viewport = Viewport { width: 841.0, height: 620.0 };

    #[test]
    fn fitting_shows_all_of_any_shape() {
        for (name, lengths, bays) in [
            ("a warehouse", vec![2, 1, 3, 1, 3, 1, 2, 1, 1, 1], 3),
            ("one aisle", vec![100_000], 4),
            ("aisles of one", vec![1; 100_000], 4),
            ("a square", vec![316; 316], 7),
            ("many bays", vec![10; 10_000], 512),
            ("nothing", vec![], 4),
        ] {
            let plan = plan_of(lengths, bays);
            for view in [
                VIEW,
                Viewport { width: 390.0, height: 500.0 },
                Viewport { width: 1600.0, height: 1000.0 },
            ] {
                let camera = Camera::fit(&plan, view);
                let frame = Frame::new(&plan, &camera);
                assert!(frame.floor_bottom() <= view.height, "{name} is too tall for {view:?}");
                assert!(
                    frame.box_left(plan.longest() as f64) <= view.width,
                    "{name} is too wide for {view:?}"
                );
                assert_eq!(frame.most_pan(), (0.0, 0.0), "{name} can be pushed in {view:?}");
                assert!(
                    camera.scale_x > 0.0
                        && camera.scale_x <= 1.0
                        && camera.scale_y > 0.0
                        && camera.scale_y <= 1.0
                );
            }
        }
    }

    #[test]
    fn a_floor_that_has_room_is_fitted_at_natural_size() {
        let camera = Camera::fit(&plan_of(vec![2, 1, 3], 1), VIEW);
        assert_eq!((camera.scale_x, camera.scale_y), (1.0, 1.0));
    }

    #[test]
    fn zooming_stops_at_natural_size_until_both_axes_are_there() {
        let plan = plan_of(vec![100_000], 1);
        let mut camera = Camera::fit(&plan, VIEW);
        let mut seen_both = false;
        for _ in 0..80 {
            camera.zoom(&plan, 1.4);
            assert!(camera.scale_x >= 1.0 || camera.scale_y <= 1.0, "{camera:?}");
            seen_both |= camera.is_natural();
        }
        assert!(seen_both);
        assert_eq!((camera.scale_x, camera.scale_y), (MAX_SCALE, MAX_SCALE));
        for _ in 0..80 {
            camera.zoom(&plan, 1.0 / 1.4);
        }
        assert_eq!(camera, Camera::fit(&plan, VIEW));
    }

    #[test]
    fn revealing_brings_a_box_into_view_and_moves_no_more_than_that() {
        let plan = plan_of(vec![60; 90], 4);
        let mut camera = Camera::natural(VIEW);
        for (collection, rank) in [(0, 0), (89, 59), (40, 30), (40, 31), (0, 59)] {
            camera.reveal(&plan, collection, rank);
            let frame = Frame::new(&plan, &camera);
            let (place, shelves) = (frame.box_rect(collection, rank), frame.shelves());
            assert!(
                place.x >= shelves.x && place.right() <= shelves.right(),
                "{place:?} in {shelves:?}"
            );
            assert!(
                place.y >= shelves.y && place.bottom() <= shelves.bottom(),
                "{place:?} in {shelves:?}"
            );
            assert!(!camera.reveal(&plan, collection, rank));
        }
    }

    /// Many aisles of one to thirty boxes, and a few that are very long.
    fn uneven() -> Plan {
        plan_of((0..1_000).map(|at| if at % 100 == 9 { 5_000 } else { 1 + at % 30 }).collect(), 4)
    }

    #[test]
    fn a_large_floor_opens_with_nearly_all_aisles_across_the_view() {
        let plan = uneven();
        let whole = Camera::fit(&plan, VIEW);
        let mut camera = Camera::opening(&plan, VIEW);
        let frame = Frame::new(&plan, &camera);
        assert_eq!(Camera { scale_x: whole.scale_x, ..camera }, whole);
        assert!((VIEW.width * 0.9..=VIEW.width).contains(&frame.box_left(30.0)));
        assert!(
            frame.most_pan().0 > 0.0 && frame.most_pan().1 <= 0.0,
            "the long ones run out of view"
        );
        let other = Viewport { width: 1_300.0, height: 800.0 };
        camera.resize(&plan, other);
        assert_eq!(camera, Camera::opening(&plan, other));
        camera.zoom(&plan, 1e-6);
        assert_eq!(camera, Camera::fit(&plan, other));
    }

    #[test]
    fn a_large_floor_of_much_the_same_aisles_opens_as_a_whole() {
        for lengths in [vec![100_000], vec![10; 10_000], vec![1; 100_000], (1..400).collect()] {
            let plan = plan_of(lengths, 4);
            assert_eq!(Camera::opening(&plan, VIEW), Camera::fit(&plan, VIEW));
        }
    }

    /// The camera as a floor opens, and when it has followed a walk for some part of its way.
    fn followed(plan: &Plan, walk: &key_engine::walk::Walk, part: f64) -> (Camera, Camera) {
        let timeline = Timeline::new(walk);
        let trace = Trace::new(&timeline, NOWHERE, plan);
        let position = (timeline.last_step() - 2) as f64 * part;
        let before = Camera::opening(plan, VIEW);
        let mut camera = before;
        camera.follow(plan, &Walked { timeline: &timeline, trace: &trace, position });
        (before, camera)
    }

    #[test]
    fn a_query_is_followed_along_its_aisle_and_a_scan_of_small_boxes_is_not() {
        let plan = uneven();
        let (_, camera) = followed(&plan, &backward_query(&plan, 109, 4_000, &[true; 5]), 1.0);
        let frame = Frame::new(&plan, &camera);
        let x = frame.box_left(3_996.0);
        assert!((frame.edge..VIEW.width).contains(&x), "{x} of {camera:?}");
        // Half way down the floor, and in every tenth of the way one long aisle.
        for part in [0.05, 0.45, 0.55, 0.95] {
            let (before, camera) = followed(&plan, &scan_of(&plan, 1_000, |_| true), part);
            assert_eq!(camera, before);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]
        #[test]
        fn zooming_keeps_what_lies_under_the_pointer(
            lengths in prop::collection::vec(1u32..60, 5..200),
            x in 320.0..800.0f64,
            y in 70.0..600.0f64,
            zooms in prop::collection::vec(0.6..1.8f64, 1..6),
            pan in (0.0..3_000.0f64, 0.0..3_000.0f64),
        ) {
            let plan = plan_of(lengths, 3);
            let mut camera = Camera::natural(VIEW);
            camera.pan(&plan, -pan.0, -pan.1);
            for factor in zooms {
                let point = Point::new(x, y);
                let before = Frame::new(&plan, &camera);
                let (rank, vertical) = (before.rank_at(x), before.vertical(y).unwrap());
                camera.zoom_at(&plan, point, factor);
                let after = Frame::new(&plan, &camera);
                let most = after.most_pan();
                // At the border of the floor the border wins.
                if camera.pan_x > 0.0 && camera.pan_x < most.0 && x > after.edge && x > before.edge {
                    prop_assert!((after.box_left(rank) - x).abs() < 0.01, "rank {} moved to {}", rank, after.box_left(rank));
                }
                if camera.pan_y > 0.0 && camera.pan_y < most.1 {
                    let landed = after.point_of(before.anchor(point));
                    prop_assert!((landed.y - y).abs() < 0.01, "{:?} moved to {}", vertical, landed.y);
                }
            }
        }

        #[test]
        fn the_floor_is_never_pushed_out_of_view(
            lengths in prop::collection::vec(1u32..60, 0..100),
            moves in prop::collection::vec((-5_000.0..5_000.0f64, -5_000.0..5_000.0f64, 0.3..3.0f64), 1..8),
        ) {
            let plan = plan_of(lengths, 4);
            let mut camera = Camera::opening(&plan, VIEW);
            for (right, down, factor) in moves {
                camera.pan(&plan, right, down);
                camera.zoom(&plan, factor);
                let (most_x, most_y) = Frame::new(&plan, &camera).most_pan();
                prop_assert!((0.0..=most_x).contains(&camera.pan_x) && (0.0..=most_y).contains(&camera.pan_y));
            }
        }
    }
}
