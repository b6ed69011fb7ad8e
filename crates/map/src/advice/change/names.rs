//! The attributes that a part of a call names, and the part with one of them called otherwise.
//!
//! Owns: every place in a call where an attribute's name stands: expressions, their placeholders, keys and items, the parameters
//! of before expressions, statements. Only names of attributes of an item are meant, never of what lies within one.

use key_engine::expression::Span;
use key_engine::expression::ast::{
    Condition, FunctionCall, Operand, Path, PathElement, Section, Update,
};
use key_engine::expression::parse;
use key_engine::order::sort_by;
use serde_json::{Map, Value};

use super::statement;
use crate::advice::door::write::spelled;

/// The expressions of a part.
const EXPRESSIONS: [&str; 5] = [
    "KeyConditionExpression",
    "FilterExpression",
    "ProjectionExpression",
    "ConditionExpression",
    "UpdateExpression",
];
/// Members whose own members are attributes.
const BY_ATTRIBUTE: [&str; 8] = [
    "Key",
    "Item",
    "ExclusiveStartKey",
    "KeyConditions",
    "QueryFilter",
    "ScanFilter",
    "Expected",
    "AttributeUpdates",
];
const NAMES: &str = "ExpressionAttributeNames";

/// A name as an expression writes it.
struct Spot {
    span: Span,
    written: String,
    /// It is an attribute's, and not of something within one.
    is_attribute: bool,
}

/// What is written of names in an expression; none where it cannot be read.
fn spots(parameter: &str, text: &str) -> Option<Vec<Spot>> {
    let mut found = Vec::new();
    match parameter {
        "ProjectionExpression" => {
            parse::projection(text).ok()?.paths.iter().for_each(|path| of_path(path, &mut found));
        }
        "UpdateExpression" => of_update(&parse::update(text).ok()?, &mut found),
        _ => of_condition(&parse::condition(text).ok()?, &mut found),
    }
    Some(found)
}

fn of_path(path: &Path, found: &mut Vec<Spot>) {
    for (at, element) in path.elements.iter().enumerate() {
        if let PathElement::Attribute { name, span } = element {
            found.push(Spot { span: *span, written: name.clone(), is_attribute: at == 0 });
        }
    }
}

fn of_operand(operand: &Operand, found: &mut Vec<Spot>) {
    match operand {
        Operand::Path(path) => of_path(path, found),
        Operand::Value(_) => {}
        Operand::Function(call) => of_function(call, found),
    }
}

fn of_function(call: &FunctionCall, found: &mut Vec<Spot>) {
    call.arguments.iter().for_each(|operand| of_operand(operand, found));
}

fn of_condition(condition: &Condition, found: &mut Vec<Spot>) {
    match condition {
        Condition::And(all) | Condition::Or(all) => {
            for one in all {
                of_condition(one, found);
            }
        }
        Condition::Not(inner) => of_condition(inner, found),
        Condition::Comparison { left, right, .. } => {
            for operand in [left, right] {
                of_operand(operand, found);
            }
        }
        Condition::Between { operand, lower, upper } => {
            for operand in [operand, lower, upper] {
                of_operand(operand, found);
            }
        }
        Condition::In { operand, candidates } => {
            of_operand(operand, found);
            for operand in candidates {
                of_operand(operand, found);
            }
        }
        Condition::Function(call) => of_function(call, found),
    }
}

fn of_update(update: &Update, found: &mut Vec<Spot>) {
    for section in &update.sections {
        section.paths().into_iter().for_each(|path| of_path(path, found));
        if let Section::Set(actions) = section {
            for (_, value) in actions {
                value.operands().for_each(|operand| of_operand(operand, found));
            }
        }
    }
}

/// The attribute that a written name means.
fn meaning<'n>(written: &'n str, names: Option<&'n Map<String, Value>>) -> Option<&'n str> {
    if written.starts_with('#') { names?.get(written)?.as_str() } else { Some(written) }
}

