//! The address that a call goes to, as its own text names it.
//!
//! Owns the words of a key or a key condition with the values in the place of their placeholders. It judges no route and runs no
//! call: a call that names no address gets none.

use key_engine::expression::{ast::Condition, parse};
use serde_json::{Map, Value};

use super::Call;

/// Keys of a batch or a transaction that are named; more are counted.
const NAMED_KEYS: usize = 3;

/// Where a call goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenRoute {
    /// One condition or key attribute each, such as `PK = SERIAL#{serialNumber}`; the index comes last.
    pub lines: Vec<String>,
    /// Whether the lines are an address; else they say in a word or two what the call does without one.
    pub addressed: bool,
}

impl TakenRoute {
    /// The route of a call; nothing where it has no words for one.
    pub fn of(call: &Call) -> Self {
        let input = &call.input;
        let mut lines = match call.operation.as_str() {
            "Query" => conditions(input),
            "BatchGetItem" | "BatchWriteItem" | "TransactGetItems" | "TransactWriteItems" => {
                let mut keys = Vec::new();
                find_keys(input, &mut keys);
                let more = keys.len().saturating_sub(NAMED_KEYS);
                keys.truncate(NAMED_KEYS);
                if more > 0 {
                    keys.push(format!("and {more} more"));
                }
                keys
            }
            _ => members(input, "Key").map(key_lines).unwrap_or_default(),
        };
        if lines.is_empty() {
            return Self { lines: vec![without_address(call).to_owned()], addressed: false };
        }
        if let Some(index) = input.get("IndexName").and_then(Value::as_str) {
            lines.push(format!("on {index}"));
        }
        Self { lines, addressed: true }
    }

    /// What stands there for a call that reads through a whole table.
    pub fn search(call: &Call) -> Self {
        Self { lines: vec![search(call).to_owned()], addressed: false }
    }
}

fn without_address(call: &Call) -> &'static str {
    match call.operation.as_str() {
        "Scan" | "Query" => search(call),
        "PutItem" => "the key of its item",
        "ExecuteStatement" | "BatchExecuteStatement" | "ExecuteTransaction" => {
            "as its statement says"
        }
        _ => "no key yet",
    }
}

fn search(call: &Call) -> &'static str {
    let filters = ["FilterExpression", "ScanFilter", "QueryFilter", "KeyConditionExpression"];
    let filtered = filters.iter().any(|name| call.input.get(name).is_some());
    if filtered { "Scan + filter" } else { "Scan" }
}

fn members<'v>(value: &'v Value, name: &str) -> Option<&'v Map<String, Value>> {
    value.get(name)?.as_object()
}

