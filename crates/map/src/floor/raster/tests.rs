//! The pixels against boxes painted one by one.

use proptest::prelude::*;

use super::*;
use crate::floor::fixture::{NOWHERE, plan_of, scan_of};
use crate::floor::{Camera, Ink, Metrics, Moment, Plan, Trace, Viewport, Walked};
use crate::player::{BoxState, NoNames, Timeline};

/// A palette in which every role has a colour of its own.
fn palette() -> Palette {
    let roles: Vec<&str> = Ink::all().map(Ink::token).collect();
    Palette::new(|ink| {
        let at = roles.iter().position(|role| *role == ink.token()).unwrap() as u8;
        [at * 5, 255 - at * 5, at * 3, 255]
    })
}

struct Shot {
    plan: Plan,
    camera: Camera,
    timeline: Timeline,
    trace: Trace,
    step: usize,
}

impl Shot {
    fn new(lengths: Vec<u32>, view: (f64, f64), kept: &[bool], part: f64, zooms: usize) -> Self {
        let plan = plan_of(lengths, 2);
        let mut camera = Camera::fit(&plan, Viewport { width: view.0, height: view.1 });
        (0..zooms).for_each(|_| camera.zoom(&plan, 1.3));
        let timeline =
            Timeline::new(&scan_of(&plan, 1_000, |position| kept[position % kept.len()]));
        let trace = Trace::new(&timeline, NOWHERE, &plan);
        let step = (timeline.last_step() as f64 * part) as usize;
        Self { plan, camera, timeline, trace, step }
    }

    fn scene(&self) -> Scene<'_> {
        let walk =
            Walked { timeline: &self.timeline, trace: &self.trace, position: self.step as f64 };
        Scene {
            plan: &self.plan,
            camera: &self.camera,
            door: NOWHERE,
            title: "Dispatch desk",
            moment: Moment { walk: Some(walk), ..Moment::default() },
            metrics: Metrics::default(),
            names: &NoNames,
        }
    }

    fn painted(&self, ratio: f64) -> Pixels {
        let mut pixels = Pixels::default();
        raster(&self.scene(), ratio, &palette(), &mut pixels);
        pixels
    }
}

