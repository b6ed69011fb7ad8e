//! What becomes of requests that were not served in their second.
//!
//! Owns how they are divided between another attempt in a later second and being given up, in whole requests: in any second what
//! was in retry before and what is asked is what is served, lost, and in retry then.

use super::{Simulation, Waiting};
use crate::advice::traffic::client::Backoff;
use crate::advice::traffic::flow::{ALMOST, Flow, GOLDEN};
use crate::advice::traffic::place::DoorState;
use crate::advice::traffic::second::StreamSecond;

impl Simulation {
    /// 4. What is not served waits, or is given up.
    pub(super) fn settle(&mut self) {
        let slots = self.ring.len();
        let now = (self.number % slots.max(1) as u64) as usize;
        for (at, flow) in self.flows.iter_mut().enumerate() {
            let Some(stream) = self.streams.get_mut(flow.stream) else { continue };
            for target in 0..flow.targets() {
                let count = flow.counts.get(target).copied().unwrap_or(0);
                let served = flow.served.get(target).copied().unwrap_or(0);
                if count == 0 {
                    continue;
                }
                let refused = split_served(flow, target, served, self.number);
                stream.served += served;
                stream.throttled += count - served;
                let mut lost = 0;
                for (before, count) in refused.into_iter().enumerate() {
                    let refused = Refused { flow: at as u32, target: target as u32, before, count };
                    refused.settle(flow, &self.backoff, stream, &mut lost, |after, waiting| {
                        if let Some(slot) = self.ring.get_mut((now + after) % slots) {
                            slot.push(waiting);
                        }
                    });
                }
                note(flow, target, lost, &mut self.doors);
            }
        }
    }
}

/// Takes what is served from a target's requests, from each number of attempts its part; gives back what is refused of each. Rounding
/// begins elsewhere for each target and second, so that it favours nobody.
fn split_served(flow: &mut Flow, target: usize, served: u64, number: u64) -> Vec<u64> {
    let all: Vec<u64> = flow.by_attempts(target).iter().map(|count| u64::from(*count)).collect();
    let count: u64 = all.iter().sum();
    let served = served.min(count);
    let part = served as f64 / count.max(1) as f64;
    let phase = ((target as u64).wrapping_add(number) as f64 * GOLDEN).fract();
    let (mut sum, mut given) = (0, 0);
    let mut refused = all;
    for (refused, after) in refused.iter_mut().zip(&mut flow.served_after) {
        sum += *refused;
        let until = if sum == count {
            served
        } else {
            ((sum as f64 * part + phase + ALMOST).floor() as u64).min(served)
        };
        let taken = until.saturating_sub(given).min(*refused);
        *refused -= taken;
        *after += taken;
        given += taken;
    }
    // the last few that rounding kept from a number of attempts which has no more
    for (refused, after) in refused.iter_mut().zip(&mut flow.served_after) {
        let taken = (served - given).min(*refused);
        *refused -= taken;
        *after += taken;
        given += taken;
    }
    refused
}

/// Requests of one target that had made so many attempts before this second, and were refused in it.
struct Refused {
    flow: u32,
    target: u32,
    before: usize,
    count: u64,
}

impl Refused {
    /// Divides them: those whose next attempt is still in this second are refused again, since it has no more to give.
    fn settle(
        &self,
        flow: &mut Flow,
        backoff: &Backoff,
        stream: &mut StreamSecond,
        lost: &mut u64,
        mut wait: impl FnMut(usize, Waiting),
    ) {
        let (mut again, mut made) = (self.count, self.before + 1);
        while again > 0 {
            let Some(parts) = backoff.after(made) else {
                stream.lost += again;
                *lost += again;
                return;
            };
            let mut rest = again;
            let mut rounding = flow.rounding.get_mut(made);
            for (after, part) in parts.iter().enumerate().skip(1) {
                let Some(over) = rounding.as_mut().and_then(|all| all.get_mut(after)) else {
                    continue;
                };
                let exact = again as f64 * part + *over;
                let count = ((exact + ALMOST).floor().max(0.0) as u64).min(rest);
                *over = (exact - count as f64).min(1.0);
                if count > 0 {
                    rest -= count;
                    stream.in_retry += count;
                    let (flow, target, made) = (self.flow, self.target, made as u32);
                    let count = u32::try_from(count).unwrap_or(u32::MAX);
                    wait(after, Waiting { flow, target, made, count });
                }
            }
            again = rest;
            made += 1;
            if backoff.after(made - 1).is_some() {
                stream.retried += again;
            }
        }
    }
}

/// Tells the partitions of a target how many of its requests were given up.
fn note(flow: &Flow, target: usize, lost: u64, doors: &mut [DoorState]) {
    for leg in flow.legs.iter().filter(|_| lost > 0) {
        let Some(door) = doors.get_mut(leg.door) else { continue };
        for spot in leg.spots(target) {
            let partition = door.partitions.get_mut(spot.partition as usize);
            if let Some(tally) = partition.and_then(|it| it.tallies.get_mut(leg.kind)) {
                tally.lost += lost as f64 * leg.units * spot.part;
            }
        }
    }
}
