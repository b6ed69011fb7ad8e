//! Where the heat is: hot keys, and partitions that are split because of it.
//!
//! Owns "split for heat": by key first, and within a collection by sort key, so that an aisle spans bays; never a collection that has
//! to stay together, and never one item. It decides nothing about a single second.

use key_engine::order::sort_by;

use super::flow::{Flow, FlowLeg};
use super::load::Reach;
use super::partition::{Address, KINDS, READ, WRITE};
use super::place::DoorState;
use super::second::{Event, HotKey};
use crate::design::MAX_BAYS;

/// Keys that are told of a door.
const MOST_HOT_KEYS: usize = 8;
/// Points by which a request that reads along a collection is spread over it.
const RUN_POINTS: usize = 16;
/// A split has to take at least this part of the heat away.
const LEAST_RELIEF: f64 = 0.01;

/// Counts for how long each partition has been hot; gives back those that are due to be split.
pub(super) fn watch(door: &mut DoorState, share: f64, after_secs: f64) -> Vec<usize> {
    // a door that is given little is starved, not hot
    let lines = door.lines;
    let mut due = Vec::new();
    for (at, partition) in door.partitions.iter_mut().enumerate() {
        let is_hot = partition
            .tallies
            .iter()
            .zip(lines)
            .any(|(tally, line)| tally.asked >= share * line && tally.asked > 0.0);
        partition.hot_secs = if is_hot { partition.hot_secs + 1 } else { 0 };
        let is_due = after_secs > 0.0 && partition.hot_secs as f64 >= after_secs;
        if is_due && !partition.is_whole {
            due.push(at);
        }
    }
    due
}

/// Splits a hot partition where it relieves it most; says so, or why it cannot.
pub(super) fn split(
    at: usize,
    door: &mut DoorState,
    partition: usize,
    flows: &[Flow],
    events: &mut Vec<Event>,
) -> bool {
    let kind = hotter_kind(door, partition);
    let points = points(at, door, partition, kind, flows);
    let found = best(&points, door.keeps_collections);
    let is_full = door.partitions.len() >= MAX_BAYS as usize;
    let Some((cut, before)) = found.filter(|_| !is_full) else {
        if let Some(hot) = door.partitions.get_mut(partition) {
            hot.is_whole = true;
        }
        let key = hottest_point(&points, door);
        let why = match (is_full, door.keeps_collections) {
            (true, _) => "There are as many partitions as this picture holds.",
            (_, true) => "Its collection has to stay in one partition.",
            _ => "All of its heat is on one item, and an item is never divided.",
        };
        events.push(Event::CannotSplit { door: at, partition: partition as u32, key, why });
        return false;
    };
    let within = (cut.address.place == before.address.place && cut.key == before.key)
        .then(|| text(door, cut.key));
    let at_text = text(door, cut.key);
    let from = match within {
        // between two items, or two parts of what is read
        Some(_) => {
            let position = before.address.part().midpoint(cut.address.part());
            Address::new(cut.address.place, position)
        }
        None => Address { place: cut.address.place, position: 0 },
    };
    let Some(half) = door.half(partition, from) else { return false };
    if let Some(hot) = door.partitions.get_mut(partition) {
        hot.hot_secs = 0;
        hot.seen = super::partition::Seen::default();
    }
    door.partitions.insert(partition + 1, half);
    events.push(Event::Split { door: at, partition: partition as u32, within, at: at_text });
    true
}

fn text(door: &DoorState, key: u32) -> String {
    door.keys.get(key as usize).map(|key| key.text.clone()).unwrap_or_default()
}

fn hotter_kind(door: &DoorState, partition: usize) -> usize {
    let fullness = |kind: usize| {
        let tally = door.partitions.get(partition).and_then(|it| it.tallies.get(kind));
        tally.map_or(0.0, |tally| tally.asked / door.line(kind).max(1e-9))
    };
    if fullness(READ) > fullness(WRITE) { READ } else { WRITE }
}

/// What is asked at one address.
#[derive(Clone, Copy, Debug)]
struct Point {
    address: Address,
    key: u32,
    units: f64,
}

