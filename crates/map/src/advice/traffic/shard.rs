//! What it would bring to spread a key over shards: writes that are divided, and reads that are multiplied.
//!
//! Owns the two curves over the number of shards, the smallest number that keeps every line, and the words for it. It works with
//! averages a second, by closed forms, and simulates nothing: what bursts and retries make of a load is the simulation's. How a
//! design is sharded is the change's; see [`crate::advice::change::Sharding`].
//!
//! With W write units a second evenly over n shards each gets W / n. A read of the whole is a Query of each shard, and reads of the
//! same bytes: n Queries of S / n bytes, each rounded up to 4 KB. So the requests grow with n, and the units only by the rounding.

use key_engine::engine::read_units;
use key_engine::{AttributeValue, Database, Index};

use super::{Door, Load, Reach, RuleId, Rules, Stream};
use crate::advice::change::{MOST_SHARDS, shard_value, split_shard};
use crate::design::Consistency;
use crate::numerals::{counted, grouped, short_decimal};

/// Bytes of a read unit. Source: AWS, "DynamoDB read and write operations".
const READ_UNIT_BYTES: f64 = 4_096.0;
/// What two sums of units may differ by and still be the same.
const ALMOST: f64 = 1e-6;

/// A read of all items of a key.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WholeRead {
    /// Times a second.
    pub per_second: f64,
    /// Bytes that it evaluates while the key is one.
    pub bytes: u64,
    /// Bytes of the whole key; more than it evaluates where a `Limit` stops it.
    pub all_bytes: u64,
    /// Whether it is strongly consistent.
    pub consistent: bool,
}

impl WholeRead {
    /// Read units of one Query of so many: each evaluates its part of the key, at most what the one did.
    pub fn units_of_one(&self, shards: u32) -> f64 {
        let part = self.all_bytes.max(self.bytes).div_ceil(u64::from(shards.max(1)));
        read_units(part.min(self.bytes), self.consistent)
    }
}

/// What is asked of a key.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShardAsked {
    /// The value, without a shard.
    pub key: String,
    /// Write units a second, of all its items.
    pub write_units: f64,
    /// Read units a second of reads of single items: they go to the item's shard alone.
    pub item_read_units: f64,
    /// Reads of the whole.
    pub whole_reads: Vec<WholeRead>,
    /// The number of each item's text ([`key_engine::engine::number_of_text`]), where requests follow the items of the sample; empty
    /// where all shards are asked alike.
    pub numbers: Vec<u32>,
    /// Bays of the door.
    pub bays: u32,
    /// What other keys ask of each bay, in write and read units a second; nothing of bays beyond.
    pub others: Vec<(f64, f64)>,
}

/// What happens with so many shards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShardPoint {
    /// How many.
    pub shards: u32,
    /// Write units a second of the shard that is asked most.
    pub hottest_write_units: f64,
    /// Read units a second of the shard that is asked most.
    pub hottest_read_units: f64,
    /// Write units a second of the bay that is asked most, as shards fall on the bays there are.
    pub fullest_bay_write_units: f64,
    /// Read units a second of the bay that is asked most, likewise.
    pub fullest_bay_read_units: f64,
    /// Read units a second of all shards.
    pub read_units: f64,
    /// Requests to the service for one read of the whole.
    pub requests_per_read: u32,
    /// Read units that one read of the whole costs, of the dearest.
    pub units_per_read: f64,
    /// No shard is asked for more than a partition serves.
    pub clears: bool,
    /// No bay is.
    pub clears_bays: bool,
}

/// The two curves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShardCurve {
    /// One point for each number of shards from 1 to 200.
    pub points: Vec<ShardPoint>,
    /// Write units a second that a partition serves.
    pub write_line: f64,
    /// Read units a second that a partition serves.
    pub read_line: f64,
    /// The smallest number with which no shard is over the line: enough once each busy shard has a partition of its own, as splits
    /// for heat bring it about. None up to 200 where there is none.
    pub smallest: Option<u32>,
    /// The smallest with which no bay is over the line as the bays stand.
    pub smallest_on_bays: Option<u32>,
}

