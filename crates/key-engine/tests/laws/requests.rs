//! Random requests: drawn without a look at a table, then fitted to one.

use key_engine::engine::{Index, IndexKind, KeyElement, KeyRole};
use key_engine::{AttributeValue, KeyType, Table};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use super::brute::{Condition, Test};
use super::world::{TABLE, key_value};

/// A request, and what it means.
#[derive(Clone, Debug)]
pub struct Request {
    pub operation: &'static str,
    pub index: Option<String>,
    pub backward: bool,
    pub conditions: Vec<Condition>,
    pub filter: Option<Condition>,
    pub input: Value,
}

/// A draw of everything a request can need.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "independent switches of a request")]
pub struct Seed {
    door: prop::sample::Index,
    query: bool,
    backward: bool,
    limit: Option<u64>,
    consistent: bool,
    /// Key values are drawn, instead of taken from an item that is there.
    anywhere: bool,
    /// Sort-key attributes by equality, before one with `test`.
    equal: usize,
    test: usize,
    values: Vec<[AttributeValue; 3]>,
    filter: Option<(prop::sample::Index, usize)>,
    picked: prop::sample::Index,
}

pub fn request() -> impl Strategy<Value = Seed> {
    let values = [key_value(KeyType::S), key_value(KeyType::N), key_value(KeyType::B)];
    (
        (any::<prop::sample::Index>(), prop::bool::weighted(0.7), any::<bool>()),
        (
            proptest::option::of(1u64..8),
            any::<bool>(),
            select(&[0usize, 0, 0, 1, 1, 2, 3][..]),
            0usize..8,
        ),
        proptest::collection::vec(values, 8),
        proptest::option::of((any::<prop::sample::Index>(), 0usize..7)),
        (any::<prop::sample::Index>(), prop::bool::weighted(0.15)),
    )
        .prop_map(
            |(
                (door, query, backward),
                (limit, consistent, equal, test),
                values,
                filter,
                (picked, anywhere),
            )| Seed {
                door,
                query,
                backward,
                limit,
                consistent,
                anywhere,
                equal,
                test,
                values,
                filter,
                picked,
            },
        )
}

fn draw(values: &[[AttributeValue; 3]], at: usize, key_type: KeyType) -> AttributeValue {
    let [text, number, bytes] = &values[at];
    match key_type {
        KeyType::S => text.clone(),
        KeyType::N => number.clone(),
        KeyType::B => bytes.clone(),
    }
}

impl Seed {
    /// The request against a table.
    pub fn against(&self, table: &Table) -> Request {
        let doors: Vec<&Index> = std::iter::once(table.primary()).chain(table.indexes()).collect();
        let door = self.door.get(&doors);
        let mut input = json!({"TableName": TABLE, "ReturnConsumedCapacity": "TOTAL"});
        if let Some(index) = door.name() {
            input["IndexName"] = index.into();
        }
        if let Some(limit) = self.limit {
            input["Limit"] = limit.into();
        }
        if self.consistent && door.kind() != IndexKind::Global {
            input["ConsistentRead"] = true.into();
        }
        let conditions = if self.query { self.key_conditions(door) } else { Vec::new() };
        let filter = self.filter(door);
        let mut placeholders = Placeholders::default();
        if self.query {
            input["ScanIndexForward"] = (!self.backward).into();
            let texts: Vec<String> =
                conditions.iter().map(|condition| placeholders.text(condition)).collect();
            input["KeyConditionExpression"] = texts.join(" AND ").into();
        }
        if let Some(filter) = &filter {
            input["FilterExpression"] = placeholders.text(filter).into();
        }
        if !placeholders.values.is_empty() {
            input["ExpressionAttributeValues"] = placeholders.values.into();
        }
        Request {
            operation: if self.query { "Query" } else { "Scan" },
            index: door.name().map(str::to_owned),
            backward: self.query && self.backward,
            conditions,
            filter,
            input,
        }
    }

