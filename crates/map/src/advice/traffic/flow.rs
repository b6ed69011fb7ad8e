//! One operation of one stream, with all that it asks: how many requests of each target there are, and where they go.
//!
//! Owns the counts of a second and the placement of targets on partitions. It works with sums: a target costs the same however
//! often it is asked. It never decides what is served.

use key_engine::order::within;

use super::chance::Chance;
use super::client::Backoff;
use super::load::{Leg, Operation, Popularity, Reach};
use super::partition::{Address, kind};
use super::place::DoorState;

/// A part of what goes from a target to a door: the partition, and the part of the units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    pub(super) partition: u32,
    pub(super) part: f64,
}

/// A leg of a flow.
#[derive(Clone, Debug, Default)]
pub(super) struct FlowLeg {
    pub(super) door: usize,
    pub(super) kind: usize,
    pub(super) units: f64,
    pub(super) reach: Reach,
    /// A write that reaches an index: it has to be taken there before the table takes it.
    pub(super) is_gate: bool,
    /// For each target, its key among the door's.
    pub(super) keys: Vec<Option<u32>>,
    addresses: Vec<Address>,
    spots: Vec<Spot>,
    starts: Vec<u32>,
}

impl FlowLeg {
    /// Where a target's requests go at this door.
    pub(super) fn spots(&self, target: usize) -> &[Spot] {
        let start = self.starts.get(target).map_or(0, |start| *start as usize);
        let end = self.starts.get(target + 1).map_or(start, |end| *end as usize);
        self.spots.get(start..end).unwrap_or_default()
    }

    /// Where a target stands.
    pub(super) fn address(&self, target: usize) -> Address {
        self.addresses.get(target).copied().unwrap_or_default()
    }

    /// Finds the partitions of all targets anew.
    pub(super) fn place(&mut self, door: &DoorState) {
        self.spots.clear();
        self.starts.clear();
        for (address, key) in self.addresses.iter().zip(&self.keys) {
            self.starts.push(self.spots.len() as u32);
            match (self.reach, key) {
                (Reach::Door, _) => door.spots_of_all(&mut self.spots),
                (_, None) => {}
                (Reach::Item, Some(_)) => {
                    self.spots.push(Spot { partition: door.partition_at(*address), part: 1.0 });
                }
                (Reach::Run, Some(_)) => door.spots_of_run(address.place, &mut self.spots),
            }
        }
        self.starts.push(self.spots.len() as u32);
    }
}

/// An operation of a stream, in numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    pub(super) stream: usize,
    pub(super) legs: Vec<FlowLeg>,
    weights: Vec<f64>,
    /// Attempts that a client makes: the width of a row of `pool`.
    width: usize,
    /// For each target, requests of this second by how many attempts they have made before it.
    pool: Vec<u32>,
    /// For each target, requests of this second.
    pub(super) counts: Vec<u64>,
    /// Of those, what indexes let through.
    pub(super) passed: Vec<u64>,
    /// Of those, what is served.
    pub(super) served: Vec<u64>,
    /// What is left of the rate, less than a whole request.
    due: f64,
    /// What was left over in rounding, for each number of attempts and each wait.
    pub(super) rounding: Vec<Vec<f64>>,
    /// Served in this second, by attempts made before it.
    pub(super) served_after: Vec<u64>,
}

impl Flow {
    pub(super) fn new(
        stream: usize,
        operation: &Operation,
        popularity: &Popularity,
        backoff: &Backoff,
        doors: &mut [DoorState],
    ) -> Self {
        let targets = operation.targets.len();
        let mut legs = Vec::new();
        for leg in &operation.legs {
            if let Some(door) = doors.get_mut(leg.door) {
                legs.push(flow_leg(leg, targets, door));
            }
        }
        let width = backoff.attempts;
        Self {
            stream,
            legs,
            weights: operation.weights(popularity),
            width,
            pool: vec![0; targets * width],
            counts: vec![0; targets],
            passed: vec![0; targets],
            served: vec![0; targets],
            due: 0.0,
            rounding: vec![vec![0.0; backoff.reach() + 1]; width],
            served_after: vec![0; width],
        }
    }

    /// Begins a second: nothing is asked yet.
    pub(super) fn clear(&mut self) {
        self.pool.fill(0);
        self.counts.fill(0);
        self.served_after.fill(0);
    }

