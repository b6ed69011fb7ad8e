//! How a key is made: fixed text and parts that have names.
//!
//! Owns the reading of key templates, their finding in the keys of items where a kind has none, and the taking apart and putting
//! together of keys.

use key_engine::{AttributeValue, Item};

/// A piece of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text that is always the same.
    Text(String),
    /// What has this name. Names that begin with a space are of parts that no attribute holds.
    Name(String),
}

/// How a key is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template(pub Vec<Part>);

impl Template {
    /// Reads `ORDER#{placedAt}#{orderId}`. Braces that enclose no name are text.
    pub fn parse(text: &str) -> Self {
        let mut parts = Vec::new();
        let mut fixed = String::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let (before, from) = rest.split_at(open);
            let Some(close) = from.find('}').filter(|close| *close > 1) else { break };
            fixed.push_str(before);
            if !fixed.is_empty() {
                parts.push(Part::Text(std::mem::take(&mut fixed)));
            }
            parts.push(Part::Name(from.get(1..close).unwrap_or_default().to_owned()));
            rest = from.get(close + 1..).unwrap_or_default();
        }
        fixed.push_str(rest);
        if !fixed.is_empty() {
            parts.push(Part::Text(fixed));
        }
        Self(parts)
    }

    /// The names, in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| match part {
            Part::Name(name) => Some(name.as_str()),
            Part::Text(_) => None,
        })
    }

    /// Puts a key together; none where a part is not known.
    pub fn fill<'v>(&self, value: impl Fn(&str) -> Option<&'v str>) -> Option<String> {
        let mut text = String::new();
        for part in &self.0 {
            match part {
                Part::Text(fixed) => text.push_str(fixed),
                Part::Name(name) => text.push_str(value(name)?),
            }
        }
        Some(text)
    }

    /// Takes a key apart; none where it is not made like this.
    pub fn read<'k>(&self, key: &'k str) -> Option<Vec<(&str, &'k str)>> {
        let mut found: Vec<(&str, &'k str)> = Vec::new();
        let mut rest = key;
        let mut parts = self.0.iter().peekable();
        while let Some(part) = parts.next() {
            match part {
                Part::Text(fixed) => rest = rest.strip_prefix(fixed.as_str())?,
                Part::Name(name) => {
                    let end = match parts.peek() {
                        None => rest.len(),
                        Some(Part::Text(next)) => rest.find(next.as_str())?,
                        Some(Part::Name(_)) => return None,
                    };
                    let (value, after) = rest.split_at(end);
                    if value.is_empty()
                        || found.iter().any(|(known, it)| known == name && *it != value)
                    {
                        return None;
                    }
                    found.push((name, value));
                    rest = after;
                }
            }
        }
        rest.is_empty().then_some(found)
    }
}

