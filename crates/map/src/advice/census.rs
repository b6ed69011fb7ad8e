//! What is known of all items: taken once for each state of the items, in slices, and read by every rule.
//!
//! Owns the only work of the advice that grows with the items: one pass over each door's entries. How long collections are,
//! which is the longest, what the values of a partition key look like, how large items get. It holds counts, and the keys of a
//! few extremes; never items. What follows from the counts is the rules' to say.

mod shapes;

use key_engine::engine::{Index, IndexKind, Table};
use key_engine::{AttributeValue, Database, Item};

use crate::design::{Design, EntityFinder, key_prefix};
use crate::label::{fit, key_text};

pub use shapes::{Shape, Shapes, shape_of};

/// Families beyond this many are counted as one.
const MOST_FAMILIES: usize = 64;
/// Collections that a family keeps by name.
const KEPT_COLLECTIONS: usize = 12;
/// Large items that a table keeps by key.
const KEPT_ITEMS: usize = 20;
/// From this size on an item is kept by its key: three quarters of the 400 KB that an item may have.
pub const LARGE_ITEM_BYTES: u32 = 307_200;
/// Columns that a key takes in a sentence.
const KEY_COLUMNS: usize = 48;

/// What is known of a design's items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Census {
    /// Each table's.
    pub tables: Vec<TableCensus>,
}

/// What is known of a table's items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableCensus {
    /// The table.
    pub name: String,
    /// For each of the design's entities, by its place there, and last for those of none.
    pub kinds: Vec<KindCensus>,
    /// The largest item.
    pub largest: Option<LargeItem>,
    /// Items of [`LARGE_ITEM_BYTES`] and more: the first 20 in scan order.
    pub large: Vec<LargeItem>,
    /// How many of those there are.
    pub large_count: usize,
    /// The table's own door, then its indexes'.
    pub doors: Vec<DoorCensus>,
}

/// One kind of item.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KindCensus {
    /// How many there are.
    pub items: usize,
    /// Bytes of all of them.
    pub bytes: u64,
    /// Bytes of the largest.
    pub largest_bytes: u32,
    /// How many collections of the table's own door hold any.
    pub collections: usize,
    /// The collection of most of them; its items and bytes are those of this kind.
    pub longest: CollectionCensus,
}

/// An item by its key.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LargeItem {
    /// Its primary key.
    pub key: Item,
    /// Its bytes.
    pub bytes: u32,
}

/// What is known of a door's entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DoorCensus {
    /// The index; none for the table's own door.
    pub index: Option<String>,
    /// How many entries there are.
    pub items: usize,
    /// Bytes that the door holds.
    pub bytes: u64,
    /// How many different partition-key values there are.
    pub collections: usize,
    /// The collection of most items.
    pub longest: CollectionCensus,
    /// The collection of most bytes.
    pub heaviest: CollectionCensus,
    /// The collections by what their partition keys begin with: `CUSTOMER#`; empty for those that begin with no word.
    pub families: Vec<FamilyCensus>,
}

/// Collections whose partition keys begin alike.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FamilyCensus {
    /// What they begin with.
    pub prefix: String,
    /// How many there are.
    pub collections: usize,
    /// Their entries.
    pub items: usize,
    /// Their bytes.
    pub bytes: u64,
    /// The one of most items.
    pub longest: CollectionCensus,
    /// The one of most bytes.
    pub heaviest: CollectionCensus,
    /// The first 12 in hash order.
    pub first: Vec<CollectionCensus>,
    /// What the values look like after the prefix.
    pub shapes: Shapes,
}

/// One collection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CollectionCensus {
    /// Its partition-key values.
    pub key: Vec<AttributeValue>,
    /// Its entries.
    pub items: usize,
    /// Its bytes at this door.
    pub bytes: u64,
}

impl CollectionCensus {
    /// Its key as one reads it, cut to a length that a sentence bears.
    pub fn text(&self) -> String {
        partition_text(&self.key)
    }
}

/// Partition-key values as one reads them, cut to a length that a sentence bears.
pub fn partition_text(values: &[AttributeValue]) -> String {
    let mut text = String::new();
    for value in values {
        text.push_str(if text.is_empty() { "" } else { " / " });
        text.push_str(&key_text(value));
    }
    fit(&text, KEY_COLUMNS)
}

impl Census {
    /// Takes it whole.
    pub fn take(design: &Design, database: &Database) -> Self {
        let mut taker = Self::start(design);
        while taker.step(database, usize::MAX) {}
        taker.finish()
    }

    /// Begins to take it. Whoever changes items or doors begins anew.
    pub fn start(design: &Design) -> Taker {
        let tables = design.tables.iter().map(|table| table.name().to_owned()).collect();
        let finders = design.tables.iter().map(|table| design.entity_finder(table.name()));
        Taker {
            tables,
            finders: finders.collect(),
            kinds: design.entities.len() + 1,
            in_open: vec![(0, 0); design.entities.len() + 1],
            ..Taker::default()
        }
    }

