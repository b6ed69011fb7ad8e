//! The picture as a whole: what it shows of a walk is what the walk says.

use std::collections::BTreeSet;

use super::fixture::Walkthrough;
use super::*;
use crate::player::BoxState;

const WIDE: Viewport = Viewport { width: 1200.0, height: 760.0 };

/// Rectangles of a sheet that are filled or outlined in one of some roles.
fn rects_in(layer: &Layer, wanted: impl Fn(Option<Ink>, Option<Ink>) -> bool) -> Vec<Rect> {
    let found = layer.shapes().filter_map(|shape| match shape {
        Shape::Rects { rects, fill, stroke, .. }
            if wanted(fill.map(|fill| fill.ink), stroke.map(|stroke| stroke.ink)) =>
        {
            Some(rects.clone())
        }
        _ => None,
    });
    found.flatten().collect()
}

/// The boxes that the middle sheet shows as returned, and those it shows as discarded.
fn lit(scene: &Scene<'_>) -> [BTreeSet<Spot>; 2] {
    let touched = scene.touched();
    let boxes =
        |rects: Vec<Rect>| rects.iter().filter_map(|rect| scene.hit(rect.centre())).collect();
    [
        boxes(rects_in(&touched, |fill, _| matches!(fill, Some(Ink::EntityTint(_))))),
        boxes(rects_in(&touched, |_, stroke| stroke == Some(Ink::Discarded))),
    ]
}

#[test]
fn boxes_lit_at_the_end_are_those_of_the_answer() {
    for request in ["A1", "A2", "A3", "A4", "A5", "A6"] {
        let walk = Walkthrough::of("warehouse", request);
        let (camera, names) = (Camera::opening(&walk.plan, WIDE), walk.names());
        let scene = walk.scene(&camera, &names, walk.timeline.last_step() as f64);
        let index = walk.database.table(&walk.table).unwrap().door(walk.index.as_deref()).unwrap();
        let items = match walk.answer.get("Items") {
            Some(items) => items.as_array().unwrap().clone(),
            None => walk.answer.get("Item").into_iter().cloned().collect(),
        };
        let place = |item: &serde_json::Value| {
            let (collection, rank) =
                index.locate(&key_engine::Item::from_json(item).unwrap()).unwrap();
            Spot::Box(collection, rank)
        };
        let expected: BTreeSet<Spot> = items.iter().map(place).collect();
        let [returned, discarded] = lit(&scene);
        assert_eq!(returned, expected, "{request}");
        let read = walk.timeline.counters(walk.timeline.last_step()).read as usize;
        assert_eq!(discarded.len(), read - expected.len(), "{request}");
    }
}

#[test]
fn a_step_changes_only_the_sheets_that_show_it() {
    let walk = Walkthrough::of("warehouse", "A4");
    let (camera, names) = (Camera::opening(&walk.plan, WIDE), walk.names());
    let keys = |position: f64| walk.scene(&camera, &names, position).keys();
    let mut base_changes = 0;
    for step in 1..walk.timeline.last_step() {
        let (before, between, after) =
            (keys(step as f64), keys(step as f64 + 0.5), keys(step as f64 + 1.0));
        assert_eq!(
            (before.base, before.touched),
            (between.base, between.touched),
            "between steps only the walker moves"
        );
        assert_ne!(before.walker, between.walker);
        assert_ne!(before.touched, after.touched);
        base_changes += usize::from(before.base != after.base);
    }
    assert!(
        base_changes <= walk.plan.bays().len(),
        "the building changes when a bay is entered, not at each step"
    );
}

#[test]
fn sheets_with_the_same_key_look_the_same() {
    let walk = Walkthrough::of("warehouse", "A3");
    let (camera, names) = (Camera::opening(&walk.plan, WIDE), walk.names());
    let shots: Vec<_> = (0..=walk.timeline.last_step() * 2)
        .map(|half| {
            let scene = walk.scene(&camera, &names, half as f64 / 2.0);
            (scene.keys(), scene.picture())
        })
        .collect();
    for (keys, picture) in &shots {
        for (other_keys, other) in &shots {
            assert!(keys.base != other_keys.base || picture.base == other.base);
            assert!(keys.touched != other_keys.touched || picture.touched == other.touched);
            assert!(keys.walker != other_keys.walker || picture.walker == other.walker);
        }
    }
}