/// A value without its type: `SERIAL#1` of `{"S": "SERIAL#1"}`.
fn value_text(value: &Value) -> String {
    let inner = value.as_object().filter(|members| members.len() == 1);
    match inner.and_then(|members| members.values().next()).unwrap_or(value) {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn key_lines(key: &Map<String, Value>) -> Vec<String> {
    key.iter().map(|(name, value)| format!("{name} = {}", value_text(value))).collect()
}

/// The keys within a batch or a transaction, each on one line.
fn find_keys(value: &Value, found: &mut Vec<String>) {
    let Value::Object(inside) = value else {
        for value in value.as_array().into_iter().flatten() {
            find_keys(value, found);
        }
        return;
    };
    for (name, value) in inside {
        match (name.as_str(), value) {
            ("Key", Value::Object(key)) => found.push(key_lines(key).join(", ")),
            ("Keys", Value::Array(keys)) => {
                for key in keys.iter().filter_map(Value::as_object) {
                    found.push(key_lines(key).join(", "));
                }
            }
            // What is written or compared may itself hold a member of that name.
            ("Item" | "ExpressionAttributeValues" | "ExpressionAttributeNames", _) => {}
            (_, value) => find_keys(value, found),
        }
    }
}

/// The conditions on the key, one a line.
fn conditions(input: &Value) -> Vec<String> {
    if let Some(legacy) = members(input, "KeyConditions") {
        return legacy.iter().map(|(name, condition)| legacy_line(name, condition)).collect();
    }
    let Some(written) = input.get("KeyConditionExpression").and_then(Value::as_str) else {
        return Vec::new();
    };
    match parse::condition(written) {
        Ok(Condition::And(all)) => all.iter().map(|one| put_in(&one.to_string(), input)).collect(),
        Ok(one) => vec![put_in(&one.to_string(), input)],
        Err(_) => vec![put_in(written, input)],
    }
}

fn legacy_line(name: &str, condition: &Value) -> String {
    let comparison = condition.get("ComparisonOperator").and_then(Value::as_str);
    let comparison = match comparison.unwrap_or_default() {
        "EQ" => "=",
        "LT" => "<",
        "LE" => "<=",
        "GT" => ">",
        "GE" => ">=",
        other => other,
    };
    let values = condition.get("AttributeValueList").and_then(Value::as_array);
    let values: Vec<String> = values.into_iter().flatten().map(value_text).collect();
    format!("{name} {comparison} {}", values.join(" AND "))
}

/// An expression with names and values in the place of what stands for them, in one pass. What is not defined stays.
fn put_in(text: &str, input: &Value) -> String {
    let (names, values) =
        (members(input, "ExpressionAttributeNames"), members(input, "ExpressionAttributeValues"));
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['#', ':']) {
        let (before, found) = rest.split_at(at);
        out.push_str(before);
        let word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let beyond = found.get(1..).unwrap_or_default();
        let length = 1 + beyond.find(|letter| !word(letter)).unwrap_or(beyond.len());
        let (placeholder, tail) = found.split_at(length);
        let of = if placeholder.starts_with('#') { names } else { values };
        match of.and_then(|of| of.get(placeholder)) {
            Some(value) => out.push_str(&value_text(value)),
            None => out.push_str(placeholder),
        }
        rest = tail;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn lines(operation: &str, input: Value) -> (String, bool) {
        let route = TakenRoute::of(&Call { operation: operation.to_owned(), input });
        (route.lines.join(" / "), route.addressed)
    }

    #[test]
    fn an_address_is_that_of_the_call_itself() {
        let values = json!({":pk": {"S": "CUSTOMER#{customerId}"}, ":p": {"S": "ORDER#"},
            ":a": {"N": "1"}, ":b": {"N": "{to}"}});
        let query = |condition: &str, index: Value| {
            let mut input = json!({"TableName": "T", "KeyConditionExpression": condition,
                "ExpressionAttributeNames": {"#sk": "SK"}, "ExpressionAttributeValues": values});
            if !index.is_null() {
                input["IndexName"] = index;
            }
            input
        };
        for (operation, input, expected) in [
            (
                "GetItem",
                json!({"Key": {"PK": {"S": "SERIAL#{serialNumber}"}, "SK": {"S": "METADATA"}}}),
                "PK = SERIAL#{serialNumber} / SK = METADATA",
            ),
            (
                "Query",
                query("PK = :pk AND begins_with(#sk, :p)", Value::Null),
                "PK = CUSTOMER#{customerId} / begins_with(SK, ORDER#)",
            ),
            (
                "Query",
                query("PK=:pk and #sk between :a and :b", json!("GSI1")),
                "PK = CUSTOMER#{customerId} / SK BETWEEN 1 AND {to} / on GSI1",
            ),
            ("Query", query("PK = :unknown AND (", Value::Null), "PK = :unknown AND ("),
            (
                "Query",
                json!({"KeyConditions": {"PK": {"ComparisonOperator": "EQ",
                    "AttributeValueList": [{"S": "A"}]}}}),
                "PK = A",
            ),
            ("DeleteItem", json!({"Key": {"id": {"N": "7"}}}), "id = 7"),
            (
                "BatchGetItem",
                json!({"RequestItems": {"T": {"Keys": [{"id": {"N": "1"}}, {"id": {"N": "2"}},
                    {"id": {"N": "3"}}, {"id": {"N": "4"}}, {"id": {"N": "5"}}]}}}),
                "id = 1 / id = 2 / id = 3 / and 2 more",
            ),
            (
                "TransactWriteItems",
                json!({"TransactItems": [{"Update": {"Key": {"id": {"S": "a"}}}},
                    {"Put": {"Item": {"Key": {"S": "no key"}}}}]}),
                "id = a",
            ),
        ] {
            assert_eq!(lines(operation, input), (expected.to_owned(), true));
        }
    }

    #[test]
    fn a_call_without_an_address_says_what_it_does() {
        for (operation, input, expected) in [
            ("Scan", json!({"FilterExpression": "a = :a"}), "Scan + filter"),
            ("Scan", json!({}), "Scan"),
            ("PutItem", json!({"Item": {"Key": {"S": "x"}}}), "the key of its item"),
            ("GetItem", json!({"Key": "é"}), "no key yet"),
            ("GetItem", Value::Null, "no key yet"),
            ("Query", json!({"KeyConditionExpression": 7}), "Scan + filter"),
            ("ExecuteStatement", json!({"Statement": "SELECT"}), "as its statement says"),
        ] {
            assert_eq!(lines(operation, input), (expected.to_owned(), false));
        }
    }
}
