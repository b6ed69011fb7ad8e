//! The items of a table under other keys, or with other attributes.
//!
//! Owns: what becomes of each item, which values change their type and which cannot, which items do not fit and why. None is lost:
//! those that do not fit are handed back to be set aside. Items that stay as they are are shared, not copied.

use std::sync::Arc;

use key_engine::engine::{CreateTableInput, Database, KeyElement, KeyRole, Table};
use key_engine::value::Number;
use key_engine::{AttributeValue, Item};
use serde_json::{Value, json};

use super::{KeyAttribute, KeySchema};
use crate::label::{fit as cut, key_text};
use crate::numerals;

/// Items that are named; more are counted.
const NAMED: usize = 3;
/// The longest name of an item, in columns.
const LONGEST_NAME: usize = 60;

/// The largest an item may be, in bytes. Source: AWS, "Quotas in Amazon DynamoDB", item size.
const LARGEST_ITEM: usize = 400 << 10;

/// What is done to each item.
#[derive(Debug, Default)]
pub(super) struct Change<'c> {
    /// An attribute is called otherwise.
    pub rename: Option<(&'c str, &'c str)>,
    /// An attribute goes.
    pub drop: Option<&'c str>,
    /// Attributes whose values are to be of a type, where that can be said exactly.
    pub types: &'c [KeyAttribute],
}

/// Items with something in common.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// What they have in common, to go on after "They".
    pub why: String,
    pub count: u64,
    first: Vec<String>,
}

/// The items afterwards.
#[derive(Debug, Default)]
pub(super) struct Fitted {
    pub items: Vec<Arc<Item>>,
    /// Items that do not fit, as they were.
    pub aside: Vec<Value>,
    /// Why, in groups.
    pub reasons: Vec<Group>,
    /// Values that have another type now.
    pub converted: u64,
    /// Items that hold a value which cannot be of the type that its key has, and stay.
    pub unconverted: Vec<Group>,
    /// Items that changed.
    pub changed: u64,
}

impl Group {
    /// The first of them by key, and how many there are beyond.
    pub fn named(&self) -> String {
        let mut named = self.first.join(", ");
        if self.count > self.first.len() as u64 {
            named.push_str(" and ");
            named.push_str(&numerals::grouped(self.count - self.first.len() as u64));
            named.push_str(" more");
        }
        named
    }

    /// One more.
    pub fn add(&mut self, name: impl Fn() -> String) {
        self.count += 1;
        if self.first.len() < NAMED {
            self.first.push(name());
        }
    }

    /// How many.
    pub fn about(&self) -> String {
        items(self.count)
    }
}

/// So many items, in words.
pub(super) fn items(count: u64) -> String {
    match count {
        1 => "1 item".to_owned(),
        _ => format!("{} items", numerals::grouped(count)),
    }
}

fn add(groups: &mut Vec<Group>, why: String, name: impl Fn() -> String) {
    let at = groups.iter().position(|group| group.why == why).unwrap_or_else(|| {
        groups.push(Group { why, ..Group::default() });
        groups.len() - 1
    });
    if let Some(group) = groups.get_mut(at) {
        group.add(name);
    }
}

/// The items of a table under keys, each changed so.
///
/// # Errors
/// A sentence, where the keys are none.
pub(super) fn fitted(
    table: &Table,
    keys: &KeySchema,
    change: &Change<'_>,
) -> Result<Fitted, String> {
    let mut shelf = empty(keys)?;
    // Where the keys are what they were, or merely called otherwise, all items fit them as they did.
    let same_keys = keeps_keys(table, keys, change);
    let mut fitted = Fitted::default();
    for item in table.primary().shared_items() {
        let name = || name_of(table, item);
        let (becomes, converted) = changed(item, change, &mut fitted.unconverted, &name);
        let becomes = becomes.map_or_else(|| Arc::clone(item), Arc::new);
        let why = if same_keys && becomes.size_bytes() <= LARGEST_ITEM {
            None
        } else if shelf.primary().locate(&becomes).is_some() {
            Some("have the same key as others then".to_owned())
        } else {
            shelf.load([&becomes]).err().map(|error| why_not(&becomes, keys, error.message()))
        };
        match why {
            None => {
                fitted.converted += converted;
                fitted.changed += u64::from(!Arc::ptr_eq(&becomes, item));
                fitted.items.push(becomes);
            }
            Some(why) => {
                add(&mut fitted.reasons, why, name);
                fitted.aside.push(item.to_json());
            }
        }
    }
    Ok(fitted)
}

/// Whether the keys are those of the table, but for an attribute that is called otherwise.
fn keeps_keys(table: &Table, keys: &KeySchema, change: &Change<'_>) -> bool {
    let schema = table.primary().key_schema();
    let is = |element: &KeyElement, key: &KeyAttribute| {
        let name = match change.rename {
            Some((from, to)) if element.attribute == from => to,
            _ => element.attribute.as_str(),
        };
        name == key.name
            && element.key_type.name() == key.kind
            && change.drop != Some(element.attribute.as_str())
    };
    let of_role = |role: KeyRole, keys: &[KeyAttribute]| {
        let elements = schema.iter().filter(|element| element.role == role);
        elements.clone().count() == keys.len()
            && elements.zip(keys).all(|(element, key)| is(element, key))
    };
    of_role(KeyRole::Hash, &keys.partition) && of_role(KeyRole::Range, &keys.sort)
}