/// Whether a part names an attribute anywhere. What cannot be read names it where its text holds the name.
pub(super) fn mentions(part: &Map<String, Value>, attribute: &str) -> bool {
    let names = part.get(NAMES).and_then(Value::as_object);
    for parameter in EXPRESSIONS {
        let Some(text) = part.get(parameter).and_then(Value::as_str) else { continue };
        let is_named = match spots(parameter, text) {
            Some(spots) => spots
                .iter()
                .any(|spot| spot.is_attribute && meaning(&spot.written, names) == Some(attribute)),
            None => may_name(text, names, attribute),
        };
        if is_named {
            return true;
        }
    }
    let by_attribute = |name: &str| {
        let members = part.get(name).and_then(Value::as_object);
        members.is_some_and(|members| members.contains_key(attribute))
    };
    if BY_ATTRIBUTE.into_iter().any(by_attribute) || keys_name(part, attribute) {
        return true;
    }
    let wanted = part.get("AttributesToGet").and_then(Value::as_array).into_iter().flatten();
    if wanted.into_iter().any(|name| name.as_str() == Some(attribute)) {
        return true;
    }
    if part.contains_key("Statement") {
        return match statement::names_in(part) {
            Some(names) => {
                let in_parameter = || {
                    let parameters = part.get("Parameters").and_then(Value::as_array);
                    parameters.into_iter().flatten().any(|value| {
                        value.get("M").is_some_and(|item| item.get(attribute).is_some())
                    })
                };
                names.iter().any(|named| statement::is_attribute(named) && named.name == attribute)
                    || in_parameter()
            }
            None => part
                .get("Statement")
                .and_then(Value::as_str)
                .is_some_and(|text| text.contains(attribute)),
        };
    }
    false
}

fn keys_name(part: &Map<String, Value>, attribute: &str) -> bool {
    let keys = part.get("Keys").and_then(Value::as_array).into_iter().flatten();
    keys.into_iter().any(|key| key.get(attribute).is_some())
}

/// Whether an expression that cannot be read may be about an attribute.
fn may_name(text: &str, names: Option<&Map<String, Value>>, attribute: &str) -> bool {
    let by_placeholder = names.into_iter().flatten().any(|(placeholder, name)| {
        name.as_str() == Some(attribute) && text.contains(placeholder.as_str())
    });
    text.contains(attribute) || by_placeholder
}

/// Has a part call an attribute otherwise, wherever that is sure. Whether it names the first name still is [`mentions`]' to say.
pub(super) fn rename(part: &mut Map<String, Value>, from: &str, to: &str) {
    rename_in_expressions(part, from, to);
    for name in BY_ATTRIBUTE {
        if let Some(Value::Object(members)) = part.get_mut(name) {
            rename_member(members, from, to);
        }
    }
    if let Some(Value::Array(keys)) = part.get_mut("Keys") {
        keys.iter_mut()
            .filter_map(Value::as_object_mut)
            .for_each(|key| rename_member(key, from, to));
    }
    if let Some(Value::Array(wanted)) = part.get_mut("AttributesToGet") {
        for name in wanted.iter_mut().filter(|name| name.as_str() == Some(from)) {
            *name = Value::from(to);
        }
    }
    statement::rename_attribute(part, from, to);
}

fn rename_member(members: &mut Map<String, Value>, from: &str, to: &str) {
    if let Some(value) = members.remove(from) {
        members.insert(to.to_owned(), value);
    }
}

