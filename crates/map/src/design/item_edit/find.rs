//! Whether an item holds a text, in the names or the values of its attributes.

use key_engine::value::base64_encode;
use key_engine::{AttributeValue, Item};

/// A text that is looked for. Letters of ASCII match whether they are large or small.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needle(String);

impl Needle {
    /// The text to look for.
    pub fn new(text: &str) -> Self {
        Self(text.to_ascii_lowercase())
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether an item holds it: in the value of one attribute, or with none in any name or value.
    pub fn is_in(&self, item: &Item, attribute: Option<&str>) -> bool {
        match attribute {
            Some(name) => item.get(name).is_some_and(|value| self.is_in_value(value)),
            None => item.iter().any(|(name, value)| self.is_in_attribute(name, value)),
        }
    }

    /// Whether an attribute holds it, in its name or in its value.
    pub fn is_in_attribute(&self, name: &str, value: &AttributeValue) -> bool {
        self.is_in_text(name) || self.is_in_value(value)
    }

    fn is_in_value(&self, value: &AttributeValue) -> bool {
        match value {
            AttributeValue::S(text) => self.is_in_text(text),
            AttributeValue::N(number) => self.is_in_text(&number.to_string()),
            AttributeValue::B(bytes) => self.is_in_text(&base64_encode(bytes)),
            AttributeValue::Bool(truth) => self.is_in_text(if *truth { "true" } else { "false" }),
            AttributeValue::Null => self.is_in_text("null"),
            AttributeValue::M(map) => self.is_in(map, None),
            AttributeValue::L(list) => list.iter().any(|value| self.is_in_value(value)),
            AttributeValue::Ss(set) => set.iter().any(|text| self.is_in_text(text)),
            AttributeValue::Ns(set) => {
                set.iter().any(|number| self.is_in_text(&number.to_string()))
            }
            AttributeValue::Bs(set) => {
                set.iter().any(|bytes| self.is_in_text(&base64_encode(bytes)))
            }
        }
    }

    fn is_in_text(&self, text: &str) -> bool {
        let (needle, text) = (self.0.as_bytes(), text.as_bytes());
        let Some((first, rest)) = needle.split_first() else { return true };
        let Some(last_start) = text.len().checked_sub(needle.len()) else { return false };
        let starts = text.iter().take(last_start + 1).enumerate();
        let mut begins = starts.filter(|(_, byte)| byte.to_ascii_lowercase() == *first);
        begins.any(|(at, _)| {
            let after = text.get(at + 1..=at + rest.len());
            after.is_some_and(|after| after.eq_ignore_ascii_case(rest))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_text_is_found_in_names_and_values_of_any_type_and_depth() {
        let item = Item::from_json(&json!({
            "PK": {"S": "CUSTOMER#7"}, "total": {"N": "12.50"}, "paid": {"BOOL": true}, "note": {"NULL": true},
            "to": {"M": {"city": {"S": "Zürich"}}}, "tags": {"SS": ["Gift", "rush"]}, "sizes": {"NS": ["41"]},
            "lines": {"L": [{"S": "Desk lamp"}]}, "raw": {"B": "AP/+"}}))
        .unwrap();
        for (text, attribute, found) in [
            ("customer#7", None, true),
            ("CITY", None, true),
            ("zürich", None, true),
            ("gift", None, true),
            ("lamp", Some("lines"), true),
            ("lamp", Some("to"), false),
            ("12.5", Some("total"), true),
            ("total", Some("total"), false),
            ("AP/+", None, true),
            ("null", None, true),
            ("41", None, true),
            ("CUSTOMER#77", None, false),
            ("", None, true),
            ("x", Some("absent"), false),
        ] {
            assert_eq!(Needle::new(text).is_in(&item, attribute), found, "{text} {attribute:?}");
        }
    }
}
