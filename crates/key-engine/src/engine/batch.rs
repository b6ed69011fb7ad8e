//! What batches and transactions have in common: keys that may come only once, and their requests as the
//! service prints them where it refuses their length.

use serde_json::Value;

use super::limits::MAX_TRANSACTION_ITEMS;
use super::request::Fields;
use crate::order::sort_by;
use crate::value::Item;

/// Whether two of these keys are one.
pub(crate) fn has_duplicates<'k>(keys: impl Iterator<Item = &'k Item>) -> bool {
    let mut texts: Vec<String> = keys.map(|key| key.to_json().to_string()).collect();
    sort_by(&mut texts, Ord::cmp);
    texts.iter().zip(texts.iter().skip(1)).any(|(one, two)| one == two)
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

/// A list as the service prints it.
pub(crate) fn shown_list(list: &[Value], shown: &dyn Fn(&Value) -> String) -> String {
    let shown: Vec<String> = list.iter().map(shown).collect();
    format!("[{}]", shown.join(", "))
}

/// A map as the service prints it, in order of its names; null where there is none.
pub(crate) fn shown_map(map: Option<&Value>, shown: &dyn Fn(&Value) -> String) -> String {
    let Some(Value::Object(map)) = map else { return "null".to_owned() };
    let mut entries: Vec<(&String, &Value)> = map.iter().collect();
    sort_by(&mut entries, |one, two| one.0.cmp(two.0));
    let shown: Vec<String> =
        entries.iter().map(|(name, value)| format!("{name}={}", shown(value))).collect();
    format!("{{{}}}", shown.join(", "))
}

/// A text as the service prints it; null where there is none.
pub(crate) fn shown_text(value: Option<&Value>) -> String {
    value.map_or("null".to_owned(), shown_plain)
}

fn shown_plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => shown_list(list, &shown_plain),
        other => other.to_string(),
    }
}

/// A map of texts as the service prints it; null where there is none.
pub(crate) fn shown_texts(map: Option<&Value>) -> String {
    shown_map(map, &shown_plain)
}

/// An item as the service prints it; null where there is none.
pub(crate) fn shown_item(item: Option<&Value>) -> String {
    shown_map(item, &shown_value)
}

/// A value as the service prints it. JSON that nests deep has been refused where it was read.
fn shown_value(value: &Value) -> String {
    let mut members = Vec::with_capacity(VALUE_MEMBERS.len());
    for (member, name) in VALUE_MEMBERS {
        let content = value.get(name).filter(|content| !content.is_null());
        let shown = match (name, content) {
            ("M", Some(map)) => shown_item(Some(map)),
            ("L", Some(Value::Array(list))) => shown_list(list, &shown_value),
            (_, content) => shown_text(content),
        };
        members.push(format!("{member}={shown}"));
    }
    format!("AttributeValue({})", members.join(", "))
}
