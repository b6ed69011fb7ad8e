//! How much of the stated traffic lands on one partition-key value.
//!
//! Owns the sums, not the judgement. What is assumed, and said in every finding that rests on it:
//! - a key that a request writes out (no placeholder) gets all of that request;
//! - of a request with a placeholder, the fullest collection gets the share of items that it has in the sample, if that is well
//!   above an even share, or well above half of all; where the sample is even, the traffic is taken to spread over the keys that
//!   are there, and that counts only if it is more than a partition serves;
//! - of that, a request for single items, or a write, says more than one for whole collections: each of those may be asked for as
//!   often as any other.
//!
//! A local index lives in its table's partitions, and its load counts there.

use key_engine::engine::{Index, IndexKind};
use key_engine::walk::{Action, Leg};
use key_engine::{AttributeValue, Item};
use serde_json::Value;

use super::Facts;
use crate::advice::asked::{Asked, Test, asked};
use crate::advice::{
    CallProof, CollectionCensus, PARTITION_READ_UNITS, PARTITION_WRITE_UNITS, partition_text,
};
use crate::design::{Call, EntityFinder, TableDesign};

/// A collection has more than its share from this many times an even share on.
const UNEVEN: f64 = 1.4;
/// And from this part of all on, however few the keys are.
const MOST: f64 = 0.55;

/// The traffic of one partition-key value at one door.
#[derive(Clone, Debug, Default)]
pub(super) struct Load {
    pub(super) table: String,
    pub(super) index: Option<String>,
    pub(super) key: Vec<AttributeValue>,
    /// Read units a second.
    pub(super) reads: f64,
    /// Write units a second.
    pub(super) writes: f64,
    /// Whether a request writes the key out.
    pub(super) is_constant: bool,
    /// Whether it rests on more than requests for whole collections.
    pub(super) is_firm: bool,
    /// Whether it is this much only if there are no keys but those of the sample.
    pub(super) is_by_volume: bool,
    pub(super) parts: Vec<Part>,
}

/// What one row adds.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The row's place.
    pub(super) row: usize,
    /// The part of the row's requests that goes to the key, from 0 to 1.
    pub(super) share: f64,
    pub(super) reads: f64,
    pub(super) writes: f64,
    /// Whether the key has no more than an even share.
    pub(super) is_even: bool,
}

impl Load {
    pub(super) fn text(&self) -> String {
        partition_text(&self.key)
    }

    /// The part of what its partition can serve, of reads or of writes, whichever is more.
    pub(super) fn fullness(&self) -> f64 {
        (self.reads / PARTITION_READ_UNITS).max(self.writes / PARTITION_WRITE_UNITS)
    }

    pub(super) fn is_at(&self, table: &str, index: Option<&str>) -> bool {
        self.table == table && self.index.as_deref() == index
    }

    fn add(&mut self, row: usize, target: &Target, units: f64, is_write: bool) {
        let Target { share, is_even, .. } = *target;
        let is_it = |part: &Part| part.row == row && part.is_even == is_even;
        let at = self.parts.iter().position(is_it).unwrap_or_else(|| {
            self.parts.push(Part { row, share, reads: 0.0, writes: 0.0, is_even });
            self.parts.len() - 1
        });
        let Some(part) = self.parts.get_mut(at) else { return };
        let units = units * share;
        let (sum, of_part) = if is_write {
            (&mut self.writes, &mut part.writes)
        } else {
            (&mut self.reads, &mut part.reads)
        };
        *sum += units;
        *of_part += units;
    }

    /// Leaves out what spreads evenly, unless it is more than the partition serves with it.
    fn settle(&mut self) {
        let is_even = |part: &Part| part.is_even;
        if self.fullness() > 1.0 {
            self.is_by_volume = self.parts.iter().any(is_even);
            return;
        }
        self.parts.retain(|part| !part.is_even);
        (self.reads, self.writes) = (0.0, 0.0);
        for part in &self.parts {
            self.reads += part.reads;
            self.writes += part.writes;
        }
    }
}