fn rename_in_expressions(part: &mut Map<String, Value>, from: &str, to: &str) {
    let mut names = part.get(NAMES).and_then(Value::as_object).cloned().unwrap_or_default();
    let mut read: Vec<(&str, Vec<Spot>)> = Vec::new();
    for parameter in EXPRESSIONS {
        if let Some(text) = part.get(parameter).and_then(Value::as_str)
            && let Some(spots) = spots(parameter, text)
        {
            read.push((parameter, spots));
        }
    }
    let all = || read.iter().flat_map(|(_, spots)| spots);
    // A placeholder that stands for the attribute alone means another from now on; one that also stands for something within an
    // attribute goes on doing so, and the attribute gets one of its own.
    let mut shared: Vec<String> = Vec::new();
    let placeholders: Vec<String> = (names.iter())
        .filter(|(_, name)| name.as_str() == Some(from))
        .map(|(placeholder, _)| placeholder.clone())
        .collect();
    for placeholder in placeholders {
        let stands = |is_attribute: bool| {
            all().any(|spot| spot.written == placeholder && spot.is_attribute == is_attribute)
        };
        match (stands(true), stands(false)) {
            (true, true) => shared.push(placeholder),
            (true, false) => _ = names.insert(placeholder, Value::from(to)),
            _ => {}
        }
    }
    let mut changed: Vec<(&str, String)> = Vec::new();
    for (parameter, spots) in &mut read {
        spots.retain(|spot| {
            spot.is_attribute && (spot.written == from || shared.contains(&spot.written))
        });
        let Some(text) = part.get(*parameter).and_then(Value::as_str) else { continue };
        let mut text = text.to_owned();
        sort_by(spots, |one, other| other.span.start.cmp(&one.span.start));
        for spot in spots.iter() {
            let range = spot.span.range();
            if text.get(range.clone()).is_some() {
                text.replace_range(range, &spelled(to, &mut names));
            }
        }
        changed.push((parameter, text));
    }
    for (parameter, text) in changed {
        part.insert(parameter.to_owned(), Value::from(text));
    }
    if !names.is_empty() {
        part.insert(NAMES.to_owned(), Value::Object(names));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn renamed(mut part: Value, from: &str, to: &str) -> Value {
        let members = part.as_object_mut().unwrap();
        assert!(mentions(members, from), "{members:?}");
        rename(members, from, to);
        assert!(!mentions(members, from), "{members:?}");
        part
    }

    #[test]
    fn an_attribute_is_renamed_wherever_its_name_stands() {
        for (part, to, expected) in [
            (
                json!({"KeyConditionExpression": "a=:a AND begins_with( a , :b)", "FilterExpression": "size(a.a[0]) > :n OR NOT x.a = a"}),
                "b",
                json!({"KeyConditionExpression": "b=:a AND begins_with( b , :b)", "FilterExpression": "size(b.a[0]) > :n OR NOT x.a = b"}),
            ),
            (
                json!({"FilterExpression": "#a = :a AND x.y = :b", "ExpressionAttributeNames": {"#a": "a"}}),
                "size",
                json!({"FilterExpression": "#a = :a AND x.y = :b", "ExpressionAttributeNames": {"#a": "size"}}),
            ),
            (
                json!({"FilterExpression": "#a = :a AND x.#a = :b", "ExpressionAttributeNames": {"#a": "a"}}),
                "size",
                json!({"FilterExpression": "#size = :a AND x.#a = :b", "ExpressionAttributeNames": {"#a": "a", "#size": "size"}}),
            ),
            (
                json!({"UpdateExpression": "SET a = if_not_exists(a, :z), c.a = :z REMOVE a ADD a :n", "ConditionExpression": "attribute_exists(a)"}),
                "my name\"",
                json!({"UpdateExpression": "SET #myname = if_not_exists(#myname, :z), c.a = :z REMOVE #myname ADD #myname :n",
                    "ConditionExpression": "attribute_exists(#myname)", "ExpressionAttributeNames": {"#myname": "my name\""}}),
            ),
            (
                json!({"ProjectionExpression": "x, a.b, a", "Key": {"a": {"M": {"a": {"S": "a"}}}}, "AttributesToGet": ["x", "a"]}),
                "b",
                json!({"ProjectionExpression": "x, b.b, b", "Key": {"b": {"M": {"a": {"S": "a"}}}}, "AttributesToGet": ["x", "b"]}),
            ),
            (
                json!({"Keys": [{"a": {"S": "a"}, "c": {"N": "1"}}], "KeyConditions": {"a": {"ComparisonOperator": "EQ"}}, "Expected": {"a": {}}}),
                "b",
                json!({"Keys": [{"b": {"S": "a"}, "c": {"N": "1"}}], "KeyConditions": {"b": {"ComparisonOperator": "EQ"}}, "Expected": {"b": {}}}),
            ),
            (
                json!({"Statement": "SELECT a, x.a FROM a WHERE a = '{a}' AND \"a\" IN [{a}, 2]"}),
                "order",
                json!({"Statement": "SELECT \"order\", x.a FROM a WHERE \"order\" = '{a}' AND \"order\" IN [{a}, 2]"}),
            ),
            (
                json!({"Statement": "INSERT INTO T VALUE {'a': 'a', 'b': {'a': 1}}"}),
                "it's",
                json!({"Statement": "INSERT INTO T VALUE {'it''s': 'a', 'b': {'a': 1}}"}),
            ),
        ] {
            assert_eq!(renamed(part, "a", to), expected);
        }
    }

    #[test]
    fn what_cannot_be_read_stays_and_still_names_it() {
        for mut part in [
            json!({"FilterExpression": "a = = :a"}),
            json!({"FilterExpression": "#x = = :a", "ExpressionAttributeNames": {"#x": "a"}}),
            json!({"Statement": "SELECT a FROM"}),
            json!({"Statement": "INSERT INTO T VALUE ?", "Parameters": [{"M": {"a": {"S": "x"}}}]}),
        ] {
            let before = part.clone();
            let members = part.as_object_mut().unwrap();
            rename(members, "a", "b");
            assert!(mentions(members, "a"));
            assert_eq!(part, before);
        }
        let other = json!({"FilterExpression": "ab = :a AND x.a = :b", "ExpressionAttributeNames": {"#a": "a"}, "Item": {"x": {"M": {"a": {}}}},
            "ExpressionAttributeValues": {":a": {"S": "a"}}});
        assert!(!mentions(other.as_object().unwrap(), "a"));
    }
}
