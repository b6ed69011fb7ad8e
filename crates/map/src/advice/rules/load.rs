//! How much of the stated traffic lands on one partition-key value.
//!
//! Owns the sums, not the judgement. What is assumed, and said in every finding that rests on it:
//! - a key that a request writes out (no placeholder) gets all of that request;
//! - of a request with a placeholder, the fullest collection gets the share of items that it has in the sample, if that is well
//!   above an even share; where the sample is even, the traffic is taken to spread, and nothing is said;
//! - of that, a request for single items, or a write, says more than one for whole collections: each of those may be asked for as
//!   often as any other.
//!
//! A local index lives in its table's partitions, and its load counts there.

use key_engine::AttributeValue;
use key_engine::engine::{Index, IndexKind};
use key_engine::walk::{Action, Leg};
use serde_json::Value;

use super::Facts;
use crate::advice::{
    CallProof, DoorCensus, PARTITION_READ_UNITS, PARTITION_WRITE_UNITS, partition_text,
};
use crate::design::{Call, EntityFinder, TableDesign};

/// A collection has more than its share from this many times an even share on.
const UNEVEN: f64 = 1.4;

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

    fn add(&mut self, row: usize, share: f64, units: f64, is_write: bool) {
        let at = self.parts.iter().position(|part| part.row == row).unwrap_or_else(|| {
            self.parts.push(Part { row, share, reads: 0.0, writes: 0.0 });
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

/// The loads of all keys of which more can be said than that traffic spreads over them; the fullest first.
pub(super) fn loads(facts: Facts<'_>) -> Vec<Load> {
    let demands = demands(facts);
    let mut loads: Vec<Load> = Vec::new();
    for demand in &demands {
        let Some((key, share)) = target(facts, demand) else { continue };
        let load = load_at(&mut loads, demand, &key);
        load.is_constant |= demand.is_constant;
        load.is_firm |= demand.is_constant || demand.names_item || demand.is_write;
        load.add(demand.row, share, demand.units, demand.is_write);
    }
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

/// The key that a demand bears hardest on, and its share; none where the demand spreads.
fn target(facts: Facts<'_>, demand: &Demand<'_>) -> Option<(Vec<AttributeValue>, f64)> {
    if demand.is_constant {
        return Some((demand.key.clone(), 1.0));
    }
    let table = facts.census.table(demand.table)?;
    if demand.names_item {
        let kind = table.kinds.get(demand.kind)?;
        let share = kind.longest.items as f64 / kind.items.max(1) as f64;
        let is_uneven = kind.collections > 1 && share * kind.collections as f64 >= UNEVEN;
        return is_uneven.then(|| (kind.longest.key.clone(), share));
    }
    uneven(table.door(demand.index)?, &demand.key)
}

fn uneven(door: &DoorCensus, key: &[AttributeValue]) -> Option<(Vec<AttributeValue>, f64)> {
    let family = door.family(key)?;
    let is_uneven =
        family.collections > 1 && family.longest.items as f64 >= UNEVEN * family.mean_items();
    is_uneven.then(|| (family.longest.key.clone(), family.longest_share()))
}

fn demands(facts: Facts<'_>) -> Vec<Demand<'_>> {
    let mut found = Vec::new();
    let finder = |table: &TableDesign| facts.design.entity_finder(table.name());
    let finders: Vec<EntityFinder> = facts.design.tables.iter().map(finder).collect();
    for (row, (request, proof)) in facts.design.requests.iter().zip(facts.proofs).enumerate() {
        for (at, run) in proof.calls.iter().enumerate() {
            let written = request.calls.get(at).unwrap_or(&run.call);
            let asked = Row { place: row, run, written, per_second: proof.per_second };
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
        let key = key_of(leg, door);
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
fn key_of(leg: &Leg, door: &Index) -> Vec<AttributeValue> {
    if let Some(key) = &leg.key {
        let values = door.hash_elements().filter_map(|element| key.get(&element.attribute));
        return values.cloned().collect();
    }
    match leg.visits.as_slice() {
        [visit] if visit.collections == 1 => {
            let collection = door.collection(visit.first_collection as usize);
            collection.map(|collection| collection.partition_key).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// Whether a call as it is written has this value in full, so that it is the same each time.
fn is_written(input: &Value, value: &AttributeValue) -> bool {
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
