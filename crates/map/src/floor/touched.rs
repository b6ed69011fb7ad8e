//! The middle sheet: what a step of the walk, or the pointer, changes.
//!
//! Owns the looks of boxes that were read, the signs of aisles, and the outlines of what is hovered, chosen or lit up. Shape comes
//! before hue: returned is solid with a tick, discarded is hatched, untouched is plain. It must never draw an untouched box.

use key_engine::order::SortedMap;

use super::base::{box_label, box_style, boxes};
use super::frame::{Frame, Level};
use super::scene::{Highlight, Scene, Spot};
use super::shape::{
    Anchor, Family, Fill, Ink, Layer, Point, Rect, Shape, Stroke, TextRun, TextStyle,
};
use super::trace::Seen;
use crate::label;
use crate::numerals::grouped;
use crate::player::{BoxState, Event};

/// Boxes ringed at most in one frame.
const MOST_RINGS: usize = 2_000;

/// Draws the sheet.
pub(super) fn draw(scene: &Scene<'_>, frame: &Frame<'_>) -> Layer {
    let mut layer = Layer::default();
    let seen = scene.moment.walk.map(|walk| walk.seen());
    if let Some(seen) = seen.filter(|_| frame.level() == Level::Labels) {
        layer.push(Some(frame.shelves()), touched_boxes(scene, frame, &seen));
    }
    layer.push(Some(frame.shelves().grown(4.0)), outlines(scene, frame, seen.as_ref()));
    if frame.shows_signs() {
        layer.push(Some(frame.bays_view()), signs(scene, frame, seen.as_ref()));
    }
    if frame.level() == Level::Labels {
        layer.push(Some(frame.bays_view()), more_boxes(scene, frame));
    } else if frame.level() < Level::Boxes && frame.shows_heads() {
        layer.push(Some(frame.bays_view()), vec![longest_aisles(frame)]);
    }
    layer
}

#[derive(Default)]
struct Returned {
    rects: Vec<Rect>,
    ticks: Vec<(Point, Point)>,
}

fn touched_boxes(scene: &Scene<'_>, frame: &Frame<'_>, seen: &Seen<'_>) -> Vec<Shape> {
    let mut returned: SortedMap<u8, Returned> = SortedMap::default();
    let (mut discarded, mut plates) = (Vec::new(), Vec::new());
    let (mut bright, mut dim) = (Vec::new(), Vec::new());
    for (collection, rank, place) in boxes(frame) {
        let position = frame.plan.first_position(collection) + rank;
        match seen.state(position) {
            BoxState::Unread => {}
            BoxState::Returned => {
                let entity =
                    returned.or_insert_with(frame.plan.entity(position), Returned::default);
                entity.rects.push(place);
                entity.ticks.extend(tick(frame, place));
                bright.extend(box_label(scene, frame, collection, rank, place, true));
            }
            BoxState::Discarded => {
                let run = box_label(scene, frame, collection, rank, place, false);
                plates.extend(run.as_ref().map(|run| plate(scene, frame, run)));
                discarded.push(place);
                dim.extend(run);
            }
        }
    }
    let mut shapes = discarded_shapes(frame, discarded, plates);
    for (entity, Returned { rects, ticks }) in returned {
        let ink = Ink::EntityInk(entity);
        shapes.push(Shape::Rects {
            rects,
            radius: 3.0 * frame.type_scale,
            fill: Some(Fill::solid(Ink::EntityTint(entity))),
            stroke: Some(Stroke::solid(ink, 2.0 * frame.type_scale)),
        });
        shapes.push(Shape::Lines {
            segments: ticks,
            stroke: Stroke::solid(ink, 2.0 * frame.type_scale),
        });
    }
    shapes.push(Shape::Texts { style: box_style(frame, Ink::Ink2), runs: dim });
    shapes.push(Shape::Texts { style: box_style(frame, Ink::Ink), runs: bright });
    shapes
}

fn discarded_shapes(frame: &Frame<'_>, rects: Vec<Rect>, plates: Vec<Rect>) -> Vec<Shape> {
    if rects.is_empty() {
        return Vec::new();
    }
    let scale = frame.type_scale;
    let radius = 3.0 * scale;
    vec![
        Shape::Rects {
            rects: rects.clone(),
            radius,
            fill: Some(Fill::solid(Ink::Shelf)),
            stroke: None,
        },
        Shape::Hatch {
            rects: rects.clone(),
            spacing: 6.0 * scale,
            stroke: Stroke::solid(Ink::Discarded, 1.6 * scale),
            opacity: 0.5,
        },
        Shape::Rects {
            rects: plates,
            radius,
            fill: Some(Fill { ink: Ink::Shelf, opacity: 0.85 }),
            stroke: None,
        },
        Shape::Rects {
            rects,
            radius,
            fill: None,
            stroke: Some(Stroke::solid(Ink::Discarded, 1.1 * scale)),
        },
    ]
}

