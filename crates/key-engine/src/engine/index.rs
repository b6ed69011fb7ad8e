//! One door to a table's items: the table's own key or a secondary index.
//!
//! Owns: the order of collections by hash and of entries by sort key, positions, partitions, projected
//! sizes. Holds keys and references only: an item's bytes exist once, whatever the number of indexes.
//! Must never: validate requests or charge capacity.

use std::ops::Range;
use std::sync::Arc;

use super::collection::{Address, Collection, CollectionKey, CollectionView, Shelved};
use super::limits::{DEFAULT_PARTITIONS, MAX_INDEX_KEY_ATTRIBUTES};
use super::place;
use super::schema::{IndexKind, KeyElement, KeyRole, Projection};
use super::tree::Tree;
use crate::order::sort_by;
use crate::value::{AttributeValue, Item, KeyBytes, Name, write_hashed, write_part};

/// A door: the table's own, or a secondary index's.
#[derive(Clone, Debug)]
pub struct Index {
    name: Option<String>,
    kind: IndexKind,
    key_schema: Vec<KeyElement>,
    /// The table's key, by which entries of equal index keys are told apart; empty on the table's own door.
    table_key: Vec<KeyElement>,
    projection: Projection,
    /// Names of all projected attributes, sorted; `None` where everything is.
    projected: Option<Vec<Name>>,
    partition_count: u32,
    /// Read and write units a second of its own.
    throughput: Option<(u64, u64)>,
    collections: Tree<Collection>,
    size_bytes: u64,
}

impl Index {
    /// An empty index. `table_key` is empty for the table's own door.
    pub(crate) fn new(
        name: Option<String>,
        kind: IndexKind,
        key_schema: Vec<KeyElement>,
        table_key: Vec<KeyElement>,
        projection: Projection,
    ) -> Self {
        let keys = key_schema.iter().chain(&table_key).map(|element| element.attribute.as_str());
        let projected = match &projection {
            Projection::All => None,
            Projection::KeysOnly => Some(keys.map(Name::from).collect::<Vec<_>>()),
            Projection::Include(more) => {
                Some(keys.chain(more.iter().map(String::as_str)).map(Name::from).collect())
            }
        };
        let projected = projected.map(|mut names| {
            sort_by(&mut names, Ord::cmp);
            names.dedup();
            names
        });
        Self {
            name,
            kind,
            key_schema,
            table_key,
            projection,
            projected,
            partition_count: DEFAULT_PARTITIONS,
            throughput: None,
            collections: Tree::default(),
            size_bytes: 0,
        }
    }

    /// Gives the index read and write units a second of its own.
    pub(crate) fn set_throughput(&mut self, throughput: Option<(u64, u64)>) {
        self.throughput = throughput;
    }

    /// Read and write units a second that the index was given as its own.
    pub fn throughput(&self) -> Option<(u64, u64)> {
        self.throughput
    }

    /// The index's name; `None` for the table's own door.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whose door this is.
    pub fn kind(&self) -> IndexKind {
        self.kind
    }

    /// The key's attributes: partition key first, then sort key.
    pub fn key_schema(&self) -> &[KeyElement] {
        &self.key_schema
    }

    /// The attributes of the partition key: one, or up to four in a global index.
    pub fn hash_elements(&self) -> impl Iterator<Item = &KeyElement> {
        self.key_schema.iter().filter(|element| element.role == KeyRole::Hash)
    }

    /// The attributes of the sort key: none, one, or up to four in a global index.
    pub fn range_elements(&self) -> impl Iterator<Item = &KeyElement> {
        self.key_schema.iter().filter(|element| element.role == KeyRole::Range)
    }

    /// What the index holds beside the keys.
    pub fn projection(&self) -> &Projection {
        &self.projection
    }

    /// How many partitions the hash range is shared between.
    pub fn partition_count(&self) -> u32 {
        self.partition_count
    }

    pub(crate) fn set_partition_count(&mut self, count: u32) {
        self.partition_count = count.max(1);
    }

    /// The top 16 bits of the lowest and highest hash in a partition, both included.
    pub fn partition_hash_range(&self, partition: u32) -> (u16, u16) {
        let top = |part| {
            place::part_start(part, self.partition_count)
                .map(|hash| u16::from_be_bytes(*hash.first_chunk().unwrap_or(&[0; 2])))
        };
        let first = top(partition).unwrap_or(u16::MAX);
        let last = top(partition.saturating_add(1)).map_or(u16::MAX, |next| next.saturating_sub(1));
        (first, last.max(first))
    }

    /// Ordinals of the collections in a partition.
    pub fn partition_collections(&self, partition: u32) -> Range<usize> {
        self.part_collections(partition, self.partition_count)
    }

    /// Ordinals of the collections in part `part` of `parts` equal parts of the hash range.
    pub(crate) fn part_collections(&self, part: u32, parts: u32) -> Range<usize> {
        let bound = |part| match place::part_start(part, parts) {
            Some(start) => self.collections.rank(|key| key.hash < start),
            None => self.collections.len(),
        };
        bound(part)..bound(part.saturating_add(1))
    }

