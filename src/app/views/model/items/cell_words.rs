//! A value in a cell: as one would say it, on one line, and never longer than a cell can show.

use key_engine::{AttributeValue, Item};
use map::label::printable;

/// Characters of a value that a cell shows at most.
const MOST: usize = 160;

/// The words of a value. However large it is, only what is shown of it is looked at.
pub fn cell_words(value: &AttributeValue) -> String {
    let mut words = Words { text: String::new(), left: MOST };
    words.value(value, 0);
    if words.left == 0 {
        words.text.push('…');
    }
    printable(&words.text)
}

/// What a value is, for its looks.
pub fn cell_type(value: &AttributeValue) -> &'static str {
    value.type_name()
}

struct Words {
    text: String,
    /// Characters that may still be written.
    left: usize,
}

/// Maps and lists further down are not spelt out.
const DEEPEST: usize = 4;

impl Words {
    fn text(&mut self, text: &str) {
        for letter in text.chars() {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            self.text.push(letter);
        }
    }

    fn all<T>(
        &mut self,
        brackets: [&str; 2],
        parts: impl Iterator<Item = T>,
        write: impl Fn(&mut Self, T),
    ) {
        self.text(brackets[0]);
        for (place, part) in parts.enumerate() {
            if self.left == 0 {
                return;
            }
            self.text(if place == 0 { "" } else { ", " });
            write(self, part);
        }
        self.text(brackets[1]);
    }

    fn value(&mut self, value: &AttributeValue, depth: usize) {
        match value {
            AttributeValue::S(text) => self.text(text),
            AttributeValue::N(number) => self.text(&number.to_string()),
            AttributeValue::B(bytes) => self.bytes(bytes),
            AttributeValue::Bool(truth) => self.text(if *truth { "true" } else { "false" }),
            AttributeValue::Null => self.text("null"),
            AttributeValue::M(_) | AttributeValue::L(_) if depth == DEEPEST => self.text("…"),
            AttributeValue::M(map) => self.map(map, depth),
            AttributeValue::L(list) => {
                self.all(["[", "]"], list.iter(), |words, one| words.value(one, depth + 1));
            }
            AttributeValue::Ss(set) => {
                self.all(["{", "}"], set.iter(), |words, one| words.text(one));
            }
            AttributeValue::Ns(set) => {
                self.all(["{", "}"], set.iter(), |words, one| words.text(&one.to_string()));
            }
            AttributeValue::Bs(set) => {
                self.all(["{", "}"], set.iter(), |words, one| words.bytes(one));
            }
        }
    }

    fn map(&mut self, map: &Item, depth: usize) {
        self.all(["{", "}"], map.iter(), |words, (name, value)| {
            words.text(name);
            words.text(": ");
            words.value(value, depth + 1);
        });
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.text("0x");
        for byte in bytes {
            if self.left == 0 {
                return;
            }
            for digit in [byte >> 4, byte & 15] {
                let digit = char::from_digit(u32::from(digit), 16).unwrap_or('0');
                self.text(digit.encode_utf8(&mut [0; 4]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_said_on_one_line_and_cut() {
        for (value, expected) in [
            (json!({"S": "ORDER#1"}), "ORDER#1".to_owned()),
            (json!({"S": "a\nb\u{202e}c"}), "a␊b<202E>c".to_owned()),
            (json!({"BOOL": true}), "true".to_owned()),
            (json!({"NULL": true}), "null".to_owned()),
            (json!({"B": "AP8="}), "0x00ff".to_owned()),
            (json!({"SS": ["b", "a"]}), "{a, b}".to_owned()),
            (
                json!({"M": {"city": {"S": "Reno"}, "n": {"L": [{"N": "1"}]}}}),
                "{city: Reno, n: [1]}".to_owned(),
            ),
            (json!({"S": "x".repeat(300_000)}), "x".repeat(MOST) + "…"),
        ] {
            let value = AttributeValue::from_json(&value).unwrap();
            assert!(cell_words(&value) == expected, "{}", cell_words(&value));
        }
        let deep = (0..30).fold(json!({"S": "x"}), |inner, _| json!({"L": [inner]}));
        assert_eq!(cell_words(&AttributeValue::from_json(&deep).unwrap()), "[[[[…]]]]");
    }
}