impl ShardAsked {
    /// What a load asks of a key at one of its doors, whether it is one or spread already. What a read evaluates is told by its units,
    /// and what it would without a `Limit` by the items that there are.
    pub fn of(load: &Load, database: &Database, door: usize, key: &str) -> Self {
        let mut asked = Self {
            key: key.to_owned(),
            bays: load.doors.get(door).map_or(1, |door| door.bays),
            ..Self::default()
        };
        let bays = asked.bays.max(1);
        asked.others = vec![(0.0, 0.0); bays as usize];
        for stream in &load.streams {
            asked.take(stream, door);
        }
        let there = load.doors.get(door).map_or(0, |door| asked.bytes_in(database, door));
        for read in &mut asked.whole_reads {
            // Units are rounded up, those of each shard by themselves: more than there is cannot have been read.
            if there > 0 {
                read.bytes = read.bytes.min(there);
            }
            read.all_bytes = read.bytes.max(there);
        }
        asked
    }

    fn is_own(&self, text: &str) -> bool {
        text == self.key || split_shard(text).is_some_and(|(base, _)| base == self.key)
    }

    /// Bytes that a door holds of the key and its shards.
    fn bytes_in(&self, database: &Database, door: &Door) -> u64 {
        let table = database.table(&door.table);
        let Some(door) = table.and_then(|table| table.door(door.index.as_deref())) else {
            return 0;
        };
        let mut bytes = 0;
        for collection in door.collections() {
            let [AttributeValue::S(text)] = collection.partition_key.as_slice() else { continue };
            if self.is_own(text) {
                let entries = door.entries_from(collection.first_position).take(collection.len);
                bytes += entries.map(|(_, _, bytes)| u64::from(bytes)).sum::<u64>();
            }
        }
        bytes
    }

    fn take(&mut self, stream: &Stream, door: usize) {
        let consistent = stream.consistency == Some(Consistency::StrongMayMatter);
        // Queries of the key or of its shards, each time; how many different ones; and the units of all of them.
        let (mut runs, mut units) = (0.0, 0.0);
        let mut texts: Vec<&str> = Vec::new();
        for operation in &stream.operations {
            let weights = operation.weights(&stream.popularity);
            for leg in operation.legs.iter().filter(|leg| leg.door == door) {
                for (weight, place) in weights.iter().zip(&leg.at) {
                    let key = place.key.and_then(|key| leg.keys.get(key as usize));
                    let Some(key) = key.filter(|_| *weight > 0.0) else { continue };
                    let per_second = stream.per_second * weight * leg.units;
                    match (self.is_own(&key.text), leg.is_write, leg.reach) {
                        (false, ..) => self.add_other(key.place, per_second, leg.is_write),
                        (true, true, _) => self.write_units += per_second,
                        (true, false, Reach::Run) => {
                            runs += weight;
                            units += leg.units * weight;
                            if !texts.contains(&key.text.as_str()) {
                                texts.push(&key.text);
                            }
                        }
                        (true, false, _) => self.item_read_units += per_second,
                    }
                }
            }
        }
        if runs > 0.0 {
            let times = runs / texts.len().max(1) as f64;
            let one = if consistent { 1.0 } else { 0.5 };
            let bytes = (units / times / one * READ_UNIT_BYTES).round() as u64;
            let per_second = stream.per_second * times;
            self.whole_reads.push(WholeRead { per_second, bytes, all_bytes: bytes, consistent });
        }
    }

    fn add_other(&mut self, place: u64, units: f64, is_write: bool) {
        let bay = self.bay_at(place);
        if let Some((writes, reads)) = self.others.get_mut(bay as usize) {
            *(if is_write { writes } else { reads }) += units;
        }
    }

    /// What happens with so many shards, where a partition serves so many write and read units a second.
    pub fn with(&self, shards: u32, (write_line, read_line): (f64, f64)) -> ShardPoint {
        let shards = shards.clamp(1, MOST_SHARDS);
        let of_all: f64 =
            self.whole_reads.iter().map(|read| read.per_second * read.units_of_one(shards)).sum();
        let bays = self.bays.max(1);
        let mut on_bays = vec![(0.0, 0.0); bays as usize];
        for (bay, other) in on_bays.iter_mut().zip(&self.others) {
            *bay = *other;
        }
        let mut point = ShardPoint { shards, requests_per_read: shards, ..ShardPoint::default() };
        for (shard, share) in (0..).zip(self.shares(shards)) {
            let writes = self.write_units * share;
            let reads = self.item_read_units * share + of_all;
            point.hottest_write_units = point.hottest_write_units.max(writes);
            point.hottest_read_units = point.hottest_read_units.max(reads);
            point.read_units += reads;
            if let Some(bay) = on_bays.get_mut(self.bay(shard, shards) as usize) {
                bay.0 += writes;
                bay.1 += reads;
            }
        }
        for (writes, reads) in on_bays {
            point.fullest_bay_write_units = point.fullest_bay_write_units.max(writes);
            point.fullest_bay_read_units = point.fullest_bay_read_units.max(reads);
        }
        for read in &self.whole_reads {
            let units = read.units_of_one(shards) * f64::from(shards);
            point.units_per_read = point.units_per_read.max(units);
        }
        let clears =
            |writes: f64, reads: f64| writes <= write_line + ALMOST && reads <= read_line + ALMOST;
        point.clears = clears(point.hottest_write_units, point.hottest_read_units);
        point.clears_bays = clears(point.fullest_bay_write_units, point.fullest_bay_read_units);
        point
    }

