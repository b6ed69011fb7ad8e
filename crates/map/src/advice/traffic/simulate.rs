//! The simulation itself: a second a step.
//!
//! Owns the order in which a second happens:
//!
//! 1. New requests come and go to their targets; those that wait since earlier seconds come again.
//! 2. Indexes say what part of the writes they can take. What they refuse, the table refuses.
//! 3. All other partitions say what they can serve: their line and what they have saved, within what the whole door may serve.
//! 4. What is not served waits for its next attempt, or was given up.
//! 5. Partitions save what they did not use; those that have long been hot are split, and doors with a new peak grow.
//!
//! It must never read a clock or draw from anything but its own seed.

mod settle;
#[cfg(test)]
mod tests;
mod told;

use key_engine::Database;
use key_engine::order::within;

use super::chance::Chance;
use super::client::Backoff;
use super::flow::{ALMOST, Flow, FlowLeg};
use super::partition::{KINDS, WRITE};
use super::place::DoorState;
use super::second::{Event, Reason, Second, StreamSecond};
use super::{Load, Popularity, RuleId, Rules, Settings, Verdict, heat, verdict};
use crate::advice::Proof;
use crate::design::Design;

/// What a simulation is made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setup {
    /// What is asked, of which doors.
    pub load: Load,
    /// By which rules.
    pub rules: Rules,
}

impl Setup {
    /// What a design says: its rows with their volumes, its tables with their bays and modes, and what it keeps of its traffic.
    pub fn of(design: &Design, database: &Database, proofs: &[Proof]) -> Self {
        let settings = Settings::of(design);
        let mut load = Load::of(design, database, proofs);
        settings.apply(&mut load);
        Self { load, rules: settings.rules }
    }
}

/// Requests that wait for their next attempt.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    flow: u32,
    target: u32,
    /// Attempts made so far.
    made: u32,
    count: u32,
}

/// Traffic, second by second.
#[derive(Clone, Debug)]
pub struct Simulation {
    setup: Setup,
    seed: u64,
    number: u64,
    chance: Chance,
    backoff: Backoff,
    doors: Vec<DoorState>,
    flows: Vec<Flow>,
    /// Who comes again in the next second, the one after, and so on: a ring that begins at the second's number.
    ring: Vec<Vec<Waiting>>,
    streams: Vec<StreamSecond>,
    /// The ways in which something was throttled, with the last second in which it was.
    throttled: Vec<((usize, usize, Reason), u64)>,
    /// The indexes that held writes back, likewise.
    pressing: Vec<(usize, u64)>,
}

impl Simulation {
    /// Before its first second. The same setup and seed give the same seconds, everywhere.
    pub fn new(setup: Setup, seed: u64) -> Self {
        let backoff = Backoff::of(&setup.rules);
        let new_door = |door| DoorState::new(door, &setup.rules);
        let mut doors: Vec<DoorState> = setup.load.doors.iter().map(new_door).collect();
        let mut flows = Vec::new();
        for (at, stream) in setup.load.streams.iter().enumerate() {
            for operation in &stream.operations {
                // what is asked of the newest alone moves on with it: no split helps
                let first = operation.legs.first().and_then(|leg| doors.get_mut(leg.door));
                if let Some(door) = first.filter(|_| stream.popularity == Popularity::Newest) {
                    door.keeps_collections = true;
                }
                flows.push(Flow::new(at, operation, &stream.popularity, &backoff, &mut doors));
            }
        }
        let mut simulation = Self {
            seed,
            number: 0,
            chance: Chance::new(seed),
            ring: vec![Vec::new(); backoff.reach() + 1],
            streams: vec![StreamSecond::default(); setup.load.streams.len()],
            throttled: Vec::new(),
            pressing: Vec::new(),
            setup,
            backoff,
            doors,
            flows,
        };
        for door in 0..simulation.doors.len() {
            simulation.place(door);
        }
        simulation
    }

    /// What it was made of.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Its seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Seconds that have gone by.
    pub fn seconds(&self) -> u64 {
        self.number
    }

    /// Changes how often a stream asks, from the next second on; what waits goes on waiting.
    pub fn set_rate(&mut self, stream: usize, per_second: f64) {
        if let Some(stream) = self.setup.load.streams.get_mut(stream) {
            stream.per_second = if per_second.is_finite() { per_second.max(0.0) } else { 0.0 };
        }
    }

    /// Lets one second go by.
    pub fn step(&mut self) -> Second {
        self.arrive();
        self.tally();
        self.pass_indexes();
        self.serve();
        self.settle();
        let mut second = self.told();
        for door in &mut self.doors {
            door.tick(self.number);
        }
        self.split(&mut second.events);
        self.grow(&mut second.events);
        self.number += 1;
        second
    }

