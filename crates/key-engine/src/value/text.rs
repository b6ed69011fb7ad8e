//! Values as `DynamoDB`'s JSON, written down as text.
//!
//! What [`Item::to_json`] builds as a tree is here written straight from the values: the same JSON, an order of magnitude sooner.

use super::{AttributeValue, Item, base64_encode};

impl Item {
    /// Appends the item as `DynamoDB`'s JSON.
    ///
    /// ```
    /// use key_engine::{AttributeValue, Item};
    /// let item: Item = [("PK", AttributeValue::S("P\"100".into()))].into_iter().collect();
    /// let mut text = String::new();
    /// item.write_json(&mut text);
    /// assert_eq!(text, item.to_json().to_string());
    /// ```
    pub fn write_json(&self, out: &mut String) {
        let mut before = '{';
        for (name, value) in self.iter() {
            out.push(before);
            before = ',';
            write_string(name, out);
            out.push(':');
            value.write_json(out);
        }
        if before == '{' {
            out.push('{');
        }
        out.push('}');
    }
}

impl AttributeValue {
    /// Appends the value as `DynamoDB`'s JSON.
    fn write_json(&self, out: &mut String) {
        out.push_str("{\"");
        out.push_str(self.type_name());
        out.push_str("\":");
        match self {
            Self::S(text) => write_string(text, out),
            Self::N(number) => {
                out.push('"');
                number.write_text(out);
                out.push('"');
            }
            Self::B(bytes) => write_string(&base64_encode(bytes), out),
            Self::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
            Self::Null => out.push_str("true"),
            Self::M(map) => map.write_json(out),
            Self::L(list) => write_list(list, out, Self::write_json),
            Self::Ss(set) => write_list(set.as_slice(), out, |text, out| write_string(text, out)),
            Self::Ns(set) => write_list(set.as_slice(), out, |number, out| {
                write_string(&number.to_string(), out);
            }),
            Self::Bs(set) => write_list(set.as_slice(), out, |bytes, out| {
                write_string(&base64_encode(bytes), out);
            }),
        }
        out.push('}');
    }
}

fn write_list<T>(list: &[T], out: &mut String, write: impl Fn(&T, &mut String)) {
    out.push('[');
    for (at, element) in list.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write(element, out);
    }
    out.push(']');
}

/// Appends a JSON string.
fn write_string(text: &str, out: &mut String) {
    let is_special = |byte: u8| byte < 0x20 || byte == b'"' || byte == b'\\';
    out.push('"');
    // looking at all bytes without a way out is many at a time
    if text.bytes().fold(false, |found, byte| found | is_special(byte)) {
        for character in text.chars() {
            match character {
                '"' | '\\' => out.extend(['\\', character]),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                '\u{8}' => out.push_str("\\b"),
                '\u{c}' => out.push_str("\\f"),
                '\0'..='\u{1f}' => {
                    let digit = |four: u32| char::from_digit(four & 15, 16).unwrap_or('0');
                    let code = u32::from(character);
                    out.push_str("\\u00");
                    out.extend([digit(code >> 4), digit(code)]);
                }
                other => out.push(other),
            }
        }
    } else {
        out.push_str(text);
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn every_type_is_written_as_the_tree_is() {
        for json in [
            json!({}),
            json!({"s": {"S": "text"}, "n": {"N": "-12.5"}, "b": {"B": "AP/+"}, "yes": {"BOOL": true},
                "no": {"BOOL": false}, "nothing": {"NULL": true}, "empty": {"M": {}}, "list": {"L": []},
                "map": {"M": {"a": {"L": [{"S": ""}, {"N": "0"}]}, "b": {"S": "x"}}},
                "ss": {"SS": ["a", "b"]}, "ns": {"NS": ["1", "20"]}, "bs": {"BS": ["AA==", "Zg=="]}}),
        ] {
            let mut text = String::new();
            Item::from_json(&json).unwrap().write_json(&mut text);
            assert_eq!(text, json.to_string());
        }
    }

    proptest! {
        #[test]
        fn any_text_is_written_as_serde_writes_it(text in "[\u{0}-\u{2f}\\\\é😀\u{7f}]{0,12}") {
            let mut out = String::new();
            write_string(&text, &mut out);
            prop_assert_eq!(out, Value::from(text).to_string());
        }
    }
}
