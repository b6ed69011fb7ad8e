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
    /// Attributes of the item of a key are set, or removed.
    Update(Item, Vec<Change>),
    /// A condition that holds of every item; only in a transaction.
    Check(Item),
    /// All of these, of which no two are on one item.
    Transact(Vec<Write>),
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
            Self::Update(key, changes) => {
                let mut input = json!({"TableName": TABLE, "Key": key.to_json()});
                update_expression(changes, &mut input);
                ("UpdateItem", input)
            }
            Self::Check(key) => {
                let condition = "attribute_exists(pk) OR attribute_not_exists(pk)";
                let input = json!({"TableName": TABLE, "Key": key.to_json(), "ConditionExpression": condition});
                ("ConditionCheck", input)
            }
            Self::Transact(writes) => {
                let actions: Vec<Value> = writes
                    .iter()
                    .map(|write| {
                        let (operation, input) = write.call();
                        json!({operation.trim_end_matches("Item"): input})
                    })
                    .collect();
                ("TransactWriteItems", json!({"TransactItems": actions}))
            }
        }
    }

    /// The attributes by which its item is found; of a put the whole item, of a transaction none.
    pub fn item(&self) -> Option<&Item> {
        match self {
            Self::Put(item) | Self::Delete(item) | Self::Update(item, _) | Self::Check(item) => {
                Some(item)
            }
            Self::Transact(_) => None,
        }
    }
}

fn update_expression(changes: &[Change], input: &mut Value) {
    let (mut sets, mut removes) = (Vec::new(), Vec::new());
    for (name, value) in changes {
        match value {
            Some(value) => {
                sets.push(format!("{name} = :{name}"));
                input["ExpressionAttributeValues"][format!(":{name}")] = value.to_json();
            }
            None => removes.push(*name),
        }
    }
    let sections = [("SET", sets.join(", ")), ("REMOVE", removes.join(", "))];
    let written = sections.iter().filter(|(_, text)| !text.is_empty());
    let text: Vec<String> = written.map(|(keyword, text)| format!("{keyword} {text}")).collect();
    if !text.is_empty() {
        input["UpdateExpression"] = text.join(" ").into();
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

fn note() -> impl Strategy<Value = AttributeValue> {
    (0usize..3).prop_map(|length| AttributeValue::S("n".repeat(length * 700)))
}

fn put(hash: KeyType, range: Option<KeyType>) -> impl Strategy<Value = Write> {
    let others: Vec<_> = KEYS.iter().map(|(name, key_type)| attribute(name, *key_type)).collect();
    (key(hash, range), others, note()).prop_map(|(mut item, others, note)| {
        for (name, value) in others.into_iter().flatten().chain([("d", note)]) {
            item.insert(name, value);
        }
        Write::Put(item)
    })
}

/// An attribute, and its new value or none.
type Change = (&'static str, Option<AttributeValue>);

fn update(hash: KeyType, range: Option<KeyType>) -> impl Strategy<Value = Write> {
    let mut changes: Vec<BoxedStrategy<Option<Change>>> = Vec::new();
    for (name, key_type) in KEYS {
        let change = proptest::option::of(key_value(*key_type)).prop_map(|value| (*name, value));
        changes.push(proptest::option::of(change).boxed());
    }
    let note = proptest::option::of(note()).prop_map(|value| ("d", value));
    changes.push(proptest::option::of(note).boxed());
    (key(hash, range), changes)
        .prop_map(|(key, changes)| Write::Update(key, changes.into_iter().flatten().collect()))
}

fn single(hash: KeyType, range: Option<KeyType>) -> impl Strategy<Value = Write> {
    prop_oneof![
        4 => put(hash, range),
        2 => update(hash, range),
        1 => key(hash, range).prop_map(Write::Delete),
    ]
}

/// One to five actions on different items.
fn transaction(hash: KeyType, range: Option<KeyType>) -> impl Strategy<Value = Write> {
    let action =
        prop_oneof![5 => single(hash, range), 1 => key(hash, range).prop_map(Write::Check)];
    let actions = proptest::collection::vec(action, 1..6).prop_map(|mut actions| {
        let mut keys: Vec<[Option<AttributeValue>; 2]> = Vec::new();
        actions.retain(|action| {
            let item = action.item().unwrap();
            let key = ["pk", "sk"].map(|name| item.get(name).cloned());
            let new = !keys.contains(&key);
            keys.push(key);
            // in a transaction an update must have an expression
            new && !matches!(action, Write::Update(_, changes) if changes.is_empty())
        });
        actions
    });
    actions.prop_filter("no actions", |actions| !actions.is_empty()).prop_map(Write::Transact)
}

fn write(hash: KeyType, range: Option<KeyType>) -> impl Strategy<Value = Write> {
    prop_oneof![6 => single(hash, range), 1 => transaction(hash, range)]
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
