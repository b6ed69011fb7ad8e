//! `DynamoDB`'s JSON: `{"S": "text"}`, `{"N": "12.5"}`, ... to values and back.

use serde_json::{Map, Value};

use super::{AttributeValue, Item, Name, Number, ValueError, base64_decode, base64_encode};
use crate::order::{SortedSet, gathered};

/// Deepest nesting of lists and maps. Source: AWS, "Quotas in Amazon DynamoDB", nested attribute depth.
pub const MAX_NESTING: usize = 32;

/// Longest name of an attribute, in bytes of UTF-8. Source: AWS, "Supported data types and naming rules in Amazon
/// DynamoDB", which says 64 KB; the service refuses the last of them.
pub const MAX_NAME_BYTES: usize = 65_535;

const NOT_A_STRUCTURE: ValueError = ValueError::Shape("Unexpected value type in payload");

impl AttributeValue {
    /// Reads a value from `DynamoDB`'s JSON.
    ///
    /// # Errors
    /// With `DynamoDB`'s message when the JSON is no attribute value or nests deeper than [`MAX_NESTING`].
    pub fn from_json(json: &Value) -> Result<Self, ValueError> {
        read_value(json, 0)
    }

    /// Writes the value as `DynamoDB`'s JSON.
    pub fn to_json(&self) -> Value {
        let content = match self {
            Self::S(text) => Value::String(text.clone()),
            Self::N(number) => Value::String(number.to_string()),
            Self::B(bytes) => Value::String(base64_encode(bytes)),
            Self::Bool(truth) => Value::Bool(*truth),
            Self::Null => Value::Bool(true),
            Self::M(map) => map.to_json(),
            Self::L(list) => list.iter().map(Self::to_json).collect(),
            Self::Ss(set) => set.iter().map(|text| Value::String(text.clone())).collect(),
            Self::Ns(set) => set.iter().map(|number| Value::String(number.to_string())).collect(),
            Self::Bs(set) => set.iter().map(|bytes| Value::String(base64_encode(bytes))).collect(),
        };
        let mut object = Map::new();
        object.insert(self.type_name().to_owned(), content);
        Value::Object(object)
    }
}

impl Item {
    /// Reads an item from `DynamoDB`'s JSON: an object of names to attribute values.
    ///
    /// # Errors
    /// As [`AttributeValue::from_json`].
    pub fn from_json(json: &Value) -> Result<Self, ValueError> {
        read_map(json, 0)
    }

    /// Writes the item as `DynamoDB`'s JSON.
    pub fn to_json(&self) -> Value {
        let object: Map<String, Value> =
            gathered(self.iter().map(|(name, value)| (name.to_owned(), value.to_json())));
        Value::Object(object)
    }
}

fn read_map(json: &Value, depth: usize) -> Result<Item, ValueError> {
    let Value::Object(object) = json else { return Err(wrong_shape(json)) };
    let entries = object
        .iter()
        .map(|(name, value)| Ok((read_name(name)?, read_value(value, depth)?)))
        .collect::<Result<Vec<_>, ValueError>>()?;
    Ok(Item::from_entries(entries))
}

/// Reads the name of an attribute, which is neither empty nor longer than [`MAX_NAME_BYTES`].
pub(crate) fn read_name(name: &str) -> Result<Name, ValueError> {
    match name.len() {
        0 => Err(ValueError::EmptyName),
        1..=MAX_NAME_BYTES => Ok(name.into()),
        _ => Err(ValueError::NameTooLong),
    }
}

fn read_value(json: &Value, depth: usize) -> Result<AttributeValue, ValueError> {
    if depth > MAX_NESTING {
        return Err(ValueError::TooDeep);
    }
    let Value::Object(object) = json else { return Err(wrong_shape(json)) };
    let mut given = object.iter().filter(|(name, content)| is_type(name) && !content.is_null());
    let Some((name, content)) = given.next() else { return Err(ValueError::Empty) };
    let value = read_typed(name, content, depth)?;
    if given.next().is_some() {
        return Err(ValueError::SeveralTypes);
    }
    Ok(value)
}

fn is_type(name: &str) -> bool {
    matches!(name, "S" | "N" | "B" | "BOOL" | "NULL" | "M" | "L" | "SS" | "NS" | "BS")
}

