//! Values and keys as a sentence of advice tells them.
//!
//! Owns how long they may be there. It never looks into a table.

use key_engine::engine::KeyElement;
use key_engine::{AttributeValue, Item};

use crate::numerals::units;

/// The most characters of a value that a sentence holds.
const LONGEST: usize = 48;

/// A value as one reads it, cut off where it is long.
pub(super) fn value_text(value: &AttributeValue) -> String {
    let text = match value {
        AttributeValue::S(text) => return shortened(text),
        AttributeValue::N(number) => number.to_string(),
        other => other.to_json().to_string(),
    };
    shortened(&text)
}

/// A value that may not be there.
pub(super) fn told(value: Option<&AttributeValue>) -> String {
    value.map_or_else(|| "nothing".to_owned(), value_text)
}

/// The key of an item: `ORDER#O900 / METADATA`.
pub(super) fn key_text(schema: &[KeyElement], item: &Item) -> String {
    let mut text = String::new();
    for element in schema {
        if !text.is_empty() {
            text.push_str(" / ");
        }
        text.push_str(&told(item.get(&element.attribute)));
    }
    text
}

/// Capacity units of a kind: `1 read unit`, `128.5 write units`.
pub(super) fn units_of(amount: f64, kind: &str) -> String {
    let one = amount > 0.75 && amount < 1.25;
    format!("{} {kind} {}", units(amount), if one { "unit" } else { "units" })
}

/// Words in a list: `a`, `a and b`, `a, b and c`.
pub(super) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_as_one_reads_them_and_long_ones_are_cut() {
        let long = "é".repeat(60);
        for (value, expected) in [
            (AttributeValue::S("PACKING".to_owned()), "PACKING".to_owned()),
            (AttributeValue::N("1.50".parse().unwrap()), "1.5".to_owned()),
            (AttributeValue::Bool(true), "{\"BOOL\":true}".to_owned()),
            (AttributeValue::S(long), format!("{}…", "é".repeat(48))),
        ] {
            assert_eq!(value_text(&value), expected);
        }
        assert_eq!(told(None), "nothing");
    }

    #[test]
    fn words_are_listed_as_in_a_sentence() {
        for (words, expected) in [("", ""), ("a", "a"), ("a b", "a and b"), ("a b c", "a, b and c")]
        {
            let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
            assert_eq!(listed(&words), expected);
        }
    }
}
