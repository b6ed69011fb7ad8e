//! Rows for writes that nobody has written down: each kind of item is put or updated at some rate.
//!
//! Owns the making of such a row from a kind and an item of it. It changes nothing: the row is inserted as any other.

use key_engine::value::object;
use key_engine::{AttributeValue, Database, Item};
use serde_json::Value;

use crate::design::{Call, Design, Entity, Request, TableDesign, Volume};

/// Times a second that a kind of item is taken to be written until somebody says better. Assumed.
const FIRST_RATE: f64 = 100.0;

/// The kinds of item of a design, by their places, that no row writes and of which there is an item.
pub fn unwritten_kinds(design: &Design, database: &Database) -> Vec<usize> {
    let is_there = |kind: &usize| write_row(design, database, *kind).is_some();
    let is_written =
        |kind: &usize| design.requests.iter().any(|request| writes(design, request, *kind));
    (0..design.entities.len()).filter(|kind| !is_written(kind)).filter(is_there).collect()
}

/// Whether a row writes items of this kind.
fn writes(design: &Design, request: &Request, kind: usize) -> bool {
    request.sample_calls().iter().any(|call| {
        let key = match call.operation.as_str() {
            "PutItem" => call.input.get("Item"),
            "UpdateItem" | "DeleteItem" => call.input.get("Key"),
            _ => None,
        };
        let table = call.input.get("TableName").and_then(Value::as_str).unwrap_or_default();
        let item = key.and_then(|key| Item::from_json(key).ok());
        item.is_some_and(|item| design.entity_of(table, &item) == kind)
    })
}

/// A row that updates items of a kind, one at a time: an attribute that is no key changes. An item without one is put again. None
/// where the kind has no items in the sample.
pub fn write_row(design: &Design, database: &Database, kind: usize) -> Option<Request> {
    let entity = design.entities.get(kind)?;
    let described = design.table(&entity.table)?;
    let table = database.table(&entity.table)?;
    let finder = design.entity_finder(&entity.table);
    let item = table.primary().items().take(MOST_LOOKED_AT).find(|item| finder.of(item) == kind)?;
    let mut request = Request::unwritten(free_id(design));
    request.sentence = ["Update ", &entity.name].concat();
    request.volume = Volume::PerSecond(FIRST_RATE);
    let mut key = Vec::new();
    for (name, attribute) in [("id", described.partition_key()), ("sort", described.sort_key())] {
        let Some(attribute) = attribute else { continue };
        let (value, sample) = opened(entity, described, attribute, name, item)?;
        key.push((attribute, value));
        if let Some(sample) = sample {
            request.samples.insert(name.to_owned(), sample);
        }
    }
    let is_key = |name: &str| table.attribute_definitions().iter().any(|(known, _)| known == name);
    let changed = item.iter().find(|(name, value)| {
        !is_key(name) && matches!(value, AttributeValue::N(_) | AttributeValue::S(_))
    });
    let (operation, input) = match changed {
        Some((name, value)) => ("UpdateItem", update(&entity.table, &key, name, value)),
        None => ("PutItem", put(&entity.table, &key, item)),
    };
    request.calls.push(Call { operation: operation.to_owned(), input });
    Some(request)
}

/// Items that are looked at for one of a kind.
const MOST_LOOKED_AT: usize = 10_000;

/// A key attribute with a placeholder behind what the kind's keys begin with, and the sample for it. What is the same in all of the
/// kind stays as it is.
fn opened(
    entity: &Entity,
    described: &TableDesign,
    attribute: &str,
    name: &str,
    item: &Item,
) -> Option<(Value, Option<String>)> {
    let is_partition = described.partition_key() == Some(attribute);
    let prefix = if is_partition {
        entity.partition_prefix.as_str()
    } else {
        entity.sort_prefix.as_deref().unwrap_or_default()
    };
    let value = item.get(attribute)?;
    let json = value.to_json();
    let (kind, text) = json.as_object()?.iter().next()?;
    let text = text.as_str()?;
    let rest = match value {
        AttributeValue::S(_) => text.strip_prefix(prefix).unwrap_or(text),
        _ => text,
    };
    if rest.is_empty() {
        return Some((json.clone(), None));
    }
    let before = text.strip_suffix(rest).unwrap_or_default();
    let open = [before, "{", name, "}"].concat();
    let sample = rest.to_owned();
    Some((object(&mut [(kind.as_str(), Value::from(open))]), Some(sample)))
}