/// The text of a value that can be part of a key.
pub fn text_of(value: &AttributeValue) -> Option<String> {
    match value {
        AttributeValue::S(text) => Some(text.clone()),
        AttributeValue::N(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Finds how the keys of items are made. `known` are the templates found so far: a part that is the same as one of theirs has its
/// name. None where the attribute is no string.
pub fn derive(
    items: &[&Item],
    attribute: &str,
    keys: &[&str],
    known: &[(&str, &Template)],
) -> Option<Template> {
    let of = |item: &&Item| match item.get(attribute) {
        Some(AttributeValue::S(text)) => Some(text.clone()),
        _ => None,
    };
    let with_key: Vec<(&Item, String)> =
        items.iter().filter_map(|item| Some((*item, of(item)?))).collect();
    let joint =
        ['#', '|'].into_iter().find(|joint| with_key.iter().any(|(_, key)| key.contains(*joint)));
    let joint = joint.unwrap_or('#');
    let first = with_key.first().map(|(_, key)| key.split(joint).count())?;
    let even = with_key.iter().all(|(_, key)| key.split(joint).count() == first);
    let segments = if even { first } else { 2.min(first) };
    let mut template = Template::default();
    for place in 0..segments {
        let segment = |key: &str| -> Option<String> {
            let mut segments = key.splitn(segments, joint);
            segments.nth(place).map(str::to_owned)
        };
        let column: Vec<(&Item, String)> =
            with_key.iter().filter_map(|(item, key)| Some((*item, segment(key)?))).collect();
        if place > 0 {
            push_text(&mut template, joint.encode_utf8(&mut [0; 4]));
        }
        if let Some(text) = fixed(&column) {
            push_text(&mut template, &text);
        } else {
            let name = name_of(&column, attribute, keys, known)
                .unwrap_or_else(|| format!(" {attribute} {place}"));
            template.0.push(Part::Name(name));
        }
    }
    Some(template)
}

fn push_text(template: &mut Template, text: &str) {
    match template.0.last_mut() {
        Some(Part::Text(before)) => before.push_str(text),
        _ if text.is_empty() => {}
        _ => template.0.push(Part::Text(text.to_owned())),
    }
}

/// The text that a segment of all keys is, where it is the same and no value.
fn fixed(column: &[(&Item, String)]) -> Option<String> {
    let (_, first) = column.first()?;
    let same = column.iter().all(|(_, text)| text == first);
    let is_word = !first.bytes().any(|byte| byte.is_ascii_digit());
    (same && (is_word || column.len() > 4)).then(|| first.clone())
}

/// The attribute that holds a segment of nearly every key, or the part of another key that is the same.
fn name_of(
    column: &[(&Item, String)],
    attribute: &str,
    keys: &[&str],
    known: &[(&str, &Template)],
) -> Option<String> {
    let (first, text) = column.first()?;
    let agree = |same: &dyn Fn(&Item, &str) -> bool| {
        let agreeing = column.iter().filter(|(item, text)| same(item, text)).count();
        agreeing * 10 >= column.len() * 9
    };
    let holds = |name: &str, item: &Item, text: &str| {
        item.get(name).and_then(text_of).is_some_and(|value| value == text)
    };
    let candidates = first
        .iter()
        .filter(|(name, _)| *name != attribute && !keys.contains(name) && holds(name, first, text));
    let mut candidates: Vec<&str> = candidates.map(|(name, _)| name).collect();
    candidates.retain(|name| agree(&|item, text| holds(name, item, text)));
    if let Some(name) = candidates.first() {
        return Some((*name).to_owned());
    }
    let part = |attribute: &str, template: &Template, name: &str, item: &Item, text: &str| {
        let Some(AttributeValue::S(key)) = item.get(attribute) else { return false };
        let read = template.read(key).unwrap_or_default();
        read.iter().any(|(known, value)| *known == name && *value == text)
    };
    for (attribute, template) in known {
        for name in template.names() {
            if agree(&|item, text| part(attribute, template, name, item, text)) {
                return Some(name.to_owned());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn templates_are_parsed_filled_and_read() {
        let template = Template::parse("ORDER#{placedAt}#{orderId}");
        assert_eq!(template.names().collect::<Vec<_>>(), ["placedAt", "orderId"]);
        let read = template.read("ORDER#2026-01-01#O7").unwrap();
        assert_eq!(read, [("placedAt", "2026-01-01"), ("orderId", "O7")]);
        let value = |name: &str| read.iter().find(|(known, _)| *known == name).map(|(_, it)| *it);
        assert_eq!(template.fill(value).unwrap(), "ORDER#2026-01-01#O7");
        for (template, key) in [("A#{x}", "B#1"), ("A#{x}", "A#"), ("{x}#{x}", "1#2"), ("A", "AB")]
        {
            assert_eq!(Template::parse(template).read(key), None, "{template} {key}");
        }
        assert_eq!(Template::parse("a{}b{").0, [Part::Text("a{}b{".to_owned())]);
    }

    #[test]
    fn templates_are_found_in_the_keys_of_items() {
        let items: Vec<Item> = (1..6)
            .map(|number| {
                let customer = format!("C{}", number % 3);
                Item::from_json(&json!({
                    "PK": {"S": format!("CUSTOMER#{customer}")},
                    "SK": {"S": format!("ORDER#2026-01-0{number}#O{number}")},
                    "GSI": {"S": format!("O{number}")},
                    "customerId": {"S": customer}, "orderId": {"S": format!("O{number}")}}))
                .unwrap()
            })
            .collect();
        let items: Vec<&Item> = items.iter().collect();
        let keys = ["PK", "SK", "GSI"];
        let partition = derive(&items, "PK", &keys, &[]).unwrap();
        assert_eq!(partition, Template::parse("CUSTOMER#{customerId}"));
        let sort = derive(&items, "SK", &keys, &[]).unwrap();
        assert_eq!(sort, Template::parse("ORDER#{ SK 1}#{orderId}"));
        assert_eq!(
            derive(&items, "GSI", &keys, &[("SK", &sort)]).unwrap(),
            Template::parse("{orderId}")
        );
    }
}