    /// The partition in which a collection stands, or would stand.
    pub(crate) fn partition_of(&self, key: &CollectionKey) -> u32 {
        place::part_of(&key.hash, self.partition_count)
    }

    /// The partition in which an item stands here, or would stand; none where it lacks a key attribute.
    pub fn partition_for(&self, item: &Item) -> Option<u32> {
        self.address(item).map(|address| self.partition_of(&address.collection))
    }

    /// How many different partition-key values there are.
    pub fn collection_count(&self) -> usize {
        self.collections.len()
    }

    /// How many entries there are.
    pub fn item_count(&self) -> usize {
        self.collections.weight()
    }

    /// Bytes of all entries.
    pub fn size_bytes(&self) -> u64 {
        self.size_bytes
    }

    fn view(
        &self,
        ordinal: usize,
        first_position: usize,
        collection: &Collection,
    ) -> CollectionView {
        let first = collection.shelf.get(0);
        let partition_key = first
            .map(|entry| {
                self.hash_elements()
                    .filter_map(|element| element.value_in(&entry.item).cloned())
                    .collect()
            })
            .unwrap_or_default();
        CollectionView {
            ordinal,
            partition_key,
            len: collection.shelf.len(),
            first_position,
            partition: self.partition_of(collection.place()),
        }
    }

    /// The collection at `ordinal` in hash order.
    pub fn collection(&self, ordinal: usize) -> Option<CollectionView> {
        let collection = self.collections.get(ordinal)?;
        Some(self.view(ordinal, self.collections.weight_before(ordinal), collection))
    }

    /// All collections, in hash order.
    pub fn collections(&self) -> impl Iterator<Item = CollectionView> {
        let mut position = 0;
        self.collections.iter_from(0).enumerate().map(move |(ordinal, collection)| {
            let view = self.view(ordinal, position, collection);
            position += view.len;
            view
        })
    }

    /// The table's item, whole, at `rank` in the collection at `ordinal`.
    pub fn item(&self, ordinal: usize, rank: usize) -> Option<&Item> {
        self.collections.get(ordinal)?.shelf.get(rank).map(|entry| &*entry.item)
    }

    /// The same, to be kept: an item that changes is another one from then on.
    pub fn shared_item(&self, ordinal: usize, rank: usize) -> Option<&Arc<Item>> {
        self.collections.get(ordinal)?.shelf.get(rank).map(|entry| &entry.item)
    }

    /// What this door shows of the item at `rank` in the collection at `ordinal`.
    pub fn projected(&self, ordinal: usize, rank: usize) -> Option<Item> {
        self.item(ordinal, rank).map(|item| self.project(item))
    }

    /// The collection ordinal and rank of a position in scan order.
    pub fn at_position(&self, position: usize) -> Option<(usize, usize)> {
        self.collections.at_weight(position)
    }

