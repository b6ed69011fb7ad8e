//! What batches and transactions have in common: keys that may come only once, and their requests as the
//! service prints them where it refuses their length.

use serde_json::{Map, Value};

use super::limits::MAX_TRANSACTION_ITEMS;
use super::request::Fields;
use crate::order::sort_by;
use crate::value::{AttributeValue, Item, MAX_NESTING, write_part};

/// Whether two of these keys are one.
pub(crate) fn has_duplicates<'k>(keys: impl Iterator<Item = &'k Item>) -> bool {
    let mut marks: Vec<Vec<u8>> = keys.map(mark).collect();
    sort_by(&mut marks, Ord::cmp);
    marks.iter().zip(marks.iter().skip(1)).any(|(one, two)| one == two)
}

/// Bytes that are the same for the same attributes, however they were written.
fn mark(key: &Item) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(64);
    for (name, value) in key.iter() {
        bytes.extend_from_slice(name.as_bytes());
        bytes.push(0);
        bytes.extend_from_slice(value.type_name().as_bytes());
        match value {
            AttributeValue::S(_) | AttributeValue::N(_) | AttributeValue::B(_) => {
                write_part(value, &mut bytes);
            }
            // no key, but that is found out later
            other => bytes.extend_from_slice(other.to_json().to_string().as_bytes()),
        }
    }
    bytes
}

/// The constraint on how many `TransactItems` there are; `shown` is an entry as the service prints it.
pub(crate) fn check_length(
    entries: Option<&[Value]>,
    fields: &mut Fields<'_>,
    shown: &dyn Fn(&Value) -> String,
) {
    let Some(list) = entries else { return fields.missing("transactItems") };
    let constraint = if list.is_empty() {
        "Member must have length greater than or equal to 1".to_owned()
    } else if list.len() > MAX_TRANSACTION_ITEMS {
        format!("Member must have length less than or equal to {MAX_TRANSACTION_ITEMS}")
    } else {
        return;
    };
    let list = shown_list(list, shown);
    fields.violated_by(&list, "transactItems", &constraint);
}

/// The members of an attribute value, in the order in which the service prints them.
const VALUE_MEMBERS: [(&str, &str); 16] = [
    ("s", "S"),
    ("n", "N"),
    ("b", "B"),
    ("iNT", ""),
    ("dECIMAL", ""),
    ("dOUBLE", ""),
    ("sS", "SS"),
    ("nS", "NS"),
    ("bS", "BS"),
    ("iNTSET", ""),
    ("dECIMALSET", ""),
    ("dOUBLESET", ""),
    ("m", "M"),
    ("l", "L"),
    ("nULL", "NULL"),
    ("bOOL", "BOOL"),
];

/// Most bytes of a list or a map that are printed: an attribute is much longer in print than in a request.
const MAX_SHOWN_BYTES: usize = 1024 * 1024;

fn joined(parts: &mut dyn Iterator<Item = String>) -> String {
    let mut text = parts.next().unwrap_or_default();
    for part in parts {
        text.push_str(", ");
        if text.len() > MAX_SHOWN_BYTES {
            text.push_str("...");
            break;
        }
        text.push_str(&part);
    }
    text
}

/// A list as the service prints it.
pub(crate) fn shown_list(list: &[Value], shown: &dyn Fn(&Value) -> String) -> String {
    format!("[{}]", joined(&mut list.iter().map(shown)))
}

/// A map as the service prints it, in order of its names; null where there is none.
pub(crate) fn shown_map(
    map: Option<&Map<String, Value>>,
    shown: &dyn Fn(&Value) -> String,
) -> String {
    let Some(map) = map else { return "null".to_owned() };
    let mut parts = map.iter().map(|(name, value)| format!("{name}={}", shown(value)));
    format!("{{{}}}", joined(&mut parts))
}

/// A text as the service prints it; null where there is none.
pub(crate) fn shown_text(value: Option<&Value>) -> String {
    value.map_or("null".to_owned(), shown_plain)
}

fn shown_plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => shown_list(list, &|member| {
            member.as_str().map_or_else(|| member.to_string(), str::to_owned)
        }),
        other => other.to_string(),
    }
}

/// A map of texts as the service prints it; null where there is none.
pub(crate) fn shown_texts(map: Option<&Value>) -> String {
    shown_map(map.and_then(Value::as_object), &shown_plain)
}

/// An item as the service prints it; null where there is none.
pub(crate) fn shown_item(item: Option<&Value>) -> String {
    shown_item_at(item, 0)
}

fn shown_item_at(item: Option<&Value>, depth: usize) -> String {
    shown_map(item.and_then(Value::as_object), &|value| shown_value(value, depth))
}

/// A value as the service prints it, to the depth to which values may nest.
fn shown_value(value: &Value, depth: usize) -> String {
    if depth > MAX_NESTING {
        return "...".to_owned();
    }
    let mut members = Vec::with_capacity(VALUE_MEMBERS.len());
    for (member, name) in VALUE_MEMBERS {
        let content = value.get(name).filter(|content| !content.is_null());
        let shown = match (name, content) {
            ("M", Some(map)) => shown_item_at(Some(map), depth + 1),
            ("L", Some(Value::Array(list))) => {
                shown_list(list, &|value| shown_value(value, depth + 1))
            }
            (_, content) => shown_text(content),
        };
        members.push(format!("{member}={shown}"));
    }
    format!("AttributeValue({})", members.join(", "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_are_one_key_however_their_numbers_are_written() {
        let keys = |texts: &[&str]| -> Vec<Item> {
            let keys =
                texts.iter().map(|text| Item::from_json(&json!({"k": {"N": text}})).unwrap());
            keys.collect()
        };
        assert!(has_duplicates(keys(&["1", "2", "1.0"]).iter()));
        assert!(!has_duplicates(keys(&["1", "2", "3"]).iter()));
        assert!(!has_duplicates(keys(&[]).iter()));
    }

    #[test]
    fn an_item_is_printed_with_every_type_that_a_value_could_have() {
        let item = json!({"b": {"L": [{"N": "1"}]}, "a": {"SS": ["x", "y"]}});
        let none = "iNT=null, dECIMAL=null, dOUBLE=null";
        let sets = "iNTSET=null, dECIMALSET=null, dOUBLESET=null";
        let expected = format!(
            "{{a=AttributeValue(s=null, n=null, b=null, {none}, sS=[x, y], nS=null, bS=null, {sets}, m=null, \
             l=null, nULL=null, bOOL=null), b=AttributeValue(s=null, n=null, b=null, {none}, sS=null, nS=null, \
             bS=null, {sets}, m=null, l=[AttributeValue(s=null, n=1, b=null, {none}, sS=null, nS=null, bS=null, \
             {sets}, m=null, l=null, nULL=null, bOOL=null)], nULL=null, bOOL=null)}}"
        );
        assert_eq!(shown_item(Some(&item)), expected);
    }

    #[test]
    fn what_is_too_long_is_cut_short() {
        let list = Value::from(vec![json!({"S": ""}); 100_000]);
        let shown = shown_item(Some(&json!({"a": {"L": list}})));
        assert!((MAX_SHOWN_BYTES..2 * MAX_SHOWN_BYTES).contains(&shown.len()), "{}", shown.len());
    }

    #[test]
    fn what_nests_too_deep_is_cut_short() {
        let mut value = json!({"N": "1"});
        for _ in 0..200 {
            value = json!({"L": [value]});
        }
        assert!(shown_item(Some(&json!({"a": value}))).contains("l=[...]"));
    }
}