    /// What is known of a table.
    pub fn table(&self, name: &str) -> Option<&TableCensus> {
        self.tables.iter().find(|table| table.name == name)
    }

    /// What is known of a door: an index's, or with none the table's own.
    pub fn door(&self, table: &str, index: Option<&str>) -> Option<&DoorCensus> {
        self.table(table)?.door(index)
    }
}

impl TableCensus {
    /// What is known of one of its doors.
    pub fn door(&self, index: Option<&str>) -> Option<&DoorCensus> {
        self.doors.iter().find(|door| door.index.as_deref() == index)
    }
}

impl DoorCensus {
    /// The family of a partition key.
    pub fn family(&self, key: &[AttributeValue]) -> Option<&FamilyCensus> {
        let prefix = prefix_of(key);
        let known = self.families.iter().find(|family| family.prefix == prefix);
        known.or_else(|| self.families.iter().find(|family| family.prefix.is_empty()))
    }
}

impl FamilyCensus {
    /// The share of the longest collection in the family's items, from 0 to 1.
    pub fn longest_share(&self) -> f64 {
        self.longest.items as f64 / self.items.max(1) as f64
    }

    /// How many items a collection has on average.
    pub fn mean_items(&self) -> f64 {
        self.items as f64 / self.collections.max(1) as f64
    }
}

/// Takes a census a slice at a time. It holds nothing of the database between two steps.
#[derive(Debug, Default)]
pub struct Taker {
    tables: Vec<String>,
    finders: Vec<EntityFinder>,
    kinds: usize,
    census: Census,
    /// The table and its door that are being read, and the entry that is next.
    table: usize,
    door: usize,
    position: usize,
    /// The collection that is being read: its ordinal and what is known of it so far.
    open: Option<(usize, CollectionCensus)>,
    /// Items and bytes of each kind in that collection.
    in_open: Vec<(usize, u64)>,
}

impl Taker {
    /// Reads up to so many entries; false once there are none left.
    pub fn step(&mut self, database: &Database, budget_entries: usize) -> bool {
        let mut budget = budget_entries.max(1);
        while budget > 0 {
            let Some(name) = self.tables.get(self.table) else { return false };
            let table = database.table(name);
            let door = table.and_then(|table| match self.door {
                0 => Some(table.primary()),
                after => table.indexes().nth(after - 1),
            });
            let Some((table, door)) = table.zip(door) else {
                (self.table, self.door) = (self.table + 1, 0);
                continue;
            };
            if self.position == 0 && self.open.is_none() {
                self.begin(table, door);
            }
            let read = self.read(door, budget);
            budget -= read.min(budget);
            self.position += read;
            if read == 0 {
                self.close();
                (self.door, self.position) = (self.door + 1, 0);
            }
        }
        true
    }

    /// The census, of what was read.
    pub fn finish(mut self) -> Census {
        self.close();
        self.census
    }

    fn begin(&mut self, table: &Table, door: &Index) {
        if door.kind() == IndexKind::Primary {
            self.census.tables.push(TableCensus {
                name: table.name().to_owned(),
                kinds: vec![KindCensus::default(); self.kinds],
                ..TableCensus::default()
            });
        }
        if let Some(table) = self.census.tables.last_mut() {
            table.doors.push(DoorCensus {
                index: door.name().map(str::to_owned),
                items: door.item_count(),
                bytes: door.size_bytes(),
                collections: door.collection_count(),
                ..DoorCensus::default()
            });
        }
    }

    /// Reads entries of a door from where it stands; how many there were.
    fn read(&mut self, door: &Index, budget: usize) -> usize {
        let mut read = 0;
        let is_own = door.kind() == IndexKind::Primary;
        for (ordinal, item, bytes) in door.entries_from(self.position).take(budget) {
            read += 1;
            if self.open.as_ref().is_none_or(|(open, _)| *open != ordinal) {
                self.close();
                let key = door.hash_elements().filter_map(|element| item.get(&element.attribute));
                let key = key.cloned().collect();
                self.open =
                    Some((ordinal, CollectionCensus { key, ..CollectionCensus::default() }));
            }
            if let Some((_, open)) = &mut self.open {
                open.items += 1;
                open.bytes += u64::from(bytes);
            }
            if is_own
                && let Some(finder) = self.finders.get(self.table)
                && let Some(table) = self.census.tables.last_mut()
            {
                let kind = finder.of(item);
                if let Some((items, sum)) = self.in_open.get_mut(kind) {
                    *items += 1;
                    *sum += u64::from(bytes);
                }
                table.note(kind, door, item, bytes);
            }
        }
        read
    }

    /// Enters the collection that was read, now that it ends.
    fn close(&mut self) {
        let Some((_, ended)) = self.open.take() else { return };
        if let Some(table) = self.census.tables.last_mut() {
            for (kind, counted) in table.kinds.iter_mut().zip(&mut self.in_open) {
                let (items, bytes) = std::mem::take(counted);
                kind.collections += usize::from(items > 0);
                if items > kind.longest.items {
                    kind.longest = CollectionCensus { key: ended.key.clone(), items, bytes };
                }
            }
        }
        enter(&mut self.census, ended);
    }
}