    /// All items, whole, in scan order.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.entries().map(|entry| &*entry.item)
    }

    /// The same, to be kept: an item that changes is another one from then on.
    pub fn shared_items(&self) -> impl Iterator<Item = &Arc<Item>> {
        self.entries().map(|entry| &entry.item)
    }

    /// All entries, in scan order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Shelved> {
        self.collections.iter_from(0).flat_map(|collection| collection.shelf.iter_from(0))
    }

    /// Collection ordinal and rank of an item, found by its keys.
    pub fn locate(&self, item: &Item) -> Option<(usize, usize)> {
        let address = self.address(item)?;
        let (ordinal, collection) = self.collections.find(&address.collection)?;
        let (rank, _) = collection.shelf.find(&address.shelf)?;
        Some((ordinal, rank))
    }

    /// The attributes by which this door finds an item: its own key, and the table's.
    pub fn key_of(&self, item: &Item) -> Item {
        let mut key = Item::new();
        for element in self.key_schema.iter().chain(&self.table_key) {
            if let Some(value) = item.get(&element.attribute) {
                key.insert(element.attribute.as_str(), value.clone());
            }
        }
        key
    }

    /// What this door shows of an item.
    pub fn project(&self, item: &Item) -> Item {
        match &self.projected {
            None => item.clone(),
            Some(names) => names
                .iter()
                .filter_map(|name| Some((Name::clone(name), item.get(name)?.clone())))
                .collect(),
        }
    }

    /// Bytes this door holds of an item.
    pub(crate) fn projected_size(&self, item: &Item) -> u32 {
        let bytes = match &self.projected {
            None => item.size_bytes(),
            Some(names) => names
                .iter()
                .filter_map(|name| item.get(name).map(|value| name.len() + value.size_bytes()))
                .sum(),
        };
        u32::try_from(bytes).unwrap_or(u32::MAX)
    }

    /// Whether two items of one table key have the same key here too, or the same lack of one.
    pub(crate) fn same_key(&self, one: &Item, other: &Item) -> bool {
        self.key_schema.iter().all(|key| one.get(&key.attribute) == other.get(&key.attribute))
    }

    /// Whether two items look the same through this door.
    pub(crate) fn same_projection(&self, one: &Item, other: &Item) -> bool {
        match &self.projected {
            None => one == other,
            Some(names) => names.iter().all(|name| one.get(name) == other.get(name)),
        }
    }

    /// Names of all projected attributes, sorted; `None` where everything is projected.
    pub(crate) fn projected_names(&self) -> Option<&[Name]> {
        self.projected.as_deref()
    }

    /// The top 16 bits of the hash of these partition-key values, for display.
    pub fn hash_of(partition_key: &[AttributeValue]) -> u16 {
        let hash = Self::collection_key(partition_key.iter()).hash;
        u16::from_be_bytes(*hash.first_chunk().unwrap_or(&[0; 2]))
    }

    /// The key of the collection of these partition-key values.
    pub(crate) fn collection_key<'a>(
        values: impl Iterator<Item = &'a AttributeValue> + Clone,
    ) -> CollectionKey {
        let mut bytes = Vec::with_capacity(64);
        for value in values.clone() {
            write_part(value, &mut bytes);
        }
        let mut single = values;
        let hash = match (single.next(), single.next()) {
            (Some(only), None) => {
                let mut hashed = Vec::with_capacity(64);
                write_hashed(only, &mut hashed);
                place::hash(&hashed)
            }
            _ => place::hash(&bytes),
        };
        CollectionKey { hash, bytes: KeyBytes::from_bytes(&bytes) }
    }

    /// Where an item stands here; `None` when it lacks a key attribute: the index is sparse.
    pub(crate) fn address(&self, item: &Item) -> Option<Address> {
        let mut hash_values: [Option<&AttributeValue>; MAX_INDEX_KEY_ATTRIBUTES] =
            [None; MAX_INDEX_KEY_ATTRIBUTES];
        for (slot, element) in hash_values.iter_mut().zip(self.hash_elements()) {
            *slot = Some(element.value_in(item)?);
        }
        let mut place = Vec::with_capacity(64);
        for element in self.range_elements().chain(&self.table_key) {
            write_part(element.value_in(item)?, &mut place);
        }
        Some(Address {
            collection: Self::collection_key(hash_values.iter().flatten().copied()),
            shelf: KeyBytes::from_bytes(&place),
        })
    }

    /// The collection of this key, with its ordinal.
    pub(crate) fn find_collection(&self, key: &CollectionKey) -> Option<(usize, &Collection)> {
        self.collections.find(key)
    }

    /// How many collections stand before this key.
    pub(crate) fn collections_before(&self, key: &CollectionKey) -> usize {
        self.collections.rank(|other| other < key)
    }

    /// Collections from `ordinal` on.
    pub(crate) fn collections_from(&self, ordinal: usize) -> impl Iterator<Item = &Collection> {
        self.collections.iter_from(ordinal)
    }

    /// Ordinal of the collection and rank of the entry at this address, whether or not they exist.
    pub(crate) fn place(&self, address: &Address) -> (usize, Option<usize>) {
        match self.collections.find(&address.collection) {
            Some((ordinal, collection)) => {
                (ordinal, Some(collection.shelf.rank(|key| *key < address.shelf)))
            }
            None => (self.collections_before(&address.collection), None),
        }
    }

    /// The item at this address.
    pub(crate) fn get(&self, address: &Address) -> Option<&Shelved> {
        self.collections.entry(&address.collection)?.shelf.entry(&address.shelf)
    }

    /// Puts an item at its address; gives back the entry that stood there.
    pub(crate) fn insert(
        &mut self,
        address: Address,
        item: Arc<Item>,
        size_bytes: u32,
    ) -> Option<Shelved> {
        self.size_bytes += u64::from(size_bytes);
        let mut entry = Some(Shelved { key: address.shelf, item, size_bytes });
        let replaced = self.collections.modify(&address.collection, |collection| {
            entry.take().and_then(|entry| collection.shelf.insert(entry))
        });
        if let Some(entry) = entry {
            let mut entries = Tree::default();
            entries.insert(entry);
            self.collections.insert(Collection::new(address.collection, entries));
        }
        let old = replaced.flatten();
        self.size_bytes -= old.as_ref().map_or(0, |old| u64::from(old.size_bytes));
        old
    }

    /// Takes all entries out.
    pub(crate) fn clear(&mut self) {
        self.collections = Tree::default();
        self.size_bytes = 0;
    }

    /// Takes the entry at this address out.
    pub(crate) fn remove(&mut self, address: &Address) -> Option<Shelved> {
        let (removed, emptied) = self.collections.modify(&address.collection, |collection| {
            let removed = collection.shelf.remove(&address.shelf);
            (removed, collection.shelf.len() == 0)
        })?;
        if emptied {
            self.collections.remove(&address.collection);
        }
        self.size_bytes -= removed.as_ref().map_or(0, |entry| u64::from(entry.size_bytes));
        removed
    }
}