/// The key that a demand bears hardest on.
struct Target {
    key: Vec<AttributeValue>,
    share: f64,
    is_even: bool,
}

/// What one leg of a row's walk asks of one partition key, each second.
struct Demand<'f> {
    row: usize,
    table: &'f str,
    index: Option<&'f str>,
    key: Vec<AttributeValue>,
    units: f64,
    is_write: bool,
    is_constant: bool,
    /// Whether the item is named whole, at the table's own door: then its kind says how such items spread.
    names_item: bool,
    kind: usize,
}

/// The loads of all keys of which more can be said than that traffic spreads over them, and of those that are more than a
/// partition serves though it spreads; the fullest first.
pub(super) fn loads(facts: Facts<'_>) -> Vec<Load> {
    let demands = demands(facts);
    let mut loads: Vec<Load> = Vec::new();
    for demand in &demands {
        let Some(target) = target(facts, demand) else { continue };
        let load = load_at(&mut loads, demand, &target.key);
        load.is_constant |= demand.is_constant;
        let is_firm = demand.is_constant || demand.names_item || demand.is_write;
        load.is_firm |= is_firm && !target.is_even;
        load.add(demand.row, &target, demand.units, demand.is_write);
    }
    loads.iter_mut().for_each(Load::settle);
    loads.retain(|load| !load.parts.is_empty());
    key_engine::order::sort_by(&mut loads, |one, two| two.fullness().total_cmp(&one.fullness()));
    loads
}

fn load_at<'l>(
    loads: &'l mut Vec<Load>,
    demand: &Demand<'_>,
    key: &[AttributeValue],
) -> &'l mut Load {
    let is_it = |load: &Load| load.is_at(demand.table, demand.index) && load.key == key;
    let at = loads.iter().position(is_it).unwrap_or_else(|| {
        loads.push(Load {
            table: demand.table.to_owned(),
            index: demand.index.map(str::to_owned),
            key: key.to_vec(),
            ..Load::default()
        });
        loads.len() - 1
    });
    #[expect(clippy::indexing_slicing, reason = "the load was found or made above")]
    &mut loads[at]
}

/// The key that a demand bears hardest on, and its share; none where nothing is known of such keys.
fn target(facts: Facts<'_>, demand: &Demand<'_>) -> Option<Target> {
    if demand.is_constant {
        return Some(Target { key: demand.key.clone(), share: 1.0, is_even: false });
    }
    let table = facts.census.table(demand.table)?;
    if demand.names_item {
        let kind = table.kinds.get(demand.kind)?;
        return longest(&kind.longest, kind.items, kind.collections);
    }
    let family = table.door(demand.index)?.family(&demand.key)?;
    longest(&family.longest, family.items, family.collections)
}

/// The longest of so many collections as a target.
fn longest(longest: &CollectionCensus, items: usize, collections: usize) -> Option<Target> {
    let share = longest.items as f64 / items.max(1) as f64;
    let is_uneven = collections > 1 && (share >= MOST || share * collections as f64 >= UNEVEN);
    let target = Target { key: longest.key.clone(), share, is_even: !is_uneven };
    (longest.items > 0).then_some(target)
}

fn demands(facts: Facts<'_>) -> Vec<Demand<'_>> {
    let mut found = Vec::new();
    let finder = |table: &TableDesign| facts.design.entity_finder(table.name());
    let finders: Vec<EntityFinder> = facts.design.tables.iter().map(finder).collect();
    for (row, (request, proof)) in facts.design.requests.iter().zip(facts.proofs).enumerate() {
        for (at, run) in proof.calls.iter().enumerate() {
            let written = request.calls.get(at).unwrap_or(&run.call);
            let item = proof
                .first_returned(at)
                .and_then(|first| facts.database.table(&first.table)?.primary().find(&first.key));
            let asked = Row { place: row, run, written, item, per_second: proof.per_second };
            legs_of(facts, &asked, &finders, &mut found);
        }
    }
    found
}

/// A call of a row, as it is written and as it was run.
struct Row<'f> {
    place: usize,
    run: &'f CallProof,
    written: &'f Call,
    /// The first item it returned.
    item: Option<&'f Item>,
    per_second: f64,
}

