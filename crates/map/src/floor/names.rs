//! What signs and boxes say, read from a database.
//!
//! Owns the choice of what names an item: its sort key, or where it has none, what tells it apart. It must never cut a key short; that
//! is the label's business.

use key_engine::{
    AttributeValue, Item,
    engine::{Database, Index},
};

use crate::label::key_text;
use crate::player::{Door, KeyNames};

/// Names by looking them up in a database.
#[derive(Clone, Copy, Debug)]
pub struct DatabaseNames<'a>(pub &'a Database);

impl<'a> DatabaseNames<'a> {
    fn index(self, door: Door<'_>) -> Option<&'a Index> {
        self.0.table(door.table)?.door(door.index)
    }
}

impl KeyNames for DatabaseNames<'_> {
    fn collection(&self, door: Door<'_>, collection: u32) -> Option<String> {
        let view = self.index(door)?.collection(collection as usize)?;
        Some(joined(view.partition_key.iter()))
    }

    fn hash(&self, door: Door<'_>, collection: u32) -> Option<String> {
        let view = self.index(door)?.collection(collection as usize)?;
        Some(format!("{:04x}", Index::hash_of(&view.partition_key)))
    }

    fn item(&self, door: Door<'_>, collection: u32, rank: u32) -> Option<String> {
        let table = self.0.table(door.table)?;
        let index = table.door(door.index)?;
        let item = index.item(collection as usize, rank as usize)?;
        let text = box_text(index, item);
        // An index without a sort key: the table's key tells its entries apart.
        Some(if text.is_empty() { key_of(table.primary(), item) } else { text })
    }
}

/// The sort key by which an index keeps an item; in a table without sort key the partition key; empty in an index without one.
pub(super) fn box_text(index: &Index, item: &Item) -> String {
    let has_sort_key = index.range_elements().next().is_some();
    match index.name() {
        None if !has_sort_key => key_of(index, item),
        _ => joined(index.range_elements().filter_map(|element| item.get(&element.attribute))),
    }
}

/// All parts of an item's key in an index.
fn key_of(index: &Index, item: &Item) -> String {
    joined(index.key_schema().iter().filter_map(|element| item.get(&element.attribute)))
}

/// The parts of a key, as one reads them.
fn joined<'v>(values: impl Iterator<Item = &'v AttributeValue>) -> String {
    values.map(key_text).collect::<Vec<_>>().join(" · ")
}
