//! Items of one table as a person changes them: judged before anything is done, in words that say which attribute is wrong.
//!
//! Owns: whether an item may stand in its table, and the changes that add, exchange, copy and delete items. It never overwrites
//! an item that it was not told to, and never carries a change out.

mod find;
mod incoming;
mod typed;

pub use find::Needle;
pub use incoming::{Incoming, Replacement};
pub use typed::{TextFault, Typed, item_text, line_of, read_item_text};

use std::sync::Arc;

use key_engine::engine::limits::{MAX_HASH_KEY_BYTES, MAX_ITEM_BYTES, MAX_RANGE_KEY_BYTES};
use key_engine::engine::{KeyElement, KeyRole, Table};
use key_engine::walk::Change;
use key_engine::{AttributeValue, Item};

use crate::label::key_text;
use crate::numerals::bytes;

/// Why an item may not stand in its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The attribute it is about; empty where it is about the whole item.
    pub attribute: String,
    /// What is wrong, as a sentence.
    pub words: String,
}

impl Flaw {
    fn of(attribute: &str, words: String) -> Self {
        Self { attribute: attribute.to_owned(), words }
    }
}

/// Judges an item as `PutItem` would: the table's keys, those of its indexes, the size.
///
/// # Errors
/// The first flaw found.
pub fn judge(table: &Table, item: &Item) -> Result<(), Flaw> {
    for element in table.primary().key_schema() {
        let name = &element.attribute;
        let Some(value) = item.get(name) else {
            let words = format!("{name} is a key of the table: every item needs it.");
            return Err(Flaw::of(name, words));
        };
        judge_key(element, value, "the table")?;
    }
    for index in table.indexes() {
        let name = format!("the index {}", index.name().unwrap_or_default());
        for element in index.key_schema() {
            if let Some(value) = item.get(&element.attribute) {
                judge_key(element, value, &name)?;
            }
        }
    }
    let size = item.size_bytes();
    if size > MAX_ITEM_BYTES {
        let words = format!(
            "The item would be {}: an item may be {} at most, names of attributes included.",
            bytes(size as u64),
            bytes(MAX_ITEM_BYTES as u64)
        );
        return Err(Flaw::of("", words));
    }
    Ok(())
}

fn judge_key(element: &KeyElement, value: &AttributeValue, of: &str) -> Result<(), Flaw> {
    let name = &element.attribute;
    let flaw = |words: String| Err(Flaw::of(name, words));
    if !element.key_type.matches(value) {
        return flaw(format!(
            "{name} is a key of {of} and declared {}: it cannot be {}.",
            element.key_type,
            value.type_name()
        ));
    }
    let size = value.size_bytes();
    if size == 0 {
        return flaw(format!("{name} is a key of {of}: it may not be empty."));
    }
    let (most, part) = match element.role {
        KeyRole::Hash => (MAX_HASH_KEY_BYTES, "partition key"),
        KeyRole::Range => (MAX_RANGE_KEY_BYTES, "sort key"),
    };
    if size > most {
        return flaw(format!(
            "{name} is a {part} of {of}: it may be {} at most, and is {}.",
            bytes(most as u64),
            bytes(size as u64)
        ));
    }
    Ok(())
}

/// The item that stands under the key of another, if there is one.
pub fn standing<'t>(table: &'t Table, item: &Item) -> Option<&'t Item> {
    let door = table.primary();
    door.locate(item).and_then(|(collection, rank)| door.item(collection, rank))
}

/// An item's key for reading: `CUSTOMER#7 / PROFILE`.
pub fn key_words(table: &Table, item: &Item) -> String {
    let keys = table.primary().key_schema().iter();
    let texts: Vec<String> =
        keys.filter_map(|element| item.get(&element.attribute)).map(key_text).collect();
    texts.join(" / ")
}

/// The change that adds an item.
///
/// # Errors
/// Why it may not be, or that there is one of its key already.
pub fn added(table: &Table, item: Item) -> Result<Vec<Change>, Flaw> {
    judge(table, &item)?;
    if standing(table, &item).is_some() {
        return Err(taken(table, &item));
    }
    Ok(vec![change(table, None, Some(item))])
}

