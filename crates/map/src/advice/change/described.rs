//! A table's description in parts, as a person sees and changes it.
//!
//! Owns the reading of `CreateTable`'s input: keys, indexes, capacity, and what else it carries. It never writes it; that is
//! the plan's.

use serde_json::Value;

use super::{Billing, KeyAttribute, KeySchema, Projection, StreamView};
use crate::design::TableDesign;

/// The most key attributes of one role that a global secondary index has.
/// Source: AWS, "Using Global Secondary Indexes", multi-attribute keys.
pub const MOST_KEY_ATTRIBUTES: usize = 4;

/// The longest text of a value that is shown, in characters.
const LONGEST_VALUE: usize = 160;

/// An index as it is described.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexDescription {
    /// Its name.
    pub name: String,
    /// Whether it is a local secondary index.
    pub local: bool,
    /// Its keys.
    pub keys: KeySchema,
    /// What it copies.
    pub projection: Projection,
    /// Read and write units a second of its own, where it has them.
    pub throughput: Option<(u64, u64)>,
}

impl KeySchema {
    /// The keys of a table.
    pub fn of_table(described: &TableDesign) -> Self {
        Self::of(&described.create, &described.create)
    }

    /// The keys that `owner` (a table, or an index of it) has, with the types that its table gives them.
    fn of(owner: &Value, table: &Value) -> Self {
        let mut keys = Self::default();
        for element in members(owner, "KeySchema") {
            let Some(name) = text(element, "AttributeName") else { continue };
            let mut definitions = members(table, "AttributeDefinitions").iter();
            let definition = definitions.find(|one| text(one, "AttributeName") == Some(name));
            let kind = definition.and_then(|one| text(one, "AttributeType")).unwrap_or("S");
            let attribute = KeyAttribute { name: name.to_owned(), kind: kind.to_owned() };
            if text(element, "KeyType") == Some("RANGE") {
                keys.sort.push(attribute);
            } else {
                keys.partition.push(attribute);
            }
        }
        keys
    }

    /// All attributes, those of the partition key first.
    pub fn attributes(&self) -> impl Iterator<Item = &KeyAttribute> {
        self.partition.iter().chain(&self.sort)
    }
}

impl IndexDescription {
    /// The indexes of a table, the global ones first.
    pub fn all(described: &TableDesign) -> Vec<Self> {
        let create = &described.create;
        let of = |list: &str, local: bool| {
            let indexes = members(create, list).iter();
            indexes.map(|index| Self::of(index, create, local)).collect::<Vec<Self>>()
        };
        let mut all = of("GlobalSecondaryIndexes", false);
        all.extend(of("LocalSecondaryIndexes", true));
        all
    }

    fn of(index: &Value, table: &Value, local: bool) -> Self {
        let projection = index.get("Projection").unwrap_or(&Value::Null);
        Self {
            name: text(index, "IndexName").unwrap_or_default().to_owned(),
            local,
            keys: KeySchema::of(index, table),
            projection: match text(projection, "ProjectionType") {
                Some("KEYS_ONLY") => Projection::KeysOnly,
                Some("INCLUDE") => {
                    let names = members(projection, "NonKeyAttributes").iter();
                    Projection::Include(
                        names.filter_map(Value::as_str).map(str::to_owned).collect(),
                    )
                }
                _ => Projection::All,
            },
            throughput: units(index),
        }
    }
}

impl Billing {
    /// How a table is paid for.
    pub fn of_table(described: &TableDesign) -> Self {
        match (text(&described.create, "BillingMode"), units(&described.create)) {
            (Some("PAY_PER_REQUEST"), _) | (None, None) => Self::OnDemand,
            (_, throughput) => {
                let (read, write) = throughput.unwrap_or_default();
                Self::Provisioned { read, write }
            }
        }
    }
}

impl StreamView {
    /// What a table's stream tells; none where it has none.
    pub fn of_table(described: &TableDesign) -> Option<Self> {
        let stream = described.create.get("StreamSpecification")?;
        if stream.get("StreamEnabled").and_then(Value::as_bool) == Some(false) {
            return None;
        }
        let word = text(stream, "StreamViewType")?;
        Self::ALL.into_iter().find(|view| view.word() == word)
    }
}

/// What a table carries beside its keys, its indexes, its capacity and its stream, as pairs of what it is and what it says.
pub fn carried(described: &TableDesign) -> Vec<(String, String)> {
    const KNOWN: [&str; 8] = [
        "TableName",
        "KeySchema",
        "AttributeDefinitions",
        "BillingMode",
        "ProvisionedThroughput",
        "GlobalSecondaryIndexes",
        "LocalSecondaryIndexes",
        "StreamSpecification",
    ];
    let create = described.create.as_object().into_iter().flatten();
    let shown = create.filter(|(name, _)| !KNOWN.contains(&name.as_str()));
    shown.chain(&described.extra).map(|(name, value)| pair(name, value)).collect()
}