/// The colour at the middle of a box that is neither outline nor hatching, by what the picture says of its state.
fn face(palette: &Palette, level: Level, state: BoxState, entity: u8) -> Vec<Rgba> {
    match (state, level) {
        (BoxState::Unread, Level::Boxes) => vec![palette.get(Ink::Shelf)],
        (BoxState::Unread, _) => vec![palette.stock()],
        (BoxState::Returned, Level::Boxes) => vec![palette.get(Ink::EntityTint(entity))],
        (BoxState::Returned, _) => vec![palette.get(Ink::EntityInk(entity))],
        (BoxState::Discarded, Level::Boxes) => {
            vec![palette.get(Ink::Shelf), palette.mix(Ink::Shelf, Ink::Discarded, 0.6)]
        }
        (BoxState::Discarded, _) => palette.discarded().to_vec(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn every_small_box_has_the_colour_of_its_state_and_nothing_else_has_any(
        lengths in prop::collection::vec(1u32..60, 40..120),
        kept in prop::collection::vec(any::<bool>(), 1..50),
        part in 0.0..=1.0f64,
        zooms in 0usize..5,
        ratio in prop::sample::select(vec![1.0, 1.5, 2.0]),
    ) {
        let shot = Shot::new(lengths, (760.0, 520.0), &kept, part, zooms);
        let frame = shot.scene().frame();
        let level = frame.level();
        prop_assume!(level == Level::Dots || level == Level::Boxes);
        let (pixels, palette) = (shot.painted(ratio), palette());
        let seen = shot.trace.seen(&shot.timeline, shot.step);
        let mut covered = vec![false; pixels.width() * pixels.height()];
        let grid = Grid::new(&frame, ratio, &pixels);
        for (collection, rank, place) in crate::floor::base::boxes(&frame) {
            let (columns, rows) = (grid.columns(place.x, place.right()), grid.rows(place.y, place.bottom()));
            for row in rows.clone() {
                covered[row * pixels.width()..][columns.clone()].fill(true);
            }
            let position = shot.plan.position(collection, rank).unwrap();
            // A pixel that two boxes share belongs to either, and the middle of half a box may be its outline.
            let whole = frame.shelves().overlaps(&place) && place.x >= frame.shelves().x && place.right() <= frame.shelves().right();
            let whole = whole && place.y >= frame.shelves().y && place.bottom() <= frame.shelves().bottom();
            if place.width * ratio < 3.0 || place.height * ratio < 3.0 || !whole {
                continue;
            }
            let middle = pixels.row(rows.start + rows.len() / 2)[columns.start + columns.len() / 2];
            let expected = face(&palette, level, seen.state(position), shot.plan.entity(position));
            prop_assert!(expected.contains(&middle), "box {}, {}: {:?} is not of {:?}", collection, rank, middle, expected);
        }
        for (index, covered) in covered.iter().enumerate() {
            let clear = pixels.row(index / pixels.width())[index % pixels.width()][3] == 0;
            // Boxes that touch leave no cracks.
                prop_assert_eq!(clear, !covered, "pixel {}", index);
        }
    }

    #[test]
    fn as_many_pixels_of_a_crowd_are_marked_as_boxes_were_read(
        aisles in 300usize..600,
        len in 150u32..400,
        part in 0.0..=1.0f64,
        every in 1usize..12,
    ) {
        // In no step with the pixels' own: a regular pattern beats against them.
        let scattered = |at: u64| {
            let mixed = (at + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            ((mixed ^ (mixed >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 40) as usize
        };
        let kept: Vec<bool> = (0..4_999).map(|at| scattered(at) % every == 0).collect();
        let shot = Shot::new(vec![len; aisles], (420.0, 330.0), &kept, part, 0);
        prop_assert_eq!(shot.scene().frame().level(), Level::Density);
        let (pixels, palette) = (shot.painted(1.0), palette());
        let seen = shot.trace.seen(&shot.timeline, shot.step);
        let counts = seen.counts(0..shot.plan.item_count());
        let full = palette.stock();
        let drawn: Vec<&Rgba> = (0..pixels.height()).flat_map(|row| pixels.row(row)).filter(|pixel| pixel[3] > 0).collect();
        let read = drawn.iter().filter(|pixel| ***pixel != full).count() as f64 / drawn.len() as f64;
        let returned = drawn.iter().filter(|pixel| ***pixel == palette.get(Ink::Returned)).count() as f64 / drawn.len() as f64;
        let items = shot.plan.item_count() as f64;
        prop_assert!((read - counts.read as f64 / items).abs() < 0.02, "{} of {:?}", read, counts);
        // Scattering is even over eight rows of a kind; rows of one aisle in step between rows of two take some of them away.
        prop_assert!((returned - counts.returned as f64 / items).abs() < 0.08, "{} of {:?}", returned, counts);
    }
}

#[test]
fn a_single_box_read_among_a_million_is_seen() {
    let plan = plan_of(vec![1_000; 1_000], 4);
    let camera = Camera::fit(&plan, Viewport { width: 900.0, height: 640.0 });
    let timeline = Timeline::new(&crate::floor::fixture::backward_query(&plan, 613, 500, &[true]));
    let trace = Trace::new(&timeline, NOWHERE, &plan);
    let walk = Walked { timeline: &timeline, trace: &trace, position: timeline.last_step() as f64 };
    let shot =
        Shot { plan, camera, step: walk.step(), trace: trace.clone(), timeline: timeline.clone() };
    let pixels = shot.painted(1.0);
    let returned = palette().get(Ink::Returned);
    let marked = (0..pixels.height())
        .flat_map(|row| pixels.row(row))
        .filter(|pixel| **pixel == returned)
        .count();
    assert!((1..=4).contains(&marked), "{marked} pixels");
}

#[test]
fn the_one_long_aisle_among_thousands_is_seen_to_its_end() {
    let lengths = (0..6_000).map(|at| if at == 4_444 { 300 } else { 1 }).collect();
    let mut shot = Shot::new(lengths, (900.0, 640.0), &[true], 0.0, 0);
    shot.camera = Camera::fit(&shot.plan, Viewport { width: 900.0, height: 640.0 });
    let pixels = shot.painted(1.0);
    let widths = (0..pixels.height())
        .map(|row| pixels.row(row).iter().filter(|pixel| pixel[3] > 80).count());
    let [most, others] = widths.fold([0, 0], |[most, others], width| {
        if width > most { [width, others.max(most)] } else { [most, others.max(width)] }
    });
    assert!(most > pixels.width() * 9 / 10 && others < 10, "{most} and {others}");
}

#[test]
fn pointing_at_a_number_fades_small_boxes_that_it_does_not_count() {
    for (lengths, level) in [(vec![300; 500], Level::Density), (vec![150; 150], Level::Dots)] {
        let shot = Shot::new(lengths, (700.0, 520.0), &[true, false, false], 0.5, 0);
        assert_eq!(shot.scene().frame().level(), level);
        let lit = |highlight| {
            let mut scene = shot.scene();
            scene.moment.highlight = highlight;
            let mut pixels = Pixels::default();
            raster(&scene, 1.0, &palette(), &mut pixels);
            (0..pixels.height())
                .flat_map(|row| pixels.row(row))
                .filter(|pixel| pixel[3] > 128)
                .count() as f64
        };
        let all = lit(Highlight::Nothing);
        for (highlight, part) in [
            (Highlight::Read, 1.0 / 2.0),
            (Highlight::Returned, 1.0 / 6.0),
            (Highlight::Discarded, 1.0 / 3.0),
            (Highlight::Partitions, 1.0),
        ] {
            let found = lit(highlight) / all;
            assert!((found - part).abs() < 0.03, "{level:?}, {highlight:?}: {found}");
        }
    }
}

#[test]
fn boxes_with_labels_are_not_painted_as_pixels() {
    let shot = Shot::new(vec![2, 3, 1], (841.0, 620.0), &[true], 1.0, 0);
    let mut pixels = shot.painted(1.0);
    assert_eq!((pixels.width(), pixels.height()), (0, 0));
    assert!(!raster(&shot.scene(), 1.0, &palette(), &mut pixels));
}

#[test]
fn colours_are_read_as_the_style_sheet_writes_them() {
    assert_eq!(parse_colour(" #f6f4ee"), Some([0xf6, 0xf4, 0xee, 255]));
    for wrong in ["f6f4ee", "#f6f4e", "#xyzxyz", "red", ""] {
        assert_eq!(parse_colour(wrong), None, "{wrong}");
    }
}
