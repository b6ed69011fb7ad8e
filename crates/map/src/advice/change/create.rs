//! What `CreateTable` takes, changed in parts.
//!
//! Owns the writing of keys, indexes and the definitions of their attributes; `described` is its mirror. What `DynamoDB` allows is
//! the engine's to say, once a plan is tried.

use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use super::{KeyAttribute, KeySchema, Projection};

/// The lists of indexes.
pub(super) const GLOBAL: &str = "GlobalSecondaryIndexes";
pub(super) const LOCAL: &str = "LocalSecondaryIndexes";
const DEFINITIONS: &str = "AttributeDefinitions";

/// The longest name of a key attribute, in bytes. Source: AWS, API reference, `AttributeDefinition`.
const LONGEST_KEY_NAME: usize = 255;

/// Whether keys can be keys at all.
pub(super) fn check_keys(keys: &KeySchema, most: usize) -> Result<(), String> {
    if keys.partition.is_empty() {
        return Err("A partition key is needed.".to_owned());
    }
    if keys.partition.len() > most || keys.sort.len() > most {
        return Err(if most == 1 {
            "A table has one partition key, and one sort key or none.".to_owned()
        } else {
            format!("An index has at most {most} attributes in each part of its key.")
        });
    }
    let mut seen: Vec<&str> = Vec::new();
    for KeyAttribute { name, kind } in keys.attributes() {
        if name.is_empty() {
            return Err("A key attribute needs a name.".to_owned());
        }
        if name.len() > LONGEST_KEY_NAME {
            return Err(format!(
                "The name of a key attribute has at most {LONGEST_KEY_NAME} bytes."
            ));
        }
        if !matches!(kind.as_str(), "S" | "N" | "B") {
            return Err(format!("A key is S, N or B, and {name} is to be {kind}."));
        }
        if seen.contains(&name.as_str()) {
            return Err(format!("{name} is in the key twice."));
        }
        seen.push(name);
    }
    Ok(())
}

/// `KeySchema`.
pub(super) fn schema_json(keys: &KeySchema) -> Value {
    let element = |attribute: &KeyAttribute, role: &str| {
        object(&mut [
            ("AttributeName", Value::from(attribute.name.as_str())),
            ("KeyType", Value::from(role)),
        ])
    };
    let partition = keys.partition.iter().map(|attribute| element(attribute, "HASH"));
    partition.chain(keys.sort.iter().map(|attribute| element(attribute, "RANGE"))).collect()
}

/// `Projection`.
pub(super) fn projection_json(projection: &Projection) -> Value {
    let word = match projection {
        Projection::All => "ALL",
        Projection::KeysOnly => "KEYS_ONLY",
        Projection::Include(_) => "INCLUDE",
    };
    let mut members = Map::new();
    members.set("ProjectionType", Value::from(word));
    if let Projection::Include(names) = projection {
        members.set("NonKeyAttributes", names.clone().into());
    }
    Value::Object(members)
}

/// An index, as one that stands is changed or a new one begins.
pub(super) fn index_json(
    standing: Option<&Value>,
    name: &str,
    keys: &KeySchema,
    projection: &Projection,
) -> Value {
    let mut members = standing.and_then(Value::as_object).cloned().unwrap_or_default();
    members.set("IndexName", Value::from(name));
    members.set("KeySchema", schema_json(keys));
    members.set("Projection", projection_json(projection));
    Value::Object(members)
}

/// The indexes of one list.
pub(super) fn indexes<'c>(create: &'c Value, list: &str) -> &'c [Value] {
    create.get(list).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The list that an index of a table stands in, and its place there.
pub(super) fn find(create: &Value, index: &str) -> Option<(&'static str, usize)> {
    [GLOBAL, LOCAL].into_iter().find_map(|list| {
        let mut all = indexes(create, list).iter();
        let is_it = |one: &Value| one.get("IndexName").and_then(Value::as_str) == Some(index);
        Some((list, all.position(is_it)?))
    })
}

/// Takes an index out, or puts another in its place, or a new one at the end.
pub(super) fn set_index(create: &mut Value, list: &str, at: usize, index: Option<Value>) {
    let Value::Object(members) = create else { return };
    let all = members.entry(list).or_insert_with(|| Value::Array(Vec::new()));
    let Value::Array(all) = all else { return };
    match (index, all.get_mut(at)) {
        (Some(index), Some(place)) => *place = index,
        (Some(index), None) => all.push(index),
        (None, Some(_)) => _ = all.remove(at),
        (None, None) => {}
    }
    if all.is_empty() {
        members.remove(list);
    }
}

/// Has each of these attributes defined, with its type, and none that is named nowhere.
pub(super) fn define(create: &mut Value, attributes: &[KeyAttribute]) {
    let Value::Object(members) = create else { return };
    let known = members.remove(DEFINITIONS);
    let mut definitions = match known {
        Some(Value::Array(known)) => known,
        _ => Vec::new(),
    };
    for KeyAttribute { name, kind } in attributes {
        let is_it =
            |one: &&mut Value| one.get("AttributeName").and_then(Value::as_str) == Some(name);
        let made = || {
            object(&mut [
                ("AttributeName", Value::from(name.as_str())),
                ("AttributeType", Value::from(kind.as_str())),
            ])
        };
        match definitions.iter_mut().find(is_it) {
            Some(Value::Object(standing)) => {
                standing.set("AttributeType", Value::from(kind.as_str()));
            }
            _ => definitions.push(made()),
        }
    }
    let rest: Vec<&Value> = members.values().collect();
    definitions.retain(|one| {
        let name = one.get("AttributeName").and_then(Value::as_str).unwrap_or_default();
        rest.iter().any(|value| names(value, name))
    });
    members.set(DEFINITIONS, Value::Array(definitions));
}

/// Whether a part of a description names an attribute as one of a key, or as one to expire by.
fn names(value: &Value, attribute: &str) -> bool {
    match value {
        Value::Object(members) => members.iter().any(|(member, value)| {
            (member == "AttributeName" && value.as_str() == Some(attribute))
                || names(value, attribute)
        }),
        Value::Array(values) => values.iter().any(|value| names(value, attribute)),
        _ => false,
    }
}

/// Has a description call an attribute otherwise, in keys and in what indexes copy.
pub(super) fn rename_attribute(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::Object(members) => {
            for (member, value) in members.iter_mut() {
                match (member.as_str(), &mut *value) {
                    ("AttributeName", Value::String(name)) if name == from => to.clone_into(name),
                    ("NonKeyAttributes", Value::Array(names)) => {
                        for name in names.iter_mut().filter(|name| name.as_str() == Some(from)) {
                            *name = Value::from(to);
                        }
                    }
                    ("Tags", _) => {}
                    (_, value) => rename_attribute(value, from, to),
                }
            }
        }
        Value::Array(values) => {
            for value in values {
                rename_attribute(value, from, to);
            }
        }
        _ => {}
    }
}
