//! The lowest sheet: the building, its shelves, and boxes that nobody has touched.
//!
//! Owns what changes only with the camera, the table and the bays entered. It must never look at single steps of a walk.

use super::frame::{Frame, Level};
use super::scene::Scene;
use super::shape::{
    Anchor, Family, Fill, Ink, Layer, Point, Rect, Shape, Stroke, TextRun, TextStyle,
};
use crate::label;

/// How solid a bay is that the walk has not entered.
const PALE: f64 = 0.5;

/// Draws the sheet.
pub(super) fn draw(scene: &Scene<'_>, frame: &Frame<'_>) -> Layer {
    let mut layer = Layer::default();
    let mut building = vec![corridor(frame)];
    building.extend(bays(scene, frame));
    building.extend(heads(frame));
    layer.push(Some(frame.bays_view()), building);
    if frame.level() == Level::Labels {
        layer.push(Some(frame.shelves()), shelves(scene, frame));
    }
    layer.push(None, desk(scene, frame));
    layer
}

fn corridor(frame: &Frame<'_>) -> Shape {
    let strip = frame.corridor();
    Shape::Rects {
        rects: vec![strip],
        radius: strip.width / 2.0,
        fill: Some(Fill::solid(Ink::Corridor)),
        stroke: None,
    }
}

fn bays(scene: &Scene<'_>, frame: &Frame<'_>) -> Vec<Shape> {
    let walking = scene.moment.walk.is_some_and(|walk| walk.step() > 0);
    let entered = scene.bays_entered();
    let (bright, pale): (Vec<usize>, Vec<usize>) =
        frame.visible_bays().partition(|bay| !walking || entered.contains(bay));
    let panels = |bays: Vec<usize>, opacity| {
        let rects: Vec<Rect> = bays.into_iter().map(|bay| frame.bay_rect(bay)).collect();
        (!rects.is_empty()).then(|| Shape::Rects {
            rects,
            radius: (8.0 * frame.type_scale).min(frame.head / 3.0),
            fill: Some(Fill { ink: Ink::Bay, opacity }),
            stroke: Some(Stroke::solid(Ink::Rule, 1.0)),
        })
    };
    panels(bright, 1.0).into_iter().chain(panels(pale, PALE)).collect()
}

/// "PARTITION 0" and the part of the hash range it holds.
fn heads(frame: &Frame<'_>) -> Vec<Shape> {
    if !frame.shows_heads() {
        return Vec::new();
    }
    let size = 11.0 * (frame.head / 30.0).max(0.85);
    let (mut names, mut ranges) = (Vec::new(), Vec::new());
    for number in frame.visible_bays() {
        let Some(bay) = frame.plan.bays().get(number) else { continue };
        let panel = frame.bay_rect(number);
        let y = panel.y + frame.head * 0.47;
        let name = format!("PARTITION {number}");
        let x = frame.sign_left() + (name.len() as f64 * 0.745 + 0.4) * size;
        let (low, high) = bay.hash_range;
        let empty = if bay.collections.is_empty() { "  ·  empty" } else { "" };
        names.push(TextRun { at: Point::new(frame.sign_left(), y), text: name });
        ranges
            .push(TextRun {
                at: Point::new(x, y), text: format!("{low:04X} – {high:04X}{empty}")
            });
    }
    let style =
        |family, bold| TextStyle { family, size, bold, ink: Ink::Ink2, anchor: Anchor::Start };
    vec![
        Shape::Texts { style: style(Family::Sans, true), runs: names },
        Shape::Texts { style: style(Family::Mono, false), runs: ranges },
    ]
}

/// The boxes in view: collection, rank and place.
pub(super) fn boxes<'f>(frame: &'f Frame<'_>) -> impl Iterator<Item = (usize, usize, Rect)> + 'f {
    let ranks = frame.visible_ranks();
    frame.visible_collections().flat_map(move |collection| {
        let end = ranks.end.min(frame.plan.len_of(collection));
        (ranks.start..end).map(move |rank| (collection, rank, frame.box_rect(collection, rank)))
    })
}

fn shelves(scene: &Scene<'_>, frame: &Frame<'_>) -> Vec<Shape> {
    let overhang = frame.shelf_overhang();
    let hairline = |collection: usize| {
        let end = frame.box_left(frame.plan.len_of(collection) as f64) - frame.pitch
            + frame.box_width()
            + overhang;
        let y = frame.shelf_y(collection);
        (Point::new(frame.box_left(0.0) - overhang, y), Point::new(end, y))
    };
    let segments = frame.visible_collections().map(hairline).collect();
    let rects = boxes(frame).map(|(_, _, place)| place).collect();
    let labels = boxes(frame).filter_map(|(collection, rank, place)| {
        box_label(scene, frame, collection, rank, place, false)
    });
    vec![
        Shape::Lines { segments, stroke: Stroke::solid(Ink::Rule, 1.5 * frame.type_scale) },
        Shape::Rects {
            rects,
            radius: 3.0 * frame.type_scale,
            fill: Some(Fill::solid(Ink::Shelf)),
            stroke: Some(Stroke::solid(Ink::Rule, 1.25)),
        },
        Shape::Texts { style: box_style(frame, Ink::Ink2), runs: labels.collect() },
    ]
}

/// How the labels of boxes are set.
pub(super) fn box_style(frame: &Frame<'_>, ink: Ink) -> TextStyle {
    TextStyle {
        family: Family::Mono,
        size: 11.0 * frame.type_scale,
        bold: false,
        ink,
        anchor: Anchor::Start,
    }
}

/// The label of a box: its key, fitted to it, with the room of a tick left free on demand.
pub(super) fn box_label(
    scene: &Scene<'_>,
    frame: &Frame<'_>,
    collection: usize,
    rank: usize,
    place: Rect,
    ticked: bool,
) -> Option<TextRun> {
    let text = scene.names.item(scene.door, collection as u32, rank as u32)?;
    let (room, left) = frame.label_room(ticked);
    let columns = (room / (scene.metrics.mono * 11.0 * frame.type_scale) + 0.05) as usize;
    let y = place.y + place.height / 2.0 + 0.5;
    Some(TextRun { at: Point::new(place.x + left, y), text: label::fit(&text, columns) })
}

/// Size of the desk's words.
fn desk_size(frame: &Frame<'_>) -> f64 {
    11.5 * frame.type_scale
}

/// The desk's plate.
pub(super) fn desk_plate(scene: &Scene<'_>, frame: &Frame<'_>) -> Rect {
    let size = desk_size(frame);
    let wanted = label::columns(scene.title) as f64 * scene.metrics.sans * size + size;
    frame.desk(wanted.min(frame.viewport.width - 12.0))
}

fn desk(scene: &Scene<'_>, frame: &Frame<'_>) -> Vec<Shape> {
    let size = desk_size(frame);
    let plate = desk_plate(scene, frame);
    let columns = (plate.width - size) / (scene.metrics.sans * size) + 0.05;
    let text = label::fit(scene.title, columns.max(0.0) as usize);
    let style = TextStyle {
        family: Family::Sans,
        size,
        bold: true,
        ink: Ink::OnDesk,
        anchor: Anchor::Middle,
    };
    vec![
        Shape::Rects {
            rects: vec![plate],
            radius: 5.0 * frame.type_scale,
            fill: Some(Fill::solid(Ink::Desk)),
            stroke: None,
        },
        Shape::Texts { style, runs: vec![TextRun { at: plate.centre(), text }] },
    ]
}