/// What is asked of a partition, address by address.
fn points(
    at: usize,
    door: &DoorState,
    partition: usize,
    kind: usize,
    flows: &[Flow],
) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    let is_here = |address: Address| door.partition_at(address) as usize == partition;
    for flow in flows {
        for leg in flow.legs.iter().filter(|leg| leg.door == at && leg.kind == kind) {
            for target in 0..flow.targets() {
                let count = flow.counts.get(target).copied().unwrap_or(0);
                let key = leg.keys.get(target).copied().flatten();
                if let Some(key) = key.filter(|_| count > 0) {
                    let units = count as f64 * leg.units;
                    let push = |address: Address, units| {
                        if is_here(address) {
                            points.push(Point { address, key, units });
                        }
                    };
                    along(leg, target, units, push);
                }
            }
        }
    }
    sort_by(&mut points, |one, two| one.address.cmp(&two.address));
    let mut joined: Vec<Point> = Vec::new();
    for point in points {
        match joined.last_mut().filter(|last| last.address == point.address) {
            Some(last) => last.units += point.units,
            None => joined.push(point),
        }
    }
    joined
}

fn along(leg: &FlowLeg, target: usize, units: f64, mut push: impl FnMut(Address, f64)) {
    let address = leg.address(target);
    match leg.reach {
        Reach::Item => push(address, units),
        Reach::Run => {
            for point in 0..RUN_POINTS {
                let position = (point as f64 + 0.5) / RUN_POINTS as f64;
                push(Address::new(address.place, position), units / RUN_POINTS as f64);
            }
        }
        Reach::Door => {}
    }
}

/// The point before which a split divides the heat most evenly, and the point before it.
fn best(points: &[Point], keeps_collections: bool) -> Option<(Point, Point)> {
    let all: f64 = points.iter().map(|point| point.units).sum();
    let mut sum = 0.0;
    let mut best: Option<(f64, (Point, Point))> = None;
    for pair in points.windows(2) {
        let [before, cut] = pair else { continue };
        sum += before.units;
        if keeps_collections && before.address.place == cut.address.place {
            continue;
        }
        let larger = sum.max(all - sum);
        if larger <= all * (1.0 - LEAST_RELIEF) && best.is_none_or(|(least, _)| larger < least) {
            best = Some((larger, (*cut, *before)));
        }
    }
    best.map(|(_, found)| found)
}

fn hottest_point(points: &[Point], door: &DoorState) -> String {
    let mut hottest: Option<&Point> = None;
    for point in points {
        if hottest.is_none_or(|before| point.units > before.units) {
            hottest = Some(point);
        }
    }
    hottest.map(|point| text(door, point.key)).unwrap_or_default()
}

/// The keys of a door that ask most of their partition, the hottest first.
pub(super) fn hottest(at: usize, door: &DoorState) -> Vec<HotKey> {
    let lines = [door.line(READ).max(1e-9), door.line(WRITE).max(1e-9)];
    let all = KINDS.map(|kind| door.sum(kind, |tally| tally.asked));
    let mut found: Vec<(f64, usize)> = Vec::new();
    for (number, key) in door.keys.iter().enumerate() {
        let heat = key.now.iter().zip(lines).map(|(units, line)| units / line).fold(0.0, f64::max);
        let is_more = found.last().is_none_or(|(least, _)| heat > *least);
        if heat > 0.0 && (found.len() < MOST_HOT_KEYS || is_more) {
            let place = found.partition_point(|(other, _)| *other >= heat);
            found.insert(place, (heat, number));
            found.truncate(MOST_HOT_KEYS);
        }
    }
    let told = found.into_iter().filter_map(|(_, number)| {
        let key = door.keys.get(number)?;
        let [reads, writes] = key.now;
        let shares = key.now.iter().zip(all).map(|(units, all)| units / all.max(1e-9));
        let [read_line, write_line] = lines;
        let is_write = writes / write_line > reads / read_line;
        let share = shares.enumerate().find(|(kind, _)| *kind == usize::from(is_write));
        Some(HotKey {
            door: at,
            text: key.text.clone(),
            partition: door.partition_at(Address { place: key.place, position: 0 }),
            read_units: reads,
            write_units: writes,
            share: share.map_or(0.0, |(_, share)| share),
        })
    });
    told.collect()
}
