//! A door's floor in numbers: which collections stand in which bay, how long each is, and whose items they are.
//!
//! Owns the counts that every layout of the floor needs, built once when the table changes. It must never hold pixels, labels or
//! items, and nothing asked of it may take time in proportion to the number of items.

use std::ops::Range;

use super::pyramid::{Extent, Pyramid};

/// A bay: one partition and the collections in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bay {
    /// Ordinals of its collections.
    pub collections: Range<usize>,
    /// The share of the hash range it covers: the top 16 bits of its first and last hash.
    pub hash_range: (u16, u16),
}

/// Widths that the labels of a floor ask for, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelColumns {
    /// Of an aisle's sign.
    pub sign: usize,
    /// Of a box's label.
    pub label: usize,
}

impl Default for LabelColumns {
    fn default() -> Self {
        Self { sign: 16, label: 21 }
    }
}

/// One door's floor.
#[derive(Clone, Debug)]
pub struct Plan {
    bays: Vec<Bay>,
    lengths: Vec<u32>,
    first_positions: Vec<u32>,
    entities: Vec<u8>,
    pyramid: Pyramid,
    longest: u32,
    columns: LabelColumns,
}

impl Plan {
    /// A floor of these bays, whose collections have these `lengths` in hash order; `entities` names the entity of the item at each
    /// position (what is missing is entity 0).
    pub fn from_parts(
        bays: Vec<Bay>,
        lengths: Vec<u32>,
        mut entities: Vec<u8>,
        columns: LabelColumns,
    ) -> Self {
        let mut first_positions = Vec::with_capacity(lengths.len() + 1);
        let mut position = 0_u32;
        first_positions.push(0);
        for &length in &lengths {
            position = position.saturating_add(length);
            first_positions.push(position);
        }
        entities.resize(position as usize, 0);
        let pyramid = Pyramid::new(&lengths);
        let longest = lengths.iter().copied().max().unwrap_or(0);
        Self { bays, lengths, first_positions, entities, pyramid, longest, columns }
    }

    /// The bays, in hash order.
    pub fn bays(&self) -> &[Bay] {
        &self.bays
    }

    /// How many collections there are, which is how many aisles.
    pub fn collection_count(&self) -> usize {
        self.lengths.len()
    }

    /// How many items there are, which is how many boxes.
    pub fn item_count(&self) -> usize {
        self.entities.len()
    }

    /// Items in the longest collection.
    pub fn longest(&self) -> usize {
        self.longest as usize
    }

    /// Items in a collection; 0 where there is none.
    pub fn len_of(&self, collection: usize) -> usize {
        self.lengths.get(collection).copied().unwrap_or(0) as usize
    }

    /// The position of a collection's first item; past the last collection, the number of items.
    pub fn first_position(&self, collection: usize) -> usize {
        self.first_positions
            .get(collection)
            .copied()
            .map_or(self.item_count(), |position| position as usize)
    }

    /// The position of an item, if there is one of that rank.
    pub fn position(&self, collection: usize, rank: usize) -> Option<usize> {
        (rank < self.len_of(collection)).then(|| self.first_position(collection) + rank)
    }

    /// The collection and rank of the item at a position, by binary search.
    pub fn place(&self, position: usize) -> Option<(usize, usize)> {
        if position >= self.item_count() {
            return None;
        }
        let collection = self
            .first_positions
            .partition_point(|&first| first as usize <= position)
            .checked_sub(1)?;
        Some((collection, position - self.first_position(collection)))
    }

    /// The bay a collection stands in.
    pub fn bay_of(&self, collection: usize) -> Option<usize> {
        if collection >= self.collection_count() {
            return None;
        }
        Some(self.bays.partition_point(|bay| bay.collections.end <= collection))
    }

    /// The entity of the item at a position.
    pub fn entity(&self, position: usize) -> u8 {
        self.entities.get(position).copied().unwrap_or(0)
    }

    /// The shortest and longest of a run of collections.
    pub fn extent(&self, collections: Range<usize>) -> Option<Extent> {
        self.pyramid.extent(&self.lengths, collections)
    }

    /// How wide signs and labels would like to be.
    pub fn columns(&self) -> LabelColumns {
        self.columns
    }
}
