//! Items in a line or two of text: the key first, then what else they hold.

use key_engine::engine::{Index, KeyRole};
use serde_json::{Map, Value};

/// The names of the key attributes that identify an item on a door.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyNames {
    /// Partition-key attributes, in order.
    pub partition: Vec<String>,
    /// Sort-key attributes, in order; empty where there is none.
    pub sort: Vec<String>,
}

impl KeyNames {
    /// The key attributes of a door.
    pub fn of(index: &Index) -> Self {
        let of_role = |role: KeyRole| {
            let with_role = index.key_schema().iter().filter(|element| element.role == role);
            with_role.map(|element| element.attribute.clone()).collect()
        };
        Self { partition: of_role(KeyRole::Hash), sort: of_role(KeyRole::Range) }
    }

    fn holds(&self, name: &str) -> bool {
        self.partition.iter().chain(&self.sort).any(|key| key == name)
    }
}

/// An attribute value in `DynamoDB` JSON as a reader would say it.
pub fn value_words(value: &Value) -> String {
    let Some((kind, held)) = value.as_object().and_then(|object| object.iter().next()) else {
        return String::new();
    };
    match (kind.as_str(), held) {
        ("S" | "N" | "B", Value::String(text)) => text.clone(),
        ("NULL", _) => "null".to_owned(),
        ("SS" | "NS" | "BS", Value::Array(values)) => {
            let texts: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
            format!("{{{}}}", texts.join(", "))
        }
        ("L", Value::Array(values)) => {
            let texts: Vec<String> = values.iter().map(value_words).collect();
            format!("[{}]", texts.join(", "))
        }
        ("M", Value::Object(members)) => {
            let texts: Vec<String> = members
                .iter()
                .map(|(name, value)| format!("{name}: {}", value_words(value)))
                .collect();
            format!("{{{}}}", texts.join(", "))
        }
        (_, other) => other.to_string(),
    }
}

fn values(item: &Map<String, Value>, names: &[String]) -> Vec<String> {
    names.iter().filter_map(|name| item.get(name)).map(value_words).collect()
}

/// The key of an item in `DynamoDB` JSON. With `whole`, the partition key stands before the sort key.
pub fn key_words(item: &Value, keys: &KeyNames, whole: bool) -> String {
    let Some(item) = item.as_object() else { return String::new() };
    let sort = values(item, &keys.sort);
    let mut words =
        if whole || sort.is_empty() { values(item, &keys.partition) } else { Vec::new() };
    words.extend(sort);
    words.join(" · ")
}

/// What an item holds besides its key: `total 129 · status SHIPPED`.
pub fn rest_words(item: &Value, keys: &KeyNames) -> String {
    let Some(item) = item.as_object() else { return String::new() };
    let rest = item.iter().filter(|(name, _)| !keys.holds(name));
    let words: Vec<String> =
        rest.map(|(name, value)| format!("{name} {}", value_words(value))).collect();
    words.join(" · ")
}

/// What a write made of an item: `status SHIPPED → DELIVERED · note gone`. Of a new item, what it holds; of a deleted one,
/// nothing: its key says all.
pub fn change_words(old: Option<Value>, new: Option<Value>, keys: &KeyNames) -> String {
    let (old, new) = match (old, new) {
        (Some(Value::Object(old)), Some(Value::Object(new))) => (old, new),
        (None, Some(new)) => return rest_words(&new, keys),
        _ => return String::new(),
    };
    let mut words: Vec<String> = Vec::new();
    for (name, value) in &new {
        let after = value_words(value);
        match old.get(name) {
            Some(before) if before == value => {}
            Some(before) => words.push(format!("{name} {} → {after}", value_words(before))),
            None => words.push(format!("{name} {after} added")),
        }
    }
    for name in old.keys().filter(|name| !new.contains_key(*name)) {
        words.push(format!("{name} gone"));
    }
    if words.is_empty() { "nothing differs".to_owned() } else { words.join(" · ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_read_without_their_types() {
        for (value, expected) in [
            (json!({"S": "ORDER#1"}), "ORDER#1"),
            (json!({"N": "129.00"}), "129.00"),
            (json!({"BOOL": true}), "true"),
            (json!({"NULL": true}), "null"),
            (json!({"SS": ["a", "b"]}), "{a, b}"),
            (json!({"L": [{"N": "1"}, {"S": "x"}]}), "[1, x]"),
            (json!({"M": {"city": {"S": "Reno"}}}), "{city: Reno}"),
            (json!("not typed"), ""),
        ] {
            assert_eq!(value_words(&value), expected, "{value}");
        }
    }

    #[test]
    fn a_change_is_told_attribute_by_attribute() {
        let keys = KeyNames { partition: vec!["PK".to_owned()], sort: Vec::new() };
        let item = |rest: Value| {
            let mut item = json!({"PK": {"S": "1"}});
            item.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
            Some(item)
        };
        let (old, new) =
            (json!({"a": {"N": "1"}, "b": {"S": "x"}}), json!({"a": {"N": "2"}, "c": {"S": "y"}}));
        for (old, new, expected) in [
            (item(old.clone()), item(new.clone()), "a 1 → 2 · c y added · b gone"),
            (None, item(new), "a 2 · c y"),
            (item(old.clone()), None, ""),
            (item(old.clone()), item(old), "nothing differs"),
        ] {
            assert_eq!(change_words(old, new, &keys), expected);
        }
    }

    #[test]
    fn an_item_is_its_key_and_the_rest() {
        let keys = KeyNames { partition: vec!["PK".to_owned()], sort: vec!["SK".to_owned()] };
        let item = json!({"PK": {"S": "P#1"}, "SK": {"S": "W#1"}, "onHand": {"N": "12"}});
        assert_eq!(key_words(&item, &keys, true), "P#1 · W#1");
        assert_eq!(key_words(&item, &keys, false), "W#1");
        assert_eq!(rest_words(&item, &keys), "onHand 12");
        let alone = KeyNames { partition: vec!["PK".to_owned()], sort: Vec::new() };
        assert_eq!(key_words(&item, &alone, false), "P#1");
        assert_eq!(key_words(&json!({"onHand": {"N": "1"}}), &keys, true), "");
    }
}
