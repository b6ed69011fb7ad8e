//! The top sheet: the walker, a dot with a line behind it.
//!
//! Owns where the walker is at a moment between two steps, and the line along which it came: down the corridor, a turn, a straight run
//! under the boxes of an aisle. It must never decide what was read: it goes where the timeline says.

use key_engine::order::within;

use super::frame::{Frame, Level};
use super::measures::natural;
use super::scene::{Scene, Walked};
use super::shape::{
    Anchor, Family, Fill, Ink, Layer, Point, Rect, Shape, Stroke, TextRun, TextStyle,
};
use super::trace::PageBreak;
use crate::player::{Event, Timeline};

/// Rows below this height carry no line of their own: the pixels show what was read.
const LEAST_ROW: f64 = 4.0;
/// Page ends marked at most in one frame.
const MOST_MARKS: usize = 200;

/// Where the walker stands.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stand {
    at: Point,
    /// The aisle it is in; `None` in the corridor and at the desk.
    aisle: Option<usize>,
}

/// Draws the sheet.
pub(super) fn draw(scene: &Scene<'_>, frame: &Frame<'_>) -> Layer {
    let mut layer = Layer::default();
    let Some(walk) = scene.moment.walk else { return layer };
    let path = path(frame, &walk);
    let ink = walk.ink();
    let mut shapes = trail(frame, &walk, path.as_deref());
    shapes.extend(page_marks(scene, frame, &walk));
    layer.push(Some(frame.bays_view()), shapes);
    if let Some(&at) = path.as_ref().and_then(|path| path.last()) {
        layer.push(Some(frame.bays_view()), vec![dot(frame, at, ink)]);
    }
    layer
}

fn dot(frame: &Frame<'_>, at: Point, ink: Ink) -> Shape {
    let scale = frame.type_scale;
    let halo = Some(Stroke::solid(Ink::Panel, 2.0 * scale));
    Shape::Circle { centre: at, radius: 7.0 * scale, fill: Fill::solid(ink), stroke: halo }
}

/// The collection and rank the walker is at, or heads for, on this floor: what a camera that follows it should show.
pub fn place_of_walker(walk: &Walked<'_>) -> Option<(usize, usize)> {
    let event = (0..=walk.step())
        .rev()
        .map(|step| walk.timeline.event(step))
        .find(|event| !matches!(event, Event::PageEnd { .. }))?;
    if !event.leg().is_some_and(|leg| walk.trace.is_here(leg)) {
        return None;
    }
    match event {
        Event::EnterPartition { collection, .. } | Event::MissingKey { collection, .. } => {
            Some((collection as usize, 0))
        }
        Event::EnterCollection { collection, rank, .. } | Event::Read { collection, rank, .. } => {
            Some((collection as usize, rank as usize))
        }
        Event::AtDesk | Event::PageEnd { .. } | Event::Done => None,
    }
}

/// The way gone since the last step, to where the walker is now; `None` while it is on another floor.
fn path(frame: &Frame<'_>, walk: &Walked<'_>) -> Option<Vec<Point>> {
    let step = walk.step();
    let part = within(walk.position - step as f64, 0.0, 1.0);
    let from = stand(frame, walk, step);
    if part <= 0.0 {
        return from.map(|stand| vec![stand.at]);
    }
    let to = stand(frame, walk, step + 1);
    match (from, to) {
        (Some(from), Some(to)) => Some(leading_part(&way(frame, from, to), part)),
        (from, to) => (if part < 0.5 { from } else { to }).map(|stand| vec![stand.at]),
    }
}

/// From one stand to another without walking through shelves.
fn way(frame: &Frame<'_>, from: Stand, to: Stand) -> Vec<Point> {
    if from.aisle == to.aisle {
        return vec![from.at, to.at];
    }
    let corridor = frame.corridor_x();
    vec![from.at, Point::new(corridor, from.at.y), Point::new(corridor, to.at.y), to.at]
}