/// What lies between the hatching and a label, so that the key stays readable.
fn plate(scene: &Scene<'_>, frame: &Frame<'_>, run: &TextRun) -> Rect {
    let width = label::columns(&run.text) as f64 * scene.metrics.mono * 11.0 * frame.type_scale;
    let height = 14.0 * frame.type_scale;
    Rect::new(run.at.x, run.at.y - height / 2.0 - 0.5, width, height).grown(1.5 * frame.type_scale)
}

/// Two strokes at the right end of a box.
fn tick(frame: &Frame<'_>, place: Rect) -> [(Point, Point); 2] {
    let scale = frame.type_scale;
    let at = |right: f64, below: f64| {
        Point::new(place.right() - right * scale, place.y + place.height / 2.0 + below * scale)
    };
    let foot = at(11.5, 4.0);
    [(at(16.0, -0.5), foot), (foot, at(4.8, -4.5))]
}

fn signs(scene: &Scene<'_>, frame: &Frame<'_>, seen: Option<&Seen<'_>>) -> Vec<Shape> {
    let size = 12.0 * frame.type_scale;
    let columns = (frame.sign_width() / (scene.metrics.mono * size) + 0.05) as usize;
    let (mut entered, mut others) = (Vec::new(), Vec::new());
    for collection in frame.visible_collections() {
        let Some(text) = scene.names.collection(scene.door, collection as u32) else { continue };
        let run = TextRun { at: frame.sign_at(collection), text: label::fit(&text, columns) };
        if is_entered(scene, seen, collection) { entered.push(run) } else { others.push(run) }
    }
    let style =
        |ink| TextStyle { family: Family::Mono, size, bold: true, ink, anchor: Anchor::Start };
    let mut shapes = Vec::new();
    for (ink, runs) in [(Ink::Ink2, others), (Ink::Ink, entered)] {
        if !runs.is_empty() {
            shapes.push(Shape::Texts { style: style(ink), runs });
        }
    }
    shapes
}

/// At the right edge of the view, of aisles that go on beyond it: how many boxes more.
fn more_boxes(scene: &Scene<'_>, frame: &Frame<'_>) -> Vec<Shape> {
    let scale = frame.type_scale;
    let size = 10.0 * scale;
    let right = frame.viewport.width - 8.0 * scale;
    let (mut covers, mut plates, mut runs) = (Vec::new(), Vec::new(), Vec::new());
    for collection in frame.visible_collections() {
        let len = frame.plan.len_of(collection);
        let shown = (frame.rank_at(frame.viewport.width).max(0.0) as usize).min(len);
        if shown == len {
            continue;
        }
        let text = format!("+{}", grouped((len - shown) as u64));
        let width = text.len() as f64 * scene.metrics.mono * size + 12.0 * scale;
        let place = frame.box_rect(collection, 0);
        let middle = place.y + place.height / 2.0;
        let cover = right - width - 4.0 * scale;
        let over = place.grown(2.0 * scale);
        covers.push(Rect::new(cover, over.y, frame.viewport.width - cover, over.height));
        plates.push(Rect::new(right - width, middle - 9.0 * scale, width, 18.0 * scale));
        runs.push(TextRun { at: Point::new(right - width / 2.0, middle + 0.5), text });
    }
    if plates.is_empty() {
        return Vec::new();
    }
    let style = TextStyle {
        family: Family::Mono,
        size,
        bold: true,
        ink: Ink::Ink2,
        anchor: Anchor::Middle,
    };
    let (fill, stroke) = (Some(Fill::solid(Ink::Panel)), Some(Stroke::solid(Ink::Rule, 1.0)));
    vec![
        Shape::Rects {
            rects: covers,
            radius: 0.0,
            fill: Some(Fill::solid(Ink::Bay)),
            stroke: None,
        },
        Shape::Rects { rects: plates, radius: 9.0 * scale, fill, stroke },
        Shape::Texts { style, runs },
    ]
}

