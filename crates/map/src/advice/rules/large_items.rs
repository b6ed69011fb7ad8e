//! Items that come near 400 KB.
//!
//! An item may be 400 KB, names included, and a write that would make it larger is refused. Long before that it is dear: a write
//! of any attribute is charged for the whole item, and so is each read. From three quarters on it is said. What is seldom wanted
//! with the rest can stand in an item of its own beside it.
//! Source: AWS, "Best practices for storing large items and attributes".

use std::sync::Arc;

use key_engine::engine::limits::{MAX_ITEM_BYTES, MAX_RANGE_KEY_BYTES};
use key_engine::engine::{KeyElement, Table, read_units, write_units};
use key_engine::order::sort_by;
use key_engine::walk::Change;
use key_engine::{AttributeValue, Item, KeyType};

use super::Facts;
use crate::advice::{
    Finding, LARGE_ITEM_BYTES, LargeItem, Remedy, TableCensus, Weight, partition_text,
};
use crate::design::Edit;
use crate::numerals::{bytes, counted, units};

const RULE: &str = "large-items";
const LINK: &str =
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-use-s3-too.html";
/// What one item of a divided attribute holds at most.
const PIECE_BYTES: usize = 128 * 1024;
/// Items that evidence lists.
const LISTED: usize = 4;

/// Finds them: one finding a table.
pub(super) fn find(facts: Facts<'_>, found: &mut Vec<Finding>) {
    for census in &facts.census.tables {
        let table = facts.database.table(&census.name);
        let Some((table, largest)) = table.zip(census.largest.as_ref()) else { continue };
        if largest.bytes >= LARGE_ITEM_BYTES {
            found.extend(finding(table, census, largest));
        }
    }
}

fn item_at<'t>(table: &'t Table, key: &Item) -> Option<&'t Item> {
    let (collection, rank) = table.primary().locate(key)?;
    table.primary().item(collection, rank)
}

fn name_of(table: &Table, key: &Item) -> String {
    let schema = table.primary().key_schema().iter();
    let values: Vec<AttributeValue> =
        schema.filter_map(|element| key.get(&element.attribute).cloned()).collect();
    partition_text(&values)
}

fn finding(table: &Table, census: &TableCensus, largest: &LargeItem) -> Option<Finding> {
    let item = item_at(table, &largest.key)?;
    let size = u64::from(largest.bytes);
    let name = name_of(table, &largest.key);
    let (attribute, heaviest) = heaviest(table, item, &[])?;
    let mut evidence = Vec::new();
    let mut large: Vec<&LargeItem> = census.large.iter().collect();
    sort_by(&mut large, |one, two| two.bytes.cmp(&one.bytes));
    for one in large.iter().take(LISTED) {
        evidence.push([&name_of(table, &one.key), ": ", &bytes(u64::from(one.bytes))].concat());
    }
    let more = census.large_count.saturating_sub(LISTED);
    if more > 0 {
        evidence.push(["And ", &counted(more as u64, "more item", "more items")].concat());
    }
    evidence.push(
        [
            "A write of the largest takes ",
            &units(write_units(size)),
            " WCU, a strong read ",
            &units(read_units(size, true)),
            " RCU",
        ]
        .concat(),
    );
    let weight =
        if size >= MAX_ITEM_BYTES as u64 * 9 / 10 { Weight::Caution } else { Weight::Note };
    Some(Finding {
        rule: RULE,
        about: table.name().to_owned(),
        weight,
        title: [&name, " is ", &bytes(size), " of at most 400 KB"].concat(),
        reason: [
            &attribute,
            " takes ",
            &bytes(heaviest as u64),
            " of it. A write of any attribute is charged for the whole item, and one that makes it larger than 400 KB is \
             refused.",
        ]
        .concat(),
        evidence,
        link: LINK,
        remedies: split(table, census).into_iter().collect(),
        ..Finding::default()
    })
}

/// The attribute that takes most, but for those of keys and those passed over.
fn heaviest(table: &Table, item: &Item, passed: &[String]) -> Option<(String, usize)> {
    let mut best: Option<(String, usize)> = None;
    for (name, value) in item.iter() {
        let is_key = table.attribute_definitions().iter().any(|(key, _)| key == name);
        let size = name.len() + value.size_bytes();
        let is_more = best.as_ref().is_none_or(|(_, most)| size > *most);
        if !is_key && is_more && !passed.iter().any(|other| other == name) {
            best = Some((name.to_owned(), size));
        }
    }
    best
}