impl TableCensus {
    fn note(&mut self, kind: usize, door: &Index, item: &Item, bytes: u32) {
        if let Some(kind) = self.kinds.get_mut(kind) {
            kind.items += 1;
            kind.bytes += u64::from(bytes);
            kind.largest_bytes = kind.largest_bytes.max(bytes);
        }
        let is_largest = self.largest.as_ref().is_none_or(|largest| bytes > largest.bytes);
        let is_large = bytes >= LARGE_ITEM_BYTES;
        if is_largest || is_large {
            let found = LargeItem { key: door.key_of(item), bytes };
            if is_large {
                self.large_count += 1;
                if self.large.len() < KEPT_ITEMS {
                    self.large.push(found.clone());
                }
            }
            if is_largest {
                self.largest = Some(found);
            }
        }
    }
}

/// Enters a collection that was read whole.
fn enter(census: &mut Census, collection: CollectionCensus) {
    let door = census.tables.last_mut().and_then(|table| table.doors.last_mut());
    let Some(door) = door else { return };
    keep_larger(&mut door.longest, &mut door.heaviest, &collection);
    let prefix = prefix_of(&collection.key);
    let known = door.families.iter().position(|family| family.prefix == prefix);
    let at = known.unwrap_or_else(|| {
        let prefix = if door.families.len() < MOST_FAMILIES { prefix } else { "" };
        let other = door.families.iter().position(|family| family.prefix == prefix);
        other.unwrap_or_else(|| {
            door.families.push(FamilyCensus { prefix: prefix.to_owned(), ..Default::default() });
            door.families.len() - 1
        })
    });
    let Some(family) = door.families.get_mut(at) else { return };
    family.collections += 1;
    family.items += collection.items;
    family.bytes += collection.bytes;
    keep_larger(&mut family.longest, &mut family.heaviest, &collection);
    if let [value] = collection.key.as_slice() {
        family.shapes.note(value, family.prefix.len());
    }
    if family.first.len() < KEPT_COLLECTIONS {
        family.first.push(collection);
    }
}

fn keep_larger(
    longest: &mut CollectionCensus,
    heaviest: &mut CollectionCensus,
    collection: &CollectionCensus,
) {
    if collection.items > longest.items {
        longest.clone_from(collection);
    }
    if collection.bytes > heaviest.bytes {
        heaviest.clone_from(collection);
    }
}

/// What a partition key begins with, if that is a word: of a key made of several attributes, the first.
fn prefix_of(key: &[AttributeValue]) -> &str {
    match key.first() {
        Some(AttributeValue::S(text)) => key_prefix(text),
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::rules::bench::{bench, scenario};

    #[test]
    fn a_census_counts_what_is_behind_each_door() {
        let store = scenario("store");
        let census = Census::take(&store.design, &store.database);
        for (table, index, longest) in [
            ("Orders", None, "CUSTOMER#123"),
            ("Orders", Some("OpenOrdersIndex"), "OPEN"),
            ("OrderItems", Some("ProductOrdersIndex"), "P9"),
        ] {
            let door = census.door(table, index).unwrap();
            let real = store.database.table(table).unwrap().door(index).unwrap();
            let name = door.index.as_deref().unwrap_or(table);
            let lengths = real.collections().map(|collection| collection.len);
            assert_eq!(door.longest.items, lengths.max().unwrap(), "{name}");
            assert_eq!(
                (door.collections, door.longest.text().as_str()),
                (real.collection_count(), longest)
            );
            let families = door.families.iter();
            assert_eq!(families.map(|family| family.items).sum::<usize>(), real.item_count());
            let families = door.families.iter();
            assert_eq!(families.map(|family| family.bytes).sum::<u64>(), real.size_bytes());
        }
        let orders = census.table("Orders").unwrap();
        let real = store.database.table("Orders").unwrap();
        assert_eq!(orders.kinds.iter().map(|kind| kind.items).sum::<usize>(), real.item_count());
        let largest = real.primary().items().map(Item::size_bytes).max();
        assert_eq!(orders.largest.as_ref().map(|item| item.bytes as usize), largest);
    }

    #[test]
    fn slices_of_any_size_give_the_same_census() {
        let store = scenario("store");
        let whole = Census::take(&store.design, &store.database);
        for budget in [0, 1, 7, 64] {
            let mut taker = Census::start(&store.design);
            while taker.step(&store.database, budget) {}
            assert!(taker.finish() == whole, "slices of {budget}");
        }
    }

    #[test]
    fn a_design_without_tables_or_items_has_a_census() {
        let empty = bench(
            r#"{"retrieval-map": 1, "name": "", "tables": [{"create": {"TableName": "Tab",
            "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "B"}],
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}], "BillingMode": "PAY_PER_REQUEST"}}]}"#,
        );
        let census = Census::take(&empty.design, &empty.database);
        assert_eq!(census.door("Tab", None).unwrap().longest, CollectionCensus::default());
        assert_eq!(Census::take(&Design::default(), &empty.database), Census::default());
    }
}
