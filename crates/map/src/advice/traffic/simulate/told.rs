//! A second as it is told: plain data, made from what the parts have counted.

use super::Simulation;
use crate::advice::traffic::partition::{KINDS, Partition, READ, Sight, Tally, WRITE};
use crate::advice::traffic::place::DoorState;
use crate::advice::traffic::second::{
    DoorSecond, Event, Exception, PartitionSecond, Reason, Second, Throttle, Units,
};
use crate::advice::traffic::{RuleId, heat};

/// Seconds without it after which something is told again.
const QUIET_SECS: u64 = 5;
/// Units below which nothing was refused: what rounding leaves.
const NOTHING: f64 = 1e-3;

impl Simulation {
    /// The second at hand, before anything is split or grows.
    pub(super) fn told(&mut self) -> Second {
        let mut second = Second { number: self.number, ..Second::default() };
        self.count_backlog();
        for (at, door) in self.doors.iter_mut().enumerate() {
            note_sights(door);
            second.throttles.extend(throttles(at, door, &self.setup.load));
            second.hottest.extend(heat::hottest(at, door));
            let partitions = door.partitions.iter().enumerate();
            let told = partitions.map(|(number, partition)| told(number, partition, door));
            second.doors.push(DoorSecond { partitions: told.collect() });
        }
        self.latencies();
        second.streams.clone_from(&self.streams);
        for throttle in &second.throttles {
            let key = (throttle.door, usize::from(throttle.is_write), throttle.reason);
            if is_new(&mut self.throttled, key, self.number) {
                second.events.push(Event::Throttled(throttle.clone()));
            }
            if throttle.is_index
                && throttle.is_write
                && is_new(&mut self.pressing, throttle.door, self.number)
            {
                second.events.push(Event::BackPressure { door: throttle.door });
            }
        }
        second
    }

    /// Who waits, and where for.
    fn count_backlog(&mut self) {
        for partition in self.doors.iter_mut().flat_map(|door| &mut door.partitions) {
            partition.backlog = 0;
        }
        for waiting in self.ring.iter().flatten() {
            let Some(flow) = self.flows.get(waiting.flow as usize) else { continue };
            for leg in &flow.legs {
                let spot = leg.spots(waiting.target as usize).first();
                let door = self.doors.get_mut(leg.door);
                let partition = door
                    .zip(spot)
                    .and_then(|(door, spot)| door.partitions.get_mut(spot.partition as usize));
                if let Some(partition) = partition {
                    partition.backlog += u64::from(waiting.count);
                }
            }
        }
    }

    fn latencies(&mut self) {
        let rule = |id| self.setup.rules.value(id);
        let read = (rule(RuleId::ReadP50Secs), rule(RuleId::ReadP99Secs));
        let write = (rule(RuleId::WriteP50Secs), rule(RuleId::WriteP99Secs));
        for (at, told) in self.streams.iter_mut().enumerate() {
            let Some(stream) = self.setup.load.streams.get(at) else { continue };
            let base = if stream.is_write { write } else { read };
            let flows = || self.flows.iter().filter(|flow| flow.stream == at);
            let count = flows().count().max(1) as f64;
            let latency = |part: f64| {
                // side by side the slowest counts, one after the other each takes its time
                let part = if stream.is_parallel { 1.0 - (1.0 - part) / count } else { part };
                let each = flows().map(|flow| flow.latency(part, base, &self.backoff));
                if stream.is_parallel { each.fold(0.0, f64::max) } else { each.sum() }
            };
            (told.latency_p50_secs, told.latency_p99_secs) = (latency(0.5), latency(0.99));
        }
    }
}

/// Whether something is told: it was not there in the last seconds.
fn is_new<K: PartialEq>(known: &mut Vec<(K, u64)>, key: K, number: u64) -> bool {
    if let Some((_, last)) = known.iter_mut().find(|(other, _)| *other == key) {
        let before = std::mem::replace(last, number);
        return number - before > QUIET_SECS;
    }
    known.push((key, number));
    true
}

/// What partitions remember of this second.
fn note_sights(door: &mut DoorState) {
    for partition in &mut door.partitions {
        let sight = |tally: &Tally| Sight {
            new: tally.new,
            asked: tally.asked,
            served: tally.served,
            lost: tally.lost,
            starved: (tally.allowed_alone - tally.allowed).max(0.0),
            held_back: (tally.asked - tally.wanted).max(0.0),
            elsewhere: tally.elsewhere(),
        };
        let sights = partition.tallies.each_ref().map(sight);
        partition.seen.note(sights);
    }
}

fn told(number: usize, partition: &Partition, door: &DoorState) -> PartitionSecond {
    let units = |kind: usize| {
        let tally = partition.tallies.get(kind).copied().unwrap_or_default();
        let bucket = partition.buckets.get(kind).copied().unwrap_or_default();
        let left = (bucket.saved + bucket.rate - tally.served).max(0.0).min(bucket.most);
        Units {
            new: tally.new,
            asked: tally.asked,
            served: tally.served,
            throttled: (tally.asked - tally.served - tally.elsewhere()).max(0.0),
            elsewhere: tally.elsewhere(),
            held_back: (tally.asked - tally.wanted).max(0.0),
            lost: tally.lost,
            burst_left: left,
            line: door.line(kind),
        }
    };
    PartitionSecond {
        number: number as u32,
        from: (partition.from.place, partition.from.part()),
        read: units(READ),
        write: units(WRITE),
        backlog: partition.backlog,
    }
}

/// The ways in which a door refused something in this second.
fn throttles(at: usize, door: &DoorState, load: &crate::advice::traffic::Load) -> Vec<Throttle> {
    let mut found = Vec::new();
    let Some(described) = load.doors.get(at) else { return found };
    let mut resource = ["table/", &described.table].concat();
    if let Some(index) = &described.index {
        resource = [&resource, "/index/", index].concat();
    }
    for kind in KINDS {
        let by_partition = door.sum(kind, |tally| (tally.wanted - tally.allowed_alone).max(0.0));
        let by_door = door.sum(kind, |tally| (tally.allowed_alone - tally.allowed).max(0.0));
        let whole = if door.is_provisioned { Reason::Provisioned } else { Reason::Account };
        for (units, reason) in [(by_partition, Reason::KeyRange), (by_door, whole)] {
            if units > NOTHING {
                found.push(Throttle {
                    exception: if door.is_provisioned {
                        Exception::ProvisionedThroughputExceeded
                    } else {
                        Exception::Throttling
                    },
                    reason,
                    door: at,
                    is_index: door.is_index,
                    is_write: kind == WRITE,
                    units,
                    resource: resource.clone(),
                });
            }
        }
    }
    found
}