fn key_json(key: &[(&str, Value)]) -> Value {
    let mut members: Vec<(&str, Value)> = key.to_vec();
    object(&mut members)
}

/// A number grows by one, a text becomes another.
fn update(table: &str, key: &[(&str, Value)], attribute: &str, value: &AttributeValue) -> Value {
    let is_number = matches!(value, AttributeValue::N(_));
    let (expression, new) = if is_number {
        ("ADD #attribute :change", object(&mut [("N", "1".into())]))
    } else {
        ("SET #attribute = :change", object(&mut [("S", "changed".into())]))
    };
    let key = key_json(key);
    object(&mut [
        ("TableName", table.into()),
        ("Key", key),
        ("UpdateExpression", expression.into()),
        ("ExpressionAttributeNames", object(&mut [("#attribute", attribute.into())])),
        ("ExpressionAttributeValues", object(&mut [(":change", new)])),
    ])
}

fn put(table: &str, key: &[(&str, Value)], item: &Item) -> Value {
    let mut whole = item.to_json();
    if let Some(members) = whole.as_object_mut() {
        for (name, value) in key {
            members.insert((*name).to_owned(), value.clone());
        }
    }
    object(&mut [("TableName", table.into()), ("Item", whole)])
}

/// An id that no row has: `W1`, `W2` and so on.
fn free_id(design: &Design) -> String {
    let mut number = 1_u64;
    loop {
        let id = ["W", &number.to_string()].concat();
        if design.request(&id).is_none() {
            return id;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::rules::bench::scenario;
    use crate::advice::traffic::{Load, Popularity, Setup, Simulation};
    use crate::design::Edit;

    #[test]
    fn every_kind_of_every_scenario_can_be_written_and_its_row_is_run() {
        for id in ["warehouse", "store", "store-single-table", "ecommerce", "social"] {
            let mut bench = scenario(id);
            let before = bench.design.requests.len();
            let kinds = unwritten_kinds(&bench.design, &bench.database);
            assert!(!kinds.is_empty(), "{id}");
            for kind in &kinds {
                let request = write_row(&bench.design, &bench.database, *kind).unwrap();
                let at = bench.design.requests.len();
                let edit = Edit::InsertRequest { at, request: Box::new(request) };
                edit.apply(&mut bench.design, &mut bench.database).unwrap();
            }
            assert_eq!(unwritten_kinds(&bench.design, &bench.database), [0; 0], "{id}: all are");
            bench.prove();
            let load = Load::of(&bench.design, &bench.database, &bench.proofs);
            for stream in &load.streams[before..] {
                assert!(stream.is_write && stream.write_units() >= 1.0, "{id} {}", stream.label);
                assert!(!stream.operations[0].targets.is_empty());
            }
        }
    }

    #[test]
    fn a_celebrity_among_stock_updates_is_hot() {
        let mut bench = scenario("warehouse");
        let kind = bench.design.entities.iter().position(|it| it.name == "Inventory").unwrap();
        let mut request = write_row(&bench.design, &bench.database, kind).unwrap();
        assert_eq!(request.sentence, "Update Inventory");
        request.volume = Volume::PerSecond(2_400.0);
        bench.design.requests.push(request);
        bench.prove();
        let mut setup = Setup::of(&bench.design, &bench.database, &bench.proofs);
        let stream = setup.load.streams.last_mut().unwrap();
        assert_eq!(stream.operations[0].targets.len(), 6);
        stream.popularity = Popularity::Celebrity { share: 0.62, key: None };
        let mut simulation = Simulation::new(setup, 1);
        for _ in 0..60 {
            simulation.step();
        }
        let verdicts = simulation.verdicts();
        assert!(verdicts.iter().any(|verdict| verdict.title == "PRODUCT#P100 is hot"));
    }
}
