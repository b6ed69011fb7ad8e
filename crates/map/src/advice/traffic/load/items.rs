//! The items and collections that a call with placeholders may ask.
//!
//! Owns the look through the sample for what is like the one that the proof asked. There are never more targets than the
//! simulation keeps apart: of more, every so-manieth stands for its neighbours.

use key_engine::engine::{Index, Table};
use key_engine::order::sort_by;
use key_engine::value::KeyBytes;
use key_engine::{AttributeValue, Item};
use serde_json::Value;

use super::{Leg, MOST_TARGETS, Place, Reach, StreamKey, Target};
use crate::advice::change::split_shard;
use crate::advice::partition_text;
use crate::design::{Design, EntityFinder, key_prefix};

/// Targets, and where they stand at the door that they are of.
#[derive(Clone, Debug, Default)]
pub(super) struct Alike {
    pub(super) keys: Vec<StreamKey>,
    pub(super) targets: Vec<Target>,
    pub(super) at: Vec<Place>,
}

impl Alike {
    /// One collection, whole.
    pub(super) fn one(key: Vec<AttributeValue>) -> Self {
        Self::of(&[Found { key, items: 1, position: 0.5 }])
    }

    /// One item, which need not be there.
    fn one_item(door: &Index, key: &Item) -> Self {
        let values: Vec<AttributeValue> =
            door.hash_elements().filter_map(|it| key.get(&it.attribute)).cloned().collect();
        let place = door.find(key).and_then(|item| door.locate(item));
        let position = place.and_then(|(ordinal, rank)| {
            let len = door.collection(ordinal)?.len.max(1);
            Some((rank as f64 + 0.5) / len as f64)
        });
        Self::of(&[Found { key: values, items: 1, position: position.unwrap_or(0.5) }])
    }

    /// Of what was found: keys in the order of their values, each once.
    fn of(found: &[Found]) -> Self {
        let mut alike = Self::default();
        let (keys, at) = intern(found.iter().map(|found| Some(&found.key)));
        alike.keys = keys;
        let mut sums = vec![0_u32; alike.keys.len()];
        for (found, key) in found.iter().zip(&at) {
            let key = key.unwrap_or(0);
            if let Some(sum) = sums.get_mut(key as usize) {
                *sum += found.items;
            }
            alike.targets.push(Target { key, part: f64::from(found.items) });
            alike.at.push(Place { key: Some(key), position: found.position });
        }
        for (key, sum) in alike.keys.iter_mut().zip(&sums) {
            key.items = *sum;
        }
        for target in &mut alike.targets {
            target.part /= f64::from(sums.get(target.key as usize).copied().unwrap_or(1).max(1));
        }
        alike
    }
}

/// An item, or a collection, or one that stands for several.
struct Found {
    key: Vec<AttributeValue>,
    items: u32,
    position: f64,
}

/// Keys in the order of their values, each once, and for each of those given which it is.
fn intern<'k>(
    given: impl Iterator<Item = Option<&'k Vec<AttributeValue>>>,
) -> (Vec<StreamKey>, Vec<Option<u32>>) {
    let given: Vec<Option<&Vec<AttributeValue>>> = given.collect();
    let mut order: Vec<(KeyBytes, usize)> = Vec::new();
    for (at, key) in given.iter().enumerate() {
        if let Some(key) = key {
            order.push((KeyBytes::of(key.iter()), at));
        }
    }
    sort_by(&mut order, |one, two| one.0.cmp(&two.0));
    let mut keys: Vec<StreamKey> = Vec::new();
    let mut which = vec![None; given.len()];
    let mut last: Option<KeyBytes> = None;
    for (bytes, at) in order {
        if last.as_ref() != Some(&bytes)
            && let Some(Some(key)) = given.get(at)
        {
            keys.push(StreamKey {
                text: partition_text(key),
                place: Index::place_of(key),
                items: 1,
            });
            last = Some(bytes);
        }
        if let Some(which) = which.get_mut(at) {
            *which = Some(keys.len() as u32 - 1);
        }
    }
    (keys, which)
}