fn read_typed(name: &str, content: &Value, depth: usize) -> Result<AttributeValue, ValueError> {
    Ok(match name {
        "S" => AttributeValue::S(read_text(content)?.to_owned()),
        "N" => AttributeValue::N(read_text(content)?.parse()?),
        "B" => AttributeValue::B(read_binary(content)?),
        "BOOL" => AttributeValue::Bool(read_bool(content)?),
        "NULL" => {
            if !read_bool(content)? {
                return Err(ValueError::NullNotTrue);
            }
            AttributeValue::Null
        }
        "M" => AttributeValue::M(read_map(content, depth + 1)?),
        "L" => AttributeValue::L(
            read_list(content)?
                .iter()
                .map(|value| read_value(value, depth + 1))
                .collect::<Result<_, _>>()?,
        ),
        "SS" => AttributeValue::Ss(read_string_set(read_list(content)?)?),
        "NS" => AttributeValue::Ns(read_number_set(read_list(content)?)?),
        _ => AttributeValue::Bs(read_binary_set(read_list(content)?)?),
    })
}

fn read_string_set(list: &[Value]) -> Result<SortedSet<String>, ValueError> {
    if list.is_empty() {
        return Err(ValueError::EmptyStringSet);
    }
    let texts = list.iter().map(read_text).collect::<Result<Vec<_>, _>>()?;
    let set: SortedSet<String> = texts.iter().map(|text| (*text).to_owned()).collect();
    if set.len() < texts.len() {
        return Err(duplicates(&texts));
    }
    Ok(set)
}

fn read_number_set(list: &[Value]) -> Result<SortedSet<Number>, ValueError> {
    if list.is_empty() {
        return Err(ValueError::EmptyNumberSet);
    }
    let mut numbers: Vec<Number> = Vec::with_capacity(list.len());
    for value in list {
        numbers.push(read_text(value)?.parse()?);
    }
    let set: SortedSet<Number> = numbers.into_iter().collect();
    if set.len() < list.len() { Err(ValueError::DuplicateInNumberSet) } else { Ok(set) }
}

fn read_binary_set(list: &[Value]) -> Result<SortedSet<Vec<u8>>, ValueError> {
    if list.is_empty() {
        return Err(ValueError::EmptyBinarySet);
    }
    let mut binaries = Vec::with_capacity(list.len());
    for value in list {
        binaries.push(read_binary(value)?);
    }
    let set: SortedSet<Vec<u8>> = binaries.into_iter().collect();
    if set.len() < list.len() {
        let texts: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
        return Err(duplicates(&texts));
    }
    Ok(set)
}

fn duplicates(texts: &[&str]) -> ValueError {
    let quoted: Vec<String> = texts.iter().map(|text| format!("\"{text}\"")).collect();
    ValueError::DuplicateInSet(format!("[{}]", quoted.join(", ")))
}

fn read_text(json: &Value) -> Result<&str, ValueError> {
    match json {
        Value::String(text) => Ok(text),
        Value::Number(_) => Err(ValueError::Shape("NUMBER_VALUE cannot be converted to String")),
        Value::Bool(true) => Err(ValueError::Shape("TRUE_VALUE cannot be converted to String")),
        Value::Bool(false) => Err(ValueError::Shape("FALSE_VALUE cannot be converted to String")),
        Value::Array(_) => {
            Err(ValueError::Shape("Unrecognized collection type class java.lang.String"))
        }
        Value::Object(_) => {
            Err(ValueError::Shape("Start of structure or map found where not expected"))
        }
        Value::Null => Err(NOT_A_STRUCTURE),
    }
}

fn read_bool(json: &Value) -> Result<bool, ValueError> {
    match json {
        Value::Bool(truth) => Ok(*truth),
        Value::String(_) => Err(ValueError::Shape("Unexpected token received from parser")),
        Value::Number(_) => Err(ValueError::Shape("NUMBER_VALUE cannot be converted to Boolean")),
        Value::Array(_) => {
            Err(ValueError::Shape("Unrecognized collection type class java.lang.Boolean"))
        }
        Value::Object(_) => {
            Err(ValueError::Shape("Start of structure or map found where not expected"))
        }
        Value::Null => Err(NOT_A_STRUCTURE),
    }
}

fn read_binary(json: &Value) -> Result<Vec<u8>, ValueError> {
    match json {
        Value::String(text) => {
            base64_decode(text).ok_or(ValueError::Shape("Invalid binary: not Base64"))
        }
        Value::Number(_) => Err(ValueError::Shape("NUMBER_VALUE cannot be converted to Blob")),
        Value::Bool(_) => {
            Err(ValueError::Shape("only base-64-encoded strings are convertible to bytes"))
        }
        Value::Array(_) => {
            Err(ValueError::Shape("Unrecognized collection type class java.nio.ByteBuffer"))
        }
        Value::Object(_) => {
            Err(ValueError::Shape("Start of structure or map found where not expected"))
        }
        Value::Null => Err(NOT_A_STRUCTURE),
    }
}

