//! The fast way from an item's text to an item, for the items that are spelled as they should be.
//!
//! Owns the reading of strings, numbers, truths, nulls, lists and maps without a JSON tree in between, which is most of the
//! time that a large file takes to load. Whatever is odd or rare (sets, binary, more than one type, deep nesting) is not
//! read here at all: the caller reads it again, slowly and with care.

use std::borrow::Cow;
use std::fmt;

use key_engine::{AttributeValue, Item};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Deepest nesting read here; deeper is for the careful way, which knows the limit.
const MAX_NESTING: usize = 8;

/// The item of a text; none if the text is not plainly one.
pub(super) fn read_plain(text: &str) -> Option<Item> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let item = Members { depth: 0 }.deserialize(&mut deserializer).ok()?;
    deserializer.end().ok()?;
    Some(item)
}

/// Names and typed values: an item or a map.
#[derive(Clone, Copy)]
struct Members {
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for Members {
    type Value = Item;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Item, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Members {
    type Value = Item;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object of attribute values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Item, A::Error> {
        let mut entries = Vec::with_capacity(8);
        while let Some(name) = members.next_key::<Cow<'de, str>>()? {
            entries.push((name, members.next_value_seed(Typed { depth: self.depth })?));
        }
        Ok(entries.into_iter().collect())
    }
}

/// One value with its type: `{"S": "text"}`.
#[derive(Clone, Copy)]
struct Typed {
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for Typed {
    type Value = AttributeValue;

    fn deserialize<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<AttributeValue, D::Error> {
        if self.depth > MAX_NESTING {
            return Err(D::Error::custom("too deep"));
        }
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Typed {
    type Value = AttributeValue;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an attribute value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<AttributeValue, A::Error> {
        let odd = || A::Error::custom("odd");
        let kind = members.next_key::<Cow<'de, str>>()?.ok_or_else(odd)?;
        let depth = self.depth + 1;
        let value = match &*kind {
            "S" => AttributeValue::S(members.next_value()?),
            "N" => {
                let text: Cow<'de, str> = members.next_value()?;
                AttributeValue::N(text.parse().map_err(|_| odd())?)
            }
            "BOOL" => AttributeValue::Bool(members.next_value()?),
            "NULL" => {
                if !members.next_value::<bool>()? {
                    return Err(odd());
                }
                AttributeValue::Null
            }
            "M" => AttributeValue::M(members.next_value_seed(Members { depth })?),
            "L" => AttributeValue::L(members.next_value_seed(Elements { depth })?),
            _ => return Err(odd()),
        };
        if members.next_key::<IgnoredAny>()?.is_some() {
            return Err(odd());
        }
        Ok(value)
    }
}

/// The elements of a list.
#[derive(Clone, Copy)]
struct Elements {
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for Elements {
    type Value = Vec<AttributeValue>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Elements {
    type Value = Vec<AttributeValue>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of attribute values")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = elements.next_element_seed(Typed { depth: self.depth })? {
            values.push(value);
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn what_is_read_the_fast_way_is_what_the_careful_way_reads() {
        for (text, plain) in [
            ("{}", true),
            (
                r#"{"a": {"S": "x\u00e9\n"}, "b": {"N": "1.50"}, "c": {"BOOL": false}, "d": {"NULL": true}}"#,
                true,
            ),
            (r#"{"b": {"S": "1"}, "a": {"S": "2"}, "b": {"S": "3"}}"#, true),
            (r#"{"m": {"M": {"l": {"L": [{"N": "1"}, {"M": {}}]}}}}"#, true),
            (r#"{"a": {"SS": ["x"]}}"#, false),
            (r#"{"a": {"B": "AA=="}}"#, false),
            (r#"{"a": {"S": "x", "N": "1"}}"#, false),
            (r#"{"a": {"N": 1}}"#, false),
            (r#"{"a": {"N": "1e999"}}"#, false),
            (r#"{"a": {"NULL": false}}"#, false),
            (r#"{"a": {}}"#, false),
            (r#"{"a": {"S": "x"}} trailing"#, false),
            (r#"[{"a": {"S": "x"}}]"#, false),
            (r#"{"\ud800": {"S": "x"}}"#, false),
        ] {
            let read = read_plain(text);
            assert_eq!(read.is_some(), plain, "{text}");
            if let Some(item) = read {
                let json: Value = serde_json::from_str(text).unwrap();
                assert_eq!(Ok(item), Item::from_json(&json), "{text}");
            }
        }
        let deep =
            format!("{{\"a\": {}{{\"S\": \"x\"}}{}}}", "{\"L\": [".repeat(200), "]}".repeat(200));
        assert_eq!(read_plain(&deep), None);
    }
}