    /// The part of what is asked of single items that each shard gets.
    fn shares(&self, shards: u32) -> Vec<f64> {
        let even = 1.0 / f64::from(shards);
        if self.numbers.is_empty() {
            return vec![even; shards as usize];
        }
        let mut parts = vec![0.0; shards as usize];
        let one = 1.0 / self.numbers.len() as f64;
        for number in &self.numbers {
            if let Some(part) = parts.get_mut((number % shards) as usize) {
                *part += one;
            }
        }
        parts
    }

    /// The bay on which a shard falls by its hash.
    pub fn bay(&self, shard: u32, shards: u32) -> u32 {
        let text = match shards {
            1 => self.key.clone(),
            _ => shard_value(&self.key, shard, shards),
        };
        self.bay_at(Index::place_of(&[AttributeValue::S(text)]))
    }

    /// The bay that holds a place in the hash order.
    fn bay_at(&self, place: u64) -> u32 {
        ((u128::from(place) * u128::from(self.bays.max(1))) >> 64) as u32
    }

    /// Both curves.
    pub fn curve(&self, rules: &Rules) -> ShardCurve {
        let write_line = rules.value(RuleId::PartitionWriteUnits);
        let read_line = rules.value(RuleId::PartitionReadUnits);
        let points: Vec<ShardPoint> =
            (1..=MOST_SHARDS).map(|shards| self.with(shards, (write_line, read_line))).collect();
        let first = |clears: fn(&ShardPoint) -> bool| {
            points.iter().find(|point| clears(point)).map(|point| point.shards)
        };
        ShardCurve {
            smallest: first(|point| point.clears),
            smallest_on_bays: first(|point| point.clears_bays),
            points,
            write_line,
            read_line,
        }
    }
}

impl ShardCurve {
    /// The point with so many shards.
    pub fn at(&self, shards: u32) -> Option<&ShardPoint> {
        self.points.get(shards.checked_sub(1)? as usize)
    }

    /// What the curves say, in sentences, for whoever does not see them: as it is, with the number that is looked at, and the
    /// smallest that is enough.
    pub fn words(&self, asked: &ShardAsked, shards: u32) -> Vec<String> {
        let mut words = Vec::new();
        let (Some(one), Some(here)) = (self.at(1), self.at(shards)) else { return words };
        let key = crate::label::fit(&asked.key, 60);
        words.push(format!(
            "{key} is asked for {} write units and {} read units a second; a partition serves {} and {}.",
            figure(one.hottest_write_units),
            figure(one.hottest_read_units),
            figure(self.write_line),
            figure(self.read_line)
        ));
        if shards > 1 {
            words.push(format!(
                "With {} shards the hottest gets {} write units and {} read units a second.",
                grouped(u64::from(shards)),
                figure(here.hottest_write_units),
                figure(here.hottest_read_units)
            ));
        }
        if shards > 1 && !asked.whole_reads.is_empty() {
            words.push(format!(
                "A read of the whole takes {} Queries side by side instead of one, and {} read units instead of {}.",
                grouped(u64::from(shards)),
                figure(here.units_per_read),
                figure(one.units_per_read)
            ));
        }
        words.push(self.smallest_words());
        words.push(self.bays_words(asked));
        words
    }