/// The first part of a way, by length.
fn leading_part(way: &[Point], part: f64) -> Vec<Point> {
    let length = |(from, to): (&Point, &Point)| (to.x - from.x).abs() + (to.y - from.y).abs();
    let legs = || way.iter().zip(way.iter().skip(1));
    let mut left = legs().map(length).sum::<f64>() * part;
    let mut gone: Vec<Point> = way.first().copied().into_iter().collect();
    for (from, to) in legs() {
        let whole = length((from, to));
        if whole > left {
            let share = left / whole;
            gone.push(Point::new(
                from.x + (to.x - from.x) * share,
                from.y + (to.y - from.y) * share,
            ));
            break;
        }
        left -= whole;
        gone.push(*to);
    }
    gone
}

/// Where the walker stands at a step; `None` on another floor.
fn stand(frame: &Frame<'_>, walk: &Walked<'_>, step: usize) -> Option<Stand> {
    let timeline = walk.timeline;
    let is_here = |leg: usize| walk.trace.is_here(leg);
    let in_corridor = |y| Some(Stand { at: Point::new(frame.corridor_x(), y), aisle: None });
    // What has been pushed under the signs is shown at the mouth of its aisle, what lies beyond the view at its edge.
    let in_aisle = |collection: usize, x: f64| {
        let x = x.min(frame.viewport.width - natural::RIGHT).max(mouth(frame));
        Some(Stand { at: Point::new(x, frame.line_y(collection)), aisle: Some(collection) })
    };
    match event_before(timeline, step) {
        Event::AtDesk | Event::PageEnd { .. } | Event::Done => in_corridor(desk_y(frame)),
        Event::EnterPartition { leg, partition, .. } if is_here(leg) => {
            in_corridor(frame.bay_rect(partition as usize).y + frame.head / 2.0)
        }
        Event::MissingKey { leg, partition, collection } if is_here(leg) => {
            let y = frame.row_top_in(partition as usize, collection as usize);
            Some(Stand {
                at: Point::new(frame.bay_left() + 8.0 * frame.type_scale, y),
                aisle: None,
            })
        }
        Event::EnterCollection { leg, collection, rank, .. } if is_here(leg) => {
            let backward = timeline.legs().get(leg).is_some_and(|leg| leg.backward);
            let reads_on = matches!(timeline.event(step + 1), Event::Read { .. });
            let x = match (backward, reads_on) {
                (true, _) => read_to(frame, rank as usize),
                (false, true) => mouth(frame),
                (false, false) => frame.box_left(f64::from(rank)) - frame.shelf_overhang() / 2.0,
            };
            in_aisle(collection as usize, x)
        }
        Event::Read { leg, collection, rank, .. } if is_here(leg) => {
            let backward = timeline.legs().get(leg).is_some_and(|leg| leg.backward);
            let rank = rank as usize;
            in_aisle(
                collection as usize,
                if backward { read_back_to(frame, rank) } else { read_to(frame, rank) },
            )
        }
        _ => None,
    }
}

/// What happens at a step, or, at the end of a page, what happened before it: a page's end moves nobody.
fn event_before(timeline: &Timeline, step: usize) -> Event {
    let moves = |event: &Event| !matches!(event, Event::PageEnd { .. });
    (0..=step).rev().map(|step| timeline.event(step)).find(moves).unwrap_or(Event::AtDesk)
}

fn desk_y(frame: &Frame<'_>) -> f64 {
    frame.bays_view().y + 9.0 * frame.type_scale
}

/// Where an aisle's shelf begins.
fn mouth(frame: &Frame<'_>) -> f64 {
    frame.edge - frame.shelf_overhang()
}

/// How far the line goes when the box of a rank has been read on the way out.
fn read_to(frame: &Frame<'_>, rank: usize) -> f64 {
    frame.box_left(rank as f64) + frame.box_width()
        - (6.0 * frame.type_scale).min(frame.box_width() * 0.1)
}

/// Where the walker is when that box has been read on the way back.
fn read_back_to(frame: &Frame<'_>, rank: usize) -> f64 {
    frame.box_left(rank as f64) + frame.box_width() * 0.18
}