/// The changes that make one item another. Where its key changes, it is deleted and put anew.
///
/// # Errors
/// Why it may not be; that the item is gone; that another stands under the new key.
pub fn exchanged(table: &Table, old: &Item, new: Item) -> Result<Vec<Change>, Flaw> {
    let door = table.primary();
    let Some(there) = standing(table, old) else {
        return Err(Flaw::of("", "The item is not there any more.".to_owned()));
    };
    judge(table, &new)?;
    if door.key_of(old) == door.key_of(&new) {
        return Ok(vec![change(table, Some(there.clone()), Some(new))]);
    }
    if standing(table, &new).is_some() {
        return Err(taken(table, &new));
    }
    let gone = change(table, Some(there.clone()), None);
    Ok(vec![gone, change(table, None, Some(new))])
}

fn taken(table: &Table, item: &Item) -> Flaw {
    let keys = table.primary().key_schema();
    let attribute = keys.last().map_or("", |element| element.attribute.as_str());
    let words = format!(
        "There is an item with the key {} already. It stays as it is.",
        key_words(table, item)
    );
    Flaw::of(attribute, words)
}

/// One change of an item of a table.
pub fn change(table: &Table, old: Option<Item>, new: Option<Item>) -> Change {
    Change { table: table.name().to_owned(), old: old.map(Arc::new), new: new.map(Arc::new) }
}

/// A copy of an item under the next free key: of the sort key where there is one, else of the partition key. `taken` says of
/// a key that it will be used by then.
///
/// # Errors
/// That no free key was found.
pub fn copied(table: &Table, item: &Item, taken: impl Fn(&Item) -> bool) -> Result<Item, Flaw> {
    /// Keys tried; the next one is nearly always free.
    const TRIES: usize = 20_000;
    let keys = table.primary().key_schema();
    let Some(element) = keys.last() else { return Err(Flaw::of("", String::new())) };
    let mut copy = item.clone();
    for _ in 0..TRIES {
        let value = copy.get_mut(&element.attribute);
        if !value.is_some_and(step) {
            break;
        }
        if judge(table, &copy).is_err() {
            break;
        }
        if standing(table, &copy).is_none() && !taken(&copy) {
            return Ok(copy);
        }
    }
    let words = format!("No free key was found next to {}.", key_words(table, item));
    Err(Flaw::of(&element.attribute, words))
}

/// Makes a key value the next one: `ORDER#0007` is followed by `ORDER#0008`, `PROFILE` by `PROFILE-2`.
fn step(value: &mut AttributeValue) -> bool {
    match value {
        AttributeValue::S(text) => *text = next_text(text),
        AttributeValue::N(number) => {
            let Ok(one) = "1".parse() else { return false };
            let Ok(next) = number.checked_add(&one) else { return false };
            *number = next;
        }
        AttributeValue::B(bytes) => match bytes.last_mut() {
            Some(last) if *last < u8::MAX => *last += 1,
            _ => bytes.push(0),
        },
        _ => return false,
    }
    true
}