/// What a member is called, and what it says, in words where it is known.
fn pair(name: &str, value: &Value) -> (String, String) {
    let called = match name {
        "TimeToLiveSpecification" => "Time to live",
        "SSESpecification" => "Encryption",
        "TableClass" => "Table class",
        "DeletionProtectionEnabled" => "Deletion protection",
        "PointInTimeRecoverySpecification" => "Point-in-time recovery",
        "OnDemandThroughput" => "On-demand limits",
        "WarmThroughput" => "Warm throughput",
        "VectorIndexes" => "Vector indexes",
        "sizeBytes" => "Size in bytes",
        "setAside" => "Set aside when it was opened",
        other => other,
    };
    let flag = |of: &str| value.get(of).and_then(Value::as_bool);
    let says = match name {
        "TimeToLiveSpecification" if flag("Enabled") == Some(false) => "off".to_owned(),
        "TimeToLiveSpecification" => match text(value, "AttributeName") {
            Some(attribute) => format!("by {attribute}"),
            None => "on".to_owned(),
        },
        "Tags" => {
            let tags = value.as_array().into_iter().flatten();
            let tag = |tag: &Value| {
                let part = |name: &str| text(tag, name).unwrap_or_default().to_owned();
                [part("Key"), part("Value")].join(" = ")
            };
            tags.map(tag).collect::<Vec<_>>().join(", ")
        }
        _ => match value {
            Value::Bool(true) => "on".to_owned(),
            Value::Bool(false) => "off".to_owned(),
            Value::String(text) => text.clone(),
            Value::Array(values) if name == "setAside" => format!("{} of it", values.len()),
            other => other.to_string(),
        },
    };
    (called.to_owned(), shortened(says))
}

/// A text that is cut where it is too long to be shown.
fn shortened(text: String) -> String {
    match text.char_indices().nth(LONGEST_VALUE) {
        Some((at, _)) => [text.get(..at).unwrap_or_default(), "…"].concat(),
        None => text,
    }
}

fn members<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn text<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    value.get(name)?.as_str()
}

/// Read and write units a second, where they are said.
fn units(owner: &Value) -> Option<(u64, u64)> {
    let settings = owner.get("ProvisionedThroughput")?;
    let of = |name: &str| settings.get(name).and_then(Value::as_u64).unwrap_or(0);
    let both = (of("ReadCapacityUnits"), of("WriteCapacityUnits"));
    (both != (0, 0)).then_some(both)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn table() -> TableDesign {
        let create = json!({"TableName": "T", "BillingMode": "PROVISIONED",
            "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 2},
            "AttributeDefinitions": [{"AttributeName": "a", "AttributeType": "S"}, {"AttributeName": "b", "AttributeType": "N"}],
            "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"}, {"AttributeName": "b", "KeyType": "RANGE"}],
            "GlobalSecondaryIndexes": [{"IndexName": "G", "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["x"]},
                "KeySchema": [{"AttributeName": "b", "KeyType": "HASH"}, {"AttributeName": "a", "KeyType": "HASH"}]}],
            "LocalSecondaryIndexes": [{"IndexName": "L", "Projection": {"ProjectionType": "KEYS_ONLY"},
                "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"}, {"AttributeName": "b", "KeyType": "RANGE"}]}],
            "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_IMAGE"},
            "Tags": [{"Key": "team", "Value": "shop"}]});
        TableDesign { create, ..TableDesign::default() }
    }

    #[test]
    fn a_table_is_read_in_parts() {
        let table = table();
        let names = |keys: &[KeyAttribute]| {
            keys.iter().map(|key| format!("{} {}", key.name, key.kind)).collect::<Vec<_>>()
        };
        let keys = KeySchema::of_table(&table);
        assert_eq!(
            (names(&keys.partition), names(&keys.sort)),
            (vec!["a S".into()], vec!["b N".into()])
        );
        let indexes = IndexDescription::all(&table);
        let [global, local] = indexes.as_slice() else { panic!("two indexes") };
        assert_eq!(names(&global.keys.partition), ["b N", "a S"]);
        assert_eq!(global.projection, Projection::Include(vec!["x".to_owned()]));
        assert!(local.local && local.projection == Projection::KeysOnly);
        assert_eq!(Billing::of_table(&table), Billing::Provisioned { read: 5, write: 2 });
        assert_eq!(Billing::of_table(&TableDesign::default()), Billing::OnDemand);
    }

    #[test]
    fn what_else_a_table_carries_is_said_in_words() {
        let mut table = table();
        table.extra.insert("setAside".to_owned(), json!([1, 2]));
        table.extra.insert("long".to_owned(), json!("é".repeat(500)));
        let said = carried(&table);
        let said: Vec<(&str, &str)> = said.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(StreamView::of_table(&table), Some(StreamView::NewImage));
        assert!(said.contains(&("Tags", "team = shop")));
        assert!(said.contains(&("Set aside when it was opened", "2 of it")));
        assert!(said.iter().any(|(name, value)| *name == "long" && value.chars().count() == 161));
    }
}
