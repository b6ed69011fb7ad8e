//! Items as people's files really spell them, read into sound ones.
//!
//! Owns the leniency: `DynamoDB` JSON is read as it stands; what is nearly that (numbers without quotes, plain JSON inside
//! a map, maps wrapped twice, values of no type) is read as what it evidently means, and each liberty taken is reported.

use key_engine::order::sort_by;
use key_engine::value::object;
use key_engine::{AttributeValue, Item, Number};
use serde_json::{Map, Value};

/// Deepest nesting of lists and maps that is read. Source: AWS, "Quotas in Amazon DynamoDB", nested attribute depth.
const MAX_NESTING: usize = 32;

/// One liberty taken with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The attribute, with the path inside it.
    pub path: String,
    pub problem: String,
    pub done: String,
}

/// Reads an item; none if the JSON is not an object.
pub(super) fn read_item(json: &Value, faults: &mut Vec<Fault>) -> Option<Item> {
    if let Ok(item) = Item::from_json(json) {
        return Some(item);
    }
    let Value::Object(attributes) = json else { return None };
    let mut reader = Reader { faults, quiet: false };
    let mut item = Item::new();
    for (name, json) in attributes {
        if let Some(value) = reader.attribute(json, name, 0) {
            item.insert(name.as_str(), value);
        }
    }
    Some(item)
}

/// Reads an item of plain JSON, as clients print it that take `DynamoDB`'s types away; none if the JSON is not an object. An item
/// all of whose values do have types is read as such.
pub(super) fn read_plain_item(json: &Value, faults: &mut Vec<Fault>) -> Option<Item> {
    if let Ok(item) = Item::from_json(json) {
        return Some(item);
    }
    let Value::Object(attributes) = json else { return None };
    let mut reader = Reader { faults, quiet: true };
    let mut item = Item::new();
    for (name, json) in attributes {
        if let Some(value) = reader.plain(json, name, 0) {
            item.insert(name.as_str(), value);
        }
    }
    Some(item)
}

struct Reader<'f> {
    faults: &'f mut Vec<Fault>,
    /// Inside plain JSON that has been reported as such: more of the same is not reported again.
    quiet: bool,
}