    /// Units a second that new requests asked in the last seconds of the key that is asked most, of any door, reads or writes.
    pub fn hottest_key(&self) -> f64 {
        let keys = self.doors.iter().flat_map(|door| &door.keys);
        keys.flat_map(|key| key.recent).fold(0.0, f64::max)
    }

    /// What each partition of each door has seen in the last minute, in words: doors in the load's order, partitions in hash order.
    pub fn verdicts(&self) -> Vec<Verdict> {
        verdict::all(&self.setup, &self.doors, &self.flows)
    }

    /// Finds the partitions of all that goes to a door anew.
    fn place(&mut self, at: usize) {
        let Some(door) = self.doors.get(at) else { return };
        for leg in self.flows.iter_mut().flat_map(|flow| &mut flow.legs) {
            if leg.door == at {
                leg.place(door);
            }
        }
    }

    /// 1. Who asks in this second.
    fn arrive(&mut self) {
        self.doors.iter_mut().for_each(DoorState::clear);
        for stream in &mut self.streams {
            *stream = StreamSecond { in_retry: stream.in_retry, ..StreamSecond::default() };
        }
        let is_drawn = self.setup.rules.value(RuleId::DrawnKeys) >= 0.5;
        for flow in &mut self.flows {
            flow.clear();
            let rate = self.setup.load.streams.get(flow.stream).map_or(0.0, |it| it.per_second);
            let drawn = if is_drawn { Some(&mut self.chance) } else { None };
            let asked = flow.arrive(within(rate, 0.0, MOST_RATE), drawn, self.number);
            if let Some(stream) = self.streams.get_mut(flow.stream) {
                stream.asked += asked;
            }
        }
        let slots = self.ring.len() as u64;
        let Some(slot) = self.ring.get_mut((self.number % slots) as usize) else { return };
        for waiting in std::mem::take(slot) {
            let Some(flow) = self.flows.get_mut(waiting.flow as usize) else { continue };
            flow.add(waiting.target as usize, waiting.made as usize, u64::from(waiting.count));
            if let Some(stream) = self.streams.get_mut(flow.stream) {
                stream.retried += u64::from(waiting.count);
                stream.in_retry -= u64::from(waiting.count);
            }
        }
    }

    /// Counts what is asked of each partition and of each key.
    fn tally(&mut self) {
        for flow in &self.flows {
            for target in 0..flow.targets() {
                let count = flow.counts.get(target).copied().unwrap_or(0);
                if count == 0 {
                    continue;
                }
                let new = flow.by_attempts(target).first().copied().unwrap_or(0);
                for leg in &flow.legs {
                    let Some(door) = self.doors.get_mut(leg.door) else { continue };
                    let units = count as f64 * leg.units;
                    let new_units = f64::from(new) * leg.units;
                    for spot in leg.spots(target) {
                        let partition = door.partitions.get_mut(spot.partition as usize);
                        let tally = partition.and_then(|it| it.tallies.get_mut(leg.kind));
                        if let Some(tally) = tally {
                            tally.asked += units * spot.part;
                            tally.new += new_units * spot.part;
                            if leg.is_gate {
                                tally.wanted += units * spot.part;
                            }
                        }
                    }
                    let key = leg.keys.get(target).copied().flatten();
                    let Some(key) = key.and_then(|key| door.keys.get_mut(key as usize)) else {
                        continue;
                    };
                    for (sum, units) in [(&mut key.now, units), (&mut key.new, new_units)] {
                        if let Some(sum) = sum.get_mut(leg.kind) {
                            *sum += units;
                        }
                    }
                }
            }
        }
    }

    /// 2. What indexes take of the writes.
    fn pass_indexes(&mut self) {
        for door in self.doors.iter_mut().filter(|door| door.is_index) {
            door.admit(WRITE);
        }
        for flow in &mut self.flows {
            for target in 0..flow.targets() {
                let count = flow.counts.get(target).copied().unwrap_or(0);
                let passed = take(&flow.legs, true, target, count, &mut self.doors);
                if let Some(place) = flow.passed.get_mut(target) {
                    *place = passed;
                }
                let legs = flow.legs.iter().filter(|leg| !leg.is_gate && passed > 0);
                for leg in legs {
                    let Some(door) = self.doors.get_mut(leg.door) else { continue };
                    for spot in leg.spots(target) {
                        let partition = door.partitions.get_mut(spot.partition as usize);
                        let tally = partition.and_then(|it| it.tallies.get_mut(leg.kind));
                        if let Some(tally) = tally {
                            tally.wanted += passed as f64 * leg.units * spot.part;
                        }
                    }
                }
            }
        }
    }

