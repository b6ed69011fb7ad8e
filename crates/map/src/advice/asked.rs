//! What the conditions of a call ask, attribute by attribute.
//!
//! Owns the reading of a conjunction as it is written, placeholders and all. It never judges a call, and never runs one.

use key_engine::Item;
use key_engine::expression::ast::{Comparator, Condition, Operand, Path, PathElement};
use key_engine::expression::parse;
use serde_json::Value;

use crate::design::Call;

/// How an attribute is held against values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// It is this value.
    Equal,
    /// It begins so.
    Prefix,
    /// It lies within bounds.
    Range,
    /// Anything else: what no key condition can say.
    Other,
}

/// One part of a conjunction: an attribute and what it is held against.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Asked {
    /// The attribute; of a path into it, its beginning.
    pub attribute: String,
    /// How it is held against the values.
    pub test: Test,
    /// The path into it, `a.b`, that must have one value.
    pub known_path: Option<String>,
    /// The values as the call writes them, in `DynamoDB` JSON.
    pub values: Vec<Value>,
}

impl Asked {
    /// What must have one value: the attribute, or a path into it.
    pub fn known(&self) -> Option<&str> {
        if self.test == Test::Equal { Some(&self.attribute) } else { self.known_path.as_deref() }
    }

    /// Whether a value is written with a `{placeholder}`, so that it differs from one time to the next.
    pub fn is_open(&self) -> bool {
        self.values.iter().any(has_placeholder)
    }
}

/// Whether a text of the value holds a `{placeholder}`.
pub(super) fn has_placeholder(value: &Value) -> bool {
    match value {
        Value::String(text) => text.split_once('{').is_some_and(|(_, after)| after.contains('}')),
        Value::Array(values) => values.iter().any(has_placeholder),
        Value::Object(members) => members.values().any(has_placeholder),
        _ => false,
    }
}

/// What the expression in a parameter of a call asks; nothing where there is none or it cannot be read. What is joined by
/// anything but `AND` is one part for each attribute in it, with [`Test::Other`].
pub(super) fn asked(call: &Call, parameter: &str) -> Vec<Asked> {
    let mut found = Vec::new();
    if let Some(text) = call.input.get(parameter).and_then(Value::as_str)
        && let Ok(condition) = parse::condition(text)
    {
        collect(&condition, &call.input, &mut found);
    }
    let before: &[&str] = match parameter {
        "KeyConditionExpression" => &["KeyConditions"],
        "FilterExpression" => &["QueryFilter", "ScanFilter"],
        _ => &[],
    };
    for parameter in before {
        if let Some(Value::Object(legacy)) = call.input.get(*parameter) {
            for (attribute, condition) in legacy {
                found.push(asked_before(attribute, condition));
            }
        }
    }
    found
}

/// What the `WHERE` of a `PartiQL` statement asks; its values are the statement's, and not told.
pub(super) fn asked_by_statement(condition: &Condition) -> Vec<Asked> {
    let mut found = Vec::new();
    collect(condition, &Value::Null, &mut found);
    found
}

/// A condition of before expressions.
fn asked_before(attribute: &str, condition: &Value) -> Asked {
    let values = condition.get("AttributeValueList").and_then(Value::as_array);
    Asked {
        attribute: attribute.to_owned(),
        test: match condition.get("ComparisonOperator").and_then(Value::as_str) {
            Some("EQ") => Test::Equal,
            Some("BEGINS_WITH") => Test::Prefix,
            Some("LT" | "LE" | "GT" | "GE" | "BETWEEN") => Test::Range,
            _ => Test::Other,
        },
        known_path: None,
        values: values.cloned().unwrap_or_default(),
    }
}

fn collect(condition: &Condition, input: &Value, found: &mut Vec<Asked>) {
    match condition {
        Condition::And(all) => {
            for one in all {
                collect(one, input, found);
            }
        }
        Condition::Or(some) => {
            let before = found.len();
            for one in some {
                collect(one, input, found);
            }
            found.iter_mut().skip(before).for_each(unknown);
        }
        Condition::Not(inner) => {
            let before = found.len();
            collect(inner, input, found);
            found.iter_mut().skip(before).for_each(unknown);
        }
        Condition::Comparison { left, comparator, right } => {
            let test = match comparator {
                Comparator::Equal => Test::Equal,
                Comparator::NotEqual => Test::Other,
                _ => Test::Range,
            };
            part(test, &[left, right], input, found);
        }
        Condition::Between { operand, lower, upper } => {
            part(Test::Range, &[operand, lower, upper], input, found);
        }
        Condition::In { operand, candidates } => {
            let operands: Vec<&Operand> = std::iter::once(operand).chain(candidates).collect();
            part(Test::Other, &operands, input, found);
        }
        Condition::Function(call) => {
            let operands: Vec<&Operand> = call.arguments.iter().collect();
            let test = if call.name == "begins_with" { Test::Prefix } else { Test::Other };
            part(test, &operands, input, found);
        }
    }
}

/// Of a part that need not hold as it stands.
fn unknown(part: &mut Asked) {
    part.test = Test::Other;
    part.known_path = None;
}