    /// Lets new requests come, at this rate; gives back how many.
    pub(super) fn arrive(
        &mut self,
        per_second: f64,
        drawn: Option<&mut Chance>,
        number: u64,
    ) -> u64 {
        if self.weights.is_empty() {
            return 0;
        }
        self.due += per_second.max(0.0);
        let total = (self.due + ALMOST).floor();
        self.due = (self.due - total).max(0.0);
        let total = total as u64;
        match drawn {
            Some(chance) => self.draw(total, chance),
            None => self.apportion(total, number),
        }
        total
    }

    /// Each request goes to a target by itself.
    fn draw(&mut self, total: u64, chance: &mut Chance) {
        let (mut left, mut weight_left) = (total, 1.0);
        let last = self.weights.iter().rposition(|weight| *weight > 0.0).unwrap_or(0);
        for target in 0..self.weights.len() {
            let weight = self.weights.get(target).copied().unwrap_or(0.0);
            if left == 0 || weight <= 0.0 {
                continue;
            }
            let part = if target == last { 1.0 } else { weight / weight_left };
            let count = chance.binomial(left, part);
            self.add(target, 0, count);
            left -= count;
            weight_left = (weight_left - weight).max(f64::MIN_POSITIVE);
        }
    }

    /// Each target gets its share, in whole requests; what is lost in rounding moves on from second to second.
    fn apportion(&mut self, total: u64, number: u64) {
        let phase = (number as f64 * GOLDEN).fract();
        let (mut sum, mut given) = (0.0, 0);
        let last = self.weights.iter().rposition(|weight| *weight > 0.0).unwrap_or(0);
        for target in 0..self.weights.len() {
            sum += self.weights.get(target).copied().unwrap_or(0.0);
            let until = (sum * total as f64 + phase + ALMOST).floor() as u64;
            let until = if target >= last { total } else { until.min(total) };
            self.add(target, 0, until.saturating_sub(given));
            given = given.max(until);
        }
    }

    /// More requests for a target, which have made so many attempts.
    pub(super) fn add(&mut self, target: usize, made: usize, count: u64) {
        let at = target * self.width + made;
        if let (Some(pool), Some(sum)) = (self.pool.get_mut(at), self.counts.get_mut(target)) {
            *pool = pool.saturating_add(u32::try_from(count).unwrap_or(u32::MAX));
            *sum += count;
        }
    }

    /// A target's requests, by attempts made before this second.
    pub(super) fn by_attempts(&self, target: usize) -> &[u32] {
        self.pool.get(target * self.width..(target + 1) * self.width).unwrap_or_default()
    }

    /// How many targets there are.
    pub(super) fn targets(&self) -> usize {
        self.counts.len()
    }

    /// The latency of those served, in seconds, that the part `part` of them does not exceed: `base` gives it for one that is
    /// served at once.
    pub(super) fn latency(&self, part: f64, (p50, p99): (f64, f64), backoff: &Backoff) -> f64 {
        let at_once = p50 + (p99 - p50) * within((part - 0.5) / 0.49, 0.0, 1.0);
        let all: u64 = self.served_after.iter().sum();
        let mut seen = 0;
        for (made, count) in self.served_after.iter().enumerate() {
            seen += count;
            if *count > 0 && seen as f64 >= part * all as f64 {
                return at_once + backoff.waited_secs(made);
            }
        }
        at_once
    }
}

/// Sums of parts fall short of a whole by less than this.
pub(super) const ALMOST: f64 = 1e-6;
/// Units that an operation uses at most: more is no number of units.
const MOST_UNITS: f64 = 1.0e6;
/// The fraction that comes back to no place it has been near.
pub(super) const GOLDEN: f64 = 0.618_033_988_749_894_9;

fn flow_leg(leg: &Leg, targets: usize, door: &mut DoorState) -> FlowLeg {
    let known: Vec<u32> = leg.keys.iter().map(|key| door.key(key)).collect();
    let stands = leg.at.iter().take(targets);
    let mut made = FlowLeg {
        door: leg.door,
        kind: kind(leg.is_write),
        units: within(leg.units, 0.0, MOST_UNITS),
        reach: leg.reach,
        is_gate: leg.is_write && door.is_index,
        ..FlowLeg::default()
    };
    for place in stands {
        let key = place.key.and_then(|at| leg.keys.get(at as usize).zip(known.get(at as usize)));
        let hash = key.map_or(0, |(key, _)| key.place);
        made.keys.push(key.map(|(_, at)| *at));
        made.addresses.push(Address::new(hash, place.position));
    }
    made
}