    /// 3. What everything else serves.
    fn serve(&mut self) {
        for door in &mut self.doors {
            for kind in KINDS {
                if !door.is_index || kind != WRITE {
                    door.admit(kind);
                }
            }
        }
        for flow in &mut self.flows {
            for target in 0..flow.targets() {
                let passed = flow.passed.get(target).copied().unwrap_or(0);
                let served = take(&flow.legs, false, target, passed, &mut self.doors);
                if let Some(place) = flow.served.get_mut(target) {
                    *place = served;
                }
                for leg in flow.legs.iter().filter(|_| served > 0) {
                    let Some(door) = self.doors.get_mut(leg.door) else { continue };
                    for spot in leg.spots(target) {
                        let partition = door.partitions.get_mut(spot.partition as usize);
                        let tally = partition.and_then(|it| it.tallies.get_mut(leg.kind));
                        if let Some(tally) = tally {
                            tally.served += served as f64 * leg.units * spot.part;
                        }
                    }
                }
            }
        }
    }

    /// 5. Partitions that have long been hot are split.
    fn split(&mut self, events: &mut Vec<Event>) {
        let share = self.setup.rules.value(RuleId::SplitHeat);
        let after = self.setup.rules.value(RuleId::SplitSecs);
        for at in 0..self.doors.len() {
            let Some(door) = self.doors.get_mut(at) else { continue };
            let hot = heat::watch(door, share, after);
            let mut is_split = false;
            // from the last on: a split moves only what comes after it
            for partition in hot.into_iter().rev() {
                is_split |= heat::split(at, door, partition, &self.flows, events);
            }
            if is_split {
                self.place(at);
            }
        }
    }

    /// Doors on demand that have served more than half of what they can get more partitions, after a while.
    fn grow(&mut self, events: &mut Vec<Event>) {
        let factor = self.setup.rules.value(RuleId::PeakFactor);
        let after = self.setup.rules.value(RuleId::GrowthSecs) as u64;
        for at in 0..self.doors.len() {
            let Some(door) = self.doors.get_mut(at).filter(|door| !door.is_provisioned) else {
                continue;
            };
            let from = door.partitions.len() as u32;
            if door.needed(factor) <= from {
                door.rising_since = None;
                continue;
            }
            let since = *door.rising_since.get_or_insert(self.number);
            if self.number + 1 >= since + after {
                door.double();
                door.rising_since = None;
                events.push(Event::Grown { door: at, from, to: door.partitions.len() as u32 });
                self.place(at);
            }
        }
    }
}

/// Requests a second of one stream: more than this is no number of requests.
const MOST_RATE: f64 = 1.0e8;

/// How many of so many requests to a target are let through by its gates, or by its other legs: all where there is room for all,
/// else their part of it, and never more than there is left.
fn take(legs: &[FlowLeg], gates: bool, target: usize, count: u64, doors: &mut [DoorState]) -> u64 {
    if count == 0 {
        return 0;
    }
    let (mut part, mut narrowest) = (1.0, None);
    let mut most = count;
    for leg in legs.iter().filter(|leg| leg.is_gate == gates) {
        let Some(door) = doors.get(leg.door) else { continue };
        for spot in leg.spots(target) {
            let partition = door.partitions.get(spot.partition as usize);
            let Some(tally) = partition.and_then(|it| it.tallies.get(leg.kind)) else { continue };
            let units = leg.units * spot.part;
            if tally.part() < part {
                part = tally.part();
                narrowest = Some((leg.door, spot.partition as usize, leg.kind));
            }
            if units > 0.0 && tally.allowed < tally.wanted {
                most = most.min(((tally.left + ALMOST) / units).floor().max(0.0) as u64);
            }
        }
    }
    let mut taken = count;
    if let Some((door, partition, kind)) = narrowest {
        let partition = doors.get_mut(door).and_then(|door| door.partitions.get_mut(partition));
        if let Some(tally) = partition.and_then(|partition| partition.tallies.get_mut(kind)) {
            let wanted = count as f64 * part + tally.carried;
            taken = ((wanted + ALMOST).floor().max(0.0) as u64).min(count).min(most);
            tally.carried = (wanted - taken as f64).min(1.0);
        }
    }
    for leg in legs.iter().filter(|leg| leg.is_gate == gates && taken > 0) {
        let Some(door) = doors.get_mut(leg.door) else { continue };
        for spot in leg.spots(target) {
            let partition = door.partitions.get_mut(spot.partition as usize);
            if let Some(tally) = partition.and_then(|it| it.tallies.get_mut(leg.kind)) {
                tally.left -= taken as f64 * leg.units * spot.part;
            }
        }
    }
    taken
}