/// Large attributes move to items of their own.
fn split(table: &Table, census: &TableCensus) -> Option<Remedy> {
    let schema = table.primary().key_schema();
    let last = schema.last().filter(|element| element.key_type == KeyType::S)?;
    let mut changes = Vec::new();
    let mut moved: Vec<String> = Vec::new();
    for large in &census.large {
        let Some(item) = item_at(table, &large.key) else { continue };
        let mut left = item.clone();
        let mut parts = Vec::new();
        while left.size_bytes() >= LARGE_ITEM_BYTES as usize {
            let Some((name, _)) = heaviest(table, &left, &[]) else { break };
            let Some(value) = left.remove(&name) else { break };
            pieces(schema, last, item, &name, value, &mut parts);
            if !moved.contains(&name) {
                moved.push(name);
            }
        }
        let taken = |part: &Item| {
            let key = part.get(&last.attribute).map_or(0, AttributeValue::size_bytes);
            key > MAX_RANGE_KEY_BYTES || item_at(table, part).is_some()
        };
        if parts.is_empty() || parts.iter().any(taken) {
            continue;
        }
        let change = |old: Option<&Item>, new: Item| Change {
            table: table.name().to_owned(),
            old: old.map(|old| Arc::new(old.clone())),
            new: Some(Arc::new(new)),
        };
        changes.push(change(Some(item), left));
        changes.extend(parts.into_iter().map(|part| change(None, part)));
    }
    if changes.is_empty() {
        return None;
    }
    let what = crate::advice::told::listed(&moved);
    Some(Remedy {
        label: ["Give ", &what, " an item of its own"].concat(),
        facts: vec![
            [
                "Each large item keeps its key and the rest; ",
                &what,
                " stands beside it under ",
                &last.attribute,
                " with #",
                moved.first().map_or("", String::as_str),
                " behind.",
            ]
            .concat(),
            "What changes one is no longer charged for the other; whoever wants both reads two items.".to_owned(),
        ],
        edits: vec![Edit::ChangeItems(changes.into())],
        walk: None,
    })
}

/// The items that hold an attribute from then on: one, or several where it can be divided and must be.
fn pieces(
    schema: &[KeyElement],
    last: &KeyElement,
    item: &Item,
    name: &str,
    value: AttributeValue,
    parts: &mut Vec<Item>,
) {
    let whole = match value {
        AttributeValue::S(text) if text.len() > PIECE_BYTES => {
            let mut rest = text.as_str();
            let mut found = Vec::new();
            while !rest.is_empty() {
                let (piece, after) = rest.split_at(rest.floor_char_boundary(PIECE_BYTES));
                found.push(AttributeValue::S(piece.to_owned()));
                rest = after;
            }
            found
        }
        AttributeValue::B(bytes) if bytes.len() > PIECE_BYTES => {
            bytes.chunks(PIECE_BYTES).map(|piece| AttributeValue::B(piece.to_vec())).collect()
        }
        other => vec![other],
    };
    let is_one = whole.len() == 1;
    for (at, value) in whole.into_iter().enumerate() {
        let mut part = Item::new();
        for element in schema {
            if let Some(key) = item.get(&element.attribute) {
                part.insert(element.attribute.as_str(), key.clone());
            }
        }
        if let Some(AttributeValue::S(key)) = part.get_mut(&last.attribute) {
            key.push('#');
            key.push_str(name);
            if !is_one {
                key.push('#');
                key.push_str(&(at + 1).to_string());
            }
        }
        part.insert(name, value);
        parts.push(part);
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{scenario, thing, things};
    use super::*;
    use serde_json::json;

    #[test]
    fn an_item_near_400_kb_is_told_with_what_is_largest_in_it_and_split() {
        let mut large = thing("DOC#1", 1, "body", json!({"S": "é".repeat(170_000)}));
        large["title"] = json!({"S": "A long one"});
        let mut bench = things(
            json!({}),
            &[],
            vec![large, thing("DOC#2", 1, "body", json!({"S": "x"}))],
            vec![],
        );
        let found = bench.find(find);
        assert_eq!(found[0].title, "DOC#1 / 00001 is 332.1 KB of at most 400 KB");
        assert!(found[0].reason.starts_with("body takes 332.0 KB of it."));
        assert_eq!(found[0].weight, Weight::Note);
        bench.try_out(&found[0].remedies[0]);
        let table = bench.database.table("Things").unwrap();
        assert_eq!(table.item_count(), 5, "three pieces beside the rest");
        assert_eq!(bench.find(find).len(), 0);
    }

    #[test]
    fn smaller_items_are_let_be() {
        let bench = things(
            json!({}),
            &[],
            vec![thing("DOC#1", 1, "body", json!({"S": "x".repeat(300_000)}))],
            vec![],
        );
        assert_eq!(bench.find(find).len(), 0);
        assert_eq!(scenario("store").find(find).len(), 0);
    }
}
