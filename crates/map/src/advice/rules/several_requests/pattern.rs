//! Texts with `{placeholders}`, matched and filled.
//!
//! Owns reading the values of a pattern's placeholders off a text that was made by it, and making another text of them.

use std::borrow::Cow;

use key_engine::{AttributeValue, Item};

/// The values of placeholders.
pub(super) type Bound = Vec<(String, String)>;

/// A part of a pattern.
enum Part<'p> {
    Literal(&'p str),
    Placeholder(&'p str),
}

fn parts(pattern: &str) -> Vec<Part<'_>> {
    let mut found = Vec::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, tail)) = after.split_once('}') else { break };
        if !before.is_empty() {
            found.push(Part::Literal(before));
        }
        found.push(Part::Placeholder(name));
        rest = tail;
    }
    if !rest.is_empty() {
        found.push(Part::Literal(rest));
    }
    found
}

/// The placeholders of a pattern.
pub(super) fn placeholders(pattern: &str) -> Vec<&str> {
    let names = parts(pattern).into_iter().filter_map(|part| match part {
        Part::Placeholder(name) => Some(name),
        Part::Literal(_) => None,
    });
    names.collect()
}

/// What a pattern begins with, before its first placeholder.
pub(super) fn beginning(pattern: &str) -> &str {
    match parts(pattern).first() {
        Some(Part::Literal(text)) => text,
        _ => "",
    }
}

/// Adds the values that a text gives to the placeholders of a pattern; false where the text is not of it, or gives a placeholder
/// another value than it has.
pub(super) fn bind(pattern: &str, text: &str, bound: &mut Bound) -> bool {
    let parts = parts(pattern);
    let mut rest = text;
    let mut waiting: Option<&str> = None;
    for part in &parts {
        match (part, waiting) {
            (Part::Placeholder(_), Some(_)) => return false, // two side by side: nothing says where one ends
            (Part::Placeholder(name), None) => waiting = Some(name),
            (Part::Literal(literal), None) => match rest.strip_prefix(literal) {
                Some(tail) => rest = tail,
                None => return false,
            },
            (Part::Literal(literal), Some(name)) => {
                let Some((value, tail)) = rest.split_once(literal) else { return false };
                if !take(name, value, bound) {
                    return false;
                }
                rest = tail;
                waiting = None;
            }
        }
    }
    match waiting {
        Some(name) => take(name, rest, bound),
        None => rest.is_empty(),
    }
}

fn take(name: &str, value: &str, bound: &mut Bound) -> bool {
    if value.is_empty() {
        return false;
    }
    if let Some((_, known)) = bound.iter().find(|(known, _)| known == name) {
        return known == value;
    }
    bound.push((name.to_owned(), value.to_owned()));
    true
}

/// The text a pattern makes of the values, or of the item's attributes of the placeholders' names.
pub(super) fn fill(pattern: &str, bound: &Bound, item: &Item) -> Option<String> {
    let mut text = String::new();
    for part in parts(pattern) {
        match part {
            Part::Literal(literal) => text.push_str(literal),
            Part::Placeholder(name) => match bound.iter().find(|(known, _)| known == name) {
                Some((_, value)) => text.push_str(value),
                None => text.push_str(&text_of(item.get(name)?)?),
            },
        }
    }
    Some(text)
}

/// The text of a key value: of a string or a number.
pub(super) fn text_of(value: &AttributeValue) -> Option<Cow<'_, str>> {
    match value {
        AttributeValue::S(text) => Some(Cow::Borrowed(text)),
        AttributeValue::N(number) => Some(Cow::Owned(number.to_string())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_gives_its_placeholders_their_values() {
        for (pattern, text, expected) in [
            ("ORDER#{id}", "ORDER#o1", Some("id=o1")),
            ("{a}#{b}", "x#y#z", Some("a=x b=y#z")),
            ("PROFILE", "PROFILE", Some("")),
            ("PROFILE", "PROFILES", None),
            ("ORDER#{id}", "ITEM#o1", None),
            ("ORDER#{id}", "ORDER#", None),
            ("{a}{b}", "xy", None),
            ("{a}#{a}", "x#x", Some("a=x")),
            ("{a}#{a}", "x#y", None),
            ("{open", "{open", Some("")),
        ] {
            let mut bound = Vec::new();
            let told = bind(pattern, text, &mut bound).then(|| {
                let values: Vec<String> =
                    bound.iter().map(|(name, value)| format!("{name}={value}")).collect();
                values.join(" ")
            });
            assert_eq!(told.as_deref(), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn a_pattern_is_filled_from_values_and_attributes() {
        let item: Item = [("orderId", AttributeValue::S("o1".to_owned()))].into_iter().collect();
        let bound = vec![("c".to_owned(), "7".to_owned())];
        for (pattern, expected) in [
            ("ORDER#{orderId}", Some("ORDER#o1")),
            ("{c}#{orderId}", Some("7#o1")),
            ("{other}", None),
        ] {
            assert_eq!(fill(pattern, &bound, &item).as_deref(), expected, "{pattern}");
        }
        assert_eq!((beginning("ITEM#{id}"), beginning("{id}")), ("ITEM#", ""));
        assert_eq!(placeholders("{a}#{b}"), ["a", "b"]);
    }
}