/// One comparison: of one plain attribute with values it keeps its test, of anything else none.
fn part(test: Test, operands: &[&Operand], input: &Value, found: &mut Vec<Asked>) {
    let mut attributes = Vec::new();
    let mut values = Vec::new();
    let mut is_plain = true;
    let (mut path_known, mut is_path) = (None, true);
    for operand in operands {
        match operand {
            Operand::Path(path) => {
                is_plain &= path.elements.len() == 1;
                path_known = path_text(path, input);
                attributes.extend(attribute_of(path, input));
            }
            Operand::Value(placeholder) => {
                let given = input.get("ExpressionAttributeValues");
                values.extend(given.and_then(|given| given.get(&placeholder.name)).cloned());
            }
            Operand::Function(call) => {
                (is_plain, is_path) = (false, false);
                for argument in &call.arguments {
                    if let Operand::Path(path) = argument {
                        attributes.extend(attribute_of(path, input));
                    }
                }
            }
        }
    }
    let is_known = test == Test::Equal && is_path && !is_plain && attributes.len() == 1;
    let known_path = path_known.filter(|_| is_known);
    let test = if is_plain && attributes.len() == 1 { test } else { Test::Other };
    for attribute in attributes {
        found.push(Asked {
            attribute,
            test,
            known_path: known_path.clone(),
            values: values.clone(),
        });
    }
}

/// The attributes that a call names to be returned, each once; none where it does not name them.
pub(super) fn projected(call: &Call) -> Option<Vec<String>> {
    let input = &call.input;
    if input.get("Select").and_then(Value::as_str) == Some("COUNT") {
        return Some(Vec::new());
    }
    let mut names: Vec<String> = Vec::new();
    if let Some(text) = input.get("ProjectionExpression").and_then(Value::as_str) {
        for path in parse::projection(text).ok()?.paths {
            let name = attribute_of(&path, input)?;
            if !names.contains(&name) {
                names.push(name);
            }
        }
        return Some(names);
    }
    let before = input.get("AttributesToGet")?.as_array()?;
    names.extend(before.iter().filter_map(Value::as_str).map(str::to_owned));
    Some(names)
}

/// Bytes of these attributes of an item.
pub(super) fn size_of(item: &Item, attributes: &[String]) -> u64 {
    let mut bytes = 0;
    for name in attributes {
        bytes += item.get(name).map_or(0, |value| name.len() + value.size_bytes());
    }
    bytes as u64
}

/// A path as one reads it, names for placeholders: `a.b[0]`.
fn path_text(path: &Path, input: &Value) -> Option<String> {
    let mut text = String::new();
    for element in &path.elements {
        match element {
            PathElement::Attribute { name, .. } => {
                text.push_str(if text.is_empty() { "" } else { "." });
                text.push_str(&named(name, input)?);
            }
            PathElement::Index(index) => {
                text.push('[');
                text.push_str(&index.to_string());
                text.push(']');
            }
        }
    }
    Some(text)
}

/// The attribute a path begins with.
pub(super) fn attribute_of(path: &Path, input: &Value) -> Option<String> {
    let Some(PathElement::Attribute { name, .. }) = path.elements.first() else { return None };
    named(name, input)
}

/// The name that is written in an expression, or stands behind a placeholder there.
fn named(name: &str, input: &Value) -> Option<String> {
    if !name.starts_with('#') {
        return Some(name.to_owned());
    }
    match input.get("ExpressionAttributeNames") {
        Some(names) => names.get(name)?.as_str().map(str::to_owned),
        // in a statement every name is written so
        None => name.strip_prefix('#').map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(parameter: &str, input: Value) -> Vec<(String, Test, bool)> {
        let call = Call { operation: "Query".to_owned(), input };
        let parts = asked(&call, parameter).into_iter();
        parts.map(|one| (one.attribute.clone(), one.test, one.is_open())).collect()
    }

    #[test]
    fn a_conjunction_is_told_attribute_by_attribute() {
        let input = json!({
            "KeyConditionExpression": "#p = :p AND begins_with(SK, :s)",
            "FilterExpression": "(a = :p OR b.c = :s) AND d BETWEEN :p AND :s AND size(e) > :n AND NOT f = :s AND :n < g",
            "ExpressionAttributeNames": {"#p": "PK"},
            "ExpressionAttributeValues": {":p": {"S": "X#{id}"}, ":s": {"S": "ORDER#"}, ":n": {"N": "1"}},
        });
        let part = |name: &str, test, open| (name.to_owned(), test, open);
        assert_eq!(
            told("KeyConditionExpression", input.clone()),
            [part("PK", Test::Equal, true), part("SK", Test::Prefix, false)]
        );
        assert_eq!(
            told("FilterExpression", input),
            [
                part("a", Test::Other, true),
                part("b", Test::Other, false),
                part("d", Test::Range, true),
                part("e", Test::Other, false),
                part("f", Test::Other, false),
                part("g", Test::Range, false),
            ]
        );
        let before = json!({"KeyConditions": {"PK": {"ComparisonOperator": "EQ", "AttributeValueList": [{"S": "{id}"}]}}});
        assert_eq!(told("KeyConditionExpression", before), [part("PK", Test::Equal, true)]);
        for (text, known) in [
            ("#p.b[1] = :p", Some("PK.b[1]")),
            ("#p = :p", Some("PK")),
            ("NOT #p.b = :p", None),
            ("#p.b = :p OR c = :p", None),
            ("#p.b > :p", None),
            ("#p.b = c", None),
            ("size(#p.b) = :p", None),
        ] {
            let input = json!({"FilterExpression": text, "ExpressionAttributeNames": {"#p": "PK"}});
            let call = Call { operation: "Scan".to_owned(), input };
            assert_eq!(asked(&call, "FilterExpression")[0].known(), known, "{text}");
        }
        assert!(told("FilterExpression", json!({"FilterExpression": "a = ! b"})).is_empty());
        assert!(told("FilterExpression", json!({"FilterExpression": 7})).is_empty());
    }
}
