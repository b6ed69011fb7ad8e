//! What a row looked at when it was run.
//!
//! Owns the question whether a change of an item can change what a row found. In doubt it can.

use key_engine::engine::QueryInput;
use key_engine::expression::KeySchema;
use key_engine::walk::{Action, Change, Leg, Walk};
use key_engine::{Database, Index, Item, KeyType};
use serde_json::Value;

use crate::design::Call;

/// Items of one table that a row looked at.
#[derive(Clone, Debug, Default, PartialEq)]
struct Sight {
    table: String,
    /// Attributes that all of them have: the keys of the index they were seen through.
    has: Vec<String>,
    /// Values that all of them have: a whole key, or a partition key.
    equal: Item,
}

/// Everything that a row looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sights {
    sights: Vec<Sight>,
    /// It was refused for something that may be any item's doing.
    everything: bool,
}

impl Sights {
    /// Adds what a call looked at. The database is as it was when the call had been run.
    pub(super) fn add(&mut self, call: &Call, walk: &Walk, database: &Database) {
        for leg in walk.pages.iter().flat_map(|page| &page.legs) {
            // What a local index lacks is fetched from items of the collection that was read, and a write reaches indexes with
            // the item that it changes.
            if leg.action == Action::Fetch || (!leg.action.is_read() && leg.index.is_some()) {
                continue;
            }
            let Some(table) = database.table(&leg.table) else { continue };
            let Some(door) = table.door(leg.index.as_deref()) else { continue };
            let equal = match &leg.key {
                Some(key) => key.clone(),
                None if leg.scan => Item::new(),
                None if !leg.action.is_read() => key_given(call).unwrap_or_default(),
                None => collection(call, leg, door).unwrap_or_default(),
            };
            let has = match (door.name(), equal.is_empty()) {
                (Some(_), true) => {
                    door.key_schema().iter().map(|key| key.attribute.clone()).collect()
                }
                _ => Vec::new(),
            };
            let sight = Sight { table: leg.table.clone(), has, equal };
            if !self.sights.contains(&sight) {
                self.sights.push(sight);
            }
        }
    }

    /// Notes that whatever was looked at is not known.
    pub(super) fn add_everything(&mut self) {
        self.everything = true;
    }

    /// Whether a change can change what was found.
    pub(crate) fn see(&self, change: &Change) -> bool {
        self.everything
            || self.sights.iter().any(|sight| {
                let sees = |item: Option<&Item>| item.is_some_and(|item| sight.sees(item));
                sight.table == change.table
                    && (sees(change.old.as_deref()) || sees(change.new.as_deref()))
            })
    }
}

impl Sight {
    fn sees(&self, item: &Item) -> bool {
        self.has.iter().all(|name| item.get(name).is_some())
            && self.equal.iter().all(|(name, value)| item.get(name) == Some(value))
    }
}

/// The key of the one item that a write is about, where there is none.
fn key_given(call: &Call) -> Option<Item> {
    Item::from_json(call.input.get("Key")?).ok()
}

/// The partition key, by its attributes, of the collection that a leg of a Query is about; none where that cannot be said.
fn collection(call: &Call, leg: &Leg, door: &Index) -> Option<Item> {
    let names = door.hash_elements().map(|element| element.attribute.as_str());
    if call.operation == "Query" {
        return partition_key(&call.input, door);
    }
    let visit = leg.visits.first().filter(|visit| visit.collections > 0)?;
    let collection = door.collection(visit.first_collection as usize)?;
    Some(names.zip(collection.partition_key).collect())
}

/// The partition key, by its attributes, that a Query's input gives for a door.
fn partition_key(input: &Value, door: &Index) -> Option<Item> {
    let query = QueryInput::from_json(input).ok()?;
    let parts = |is_hash: bool| {
        let mut parts: Vec<(&str, KeyType)> = Vec::new();
        for element in door.key_schema() {
            if (element.role == key_engine::engine::KeyRole::Hash) == is_hash {
                parts.push((element.attribute.as_str(), element.key_type));
            }
        }
        parts
    };
    let (partition, sort) = (parts(true), parts(false));
    let schema = KeySchema { partition: &partition, sort: &sort };
    let condition = query.key_conditions.against(&schema).ok()?;
    Some(condition.partition.into_iter().collect())
}
