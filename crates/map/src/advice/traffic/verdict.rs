//! What a partition has seen, in words.
//!
//! Owns the judgement: calm, warm or hot, what it is that is hot, and what would help: a key that is too hot for any partition is told
//! apart from keys that only share one, and both from a table that is given too little. It never changes the simulation.

mod words;

use super::flow::Flow;
use super::partition::{Address, KINDS, READ, Sight};
use super::place::{DoorKey, DoorState};
use super::{RuleId, Setup};

/// How a partition fares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mood {
    /// No request waits.
    #[default]
    Calm,
    /// Nothing is throttled yet, but it is over two thirds of its line, or lives on what it has saved.
    Warm,
    /// It throttles.
    Hot,
}

/// The verdict on one partition, for whoever sees the heat and whoever does not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The door's place in the load.
    pub door: usize,
    /// The partition.
    pub partition: u32,
    /// How it fares.
    pub mood: Mood,
    /// In a word or two: `calm`, or `PRODUCT#P100 is hot`.
    pub title: String,
    /// The figures, a sentence each: `1,320 of 1,000 write units asked for in a second`.
    pub figures: Vec<String>,
    /// The part of what is asked in a second that is not served in it, of reads or writes, whichever fares worse: from 0 to 1.
    pub throttled_part: f64,
    /// What is throttled: `14 % of writes throttled`; none where nothing is.
    pub throttled: Option<String>,
    /// What would help, and what would not, in a sentence or two; none where it is calm.
    pub advice: Option<String>,
}

/// The part of its line from which on a partition is warm.
const WARM: f64 = 2.0 / 3.0;
/// The part of what is asked that is throttled from which on a partition is hot: less is rounding.
const THROTTLING: f64 = 0.002;

/// What is known of a partition when words are found for it.
struct Look<'s> {
    setup: &'s Setup,
    doors: &'s [DoorState],
    flows: &'s [Flow],
    door: usize,
    state: &'s DoorState,
    partition: usize,
}

/// One kind of unit of a partition.
#[derive(Clone, Copy, Debug)]
struct Side {
    kind: usize,
    line: f64,
    sight: Sight,
}

impl Side {
    /// What is asked and refused here.
    fn refused(&self) -> f64 {
        self.sight.asked - self.sight.served - self.sight.elsewhere
    }

    /// The part of what is asked in a second that is refused here.
    fn throttled(&self) -> f64 {
        if self.sight.asked <= 0.0 { 0.0 } else { self.refused() / self.sight.asked }
    }

    /// Most of what is refused here is refused because the whole door has no more.
    fn is_starved(&self) -> bool {
        self.sight.starved * 2.0 > self.refused()
    }

    /// Most of what is refused here is refused by an index.
    fn is_held_back(&self) -> bool {
        self.sight.held_back * 2.0 > self.refused()
    }

    fn fullness(&self) -> f64 {
        self.sight.new / self.line.max(1e-9)
    }

    fn mood(&self) -> Mood {
        if self.throttled() > THROTTLING {
            Mood::Hot
        } else if self.fullness() >= WARM {
            Mood::Warm
        } else {
            Mood::Calm
        }
    }
}

/// A key that bears on a partition.
struct Bearing<'s> {
    key: &'s DoorKey,
    at: u32,
    /// Units a second that are asked of it anew.
    units: f64,
}

/// The verdicts on all partitions of all doors.
pub(super) fn all(setup: &Setup, doors: &[DoorState], flows: &[Flow]) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for (door, state) in doors.iter().enumerate() {
        for partition in 0..state.partitions.len() {
            let look = Look { setup, doors, flows, door, state, partition };
            verdicts.push(look.verdict());
        }
    }
    verdicts
}

impl<'s> Look<'s> {
    fn verdict(&self) -> Verdict {
        // the side that fares worse comes first
        let [read, write] = KINDS.map(|kind| self.side(kind));
        let is_write = (write.throttled(), write.fullness()) > (read.throttled(), read.fullness());
        let (worst, other) = if is_write { (write, read) } else { (read, write) };
        let mood = worst.mood();
        let mut verdict = Verdict {
            door: self.door,
            partition: self.partition as u32,
            mood,
            throttled_part: worst.throttled().max(0.0),
            ..Verdict::default()
        };
        if mood == Mood::Calm {
            "calm".clone_into(&mut verdict.title);
            let asked = worst.sight.asked + other.sight.asked;
            let figure = if asked > 0.0 { "no request waits" } else { "no request comes here" };
            verdict.figures.push(figure.to_owned());
            return verdict;
        }
        let bearing = self.bearing(worst.kind);
        verdict.title = self.title(&worst, mood, bearing.as_ref());
        verdict.figures.push(words::asked_of(&worst));
        if other.mood() != Mood::Calm {
            verdict.figures.push(words::asked_of(&other));
        }
        let attempts = self.setup.rules.value(RuleId::RetryAttempts);
        verdict.figures.extend(words::lost(&worst, attempts));
        verdict.throttled = (mood == Mood::Hot).then(|| words::throttled(&worst));
        verdict.advice = (mood == Mood::Hot).then(|| self.advice(&worst, bearing.as_ref()));
        verdict
    }