/// A text with the number at its end counted up, its width kept; a text that ends otherwise gets a number.
pub(super) fn next_text(text: &str) -> String {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (head, tail) = text.split_at(text.len() - digits);
    match tail.parse::<u64>().ok().and_then(|number| number.checked_add(1)) {
        // A date's day is no number of its own, and what follows a long run of digits is as good as any.
        Some(next) => format!("{head}{next:0digits$}"),
        None => format!("{text}-2"),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use key_engine::Database;
    use serde_json::json;

    pub(crate) fn database() -> Database {
        let mut database = Database::default();
        let table = json!({
            "TableName": "Orders",
            "AttributeDefinitions": [
                {"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "SK", "AttributeType": "S"},
                {"AttributeName": "status", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
            "GlobalSecondaryIndexes": [{"IndexName": "ByStatus", "Projection": {"ProjectionType": "ALL"},
                "KeySchema": [{"AttributeName": "status", "KeyType": "HASH"}]}],
            "BillingMode": "PAY_PER_REQUEST"});
        database.call("CreateTable", &table).unwrap();
        for sort in ["O1", "O2"] {
            database.put("Orders", item("C1", sort)).unwrap();
        }
        database
    }

    pub(crate) fn item(partition: &str, sort: &str) -> Item {
        let text = |text: &str| AttributeValue::S(text.to_owned());
        [("PK", text(partition)), ("SK", text(sort))].into_iter().collect()
    }

    fn with(name: &str, value: &serde_json::Value) -> Item {
        let mut item = item("C1", "O1");
        item.insert(name, AttributeValue::from_json(value).unwrap());
        item
    }

    #[test]
    fn what_may_not_stand_is_refused_at_its_attribute_as_the_engine_would() {
        let mut database = database();
        for (item, attribute, words) in [
            (
                with("PK", &json!({"N": "1"})),
                "PK",
                "PK is a key of the table and declared S: it cannot be N.",
            ),
            (with("SK", &json!({"S": ""})), "SK", "SK is a key of the table: it may not be empty."),
            (
                with("status", &json!({"BOOL": true})),
                "status",
                "status is a key of the index ByStatus and declared S: it cannot be BOOL.",
            ),
            (
                with("status", &json!({"S": ""})),
                "status",
                "status is a key of the index ByStatus: it may not be empty.",
            ),
            (
                with("SK", &json!({"S": "x".repeat(1025)})),
                "SK",
                "SK is a sort key of the table: it may be 1,024 bytes at most, and is 1,025 bytes.",
            ),
            (
                with("note", &json!({"S": "x".repeat(500_000)})),
                "",
                "The item would be 488.3 KB: an item may be 400.0 KB at most, names of attributes included.",
            ),
        ] {
            let flaw = judge(database.table("Orders").unwrap(), &item).unwrap_err();
            assert_eq!((flaw.attribute.as_str(), flaw.words.as_str()), (attribute, words));
            assert!(database.put("Orders", item).is_err(), "{words}");
        }
        let mut lacking = item("C1", "O1");
        lacking.remove("SK");
        let flaw = judge(database.table("Orders").unwrap(), &lacking).unwrap_err();
        assert_eq!(flaw.words, "SK is a key of the table: every item needs it.");
        assert_eq!(judge(database.table("Orders").unwrap(), &item("C1", "O9")), Ok(()));
    }

    #[test]
    fn an_item_that_changes_its_key_moves_and_never_over_another() {
        let database = database();
        let table = database.table("Orders").unwrap();
        let changes =
            exchanged(table, &item("C1", "O1"), with("total", &json!({"N": "7"}))).unwrap();
        assert_eq!(changes.len(), 1);
        let changes = exchanged(table, &item("C1", "O1"), item("C2", "O1")).unwrap();
        assert_eq!(changes.len(), 2);
        assert!(changes[0].new.is_none() && changes[1].old.is_none());
        let flaw = exchanged(table, &item("C1", "O1"), item("C1", "O2")).unwrap_err();
        assert_eq!(flaw.words, "There is an item with the key C1 / O2 already. It stays as it is.");
        assert!(exchanged(table, &item("C9", "O1"), item("C1", "O1")).is_err(), "it is gone");
        assert!(added(table, item("C1", "O1")).is_err());
        assert_eq!(added(table, item("C1", "O3")).unwrap().len(), 1);
    }

    #[test]
    fn a_copy_stands_under_the_next_free_key() {
        let database = database();
        let table = database.table("Orders").unwrap();
        let copy = copied(table, &item("C1", "O1"), |_| false).unwrap();
        assert_eq!(copy, item("C1", "O3"), "O2 is taken");
        let next = copied(table, &item("C1", "O1"), |other| *other == copy).unwrap();
        assert_eq!(next, item("C1", "O4"));
        for (text, next) in [
            ("ORDER#0099", "ORDER#0100"),
            ("99", "100"),
            ("PROFILE", "PROFILE-2"),
            ("", "-2"),
            ("9999999999999999999999", "9999999999999999999999-2"),
        ] {
            assert_eq!(next_text(text), next);
        }
    }
}
