//! A key that is spread over several keys.
//!
//! Owns the change that does it, to items and to the requests that ask for them:
//! - an index gets a second partition-key attribute with the shard's number, as `DynamoDB` allows up to four of them;
//! - in a table's own key the number is written behind the value: `LOW_STOCK#2`.
//!
//! Writes to the key are divided by the number of shards, and a read of all of it takes one request for each. Where an item's
//! shard has to be known, it follows from the rest of its key. Source: AWS, "Using write sharding to distribute workloads evenly".

mod rows;

use std::sync::Arc;

use key_engine::engine::limits::{MAX_HASH_KEY_BYTES, MAX_INDEX_KEY_ATTRIBUTES};
use key_engine::engine::{Index, IndexKind, Table};
use key_engine::order::sort_by;
use key_engine::value::{KeyBytes, Members, object};
use key_engine::walk::Change;
use key_engine::{AttributeValue, Item};
use serde_json::Value;

use super::Facts;
use crate::advice::Remedy;
use crate::advice::told::listed;
use crate::design::call_form::CallForm;
use crate::design::{Call, DoorDefinition, Edit};
use crate::numerals::counted;

/// How many keys one becomes.
const SHARDS: usize = 4;
/// The most items that a button changes.
const MOST_ITEMS: usize = 5_000;

/// Which keys are spread.
pub(super) struct Spread<'f> {
    pub(super) table: &'f Table,
    pub(super) door: &'f Index,
    /// Of a table's own door: what the keys begin with, or the one key there is. An index is spread whole.
    pub(super) keys: Keys<'f>,
}

/// The keys of a table that are spread.
#[derive(Clone, Copy)]
pub(super) enum Keys<'f> {
    /// This one.
    One(&'f str),
    /// All that begin so.
    Family(&'f str),
}

impl Keys<'_> {
    fn has(self, key: &str) -> bool {
        match self {
            Self::One(one) => key == one,
            Self::Family(prefix) => key.starts_with(prefix),
        }
    }
}

/// The button that spreads keys; none where it would take more than a button should do, or a request cannot be rewritten.
pub(super) fn shard(facts: Facts<'_>, spread: &Spread<'_>, what: &str) -> Option<Remedy> {
    let mut work = Work {
        facts,
        spread,
        known: Vec::new(),
        edits: Vec::new(),
        rows: Vec::new(),
        told: Vec::new(),
    };
    match spread.door.kind() {
        IndexKind::Global => work.index()?,
        IndexKind::Primary => work.table()?,
        IndexKind::Local => return None,
    }
    let number = counted(SHARDS as u64, "key", "keys");
    let mut told = vec![
        ["Writes to one key are divided by ", &SHARDS.to_string(), "."].concat(),
        [
            "A read of all of it takes ",
            &SHARDS.to_string(),
            " round trips, one for each shard. Each comes in order, all together do not: the application merges them, and what a \
             row expects in an order it expects in any from then on.",
        ]
        .concat(),
    ];
    told.append(&mut work.told);
    if !work.rows.is_empty() {
        told.push(["Rewritten: ", &listed(&work.rows), "."].concat());
    }
    Some(Remedy {
        label: ["Spread ", what, " over ", &number].concat(),
        facts: told,
        walk: None,
        edits: work.edits,
    })
}

struct Work<'f, 's> {
    facts: Facts<'f>,
    spread: &'s Spread<'f>,
    /// The table's keys that are spread, sorted.
    known: Vec<String>,
    edits: Vec<Edit>,
    /// What is to be said beside what is always said.
    told: Vec<String>,
    /// The ids of the rows that are rewritten.
    rows: Vec<String>,
}