#[test]
fn only_a_scan_walks_a_red_line() {
    for (request, ink) in [("A1", Ink::Route), ("A3", Ink::Route), ("A4", Ink::Wrong)] {
        let walk = Walkthrough::of("warehouse", request);
        let (camera, names) = (Camera::opening(&walk.plan, WIDE), walk.names());
        let walker = walk.scene(&camera, &names, walk.last_read()).walker();
        let inks: Vec<Ink> = walker
            .shapes()
            .filter_map(|shape| {
                if let Shape::Lines { stroke, .. } = shape { Some(stroke.ink) } else { None }
            })
            .collect();
        assert!(!inks.is_empty() && inks.iter().all(|found| *found == ink), "{request}: {inks:?}");
    }
}

/// The middle of the dot.
fn dot(scene: &Scene<'_>) -> Point {
    let circle =
        |shape: &Shape| if let Shape::Circle { centre, .. } = shape { Some(*centre) } else { None };
    scene.walker().shapes().find_map(circle).unwrap()
}

#[test]
fn newest_first_goes_to_the_far_end_and_reads_back() {
    let walk = Walkthrough::of("store", "S2");
    let (camera, names) =
        (Camera::natural(Viewport { width: 12_000.0, height: 760.0 }), walk.names());
    let at = |position: f64| dot(&walk.scene(&camera, &names, position));
    let along: Vec<f64> =
        (2..walk.timeline.last_step() - 1).map(|step| at(step as f64).x).collect();
    assert!(along.len() > 20, "twenty orders are read");
    assert!(along.windows(2).all(|pair| pair[1] < pair[0]), "{along:?}");
}

#[test]
fn the_walker_never_cuts_through_shelves() {
    let walk = Walkthrough::of("warehouse", "A4");
    let (camera, names) = (Camera::opening(&walk.plan, WIDE), walk.names());
    let corridor = Frame::new(&walk.plan, &camera).corridor_x();
    let mut before = None;
    for tick in 0..walk.timeline.last_step() * 16 {
        let here = dot(&walk.scene(&camera, &names, tick as f64 / 16.0));
        if let Some(before) = before.replace(here) {
            let (across, down) = ((here.x - before.x).abs(), (here.y - before.y).abs());
            let in_corridor = here.x.min(before.x) <= corridor + 0.01;
            // A tick may hold the turn; otherwise the walker keeps to one direction outside the corridor.
            assert!(
                across < 0.01 || down < 0.01 || in_corridor || down < 45.0,
                "{before:?} to {here:?}"
            );
        }
    }
}

#[test]
fn pointing_at_a_number_lights_the_boxes_it_counts() {
    let walk = Walkthrough::of("warehouse", "A4");
    let (camera, names) = (Camera::opening(&walk.plan, WIDE), walk.names());
    let mut scene = walk.scene(&camera, &names, walk.timeline.last_step() as f64);
    for (highlight, count) in [
        (Highlight::Nothing, 0),
        (Highlight::Read, walk.plan.item_count()),
        (Highlight::Returned, 2),
        (Highlight::Discarded, walk.plan.item_count() - 2),
        (Highlight::Partitions, 3),
    ] {
        scene.moment.highlight = highlight;
        let rings =
            rects_in(&scene.touched(), |fill, stroke| fill.is_none() && stroke == Some(Ink::Route));
        assert_eq!(rings.len(), count, "{highlight:?}");
    }
}