fn trail(frame: &Frame<'_>, walk: &Walked<'_>, path: Option<&[Point]>) -> Vec<Shape> {
    let corridor = frame.corridor_x();
    let ink = walk.ink();
    let runs = runs(frame, walk);
    let mut segments: Vec<(Point, Point)> =
        runs.iter().map(|run| (Point::new(corridor, run.y), Point::new(run.end, run.y))).collect();
    if let Some(lowest) = lowest(frame, walk, path) {
        segments
            .push((Point::new(corridor, frame.bays_view().y - 2.0), Point::new(corridor, lowest)));
    }
    let width = line_width(frame);
    let mut shapes = Vec::new();
    if !segments.is_empty() {
        shapes.push(Shape::Lines { segments, stroke: Stroke::solid(ink, width) });
    }
    if let Some(path) = path.filter(|path| path.len() > 1) {
        shapes.push(Shape::Polyline { points: path.to_vec(), stroke: Stroke::solid(ink, width) });
    }
    let dead_ends: Vec<(Point, Point)> = dead_ends(frame, walk).collect();
    if !dead_ends.is_empty() {
        shapes.push(Shape::Lines { segments: dead_ends, stroke: Stroke::solid(ink, width) });
    }
    if ink == Ink::Route && frame.level() == Level::Labels {
        let here = path.and_then(|path| path.last()).copied();
        shapes.extend(runs.iter().filter_map(|run| arrow(frame, run, here, ink)));
    }
    shapes
}

fn line_width(frame: &Frame<'_>) -> f64 {
    (2.5 * frame.type_scale).min((frame.row * 0.12).max(1.25))
}

/// The line under the boxes of one aisle.
#[derive(Clone, Copy)]
struct Run {
    y: f64,
    end: f64,
    backward: bool,
    finished: bool,
}

/// The lines under the aisles in view.
fn runs(frame: &Frame<'_>, walk: &Walked<'_>) -> Vec<Run> {
    let seen = walk.seen();
    let mut runs = Vec::new();
    if frame.row >= LEAST_ROW {
        for collection in frame.visible_collections() {
            let first = frame.plan.first_position(collection);
            let positions = first..first + frame.plan.len_of(collection);
            if let Some(read) = seen.reads_in(positions).last() {
                let y = frame.line_y(collection);
                let end = read_to(frame, read.positions.end - 1 - first).max(mouth(frame));
                runs.push(Run { y, end, backward: read.backward, finished: read.finished });
            }
        }
    }
    for stop in seen.stops() {
        if let Some(Stand { at, .. }) = stand(frame, walk, stop.step) {
            runs.push(Run {
                y: at.y,
                end: at.x + 2.0 * (7.0 * frame.type_scale).min(frame.row * 0.3),
                backward: false,
                finished: false,
            });
        }
    }
    if let Event::EnterCollection { leg, .. } = walk.timeline.event(walk.step())
        && let Some(Stand { at, .. }) = stand(frame, walk, walk.step())
    {
        let backward = walk.timeline.legs().get(leg).is_some_and(|leg| leg.backward);
        runs.push(Run { y: at.y, end: at.x, backward, finished: false });
    }
    runs
}

/// Bars across the line where the walker came and there was nothing to read.
fn dead_ends<'f>(
    frame: &'f Frame<'_>,
    walk: &'f Walked<'_>,
) -> impl Iterator<Item = (Point, Point)> + 'f {
    let half = (7.0 * frame.type_scale).min(frame.row * 0.3);
    let stands = walk.seen().stops().filter_map(move |stop| stand(frame, walk, stop.step));
    let ends = stands.map(move |stand| Point::new(stand.at.x + 2.0 * half, stand.at.y));
    ends.map(move |end| (Point::new(end.x, end.y - half), Point::new(end.x, end.y + half)))
}

