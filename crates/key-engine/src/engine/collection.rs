//! An item collection: all entries of one partition-key value, in order of their sort keys.
//!
//! Owns: where a collection and an entry stand. Must never: know of partitions or projections.

use std::sync::Arc;

use super::Index;
use super::place::Hash;
use super::tree::{Entry, Tree};
use crate::value::{AttributeValue, Item, KeyBytes};

/// Where a collection stands: by the hash of its partition key, then by the key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CollectionKey {
    pub(crate) hash: Hash,
    pub(crate) bytes: KeyBytes,
}

/// An item's two addresses in an index: its collection, and its place on the shelf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) collection: CollectionKey,
    pub(crate) shelf: KeyBytes,
}

/// An entry on a shelf.
#[derive(Clone, Debug)]
pub(crate) struct Shelved {
    /// Sort key; in a secondary index followed by the table's key, which makes it unique.
    pub(crate) key: KeyBytes,
    pub(crate) item: Arc<Item>,
    /// Bytes of the entry: of what is projected.
    pub(crate) size_bytes: u32,
}

impl Entry for Shelved {
    type Key = KeyBytes;
    fn key(&self) -> &KeyBytes {
        &self.key
    }
    fn weight(&self) -> usize {
        1
    }
}

/// All entries of one partition-key value.
#[derive(Clone, Debug)]
pub(crate) struct Collection {
    key: CollectionKey,
    pub(crate) shelf: Tree<Shelved>,
}

impl Entry for Collection {
    type Key = CollectionKey;
    fn key(&self) -> &CollectionKey {
        &self.key
    }
    fn weight(&self) -> usize {
        self.shelf.len()
    }
}

impl Collection {
    pub(crate) fn new(key: CollectionKey, shelf: Tree<Shelved>) -> Self {
        Self { key, shelf }
    }

    /// Where it stands.
    pub(crate) fn place(&self) -> &CollectionKey {
        &self.key
    }
}

/// A collection, as seen from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct CollectionView {
    /// Its number in hash order.
    pub ordinal: usize,
    /// Values of the partition-key attributes.
    pub partition_key: Vec<AttributeValue>,
    /// How many items it has.
    pub len: usize,
    /// How many items stand before it in scan order.
    pub first_position: usize,
    /// The partition that holds it.
    pub partition: u32,
}

impl Index {
    /// Where these partition-key values stand in the hash order, from 0 to the largest number: partitions share that range.
    pub fn place_of(partition_key: &[AttributeValue]) -> u64 {
        let hash = Self::collection_key(partition_key.iter()).hash;
        u64::from_be_bytes(*hash.first_chunk().unwrap_or(&[0; 8]))
    }

    /// The entries from a position in scan order on: the ordinal of each one's collection, the item, whole, and the bytes
    /// that this door holds of it.
    pub fn entries_from(&self, position: usize) -> impl Iterator<Item = (usize, &Item, u32)> {
        let (first, rank) = self.at_position(position).unwrap_or((self.collection_count(), 0));
        let collections = self.collections_from(first).enumerate();
        collections.flat_map(move |(after, collection)| {
            let entries = collection.shelf.iter_from(if after == 0 { rank } else { 0 });
            entries.map(move |entry| (first + after, &*entry.item, entry.size_bytes))
        })
    }
}
