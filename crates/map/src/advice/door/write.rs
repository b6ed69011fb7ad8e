//! A request written as the Query of a plan.
//!
//! Owns the call that comes of it. It chooses nothing: what the key says stands in the plan, and all else goes into the filter.

use key_engine::expression::ast::{Comparator, Condition};
use key_engine::expression::is_reserved;
use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use super::knows::{Asked, Given, Range, Test, Written};
use super::plan::Plan;
use crate::advice::explain::drop_unused;
use crate::design::Call;

/// Members of a Scan, or of a call's other conditions, that a Query of a plan does not have.
const DROPPED: [&str; 12] = [
    "FilterExpression",
    "KeyConditionExpression",
    "ScanFilter",
    "QueryFilter",
    "KeyConditions",
    "ConditionalOperator",
    "Segment",
    "TotalSegments",
    "ExclusiveStartKey",
    "IndexName",
    "ExpressionAttributeNames",
    "ExpressionAttributeValues",
];

/// The call as a Query. `strong` says whether the door can be read strongly.
///
/// A `Limit` stays: it bounds the page, of the Query as of the Scan.
pub(super) fn query(asked: &Asked, plan: &Plan, strong: bool) -> Call {
    let mut input = asked.input.clone();
    for name in DROPPED {
        input.remove(name);
    }
    if !strong {
        input.remove("ConsistentRead");
    }
    match &plan.index {
        Some(index) => input.set("IndexName", Value::from(index.as_str())),
        None if input.get("Select").and_then(Value::as_str) == Some("ALL_PROJECTED_ATTRIBUTES") => {
            input.remove("Select");
        }
        None => {}
    }
    match plan.backward {
        Some(true) => input.set("ScanIndexForward", Value::Bool(false)),
        Some(false) => _ = input.remove("ScanIndexForward"),
        None => {}
    }
    if asked.legacy {
        write_legacy(asked, plan, &mut input);
    } else {
        write_expressions(asked, plan, &mut input);
    }
    Call { operation: "Query".to_owned(), input: Value::Object(input) }
}

fn write_expressions(asked: &Asked, plan: &Plan, input: &mut Map<String, Value>) {
    let mut names = asked.names.clone();
    let mut values = asked.values.clone();
    let mut key = Vec::new();
    for test in &plan.tests {
        let name = spelled(&test.attribute, &mut names);
        let mut placeholder = |given: &Given| placeholder(&test.attribute, given, &mut values);
        key.push(match (&test.test, test.test.given()) {
            (Test::Range(Range::Between, _), [lower, upper]) => {
                let lower = placeholder(lower);
                [&name, " BETWEEN ", &lower, " AND ", &placeholder(upper)].concat()
            }
            (Test::Range(Range::BeginsWith, _), [prefix]) => {
                ["begins_with(", &name, ", ", &placeholder(prefix), ")"].concat()
            }
            (Test::Range(Range::Compared(comparator), _), [given]) => {
                [&name, " ", comparator.symbol(), " ", &placeholder(given)].concat()
            }
            (_, [given]) => {
                [&name, " ", Comparator::Equal.symbol(), " ", &placeholder(given)].concat()
            }
            _ => continue,
        });
    }
    input.set("KeyConditionExpression", Value::from(key.join(" AND ")));
    let mut rest: Vec<Condition> = Vec::new();
    for (at, part) in asked.parts.iter().enumerate() {
        if let Written::Condition(condition) = &part.written
            && !plan.said.contains(&at)
        {
            rest.push(condition.clone());
        }
    }
    let filter = if rest.len() > 1 { Some(Condition::And(rest)) } else { rest.pop() };
    if let Some(filter) = filter {
        input.set("FilterExpression", Value::from(filter.to_string()));
    }
    if let Some(projection) = &asked.projection {
        input.set("ProjectionExpression", Value::from(projection.to_string()));
    }
    input.set("ExpressionAttributeNames", Value::Object(names));
    input.set("ExpressionAttributeValues", Value::Object(values));
    drop_unused(input);
}

/// The conditions in the parameters of before expressions, as they were asked.
fn write_legacy(asked: &Asked, plan: &Plan, input: &mut Map<String, Value>) {
    let mut key = Map::new();
    for test in &plan.tests {
        let operator = match &test.test {
            Test::Range(Range::Between, _) => "BETWEEN",
            Test::Range(Range::BeginsWith, _) => "BEGINS_WITH",
            Test::Range(Range::Compared(Comparator::Less), _) => "LT",
            Test::Range(Range::Compared(Comparator::LessOrEqual), _) => "LE",
            Test::Range(Range::Compared(Comparator::Greater), _) => "GT",
            Test::Range(Range::Compared(_), _) => "GE",
            _ => "EQ",
        };
        let values = test.test.given().iter().map(|given| given.written.clone()).collect();
        let entry = object(&mut [
            ("ComparisonOperator", Value::from(operator)),
            ("AttributeValueList", Value::Array(values)),
        ]);
        key.set(&test.attribute, entry);
    }
    input.set("KeyConditions", Value::Object(key));
    let mut rest = Map::new();
    for (at, part) in asked.parts.iter().enumerate() {
        if let (Written::Legacy(entry), Some(attribute), false) =
            (&part.written, part.attribute(), plan.said.contains(&at))
        {
            rest.set(attribute, entry.clone());
        }
    }
    if !rest.is_empty() {
        input.set("QueryFilter", Value::Object(rest));
    }
}

/// How an attribute's name is written in an expression: as it is where that is allowed, else as a placeholder.
pub(in crate::advice) fn spelled(name: &str, names: &mut Map<String, Value>) -> String {
    let known = names.iter().find(|(_, meaning)| meaning.as_str() == Some(name));
    if let Some((placeholder, _)) = known {
        return placeholder.clone();
    }
    let plain = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !is_reserved(name);
    if plain {
        return name.to_owned();
    }
    let placeholder = unused("#", name, names);
    names.set(&placeholder, Value::from(name));
    placeholder
}

/// The placeholder of a value: the one it has, or a new one after the attribute.
fn placeholder(attribute: &str, given: &Given, values: &mut Map<String, Value>) -> String {
    if !given.placeholder.is_empty() {
        return given.placeholder.clone();
    }
    let placeholder = unused(":", &attribute.to_ascii_lowercase(), values);
    values.set(&placeholder, given.written.clone());
    placeholder
}

/// A placeholder that is not taken: after a name, and with a number where that is.
pub(super) fn unused(sign: &str, name: &str, taken: &Map<String, Value>) -> String {
    let mut word: String =
        name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(40).collect();
    if word.is_empty() {
        word.push('a');
    }
    let mut placeholder = [sign, &word].concat();
    let mut number = 1;
    while taken.contains_key(&placeholder) {
        number += 1;
        placeholder = [sign, &word, &number.to_string()].concat();
    }
    placeholder
}
