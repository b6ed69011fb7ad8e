//! How a kind's keys are made, for kinds that do not say: what all of its items agree on.
//!
//! Owns the finding of templates that could be written into a design: each name in one is an attribute of the item, every item of
//! the kind is made just so, and nothing else would do as well. Where there is any doubt there is none. It never writes one.

use key_engine::engine::{Database, Index};
use key_engine::order::SortedMap;
use key_engine::{AttributeValue, Item, KeyType};

use super::template::{Part, Template, derive, text_of};
use crate::design::Design;

/// Items from which a template is guessed; all are asked whether it is theirs.
const LOOKED_AT: usize = 200;

/// The templates of a kind (by its place among the design's) that it does not have and that all of its items agree on, by key
/// attribute.
pub fn agreed_templates(
    design: &Design,
    database: &Database,
    kind: usize,
) -> SortedMap<String, String> {
    let mut found = SortedMap::default();
    let Some(entity) = design.entities.get(kind) else { return found };
    let Some(table) = database.table(&entity.table) else { return found };
    let finder = design.entity_finder(&entity.table);
    let items: Vec<&Item> =
        table.primary().items().filter(|item| finder.of(item) == kind).collect();
    let own: Vec<&str> =
        table.primary().key_schema().iter().map(|key| key.attribute.as_str()).collect();
    let all =
        table.primary().key_schema().iter().chain(table.indexes().flat_map(Index::key_schema));
    let all: Vec<(&str, KeyType)> = all.map(|key| (key.attribute.as_str(), key.key_type)).collect();
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    for (name, key_type) in all {
        if key_type != KeyType::S || entity.templates.get(name).is_some() {
            continue;
        }
        let constant = match own.iter().position(|own| *own == name) {
            Some(0) => Some(entity.partition_prefix.as_str()),
            Some(_) => entity.sort_prefix.as_deref(),
            None => None,
        };
        let keys: Vec<(&Item, &str)> =
            items.iter().filter_map(|item| Some((*item, text(item, name)?))).collect();
        // Two keys that are the same say nothing of which is made of which; a prefix before another one does.
        let of_index_key = || {
            let found = agreed(&keys, name, &own, constant)?;
            (own.contains(&name) && !found.starts_with('{')).then_some(found)
        };
        let agreed = agreed(&keys, name, &names, constant).or_else(of_index_key);
        if let Some(template) = agreed {
            found.insert(name.to_owned(), template);
        }
    }
    found
}

fn text<'i>(item: &'i Item, name: &str) -> Option<&'i str> {
    match item.get(name) {
        Some(AttributeValue::S(text)) => Some(text),
        _ => None,
    }
}

/// The template of a key attribute; `passed_over` are attributes that are no parts of it.
fn agreed(
    keys: &[(&Item, &str)],
    attribute: &str,
    passed_over: &[&str],
    constant: Option<&str>,
) -> Option<String> {
    let (_, first) = keys.first()?;
    if keys.iter().all(|(_, key)| key == first) {
        // One value is a constant only where it is what tells the kind.
        let told = keys.len() > 1 && constant == Some(*first) && !first.contains(['{', '}']);
        return told.then(|| (*first).to_owned());
    }
    let some: Vec<&Item> = keys.iter().take(LOOKED_AT).map(|(item, _)| *item).collect();
    let guessed = derive(&some, attribute, passed_over, &[]);
    let sound = |template: &Template| is_sound(template) && makes_all(template, keys);
    let template =
        guessed.filter(sound).or_else(|| prefixed(keys, attribute, passed_over).filter(sound))?;
    is_alone(&template, keys, attribute, passed_over).then(|| written(&template))
}

/// A prefix, and one attribute that is all the rest.
fn prefixed(keys: &[(&Item, &str)], attribute: &str, passed_over: &[&str]) -> Option<Template> {
    let (item, key) = keys.first()?;
    let others = item.iter().filter(|(name, _)| *name != attribute && !passed_over.contains(name));
    let mut candidates = others.filter_map(|(name, value)| {
        let prefix = key.strip_suffix(text_of(value).filter(|text| !text.is_empty())?.as_str())?;
        let mut parts = vec![Part::Text(prefix.to_owned()), Part::Name(name.to_owned())];
        parts.retain(|part| *part != Part::Text(String::new()));
        let template = Template(parts);
        let ends = prefix.chars().next_back().is_none_or(|last| !last.is_alphanumeric());
        (ends && makes_all(&template, keys)).then_some(template)
    });
    let only = candidates.next();
    if candidates.next().is_some() { None } else { only }
}

/// Whether a template can be written down and read again, and says something: it has a name, its text has no numbers that may be
/// values.
fn is_sound(template: &Template) -> bool {
    let part = |part: &Part| match part {
        Part::Text(text) => {
            !text.contains(|letter: char| matches!(letter, '{' | '}') || letter.is_ascii_digit())
        }
        Part::Name(name) => {
            !name.is_empty() && !name.starts_with(' ') && !name.contains(['{', '}'])
        }
    };
    template.0.iter().all(part) && template.names().next().is_some()
}

