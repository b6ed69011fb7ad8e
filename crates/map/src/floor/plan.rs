//! A door's floor in numbers: which collections stand in which bay, how long each is, and whose items they are.
//!
//! Owns the counts that every layout of the floor needs, built once when the table changes. It must never hold pixels, labels or
//! items, and nothing asked of it may take time in proportion to the number of items.

use std::ops::Range;

use key_engine::{AttributeValue, Item, engine::Index};

use super::names::box_text;
use super::pyramid::{Extent, Pyramid};
use crate::label::{columns, key_text};

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

impl LabelColumns {
    /// The narrowest and widest signs and labels; longer keys are cut in their middle.
    const SIGN: (usize, usize) = (16, 24);
    const LABEL: (usize, usize) = (12, 28);

    /// What the keys of an index ask for, going by the first few.
    fn of(index: &Index) -> Self {
        let key_columns = |values: &[AttributeValue]| {
            values.iter().map(|value| columns(&key_text(value)) + 1).sum::<usize>()
        };
        let sign = index
            .collections()
            .take(SAMPLE)
            .map(|view| key_columns(&view.partition_key).saturating_sub(1))
            .max();
        let label = |item| match box_text(index, item) {
            // The label is then the table's key, which the index does not know.
            text if text.is_empty() => Self::LABEL.1,
            text => columns(&text),
        };
        let label = index.items().take(SAMPLE).map(label).max();
        let within = |wanted: Option<usize>, (least, most): (usize, usize)| {
            wanted.unwrap_or(least).clamp(least, most)
        };
        Self { sign: within(sign, Self::SIGN), label: within(label, Self::LABEL) }
    }
}

/// Keys looked at to find out how wide labels should be.
const SAMPLE: usize = 400;

/// One door's floor.
#[derive(Clone, Debug)]
pub struct Plan {
    bays: Vec<Bay>,
    lengths: Vec<u32>,
    first_positions: Vec<u32>,
    entities: Vec<u8>,
    pyramid: Pyramid,
    longest: u32,
    usual: u32,
    columns: LabelColumns,
}

impl Plan {
    /// The floor of an index, or of a table's own door. `entity` says whose each item is. O(items); nothing afterwards is.
    pub fn build(index: &Index, entity: impl FnMut(&Item) -> u8) -> Self {
        let bays = (0..index.partition_count())
            .map(|partition| Bay {
                collections: index.partition_collections(partition),
                hash_range: index.partition_hash_range(partition),
            })
            .collect();
        let lengths = index.collections().map(|view| view.len as u32).collect();
        let entities = index.items().map(entity).collect();
        Self::from_parts(bays, lengths, entities, LabelColumns::of(index))
    }

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
        let usual = usual_length(&lengths, longest);
        Self { bays, lengths, first_positions, entities, pyramid, longest, usual, columns }
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

    /// Items that nearly every collection holds at most: of a hundred collections, 98 are no longer.
    pub fn usual(&self) -> usize {
        self.usual as usize
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

/// The least length that all but one in fifty of `lengths` do not exceed; `longest` is their greatest. Found bit by bit: that takes a
/// few passes and no sorting.
fn usual_length(lengths: &[u32], longest: u32) -> u32 {
    let most_longer = lengths.len() / 50;
    let mut below = 0;
    for bit in (0..u32::BITS - longest.leading_zeros()).rev() {
        let tried = below | 1 << bit;
        if lengths.iter().filter(|&&length| length >= tried).count() > most_longer {
            below = tried;
        }
    }
    below
}

#[cfg(test)]
mod tests {
    use crate::floor::fixture::plan_of;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn all_but_one_in_fifty_collections_are_no_longer_than_usual(mut lengths in prop::collection::vec(1u32..5_000, 0..300)) {
            let usual = plan_of(lengths.clone(), 3).usual();
            lengths.sort_unstable();
            let expected = lengths.iter().rev().nth(lengths.len() / 50).copied().unwrap_or(0);
            prop_assert_eq!(usual, expected as usize);
        }
    }
}