fn read_list(json: &Value) -> Result<&[Value], ValueError> {
    match json {
        Value::Array(list) => Ok(list),
        Value::Object(_) => {
            Err(ValueError::Shape("Start of structure or map found where not expected"))
        }
        _ => Err(NOT_A_STRUCTURE),
    }
}

fn wrong_shape(json: &Value) -> ValueError {
    match json {
        Value::Array(_) => ValueError::Shape(
            "Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>",
        ),
        _ => NOT_A_STRUCTURE,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_type_reads_and_writes_back() {
        let item = json!({
            "s": {"S": "text"}, "n": {"N": "12.5"}, "b": {"B": "AP/+"}, "yes": {"BOOL": true},
            "nothing": {"NULL": true}, "map": {"M": {"a": {"L": [{"S": ""}, {"N": "0"}]}}},
            "ss": {"SS": ["a", "b"]}, "ns": {"NS": ["1", "20"]}, "bs": {"BS": ["AA==", "Zg=="]}
        });
        assert_eq!(Item::from_json(&item).unwrap().to_json(), item);
    }

    #[test]
    fn what_is_no_value_says_why_in_the_services_words() {
        for (given, message) in [
            (
                json!({}),
                "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
            ),
            (
                json!({"X": "a"}),
                "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
            ),
            (
                json!({"S": "a", "N": "1"}),
                "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes",
            ),
            (json!({"N": "one"}), "The parameter cannot be converted to a numeric value: one"),
            (
                json!({"NULL": false}),
                "One or more parameter values were invalid: Null attribute value types must have the value of true",
            ),
            (
                json!({"SS": []}),
                "One or more parameter values were invalid: An string set  may not be empty",
            ),
            (json!({"NS": ["1", "1.0"]}), "Input collection contains duplicates"),
            (json!({"S": 1}), "NUMBER_VALUE cannot be converted to String"),
            (json!("text"), "Unexpected value type in payload"),
        ] {
            assert_eq!(
                AttributeValue::from_json(&given).unwrap_err().to_string(),
                message,
                "{given}"
            );
        }
    }

    #[test]
    fn attributes_have_names_of_1_to_65535_bytes() {
        let named = |name: &str| Item::from_json(&json!({ name: { "S": "" } }));
        assert!(named("n").is_ok());
        assert!(named(&"n".repeat(MAX_NAME_BYTES)).is_ok());
        assert_eq!(named(""), Err(ValueError::EmptyName));
        assert_eq!(named(&"n".repeat(MAX_NAME_BYTES + 1)), Err(ValueError::NameTooLong));
        let inside = json!({ "M": { "": { "S": "" } } });
        assert_eq!(AttributeValue::from_json(&inside), Err(ValueError::EmptyName));
    }

    fn nested(levels: usize) -> Value {
        (0..levels).fold(json!({"S": "inside"}), |inner, level| {
            if level % 2 == 0 { json!({"L": [inner]}) } else { json!({"M": {"a": inner}}) }
        })
    }

    #[test]
    fn values_nest_to_32_levels_and_no_deeper() {
        assert!(AttributeValue::from_json(&nested(32)).is_ok());
        assert_eq!(AttributeValue::from_json(&nested(33)), Err(ValueError::TooDeep));
    }

    #[test]
    fn sizes_count_names_values_and_the_shape_of_lists_and_maps() {
        for (given, bytes) in [
            (json!({"abc": {"S": "é"}}), 3 + 2),
            (json!({"a": {"BOOL": false}, "b": {"NULL": true}}), 4),
            (json!({"l": {"L": []}}), 1 + 3),
            (json!({"l": {"L": [{"S": "x"}, {"S": "y"}]}}), 1 + 3 + 2 + 2),
            (json!({"m": {"M": {"k": {"S": "v"}}}}), 1 + 3 + 1 + 2),
            (json!({"s": {"SS": ["ab", "c"]}}), 1 + 3),
            (json!({"n": {"N": "-123.4"}}), 1 + 5),
        ] {
            assert_eq!(Item::from_json(&given).unwrap().size_bytes(), bytes, "{given}");
        }
    }
}