impl Reader<'_> {
    fn report(&mut self, path: &str, problem: impl Into<String>, done: impl Into<String>) {
        self.faults.push(Fault {
            path: path.to_owned(),
            problem: problem.into(),
            done: done.into(),
        });
    }

    /// A value that should be `DynamoDB` JSON; none where there is none to read.
    fn attribute(&mut self, json: &Value, path: &str, depth: usize) -> Option<AttributeValue> {
        if depth > MAX_NESTING {
            self.report(path, "it nests deeper than 32 levels", "left out");
            return None;
        }
        if let Ok(sound) = AttributeValue::from_json(json) {
            // Nesting is counted from the item down, and this value alone may be sound where it is too deep in its item.
            if depth + nesting(&sound) > MAX_NESTING + 1 {
                self.report(path, "it nests deeper than 32 levels", "left out");
                return None;
            }
            return Some(sound);
        }
        match json {
            Value::Object(members) => match sole_type(members) {
                Some((kind, content)) => self.typed(kind, content, path, depth),
                None if members.is_empty() && !self.quiet => {
                    self.report(path, "it has no value", "left out");
                    None
                }
                None => self.plain(json, path, depth),
            },
            _ => self.plain(json, path, depth),
        }
    }

    /// Plain JSON where a typed value belongs: read as what it evidently is, reported once for all that is inside.
    fn plain(&mut self, json: &Value, path: &str, depth: usize) -> Option<AttributeValue> {
        let kind = match json {
            Value::Null => "NULL",
            Value::Bool(_) => "BOOL",
            Value::Number(_) => "N",
            Value::String(_) => "S",
            Value::Array(_) => "L",
            Value::Object(_) => "M",
        };
        if !self.quiet {
            self.report(path, "it is plain JSON without a type", format!("read as {kind}"));
        }
        let before = std::mem::replace(&mut self.quiet, true);
        let value = match json {
            Value::Null => Some(AttributeValue::Null),
            Value::Bool(truth) => Some(AttributeValue::Bool(*truth)),
            Value::Number(number) => self.number(&number.to_string(), path),
            Value::String(text) => Some(AttributeValue::S(text.clone())),
            Value::Array(elements) => Some(self.list(elements, path, depth + 1)),
            Value::Object(members) => Some(AttributeValue::M(self.map(members, path, depth + 1))),
        };
        self.quiet = before;
        value
    }

    /// A value with a type, whose content is not what the type asks for.
    fn typed(
        &mut self,
        kind: &str,
        content: &Value,
        path: &str,
        depth: usize,
    ) -> Option<AttributeValue> {
        match (kind, content) {
            ("M", Value::Object(members)) => {
                Some(AttributeValue::M(self.wrapped_map(members, path, depth + 1)))
            }
            ("L", Value::Array(elements)) => Some(self.list(elements, path, depth + 1)),
            ("SS" | "NS" | "BS", _) => self.set(kind, content, path, depth),
            ("NULL", _) => {
                self.report(path, "a NULL is always true", "read as NULL");
                Some(AttributeValue::Null)
            }
            (_, Value::Null) => {
                self.report(path, "it has no value", "left out");
                None
            }
            ("N", Value::String(text)) => self.number(text, path),
            ("N", Value::Number(number)) => {
                let text = number.to_string();
                self.report(path, "the number is not in quotes", format!("read as {text}"));
                self.number(&text, path)
            }
            ("S", Value::Number(_) | Value::Bool(_)) => {
                self.report(path, "the string is not in quotes", format!("read as \"{content}\""));
                Some(AttributeValue::S(content.to_string()))
            }
            ("BOOL", Value::String(text)) if matches!(text.as_str(), "true" | "false") => {
                self.report(path, "true or false is in quotes", format!("read as {text}"));
                Some(AttributeValue::Bool(text == "true"))
            }
            ("B", Value::String(text)) => {
                self.report(path, "the binary value is not Base64", "kept as a string");
                Some(AttributeValue::S(text.clone()))
            }
            _ => {
                self.report(path, format!("its content is no {kind}"), "read as plain JSON");
                let before = std::mem::replace(&mut self.quiet, true);
                let value = self.attribute(content, path, depth + 1);
                self.quiet = before;
                value
            }
        }
    }

    fn number(&mut self, text: &str, path: &str) -> Option<AttributeValue> {
        match text.trim().parse::<Number>() {
            Ok(number) => Some(AttributeValue::N(number)),
            Err(_) if text.trim().is_empty() => {
                self.report(path, "the number is empty", "left out");
                None
            }
            Err(_) => {
                let problem = "it is not a number of up to 38 digits that DynamoDB can hold";
                self.report(path, problem, "kept as a string");
                Some(AttributeValue::S(text.to_owned()))
            }
        }
    }

    fn list(&mut self, elements: &[Value], path: &str, depth: usize) -> AttributeValue {
        let read = |(at, element)| self.attribute(element, &format!("{path}[{at}]"), depth);
        AttributeValue::L(elements.iter().enumerate().filter_map(read).collect())
    }

    fn map(&mut self, members: &Map<String, Value>, path: &str, depth: usize) -> Item {
        let mut map = Item::new();
        for (name, json) in members {
            if let Some(value) = self.attribute(json, &format!("{path}.{name}"), depth) {
                map.insert(name.as_str(), value);
            }
        }
        map
    }

    /// A map's members; `{"M": {"M": {...}}}` where the inner one is no value of its own is one map wrapped twice.
    fn wrapped_map(&mut self, members: &Map<String, Value>, path: &str, depth: usize) -> Item {
        if let Some(("M", Value::Object(inner))) = sole_type(members) {
            let an_attribute_named_m = sole_type(inner).is_some()
                && AttributeValue::from_json(&Value::Object(inner.clone())).is_ok();
            if !an_attribute_named_m && depth <= MAX_NESTING {
                self.report(path, "the map is wrapped twice", "unwrapped");
                return self.wrapped_map(inner, path, depth + 1);
            }
        }
        self.map(members, path, depth)
    }

    /// A set with elements that are repeated, of another type, or not in a list.
    fn set(
        &mut self,
        kind: &str,
        content: &Value,
        path: &str,
        depth: usize,
    ) -> Option<AttributeValue> {
        let elements = match content {
            Value::Array(elements) => elements.clone(),
            Value::String(_) | Value::Number(_) => vec![content.clone()],
            _ => Vec::new(),
        };
        if elements.is_empty() {
            self.report(path, "a set may not be empty", "left out");
            return None;
        }
        let mut texts = Vec::new();
        for element in &elements {
            match element {
                Value::String(text) => texts.push(text.clone()),
                Value::Number(number) => texts.push(number.to_string()),
                _ => {
                    self.report(path, "the set holds what is no element of one", "read as a list");
                    return Some(self.list(&elements, path, depth + 1));
                }
            }
        }
        sort_by(&mut texts, Ord::cmp);
        texts.dedup();
        let sound: Vec<Value> = texts.into_iter().map(Value::String).collect();
        let set =
            AttributeValue::from_json(&object(&mut [(kind, Value::from(sound.clone()))])).ok();
        let set = set.or_else(|| number_set(kind, &sound));
        if set.is_some() {
            self.report(
                path,
                "the set repeats an element or lacks quotes",
                "each element was kept once",
            );
            return set;
        }
        self.report(
            path,
            format!("the set holds what is no element of a {kind}"),
            "read as a list",
        );
        Some(AttributeValue::L(
            sound
                .into_iter()
                .filter_map(|text| text.as_str().map(|text| AttributeValue::S(text.to_owned())))
                .collect(),
        ))
    }
}

/// A number set whose texts differ while some of their numbers are equal.
fn number_set(kind: &str, texts: &[Value]) -> Option<AttributeValue> {
    let numbers = texts.iter().map(|text| text.as_str()?.parse().ok());
    (kind == "NS").then(|| numbers.collect::<Option<_>>().map(AttributeValue::Ns))?
}