/// A table that was looked through: its name, and for each kind the collections and ranks of its items.
struct Seen {
    table: String,
    kinds: Vec<Vec<(u32, u32)>>,
}

/// The sample, looked through once for each table.
pub(super) struct Shelf<'d> {
    design: &'d Design,
    finders: &'d [EntityFinder],
    /// Each table that was looked through.
    seen: Vec<Seen>,
    /// Items of the targets that were found last, for their indexes.
    last: Vec<Option<Item>>,
}

impl<'d> Shelf<'d> {
    pub(super) fn new(design: &'d Design, finders: &'d [EntityFinder]) -> Self {
        Self { design, finders, seen: Vec::new(), last: Vec::new() }
    }

    fn kinds(&mut self, table: &Table) -> usize {
        if let Some(at) = self.seen.iter().position(|seen| seen.table == table.name()) {
            return at;
        }
        let place = self.design.tables.iter().position(|known| known.name() == table.name());
        let finder = place.and_then(|at| self.finders.get(at));
        let mut kinds = vec![Vec::new(); self.design.entities.len() + 1];
        let (mut before, mut rank) = (usize::MAX, 0);
        for (ordinal, item, _) in table.primary().entries_from(0) {
            rank = if ordinal == before { rank + 1 } else { 0 };
            before = ordinal;
            let kind = finder.map_or(0, |finder| finder.of(item));
            if let Some(kind) = kinds.get_mut(kind) {
                kind.push((ordinal as u32, rank));
            }
        }
        self.seen.push(Seen { table: table.name().to_owned(), kinds });
        self.seen.len() - 1
    }

    /// One item, which a call names in full. It need not be there: `given` is what the call would put.
    pub(super) fn one_item(&mut self, door: &Index, key: &Item, given: Option<Item>) -> Alike {
        self.last = vec![given.or_else(|| door.find(key).cloned())];
        Alike::one_item(door, key)
    }

    /// Items of the kind of this key; within one collection where the call writes its key out.
    pub(super) fn items_like(
        &mut self,
        table: &Table,
        key: &Item,
        within: Option<&[AttributeValue]>,
        given: Option<Item>,
    ) -> Alike {
        let door = table.primary();
        let place = self.design.tables.iter().position(|known| known.name() == table.name());
        let kind = place.and_then(|at| self.finders.get(at)).map_or(0, |finder| finder.of(key));
        let seen = self.kinds(table);
        let all = self.seen.get(seen).and_then(|seen| seen.kinds.get(kind));
        let all: &[(u32, u32)] = all.map_or(&[], Vec::as_slice);
        let mut some = Vec::new();
        if let Some(within) = within {
            let is_it = |at: u32| {
                door.collection(at as usize).is_some_and(|view| view.partition_key == within)
            };
            let mut known: Option<(u32, bool)> = None;
            for place in all {
                if known.is_none_or(|(before, _)| before != place.0) {
                    known = Some((place.0, is_it(place.0)));
                }
                if known.is_some_and(|(_, is_it)| is_it) {
                    some.push(*place);
                }
            }
        }
        let all = if within.is_some() { some.as_slice() } else { all };
        let stride = all.len().div_ceil(MOST_TARGETS).max(1);
        let (mut found, mut items) = (Vec::new(), Vec::new());
        for (ordinal, rank) in all.iter().step_by(stride) {
            let Some(item) = door.item(*ordinal as usize, *rank as usize) else { continue };
            let len = door.collection(*ordinal as usize).map_or(1, |view| view.len.max(1));
            let values = door.hash_elements().filter_map(|it| item.get(&it.attribute)).cloned();
            found.push(Found {
                key: values.collect(),
                items: stride as u32,
                position: (f64::from(*rank) + 0.5) / len as f64,
            });
            items.push(Some(item.clone()));
        }
        if found.is_empty() {
            return self.one_item(door, key, given);
        }
        self.last = items;
        Alike::of(&found)
    }