    /// Equality on the whole partition key, mostly of an item that is there, then on some of the sort key.
    fn key_conditions(&self, door: &Index) -> Vec<Condition> {
        let items: Vec<_> = door.items().collect();
        let item = (!items.is_empty()).then(|| *self.picked.get(&items));
        let of = |at: usize, element: &KeyElement| {
            let there =
                item.and_then(|item| item.get(&element.attribute)).filter(|_| !self.anywhere);
            there.cloned().unwrap_or_else(|| draw(&self.values, at, element.key_type))
        };
        let (hash, range): (Vec<&KeyElement>, Vec<&KeyElement>) =
            door.key_schema().iter().partition(|element| element.role == KeyRole::Hash);
        let equal = self.equal.min(range.len());
        let mut conditions: Vec<Condition> = hash
            .iter()
            .chain(range.iter().take(equal))
            .enumerate()
            .map(|(at, element)| Condition {
                attribute: element.attribute.clone(),
                test: Test::Equal(of(at, element)),
            })
            .collect();
        if let Some(element) = range.get(equal)
            && let Some(test) = self.test(element.key_type, self.test)
        {
            conditions.push(Condition { attribute: element.attribute.clone(), test });
        }
        conditions
    }

    fn test(&self, key_type: KeyType, number: usize) -> Option<Test> {
        let value = draw(&self.values, 6, key_type);
        let other = draw(&self.values, 7, key_type);
        Some(match number {
            0 => Test::Less(value),
            1 => Test::LessOrEqual(value),
            2 => Test::Greater(value),
            3 => Test::GreaterOrEqual(value),
            4 => {
                let low =
                    Condition { attribute: "x".into(), test: Test::LessOrEqual(other.clone()) };
                let item = [("x", value.clone())].into_iter().collect();
                if low.holds(&item) {
                    Test::Between(value, other)
                } else {
                    Test::Between(other, value)
                }
            }
            5 if key_type != KeyType::N => Test::BeginsWith(value),
            _ => return None,
        })
    }

    /// A filter on an attribute that the door shows, and that is no part of a Query's key.
    fn filter(&self, door: &Index) -> Option<Condition> {
        use key_engine::engine::Projection;
        let (attribute, number) = self.filter.as_ref()?;
        let is_key = |name: &str| door.key_schema().iter().any(|key| key.attribute == name);
        let all = *door.projection() == Projection::All;
        let shown: Vec<(&str, KeyType)> = super::world::KEYS
            .iter()
            .copied()
            .filter(|(name, _)| (all || is_key(name)) && !(self.query && is_key(name)))
            .collect();
        if shown.is_empty() {
            return None;
        }
        let (name, key_type) = *attribute.get(&shown);
        let test = self.test(key_type, *number)?;
        Some(Condition { attribute: name.to_owned(), test })
    }
}

#[derive(Default)]
struct Placeholders {
    values: Map<String, Value>,
}

impl Placeholders {
    fn value(&mut self, value: &AttributeValue) -> String {
        let name = format!(":v{}", self.values.len());
        self.values.insert(name.clone(), value.to_json());
        name
    }

    fn text(&mut self, condition: &Condition) -> String {
        let name = &condition.attribute;
        match &condition.test {
            Test::Equal(value) => format!("{name} = {}", self.value(value)),
            Test::Less(value) => format!("{name} < {}", self.value(value)),
            Test::LessOrEqual(value) => format!("{name} <= {}", self.value(value)),
            Test::Greater(value) => format!("{name} > {}", self.value(value)),
            Test::GreaterOrEqual(value) => format!("{name} >= {}", self.value(value)),
            Test::Between(low, high) => {
                let low = self.value(low);
                format!("{name} BETWEEN {low} AND {}", self.value(high))
            }
            Test::BeginsWith(prefix) => format!("begins_with({name}, {})", self.value(prefix)),
        }
    }
}