/// How far down the corridor the walker has been.
fn lowest(frame: &Frame<'_>, walk: &Walked<'_>, path: Option<&[Point]>) -> Option<f64> {
    let seen = walk.seen();
    let read = seen
        .highest_read()
        .and_then(|position| frame.plan.place(position))
        .map(|(collection, _)| frame.line_y(collection));
    let stops =
        seen.stops().filter_map(|stop| stand(frame, walk, stop.step)).map(|stand| stand.at.y);
    let here = path.and_then(|path| path.first()).map(|point| point.y);
    stops.chain(read).chain(here).reduce(f64::max).filter(|_| walk.position > 0.0)
}

/// Which way the walker went, where it has gone on since.
fn arrow(frame: &Frame<'_>, run: &Run, here: Option<Point>, ink: Ink) -> Option<Shape> {
    let covered =
        |at: Point| (at.x - run.end).abs() + (at.y - run.y).abs() < 24.0 * frame.type_scale;
    if !(run.backward || run.finished) || here.is_some_and(covered) {
        return None;
    }
    let scale = frame.type_scale;
    let tip = run.end - if run.backward { 12.0 * scale } else { 0.0 };
    let corner = |back: f64, down: f64| Point::new(tip - back * scale, run.y + down * scale);
    Some(Shape::Polygon {
        points: vec![corner(0.0, 0.0), corner(9.0, -5.0), corner(9.0, 5.0)],
        fill: Fill::solid(ink),
    })
}

/// Where pages ended with more to come.
fn page_marks(scene: &Scene<'_>, frame: &Frame<'_>, walk: &Walked<'_>) -> Vec<Shape> {
    if frame.row < LEAST_ROW {
        return Vec::new();
    }
    let rows = frame.visible_collections();
    let positions = frame.plan.first_position(rows.start)..frame.plan.first_position(rows.end);
    let ended =
        walk.trace.breaks_in(positions).iter().filter(|page_break| page_break.step <= walk.step());
    let places: Vec<(&PageBreak, Point)> = ended
        .filter_map(|page_break| Some((page_break, mark_at(frame, page_break)?)))
        .take(MOST_MARKS)
        .collect();
    if places.is_empty() {
        return Vec::new();
    }
    let (scale, ink) = (frame.type_scale, walk.ink());
    let half = (6.0 * scale).min(frame.row * 0.3);
    let bars = places
        .iter()
        .map(|(_, at)| (Point::new(at.x, at.y - half), Point::new(at.x, at.y + half)))
        .collect();
    let mut shapes =
        vec![Shape::Lines { segments: bars, stroke: Stroke::solid(ink, line_width(frame)) }];
    if frame.level() == Level::Labels {
        shapes.extend(page_plates(scene, frame, &places, ink));
    }
    shapes
}

/// Just behind the last box of a page, on the line.
fn mark_at(frame: &Frame<'_>, page_break: &PageBreak) -> Option<Point> {
    let (collection, rank) = frame.plan.place(page_break.position)?;
    let gap = frame.pitch - frame.box_width();
    let place = frame.box_rect(collection, rank);
    let x = if page_break.backward { place.x - gap / 2.0 } else { place.right() + gap / 2.0 };
    Some(Point::new(x, frame.line_y(collection)))
}

fn page_plates(
    scene: &Scene<'_>,
    frame: &Frame<'_>,
    marks: &[(&PageBreak, Point)],
    ink: Ink,
) -> [Shape; 2] {
    let scale = frame.type_scale;
    let size = 9.5 * scale;
    let (mut plates, mut runs) = (Vec::new(), Vec::new());
    for (page_break, at) in marks {
        let text = format!("page {}", page_break.page);
        let width = text.len() as f64 * scene.metrics.sans * size + 8.0 * scale;
        let (x, height) = (at.x - width / 2.0, 13.0 * scale);
        plates.push(Rect::new(x, at.y - height / 2.0, width, height));
        runs.push(TextRun { at: *at, text });
    }
    let style = TextStyle {
        family: Family::Sans,
        size,
        bold: true,
        ink: Ink::Panel,
        anchor: Anchor::Middle,
    };
    [
        Shape::Rects {
            rects: plates,
            radius: 3.0 * scale,
            fill: Some(Fill::solid(ink)),
            stroke: None,
        },
        Shape::Texts { style, runs },
    ]
}