    /// Collections of a door whose keys begin like this one; where it is one shard of a key, those of the same shard.
    pub(super) fn collections_like(
        door: &Index,
        key: &[AttributeValue],
        shard: Option<u32>,
    ) -> Alike {
        let prefix = prefix_of(key.iter());
        let (mut alike, mut last) = (Vec::new(), usize::MAX);
        for (ordinal, item, _) in door.entries_from(0) {
            if ordinal == last {
                continue;
            }
            last = ordinal;
            let values = || door.hash_elements().filter_map(|it| item.get(&it.attribute));
            let is_shard = shard.is_none() || shard_in(values()) == shard;
            if is_shard && prefix_of(values()) == prefix {
                alike.push(ordinal);
            }
        }
        let stride = alike.len().div_ceil(MOST_TARGETS).max(1);
        let mut found = Vec::new();
        for view in alike.into_iter().step_by(stride).filter_map(|at| door.collection(at)) {
            let items = u32::try_from(view.len * stride).unwrap_or(u32::MAX);
            found.push(Found { key: view.partition_key, items, position: 0.5 });
        }
        if found.is_empty() { Alike::one(key.to_vec()) } else { Alike::of(&found) }
    }

    /// Where the targets of a table's leg stand in an index of it: an item that lacks its keys stands nowhere.
    pub(super) fn at_index(&self, table: &Table, index: &Index, first: &Leg) -> Leg {
        let mut keys: Vec<Option<Vec<AttributeValue>>> = Vec::new();
        for place in 0..first.at.len() {
            let item = self.last.get(place).and_then(Option::as_ref);
            keys.push(item.and_then(|item| key_in(index, item)));
        }
        // a new item, or one that is not in the sample: any entry of the index may be its neighbour
        if keys.iter().all(Option::is_none) {
            let any = index.collections().take(1).map(|view| view.partition_key).next();
            let fallback = any.unwrap_or_else(|| vec![AttributeValue::S(table.name().to_owned())]);
            keys.fill(Some(fallback));
        }
        let (keys, which) = intern(keys.iter().map(Option::as_ref));
        let at = which
            .into_iter()
            .enumerate()
            .map(|(place, key)| Place { key, position: spread(place) });
        Leg { reach: Reach::Item, keys, at: at.collect(), ..Leg::default() }
    }
}

/// The shard that a key ends in.
fn shard_in<'v>(mut key: impl Iterator<Item = &'v AttributeValue>) -> Option<u32> {
    key.find_map(|value| match value {
        AttributeValue::S(text) => split_shard(text).map(|(_, shard)| shard),
        _ => None,
    })
}

/// The shard that a key ends in, where the call writes it out: `PRODUCT#{id}#03`.
pub(super) fn shard_written(input: &Value, key: &[AttributeValue]) -> Option<u32> {
    fn holds(input: &Value, tail: &str) -> bool {
        match input {
            Value::String(text) => text.ends_with(tail),
            Value::Array(values) => values.iter().any(|value| holds(value, tail)),
            Value::Object(members) => members.values().any(|value| holds(value, tail)),
            _ => false,
        }
    }
    let shard = shard_in(key.iter())?;
    let tail = key.iter().find_map(|value| match value {
        AttributeValue::S(text) => split_shard(text).and_then(|(base, _)| text.get(base.len()..)),
        _ => None,
    })?;
    holds(input, tail).then_some(shard)
}

/// Where the entry of a target stands in its collection of an index: anywhere, and always there.
fn spread(target: usize) -> f64 {
    (target as f64 * 0.618_033_988_749_894_9).fract()
}

/// An item's partition key in an index; none where it lacks one of the index's keys.
fn key_in(index: &Index, item: &Item) -> Option<Vec<AttributeValue>> {
    if index.key_schema().iter().any(|element| item.get(&element.attribute).is_none()) {
        return None;
    }
    index.hash_elements().map(|element| item.get(&element.attribute).cloned()).collect()
}

/// What a partition key begins with, if that is a word.
fn prefix_of<'v>(mut key: impl Iterator<Item = &'v AttributeValue>) -> &'v str {
    match key.next() {
        Some(AttributeValue::S(text)) => key_prefix(text),
        _ => "",
    }
}
