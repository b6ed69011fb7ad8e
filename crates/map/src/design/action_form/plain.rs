//! Plain JSON for `DynamoDB` JSON, and back: `5` for `{"N":"5"}`.
//!
//! Either may be typed, and both in one text. A value counts as `DynamoDB` JSON when it is an object with one member that is
//! named like a type and holds what that type holds; any other is plain. What plain JSON cannot say so that it comes back the same
//! (a set, binary, a number of 30 digits) stays in `DynamoDB` JSON.

use key_engine::value::object;
use serde_json::{Map, Value};

/// What a box for JSON shows of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Editor {
    /// `Item` or `Key`.
    Member(&'static str),
    /// `ExpressionAttributeNames` and `ExpressionAttributeValues` as one object.
    Placeholders,
    /// `Parameters`, a list.
    Parameters,
}

/// The one member of an object that is named like a type and holds what the type holds.
fn type_of(value: &Value) -> Option<(&str, &Value)> {
    let mut members = value.as_object()?.iter();
    let (name, held) = members.next()?;
    let fits = match name.as_str() {
        "S" | "N" | "B" => held.is_string(),
        "BOOL" | "NULL" => held.is_boolean(),
        "SS" | "NS" | "BS" | "L" => held.is_array(),
        "M" => held.is_object(),
        _ => false,
    };
    (fits && members.next().is_none()).then_some((name.as_str(), held))
}

fn of_type(name: &str, value: Value) -> Value {
    object(&mut [(name, value)])
}

fn members(value: &Map<String, Value>, each: fn(&Value) -> Value) -> Value {
    let mut out = Map::new();
    for (name, value) in value {
        out.insert(name.clone(), each(value));
    }
    Value::Object(out)
}

/// `DynamoDB` JSON for a value that is plain, or that is `DynamoDB` JSON already.
pub fn typed_value(value: &Value) -> Value {
    match type_of(value) {
        Some(("L", Value::Array(elements))) => {
            of_type("L", elements.iter().map(typed_value).collect())
        }
        Some(("M", Value::Object(held))) => of_type("M", members(held, typed_value)),
        Some(_) => value.clone(),
        None => match value {
            Value::Null => of_type("NULL", true.into()),
            Value::Bool(_) => of_type("BOOL", value.clone()),
            Value::Number(number) => of_type("N", number.to_string().into()),
            Value::String(_) => of_type("S", value.clone()),
            Value::Array(elements) => of_type("L", elements.iter().map(typed_value).collect()),
            Value::Object(held) => of_type("M", members(held, typed_value)),
        },
    }
}

/// Plain JSON for `DynamoDB` JSON, where it comes back the same.
fn plain_value(value: &Value) -> Value {
    let plain = match type_of(value) {
        Some(("S" | "BOOL", held)) => held.clone(),
        Some(("NULL", _)) => Value::Null,
        Some(("N", Value::String(digits))) => match serde_json::from_str(digits) {
            Ok(number @ Value::Number(_)) => number,
            _ => return value.clone(),
        },
        Some(("L", Value::Array(elements))) => elements.iter().map(plain_value).collect(),
        Some(("M", Value::Object(held))) => members(held, plain_value),
        _ => return value.clone(),
    };
    if typed_value(&plain) == *value { plain } else { value.clone() }
}

/// An item or a key, in `DynamoDB` JSON.
pub(super) fn typed_item(value: &Value) -> Result<Value, String> {
    match value {
        Value::Object(attributes) => Ok(members(attributes, typed_value)),
        _ => Err("An object is wanted, such as {\"PK\": \"ORDER#1\"}.".to_owned()),
    }
}

impl Editor {
    /// A value as text: plain where that is wanted and says the same.
    pub fn print(self, value: &Value, plain: bool) -> String {
        let shown = match value {
            Value::Object(held) if plain => members(held, plain_value),
            Value::Array(held) if plain => held.iter().map(plain_value).collect(),
            other => other.clone(),
        };
        let empty = match &shown {
            Value::Object(held) => held.is_empty(),
            Value::Array(held) => held.is_empty(),
            _ => false,
        };
        match (self, &shown) {
            (Self::Placeholders | Self::Parameters, _) if empty => String::new(),
            (Self::Member(_), _) => serde_json::to_string_pretty(&shown).unwrap_or_default(),
            _ => shown.to_string(),
        }
    }

    /// The value of a text.
    ///
    /// # Errors
    /// A sentence that says where it is no JSON.
    pub fn parse(self, text: &str) -> Result<Value, String> {
        if text.trim().is_empty() {
            return Ok(if self == Self::Parameters {
                Value::Array(Vec::new())
            } else {
                object(&mut [])
            });
        }
        serde_json::from_str(text).map_err(|error| format!("This is not JSON: {error}."))
    }
}

/// The two kinds of placeholders as one object.
pub(super) mod placeholders {
    use super::{Map, Members, Value, typed_value};

    const PARAMETERS: [(&str, char); 2] =
        [("ExpressionAttributeNames", '#'), ("ExpressionAttributeValues", ':')];

    pub(in super::super) fn read(members: &Map<String, Value>) -> Value {
        let mut all = Map::new();
        for (parameter, _) in PARAMETERS {
            if let Some(Value::Object(defined)) = members.get(parameter) {
                all.extend(defined.clone());
            }
        }
        Value::Object(all)
    }

    pub(in super::super) fn write(
        value: &Value,
        members: &mut Map<String, Value>,
    ) -> Result<(), String> {
        let Value::Object(defined) = value else {
            return Err("An object is wanted, such as {\":total\": 129}.".to_owned());
        };
        let mut sorted = [Map::new(), Map::new()];
        for (name, value) in defined {
            let [names, values] = &mut sorted;
            match name.chars().next() {
                Some('#') if value.is_string() => names.set(name, value.clone()),
                Some('#') => {
                    return Err(format!(
                        "`{name}` stands for an attribute's name, which is a text."
                    ));
                }
                Some(':') => values.set(name, typed_value(value)),
                _ => {
                    return Err(format!(
                        "`{name}` is no placeholder: #name stands for an attribute's name, :value for a value."
                    ));
                }
            }
        }
        for ((parameter, _), defined) in PARAMETERS.into_iter().zip(sorted) {
            if defined.is_empty() {
                members.remove(parameter);
            } else {
                members.set(parameter, Value::Object(defined));
            }
        }
        Ok(())
    }
}

/// The values that stand for a statement's question marks.
pub(super) mod parameters {
    use super::{Map, Members, Value, typed_value};

    pub(in super::super) fn read(members: &Map<String, Value>) -> Value {
        members.get("Parameters").cloned().unwrap_or_else(|| Value::Array(Vec::new()))
    }

    pub(in super::super) fn write(
        value: &Value,
        members: &mut Map<String, Value>,
    ) -> Result<(), String> {
        let Value::Array(values) = value else {
            return Err("A list is wanted, one value for each question mark.".to_owned());
        };
        if values.is_empty() {
            members.remove("Parameters");
        } else {
            members.set("Parameters", values.iter().map(typed_value).collect());
        }
        Ok(())
    }
}

use key_engine::value::Members;