/// Whether every key is made of its item's attributes by a template.
fn makes_all(template: &Template, keys: &[(&Item, &str)]) -> bool {
    keys.iter().all(|(item, key)| {
        let mut rest = *key;
        for part in &template.0 {
            let value = match part {
                Part::Text(text) => rest.strip_prefix(text.as_str()),
                Part::Name(name) => {
                    let value = item.get(name).and_then(text_of).unwrap_or_default();
                    if value.is_empty() { None } else { rest.strip_prefix(value.as_str()) }
                }
            };
            let Some(after) = value else { return false };
            rest = after;
        }
        rest.is_empty()
    })
}

/// Whether no other attribute would do in the place of one that a template names.
fn is_alone(
    template: &Template,
    keys: &[(&Item, &str)],
    attribute: &str,
    passed_over: &[&str],
) -> bool {
    let Some((first, _)) = keys.first() else { return false };
    template.names().all(|name| {
        let mut others = first
            .iter()
            .map(|(other, _)| other)
            .filter(|other| *other != name && *other != attribute && !passed_over.contains(other));
        let same = |other: &str| {
            keys.iter().all(|(item, _)| {
                item.get(other).and_then(text_of) == item.get(name).and_then(text_of)
            })
        };
        !others.any(same)
    })
}

fn written(template: &Template) -> String {
    let mut text = String::new();
    for part in &template.0 {
        match part {
            Part::Text(fixed) => text.push_str(fixed),
            Part::Name(name) => {
                text.push('{');
                text.push_str(name);
                text.push('}');
            }
        }
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::design::open;
    use serde_json::{Value, json};

    fn found(items: &[Value]) -> Vec<String> {
        let model = json!({"ModelName": "M", "DataModel": [{"TableName": "Things",
            "KeyAttributes": {"PartitionKey": {"AttributeName": "PK", "AttributeType": "S"}, "SortKey": {"AttributeName": "SK", "AttributeType": "S"}},
            "GlobalSecondaryIndexes": [{"IndexName": "ByMail", "KeyAttributes": {"PartitionKey": {"AttributeName": "mail", "AttributeType": "S"}}, "Projection": {"ProjectionType": "ALL"}}],
            "TableData": items}]});
        let opened = open(&model.to_string()).unwrap();
        let mut all = Vec::new();
        for (at, kind) in opened.design.entities.iter().enumerate() {
            for (name, template) in agreed_templates(&opened.design, &opened.database, at).iter() {
                all.push(format!("{}: {name} {template}", kind.name));
            }
        }
        all
    }

    fn order(customer: &str, order: u32) -> Value {
        json!({"PK": {"S": format!("CUSTOMER#{customer}")}, "SK": {"S": format!("ORDER#2026-0{order}#{order}")},
            "customerId": {"S": customer}, "placed": {"S": format!("2026-0{order}")}, "orderId": {"N": order.to_string()}, "status": {"S": "open"}})
    }

    #[test]
    fn what_all_items_of_a_kind_agree_on_is_found() {
        assert_eq!(
            found(&[order("C1", 1), order("C2", 2), order("C2", 3)]),
            [
                "Customer order: PK CUSTOMER#{customerId}",
                "Customer order: SK ORDER#{placed}#{orderId}"
            ]
        );
        let user = |name: &str| json!({"PK": {"S": format!("USER-{name}")}, "SK": {"S": "PROFILE"}, "name": {"S": name}, "mail": {"S": format!("{name}@x")}});
        assert_eq!(
            found(&[user("1#a"), user("2#b")]),
            ["Profile: PK USER-{name}", "Profile: SK PROFILE"]
        );
        let by_mail = |mail: &str| json!({"PK": {"S": format!("USER#{mail}")}, "SK": {"S": "PROFILE"}, "mail": {"S": mail}});
        assert_eq!(found(&[by_mail("a"), by_mail("b")])[0], "User profile: PK USER#{mail}");
    }

    #[test]
    fn where_there_is_any_doubt_there_is_none() {
        let mut other = order("C2", 2);
        other["customerId"] = json!({"S": "C3"});
        let found_of = |items: &[Value]| {
            found(items).into_iter().filter(|line| line.contains("PK")).collect::<Vec<_>>()
        };
        assert!(found_of(&[order("C1", 1), other, order("C2", 3)]).is_empty(), "one differs");
        assert!(found_of(&[order("C1", 1), order("C1", 2)]).is_empty(), "one customer alone");
        let twice = |number: u32| {
            let mut item = order(&format!("C{number}"), number);
            item["also"] = item["customerId"].clone();
            item
        };
        assert!(found_of(&[twice(1), twice(2)]).is_empty(), "two attributes would do");
        assert!(found(&[]).is_empty());
        let braces = |text: &str| json!({"PK": {"S": format!("{{x}}#{text}")}, "SK": {"S": text}, "id": {"S": text}});
        assert!(found_of(&[braces("p"), braces("q")]).is_empty(), "braces are no text");
    }
}
