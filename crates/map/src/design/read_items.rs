//! Items for a table of an open design, from a text in any format that holds items.
//!
//! Owns the reading of such a text against that table's keys, and what adding the items would do to those that are there. The
//! judgement is the loader's, as when a file is opened: an item with a key that does not fit is listed and left aside. It changes
//! nothing.

use std::sync::Arc;

use key_engine::Item;
use key_engine::engine::{Database, Index, Table};
use key_engine::walk::Change;
use serde_json::Value;

use super::{Defect, Loader, OpenError, TableDesign, check_size, formats};

/// Items that were read for a table.
#[derive(Debug, Default)]
pub struct ReadItems {
    /// Those that fit it, one for each key.
    pub items: Vec<Arc<Item>>,
    /// What was wrong with the text or with an item, and what was done.
    pub defects: Vec<Defect>,
    /// What could not be used, as it was written.
    pub set_aside: Vec<Value>,
    /// The format's name for readers.
    pub format: &'static str,
}

/// What adding items does to the items that are there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Added {
    /// The changes, for [`Edit::ChangeItems`](super::Edit::ChangeItems): of new items, and of those that differ.
    pub changes: Vec<Change>,
    /// Items of keys that no item has yet.
    pub new: usize,
    /// Items of keys that an item has which says something else: it would be replaced.
    pub differing: usize,
    /// Items that are there already, just so.
    pub same: usize,
}

/// Reads the items of a text for a table: of query or scan output, batch-write files, lines of an export, CSV, `DynamoDB` JSON or plain
/// JSON, also inside of other text. Of a whole design or model, its items. To read large files a slice
/// at a time, see [`Taken`](super::Taken).
///
/// # Errors
/// When the text holds no items.
///
/// ```
/// use map::design::{open, read_items, scenarios::SCENARIOS};
///
/// let opened = open(SCENARIOS[0].json)?;
/// let table = &opened.design.tables[0];
/// let text = r#"[{"PK": "BIN#1", "SK": "ITEM#9", "quantity": 2}]"#;
/// let read = read_items(text, table)?;
/// assert_eq!(read.items.len(), 1);
/// assert_eq!(read.format, "list of items");
/// # Ok::<(), map::design::OpenError>(())
/// ```
pub fn read_items(text: &str, table: &TableDesign) -> Result<ReadItems, OpenError> {
    check_size(text.len())?;
    let draft = formats::read_items(text)?.into_tables(&[table]);
    Ok(ReadItems::of(Loader::of(draft)?.finish()))
}

impl ReadItems {
    /// What a loader has read that was made to load into tables of an open design, of this one.
    fn of(opened: super::Opened) -> Self {
        let super::Opened { mut design, database, defects, format } = opened;
        let items = database.tables().flat_map(|table| table.primary().shared_items());
        let items = items.cloned().collect();
        let mut set_aside = Vec::new();
        let extras = design.tables.iter_mut().map(|table| &mut table.extra);
        for extra in extras.chain([&mut design.extra]) {
            if let Some(Value::Array(values)) = extra.remove("setAside") {
                set_aside.extend(values);
            }
        }
        Self { items, defects, set_aside, format }
    }

    /// What adding the items to a table would do.
    pub fn added(&self, table: &str, database: &Database) -> Added {
        let mut added = Added::default();
        self.items.iter().for_each(|item| added.add(table, item, database));
        added
    }
}

impl Added {
    /// What adding items would do that a loader has read for tables of an open design.
    pub fn of(opened: &super::Opened, database: &Database) -> Self {
        let mut added = Self::default();
        for table in opened.database.tables() {
            for item in table.primary().shared_items() {
                added.add(table.name(), item, database);
            }
        }
        added
    }

    /// The same without the changes: how many items are new, differ, or are there.
    pub fn counted(opened: &super::Opened, database: &Database) -> Self {
        let mut added = Self::default();
        for table in opened.database.tables() {
            let Some(door) = database.table(table.name()).map(Table::primary) else { continue };
            for item in table.primary().items() {
                added.count(item, there_in(door, item));
            }
        }
        added
    }

    /// Counts an item; whether it changes anything.
    fn count(&mut self, item: &Item, there: Option<&Item>) -> bool {
        match there {
            Some(there) if there == item => self.same += 1,
            Some(_) => self.differing += 1,
            None => self.new += 1,
        }
        there != Some(item)
    }

    fn add(&mut self, table: &str, item: &Arc<Item>, database: &Database) {
        let Some(door) = database.table(table).map(Table::primary) else { return };
        let there = there_in(door, item);
        if !self.count(item, there) {
            return;
        }
        self.changes.push(Change {
            table: table.to_owned(),
            old: there.map(|there| Arc::new(there.clone())),
            new: Some(Arc::clone(item)),
        });
    }
}

/// The item of the same key.
fn there_in<'d>(door: &'d Index, item: &Item) -> Option<&'d Item> {
    door.locate(item).and_then(|(collection, rank)| door.item(collection, rank))
}