/// An empty table of these keys, to try items in.
fn empty(keys: &KeySchema) -> Result<Table, String> {
    let definitions: Vec<Value> = (keys.attributes())
        .map(|key| json!({"AttributeName": key.name, "AttributeType": key.kind}))
        .collect();
    let create = json!({"TableName": "table", "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": super::create::schema_json(keys), "AttributeDefinitions": definitions});
    let made = CreateTableInput::from_json(&create);
    let made = made.and_then(|input| Database::default().make_table(input));
    made.map_err(|error| {
        format!("DynamoDB refuses these keys: {}.", error.message().trim_end_matches('.'))
    })
}

/// An item changed, if it changes, and how many values have another type in it.
fn changed(
    item: &Item,
    change: &Change<'_>,
    unconverted: &mut Vec<Group>,
    name: &impl Fn() -> String,
) -> (Option<Item>, u64) {
    let mut becomes: Option<Item> = None;
    let mut converted = 0;
    for KeyAttribute { name: attribute, kind } in change.types {
        let Some(value) = item.get(attribute).filter(|value| value.type_name() != kind) else {
            continue;
        };
        if let Some(value) = exactly(value, kind) {
            converted += 1;
            becomes.get_or_insert_with(|| item.clone()).insert(attribute.as_str(), value);
        } else {
            let why = format!("hold {attribute} as {}", value.type_name());
            add(unconverted, why, name);
        }
    }
    if let Some((from, to)) = change.rename
        && item.get(from).is_some()
    {
        let becomes = becomes.get_or_insert_with(|| item.clone());
        if let Some(value) = becomes.remove(from) {
            becomes.insert(to, value);
        }
    }
    if let Some(attribute) = change.drop
        && item.get(attribute).is_some()
    {
        becomes.get_or_insert_with(|| item.clone()).remove(attribute);
    }
    (becomes, converted)
}

/// A value as one of another type that says the same: a number as its text, and back where the text is that number's.
pub(super) fn exactly(value: &AttributeValue, kind: &str) -> Option<AttributeValue> {
    match (value, kind) {
        (AttributeValue::N(number), "S") => Some(AttributeValue::S(number.to_string())),
        (AttributeValue::S(text), "N") => {
            let number: Number = text.parse().ok()?;
            (number.to_string() == *text).then_some(AttributeValue::N(number))
        }
        _ => None,
    }
}

/// Why an item does not fit keys, to go on after "They".
fn why_not(item: &Item, keys: &KeySchema, message: &str) -> String {
    for KeyAttribute { name, kind } in keys.attributes() {
        match item.get(name) {
            None => return format!("have no {name}"),
            Some(value) if value.type_name() != kind => {
                return format!(
                    "hold {name} as {}, which is not exactly {kind}",
                    value.type_name()
                );
            }
            Some(value) if value.size_bytes() == 0 => return format!("have an empty {name}"),
            Some(_) => {}
        }
    }
    format!("do not fit ({})", message.trim_end_matches('.'))
}

/// An item by its key, as one reads it.
pub(super) fn name_of(table: &Table, item: &Item) -> String {
    let elements = table.primary().key_schema().iter();
    let parts: Vec<String> =
        elements.filter_map(|element| item.get(&element.attribute).map(key_text)).collect();
    cut(&parts.join(" / "), LONGEST_NAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_its_text_and_a_text_a_number_only_where_it_says_the_same() {
        let text = |text: &str| AttributeValue::S(text.to_owned());
        for (value, kind, expected) in [
            (AttributeValue::N(12.into()), "S", Some(text("12"))),
            (text("12"), "N", Some(AttributeValue::N(12.into()))),
            (text("-1.5"), "N", Some(AttributeValue::N("-1.5".parse().unwrap()))),
            (text("012"), "N", None),
            (text("1e3"), "N", None),
            (text(" 1"), "N", None),
            (text(""), "N", None),
            (text("PRODUCT#1"), "N", None),
            (text("1"), "B", None),
            (AttributeValue::B(vec![49]), "S", None),
            (AttributeValue::Bool(true), "S", None),
        ] {
            assert_eq!(exactly(&value, kind), expected);
        }
    }

    #[test]
    fn items_fit_keys_that_are_merely_called_otherwise_but_for_those_that_grow_too_large() {
        let key = |name: &str| KeyAttribute { name: name.to_owned(), kind: "S".to_owned() };
        let keys = |name: &str| KeySchema { partition: vec![key(name)], sort: Vec::new() };
        let mut table = empty(&keys("PK")).unwrap();
        let text = |length: usize| AttributeValue::S("x".repeat(length));
        let item = |key: &str, length: usize| -> Arc<Item> {
            let key = AttributeValue::S(key.to_owned());
            Arc::new([("PK", key), ("text", text(length))].into_iter().collect())
        };
        // With its names, its key and its text this one is as large as can be.
        table.load(&[item("a", 1), item("b", LARGEST_ITEM - 7)]).unwrap();
        let rename = |to| Change { rename: Some(("PK", to)), ..Change::default() };
        for (to, aside) in [("KP", 0), ("Partition", 1)] {
            let change = rename(to);
            assert!(keeps_keys(&table, &keys(to), &change));
            let fitted = fitted(&table, &keys(to), &change).unwrap();
            assert_eq!((fitted.items.len(), fitted.aside.len()), (2 - aside, aside), "{to}");
        }
        for (other, change) in [
            (keys("text"), Change::default()),
            (keys("PK"), rename("KP")),
            (keys("PK"), Change { drop: Some("PK"), ..Change::default() }),
            (KeySchema { sort: vec![key("text")], ..keys("PK") }, Change::default()),
        ] {
            assert!(!keeps_keys(&table, &other, &change), "{other:?}");
        }
    }
}
