//! Where a call says a partition key's value.
//!
//! Owns the finding of that place: in a Query's condition, in keys, in items. What is written there is the rows' to say.

use key_engine::Item;
use serde_json::{Map, Value};

use super::super::{names, parts};
use super::spread::Spread;
use crate::advice::asked::{Asked, Test, asked};
use crate::design::{Call, Request, filled};

/// What a Query asks of a partition key that is spread.
pub(super) enum Queried {
    /// Something else.
    Other,
    /// A value of it, that stands at this JSON pointer.
    Whole(String),
    /// The same, and the whole sort key: one item, by this key.
    One(String, Item),
    /// A value of it, in a place that cannot be told from others.
    Unclear,
}

/// What a Query asks of the attribute that is spread.
pub(super) fn queried(spread: &Spread<'_>, request: &Request, call: &Call) -> Queried {
    let attribute = spread.wish.attribute.as_str();
    let Some(door) = spread.table.door(call.input.get("IndexName").and_then(Value::as_str)) else {
        return Queried::Other;
    };
    let parts = asked(call, "KeyConditionExpression");
    let mut own = parts.iter().filter(|part| part.attribute == attribute);
    let (Some(part), None) = (own.next(), own.next()) else { return Queried::Other };
    let [value] = part.values.as_slice() else { return Queried::Other };
    if base(spread, request, value).is_none() {
        return Queried::Other;
    }
    let is_hash = door.hash_elements().any(|element| element.attribute == attribute);
    let place = place_of(call, attribute, value);
    let (true, Test::Equal, Some(place)) = (is_hash, part.test, place) else {
        return Queried::Unclear;
    };
    // With an index there may be several items of one key.
    let sort = door.range_elements().next().filter(|_| door.name().is_none());
    let sort = sort.and_then(|sort| parts.iter().find(|part| part.attribute == sort.attribute));
    match sort.filter(|part| part.test == Test::Equal).and_then(|sort| key(request, part, sort)) {
        Some(key) => Queried::One(place, key),
        None => Queried::Whole(place),
    }
}

/// The key that two conditions say.
fn key(request: &Request, partition: &Asked, sort: &Asked) -> Option<Item> {
    let mut members = Map::new();
    for part in [partition, sort] {
        let [value] = part.values.as_slice() else { return None };
        members.insert(part.attribute.clone(), filled(value, &request.samples));
    }
    Item::from_json(&Value::Object(members)).ok()
}

/// Where in a Query's input a value stands, if it is used there and nowhere else.
fn place_of(call: &Call, attribute: &str, value: &Value) -> Option<String> {
    if let Some(conditions) = call.input.get("KeyConditions") {
        conditions.get(attribute)?.get("AttributeValueList")?.get(0)?;
        return Some(["/KeyConditions/", &escaped(attribute), "/AttributeValueList/0"].concat());
    }
    let values = call.input.get("ExpressionAttributeValues")?.as_object()?;
    let text = |name: &str| call.input.get(name).and_then(Value::as_str).unwrap_or_default();
    let uses = |text: &str, placeholder: &str| {
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
        words.filter(|word| *word == placeholder).count()
    };
    let mut fitting = values.iter().filter(|(placeholder, given)| {
        *given == value && uses(text("KeyConditionExpression"), placeholder) > 0
    });
    let (Some((placeholder, _)), None) = (fitting.next(), fitting.next()) else { return None };
    let everywhere = uses(text("KeyConditionExpression"), placeholder)
        + uses(text("FilterExpression"), placeholder);
    (everywhere == 1).then(|| ["/ExpressionAttributeValues/", &escaped(placeholder)].concat())
}

/// A name within a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The text of a value as it is written, and what it is without its shard, where it is one of those that are spread.
pub(super) fn base(spread: &Spread<'_>, request: &Request, value: &Value) -> Option<String> {
    let text = value.get("S")?.as_str()?;
    spread.base_of(&request.fill(text)).map(str::to_owned)
}

/// Hands out each key and each item in a call that asks the table.
pub(super) fn each_key(table: &str, call: &mut Call, see: &mut dyn FnMut(&mut Value)) {
    parts::each(call, &mut |of, part| {
        if of != table {
            return;
        }
        for name in ["Key", "Item"] {
            if let Some(key) = part.get_mut(name) {
                see(key);
            }
        }
        if let Some(Value::Array(keys)) = part.get_mut("Keys") {
            keys.iter_mut().for_each(&mut *see);
        }
    });
}

/// Whether a call names the attribute, and a text in it, once filled in, is one of its values that are spread; of a statement, any
/// text in quotes.
pub(super) fn mentions(spread: &Spread<'_>, request: &Request, call: &Call) -> bool {
    let mut found = false;
    parts::each(&mut call.clone(), &mut |table, part| {
        found |= table == spread.wish.table
            && names::mentions(part, &spread.wish.attribute)
            && part.values().any(|value| holds(spread, request, value));
    });
    found
}

fn holds(spread: &Spread<'_>, request: &Request, input: &Value) -> bool {
    match input {
        Value::String(text) => {
            request.fill(text).split('\'').any(|text| spread.base_of(text).is_some())
        }
        Value::Array(values) => values.iter().any(|value| holds(spread, request, value)),
        Value::Object(members) => members.values().any(|value| holds(spread, request, value)),
        _ => false,
    }
}