/// The shard of an item: from the key it has in its table, so that it is always the same.
fn shard_of<'i>(values: impl Iterator<Item = &'i AttributeValue>) -> usize {
    let mut hash: u32 = 0x811c_9dc5;
    for value in values {
        for byte in KeyBytes::of([value]).as_bytes() {
            hash = (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        }
    }
    (hash ^ (hash >> 16)) as usize % SHARDS
}

impl Work<'_, '_> {
    /// A second partition-key attribute for the index.
    fn index(&mut self) -> Option<()> {
        let (table, door) = (self.spread.table, self.spread.door);
        if door.hash_elements().count() >= MAX_INDEX_KEY_ATTRIBUTES
            || door.item_count() > MOST_ITEMS
        {
            return None;
        }
        let name = door.name()?;
        let attribute = self.free_attribute(name);
        let described = self.facts.design.table(table.name())?;
        let indexes = described.create.get("GlobalSecondaryIndexes")?.as_array()?;
        let at = indexes.iter().position(|index| index.get("IndexName") == Some(&name.into()))?;
        let mut index = indexes.get(at)?.clone();
        let schema = index.get_mut("KeySchema")?.as_array_mut()?;
        let after =
            schema.iter().rposition(|element| element.get("KeyType") == Some(&"HASH".into()))?;
        let element = [("AttributeName", attribute.as_str().into()), ("KeyType", "HASH".into())];
        schema.insert(after + 1, object(&mut { element }));
        let definition =
            [("AttributeName", attribute.as_str().into()), ("AttributeType", "N".into())];
        let mut attributes = definitions(&described.create, &index);
        attributes.push(object(&mut { definition }));
        let changes = door.items().map(|item| {
            let own = table.primary().key_schema().iter();
            let shard = shard_of(own.filter_map(|element| item.get(&element.attribute)));
            let mut new = item.clone();
            new.insert(attribute.as_str(), number(shard));
            Change {
                table: table.name().to_owned(),
                old: Some(Arc::new(item.clone())),
                new: Some(Arc::new(new)),
            }
        });
        let changes: Vec<Change> = changes.collect();
        let door = DoorDefinition {
            index,
            attributes,
            bays: described.index_bays.get(name).copied(),
            at: Some(at),
        };
        if !changes.is_empty() {
            self.edits.push(Edit::ChangeItems(changes.into()));
        }
        self.edits.push(Edit::CloseDoor { table: table.name().to_owned(), index: name.to_owned() });
        self.edits.push(Edit::OpenDoor { table: table.name().to_owned(), door });
        self.told.push(
            ["Whatever writes these items gives each its ", &attribute, ", from 0 to 3."].concat(),
        );
        for (row, request) in self.facts.design.requests.iter().enumerate() {
            let mut becomes = request.clone();
            becomes.calls.clear();
            for call in &request.calls {
                becomes.calls.append(&mut index_calls(call, table.name(), name, &attribute)?);
            }
            self.replace(row, request, becomes);
        }
        Some(())
    }

    /// An attribute that no item and no key has.
    fn free_attribute(&self, index: &str) -> String {
        let table = self.spread.table;
        let mut attribute = "shard".to_owned();
        while table.attribute_definitions().iter().any(|(name, _)| *name == attribute)
            || self.spread.door.items().any(|item| item.get(&attribute).is_some())
        {
            attribute = [index, "-", &attribute].concat();
        }
        attribute
    }

    /// The shard's number behind the value of the table's key.
    fn table(&mut self) -> Option<()> {
        let Spread { table, door, keys } = self.spread;
        let attribute = &door.hash_elements().next()?.attribute;
        if door.item_count() > MOST_ITEMS || door.range_elements().next().is_none() {
            return None;
        }
        let mut changes = Vec::new();
        let mut known = Vec::new();
        for item in door.items() {
            let Some(AttributeValue::S(key)) = item.get(attribute) else { return None };
            if !keys.has(key) {
                continue;
            }
            let mut new = item.clone();
            let sharded = [key, "#", &item_shard(door, item).to_string()].concat();
            if sharded.len() > MAX_HASH_KEY_BYTES {
                return None;
            }
            new.insert(attribute.as_str(), AttributeValue::S(sharded));
            let change = |old: Option<Item>, new: Option<Item>| Change {
                table: table.name().to_owned(),
                old: old.map(Arc::new),
                new: new.map(Arc::new),
            };
            changes.push(change(Some(item.clone()), None));
            changes.push(change(None, Some(new)));
            known.push(key.clone());
        }
        sort_by(&mut known, Ord::cmp);
        self.known = known;
        self.edits.push(Edit::ChangeItems(changes.into()));
        for (row, request) in self.facts.design.requests.iter().enumerate() {
            self.rewrite_table_row(row, request)?;
        }
        Some(())
    }
}

/// The shard of an item of a table: from its sort key.
fn item_shard(door: &Index, item: &Item) -> usize {
    shard_of(door.range_elements().filter_map(|element| item.get(&element.attribute)))
}

fn number(shard: usize) -> AttributeValue {
    AttributeValue::N(i64::try_from(shard).unwrap_or_default().into())
}

/// The definitions of an index's key attributes.
fn definitions(create: &Value, index: &Value) -> Vec<Value> {
    let list = |value: &'_ Value, name: &str| -> Vec<Value> {
        value.get(name).and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let keys = list(index, "KeySchema");
    let mut all = list(create, "AttributeDefinitions");
    all.retain(|definition| {
        keys.iter().any(|key| key.get("AttributeName") == definition.get("AttributeName"))
    });
    all
}

/// The calls that ask a spread index what one asked before; none where it cannot be said.
fn index_calls(call: &Call, table: &str, index: &str, attribute: &str) -> Option<Vec<Call>> {
    if call.input.get("Statement").is_some_and(|statement| {
        statement.as_str().is_some_and(|statement| statement.contains(index))
    }) {
        return None;
    }
    let is_here = CallForm::table_of(call) == Some(table)
        && call.input.get("IndexName").and_then(Value::as_str) == Some(index);
    if !is_here || call.operation != "Query" {
        return Some(vec![call.clone()]);
    }
    let condition = call.input.get("KeyConditionExpression")?.as_str()?;
    let condition = [condition, " AND #shard = :shard"].concat();
    let mut calls = Vec::new();
    for shard in 0..SHARDS {
        let mut call = call.clone();
        let input = call.input.as_object_mut()?;
        input.set("KeyConditionExpression", condition.as_str().into());
        for (map, name, value) in [
            ("ExpressionAttributeNames", "#shard", attribute.into()),
            ("ExpressionAttributeValues", ":shard", number(shard).to_json()),
        ] {
            let members = input.entry(map).or_insert_with(|| object(&mut []));
            members.as_object_mut()?.set(name, value);
        }
        calls.push(call);
    }
    Some(calls)
}