/// At the right end of each bay's head, where its aisles are too thin for tags of their own: how many boxes the longest has beyond the
/// view.
fn longest_aisles(frame: &Frame<'_>) -> Shape {
    let right = frame.viewport.width;
    let shown = frame.rank_at(right).max(0.0) as usize;
    let run = |bay: usize| {
        let collections = frame.plan.bays().get(bay)?.collections.clone();
        let beyond = (frame.plan.extent(collections)?.most as usize).saturating_sub(shown);
        let at = Point::new(right - 8.0, frame.bay_rect(bay).y + frame.head * 0.47);
        (beyond > 0).then(|| TextRun { at, text: format!("longest +{}", grouped(beyond as u64)) })
    };
    let style = TextStyle {
        family: Family::Mono,
        size: 10.0,
        bold: false,
        ink: Ink::Ink2,
        anchor: Anchor::End,
    };
    Shape::Texts { style, runs: frame.visible_bays().filter_map(run).collect() }
}

/// Whether the walker has been in an aisle by now, or something in it is pointed at.
fn is_entered(scene: &Scene<'_>, seen: Option<&Seen<'_>>, collection: usize) -> bool {
    let pointed =
        |spot| matches!(spot, Some(Spot::Aisle(at) | Spot::Box(at, _)) if at == collection);
    if pointed(scene.moment.hover) || pointed(scene.moment.selection) {
        return true;
    }
    let (Some(seen), Some(walk)) = (seen, scene.moment.walk) else { return false };
    let here = match walk.timeline.event(seen.step()) {
        Event::EnterCollection { leg, collection, .. } if walk.trace.is_here(leg) => {
            Some(collection as usize)
        }
        _ => None,
    };
    let positions =
        scene.plan.first_position(collection)..scene.plan.first_position(collection + 1);
    here == Some(collection)
        || seen.reads_in(positions).next().is_some()
        || seen.stops().any(|stop| stop.rank.is_some() && stop.collection == collection)
}

fn outlines(scene: &Scene<'_>, frame: &Frame<'_>, seen: Option<&Seen<'_>>) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let scale = frame.type_scale;
    if let Some(seen) = seen {
        shapes.extend(highlights(scene, frame, seen));
    }
    let mut ring = |spot: Option<Spot>, ink, width, away| {
        let place = spot.and_then(|spot| place_of(frame, spot));
        if let Some(place) = place {
            let rects = vec![place.grown(away)];
            shapes.push(Shape::Rects {
                rects,
                radius: 5.0 * scale,
                fill: None,
                stroke: Some(Stroke::solid(ink, width)),
            });
        }
    };
    ring(scene.moment.hover, Ink::Ink2, 1.5 * scale, 2.5 * scale);
    ring(scene.moment.selection, Ink::Route, 2.0 * scale, 3.0 * scale);
    shapes
}

/// The place to outline of what can be pointed at; boxes of less than some pixels get a ring that can be seen.
fn place_of(frame: &Frame<'_>, spot: Spot) -> Option<Rect> {
    match spot {
        Spot::Desk | Spot::Bay(_) | Spot::Aisle(_) => None,
        Spot::Box(collection, rank) => {
            let place = frame.box_rect(collection, rank);
            let small = place.width.min(place.height);
            frame
                .plan
                .position(collection, rank)
                .map(|_| if small < 6.0 { place.grown((6.0 - small) / 2.0) } else { place })
        }
    }
}

fn highlights(scene: &Scene<'_>, frame: &Frame<'_>, seen: &Seen<'_>) -> Option<Shape> {
    let wanted: fn(BoxState) -> bool = match scene.moment.highlight {
        Highlight::Nothing => return None,
        Highlight::Partitions => {
            let rects = scene.bays_entered().into_iter().map(|bay| frame.bay_rect(bay)).collect();
            return Some(Shape::Rects {
                rects,
                radius: 8.0,
                fill: None,
                stroke: Some(Stroke::solid(Ink::Route, 2.0)),
            });
        }
        Highlight::Read => |state| state != BoxState::Unread,
        Highlight::Returned => |state| state == BoxState::Returned,
        Highlight::Discarded => |state| state == BoxState::Discarded,
    };
    if frame.level() < Level::Boxes {
        return None;
    }
    let lit = |(collection, rank, place): (usize, usize, Rect)| {
        let position = frame.plan.position(collection, rank)?;
        wanted(seen.state(position)).then(|| place.grown(2.5 * frame.type_scale))
    };
    let rects: Vec<Rect> = boxes(frame).filter_map(lit).take(MOST_RINGS).collect();
    let stroke = Some(Stroke::solid(Ink::Route, 2.0 * frame.type_scale));
    (!rects.is_empty()).then_some(Shape::Rects {
        rects,
        radius: 5.0 * frame.type_scale,
        fill: None,
        stroke,
    })
}
