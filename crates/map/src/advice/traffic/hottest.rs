//! The keys of which most is asked, hottest first.
//!
//! Owns what each key of each door is asked for, shards of one key taken together, against what a partition serves. Averages a
//! second: it simulates nothing.

use key_engine::order::sort_by;

use super::{Load, RuleId, Rules};
use crate::advice::change::split_shard;

/// A key and what is asked of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AskedKey {
    /// The door's place in [`Load::doors`].
    pub door: usize,
    /// The key, without a shard where it is spread.
    pub key: String,
    /// Write units a second.
    pub write_units: f64,
    /// Read units a second.
    pub read_units: f64,
    /// How many shards of it are asked; 1 where it is not spread.
    pub shards: u32,
}

impl AskedKey {
    /// What is asked, as a part of what one partition serves: of writes or of reads, whichever is more.
    pub fn heat(&self, rules: &Rules) -> f64 {
        let part = |units: f64, rule: RuleId| units / rules.value(rule).max(1.0);
        let writes = part(self.write_units, RuleId::PartitionWriteUnits);
        writes.max(part(self.read_units, RuleId::PartitionReadUnits))
    }
}

/// The keys of which most is asked, at most so many. Scans ask no key. A key counts as spread where its shard 0 is asked and it itself
/// is not.
pub fn hottest_keys(load: &Load, rules: &Rules, most: usize) -> Vec<AskedKey> {
    let mut all: Vec<AskedKey> = Vec::new();
    for stream in &load.streams {
        for operation in &stream.operations {
            let weights = operation.weights(&stream.popularity);
            for leg in &operation.legs {
                let mut units = vec![0.0; leg.keys.len()];
                for (weight, place) in weights.iter().zip(&leg.at) {
                    let key = place.key.and_then(|key| units.get_mut(key as usize));
                    if let Some(units) = key {
                        *units += stream.per_second * weight * leg.units;
                    }
                }
                for (key, units) in leg.keys.iter().zip(units) {
                    let (write_units, read_units) =
                        if leg.is_write { (units, 0.0) } else { (0.0, units) };
                    let key = key.text.clone();
                    let door = leg.door;
                    all.push(AskedKey { door, key, write_units, read_units, shards: 1 });
                }
            }
        }
    }
    let mut keys = joined(joined(all, |_| None), |sorted| Some(sorted));
    sort_by(&mut keys, |one, other| other.heat(rules).total_cmp(&one.heat(rules)));
    keys.truncate(most);
    keys
}

/// Keys of one name as one. Where the sorted keys are given to `spread`, shards of one key are one, too.
fn joined(mut all: Vec<AskedKey>, spread: fn(&[AskedKey]) -> Option<&[AskedKey]>) -> Vec<AskedKey> {
    let by_name = |one: &AskedKey, other: &AskedKey| {
        one.door.cmp(&other.door).then_with(|| one.key.cmp(&other.key))
    };
    sort_by(&mut all, by_name);
    let names: Vec<Option<String>> = match spread(&all) {
        None => vec![None; all.len()],
        Some(sorted) => sorted.iter().map(|key| base_of(key, sorted)).collect(),
    };
    for (key, name) in all.iter_mut().zip(names) {
        if let Some(name) = name {
            key.key = name;
        }
    }
    sort_by(&mut all, by_name);
    let mut joined: Vec<AskedKey> = Vec::new();
    let counts_shards = spread(&[]).is_some();
    for key in all {
        match joined.last_mut().filter(|last| last.door == key.door && last.key == key.key) {
            Some(last) => {
                last.write_units += key.write_units;
                last.read_units += key.read_units;
                last.shards += u32::from(counts_shards);
            }
            None => joined.push(key),
        }
    }
    joined
}

/// What a key is without its shard, where it is one.
fn base_of(key: &AskedKey, sorted: &[AskedKey]) -> Option<String> {
    let (base, _) = split_shard(&key.key)?;
    let digits = key.key.len() - base.len() - 1;
    let is_asked = |text: &str| {
        sorted
            .binary_search_by(|known| {
                known.door.cmp(&key.door).then_with(|| known.key.as_str().cmp(text))
            })
            .is_ok()
    };
    let first = [base, "#", &"0".repeat(digits)].concat();
    (is_asked(&first) && !is_asked(base)).then(|| base.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::traffic::{Leg, Operation, Stream, StreamKey};

    fn stream(keys: &[&str], per_second: f64, is_write: bool) -> Stream {
        let key = |text: &&str| StreamKey { text: (*text).to_owned(), place: 0, items: 1 };
        let leg =
            Leg { units: 1.0, is_write, keys: keys.iter().map(key).collect(), ..Leg::default() };
        let operations = vec![Operation::at_one_door("PutItem", leg)];
        Stream { per_second, is_write, operations, ..Stream::default() }
    }

    fn told(streams: Vec<Stream>) -> Vec<(String, f64, f64, u32)> {
        let load = Load { doors: Vec::new(), streams };
        let keys = hottest_keys(&load, &Rules::default(), 10);
        let told = |key: AskedKey| (key.key, key.write_units, key.read_units, key.shards);
        keys.into_iter().map(told).collect()
    }

    #[test]
    fn what_is_nearest_to_its_line_comes_first() {
        let keys = told(vec![stream(&["A", "B"], 200.0, true), stream(&["B", "C"], 900.0, false)]);
        let names: Vec<&str> = keys.iter().map(|key| key.0.as_str()).collect();
        assert_eq!(names, ["B", "C", "A"]);
        assert_eq!(keys[0], ("B".to_owned(), 100.0, 450.0, 1));
        assert!(told(Vec::new()).is_empty());
    }

    #[test]
    fn shards_of_a_key_are_one_and_numbered_names_are_not() {
        let keys = told(vec![stream(&["L#00", "L#01", "L#02", "P#01", "P#02"], 500.0, true)]);
        assert_eq!(keys[0], ("L".to_owned(), 300.0, 0.0, 3));
        assert_eq!(keys.len(), 3);
        let keys = told(vec![stream(&["L", "L#00", "L#01"], 300.0, true)]);
        assert_eq!(keys.len(), 3, "the key itself is asked: it is not spread");
    }
}