fn legs_of<'f>(
    facts: Facts<'f>,
    asked: &Row<'f>,
    finders: &[EntityFinder],
    found: &mut Vec<Demand<'f>>,
) {
    for leg in asked.run.walk.pages.iter().flat_map(|page| &page.legs).filter(|leg| !leg.scan) {
        let Some(table) = facts.database.table(&leg.table) else { continue };
        let Some(door) = table.door(leg.index.as_deref()) else { continue };
        let key = key_of(leg, door, asked);
        if key.is_empty() || leg.capacity_units <= 0.0 {
            continue;
        }
        let index = leg.index.as_deref().filter(|_| door.kind() == IndexKind::Global);
        let names_item = index.is_none() && leg.key.is_some();
        let at = facts.design.tables.iter().position(|table| table.name() == leg.table);
        let kind = match (&leg.key, at.and_then(|at| finders.get(at))) {
            (Some(key), Some(finder)) if names_item => finder.of(key),
            _ => 0,
        };
        found.push(Demand {
            row: asked.place,
            table: &leg.table,
            index,
            is_constant: key.iter().all(|value| is_written(&asked.written.input, value)),
            key,
            units: leg.capacity_units * asked.per_second,
            is_write: !matches!(leg.action, Action::Read | Action::Fetch),
            names_item,
            kind,
        });
    }
}

/// The partition key that a leg goes to; empty where it goes to none or several.
///
/// A walk's ordinals are of the moment of the walk, so the key is read off the call, or off what it returned.
fn key_of(leg: &Leg, door: &Index, row: &Row<'_>) -> Vec<AttributeValue> {
    if let Some(key) = &leg.key {
        let values = door.hash_elements().filter_map(|element| key.get(&element.attribute));
        return values.cloned().collect();
    }
    if !matches!(leg.visits.as_slice(), [visit] if visit.collections == 1) {
        return Vec::new();
    }
    let parts = asked(row.run.stand_in.as_ref().unwrap_or(&row.run.call), "KeyConditionExpression");
    let mut key = Vec::new();
    for element in door.hash_elements() {
        let is_it = |part: &&Asked| part.attribute == element.attribute && part.test == Test::Equal;
        let part = parts.iter().find(is_it).and_then(|part| part.values.first());
        let given = part.and_then(|value| AttributeValue::from_json(value).ok());
        let value = given.or_else(|| row.item?.get(&element.attribute).cloned());
        let Some(value) = value else { return Vec::new() };
        key.push(value);
    }
    key
}

/// The partition key that a leg of a call goes to; empty where it goes to none or several. `item` is the first it returned.
pub(in crate::advice) fn partition_key_of(
    leg: &Leg,
    door: &Index,
    run: &CallProof,
    item: Option<&Item>,
) -> Vec<AttributeValue> {
    key_of(leg, door, &Row { place: 0, run, written: &run.call, item, per_second: 0.0 })
}

/// Whether a call as it is written has this value in full, so that it is the same each time.
pub(in crate::advice) fn is_written(input: &Value, value: &AttributeValue) -> bool {
    let json = value.to_json();
    let text = json.as_object().and_then(|members| members.values().next()?.as_str());
    text.is_some_and(|text| holds(input, text, false))
}

/// Whether a text stands somewhere in a call; in a statement, in quotes.
pub(super) fn holds(input: &Value, text: &str, is_statement: bool) -> bool {
    match input {
        Value::String(written) if is_statement => {
            let quoted = ["'", text, "'"].concat();
            written.contains(&quoted)
        }
        Value::String(written) => written == text,
        Value::Array(values) => values.iter().any(|value| holds(value, text, is_statement)),
        Value::Object(members) => {
            members.iter().any(|(name, value)| holds(value, text, name == "Statement"))
        }
        _ => false,
    }
}
