//! The calls of a row that read by the table's own key.
//!
//! Owns what of a call matters when several are to become one. It reads calls as they are written, placeholders and all.

use key_engine::Database;
use key_engine::engine::KeyElement;
use serde_json::{Map, Value};

use crate::advice::asked::{Asked, Test, asked};
use crate::design::Call;

/// A call that reads by the table's own key.
pub(super) struct Read<'r> {
    pub table: &'r str,
    pub input: &'r Map<String, Value>,
    pub what: What<'r>,
}

/// What it names.
pub(super) enum What<'r> {
    /// One item, by its whole key.
    Item(&'r Map<String, Value>),
    /// A collection, by the value of its partition key, and what is asked of the sort key.
    Collection(Value, Option<Asked>),
}

/// Members with which a call returns something else than whole items as they are.
const CUTS: [&str; 6] = [
    "ProjectionExpression",
    "AttributesToGet",
    "FilterExpression",
    "QueryFilter",
    "Select",
    "ExclusiveStartKey",
];

impl<'r> Read<'r> {
    /// The call as such a read; none for any other.
    pub fn of(call: &'r Call, database: &Database) -> Option<Self> {
        let input = call.input.as_object()?;
        let table = input.get("TableName")?.as_str()?;
        let door = database.table(table)?.primary();
        if CUTS.iter().any(|member| input.contains_key(*member)) {
            return None;
        }
        let what = match call.operation.as_str() {
            "GetItem" => What::Item(input.get("Key")?.as_object()?),
            "Query" if !input.contains_key("IndexName") => {
                let mut parts = asked(call, "KeyConditionExpression");
                let mut take = |element: &KeyElement| {
                    let place = parts.iter().position(|part| part.attribute == element.attribute);
                    place.map(|place| parts.remove(place))
                };
                let partition = take(door.hash_elements().next()?)?;
                let sort = door.range_elements().next().and_then(take);
                let value = partition.values.first().filter(|_| partition.test == Test::Equal)?;
                What::Collection(value.clone(), sort)
            }
            _ => return None,
        };
        Some(Self { table, input, what })
    }

    /// Whether it asks for a strong read.
    pub fn is_strong(&self) -> bool {
        self.input.get("ConsistentRead").and_then(Value::as_bool) == Some(true)
    }

    /// The value it gives the partition key, as written.
    pub fn partition(&self, attribute: &str) -> Option<&Value> {
        match &self.what {
            What::Item(key) => key.get(attribute),
            What::Collection(value, _) => Some(value),
        }
    }
}

/// The text in a key value as written: of a string, or of a number.
pub(super) fn written_text(value: &Value) -> Option<&str> {
    value.get("S").or_else(|| value.get("N"))?.as_str()
}