#[test]
fn the_head_of_a_bay_says_how_far_its_longest_aisle_runs_out_of_view() {
    let lengths = (0..4_000).map(|at| if at == 3_000 { 5_020 } else { 20 }).collect();
    let plan = fixture::plan_of(lengths, 2);
    for (camera, expected) in
        [(Camera::opening(&plan, WIDE), vec!["longest +5,000"]), (Camera::fit(&plan, WIDE), vec![])]
    {
        let scene = Scene {
            plan: &plan,
            camera: &camera,
            door: fixture::NOWHERE,
            title: "Dispatch desk",
            moment: Moment::default(),
            metrics: Metrics::default(),
            names: &crate::player::NoNames,
        };
        let touched = scene.touched();
        let words = touched.shapes().filter_map(|shape| match shape {
            Shape::Texts { runs, .. } => Some(runs.iter().map(|run| run.text.as_str())),
            _ => None,
        });
        assert_eq!(words.flatten().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn the_text_twin_says_what_the_picture_shows() {
    let walk = Walkthrough::of("warehouse", "A4");
    let (camera, names) = (Camera::opening(&walk.plan, WIDE), walk.names());
    let scene = walk.scene(&camera, &names, walk.timeline.last_step() as f64);
    let rows = twin_rows(&scene, 0..usize::MAX);
    assert_eq!(rows.len(), walk.plan.item_count());
    let [returned, discarded] = lit(&scene);
    for row in &rows {
        let spot = Spot::Box(row.collection, row.rank);
        assert_eq!(row.state == BoxState::Returned, returned.contains(&spot), "{row:?}");
        assert_eq!(row.state == BoxState::Discarded, discarded.contains(&spot), "{row:?}");
        let said = describe(&scene, spot);
        assert!(
            said.contains(&row.item)
                && said.contains(&row.aisle)
                && said.contains(state_text(row.state)),
            "{said}"
        );
    }
    assert_eq!(twin_rows(&scene, 3..5), rows[3..5]);
}

#[test]
fn things_on_the_floor_are_told_in_words() {
    let walk = Walkthrough::of("warehouse", "A3");
    let (camera, names) = (Camera::opening(&walk.plan, WIDE), walk.names());
    let mut scene = walk.scene(&camera, &names, walk.timeline.last_step() as f64);
    let aisle = (0..walk.plan.collection_count())
        .find(|at| describe(&scene, Spot::Aisle(*at)).contains("PRODUCT#P100"))
        .unwrap();
    let bay = walk.plan.bay_of(aisle).unwrap();
    let read = describe(&scene, Spot::Box(aisle, 1));
    assert_eq!(
        read,
        format!("WAREHOUSE#W2, item 2 of 3 in PRODUCT#P100, partition {bay}: read and returned.")
    );
    assert_eq!(
        describe(&scene, Spot::Aisle(aisle)),
        format!("Item collection PRODUCT#P100, in partition {bay}: 3 items.")
    );
    assert_eq!(describe(&scene, Spot::Box(aisle, 9)), "Nothing stands here.");
    assert!(describe(&scene, Spot::Bay(0)).starts_with("Partition 0, hashes 0000 to 5554: "));
    scene.moment.walk = None;
    assert_eq!(
        describe(&scene, Spot::Box(aisle, 1)),
        format!("WAREHOUSE#W2, item 2 of 3 in PRODUCT#P100, partition {bay}.")
    );
}

#[test]
fn a_plan_of_an_index_counts_as_the_index_does() {
    for request in ["A1", "A4"] {
        let walk = Walkthrough::of("warehouse", request);
        let index = walk.database.table(&walk.table).unwrap().primary();
        assert_eq!(walk.plan.item_count(), index.item_count());
        for view in index.collections() {
            let collection = view.ordinal;
            assert_eq!(walk.plan.first_position(collection), view.first_position);
            assert_eq!(walk.plan.len_of(collection), view.len);
            assert_eq!(walk.plan.bay_of(collection), Some(view.partition as usize));
        }
        for position in 0..index.item_count() {
            assert_eq!(walk.plan.place(position), index.at_position(position));
        }
    }
}