    fn smallest_words(&self) -> String {
        let reads_over =
            self.points.iter().all(|point| point.hottest_read_units > self.read_line + ALMOST);
        match self.smallest {
            Some(1) => "It is under its partition's line as it is.".to_owned(),
            Some(shards) => format!("{} shards are the fewest that are each under the line.", grouped(u64::from(shards))),
            None if reads_over => "No number of shards is enough: each read of the whole asks every shard, so reads are not divided.".to_owned(),
            None => format!("No number of shards up to {MOST_SHARDS} is enough: one of them stays over the line."),
        }
    }

    fn bays_words(&self, asked: &ShardAsked) -> String {
        let bays = counted(u64::from(asked.bays.max(1)), "bay there is", "bays there are");
        match self.smallest_on_bays {
            Some(1) => format!("On the {bays} it fits as it is."),
            Some(shards) => format!(
                "On the {bays}, where several shards may share one by their hash, it takes {}.",
                grouped(u64::from(shards))
            ),
            None => format!("On the {bays} no number is enough until busy partitions are split."),
        }
    }
}

fn figure(units: f64) -> String {
    if units >= 100.0 { grouped(units.round() as u64) } else { short_decimal(units, 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::traffic::{Leg, Operation, Second, Setup, Simulation, StreamKey};
    use proptest::prelude::*;

    fn asked(write_units: f64, per_second: f64, bytes: u64) -> ShardAsked {
        let read = WholeRead { per_second, bytes, all_bytes: bytes, consistent: false };
        ShardAsked {
            key: "LOW_STOCK".to_owned(),
            write_units,
            whole_reads: vec![read],
            bays: 4,
            ..ShardAsked::default()
        }
    }

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-6 * (1.0 + other.abs())
    }

    #[test]
    fn the_fewest_shards_are_the_load_divided_by_the_line() {
        let rules = Rules::default();
        for (writes, expected) in [
            (0.0, Some(1)),
            (1_000.0, Some(1)),
            (1_001.0, Some(2)),
            (2_500.0, Some(3)),
            (8_000.0, Some(8)),
            (200_000.0, Some(200)),
            (200_001.0, None),
        ] {
            let curve = asked(writes, 0.0, 0).curve(&rules);
            assert_eq!(curve.smallest, expected, "{writes}");
        }
        let twice = rules.with(RuleId::PartitionWriteUnits, 2_000.0);
        assert_eq!(asked(8_000.0, 0.0, 0).curve(&twice).smallest, Some(4));
    }

    #[test]
    fn a_read_of_the_whole_costs_what_its_bytes_do_rounded_up_for_each_shard() {
        // 40 KB read eventually: 5 units at once; of 10 shards 4 KB each, 0.5 units; of 100 the minimum each.
        let asked = asked(100.0, 10.0, 40 * 1024);
        for (shards, each, all) in
            [(1, 5.0, 5.0), (2, 2.5, 5.0), (3, 2.0, 6.0), (10, 0.5, 5.0), (100, 0.5, 50.0)]
        {
            let point = asked.with(shards, (1_000.0, 3_000.0));
            assert!(near(point.units_per_read, all), "{shards}");
            assert!(near(point.hottest_read_units, 10.0 * each), "{shards}");
            assert_eq!(point.requests_per_read, shards);
        }
        // A Limit stops each shard where it stopped the whole.
        let read = WholeRead { per_second: 1.0, bytes: 8_192, all_bytes: 80_000, consistent: true };
        let units: Vec<f64> = [1, 2, 10, 40].map(|shards| read.units_of_one(shards)).to_vec();
        assert!(units.iter().zip([2.0, 2.0, 2.0, 1.0]).all(|(one, other)| near(*one, other)));
    }

    #[test]
    fn reads_of_the_whole_are_not_divided_and_that_is_said() {
        let asked = asked(5_000.0, 8_000.0, 400);
        let curve = asked.curve(&Rules::default());
        assert_eq!((curve.smallest, curve.smallest_on_bays), (None, None));
        let words = curve.words(&asked, 5);
        assert!(words.iter().any(|words| words.contains("reads are not divided")), "{words:?}");
    }

    #[test]
    fn one_item_that_is_hot_stays_so() {
        let mut asked = asked(3_000.0, 0.0, 0);
        asked.numbers = vec![5; 10];
        assert_eq!(asked.curve(&Rules::default()).smallest, None);
    }

    /// A load of writes, spread evenly over so many shards.
    fn writes(per_second: f64, shards: u32) -> Load {
        let key = |shard: u32| {
            let text = match shards {
                1 => "LOW_STOCK".to_owned(),
                _ => shard_value("LOW_STOCK", shard, shards),
            };
            let place = Index::place_of(&[AttributeValue::S(text.clone())]);
            StreamKey { text, place, items: 60 }
        };
        let keys = (0..shards).map(key).collect();
        let leg = Leg { is_write: true, units: 1.0, keys, ..Leg::default() };
        let operations = vec![Operation::at_one_door("PutItem", leg)];
        let stream = Stream { per_second, is_write: true, operations, ..Stream::default() };
        let door = Door { table: "Tab".to_owned(), bays: 4, ..Door::default() };
        Load { doors: vec![door], streams: vec![stream] }
    }

    #[test]
    fn the_curve_says_what_the_simulation_does() {
        let rules = Rules::default()
            .with(RuleId::DrawnKeys, 0.0)
            .with(RuleId::BurstSecs, 0.0)
            .with(RuleId::SplitSecs, 0.0);
        for rate in [900.0, 1_200.0, 2_400.0, 3_600.0] {
            for shards in [1, 2, 3, 4, 6, 8, 12, 20, 60] {
                let load = writes(rate, shards);
                let asked = ShardAsked::of(&load, &Database::default(), 0, "LOW_STOCK");
                assert!(near(asked.write_units, rate), "{rate} over {shards}");
                let point = *asked.curve(&rules).at(shards).unwrap();
                let mut simulation = Simulation::new(Setup { load, rules: rules.clone() }, 3);
                let seconds: Vec<Second> = (0..5).map(|_| simulation.step()).collect();
                let served = seconds.iter().all(|second| second.streams[0].throttled == 0);
                assert_eq!(served, point.clears_bays, "{rate} over {shards}");
                let partitions = &seconds[0].doors[0].partitions;
                let fullest = partitions.iter().map(|it| it.write.asked).fold(0.0, f64::max);
                assert!((fullest - point.fullest_bay_write_units).abs() <= f64::from(shards));
            }
        }
    }

    #[test]
    fn a_key_that_is_spread_already_is_asked_for_as_when_it_was_one() {
        let load = |shards: u32| {
            let mut load = writes(700.0, shards);
            let keys = load.streams[0].operations[0].legs[0].keys.clone();
            let query = |key: StreamKey| {
                let units = 8.0 / f64::from(shards);
                let leg = Leg { units, reach: Reach::Run, keys: vec![key], ..Leg::default() };
                Operation::at_one_door("Query", leg)
            };
            let operations = keys.into_iter().map(query).collect();
            let row = Stream { per_second: 250.0, operations, ..Stream::default() };
            load.streams.push(row);
            load
        };
        let asked = |shards| ShardAsked::of(&load(shards), &Database::default(), 0, "LOW_STOCK");
        let (one, four) = (asked(1), asked(4));
        assert_eq!(one.whole_reads, four.whole_reads);
        assert!(near(one.write_units, four.write_units));
        let read = four.whole_reads[0];
        assert_eq!((read.bytes, read.all_bytes), (64 * 1024, 64 * 1024));
        assert!(near(read.per_second, 250.0) && !read.consistent);
    }

    proptest! {
        #[test]
        fn the_hottest_shard_gets_an_nth_and_bays_hold_what_is_asked(
            writes in 0.0..100_000.0_f64, shards in 1_u32..=200, bays in 1_u32..40,
        ) {
            let mut asked = asked(writes, 0.0, 0);
            asked.bays = bays;
            let point = asked.with(shards, (1_000.0, 3_000.0));
            prop_assert!(near(point.hottest_write_units, writes / f64::from(shards)));
            prop_assert!(point.fullest_bay_write_units * f64::from(bays) >= writes - 1e-6);
            prop_assert!(point.fullest_bay_write_units <= writes + 1e-6);
            prop_assert!((0..shards).all(|shard| asked.bay(shard, shards) < bays));
            if shards <= 100 {
                let twice = asked.with(shards * 2, (1_000.0, 3_000.0));
                prop_assert!(!point.clears || twice.clears, "twice the shards are never worse");
            }
        }

        #[test]
        fn shares_of_the_samples_items_add_up(numbers in proptest::collection::vec(any::<u32>(), 0..300), shards in 1_u32..=200) {
            let mut asked = asked(1_000.0, 0.0, 0);
            asked.numbers = numbers;
            prop_assert!(near(asked.shares(shards).iter().sum(), 1.0));
        }
    }
}