    fn side(&self, kind: usize) -> Side {
        let seen = self.state.partitions.get(self.partition).map(|it| it.seen.mean(kind));
        Side { kind, line: self.state.line(kind), sight: seen.unwrap_or_default() }
    }

    /// The key that asks most of this partition.
    fn bearing(&self, kind: usize) -> Option<Bearing<'s>> {
        let partitions = &self.state.partitions;
        let first = partitions.get(self.partition)?.from.place;
        let next = partitions.get(self.partition + 1).map(|next| next.from);
        let is_here = |place: u64| {
            let address = Address { place, position: 0 };
            place >= first && next.is_none_or(|next| address < next)
        };
        let mut most: Option<Bearing<'s>> = None;
        for (at, key) in self.state.keys.iter().enumerate().filter(|(_, key)| is_here(key.place)) {
            let units = key.recent.get(kind).copied().unwrap_or(0.0);
            if units > most.as_ref().map_or(0.0, |most| most.units) {
                most = Some(Bearing { key, at: at as u32, units });
            }
        }
        most
    }

    fn title(&self, side: &Side, mood: Mood, bearing: Option<&Bearing<'_>>) -> String {
        let is_hot = if mood == Mood::Hot { " is hot" } else { " is warm" };
        if mood == Mood::Hot && side.is_held_back() {
            return "held back by an index".to_owned();
        }
        if mood == Mood::Hot && side.is_starved() {
            return [self.name(), " has too little"].concat();
        }
        // a key is named where it is at least half of what is asked
        match bearing.filter(|bearing| bearing.units * 2.0 >= side.sight.new) {
            Some(bearing) => [&bearing.key.text, is_hot].concat(),
            None => ["partition ", &self.partition.to_string(), is_hot].concat(),
        }
    }

    fn name(&self) -> &str {
        self.setup.load.doors.get(self.door).map_or("", |door| door.name())
    }

    /// What would help, and what would not.
    fn advice(&self, side: &Side, bearing: Option<&Bearing<'_>>) -> String {
        if side.is_held_back() {
            return words::held_back(self.pressing_index());
        }
        if side.is_starved() {
            let all = self.state.sum(side.kind, |tally| tally.new);
            let given = self.state.whole.get(side.kind).map_or(0.0, |bucket| bucket.rate);
            return words::starved(side.kind, all, given, self.state.is_provisioned);
        }
        let lone = bearing.filter(|bearing| bearing.units > side.line);
        let Some(lone) = lone else {
            return words::shared(self.setup.rules.value(RuleId::SplitSecs));
        };
        let item = self.hottest_item(lone.at, side.kind);
        let spans = !self.state.keeps_collections && item <= side.line;
        let mut advice = words::sharded(lone.units, side.line, spans.then_some(item));
        if side.kind == READ && self.state.is_index {
            advice.push_str(words::INDEX_READS);
        }
        advice
    }

    /// The index that holds back most of the writes of this table.
    fn pressing_index(&self) -> &str {
        let table = self.setup.load.doors.get(self.door).map_or("", |door| door.table.as_str());
        let mut most: (f64, &str) = (0.0, "An index");
        for (state, door) in self.doors.iter().zip(&self.setup.load.doors) {
            if state.is_index && door.table == table {
                let refused = state.sum(1, |tally| tally.asked - tally.allowed);
                if refused > most.0 {
                    most = (refused, door.name());
                }
            }
        }
        most.1
    }

    /// Units a second that are asked of the hottest item of a key.
    fn hottest_item(&self, key: u32, kind: usize) -> f64 {
        let mut items: Vec<(Address, f64)> = Vec::new();
        for flow in self.flows {
            for leg in flow.legs.iter().filter(|leg| leg.door == self.door && leg.kind == kind) {
                for target in 0..flow.targets() {
                    if leg.keys.get(target) != Some(&Some(key)) {
                        continue;
                    }
                    let new = flow.by_attempts(target).first().copied().unwrap_or(0);
                    items.push((leg.address(target), f64::from(new) * leg.units));
                }
            }
        }
        key_engine::order::sort_by(&mut items, |one, two| one.0.cmp(&two.0));
        let (mut most, mut sum, mut last) = (0.0_f64, 0.0, None);
        for (address, units) in items {
            sum = if last == Some(address) { sum + units } else { units };
            last = Some(address);
            most = most.max(sum);
        }
        most
    }
}

#[cfg(test)]
mod tests;
