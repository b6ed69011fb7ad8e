//! Random tables, items and requests, all of small domains so that they meet each other.

use key_engine::{AttributeValue, Database, Item, KeyType};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value, json};

/// The attributes that can be keys of indexes, with their types.
pub const KEYS: &[(&str, KeyType)] = &[("a", KeyType::S), ("b", KeyType::N), ("c", KeyType::B)];

pub const TABLE: &str = "Table";

/// A table's shape, and what is put into and deleted from it.
#[derive(Clone, Debug)]
pub struct World {
    pub create: Value,
    pub partitions: u32,
    pub writes: Vec<Write>,
}

#[derive(Clone, Debug)]
pub enum Write {
    Put(Item),
    Delete(Item),
}

impl World {
    /// A database with the table, all writes done.
    pub fn build(&self) -> Database {
        let mut database = self.empty();
        for write in &self.writes {
            let (operation, input) = write.call();
            database.call(operation, &input).unwrap();
        }
        database
    }

    pub fn empty(&self) -> Database {
        let mut database = Database::default();
        database.call("CreateTable", &self.create).unwrap();
        database.set_partition_count(TABLE, None, self.partitions);
        database
    }
}

impl Write {
    pub fn call(&self) -> (&'static str, Value) {
        match self {
            Self::Put(item) => ("PutItem", json!({"TableName": TABLE, "Item": item.to_json()})),
            Self::Delete(key) => ("DeleteItem", json!({"TableName": TABLE, "Key": key.to_json()})),
        }
    }
}

/// A value of a key type; never empty.
pub fn key_value(key_type: KeyType) -> BoxedStrategy<AttributeValue> {
    match key_type {
        KeyType::S => select(&["\0", "a", "ab", "abc", "b", "é", "😀"][..])
            .prop_map(|text| AttributeValue::S(text.to_owned()))
            .boxed(),
        KeyType::N => select(&["-20", "-2", "-0.5", "0", "0.5", "2", "9", "10", "1E30"][..])
            .prop_map(|text| AttributeValue::N(text.parse().unwrap()))
            .boxed(),
        KeyType::B => {
            select(vec![vec![0u8], vec![0, 1], vec![1], vec![127, 0], vec![128], vec![255]])
                .prop_map(AttributeValue::B)
                .boxed()
        }
    }
}

fn element(name: &str, role: &str) -> Value {
    json!({"AttributeName": name, "KeyType": role})
}

fn definition((name, key_type): &(&str, KeyType)) -> Value {
    json!({"AttributeName": name, "AttributeType": key_type.name()})
}

fn projection() -> impl Strategy<Value = Value> {
    select(vec![
        json!({"ProjectionType": "ALL"}),
        json!({"ProjectionType": "KEYS_ONLY"}),
        json!({"ProjectionType": "INCLUDE", "NonKeyAttributes": ["d"]}),
    ])
}

/// A global index on one to three of [`KEYS`], some of them its partition key, the rest its sort key.
fn global_index(number: usize) -> impl Strategy<Value = Value> {
    let keys = subsequence(KEYS, 1..=3).prop_shuffle();
    (keys, 1usize..=3, projection()).prop_map(move |(keys, hashes, projection)| {
        let roles = |at: usize| if at < hashes { "HASH" } else { "RANGE" };
        let schema: Vec<Value> =
            keys.iter().enumerate().map(|(at, (name, _))| element(name, roles(at))).collect();
        json!({"IndexName": format!("global{number}"), "KeySchema": schema, "Projection": projection})
    })
}

fn create() -> impl Strategy<Value = (Value, KeyType, Option<KeyType>)> {
    let key_type = || select(&[KeyType::S, KeyType::N, KeyType::B][..]);
    let globals =
        (0usize..=2).prop_flat_map(|count| (0..count).map(global_index).collect::<Vec<_>>());
    let local = proptest::option::of((select(KEYS), projection()));
    (key_type(), proptest::option::of(key_type()), globals, local).prop_map(|(hash, range, globals, local)| {
        let mut key = vec![element("pk", "HASH")];
        let mut definitions = vec![definition(&("pk", hash))];
        if let Some(range) = range {
            key.push(element("sk", "RANGE"));
            definitions.push(definition(&("sk", range)));
        }
        let mut used: Vec<&str> = Vec::new();
        for index in &globals {
            let schema = index["KeySchema"].as_array().unwrap();
            used.extend(schema.iter().map(|element| element["AttributeName"].as_str().unwrap()));
        }
        let mut create = json!({"TableName": TABLE, "KeySchema": key, "BillingMode": "PAY_PER_REQUEST"});
        if let (Some(((name, _), projection)), Some(_)) = (local, range) {
            used.push(name);
            create["LocalSecondaryIndexes"] = json!([{"IndexName": "local", "Projection": projection,
                "KeySchema": [element("pk", "HASH"), element(name, "RANGE")]}]);
        }
        definitions.extend(KEYS.iter().filter(|(name, _)| used.contains(name)).map(definition));
        create["AttributeDefinitions"] = definitions.into();
        if !globals.is_empty() {
            create["GlobalSecondaryIndexes"] = globals.into();
        }
        (create, hash, range)
    })
}

fn attribute(
    name: &'static str,
    key_type: KeyType,
) -> BoxedStrategy<Option<(&'static str, AttributeValue)>> {
    proptest::option::weighted(0.8, key_value(key_type).prop_map(move |value| (name, value)))
        .boxed()
}

/// One of two partition keys, so that collections are long; or of all, where there is no sort key.
fn hash_value(key_type: KeyType, few: bool) -> BoxedStrategy<AttributeValue> {
    let value = key_value(key_type);
    if !few {
        return value;
    }
    let kept: &[&str] = &["a", "é", "-2", "10", "AAE=", "/w=="];
    value
        .prop_filter("one of few", move |value| {
            let json = value.to_json();
            kept.contains(&json[value.type_name()].as_str().unwrap_or_default())
        })
        .boxed()
}

fn key(hash: KeyType, range: Option<KeyType>) -> BoxedStrategy<Item> {
    let hash = hash_value(hash, range.is_some()).prop_map(|value| ("pk", value));
    match range {
        None => hash.prop_map(|hash| [hash].into_iter().collect()).boxed(),
        Some(range) => (hash, key_value(range))
            .prop_map(|(hash, range)| [hash, ("sk", range)].into_iter().collect())
            .boxed(),
    }
}

fn write(hash: KeyType, range: Option<KeyType>) -> impl Strategy<Value = Write> {
    let others: Vec<_> = KEYS.iter().map(|(name, key_type)| attribute(name, *key_type)).collect();
    let note = (0usize..3).prop_map(|length| ("d", AttributeValue::S("n".repeat(length * 700))));
    let put = (key(hash, range), others, note).prop_map(|(mut item, others, note)| {
        for (name, value) in others.into_iter().flatten().chain([note]) {
            item.insert(name, value);
        }
        Write::Put(item)
    });
    prop_oneof![5 => put, 1 => key(hash, range).prop_map(Write::Delete)]
}

/// A random table with up to `most` writes.
pub fn world(most: usize) -> impl Strategy<Value = World> {
    (create(), 1u32..=7).prop_flat_map(move |((create, hash, range), partitions)| {
        proptest::collection::vec(write(hash, range), 0..most).prop_map(move |writes| World {
            create: create.clone(),
            partitions,
            writes,
        })
    })
}