/// Levels of lists and maps in a value: none in a scalar.
fn nesting(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::M(map) => {
            1 + map.iter().map(|(_, value)| nesting(value)).max().unwrap_or(0)
        }
        AttributeValue::L(list) => 1 + list.iter().map(nesting).max().unwrap_or(0),
        _ => 0,
    }
}

/// The one member of an object, if its name is a type's.
fn sole_type(members: &Map<String, Value>) -> Option<(&str, &Value)> {
    let mut all = members.iter();
    let (name, content) = all.next()?;
    let known =
        matches!(name.as_str(), "S" | "N" | "B" | "BOOL" | "NULL" | "M" | "L" | "SS" | "NS" | "BS");
    (known && all.next().is_none()).then_some((name.as_str(), content))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_oddity_of_real_files_is_read_as_what_it_means_and_reported() {
        for (odd, sound, faults) in [
            (
                json!({"N": 1}),
                json!({"N": "1"}),
                &["a: the number is not in quotes; read as 1"][..],
            ),
            (
                json!({"S": 5}),
                json!({"S": "5"}),
                &["a: the string is not in quotes; read as \"5\""],
            ),
            (
                json!({"BOOL": "true"}),
                json!({"BOOL": true}),
                &["a: true or false is in quotes; read as true"],
            ),
            (
                json!("text"),
                json!({"S": "text"}),
                &["a: it is plain JSON without a type; read as S"],
            ),
            (json!({}), json!(null), &["a: it has no value; left out"]),
            (json!({"S": null}), json!(null), &["a: it has no value; left out"]),
            (json!({"N": ""}), json!(null), &["a: the number is empty; left out"]),
            (
                json!({"N": "many"}),
                json!({"S": "many"}),
                &[
                    "a: it is not a number of up to 38 digits that DynamoDB can hold; kept as a string",
                ],
            ),
            (
                json!({"M": {"on": true, "deep": {"x": {"y": "z"}}, "typed": {"N": "1"}}}),
                json!({"M": {"on": {"BOOL": true}, "deep": {"M": {"x": {"M": {"y": {"S": "z"}}}}}, "typed": {"N": "1"}}}),
                &[
                    "a.deep: it is plain JSON without a type; read as M",
                    "a.on: it is plain JSON without a type; read as BOOL",
                ],
            ),
            (
                json!({"M": {"M": {"HP": {"N": "50"}}}}),
                json!({"M": {"HP": {"N": "50"}}}),
                &["a: the map is wrapped twice; unwrapped"],
            ),
            (json!({"M": {"M": {"S": "x"}}}), json!({"M": {"M": {"S": "x"}}}), &[]),
            (
                json!({"L": ["x", {"S": "y"}]}),
                json!({"L": [{"S": "x"}, {"S": "y"}]}),
                &["a[0]: it is plain JSON without a type; read as S"],
            ),
            (
                json!({"SS": ["x", "x"]}),
                json!({"SS": ["x"]}),
                &["a: the set repeats an element or lacks quotes; each element was kept once"],
            ),
            (
                json!({"NS": [1, "1.0", "2"]}),
                json!({"NS": ["1", "2"]}),
                &["a: the set repeats an element or lacks quotes; each element was kept once"],
            ),
            (json!({"SS": []}), json!(null), &["a: a set may not be empty; left out"]),
            (
                json!({"B": "not base64!"}),
                json!({"S": "not base64!"}),
                &["a: the binary value is not Base64; kept as a string"],
            ),
            (
                json!({"S": "x", "N": "1"}),
                json!({"M": {"N": {"S": "1"}, "S": {"S": "x"}}}),
                &["a: it is plain JSON without a type; read as M"],
            ),
            (
                json!({"S": {"S": "x"}}),
                json!({"S": "x"}),
                &["a: its content is no S; read as plain JSON"],
            ),
        ] {
            let mut found = Vec::new();
            let item = read_item(&json!({ "a": odd }), &mut found).unwrap();
            let read = item.get("a").map_or(Value::Null, AttributeValue::to_json);
            assert_eq!(read, sound, "{odd}");
            let found: Vec<String> =
                found.iter().map(|f| format!("{}: {}; {}", f.path, f.problem, f.done)).collect();
            assert_eq!(found, faults, "{odd}");
        }
    }

    #[test]
    fn nesting_beyond_what_an_item_may_hold_is_left_out_whether_typed_or_plain() {
        for (wrap, levels, kept) in
            [("typed", 31, true), ("typed", 60, false), ("plain", 31, true), ("plain", 60, false)]
        {
            let mut value = if wrap == "typed" { json!({"S": "x"}) } else { json!("x") };
            for _ in 0..levels {
                value = if wrap == "typed" { json!({"L": [value]}) } else { json!([value]) };
            }
            let mut faults = Vec::new();
            let item = read_item(&json!({"a": value, "odd": {}}), &mut faults).unwrap();
            assert_eq!(Item::from_json(&item.to_json()), Ok(item), "{wrap} {levels}");
            let too_deep = faults.iter().any(|fault| fault.problem.contains("32 levels"));
            assert_eq!(too_deep, !kept, "{wrap} {levels}");
        }
    }
}
